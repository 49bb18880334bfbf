"""The position text: one line that carries a whole state, and a strict reader of it.

::

    fox target=21 shown=last rounds=7.1.0,4.0.2 dealer=1 leader=0 hands=B2,K9/K2,M1 decree=M5
        deck=B1,B3,B4,K1,K3,K4 tricks=6.5 sevens=1.0 last=- moves=K9, K2, swap B2, keep

(on one line). First how the round began, then what has been done since:

- ``target`` and ``shown`` (last, all) are the options; ``rounds`` the finished rounds as tricks of seat 0,
  points of 7s of seat 0, of seat 1 (F9); ``dealer`` and ``leader`` are seats; ``deck`` is named from the top.
- A round begins with 13 cards in each hand, or, in a position that is set up, with fewer, as many in both, and
  six in the deck: whatever is nowhere has been won, in ``tricks`` tricks by seat, with all its 7s in ``sevens``.
- ``last`` is the last trick of the round before, in view until a card is played: ``K10,K9:0>1``: led, followed,
  by whom it was led, who took it.
- ``moves`` are actions, separated by commas; who makes them follows from the rules, and so do the cards drawn.
- ``-`` stands for nothing. Before the first deal only ``target``, ``shown`` and ``dealer`` say anything.

This text shows every hand: no player may see it while the game runs.
"""

import re

from core.fox.cards import CARDS, RANKS, TREASURE, Card, card_text, parse_card, rank_of
from core.fox.looks import cards
from core.fox.options import ALL, LAST
from core.fox.record import won_before
from core.fox.rules import DECK, HAND, apply, new, opening
from core.fox.scoring import DECIDED, TRICKS, Result, winner_of
from core.fox.state import ACTION_BITS, NOBODY, NONE, Deal, LastTrick, State
from core.fox.text import action_text, parse_action
from core.game import BadPosition, GameError
from core.ids import Seat
from core.tricks import mask

_FIELDS = (
    *("target", "shown", "rounds", "dealer", "leader", "hands"),
    *("decree", "deck", "tricks", "sevens", "last", "moves"),
)
_LINE = re.compile(
    "fox " + "".join(f"{name}=(?P<{name}>[^ =]+) " for name in _FIELDS[:-1]) + "moves=(?P<moves>[^=]+)"
)
_NUMBER = re.compile("0|[1-9][0-9]{0,199}")
_LONGEST = 20_000
"""More than any game that was played has; a reader of texts from outside must not be kept busy."""


def position_text(state: State) -> str:
    """The state as one line."""
    deal = state.deal
    dealt = deal.decree != NONE
    fields = (
        str(deal.target),
        ALL if deal.show_all else LAST,
        ",".join(".".join(map(str, result)) for result in deal.rounds) or "-",
        "-" if deal.dealer == NOBODY else str(deal.dealer),
        str(deal.leader) if dealt else "-",
        "/".join(_cards_text(cards(hand)) for hand in deal.hands) if dealt else "-",
        card_text(Card(deal.decree)) if dealt else "-",
        _cards_text(deal.stock) or "-",
        ".".join(map(str, deal.tricks)) if dealt else "-",
        ".".join(map(str, deal.sevens)) if dealt else "-",
        "-" if deal.last is None else _last_text(deal.last),
        ", ".join(action_text(entry & ACTION_BITS) for entry in state.log) or "-",
    )
    return "fox " + " ".join(f"{name}={value}" for name, value in zip(_FIELDS, fields, strict=True))


def parse_position(text: str) -> State:
    """The inverse of `position_text`; hands may stand in any order.

    Raises BadPosition with a `reason`: ``malformed`` or the name of the field that is impossible.
    """
    if len(text) > _LONGEST:
        raise BadPosition(reason="malformed")
    found = _LINE.fullmatch(text.strip())
    if found is None:
        raise BadPosition(reason="malformed")
    field = found.groupdict()
    if field["shown"] not in (LAST, ALL):
        raise BadPosition(reason="shown")
    target = _number("target", field["target"], 1)
    begun = new(2, (("target", target), ("tricks_shown", field["shown"]))).deal
    dealer = NOBODY if field["dealer"] == "-" else _number("dealer", field["dealer"], 0, 1)
    if field["hands"] == "-":
        return _before_deal(begun, dealer, field)
    if dealer == NOBODY:
        raise BadPosition(reason="dealer")
    rounds = _rounds(field["rounds"], target)
    deal = _deal(begun._replace(dealer=dealer, rounds=rounds), field)
    state = opening(deal)
    if field["moves"] != "-":
        state = _moved(state, field["moves"])
    return state


