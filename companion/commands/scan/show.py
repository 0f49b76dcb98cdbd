"""Display of a scan: one live line on a terminal, a sound for each card, the report."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from companion.commands.output import coloured, print_json
from companion.scan.result import ScanLight, ScanResult
from companion.scan.session import ScanSession, ScanStatus, event_data
from companion.scan.tally import ScanEvent, ScanEventKind
from companion.scan.words import Captions
from companion.web.scan.mailbox import NumberedEvent
from rules import Message
from rules.messages.message import render

if TYPE_CHECKING:
    from companion.commands.scan.page import ScanPageBridge

_COLOURS = {"green": typer.colors.GREEN, "yellow": typer.colors.YELLOW, "red": typer.colors.RED}
_ALARMS = frozenset(("twice", "stranger"))


def lamp(light: ScanLight) -> str:
    """Return a status light as a coloured sign."""
    return coloured("●", _COLOURS[light.value])


class ScanDisplay:
    """The report of a running scan: in words on stderr, or as one JSON line per event on stdout."""

    def __init__(
        self, session: ScanSession, captions: Captions, *, events: bool, talk: bool, sound: bool
    ) -> None:
        self._session, self.captions, self._events, self._talk = session, captions, events, talk
        self.observer: ScanPageBridge | None = None
        self._terminal = sys.stderr.isatty()
        self._sound = sound and self._terminal
        self._trouble = ""

    def report(self, events: list[ScanEvent]) -> list[NumberedEvent]:
        """Report events here and on the page; return them with the page's numbers."""
        if not events:
            return []
        status = self._session.status()
        for event in events:
            if self._events:
                print_json(event_data(event, status))
            if self._talk and (caption := self.captions.event(event, status)):
                self._line(f"{_mark(event)} {render(caption, self.captions.lang)}")
            if self._sound and event.kind.value in ("counted", *_ALARMS):
                print("\a" * (1 + (event.kind.value in _ALARMS)), end="", file=sys.stderr)
        self._progress(status)
        return self.observer.receive(events) if self.observer is not None else []

    def hint(self) -> None:
        """Print how to end a camera scan."""
        if self._talk:
            self._line(Message("scan.said.end_hint").render(self.captions.lang))

    def trouble(self, trouble: str) -> None:
        """Report why a camera cannot see, once each time the trouble begins."""
        if trouble and trouble != self._trouble and self._talk:
            self._line(f"! {Message(f'scan.trouble.{trouble}').render(self.captions.lang)}")
        self._trouble = trouble
        if self.observer is not None:
            self.observer.trouble(trouble)

    def clear(self) -> None:
        """Clear the live line."""
        if self._terminal and self._talk:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _line(self, text: str) -> None:
        self.clear()
        print(text, file=sys.stderr, flush=True)

    def _progress(self, status: ScanStatus) -> None:
        if not (self._terminal and self._talk):
            return
        line = f"{lamp(status.light)} {self.captions.progress(status).render(self.captions.lang)}"
        if 0 < len(status.missing) <= 4:
            line += f" · {render(self.captions.missing(status.missing), self.captions.lang)}"
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def _mark(event: ScanEvent) -> str:
    marks = {"counted": "✓", "again": "=", "twice": "!", "stranger": "!", "complete": "■"}
    return marks.get(event.kind.value, "·")


def report(result: ScanResult, captions: Captions, saved: Path | None) -> str:
    """Return the report on a scan: its decks, findings and ending."""
    lines, lang = [], captions.lang
    for deck in result.decks:
        checked = captions.checked(deck)
        if deck.number >= 0:  # a typed list was not counted, so it has no heading
            lines.append(captions.head(deck).render(lang))
        lines += [f"  {line}" for line in checked.text().splitlines()] if checked else []
        lines += [f"  {line.render(lang)}" for line in captions.lacking(deck.missing)]
        lines += [f"  {captions.over(*over).render(lang)}" for over in deck.over]
    lines += [finding.render(lang) for finding in captions.findings(result)]
    lacking = any(deck.missing for deck in result.decks)
    ending = Message(f"scan.result.{result.ending}").render(lang)
    lines.append(f"{lamp(result.light)} {ending}")
    if lacking and saved is not None:
        name = shlex.quote(str(saved))
        for key, command in (
            ("scan_missing", f"companion scan --again {name} …"),
            ("print_missing", f"printkit cards --missing {name}"),
        ):
            lines.append(Message(f"scan.result.{key}", command=command).render(lang))
    return "\n".join(lines)


def ended(result: dict[str, Any], status: ScanStatus | None) -> dict[str, Any]:
    """Return the last event as data; it contains the result."""
    data: dict[str, Any] = {
        "kind": ScanEventKind.SCAN_ENDED.value,
        "result": result,
        "light": result["light"],
    }
    if status is not None:
        data |= {"counted": status.counted, "expected": status.expected}
    return data
