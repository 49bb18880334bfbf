"""One line of typing as a value: for chat, typed actions, names and codes."""

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
        clean = "".join(character for character in more.replace("\n", " ") if character.isprintable())
        while clean and cell_len(self.text) + cell_len(clean) > self.limit:
            clean = clean[:-1]
        text = self.text[: self.cursor] + clean + self.text[self.cursor :]
        return replace(self, text=text, cursor=self.cursor + len(clean))

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
