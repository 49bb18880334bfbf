"""One file per thing on a screen: pure functions that paint immutable values onto a canvas."""
