"""Telling moments at a table, reached by playing from real positions: for golden screens and pictures."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from core import commands as cmd
from core.fox.view import FoxView, Step
from core.ids import Seat
from core.people import ChatLine
from core.tables import RoomView
from tests.tui.fakes import TABLE, FakeHouse, account
from tui.games import FACES
from tui.lineedit import LineEdit
from tui.screens.table_cursor import settled
from tui.widgets.showing import Entry, Hold, Showing, Stage

ME, OTHER = "mia", "ana"

_HANDS = "hands=B1,B7,B10,K6,K9,K10,M4,M8/B3,B8,K2,K4,K11,M1,M5,M9"
_MONARCH_HANDS = "hands=B1,B7,B10,K6,K9,K11,M4,M8/B3,B8,K1,K4,K10,M1,M5,M9"


def position(leader: int, moves: str = "-", hands: str = _HANDS) -> str:
    """The third round of a game to 21, eight cards in each hand; seat 0 is the opponent, seat 1 the player."""
    return (
        f"fox target=21 shown=last rounds=7.1.0,3.0.2 dealer=0 leader={leader} {hands} decree=M10"
        f" deck=B2,B4,K3,K7,M3,M6 tricks=2.3 sevens=0.1 last=- moves={moves}"
    )


def at(text: str) -> FakeHouse:
    """A house with one table, at which the game stands at this position."""
    house = FakeHouse()
    house.table(OTHER, ME, position=text)
    return house


def shown(house: FakeHouse, who: str = ME, stage: Stage | None = None, cursor: str = "") -> Showing:
    """What the player would be shown, the cursor where a screen would put it (or on `cursor`)."""
    stage = stage if stage is not None else Stage(house.view(who))
    showing = Showing(stage.view, house.presence[TABLE], hold=stage.hold, chat=tuple(house.chat[TABLE]))
    return replace(showing, cursor=cursor or settled(FACES["fox"], showing, ""))


def step(house: FakeHouse, name: str, action: str, who: str = ME) -> tuple[Stage, ...]:
    """The stages in which `who` is shown an action of `name`."""
    before = house.view(who)
    house.act(name, action)
    return FACES["fox"].stages(before, house.view(who))


def change(house: FakeHouse, until: Callable[[RoomView], bool], who: str = ME) -> tuple[Stage, ...]:
    """Everybody plays on; the stages of the first change after which the view of `who` satisfies `until`."""
    while True:
        before = house.view(who)
        moves = [0]

        def one(view: RoomView, moves: list[int] = moves) -> bool:
            moves[0] += 1
            return moves[0] > 1

        house.play_on(until=one)
        if until(house.view(who)):
            return FACES["fox"].stages(before, house.view(who))


def your_lead() -> Showing:
    return shown(at(position(1)), cursor="K11")


def first_lead() -> Showing:
    house = FakeHouse()
    house.table(OTHER, ME)
    return shown(house)


def mid_game() -> Showing:
    house = FakeHouse()
    house.table(OTHER, ME)

    def reached(view: RoomView) -> bool:
        table = view.table
        if not isinstance(table, FoxView) or table.round != 3 or table.trick < 5:
            return False
        return table.step is Step.FOLLOW and table.turn == 1

    house.play_on(until=reached)
    return shown(house)


def an_evening() -> Showing:
    """The picture of the README: a game in full swing, with a word from the other side of the table."""
    showing = mid_game()
    line = ChatLine(1, Seat(0), OTHER, "Mind your Keys!", 0.0)
    return replace(showing, chat=(line,))


def follow() -> Showing:
    return shown(at(position(0, "K10")))


def refused() -> Showing:
    return replace(follow(), cursor="M9", notice="You hold Keys: that suit has to be followed.")


def monarch() -> Showing:
    return shown(at(position(0, "K11", _MONARCH_HANDS)))


def swap_offered() -> Showing:
    return shown(at(position(1, "B3")))


def swap_chosen() -> Showing:
    return shown(at(position(1, "B3")), cursor="swap K11")


def put_back() -> Showing:
    return shown(at(position(1, "M5")), cursor="bury K4")


def trick_won() -> Showing:
    house = at(position(0, "B7"))
    return shown(house, stage=step(house, ME, "B8")[0])


def trick_lost() -> Showing:
    house = at(position(1, "K4"))
    return shown(house, stage=step(house, OTHER, "K9")[0])


def waiting_for_other() -> Showing:
    return shown(at(position(1, "K4")))


def round_scored() -> Showing:
    house = FakeHouse()
    house.table(OTHER, ME)
    stages = change(house, lambda view: isinstance(view.table, FoxView) and len(view.table.rounds) == 2)
    return shown(house, stage=next(stage for stage in stages if stage.hold is Hold.ROUND))


def _over() -> tuple[FakeHouse, str, str]:
    house = FakeHouse()
    house.table(OTHER, ME)
    house.play_on()
    outcome = house.view(ME).outcome
    assert outcome is not None
    winner, loser = (OTHER, ME) if outcome.winners == (Seat(0),) else (ME, OTHER)
    return house, winner, loser


def game_won() -> Showing:
    house, winner, _ = _over()
    return shown(house, winner)


def game_lost() -> Showing:
    house, _, loser = _over()
    return shown(house, loser)


def rematch_wanted() -> Showing:
    house, winner, loser = _over()
    house.submit(account(loser), cmd.Rematch(house.fresh(), TABLE))
    house.say(loser, "Once more?")
    return replace(shown(house, winner), unread=1)


def opponent_away() -> Showing:
    house = at(position(1, "K4"))
    house.goes_away(0, since=1000.0, claim_after=60.0)
    return replace(shown(house), claimable=True)


def watching() -> Showing:
    return shown(at(position(0, "K10")), who="")


def watched() -> Showing:
    house = at(position(0, "K10"))
    house.set_presence(replace(house.presence[TABLE], watchers=2))
    return shown(house)


def talk_open() -> Showing:
    house = at(position(0, "K10"))
    house.say(OTHER, "Hello! Is the kettle on?")
    house.say(ME, "It is. Your lead, I think.")
    house.say(OTHER, "Then mind my Keys.")
    line = LineEdit().insert("I always do")
    return replace(shown(house), entry=Entry.TALK, line=line)


def talk_unread() -> Showing:
    return replace(talk_open(), entry=Entry.NONE, line=LineEdit(), unread=2)


def action_typed() -> Showing:
    return replace(follow(), entry=Entry.ACTION, line=LineEdit().insert("k 4"))


def open_table() -> Showing:
    house = FakeHouse()
    house.table(ME, start=False, private=True)
    return shown(house)


def long_names() -> Showing:
    house = FakeHouse()
    house.table("狐狸狐狸狐狸狐狸狐狸", "Wilhelmina-Augustine", position=position(0, "K10"))
    house.say("狐狸狐狸狐狸狐狸狐狸", "長い名前" * 30)
    return shown(house, "Wilhelmina-Augustine")


STATES: Mapping[str, Callable[[], Showing]] = MappingProxyType(
    {
        state.__name__: state
        for state in (
            your_lead, first_lead, mid_game, an_evening, follow, refused, monarch, swap_offered, swap_chosen,
            put_back, trick_won, trick_lost, waiting_for_other, round_scored, game_won, game_lost,
            rematch_wanted, opponent_away, watching, watched, talk_open, talk_unread,
            action_typed, open_table, long_names,
        )
    }
)  # fmt: skip
"""The telling moments by name."""
