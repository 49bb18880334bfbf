"""What a session needs of others: a house to arrive at, and an app to run."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from core.ids import AccountId
from core.people import Kind
from tui.gateway import Gateway
from tui.hosted import HostedApp
from tui.terminal import Terminal


class Gate(Gateway, Protocol):
    """A player's way into the house that can be closed."""

    def close(self) -> None: ...


class House(Protocol):
    """The part of the house that a session needs."""

    def arrive(self, kind: Kind, account: AccountId | None, wish: str) -> Gate | Awaitable[Gate]: ...


AppFactory = Callable[[Gateway, Terminal], HostedApp]
