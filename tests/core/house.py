"""A host of one room for tests: it numbers events, keeps the log and hands out command ids. No I/O, no clock."""

from hashlib import sha256
from typing import Any

from core import commands as cmd
from core import room
from core.events import Event, Logged
from core.ids import AccountId, CommandId, Epoch, RoomId, Seat, Seq
from core.tables import Prompt, RoomView

ANA, BEN, CAT = AccountId("key:ana"), AccountId("guest:ben"), AccountId("key:cat")
ROOM = RoomId("raven-42")
BOTS = {"simple": "Bot", "clever": "Clever bot"}


class House:
    """One room and its log."""

    def __init__(self, games: room.Games, game: str, salt: str = "", **opening: Any) -> None:
        self.games = games
        self.log: list[Logged] = []
        self.salt = salt
        self.ids = 0
        self.room: Any = None
        self.absent: frozenset[Seat] = frozenset()
        opening.setdefault("players", ((ANA, "Ana"),))
        opening.setdefault("opener", ANA)
        events = room.opening(
            CommandId("open"), room=ROOM, game=game, entropy=self.entropy(), games=games, **opening
        )
        assert isinstance(events, tuple), events
        self.append(events, ANA, CommandId("open"))

    @property
    def state(self) -> room.RoomState:
        """The room now."""
        assert isinstance(self.room, room.RoomState)
        return self.room

    def entropy(self) -> bytes:
        """Another 32 bytes each time the log has grown."""
        return sha256(f"{self.salt}{len(self.log)}".encode()).digest()

    def append(
        self, events: tuple[Event, ...], actor: AccountId | None = None, command: CommandId | None = None
    ) -> None:
        """Number the events, keep them, fold them."""
        for event in events:
            seq = Seq(len(self.log) + 1)
            logged = Logged(seq, Epoch(1), 1000.0 + seq, actor, command, event)
            self.room = room.fold(self.room, logged, self.games)
            self.log.append(logged)

    def submit(self, actor: AccountId, command: room.Decidable) -> cmd.Ack | cmd.Refusal:
        """Decide, append, answer."""
        decision = room.decide(
            self.state,
            actor,
            command,
            name=actor.partition(":")[2].capitalize(),
            entropy=self.entropy(),
            absent=self.absent,
            bots=BOTS,
            games=self.games,
        )
        if isinstance(decision, tuple):
            self.append(decision, actor, command.id)
            return cmd.Ack(command.id, ROOM, self.state.seq)
        return decision

    def id(self) -> CommandId:
        """A fresh command id."""
        self.ids += 1
        return CommandId(f"c{self.ids}")

    def do(self, actor: AccountId, kind: type, *args: Any) -> str:
        """Submit a command of that kind; `ok` or the code of its refusal."""
        command = kind(self.id(), ROOM, *args)
        answer = self.submit(actor, command)
        return "ok" if isinstance(answer, cmd.Ack) else answer.code

    def view(self, viewer: AccountId | None) -> RoomView:
        """What that account sees."""
        return room.view(self.state, viewer, self.games)

    def prompt(self, account: AccountId) -> Prompt:
        """The question to that account."""
        prompt = self.view(account).prompt
        assert prompt is not None
        return prompt

    def act(self, actor: AccountId, action: str | None = None) -> str:
        """Answer the actor's prompt with that action (None: the first legal one)."""
        prompt = self.prompt(actor)
        return self.do(actor, cmd.Act, prompt.id, prompt.legal[0] if action is None else action)

    def play_on(self, pick: Any = None) -> bool:
        """One action of whoever is to act first; False when nobody is. `pick` chooses from the legal texts."""
        for number in self.view(None).turn:
            held = self.state.seats[number]
            assert held is not None
            prompt = self.prompt(held.account)
            action = prompt.legal[0] if pick is None else pick(prompt.legal)
            assert self.do(held.account, cmd.Act, prompt.id, action) == "ok"
            return True
        return False


def started(games: room.Games, game: str, salt: str = "", **opening: Any) -> House:
    """A running game of Ana (seat 0) against Ben (seat 1)."""
    opening.setdefault("players", ((ANA, "Ana"), (BEN, "Ben")))
    opening.setdefault("seats", 2)
    return House(games, game, salt, start=True, **opening)
