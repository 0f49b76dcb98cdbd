"""Golden games: one whole match per game, with every action and event, in its `golden.txt`.

`python -m tests.support.golden_match GAME` regenerates a file from its actions; review the
difference before you commit it. The set-up is in the game's `test_golden.py`.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import Match, load_game, parse_action
from rules.core.event import event_data
from tests.support.paths import TESTS

if TYPE_CHECKING:
    from rules import Event, Setup

__all__ = ["golden_match", "golden_text", "replayed"]

_ORDERS = frozenset(("dealt", "redrawn", "renewed", "shuffled"))
"""Events whose cards are in the action that caused them."""


def golden_text(slug: str) -> str:
    """Return the golden file of a game."""
    return _file(slug).read_text("utf-8")


def replayed(setup: Setup, text: str) -> str:
    """Replay a match: one line per action with its events, then the last position and the score."""
    match = _played(setup, text)
    lines = [f"{ply.action}  |  " + ", ".join(map(_short, ply.events)) for ply in match.plies]
    lines += ["", *match.game.notation.format(match.state).splitlines()]
    outcome = match.outcome
    if outcome is not None:
        lines.append(f"# {outcome.clause} {outcome.winners} {dict(outcome.scores)}")
    return "\n".join(lines) + "\n"


def golden_match(slug: str) -> Match[Any]:
    """Return the golden match of a game, played to its end."""
    test = importlib.import_module(f"tests.rules.{slug}.test_golden")
    own = getattr(test, "played", None)
    match: Match[Any] = _played(test.SETUP, golden_text(slug)) if own is None else own()
    return match


def _played(setup: Setup, text: str) -> Match[Any]:
    match = Match(load_game(setup.game), setup)
    for line in text.partition("\n\n")[0].splitlines():
        match.play(parse_action(line.split("  |  ")[0]))
    return match


def _file(slug: str) -> Path:
    return TESTS / "rules" / slug / "golden.txt"


def _short(event: Event) -> str:
    data = event_data(event)
    kind = data.pop("kind")
    if kind in _ORDERS:
        del data["items"]
    return " ".join([kind, *(str(v) for v in data.values())])


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        agreed = importlib.import_module(f"tests.rules.{asked}.test_golden").SETUP
        _file(asked).write_text(replayed(agreed, golden_text(asked)), "utf-8")
