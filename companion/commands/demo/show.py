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

if TYPE_CHECKING:
    from companion.commands.demo.stage import DemoSetup
    from companion.frames import Frame
    from companion.readings import TableView
    from companion.referee.journal import Utterance
    from companion.robots.script import Comparison, Script
    from companion.simulator.pictures import SheetMoment
    from companion.texts import Texts

_PACED: Final = 20
"""Number of pictures after which the pace of this computer is known."""


@dataclass(slots=True)
class DemoDisplay:
    """Display of captions as they are spoken, and of the match's pictures; `total` are expected."""

    texts: Texts
    total: int
    log: Path
    events: list[dict[str, Any]] = field(default_factory=list)
    moments: list[SheetMoment] = field(default_factory=list)
    frame: Frame | None = None
    view: TableView | None = None
    begun: float = field(default_factory=time.monotonic)

    def hear(self, utterance: Utterance) -> None:
        """Print a caption and keep its picture."""
        from companion.commands.output import marked
        from companion.referee.journal import utterance_data
        from companion.simulator.pictures import moment

        self.events.append(utterance_data(utterance))
        if not utterance.caption:
            return
        kind = utterance.record.kind.value
        clear_progress()
        clock = self.texts.say("demo.clock", seconds=f"{utterance.record.time_s:6.1f}")
        typer.echo(f"{clock}  {marked(kind, utterance.caption)}")
        if self.frame is not None:
            self.moments.append(moment(self.frame, kind, utterance.caption))

    def progress(self, frame: Frame) -> None:
        """Show the progress of the match on a terminal."""
        done = min(1.0, frame.index / max(1, self.total))
        bar = "█" * round(24 * done) + "░" * (24 - round(24 * done))
        clock = self.texts.say("demo.clock", seconds=f"{frame.time_s:6.1f}")
        _progress(f"{clock}  {bar} {self._count(frame.index)}")

    def _count(self, frame: int) -> str:
        """Return the number of pictures so far; with a known pace, the remaining time too."""
        facts = {"frame": frame, "total": self.total}
        if frame < _PACED:
            return self.texts.say("demo.progress", **facts)
        left = (time.monotonic() - self.begun) / frame * max(0, self.total - frame)
        return self.texts.say("demo.remaining", **facts, left=round(left))


def clear_progress() -> None:
    """Clear the line of progress on the terminal."""
    _progress("")


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{text}", err=True, nl=False)


def introduction(stage: DemoSetup, texts: Texts, condition: str) -> str:
    """Describe the match, its decks and its camera."""
    from rules import load_catalog

    catalog, lang = load_catalog(stage.game), texts.lang
    decks = texts.say("demo.between").join(
        texts.say(
            "demo.deck", seat=catalog.seat_names[seat][lang], deck=catalog.deck_names[d.name][lang]
        )
        for seat, d in stage.setup.decks.items()
        if d.name in catalog.deck_names
    )
    words = texts.say(
        "demo.introduction",
        game=catalog.names[lang],
        seed=stage.seed,
        chosen="" if stage.seed == stage.asked else texts.say("demo.chosen", asked=stage.asked),
        frames=stage.frames,
        decks=decks,
        camera=texts.say(f"camera.{condition}"),
    )
    return f"\n{words}\n"


def finish(stage: DemoSetup, show: DemoDisplay, script: Script, seconds: float, out: Path) -> None:
    """Write the pictures, count the referee's correct verdicts, and name the next steps."""
    from companion.robots.script import compare, reported_verdicts
    from companion.simulator.pictures import contact_sheet, final_table

    say, lang = show.texts.say, show.texts.lang
    table, sheet = (out / f"{stage.game}-demo-{name}.png" for name in ("table", "match"))
    written = [(sheet, "sheet"), (show.log, "log")]
    if show.frame is not None and show.view is not None:
        final_table(table, show.frame, show.view)
        written.insert(0, (table, "table"))
    contact_sheet(sheet, _title(stage, show.texts, script), show.moments)
    typer.echo("")
    found = compare(script, reported_verdicts(show.events))
    typer.echo(say("demo.summary", **_figures(script, found)))
    frames = show.frame.index + 1 if show.frame else 0
    typer.echo(say("demo.spent", frames=frames, seconds=round(seconds)) + "\n")
    for path, what in written:
        typer.echo(f"  {path}  {say(f'demo.{what}')}")
    typer.echo(f"    {command('replay', str(show.log), '--verify')}\n")
    given = [word for path in stage.paths for word in ("--manifest", str(path))]
    typer.echo(say("demo.play"))
    typer.echo(f"  {command('referee', stage.game, '--source', '0', '--lang', lang, *given)}")


def _title(stage: DemoSetup, texts: Texts, script: Script) -> str:
    from rules import load_catalog

    catalog, lang = load_catalog(stage.game), texts.lang
    scores = [
        f"{catalog.seat_names[seat][lang]} {points}" for seat, points in script.scores.items()
    ]
    match = texts.say("demo.match", seed=stage.seed)
    return " · ".join([catalog.names[lang], match, texts.say("demo.between").join(scores)])


def _figures(script: Script, found: Comparison) -> dict[str, int]:
    from companion.robots.script import EntryKind

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
    """Return a command for pasting into a shell, through play.py if that started the demo."""
    by = os.environ.get("PRINTKIT_STARTED_BY")
    return f"{by} companion {shlex.join(words)}" if by else f"companion {shlex.join(words)}"
