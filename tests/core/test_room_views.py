"""What viewers receive: it packs, depends only on what they may know, and forgets what nobody may look at."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from core import commands as cmd
from core import events as ev
from core import registry, room
from core.deals import commitment
from core.fox.cards import card_text
from core.fox.view import FoxView
from core.ids import AccountId, PromptId, Seat
from core.tables import Phase, RoomView
from core.wire import pack, unpack
from tests.core.house import ANA, BEN, CAT, ROOM, House, started
from tests.core.toy import TOY, ToyView, games

TABLES: tuple[tuple[str, room.Games], ...] = (("toy", games), ("fox", registry.game))
VIEWERS: tuple[AccountId | None, ...] = (ANA, BEN, CAT, None)


@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_every_view_packs_and_comes_back_equal_along_a_whole_game(game: str, lookup: room.Games) -> None:
    """For each seat, for a stranger and for nobody in particular."""
    house = started(lookup, game)
    rng = Random(1)
    going = True
    while going:
        for viewer in VIEWERS:
            view = house.view(viewer)
            assert unpack(pack(view), RoomView) == view
            row = room.summary(house.state, viewer, 3, lookup)
            assert unpack(pack(row)) == row
        assert house.view(CAT) == house.view(None) == room.view_from(house.state, None, lookup)
        going = house.play_on(rng.choice)
    assert house.state.phase is Phase.OVER


@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_the_seed_shows_nowhere_before_the_end_and_fits_its_commitment_after(
    game: str, lookup: room.Games
) -> None:
    """Not in views, refusals, reprs of the state, of events or of decisions."""
    house = started(lookup, game)
    seed = house.state.seed
    forms = (seed, seed.hex().encode(), repr(seed)[2:-1].encode())
    rng = Random(2)
    while house.state.phase is Phase.PLAYING:
        shown = [pack(house.view(viewer)) for viewer in VIEWERS]
        shown += [repr(house.view(viewer)).encode() for viewer in VIEWERS]
        for actor, action in ((ANA, "nonsense"), (BEN, "n11"), (CAT, "K1")):
            turn = room.view(house.state, actor, lookup).prompt
            prompt = PromptId("") if turn is None else turn.id
            decision = room.decide(
                house.state, actor, cmd.Act(house.id(), ROOM, prompt, action), games=lookup
            )
            shown.append(repr(decision).encode())
        shown.append(repr(house.state).encode())
        shown.append(repr(house.log[-3:]).encode())
        assert not any(form in text for form in forms for text in shown)
        assert house.view(None).seed == ""
        house.play_on(rng.choice)
    view = house.view(None)
    assert view.seed == seed.hex()
    assert view.commitment == commitment(seed)


def texts(value: object) -> Iterator[str]:
    """Every card code of the Fox and every number text of the toy's in a view, and the toy's numbers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts(getattr(value, field.name))


def fox_cards(view: RoomView) -> set[str]:
    """The cards that a view of the Fox shows, wherever it does."""
    table = view.table
    assert isinstance(table, FoxView)
    cards = {play.card for play in table.table} | {*table.hand, *table.buried}
    for trick in (*table.won, *([table.last_trick] if table.last_trick else [])):
        cards |= {play.card for play in trick.plays}
    for seat in table.seats:
        cards |= set(seat.known)
    cards |= {card for card in (table.decree, table.drawn) if card is not None}
    named = {text for text in texts(view.log) if re.fullmatch(r"[BKM]\d+", text)}
    return named | {card_text(card) for card in cards}


def toy_cards(view: RoomView) -> set[str]:
    """The numbers that a view of the toy shows."""
    assert isinstance(view.table, ToyView)
    numbers = set(view.table.hand)
    for entry in view.log:
        if entry.what.code in ("dealt", "chose", "shown"):
            numbers |= {int(number) for number in entry.what.args}
    return {TOY.action_text(number) for number in numbers}


def fox_number(card: str) -> int:
    """The number of a card in a deal of the Fox."""
    return "BKM".index(card[0]) * 11 + int(card[1:]) - 1


KNOWN: dict[str, tuple[Callable[[RoomView], set[str]], Callable[[str], int], tuple[str, ...]]] = {
    "toy": (toy_cards, lambda text: int(text[1:]), tuple(f"n{n}" for n in range(12))),
    "fox": (fox_cards, fox_number, tuple(f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12))),
}


def twin(
    log: list[ev.Logged], deal: int, one: str, two: str, number: Callable[[str], int]
) -> list[ev.Logged]:
    """The log as it were if two cards had changed places in the deal at that place of the log."""
    names = {one: two, two: one}
    numbers = {number(one): number(two), number(two): number(one)}
    changed = log[:deal]
    for logged in log[deal:]:
        event: Any = logged.event
        if isinstance(event, ev.ChanceDrawn) and logged is log[deal]:
            event = replace(event, outcome=tuple(numbers.get(card, card) for card in event.outcome))
        elif isinstance(event, ev.Acted):
            swapped = " ".join(names.get(word, word) for word in event.action.split(" "))
            event = replace(event, action=swapped)
        changed.append(replace(logged, event=event))
    return changed


def seen_and_views(
    log: list[ev.Logged],
    lookup: room.Games,
    deal: int,
    viewer: AccountId | None,
    cards: Callable[[RoomView], set[str]],
) -> tuple[set[str], list[bytes]]:
    """What that viewer has been shown since the deal, and each packed view and summary since."""
    state = room.replay(log[:deal], lookup)
    seen: set[str] = set()
    packed = []
    for logged in log[deal:]:
        state = room.fold(state, logged, lookup)
        view = room.view(state, viewer, lookup)
        seen |= cards(view)
        packed.append(pack(view) + pack(room.summary(state, viewer, 0, lookup)))
    return seen, packed


