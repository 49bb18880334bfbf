"""Talk at one table: a short stretch of lines, each for those who may hear it. It is no part of the room's log."""

from collections import deque
from enum import Enum
from typing import NamedTuple

from core.ids import Seat
from core.people import ChatLine


class Audience(Enum):
    """Who hears a line."""

    ALL = "all"
    PLAYERS = "players"
    SPECTATORS = "spectators"

    def includes(self, seat: Seat | None) -> bool:
        """Whether somebody in that seat (None: a spectator) is among them."""
        return self is Audience.ALL or (self is Audience.PLAYERS) == (seat is not None)


class _Spoken(NamedTuple):
    audience: Audience
    line: ChatLine


class Talk:
    """The newest lines of a table; older ones are forgotten."""

    def __init__(self, kept: int) -> None:
        self._lines: deque[_Spoken] = deque(maxlen=kept)
        self.count = 0

    def say(self, seat: Seat | None, name: str, text: str, at: float, *, playing: bool) -> ChatLine:
        """One more line. While a game runs, players talk to players and spectators to spectators."""
        self.count += 1
        line = ChatLine(self.count, seat, name, text, at)
        if not playing:
            audience = Audience.ALL
        else:
            audience = Audience.SPECTATORS if seat is None else Audience.PLAYERS
        self._lines.append(_Spoken(audience, line))
        return line

    def since(self, number: int, seat: Seat | None) -> list[ChatLine]:
        """The lines behind that number that somebody in that seat may hear, in order."""
        return [
            spoken.line for spoken in self._lines if spoken.line.n > number and spoken.audience.includes(seat)
        ]
