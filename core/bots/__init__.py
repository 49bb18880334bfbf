"""The bots: players that are given what a seat knows, never a state, and answer with an action's text."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from core.bots.fox_simple import choose as fox_simple

Choose: TypeAlias = Callable[[Any, Random], str]
"""From the seat's knowledge (`Game.knowledge`) and a source of chance to the short text of a legal action."""

BOTS: Mapping[str, Mapping[str, Choose]] = MappingProxyType({"fox": MappingProxyType({"simple": fox_simple})})
"""By game and name; the first of a game is the one for whoever names none."""

SHOWN: Mapping[str, str] = MappingProxyType({"simple": "Reynard (bot)"})
"""The name under which each sits at a table, in every language."""


def bots_of(game: str) -> Mapping[str, str]:
    """The bots of a game: name → name to show."""
    return {name: SHOWN[name] for name in BOTS.get(game, ())}
