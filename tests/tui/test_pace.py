"""The pace at which a table is shown: what others do waits to be read, and the newest view is never lost."""

from core.fox.view import FoxView
from tests.tui.fakes import FakeHouse
from tests.tui.states import ME, OTHER, at, change, position, step
from tui.pace import LONGEST, WAITS, Pace
from tui.widgets.fox_pace import stages
from tui.widgets.showing import Hold, Stage


def holds(shown: tuple[Stage, ...]) -> list[Hold]:
    """How the stages of a change are held."""
    return [stage.hold for stage in shown]


def test_own_steps_are_not_held() -> None:
    """What the player does is shown at once and held by nothing."""
    assert holds(step(at(position(1)), ME, "K4")) == [Hold.NONE]


def test_others_steps_are_held_a_moment() -> None:
    """A card of the opponent stands a moment before the next thing is shown; for a watcher every card does."""
    assert holds(step(at(position(0)), OTHER, "B7")) == [Hold.STEP]
    assert holds(step(at(position(1)), ME, "K4", who="")) == [Hold.STEP]


def test_a_trick_is_held_whoever_completes_it() -> None:
    """A complete trick is held, then the table without it is shown."""
    assert holds(step(at(position(0, "K10")), ME, "K2")) == [Hold.TRICK, Hold.NONE]
    assert holds(step(at(position(1, "K4")), OTHER, "K9")) == [Hold.TRICK, Hold.NONE]


def test_the_end_of_a_round_shows_the_last_trick_first() -> None:
    """The house deals at once; still the last trick is held over empty hands, then the points, then the deal."""
    house = FakeHouse()
    house.table(OTHER, ME)
    shown = change(house, lambda view: isinstance(view.table, FoxView) and len(view.table.rounds) == 1)
    assert holds(shown) == [Hold.TRICK, Hold.ROUND, Hold.NONE]
    ended, after = shown[0].view.table, shown[2].view.table
    assert isinstance(ended, FoxView)
    assert isinstance(after, FoxView)
    assert ended.hand == ()
    assert [seat.hand for seat in ended.seats] == [0, 0]
    assert ended.last_trick == after.last_trick is not None
    assert tuple(seat.tricks for seat in ended.seats) == after.rounds[0].tricks
    assert shown[0].view.prompt is None
    assert (after.round, len(after.hand)) == (2, 13)


def test_the_log_does_not_run_ahead_of_the_last_trick() -> None:
    """While the last trick of a round is read, its log tells neither the points nor the next decree."""
    house = FakeHouse()
    house.table(OTHER, ME)
    shown = change(house, lambda view: isinstance(view.table, FoxView) and len(view.table.rounds) == 2)
    told = [entry.what.code for entry in shown[0].view.log]
    assert told.count("round_scored") == 2  # of the first round
    assert told.count("dealt") == 2
    assert told[-1] in ("trick_won", "swan_leads")
    assert shown[-1].view.log[: len(told)] == shown[0].view.log
    assert [entry.what.code for entry in shown[-1].view.log[len(told) :]][:2] == ["round_scored"] * 2


def test_a_game_ends_with_its_trick() -> None:
    """The last trick of the game is held, then comes the result; its rounds stand there, so no summary before."""
    house = FakeHouse()
    house.table(OTHER, ME)
    assert holds(change(house, lambda view: view.outcome is not None)) == [Hold.TRICK, Hold.NONE]


def test_a_new_match_starts_at_once() -> None:
    """A rematch holds nothing of the game before."""
    house = FakeHouse()
    house.table(OTHER, ME)
    house.play_on()
    house.rematch(OTHER)
    before = house.view(ME)
    house.rematch(ME)
    assert holds(stages(before, house.view(ME))) == [Hold.NONE]


def test_a_hold_lets_later_stages_wait() -> None:
    """While a stage is held others queue in order; each `advance` shows the next; the last one is freed."""
    view = at(position(1)).view(ME)
    pace = Pace()
    assert pace.add([Stage(view, Hold.TRICK), Stage(view)])
    assert not pace.add([Stage(view, Hold.STEP)])
    assert (pace.held, pace.behind) == (True, True)
    assert pace.advance()
    assert pace.shown == Stage(view, Hold.STEP)
    assert (pace.held, pace.behind) == (True, False)
    assert pace.advance()
    assert pace.shown == Stage(view)
    assert not pace.advance()


def test_who_is_far_behind_jumps_to_the_newest() -> None:
    """The queue is bounded: beyond it the newest view is shown and the rest dropped."""
    house = at(position(1))
    old, new = house.view(ME), house.view("")
    pace = Pace()
    pace.add([Stage(old, Hold.ROUND)])
    for _ in range(LONGEST):
        assert not pace.add([Stage(old, Hold.TRICK)])
    assert pace.add([Stage(new)])
    assert pace.shown == Stage(new)
    assert not pace.behind


def test_how_long_things_are_held() -> None:
    """A trick two seconds or less without animation, a round until a key, but for a watcher not for ever."""
    house = at(position(1))
    pace = Pace()
    pace.add([Stage(house.view(ME), Hold.TRICK)])
    assert (pace.seconds(WAITS, animation=True), pace.seconds(WAITS, animation=False)) == (2.0, 0.7)
    pace.add([Stage(house.view(ME), Hold.ROUND), Stage(house.view(""), Hold.ROUND)])
    pace.advance()
    assert pace.seconds(WAITS, animation=False) is None
    pace.advance()
    assert pace.seconds(WAITS, animation=True) == WAITS.watchers_round
