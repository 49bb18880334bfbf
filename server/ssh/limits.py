"""Who may knock how often: caps on connections, and a clock for connects a minute. Knows nothing of SSH."""

import ipaddress
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Limits(BaseModel):
    """The caps of a server. Sizes are generous for a school behind one address, small for a flood."""

    model_config = ConfigDict(frozen=True)

    connections: int = Field(default=1000, ge=1, description="connections in all")
    per_address: int = Field(default=64, ge=1, description="connections from one address")
    unauthenticated: int = Field(default=100, ge=1, description="connections in all that have not logged in")
    unauthenticated_per_address: int = Field(default=16, ge=1, description="the same from one address")
    connects_per_minute: int = Field(
        default=120,
        ge=1,
        description="new connections a minute from one address that say something; silent ones count a tenth",
    )
    auth_tries: int = Field(
        default=12, ge=1, description="login tries on one connection; agents offer every key they hold"
    )
    starting: int = Field(
        default=4, ge=1, description="sessions that draw their first screen at the same time"
    )
    # Who comes for the first time reads and compares the fingerprint meanwhile: 20 s would be too short for that,
    # and strangers push out only each other.
    login_timeout: float = Field(default=60.0, gt=0, description="seconds to log in")
    stall: float = Field(default=30.0, gt=0, description="seconds that a stalled line may stand still")
    keepalive: float = Field(default=30.0, gt=0, description="seconds between signs of life")
    keepalive_misses: int = Field(default=3, ge=1, description="signs of life that may stay unanswered")


SILENT_FACTOR = 10
"""So many connections cost as little as one that talks: a silent flood must not use up its neighbours' connects."""


LINES_A_MINUTE = 5
"""So many refusals of one address are told in the log within a minute."""


class Refused(StrEnum):
    """Why somebody is turned away."""

    FULL = "This house is full just now. Please try again in a few minutes."
    ADDRESS_FULL = "There are too many connections from your address. Please close one and try again."
    TOO_FAST = "Too many connections from your address within a minute. Please wait a little."


def household(address: str) -> str:
    """What counts as one address: for IPv6 the /64 that anybody gets from their provider, for IPv4 the address."""
    try:
        ip = ipaddress.ip_address(address.split("%", 1)[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((ip, 64), strict=False))
    return str(ip)


class Ticket:
    """One connection that was let in. Its owner says when it talks, that it has logged in, and that it is gone."""

    __slots__ = ("_gate", "address", "closed", "evict", "known", "talks")

    def __init__(self, gate: "Gatekeeper", address: str, evict: Callable[[], None]) -> None:
        self._gate = gate
        self.address = address
        self.evict = evict
        self.talks = False
        self.known = False
        self.closed = False

    def spoke(self) -> Refused | None:
        """The first bytes have come; returns why they come to nothing, if they do."""
        if self.talks or self.closed:
            return None
        self.talks = True
        return self._gate.hear(self)

    def worth_a_line(self) -> bool:
        """See Gatekeeper."""
        return self._gate.worth_a_line(self.address)

    def logged_in(self) -> None:
        """From here on the connection counts as a player's."""
        if not self.known and not self.closed:
            self.known = True
            self._gate.forget_stranger(self)

    def close(self) -> None:
        """The connection is gone; may be called twice."""
        if not self.closed:
            self.closed = True
            self._gate.leave(self)


class Pace:
    """When each address did something within the last minute."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._recent: OrderedDict[str, deque[float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._recent)

    def too_fast(self, address: str, limit: int) -> bool:
        """Note once more, or tell that the address has done it `limit` times already."""
        now = self._now()
        while self._recent and next(iter(self._recent.values()))[-1] <= now - 60.0:
            self._recent.popitem(last=False)  # the addresses stand in the order of their newest time
        times = self._recent.setdefault(address, deque())
        while times and times[0] <= now - 60.0:
            times.popleft()
        if len(times) >= limit:
            return True
        times.append(now)
        self._recent.move_to_end(address)
        return False


class Gatekeeper:
    """Counts who is in.

    Connections that have not logged in are not refused when they are too many: one of them is closed instead, the
    oldest that has said nothing, else the oldest. A flood of silent sockets thus pushes out only itself, and a
    client that logs in within a moment always gets through.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._all = 0
        self._by_address: dict[str, int] = {}
        self._silent: OrderedDict[Ticket, None] = OrderedDict()
        self._talking: OrderedDict[Ticket, None] = OrderedDict()
        self._knocks = Pace(now)
        self._talks = Pace(now)
        self._told = Pace(now)

    def __len__(self) -> int:
        return self._all

    @property
    def strangers(self) -> int:
        """How many have not logged in."""
        return len(self._silent) + len(self._talking)

    @property
    def remembered(self) -> int:
        """How many addresses are remembered for what they did within the last minute."""
        return len(self._knocks) + len(self._talks)

    def admit(self, address: str, evict: Callable[[], None]) -> Ticket | Refused:
        """Let a connection in or say why not. `evict` is called when it must make room before it has logged in."""
        address = household(address)
        if self._knocks.too_fast(address, SILENT_FACTOR * self._limits.connects_per_minute):
            return Refused.TOO_FAST
        if self._by_address.get(address, 0) >= self._limits.per_address and not self._make_room(address):
            return Refused.ADDRESS_FULL
        if self._all >= self._limits.connections and not self._make_room(None):
            return Refused.FULL
        from_there = sum(ticket.address == address for ticket in (*self._silent, *self._talking))
        if from_there >= self._limits.unauthenticated_per_address:
            self._make_room(address)
        elif self.strangers >= self._limits.unauthenticated:
            self._make_room(None)
        ticket = Ticket(self, address, evict)
        self._all += 1
        self._by_address[address] = self._by_address.get(address, 0) + 1
        self._silent[ticket] = None
        return ticket

    def worth_a_line(self, address: str) -> bool:
        """Whether the log should hear of one more refusal: a flood must not fill the host's disk."""
        return not self._told.too_fast(household(address), LINES_A_MINUTE)

    def hear(self, ticket: Ticket) -> Refused | None:
        """Called by a ticket whose owner has spoken first: from here on the connection costs something."""
        if self._silent.pop(ticket, ticket) is None:
            self._talking[ticket] = None
        if self._talks.too_fast(ticket.address, self._limits.connects_per_minute):
            return Refused.TOO_FAST
        return None

    def forget_stranger(self, ticket: Ticket) -> None:
        """Called by a ticket whose owner has logged in."""
        self._silent.pop(ticket, None)
        self._talking.pop(ticket, None)

    def leave(self, ticket: Ticket) -> None:
        """Called by a ticket that is closed."""
        self.forget_stranger(ticket)
        self._all -= 1
        left = self._by_address[ticket.address] - 1
        if left:
            self._by_address[ticket.address] = left
        else:
            del self._by_address[ticket.address]

    def _make_room(self, address: str | None) -> bool:
        for ticket in (*self._silent, *self._talking):
            if address is None or ticket.address == address:
                ticket.close()
                ticket.evict()
                return True
        return False
