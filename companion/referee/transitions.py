"""Transitions: the notices that follow from an interpretation of the table or of an input.

play               a legal action, and chance after it     → the same phase
confirm_sync       nothing differs                          → IN_SYNC or AWAITING_PLAYERS
accept             actions explain the table                → IN_SYNC, AWAITING_PLAYERS or ENDED
take_back          the table shows an earlier ply           → IN_SYNC or AWAITING_PLAYERS
ask                more than one explanation                → ASKING
refuse             one illegal literal action               → REFUSED
desync             nothing explains the table               → DESYNCED
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.referee import notices
from companion.referee.commitments import new_commitment, written_count
from companion.referee.explain.hidden_chance import advance, draw_outcome, unseen_chance
from companion.referee.explain.interpretations import Accept, Refuse
from companion.referee.explain.options import (
    Option,
    PositionCorrection,
    TakeBack,
    predicted_events,
    preview_of,
    undone,
)
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import CorrectionStep
from companion.referee.notices import EndReason, Notice
from companion.referee.phases import RefereePhase
from companion.referee.ruling import Ruling
from companion.referee.secrecy import changes_nothing_public
from companion.referee.table import differences
from rules import CHANCE, LEGAL, Action, Verb
from rules.core.candidate_actions import Change


def confirm_sync(r: Ruling) -> None:
    """Record that table and match agree."""
    pick_up, before = _pick_up_action(r), r.phase
    to_take = r.inventory.piles.to_take()
    compared = notices.Compared(absorbed=True, recalled=pick_up is not None)
    draft = r.draft()
    draft.emit(compared)
    if draft.at != r.at:
        r.emit(compared)
    piles_cleared = r.inventory.piles.to_take() != to_take
    back_in_sync = (
        before in (RefereePhase.DESYNCED, RefereePhase.AWAITING_PLAYERS)
        and r.phase is RefereePhase.IN_SYNC
    )
    if before is RefereePhase.REFUSED or (piles_cleared and not back_in_sync):
        r.emit(notices.PutBack(steps=r.at.pending_steps))
    elif back_in_sync:
        r.emit(notices.Resynced(asks=tuple(r.match.game.table.prompts(r.match.state))))
    if pick_up is not None:
        accept(r, Accept((pick_up,)))


def _pick_up_action(r: Ruling) -> Action | None:
    """Return the action of taking the top card off a pile, if it is certainly legal.

    Players may move a pile anywhere, so a pick-up that means no action is not a fault.
    """
    removed = r.inventory.removed_tops()
    uncovered = {change.cell for change in removed}
    for action in r.match.game.candidate_actions(r.match.state, removed) if removed else ():
        # The visible card was uncovered, not placed.
        placed = action.verb is Verb.PLACE and action.to in uncovered
        if not placed and r.match.judge(action) == LEGAL:
            return action
    return None


def play(r: Ruling, action: Action) -> set[str]:
    """Apply one action and the hidden chance that follows; return the cells of draws."""
    _apply(r, action, r.context.make_salt)
    return play_chance(r)


def _apply(r: Ruling, action: Action, salt: Callable[[notices.Moment], str] | None = None) -> None:
    """Apply one action; with a salt, its seat commits to its orders."""
    after = r.match.play(action)
    ply, now = after.plies[-1], r.now(after)
    verdict = ply.verdict or LEGAL
    # Don't report doubts about secret orders; they would reveal the order.
    awaits = verdict.awaits if not changes_nothing_public(after.game, ply) else ()
    r.add(
        notices.Accepted(
            **now,
            action=action,
            verdict=verdict.status.value,
            doubts=verdict.clauses,
            events=ply.events,
            awaits=awaits,
            trusted=bool(awaits) and r.at.memory.trusted,
            commitment=new_commitment(after.game, after.plies, salt(now)) if salt else None,
            written=written_count(after.game, after.plies),
        )
    )


def play_chance(r: Ruling) -> set[str]:
    """Apply hidden chance and the referee's own draws; return the cells that draws changed.

    The players still have to place the result of a draw on the table.
    """
    drawn: set[str] = set()
    while True:
        game, state, before = r.match.game, r.match.state, r.layout
        draw = draw_outcome(game, state, r.context.lots(r.match), r.geometry.mat)
        action = draw or unseen_chance(game, state)
        if action is None:
            return drawn
        _apply(r, action)
        if draw is not None:
            drawn.update(differing(before, r.layout))


def accept(r: Ruling, reading: Accept, *, declared: bool = False, new_cards: bool = False) -> None:
    """Apply actions.

    Players complete `declared` actions on the table later. `new_cards`: the new cards on piles are
    part of the actions.
    """
    before, cell_owners = r.at, r.match.game.table.cell_owners(r.match.state)
    draft, drawn = r.draft(), set[str]()
    for action in reading.actions:
        drawn |= play(draft, action)
    plies = draft.notices
    own = [i for i, n in enumerate(plies) if n.action and n.action.seat != CHANCE]
    leading = own[-1] if own else 0  # the first result of chance, if no seat acted
    over = draft.match.outcome is not None
    behind = (
        differing(before.layout, draft.layout) if declared else (*reading.pending, *sorted(drawn))
    )
    draft.emit(
        notices.Compared(
            pending=behind,
            absorbed=not declared,
            new_cards=new_cards,
            recorded=not declared,
            announced=True,
        )
    )
    planner = draft.at.planner
    steps = (
        *_unannounced_steps(r, draft),
        *(planner.hand_to_pile_steps(before.layout) if declared else ()),
        *planner.owner_token_steps(cell_owners, before.layout),
        *planner.counter_steps(before.layout),
    )
    turn = (before.match.turn, before.match.to_act)
    next_turn = not over and (draft.match.turn, draft.match.to_act) != turn
    for number, notice in enumerate(draft.notices):
        if number == leading and isinstance(notice, notices.Accepted):
            to_act = tuple(sorted(draft.match.to_act))
            notice = replace(  # noqa: PLW2901 - the same notice with what follows from all
                notice, leading=True, steps=steps, next_turn=next_turn, to_act=to_act
            )
        r.add(notice)
    if over:
        end(r, EndReason.RULES)


def refuse(r: Ruling, refusal: Refuse, new_cards: tuple[Change, ...]) -> None:
    """Accept the legal actions before a refused one, then refuse it, naming the clauses."""
    if refusal.preceding:
        accept(r, Accept(refusal.preceding))
    if shown := r.match.game.table.disclosure(r.match.state, refusal.action):
        accept(r, Accept((shown,)))
    if r.phase is RefereePhase.ENDED:
        return
    changes = (*unexplained_changes(r), *new_cards)
    announced_steps = r.at.sticky.steps if r.at.sticky is not None else ()
    refused = notices.Refused(
        action=refusal.action,
        violations=refusal.verdict.violations,
        steps=r.at.planner.refusal_steps(refusal.action, changes, announced_steps),
        on_table=True,
    )
    if not (r.phase is RefereePhase.REFUSED and same_content(r.at.sticky, refused)):
        r.emit(refused)


def ask(r: Ruling, options: list[Option]) -> None:
    """Ask about the options, one after another."""
    first = options[0]
    offered = tuple(o.actions if isinstance(o, Accept) else () for o in options)
    pending = tuple(o.pending if isinstance(o, Accept) else () for o in options)
    question = notices.Question(options=offered, pending=pending)
    if isinstance(first, PositionCorrection):
        awaiting = tuple(first.awaiting(r.at.players))
        steps, lines = preview_of(first, r.match, r.geometry.is_tracked)
        question = replace(
            question,
            correction=first.text,
            by=first.by,
            awaiting=awaiting,
            steps=steps,
            lines=tuple(lines),
        )
    elif isinstance(first, TakeBack):
        ply = undone(first, r.match)
        # A question's notice names no clauses.
        events = () if ply is None else tuple(e._replace(clause="") for e in ply.events)
        action = None if ply is None else ply.action
        question = replace(question, take_back=True, to=first.to, action=action, events=events)
    else:
        question = replace(question, predicted=predicted_events(first, r.match))
    if not (r.phase is RefereePhase.ASKING and same_content(r.at.sticky, question)):
        r.emit(question)


def state_after(r: Ruling, reading: Accept) -> Any:  # noqa: ANN401 - the game's own type
    """Return the state after a reading's actions."""
    state = r.match.state
    for action in reading.actions:
        state = advance(r.match.game, state, action)
    return state


