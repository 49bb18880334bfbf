"""The house itself: listens, tells who is who, hosts rooms and keeps what must not be lost."""
