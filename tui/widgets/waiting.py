"""A table before its game: who sits where, who is ready, the code of a private one."""

from core.ids import Seat
from core.people import Kind
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.chat import paint_talk
from tui.widgets.header import paint_header
from tui.widgets.showing import Entry, Showing
from tui.widgets.status_line import Hint, paint_entry, paint_keys, paint_status
from tui.words_games import game_name, options_text
from tui.words_room import waiting_line

WIDTH = 54


def paint_waiting(canvas: Canvas, look: Look, showing: Showing) -> None:
    """The whole screen of a table at which the game has not begun."""
    view, palette = showing.view, look.palette
    paint_header(canvas, look, game_name(look, view.game), [options_text(look, view.options)], view.room)
    x = (canvas.width - WIDTH) // 2
    y = 3 if canvas.height < 24 else 4
    title = look.t("A private table") if view.private else look.t("An open table")
    canvas.put_centre(0, canvas.width, y, title, palette.title)
    y += 2
    for seat in range(len(view.seats)):
        _paint_seat(canvas, look, showing, Seat(seat), x, y)
        y += 2
    if view.code and any(seat.account is None for seat in view.seats):
        canvas.put_centre(0, canvas.width, y, look.t("Tell a friend this code:"), palette.base)
        canvas.put_centre(0, canvas.width, y + 1, view.code, palette.accent)
        line = look.t("In the lobby they press c and type it.")
        canvas.put_centre(0, canvas.width, y + 2, line, palette.muted)
        y += 4
    foot = canvas.height - 4
    if showing.chat and foot - y > 1:
        paint_talk(canvas, look, showing.chat, x, y + 1, WIDTH, foot - y - 1)
    if showing.notice:
        canvas.put(3, foot, shorten(showing.notice, canvas.width - 4), palette.warn)
    if showing.entry is not Entry.NONE:
        paint_entry(canvas, look, showing, canvas.height - 3)
    mine = view.you is not None and not view.seats[view.you].ready
    paint_status(canvas, look, canvas.height - 2, waiting_line(look, view), mine)
    paint_keys(canvas, look, canvas.height - 1, hints(look, showing))


def _paint_seat(canvas: Canvas, look: Look, showing: Showing, number: Seat, x: int, y: int) -> None:
    palette = look.palette
    seat = showing.view.seats[number]
    if seat.account is None:
        canvas.put(x, y, f"{number + 1}", palette.muted)
        canvas.put(x + 4, y, look.t("a free seat"), palette.muted)
        return
    canvas.put(x, y, f"{number + 1}", palette.base)
    end = canvas.put(x + 4, y, shorten(showing.who(look, number), 22), palette.strong)
    if seat.kind is Kind.BOT:
        canvas.put(end + 1, y, look.t("bot"), palette.muted)
    if seat.ready:
        canvas.put_right(x + WIDTH, y, f"{look.glyphs.here} {look.t('ready')}", palette.good)
    else:
        canvas.put_right(x + WIDTH, y, f"{look.glyphs.away} {look.t('not ready yet')}", palette.muted)


def hints(look: Look, showing: Showing) -> list[Hint]:
    """The keys that mean something at an open table."""
    view = showing.view
    escape = look.p("key", "Esc")
    if showing.entry is not Entry.NONE:
        return [(look.glyphs.enter, look.t("say"), "enter"), (escape, look.t("close"), "escape")]
    found: list[Hint] = []
    free = any(seat.account is None for seat in view.seats)
    if view.you is None:
        if free:
            found.append(("s", look.t("sit down"), "s"))
    else:
        ready = view.seats[view.you].ready
        found.append(("r", look.t("not ready") if ready else look.t("ready"), "r"))
        if free:
            found.append(("b", look.t("play a bot"), "b"))
    found += [("t", look.t("talk"), "t"), ("?", look.t("help"), "?"), (escape, look.t("leave"), "escape")]
    return found
