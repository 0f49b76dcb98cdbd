"""What `companion demo` plays with: the paper it prints, and the match it chooses."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from companion.texts import Texts
    from companion.virtual import Pace
    from companion.virtual.players import Manners
    from rules import Manifest, Setup

__all__ = ["Stage", "prepare", "print_paper"]

_FAULTS = 4
_MOST_FRAMES = 680
_TRIES = 40


@dataclass(frozen=True, slots=True)
class Stage:
    """What will be played: the paper, the agreement, and the seed that was chosen."""

    game: str
    paths: list[Path]
    manifests: tuple[Manifest, ...]
    setup: Setup
    seed: int
    manners: Manners
    pace: Pace
    frames: int


def print_paper(game: str, out: Path, texts: Texts) -> list[Path]:
    """Cards and mat, printed as a person would; their manifests."""
    import json
    import subprocess

    from companion.errors import SourceError

    typer.echo(texts.say("demo.printing"), err=True)
    paths = []
    for what in ("cards", "mat"):
        command = [sys.executable, "-m", "printkit", what, game]
        command += ["--lang", texts.lang, "--out", str(out), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            said = done.stderr.strip().splitlines()
            why = said[-1] if said else done.returncode
            raise SourceError.about("paper.failed", what=what, game=game, why=why)
        facts = json.loads(done.stdout)
        key = "demo.page" if facts["pages"] == 1 else "demo.pages"
        printed = texts.say(key, pages=facts["pages"], paper=facts["paper"])
        typer.echo(f"  {facts['pdf']}  {printed}", err=True)
        paths.append(Path(facts["manifest"]))
    return paths


def prepare(game: str, paths: list[Path], seed: int) -> Stage:
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
    return Stage(game, paths, manifests, setup, best[2], manners, pace, best[3])