@pytest.mark.parametrize("viewer", [ANA, BEN, None])
@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_a_view_depends_only_on_what_its_viewer_may_know(
    game: str, lookup: room.Games, viewer: AccountId | None
) -> None:
    """Two rooms whose hidden cards differ only give byte-identical views, at every step since the deal.

    The twin of a log: two cards that the viewer has never been shown change places, in the deal and wherever a
    secret action names them. Where the play stays legal the twin is another world that the viewer may be in.
    """
    cards, number, pack_of_cards = KNOWN[game]
    compared = 0
    for salt in range(4):
        rng = Random(salt)
        house = started(lookup, game, str(salt))
        while house.play_on(rng.choice):
            deals = [n for n, logged in enumerate(house.log) if _deals_cards(logged.event)]
            if rng.random() < 0.8 or house.state.phase is Phase.OVER:
                continue
            seen, views = seen_and_views(house.log, lookup, deals[-1], viewer, cards)
            hidden = [card for card in pack_of_cards if card not in seen]
            if len(hidden) < 2:
                continue
            for _ in range(3):
                one, two = rng.sample(hidden, 2)
                other = twin(house.log, deals[-1], one, two, number)
                try:
                    _, twins = seen_and_views(other, lookup, deals[-1], viewer, cards)
                except room.BrokenLog:
                    continue  # the other player could not have played so
                assert twins == views
                compared += 1
        if compared > 30:
            break
    assert compared > 10


def _deals_cards(event: ev.Event) -> bool:
    return isinstance(event, ev.ChanceDrawn) and len(event.outcome) > 2


def test_the_log_shows_no_faces_of_older_tricks() -> None:
    """F7: of the cards played, a log names those on the table and of the last trick in view, to anybody."""
    house = started(registry.game, "fox")
    rng = Random(3)
    named = 0
    while house.play_on(rng.choice) and house.state.phase is Phase.PLAYING:
        for viewer in VIEWERS:
            view = house.view(viewer)
            table = view.table
            assert isinstance(table, FoxView)
            in_view = [play.card for play in table.table]
            if table.last_trick is not None:
                in_view += [play.card for play in table.last_trick.plays]
            told = [entry.what.args[0] for entry in view.log if entry.what.code == "played"]
            assert sorted(map(str, told)) == sorted(card_text(card) for card in in_view)
            named += len(told)
    assert named > 100


def test_where_the_table_allows_it_the_log_keeps_all_faces() -> None:
    """The option `tricks_shown` = all."""
    house = started(registry.game, "fox", options=(("tricks_shown", "all"),))
    rng = Random(3)
    for _ in range(20):
        house.play_on(rng.choice)
    assert sum(entry.what.code == "played" for entry in house.view(None).log) > 10


def test_a_secret_step_is_told_to_its_player_only() -> None:
    """Both logs have the entry; only its player's names the number."""
    house = started(games, "toy")
    house.act(ANA)
    mine, theirs, watchers = (house.view(viewer).log[-1] for viewer in (ANA, BEN, None))
    assert (mine.what.code, len(mine.what.args)) == ("chose", 1)
    assert (theirs.what.code, theirs.what.args) == ("chose", ())
    assert theirs == watchers


def test_a_log_is_bounded_and_its_numbers_run_on() -> None:
    """The oldest entries go; a reader still sees by the numbers what is new."""
    house = started(games, "toy", options=(("rounds", 60),))
    rng = Random(4)
    last, longest = 0, 0
    while house.play_on(rng.choice):
        numbers = [entry.n for entry in house.view(ANA).log]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] >= last
        last = numbers[-1]
        longest = max(longest, len(numbers))
    # A trick leaves one lasting entry here; its faces lapse and count on.
    assert last > 700
    assert longest <= 410


def test_the_table_itself_stands_in_the_log() -> None:
    """Coming, going, starting, ending: codes with a seat, names where no seat tells them."""

    def codes(house: House) -> list[tuple[str, Seat | None, tuple[Any, ...]]]:
        return [(entry.what.code, entry.what.seat, entry.what.args) for entry in house.view(None).log]

    house = House(games, "toy", seats=2)
    house.do(BEN, cmd.Sit)
    house.do(BEN, cmd.Stand)
    assert codes(house) == [
        ("seated", 0, ("Ana",)),
        ("seated", 1, ("Ben",)),
        ("stood", 1, ("Ben",)),
    ]
    house.do(BEN, cmd.Sit)
    house.do(ANA, cmd.Ready)
    house.do(BEN, cmd.Ready)
    house.do(BEN, cmd.Leave)
    told = codes(house)
    assert told[0] == ("game_started", None, (1,))
    assert told[-3:] == [("resigned", 1, ()), ("game_over", None, ("resigned", 0)), ("left", 1, ("Ben",))]
    house = started(games, "toy")
    house.absent = frozenset((Seat(1),))
    house.do(ANA, cmd.Claim)
    assert codes(house)[-2:] == [("claimed", 0, (1,)), ("game_over", None, ("claimed", 0))]
    house = started(games, "toy")
    house.append(room.abandon(house.state, games))
    assert codes(house)[-2:] == [("abandoned", None, ()), ("game_over", None, ("abandoned",))]
