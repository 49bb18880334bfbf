"""Who is who: names that are nobody else's, guests and their way back. One suite for memory and SQLite."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from core.ids import AccountId
from core.people import Kind, Profile, Settings
from server.people.codes import code_hash, normal_code, spoken
from server.people.names import NameBad, NameTaken, NameTooLong, clean_name, name_key
from server.people.register import MemoryPeople, NotYou, People, Register, SettingsBad
from server.store.sqlite import open_database
from tests.server.kit import entropy_from

ANA = AccountId("key:ana")
BEN = AccountId("key:ben")


@pytest.fixture(params=["memory", "sqlite"])
async def people(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[People]:
    """Each keeper of people in turn, knowing nobody."""
    if request.param == "memory":
        yield MemoryPeople()
        return
    log, kept = open_database(tmp_path / "house.db")
    yield kept
    await log.close()


def register(people: People, seed: int = 1) -> Register:
    """Everybody who is here: nobody yet."""
    return Register(people, entropy_from(seed), Random(seed))


async def test_a_profile_is_read_back(people: People) -> None:
    """Every field but the guest's code, which is found by its hash and never stored."""
    settings = Settings("nl", "ascii", "16", "light", bell=False, title=False, animation=False)
    profile = Profile(AccountId("guest:1"), Kind.GUEST, "Zoë", True, settings, "lusab-babad")
    await people.put(profile, code_hash("lusab-babad"))
    stored = replace(profile, guest_code="")
    assert await people.find(profile.account) == stored
    assert await people.by_code(code_hash("Lusab BABAD")) == stored
    assert await people.by_code(code_hash("lusab-babab")) is None
    assert await people.named(name_key("ZOË")) == profile.account
    await people.put(replace(profile, name="Zoe"))
    assert await people.by_code(code_hash("lusab-babad")) == replace(stored, name="Zoe")


async def test_two_accounts_cannot_have_names_that_read_the_same(people: People) -> None:
    """The store itself refuses, and leaves both as they were."""
    await people.put(Profile(ANA, Kind.KEY, "Ana"))
    with pytest.raises(NameTaken):
        await people.put(Profile(BEN, Kind.KEY, "ANA"))
    assert await people.find(BEN) is None
    await people.put(Profile(ANA, Kind.KEY, "aNa"))


async def test_the_wish_of_the_login_becomes_the_name_if_it_will_do(people: People) -> None:
    """A free, decent one is taken over; else the house invents one; either way it counts as not chosen yet."""
    here = register(people)
    assert (await here.arrive(Kind.KEY, ANA, "ana")).name == "ana"
    second = await here.arrive(Kind.KEY, BEN, "Ana")
    third = await here.arrive(Kind.GUEST, None, "root")
    for invented in (second, third):
        assert name_key(invented.name) not in (name_key("ana"), name_key("root"))
        assert clean_name(invented.name) == invented.name
        assert not invented.named
    assert second.name != third.name


async def test_invented_names_stay_unique_when_they_run_short(people: People) -> None:
    """Three hundred newcomers at once get three hundred names that all read differently."""
    here = register(people)
    names = {name_key((await here.arrive(Kind.GUEST, None)).name) for _ in range(300)}
    assert len(names) == 300


async def test_a_newcomer_who_does_nothing_is_not_written_down(people: People) -> None:
    """Looking in and leaving leaves no trace; what `keep` writes down is there the next time."""
    here = register(people)
    await here.arrive(Kind.KEY, ANA, "ana")
    here.depart(ANA)
    assert await people.find(ANA) is None
    assert await people.named(name_key("ana")) is None
    await here.arrive(Kind.KEY, ANA, "ana")
    await here.keep(ANA)
    here.depart(ANA)
    assert len(here) == 0
    stored = await people.find(ANA)
    assert stored is not None
    assert await register(people, 2).arrive(Kind.KEY, ANA, "another wish") == stored


