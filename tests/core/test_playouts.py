"""The measure of random playouts that the bench prints."""

from tests.bench.playouts import measure


def test_playouts_are_counted() -> None:
    """Whole games are played, and their actions counted per second of CPU time."""
    assert measure(0.01) > 0
