"""The form in which a table is opened: game, options, who may come, and the buttons."""

from dataclasses import dataclass

from core.game import Options, OptionSpec
from tui.look import Look
from tui.widgets.lobby_form import Form, FormRow
from tui.widgets.lobby_keys import KeyHint
from tui.words_games import game_line, game_name, option_help, option_name, option_value


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What is chosen so far: one of `games`, a value for each option of its `schema`, whether it is private."""

    games: tuple[str, ...]
    game: str
    schema: tuple[OptionSpec, ...]
    options: Options
    private: bool

    @property
    def who_row(self) -> int:
        """The row that tells who may come; the options stand above it, two buttons below."""
        return 1 + len(self.schema)


def open_table_form(look: Look, choice: TableChoice, cursor: int, message: str) -> Form:
    """The form as it stands; `message` says why the house refused."""
    chosen = dict(choice.options)
    rows = [
        FormRow(
            look.t("Game"), game_name(look, choice.game), game_line(look, choice.game), len(choice.games) > 1
        )
    ]
    for spec in choice.schema:
        value = option_value(look, spec.name, chosen[spec.name])
        rows.append(FormRow(option_name(look, spec.name), value, option_help(look, spec.name)))
    if choice.private:
        who, about = (
            look.t("who has the code"),
            look.t("The table is not listed. Its code stands at the table: tell it to a friend."),
        )
    else:
        who, about = (
            look.t("anybody"),
            look.t("The table is listed in the lobby, and the first who comes sits down."),
        )
    rows.append(FormRow(look.t("Who may come"), who, about))
    rows.append(FormRow(look.t("Open the table")))
    rows.append(
        FormRow(
            look.t("Enter a code instead"),
            about=look.t("For a friend's private table, or your way back as a guest."),
        )
    )
    keys = (
        KeyHint(
            look.glyphs.enter,
            look.t("open the table") if cursor <= choice.who_row + 1 else look.t("enter a code"),
            "enter",
        ),
        KeyHint(look.glyphs.left_right, look.t("change"), "right"),
        KeyHint(look.p("key", "Esc"), look.t("back"), "escape"),
        KeyHint("?", look.t("help"), "?"),
    )
    return Form(look.t("Open or join a table"), tuple(rows), cursor, message, True, keys)
