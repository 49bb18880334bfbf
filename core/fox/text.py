"""Actions of the Fox as short English text: `K10`, `swap K10`, `bury K10`, `keep`."""

from core.fox.cards import Card, card_text, parse_card
from core.fox.state import ACTIONS, BURY_FROM, KEEP, PLAY_FROM, SWAP_FROM
from core.game import Action, BadActionText

_VERBS = {"": PLAY_FROM, "swap": SWAP_FROM, "bury": BURY_FROM}
_LONGEST = 40
"""Texts come from players: a longer one is no action, and is not repeated in the refusal either."""


def action_text(action: Action) -> str:
    """`K10` plays a card, `swap K10` gives it for the decree, `bury K10` puts it under the deck, `keep` keeps."""
    if action == KEEP:
        return "keep"
    if not 0 <= action < ACTIONS:
        raise ValueError(f"not an action: {action}")
    for verb, start in reversed(_VERBS.items()):
        if action >= start:
            return f"{verb} {card_text(Card(action - start))}".lstrip()
    raise AssertionError  # the first verb starts at 0


def parse_action(text: str) -> Action:
    """The inverse of `action_text`; case does not matter, nor do spaces around and between, a missing one included.

    Raises BadActionText.
    """
    if len(text) > _LONGEST or not text.isascii():
        raise BadActionText(text=text[:_LONGEST])
    letters = "".join(text.split()).lower()
    if letters == "keep":
        return KEEP
    verb = letters[:4] if letters[:4] in _VERBS else ""
    try:
        return _VERBS[verb] + parse_card(letters[len(verb) :].upper())
    except ValueError:
        raise BadActionText(text=text) from None
