"""The lobby as a whole: the mark of the house, who you are, the choices, one line of news, the list, the keys."""

from dataclasses import dataclass

from rich.cells import cell_len

from core.ids import RoomId
from core.people import Kind, Profile
from core.registry import GAMES
from core.tables import LobbyView, Phase, TableSummary
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.lobby_choices import Choice, paint_choices
from tui.widgets.lobby_keys import KeyHint, paint_footer, paint_keys
from tui.widgets.lobby_keys import width as keys_width
from tui.widgets.lobby_list import Row, paint_list, rows
from tui.widgets.lobby_mark import WIDTH as MARK_WIDTH
from tui.widgets.lobby_mark import paint_mark
from tui.widgets.lobby_panel import Panel, paint_panel
from tui.widgets.lobby_text import wrap
from tui.words_games import game_name

WIDEST = 112
"""Cells of the page in a wide window: longer lines would tear a row's ends apart."""


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """All that the lobby shows. `cursor` is a choice (0-2) or a table; `top` the first listed row.

    `message` is the answer to what the player just did (`warn`: it went wrong); it stands in the line of news.
    """

    profile: Profile
    view: LobbyView | None
    cursor: int | RoomId = 0
    top: int = 0
    message: str = ""
    warn: bool = False
    panel: Panel | None = None


def list_height(height: int, width: int) -> int:
    """How many tables the list shows at once in a window of that size."""
    return height - _list_y(height, width) - 3


def _list_y(height: int, width: int) -> int:
    choices = 4 if min(width, WIDEST) - 2 >= 72 else 3
    return _head_height(height) + choices + 2


def _head_height(height: int) -> int:
    return 3 if height < 22 else 6 if height < 30 else 8


def paint_lobby(canvas: Canvas, look: Look, page: LobbyPage) -> None:
    """The lobby on the whole canvas."""
    width = min(canvas.width, WIDEST) - 2
    x = (canvas.width - width) // 2
    view = page.view
    listed = rows(view) if view is not None else ()
    row = next((row for row in listed if row.table.room == page.cursor), None)
    _head(canvas, look, x, width, page)
    y = _head_height(canvas.height)
    cursor = page.cursor if isinstance(page.cursor, int) else None
    y = paint_choices(canvas, look, x, y, width, choices(look, view), cursor)
    _news(canvas, look, x, y, width, page, row)
    y += 2
    selected = page.cursor if not isinstance(page.cursor, int) else None
    height = canvas.height - y - 2
    paint_list(canvas, look, (x, y, width, height), listed, selected, page.top)
    if view is not None and not listed:
        _empty(canvas, look, x + 2, y + 2, width - 2)
    always = _keys(look, below=bool(listed) and row is None)
    paint_footer(canvas, look, x + 1, x + width - 1, canvas.height - 1, _first_keys(look, page, row), always)
    if page.panel is not None:
        paint_panel(canvas, look, page.panel)


def choices(look: Look, view: LobbyView | None) -> tuple[Choice, ...]:
    """The three choices and what is to be said about each just now."""
    waiting = sum(count for _game, count in view.seeking) if view is not None else 0
    open_tables = len(view.open) if view is not None else 0
    running = len(view.running) if view is not None else 0
    if view is not None and view.seek is not None:
        play = Choice("1", look.t("Looking ..."), look.t("press 1 to stop"))
    else:
        about = (
            look.n("{n} player waits", "{n} players wait", waiting)
            if waiting
            else look.t("with whoever comes")
        )
        play = Choice("1", look.t("Play now"), about)
    seats = (
        look.n("{n} free seat below", "{n} free seats below", open_tables)
        if open_tables
        else look.t("a table of your own")
    )
    watch = (
        look.n("{n} running game", "{n} running games", running) if running else look.t("no game to watch")
    )
    return (
        play,
        Choice("2", look.t("Open or join"), seats),
        Choice("3", look.t("Watch"), watch),
    )


def _head(canvas: Canvas, look: Look, x: int, width: int, page: LobbyPage) -> None:
    colours, profile = look.palette, page.profile
    height = _head_height(canvas.height)
    online = ""
    if page.view is not None:
        online = look.n("{n} player is here", "{n} players are here", page.view.online)
    who = profile.name if profile.kind is not Kind.GUEST else look.t("{name}, a guest", name=profile.name)
    right = x + width
    if height == 3:
        canvas.put(x, 0, look.glyphs.bullet + " Inglenook", colours.title)
        canvas.put_right(right, 0, who, colours.strong)
        canvas.put_right(right, 1, _way_back(look, profile) or online, colours.muted)
        return
    top = (height - 6) // 2
    paint_mark(canvas, look, x, top)
    left = x + MARK_WIDTH + 3
    canvas.put(left, top + 1, "I N G L E N O O K", colours.title)
    canvas.put(left, top + 2, look.t("a seat by the fire"), colours.muted)
    games = ", ".join(game_name(look, game) for game in GAMES)
    canvas.put(
        left, top + 3, shorten(look.t("on the table: {games}", games=games), right - left), colours.base
    )
    canvas.put_right(right, top + 1, who, colours.strong)
    canvas.put_right(right, top + 2, online, colours.muted)
    code = _way_back(look, profile)
    if code:
        canvas.put_right(right, top + 4, code, colours.accent)


