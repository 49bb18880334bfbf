"""What the help says: the screen the player came from, the rules of the game, keys and guests."""

from functools import lru_cache

from tui.look import Look
from tui.widgets.help_lines import Line, Page, head, item
from tui.widgets.help_rules import fox_rules
from tui.words_games import game_name


@lru_cache(maxsize=64)  # scrolling paints anew with every key
def pages(look: Look, topic: str, guest: bool) -> tuple[Page, ...]:
    """The pages for who came from the screen `topic` (Scene.topic): that screen first, then rules, then keys."""
    return (
        Page(look.t("This screen"), _screen(look, topic)),
        Page(look.t("Rules"), (head(game_name(look, "fox")), *fox_rules(look))),
        Page(look.t("Keys and guests"), _account(look, guest)),
    )


def _screen(look: Look, topic: str) -> tuple[Line, ...]:
    match topic:
        case "lobby":
            lines = _lobby(look)
        case "open_table":
            lines = _open_table(look)
        case "join":
            lines = _join(look)
        case "settings":
            lines = _settings(look)
        case "table":
            lines = _table(look)
        case _:
            lines = _house(look)
    return (*lines, *_everywhere(look))


def _lobby(look: Look) -> tuple[Line, ...]:
    t, enter = look.t, look.glyphs.enter
    return (
        head(t("The lobby")),
        Line(
            t(
                "From here you go to a game. The list shows your own games first, then tables with a free "
                "seat, then games that are running; it keeps itself up to date."
            )
        ),
        item(
            "1",
            t(
                "Play now: you wait for the next player who wants the same game. After a few seconds you "
                "may play a bot meanwhile; you stay in the queue."
            ),
        ),
        item("2", t("Open a table of your own, for anybody or for friends who have its code.")),
        item("3", t("Watch a game. With several, press 3 again to go through them.")),
        item("b", t("Play a bot, at once.")),
        item("c", t("Enter the code of a friend's table, or your way back as a guest.")),
        item("n", t("Choose another name.")),
        item("o", t("Settings: language, colours, theme, signs, bell.")),
        item(
            look.p("keys", "arrows"),
            t("Go up and down in the list; left and right between the three choices."),
        ),
        item(enter, t("Take what the cursor is on: your table, a free seat, a game to watch.")),
        item("q", t("Leave the house. Running games are kept; the others see that you are away.")),
    )


def _open_table(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Open or join a table")),
        Line(
            t(
                "Choose the game, its options and who may come, then open the table. You sit down there "
                "and wait for the other player; a bot may take the seat instead."
            )
        ),
        item(look.p("keys", "up, down"), t("Go from row to row.")),
        item(
            look.p("keys", "left, right"),
            t("Change the row. Where points are asked for you may also type a number."),
        ),
        item(look.glyphs.enter, t("Open the table, from any row.")),
        Line(
            t(
                "A private table is not listed. Its code stands at the table; whoever types it in may sit "
                "down."
            )
        ),
        item("c", t("Enter a code instead.")),
    )


def _join(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Enter a code")),
        Line(
            t(
                "Two words are the code of a private table. Four words are a guest's way back. Case, "
                "blanks and dashes do not matter."
            )
        ),
    )


def _settings(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("Settings")),
        Line(t("Every change shows at once and is kept at once. There is nothing to confirm.")),
        item(look.p("keys", "up, down"), t("Go from row to row.")),
        item(look.p("keys", "left, right"), t("Change the setting.")),
        Line(t("Frames and suits look broken? Choose plain signs.")),
        Line(t("Colours look wrong, or all the same? Choose fewer colours, or another theme.")),
    )


def _table(look: Look) -> tuple[Line, ...]:
    t, enter = look.t, look.glyphs.enter
    return (
        head(t("The table")),
        Line(
            t(
                "Above sits the other player, below you. The scale beside each name shows how many tricks "
                "they have and what that is worth so far: many are good, too many are worth nothing."
            )
        ),
        Line(
            t(
                "In the middle lie the decree, whose suit is trump, the draw deck and the trick. Your "
                "hand is below; cards that may not be played now are dim, and say why when tried."
            )
        ),
        item(look.p("keys", "left, right"), t("Choose a card. After a Fox, up leads to keeping the decree.")),
        item(
            enter,
            t("Play it, or answer what the table asks. When something is shown to be read: go on."),
        ),
        item(
            ":",
            t(
                "Type an action: a card such as K10 or 10 of Keys. After a Fox: swap K10, or keep. After a "
                "Woodcutter: bury K10. The letters of your own language are understood as well."
            ),
        ),
        item("t", t("Talk to the other players.")),
        item("c", t("Claim the game, when the other player has been away for long enough.")),
        item(
            look.p("key", "Esc"),
            t("Leave: to the lobby, where a running game waits on top of the list, or give the game up."),
        ),
        head(t("Before and after a game")),
        item("r", t("Ready to begin; after a game: a rematch, if the other wants it too.")),
        item("b", t("Put a bot on the free seat and begin.")),
        item("s", t("Sit down on a free seat.")),
        head(t("Watching")),
        Line(
            t(
                "You see what lies on the table, never what is in a hand. While the game runs those who "
                "watch talk among themselves."
            )
        ),
    )


def _house(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("The house")),
        Line(t("Inglenook is a seat by the fire where people play with each other, or with bots.")),
    )


def _everywhere(look: Look) -> tuple[Line, ...]:
    t = look.t
    return (
        head(t("On every screen")),
        item("?", t("This help.")),
        item(look.p("key", "Esc"), t("Back, or drop what is asked.")),
        item("Ctrl-L", t("Paint the screen anew, should your line have garbled it.")),
        Line(
            t(
                "A click does what the key beside it does; a click on a card or a row chooses it, another "
                "takes it."
            )
        ),
    )


def _account(look: Look, guest: bool) -> tuple[Line, ...]:
    t = look.t
    hello = (
        t(
            "You are a guest here. Your way back stands in the lobby: note it, and you can come back "
            "to your seat."
        )
        if guest
        else t(
            "You came with a key: it is your account. Come with the same key and you are who you "
            "were, also on another computer."
        )
    )
    return (
        head(t("Keys and guests")),
        Line(hello),
        Line(
            t(
                "With a key the house knows you again by itself: no password, no code. To make one, type "
                "this on your own computer, on Windows too:"
            )
        ),
        item(" ", "ssh-keygen -t ed25519"),
        Line(t("Press Enter at each question, then connect as before: ssh finds the new key by itself.")),
        Line(
            t(
                "The house gets only the public half, and only what your ssh sends by itself. Keep the "
                "other half to yourself."
            )
        ),
        Line(t("A key is a new account: finish the games you began as a guest first.")),
        head(t("Coming back as a guest")),
        Line(
            t(
                "Connect, press c in the lobby and type the four words. You are at the same seat with the "
                "same cards."
            )
        ),
    )
