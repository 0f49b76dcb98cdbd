"""Refusals: the one literal action on the table, and the clauses that it violates."""

from dataclasses import replace
from itertools import islice
from typing import Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Refuse
from companion.referee.explain.observation import Observation, SearchNode
from companion.referee.explain.search import MAX_PLIES, SPOKEN
from rules import CHANCE, LEGAL, Action, Rules, Seat, Verb, judge

_MAX_OUTCOMES = 4


def refusal(table: Observation, start: SearchNode) -> Refuse | None:
    """Return the refusal of the only literal action that the table shows.

    The action is judged in the state in which it would be its seat's turn.
    """
    game = table.game
    changes = table.changes(start)
    literal = list(game.candidate_actions(start.state, (*changes, *start.news)))
    if len(literal) == 1:
        return _judged(game, start, literal[0])
    remainders = [r for a in literal if (r := _rest(table, start, a)) is not None]
    if len(remainders) == 1:
        return remainders[0]
    moved = {(c.before.card, c.before.owner) for c in changes if c.before is not None}
    # A card that was on the table before has been moved, not placed.
    new = [a for a in literal if a.verb is not Verb.PLACE or (a.card, a.seat) not in moved]
    one_place = len({action.to for action in new}) == 1
    if not remainders and one_place and new[0].verb is Verb.PLACE:
        return _judged(game, start, new[0])
    return None


def _judged(game: Rules[Any], node: SearchNode, action: Action) -> Refuse | None:
    """Return the refusal of `action`, judged in the position at hand.

    If the seat can act in this way only after unseen steps, these steps are assumed. At the start
    of a match, an action of unknown seat is judged for the card's owner, if it may begin.
    """
    state = node.state
    if action.seat == CHANCE:
        # a question asked for this card; if turning it up is legal, the fault is elsewhere
        if action.verb is Verb.FLIP:
            flip_verdict = judge(game, state, action)
            return None if flip_verdict.legal else Refuse(action, flip_verdict)
        owner = next((card.owner for card in game.table.layout(state).get(action.at, ())), "")
        outcomes = list(islice(game.legal(state), _MAX_OUTCOMES))
        openings = [advance(game, state, outcome) for outcome in outcomes]
        if openings:
            opened = next((s for s in openings if owner in game.to_act(s)), openings[0])
            action = replace(action, seat=min(game.to_act(opened), default=CHANCE))
            state = opened if outcomes[0].verb in SPOKEN else state  # a throw is seen
    else:
        own = _turn_of(game, node, action.seat)
        may_act = own is not None and any(
            a.seat == action.seat and a.verb is action.verb for a in game.legal(own)
        )
        state = own if may_act else state
    verdict = judge(game, state, action)
    return None if verdict.legal else Refuse(action, verdict)


def _turn_of(game: Rules[Any], node: SearchNode, seat: Seat) -> GameState | None:
    """Return the state in which `seat` acts after unseen steps: passes, or the first seat's choice.

    A throw is not such a step, because players see it.
    """
    state = node.state
    for _ in range(MAX_PLIES):
        acting = game.to_act(state)
        if seat in acting:
            return state
        if acting == frozenset((CHANCE,)):
            outcomes = (o for o in game.legal(state) if o.verb in SPOKEN)
            opened = (advance(game, state, o) for o in islice(outcomes, _MAX_OUTCOMES))
            return next((after for after in opened if seat in game.to_act(after)), None)
        decline = Action(node.last, Verb.PASS)
        if node.last not in acting or judge(game, state, decline) != LEGAL:
            return None
        state = advance(game, state, decline)
    return None


def _rest(table: Observation, start: SearchNode, action: Action) -> Refuse | None:
    """Return the refusal of the only action that remains after the legal `action`."""
    verdict = judge(table.game, start.state, action)
    if not verdict.legal:
        return None
    node = table.step(start, action, verdict, lenient=False)
    if node is None:
        return None
    remaining = list(table.game.candidate_actions(node.state, (*table.changes(node), *node.news)))
    refused = _judged(table.game, node, remaining[0]) if len(remaining) == 1 else None
    return Refuse(refused.action, refused.verdict, (action,)) if refused else None
