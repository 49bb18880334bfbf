"""Show a whole evening on a server started as a host starts it: ``python -m tests.e2e.game_night``.

``make serve`` in this folder on a free port with a home of its own; ana and bo meet by quick match and play to the
end while cleo watches; a guest without a key plays the house's bot to the end. All of them are OpenSSH clients.
Prints what each of them saw.
"""

import asyncio
import tempfile
from pathlib import Path

from tests.e2e.people import Person, quick_match
from tests.e2e.server_process import ServerProcess, clients

FOLDER = Path(__file__).resolve().parents[2]


async def evening(home: Path) -> None:
    """The evening, and what is to be seen of it."""
    server = await ServerProcess.start(home, make=FOLDER)
    show("What the host reads", server.said)
    async with clients(home, server.port) as maker:
        try:
            ana, bo, cleo = [
                Person(await maker.client(key=name, user=name)) for name in ("ana", "bo", "cleo")
            ]
            guest = Person(await maker.client(key=None, user="stranger"))
            show("The lobby of a guest", await guest.sees("your way back"))
            guest.press("b")
            await guest.sees("round 1")
            await quick_match(ana, bo)
            await cleo.sees(lambda text: "ana" in text and "bo" in text)
            cleo.press("3")  # two games are running: this goes to the newer one, Enter sits down to watch it
            await cleo.sees("watch it")
            cleo.press("\r")
            await cleo.sees(lambda text: "watching" in text and "round 1" in text)
            show("A watcher", cleo.text)
            people = {"ana": ana, "bo": bo, "cleo, who watches": cleo, "the guest, against the bot": guest}
            await asyncio.gather(*(person.play_to_the_end() for person in people.values()))
            for name, person in people.items():
                show(f"The end for {name}", person.text)
            assert ana.totals() == bo.totals() == cleo.totals()
        finally:
            await server.stop()


def show(title: str, text: str) -> None:
    """Print a screen under a title."""
    print(f"=== {title}\n{text.rstrip()}\n", flush=True)


def main() -> None:
    """Spend the evening in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(evening(Path(home)))


if __name__ == "__main__":
    main()
