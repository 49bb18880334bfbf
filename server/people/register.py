"""Who is who: profiles, guests and their codes, and names that no two players share."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final, Protocol

from core.game import GameError
from core.ids import AccountId
from core.people import Kind, Profile, Settings
from server.people.codes import GUEST_WORDS, Entropy, code_hash, guest_account, normal_code, spoken
from server.people.names import NameTaken, clean_name, invented_names, name_key

_OFFERED: Final = {
    "language": ("", "en", "es", "fr", "nl"),
    "glyphs": ("", "unicode", "ascii"),
    "colours": ("", "truecolor", "256", "16", "none"),
    "theme": ("dark", "light", "contrast"),
}


class SettingsBad(GameError):
    """A setting (`setting`) has a value that is not offered."""

    code = "settings_bad"


class NotYou(GameError):
    """A profile of somebody else cannot be changed."""

    code = "not_you"


class People(Protocol):
    """The port through which accounts are kept. Every function raises StoreError when the store fails."""

    async def find(self, account: AccountId) -> Profile | None:
        """The stored profile of that account."""
        ...

    async def by_code(self, code_hash: str) -> Profile | None:
        """The guest whose code has this hash."""
        ...

    async def named(self, key: str) -> AccountId | None:
        """Whose name has this key (server/people/names.py)."""
        ...

    async def put(self, profile: Profile, code_hash: str = "") -> None:
        """Keep the profile; an empty hash leaves the stored one. The guest's code in it is not kept.

        Raises NameTaken when another account has a name of the same key.
        """
        ...


class MemoryPeople:
    """People who are forgotten with the process."""

    def __init__(self) -> None:
        self._kept: dict[AccountId, tuple[Profile, str]] = {}

    async def find(self, account: AccountId) -> Profile | None:
        """See People."""
        kept = self._kept.get(account)
        return None if kept is None else kept[0]

    async def by_code(self, code_hash: str) -> Profile | None:
        """See People."""
        for profile, known in self._kept.values():
            if known == code_hash:
                return profile
        return None

    async def named(self, key: str) -> AccountId | None:
        """See People."""
        for profile, _ in self._kept.values():
            if name_key(profile.name) == key:
                return profile.account
        return None

    async def put(self, profile: Profile, code_hash: str = "") -> None:
        """See People."""
        if await self.named(name_key(profile.name)) not in (None, profile.account):
            raise NameTaken()
        _, known = self._kept.get(profile.account, (profile, ""))
        self._kept[profile.account] = (replace(profile, guest_code=""), code_hash or known)


@dataclass(slots=True)
class _Present:
    """An account with at least one session; `stored` tells whether the people port has it."""

    profile: Profile
    stored: bool
    sessions: int = 1


class Register:
    """Everybody who is in the house now.

    Newcomers are written down at first need only (`keep`): whoever looks in and leaves does not fill the
    database. Their names are theirs all the same while they are here.
    """

    def __init__(self, people: People, entropy: Entropy, rng: Random) -> None:
        self._people = people
        self._entropy = entropy
        self._rng = rng
        self._present: dict[AccountId, _Present] = {}
        self._names: dict[str, AccountId] = {}

    def __len__(self) -> int:
        return len(self._present)

    def profile(self, account: AccountId) -> Profile:
        """The profile of somebody who is here, as of now."""
        return self._present[account].profile

    async def arrive(self, kind: Kind, account: AccountId | None, wish: str = "") -> Profile:
        """Somebody comes in: a guest (no account) or the owner of a key, with a wish for a name at a first visit.

        Each arrival wants one `depart`. Raises StoreError.
        """
        code = ""
        if account is None:
            account, code = guest_account(self._entropy), spoken(GUEST_WORDS, self._entropy)
        elif account not in self._present:
            stored = await self._people.find(account)
            if stored is not None and account not in self._present:
                self._enter(stored, stored=True)
                return stored
        here = self._present.get(account)
        if here is None:
            name = await self._first_name(account, wish)
            here = self._present.get(account)  # the same key may have come twice at once
            if here is None:
                profile = Profile(account, kind, name, guest_code=code)
                self._enter(profile, stored=False)
                return profile
            if name_key(here.profile.name) != name_key(name):
                self._release(name_key(name), account)
        here.sessions += 1
        return here.profile

    def depart(self, account: AccountId) -> None:
        """One session of that account has ended."""
        here = self._present[account]
        here.sessions -= 1
        if not here.sessions:
            del self._present[account]
            self._release(name_key(here.profile.name), account)

    async def keep(self, account: AccountId) -> None:
        """Write a newcomer down, because from now on something depends on them. Raises StoreError."""
        here = self._present.get(account)
        if here is not None and not here.stored:
            code = here.profile.guest_code
            await self._people.put(here.profile, code_hash(code) if code else "")
            here.stored = True

    async def save(self, account: AccountId, wanted: Profile) -> Profile:
        """Store a name and settings. Raises NotYou, SettingsBad, NameBad, NameTooLong, NameTaken or StoreError."""
        here = self._present[account]
        if wanted.account != account:
            raise NotYou()
        _check(wanted.settings)
        name = here.profile.name if wanted.name == here.profile.name else clean_name(wanted.name)
        named = here.profile.named or wanted.named or name != here.profile.name
        before, after = name_key(here.profile.name), name_key(name)
        if after != before:
            await self._reserve(after, account)
        profile = replace(here.profile, name=name, named=named, settings=wanted.settings)
        code = profile.guest_code
        kept = before
        try:
            await self._people.put(profile, code_hash(code) if code else "")
            kept = after
        finally:
            # They may have left while this was written, or have left and come back.
            now = self._present.get(account)
            if now is not None and kept == after:
                now.profile, now.stored = profile, True
            for key in {before, after} - (set() if now is None else {kept}):
                self._release(key, account)
        return profile

    async def resume(self, code: str) -> Profile | None:
        """The guest with this code comes in (one more session), or None. Raises StoreError."""
        code = normal_code(code)
        if not code:
            return None
        stored = await self._people.by_code(code_hash(code))
        if stored is None:
            for here in self._present.values():  # newcomers that are not written down yet
                if here.profile.guest_code == code:
                    here.sessions += 1
                    return here.profile
            return None
        known = self._present.get(stored.account)
        if known is None:
            self._enter(replace(stored, guest_code=code), stored=True)
        else:
            known.sessions += 1
            known.profile = replace(known.profile, guest_code=code)
        return self._present[stored.account].profile

    def _enter(self, profile: Profile, *, stored: bool) -> None:
        self._present[profile.account] = _Present(profile, stored)
        self._names[name_key(profile.name)] = profile.account

    async def _first_name(self, account: AccountId, wish: str) -> str:
        """A name that is free, reserved for that account: the wish if it will do, else an invented one."""
        invent = invented_names(self._rng)
        try:
            name = clean_name(wish)
        except GameError:
            name = invent()
        while True:
            try:
                await self._reserve(name_key(name), account)
            except NameTaken:
                name = invent()
            else:
                return name

    async def _reserve(self, key: str, account: AccountId) -> None:
        """Raises NameTaken."""
        if self._names.setdefault(key, account) != account:
            raise NameTaken()
        try:
            owner = await self._people.named(key)
        except BaseException:
            self._release(key, account)
            raise
        if owner not in (None, account):
            self._release(key, account)
            raise NameTaken()

    def _release(self, key: str, account: AccountId) -> None:
        """That name is no longer kept for that account."""
        if self._names.get(key) == account:
            del self._names[key]


def _check(settings: Settings) -> None:
    for setting, offered in _OFFERED.items():
        if getattr(settings, setting) not in offered:
            raise SettingsBad(setting=setting)
