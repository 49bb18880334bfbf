"""One file per screen: what a key does there, and which widgets stand on it."""
