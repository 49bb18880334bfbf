"""What trick-taking games share: masks, the winning card."""

import pytest

from core.tricks import best, mask, members


def test_masks_and_members_are_inverse() -> None:
    """Numbers go into a mask in any order and come out ascending."""
    assert members(mask([32, 0, 5])) == (0, 5, 32)
    assert mask(()) == 0
    assert members(0) == ()


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ([(0, 5), (0, 9), (0, 7)], None, 1),
        ([(0, 5), (1, 9), (0, 7)], None, 2),
        ([(0, 5), (1, 2), (0, 7)], 1, 1),
        ([(1, 5), (1, 2), (0, 7)], 1, 0),
        ([(0, 5), (2, 9)], 1, 0),
    ],
)
def test_the_winning_card(cards: list[tuple[int, int]], trump: int | None, winner: int) -> None:
    """The highest trump wins, else the highest card of the lead suit; other cards never do."""
    assert best(cards, trump) == winner
