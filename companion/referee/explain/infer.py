"""Inference: the meaning of a change on the table, preferring the literal action.

Theory of operation
-------------------
`infer` receives the state, the visible table (`seen`, tracked cells only), and the new cards on
loose piles (`news`). It returns one of four values, never a guess:

    1. literal   the game's `candidate_actions` are the actions that the table states literally; a
                 legal one that predicts the whole table is accepted
    2. sequence  breadth first, at most `MAX_PLIES` actions, through states whose layouts agree with
                 the table wherever they changed it; one that predicts the whole table is accepted
    3. partial   the same, but cards that the rules remove may still be there if some of the cards
                 that this action removes are gone already; the others' cells are *pending*. If only
                 part of a pile is removed, this applies only to the very next action, and not where
                 a card buried in a loose pile would explain the whole table
    4. several explanations of the same length → ask
    5. chain     one seat's cards, placed or turned up together: literal steps one after another;
                 then several seats' cards, if at most a few orders are legal
    6. covered   like 2 and 3, if more than one cell changed, but a face-up card may have been
                 placed face down before. Used if the table was not watched for a while. The
                 players are asked if the seat would otherwise be blamed for a tolerated fault
    7. asked     while a question is unanswered, each of its options is continued like 2 and 3; the
                 only one that the rest of the table allows is accepted
    8. none      a single literal action, or a single card without which legal actions explain the
                 table → refuse it with its clauses; else → unexplained

Unseen steps. An action without a trace on the table (declining an invasion) may be a step of a
sequence. It must be legal beyond doubt, and its seat must have made the last visible move. A seat
may thus decline the rest of its own turn, but no other seat's turn is passed for it. If a pass is
possible, an explanation with another traceless action counts only if there is none without it.
Explanations that lead to the same state count as one. Hidden chance is applied automatically.

The search is bounded by `MAX_NODES` states; a pruned search returns *unexplained*.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.referee.explain.hidden_chance import GameState
from companion.referee.explain.interpretations import (
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.observation import Observation, SearchNode
from companion.referee.explain.refusal import refusal
from companion.referee.explain.search import blames, chain, interleaved, literal, run
from rules import PlacedCard, Rules, Seat, Status, Verdict
from rules.core.candidate_actions import Change

_MAX_OPTIONS = 4
_MAX_AMID = 6


def infer(
    game: Rules[Any],
    state: GameState,
    seen: Mapping[str, PlacedCard | None],
    news: tuple[Change, ...] = (),
    last: Seat = "",
    *,
    unwatched: bool = False,
) -> Inference:
    """Infer what happened since `state`; `last` is the seat that acted last ("" if none did).

    With `unwatched`, the table was not watched for a while.
    """
    table = Observation(game, seen)
    start = SearchNode(state, (), last, news)
    first = literal(table, start)
    if first is not None and not blames(game, state, first.actions):
        return first
    explanation = _explain(table, start) or first or chain(table, start)
    if explanation is not None:
        return explanation
    if orders := interleaved(table, start):
        return _choice(orders) or Unexplained(table.changes(start))
    refused = _refusal_amid(table, start) or refusal(table, start)
    blamed = refused is not None and blames(game, state, refused.preceding)
    if (unwatched or blamed) and len(table.changes(start)) > 1:
        explanation = _explain(replace(table, covered=True), start)
        if isinstance(explanation, Accept) and not unwatched:
            explanation = Ambiguous((explanation,))
    return explanation or refused or Unexplained(table.changes(start))


def infer_after_question(
    game: Rules[Any],
    state: GameState,
    readings: tuple[Accept, ...],
    seen: Mapping[str, PlacedCard | None],
    news: tuple[Change, ...] = (),
    last: Seat = "",
) -> Ambiguous | Accept | Refuse | None:
    """Infer what happened after an unanswered question; `readings` are its options.

    None: no option explains the table, and not every option makes the same action illegal.
    """
    table = Observation(game, seen)
    nodes = [table.node_after(SearchNode(state, (), last, news), each) for each in readings]
    if any({c.cell for c in table.changes(node)} <= node.pending for node in nodes):
        return Ambiguous(readings)
    options: list[Accept] = []
    for node in nodes:
        found = _explain(table, node) or chain(table, node)
        options += found.options if isinstance(found, Ambiguous) else [found] if found else []
    if options:
        return _choice(options)
    refused = [refusal(table, node) for node in nodes]
    first = refused[0]
    if first is None or any(not r or r.preceding or r.action != first.action for r in refused):
        return None
    clauses = set(first.verdict.clauses).intersection(*(r.verdict.clauses for r in refused if r))
    shared = tuple(v for v in first.verdict.violations if v.clause in clauses)
    return Refuse(first.action, Verdict(Status.ILLEGAL, shared)) if shared else None


def _refusal_amid(table: Observation, start: SearchNode) -> Refuse | None:
    """Return the refusal of the only card without which legal actions explain the table."""
    changes, found = table.changes(start), list[Refuse]()
    for change in changes if 2 < len(changes) <= _MAX_AMID else ():
        rest = replace(table, seen={**table.seen, change.cell: change.before})
        legal = _choice(interleaved(rest, start))
        if isinstance(legal, Accept) and not legal.pending:
            refused = refusal(table, table.node_after(start, legal))
            found += [replace(refused, preceding=legal.actions)] if refused is not None else []
    return found[0] if len(found) == 1 else None


def _choice(options: list[Accept]) -> Accept | Ambiguous | None:
    """Return the only option, or a question, or None if it would have too many options."""
    if len(options) == 1:
        return options[0]
    return Ambiguous(tuple(options)) if 1 < len(options) <= _MAX_OPTIONS else None


def _explain(table: Observation, start: SearchNode) -> Accept | Ambiguous | None:
    """Return the explanation that a search finds, or a few among which the players must choose."""
    for lenient in (False, True):
        explanations = run(table, start, lenient=lenient)
        if lenient and explanations and table.buried(start):
            break
        if explanations:
            return _choice(explanations)
    return None
