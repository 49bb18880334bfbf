"""The intake: paced, capped, decoded, never raising."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from tui import intake
from tui.intake import Intake, PasteGuard


class Faucet:
    """Counts how often it is told to wait."""

    def __init__(self) -> None:
        self.paused = False
        self.pauses = 0

    def pause_reading(self) -> None:
        """Wait."""
        self.paused = True
        self.pauses += 1

    def resume_reading(self) -> None:
        """Go on."""
        self.paused = False


class Desk:
    """An intake with everything around it."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.queue = 0
        self.cuts = 0
        self.faucet = Faucet()
        self.intake = Intake(self.got.append, lambda: self.queue, self.faucet, self._cut)

    def _cut(self) -> None:
        self.cuts += 1

    @property
    def keys(self) -> list[str]:
        """The keys so far."""
        return [event.key for event in self.got if isinstance(event, events.Key)]

    async def quiet(self) -> None:
        """Wait until everything that was fed has been dealt with."""
        async with asyncio.timeout(20):
            while self.intake._waiting or self.intake._events is not None or self.faucet.paused:
                await asyncio.sleep(0)


async def test_a_turn_parses_so_much_and_no_more() -> None:
    """Of much input a turn of the loop takes a small part, and the line waits meanwhile."""
    desk = Desk()
    desk.intake.feed(b"x" * 5000)
    assert len(desk.got) == intake.TURN_EVENTS
    assert len(desk.intake._waiting) == 5000 - intake.TURN_BYTES
    assert desk.faucet.paused
    await desk.quiet()
    assert desk.keys == ["x"] * 5000
    assert desk.faucet.pauses == 1


async def test_an_app_that_is_behind_gets_no_more() -> None:
    """While an app has not read what it has, its line waits; then all comes, in order."""
    desk = Desk()
    desk.queue = intake.QUEUE_LIMIT
    desk.intake.feed(b"abc")
    for _ in range(5):
        await asyncio.sleep(0)
    assert desk.got == []
    assert desk.faucet.paused
    desk.queue = 0
    await desk.quiet()
    assert desk.keys == ["a", "b", "c"]


async def test_a_flood_uses_up_its_allowance() -> None:
    """Beyond the burst the line has to wait for the allowance to grow again."""
    desk = Desk()
    desk.intake.feed(intake.PASTE_START + b"x" * (intake.BURST + 10_000))
    while desk.intake._allowance >= intake.TURN_BYTES:
        await asyncio.sleep(0)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(desk.intake._waiting) >= 10_000 - 2 * intake.TURN_BYTES
    assert desk.faucet.paused
    desk.intake.close()


async def test_a_flood_of_keys_uses_up_its_allowance() -> None:
    """A key costs more than its byte: beyond so many at once they come at a slow pace, and none is lost."""
    desk = Desk()
    start = asyncio.get_running_loop().time()
    desk.intake.feed(b"x" * (intake.EVENT_BURST + 500))
    while desk.intake._event_allowance >= 1:
        await asyncio.sleep(0)
    for _ in range(50):
        await asyncio.sleep(0)
    earned = intake.EVENT_RATE * (asyncio.get_running_loop().time() - start)
    assert len(desk.keys) <= intake.EVENT_BURST + earned + intake.TURN_EVENTS
    assert desk.faucet.paused
    desk.intake._event_allowance = intake.EVENT_BURST
    await desk.quiet()
    assert len(desk.keys) == intake.EVENT_BURST + 500


async def test_closing_forgets_what_waits() -> None:
    """After the end nothing is delivered and no timer is left."""
    desk = Desk()
    desk.intake.feed(b"x" * 5000 + b"\x1b")
    desk.intake.close()
    desk.intake.feed(b"y")
    assert not desk.intake._waiting
    await asyncio.sleep(0)
    assert len(desk.got) == intake.TURN_EVENTS


