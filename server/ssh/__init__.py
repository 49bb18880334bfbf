"""The door: listens, tells who is who, and gives each player one session. Only here is asyncssh known."""
