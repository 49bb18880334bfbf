"""What a table's painters are given: the newest view and all that the screen itself knows, as one value."""

from dataclasses import dataclass, field
from enum import StrEnum

from core.ids import Seat
from core.people import ChatLine, Presence
from core.tables import PresenceChanged, RoomView
from tui.lineedit import LineEdit
from tui.look import Look


class Hold(StrEnum):
    """Why the screen stands still: what happened is to be read before the next thing is shown."""

    NONE = "none"
    STEP = "step"  # what somebody else did
    TRICK = "trick"  # a complete trick
    ROUND = "round"  # how the points of a round came about; until a key


@dataclass(frozen=True, slots=True)
class Stage:
    """A view that is shown, and how long it is held before the next one may be."""

    view: RoomView
    hold: Hold = Hold.NONE


class Entry(StrEnum):
    """Which line of typing is open."""

    NONE = "none"
    TALK = "talk"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class Showing:
    """A table as one screen shows it now.

    `cursor` is the choice the player's cursor is on, as the game writes it; `notice` a sentence that answers the
    last key (why something was refused). `sending` tells that an action is on its way to the house; `claimable`
    that the game may be claimed; `unread` counts lines of talk since the player last talked or looked.
    """

    view: RoomView
    presence: PresenceChanged | None = None
    cursor: str = ""
    hold: Hold = Hold.NONE
    notice: str = ""
    sending: bool = False
    claimable: bool = False
    chat: tuple[ChatLine, ...] = ()
    unread: int = 0
    entry: Entry = Entry.NONE
    line: LineEdit = field(default_factory=LineEdit)

    def here(self, seat: Seat) -> bool:
        """Whether the player of a seat is connected (empty seats and bots are)."""
        return self.presence is None or self.presence.seats[seat] is Presence.HERE

    def name(self, seat: Seat) -> str:
        """The name of who sits there."""
        return self.view.seats[seat].name

    def who(self, look: Look, seat: Seat | None) -> str:
        """The name of who sits there, or "you"."""
        if seat is None:
            return ""
        return look.t("you") if seat == self.view.you else self.name(seat)
