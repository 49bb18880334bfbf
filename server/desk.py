"""The front desk: takes every command of a player, and answers it. Talk and codes are limited here.

Besides those of core/room/decide.py, its refusals have these codes, with their params:

- ``busy``, ``try_again`` (the table, or the store, cannot take it just now), ``server_stopping``
- ``no_such_table``, ``no_such_code``, ``too_many_tries``
- ``too_many_tables`` (limit), ``house_full``; a watcher too many gets TableClosed(``too_many_watchers``)
- ``too_fast``, ``nothing_said``
- ``name_bad``, ``name_too_long`` (longest), ``name_taken``, ``settings_bad`` (setting), ``not_you``,
  ``not_a_guest`` (only a guest comes back by a code)
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from core import commands as cmd
from core import registry
from core.bots import bots_of
from core.commands import Ack, Refusal
from core.game import GameError, Options, complete_options
from core.ids import AccountId, CommandId, RoomId, Seat
from core.room import answered, bot_account, decide, opening, seat_of
from core.room.decide import ENTROPY
from core.tables import Phase
from core.text import clean_line
from server.codes import TABLE_WORDS, normal_code, spoken
from server.limiters import Buckets, Tries
from server.matchmaking import Wish
from server.roomhost import RoomHost
from server.store import StoreError

if TYPE_CHECKING:
    from server.house import House

_ANSWERS: Final = 4096
"""So many answers to commands that are no part of a room's log are remembered."""

Answer = Ack | Refusal


