"""What can be known of a terminal."""

import pytest

from tui.terminal import Colours, Terminal, clamp


@pytest.mark.parametrize(
    ("term", "environ", "colours"),
    [
        ("xterm-direct", {}, Colours.TRUECOLOR),
        ("xterm-kitty", {}, Colours.TRUECOLOR),
        ("xterm-ghostty", {}, Colours.TRUECOLOR),
        ("alacritty", {}, Colours.TRUECOLOR),
        ("foot-extra", {}, Colours.TRUECOLOR),
        ("wezterm", {}, Colours.TRUECOLOR),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Colours.TRUECOLOR),
        ("xterm-256color", {}, Colours.C256),
        ("tmux-256color", {}, Colours.C256),
        ("nonsense", {}, Colours.C256),
        ("", {}, Colours.C256),
        ("xterm", {}, Colours.C16),
        ("linux", {}, Colours.C16),
        ("vt100", {}, Colours.C16),
        ("dumb", {"COLORTERM": "truecolor"}, Colours.NONE),
        ("xterm-256color", {"NO_COLOR": "1"}, Colours.NONE),
    ],
)
def test_colours_are_inferred(term: str, environ: dict[str, str], colours: Colours) -> None:
    """From TERM, and from COLORTERM and NO_COLOR where they were sent."""
    assert Terminal.of(term, (80, 24), environ).colours is colours


@pytest.mark.parametrize(
    ("claimed", "size"),
    [
        ((0, 0), (80, 24)),
        ((0, 50), (80, 24)),
        ((-1, 5), (80, 24)),
        ((1, 1), (1, 1)),
        ((60000, 60000), (400, 150)),
        ((120, 40), (120, 40)),
    ],
)
def test_sizes_are_clamped(claimed: tuple[int, int], size: tuple[int, int]) -> None:
    """A size is a claim."""
    assert clamp(*claimed) == size


@pytest.mark.parametrize(
    ("environ", "language", "unicode"),
    [
        ({}, "", True),
        ({"LANG": "nl_NL.UTF-8"}, "nl", True),
        ({"LANG": "fr_FR.ISO-8859-1"}, "fr", False),
        ({"LANG": "C"}, "", False),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es", True),
        ({"LANG": "de_DE.UTF-8"}, "", True),
        ({"LC_ALL": "fr_FR.utf8", "LANG": "C"}, "fr", True),
    ],
)
def test_language_and_glyphs_are_guessed(environ: dict[str, str], language: str, unicode: bool) -> None:
    """From the locale, if the client sent it."""
    terminal = Terminal.of("xterm", (80, 24), environ)
    assert (terminal.language, terminal.unicode) == (language, unicode)


def test_a_term_cannot_carry_anything() -> None:
    """TERM is cut and cleaned: it may end up in a log."""
    assert Terminal.of("x\x1b[2J" + "y" * 500, (80, 24), {}).term == ("x[2J" + "y" * 500)[:63]