async def test_names_of_newcomers_are_theirs_while_they_are_here(people: People) -> None:
    """Also before they are written down; afterwards they are free."""
    here = register(people)
    await here.arrive(Kind.KEY, ANA, "ana")
    ben = await here.arrive(Kind.KEY, BEN, "ben")
    with pytest.raises(NameTaken):
        await here.save(BEN, replace(ben, name="Ana"))
    here.depart(ANA)
    assert (await here.save(BEN, replace(ben, name="Ana"))).name == "Ana"


async def test_a_name_can_be_changed_and_its_former_one_is_free(people: People) -> None:
    """The new one is cleaned and counts as chosen; others may have the old one."""
    here = register(people)
    ana = await here.arrive(Kind.KEY, ANA, "ana")
    changed = await here.save(ANA, replace(ana, name="  Ana   Sofía ", settings=Settings(language="es")))
    assert (changed.name, changed.named, changed.settings.language) == ("Ana Sofía", True, "es")
    assert await people.find(ANA) == changed
    assert here.profile(ANA) == changed
    assert (await here.arrive(Kind.KEY, BEN, "ana")).name == "ana"


async def test_one_may_write_ones_own_name_differently(people: People) -> None:
    """A change of case only is no conflict with oneself."""
    here = register(people)
    ana = await here.arrive(Kind.KEY, ANA, "ana")
    saved = await here.save(ANA, replace(ana, name="ANA"))
    assert (await here.save(ANA, replace(saved, name="Ana"))).name == "Ana"
    with pytest.raises(NameTaken):
        await here.save(BEN, replace(await here.arrive(Kind.KEY, BEN), name="aNa"))


async def test_what_is_refused_changes_nothing(people: People) -> None:
    """Bad names, settings that are not offered, a profile of somebody else."""
    here = register(people)
    ana = await here.arrive(Kind.KEY, ANA, "ana")
    for wanted, error in (
        (replace(ana, name="you"), NameBad),
        (replace(ana, name="x" * 21), NameTooLong),
        (replace(ana, settings=Settings(theme="plaid")), SettingsBad),
        (replace(ana, account=BEN), NotYou),
    ):
        with pytest.raises(error):
            await here.save(ANA, wanted)
    assert here.profile(ANA) == ana
    assert await people.find(ANA) is None


async def test_a_guest_comes_back_by_the_code(people: People) -> None:
    """However it is typed, also after a restart; only its hash was stored."""
    here = register(people)
    guest = await here.arrive(Kind.GUEST, None)
    assert len(guest.guest_code.split("-")) == 4
    await here.keep(guest.account)
    here.depart(guest.account)
    later = register(people, 2)
    assert await later.resume("lusab-babad-lusab-babad") is None
    assert await later.resume("") is None
    assert await later.resume(guest.guest_code.upper().replace("-", " ")) == guest
    assert await people.find(guest.account) == replace(guest, guest_code="")


async def test_a_guest_who_is_here_can_be_resumed_from_a_second_terminal(people: People) -> None:
    """Also one who was not written down yet; the account is here until both have left."""
    here = register(people)
    guest = await here.arrive(Kind.GUEST, None)
    assert await here.resume(guest.guest_code) == guest
    here.depart(guest.account)
    assert here.profile(guest.account) == guest
    here.depart(guest.account)
    assert await here.resume(guest.guest_code) is None


async def test_the_same_key_twice_is_one_account(people: People) -> None:
    """Two terminals see the same profile, and what one changes the other has."""
    here = register(people)
    first = await here.arrive(Kind.KEY, ANA, "ana")
    assert await here.arrive(Kind.KEY, ANA, "somebody else") == first
    await here.save(ANA, replace(first, name="Anna"))
    here.depart(ANA)
    assert here.profile(ANA).name == "Anna"


