"""All that a player sees; knows the core, never the server."""
