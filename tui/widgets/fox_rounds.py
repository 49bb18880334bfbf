"""How the points of the Fox's rounds came about: the history beside the table, and the summary of one round."""

from rich.cells import cell_len

from core.fox.view import FoxView, RoundScore
from core.ids import Seat
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.fox_scale import zone_name
from tui.widgets.showing import Showing

SEATS = (Seat(0), Seat(1))


def order(showing: Showing) -> tuple[Seat, Seat]:
    """The seats from the top of the screen down: the opponent first, the player last."""
    return (Seat(0), Seat(1)) if showing.view.you != 0 else (Seat(1), Seat(0))


def paint_round(canvas: Canvas, look: Look, showing: Showing, table: FoxView, number: int) -> None:
    """The summary of a round on the whole area between header and foot: tricks, their zone, sevens, sum, total."""
    palette = look.palette
    score = table.rounds[number - 1]
    y = max(2, canvas.height // 2 - 7)
    x, width = (canvas.width - 58) // 2, 58
    canvas.put_centre(0, canvas.width, y, look.t("Round {n} is scored", n=number), palette.title)
    columns = _columns(x, width)
    heads = (look.t("tricks"), look.t("worth"), look.t("7s"), look.t("round"), look.t("total"))
    for head, right in zip(heads, columns, strict=True):
        canvas.put_right(right, y + 2, head, palette.muted)
    canvas.put(x, y + 3, look.glyphs.across * width, palette.line)
    row = y + 4
    for seat in order(showing):
        _paint_summary(canvas, look, showing, table, score, number, seat, x, row, columns)
        row += 2
    if showing.view.outcome is None:
        line = _standing(look, showing, table, number)
        canvas.put_centre(0, canvas.width, row + 1, line, palette.muted)


def _standing(look: Look, showing: Showing, table: FoxView, number: int) -> str:
    """Who is ahead after that many rounds, and what is played to."""
    sums = totals(table, number)
    if sums[0] == sums[1]:
        return look.t("Level: {points} points each, of {target}.", points=sums[0], target=table.target)
    ahead = Seat(0) if sums[0] > sums[1] else Seat(1)
    points = max(sums)
    if ahead == showing.view.you:
        return look.t("You are ahead: {points} points of {target}.", points=points, target=table.target)
    return look.t("{name} is ahead: {points} points of {target}.", name=showing.name(ahead), points=points,
                  target=table.target)  # fmt: skip


def _columns(x: int, width: int) -> tuple[int, int, int, int, int]:
    """The right edges of the columns."""
    return (x + 20, x + 35, x + 42, x + 50, x + width)


def _paint_summary(canvas: Canvas, look: Look, showing: Showing, table: FoxView, score: RoundScore, number: int,
                   seat: Seat, x: int, y: int, columns: tuple[int, ...]) -> None:  # fmt: skip
    palette = look.palette
    tricks, sevens, points = score.tricks[seat], score.sevens[seat], score.points[seat]
    canvas.put(x, y, shorten(showing.who(look, seat), 15), palette.strong)
    canvas.put_right(columns[0], y, str(tricks), palette.base)
    canvas.put_right(columns[1], y, f"{zone_name(look, tricks)} {points - sevens}", palette.base)
    canvas.put_right(columns[2], y, f"+{sevens}", palette.base)
    canvas.put_right(columns[3], y, str(points), palette.accent)
    canvas.put_right(columns[4], y, str(totals(table, number)[seat]), palette.strong)


def totals(table: FoxView, rounds: int) -> tuple[int, int]:
    """Total points by seat after that many rounds."""
    played = table.rounds[:rounds]
    return sum(score.points[0] for score in played), sum(score.points[1] for score in played)


def paint_history(canvas: Canvas, look: Look, showing: Showing, rounds: tuple[RoundScore, ...], x: int, y: int,
                  width: int, height: int) -> int:  # fmt: skip
    """One row per finished round, the newest of those that fit; returns the row behind them."""
    palette = look.palette
    first, second = order(showing)
    column = (width - 4) // 2
    canvas.put_right(x + 3 + column, y, shorten(showing.who(look, first), column - 1), palette.muted)
    canvas.put_right(x + 3 + 2 * column, y, shorten(showing.who(look, second), column - 1), palette.muted)
    y += 1
    skipped = max(0, len(rounds) - (height - 1))
    for number, score in enumerate(rounds[skipped:], skipped + 1):
        canvas.put_right(x + 2, y, str(number), palette.muted)
        for place, seat in enumerate((first, second), 1):
            right = x + 3 + place * column
            start = canvas.put_right(right, y, f"+{score.points[seat]}".rjust(4), palette.strong)
            detail = zone_name(look, score.tricks[seat])
            if cell_len(f"{detail} {score.tricks[seat]}") <= column - 5:
                detail += f" {score.tricks[seat]}"
            canvas.put_right(start, y, shorten(detail, column - 5), palette.base)
        y += 1
    return y


def paint_rounds(
    canvas: Canvas, look: Look, showing: Showing, x: int, y: int, width: int, height: int
) -> int:
    """The history for the result of a game: all finished rounds, as far as `height` rows hold them, and totals."""
    table = showing.view.table
    if not isinstance(table, FoxView) or not table.rounds:
        return y
    inset = max(0, (width - 50) // 2)
    x, width = x + inset, width - 2 * inset
    y = paint_history(canvas, look, showing, table.rounds, x, y, width, height - 1)
    column = (width - 4) // 2
    sums = totals(table, len(table.rounds))
    canvas.put(x, y, look.t("total"), look.palette.muted)
    for place, seat in enumerate(order(showing), 1):
        canvas.put_right(x + 3 + place * column, y, str(sums[seat]), look.palette.accent)
    return y + 1
