"""The names by which players, rooms, seats and records are told apart."""

from typing import NewType

Seat = NewType("Seat", int)
"""A place at a table, counted from 0."""

RoomId = NewType("RoomId", str)
"""What players call a table: a speakable name such as ``raven-42``."""

AccountId = NewType("AccountId", str)
"""``key:<SHA-256 fingerprint>`` of a proved key, ``guest:<random>`` or ``bot:<name>``."""

Seq = NewType("Seq", int)
"""The number of an event in its room's log, from 1; 0 means "before the first"."""

Epoch = NewType("Epoch", int)
"""Rises each time somebody takes ownership of a room, a restart of the server included."""

CommandId = NewType("CommandId", str)
"""Chosen by the sender, unique per account; a repeated one gets the first answer again."""

PromptId = NewType("PromptId", str)
"""Names one question put to one seat; unchanged by what other seats, chat or presence do."""
