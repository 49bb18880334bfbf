"""The screens around the tables in their telling states."""

from collections.abc import Callable
from dataclasses import replace

from core.commands import Refusal
from core.game import Options
from core.ids import AccountId, CommandId, RoomId, Seat
from core.people import Kind, Profile, Settings
from core.registry import GAMES
from core.tables import LobbyView, Phase, SeekStatus, TableSummary
from tui.lineedit import LineEdit
from tui.look import Look
from tui.paint import Canvas
from tui.refusals import refusal_text
from tui.widgets.help_page import paint_help
from tui.widgets.help_text import pages
from tui.widgets.lobby_form import paint_form
from tui.widgets.lobby_open_table import TableChoice, open_table_form
from tui.widgets.lobby_page import LobbyPage, paint_lobby
from tui.widgets.lobby_panel import Panel, paint_panel
from tui.widgets.lobby_preview import paint_preview
from tui.widgets.lobby_questions import enter_code, goodbye, which_game, your_name
from tui.widgets.lobby_settings import CHOICES, settings_form

Painter = Callable[[Canvas, Look], None]

PRINTED: Options = (("target", 21), ("tricks_shown", "last"))
OPEN_TRICKS: Options = (("target", 35), ("tricks_shown", "all"))
ANA = Profile(AccountId("key:ana"), Kind.KEY, "ana", named=True)
NEW = Profile(AccountId("key:new"), Kind.KEY, "plucky-woodpecker-31")
GUEST = Profile(AccountId("guest:1"), Kind.GUEST, "quiet-otter", guest_code="lusab-babad-dukol-fitim")
ONE_O_CLOCK = 46800.0
"""Seconds since 1970."""


def table(
    room: str,
    names: tuple[str, str],
    scores: tuple[int, int] = (0, 0),
    phase: Phase = Phase.PLAYING,
    watchers: int = 0,
    seat: int | None = None,
    your_turn: bool = False,
    options: Options = PRINTED,
) -> TableSummary:
    """A row of the lobby."""
    your_seat = None if seat is None else Seat(seat)
    return TableSummary(RoomId(room), "fox", options, phase, names, scores, watchers, your_seat, your_turn)


YOURS = (
    table("oak-77", ("ana", "Reynard"), (0, 6), seat=0),
    table("raven-42", ("ana", "ben"), (9, 11), watchers=2, seat=0, your_turn=True),
    table("fern-5", ("ana", ""), phase=Phase.OPEN, seat=0),
)
OPEN = (
    table("elm-10", ("crisp-otter", ""), phase=Phase.OPEN),
    table("mint-990", ("", "Zoë van der Linden-X"), phase=Phase.OPEN, options=OPEN_TRICKS),
)
RUNNING = (
    table("star-1", ("greta", "hilde"), (14, 20), watchers=5),
    table("kettle-31", ("quick-kite", "plucky-woodpecker-31")),
)
LIVELY = LobbyView(YOURS, OPEN, RUNNING, 1234, (("fox", 2),))
QUIET = LobbyView((), (), (), 1)
CROWDED = LobbyView(
    YOURS,
    OPEN,
    tuple(table(f"river-{n}", (f"north-{n}", f"south-{n}"), (n, 30 - n), watchers=n) for n in range(30)),
    99,
)
SEEKING = LobbyView(
    (), (), RUNNING[:1], 5, (("fox", 1),), SeekStatus("fox", PRINTED, ONE_O_CLOCK, offer_bot=True)
)
WAITING = LobbyView((), (), RUNNING[:1], 5, (("fox", 1),), SeekStatus("fox", PRINTED, ONE_O_CLOCK))
STOPPING = LobbyView((), (), (), 1, notice="server_stopping")
SECOND = LobbyView((), (), (), 1, notice="second_terminal")


def _lobby(view: LobbyView | None, profile: Profile = ANA, cursor: int | str = 0, top: int = 0) -> Painter:
    place = RoomId(cursor) if isinstance(cursor, str) else cursor
    return lambda canvas, look: paint_lobby(canvas, look, LobbyPage(profile, view, place, top))


def _over_lobby(panel: Callable[[Look], Panel], profile: Profile = ANA) -> Painter:
    return lambda canvas, look: paint_lobby(canvas, look, LobbyPage(profile, LIVELY, panel=panel(look)))