async def test_who_leaves_while_a_new_name_is_written_leaves_no_name_behind() -> None:
    """It is kept, and when they come back they have it; nobody is shut out from the old one."""

    class SlowPeople(MemoryPeople):
        """Writes when it is told to."""

        def __init__(self) -> None:
            super().__init__()
            self.go = asyncio.Event()

        async def put(self, profile: Profile, code_hash: str = "") -> None:
            """See People."""
            await self.go.wait()
            await super().put(profile, code_hash)

    for back in (False, True):
        people = SlowPeople()
        here = register(people)
        ana = await here.arrive(Kind.KEY, ANA, "ana")
        saving = asyncio.ensure_future(here.save(ANA, replace(ana, name="Anna")))
        await asyncio.sleep(0)
        here.depart(ANA)
        if back:
            await here.arrive(Kind.KEY, ANA, "ana")
        people.go.set()
        assert (await saving).name == "Anna"
        assert (await here.arrive(Kind.KEY, BEN, "ana")).name == "ana"
        assert (await here.arrive(Kind.KEY, ANA, "ana")).name == "Anna"
        for account in (ANA, ANA, BEN)[not back :]:
            here.depart(account)
        assert len(here) == 0
        assert here._names == {}


async def test_settings_that_cannot_be_read_lock_nobody_out(tmp_path: Path) -> None:
    """As from a damaged row or a newer version: the player comes in, with the settings of a newcomer."""
    log, people = open_database(tmp_path / "house.db")
    here = register(people)
    ana = await here.arrive(Kind.KEY, ANA, "ana")
    saved = await here.save(ANA, replace(ana, settings=Settings(language="es")))

    def damage(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE accounts SET settings = x'c1'")

    await people._database.run(damage)
    assert await people.find(ANA) == replace(saved, settings=Settings())
    await log.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "!!!",
        "bot",
        "Y.O.U",
        "r00t",
        "Reynard (bot)",
        "Reynardbot",
        "Reynard (b.o.t)",
        "Reynard [B Ö T]",
        "Reynard (bøt)",
        "Reynard (Ьоt)",  # with a soft sign
        "a\u202eb",  # turns the writing direction
        "a\u200bb",  # zero width
        "a\x1b[31m",
        "a\tb",
        "a\nb",
        "a\ud800",
        "\u3164\u3164a",  # letters that show as nothing
        "a" + "\u0301" * 5,
        "\u0301a",
        "a\ue000",
        "a\u00a0b",
    ],
)
def test_bad_names(text: str) -> None:
    """Nothing readable in it, reserved, or with characters that would disturb a line."""
    with pytest.raises(NameBad):
        clean_name(text)


@pytest.mark.parametrize("text", ["x" * 21, "漢" * 11, "x" * 10_000])
def test_long_names(text: str) -> None:
    """Names are measured in cells of the terminal."""
    with pytest.raises(NameTooLong):
        clean_name(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ana", "ana"),
        (" Ana  de  Wit ", "Ana de Wit"),
        ("Zoe\u0308", "Zoë"),
        ("漢" * 10, "漢" * 10),
        ("a_b-c.d", "a_b-c.d"),
        ("Abbot", "Abbot"),
        ("Reynard", "Reynard"),
    ],
)
def test_good_names(text: str, shown: str) -> None:
    """Cleaned: composed, with single blanks between words."""
    assert clean_name(text) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "ANA"),
        ("quiet-otter", "Quiet Otter"),
        ("ana", "аnа"),
        ("lily", "LiIy"),
        ("bob", "b0b"),
        ("ａｎａ", "ana"),
        ("ﬁn", "fin"),
    ],
)
def test_names_that_read_the_same(one: str, other: str) -> None:
    """Case, blanks, wide letters, and letters of other scripts that look alike."""
    assert name_key(one) == name_key(other)


def test_names_that_read_differently() -> None:
    """Accents tell people apart."""
    assert len({name_key(name) for name in ("José", "Jose", "Josef", "José2")}) == 4


def test_codes_can_be_said() -> None:
    """Words of five letters; 16 bits each, no two values alike; typed with or without dashes."""
    assert spoken(1, lambda n: b"\0" * n) != spoken(1, lambda n: b"\xff" * n)
    codes = {spoken(1, lambda _, value=value: value.to_bytes(2, "big")) for value in range(1 << 16)}  # type: ignore[misc]
    assert len(codes) == 1 << 16
    assert all(len(code) == 5 and code.isalpha() for code in codes)
    code = spoken(4, entropy_from(1))
    assert normal_code(code.replace("-", "").upper()) == code
