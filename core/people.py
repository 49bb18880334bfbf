"""Players as the house knows them: profiles and settings, presence, lines of chat."""

from dataclasses import dataclass, field
from enum import StrEnum

from core.ids import AccountId, Seat


class Kind(StrEnum):
    """How somebody proved who they are."""

    KEY = "key"
    GUEST = "guest"
    BOT = "bot"


class Presence(StrEnum):
    """Whether a seat's player is connected now."""

    HERE = "here"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player chose for their screens. Empty text means: guess it from the terminal."""

    language: str = ""  # "", en, es, fr, nl
    glyphs: str = ""  # "", unicode, ascii
    colours: str = ""  # "", truecolor, 256, 16, none
    theme: str = "dark"  # dark, light, contrast
    bell: bool = True
    title: bool = True
    animation: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """An account. `named` tells whether the player has chosen the name (else the house invented it).

    `guest_code` is the way back of a guest, shown to that guest only; empty for keys and wherever else.
    """

    account: AccountId
    kind: Kind
    name: str
    named: bool = False
    settings: Settings = field(default_factory=Settings)
    guest_code: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of talk. `seat` is None for a spectator; `at` is in seconds since 1970 (UTC)."""

    n: int
    seat: Seat | None
    name: str
    text: str
    at: float