def _way_back(look: Look, profile: Profile) -> str:
    if not profile.guest_code:
        return ""
    return look.t("your way back, note it: {code}", code=profile.guest_code)


def _news(canvas: Canvas, look: Look, x: int, y: int, width: int, page: LobbyPage, row: Row | None) -> None:
    """Up to two rows: the answer to the last key, else word from the house, else a match that is looked for, else
    the running game the cursor is on, else the offer of a name."""
    colours, view = look.palette, page.view
    keys: tuple[KeyHint, ...] = ()
    style = colours.base
    if page.message:
        text, style = page.message, colours.warn if page.warn else colours.good
    elif view is not None and view.notice:
        text, style = notice_text(look, view.notice), colours.warn
    elif view is not None and view.seek is not None:
        text = look.t("Looking for somebody to play with.")
        keys = (KeyHint(look.p("key", "Esc"), look.t("stop"), "escape"),)
        if view.seek.offer_bot:
            keys = (KeyHint("b", look.t("play a bot meanwhile?"), "b"), *keys)
    elif row is not None and row.kind == "yours" and row.table.phase is Phase.PLAYING:
        text = _own_game(look, row.table)
    elif not page.profile.named:
        text = look.t("The house calls you {name}.", name=page.profile.name)
        keys = (KeyHint("n", look.t("choose your own name"), "n"),)
    else:
        return
    lines = wrap(text, width - 2)
    for offset, line in enumerate(lines[:2]):
        canvas.put(x + 1, y + offset, line, style)
    if keys and cell_len(lines[0]) + 3 + keys_width(keys) <= width - 2:
        paint_keys(canvas, look, x + 1 + cell_len(lines[0]) + 3, y, keys)
    elif keys:
        paint_keys(canvas, look, x + 1, y + 1, keys)


def _own_game(look: Look, table: TableSummary) -> str:
    others = ", ".join(name for seat, name in enumerate(table.names) if seat != table.your_seat)
    if table.your_turn:
        return look.t("Your game with {name} waits for you.", name=others)
    return look.t("Your game with {name} goes on.", name=others)


def notice_text(look: Look, code: str) -> str:
    """What the house has to say to everybody, in words."""
    match code:
        case "server_stopping":
            return look.t("The house closes in a moment. Your games are kept: come back later.")
        case "second_terminal":
            return look.t("You are here on a second terminal too; both show the same seat.")
    return look.t("The house says: {code}", code=code)


def _empty(canvas: Canvas, look: Look, x: int, y: int, width: int) -> None:
    texts = (
        look.t("No tables yet: the fire is lit and the chairs are free."),
        look.t("1 waits for a player, b plays a bot at once."),
    )
    lines = [line for text in texts for line in wrap(text, width)]
    for offset, line in enumerate(lines):
        canvas.put(x, y + offset, line, look.palette.muted)


def _first_keys(look: Look, page: LobbyPage, row: Row | None) -> tuple[KeyHint, ...]:
    return (KeyHint(look.glyphs.enter, enter_text(look, page, row), "enter"),)


def enter_text(look: Look, page: LobbyPage, row: Row | None) -> str:
    """What Enter does where the cursor is."""
    if row is not None:
        match row.kind:
            case "yours":
                return look.t("go to your table")
            case "open":
                return look.t("sit down there")
            case _:
                return look.t("watch it")
    seeking = page.view is not None and page.view.seek is not None
    match page.cursor:
        case 0:
            return look.t("stop looking") if seeking else look.t("play now")
        case 1:
            return look.t("open or join")
        case _:
            return look.t("watch a game")


def _keys(look: Look, below: bool) -> tuple[KeyHint, ...]:
    """The keys of the whole house; `below` tells that there are tables to go down to."""
    down = (KeyHint(look.glyphs.down_key, look.p("key", "tables"), "down"),) if below else ()
    return (
        *down,
        KeyHint("b", look.t("bot"), "b"),
        KeyHint("c", look.t("code"), "c"),
        KeyHint("o", look.t("settings"), "o"),
        KeyHint("?", look.t("help"), "?"),
        KeyHint("q", look.t("quit"), "q"),
    )
