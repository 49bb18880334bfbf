"""One line of typing as a value: for chat, typed actions, names and codes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.cells import cell_len


@dataclass(frozen=True, slots=True)
class LineEdit:
    """The text typed so far and the cursor's place in it (in characters); `limit` is in cells."""

    text: str = ""
    cursor: int = 0
    limit: int = 200

    def insert(self, more: str) -> "LineEdit":
        """With `more` (one key or a paste) at the cursor: control characters left out, cut at the limit."""
        clean = "".join(self._that_fit(more))
        text = self.text[: self.cursor] + clean + self.text[self.cursor :]
        return replace(self, text=text, cursor=self.cursor + len(clean))

    def _that_fit(self, more: str) -> Iterator[str]:
        # A paste may have 16,000 characters: one pass, that ends early. Marks without a width count as characters.
        cells, left = self.limit - cell_len(self.text), 2 * self.limit - len(self.text)
        for character in more:
            character = " " if character == "\n" else character
            if not character.isprintable():
                continue
            cells -= cell_len(character)
            left -= 1
            if cells < 0 or left < 0:
                return
            yield character

    def key(self, key: str) -> "LineEdit | None":
        """After an editing key by Textual's name (``left``, ``backspace``, ``ctrl+u`` …); None: not one of ours."""
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        match key:
            case "left" | "ctrl+b":
                return replace(self, cursor=max(0, self.cursor - 1))
            case "right" | "ctrl+f":
                return replace(self, cursor=min(len(self.text), self.cursor + 1))
            case "home" | "ctrl+a":
                return replace(self, cursor=0)
            case "end" | "ctrl+e":
                return replace(self, cursor=len(self.text))
            case "backspace" | "ctrl+h":
                return replace(self, text=before[:-1] + after, cursor=max(0, self.cursor - 1))
            case "delete" | "ctrl+d":
                return replace(self, text=before + after[1:])
            case "ctrl+u":
                return replace(self, text=after, cursor=0)
            case "ctrl+k":
                return replace(self, text=before)
            case "ctrl+w":
                kept = before.rstrip()
                kept = kept[: kept.rfind(" ") + 1]
                return replace(self, text=kept + after, cursor=len(kept))
        return None

    def window(self, width: int) -> tuple[str, int]:
        """What fits `width` cells around the cursor, and the cursor's cell in it."""
        start = 0
        while cell_len(self.text[start : self.cursor]) >= width:
            start += 1
        shown = self.text[start:]
        while cell_len(shown) > width:
            shown = shown[:-1]
        return shown, cell_len(self.text[start : self.cursor])
