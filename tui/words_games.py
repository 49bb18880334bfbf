"""Games, their options and the ways a game ends, in the player's words."""

from core.game import Options, OptionSpec, Scalar
from tui.look import Look


def game_name(look: Look, game: str) -> str:
    """The title of a game from its id; an unknown id is shown as it is."""
    return look.t("The Fox in the Forest") if game == "fox" else game


def short_game_name(look: Look, game: str) -> str:
    """The name of a game in a word, for a narrow column; an unknown id is shown as it is."""
    return look.p("short name of the game", "Fox") if game == "fox" else game


def game_line(look: Look, game: str) -> str:
    """One sentence that says what kind of game it is."""
    if game == "fox":
        return look.t("Two players, thirteen tricks a round: win many, but not too many.")
    return ""


def option_name(look: Look, name: str) -> str:
    """What an option is called on screen."""
    match name:
        case "target":
            return look.t("Points to play to")
        case "tricks_shown":
            return look.t("Tricks in view")
    return name


def option_value(look: Look, name: str, value: Scalar) -> str:
    """A value of an option in words."""
    match name, value:
        case "target", 16:
            return look.t("16, a short game")
        case "target", 21:
            return look.t("21, a normal game")
        case "target", 35:
            return look.t("35, a long game")
        case "tricks_shown", "last":
            return look.t("only the last one")
        case "tricks_shown", "all":
            return look.t("all of this round")
    if isinstance(value, bool):
        return look.t("yes") if value else look.t("no")
    return str(value)


def option_help(look: Look, name: str) -> str:
    """A sentence about an option, for the screen where it is chosen."""
    match name:
        case "target":
            return look.t("The game ends after the round in which somebody gets there. Or type a number.")
        case "tricks_shown":
            return look.t("Printed rule: won tricks lie face down. Beginners may like to see them all.")
    return ""


def options_text(look: Look, options: Options) -> str:
    """The options in a few characters, for a row of the lobby: the target, and what differs from print."""
    parts = []
    for name, value in options:
        if name == "target":
            parts.append(look.t("to {points}", points=value))
        elif name == "tricks_shown" and value == "all":
            parts.append(look.t("open tricks"))
    return ", ".join(parts)


def default_options(schema: tuple[OptionSpec, ...]) -> Options:
    """The options of a game as its schema sets them when nobody chooses."""
    return tuple((spec.name, spec.default) for spec in schema)
