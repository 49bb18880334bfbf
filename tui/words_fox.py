"""The Fox in the player's words: what happened, what is to be done, what a card can do."""

from functools import lru_cache

from core.fox.cards import (
    FOX,
    MONARCH,
    SWAN,
    TREASURE,
    WITCH,
    WOODCUTTER,
    Card,
    card_text,
    rank_of,
    suit_of,
)
from core.fox.view import FoxView, Step, Trick
from core.game import Happening
from core.ids import Seat
from tui.look import Look
from tui.widgets.showing import Hold, Showing
from tui.words_cards import card_code, card_name, rank_name, suit_name


def happening_line(look: Look, what: Happening, who: str) -> str:
    """A line of the game log, or "" for what needs no line. `who` is the name of who did it, or "you"."""
    args = what.args
    match what.code:
        case "first_dealer":
            return ""  # the line of the deal says who deals
        case "dealt":
            return look.t("round {round}, dealer: {who}", round=args[0], who=who)
        case "decree":
            return look.t("decree {card}", card=card_code(look, str(args[0])))
        case "played":
            name = rank_name(look, rank_of_text(str(args[0])))
            card = card_code(look, str(args[0]))
            if name:
                return look.t("{who}: {card} ({name})", who=who, card=card, name=name)
            return look.t("{who}: {card}", who=who, card=card)
        case "swapped":
            given, taken = str(args[0]), str(args[1])
            return look.t(
                "{who}: {given} is the decree, {taken} in hand; trump {suit}",
                who=who,
                given=card_code(look, given),
                taken=card_code(look, taken),
                suit=suit_name(look, "BKM".index(given[0])),
            )
        case "kept":
            return look.t("{who}: decree kept", who=who)
        case "drew":
            if args:
                return look.t("{who}: {card} from the deck", who=who, card=card_code(look, str(args[0])))
            return look.t("{who}: a card from the deck", who=who)
        case "buried":
            if args:
                return look.t("{who}: {card} under the deck", who=who, card=card_code(look, str(args[0])))
            return look.t("{who}: a card under the deck", who=who)
        case "witch":
            return look.t("the Witch counts as {suit}", suit=suit_name(look, "BKM".index(str(args[0]))))
        case "trick_won":
            if args[1]:
                return look.t("trick {n} goes to {who}, +{points}", n=args[0], who=who, points=args[1])
            return look.t("trick {n} goes to {who}", n=args[0], who=who)
        case "swan_leads":
            return look.t("Swan, next lead: {who}", who=who)
        case "round_scored":
            return look.t("{who}: +{points}, now {total}", who=who, points=args[2], total=args[3])
        case "another_round":
            return look.t("{total} all: another round", total=args[0])
        case "game_won":
            return look.t("{who}: the game, {points} to {others}", who=who, points=args[0], others=args[1])
    return what.code


def rank_of_text(card: str) -> int:
    """The rank of a card from its English code."""
    return int(card[1:])


def ability(look: Look, card: Card, trump: int | None) -> str:
    """What a card can do, in one line."""
    match rank_of(card):
        case rank if rank == SWAN:
            return look.t("Swan: if you play it and lose the trick, you lead the next.")
        case rank if rank == FOX:
            return look.t("Fox: you may swap the decree for a card of your hand.")
        case rank if rank == WOODCUTTER:
            return look.t("Woodcutter: draw a card, then put one under the deck.")
        case rank if rank == TREASURE:
            return look.t("Treasure: 1 point for whoever wins the trick.")
        case rank if rank == WITCH:
            return look.t("Witch: the only 9 of a trick counts as trump.")
        case rank if rank == MONARCH:
            return look.t("Monarch: led, it calls for their 1 or highest of its suit.")
    name = card_name(look, card_text(card))
    if suit_of(card) == trump:
        return look.t("{card}: trump, no ability.", card=name)
    return look.t("{card}: no ability.", card=name)


