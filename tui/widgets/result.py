"""The end of a game: who won, how it came about, whether the deals were what was promised, and what next."""

import hashlib
from collections.abc import Callable

from core.tables import RoomView
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.chat import paint_talk_row
from tui.widgets.header import paint_header
from tui.widgets.showing import Entry, Showing
from tui.widgets.status_line import Hint, paint_entry, paint_keys, paint_status
from tui.words_games import game_name, options_text
from tui.words_room import rematch_line, result_reason, result_title

Rounds = Callable[[Canvas, Look, Showing, int, int, int, int], int]
"""Paints a game's rounds at (x, y, width, height) and returns the row behind them."""

WIDTH = 66


def paint_result(canvas: Canvas, look: Look, showing: Showing, rounds: Rounds) -> None:
    """The whole screen of a table whose game is over."""
    view, palette = showing.view, look.palette
    outcome = view.outcome
    if outcome is None:
        return
    roomy = canvas.height >= 24
    paint_header(canvas, look, game_name(look, view.game), [options_text(look, view.options)], view.room)
    mine = view.you is not None and view.you in outcome.winners
    y = max(2, (canvas.height - 24) // 3 + 2)
    canvas.put_centre(0, canvas.width, y, result_title(look, view), palette.good if mine else palette.title)
    seats = sorted(range(len(view.seats)), key=lambda seat: seat not in outcome.winners)
    scores = f"  {look.glyphs.bullet}  ".join(
        f"{shorten(view.seats[seat].name, 20)} {outcome.scores[seat]}" for seat in seats
    )
    canvas.put_centre(0, canvas.width, y + 1, scores, palette.strong)
    reason = result_reason(look, view)
    if reason:
        canvas.put_centre(0, canvas.width, y + 2, reason, palette.base)
    y += 4 if roomy else 3
    width = min(WIDTH, canvas.width - 4)
    x = (canvas.width - width) // 2
    foot = canvas.height - (9 if roomy else 7)
    y = rounds(canvas, look, showing, x, y, width, max(2, foot - y))
    _paint_seed(canvas, look, view, x, min(y + 1, foot + 1), width)
    _paint_foot(canvas, look, showing)


def _paint_seed(canvas: Canvas, look: Look, view: RoomView, x: int, y: int, width: int) -> None:
    """The seed of the deals, and whether it is the one that was promised when the game began."""
    if not view.seed:
        return
    palette = look.palette
    if seed_fits(view):
        line, style = look.t("The deals were fixed before the game: the seed fits its seal."), palette.muted
    else:
        line, style = look.t("The seed does not fit its seal: these deals were not fixed."), palette.warn
    canvas.put(x, y, shorten(line, canvas.width - 1 - x), style)
    for row, (name, value) in enumerate(((look.t("seal"), view.commitment), (look.t("seed"), view.seed)), 1):
        start = canvas.put(x, y + row, f"{name} ", palette.muted)
        canvas.put(start, y + row, shorten(value, canvas.width - 1 - start), palette.muted)


def seed_fits(view: RoomView) -> bool:
    """Whether the revealed seed is the one whose SHA-256 was shown when the game began."""
    return hashlib.sha256(bytes.fromhex(view.seed)).hexdigest() == view.commitment


def _paint_foot(canvas: Canvas, look: Look, showing: Showing) -> None:
    y = canvas.height - 3
    if showing.entry is not Entry.NONE:
        paint_entry(canvas, look, showing, y)
    elif showing.notice:
        canvas.put(3, y, shorten(showing.notice, canvas.width - 4), look.palette.warn)
    elif showing.chat:
        paint_talk_row(canvas, look, showing.chat[-1], showing.unread, y)
    view = showing.view
    asked = (
        view.you is not None and not view.seats[view.you].rematch and any(seat.rematch for seat in view.seats)
    )
    paint_status(canvas, look, canvas.height - 2, rematch_line(look, view), asked)
    paint_keys(canvas, look, canvas.height - 1, hints(look, showing))


def hints(look: Look, showing: Showing) -> list[Hint]:
    """The keys that mean something after a game."""
    view = showing.view
    escape = look.p("key", "Esc")
    if showing.entry is not Entry.NONE:
        return [(look.glyphs.enter, look.t("say"), "enter"), (escape, look.t("close"), "escape")]
    found: list[Hint] = []
    if view.you is not None and all(seat.account is not None for seat in view.seats):
        wanted = view.seats[view.you].rematch
        found.append(("r", look.t("no rematch") if wanted else look.t("rematch"), "r"))
    found += [("t", look.t("talk"), "t"), ("?", look.t("help"), "?"), (escape, look.t("lobby"), "escape")]
    return found
