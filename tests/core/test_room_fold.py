"""Folding a room's log gives its state, whatever was asked of it; what cannot be a log is refused."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import commands as cmd
from core import events as ev
from core import registry, room
from core.game import Outcome, Termination
from core.ids import AccountId, CommandId, Epoch, PromptId, Seat, Seq
from core.tables import Phase
from core.wire import WireError, pack, unpack
from tests.core.house import ANA, BEN, CAT, ROOM, House, started
from tests.core.toy import games

TABLES: tuple[tuple[str, room.Games], ...] = (("toy", games), ("fox", registry.game))


def script(house: House, rng: Random, length: int) -> None:
    """Ask for `length` things at random, sensible and not, and check each time that a refusal changes nothing."""
    accounts = (ANA, BEN, CAT, room.bot_account("simple", Seat(1)))
    kinds: tuple[Any, ...] = (
        (cmd.Sit, (None,)), (cmd.Sit, (Seat(1),)), (cmd.Stand, ()), (cmd.Ready, ()), (cmd.Ready, (False,)),
        (cmd.SeatBot, ()), (cmd.Rematch, ()), (cmd.Rematch, (False,)), (cmd.Claim, ()), (cmd.Resign, ()),
        (cmd.Leave, ()), (cmd.Act, (PromptId("1.2.0"), "K10")), (cmd.Act, (PromptId(""), "n3")),
    )  # fmt: skip
    for _ in range(length):
        before = house.state
        if before.phase is Phase.CLOSED:
            return
        turn = house.view(None).turn
        if turn and rng.random() < 0.9:
            held = before.seats[rng.choice(turn)]
            assert held is not None
            actor, prompt = held.account, house.prompt(held.account)
            action = rng.choice(prompt.legal) if rng.random() < 0.8 else rng.choice(("n1", "B7", "keep", "?"))
            answer = house.do(actor, cmd.Act, prompt.id, action)
        else:
            # Ready and Rematch come oftener than what ends things, so that games do get under way.
            kind, args = rng.choice(kinds[:8] * 4 + kinds)
            actor = rng.choice(accounts)
            answer = house.do(actor, kind, *args)
        if answer != "ok":
            assert house.state is before


@pytest.mark.parametrize(("game", "lookup"), TABLES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_folding_the_log_gives_the_state(game: str, lookup: room.Games, seed: int) -> None:
    """After any script of commands: from the first event, from packed events, and on from a snapshot."""
    house = House(lookup, game, str(seed), seats=2)
    script(house, Random(seed), 150)
    assert room.replay(house.log, lookup) == house.state
    packed = [pack(logged) for logged in house.log]
    assert room.replay((unpack(data, ev.Logged) for data in packed), lookup) == house.state
    middle = len(house.log) // 2 or 1
    early = room.replay(house.log[:middle], lookup)
    assert early is not None
    state = room.restore(room.snapshot(early))
    assert state == early
    for logged in house.log[middle:]:
        state = room.fold(state, logged, lookup)
    assert state == house.state
    assert room.restore(room.snapshot(state)) == state


@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_whole_games_in_a_row_fold_and_their_states_never_change(game: str, lookup: room.Games) -> None:
    """Two games with a rematch between; each earlier state still packs to what it packed to then."""
    house = started(lookup, game)
    rng = Random(5)
    kept = [(house.state, room.snapshot(house.state))]
    for match in (1, 2):
        assert house.state.match == match
        while house.play_on(rng.choice):
            kept.append((house.state, room.snapshot(house.state)))
        assert house.state.phase is Phase.OVER
        assert house.do(ANA, cmd.Rematch) == "ok"
        assert house.do(BEN, cmd.Rematch) == "ok"
    assert room.replay(house.log, lookup) == house.state
    for state, packed in kept[:: max(1, len(kept) // 20)]:
        assert room.snapshot(state) == packed


@pytest.mark.parametrize(("game", "lookup"), TABLES)
def test_a_log_that_breaks_off_inside_a_batch_can_be_settled(game: str, lookup: room.Games) -> None:
    """The seed stands before the deal: what is owed is drawn again exactly as it was."""
    house = started(lookup, game)
    seeded = next(n for n, logged in enumerate(house.log) if isinstance(logged.event, ev.GameSeeded)) + 1
    broken = room.replay(house.log[:seeded], lookup)
    assert broken is not None
    rest = tuple(logged.event for logged in house.log[seeded:])
    assert room.settle(broken, lookup) == rest != ()
    assert room.settle(house.state, lookup) == ()
    assert room.settle(House(lookup, game).state, lookup) == ()


def broken(house: House, event: ev.Event, skip: int = 0, epoch: int = 1) -> str:
    """The code with which the fold refuses that event as the next one."""
    seq = Seq(len(house.log) + 1 + skip)
    with pytest.raises(room.BrokenLog) as caught:
        room.fold(house.state, ev.Logged(seq, Epoch(epoch), 0.0, None, None, event), games)
    return caught.value.code


def test_what_cannot_be_a_log_is_refused() -> None:
    """Gaps, older owners, another first event, other rules, and events that cannot follow."""
    house = started(games, "toy")
    fine = ev.Renamed(Seat(0), "Anna")
    assert broken(house, fine, skip=1) == "gap"
    assert broken(house, fine, skip=-1) == "gap"
    assert broken(house, fine, epoch=0) == "older_epoch"
    assert broken(house, house.log[0].event) == "nonsense"
    for event in (
        ev.Acted(Seat(0), PromptId("1.1.0"), "castle"),
        ev.Acted(Seat(0), PromptId("1.1.0"), "keep"),
        ev.Acted(Seat(7), PromptId("1.1.0"), "n1"),
        ev.ChanceDrawn("deal", 0, tuple(range(12))),
        ev.Seated(Seat(2), CAT, "Cat"),
        ev.ReadyChanged(Seat(-1), True),
        ev.Left(Seat(5)),
    ):
        assert broken(house, event) == "nonsense"
    empty = House(games, "toy", seats=2)
    assert broken(empty, ev.GameStarted(1, "")) == "nonsense"
    assert broken(empty, ev.Acted(Seat(0), PromptId("1.1.0"), "n1")) == "nonsense"
    assert broken(empty, ev.ReadyChanged(Seat(1), True)) == "nonsense"
    assert broken(empty, ev.Left(Seat(1))) == "nonsense"


def test_a_log_begins_with_its_opening() -> None:
    """Under the rules that this program has."""

    def code(event: ev.Event, seq: int = 1) -> str:
        with pytest.raises(room.BrokenLog) as caught:
            room.fold(None, ev.Logged(Seq(seq), Epoch(1), 0.0, None, None, event), games)
        return caught.value.code

    opened = ev.Opened(ROOM, "toy", 1, 2, (("rounds", 2),), False, "", ANA)
    assert code(ev.Renamed(Seat(0), "Anna")) == "not_opened"
    assert code(opened, 2) == "gap"
    assert code(ev.Opened(ROOM, "toy", 2, 2, (), False, "", ANA)) == "game_version"
    assert code(ev.Opened(ROOM, "chess", 1, 2, (), False, "", ANA)) == "nonsense"
    assert room.replay((), games) is None


def test_a_newer_owner_is_accepted_and_remembered() -> None:
    """The epoch rises with each taking of ownership."""
    house = started(games, "toy")
    logged = ev.Logged(Seq(len(house.log) + 1), Epoch(4), 2000.0, None, None, ev.Renamed(Seat(0), "Anna"))
    after = room.fold(house.state, logged, games)
    assert (after.epoch, after.changed, after.since) == (4, 2000.0, 1001.0)


def test_a_damaged_snapshot_is_refused() -> None:
    """The log is the truth then."""
    data = room.snapshot(started(games, "toy").state)
    with pytest.raises(WireError):
        room.restore(data[:-1])
    with pytest.raises(WireError):
        room.restore(pack(Outcome((), (), Termination.FINISHED)))


def test_a_left_seat_and_its_opener_fold() -> None:
    """Who leaves after a game passes the opener on; nobody is left to have it in the end."""
    house = started(games, "toy")
    house.do(BEN, cmd.Resign)
    openers = []
    for account in (ANA, BEN):
        house.do(account, cmd.Leave)
        openers.append(house.state.opener)
    assert openers == [BEN, None]
    assert room.replay(house.log, games) == house.state


def test_several_commands_of_bots_need_no_id_of_a_person() -> None:
    """The house's own events carry neither actor nor id and leave the answers alone."""
    house = started(games, "toy")
    answers = house.state.answers
    house.append(room.rename(house.state, ANA, "Anna"))
    assert house.state.answers is answers
    assert room.answered(house.state, AccountId("key:nobody"), CommandId("open")) is None
