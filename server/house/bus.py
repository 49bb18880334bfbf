"""The bus port: tells whoever listens that a room has a newer event. Losing a message is harmless."""

import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

from core.ids import RoomId, Seq

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[RoomId, Seq], None]


class Bus(Protocol):
    """Publish ``(room, seq)``; a listener that sees a gap reads what it missed from the room or the log."""

    def publish(self, room: RoomId, seq: Seq) -> None:
        """Tell every listener, without waiting for any."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Be told of every room from now on, until the function that this returns is called."""
        ...


class LocalBus:
    """A bus inside one process: listeners are called at once, in the order in which they came."""

    def __init__(self) -> None:
        self._listeners: dict[int, Listener] = {}
        self._count = 0

    def publish(self, room: RoomId, seq: Seq) -> None:
        """Call every listener; one that raises is logged and harms nobody else."""
        for listener in tuple(self._listeners.values()):
            try:
                listener(room, seq)
            except Exception:
                log.exception("a bus listener failed for %s", room)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Returns the way out, which may be called twice."""
        self._count += 1
        number = self._count
        self._listeners[number] = listener
        return lambda: self._listeners.pop(number, None) and None
