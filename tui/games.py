"""What each game looks like at the table: adding a game adds its widgets and one line here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.tables import RoomView
from tui.look import Look
from tui.paint import Canvas
from tui.widgets.fox_hand import choices as fox_choices
from tui.widgets.fox_pace import stages as fox_stages
from tui.widgets.fox_rounds import paint_rounds as fox_rounds
from tui.widgets.fox_table import paint_fox_table
from tui.widgets.result import Rounds, paint_result
from tui.widgets.showing import Hold, Showing, Stage
from tui.widgets.waiting import paint_waiting
from tui.words_cards import Typed, parse_typed


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown and played at a table.

    `paint` draws the whole screen of a running game. `choices` are what the cursor may stand on, from left to
    right, as actions in their short English text; one that is not legal may be among them: trying it tells why.
    `stages` says in which steps a change is shown. `parse` reads a typed line as one of the legal actions.
    `rounds` draws how the points came about.
    """

    paint: Callable[[Canvas, Look, Showing], None]
    choices: Callable[[Showing], tuple[str, ...]]
    stages: Callable[[RoomView | None, RoomView], tuple[Stage, ...]]
    parse: Callable[[Look, str, tuple[str, ...]], Typed]
    rounds: Rounds


FACES: Mapping[str, Face] = MappingProxyType(
    {
        "fox": Face(paint_fox_table, fox_choices, fox_stages, parse_typed, fox_rounds),
    }
)
"""The faces by the game's id."""


def paint_table(canvas: Canvas, look: Look, showing: Showing) -> None:
    """The whole screen of a table: before the game, while it runs, after it."""
    face = FACES[showing.view.game]
    if showing.view.table is None:
        paint_waiting(canvas, look, showing)
    elif showing.view.outcome is not None and showing.hold is Hold.NONE:
        paint_result(canvas, look, showing, face.rounds)
    else:
        face.paint(canvas, look, showing)
