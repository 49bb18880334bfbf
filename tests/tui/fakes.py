"""A house in memory for the tests of the screens: real rooms and rules, no clock, no store, no network."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from core import commands as cmd
from core import registry
from core import room as rooms
from core.events import Logged
from core.ids import AccountId, CommandId, Epoch, PromptId, RoomId, Seat, Seq
from core.people import ChatLine, Kind, Presence, Profile, Settings
from core.room.state import Journal, OpenPrompt, RoomState
from core.tables import (
    ChatSaid,
    LobbyView,
    Phase,
    PresenceChanged,
    RoomView,
    TableChanged,
    TableClosed,
    TableSummary,
    TableUpdate,
)

ENTROPY = bytes(range(32))
"""The seed of every game in these tests."""

BOTS = {"simple": "Reynard"}
TABLE = RoomId("raven-42")


def account(name: str) -> AccountId:
    """The account of the player of that name."""
    return AccountId(f"key:{name}")


class FakeHouse:
    """Holds rooms and tells whoever watches; everything happens at once and in order."""

    def __init__(self) -> None:
        self.rooms: dict[RoomId, RoomState] = {}
        self.presence: dict[RoomId, PresenceChanged] = {}
        self.chat: dict[RoomId, list[ChatLine]] = {}
        self.absent: frozenset[Seat] = frozenset()
        self._watchers: list[tuple[RoomId, AccountId, asyncio.Queue[TableUpdate]]] = []
        self._lobbies: list[tuple[AccountId, asyncio.Queue[LobbyView]]] = []
        self._commands = 0

    # --- setting the scene

    def table(self, *names: str, room: RoomId = TABLE, position: str = "", start: bool = True,
              options: tuple[tuple[str, str | int | bool], ...] = (), private: bool = False) -> RoomId:  # fmt: skip
        """A table of the Fox with these players; a running game unless `start` is False.

        `position` (core/fox/position.py) is where the game stands instead of its first deal.
        """
        players = tuple((account(name), name) for name in names)
        events = rooms.opening(
            CommandId("open"), room=room, game="fox", options=options, private=private,
            code="amber-otter-17" if private else "",
            opener=players[0][0], players=players, start=start, entropy=ENTROPY,
        )  # fmt: skip
        assert isinstance(events, tuple)
        state: RoomState | None = None
        for seq, event in enumerate(events, 1):
            state = rooms.fold(state, Logged(Seq(seq), Epoch(1), 0.0, None, None, event))
        assert state is not None
        self.rooms[room] = _moved_to(state, position) if position else state
        self.chat[room] = []
        self.presence[room] = PresenceChanged(
            (Presence.HERE,) * len(state.seats), 0, (0.0,) * len(state.seats)
        )
        self._lobby_changed()
        return room

    def act(self, name: str, *actions: str, room: RoomId = TABLE) -> None:
        """A player acts in answer to the prompts they have; every action has to be legal."""
        for action in actions:
            prompt = self.view(name, room).prompt
            assert prompt is not None, f"{name} is not to act"
            answer = self.submit(account(name), cmd.Act(self.fresh(), room, prompt.id, action))
            assert isinstance(answer, cmd.Ack), answer

    def play_on(self, room: RoomId = TABLE, until: Callable[[RoomView], bool] = lambda view: False) -> None:
        """Everybody plays their first legal action until the watcher's view satisfies `until`, or the game ends."""
        while not until(self.view("", room)):
            state = self.rooms[room]
            if state.phase is not Phase.PLAYING:
                return
            seat = next(n for n, prompt in enumerate(state.prompts) if prompt is not None)
            held = state.seats[seat]
            assert held is not None
            prompt = rooms.view_from(state, Seat(seat)).prompt
            assert prompt is not None
            self.submit(held.account, cmd.Act(self.fresh(), room, prompt.id, prompt.legal[0]))

    def goes_away(
        self, seat: int, since: float = 0.0, claim_after: float = 0.0, room: RoomId = TABLE
    ) -> None:
        """The player of a seat loses the line; `since` in seconds since 1970, `claim_after` in seconds."""
        seats = [Presence.HERE] * len(self.rooms[room].seats)
        aways = [0.0] * len(seats)
        seats[seat], aways[seat] = Presence.AWAY, since
        self.set_presence(PresenceChanged(tuple(seats), 0, tuple(aways), claim_after), room)

    def rematch(self, name: str, room: RoomId = TABLE) -> None:
        """A player wants another game."""
        self.submit(account(name), cmd.Rematch(self.fresh(), room))

    def set_presence(self, presence: PresenceChanged, room: RoomId = TABLE) -> None:
        """Tell who is connected."""
        self.presence[room] = presence
        self._tell(room, presence)

    def say(self, name: str, text: str, room: RoomId = TABLE) -> None:
        """Somebody says a line."""
        seat = rooms.seat_of(self.rooms[room], account(name))
        line = ChatLine(len(self.chat[room]) + 1, seat, name, text, 0.0)
        self.chat[room].append(line)
        self._tell(room, ChatSaid(line))

    def close(self, reason: str, room: RoomId = TABLE) -> None:
        """The table is gone."""
        self._tell(room, TableClosed(room, reason))

    def gateway(self, name: str, settings: Settings | None = None, named: bool = True,
                kind: Kind = Kind.KEY, guest_code: str = "") -> "FakeGateway":  # fmt: skip
        """The way into this house for the player of that name."""
        profile = Profile(account(name), kind, name, named, settings or Settings(title=False), guest_code)
        return FakeGateway(self, profile)

    # --- what the gateways ask

    def fresh(self) -> CommandId:
        """A command id that was not used yet."""
        self._commands += 1
        return CommandId(f"c{self._commands}")

    def view(self, name: str, room: RoomId = TABLE) -> RoomView:
        """The table as that player sees it."""
        return rooms.view(self.rooms[room], account(name))

    def submit(self, actor: AccountId, command: cmd.Command) -> cmd.Ack | cmd.Refusal:
        """Decide, fold, tell everybody, answer."""
        name = actor.partition(":")[2]
        match command:
            case cmd.Say():
                self.say(name, command.text, command.room)
                return cmd.Ack(command.id, command.room)
            case cmd.PlayBot() | cmd.Open():
                return self._open(actor, name, command)
            case cmd.Seek() | cmd.Unseek() | cmd.JoinByCode():
                return cmd.Refusal(command.id, "no_such_table")
        state = self.rooms.get(command.room)
        if state is None:
            return cmd.Refusal(command.id, "no_such_table")
        decision = rooms.decide(
            state, actor, command, name=name, entropy=ENTROPY, absent=self.absent, bots=BOTS
        )
        if not isinstance(decision, tuple):
            return decision
        for event in decision:
            state = rooms.fold(state, Logged(Seq(state.seq + 1), Epoch(1), 0.0, actor, command.id, event))
        self.rooms[command.room] = state
        for room, watcher, queue in self._watchers:
            if room == command.room:
                queue.put_nowait(TableChanged(rooms.view(state, watcher)))
        self._lobby_changed()
        return cmd.Ack(command.id, command.room, state.seq)

    def _open(self, actor: AccountId, name: str, command: cmd.PlayBot | cmd.Open) -> cmd.Ack | cmd.Refusal:
        room = RoomId(f"badger-{len(self.rooms) + 1}")
        private = isinstance(command, cmd.Open) and command.private
        self.table(name, room=room, start=False, options=command.options, private=private)
        if isinstance(command, cmd.PlayBot):
            self.submit(actor, cmd.Ready(self.fresh(), room))
            self.submit(actor, cmd.SeatBot(self.fresh(), room))
        return cmd.Ack(command.id, room, self.rooms[room].seq)

    def _tell(self, room: RoomId, update: TableUpdate) -> None:
        for watched, _, queue in self._watchers:
            if watched == room:
                queue.put_nowait(update)

    def _lobby_changed(self) -> None:
        for actor, queue in self._lobbies:
            queue.put_nowait(self.lobby_view(actor))

    def lobby_view(self, actor: AccountId) -> LobbyView:
        """The lobby as that account sees it."""
        yours: list[TableSummary] = []
        waiting: list[TableSummary] = []
        running: list[TableSummary] = []
        for state in self.rooms.values():
            row = rooms.summary(state, actor, 0)
            if row.your_seat is not None and state.phase in (Phase.OPEN, Phase.PLAYING):
                yours.append(row)
            elif state.phase is Phase.OPEN and not state.private:
                waiting.append(row)
            elif state.phase is Phase.PLAYING and not state.private:
                running.append(row)
        return LobbyView(tuple(yours), tuple(waiting), tuple(running), 1)

    async def follow_lobby(self, actor: AccountId) -> AsyncIterator[LobbyView]:
        """The lobby now and after every change."""
        queue: asyncio.Queue[LobbyView] = asyncio.Queue()
        self._lobbies.append((actor, queue))
        yield self.lobby_view(actor)
        while True:
            yield await queue.get()

    async def follow(self, actor: AccountId, room: RoomId) -> AsyncIterator[TableUpdate]:
        """A table's updates from now on, until it closes."""
        if room not in self.rooms:
            yield TableClosed(room, "no_such_table")
            return
        queue: asyncio.Queue[TableUpdate] = asyncio.Queue()
        entry = (room, actor, queue)
        self._watchers.append(entry)
        try:
            yield TableChanged(rooms.view(self.rooms[room], actor))
            yield self.presence[room]
            for line in self.chat[room]:
                yield ChatSaid(line)
            while True:
                update = await queue.get()
                yield update
                if isinstance(update, TableClosed):
                    return
        finally:
            self._watchers.remove(entry)


