"""Helpers for the tests of 機官算盡: short notations for positions and verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Action, Match, Setup, Verdict, judge, parse_action
from rules.games.jiguan import GAME
from rules.games.jiguan.state import State

PLAIN = Setup("jiguan")


def setup(**settings: str) -> Setup:
    return Setup("jiguan", settings)


def position(text: str, given: Setup = PLAIN) -> State:
    """Parse a position whose lines may be separated by semicolons."""
    return GAME.notation.parse(text.replace("; ", "\n"), given)


def verdict(text: str, action: str, given: Setup = PLAIN) -> Verdict:
    return judge(GAME, position(text, given), parse_action(action))


def play(match: Match[State], *lines: str) -> Match[State]:
    for line in lines:
        match.play(parse_action(line))
    return match


def now(match: Match[State]) -> State:
    """Return the current state. Type checkers do not narrow a call's result."""
    return match.state


def started(given: Setup = PLAIN, marker: str = "A") -> Match[State]:
    return play(Match(GAME, given), f"chance choose {marker}")


def place(seat: str, card: str, cell: str = "") -> str:
    return f"{seat} place {card} {cell or seat + '.beast'} facing=down"


def up(cell: str, card: str, seat: str = "") -> str:
    return f"{seat or cell[0]} flip {cell} card={card}"


def texts(actions: Iterable[Action]) -> list[str]:
    return [str(action) for action in actions]
