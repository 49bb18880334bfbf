"""The guard around asyncssh's callbacks."""

import logging

import asyncssh
import pytest

from server.ssh.guard import guarded


@guarded("nothing")
def _callback(error: Exception | None) -> str:
    if error is not None:
        raise error
    return "something"


def test_what_a_callback_raises_is_logged_and_answered_harmlessly(caplog: pytest.LogCaptureFixture) -> None:
    """An error of ours is told in the log, with the callback's name, and the peer gets the default."""
    assert _callback(None) == "something"
    with caplog.at_level(logging.ERROR):
        assert _callback(RuntimeError("broke")) == "nothing"
    (record,) = caplog.records
    assert record.getMessage() == "callback_failed"
    assert record.__dict__["callback"] == "_callback"
    assert record.exc_info is not None


def test_a_refusal_of_a_channel_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """asyncssh's own way to say no goes through."""
    with pytest.raises(asyncssh.ChannelOpenError):
        _callback(asyncssh.ChannelOpenError(1, "no"))
    assert not caplog.records
