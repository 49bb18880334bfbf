"""Sets up tables of the Fox from what a test is about; the other cards go wherever they fit."""

from typing import Any

from core.fox import FOX
from core.fox.cards import CARDS, Card, card_text, parse_card, rank_of
from core.fox.state import State
from core.ids import Seat
from tests.core import playing

A, B = Seat(0), Seat(1)


def hands(
    first: str,
    second: str,
    decree: str,
    *moves: str,
    leader: int = 0,
    deck: str = "",
    tricks: tuple[int, int] | None = None,
    sevens: tuple[int, int] | None = None,
    rounds: str = "-",
    target: int = 21,
    shown: str = "last",
    dealer: int = 1,
) -> State:
    """A position with these hands (cards by spaces) and this decree, after these moves.

    `deck` names cards from the top; cards without abilities fill it up. All others have been won, in as many
    tricks by each as comes out even unless `tricks` and `sevens` say otherwise.
    """
    placed = [*first.split(), *second.split(), decree, *deck.split()]
    rest = [card for card in map(Card, range(CARDS)) if card_text(card) not in placed]
    rest.sort(key=lambda card: (rank_of(card) % 2, rank_of(card)))
    stock = [*deck.split(), *map(card_text, rest)][:6]
    treasures = sum(rank_of(card) == 7 for card in rest if card_text(card) not in stock)
    played = 13 - len(first.split())
    tricks = tricks or (played - played // 2, played // 2)
    sevens = sevens or (treasures - treasures // 2, treasures // 2)
    text = (
        f"fox target={target} shown={shown} rounds={rounds} dealer={dealer} leader={leader}"
        f" hands={first.replace(' ', ',')}/{second.replace(' ', ',')} decree={decree} deck={','.join(stock)}"
        f" tricks={tricks[0]}.{tricks[1]} sevens={sevens[0]}.{sevens[1]} last=- moves={', '.join(moves) or '-'}"
    )
    return FOX.parse_position(text)


def deal(seed_order: tuple[int, ...] = tuple(range(CARDS)), dealer: int = 0) -> State:
    """A game whose first round has just been dealt in this order."""
    state = FOX.apply_chance(FOX.new(2), (dealer, 1 - dealer))
    return FOX.apply_chance(state, seed_order)


def play(state: State, *texts: str) -> State:
    """The state after these actions."""
    after: State = playing.play(FOX, state, *texts)
    return after


def legal(state: State) -> list[str]:
    """The texts of what may be done now."""
    return list(playing.legal(FOX, state))


def hand(state: State, seat: int) -> list[str]:
    """The cards of a hand, by suit and rank."""
    return [card_text(card) for card in view(state, seat).hand]


def view(state: State, seat: int | None) -> Any:
    """The view of a seat, or of a spectator."""
    return FOX.view(state, None if seat is None else Seat(seat))


def decree(state: State) -> str:
    """The decree card."""
    return card_text(view(state, None).decree)


def winner(state: State) -> int:
    """Who took the trick that has just been completed."""
    return int(view(state, None).last_trick.winner)


def card(text: str) -> Card:
    """A card by its text."""
    return parse_card(text)
