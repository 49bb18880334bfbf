"""A guard around asyncssh's callbacks: it swallows what they raise at debug level and drops the connection."""

import functools
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import asyncssh

log = logging.getLogger("inglenook.guard")

P = ParamSpec("P")
T = TypeVar("T")


def guarded(default: T) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """asyncssh swallows what its callbacks raise at debug level: log it, and answer with something harmless."""

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(function)
        def inner(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return function(*args, **kwargs)
            except asyncssh.ChannelOpenError:
                raise
            except Exception:
                log.exception("callback_failed", extra={"callback": function.__name__})
                return default

        return inner

    return wrap
