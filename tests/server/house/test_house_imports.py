"""What the house may load, and how it opens."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from core.commands import PlayBot
from core.game import Termination
from core.people import Kind
from server.house.house import House, HouseSettings
from server.store.log import StoreError
from tests.server.kit import ok, play


def test_the_house_runs_without_ssh_and_without_screens() -> None:
    """In a fresh interpreter, importing it loads neither asyncssh nor Textual."""
    script = (
        "import sys, server.house, server.store\n"
        "sys.exit(', '.join({'asyncssh', 'textual'} & set(sys.modules)) or 0)"
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_a_house_is_opened_on_a_folder_and_remembers(tmp_path: Path) -> None:
    """The folder is made; what it keeps is there again after the stop; meanwhile nobody else may have it."""
    house = House.open(tmp_path / "data")
    await house.start()
    with pytest.raises(StoreError, match="Another server"):
        House.open(tmp_path / "data")
    guest = await house.arrive(Kind.GUEST)
    await guest.save(guest.profile())
    code, name = guest.profile().guest_code, guest.profile().name
    guest.close()
    await house.stop()
    again = House.open(tmp_path / "data")
    await again.start()
    other = await again.arrive(Kind.GUEST)
    await other.resume(code)
    assert other.profile().name == name
    await again.stop()


async def test_a_bot_in_a_process_of_its_own_plays_to_the_end(tmp_path: Path) -> None:
    """With everything as a host runs it: the database, the machine's clock, the worker process."""
    house = House.open(tmp_path, settings=HouseSettings(bot_pause=0.0))
    await house.start()
    guest = await house.arrive(Kind.GUEST)
    answer = ok(await guest.submit(PlayBot(guest.new_command_id(), "fox", (("target", 1),))))
    assert answer.room is not None
    end = await play(guest, answer.room, Random(1))
    assert end.outcome is not None
    assert end.outcome.termination is Termination.FINISHED
    await house.stop()


async def test_a_house_without_a_folder_lives_in_memory() -> None:
    """For play on the local terminal."""
    house = House.open(None)
    await house.start()
    assert (await house.arrive(Kind.GUEST)).guest
    await house.stop()
