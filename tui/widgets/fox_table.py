"""The Fox's table: the opponent above, the cards between, the player's hand below, the log beside them."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.style import Style

from core.fox.cards import rank_of, suit_of
from core.fox.view import FoxView, Play, Step
from core.ids import Seat
from core.people import Kind
from tui.look import Look
from tui.paint import Canvas, shorten
from tui.widgets.cards import paint_back, paint_backs, paint_box, paint_card, paint_slot
from tui.widgets.chat import paint_talk, paint_talk_row
from tui.widgets.fox_hand import paint_hand, paint_hidden_hand
from tui.widgets.fox_layout import Layout, layout
from tui.widgets.fox_rounds import order, paint_history, paint_round
from tui.widgets.fox_scale import TRICKS, paint_scale
from tui.widgets.game_log import paint_log, wrap
from tui.widgets.header import paint_header
from tui.widgets.showing import Entry, Hold, Showing
from tui.widgets.status_line import Hint, paint_entry, paint_keys, paint_status
from tui.words_cards import rank_name, suit_name
from tui.words_fox import card_in, choice_line, enter_word, happening_line, status_line
from tui.words_games import game_name
from tui.words_room import room_line

POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
"""What that many tricks are worth at the end of a round (F9)."""


def paint_fox_table(canvas: Canvas, look: Look, showing: Showing) -> None:
    """The whole screen of a table at which the Fox is played or watched."""
    table = showing.view.table
    if not isinstance(table, FoxView):
        raise TypeError("not a table of the Fox")
    place = layout(canvas.width, canvas.height)
    scored = showing.hold is Hold.ROUND and bool(table.rounds)
    facts = [
        look.t("round {n}", n=len(table.rounds) if scored else table.round),
        look.t("to {target}", target=table.target),
    ]
    if showing.view.you is None:
        facts.insert(0, look.t("watching"))
    elif showing.presence is not None and showing.presence.watchers:
        facts.append(look.n("{n} watching", "{n} watching", showing.presence.watchers))
    paint_header(canvas, look, game_name(look, "fox"), facts, showing.view.room)
    if scored:
        paint_round(canvas, look, showing, table, len(table.rounds))
        paint_status(canvas, look, place.status, look.t("Take your time: any key goes on."), True)
    else:
        _paint_play(canvas, look, showing, table, place)
    _paint_foot(canvas, look, showing, table, place)


def _paint_play(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    above, below = order(showing)
    _paint_player(canvas, look, showing, table, above, place, place.theirs, place.their_scale)
    _paint_player(canvas, look, showing, table, below, place, place.mine, place.my_scale)
    if place.their_hand is not None:
        paint_backs(canvas, look, 3, place.their_hand, table.seats[above].hand, 4, 5, 3)
    _paint_deck(canvas, look, showing, table, place)
    _paint_trick(canvas, look, showing, table, place)
    _paint_panel(canvas, look, showing, table, place)
    margin = 2 if canvas.width >= 80 else 1
    if table.you is None:
        paint_hidden_hand(canvas, look, table.seats[below].hand, margin, place.hand + 1,
                          canvas.width - margin - 1, place.hand_card)  # fmt: skip
    else:
        paint_hand(
            canvas, look, showing, table, margin, place.hand, canvas.width - margin - 1, place.hand_card
        )
    yours = table.turn is not None and table.turn == table.you
    paint_status(canvas, look, place.status, status_line(look, showing, table), yours)
    _paint_notice(canvas, look, showing, table, place)


def _paint_notice(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    """What the last key met with, else what the card under the cursor can do; on two rows where one is short."""
    if showing.notice:
        line, style = showing.notice, look.palette.warn
    else:
        line, style = choice_line(look, table, showing.cursor), look.palette.muted
    width = canvas.width - 4
    talk_row = bool(showing.chat) or showing.entry is not Entry.NONE
    rows = wrap(line, width)
    if len(rows) > 1 and not (talk_row and place.notice + 1 == place.talk):
        canvas.put(3, place.notice, rows[0], style)
        canvas.put(3, place.notice + 1, shorten(" ".join(rows[1:]).strip(), width), style)
    else:
        canvas.put(3, place.notice, shorten(line, width), style)


def _paint_player(canvas: Canvas, look: Look, showing: Showing, table: FoxView, seat: Seat, place: Layout,
                  y: int, scale: int) -> None:  # fmt: skip
    """A player's name, points and cards on one row, their scale of tricks on another."""
    palette, glyphs = look.palette, look.glyphs
    public = table.seats[seat]
    width = 78 if place.large and seat == order(showing)[0] else canvas.width
    turn = table.turn == seat and showing.hold is not Hold.TRICK
    if turn:
        canvas.put(1, y, glyphs.turn, palette.accent)
    name = shorten(showing.who(look, seat), 20 if place.roomy else 14)
    x = canvas.put(3, y, name, palette.accent if turn else palette.strong)
    if not showing.here(seat):
        x = canvas.put(x + 1, y, f"{glyphs.away} {look.t('away')}", palette.warn)
    x = canvas.put(max(x + 2, 18), y, look.n("{n} point", "{n} points", public.total), palette.strong)
    now = look.n("{n} trick, worth {points}", "{n} tricks, worth {points}", public.tricks,
                 points=POINTS[public.tricks])  # fmt: skip
    if public.sevens:
        now += " " + look.t("+ {points} for 7s", points=public.sevens)
    if place.roomy:
        canvas.put(x + 3, y, now, palette.muted)
    cards = look.n("{n} card", "{n} cards", public.hand)
    canvas.put_right(width - 2, y, cards, palette.muted)
    left = TRICKS - sum(each.tricks for each in table.seats)
    paint_scale(canvas, look, 1, scale, width - 2, public.tricks, left)


