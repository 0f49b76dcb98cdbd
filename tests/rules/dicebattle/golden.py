"""The golden game: one whole match with every action and event.

`python -m tests.rules.dicebattle.golden` writes it anew, from the actions that stand in it; read
the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path

from rules import Event, Match, Setup, event_data, load_catalog, parse_action
from rules.games.dicebattle import GAME

FILE = Path(__file__).with_name("golden.txt")
DECKS = load_catalog("dicebattle").decks
SETUP = Setup("dicebattle", {}, {"A": DECKS["humans"], "B": DECKS["mixed"]})


def replayed(actions: list[str]) -> str:
    """The match's text: a line an action with its events, then the last position and score."""
    match = Match(GAME, SETUP)
    lines = []
    for text in actions:
        ply = match.play(parse_action(text))
        lines.append(f"{text}  |  " + ", ".join(map(_short, ply.events)))
    lines += ["", *GAME.format(match.state).splitlines()]
    outcome = match.outcome
    if outcome is not None:
        lines.append(f"# {outcome.clause} {outcome.winners} {dict(outcome.scores)}")
    return "\n".join(lines) + "\n"


def actions_of(text: str) -> list[str]:
    """The actions of a golden game's text."""
    return [line.split("  |  ")[0] for line in text.partition("\n\n")[0].splitlines()]


def _short(event: Event) -> str:
    data = event_data(event)
    kind = data.pop("kind")
    if kind in ("dealt", "redrawn", "renewed"):
        del data["items"]  # the shuffle stands in the action
    return " ".join([kind, *(str(v) for v in data.values())])


if __name__ == "__main__":
    FILE.write_text(replayed(actions_of(FILE.read_text("utf-8"))), "utf-8")
