"""What a server's process stands on: three open streams and enough file handles, however it was started."""

import os
import sys

SPARE_FILES = 200
"""File handles beside those of connections: the database, bots, who is being turned away."""


def open_streams() -> None:
    """Give stdin, stdout and stderr somewhere to go if whoever started the process closed them: else the first
    socket or database gets their numbers, and what is printed goes there."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def drop_unwritten() -> None:
    """Forget what nobody takes (a full disk, a reader that is gone): else Python ends with an error for it."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, number)
            os.close(null)


def allow_files(connections: int) -> int | None:
    """Raise the soft limit of open files so that so many connections fit; returns the limit that is left, if it is
    too low all the same."""
    try:
        import resource
    except ImportError:
        return None  # Windows has no such limit
    wanted = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return None if most >= wanted else most
