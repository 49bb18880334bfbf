"""The panels of the lobby: which game, your name, goodbye."""

from core.people import Kind, Profile
from core.tables import LobbyView, Phase
from tui.lineedit import LineEdit
from tui.look import Look
from tui.widgets.lobby_keys import KeyHint
from tui.widgets.lobby_panel import Panel
from tui.words_games import game_name

NAME_CELLS = 20
"""The widest name the house takes."""


def which_game(look: Look, title: str, games: tuple[str, ...]) -> Panel:
    """Pick one of these games."""
    lines = tuple(f"{number} {game_name(look, game)}" for number, game in enumerate(games, 1))
    keys = (
        KeyHint(look.glyphs.enter, look.t("choose"), "enter"),
        KeyHint(look.p("key", "Esc"), look.t("back"), "escape"),
    )
    return Panel(title, (look.t("Which game?"),), lines=lines, keys=keys)


def your_name(look: Look) -> Panel:
    """Type a name of your own."""
    keys = (
        KeyHint(look.glyphs.enter, look.t("take this name"), "enter"),
        KeyHint(look.p("key", "Esc"), look.t("keep the old one"), "escape"),
    )
    sentences = (
        look.t("How others see you: up to 20 letters, digits and signs."),
        look.t("You can change it whenever you like."),
    )
    return Panel(look.t("Your name"), sentences, entry=LineEdit(limit=NAME_CELLS), keys=keys)


def goodbye(look: Look, profile: Profile, view: LobbyView | None) -> Panel:
    """Leave the house? A guest reads the way back, whoever has a running game that it is kept."""
    sentences, code = [look.t("Leave the house?")], ""
    if view is not None and any(table.phase is Phase.PLAYING for table in view.yours):
        sentences.append(look.t("Your running games are kept; the others see you as away."))
    if profile.kind is Kind.GUEST and profile.guest_code:
        sentences.append(look.t("To come back as {name}, press c next time and type:", name=profile.name))
        code = profile.guest_code
    keys = (
        KeyHint(look.glyphs.enter, look.t("leave"), "enter"),
        KeyHint(look.p("key", "Esc"), look.t("stay"), "escape"),
    )
    return Panel(look.t("Goodbye?"), tuple(sentences), code=code, keys=keys)


def enter_code(look: Look, guest: bool, entry: LineEdit, error: str) -> Panel:
    """Type a table's code or, as a guest, the way back; `error` says why the last one led nowhere."""
    sentences = [look.t("A table's code has two words, such as lusab-babad.")]
    if guest:
        sentences.append(look.t("A guest's way back has four: it makes you who you were, at the same seat."))
    keys = (
        KeyHint(look.glyphs.enter, look.t("go there"), "enter"),
        KeyHint(look.p("key", "Esc"), look.t("back"), "escape"),
    )
    return Panel(look.t("Enter a code"), tuple(sentences), entry=entry, error=error, keys=keys)
