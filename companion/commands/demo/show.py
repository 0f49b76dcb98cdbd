"""Display of `companion demo`: introduction, captions, progress, summary."""

from __future__ import annotations

import os
import shlex
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from companion.commands.demo.stage import DemoSetup
from companion.commands.output import marked
from companion.frames import Frame
from companion.readings import TableView
from companion.referee.journal import Utterance, utterance_data
from companion.robots.script import Comparison, EntryKind, Script, compare, reported_verdicts
from rules import Message, load_catalog
from rules.messages.message import render

if TYPE_CHECKING:
    from companion.commands.demo.pictures import SheetMoment

_PACED: Final = 20
"""Number of pictures after which this computer's pace is known."""


@dataclass(slots=True)
class DemoDisplay:
    """A display of spoken captions and the match's pictures; `total` pictures are expected."""

    lang: str
    total: int
    log: Path
    events: list[dict[str, Any]] = field(default_factory=list)
    moments: list[SheetMoment] = field(default_factory=list)
    frame: Frame | None = None
    view: TableView | None = None
    begun: float = field(default_factory=time.monotonic)

    def receive(self, utterance: Utterance) -> None:
        """Print a caption and keep its picture."""
        from companion.commands.demo.pictures import moment

        self.events.append(utterance_data(utterance))
        if not utterance.caption:
            return
        kind = utterance.record.kind
        clear_progress()
        clock = Message("demo.clock", seconds=f"{utterance.record.time_s:6.1f}").render(self.lang)
        typer.echo(f"{clock}  {marked(kind, utterance.caption)}")
        if self.frame is not None:
            self.moments.append(moment(self.frame, kind, utterance.caption))

    def progress(self, frame: Frame) -> None:
        """Show the progress of the match on a terminal."""
        done = min(1.0, frame.index / max(1, self.total))
        bar = "█" * round(24 * done) + "░" * (24 - round(24 * done))
        clock = Message("demo.clock", seconds=f"{frame.time_s:6.1f}").render(self.lang)
        _progress(f"{clock}  {bar} {self._count(frame.index)}")

    def _count(self, frame: int) -> str:
        """Return the number of pictures so far and, once the pace is known, the remaining time."""
        facts = {"frame": frame, "total": self.total}
        if frame < _PACED:
            return Message("demo.progress", **facts).render(self.lang)
        left = (time.monotonic() - self.begun) / frame * max(0, self.total - frame)
        return Message("demo.remaining", **facts, left=round(left)).render(self.lang)


def clear_progress() -> None:
    """Clear the progress line on the terminal."""
    _progress("")


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{text}", err=True, nl=False)


def introduction(stage: DemoSetup, lang: str, condition: str) -> str:
    """Describe the match, its decks and its camera."""
    catalog = load_catalog(stage.game)
    decks = [
        Message("demo.deck", seat=catalog.seat_names[seat], deck=catalog.deck_names[deck.name])
        for seat, deck in stage.setup.decks.items()
        if deck.name in catalog.deck_names
    ]
    words = Message(
        "demo.introduction",
        game=catalog.names,
        seed=stage.seed,
        chosen="" if stage.seed == stage.asked else Message("demo.chosen", asked=stage.asked),
        frames=stage.frames,
        decks=Message("comma", words=decks),
        camera=Message(f"demo.camera.{condition}"),
    ).render(lang)
    return f"\n{words}\n"


def finish(stage: DemoSetup, show: DemoDisplay, script: Script, seconds: float, out: Path) -> None:
    """Write the pictures, count the referee's correct verdicts, and name the next steps."""
    from companion.commands.demo.pictures import contact_sheet, final_table

    lang = show.lang
    table, sheet = (out / f"{stage.game}-demo-{name}.png" for name in ("table", "match"))
    written = [(sheet, "sheet"), (show.log, "log")]
    if show.frame is not None and show.view is not None:
        final_table(table, show.frame, show.view)
        written.insert(0, (table, "table"))
    contact_sheet(sheet, _title(stage, lang, script), show.moments)
    typer.echo("")
    found = compare(script, reported_verdicts(show.events))
    typer.echo(Message("demo.summary", **_figures(script, found)).render(lang))
    frames = show.frame.index + 1 if show.frame else 0
    typer.echo(Message("demo.spent", frames=frames, seconds=round(seconds)).render(lang) + "\n")
    for path, what in written:
        typer.echo(f"  {path}  {Message(f'demo.{what}').render(lang)}")
    typer.echo(f"    {command('replay', str(show.log), '--verify')}\n")
    given = [word for path in stage.paths for word in ("--manifest", str(path))]
    typer.echo(Message("demo.play").render(lang))
    typer.echo(f"  {command('referee', stage.game, '--source', '0', '--lang', lang, *given)}")


def _title(stage: DemoSetup, lang: str, script: Script) -> str:
    catalog = load_catalog(stage.game)
    points_by_seat = [
        f"{catalog.seat_names[seat][lang]} {points}" for seat, points in script.scores.items()
    ]
    scores = Message("comma", words=points_by_seat)
    parts = (catalog.names, Message("demo.match", seed=stage.seed), scores)
    return " · ".join(render(part, lang) for part in parts)


def _figures(script: Script, found: Comparison) -> dict[str, int]:
    faults = script.of(EntryKind.ILLEGAL)
    return {
        "faults": len(faults),
        "kinds": len({deed.clauses for deed in faults}),
        "back": len(script.of(EntryKind.TAKEN_BACK)),
        "right": found.right,
        "due": found.right + len(found.missing),
        "extra": len(found.extra),
    }


def command(*words: str) -> str:
    """Return a command to paste into a shell; it runs play.py if play.py started the demo."""
    by = os.environ.get("PRINTKIT_STARTED_BY")
    return f"{by} companion {shlex.join(words)}" if by else f"companion {shlex.join(words)}"
