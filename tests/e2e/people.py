"""People at real OpenSSH clients who read their screen and press keys, as in an evening at the house."""

import asyncio
import re
from collections.abc import Callable

from tests.helpers.terminal import TerminalClient

ENTER, ESCAPE, CTRL_C, LEFT, RIGHT = "\r", "\x1b", "\x03", "\x1b[D", "\x1b[C"


class Person:
    """Somebody at a client; knows what is on the screen and nothing else."""

    def __init__(self, client: TerminalClient) -> None:
        self.client = client

    @property
    def text(self) -> str:
        """The screen as text."""
        return self.client.text

    async def sees(self, wanted: str | Callable[[str], object], timeout: float = 20.0) -> str:
        """Wait until a text (or a condition on the screen's text) is there; returns the screen."""
        if isinstance(wanted, str):
            await self.client.until(wanted, timeout)
        else:
            await self.client.until(lambda client: wanted(client.text), timeout)
        return self.text

    def press(self, *keys: str) -> None:
        """Type keys."""
        for key in keys:
            self.client.send(key)

    # --- the table

    @property
    def my_turn(self) -> bool:
        """The status line says so."""
        return "Your turn" in self.text

    @property
    def over(self) -> bool:
        """The result of the game is on the screen."""
        return "the seed fits its seal" in self.text

    @property
    def table(self) -> str:
        """The name of the table, from the header."""
        found = re.search(r"[a-z]+-\d+", self.client.lines[0])
        assert found is not None, self.text
        return found.group()

    @property
    def hand(self) -> list[str]:
        """The cards of the hand by their codes (``K10``), read off the 80×24 screen."""
        ranks: list[tuple[int, str]] = []
        suits: list[tuple[int, str]] = []
        for row in self.client.lines[14:20]:
            ranks += [(match.start(), match.group(1)) for match in re.finditer(r"│(\d+) *│?", row)]
            suits += [(match.start(), match.group(1)) for match in re.finditer(r"│. ([BKM])│", row)]
        return [suit + rank for (_, rank), (_, suit) in zip(sorted(ranks), sorted(suits), strict=True)]

    def totals(self) -> tuple[int, ...]:
        """The final points, from the result screen."""
        for line in self.client.lines:
            found = re.fullmatch(r"\s*(\S.*) (\d+)  \S  (\S.*) (\d+)", line)
            if found:
                return int(found.group(2)), int(found.group(4))
        raise AssertionError(f"no totals on the screen:\n{self.text}")

    async def play(self, until: Callable[["Person"], object]) -> None:
        """Play whatever the cursor offers, and read on, until the condition holds."""
        seen = -1
        while not until(self):
            if len(self.client.raw) == seen:
                await self._something()
                continue
            seen = len(self.client.raw)
            if self.my_turn or "go on" in self.client.lines[-1]:
                self.press(ENTER)

    async def play_to_the_end(self) -> None:
        """Play until the result is on the screen."""
        await self.play(lambda person: person.over)

    async def _something(self) -> None:
        """Wait until the terminal has received something more."""
        before = len(self.client.raw)
        await self.client.until(lambda client: len(client.raw) > before)


async def quick_match(first: Person, second: Person) -> None:
    """Both press "play now" and meet at a table."""
    for person in (first, second):
        await person.sees("Play now")
    first.press("1")
    await first.sees("Looking for somebody")
    second.press("1")
    await asyncio.gather(*(person.sees("round 1") for person in (first, second)))


async def who_leads(*people: Person) -> tuple[Person, Person]:
    """Who is to lead, then the other."""
    for person in people:
        await person.sees(lambda text: "to lead." in text or "Your turn" in text)
    first, second = people
    return (first, second) if first.my_turn else (second, first)


async def a_card_is_led(*people: Person) -> tuple[Person, Person]:
    """The leader plays a card and takes its further steps; returns (leader, follower)."""
    leader, follower = await who_leads(*people)
    await leader.play(lambda person: not person.my_turn)
    return leader, follower
