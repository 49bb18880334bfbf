"""A process from start to end: `serve` lets people in by SSH, `play` is one player on this terminal."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import click

import tui.environment
from core.commands import PlayBot
from core.ids import AccountId
from core.people import Kind
from core.registry import GAMES
from server import ground, logs
from server.collector import Collector
from server.config import Config
from server.house.house import House
from server.local import LocalLink
from server.ssh import hostkeys
from server.ssh.identity import Access
from server.ssh.listener import STOP_WAIT, Listener
from server.store.log import StoreError
from tui.app import InglenookApp
from tui.terminal import Terminal

log = logging.getLogger("inglenook.running")


def serve(config: Config, log_level: str) -> None:
    """Run a server until SIGTERM, SIGINT or SIGHUP. Raises ClickException with a sentence when it cannot start."""
    ground.open_streams()
    logs.set_up(log_level.upper())
    few = ground.allow_files(config.limits.connections)
    if few is not None:
        log.warning("few_files_allowed", extra={"limit": few, "connections": config.limits.connections})
    try:
        _run(_serve(config))
    finally:
        ground.drop_unwritten()


def play(log_file: Path | None) -> None:
    """One player on this terminal, with a house of their own in memory."""
    status = 1
    with contextlib.ExitStack() as stack:
        if log_file is not None:
            try:
                stream = stack.enter_context(log_file.open("a", encoding="utf-8"))
            except OSError as error:
                raise click.ClickException(f"Cannot write the log {log_file}: {error.strerror}.") from None
            logs.set_up(stream=stream, human=False)
        else:
            logging.disable()  # the only place to log to is the screen that is being played on
        status = _run(_play())
    sys.exit(status)


def _run(main: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(main)


def _loop_factory() -> Any:
    try:
        import uvloop
    except ImportError:
        return None  # Windows and other Pythons: asyncio's own loop does as well, a little slower
    return uvloop.new_event_loop


@contextlib.asynccontextmanager
async def _house(data: Path | None) -> AsyncIterator[House]:
    try:
        house = House.open(data)
        await house.start()
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    try:
        yield house
    finally:
        await house.stop()


async def _serve(config: Config) -> None:
    try:
        key = hostkeys.load_or_create(config.keys)
    except hostkeys.HostKeyError as error:
        raise click.ClickException(str(error)) from None
    async with contextlib.AsyncExitStack() as stack:
        listener = Listener(config, None, InglenookApp, key)
        try:
            await listener.bind()
        except OSError as error:
            raise click.ClickException(_why_not(config, error)) from None
        stack.callback(listener.close)
        listener.house = await stack.enter_async_context(_house(config.home / "data"))
        collector = Collector(lambda: len(listener.sessions))
        listener.on_session_open, listener.on_session_end = collector.session_opened, collector.session_closed
        collector.start()
        stack.callback(collector.stop)
        ending = _Ending()
        await listener.start()
        _announce(listener)
        await ending.asked.wait()
        log.info("stopping", extra={"sessions": len(listener.sessions)})
        stop = asyncio.ensure_future(listener.stop(STOP_WAIT))
        hurry = asyncio.ensure_future(ending.asked_twice.wait())
        await asyncio.wait({stop, hurry}, return_when=asyncio.FIRST_COMPLETED)
        hurry.cancel()
        if not stop.done():
            stop.cancel()
            await listener.stop(0)
        log.info("stopped")


class _Ending:
    """SIGTERM, SIGINT and SIGHUP (the host's own terminal is gone): the first asks for an orderly end, the second
    for a quick one."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.asked_twice = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
                asyncio.get_running_loop().add_signal_handler(number, self._ask)

    def _ask(self) -> None:
        (self.asked_twice if self.asked.is_set() else self.asked).set()


def _why_not(config: Config, error: OSError) -> str:
    where = f"{config.host} port {config.port}"
    if "in use" in str(error):
        return f"{where} is taken: is another Inglenook running? Choose another with --port."
    if isinstance(error, PermissionError):
        return f"Not allowed to listen on {where}: ports below 1024 need more rights. Choose another with --port."
    # asyncio puts a story of its own in place of the system's words.
    number = error.errno or 0
    why = os.strerror(number) if number > 0 else error.strerror or str(error)
    return f"Cannot listen on {where}: {why}."


def _announce(listener: Listener) -> None:
    config = listener.config
    admits = "everybody" if config.admits is Access.OPEN else f"the keys in {config.keys / 'authorized_keys'}"
    nobody = ""
    if config.admits is Access.KEYS and not listener.authorized.path.is_file():
        nobody = f"Nobody can come in yet: put players' public keys into {listener.authorized.path}, a line each.\n"
    # Whoever started us need not listen: `| head -1`, a full disk.
    with contextlib.suppress(OSError):
        click.echo(
            f"{nobody}The house is open to {admits}. Players type:\n\n"
            f"    {listener.command}\n\n"
            f"The fingerprint they will be asked about (ED25519):\n\n"
            f"    {listener.fingerprint}\n\n"
            "Ctrl-C closes the house."
        )
        sys.stdout.flush()
    log.info("listening", extra={"host": config.host, "port": listener.port})


async def _play() -> int:
    async with _house(None) as house:
        environ = tui.environment.inherited
        gate = await house.arrive(Kind.KEY, AccountId("key:local"), environ.get("USER", ""))
        try:
            # Whoever arrives with a running game finds themselves at that table.
            await gate.submit(PlayBot(gate.new_command_id(), next(iter(GAMES))))
            with LocalLink() as link:
                terminal = Terminal.of(environ.get("TERM", ""), link.size(), environ)
                app = InglenookApp(gate, terminal)
                run = asyncio.ensure_future(app.run_hosted(link))
                link.attach(app)
                return await run
        finally:
            gate.close()
