"""Input router: passes tokens, control cards and dice to their handlers.

Theory of operation
-------------------
The game's `candidate_actions` define the meaning of tokens next to the field. Inputs that the game
does not use have a fixed meaning:

    a token on the field chooses its cell, unless it belongs to a card that moved there
    a control card          has the meaning printed on it (`companion.referee.control_commands`);
                            it changes the match only in a seat's control zone, and only if it is
                            alone there (`companion.referee.stacking`)
    a die at rest           is a throw if a throw is awaited

An input during setup, or before the players have prepared the table for dice, is handled
afterwards.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.readings import Face, Reading, TableView
from companion.referee.control_cards import HARMLESS, ControlCard, read_control
from companion.referee.control_commands import declare, pause, press
from companion.referee.notices import DieUnsure, PutBack, Refused
from companion.referee.partial_input import is_incomplete, wants_cards
from companion.referee.phases import RefereePhase
from companion.referee.ruling import Ruling, ShownToken
from companion.referee.table_judge import RECENT_PLIES
from companion.referee.throws import DIE, RefusedThrow
from companion.referee.token_input import (
    cell_changes,
    combines,
    drop_unverifiable,
    has_several_kinds,
    judge_cell,
    judge_changes,
    judge_with_cards,
    matches_layout,
    resolve_candidates,
)
from companion.referee.transitions import has_just_asked
from rules import CHANCE, UNKNOWN, Action, Layout, PlacedCard, Seat, Verb, Zone
from rules.core.candidate_actions import Change

_ANSWERS = frozenset((ControlCard.YES, ControlCard.NO))
_CARDS = frozenset((Face.FRONT, Face.BACK))
_GONE_S = 1.5
"""Time after which an unseen die counts as removed, s; a pushed die is read again earlier."""


def process_early_tokens(r: Ruling) -> None:
    """Handle tokens that were placed during setup."""
    if r.opening or not r.accepts_input or _blocked_by_pending(r):
        return
    early = r.senses.tokens.early
    if early:
        r.set_tokens(replace(r.senses.tokens, early={}))
    for reading in early.values():
        _interpret(r, reading, r.geometry.zones[reading.cell or ""])


def process_tokens(
    r: Ruling, shown: Sequence[Reading], gone: Sequence[Reading], view: TableView
) -> None:
    """Handle newly shown tokens and control cards; the view's cards may have covered them."""
    tokens, cards = r.senses.tokens, (each for each in view.readings if each.face in _CARDS)
    changes = tokens.stack_detector.classify(r.geometry, shown)
    detector = tokens.stack_detector.updated(
        r.geometry, r.senses.time, shown, gone, cards, hand=view.hand
    )
    if detector is not tokens.stack_detector:
        r.set_tokens(replace(tokens, stack_detector=detector))
    harmless = [each for each in changes.uncovered if read_control(each.card) in HARMLESS]
    for reading in (*changes.placed, *harmless):
        _process_token(r, reading)
    for reason, stack in (("stacked", changes.stacked), ("uncovered", changes.uncovered)):
        ignored = (each for each in stack if each not in harmless)
        if any(r.geometry.is_control_zone(each.cell or "") for each in ignored):
            r.decline(reason)


def _process_token(r: Ruling, reading: Reading) -> None:
    """Handle one newly shown token or control card."""
    zone = r.geometry.zones.get(reading.cell or "")
    if zone is not None and not zone.tracked and r.phase is RefereePhase.SETUP:
        _keep_early(r, reading)
    states_throw = zone is not None and zone.dice and reading.face is Face.TOKEN
    if states_throw and _blocked_by_pending(r):
        _keep_early(r, reading)
        _ask_to_wait(r)
        return
    if zone is not None and _interpret(r, reading, zone):
        return
    if reading.face is Face.TOKEN:
        if zone is not None and zone.tracked and not r.opening:
            _choose_cell(r, reading, zone)
        return
    control = read_control(reading.card)
    if control is None or (control is ControlCard.PAUSE and r.at.overlays.paused):
        return
    if control in _ANSWERS and has_just_asked(r):
        return
    at_place = zone is not None and r.geometry.is_control_zone(zone.cell)
    if at_place or control in HARMLESS or r.opening or r.phase is RefereePhase.ENDED:
        press(r, control, zone.owner if zone else "")
    # Control cards next to the mat are spares, not commands.
    elif zone is not None or r.geometry.touches_mat(reading):
        r.decline("whose")


def _keep_early(r: Ruling, reading: Reading) -> None:
    """Keep a token that cannot be handled yet."""
    tokens = r.senses.tokens
    r.set_tokens(replace(tokens, early={**tokens.early, reading.tag: reading}))


