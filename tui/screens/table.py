"""A table: follows its updates, shows them at a readable pace, and sends what the player does."""

from collections.abc import Hashable

from textual.timer import Timer

from core.commands import (
    Ack,
    Act,
    Claim,
    Leave,
    Ready,
    Refusal,
    Rematch,
    Resign,
    RoomCommand,
    Say,
    SeatBot,
    Sit,
)
from core.ids import RoomId
from core.people import ChatLine
from core.tables import ChatSaid, Phase, PresenceChanged, RoomView, TableChanged, TableClosed, TableUpdate
from tui.games import FACES, Face, paint_table
from tui.lineedit import LineEdit
from tui.pace import Pace
from tui.paint import Canvas
from tui.refusals import code_text, refusal_text
from tui.scene import Choice, Scene
from tui.screens.table_cursor import moved, settled, wordy
from tui.widgets.showing import Entry, Hold, Showing, Stage

TALK_KEPT = 100
"""Lines of talk that a screen remembers."""

TALK_CELLS = 200
ACTION_CELLS = 40


class TableScreen(Scene):
    """One table, from one's seat or as a watcher. Generic: what a game looks like is its Face (tui/games.py)."""

    topic = "table"

    def __init__(self, room: RoomId) -> None:
        super().__init__()
        self.room = room
        self.newest: RoomView | None = None
        self.pace = Pace()
        self.presence: PresenceChanged | None = None
        self.chat: tuple[ChatLine, ...] = ()
        self.cursor = ""
        self.notice = ""
        self.entry = Entry.NONE
        self.line = LineEdit()
        self.sent: Act | None = None
        self.unanswered: RoomCommand | None = None
        self._had_turn = False
        self._hold_timer: Timer | None = None
        self._claim_timer: Timer | None = None

    # --- following the table

    def on_mount(self) -> None:
        self.run_worker(self._follow())

    async def _follow(self) -> None:
        async for update in self.house.gateway.watch(self.room):
            self.receive(update)

    def receive(self, update: TableUpdate) -> None:
        """Take in what the house tells."""
        match update:
            case TableChanged(view):
                self._changed(view)
            case PresenceChanged():
                self.presence = update
                self._watch_claim()
            case ChatSaid(line):
                self.chat = (*self.chat[-(TALK_KEPT - 1) :], line)
                if line.name == self.house.profile.name:
                    self.house.talk_read[self.room] = line.n
            case TableClosed(reason=reason):
                self.house.show_lobby(code_text(self.look, reason))
        self.repaint()

    def _changed(self, view: RoomView) -> None:
        before, self.newest = self.newest, view
        if self.sent is not None and (view.prompt is None or view.prompt.id != self.sent.prompt):
            self.sent = None
        if self.pace.add(self.face.stages(before, view)):
            self._staged(before is None)

    def _staged(self, arriving: bool = False) -> None:
        """Another stage is shown: hold it as long as it takes to read, tell the player if it is their turn."""
        if self._hold_timer is not None:
            self._hold_timer.stop()
            self._hold_timer = None
        while (seconds := self.pace.seconds(self.house.profile.settings.animation)) == 0.0 and self.pace.held:
            self.pace.advance()
        if self.pace.held and seconds is not None:
            self._hold_timer = self.set_timer(seconds, self._hold_over)
        stage = self.pace.shown
        if stage is None:
            return
        self.cursor = settled(self.face, self.showing(stage), self.cursor)
        had_turn, self._had_turn = self._had_turn, stage.view.prompt is not None
        if self._had_turn:
            self.house.your_turn(self.room, ring=not had_turn and not arriving)
        else:
            self.house.name_window(f"{self.room} · Inglenook")
        self.repaint()

    def _hold_over(self) -> None:
        self._hold_timer = None
        if self.pace.advance():
            self._staged()

    def _watch_claim(self) -> None:
        """Wake up once when an absent player's game may be claimed."""
        if self._claim_timer is not None:
            self._claim_timer.stop()
            self._claim_timer = None
        wait = self._claim_wait()
        if wait is not None and wait > 0:
            self._claim_timer = self.set_timer(wait, self.repaint)

    def _claim_wait(self) -> float | None:
        """Seconds until the game may be claimed (0: now), or None."""
        presence, view = self.presence, self.newest
        if presence is None or view is None or view.you is None or view.phase is not Phase.PLAYING:
            return None
        if presence.claim_after <= 0:
            return None
        since = [at for seat, at in enumerate(presence.away_since) if at > 0 and seat != view.you]
        return max(0.0, min(since) + presence.claim_after - self.house.clock()) if since else None

    # --- what is shown

    @property
    def view(self) -> RoomView | None:
        """The view that is on the screen (the newest one may still wait its turn)."""
        return self.pace.shown.view if self.pace.shown is not None else None

    @property
    def face(self) -> Face:
        """How the game of this table is shown."""
        return FACES[self.newest.game if self.newest is not None else "fox"]

    def showing(self, stage: Stage) -> Showing:
        """All that the painters are given for a stage."""
        read = self.house.talk_read.get(self.room, 0)
        me = self.house.profile.name
        return Showing(
            view=stage.view,
            presence=self.presence,
            cursor=self.cursor,
            hold=stage.hold,
            notice=self.notice,
            sending=self.sent is not None,
            claimable=self._claim_wait() == 0.0,
            chat=self.chat,
            unread=sum(1 for line in self.chat if line.n > read and line.name != me),
            entry=self.entry,
            line=self.line,
        )

    def paint(self, canvas: Canvas) -> None:
        stage = self.pace.shown
        if stage is None:
            line = self.look.t("Coming to the table.")
            canvas.put_centre(0, canvas.width, canvas.height // 2, line, self.look.palette.muted)
        else:
            paint_table(canvas, self.look, self.showing(stage))

    def choices(self) -> tuple[str, ...]:
        """What the cursor may stand on now."""
        return self.face.choices(self.showing(self.pace.shown)) if self.pace.shown is not None else ()

    # --- what the player does

    def typing(self) -> bool:
        return self.entry is not Entry.NONE

    def typed(self, text: str) -> None:
        if self.entry is Entry.NONE:
            self._open_entry(Entry.TALK)
        self.line = self.line.insert(text)

    def press(self, key: str, character: str | None) -> bool:
        if self.entry is not Entry.NONE:
            return self._press_entry(key, character)
        self.notice = ""
        view = self.view
        if view is None:
            return False
        if self.pace.held and self._press_held(key, character):
            return True
        if character == "t":
            self._open_entry(Entry.TALK)
            return True
        if view.outcome is not None:
            return self._press_over(view, character)
        if view.phase is Phase.OPEN:
            return self._press_open(view, character)
        return self._press_playing(view, key, character)

    def _press_held(self, key: str, character: str | None) -> bool:
        """A key while something stands to be read ends the hold; True when that was all it was for."""
        stage = self.pace.shown
        if character in ("?", "t") or stage is None:
            return False
        if self.pace.advance():
            self._staged()
        return stage.hold is not Hold.STEP and (
            key in ("enter", "space", "escape") or stage.hold is Hold.ROUND
        )

    def _press_playing(self, view: RoomView, key: str, character: str | None) -> bool:
        if character == "c" and self._claim_wait() == 0.0:
            self._send(Claim(self.house.gateway.new_command_id(), self.room))
        elif view.you is None:
            return False
        elif character == ":":
            self._open_entry(Entry.ACTION)
        elif key in ("enter", "space"):
            self._act(self.cursor)
        else:
            cursor = moved(self.choices(), self.cursor, key)
            if cursor is None:
                return False
            self.cursor = cursor
        return True

    def _press_open(self, view: RoomView, character: str | None) -> bool:
        new = self.house.gateway.new_command_id
        match character:
            case "s" if view.you is None:
                self._send(Sit(new(), self.room))
            case "r" if view.you is not None:
                self._send(Ready(new(), self.room, not view.seats[view.you].ready))
            case "b" if view.you is not None:
                if not view.seats[view.you].ready:
                    self._send(Ready(new(), self.room))
                self._send(SeatBot(new(), self.room))
            case _:
                return False
        return True

    def _press_over(self, view: RoomView, character: str | None) -> bool:
        if character == "r" and view.you is not None:
            wanted = not view.seats[view.you].rematch
            self._send(Rematch(self.house.gateway.new_command_id(), self.room, wanted))
            return True
        return False

    def click(self, target: Hashable) -> None:
        if not isinstance(target, tuple):
            super().click(target)
            return
        if self.pace.held:
            self.handle("enter", None)
            return
        token = str(target[1])
        for choice in self.choices():
            if ("" if wordy(choice) else choice.split()[-1]) != token:
                continue
            if choice == self.cursor:
                self.handle("enter", None)
            else:
                self.cursor, self.notice = choice, ""

    def leave(self) -> None:
        view = self.newest
        if view is None or view.you is None or view.phase is Phase.CLOSED:
            self.house.back()
        elif view.phase is Phase.PLAYING:
            self.ask_which(
                self.look.t("Your game is running. What shall it be?"),
                Choice("l", self.look.t("to the lobby, the game waits"), self.house.back),
                Choice("g", self.look.t("give the game up"), self._resign),
            )
        else:
            self.house.send(Leave(self.house.gateway.new_command_id(), self.room))
            self.house.back()

    def _resign(self) -> None:
        self._send(Resign(self.house.gateway.new_command_id(), self.room))

    # --- lines of typing

    def _open_entry(self, entry: Entry) -> None:
        self.entry = entry
        self.line = LineEdit(limit=TALK_CELLS if entry is Entry.TALK else ACTION_CELLS)
        self.notice = ""
        self._talk_read()

    def _talk_read(self) -> None:
        if self.chat:
            self.house.talk_read[self.room] = self.chat[-1].n

    def _press_entry(self, key: str, character: str | None) -> bool:
        if key in ("escape", "ctrl+c"):
            self.entry = Entry.NONE
        elif key == "enter":
            entry, text, self.entry = self.entry, self.line.text.strip(), Entry.NONE
            if text and entry is Entry.TALK:
                self._send(Say(self.house.gateway.new_command_id(), self.room, text))
            elif text:
                self._act_typed(text)
        else:
            line = self.line.key(key)
            if line is None and character is not None:
                line = self.line.insert(character)
            self.line = line if line is not None else self.line
        return True

    def _act_typed(self, text: str) -> None:
        view = self.view
        if view is None or view.prompt is None:
            self.notice = self.look.t("It is not your turn.")
            return
        read = self.face.parse(self.look, text, view.prompt.legal)
        if read.action is not None:
            self.cursor = read.action
            self._act(read.action)
        elif read.card:
            self._act(read.card)  # the house says which rule is against it
        else:
            self.notice = read.error

    # --- sending

    def _act(self, action: str) -> None:
        """Answer the open prompt. An action whose answer got lost is sent again under its own id."""
        view = self.view
        if view is None or view.prompt is None or not action:
            self.notice = self.look.t("It is not your turn.")
            return
        if self.sent is not None:
            return
        again = self.unanswered
        if isinstance(again, Act) and (again.prompt, again.action) == (view.prompt.id, action):
            command = again
        else:
            command = Act(self.house.gateway.new_command_id(), self.room, view.prompt.id, action)
        self.sent = command
        self._send(command)

    def _send(self, command: RoomCommand) -> None:
        self.unanswered = None
        self.run_worker(self._submit(command))

    async def _submit(self, command: RoomCommand) -> None:
        answer: Ack | Refusal | None = await self.house.answer_to(command)
        if answer is None:
            self.unanswered = command
            self.notice = self.look.t("No answer from the house. Do it again: it counts once only.")
        elif isinstance(answer, Refusal):
            self.notice = refusal_text(self.look, answer)
        if self.sent is command and not isinstance(answer, Ack):
            self.sent = None
        self.repaint()