async def test_letters_may_be_split_anywhere() -> None:
    """UTF-8 that comes byte by byte is the same text."""
    desk = Desk()
    for byte in "é☾日".encode():
        desk.intake.feed(bytes([byte]))
    await desk.quiet()
    assert [event.character for event in desk.got if isinstance(event, events.Key)] == ["é", "☾", "日"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=40),
            st.from_regex(rb"\x1b\[[<>?]?[0-9;:]{0,30}[@-~]", fullmatch=True),
            st.from_regex(rb"\x1b[PO\]_][ -~]{0,20}", fullmatch=True),
        ),
        max_size=8,
    )
)
def test_a05_any_bytes_leave_the_keys_working(chunks: list[bytes]) -> None:
    """Whatever came, once it is over a key is a key."""

    async def run() -> None:
        desk = Desk()
        for chunk in chunks:
            desk.intake.feed(chunk)
            await desk.quiet()
        # End an open paste and an open sequence.
        desk.intake.feed(b"\x1b[201~")
        await desk.quiet()
        desk.intake.feed(b"~" * 40)
        await desk.quiet()
        before = len(desk.keys)
        desk.intake.feed(b"k")
        await desk.quiet()
        assert desk.keys[before:] == ["k"]
        desk.intake.close()

    asyncio.run(run())


async def test_a05_a_dead_parser_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the parser raises, a new one goes on, and it is logged once."""
    from textual import constants

    monkeypatch.setattr(constants, "DISABLE_KITTY_KEY", False)  # opens the code that raises
    desk = Desk()
    for _ in range(3):
        desk.intake.feed(b"\x1b[99999999;1u")
    desk.intake.feed(b"k")
    await desk.quiet()
    assert desk.keys[-1] == "k"
    assert desk.intake._complained


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=6))
def test_the_paste_guard_does_not_care_how_bytes_are_cut(data: bytes, cuts: list[int]) -> None:
    """The same stream gives the same result in any pieces."""
    marks = data.replace(b"<", intake.PASTE_START).replace(b">", intake.PASTE_END)
    whole = PasteGuard(50).filter(marks)
    guard, pieces, last = PasteGuard(50), b"", 0
    for cut in [*sorted(min(cut, len(marks)) for cut in cuts), len(marks)]:
        pieces += guard.filter(marks[last:cut])
        last = cut
    assert pieces == whole[: len(pieces)]
    assert len(whole) - len(pieces) < len(intake.PASTE_END)


def test_a_paste_is_cleaned_and_cut() -> None:
    """Control characters inside of a paste go, tabs and line ends stay; beyond the limit the rest goes."""
    guard = PasteGuard(10)
    assert guard.filter(b"\x01a\x1b[200~b\x01\x1b[31m\tc\r\n\x1b[201~\x01") == (
        b"\x01a\x1b[200~b[31m\tc\r\n\x1b[201~\x01"
    )
    assert not guard.cut
    assert guard.filter(b"\x1b[200~" + b"x" * 30 + b"\x1b[201~k") == b"\x1b[200~xxxxxxxxxx\x1b[201~k"
    assert guard.cut


def test_a_cut_is_told_once_a_paste() -> None:
    """However many pieces a paste comes in, one is told once that it was cut; and again at the next."""
    guard = PasteGuard(10)
    told = []
    for piece in (b"\x1b[200~" + b"x" * 30, b"y" * 30, b"z\x1b[201~k") * 2:
        guard.filter(piece)
        told.append(guard.cut)
        guard.cut = False
    assert told == [True, False, False] * 2


async def test_a_paste_has_no_invisible_characters() -> None:
    """Marks that turn the direction of text, and the like, do not come through a paste."""
    desk = Desk()
    desk.intake.feed(b"\x1b[200~" + "a\u202eb\u0085c\u200bd".encode() + b"\x1b[201~")
    await desk.quiet()
    pastes: list[Any] = [event for event in desk.got if isinstance(event, events.Paste)]
    assert [event.text for event in pastes] == ["abcd"]
