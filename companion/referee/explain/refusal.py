"""What is refused: the one literal action the table shows, and the clauses it breaks."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Refuse
from companion.referee.explain.search import MAX_PLIES
from rules import CHANCE, LEGAL, Action, Verb, judge

if TYPE_CHECKING:
    from companion.referee.explain.search import Search, SearchNode
    from rules import Game, Seat
    from rules.core.candidate_actions import Change

_MAX_OUTCOMES = 4


def refusal(search: Search, start: SearchNode) -> Refuse | None:
    """The one literal action the table shows, judged where its seat would be to move."""
    game = search.game
    changes = search.changes(start)
    literal = list(game.candidate_actions(start.state, (*changes, *start.news)))
    if len(literal) == 1:
        return _judged(game, start, literal[0])
    rests = [r for a in literal if (r := _rest(search, start, a)) is not None]
    if len(rests) == 1:
        return rests[0]
    if not rests and literal and _is_new(literal[0], changes):
        return _judged(game, start, literal[0])
    return None


def _is_new(action: Action, changes: tuple[Change, ...]) -> bool:
    """Whether an action lays a card that was not on the table before."""
    moved = {(c.before.card, c.before.owner) for c in changes if c.before is not None}
    return action.verb is Verb.PLACE and (action.card, action.seat) not in moved


def _judged(game: Game[Any], node: SearchNode, action: Action) -> Refuse | None:
    """A refusal of `action`, judged where its seat is to move if nothing visible stands between.

    Before anybody has begun, what no seat can be told for is put to the first that might begin.
    """
    state = node.state
    if action.seat == CHANCE:
        if action.verb is Verb.FLIP:  # a card that a question asked for; what is wrong lies beside
            found = judge(game, state, action)
            return None if found.legal else Refuse(action, found)
        opening = next(iter(game.legal(state)), None)
        if opening is not None:
            state = advance(game, state, opening)
            action = replace(action, seat=min(game.to_act(state), default=CHANCE))
    else:
        own = _turn_of(game, node, action.seat)
        state = state if own is None else own
    verdict = judge(game, state, action)
    if verdict.legal and CHANCE in game.to_act(node.state):  # it comes before a throw, too early
        verdict = judge(game, node.state, action)
    return None if verdict.legal else Refuse(action, verdict)


def _turn_of(game: Game[Any], node: SearchNode, seat: Seat) -> GameState | None:
    """Where `seat` acts after what may go unseen: a declined step, an open start."""
    state = node.state
    for _ in range(MAX_PLIES):
        acting = game.to_act(state)
        if seat in acting:
            return state
        if acting == frozenset((CHANCE,)):
            opened = (advance(game, state, o) for o in islice(game.legal(state), _MAX_OUTCOMES))
            return next((after for after in opened if seat in game.to_act(after)), None)
        decline = Action(node.last, Verb.PASS)
        if node.last not in acting or judge(game, state, decline) != LEGAL:
            return None
        state = advance(game, state, decline)
    return None


def _rest(search: Search, start: SearchNode, action: Action) -> Refuse | None:
    """`action` is legal and what is left is one illegal literal action."""
    verdict = judge(search.game, start.state, action)
    if not verdict.legal:
        return None
    node = search.step(start, action, verdict, lenient=False)
    if node is None:
        return None
    left = list(search.game.candidate_actions(node.state, (*search.changes(node), *node.news)))
    refused = _judged(search.game, node, left[0]) if len(left) == 1 else None
    return Refuse(refused.action, refused.verdict, (action,)) if refused else None
