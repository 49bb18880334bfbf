"""The front desk: takes every command of a player, and answers it. Talk and codes are limited here.

Besides those of core/room/decide.py, its refusals have these codes, with their params:

- ``busy``, ``try_again`` (the table, or the store, cannot take it just now), ``server_stopping``
- ``no_such_table``, ``no_such_code``, ``too_many_tries``
- ``too_many_tables`` (limit), ``house_full``; a watcher too many gets TableClosed(``too_many_watchers``), whoever
  gives up a seat at a private table TableClosed(``not_seated``)
- ``too_fast``, ``nothing_said``
- ``name_bad``, ``name_too_long`` (longest), ``name_taken``, ``settings_bad`` (setting), ``not_you``,
  ``not_a_guest`` (only a guest comes back by a code)
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from core import commands as cmd
from core.bots import bots_of
from core.commands import Ack, Refusal
from core.game import GameError
from core.ids import AccountId, CommandId, RoomId
from core.room import decide, seat_of
from core.room.decide import ENTROPY
from core.tables import Phase
from core.text import clean_line
from server.house.limiters import Buckets, Tries
from server.house.new_tables import Answer, NewTables
from server.house.refused import Refused
from server.house.roomhost import UNDECIDED, RoomHost
from server.people.codes import normal_code
from server.store.log import StoreError

if TYPE_CHECKING:
    from server.house.house import House

log = logging.getLogger(__name__)

_ANSWERS: Final = 4096
"""So many answers to commands that are no part of a room's log are remembered."""


class Desk:
    """Answers commands. What is no part of a room's log is remembered here, so that none is done twice."""

    def __init__(self, house: "House") -> None:
        settings = house.settings
        self._house = house
        self._words = Buckets(house.clock, settings.chat_burst, settings.chat_every)
        self.tries = Tries(house.clock, settings.tries_per_account, settings.tries_in_all)
        self._tables = NewTables(house, self._at_table)
        self._answers: OrderedDict[tuple[AccountId, CommandId], Answer] = OrderedDict()
        self._doing: dict[tuple[AccountId, CommandId], asyncio.Task[Answer]] = {}

    async def submit(self, account: AccountId, command: cmd.Command) -> Answer:
        """See Gateway.submit."""
        if self._house.stopping:
            return Refusal(command.id, "server_stopping")
        if not 0 < len(command.id) <= 64:
            return Refusal(CommandId(command.id[:64]), "bad_command_id")
        match command:
            case cmd.Open():
                return await self._once(account, command, lambda: self._tables.open(account, command))
            case cmd.PlayBot():
                return await self._once(account, command, lambda: self._tables.play_bot(account, command))
            case cmd.Seek():
                return await self._once(account, command, lambda: self._tables.seek(account, command))
            case cmd.Say():
                return await self._once(account, command, lambda: self._say(account, command))
            case cmd.Unseek():
                self._house.match.stop(account)
                return Ack(command.id)
            case cmd.Sit():
                return await self._once(account, command, lambda: self._at_table(account, command))
            case cmd.JoinByCode():
                return await self._once(account, command, lambda: self._join(account, command))
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
        except Exception:
            log.exception("a command of the kind %s failed", type(command).__name__)
            return Refusal(command.id, "try_again")

    async def _once(
        self, account: AccountId, command: cmd.Command, do: Callable[[], Coroutine[Any, Any, Answer]]
    ) -> Answer:
        """Do it in a task of its own, which no session takes with it; when it is repeated, answer the same.

        But where the house could not decide, it may be tried again.
        """
        key = (account, command.id)
        known = self._answers.get(key)
        if known is not None:
            return known
        task = self._doing.get(key)
        if task is None:
            task = self._doing[key] = self._house.spawn(self._remembered(key, self._answered(command, do())))
        return await asyncio.shield(task)

    async def _remembered(
        self, key: tuple[AccountId, CommandId], doing: Coroutine[Any, Any, Answer]
    ) -> Answer:
        try:
            answer = await doing
        finally:
            del self._doing[key]
        if not isinstance(answer, Refusal) or answer.code not in UNDECIDED:
            self._answers[key] = answer
            if len(self._answers) > _ANSWERS:
                self._answers.popitem(last=False)
        return answer

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
        if seat_of(host.state, account) is not None:
            return await self._take_seat(account, command, host)
        with self._tables.room_for_more(account):
            await self._house.register.keep(account)
            return await self._take_seat(account, command, host)

    async def _take_seat(self, account: AccountId, command: cmd.Sit, host: RoomHost) -> Answer:
        _, name = self._house.me(account)
        answer = await host.submit(
            lambda state: decide(state, account, command, name=name), account, command.id
        )
        if isinstance(answer, Ack):
            self._house.match.stop(account)
        return answer

    async def _say(self, account: AccountId, command: cmd.Say) -> Answer:
        house = self._house
        host = await self._host(command.room)
        seat = seat_of(host.state, account)
        if seat is None and account not in house.gallery.accounts(command.room):
            raise Refused("no_such_table")
        text = clean_line(command.text, house.settings.chat_length)
        _, name = self._house.me(account)
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
