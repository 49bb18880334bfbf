"""Breaking sentences into lines that fit, counted in cells."""

from rich.cells import cell_len


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken at blanks; a longer word is cut. "" gives no line."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):  # and only there: French keeps its colons with a no-break space
        while cell_len(word) > width:
            if line:
                lines.append(line)
                line = ""
            cut = len(word)
            while cell_len(word[:cut]) > width:
                cut -= 1
            lines.append(word[:cut])
            word = word[cut:]
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines
