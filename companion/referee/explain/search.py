"""Search for the actions that lead to the observed table, for `infer`."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.observation import Observation, SearchNode
from rules import CHANCE, Action, Facing, Rules, Seat, Verb, judge
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED

MAX_PLIES = 4
"""Maximum number of actions between two calm moments: the choice of the first seat, a card, its
effect, and its consequence. Longer sequences are accepted only if each step is visible (`chain`).
"""
MAX_NODES = 400
_MAX_CARDS = 8
"""Maximum number of cards of several seats that are explained together."""

SPOKEN = frozenset((Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))


def literal(table: Observation, start: SearchNode) -> Accept | None:
    """Return the first literal action that is legal and predicts the whole table."""
    changes = (*table.changes(start), *start.news)
    for action in table.game.candidate_actions(start.state, changes):
        verdict = judge(table.game, start.state, action)
        child = table.step(start, action, verdict, lenient=False) if verdict.legal else None
        if child is not None and (found := table.explanation(child)) is not None:
            return found
    return None


def chain(table: Observation, start: SearchNode) -> Accept | None:
    """Explain one seat's cards placed or turned up together, beyond the search's depth.

    Each step is the first legal literal action; the seat may choose the order.
    """
    node, seat = start, ""
    for _ in range(len(table.changes(start))):
        child = next(_literal_steps(table, node, seat), None)
        if child is None:
            return None
        node, seat = child, child.last
        if (found := table.explanation(node)) is not None:
            return found
    return None


def interleaved(table: Observation, start: SearchNode) -> list[Accept]:
    """Explain several seats' cards, beyond the search's depth; return one order per final state.

    Each step is a literal action, or a pass of the seat that acted last.
    """
    level, changes, nodes = [start], table.changes(start), 0
    while level and 1 < len(changes) <= _MAX_CARDS and nodes <= MAX_NODES // 2:
        following: dict[Any, SearchNode] = {}
        for node in level:
            for child in (*_literal_steps(table, node, ""), *_decline(table, node)):
                following.setdefault(child.state, child)
        level, nodes = [*following.values()], nodes + len(following)
        if found := [each for node in level if (each := table.explanation(node)) is not None]:
            return _orderless(found)
    return []


def _decline(table: Observation, node: SearchNode) -> Iterator[SearchNode]:
    """Yield the node after a pass of the seat that acted last, if it is legal."""
    action = Action(node.last, Verb.PASS)
    verdict = judge(table.game, node.state, action)
    child = table.step(node, action, verdict, lenient=False) if verdict.legal else None
    if child is not None:
        yield child


def _literal_steps(table: Observation, node: SearchNode, seat: Seat) -> Iterator[SearchNode]:
    """Yield the nodes after one seat's literal actions."""
    for action in table.game.candidate_actions(node.state, table.changes(node)):
        if action.verb not in (Verb.PLACE, Verb.FLIP) or seat not in ("", action.seat):
            continue
        verdict = judge(table.game, node.state, action)
        child = table.step(node, action, verdict, lenient=True) if verdict.legal else None
        if child is not None:
            yield child


def run(table: Observation, start: SearchNode, *, lenient: bool) -> list[Accept]:
    """Return the shortest explanations, one per resulting state.

    An explanation without a tolerated fault is preferred, even if it is longer.
    """
    level, known, played = [start], {start.state}, len(start.actions)
    blaming: list[Accept] = []
    nodes = 0
    for _ in range(MAX_PLIES):
        explained: dict[Any, tuple[bool, Accept]] = {}
        following: list[SearchNode] = []
        tried = (child for node in level for child in _children(table, node, lenient=lenient))
        for child in islice(tried, MAX_NODES - nodes):
            nodes += 1
            if child is None:
                continue
            if (found := table.explanation(child)) is not None:
                explained.setdefault(child.state, (child.guess, found))
            elif child.state not in known:
                known.add(child.state)
                following.append(child)
        fair = [
            each
            for each in explained.values()
            if not blames(table.game, start.state, each[1].actions[played:])
        ]
        kept = fair or list(explained.values())
        shortest = _orderless([a for guess, a in kept if not guess] or [a for _, a in kept])
        if fair:
            return shortest
        blaming = blaming or shortest
        level = following
    return blaming


def _children(
    table: Observation, node: SearchNode, *, lenient: bool
) -> Iterator[SearchNode | None]:
    """Yield the node after each legal action, or None where the table contradicts the action."""
    passing = False
    for action in _steps(table, node):
        verdict = judge(table.game, node.state, action)
        if not verdict.legal:
            continue
        child = table.step(node, action, verdict, lenient=lenient)
        if child is not None and action.verb is Verb.PASS:
            passing = True
        elif child is not None and passing and action.verb in SPOKEN:
            child = replace(child, guess=child.guess or not table.traces(node, child))
        yield child


def _steps(table: Observation, node: SearchNode) -> Iterator[Action]:
    """Yield possible next actions, each once: literal actions, passes, others."""
    game, changes = table.game, (*table.changes(node), *node.news)
    acting = sorted(game.to_act(node.state) - {CHANCE})
    first = [
        *game.candidate_actions(node.state, changes),
        *(Action(s, Verb.PASS) for s in acting),
    ]
    cells = {c.cell: c.after for c in changes}
    if table.covered:  # cards are placed before any card is turned up
        placements = (a for a in game.legal(node.state) if a.verb is Verb.PLACE)
        first = [*(a for a in placements if table.shows(a, cells)), *first]
    tried = dict.fromkeys(first)
    yield from tried
    for action in game.legal(node.state):
        # A removed card may be pending although the players have applied its consequences.
        open_ = action.verb in SPOKEN or action.verb is Verb.REMOVE
        shown = open_ or table.shows(action, cells)
        if shown and action not in tried and (node.news or _turns_up(action, changes)):
            yield action


def _turns_up(action: Action, changes: tuple[Change, ...]) -> bool:
    """Return False for a flip of a card that turned out to be another one."""
    return action.verb is not Verb.FLIP or not any(
        change.cell == action.at
        and change.before is not None
        and change.after is not None
        and change.before.facing is Facing.DOWN
        and change.after.facing is Facing.UP
        and change.before.owner == change.after.owner
        and change.after.card != action.card
        for change in changes
    )


def blames(game: Rules[Any], state: GameState, actions: tuple[Action, ...]) -> bool:
    """Return True if an action turns up a card too early: a tolerated fault with a clause."""
    for action in actions:
        events = game.advance(state, action)[0] if action.verb is Verb.FLIP else ()
        if any(event.kind == REVEALED and event.clause for event in events):
            return True
        state = advance(game, state, action)
    return False


def _orderless(found: list[Accept]) -> list[Accept]:
    """Keep one explanation for each set of cards placed face down or turned up together.

    The order within such a set is invisible and irrelevant.
    """
    distinct: dict[object, Accept] = {}
    for accept in found:
        blind = all(a.facing is Facing.DOWN or a.verb is Verb.FLIP for a in accept.actions)
        key = tuple(sorted(map(str, accept.actions))) if blind else accept.actions
        distinct.setdefault(key, accept)
    return list(distinct.values())
