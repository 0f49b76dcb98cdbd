"""The table judge: interprets settled tables.

Theory of operation
-------------------
`consider` compares the table with the match. It passes differences that are not pending to
`infer`, and `companion.referee.transitions` applies the result. Undoing a move needs no command: a
table that equals the layout after an earlier ply, with the same copies and nothing revealed since,
restores that ply. If a legal action explains the same table, the players are asked, unless more
than two turns would be undone: then the action counts. While the table has faults, nothing is
judged.

Views, control cards and timers are handled by `companion.referee.input_router` and
`companion.referee.decide`.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.referee import notices
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer, infer_after_question
from companion.referee.explain.interpretations import (
    BY_HAND,
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.options import TakeBack
from companion.referee.explain.search import blames
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import withdrawals
from companion.referee.phases import RefereePhase
from companion.referee.ruling import Ruling
from companion.referee.table import NO_TABLE, TableContents, card_on, differences, same
from companion.referee.transitions import (
    accept,
    ask,
    confirm_sync,
    desync,
    refuse,
    same_content,
    take_back,
    unexplained_changes,
)
from rules import (
    CHANCE,
    UNKNOWN,
    Facing,
    PlacedCard,
    Ply,
    Verb,
    judge,
)
from rules.core.candidate_actions import Change

UNSEEN_S = 3.0
"""Time for which cells may remain unread during setup before the players are informed, s."""

_UNDONE_TURNS = 2
"""Number of turns that a table may take back although a legal action explains it as well. Players
take back their own turn and the one before; a layout that returns later is a coincidence.
"""

RECENT_PLIES = 8
"""Number of recent plies whose corrections the players may not have made yet."""


def relevant_occluded_cells(r: Ruling) -> frozenset[str]:
    """Return the occluded cells on which a legal action may have been made."""
    return playable_among(r, r.senses.occlusion.lasting(r.senses.time))


def playable_among(r: Ruling, cells: frozenset[str]) -> frozenset[str]:
    """Return those of the cells in which a seat has a legal action now."""
    legal = r.match.game.legal(r.match.state) if cells else ()
    return cells & {cell for a in legal if a.seat != CHANCE for cell in (a.at, a.to)}


def defer_verdict(r: Ruling, cells: frozenset[str]) -> None:
    """Defer the verdict until these occluded cells are visible."""
    r.senses = replace(r.senses, verdict_deferred=True, unwatched=True)
    notify_occluded(r, cells)


def notify_occluded(r: Ruling, cells: frozenset[str]) -> None:
    """Report the occluded cells."""
    occlusion = r.senses.occlusion
    occlusion = replace(occlusion, reported=occlusion.reported | cells)
    r.senses = replace(r.senses, occlusion=occlusion)
    r.emit(notices.NotNow(reason="hidden", hidden=tuple(sorted(cells))))


def _is_accusation(r: Ruling, inference: Inference | None) -> bool:
    """Return True if an inference blames a player, also for a tolerated reveal."""
    if isinstance(inference, Accept):
        return blames(r.match.game, r.match.state, inference.actions)
    return isinstance(inference, Refuse | Unexplained)


def reconsider(r: Ruling) -> None:
    """Judge the table unless a pause or trouble suspends judging."""
    if r.senses.table is not None and r.accepts_input:
        consider(r, r.senses.table)


def consider(r: Ruling, table: TableContents) -> None:
    """Judge a table unless it has faults."""
    faults = r.at.faults
    _see(r, table)
    if table.faults:
        if table.faults != faults:
            r.emit(notices.FaultyTable(faults=table.faults))
        return
    if faults:
        r.emit(notices.PutBack())
    if r.opening:
        _compare_setup(r)
    else:
        judge_table(r)


def _see(r: Ruling, table: TableContents) -> None:
    """Record a settled table if it differs from the last one."""
    last = r.inventory.table
    tops, piles = last.tops, last.piles
    moved = list(table.tops) != list({**tops, **table.tops})
    seen = notices.TableSeen(
        tops={c: top for c, top in table.tops.items() if c not in tops or tops[c] != top},
        piles={c: pile for c, pile in table.piles.items() if piles.get(c) != pile},
        cells_known=tuple(table.tops) if moved else (),
        faults=table.faults,
    )
    if last is NO_TABLE or seen.tops or seen.piles or moved or table.faults != r.at.faults:
        r.emit(seen)


def _compare_setup(r: Ruling) -> None:
    """Compare the table with the first layout, or with the last layout in a log."""
    seen = r.inventory.visible_tops()
    changes = differences(r.layout, seen)
    if r.phase is RefereePhase.RESUMING:
        _resume(r, changes)
        return
    unseen = sorted(z.cell for z in r.geometry.form.zones if z.tracked and z.cell not in seen)
    first_move = not any(c.before for c in changes) and isinstance(_infer(r, seen), Accept)
    if unseen and not changes and r.senses.time - r.at.reminding.since_s < UNSEEN_S:
        return  # a camera needs time to start
    if unseen or (changes and not first_move):
        steps = r.at.planner.smallest_correction(changes)
        wanted = notices.SetUpWanted(steps=steps, unseen=tuple(unseen))
        if not same_content(r.at.sticky, wanted):
            r.emit(wanted)
        return
    r.emit(notices.SetUpReady())
    judge_table(r)


def _resume(r: Ruling, changes: tuple[Change, ...]) -> None:
    """Resume from a log; a difference may be one move that has not been judged yet.

    In a new session, an empty mat is not a move: players cleared it between the sessions.
    Within one session, it is a move if any move can clear the mat.
    """
    notice = notices.MatchResumed(differing=len(changes), **r.context.match_info)
    draft = r.draft()
    draft.emit(notice)
    unexplained = replace(notice, unexplained=True, steps=r.at.planner.smallest_correction(changes))
    empty = bool(changes) and not any(r.inventory.visible_tops().values())
    if empty and not _cleared_in_play(draft, changes):
        r.emit(replace(unexplained, cleared=True))
        return
    unfollowed = tuple(_unfollowed_cells(draft, changes))
    others = tuple(change for change in changes if change.cell not in unfollowed)
    known = not others or _is_one_move(draft, others)
    compared = notices.Compared(pending=unfollowed, recorded=False, settled=known)
    draft.emit(compared)
    if not known:
        r.emit(unexplained)
    elif unfollowed and not others:
        r.emit(replace(notice, steps=draft.at.pending_steps))
    else:
        r.emit(notice)
    r.emit(compared)
    if known and (others or r.inventory.new_cards() or r.inventory.removed_tops()):
        judge_table(r)


def _cleared_in_play(r: Ruling, changes: tuple[Change, ...]) -> bool:
    """Return True if a move, or the take-back of one card, emptied the mat."""
    if r.context.new_session:
        return False
    cleared = isinstance(_infer(r, r.inventory.visible_tops()), Accept)
    return cleared or (len(changes) == 1 and _matching_earlier_ply(r, changes) is not None)


def _unfollowed_cells(r: Ruling, changes: tuple[Change, ...]) -> list[str]:
    """Return the cells on which the announced steps have not been done yet.

    A table without these steps resembles an undo. It is not one if all later actions were
    declared, because moving cards cannot undo a declaration.
    """
    earlier = _matching_earlier_ply(r, changes)
    handled = earlier is not None and any(_handled_cells(r, ply) for ply in r.match.plies[earlier:])
    if handled or not r.at.memory.had_pending:
        return []
    return [change.cell for change in changes if _matches_earlier_layout(r, change)]


def _matches_earlier_layout(r: Ruling, change: Change) -> bool:
    """Return True if a cell shows its card from before the rules changed it."""
    game, plies = r.match.game, r.match.plies
    for ply in reversed(range(max(0, len(plies) - RECENT_PLIES), len(plies))):
        if change.cell in _handled_cells(r, plies[ply]):
            # The action placed or revealed the card, even if the rules removed it.
            action, was, top = plies[ply].action, change.before, change.after
            replaced = was is None or top is None or was.card != top.card
            return replaced and bool(action and top and action.card == top.card)
        before = card_on(game.table.layout(r.match.state_at(ply)), change.cell)
        if same(change.after, before):
            return True
    return False


def _handled_cells(r: Ruling, ply: Ply[Any]) -> list[str]:
    """Return the tracked cells on which a card was moved in this ply."""
    action = ply.action
    if action is None or action.verb not in BY_HAND:
        return []
    return [cell for cell in (action.at, action.to) if cell and r.geometry.is_tracked(cell)]


def _is_one_move(r: Ruling, changes: tuple[Change, ...]) -> bool:
    """Return True if one seat's actions, one refused action or one undo explain the table.

    Cards may have been moved while no camera watched, so more than one move is not accepted as
    play, except cards turned up: turning them back does not hide them again. A pass before another
    action does not count as a move. A pass that alone explains the table, because it clears cards
    (an allowed battle), counts as one.
    """
    if _matching_earlier_ply(r, changes) is not None:
        return True
    inference = _infer(r, r.inventory.visible_tops())
    if isinstance(inference, Accept):
        moves = [a for a in inference.actions if a.verb is not Verb.PASS] or inference.actions
        return all(a.verb is Verb.FLIP for a in moves) or len({a.seat for a in moves}) == 1
    placed = len(changes) == 1 and changes[0].after is not None
    return isinstance(inference, Refuse) and placed and not inference.preceding


def judge_table(r: Ruling) -> None:
    """Judge the current table and apply the result."""
    missing = differences(r.layout, r.inventory.visible_tops())
    cleared = r.at.memory.cleared_at == len(r.match.plies) and all(c.after is None for c in missing)
    if cleared and missing:
        desync(r)
        return
    _catch_up(r)
    tops = r.inventory.unexplained_tops()
    changes, new_cards = differences(r.layout, tops), r.inventory.new_cards()
    inference = _infer(r, tops, new_cards) if changes or new_cards else None
    refused_cards = r.at.todo.refused_cards
    stays = {c.cell: c.before for c in changes if c.after and c.after.card in refused_cards}
    if isinstance(inference, Unexplained) and stays and r.phase is RefereePhase.REFUSED:
        rest = _infer(r, {**tops, **stays}, new_cards)
        inference = rest if isinstance(rest, Refuse) else inference
    if changes and _repeat_refusal(r, changes):
        return
    if _is_accusation(r, inference) and (hidden := relevant_occluded_cells(r)):
        if hidden - r.senses.occlusion.reported:
            defer_verdict(r, hidden)
        return
    if (changes or new_cards) and not isinstance(inference, Accept | Ambiguous):
        late_answer = _late_answer(r, tops, new_cards)
        if late_answer is not None:
            refuse(r, late_answer, new_cards)
            return
    early = False
    if new_cards and isinstance(inference, Unexplained | Refuse):
        # A new card on a pile may acquire a meaning later; until then it is ignored.
        without_cards = _infer(r, tops) if changes else None
        early = (
            isinstance(inference, Unexplained)
            or isinstance(without_cards, Accept)
            or without_cards == inference
        )
        inference, new_cards = (without_cards, ()) if early else (inference, new_cards)
    if inference is None:
        refused = _refused_back_on_pile(r)
        if refused is not None:
            refuse(r, *refused)
        else:
            confirm_sync(r)
    elif not _judge_take_back(r, inference, changes):
        _apply(r, inference, changes, new_cards, early=early)


def _apply(
    r: Ruling,
    inference: Inference,
    changes: tuple[Change, ...],
    new_cards: tuple[Change, ...],
    *,
    early: bool,
) -> None:
    """Apply an inference; `early`: new cards without a meaning were ignored."""
    if isinstance(inference, Accept):
        accept(r, inference, new_cards=bool(new_cards))
        if early and r.phase is not RefereePhase.ENDED:
            judge_table(r)
    elif isinstance(inference, Ambiguous):
        ask(r, list(inference.options))
    # While the match is desynced, it may be wrong, so nothing is refused.
    elif isinstance(inference, Refuse) and (r.phase is not RefereePhase.DESYNCED or not changes):
        refuse(r, inference, new_cards)
    else:
        desync(r)


def _judge_take_back(r: Ruling, inference: Inference, changes: tuple[Change, ...]) -> bool:
    """Handle a table that shows an earlier position; return False for any other table."""
    ply = _matching_earlier_ply(r, changes) if changes else None
    if ply is None:
        return False
    if isinstance(inference, Accept):
        if _same_result(r, inference, ply) or _turns_since(r, ply) > _UNDONE_TURNS:
            return False
        if not r.inventory.were_discarded([c.cell for c in changes if c.after is not None]):
            ask(r, [TakeBack(ply), inference])
            return True
    take_back(r, ply)
    judge_table(r)
    return True


def _repeat_refusal(r: Ruling, changes: tuple[Change, ...]) -> bool:
    """Repeat the refusal of a face-down card if a difference shows that it is still there.

    If only a token indicated the card, both may be gone.
    """
    cells = {change.cell for change in changes}
    for number, (earlier, token) in enumerate(r.at.todo.unverifiable):
        if not isinstance(earlier, notices.Refused) or token:
            continue
        steps = withdrawals(earlier.steps)
        if not cells.isdisjoint(step.cell for step in steps):
            r.emit(replace(earlier, steps=steps, again=number))
            return True
    return False


def _refused_back_on_pile(r: Ruling) -> tuple[Refuse, tuple[Change, ...]] | None:
    """Return the refusal of a card that was placed face down on a face-up pile.

    A face-down card is ignored if it matches no candidate action of the game.
    """
    match = r.match
    for change in r.inventory.new_backs(r.layout):
        candidates = match.game.candidate_actions(match.state, (change,))
        face_down = next((a for a in candidates if a.facing is Facing.DOWN), None)
        if face_down is not None and not (verdict := match.judge(face_down)).legal:
            return Refuse(face_down, verdict), (change,)
    return None


def _late_answer(
    r: Ruling, tops: Mapping[str, PlacedCard | None], new_cards: tuple[Change, ...]
) -> Refuse | None:
    """Return the refusal of a card that answers an expired question, if there is one."""
    expired, game = r.at.expired, r.match.game
    if expired is None:
        return None
    changes = (*differences(game.table.layout(expired.state), tops), *new_cards)
    for action in game.candidate_actions(expired.state, changes):
        if action.verb is Verb.PLACE and judge(game, expired.state, action).legal:
            return Refuse(action, expired.verdict)
    return None


def _catch_up(r: Ruling) -> None:
    """Mark cells as pending if they show an earlier layout when first seen after resuming."""
    unseen, restored = r.at.memory.unseen, r.at.memory.cleared_at >= 0
    if unseen & r.inventory.visible_tops().keys() or restored:
        changes = differences(r.layout, r.inventory.unexplained_tops())
        first_seen = tuple(change for change in changes if change.cell in unseen)
        pending = tuple(_unfollowed_cells(r, first_seen))
        r.emit(notices.CaughtUp(pending=pending, restored=restored))


def _infer(
    r: Ruling, tops: Mapping[str, PlacedCard | None], new_cards: tuple[Change, ...] = ()
) -> Inference:
    match, last = r.match, r.at.last_seat
    found = infer(match.game, match.state, tops, new_cards, last, unwatched=r.senses.unwatched)
    readings, changes = r.at.readings, differences(r.layout, tops)
    if not readings or len(unexplained_changes(r)) == len(changes):
        return found
    asked = infer_after_question(match.game, match.state, readings, tops, new_cards, last)
    if isinstance(asked, Accept | Ambiguous) or isinstance(found, Unexplained | Refuse):
        # Nothing is refused without the actions that the question is about.
        return asked or Unexplained(())
    return found


def _matching_earlier_ply(r: Ruling, changes: tuple[Change, ...]) -> int | None:
    """Return the latest earlier ply whose layout is on the table, if undo may return to it."""
    game, tops = r.match.game, r.inventory.visible_tops()
    placed = [c.cell for c in changes if c.after is not None]
    for ply in range(len(r.match.plies) - 1, r.at.undo_limit - 1, -1):
        matches = not differences(game.table.layout(r.match.state_at(ply)), tops)
        if matches and r.inventory.same_copies(placed, ply):
            return ply
    return None


def _turns_since(r: Ruling, ply: int) -> int:
    """Return the number of turns, from seat to seat, that undoing to a ply would undo."""
    actions = [each.action for each in r.match.plies[ply:]]
    seats = [a.seat for a in actions if a is not None and a.seat != CHANCE]
    return sum(1 for _ in groupby(seats))


def _same_result(r: Ruling, inference: Accept, ply: int) -> bool:
    """Return True if undoing a move and the inferred actions lead to the same state.

    This is the case when a card was picked up before it counted, or placed face down again.
    The same seat continues from the same table, so there is nothing to ask.
    """
    game, state, earlier = r.match.game, r.match.state, r.match.state_at(ply)
    for action in inference.actions:
        if action.verb is not Verb.REMOVE and action.card != UNKNOWN:
            return False
        state = advance(game, state, action)
    same_table = not differing(game.table.layout(state), game.table.layout(earlier))
    return same_table and game.to_act(state) == game.to_act(earlier)
