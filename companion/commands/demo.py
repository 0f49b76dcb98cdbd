"""`companion demo`: a whole match without a camera, from the PDF to the verdict."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from companion.frames import Frame
    from companion.readings import TableView
    from companion.referee.journal import Utterance
    from companion.virtual import Opened, Pace
    from companion.virtual.compare import Comparison
    from companion.virtual.pictures import Moment
    from companion.virtual.players import Manners
    from companion.virtual.script import Script
    from rules import Manifest, Setup

__all__ = ["demo"]

_MARKS: Final = {
    "accepted": ("✓", typer.colors.GREEN),
    "refused": ("✗", typer.colors.RED),
    "taken_back": ("↶", typer.colors.CYAN),
    "question": ("?", typer.colors.YELLOW),
    "out_of_step": ("≠", typer.colors.YELLOW),
    "trouble": ("!", typer.colors.YELLOW),
    "table_fault": ("!", typer.colors.YELLOW),
    "game_ended": ("■", typer.colors.WHITE),
}
_FAULTS = 4
_MOST_FRAMES = 680
_TRIES = 40
_TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates"


def demo(
    game: Annotated[str, typer.Argument(help="The game.")] = "yggdrasil",
    out: Annotated[Path, typer.Option("--out", help="Folder to write into.")] = Path("out"),
    lang: Annotated[str, typer.Option("--lang", help="en, ja or zh-Hant.")] = "en",
    seed: Annotated[int, typer.Option("--seed", help="Another seed plays another match.")] = 24,
    condition: Annotated[
        str, typer.Option("--camera", help="good, webcam or hard: how good the camera is.")
    ] = "webcam",
) -> None:
    """Print a deck and a mat, and referee a whole match on them at a virtual table.

    Two seeded players lay the printed cards under a simulated webcam; the reader and the referee
    see nothing but its pictures.  They make mistakes and take a move back.  Leaves the PDFs, the
    log, a picture of the last table and a sheet of the match's moments in out/.
    """
    from companion.errors import SessionError
    from companion.virtual.sensor import CONDITIONS
    from rules import LANGUAGES, load_game

    if lang not in LANGUAGES:
        raise SessionError(f"--lang {lang}: use one of {', '.join(LANGUAGES)}")
    if condition not in CONDITIONS:
        raise SessionError(f"--camera {condition}: use one of {', '.join(CONDITIONS)}")
    load_game(game)
    if not (_TEMPLATES / game / "card.toml").exists():
        raise SessionError(f"{game} can't be printed yet, there is no card template for it")
    typer.echo("Printing the decks and the mat …", err=True)
    paths = _print_paper(game, out, lang)
    stage = _prepare(game, paths, seed)
    typer.echo(_introduction(stage, lang, condition))
    begun = time.perf_counter()
    show = _play(stage, lang, condition, out)
    _finish(stage, show, lang, time.perf_counter() - begun, out)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What will be played: the paper, the agreement, and the seed that was chosen."""

    game: str
    paths: list[Path]
    manifests: tuple[Manifest, ...]
    setup: Setup
    seed: int
    manners: Manners
    pace: Pace
    frames: int


@dataclass(slots=True)
class _Show:
    """What the audience gets to see: captions as they are said, and pictures of the moments."""

    total: int
    events: list[dict[str, Any]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    frame: Frame | None = None
    view: TableView | None = None
    log: Path = Path()
    comparison: Comparison | None = None
    script: Script | None = None

    def hear(self, utterance: Utterance) -> None:
        """Print a caption and keep the picture it was said at."""
        from companion.referee.journal import utterance_data
        from companion.virtual.pictures import moment

        self.events.append(utterance_data(utterance))
        if not utterance.caption:
            return
        kind = utterance.record.kind.value
        _progress("")
        mark, colour = _MARKS.get(kind, ("·", typer.colors.WHITE))
        clock = f"{utterance.record.time_s:6.1f} s"
        typer.echo(f"{clock}  {_coloured(mark, colour)} {utterance.caption}")
        if self.frame is not None:
            self.moments.append(moment(self.frame, kind, utterance.caption))

    def progress(self, frame: Frame) -> None:
        """How far the match is, on a terminal."""
        done = min(1.0, frame.index / max(1, self.total))
        bar = "█" * round(24 * done) + "░" * (24 - round(24 * done))
        _progress(f"{frame.time_s:6.1f} s  {bar} picture {frame.index} of about {self.total}")


def _coloured(text: str, colour: str) -> str:
    import os

    plain = "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return text if plain else typer.style(text, fg=colour)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r\x1b[K{text}", err=True, nl=False)


