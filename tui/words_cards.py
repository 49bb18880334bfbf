"""Suits, ranks and cards in the player's words, and typed actions understood in those words and in English."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from tui.look import Look

SUIT_CODES = "BKM"
"""English codes of the Fox's suits, by suit number (0 Bells, 1 Keys, 2 Moons)."""


def suit_name(look: Look, suit: int) -> str:
    """Bells, Keys or Moons, for a title or a card."""
    return (look.t("Bells"), look.t("Keys"), look.t("Moons"))[suit]


def suit_code(look: Look, suit: int) -> str:
    """The abbreviation of a suit: one or two letters, unique in its language, as it may also be typed."""
    return (
        look.p("abbreviation of Bells", "B"),
        look.p("abbreviation of Keys", "K"),
        look.p("abbreviation of Moons", "M"),
    )[suit]


def card_code(look: Look, card: str) -> str:
    """The short name of a card in the player's language, from its English code: ``K10`` is ``Ll10`` in Spanish."""
    return f"{suit_code(look, SUIT_CODES.index(card[0]))}{card[1:]}"


def card_name(look: Look, card: str) -> str:
    """A card in words, from its English code: ``K10`` is "10 of Keys"."""
    return look.t("{rank} of {suit}", rank=card[1:], suit=suit_name(look, SUIT_CODES.index(card[0])))


def rank_name(look: Look, rank: int) -> str:
    """The name of an odd rank of the Fox (Swan, Fox, Woodcutter, Treasure, Witch, Monarch), or ""."""
    match rank:
        case 1:
            return look.t("Swan")
        case 3:
            return look.p("card", "Fox")
        case 5:
            return look.t("Woodcutter")
        case 7:
            return look.t("Treasure")
        case 9:
            return look.t("Witch")
        case 11:
            return look.t("Monarch")
    return ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a typed line means: the `action` to send, or None and an `error` in words.

    `card` is the English code of the card that was meant, if one was: who knows the rules can then say better why
    it may not be played.
    """

    action: str | None
    error: str = ""
    card: str = ""


def parse_typed(look: Look, text: str, legal: tuple[str, ...]) -> Typed:
    """A typed line as one of the `legal` actions (short English text).

    Cards may be written with English or local abbreviations or whole names, in either order and any case, with or
    without accents (``K10``, ``ll 10``, ``10 llaves``); the verb (swap, bury, keep …) may be English or local, and
    left out where the card alone says it.
    """
    tokens = _tokens(text)
    if not tokens:
        return Typed(None, look.t("Type a card, such as {card}.", card=card_code(look, _example(legal))))
    if not legal:
        return Typed(None, look.t("It is not your turn."))
    verbs, suits = _vocabulary(look)
    verb, rest = "", []
    for token in tokens:
        if not verb and token in verbs:
            verb = verbs[token]
        else:
            rest.append(token)
    matching = tuple(action for action in legal if not verb or _verb(action) == verb)
    if not rest:
        exact = tuple(action for action in matching if action == verb)
        if exact:
            return Typed(exact[0])
        return Typed(None, look.t("That cannot be done now."))
    cards = _cards(rest, suits)
    if not cards:
        example = card_code(look, _example(legal))
        return Typed(
            None, look.t("'{text}' is no card. Write it like {card}.", text=_short(text), card=example)
        )
    if len(cards) > 1:
        names = ", ".join(card_code(look, card) for card in cards)
        return Typed(None, look.t("Which one do you mean: {cards}?", cards=names))
    card = cards[0]
    found = [action for action in matching if action.split()[-1] == card]
    if len(found) == 1:
        return Typed(found[0], card=card)
    if found:
        return Typed(None, look.t("Say what to do with {card}.", card=card_code(look, card)), card)
    return Typed(None, look.t("{card} may not be played now.", card=card_code(look, card)), card)


def _verb(action: str) -> str:
    """`swap B2` → swap, `keep` → keep, `K10` → play."""
    first = action.split()[0]
    return "play" if first[0] in SUIT_CODES and first[1:].isdigit() else first


def _example(legal: tuple[str, ...]) -> str:
    for action in legal:
        last = action.split()[-1]
        if last[0] in SUIT_CODES and last[1:].isdigit():
            return last
    return "K10"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 12 else text[:11] + "~"


def _plain(text: str) -> str:
    """Lower case without accents, so that `cé` and `ce` are the same."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+", _plain(text[:80]))


@cache
def _vocabulary(look: Look) -> tuple[dict[str, str], dict[str, tuple[int, ...]]]:
    """Verbs by what may be typed for them, and suits (several where a beginning is shared)."""
    verbs = {"play": "play", "swap": "swap", "keep": "keep", "bury": "bury"}
    for verb, local in (
        ("play", look.p("typed verb", "play")),
        ("swap", look.p("typed verb", "swap")),
        ("keep", look.p("typed verb", "keep")),
        ("bury", look.p("typed verb", "bury")),
    ):
        verbs.setdefault(_plain(local), verb)
    english = {"b": 0, "bells": 0, "k": 1, "keys": 1, "m": 2, "moons": 2}
    suits: dict[str, tuple[int, ...]] = {}
    for suit in range(len(SUIT_CODES)):
        name = _plain(suit_name(look, suit))
        for end in range(1, len(name) + 1):
            beginning = name[:end]
            suits[beginning] = (*suits.get(beginning, ()), suit)
    for suit in range(len(SUIT_CODES)):
        suits[_plain(suit_code(look, suit))] = (suit,)
    for word, suit in english.items():
        suits[word] = (suit,)  # English codes are understood everywhere, as logs and friends write them
    return verbs, suits


def _cards(tokens: list[str], suits: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The cards (English codes) that the tokens may name: exactly one suit word and one rank from 1 to 11."""
    words = [token for token in tokens if not token.isdigit() and token not in _LITTLE_WORDS]
    ranks = [token for token in tokens if token.isdigit()]
    if len(words) != 1 or len(ranks) != 1 or not 1 <= int(ranks[0]) <= 11:
        return ()
    return tuple(f"{SUIT_CODES[suit]}{int(ranks[0])}" for suit in suits.get(words[0], ()))


_LITTLE_WORDS = frozenset({"of", "de", "van"})
"""Little words in "10 of Keys" in the four languages; no suit or verb is one of them."""
