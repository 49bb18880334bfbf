"""`python -m tests.pictures FOLDER [WORD]`: the pictures whose name has WORD, and an index.html that shows them.

`python -m tests.pictures --readme FOLDER` writes those that the README shows instead.
"""

import sys
from html import escape
from pathlib import Path

from tests.pictures.plan import Shot, shots
from tests.pictures.svg import svg

README = {
    "table": Shot("table_an_evening", "dark", 80, 24),
    "lobby": Shot("lobby_evening", "dark", 80, 24),
}
"""File of docs/ → the picture in it."""

MARGIN = 14.0
"""Pixels around a picture of the README."""

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Inglenook, screen by screen</title>
<style>
body {{ background: #333; color: #eee; font: 15px sans-serif; margin: 2em }}
figure {{ display: inline-block; margin: 0 1.5em 1.5em 0; vertical-align: top }}
img {{ width: 46em; max-width: 100%; height: auto; display: block }}
</style>
{body}
</html>
"""


def write(folder: Path, word: str = "") -> int:
    """Write the pictures whose name has `word`, and their index; returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    body: list[str] = []
    scene, count = "", 0
    for shot in shots():
        if word not in shot.name:
            continue
        (folder / f"{shot.name}.svg").write_text(svg(shot.canvas()), encoding="utf-8")
        count += 1
        if shot.scene != scene:
            scene = shot.scene
            body.append(f'<h2 id="{escape(scene)}">{escape(scene)}</h2>')
        caption = f"{shot.width}×{shot.height} {shot.look}"
        body.append(
            f'<figure><img src="{escape(shot.name)}.svg" loading="lazy" alt="{escape(shot.name)}">'
            f"<figcaption>{escape(caption)}</figcaption></figure>"
        )
    (folder / "index.html").write_text(_PAGE.format(body="\n".join(body)), encoding="utf-8")
    return count


def readme(folder: Path) -> None:
    """Write the pictures of the README."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in README.items():
        (folder / f"{name}.svg").write_text(svg(shot.canvas(), MARGIN), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Do what the command line says."""
    if arguments[:1] == ["--readme"]:
        readme(Path(arguments[1]))
    else:
        write(Path(arguments[0]), arguments[1] if len(arguments) > 1 else "")


if __name__ == "__main__":
    main(sys.argv[1:])
