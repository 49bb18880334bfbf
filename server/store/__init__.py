"""What must not be lost: the Log port, and the SQLite database behind it."""
