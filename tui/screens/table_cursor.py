"""Where the cursor stands at a table: on a choice that makes sense, moved by keys, kept when the table changes."""

from tui.games import Face
from tui.widgets.showing import Showing


def settled(face: Face, showing: Showing, cursor: str) -> str:
    """The choice to stand on after a change: the same one if it is possible, else the nearest that is.

    A choice that names no card (keep the decree) changes nothing at the table: a new question starts there.
    """
    choices = face.choices(showing)
    if not choices:
        return ""
    prompt = showing.view.prompt
    legal = prompt.legal if prompt is not None else ()
    if cursor in choices and (not legal or cursor in legal):
        return cursor
    if wordy(choices[0]) and choices[0] in legal:
        return choices[0]
    same = [choice for choice in choices if cursor and choice.split()[-1] == cursor.split()[-1]]
    if same and (not legal or same[0] in legal):
        return same[0]
    at = choices.index(same[0]) if same else len(choices) // 2
    possible = [n for n, choice in enumerate(choices) if choice in legal] or list(range(len(choices)))
    return choices[min(possible, key=lambda n: abs(n - at))]


def moved(choices: tuple[str, ...], cursor: str, key: str) -> str | None:
    """The choice after a key, or None when the key moves nothing. The ends are joined."""
    if not choices:
        return None
    at = choices.index(cursor) if cursor in choices else 0
    match key:
        case "left" | "h" | "shift+tab":
            return choices[(at - 1) % len(choices)]
        case "right" | "l" | "tab":
            return choices[(at + 1) % len(choices)]
        case "home":
            return choices[0]
        case "end":
            return choices[-1]
        case "up" | "k" if wordy(choices[0]):
            return choices[0]
        case "down" | "j" if wordy(choices[0]) and at == 0:
            return choices[min(1, len(choices) - 1)]
    return None


def wordy(choice: str) -> bool:
    """Whether an action names no card."""
    return not any(character.isdigit() for character in choice)
