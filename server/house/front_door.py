"""The front door: who comes in and goes, on how many terminals, and what that means for their tables."""

from typing import TYPE_CHECKING

from core.ids import AccountId
from core.people import Kind, Profile
from server.house.gate import Gate
from server.house.refused import Refused

if TYPE_CHECKING:
    from server.house.house import House


class FrontDoor:
    """All open gates of a house, by account."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._gates: dict[AccountId, set[Gate]] = {}
        self._numbers = 0

    def __len__(self) -> int:
        """How many gates are open."""
        return sum(map(len, self._gates.values()))

    def gates(self, account: AccountId) -> frozenset[Gate]:
        """The open gates of that account."""
        return frozenset(self._gates.get(account, ()))

    async def arrive(self, kind: Kind, account: AccountId | None, wish: str) -> Gate:
        """See House.arrive."""
        profile = await self._house.register.arrive(kind, account, wish)
        self._numbers += 1
        gate = Gate(self._house, profile.account, self._numbers)
        self._enter(gate)
        return gate

    def leave(self, gate: Gate) -> None:
        """A gate has closed."""
        for watcher in tuple(gate.watchers):
            watcher.close("gone")
        self._exit(gate, gate.account)

    async def resume(self, gate: Gate, code: str) -> Profile:
        """A guest's gate speaks for the guest with this code from here on. Raises Refused, StoreError."""
        house = self._house
        if not gate.guest:
            raise Refused("not_a_guest")
        if not house.desk.tries.allowed(gate.account):
            raise Refused("too_many_tries")
        profile = await house.register.resume(code)
        if profile is None:
            house.desk.tries.wrong(gate.account)
            raise Refused("no_such_code")
        if gate.closed:
            house.register.depart(profile.account)
            raise Refused("try_again")
        former, gate.account = gate.account, profile.account
        self._enter(gate)
        self._exit(gate, former)
        for watcher in gate.watchers:
            house.looked(watcher.host.room)
        return house.register.profile(gate.account)

    def superseded(self, gate: Gate) -> bool:
        """Whether the same account has come in on another terminal since."""
        return any(other.number > gate.number for other in self.gates(gate.account))

    def _enter(self, gate: Gate) -> None:
        house = self._house
        self._gates.setdefault(gate.account, set()).add(gate)
        if house.attendance.enter(gate.account):
            house.look_at_tables_of(gate.account)
        house.lobby.passing(gate.account)

    def _exit(self, gate: Gate, account: AccountId) -> None:
        house = self._house
        gates = self._gates[account]
        gates.discard(gate)
        if not gates:
            del self._gates[account]
        house.register.depart(account)
        if house.attendance.leave(account):
            house.match.stop(account)
            house.match.seen(account)
            if house.lobby.rooms_of(account):
                house.attendance.expect(account)
            house.look_at_tables_of(account)
        house.lobby.passing(account)