def has_just_asked(r: Ruling) -> bool:
    """Return True if the open question is announced for this frame: players do not know it."""
    asked = r.at.sticky if r.phase is RefereePhase.ASKING else None
    return asked is not None and asked.frame == r.senses.frame


def unexplained_changes(r: Ruling) -> tuple[Change, ...]:
    """Return the changes since the match's layout, or since that of an unanswered question.

    The layout with fewer changes counts, so that players need not undo what was asked about.
    """
    game, tops = r.match.game, r.inventory.unexplained_tops()
    found = [differences(r.layout, tops)]
    for reading in r.at.readings:
        changes = differences(game.table.layout(state_after(r, reading)), tops)
        found.append(tuple(c for c in changes if c.cell not in reading.pending))
    return min(found, key=len)


def desync(r: Ruling) -> None:
    """Report the differences and the smallest correction."""
    changes = unexplained_changes(r)
    announced_steps = r.at.sticky.steps if r.at.sticky is not None else ()
    steps = r.at.planner.desync_steps(changes, announced_steps)
    named = {cell for step in steps for cell in step.cells}
    others = (s for s in r.at.pending_steps if named.isdisjoint(s.cells))
    notice = notices.Desynced(steps=(*steps, *others))
    if not (r.phase is RefereePhase.DESYNCED and same_content(r.at.sticky, notice)):
        r.emit(notice)


