"""New tables: opened, against a bot, or by quick match. One that cannot be kept is not opened."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from core import commands as cmd
from core import registry
from core.bots import bots_of
from core.commands import Ack, Refusal
from core.game import BadOptions, Options, complete_options
from core.ids import AccountId, CommandId, RoomId, Seat
from core.room import Events, answered, bot_account, opening
from core.room.decide import ENTROPY
from core.tables import Phase
from server.house.matchmaking import Wish
from server.house.refused import Refused
from server.people.codes import TABLE_WORDS, spoken

if TYPE_CHECKING:
    from server.house.house import House

Answer: TypeAlias = Ack | Refusal


class NewTables:
    """Makes rooms for players."""

    def __init__(
        self, house: "House", at_table: Callable[[AccountId, cmd.RoomCommand], Awaitable[Answer]]
    ) -> None:
        """`at_table` gives a command to a room that is there."""
        self._house = house
        self._at_table = at_table
        self._coming: Counter[AccountId] = Counter()
        self._opening = 0

    @contextmanager
    def room_for_more(self, account: AccountId) -> Iterator[None]:
        """Inside, that account takes one more seat. Raises Refused when it has as many as it may.

        Those it is about to get count too: many commands at once are no way round the limit.
        """
        limit = self._house.settings.tables_per_account
        if len(self._house.lobby.rooms_of(account)) + self._coming[account] >= limit:
            raise Refused("too_many_tables", limit=limit)
        self._coming[account] += 1
        try:
            yield
        finally:
            self._coming[account] -= 1
            self._coming += Counter()  # drops those who wait for nothing

    @contextmanager
    def _room_in_the_house(self) -> Iterator[None]:
        """Inside, one more table is opened. Raises Refused when there are as many as there may be."""
        if len(self._house.lobby) + self._opening >= self._house.settings.rooms:
            raise Refused("house_full")
        self._opening += 1
        try:
            yield
        finally:
            self._opening -= 1

    def _options(self, game: str, given: Options) -> Options:
        """The options in full, within the limits of the house. Raises GameError."""
        options = complete_options(registry.game(game).options, given)
        for name, value in options:
            if isinstance(value, int) and value > self._house.settings.largest_number:
                raise BadOptions(name, value)
        return options

    async def _create(
        self,
        account: AccountId,
        command: CommandId,
        game: str,
        options: Options,
        players: tuple[tuple[AccountId, str], ...],
        *,
        private: bool = False,
        start: bool = False,
    ) -> Ack:
        house = self._house
        code = spoken(TABLE_WORDS, house.entropy) if private else ""

        def first_events(room: RoomId) -> Events | Refusal:
            return opening(
                command,
                room=room,
                game=game,
                options=options,
                private=private,
                code=code,
                opener=account,
                players=players,
                seats=len(players) if start else None,
                start=start,
                entropy=house.entropy(ENTROPY),
            )

        with self._room_in_the_house():
            host = await house.rooms.open(account, command, first_events)
        if isinstance(host, Refusal):
            raise Refused(host.code, **dict(host.params))
        house.match.stop(account)
        return Ack(command, host.room, host.state.seq)

    async def _done_before(self, account: AccountId, command: CommandId) -> Ack | None:
        """The answer that this command got in an earlier life of the server."""
        for room in self._house.lobby.rooms_of(account):
            host = await self._house.rooms.get(room)
            known = None if host is None else answered(host.state, account, command)
            if known is not None:
                return known
        return None

    async def open(self, account: AccountId, command: cmd.Open) -> Answer:
        """A table of one's own. Raises Refused, GameError, StoreError, as all of these do."""
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        options = self._options(command.game, command.options)
        with self.room_for_more(account):
            await self._house.register.keep(account)
            me = (self._house.me(account),)
            return await self._create(account, command.id, command.game, options, me, private=command.private)

    async def play_bot(self, account: AccountId, command: cmd.PlayBot) -> Answer:
        """A game against a bot, which begins at once."""
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        rules = registry.game(command.game)
        options = self._options(command.game, command.options)
        bots = bots_of(command.game)
        bot = command.bot or next(iter(bots), "")
        if bot not in bots:
            raise Refused("no_such_bot", bot=command.bot[:64])
        others = tuple((bot_account(bot, Seat(seat)), bots[bot]) for seat in range(1, rules.seats[0]))
        with self.room_for_more(account):
            await self._house.register.keep(account)
            players = (self._house.me(account), *others)
            return await self._create(account, command.id, command.game, options, players, start=True)

    async def seek(self, account: AccountId, command: cmd.Seek) -> Answer:
        """A seat where somebody waits for just that, else a match with somebody who searches, else a search."""
        house = self._house
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        rules = registry.game(command.game)
        wish = Wish(command.game, self._options(command.game, command.options))
        with self.room_for_more(account):
            await house.register.keep(account)
        for room in self._open_tables(account, wish):
            seated = await self._sit_ready(account, room, command.id)
            if seated is not None:
                house.match.stop(account)
                house.match.match(room, (account,))
                return seated
        with self.room_for_more(account):
            me = house.me(account)
            partners = house.match.queue.partners(account, wish, rules.seats[0] - 1)
            if not partners:
                house.match.seek(account, wish)
                return Ack(command.id)
            players = (*(house.me(partner.account) for partner in partners), me)
            try:
                ack = await self._create(account, command.id, wish.game, wish.options, players, start=True)
            except BaseException:
                house.match.queue.put_back(partners)
                raise
        if ack.room is not None:
            house.match.match(ack.room, (account, *(partner.account for partner in partners)))
        return ack

    def _open_tables(self, account: AccountId, wish: Wish) -> list[RoomId]:
        """Tables with a free seat where somebody waits for just that, oldest first."""
        here = self._house.attendance.here
        return [
            room
            for room, row in self._house.lobby.rows()
            if not row.private
            and row.phase is Phase.OPEN
            and Wish(row.shown.game, row.shown.options) == wish
            and "" in row.shown.names
            and account not in row.people
            and any(map(here, row.accounts()))
        ]

    async def _sit_ready(self, account: AccountId, room: RoomId, command: CommandId) -> Ack | None:
        """Take a free seat there and be ready."""
        seated = await self._at_table(account, cmd.Sit(command, room))
        if isinstance(seated, Refusal):
            return None
        ready = cmd.Ready(CommandId(f"{command[:60]}+"), room)
        answer = await self._at_table(account, ready)
        return Ack(command, room, answer.seq if isinstance(answer, Ack) else seated.seq)
