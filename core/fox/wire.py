"""The tags under which the records of the Fox are packed."""

from core.fox.knowledge import Done, FoxKnowledge
from core.fox.position import parse_position, position_text
from core.fox.state import Deal, State
from core.fox.view import FoxSeat, FoxView, Play, RoundScore, Step, Trick
from core.game import BadPosition
from core.wire import register


def _possible(state: State) -> bool:
    """Whether a stored state is one that play can lead to: what the strict reader of its text makes of it."""
    try:
        return parse_position(position_text(state)) == state
    except BadPosition:
        return False


register(Step, "fox.step")
register(Play, "fox.play")
register(Trick, "fox.trick")
register(FoxSeat, "fox.seat")
register(RoundScore, "fox.round")
register(FoxView, "fox.view")
register(Done, "fox.done")
register(FoxKnowledge, "fox.knowledge")
register(Deal, "fox.deal")
register(State, "fox.state", validate=_possible)