def _before_deal(begun: Deal, dealer: int, field: dict[str, str]) -> State:
    for name in _FIELDS:
        if name not in ("target", "shown", "dealer") and field[name] != "-":
            raise BadPosition(reason=name)
    return opening(begun if dealer == NOBODY else begun._replace(dealer=dealer, leader=1 - dealer))


def _moved(state: State, text: str) -> State:
    for move in text.split(", "):
        try:
            state = apply(state, Seat(state.turn), parse_action(move))
        except GameError:
            raise BadPosition(reason="moves") from None
    return state


def _deal(deal: Deal, field: dict[str, str]) -> Deal:
    """The round as it began, with all its cards in their places."""
    hands = field["hands"].split("/")
    if len(hands) != 2:
        raise BadPosition(reason="hands")
    hand0, hand1 = (_cards("hands", hand) for hand in hands)
    if len(hand0) != len(hand1) or not 1 <= len(hand0) <= HAND:
        raise BadPosition(reason="hands")
    stock = _cards("deck", field["deck"])
    if len(stock) != DECK:
        raise BadPosition(reason="deck")
    decree = _cards("decree", field["decree"])
    if len(decree) != 1:
        raise BadPosition(reason="decree")
    placed = [*hand0, *hand1, *decree, *stock]
    if len(set(placed)) != len(placed):
        raise BadPosition(reason="cards")
    leader = _number("leader", field["leader"], 0, 1)
    if len(hand0) == HAND and leader != 1 - deal.dealer:
        raise BadPosition(reason="leader")
    deal = deal._replace(
        leader=leader,
        hands=(mask(hand0), mask(hand1)),
        decree=decree[0],
        stock=stock,
        tricks=_pair("tricks", field["tricks"], HAND),
        sevens=_pair("sevens", field["sevens"], 3),
    )
    _check_won(deal, HAND - len(hand0))
    last = None if field["last"] == "-" else _last(field["last"])
    if last is not None and (not deal.rounds or len(hand0) != HAND):
        raise BadPosition(reason="last")
    return deal._replace(last=last)


def _check_won(deal: Deal, tricks: int) -> None:
    if sum(deal.tricks) != tricks:
        raise BadPosition(reason="tricks")
    treasures = sum(1 for card in cards(won_before(deal)) if rank_of(card) == TREASURE)
    if sum(deal.sevens) != treasures or any(
        sevens > 2 * won for sevens, won in zip(deal.sevens, deal.tricks, strict=True)
    ):
        raise BadPosition(reason="sevens")


def _rounds(text: str, target: int) -> tuple[Result, ...]:
    rounds: list[Result] = []
    for part in () if text == "-" else text.split(","):
        if winner_of(rounds, target) is not None:
            raise BadPosition(reason="rounds")
        numbers = [_number("rounds", number, 0, TRICKS) for number in part.split(".")]
        if len(numbers) != 3:
            raise BadPosition(reason="rounds")
        tricks, sevens0, sevens1 = numbers
        if sevens0 + sevens1 > 3 or sevens0 > 2 * tricks or sevens1 > 2 * (TRICKS - tricks):
            raise BadPosition(reason="rounds")
        rounds.append((tricks, sevens0, sevens1))
    if winner_of(rounds, target) is not None:
        raise BadPosition(reason="rounds")
    return tuple(rounds)


def _last_text(last: LastTrick) -> str:
    leader, lead, reply, winner = last
    return f"{_cards_text((lead, reply))}:{leader}>{winner}"


def _last(text: str) -> LastTrick:
    found = re.fullmatch("([^:]+):([01])>([01])", text)
    two = _cards("last", found[1]) if found else ()
    if found is None or len(two) != 2 or two[0] == two[1]:
        raise BadPosition(reason="last")
    leader, winner = int(found[2]), int(found[3])
    won = {DECIDED[decree][two[0]][two[1]][0] for decree in range(0, CARDS, RANKS)}
    if (winner != leader) not in won:
        raise BadPosition(reason="last")
    return leader, two[0], two[1], winner


def _cards_text(many: tuple[int, ...]) -> str:
    return ",".join(card_text(Card(card)) for card in many)


def _cards(field: str, text: str) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(part) for part in text.split(","))
    except ValueError:
        raise BadPosition(reason=field) from None


def _number(field: str, text: str, least: int, most: int | None = None) -> int:
    if not _NUMBER.fullmatch(text) or int(text) < least or (most is not None and int(text) > most):
        raise BadPosition(reason=field)
    return int(text)


def _pair(field: str, text: str, most: int) -> tuple[int, int]:
    parts = [_number(field, part, 0, most) for part in text.split(".")]
    if len(parts) != 2:
        raise BadPosition(reason=field)
    return parts[0], parts[1]
