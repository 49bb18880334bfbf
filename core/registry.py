"""Which games the house knows."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.fox import FOX
from core.game import Game, GameError

GAMES: Mapping[str, Game[Any]] = MappingProxyType({"fox": FOX})
"""The games by id, in the order in which a lobby offers them."""


class UnknownGame(GameError):
    """The house does not have this game (`game`)."""

    code = "unknown_game"


def game(name: str) -> Game[Any]:
    """The game with that id. Raises UnknownGame."""
    found = GAMES.get(name)
    if found is None:
        raise UnknownGame(game=name[:40])
    return found
