"""Seats at which the house plays: asks a bot for each prompt, and sends its answer as any player would."""

import logging
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final

from core import registry
from core.commands import Ack, Act, Refusal
from core.ids import CommandId, PromptId, RoomId, Seat
from core.room import RoomState, bot_of, decide
from core.tables import Phase
from server.house.botpool import BotFailed, Bots
from server.house.clock import Agenda
from server.house.roomhost import UNDECIDED, RoomHost
from server.house.rooms import Rooms
from server.house.settings import HouseSettings
from server.people.codes import Entropy
from server.store.log import StoreError

log = logging.getLogger(__name__)

_NOT_ITS_FAULT: Final = ("stale_prompt", *UNDECIDED)


def _asked(state: RoomState, seat: Seat, prompt: PromptId) -> bool:
    asked = state.prompts[seat]
    return asked is not None and asked.id == prompt


class BotSeats:
    """After each change of a room: which bots owe an action, and a moment later that action."""

    def __init__(
        self,
        bots: Bots,
        rooms: Rooms,
        agenda: Agenda,
        entropy: Entropy,
        rng: Random,
        settings: HouseSettings,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._bots = bots
        self._rooms = rooms
        self._agenda = agenda
        self._entropy = entropy
        self._rng = rng
        self._settings = settings
        self._spawn = spawn

    def look(self, host: RoomHost) -> None:
        """Let every bot think whose turn it is."""
        state = host.state
        if state.phase is not Phase.PLAYING:
            return
        for number, asked in enumerate(state.prompts):
            held = state.seats[number]
            if asked is not None and held is not None and held.bot:
                self._plan(host.room, Seat(number), asked.id, self._settings.bot_pause)

    def _plan(self, room: RoomId, seat: Seat, prompt: PromptId, pause: float) -> None:
        key = ("bot", room, prompt)
        if key not in self._agenda:
            self._agenda.set(key, pause, lambda: self._spawn(self._play(room, seat, prompt)))

    async def _play(self, room: RoomId, seat: Seat, prompt: PromptId) -> None:
        """Think and act; what could not be kept is tried again later."""
        try:
            host = await self._rooms.get(room)
            if host is None or not _asked(host.state, seat, prompt):
                return
            state = host.state
            action = await self._choose(state, seat)
            answer = await self._act(state, seat, prompt, action)
            if isinstance(answer, Refusal) and answer.code not in _NOT_ITS_FAULT:
                log.warning("the bot of room %s chose badly: %s", room, answer.code)
                answer = await self._act(state, seat, prompt, self._simple(state, seat))
        except StoreError as error:
            log.error("the bot of room %s has to wait: %s", room, error)
            answer = Refusal(CommandId(""), "try_again")
        if isinstance(answer, Refusal) and answer.code in UNDECIDED:
            self._plan(room, seat, prompt, self._settings.bot_retry)

    async def _act(self, state: RoomState, seat: Seat, prompt: PromptId, action: str) -> Ack | Refusal | None:
        host = await self._rooms.get(state.room)  # it may have left memory while the bot thought
        held = state.seats[seat]
        if host is None or held is None:
            return None
        command = Act(CommandId(f"{prompt} {action}"), state.room, prompt, action)
        return await host.submit(lambda now: decide(now, held.account, command), held.account, command.id)

    async def _choose(self, state: RoomState, seat: Seat) -> str:
        """The bot's choice from what its seat knows, else a simple one."""
        game = registry.game(state.game)
        seed = int.from_bytes(self._entropy(8), "big")
        held = state.seats[seat]
        bot = None if held is None else bot_of(held.account)
        try:
            return await self._bots.choose(state.game, bot or "", game.knowledge(state.play, seat), seed)
        except BotFailed as failure:
            log.warning("a bot of room %s gave no answer (%s)", state.room, failure)
            return self._simple(state, seat)

    def _simple(self, state: RoomState, seat: Seat) -> str:
        """Any legal action."""
        game = registry.game(state.game)
        return game.action_text(self._rng.choice(game.legal_actions(state.play, seat)))