class Refused(Exception):
    """Leads out of a command to its refusal."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Desk:
    """Answers commands. What is no part of a room's log is remembered here, so that none is done twice."""

    def __init__(self, house: "House") -> None:
        settings = house.settings
        self._house = house
        self._words = Buckets(house.clock, settings.chat_burst, settings.chat_every)
        self.tries = Tries(house.clock, settings.tries_per_account, settings.tries_in_all)
        self._answers: OrderedDict[tuple[AccountId, CommandId], asyncio.Task[Answer]] = OrderedDict()

    async def submit(self, account: AccountId, command: cmd.Command) -> Answer:
        """See Gateway.submit."""
        if self._house.stopping:
            return Refusal(command.id, "server_stopping")
        if not 0 < len(command.id) <= 64:
            return Refusal(CommandId(command.id[:64]), "bad_command_id")
        match command:
            case cmd.Open():
                return await self._once(account, command, lambda: self._open(account, command))
            case cmd.PlayBot():
                return await self._once(account, command, lambda: self._play_bot(account, command))
            case cmd.Seek():
                return await self._once(account, command, lambda: self._seek(account, command))
            case cmd.Say():
                return await self._once(account, command, lambda: self._say(account, command))
            case cmd.Unseek():
                self._house.stop_seeking(account)
                return Ack(command.id)
            case cmd.JoinByCode():
                return await self._answered(command, self._join(account, command))
            case _:
                return await self._answered(command, self._at_table(account, command))

    async def _answered(self, command: cmd.Command, doing: Coroutine[Any, Any, Answer]) -> Answer:
        """The answer, also when it is no."""
        try:
            return await doing
        except Refused as refused:
            return Refusal(command.id, refused.code, tuple(refused.params.items()))
        except GameError as error:
            return Refusal(command.id, error.code, tuple(error.params.items()))
        except StoreError:
            return Refusal(command.id, "try_again")

    async def _once(
        self, account: AccountId, command: cmd.Command, do: Callable[[], Coroutine[Any, Any, Answer]]
    ) -> Answer:
        """Do it in a task of its own, which no session takes with it; when it is repeated, answer the same."""
        key = (account, command.id)
        task = self._answers.get(key)
        if task is None:
            task = self._answers[key] = self._house.spawn(self._answered(command, do()))
            if len(self._answers) > _ANSWERS:
                self._answers.popitem(last=False)
        answer = await asyncio.shield(task)
        if isinstance(answer, Refusal) and self._answers.get(key) is task:
            del self._answers[key]  # nothing was done: it may be tried again
        return answer

    def _room_for_more(self, account: AccountId) -> None:
        """Raises Refused."""
        settings = self._house.settings
        if len(self._house.lobby.rooms_of(account)) >= settings.tables_per_account:
            raise Refused("too_many_tables", limit=settings.tables_per_account)

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
        if len(house.lobby) >= house.settings.rooms:
            raise Refused("house_full")
        code = spoken(TABLE_WORDS, house.entropy) if private else ""

        host = await house.rooms.open(
            account,
            command,
            lambda room: opening(
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
            ),
        )
        if isinstance(host, Refusal):
            raise Refused(host.code, **dict(host.params))
        house.stop_seeking(account)
        return Ack(command, host.room, host.state.seq)

    def _me(self, account: AccountId) -> tuple[AccountId, str]:
        """The account and its name. Raises Refused for one that has gone in the meantime."""
        if not self._house.attendance.here(account):
            raise Refused("try_again")
        return (account, self._house.register.profile(account).name)

    async def _done_before(self, account: AccountId, command: CommandId) -> Ack | None:
        """The answer that this command got in an earlier life of the server."""
        for room in self._house.lobby.rooms_of(account):
            host = await self._house.rooms.get(room)
            known = None if host is None else answered(host.state, account, command)
            if known is not None:
                return known
        return None

    async def _open(self, account: AccountId, command: cmd.Open) -> Answer:
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        self._room_for_more(account)
        await self._house.register.keep(account)
        me = (self._me(account),)
        return await self._create(
            account, command.id, command.game, command.options, me, private=command.private
        )

    async def _play_bot(self, account: AccountId, command: cmd.PlayBot) -> Answer:
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        rules = registry.game(command.game)
        bots = bots_of(command.game)
        bot = command.bot or next(iter(bots), "")
        if bot not in bots:
            raise Refused("no_such_bot", bot=command.bot[:64])
        self._room_for_more(account)
        await self._house.register.keep(account)
        others = tuple((bot_account(bot, Seat(seat)), bots[bot]) for seat in range(1, rules.seats[0]))
        players = (self._me(account), *others)
        return await self._create(account, command.id, command.game, command.options, players, start=True)

    async def _seek(self, account: AccountId, command: cmd.Seek) -> Answer:
        house = self._house
        known = await self._done_before(account, command.id)
        if known is not None:
            return known
        rules = registry.game(command.game)
        wish = Wish(command.game, complete_options(rules.options, command.options))
        self._room_for_more(account)
        await house.register.keep(account)
        for room in self._open_tables(account, wish):
            seated = await self._sit_ready(account, room, command.id)
            if seated is not None:
                house.stop_seeking(account)
                return seated
        me = self._me(account)
        partners = house.matchmaking.partners(account, wish, rules.seats[0] - 1)
        if not partners:
            house.seek(account, wish)
            return Ack(command.id)
        players = (*(self._me(partner.account) for partner in partners), me)
        try:
            ack = await self._create(account, command.id, wish.game, wish.options, players, start=True)
        except BaseException:
            house.matchmaking.put_back(partners)
            raise
        if ack.room is not None:
            house.match(ack.room, (account, *(partner.account for partner in partners)))
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

    async def _join(self, account: AccountId, command: cmd.JoinByCode) -> Answer:
        if not self.tries.allowed(account):
            raise Refused("too_many_tries")
        room = self._house.lobby.by_code(normal_code(command.code))
        if room is None:
            self.tries.wrong(account)
            raise Refused("no_such_code")
        host = await self._host(room)
        if seat_of(host.state, account) is not None:
            return Ack(command.id, room, host.state.seq)
        return await self._sit(account, cmd.Sit(command.id, room), host)

    async def _host(self, room: RoomId) -> RoomHost:
        host = await self._house.rooms.get(room)
        if host is None:
            raise Refused("no_such_table")
        return host

    async def _at_table(self, account: AccountId, command: cmd.RoomCommand) -> Answer:
        """A command to a room, decided there."""
        if isinstance(command, cmd.Say):
            return await self._say(account, command)
        host = await self._host(command.room)
        if isinstance(command, cmd.Sit):
            if host.state.private and seat_of(host.state, account) is None:
                raise Refused("no_such_table")
            return await self._sit(account, command, host)
        house = self._house
        return await host.submit(
            lambda state: decide(
                state,
                account,
                command,
                entropy=house.entropy(ENTROPY) if isinstance(command, _MAY_BEGIN) else b"",
                absent=house.gallery.absent(state) if isinstance(command, cmd.Claim) else frozenset(),
                bots=bots_of(state.game) if isinstance(command, cmd.SeatBot) else None,
            ),
            account,
            command.id,
        )

    async def _sit(self, account: AccountId, command: cmd.Sit, host: RoomHost) -> Answer:
        if seat_of(host.state, account) is None:
            self._room_for_more(account)
            await self._house.register.keep(account)
        _, name = self._me(account)
        answer = await host.submit(
            lambda state: decide(state, account, command, name=name), account, command.id
        )
        if isinstance(answer, Ack):
            self._house.stop_seeking(account)
        return answer

    async def _say(self, account: AccountId, command: cmd.Say) -> Answer:
        house = self._house
        host = await self._host(command.room)
        seat = seat_of(host.state, account)
        if seat is None and account not in house.gallery.accounts(command.room):
            raise Refused("no_such_table")
        text = clean_line(command.text, house.settings.chat_length)
        _, name = self._me(account)
        if not text:
            raise Refused("nothing_said")
        if not self._words.take(account):
            raise Refused("too_fast")
        playing = host.state.phase is Phase.PLAYING
        host.talk.say(seat, name, text, house.clock.now(), playing=playing)
        house.gallery.wake(command.room)
        return Ack(command.id, command.room, host.state.seq)


_MAY_BEGIN: Final = (cmd.Ready, cmd.SeatBot, cmd.Rematch)
"""Commands with which a game may begin."""
