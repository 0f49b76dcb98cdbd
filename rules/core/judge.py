"""Judging any well-formed action, also where cards are hidden.

A game says what a *known* action breaks.  Over hidden cards its `worlds` lists the fully known
pairs the truth may be, and `violations_by_world` what the action breaks in each; then

    broken in no world     → legal
    broken in every world  → illegal, by the clauses broken in every one of them
    otherwise              → undetermined, naming the clauses in doubt; a reveal settles it
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from rules.core.verdict import LEGAL, Status, Verdict, Violation

if TYPE_CHECKING:
    from rules.core.action import Action
    from rules.core.game import Game

S = TypeVar("S")

MAX_WORLDS = 4096
"""Worlds looked at; where a game lists more, agreement of these many proves nothing."""


def judge(game: Game[S], state: S, action: Action) -> Verdict:
    r"""The verdict on `action` in `state`, with every broken clause in the order of reasons.

    >>> from rules import Setup, load_game, parse_action, read_position
    >>> game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    >>> state = read_position("field b1=yr1/A c5=yr1/B\nturn 1 A\n", game, setup)
    >>> judge(game, state, parse_action("A place y17 a3")).clauses
    ('YGG-6.3', 'YGG-6.2')
    """
    violations_by_world = game.violations_by_world(state, action)
    if violations_by_world is None:
        found = game.violations(state, action)
        return Verdict(Status.ILLEGAL, found) if found else LEGAL
    seen = list(islice(violations_by_world, MAX_WORLDS + 1))
    complete = len(seen) <= MAX_WORLDS
    if complete and not any(seen):
        return LEGAL
    if complete and all(seen):
        return Verdict(Status.ILLEGAL, _common(seen))
    awaits = dict.fromkeys(v.clause for found in seen for v in found)
    return Verdict(Status.UNDETERMINED, awaits=tuple(awaits))


def _common(seen: list[tuple[Violation, ...]]) -> tuple[Violation, ...]:
    """The clauses broken in every world; if no single one is, those of the first world.

    Of their facts only what is so in every world: the rest was guessed and must not be told.
    """
    facts = [{v.clause: v.facts for v in found} for found in seen]
    shared = set.intersection(*(set(told) for told in facts))
    kept = [v for v in seen[0] if v.clause in shared]
    if not kept:
        return tuple(Violation(v.clause) for v in seen[0])
    cases = {
        v.clause: {w.case for found in seen for w in found if w.clause == v.clause} for v in kept
    }
    return tuple(
        Violation(
            v.clause,
            tuple(f for f in v.facts if all(f in told[v.clause] for told in facts)),
            v.case if len(cases[v.clause]) == 1 else "",
        )
        for v in kept
    )
