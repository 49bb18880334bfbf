"""Golden screens: the picture of a moment as plain text in a file; `UPDATE_GOLDEN=1` writes them anew."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check(name: str, text: str) -> None:
    """Compare with the file of that name; with UPDATE_GOLDEN in the environment, write it instead."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert path.is_file(), f"no golden screen {name}: look at it, then write it with UPDATE_GOLDEN=1"
    golden = path.read_text(encoding="utf-8").removesuffix("\n")
    assert text == golden, f"{name} looks different:\n{text}\n--- instead of ---\n{golden}"
