"""The one live list of the lobby: your own games first, open tables, running games."""

from dataclasses import dataclass

from core.ids import RoomId
from core.tables import LobbyView, Phase, TableSummary
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.words_games import options_text, short_game_name


@dataclass(frozen=True, slots=True)
class Row:
    """A table of the list and what it is to the player: ``yours``, ``open`` or ``running``."""

    kind: str
    table: TableSummary


def rows(view: LobbyView) -> tuple[Row, ...]:
    """All tables in the order they are listed: yours (those that wait for you first), open, running; none twice."""
    own = sorted(view.yours, key=lambda table: not table.your_turn)
    seen = {table.room for table in own}
    listed = [Row("yours", table) for table in own]
    for kind, tables in (("open", view.open), ("running", view.running)):
        for table in tables:
            if table.room not in seen:
                seen.add(table.room)
                listed.append(Row(kind, table))
    return tuple(listed)


def state_text(look: Look, row: Row) -> str:
    """What this table waits for, in a word or two."""
    if row.kind == "yours":
        if row.table.your_turn:
            return look.t("your turn")
        match row.table.phase:
            case Phase.OPEN:
                return look.t("your table")
            case Phase.PLAYING:
                return look.t("their turn")
            case _:
                return look.t("game over")
    return look.t("free seat") if row.kind == "open" else look.t("running")


def players_text(row: Row, free: str) -> str:
    """The names at the table, `free` for an empty seat."""
    return ", ".join(name or free for name in row.table.names)


def visible_top(top: int, cursor: int | None, height: int, count: int) -> int:
    """The first row to show so that the cursor's row is among `height` rows: `top`, moved no more than needed."""
    if cursor is not None:
        top = min(top, cursor)
        top = max(top, cursor - height + 1)
    return max(0, min(top, count - height))


def paint_list(
    canvas: Canvas,
    look: Look,
    area: tuple[int, int, int, int],
    listed: tuple[Row, ...],
    cursor: RoomId | None,
    top: int,
) -> None:
    """The list in `area` (x, y, width, height), its first row the column titles, from the table number `top` on.

    The row below it tells which part of a longer list is shown.
    A click on a row means its RoomId, as ("table", room).
    """
    x, y, width, height = area
    colours, glyphs = look.palette, look.glyphs
    columns = _columns(look, width)
    shown = listed[top : top + height - 1]
    canvas.put(x, y, glyphs.across * width, colours.line)
    for left, room, title in columns:
        if title:
            canvas.put(x + left - 1, y, f" {title} ", colours.muted, room + 2)
    if len(listed) > len(shown):
        part = f" {top + 1}-{top + len(shown)} / {len(listed)} "
        canvas.put_right(x + width, y + height, part, colours.muted)
    for offset, row in enumerate(shown):
        _paint_row(canvas, look, x, y + 1 + offset, width, columns, row, row.table.room == cursor)


def _columns(look: Look, width: int) -> tuple[tuple[int, int, str], ...]:
    """(left, cells, title) of state, game, options, players, points, watchers; no cells for what has no room.

    Names are what people look for: they get what the others can spare.
    """
    state, points, watchers = 14, 8, 9
    game = 11 if width >= 74 else 0
    options = 24 if width >= 98 else 0
    players = width - 2 - state - game - points - watchers - options
    columns = []
    left = 2
    for cells, title in (
        (state, look.t("Tables")),
        (game, look.t("game")),
        (options, look.t("options")),
        (players, look.t("players")),
        (points, look.t("points")),
        (watchers, look.p("column", "watching")),
    ):
        columns.append((left, max(0, cells - 1), title if cells else ""))
        left += cells
    return tuple(columns)


def _paint_row(
    canvas: Canvas,
    look: Look,
    x: int,
    y: int,
    width: int,
    columns: tuple[tuple[int, int, str], ...],
    row: Row,
    chosen: bool,
) -> None:
    colours, table = look.palette, row.table
    options = options_text(look, table.options)
    running = table.phase is not Phase.OPEN
    points = ":".join(str(score) for score in table.scores) if running else ""
    if not running and columns[2][1] == 0:
        points = options.split(",")[0]
    texts = (
        (
            state_text(look, row),
            colours.accent if table.your_turn else colours.good if row.kind == "open" else colours.base,
        ),
        (short_game_name(look, table.game), colours.base),
        (shorten(options, columns[2][1]), colours.muted),
        (
            shorten(players_text(row, look.t("(free)")), columns[3][1]),
            colours.strong if row.kind == "yours" else colours.base,
        ),
        (shorten(points, columns[4][1]), colours.base),
        (str(table.watchers) if table.watchers else "", colours.muted),
    )
    if chosen:
        canvas.fill(x, y, width, 1, colours.cursor)
        canvas.put(x, y, look.glyphs.turn, colours.cursor)
    elif table.your_turn:
        canvas.put(x, y, look.glyphs.bullet, colours.accent)
    for (left, cells, _title), (text, style) in zip(columns, texts, strict=True):
        if cells:
            canvas.put(x + left, y, text, colours.cursor if chosen else style, cells)
    canvas.zone(x, y, width, 1, ("table", table.room))
