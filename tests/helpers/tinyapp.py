"""A small app and a small house, to test the session beneath the real ones."""

import asyncio
from typing import Any

from rich.style import Style
from textual import events
from textual.geometry import Size

from core.ids import AccountId
from core.people import Kind
from tui.gateway import Gateway
from tui.hosted import HostedApp
from tui.hosted_screen import HostedScreen
from tui.paint import Canvas
from tui.terminal import Terminal


class TinyGate:
    """Knows who came; everything else of a gateway is missing."""

    def __init__(self, house: "TinyHouse", kind: Kind, account: AccountId | None, wish: str) -> None:
        self.kind, self.account, self.wish = kind, account, wish
        self.closed = False
        self._house = house

    def close(self) -> None:
        """Note that the player is gone."""
        self.closed = True
        self._house.here.discard(self)


class TinyHouse:
    """Lets everybody in and remembers them."""

    def __init__(self) -> None:
        self.arrivals: list[TinyGate] = []
        self.here: set[TinyGate] = set()

    def arrive(self, kind: Kind, account: AccountId | None, wish: str) -> Any:
        """A gate for whoever comes."""
        gate = TinyGate(self, kind, account, wish)
        self.arrivals.append(gate)
        self.here.add(gate)
        return gate


INK = Style(color="#ff4020", bgcolor="#102030")


class Slate(HostedScreen):
    """Shows who is here and what was typed; some keys misbehave on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        self.paste = ""
        self.broken = False
        self.hangs = False
        self.marks = 0
        self.clicks: list[tuple[int, int]] = []

    def text(self, y: int) -> str:
        """The text of one line."""
        app: Any = self.app
        lines = {
            0: f"tiny {app.gateway.kind} {app.gateway.account or '-'} {app.gateway.wish}",
            1: f"size {self.size.width}x{self.size.height} {app.terminal.colours} {app.terminal.language or '-'}",
            2: f"typed {self.typed[-40:]}",
            3: f"paste {len(self.paste)} {self.paste[:20]}",
            4: f"notes {' '.join(app.notes)}",
            5: f"marks {self.marks}",
            self.size.height - 1: "last line",
        }
        return lines.get(y, "")

    def painted(self, width: int, height: int) -> Canvas:
        """Red on blue, so that colours can be looked for."""
        if self.broken:
            raise RuntimeError("render broke")
        canvas = Canvas(width, height, INK)
        for y in range(height):
            canvas.put(0, y, self.text(y), INK, width)
        return canvas

    async def on_key(self, event: events.Key) -> None:
        """What a key does."""
        match event.key:
            case "Q":
                self.app.leave("bye then")  # type: ignore[attr-defined]
            case "X":
                raise RuntimeError("key broke")
            case "H":
                self.hangs = True
                await asyncio.Event().wait()
            case "R":
                self.broken = True
            case "B":
                self.app.bell()
            case "T":
                self.app.set_title("it is your turn\x1b]2;no\x07")  # type: ignore[attr-defined]
            case _:
                self.typed += f"{event.character if event.is_printable else '<' + event.key + '>'}"
        self.repaint()

    def on_click(self, event: events.Click) -> None:
        """Where it was clicked."""
        self.clicks.append((event.x, event.y))
        self.repaint()

    def on_paste(self, event: events.Paste) -> None:
        """What was pasted last."""
        self.paste = event.text
        self.repaint()


class TinyApp(HostedApp):
    """The smallest app that shows what the session beneath it does."""

    def __init__(self, gateway: Gateway, terminal: Terminal) -> None:
        super().__init__(gateway, terminal)
        self.notes: list[str] = []
        self.break_on_resize = False

    def first_screen(self) -> HostedScreen:
        """The slate."""
        return Slate()

    @property
    def slate(self) -> Slate:
        """The one screen."""
        assert isinstance(self.screen, Slate)
        return self.screen

    def on_paste_cut(self) -> None:
        """Say so on the slate."""
        self.notes.append("cut")
        self.slate.repaint()

    def on_link_resized(self, size: Size) -> None:
        """Misbehave when told to."""
        if self.break_on_resize:
            raise RuntimeError("resize broke")

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.notes.append("interrupt")
        self.slate.repaint()
