"""Pictures of the screens: one SVG per telling moment, size and look."""

from pathlib import Path
from xml.etree import ElementTree

from tests.pictures.__main__ import LOOKS, SIZES, main


def test_pictures_are_written(tmp_path: Path) -> None:
    """Every size and look of a moment becomes a well-formed SVG that shows its words."""
    main(tmp_path, "monarch-")
    files = sorted(tmp_path.glob("*.svg"))
    assert len(files) == len(SIZES) * len(LOOKS)
    for path in files:
        text = "".join(ElementTree.parse(path).getroot().itertext())
        assert "raven-42" in text