def _print_paper(game: str, out: Path, lang: str) -> list[Path]:
    """Cards and mat, printed as a person would; their manifests."""
    import json
    import subprocess

    from companion.errors import SourceError

    paths = []
    for what in ("cards", "mat"):
        command = [sys.executable, "-m", "printkit", what, game]
        command += ["--lang", lang, "--out", str(out), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise SourceError(
                f"printkit {what} {game} failed: {said[-1] if said else done.returncode}; "
                "try it by itself, or set up again with: python3 play.py setup"
            )
        facts = json.loads(done.stdout)
        typer.echo(f"  {facts['pdf']}  {facts['pages']} pages {facts['paper']}", err=True)
        paths.append(Path(facts["manifest"]))
    return paths


def _prepare(game: str, paths: list[Path], seed: int) -> _Stage:
    """The first match from `seed` on that shows enough faults, a take-back, and is not too long."""
    from companion._app import build_setup, load_manifests
    from companion.virtual import Pace, rehearse
    from companion.virtual.players import Manners
    from companion.virtual.script import DeedKind

    manifests = load_manifests(paths, game)
    setup = build_setup(game, manifests=manifests)
    manners = Manners(blunder=0.4, mistakes=1, take_back=0.1, distraction=0.1, listen_s=1.6)
    pace = Pace(7.0, 4.0)
    best = (0, 0, seed, 0)
    for tried in range(seed, seed + _TRIES):
        script, frames = rehearse(paths, setup, tried, manners=manners, pace=pace)
        faults = len({deed.clauses for deed in script.of(DeedKind.ILLEGAL)})
        back = len(script.of(DeedKind.TAKEN_BACK))
        best = max(best, (min(faults, _FAULTS) + min(back, 1), -frames, tried, frames))
        if faults >= _FAULTS and back and frames <= _MOST_FRAMES:
            best = (0, 0, tried, frames)
            break
    return _Stage(game, paths, manifests, setup, best[2], manners, pace, best[3])


def _introduction(stage: _Stage, lang: str, condition: str) -> str:
    from companion.texts import load_texts
    from rules import load_catalog

    catalog = load_catalog(stage.game)
    decks = ", ".join(
        f"{catalog.seat_names[seat][lang]}: {catalog.deck_names[deck.name][lang]}"
        for seat, deck in stage.setup.decks.items()
        if deck.name in catalog.deck_names
    )
    said = load_texts(lang, "demo").say(
        "demo.introduction",
        game=catalog.names[lang],
        seed=stage.seed,
        decks=decks,
        camera=condition,
    )
    return f"\n{said}\n"


def _play(stage: _Stage, lang: str, condition: str, out: Path) -> _Show:
    """The match, watched to its end."""
    import cv2

    from companion._app import Loop, open_session
    from companion.referee.journal import Journal
    from companion.referee.speaker import Speaker
    from companion.virtual import open_table
    from companion.virtual.sensor import CONDITIONS
    from companion.vision.watcher import Watcher
    from rules import LogWriter, Match, load_catalog, load_game

    cv2.setNumThreads(1)  # one core renders, the other reads
    opened = open_table(
        stage.paths,
        stage.setup,
        stage.seed,
        condition=CONDITIONS[condition],
        manners=stage.manners,
        pace=stage.pace,
    )
    session = open_session(Match(load_game(stage.game), stage.setup), stage.manifests)
    show = _Show(stage.frames, log=out / f"{stage.game}-demo.jsonl")
    show.log.unlink(missing_ok=True)
    watcher = Watcher(stage.manifests)

    def see(frame: Frame) -> TableView:
        show.frame = frame
        show.progress(frame)
        show.view = watcher.see(frame)
        return show.view

    speaker = Speaker(load_catalog(stage.game), lang, session.places.form.mat)
    writer = LogWriter(show.log)
    try:
        Loop(session, Journal(speaker, show.hear, writer), opened.source, see, watcher.lost).run()
    finally:
        writer.close()
        _progress("")
    _judge_the_judge(show, opened)
    return show


def _judge_the_judge(show: _Show, opened: Opened) -> None:
    """Lay what the referee said beside what the players know they did."""
    from companion.virtual.compare import compare, said_words

    opened.source.play_out()
    show.script = opened.script
    show.comparison = compare(opened.script, said_words(show.events))


def _title(stage: _Stage, script: Script | None, lang: str) -> str:
    from companion.texts import load_texts
    from rules import load_catalog

    catalog = load_catalog(stage.game)
    scores = script.scores if script is not None else {}
    told = [f"{catalog.seat_names[seat][lang]} {points}" for seat, points in scores.items()]
    match = load_texts(lang, "demo").say("demo.match", seed=stage.seed)
    return " · ".join([catalog.names[lang], match, ", ".join(told)])


def _finish(stage: _Stage, show: _Show, lang: str, seconds: float, out: Path) -> None:
    from companion.texts import load_texts
    from companion.virtual.pictures import contact_sheet, final_table

    table, sheet = (out / f"{stage.game}-demo-{name}.png" for name in ("table", "match"))
    if show.frame is not None and show.view is not None:
        final_table(table, show.frame, show.view)
    contact_sheet(sheet, _title(stage, show.script, lang), show.moments)
    say = load_texts(lang, "demo").say
    typer.echo("")
    if show.script is not None and show.comparison is not None:
        typer.echo(say("demo.summary", **_figures(show.script, show.comparison)))
    frames = show.frame.index + 1 if show.frame else 0
    typer.echo(say("demo.spent", frames=frames, seconds=round(seconds)) + "\n")
    for path, what in ((table, "table"), (sheet, "sheet"), (show.log, "log")):
        typer.echo(f"  {path}  {say(f'demo.{what}')}")
    typer.echo(f"    {_command('replay', str(show.log), '--verify')}\n")
    given = [word for path in stage.paths for word in ("--manifest", str(path))]
    typer.echo(say("demo.play"))
    typer.echo(f"  {_command('referee', stage.game, '--source', '0', '--lang', lang, *given)}")


def _figures(script: Script, found: Comparison) -> dict[str, int]:
    from companion.virtual.script import DeedKind

    faults = script.of(DeedKind.ILLEGAL)
    return {
        "faults": len(faults),
        "kinds": len({deed.clauses for deed in faults}),
        "back": len(script.of(DeedKind.TAKEN_BACK)),
        "right": found.right,
        "due": found.right + len(found.missing),
        "extra": len(found.extra),
    }


def _command(*words: str) -> str:
    """A command of ours to be pasted; through play.py, if that is how we were started."""
    import os
    import shlex

    by = os.environ.get("PRINTKIT_STARTED_BY")
    return f"{by} companion {shlex.join(words)}" if by else f"companion {shlex.join(words)}"
