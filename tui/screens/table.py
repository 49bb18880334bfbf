"""A table: what its keys, clicks and typed lines do, and what becomes of what the player sends."""

from collections.abc import Hashable

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
from core.tables import Phase, RoomView
from tui.lineedit import LineEdit
from tui.refusals import refusal_text
from tui.scene import Choice
from tui.screens.table_cursor import moved, wordy
from tui.screens.table_follow import FollowedTable
from tui.widgets.showing import Entry, Hold

TALK_CELLS = 200
ACTION_CELLS = 40


class TableScreen(FollowedTable):
    """One table, from one's seat or as a watcher. Generic: what a game looks like is its Face (tui/games.py)."""

    topic = "table"

    def __init__(self, room: RoomId) -> None:
        super().__init__(room)
        self.unanswered: RoomCommand | None = None

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
        """A key while something stands to be read ends the hold; True when that was all it was for.

        Enter, Space and Esc never do two things at once: nobody means to play on a table they have not seen. Where
        Esc is offered it leaves.
        """
        stage = self.pace.shown
        if character in ("?", "t") or stage is None:
            return False
        if key == "escape" and (stage.view.you is None or stage.hold is Hold.STEP):
            return False  # leaving is offered; a watcher who wants to go need not see the rest first
        swallowed = stage.hold is not Hold.STEP or self.pace.behind
        if self.pace.advance():
            self._staged()
        return (swallowed and key in ("enter", "space", "escape")) or stage.hold is Hold.ROUND

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
                self.look.t("The game is not over. Leave the table?"),
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
        self.send_slowly(self.house.waits.slow)
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
            self.answered()
        self.repaint()