def _paint_deck(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    """The decree card with the trump it makes, and the draw deck."""
    palette = look.palette
    width, height = place.card
    y = place.cards
    inset = (place.slot - width) // 2
    decree_x, deck_x = place.slots[0], place.slots[1]
    choosing = table.step is Step.SWAP and table.turn == table.you and table.you is not None
    canvas.put_centre(decree_x, place.slot, y - 1, look.t("decree"), palette.muted)
    if table.decree is not None:
        keep = choosing and showing.cursor != "" and card_in(showing.cursor) is None
        paint_card(canvas, look, decree_x + inset, y, width, height, table.decree,
                   frame=palette.card_cursor if keep else palette.trump)  # fmt: skip
        if choosing:
            canvas.zone(decree_x, y - 1, place.slot, height + 3, ("choose", ""))
        suit = suit_of(table.decree)
        name = suit_name(look, suit)
        if place.under == 2:
            canvas.put_centre(decree_x, place.slot, y + height, name, palette.suit(suit))
            under, style = look.t("trump"), palette.trump
            if choosing:
                under, style = f" {look.t('keep')} ", palette.cursor if keep else palette.key
            canvas.put_centre(decree_x, place.slot, y + height + 1, under, style)
        else:
            keyword = shorten(f" {look.t('keep')} " if choosing else name, place.slot)
            style = palette.suit(suit) if not choosing else palette.cursor if keep else palette.key
            canvas.put_centre(decree_x, place.slot, y + height, keyword, style)
    canvas.put_centre(deck_x, place.slot, y - 1, look.t("deck"), palette.muted)
    paint_back(canvas, look, deck_x + inset, y, width, height, str(table.deck))


def _paint_trick(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    """The two places of the trick: the card that was led, and the answer."""
    palette = look.palette
    width, height = place.card
    y, inset = place.cards, (place.slot - width) // 2
    complete = table.last_trick if showing.hold is Hold.TRICK else None
    plays: tuple[Play, ...] = complete.plays if complete is not None else table.table
    first = plays[0].seat if plays else table.leader
    for n, seat in enumerate((first, Seat(1 - first))):
        x = place.slots[2 + n]
        canvas.put_centre(
            x, place.slot, y - 1, shorten(_brief(look, showing, seat, place.slot), place.slot), palette.base
        )
        if n >= len(plays):
            if table.turn == seat and len(plays) == n:
                paint_box(canvas, look, x + inset, y, width, height, palette.accent, dashed=True)
            else:
                paint_slot(canvas, look, x + inset, y, width, height)
            continue
        card = plays[n].card
        wins = complete is not None and complete.winner == seat
        frame = palette.good if wins else None
        loses = complete is not None and not wins
        paint_card(canvas, look, x + inset, y, width, height, card, frame=frame, faint=loses)
        role, style = _role(look, complete is not None, wins, n, rank_name(look, rank_of(card)))
        if wins and complete is not None and complete.sevens:
            role += f" +{complete.sevens}"
        if wins:
            style = palette.good
        suit = suit_of(card)
        if place.under == 2:
            canvas.put_centre(x, place.slot, y + height, suit_name(look, suit), palette.suit(suit))
        canvas.put_centre(x, place.slot, y + height + place.under - 1, shorten(role, place.slot), style)


def _brief(look: Look, showing: Showing, seat: Seat, width: int) -> str:
    """Who sits there; a bot's name without its "(bot)" where there is no room for it."""
    who = showing.who(look, seat)
    if cell_len(who) > width and showing.view.seats[seat].kind is Kind.BOT:
        who = who.partition(" (")[0]
    return shorten(who, width)


def _role(look: Look, complete: bool, wins: bool, n: int, name: str) -> tuple[str, Style]:
    """What a card on the table is, in a word: the winner, else its ability, else the card that was led."""
    if wins:
        return look.t("wins"), look.palette.good
    if name and not complete:
        return name, look.palette.base
    return (look.t("led") if n == 0 else ""), look.palette.muted


def log_lines(look: Look, showing: Showing) -> Iterator[str]:
    """The game log in words, newest first."""
    for entry in reversed(showing.view.log):
        what = entry.what
        who = showing.who(look, what.seat)
        line = room_line(look, showing.view, what, who)
        if line is None:
            line = happening_line(look, what, who)
        if line:
            yield line


def _paint_panel(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    """The log; in a large window the rounds above it and the talk below, in a small one talk while one talks."""
    x, y, width, height = place.panel
    palette = look.palette
    bottom = y + height
    if place.large:
        rule = look.glyphs.down
        for row in range(y, bottom):
            canvas.put(x - 2, row, rule, palette.line)
        if table.rounds:
            canvas.put(x, y, look.t("Rounds"), palette.title)
            y = paint_history(canvas, look, showing, table.rounds, x, y + 1, width, 7) + 1
        talk = min(8, max(3, (bottom - y) // 3)) if showing.chat else 0
        if talk:
            top = bottom - talk
            canvas.put(x, top - 1, look.t("Talk"), palette.title)
            paint_talk(canvas, look, showing.chat, x, top, width, talk)
            bottom = top - 2
        canvas.put(x, y, look.t("Log"), palette.title)
        y += 1
    elif showing.entry is Entry.TALK and showing.chat:
        paint_talk(canvas, look, showing.chat, x, y, width, height)
        return
    paint_log(canvas, look, log_lines(look, showing), x, y, width, bottom - y)


def _paint_foot(canvas: Canvas, look: Look, showing: Showing, table: FoxView, place: Layout) -> None:
    if showing.entry is not Entry.NONE:
        paint_entry(canvas, look, showing, place.talk)
    elif showing.chat and not place.large:
        paint_talk_row(canvas, look, showing.chat[-1], showing.unread, place.talk)
    paint_keys(canvas, look, place.keys, hints(look, showing, table))


def hints(look: Look, showing: Showing, table: FoxView) -> list[Hint]:
    """The keys that mean something now, the most important first."""
    enter = look.glyphs.enter
    escape = look.p("key", "Esc")
    if showing.entry is Entry.TALK:
        return [(enter, look.t("say"), "enter"), (escape, look.t("close"), "escape")]
    if showing.entry is Entry.ACTION:
        return [(enter, look.t("do it"), "enter"), (escape, look.t("close"), "escape")]
    if showing.hold in (Hold.TRICK, Hold.ROUND):
        reading = [(enter, look.t("go on"), "enter"), ("t", look.t("talk"), "t"), ("?", look.t("help"), "?")]
        return reading if table.you is not None else [*reading, (escape, look.t("leave"), "escape")]
    found: list[Hint] = []
    if table.you is not None and table.turn == table.you:
        found.append((look.glyphs.left_right, look.t("choose"), "right"))
        found.append((enter, enter_word(look, table, showing.cursor), "enter"))
        if table.step is Step.SWAP and card_in(showing.cursor) is not None:
            found.append((look.glyphs.up_key, look.t("keep"), "up"))
        else:
            found.append((":", look.t("type"), ":"))
    if showing.claimable:
        found.append(("c", look.t("claim the game"), "c"))
    found.append(("t", look.t("talk"), "t"))
    found.append(("?", look.t("help"), "?"))
    found.append((escape, look.t("leave"), "escape"))
    return found
