"""Quick match as a queue: first come, first paired, never with oneself."""

from core.ids import AccountId
from server.house.matchmaking import Matchmaking, Waiting, Wish

ANA, BEN, CAT, DAN = (AccountId(f"key:{name}") for name in ("ana", "ben", "cat", "dan"))
SHORT = Wish("fox", (("target", 16),))
LONG = Wish("fox", (("target", 21),))


def queue(*gone: AccountId) -> Matchmaking:
    """A queue in which everybody is here but those."""
    return Matchmaking(lambda account: account not in gone)


def test_the_one_who_waits_longest_is_paired() -> None:
    """First come, first paired; whoever is paired waits no more."""
    waiting = queue()
    waiting.wait(ANA, LONG, 1.0)
    waiting.wait(BEN, LONG, 2.0)
    assert waiting.partners(CAT, LONG, 1) == (Waiting(ANA, LONG, 1.0),)
    assert waiting.waiting(ANA) is None
    assert waiting.counts() == (("fox", 1),)


def test_only_equal_wishes_are_paired() -> None:
    """The same game with other options is another wish."""
    waiting = queue()
    waiting.wait(ANA, SHORT, 1.0)
    assert waiting.partners(BEN, LONG, 1) == ()
    assert waiting.partners(BEN, SHORT, 1) != ()


def test_nobody_is_paired_with_themselves() -> None:
    """The same account on a second terminal is no partner."""
    waiting = queue()
    waiting.wait(ANA, LONG, 1.0)
    assert waiting.partners(ANA, LONG, 1) == ()
    assert waiting.waiting(ANA) is not None


def test_who_has_gone_is_dropped() -> None:
    """And the next one is found."""
    waiting = queue(ANA)
    waiting.wait(ANA, LONG, 1.0)
    waiting.wait(BEN, LONG, 2.0)
    assert [found.account for found in waiting.partners(CAT, LONG, 1)] == [BEN]
    assert len(waiting) == 0


def test_asking_again_keeps_the_place_and_another_wish_does_not() -> None:
    """One wish at a time."""
    waiting = queue()
    waiting.wait(ANA, LONG, 1.0)
    waiting.wait(BEN, LONG, 2.0)
    waiting.wait(ANA, LONG, 3.0)
    known = waiting.waiting(ANA)
    assert known is not None
    assert known.since == 1.0
    waiting.wait(ANA, SHORT, 4.0)
    waiting.wait(ANA, LONG, 5.0)
    assert [found.account for found in waiting.partners(CAT, LONG, 1)] == [BEN]


def test_a_match_that_failed_puts_everybody_back() -> None:
    """In front, in their order; a game for more players needs them all or takes none."""
    waiting = queue()
    for number, account in enumerate((ANA, BEN, CAT)):
        waiting.wait(account, LONG, float(number))
    assert waiting.partners(DAN, LONG, 4) == ()
    found = waiting.partners(DAN, LONG, 2)
    waiting.put_back(found)
    assert [again.account for again in waiting.partners(DAN, LONG, 3)] == [ANA, BEN, CAT]