class FakeGateway:
    """One player's way into a FakeHouse. Keeps the commands that were sent; can be told to lose answers."""

    def __init__(self, house: FakeHouse, profile: Profile) -> None:
        self.house = house
        self.sent: list[cmd.Command] = []
        self.lose_answers = 0
        self.drop_commands = 0
        self.hold: asyncio.Event | None = None
        self._profile = profile

    def profile(self) -> Profile:
        return self._profile

    def new_command_id(self) -> CommandId:
        return self.house.fresh()

    async def save(self, profile: Profile) -> Profile | cmd.Refusal:
        self._profile = profile
        return profile

    async def resume(self, code: str) -> Profile | cmd.Refusal:
        return cmd.Refusal(CommandId(""), "no_such_guest")

    def lobby(self) -> AsyncIterator[LobbyView]:
        return self.house.follow_lobby(self._profile.account)

    async def submit(self, command: cmd.Command) -> cmd.Ack | cmd.Refusal:
        self.sent.append(command)
        if self.hold is not None:
            await self.hold.wait()
        if self.drop_commands:
            self.drop_commands -= 1
            raise ConnectionError
        answer = self.house.submit(self._profile.account, command)
        if self.lose_answers:
            self.lose_answers -= 1
            raise TimeoutError
        return answer

    def watch(self, room: RoomId, since: Seq = Seq(0)) -> AsyncIterator[TableUpdate]:
        return self.house.follow(self._profile.account, room)


def _moved_to(state: RoomState, position: str) -> RoomState:
    """The room with its game at another position, its log fresh."""
    game = registry.game(state.game)
    play = game.parse_position(position)
    prompts: list[OpenPrompt | None] = [None] * len(state.seats)
    for seat in game.to_act(play):
        prompts[seat] = OpenPrompt(PromptId(f"set.{seat}"), game.legal_actions(play, seat))
    return replace(
        state,
        play=play,
        prompts=tuple(prompts),
        horizon=game.horizon(play),
        journals=tuple(Journal() for _ in state.journals),
    )
