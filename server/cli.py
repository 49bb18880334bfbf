"""The `inglenook` command: serve, play, version."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (pip refuses too, but a checkout can be run without pip)
    sys.exit("Inglenook needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

import importlib.metadata
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from pydantic import ValidationError

from server.config import Config, default_home
from server.ssh.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])


def _version() -> str:
    return importlib.metadata.version("inglenook")


class _Limit(click.ParamType[tuple[str, str]]):
    """NAME=NUMBER, one of the fields of Limits."""

    name = "NAME=NUMBER"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, number = str(value).partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name not in Limits.model_fields:
            known = ", ".join(Limits.model_fields)
            self.fail(f"{value!r} is not NAME=NUMBER with one of these names: {known}.", param, ctx)
        return name, number.strip()


def _sentence(error: ValidationError) -> str:
    """The first thing that is wrong, in words."""
    first = error.errors()[0]
    text = str(first["msg"]).removeprefix("Value error, ")
    match first["loc"]:
        case ("limits", name, *_):
            return f"--limit {name}: {text}."
        case ("proxies", *_):
            return f"--proxy: {first['input']!r} is not a network such as 10.0.0.0/8."
        case (name, *_):
            return text if text.endswith(".") else f"--{name}: {text}."
    return text


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Inglenook: people ssh into it to play card games with each other or with bots."""


@main.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is all of them."
)
@click.option(
    "--port", default=2222, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on."
)
@click.option(
    "--home",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Folder for the host key (keys/) and the games (data/).  [default: this checkout, else the state folder]",
)
@click.option(
    "--access",
    type=click.Choice(["open", "keys"]),
    default=None,
    help="Who may come in: everybody, or the keys in keys/authorized_keys.  [default: open, on this machine only]",
)
@click.option(
    "--limit", "limits", type=_Limit(), multiple=True, help="Change a cap, e.g. --limit per_address=200."
)
@click.option(
    "--proxy",
    "proxies",
    metavar="NETWORK",
    multiple=True,
    help="Network of a load balancer that sends PROXY headers, e.g. 10.0.0.0/8.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="How much to log on stderr (JSON lines unless that is a terminal).",
)
def serve(
    host: str,
    port: int,
    home: Path | None,
    access: str | None,
    limits: tuple[tuple[str, str], ...],
    proxies: tuple[str, ...],
    log_level: str,
) -> None:
    """Open the house: let people in by SSH.

    Prints the line that players type and the fingerprint that they will be asked about. Ctrl-C closes the house;
    running games are kept.
    """
    try:
        config = Config.model_validate(
            {
                "host": host,
                "port": port,
                "home": (home or default_home()).absolute(),
                "access": access,
                "limits": dict(limits),
                "proxies": proxies,
            }
        )
    except ValidationError as error:
        raise click.UsageError(_sentence(error)) from None
    from server import running  # the heavy imports come after --help and mistakes have had their answer

    running.serve(config, log_level)


@main.command()
@click.option("--log-file", type=click.Path(path_type=Path, dir_okay=False), help="Write a log there.")
def play(log_file: Path | None) -> None:
    """Play on this terminal, without SSH and without a server: against a bot, nothing is kept."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.ClickException("inglenook play needs a terminal.")
    from server import running

    running.play(log_file)


@main.command()
def version() -> None:
    """Print the version."""
    click.echo(f"inglenook {_version()}")


if __name__ == "__main__":
    main()