def choice_line(look: Look, table: FoxView, cursor: str) -> str:
    """What the choice under the cursor means at this step."""
    card = card_in(cursor)
    if table.step is Step.SWAP and table.turn == table.you and table.decree is not None:
        decree = card_code(look, card_text(table.decree))
        if card is None:
            return look.t(
                "Keep: {decree} stays the decree, trump {suit}.",
                decree=decree,
                suit=suit_name(look, suit_of(table.decree)),
            )
        return look.t(
            "Swap: {card} becomes the decree, trump {suit}; {decree} is yours.",
            card=card_code(look, card_text(card)),
            suit=suit_name(look, suit_of(card)),
            decree=decree,
        )
    if card is None:
        return ""
    if table.step is Step.BURY and table.turn == table.you:
        return look.t(
            "Put back: {card} goes face down under the deck.", card=card_code(look, card_text(card))
        )
    return ability(look, card, table.trump)


@lru_cache(256)
def card_in(action: str) -> Card | None:
    """The card that an action names, or None (`keep`)."""
    last = action.split()[-1] if action else ""
    if last[:1] in ("B", "K", "M") and last[1:].isdigit():
        return Card("BKM".index(last[0]) * 11 + int(last[1:]) - 1)
    return None


def status_line(look: Look, showing: Showing, table: FoxView) -> str:
    """Whose turn it is, and what may be done: the line that tells a stranger where they are."""
    if showing.hold is Hold.TRICK and table.last_trick is not None:
        return _trick_line(look, showing, table.last_trick)
    if table.turn is None:
        return look.t("The cards are being dealt.")
    if table.turn != table.you:
        return _waiting_line(look, showing, table, table.turn)
    if showing.sending:
        return look.t("Sent to the table.")
    match table.step:
        case Step.SWAP:
            return look.t("Your turn: swap a card with the decree, or keep it.")
        case Step.BURY:
            if table.drawn is None:
                return look.t("Your turn: put a card under the deck.")
            drawn = card_code(look, card_text(table.drawn))
            return look.t("Your turn: you drew {card}. Put a card under the deck.", card=drawn)
        case Step.FOLLOW if table.table:
            return _follow_line(look, showing, table)
    return look.t("Your turn: lead any card.")


def _follow_line(look: Look, showing: Showing, table: FoxView) -> str:
    led = table.table[0].card
    suit = suit_name(look, suit_of(led))
    if not any(suit_of(card) == suit_of(led) for card in table.hand):
        return look.t("Your turn: you have no {suit}, so play any card.", suit=suit)
    prompt = showing.view.prompt
    if rank_of(led) == MONARCH and prompt is not None:
        cards = tuple(card_code(look, action) for action in prompt.legal)
        if len(cards) == 2:
            return look.t("Your turn: the Monarch calls for {one} or {other}.", one=cards[0], other=cards[1])
        return look.t("Your turn: the Monarch calls for {card}.", card=cards[0])
    return look.t("Your turn: follow {suit}.", suit=suit)


def _trick_line(look: Look, showing: Showing, trick: Trick) -> str:
    mine = trick.winner == showing.view.you
    name = showing.name(trick.winner)
    if trick.sevens:
        if mine:
            return look.t("You win the trick: +{points}.", points=trick.sevens)
        return look.t("{name} wins the trick: +{points}.", name=name, points=trick.sevens)
    return look.t("You win the trick.") if mine else look.t("{name} wins the trick.", name=name)


def _waiting_line(look: Look, showing: Showing, table: FoxView, turn: Seat) -> str:
    name = showing.name(turn)
    if not showing.here(turn):
        return look.t("{name} is away; the game waits.", name=name)
    match table.step:
        case Step.SWAP:
            return look.t("Waiting for {name} to swap the decree or keep it.", name=name)
        case Step.BURY:
            return look.t("Waiting for {name} to put a card back.", name=name)
        case Step.LEAD:
            return look.t("Waiting for {name} to lead.", name=name)
    return look.t("Waiting for {name} to follow.", name=name)


def enter_word(look: Look, table: FoxView, cursor: str) -> str:
    """What Enter does at this step, in a word."""
    match table.step:
        case Step.SWAP:
            return look.t("swap") if card_in(cursor) is not None else look.t("keep")
        case Step.BURY:
            return look.t("put back")
    return look.t("play")
