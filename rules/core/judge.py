"""Judgement of any well-formed action, including positions with hidden cards.

A game states the violations of a *known* action. For hidden cards, its `worlds` lists the possible
fully known pairs of state and action. `violations_by_world` lists the violations in each pair:

    violated in no world     → legal
    violated in every world  → illegal, by the clauses violated in all of them
    otherwise                → undetermined, with the clauses in doubt, until a reveal decides
"""

from itertools import islice
from typing import TypeVar

from rules.core.action import Action
from rules.core.rules import Rules
from rules.core.verdict import LEGAL, Status, Verdict, Violation

S = TypeVar("S")

MAX_WORLDS = 4096
"""Maximum number of worlds examined; if there are more, even full agreement proves nothing."""


def judge(game: Rules[S], state: S, action: Action) -> Verdict:
    r"""Return the verdict on `action` in `state`, with every violated clause by priority.

    >>> from rules import Setup, load_game, parse_action, read_position
    >>> game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    >>> state = read_position("field b1=yr1/A c5=yr1/B\nturn 1 A\n", game, setup)
    >>> judge(game, state, parse_action("A place y17 a3")).clauses
    ('YGG-6.3', 'YGG-6.2')
    """
    violations_by_world = game.violations_by_world(state, action)
    if violations_by_world is None:
        violations = game.violations(state, action)
        return Verdict(Status.ILLEGAL, violations) if violations else LEGAL
    seen = list(islice(violations_by_world, MAX_WORLDS + 1))
    complete = len(seen) <= MAX_WORLDS
    if complete and not any(seen):
        return LEGAL
    if complete and all(seen):
        return Verdict(Status.ILLEGAL, _common(seen))
    awaits = dict.fromkeys(v.clause for found in seen for v in found)
    return Verdict(Status.UNDETERMINED, awaits=tuple(awaits))


def _common(seen: list[tuple[Violation, ...]]) -> tuple[Violation, ...]:
    """Return the clauses violated in every world, or those of the first world if there are none.

    Only facts that hold in every world are kept: other facts are guesses and must not be reported.
    """
    worlds = [{v.clause: v for v in found} for found in seen]
    shared = (
        _shared(v, [world[v.clause] for world in worlds])
        for v in seen[0]
        if all(v.clause in world for world in worlds)
    )
    return tuple(shared) or tuple(Violation(v.clause) for v in seen[0])


def _shared(violation: Violation, others: list[Violation]) -> Violation:
    """Return a violation with only the facts and the case that all worlds share."""
    if all(other is violation for other in others):
        return violation
    facts = (f for f in violation.facts if all(f in other.facts for other in others))
    same = all(other.case == violation.case for other in others)
    return Violation(violation.clause, tuple(facts), violation.case if same else "")
