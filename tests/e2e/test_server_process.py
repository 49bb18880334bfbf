"""What happens to players when the server's process is killed or stopped, and what a host reads at its start."""

import asyncio
from pathlib import Path

from tests.e2e.people import Person, a_card_is_led, quick_match
from tests.e2e.server_process import ServerProcess, clients


async def test_the_greeting_names_the_command_and_the_true_fingerprint(tmp_path: Path) -> None:
    """A host can hand the printed line and fingerprint to a friend: both are right."""
    server = await ServerProcess.start(tmp_path)
    try:
        async with clients(tmp_path, server.port) as maker:
            _, listed, _ = await maker.execute(
                ["ssh-keygen", "-lf", str(tmp_path / "keys" / "ssh_host_ed25519_key")]
            )
            assert listed.split()[1] in server.said
            assert f"ssh -p {server.port} 127.0.0.1" in server.said
    finally:
        assert await server.stop() == 0


async def test_a_server_killed_in_mid_trick_resumes_where_it_was(tmp_path: Path) -> None:
    """kill -9 between the two cards of a trick; after a restart on the same home both players, with strict host key
    checking, are back at the same table with the same cards, and play on."""
    server = await ServerProcess.start(tmp_path)
    async with clients(tmp_path, server.port) as maker:
        try:
            ana, bo = [Person(await maker.client(key=name, user=name)) for name in ("ana", "bo")]
            await quick_match(ana, bo)
            leader, follower = await a_card_is_led(ana, bo)
            await follower.sees(lambda _: follower.my_turn)
            hands, table = (leader.hand, follower.hand), follower.table
            names = ("ana", "bo") if leader is ana else ("bo", "ana")
            await server.kill()
            await asyncio.gather(ana.client.ended(), bo.client.ended())
            server = await ServerProcess.start(tmp_path, maker.port)
            again = [
                Person(await maker.client(key=name, user=name, args=("-o", "StrictHostKeyChecking=yes")))
                for name in names
            ]
            for person in again:
                await person.sees("round 1")
            await again[1].sees(lambda _: again[1].my_turn)
            await again[0].sees(lambda _: again[0].hand == hands[0])
            assert again[1].hand == hands[1]
            assert {person.table for person in again} == {table}
            again[1].press("\r")
            await again[1].sees(lambda _: again[1].hand != hands[1] or not again[1].my_turn)
        finally:
            await server.stop()


async def test_sigterm_tells_everybody_and_restores_their_terminals(tmp_path: Path) -> None:
    """SIGTERM: who is in the lobby and who is at a table read a farewell on a restored screen; exit status 0."""
    server = await ServerProcess.start(tmp_path)
    async with clients(tmp_path, server.port) as maker:
        try:
            ana, bo = [Person(await maker.client(key=name, user=name)) for name in ("ana", "bo")]
            await ana.sees("Play now")
            await bo.sees("Play now")
            ana.press("b")
            await ana.sees("round 1")
        finally:
            assert await server.stop() == 0
        for person in (ana, bo):
            await person.client.ended()
            assert b"The house is closing for now." in bytes(person.client.raw)
            assert bytes(person.client.raw).rindex(b"\x1b[?1049l") > bytes(person.client.raw).rindex(
                b"\x1b[?1049h"
            )