def take_back(r: Ruling, to: int) -> None:
    """Go back to the state after ply `to`; cells that differ become pending."""
    before = r.at
    if all(p.action is not None and p.action.seat == CHANCE for p in r.match.plies[:to]):
        # Undoing the first card also undoes the choice of the first seat.
        to = max(r.at.memory.opening_plies, r.at.undo_limit)
    undone_actions = [p.action for p in reversed(r.match.plies[to:]) if p.action is not None]
    draft = r.draft()
    draft.emit(notices.TakenBack(to=to))
    changed = differing(before.layout, draft.layout)
    compared = notices.Compared(pending=changed, announced=True)
    draft.emit(compared)
    hidden = draft.at.planner.face_down_steps(undone_actions, changed)
    steps = () if r.context.backs_visible else (*_unannounced_steps(r, draft), *hidden)
    r.add(notices.TakenBack(**draft.now(), to=to, steps=steps))
    r.emit(compared)


def apply_correction(r: Ruling, position: str) -> None:
    """Replace the state by an agreed one; cells on which the table differs become pending."""
    draft = r.draft()
    draft.emit(notices.Corrected(position=position))
    compared = notices.Compared(
        pending=tuple(draft.inventory.visible_tops()), settled=not r.opening
    )
    draft.emit(compared)
    r.add(notices.Corrected(**draft.now(), position=position, steps=draft.at.pending_steps))
    r.emit(compared)


def end(r: Ruling, reason: EndReason) -> None:
    """Close the match."""
    kept = r.context.resumable or reason is EndReason.RULES
    r.emit(notices.GameEnded(outcome=r.match.outcome, reason=reason, resumable=kept))


def _unannounced_steps(r: Ruling, draft: Ruling) -> tuple[CorrectionStep, ...]:
    """Return the pending steps to announce; a step for a buried card is announced only once."""
    announced = r.at.todo.announced
    return tuple(step for step in draft.at.pending_steps if step not in announced)


def same_content(earlier: Notice | None, notice: Notice) -> bool:
    """Return True if a notice would only repeat an earlier one."""
    if earlier is None or type(earlier) is not type(notice):
        return False
    names = ("action", "violations", "steps", "options", "correction")
    return all(getattr(earlier, name, ()) == getattr(notice, name, ()) for name in names)
