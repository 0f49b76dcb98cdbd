"""What a change of the table means: the literal action first, then what the rules make of it.

Theory of operation
-------------------
`infer` gets the state, the table as seen (tracked cells only, `seen`), and the cards that are new
on a loose pile (`news`).  It answers with one of four values and never guesses:

    1. literal   the game's `candidate_actions` name actions word for word; a legal one that
    predicts the
                 whole table is accepted
    2. sequence  breadth first, at most `MAX_PLIES` actions, through states whose layouts agree
                 with the table wherever they changed it; what predicts the whole table is accepted
    3. partial   the same, but cards the rules take off the table may still lie there, provided
                 part of what that action takes off is gone already; they are *owed*; off a pile
                 only by the very next action, and not where a card that lies buried in a loose
                 pile would explain the whole table
    4. several explanations of the same length → ask
    5. chain     one seat's cards, laid or turned up at one go: literal steps one after the other
    6. covered   where more than one place changed, as 2 and 3, and a card that lies face up may
                 have been laid face down before: of what nobody watched for a while; asked about,
                 where the seat would else be told of a fault that is only borne with
    7. none      a single literal action → refuse it with its clauses; else → astray

Steps nobody saw.  An action without a trace on the table (declining an invasion) is taken as a
step of a sequence only if the rules call it legal beyond doubt and if its seat made the last
visible move: whoever has just moved may decline what is left of the turn by handing over, but
nobody's turn is passed behind their back.  Where a pass is on offer, an explanation with another
trace-less action counts only if there is none without.  Explanations that lead to the same state
are one.  Chance that nobody sees (a shuffle, a card drawn unseen) is carried out.

The search is bounded by `MAX_NODES` states; a pruned search answers *astray*, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.referee.explain.hidden_chance import GameState
from companion.referee.explain.interpretations import (
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.refusal import refusal
from companion.referee.explain.search import MAX_NODES, MAX_PLIES, Search, SearchNode
from rules import Verb

if TYPE_CHECKING:
    from rules import Action, Game, PlacedCard, Seat
    from rules.core.candidate_actions import Change

__all__ = [
    "MAX_NODES",
    "MAX_PLIES",
    "Accept",
    "Ambiguous",
    "Inference",
    "Refuse",
    "Unexplained",
    "infer",
    "tolerated_reveal",
]

_MAX_OPTIONS = 4


def infer(
    game: Game[Any],
    state: GameState,
    seen: Mapping[str, PlacedCard | None],
    news: tuple[Change, ...] = (),
    last: Seat = "",
    *,
    unwatched: bool = False,
) -> Inference:
    """What happened since `state`; `last` is the seat that acted last ("" if none did).

    `unwatched`: nobody saw the table for a while before it lay so.
    """
    search = Search(game, seen)
    start = SearchNode(state, (), last, news)
    literal = search.literal(start)
    if literal is not None:
        return literal
    found = _courses(search, start) or search.chain(start)
    if found is not None:
        return found
    refused = refusal(search, start)
    blamed = (
        refused is not None
        and refused.preceding
        and tolerated_reveal(game, state, refused.preceding[0])
    )
    if (unwatched or blamed) and len(search.changes(start)) > 1:
        search.covered = True
        found = _courses(search, start)
        if isinstance(found, Accept) and not unwatched:
            found = Ambiguous((found,))
    return found or refused or Unexplained(search.changes(start))


def tolerated_reveal(game: Game[Any], state: GameState, action: Action) -> bool:
    """Whether a card was turned up that should not have been: that is told with a clause."""
    return action.verb is Verb.FLIP and any(e.clause for e in game.resolve(state, action))


def _courses(search: Search, start: SearchNode) -> Accept | Ambiguous | None:
    """What a search finds, if that is one course of play or a few to be asked about."""
    for lenient in (False, True):
        found = search.run(start, lenient=lenient)
        if lenient and found and search.buried(start):
            break
        if len(found) == 1:
            return found[0]
        if 1 < len(found) <= _MAX_OPTIONS:
            return Ambiguous(tuple(found))
        if found:
            break
    return None