def _refused(code: str) -> Painter:
    def paint(canvas: Canvas, look: Look) -> None:
        text = refusal_text(look, Refusal(CommandId("c"), code))
        paint_lobby(canvas, look, LobbyPage(ANA, LIVELY, RoomId("elm-10"), 0, text, True))

    return paint


def _open_table(cursor: int, private: bool = False) -> Painter:
    def paint(canvas: Canvas, look: Look) -> None:
        choice = TableChoice(("fox",), "fox", GAMES["fox"].options, PRINTED, private)
        paint_form(canvas, look, open_table_form(look, choice, cursor, ""))

    return paint


def _settings(cursor: int, entry: LineEdit | None = None, settings: Settings | None = None) -> Painter:
    profile = Profile(ANA.account, ANA.kind, ANA.name, True, settings or Settings())
    return lambda canvas, look: paint_form(
        canvas, look, settings_form(look, profile, cursor, entry, look.t("Kept."), False), paint_preview
    )


def _code(guest: bool, error: str = "") -> Painter:
    def paint(canvas: Canvas, look: Look) -> None:
        text = refusal_text(look, Refusal(CommandId("c"), error)) if error else ""
        paint_panel(canvas, look, enter_code(look, guest, LineEdit("lusab-bab", 9), text))

    return paint


def _help(topic: str, page: int, top: int = 0, guest: bool = False) -> Painter:
    return lambda canvas, look: paint_help(canvas, look, pages(look, topic, guest), page, top)


SCENES: dict[str, Painter] = {
    "lobby": _lobby(LIVELY),
    "lobby_evening": _lobby(replace(LIVELY, online=14)),
    "lobby_your_turn": _lobby(LIVELY, cursor="raven-42"),
    "lobby_open_table": _lobby(LIVELY, cursor="elm-10"),
    "lobby_running": _lobby(LIVELY, cursor="star-1"),
    "lobby_first_visit": _lobby(QUIET, NEW),
    "lobby_guest": _lobby(LIVELY, GUEST, 1),
    "lobby_before_it_is_known": _lobby(None, cursor=2),
    "lobby_crowded": _lobby(CROWDED, cursor="river-9", top=6),
    "lobby_waiting": _lobby(WAITING),
    "lobby_seeking": _lobby(SEEKING),
    "lobby_stopping": _lobby(STOPPING),
    "lobby_second_terminal": _lobby(SECOND),
    "lobby_refused": _refused("no_such_table"),
    "lobby_goodbye": _over_lobby(lambda look: goodbye(look, ANA, LIVELY)),
    "lobby_goodbye_guest": _over_lobby(lambda look: goodbye(look, GUEST, LIVELY), GUEST),
    "lobby_name": _over_lobby(your_name),
    "lobby_games": _over_lobby(lambda look: which_game(look, look.t("Play now"), ("fox", "rage", "tallyho"))),
    "open_table": _open_table(0),
    "open_table_points": _open_table(1),
    "open_table_private": _open_table(3, private=True),
    "open_table_code": _open_table(5),
    "join": _code(guest=False),
    "join_guest": _code(guest=True, error="no_such_code"),
    "settings_name": _settings(0, LineEdit("Zoë van der Linden-X", 20, 20)),
    **{f"settings_{name}": _settings(row) for row, (name, _values) in enumerate(CHOICES, 1)},
    "settings_chosen": _settings(
        4, settings=Settings("nl", "ascii", "none", "contrast", False, False, False)
    ),
    "help_lobby": _help("lobby", 0),
    "help_lobby_end": _help("lobby", 0, 12),
    "help_open_table": _help("open_table", 0),
    "help_join": _help("join", 0),
    "help_settings": _help("settings", 0),
    "help_table": _help("table", 0),
    "help_table_end": _help("table", 0, 14),
    "help_rules": _help("lobby", 1),
    "help_rules_cards": _help("lobby", 1, 18),
    "help_rules_points": _help("lobby", 1, 36),
    "help_rules_rulings": _help("lobby", 1, 52),
    "help_keys": _help("lobby", 2),
    "help_keys_guest": _help("lobby", 2, 2, guest=True),
}
