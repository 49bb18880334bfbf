"""What the house or a rule refuses, worded for the player: what was wrong and what to do instead."""

from collections.abc import Mapping

from core.commands import Refusal
from core.game import Scalar
from tui.i18n import N_
from tui.look import Look
from tui.words_cards import SUIT_CODES, card_code, suit_name
from tui.words_games import game_name

_PLAIN: Mapping[str, str] = {
    # the table and its seats
    "already_seated": N_("You sit at this table already."),
    "claim_too_early": N_("It is too early for that: give the other player a little more time to come back."),
    "game_over": N_("This game is over."),
    "game_running": N_("That has to wait: a game is running here."),
    "no_game": N_("No game is running here yet."),
    "no_such_bot": N_("No bot has that name here."),
    "no_such_seat": N_("This table has no such seat."),
    "no_such_table": N_("That table is gone, or it is private. A private table is entered with its code: c."),
    "not_opener": N_("Only the player who opened the table may do that."),
    "not_seated": N_("You have no seat at this table."),
    "opponent_left": N_("The other player has left the table."),
    "seat_taken": N_("Somebody has just taken that seat."),
    "table_closed": N_("This table is closed."),
    "table_full": N_("No seat is free at this table; you may watch."),
    # playing
    "bad_action_text": N_("That is no action of this game. Type a card such as it stands in your hand."),
    "game_error": N_("The rules do not allow that."),
    "illegal_action": N_("The rules do not allow that now."),
    "monarch_demands": N_("The Monarch asks for the 1 or the highest card of that suit."),
    "must_follow": N_("The suit that was led has to be followed."),
    "not_in_hand": N_("That card is not in your hand."),
    "not_your_turn": N_("It is not your turn."),
    "stale_prompt": N_("Too late: the table has moved on. Have a look and choose again."),
    "unknown_action": N_("This game knows no such action."),
    "wrong_step": N_("The table waits for something else just now."),
    # the house
    "busy": N_("Too much at once is going on at this table. Please try again."),
    "house_full": N_("All tables of the house are taken. Try again in a few minutes."),
    "no_such_code": N_("Nothing here has this code. Check it and try again."),
    "not_a_guest": N_("Only a guest comes back by a code; your key brings you back by itself."),
    "nothing_said": N_("There was nothing to say in that line."),
    "server_stopping": N_("The house is closing for now. Your games are kept; come back soon."),
    "too_fast": N_("Slowly: wait a moment before you say more."),
    "too_many_tables": N_("You have enough tables already: finish or leave one first."),
    "too_many_tries": N_("Too many codes were tried. Wait a few minutes, then try again."),
    "try_again": N_("That did not work just now. Please try again in a moment."),
    "bad_command_id": N_("The house did not understand that. Please try once more."),
    "bad_options": N_("One of the options is not possible."),
    "unknown_game": N_("The house does not have this game."),
    # people
    "name_bad": N_("A name needs a letter or a digit, and some names are kept for the house. Try another."),
    "name_taken": N_("Somebody has that name, or one that reads the same. Try another."),
    "name_too_long": N_("That name is too long."),
    "not_you": N_("That belongs to another player."),
    "settings_bad": N_("The house does not know that setting."),
    # why a table is gone
    "abandoned": N_("Nobody came back to that table, and it was cleared."),
    "empty": N_("Everybody has left that table."),
    "gone": N_("That table is no longer there."),
    "moved": N_("That table is being moved. Please go there again."),
    "over": N_("The game is over, and the table was cleared."),
    "too_many_watchers": N_("Too many people watch that game already."),
    # what only position files and replays meet
    "bad_chance": N_("These cards do not fit the game."),
    "bad_position": N_("This position is not possible."),
}

_WITH_BLANKS: Mapping[str, str] = {
    "bad_options": N_("This value is not possible for {option}: {value}."),
    "monarch_demands": N_("The Monarch asks for the 1 or the highest of your {suit}."),
    "must_follow": N_("You hold {suit}: that suit has to be followed."),
    "name_too_long": N_("That name is too long: it may fill {longest} cells."),
    "not_in_hand": N_("{card} is not in your hand."),
    "too_many_tables": N_("You have {limit} tables already: finish or leave one first."),
}
"""Fuller sentences, used when the refusal brings what their blanks need."""


def refusal_text(look: Look, refusal: Refusal) -> str:
    """The refusal as a sentence in the player's language; an unknown code is shown, never hidden."""
    return code_text(look, refusal.code, dict(refusal.params))


def code_text(look: Look, code: str, params: Mapping[str, Scalar] | None = None) -> str:
    """The sentence for a code and its blanks, for whoever has no Refusal in hand (a table that closed, say)."""
    blanks = _in_words(look, params or {})
    if code in _WITH_BLANKS:
        try:
            return look.t(_WITH_BLANKS[code]).format_map(blanks)
        except KeyError:
            pass  # an older house said less: the plain sentence is true as well
    if code in _PLAIN:
        return look.t(_PLAIN[code])
    return look.t("The house says no ({code}).", code=code)


def worded(code: str) -> bool:
    """Whether this code has a sentence of its own."""
    return code in _PLAIN


def _in_words(look: Look, params: Mapping[str, Scalar]) -> dict[str, str]:
    """Codes of cards, suits and games as the player calls them; what players wrote is kept short."""
    blanks: dict[str, str] = {}
    for name, value in params.items():
        text = str(value)[:24]
        if name == "suit" and len(text) == 1 and text in SUIT_CODES:
            text = suit_name(look, SUIT_CODES.index(text))
        elif name == "card" and text[:1] in tuple(SUIT_CODES) and text[1:].isdigit():
            text = card_code(look, text)
        elif name == "game":
            text = game_name(look, text)
        blanks[name] = text
    return blanks
