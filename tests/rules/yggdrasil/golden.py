"""The golden game: one whole match with every action and event.

`python -m tests.rules.yggdrasil.golden` writes it anew, from the actions that stand in it; read
the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path

from rules import Deck, Event, Match, Setup, event_data, parse_action
from rules.games.yggdrasil import GAME

FILE = Path(__file__).with_name("golden.txt")
# The decks are the game's own, so that it stays the same when shipped ones are balanced anew.
ATTACK = """
y01 y02 y04 y04 y07 y07 y08 y10 y10 y13 y14 y15 y16 y16 y20 y22 y26 y30 y32 y36
"""
FRUIT = """
y03 y03 y05 y06 y09 y09 y11 y12 y15 y17 y19 y21 y23 y24 y25 y27 y28 y29 y31 y33
"""
DECKS = {
    seat: Deck(tuple(cards.split()), {"root": ("yr1",)})
    for seat, cards in (("A", ATTACK), ("B", FRUIT))
}
SETUP = Setup("yggdrasil", {}, DECKS)


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
    if kind == "dealt":
        del data["items"]  # the shuffle stands in the action
    return " ".join([kind, *(str(v) for v in data.values())])


if __name__ == "__main__":
    FILE.write_text(replayed(actions_of(FILE.read_text("utf-8"))), "utf-8")
