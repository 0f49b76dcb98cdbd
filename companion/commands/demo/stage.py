"""The match that `companion demo` plays: its prints, set-up and seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.match_setup.app import build_setup, load_manifests
from companion.robots.script import EntryKind, Script
from rules import Manifest, Setup

if TYPE_CHECKING:
    from companion.robots.acting import Behaviour
    from companion.robots.opening import FrameRate

_FAULTS = 4
_MOST_FRAMES = 680
_TRIES = 40


@dataclass(frozen=True, slots=True)
class DemoSetup:
    """The planned match: prints, set-up, and the chosen seed.

    `asked` is the seed at which the search began, `frames` the expected number of pictures.
    """

    game: str
    paths: list[Path]
    manifests: tuple[Manifest, ...]
    setup: Setup
    seed: int
    behaviour: Behaviour
    pace: FrameRate
    frames: int
    asked: int


def prepare(game: str, paths: list[Path], seed: int) -> DemoSetup:
    """Return the first match, starting at `seed`, with enough faults, an undo and a good length.

    If none of `_TRIES` matches qualifies, return the one with the most kinds of faults; of
    several, the shortest.
    """
    from companion.robots.acting import Behaviour
    from companion.robots.opening import FrameRate, rehearse

    manifests = load_manifests(paths, game)
    setup = build_setup(game, manifests=manifests)
    behaviour = Behaviour(blunder=0.4, mistakes=1, take_back=0.1, distraction=0.1, listen_s=1.6)
    pace = FrameRate(7.0, 4.0)
    best, chosen = (-1, 0), seed
    for tried in range(seed, seed + _TRIES):
        script, frames = rehearse(paths, setup, tried, behaviour=behaviour, pace=pace)
        shown = _kinds_shown(script)
        if (shown, -frames) > best:
            best, chosen = (shown, -frames), tried
        if shown == _FAULTS + 1 and frames <= _MOST_FRAMES:
            break
    return DemoSetup(game, paths, manifests, setup, chosen, behaviour, pace, -best[1], seed)


def _kinds_shown(script: Script) -> int:
    """Count the kinds of faults, up to `_FAULTS`, and add one for an undo."""
    faults = {deed.clauses for deed in script.of(EntryKind.ILLEGAL)}
    return min(len(faults), _FAULTS) + bool(script.of(EntryKind.TAKEN_BACK))
