"""Pictures of the screens: SVG files of every scene, the telling ones in every look, and those of the README."""

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.pictures.__main__ import README, readme, write
from tests.pictures.plan import LOOKS, SIZES, TELLING, shots
from tests.tui.scenes import SCENES

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_pictures_are_written(tmp_path: Path) -> None:
    """A telling scene comes in both sizes, the smallest window and every look, each a well-formed SVG."""
    count = write(tmp_path, "table_monarch-")
    files = sorted(tmp_path.glob("*.svg"))
    assert len(files) == count == len(SIZES) + 1 + len(LOOKS) - 1
    for path in files:
        text = "".join(ElementTree.parse(path).getroot().itertext())
        assert "raven-42" in text
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(path.name in index for path in files)


def test_every_scene_has_its_pictures() -> None:
    """No scene is left out, and no picture is taken twice."""
    taken = [shot.name for shot in shots()]
    assert len(set(taken)) == len(taken)
    assert {shot.scene for shot in shots()} == set(SCENES)
    assert set(TELLING) <= set(SCENES)


@pytest.mark.parametrize("name", README)
def test_the_pictures_of_the_readme_are_up_to_date(name: str, tmp_path: Path) -> None:
    """What the README shows is what the screens look like; UPDATE_GOLDEN=1 takes the pictures anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        readme(DOCS)
    readme(tmp_path)
    assert (DOCS / f"{name}.svg").read_bytes() == (tmp_path / f"{name}.svg").read_bytes()


@pytest.mark.parametrize("name", README)
def test_the_pictures_of_the_readme_need_nothing_else(name: str) -> None:
    """They reach out to no address, and fall back to any monospaced font."""
    text = (DOCS / f"{name}.svg").read_text(encoding="utf-8")
    rest = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "://" not in rest
    assert "href" not in rest
    assert "monospace" in rest