def _choose_cell(r: Ruling, reading: Reading, zone: Zone) -> None:
    """Choose the cell of a token on the field, unless the token moves with a card.

    Players may move a card's token aside to reach the card, even after the card has left. Such
    a move is a choice only if a choice is awaited.
    """
    cells = _token_cells(r, reading, r.layout)
    if zone.cell in cells:
        return
    for ply in r.match.plies[-RECENT_PLIES:]:
        cells |= _token_cells(r, reading, r.match.game.table.layout(ply.before))
    choice = Action("", Verb.CHOOSE, value=zone.cell)
    choices = (replace(choice, seat=seat) for seat in r.match.to_act - {CHANCE})
    belongs_elsewhere = any(map(r.geometry.is_tracked, cells))
    if belongs_elsewhere and not any(r.match.judge(action).legal for action in choices):
        return
    declare(r, Verb.CHOOSE, value=zone.cell)


def _token_cells(r: Ruling, reading: Reading, layout: Layout) -> set[str]:
    """Return the cells where tokens of this kind belong, for the seat or the shared supply."""
    seat, card = r.geometry.form.owners.get(reading.owner, ""), reading.card
    return {
        cell
        for cell, pile in layout.items()
        if any(each.card == card and seat in ("", each.owner) for each in pile)
    }


def _interpret(r: Ruling, reading: Reading, zone: Zone) -> bool:
    """Interpret a token or control card next to the field; return False if it has no meaning.

    A token that is in its place has no meaning; the referee's own questions take precedence.
    """
    tokens, control = r.senses.tokens, read_control(reading.card)
    is_answer = r.phase is RefereePhase.ASKING and control in _ANSWERS
    if zone.tracked or is_answer or r.opening or not r.accepts_input:
        return False
    if zone.cell in tokens.answered_cells:
        return True
    owner = r.geometry.form.owners.get(reading.owner, zone.owner)
    placed = PlacedCard(reading.card or UNKNOWN, owner)
    verdicts = judge_changes(r, (Change(zone.cell, None, placed),))
    if wants_cards(verdicts):
        waiting = {**tokens.awaiting_cards, reading.tag: reading}
        r.set_tokens(replace(tokens, awaiting_cards=waiting))
        resolve_candidates(r, judge_with_cards(r, reading), reading)
        return True
    # A control card that the game does not use is not combined with tokens on the same cell.
    combined = is_incomplete(verdicts) and (control is None or bool(verdicts))
    if combined or has_several_kinds(r, zone):
        # Alone, the token has no meaning, or not the meaning that it has together with the
        # others.
        together = judge_changes(r, cell_changes(r, zone))
        combined, verdicts = (True, together) if combined or together else (False, verdicts)
    legal = any(verdict.legal for verdict in verdicts.values())
    # A token that shows a result already in the match, with no throw awaited, has no meaning.
    rolls = legal and any(action.verb is Verb.ROLL for action in verdicts)
    if matches_layout(r, placed, zone) and not rolls:
        return True
    if not legal and (len(verdicts) != 1 or control is not None):
        return False
    if combined:
        tokens = replace(tokens, answered_cells=tokens.answered_cells | {zone.cell})
    # The token that it replaces may still be there.
    if combined and combines(r, zone) and not legal:
        watched = tokens.partial.watched(zone.cell, r.senses.time)
        r.set_tokens(replace(tokens, partial=watched))
        return True
    r.set_tokens(replace(tokens, partial=tokens.partial.dropped(zone.cell)))
    resolve_candidates(r, verdicts, reading)
    return True


def process_dice(r: Ruling, view: TableView) -> None:
    """Handle dice that have come to rest; if no throw is awaited, they have no meaning."""
    if view.hand or view.trouble is not None or not r.accepts_input or r.opening:
        _see_refused_die(r)  # an unread die must not count as removed
        return
    if not view.dice:
        _check_refused_die(r, view)
        return
    if _blocked_by_pending(r):
        if any(die.cell in r.geometry.zones for die in view.dice) and _awaits_roll(r):
            _ask_to_wait(r)
        return
    dice = r.senses.dice
    known, throws = dice.throws.observed(view.dice, r.geometry)
    if throws or dice.wait_announced:
        r.set_dice(replace(dice, throws=known, wait_announced=False))
    for throw in throws:
        verdicts = judge_changes(r, throw.changes) if throw.changes else {}
        legal = sum(verdict.legal for verdict in verdicts.values())
        if not throw.changes or legal > 1:  # two faces of a leaning die may look like two dice
            if _awaits_roll(r):  # otherwise the object may be a card
                r.emit(DieUnsure(cell=throw.cell))
            continue
        if legal or (len(verdicts) == 1 and not throw.same):
            resolve_candidates(r, verdicts)
            last = r.at.last if not legal else None
            if isinstance(last, Refused) and last.action:
                refused = RefusedThrow(throw.cell, last.action, len(r.match.plies))
                r.set_dice(replace(r.senses.dice, refused=refused))
        elif not verdicts and refused_throw(r) is not None:
            _die_corrected(r)  # The die shows its valid value again.
    _check_refused_die(r, view)


