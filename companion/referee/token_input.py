"""Token input: the meaning of tokens in a zone, alone or together.

Theory of operation
-------------------
A newly shown token is first interpreted alone. If it has no meaning alone, or several kinds of
tokens are on one pile, all contents of the zone are interpreted as one input. An illegal or
incomplete input is checked again later (`companion.referee.partial_input`). A token in front of a
seat that refers to cards is interpreted with the face-up cards on the seat's piles, and again
after every change of the table while one of the cards is missing.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.readings import Face, Reading
from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer
from companion.referee.explain.interpretations import Accept
from companion.referee.inventory.steps import CorrectionStep, StepKind, withdrawal
from companion.referee.notices import Notice, NotNow, PutBack, Refused, Repeated, Withdrawn
from companion.referee.partial_input import PartialInput, Verdicts, wants_cards
from companion.referee.phases import IN_ORDER, RefereePhase
from companion.referee.ruling import Ruling, ShownToken
from companion.referee.settle import SettleResult
from companion.referee.table import differences
from companion.referee.table_judge import defer_verdict, reconsider, relevant_occluded_cells
from companion.referee.transitions import accept, has_just_asked, state_after
from rules import UNKNOWN, Action, Facing, PlacedCard, Verb, Zone, judge
from rules.core.candidate_actions import Change

_HID = (PlacedCard(UNKNOWN, "", Facing.DOWN),)
"""Content of a zone that shows neither its empty mat nor a readable card."""


def add_tokens(r: Ruling, shown: Iterable[Reading]) -> None:
    """Record all newly shown tokens and cards without interpreting them."""
    tokens = r.senses.tokens
    new = set(map(ShownToken.read, shown))
    if new or tokens.answered_cells:
        r.set_tokens(replace(tokens, shown=tokens.shown | new, answered_cells=frozenset()))


def judge_changes(r: Ruling, changes: tuple[Change, ...]) -> Verdicts:
    """Return the candidate actions for these changes, with their verdicts."""
    candidates = r.match.game.candidate_actions(r.match.state, changes)
    return {action: r.match.judge(action) for action in candidates}


def ignored_while_desynced(r: Ruling, action: Action) -> bool:
    """Return True if the match is desynced and this action would not explain the table.

    While desynced, the referee may be wrong, so it neither refuses nor accepts such actions,
    except those that are legal at any time (conceding).
    """
    if r.phase is not RefereePhase.DESYNCED:
        return False
    match = r.match
    if not match.judge(action).legal:
        return True
    if action not in match.game.legal(match.state):
        return False
    after, seen = advance(match.game, match.state, action), r.inventory.unexplained_tops()
    differs = differences(match.game.table.layout(after), seen)
    return bool(differs) and not isinstance(
        infer(match.game, after, seen, last=action.seat), Accept
    )


def answer_by_playing(r: Ruling, action: Action) -> bool:
    """Accept the only option of the open question under which a declared action is legal.

    If several remain, or none, repeat the question. Return False if it does not matter.
    """
    if r.phase is not RefereePhase.ASKING or not r.at.readings or r.match.judge(action).legal:
        return False
    game = r.match.game
    legal = [o for o in r.at.readings if judge(game, state_after(r, o), action).legal]
    if has_just_asked(r):
        return True
    if len(legal) == 1:
        accept(r, legal[0])
    else:
        r.emit(Repeated(about=r.at.sticky))
    return True


def resolve_candidates(r: Ruling, verdicts: Verdicts, token: Reading | None = None) -> None:
    """Accept the first legal candidate, or refuse the first candidate if none is legal.

    `token`: the token that declares the action.
    """
    legal = next((action for action, verdict in verdicts.items() if verdict.legal), None)
    if ignored_while_desynced(r, legal or next(iter(verdicts))):
        r.decline("desynced")
        return
    if legal is None and answer_by_playing(r, next(iter(verdicts))):
        if r.phase in IN_ORDER:
            again = {action: r.match.judge(action) for action in verdicts}
            resolve_candidates(r, again, token)
        return
    if legal is not None:
        if not warn_missing_declaration(r, legal):
            if token is not None:
                _withdraw(r, lambda _, key: key == ShownToken.read(token).key)
            accept(r, Accept((legal,)), declared=True)
            reconsider(r)
        return
    if occluded := relevant_occluded_cells(r):
        defer_verdict(r, occluded)
        return
    action, verdict = next(iter(verdicts.items()))
    face_down = action.verb is Verb.PLACE and action.facing is Facing.DOWN
    withdrawn = face_down and r.geometry.is_tracked(action.to) and (withdrawal(action.to),)
    steps = withdrawn or (_token_correction(r, token) if token else ())
    unkeyed = token is None or (withdrawn and r.context.backs_visible)
    r.emit(
        Refused(
            action=action,
            violations=verdict.violations,
            steps=steps,
            declared=True,
            token="" if unkeyed or token is None else ShownToken.read(token).key,
        )
    )


def warn_missing_declaration(r: Ruling, action: Action) -> bool:
    """Warn once if an action ignores cards on the table; repeating the action confirms it."""
    piles = r.senses.table.piles if r.senses.table is not None else {}
    placed = {
        cell: tuple(seen.placed for seen in piles.get(cell, ()))
        if cell in r.senses.occlusion.readable
        else _HID
        for cell, zone in r.geometry.zones.items()
        if not zone.tracked
    }
    violation = r.match.game.table.missing_declaration(r.match.state, action, placed)
    if violation is None or r.at.memory.warnings.get(action) == (r.match.turn, violation):
        return False
    r.emit(NotNow(reason="overlooked", violations=(violation,), warned=action))
    return True


def drop_unverifiable(r: Ruling, gone: Callable[[Notice, str], bool]) -> None:
    """Drop notices whose cause is gone; acknowledge this if one of them was the last notice."""
    dropped = _withdraw(r, gone)
    if r.accepts_input and r.at.last in dropped:
        r.emit(PutBack(steps=r.at.pending_steps))


def _withdraw(r: Ruling, gone: Callable[[Notice, str], bool]) -> list[Notice]:
    """Drop the unverifiable notices for which `gone` holds, and return them."""
    entries = list(enumerate(r.at.todo.unverifiable))
    dropped = {number: notice for number, (notice, key) in entries if gone(notice, key)}
    if dropped:
        r.emit(Withdrawn(notices=tuple(dropped)))
    return list(dropped.values())


def _token_correction(r: Ruling, reading: Reading) -> tuple[CorrectionStep, ...]:
    """Return the step that moves an illegal token to its place, or off the table.

    A control card is only a command, so no step is needed for it.
    """
    cell, card = reading.cell or "", reading.card or UNKNOWN
    if reading.face is not Face.TOKEN:
        return ()
    placed = PlacedCard(card, r.geometry.form.owners.get(reading.owner, ""))
    others = (each for each in r.senses.tokens.shown if each.tag != reading.tag)
    taken = {each.cell for each in others if each.card == card}
    homes = (c for c, pile in r.layout.items() if any(o.card == card for o in pile))
    home = next((c for c in homes if c not in taken), "")
    return (
        CorrectionStep(StepKind.MOVE, cell, placed, home)
        if home
        else CorrectionStep(StepKind.TAKE, cell, placed),
    )


def recheck_tokens(r: Ruling, result: SettleResult) -> None:
    """Resolve inputs that have become complete."""
    calm = result.calm and r.accepts_input
    if calm and result.table is not None:
        _recheck_awaiting_cards(r)
    if calm:  # a token may have been removed while the referee was dead
        shown = {each.key for each in r.senses.tokens.shown}
        drop_unverifiable(r, lambda _, key: bool(key) and key not in shown)
    tokens, now = r.senses.tokens, r.senses.time
    if not calm:
        r.set_tokens(replace(tokens, partial=PartialInput(tokens.partial.cells, now)))
        return
    for cell in tuple(tokens.partial.cells) if tokens.partial.rested(now) else ():
        tokens, verdicts = r.senses.tokens, judge_cell(r, cell)
        partial, due = tokens.partial.checked(cell, now, verdicts)
        r.set_tokens(replace(tokens, partial=partial))
        if due:
            resolve_candidates(r, verdicts)


def judge_cell(r: Ruling, cell: str) -> Verdicts:
    """Judge all contents of a cell as one input."""
    return judge_changes(r, cell_changes(r, r.geometry.zones[cell]))


def cell_changes(r: Ruling, zone: Zone) -> tuple[Change, ...]:
    """Return all tokens and cards on a cell as changes, as if they had been placed together."""
    tokens = sorted(each.card for each in r.senses.tokens.shown if each.cell == zone.cell)
    placed = [PlacedCard(card, zone.owner) for card in tokens]
    if r.senses.table is not None:
        placed += [seen.placed for seen in r.senses.table.piles.get(zone.cell, ())]
    return tuple(Change(zone.cell, None, each) for each in placed)


def has_several_kinds(r: Ruling, zone: Zone) -> bool:
    """Return True if a pile has several kinds of tokens, which together are one input."""
    kinds = {each.card for each in r.senses.tokens.shown if each.cell == zone.cell}
    return combines(r, zone) and len(kinds) > 1


def combines(r: Ruling, zone: Zone) -> bool:
    """Return True if tokens in a zone are one input: on piles, but not in front of a seat."""
    return zone.pile and not r.geometry.is_control_zone(zone.cell)


def judge_with_cards(r: Ruling, reading: Reading) -> Verdicts:
    """Judge a token in front of a seat together with the cards on that seat's piles."""
    zone = r.geometry.zones[reading.cell or ""]
    piles = r.senses.table.piles if r.senses.table is not None else {}
    own = [each.cell for each in r.geometry.form.zones if each.owner == zone.owner]
    changes = [Change(zone.cell, None, PlacedCard(reading.card or UNKNOWN, zone.owner))]
    changes += [Change(cell, None, seen.placed) for cell in own for seen in piles.get(cell, ())]
    return judge_changes(r, tuple(changes))


def _recheck_awaiting_cards(r: Ruling) -> None:
    """Resolve tokens that were waiting for the cards they refer to."""
    for tag, reading in r.senses.tokens.awaiting_cards.items():
        verdicts, tokens = judge_with_cards(r, reading), r.senses.tokens
        if not wants_cards(verdicts):
            waiting = {t: each for t, each in tokens.awaiting_cards.items() if t != tag}
            r.set_tokens(replace(tokens, awaiting_cards=waiting))
        if any(verdict.legal for verdict in verdicts.values()):
            resolve_candidates(r, verdicts)


def matches_layout(r: Ruling, placed: PlacedCard, zone: Zone) -> bool:
    """Return True if the layout has all of a zone's tokens of this kind; it never has dice."""
    wanted = sum(each.card == placed.card for each in r.layout.get(zone.cell, ()))
    shown = ((each.card, each.cell) for each in r.senses.tokens.shown)
    return wanted >= sum(each == (placed.card, zone.cell) for each in shown)
