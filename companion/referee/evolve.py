"""Evolution of the referee: the only place that makes a new value from a notice.

One short function per kind of notice changes what only this kind changes. `evolve` adds what the
traits of all kinds say: the phase, the sticky notice, and the notices for REPEAT and WHY.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.referee import notices
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import Option, PositionCorrection, TakeBack
from companion.referee.inventory.cards import differing, resumed_inventory
from companion.referee.inventory.moves import drop_buried, mark_removed, undo_placements
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import TRAITS, Notice
from companion.referee.phases import RefereePhase
from companion.referee.secrecy import changes_nothing_public, only_count_is_public
from companion.referee.state import Asked, ExpiredQuestion, Referee, Reminding
from companion.referee.table import TableContents
from rules import CHANCE, Verb

_Change = Callable[[Referee, Any], Referee]


def evolve(at: Referee, notice: Notice) -> Referee:
    """Return the referee after a notice."""
    change, traits = _CHANGES.get(type(notice)), TRAITS[type(notice)]
    after = change(at, notice) if change is not None else at
    changes_match = isinstance(notice, notices.Accepted | notices.TakenBack | notices.Corrected)
    if changes_match and notice.steps:
        after = replace(after, memory=replace(after.memory, comparing=True))
    phase = _phase(after, notice)
    if phase is not after.phase or traits.restarts:
        after = replace(after, reminding=Reminding(notice.time_s))
    if phase is not RefereePhase.ASKING and after.asked.options:
        after = replace(after, asked=replace(after.asked, options=()))
    if phase is RefereePhase.IN_SYNC and isinstance(notice, notices.Compared | notices.SetUpReady):
        after = replace(after, todo=replace(after.todo, refused_cards=frozenset()))
    return replace(
        after,
        phase=phase,
        sticky=notice if notice.sticky else after.sticky,
        last=notice if notice.repeatable and not _is_secret(after, notice) else after.last,
        last_refusal=notice if notice.has_reason and notice.repeatable else after.last_refusal,
    )


def _phase(at: Referee, notice: Notice) -> RefereePhase:
    """Return the phase after a notice."""
    phase = notice.phase_after
    if phase is RefereePhase.IN_SYNC and _has_pending(at):
        return RefereePhase.AWAITING_PLAYERS
    return phase or at.phase


def _has_pending(at: Referee) -> bool:
    """Return True if the players still have to perform visible steps."""
    return bool(at.inventory.pending or at.inventory.cards_to_take())


def _is_secret(at: Referee, notice: Notice) -> bool:
    """Return True for secret orders, which must never be repeated aloud."""
    action = notice.action if isinstance(notice, notices.Accepted) else None
    if action is None or action.verb is not Verb.DECLARE:
        return False
    game, ply = at.match.game, at.match.plies[-1]
    hidden = changes_nothing_public(game, ply)
    return hidden and not only_count_is_public(game, action, ply.before, ply.after)


# The match.


def _accepted(at: Referee, notice: notices.Accepted) -> Referee:
    action, memory = notice.action, at.memory
    if action is None:
        return at
    plies, by_chance = len(at.match.plies), action.seat == CHANCE
    after = replace(at, match=at.match.play(action))
    inventory = at.inventory
    if at.phase is not RefereePhase.SETUP:
        turned_up = action.at if action.verb is Verb.FLIP else ""
        placed_on = "" if by_chance else action.to
        inventory = mark_removed(inventory, at.layout, after.layout, placed_on, turned_up)
    expired = memory.expired
    if expired is not None:
        followed = expired.ply < 0 or (by_chance and expired.ply == plies)
        expired = replace(expired, ply=plies + 1) if followed else None
    opening = plies + 1 if at.phase is RefereePhase.SETUP else memory.opening_plies
    trusted = memory.trusted or bool(notice.awaits)
    memory = replace(memory, trusted=trusted, expired=expired, opening_plies=opening)
    return replace(after, inventory=inventory, memory=memory)


def _taken_back(at: Referee, notice: notices.TakenBack) -> Referee:
    undone = [ply.action for ply in reversed(at.match.plies[notice.to :]) if ply.action is not None]
    after = replace(at, match=at.match.undo(notice.to))
    inventory = undo_placements(at.inventory, at.layout, after.layout)
    hidden = after.planner.face_down_steps(undone, differing(at.layout, after.layout))
    unverifiable = (*at.todo.refused_face_down, *([(notice, "")] if hidden else []))
    return replace(after, inventory=inventory, todo=replace(at.todo, unverifiable=unverifiable))


def _corrected(at: Referee, notice: notices.Corrected) -> Referee:
    state = at.match.game.notation.parse_agreed(notice.position, at.match.setup)
    return replace(at, match=at.match.correct(state), asked=Asked())


# The table.


def _seen(at: Referee, notice: notices.TableSeen) -> Referee:
    old = at.inventory.table
    tops, piles = {**old.tops, **notice.tops}, {**old.piles, **notice.piles}
    cells = notice.cells_known or tuple(tops)
    table = TableContents(
        {cell: tops[cell] for cell in cells},
        {cell: piles[cell] for cell in cells if cell in piles},
    )
    inventory = replace(at.inventory, table=table)
    if not notice.faults:
        inventory = inventory.drop_resolved(at.layout)
    return replace(at, inventory=inventory, faults=notice.faults)


def _ready(at: Referee, _: notices.SetUpReady) -> Referee:
    return replace(at, inventory=at.inventory.absorb_piles())


def _compared(at: Referee, notice: notices.Compared) -> Referee:
    inventory = at.inventory.recall_removed_tops() if notice.recalled else at.inventory
    if notice.pending is not None:
        inventory = inventory.mark_pending(at.layout, notice.pending)
    if notice.absorbed:
        inventory = inventory.absorb_piles(new_cards=notice.new_cards)
    if notice.recorded:
        inventory = inventory.record_copies(at.layout, len(at.match.plies))
    after = replace(at, inventory=inventory, memory=replace(at.memory, comparing=False))
    if notice.announced:
        after = replace(after, todo=replace(at.todo, announced=frozenset(after.draw_outs)))
    return after


def _session_started(at: Referee, _: notices.SessionStarted) -> Referee:
    return replace(
        at,
        overlays=replace(at.overlays, trouble=None),
        faults=(),
        asked=replace(at.asked, options=()),
        sticky=None,
        last=None,
        memory=replace(at.memory, had_pending=_has_pending(at) or at.memory.comparing),
    )


def _resumed(at: Referee, notice: notices.MatchResumed) -> Referee:
    """Keep of the piles what their log knows; the tags on the cells are those seen now."""
    tracked = {zone.cell for zone in at.geometry.form.zones if zone.tracked}
    inventory = resumed_inventory(at.inventory, at.layout)
    inventory = inventory.record_copies(at.layout, len(at.match.plies))
    unseen = frozenset(tracked - inventory.visible_tops().keys())
    cleared_at = len(at.match.plies) if notice.cleared else -1
    memory = replace(at.memory, unseen=unseen, cleared_at=cleared_at)
    return replace(at, inventory=inventory, memory=memory)


def _caught_up(at: Referee, notice: notices.CaughtUp) -> Referee:
    inventory = at.inventory.mark_pending(at.layout, notice.pending)
    unseen = at.memory.unseen - inventory.visible_tops().keys()
    cleared_at = -1 if notice.restored else at.memory.cleared_at
    memory = replace(at.memory, unseen=unseen, cleared_at=cleared_at)
    return replace(at, inventory=inventory, memory=memory)


def _piles_cleared(at: Referee, _: notices.PilesCleared) -> Referee:
    return replace(at, inventory=drop_buried(at.inventory))


# Refusals and questions.


def _refused(at: Referee, notice: notices.Refused) -> Referee:
    todo = at.todo
    if notice.on_table:
        taken = {step.placed.card for step in notice.steps if step.kind is StepKind.TAKE}
        return replace(at, todo=replace(todo, refused_cards=todo.refused_cards | taken))
    if notice.again is not None:
        unverifiable = list(todo.unverifiable)
        unverifiable[notice.again] = notice, notice.token
        return replace(at, todo=replace(todo, unverifiable=tuple(unverifiable)))
    if not notice.declared:
        return at
    added = [(notice, notice.token)] if notice.steps else []
    return replace(at, todo=replace(todo, unverifiable=(*todo.refused_face_down, *added)))


def _withdrawn(at: Referee, notice: notices.Withdrawn) -> Referee:
    entries = enumerate(at.todo.unverifiable)
    unverifiable = tuple(entry for n, entry in entries if n not in notice.notices)
    return replace(at, todo=replace(at.todo, unverifiable=unverifiable))


def _asked(at: Referee, notice: notices.Question) -> Referee:
    if notice.correction:
        state = at.match.game.notation.parse_agreed(notice.correction, at.match.setup)
        proposed = PositionCorrection(state, notice.correction, notice.by)
        return replace(at, asked=Asked((proposed,), proposed))
    answers, ply = tuple(map(Accept, notice.options, notice.pending)), len(at.match.plies)
    if notice.take_back:
        options: tuple[Option, ...] = (TakeBack(notice.to), *answers[1:])
        return replace(at, asked=replace(at.asked, options=options, readings=(), ply=ply))
    return replace(at, asked=replace(at.asked, options=answers, readings=answers, ply=ply))


def _answered(at: Referee, notice: notices.Answered) -> Referee:
    proposed = at.asked.proposed
    if proposed is None or at.asked.options != (proposed,):
        return at if notice.yes else replace(at, asked=replace(at.asked, readings=()))
    if not notice.yes:
        return replace(at, asked=Asked())
    agreed = replace(proposed, agreed=proposed.agreed | {notice.agreed})
    return replace(at, asked=Asked((agreed,), agreed))


def _reopened(at: Referee, _: notices.Reopened) -> Referee:
    proposed = at.asked.proposed
    return replace(at, asked=Asked((proposed,), proposed)) if proposed is not None else at


def _timed_out(at: Referee, notice: notices.TimeUp) -> Referee:
    expired = ExpiredQuestion(at.match.state, -1, notice.clause)
    return replace(at, memory=replace(at.memory, expired=expired))


def _not_now(at: Referee, notice: notices.NotNow) -> Referee:
    if notice.warned is None:
        return at
    warnings = {**at.memory.warnings, notice.warned: (at.match.turn, notice.violations[0])}
    return replace(at, memory=replace(at.memory, warnings=warnings))


# Overlays and other facts.


def _trouble(at: Referee, notice: notices.CameraTrouble | notices.Recovered) -> Referee:
    trouble = notice.trouble if isinstance(notice, notices.CameraTrouble) else None
    return replace(at, overlays=replace(at.overlays, trouble=trouble))


def _paused(at: Referee, notice: notices.Paused | notices.Resumed) -> Referee:
    return replace(at, overlays=replace(at.overlays, paused=isinstance(notice, notices.Paused)))


def _reminded(at: Referee, _: notices.Reminder) -> Referee:
    return replace(at, reminding=replace(at.reminding, done=True))


def _private(at: Referee, notice: notices.PrivateSeat) -> Referee:
    seats = at.memory.private_seats | {notice.seat}
    return replace(at, memory=replace(at.memory, private_seats=seats))


_CHANGES: Final[dict[type[Notice], _Change]] = {
    notices.Accepted: _accepted,
    notices.TakenBack: _taken_back,
    notices.Corrected: _corrected,
    notices.TableSeen: _seen,
    notices.SetUpReady: _ready,
    notices.Compared: _compared,
    notices.SessionStarted: _session_started,
    notices.MatchResumed: _resumed,
    notices.CaughtUp: _caught_up,
    notices.PilesCleared: _piles_cleared,
    notices.Refused: _refused,
    notices.Withdrawn: _withdrawn,
    notices.Question: _asked,
    notices.Answered: _answered,
    notices.Reopened: _reopened,
    notices.TimeUp: _timed_out,
    notices.NotNow: _not_now,
    notices.CameraTrouble: _trouble,
    notices.Recovered: _trouble,
    notices.Paused: _paused,
    notices.Resumed: _paused,
    notices.Reminder: _reminded,
    notices.PrivateSeat: _private,
}
"""The kinds of notices that change more than their traits say."""