def _check_refused_die(r: Ruling, view: TableView) -> None:
    """Acknowledge the removal of a refused die, after which table and match agree."""
    dice = r.senses.dice
    refused = dice.refused
    if refused is None or any(die.cell == refused.cell for die in view.dice):
        _see_refused_die(r)
        return
    if r.senses.time - dice.seen_s < _GONE_S:
        return
    r.set_dice(replace(dice, throws=dice.throws.forgotten(refused.cell)))
    if refused_throw(r) is not None:
        _die_corrected(r)


def _see_refused_die(r: Ruling) -> None:
    """Record that a refused die, if any, may still be there."""
    if r.senses.dice.refused is not None:
        r.set_dice(replace(r.senses.dice, seen_s=r.senses.time))


def _die_corrected(r: Ruling) -> None:
    """Acknowledge that a refused die has been corrected."""
    r.set_dice(replace(r.senses.dice, refused=None))
    r.emit(PutBack(steps=r.at.pending_steps))


def refused_throw(r: Ruling) -> Action | None:
    """Return the refused throw that is still on the table, if nothing has happened since."""
    refused = r.senses.dice.refused
    is_last = refused is not None and refused.ply == len(r.match.plies)
    return refused.action if refused is not None and is_last else None


def counted_roll(r: Ruling, cell: str, seat: Seat) -> str:
    """Return the value of a seat's valid throw while the die is in its zone, or ""."""
    game, state, plies = r.match.game, r.match.state, reversed(r.match.plies)
    rolls = (a for a in (p.action for p in plies) if a is not None and a.verb is Verb.ROLL)
    value = next((roll.value for roll in rolls if roll.to == seat), "")
    die = Change(cell, None, PlacedCard(DIE + value, r.geometry.zones[cell].owner))
    return value if value and not any(game.candidate_actions(state, (die,))) else ""


def _blocked_by_pending(r: Ruling) -> bool:
    """Return True if throws have to wait for pending steps.

    A covered cell does not count, because its step may have been done.
    """
    if r.phase is not RefereePhase.AWAITING_PLAYERS or not r.match.game.table.requires_sync(
        r.match.state
    ):
        return False
    return not r.senses.occlusion.readable.isdisjoint(r.inventory.pending)


def unfinished_cells(r: Ruling) -> frozenset[str]:
    """Return the cells with incomplete inputs, or with tokens that wait for pending steps."""
    waiting = r.senses.tokens.early.values() if _blocked_by_pending(r) else ()
    judged = {cell: judge_cell(r, cell) for cell in r.senses.tokens.partial.cells}
    incomplete = {c for c, verdicts in judged.items() if verdicts and is_incomplete(verdicts)}
    return frozenset(incomplete.union(reading.cell or "" for reading in waiting))


def _ask_to_wait(r: Ruling) -> None:
    """Announce once that the table has to be corrected first; inputs are handled later."""
    if not r.senses.dice.wait_announced:
        r.set_dice(replace(r.senses.dice, wait_announced=True))
        r.decline("table_first")


def _awaits_roll(r: Ruling) -> bool:
    """Return True if a roll is legal now."""
    game, state = r.match.game, r.match.state
    return any(action.verb is Verb.ROLL for action in game.legal(state))


def process_removed(r: Ruling, reading: Reading) -> None:
    """Handle a removed token: this ends a pause, or corrects a refused token."""
    tokens = r.senses.tokens
    shown = tokens.shown - {ShownToken.read(reading)}
    early, waiting = (
        {tag: each for tag, each in kept.items() if tag != reading.tag}
        for kept in (tokens.early, tokens.awaiting_cards)
    )
    r.set_tokens(replace(tokens, shown=shown, early=early, awaiting_cards=waiting))
    if r.at.overlays.paused and read_control(reading.card) is ControlCard.PAUSE:
        pause(r)
    else:
        drop_unverifiable(r, lambda _, key: key == ShownToken.read(reading).key)
