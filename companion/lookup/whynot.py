"""Explains a verdict: the violated clauses, and small changes that make an action legal.

The rules core judges every suggested change. There are three kinds of changes, and the search may
find none:

near: a legal action with a single difference: cell, card, facing, turn, or a part of a choice or
declaration;

after: a few legal actions that must come first so that the action is legal;

setting: another value of a setting that a violated clause names.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from companion.lookup.boards import ExampleBoard, board_of, centres_of
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Catalog,
    Rules,
    RulesError,
    Setup,
    Status,
    Verb,
    Verdict,
    format_action,
    judge,
    load_catalog,
    refusal,
)

S = TypeVar("S")

_LISTED: Final = 20_000
"""Maximum number of legal actions that are examined."""
_STEPS: Final = 3
_TRIED: Final = 240
"""Limits of the search for actions that must come first: its depth, and the number of positions
that are judged."""


class RemedyChange(enum.StrEnum):
    """The kinds of changes that make an action legal."""

    CELL = "cell"
    CARD = "card"
    FACING = "facing"
    TURN = "turn"
    VALUE = "value"
    AFTER = "after"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One change that makes an action legal. `value` is the new value, `action` the new action.

    `value` is a cell, a card's id, `up` or `down`, quarter turns, a word, the actions that must
    come first (separated by `; `), or a setting's `name=value`. `doubtful` is True if its effect
    depends on hidden cards.
    """

    change: RemedyChange
    value: str
    action: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules core's verdict. `reasons` are clause, title and the referee's sentence.

    `remedies` are sorted by size of the change, and cells by distance. They are empty if the
    action is legal or no small change helps.
    """

    game: str
    action: str
    status: Status
    reasons: tuple[tuple[str, str, str], ...]
    remedies: tuple[Remedy, ...]
    board: ExampleBoard | None


def ask(game: Rules[S], setup: Setup, state: S, action: Action, lang: str = "en") -> Answer:
    """Return the verdict on an action in a position, its clauses and possible remedies."""
    catalog, verdict = load_catalog(game.slug), judge(game, state, action)
    remedies: tuple[Remedy, ...] = ()
    if not verdict.legal:
        near = sorted(_near(game, state, action), key=_order(game, setup, action))
        remedies = (
            *near,
            *_after(game, state, action),
            *_settings(game, setup, state, action, catalog, verdict),
        )
    reasons = tuple(_reasons(catalog, verdict, lang))
    board = board_of(game, setup, state, action)
    return Answer(game.slug, format_action(action), verdict.status, reasons, remedies, board)


def _reasons(catalog: Catalog, verdict: Verdict, lang: str) -> Iterator[tuple[str, str, str]]:
    for violation in verdict.violations:
        titles = catalog.clauses[violation.clause].titles
        yield violation.clause, titles[lang], refusal(catalog, violation).render(lang)
    for clause in verdict.awaits:
        yield clause, catalog.clauses[clause].titles[lang], ""


def _near(game: Rules[S], state: S, action: Action) -> Iterator[Remedy]:
    for other in islice(game.legal(state), _LISTED):
        found = _difference(action, other)
        if found is not None:
            change, value = found
            doubtful = judge(game, state, other).status is Status.UNDETERMINED
            yield Remedy(change, value, format_action(other), doubtful)


def _difference(action: Action, other: Action) -> tuple[RemedyChange, str] | None:
    """Return the only difference between two actions, or None if there is not exactly one."""
    if (action.seat, action.verb, action.also) != (other.seat, other.verb, other.also):
        return None
    fields = [
        (RemedyChange.CELL, action.at, other.at),
        (RemedyChange.CELL, action.to, other.to),
        (RemedyChange.CARD, action.card, other.card),
        (RemedyChange.FACING, action.facing.value, other.facing.value),
        (RemedyChange.TURN, str(action.turn), str(other.turn)),
        (RemedyChange.VALUE, action.value, other.value),
    ]
    apart = [(change, new) for change, old, new in fields if old != new]
    if len(apart) != 1 or not apart[0][1] or apart[0][1] == UNKNOWN:
        return None
    if apart[0][0] is RemedyChange.VALUE and not _alike(action.value, other.value):
        return None
    return apart[0]


def _alike(one: str, other: str) -> bool:
    """Return whether two choices, whose parts are separated by colons, differ in one part only."""
    parts, others = one.split(":"), other.split(":")
    apart = sum(a != b for a, b in zip(parts, others, strict=False))
    return len(parts) == len(others) and apart == 1


def _order(
    game: Rules[S], setup: Setup, action: Action
) -> Callable[[Remedy], tuple[int, bool, float, str]]:
    """Return a sort key that puts small changes first and orders cells by distance."""
    centres = centres_of(game, setup)
    asked = centres.get(action.to or action.at or action.value)

    def key(remedy: Remedy) -> tuple[int, bool, float, str]:
        far, spot = 0.0, centres.get(remedy.value)
        if asked and spot:
            far = round((asked[0] - spot[0]) ** 2 + (asked[1] - spot[1]) ** 2, 1)
        return list(RemedyChange).index(remedy.change), remedy.doubtful, far, remedy.value

    return key


def _after(game: Rules[S], state: S, action: Action) -> Iterator[Remedy]:
    """Yield the shortest sequences of earlier actions that make the action legal."""
    frontier: list[tuple[S, tuple[str, ...]]] = [(state, ())]
    tried, found = 0, False
    for _ in range(_STEPS):
        ahead = []
        for before, done in frontier:
            for first in _moves(game, before):
                if tried >= _TRIED:
                    break
                if (first.seat, first.verb) == (action.seat, action.verb) and not _idle(first):
                    continue
                tried += 1
                after = game.advance(before, first)[1]
                steps = (*done, format_action(first))
                verdict = judge(game, after, action)
                if verdict.legal:
                    found = True
                    doubtful = verdict.status is Status.UNDETERMINED
                    yield Remedy(
                        RemedyChange.AFTER, "; ".join(steps), format_action(action), doubtful
                    )
                else:
                    ahead.append((after, steps))
        if found:
            return
        frontier = ahead


def _moves(game: Rules[S], state: S) -> list[Action]:
    """Return some possible next actions, passing first; for a random event, only one outcome."""
    if game.to_act(state) == {CHANCE}:
        return list(islice(game.legal(state), 1))
    moves = list(islice(game.legal(state), 400))
    return sorted(moves, key=lambda move: not _idle(move))[:40]


def _idle(action: Action) -> bool:
    return action.verb in (Verb.PASS, Verb.READY)


def _settings(
    game: Rules[S], setup: Setup, state: S, action: Action, catalog: Catalog, verdict: Verdict
) -> Iterator[Remedy]:
    """Yield the values of the violated clauses' settings that would make the action legal."""
    names = [name for c in verdict.clauses for name in catalog.clauses[c].settings]
    text = game.notation.format(state)
    for name in dict.fromkeys(names):
        spec = catalog.settings[name]
        present = setup.settings.get(name, spec.default)
        for value in spec.values:
            if value == present:
                continue
            other = dataclasses.replace(setup, settings={**setup.settings, name: value})
            with suppress(RulesError):  # the position may be impossible with this setting
                found = judge(game, game.notation.parse(text, other), action)
                if found.legal:
                    doubtful = found.status is Status.UNDETERMINED
                    change = f"{name}={value}"
                    yield Remedy(RemedyChange.SETTING, change, format_action(action), doubtful)
