"""From a client's bytes to Textual's events, however hostile the bytes: paced, capped, decoded, never raising."""

import asyncio
import codecs
import logging
from collections.abc import Callable, Iterator
from typing import Protocol

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

log = logging.getLogger("inglenook.input")

TURN_BYTES = 2048
"""The most that is parsed for one session in one turn of the loop."""

TURN_EVENTS = 8
"""The most events handed to one app in a turn: a pump works off its whole queue without letting go of the loop."""

QUEUE_LIMIT = 16
"""No more events for an app that has this many messages unread."""

PASTE_LIMIT = 16 * 1024
RATE = 16 * 1024
"""Bytes a second that a session may send for long; a typist sends 20, an honest paste comes out of the burst."""

BURST = 64 * 1024

EVENT_RATE = 200
"""Keys and clicks a second for long: each may change the screen. A held key makes 30, a wheel perhaps 100."""

EVENT_BURST = 6000
"""Terminals without bracketed paste type what is pasted, a key a letter."""

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
_NOT_IN_PASTES = bytes(set(range(32)) - set(b"\t\n\r")) + b"\x7f"

ESC_WAIT = 0.12  # seconds; just longer than the parser's own wait for the rest of a sequence


class Faucet(Protocol):
    """Where the bytes come from; may be told to hold them back."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class PasteGuard:
    """Follows bracketed pastes in a stream: strips control characters in them and cuts what is too long."""

    def __init__(self, limit: int = PASTE_LIMIT) -> None:
        self._limit = limit
        self._inside = False
        self._room = 0
        self._matched = 0  # how many bytes of the start mark the stream has just shown
        self._held = b""  # the beginning of what may become an end mark
        self._over = False
        self.cut = False
        """Set once for each paste that was too long; whoever has told the player clears it."""

    def filter(self, data: bytes) -> bytes:
        """The bytes to parse."""
        out = bytearray()
        while data:
            data = self._in_paste(data, out) if self._inside else self._outside(data, out)
        return bytes(out)

    def _outside(self, data: bytes, out: bytearray) -> bytes:
        for index, byte in enumerate(data):
            if byte == PASTE_START[self._matched]:
                self._matched += 1
                if self._matched == len(PASTE_START):
                    self._matched, self._inside, self._room = 0, True, self._limit
                    self._over = False
                    out += data[: index + 1]
                    return data[index + 1 :]
            elif self._matched:
                self._matched = 1 if byte == PASTE_START[0] else 0
            else:
                # Nearly all bytes come by here: jump to the next escape, if any.
                following = data.find(PASTE_START[:1], index)
                if following < 0:
                    break
                out += data[:following]
                return data[following:]
        out += data
        return b""

    def _in_paste(self, data: bytes, out: bytearray) -> bytes:
        data = self._held + data
        self._held = b""
        end = data.find(PASTE_END)
        content, rest = (data, b"") if end < 0 else (data[:end], data[end + len(PASTE_END) :])
        if end < 0:
            for length in range(min(len(PASTE_END) - 1, len(data)), 0, -1):
                if PASTE_END.startswith(data[-length:]):
                    content, self._held = data[:-length], data[-length:]
                    break
        content = content.translate(None, _NOT_IN_PASTES)
        if len(content) > self._room and not self._over:
            self._over = self.cut = True
        out += content[: self._room]
        self._room = max(0, self._room - len(content))
        if end >= 0:
            self._inside = False
            out += PASTE_END
        return rest


class Intake:
    """One session's input. `feed` takes bytes at any time; `deliver` gets events, a few per turn of the loop."""

    def __init__(
        self,
        deliver: Callable[[Message], None],
        queued: Callable[[], int],
        faucet: Faucet,
        paste_cut: Callable[[], None],
    ) -> None:
        """`queued` tells how many messages the app has not read yet; `paste_cut` is called for a cut paste."""
        self._deliver = deliver
        self._queued = queued
        self._faucet = faucet
        self._paste_cut = paste_cut
        self._loop = asyncio.get_running_loop()
        self._parser = XTermParser()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._guard = PasteGuard()
        self._waiting = bytearray()
        self._events: Iterator[Message] | None = None
        self._turn: asyncio.Handle | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._paused = False
        self._closed = False
        self._complained = False
        self._allowance = float(BURST)
        self._event_allowance = float(EVENT_BURST)
        self._refilled = self._loop.time()

    def feed(self, data: bytes) -> None:
        """Take bytes from the line. What cannot be parsed at once waits here, and the line is asked to wait too."""
        if self._closed:
            return
        self._waiting += data
        if self._turn is None:
            self._work()

    def close(self) -> None:
        """Forget what has not been parsed and let go of the timers."""
        for handle in (self._turn, self._tick):
            if handle is not None:
                handle.cancel()
        self._closed = True
        self._turn, self._tick, self._events = None, None, None
        self._waiting.clear()

    def _work(self) -> None:
        self._turn = None
        if self._queued() >= QUEUE_LIMIT:
            self._again(0.02)
            return
        self._refill()
        wait = self._take() if self._events is None else 0.0
        if self._event_allowance < 1:
            wait = max(wait, TURN_EVENTS / EVENT_RATE)
        if wait:
            self._again(wait)
            return
        self._pass_on()
        if self._events is not None or self._waiting:
            self._again(0)
        elif self._paused:
            self._paused = False
            self._faucet.resume_reading()

    def _again(self, seconds: float) -> None:
        if not self._paused:
            self._paused = True
            self._faucet.pause_reading()
        if seconds:
            self._turn = self._loop.call_later(seconds, self._work)
        else:
            self._turn = self._loop.call_soon(self._work)

    def _refill(self) -> None:
        now = self._loop.time()
        passed, self._refilled = now - self._refilled, now
        self._allowance = min(BURST, self._allowance + passed * RATE)
        self._event_allowance = min(EVENT_BURST, self._event_allowance + passed * EVENT_RATE)

    def _take(self) -> float:
        """Start on the next bytes; returns the seconds to wait when the allowance is used up."""
        size = min(len(self._waiting), TURN_BYTES)
        if size > self._allowance:
            return (size - self._allowance) / RATE
        self._allowance -= size
        data = self._guard.filter(bytes(self._waiting[:size]))
        del self._waiting[:size]
        if self._guard.cut:
            self._guard.cut = False
            self._paste_cut()
        text = self._decoder.decode(data)
        if text:
            self._events = iter(self._parser.feed(text))
            if "\x1b" in text:
                self._schedule_tick()
        return 0.0

    def _pass_on(self) -> None:
        """Hand out the next events of what is being parsed."""
        if self._events is None:
            return
        try:
            for _ in range(TURN_EVENTS):
                event = next(self._events, None)
                if event is None:
                    self._events = None
                    return
                self._event_allowance -= 1
                self._hand(event)
        except Exception:
            # Malformed sequences kill Textual's parser for good (a generator that raised is finished).
            self._revive()

    def _revive(self) -> None:
        self._parser = XTermParser()
        self._events = None
        if not self._complained:
            self._complained = True
            log.info("input_unparsable", exc_info=True)

    def _schedule_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
        self._tick = self._loop.call_later(ESC_WAIT, self._on_tick)

    def _on_tick(self) -> None:
        """A lone Esc is told from the beginning of a sequence by waiting."""
        self._tick = None
        if self._events is not None or self._waiting:
            self._schedule_tick()
            return
        try:
            for event in self._parser.tick():
                self._hand(event)
        except Exception:
            self._revive()

    def _hand(self, event: Message) -> None:
        if isinstance(event, events.Resize):
            # A size report in the stream is a claim by anybody who can type, and it makes the parser take
            # mouse coordinates for pixels.
            self._parser.mouse_pixels = False
            return
        if isinstance(event, _UNASKED):
            return
        if isinstance(event, events.Paste):
            event = events.Paste("".join(c for c in event.text if c.isprintable() or c in "\t\n\r"))
        self._deliver(event)


# Answers to questions that the driver never asks, and modes that it never sets.
_UNASKED = (events.AppFocus, events.AppBlur, events.CursorPosition, messages.InBandWindowResize)
