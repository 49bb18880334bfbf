"""The part of a table's screen that follows the table: takes in updates and shows them at a readable pace."""

import asyncio

from core.commands import Act
from core.ids import RoomId
from core.people import ChatLine
from core.tables import ChatSaid, Phase, PresenceChanged, RoomView, TableChanged, TableClosed, TableUpdate
from tui.games import FACES, Face, paint_table
from tui.lineedit import LineEdit
from tui.pace import Pace
from tui.paint import Canvas
from tui.refusals import code_text
from tui.scene import Scene
from tui.screens.table_cursor import settled
from tui.widgets.showing import Entry, Showing, Stage

TALK_KEPT = 100
"""Lines of talk that a screen remembers."""


class FollowedTable(Scene):
    """A table as it is shown, from one's seat or as a watcher; what the player does about it is in TableScreen."""

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
        self.slow = False
        self._had_turn = False
        self._hold_timer: asyncio.TimerHandle | None = None
        self._slow_timer: asyncio.TimerHandle | None = None
        self._claim_timer: asyncio.TimerHandle | None = None

    # --- following the table

    def on_mount(self) -> None:
        self.run_worker(self._follow())

    async def _follow(self) -> None:
        async for update in self.house.gateway.watch(self.room):
            self.receive(update)

    def tell(self, text: str) -> None:
        self.notice = text
        self.repaint()

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
            self.answered()
        if self.pace.add(self.face.stages(before, view)):
            self._staged(before is None)

    def _staged(self, arriving: bool = False) -> None:
        """Another stage is shown: hold it as long as it takes to read, tell the player if it is their turn."""
        if self._hold_timer is not None:
            self._hold_timer.cancel()
            self._hold_timer = None
        waits, animation = self.house.waits, self.house.profile.settings.animation
        while (seconds := self.pace.seconds(waits, animation)) == 0.0 and self.pace.held:
            self.pace.advance()
        if self.pace.held and seconds is not None:
            self._hold_timer = self.after(seconds, self.hold_over)
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

    def answered(self) -> None:
        """The action that was sent is done, or will not be."""
        self.sent, self.slow = None, False
        if self._slow_timer is not None:
            self._slow_timer.cancel()
            self._slow_timer = None

    def send_slowly(self, seconds: float) -> None:
        """Say that an action is on its way if it still is after that time; a quick answer needs no words."""
        self._slow_timer = self.after(seconds, self._still_sending)

    def _still_sending(self) -> None:
        self.slow = True
        self.repaint()

    def hold_over(self) -> None:
        """What was held has been read."""
        self._hold_timer = None
        if self.pace.advance():
            self._staged()

    def _watch_claim(self) -> None:
        """Wake up once when an absent player's game may be claimed."""
        if self._claim_timer is not None:
            self._claim_timer.cancel()
            self._claim_timer = None
        wait = self._claim_wait()
        if wait is not None and wait > 0:
            self._claim_timer = self.after(wait + 0.1, self.repaint)

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
            sending=self.sent is not None and self.slow,
            claimable=self._claim_wait() == 0.0,
            chat=self.chat,
            unread=sum(1 for line in self.chat if line.n > read and line.name != me),
            entry=self.entry,
            line=self.line,
        )

    def seen(self) -> object | None:
        stage = self.pace.shown
        return (self.look, self.question, self.showing(stage)) if stage is not None else None

    def ready(self) -> bool:
        return self.pace.shown is not None

    def paint(self, canvas: Canvas) -> None:
        if self.pace.shown is not None:
            paint_table(canvas, self.look, self.showing(self.pace.shown))

    def behind(self) -> bool:
        """Whether the screen still has to catch up with the table."""
        return self.pace.held or self.pace.behind

    def choices(self) -> tuple[str, ...]:
        """What the cursor may stand on now."""
        return self.face.choices(self.showing(self.pace.shown)) if self.pace.shown is not None else ()
