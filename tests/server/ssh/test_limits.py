"""Caps on connections."""

import pytest

from server.ssh.limits import Gatekeeper, Limits, Refused, Ticket, household


class World:
    """A gatekeeper, a clock that stands still until moved, and who was pushed out."""

    def __init__(self, **caps: int) -> None:
        self.time = 1000.0
        self.evicted: list[str] = []
        self.gate = Gatekeeper(Limits.model_validate(caps), lambda: self.time)

    def knock(self, address: str, name: str = "") -> Ticket | Refused:
        """Somebody connects."""
        return self.gate.admit(address, lambda: self.evicted.append(name or address))

    def let_in(self, address: str, name: str = "") -> Ticket:
        """Somebody connects and must be let in."""
        ticket = self.knock(address, name)
        assert isinstance(ticket, Ticket)
        return ticket


def test_the_house_is_full_with_players() -> None:
    """When all places belong to players, the next one is refused; when one leaves, the place is free."""
    world = World(connections=2)
    first = world.let_in("a")
    first.logged_in()
    world.let_in("b").logged_in()
    assert world.knock("c") is Refused.FULL
    first.close()
    assert isinstance(world.knock("c"), Ticket)
    assert world.evicted == []


def test_strangers_make_room_for_newcomers() -> None:
    """Who has not logged in is pushed out, the oldest first, and counts no longer."""
    world = World(connections=2)
    world.let_in("a", "first")
    world.let_in("b", "second")
    world.let_in("c", "third")
    assert world.evicted == ["first"]
    assert len(world.gate) == 2


def test_too_many_strangers_push_out_the_oldest_of_their_address() -> None:
    """A flood from one address pushes out itself, not the strangers from elsewhere."""
    world = World(unauthenticated_per_address=2)
    world.let_in("b", "other")
    for name in ("1", "2", "3", "4"):
        world.let_in("a", name)
    assert world.evicted == ["1", "2"]
    assert world.gate.strangers == 3


def test_one_address_has_its_share_only() -> None:
    """Players from one address are capped, others are not."""
    world = World(per_address=1)
    world.let_in("a").logged_in()
    assert world.knock("a") is Refused.ADDRESS_FULL
    assert isinstance(world.knock("b"), Ticket)


def test_connects_a_minute() -> None:
    """So many connections a minute from one address may talk; a minute later again."""
    world = World(connects_per_minute=2)

    def talk(address: str) -> Refused | None:
        ticket = world.let_in(address)
        told = ticket.spoke()
        assert ticket.spoke() is None  # only the first bytes count
        ticket.close()
        return told

    assert [talk("a") for _ in range(3)] == [None, None, Refused.TOO_FAST]
    assert talk("b") is None
    world.time += 60
    assert talk("a") is None


def test_silent_connects_do_not_use_up_those_of_their_neighbours() -> None:
    """Ten times as many may come and say nothing, and one that talks still gets in; beyond that none."""
    world = World(connects_per_minute=2)
    for _ in range(19):
        world.let_in("a").close()
    assert world.let_in("a").spoke() is None
    assert world.knock("a") is Refused.TOO_FAST
    assert isinstance(world.knock("b"), Ticket)


def test_who_says_nothing_is_pushed_out_first() -> None:
    """However many silent connections come, from one address or from many: one that talks stays."""
    world = World(unauthenticated=3, unauthenticated_per_address=2)
    for name in ("talker", "silent"):
        ticket = world.let_in("a", name)
        if name == "talker":
            ticket.spoke()
    world.let_in("a", "late")
    for n in range(20):
        world.let_in(f"b{n}", f"elsewhere{n}")
    assert "talker" not in world.evicted
    assert world.evicted[:2] == ["silent", "late"]
    assert world.gate.strangers == 3


def test_old_addresses_are_forgotten() -> None:
    """The clock of connects does not remember every address for ever."""
    world = World()
    for n in range(1000):
        world.let_in(f"10.0.{n // 250}.{n % 250}").close()
    world.time += 61
    world.let_in("a").close()
    assert world.gate.remembered == 1


def test_a_flood_is_told_in_a_few_lines() -> None:
    """Of thousands of refusals the log hears five a minute from each address."""
    world = World()
    assert [world.gate.worth_a_line("a") for _ in range(1000)].count(True) == 5
    assert world.gate.worth_a_line("b")
    world.time += 61
    assert world.gate.worth_a_line("a")


def test_closing_twice_counts_once() -> None:
    """A ticket may be closed by whoever notices first, and again."""
    world = World()
    ticket = world.let_in("a")
    ticket.close()
    ticket.close()
    ticket.logged_in()
    assert (len(world.gate), world.gate.strangers) == (0, 0)


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, counts_as: str) -> None:
    """An IPv6 household is a /64, however many addresses it makes up; IPv4 in IPv6 is IPv4."""
    assert household(address) == counts_as
