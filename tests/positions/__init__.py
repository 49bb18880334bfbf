"""Positions by name: ``positions.load("fox/3")`` is the state that line 3 of fox.txt describes."""

from functools import cache
from pathlib import Path
from typing import Any

from core.registry import game


@cache
def _texts(name: str) -> dict[str, str]:
    lines = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    named = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {name: text for name, _, text in named}


def names(of: str) -> tuple[str, ...]:
    """The names of all positions of a game, as `load` takes them."""
    return tuple(f"{of}/{name}" for name in _texts(of))


def text(name: str) -> str:
    """The position text of ``game/name``."""
    of, _, which = name.partition("/")
    return _texts(of)[which]


def load(name: str) -> Any:
    """The state of ``game/name``."""
    return game(name.partition("/")[0]).parse_position(text(name))
