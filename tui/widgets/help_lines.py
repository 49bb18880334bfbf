"""The pieces a page of the help is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, a paragraph, or an item with its `label` (a key, a card, a number) before the text."""

    text: str
    label: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the help: what stands on its tab, and its pieces from above."""

    tab: str
    lines: tuple[Line, ...]


def head(text: str) -> Line:
    """A heading."""
    return Line(text, head=True)


def item(label: str, text: str) -> Line:
    """An item of a list."""
    return Line(text, label)
