"""Logs: JSON lines for machines, readable lines for hosts, and nothing in them that could do harm."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from server import logs


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Give the root logger back as it was."""
    root = logging.getLogger()
    handlers, level, loud = root.handlers[:], root.level, logging.raiseExceptions
    yield
    logging.raiseExceptions = loud
    root.handlers[:] = handlers
    root.setLevel(level)


def test_machines_get_one_json_line_per_event() -> None:
    """Facts and the session's label stand in the line; text of players is escaped."""
    stream = io.StringIO()
    logs.set_up(stream=stream, human=False)
    with structlog.contextvars.bound_contextvars(connection="ab12"):
        logging.getLogger("inglenook.test").info("named", extra={"name_wanted": "x\n\x1b[2Jy\u202e"})
    (line,) = stream.getvalue().splitlines()
    event = json.loads(line)
    assert event["event"] == "named"
    assert event["connection"] == "ab12"
    assert event["name_wanted"] == "x\n\x1b[2Jy\u202e"
    assert "\x1b" not in line
    assert "\u202e" not in line


def test_humans_get_lines_that_cannot_steer_their_terminal() -> None:
    """At a terminal control characters are shown, not obeyed; no event can pretend to be two."""
    stream = io.StringIO()
    logs.set_up(stream=stream, human=True)
    logging.getLogger("inglenook.test").info("named %s", "evil\n\x1b[2Jline", extra={"wish": "a\nb"})
    text = stream.getvalue()
    assert len(text.splitlines()) == 1
    assert "\x1b" not in text


def test_a_crash_shows_where_and_no_values() -> None:
    """A traceback has lines of code, and no values of local variables."""
    stream = io.StringIO()
    logs.set_up(stream=stream, human=False)
    hand = "K10 B2"
    try:
        raise ValueError("broke")
    except ValueError:
        logging.getLogger("inglenook.test").exception("session_crashed")
    assert "broke" in stream.getvalue()
    assert hand not in stream.getvalue()


def test_the_libraries_are_quiet() -> None:
    """asyncssh tells user names at info and packets at debug: neither is let through."""
    stream = io.StringIO()
    logs.set_up("DEBUG", stream=stream, human=False)
    logging.getLogger("asyncssh").info("Beginning auth for user secretname")
    assert stream.getvalue() == ""
