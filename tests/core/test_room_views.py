"""What viewers receive: it packs, depends only on what they may know, and forgets what nobody may look at."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import pytest

from core import commands as cmd
from core import events as ev
from core import registry, room
from core.deals import commitment
from core.fox.cards import card_text
from core.fox.state import State as FoxState
from core.fox.view import FoxView
from core.ids import AccountId, PromptId, Seat
from core.tables import Phase, RoomView
from core.wire import pack, unpack
from tests.core.house import ANA, BEN, CAT, ROOM, House, started
from tests.core.toy import Toy, games

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


def fox_known(state: room.RoomState, event: ev.Event, seat: Seat | None) -> set[str]:
    """By the rules, not by the views: cards played and swapped, the decree, and all that was ever in one's hand."""
    play = state.play
    assert isinstance(play, FoxState)
    known = {fox_name(play.decree)}
    if isinstance(event, ev.Acted) and not event.action.startswith("bury"):
        known.add(event.action.removeprefix("swap "))
    if seat is not None:
        known |= {fox_name(card) for card in range(33) if (play.hand0, play.hand1)[seat] >> card & 1}
    return known


def fox_name(card: int) -> str:
    """`K10` for its number in a deal."""
    return f"{'BKM'[card // 11]}{card % 11 + 1}"


def toy_known(state: room.RoomState, event: ev.Event, seat: Seat | None) -> set[str]:
    """By the rules: what all have shown, and all that was ever in one's hand."""
    play = state.play
    assert isinstance(play, Toy)
    shown = play.chosen if play.winner >= 0 else ()
    own = play.hands[seat] if seat is not None else ()
    return {f"n{number}" for number in (*shown, *own)}


Known: TypeAlias = Callable[[room.RoomState, ev.Event, Seat | None], set[str]]
CARDS: dict[str, tuple[Known, tuple[str, ...]]] = {
    "toy": (toy_known, tuple(f"n{number}" for number in range(12))),
    "fox": (fox_known, tuple(map(fox_name, range(33)))),
}


def twin(log: list[ev.Logged], deal: int, one: str, two: str, cards: tuple[str, ...]) -> list[ev.Logged]:
    """The log as it were if two cards had changed places in the deal at that place of the log."""
    names = {one: two, two: one}
    numbers = {cards.index(card): cards.index(other) for card, other in names.items()}
    changed = log[:deal]
    for logged in log[deal:]:
        event = logged.event
        if isinstance(event, ev.ChanceDrawn) and logged is log[deal]:
            event = replace(event, outcome=tuple(numbers.get(card, card) for card in event.outcome))
        elif isinstance(event, ev.Acted):
            event = replace(event, action=" ".join(names.get(word, word) for word in event.action.split(" ")))
        changed.append(replace(logged, event=event))
    return changed


def seen_and_views(
    log: list[ev.Logged], lookup: room.Games, deal: int, viewer: AccountId | None, known: Known
) -> tuple[set[str], list[bytes]]:
    """What that viewer has got to know since the deal, and each packed view and summary since."""
    state = room.replay(log[:deal], lookup)
    seen: set[str] = set()
    packed = []
    for logged in log[deal:]:
        state = room.fold(state, logged, lookup)
        seen |= known(state, logged.event, room.seat_of(state, viewer))
        packed.append(pack(room.view(state, viewer, lookup)) + pack(room.summary(state, viewer, 0, lookup)))
    return seen, packed


@pytest.mark.parametrize("viewer", [ANA, BEN, None])
@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_a_view_depends_only_on_what_its_viewer_may_know(
    game: str, lookup: room.Games, viewer: AccountId | None
) -> None:
    """Two rooms whose hidden cards differ only give byte-identical views, at every step since the deal.

    The twin of a log: two cards that the viewer cannot know change places, in the deal and wherever a
    secret action names them. Where the play stays legal the twin is another world that the viewer may be in.
    """
    known, cards = CARDS[game]
    compared = 0
    for salt in range(2):
        rng = Random(salt)
        house = started(lookup, game, str(salt))
        while house.play_on(rng.choice) and house.state.phase is Phase.PLAYING:
            if rng.random() < 0.8:
                continue
            deal = [n for n, logged in enumerate(house.log) if _deals_cards(logged.event)][-1]
            seen, views = seen_and_views(house.log, lookup, deal, viewer, known)
            hidden = [card for card in cards if card not in seen]
            for _ in range(3 if len(hidden) > 1 else 0):
                one, two = rng.sample(hidden, 2)
                other = twin(house.log, deal, one, two, cards)
                try:
                    _, twins = seen_and_views(other, lookup, deal, viewer, known)
                except room.BrokenLog:
                    continue  # the other player could not have played so
                assert twins == views
                compared += 1
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


def test_the_logs_of_a_table_share_the_entries_that_are_equal() -> None:
    """A table has a log for every kind of viewer; memory is spent on what differs only."""
    house = started(registry.game, "fox")
    for _ in range(12):
        house.play_on(Random(6).choice)
    mine, _, watchers = house.state.journals
    same = [(a, b) for a, b in zip(mine.entries, watchers.entries, strict=True) if a == b]
    assert len(same) > 5
    assert all(a is b for a, b in same)
