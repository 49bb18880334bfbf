"""Structured logs on stderr: for a human at a terminal, JSON lines otherwise. Never a secret, never a hand.

Every module logs through the standard library with a code as the message and facts as `extra`; text that came from
a player is escaped by both renderers, so that no log line can steer a terminal or pretend to be another line.
"""

import logging
import sys
from typing import IO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_NOISE = ("asyncssh", "asyncio", "alembic")
_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def _facts(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """What was given as `extra` stands in the line."""
    record = event.get("_record")
    if record is not None:
        for key, value in record.__dict__.items():
            if key not in _OWN and not key.startswith("_"):
                event.setdefault(key, value)
    return event


def _escape(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """No control character reaches a terminal; a traceback keeps its line ends."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = escaped(value, keep="\n\t" if key in ("exception", "stack") else "")
    return event


def escaped(text: str, keep: str = "") -> str:
    """The text with everything unprintable written as an escape sequence of Python."""
    return "".join(
        c if c.isprintable() or c in keep else c.encode("unicode_escape").decode("ascii") for c in text
    )


def set_up(level: str = "INFO", stream: IO[str] | None = None, human: bool | None = None) -> None:
    """Send all logs to `stream` (stderr), readable for humans if it is a terminal (or as told)."""
    stream = stream or sys.stderr
    human = stream.isatty() if human is None else human
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        _facts,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if human:
        last += [
            structlog.processors.format_exc_info,
            _escape,
            structlog.dev.ConsoleRenderer(colors=False, pad_event_to=28, sort_keys=False),
        ]
    else:
        # A crash is one line too; without the values of local variables, which may be hands.
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=True)]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=last, foreign_pre_chain=shared))
    logging.raiseExceptions = False  # a log that cannot be written is no reason to print a traceback
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _NOISE:
        # asyncssh tells every packet's story at debug and every user name at info.
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
