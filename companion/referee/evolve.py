"""Evolution of the referee: the only place that makes a new value from a notice.

One case per kind of notice changes what only this kind changes. `evolve` adds what the traits of
all kinds say: the phase, the sticky notice, and the notices for REPEAT and WHY.
"""

from dataclasses import replace

from companion.referee import notices
from companion.referee.explain.interpretations import Accept
from companion.referee.explain.options import Option, PositionCorrection, TakeBack
from companion.referee.inventory.cards import differing, resumed_inventory
from companion.referee.inventory.moves import drop_buried, mark_removed, undo_placements
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import TRAITS, Notice
from companion.referee.phases import RefereePhase
from companion.referee.secrecy import changes_nothing_public, only_count_is_public
from companion.referee.state import Asked, ExpiredQuestion, Referee, Reminding, ToDo
from companion.referee.table import TableContents
from rules import CHANCE, Verb


def evolve(at: Referee, notice: Notice) -> Referee:
    """Return the referee after a notice."""
    after, traits = _changed(at, notice), TRAITS[type(notice)]
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


def _changed(at: Referee, notice: Notice) -> Referee:  # noqa: C901, PLR0912 - one case a kind
    """Return the referee after the changes that only this kind of notice makes."""
    match notice:
        case notices.Accepted():
            return _accepted(at, notice)
        case notices.TakenBack():
            return _taken_back(at, notice)
        case notices.Corrected():
            state = at.match.game.notation.parse(notice.position, at.match.setup)
            return replace(at, match=at.match.correct(state), asked=Asked())
        case notices.TableSeen():
            return _seen(at, notice)
        case notices.SetUpReady():
            return replace(at, inventory=at.inventory.absorb_piles())
        case notices.Compared():
            return _compared(at, notice)
        case notices.SessionStarted():
            memory = replace(at.memory, had_pending=_has_pending(at) or at.memory.comparing)
            overlays, asked = replace(at.overlays, trouble=None), replace(at.asked, options=())
            after = replace(at, overlays=overlays, asked=asked, memory=memory)
            return replace(after, faults=(), sticky=None, last=None)
        case notices.MatchResumed():
            return _resumed(at, notice)
        case notices.CaughtUp():
            return _caught_up(at, notice)
        case notices.PilesCleared():
            return replace(at, inventory=drop_buried(at.inventory))
        case notices.Refused():
            return replace(at, todo=_todo_after(at.todo, notice))
        case notices.Withdrawn():
            entries = enumerate(at.todo.unverifiable)
            unverifiable = tuple(entry for n, entry in entries if n not in notice.notices)
            return replace(at, todo=replace(at.todo, unverifiable=unverifiable))
        case notices.Question():
            return replace(at, asked=_asked(at, notice))
        case notices.Answered():
            return replace(at, asked=_answered(at.asked, notice))
        case notices.Reopened() if at.asked.proposed is not None:
            return replace(at, asked=Asked((at.asked.proposed,), at.asked.proposed))
        case notices.TimeUp():
            expired = ExpiredQuestion(at.match.state, -1, notice.clause)
            return replace(at, memory=replace(at.memory, expired=expired))
        case notices.NotNow() if notice.warned is not None:
            warning = {notice.warned: (at.match.turn, notice.violations[0])}
            return replace(
                at, memory=replace(at.memory, warnings={**at.memory.warnings, **warning})
            )
        case notices.CameraTrouble():
            return replace(at, overlays=replace(at.overlays, trouble=notice.trouble))
        case notices.Recovered():
            return replace(at, overlays=replace(at.overlays, trouble=None))
        case notices.Paused() | notices.Resumed():
            paused = isinstance(notice, notices.Paused)
            return replace(at, overlays=replace(at.overlays, paused=paused))
        case notices.Reminder():
            return replace(at, reminding=replace(at.reminding, done=True))
        case notices.PrivateSeat():
            seats = at.memory.private_seats | {notice.seat}
            return replace(at, memory=replace(at.memory, private_seats=seats))
        case notices.HintGiven():
            given = {**at.memory.hints, notice.seat: at.memory.hints.get(notice.seat, 0) + 1}
            return replace(at, memory=replace(at.memory, hints=given))
    return at


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


# Refusals and questions.


def _todo_after(todo: ToDo, notice: notices.Refused) -> ToDo:
    if notice.on_table:
        taken = {step.placed.card for step in notice.steps if step.kind is StepKind.TAKE}
        return replace(todo, refused_cards=todo.refused_cards | taken)
    if notice.again is not None:
        unverifiable = list(todo.unverifiable)
        unverifiable[notice.again] = notice, notice.token
        return replace(todo, unverifiable=tuple(unverifiable))
    if not notice.declared:
        return todo
    added = [(notice, notice.token)] if notice.steps else []
    return replace(todo, unverifiable=(*todo.refused_face_down, *added))


def _asked(at: Referee, notice: notices.Question) -> Asked:
    if notice.correction:
        state = at.match.game.notation.parse(notice.correction, at.match.setup)
        proposed = PositionCorrection(state, notice.correction, notice.by)
        return Asked((proposed,), proposed)
    answers, ply = tuple(map(Accept, notice.options, notice.pending)), len(at.match.plies)
    if notice.take_back:
        options: tuple[Option, ...] = (TakeBack(notice.to), *answers[1:])
        return replace(at.asked, options=options, readings=(), ply=ply)
    return replace(at.asked, options=answers, readings=answers, ply=ply)


def _answered(asked: Asked, notice: notices.Answered) -> Asked:
    proposed = asked.proposed
    if proposed is None or asked.options != (proposed,):
        return asked if notice.yes else replace(asked, readings=())
    if not notice.yes:
        return Asked()
    agreed = replace(proposed, agreed=proposed.agreed | {notice.agreed})
    return Asked((agreed,), agreed)
