"""What may be looked at: the table of the Fox as one seat or a spectator sees it, built by allow-list."""

from dataclasses import dataclass
from enum import StrEnum

from core.fox.cards import Card
from core.ids import Seat


class Step(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    LEAD = "lead"
    FOLLOW = "follow"
    SWAP = "swap"  # a Fox was played: swap the decree or keep it
    BURY = "bury"  # a Woodcutter was played: put a card under the deck
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table and who played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: its cards in playing order, who won it, the points of its 7s, who leads next."""

    plays: tuple[Play, Play]
    winner: Seat
    sevens: int
    next_leader: Seat


@dataclass(frozen=True, slots=True)
class FoxSeat:
    """The public side of a seat. `sevens` are points of this round, `total` counts finished rounds only (c).

    `known` are cards that everybody knows to be in this hand (picked up in a swap); `voids` are suits (0-2) that
    this seat has shown not to hold and cannot have got since.
    """

    hand: int
    tricks: int
    sevens: int
    total: int
    known: tuple[Card, ...]
    voids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A finished round by seat: tricks, points of 7s, points in all (tricks by F9, and 7s)."""

    tricks: tuple[int, int]
    sevens: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoxView:
    """The table as seat `you` sees it (None: a spectator).

    `hand` is sorted by suit and rank; `drawn` is the card you took with a Woodcutter while you have to put one
    back; `buried` are the cards you put under the deck this round. `last_trick` is there until the next card is
    played (F7). `won` holds the tricks of this round only where the option `tricks_shown` is "all".
    `trick` and `round` count from 1. `deck` counts face-down cards.
    """

    you: Seat | None
    target: int
    round: int
    trick: int
    dealer: Seat
    leader: Seat
    step: Step
    turn: Seat | None
    decree: Card | None
    trump: int | None
    deck: int
    table: tuple[Play, ...]
    last_trick: Trick | None
    hand: tuple[Card, ...]
    drawn: Card | None
    buried: tuple[Card, ...]
    seats: tuple[FoxSeat, FoxSeat]
    rounds: tuple[RoundScore, ...]
    won: tuple[Trick, ...] = ()
