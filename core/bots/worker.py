"""A process that thinks for bots: questions come in on stdin, answers go out on stdout; it imports the core only.

A frame is a length (4 bytes, big-endian) and a value packed by core/wire.py. A question is
``(number, game, bot, seed, knowledge)``, its answer ``(number, action, "")`` or ``(number, "", error)`` with the
error's type only: what a hand holds has no place in a log. The process ends when its stdin does: when the house
has stopped or was killed, also in the middle of a thought.
"""

import os
import sys
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import BinaryIO

from core import registry, wire
from core.bots import BOTS

LARGEST_FRAME = wire.MAX_BYTES


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next frame; None when the stream has ended or makes no sense."""
    head = stream.read(4)
    size = int.from_bytes(head, "big")
    if len(head) < 4 or size > LARGEST_FRAME:
        return None
    body = stream.read(size)
    return body if len(body) == size else None


def frame(value: object) -> bytes:
    """A value as a frame. Raises WireError."""
    body = wire.pack(value)
    return len(body).to_bytes(4, "big") + body


def answer(question: bytes) -> bytes:
    """The frame that answers a question."""
    number = 0
    try:
        number, game, bot, seed, knowledge = wire.unpack(question, tuple)
        return frame((number, BOTS[game][bot](knowledge, Random(seed)), ""))
    except Exception as error:
        return frame((number, "", type(error).__name__))


def _listen(stream: BinaryIO, questions: "SimpleQueue[bytes]") -> None:
    """Take questions in; the end of them is the end of the process, for nobody waits for an answer any more."""
    while (question := read_frame(stream)) is not None:
        questions.put(question)
    os._exit(0)


def main() -> None:
    """Answer until the process ends."""
    # Whoever writes to stdout by accident must not break the frames.
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    registry.game(next(iter(BOTS)))  # the games register what can be packed
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        out.write(answer(questions.get()))
        out.flush()


if __name__ == "__main__":
    main()
