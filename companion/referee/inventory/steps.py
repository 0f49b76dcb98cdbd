"""The smallest correction: the steps that make the table match the state.

A step is one action of a player on one cell. Steps are listed in a feasible order. A card that is
missing on one cell and surplus on another is moved; two cards that changed places are swapped.
Players are therefore never asked to remove and place a card that they can simply move.
"""

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules import UNKNOWN, Facing, PlacedCard, Seat
from rules.core.candidate_actions import Change


class StepKind(enum.StrEnum):
    """The kind of a step."""

    TAKE = "take"
    PLACE = "place"
    MOVE = "move"
    SWAP = "swap"
    TURN = "turn"
    FLIP = "flip"
    REPLACE = "replace"
    WITHDRAW = "withdraw"
    DRAW_OUT = "draw_out"
    SIDEWAYS = "sideways"
    UPRIGHT = "upright"


@dataclass(frozen=True, slots=True)
class CorrectionStep:
    """One step of a correction: `placed` is the card in question, `to` the second cell, if any.

    REPLACE: `placed` belongs on `cell` instead of `wrong`. SIDEWAYS, UPRIGHT: `placed` needs this
    orientation; TURN: it is upside down. WITHDRAW: `placed`, the last card placed on `cell`, is
    invisible among its face-down cards. DRAW_OUT: `placed` is beneath others on `cell`, a face-up
    pile, and returns to a hand.
    """

    kind: StepKind
    cell: str
    placed: PlacedCard
    to: str = ""
    wrong: PlacedCard | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """Cells that the step touches."""
        return (self.cell, self.to) if self.to else (self.cell,)


def withdrawal(cell: str) -> CorrectionStep:
    """Return the step that returns an unseen card from among face-down cards to its hand."""
    return CorrectionStep(StepKind.WITHDRAW, cell, PlacedCard(UNKNOWN, "", Facing.DOWN))


def turning_down(cell: str, owner: Seat) -> CorrectionStep:
    """Return the step that turns a seat's card face down again."""
    return CorrectionStep(StepKind.FLIP, cell, PlacedCard(UNKNOWN, owner, Facing.DOWN))


def withdrawals(steps: Iterable[CorrectionStep]) -> tuple[CorrectionStep, ...]:
    """Return the steps that take cards from among face-down cards."""
    return tuple(step for step in steps if step.kind is StepKind.WITHDRAW)


def correction(
    changes: Iterable[Change],
    covered_cell: str = "",
    discarded: Collection[str] = (),
    back_cells: Collection[str] = (),
    fans: Collection[str] = (),
) -> tuple[CorrectionStep, ...]:
    """Return the fewest steps that undo `changes`, so that each cell shows its `before`.

    `covered_cell`: a cell where a card was just placed over the right one and only has to be
    removed. `discarded`: cards that belong on another pile now; the right cards are beneath them.
    `fans`: cells with overlapping cards; a discarded card there covers the right one.
    `back_cells`: cells whose top card belongs on a face-down card; where that card is visible, the
    top card is missing.
    """
    remaining = list(changes)
    steps: list[CorrectionStep] = []
    while remaining:
        change = remaining.pop(0)
        over = change.cell == covered_cell or _covers(change, discarded, on_fan=change.cell in fans)
        if over and change.after is not None:
            steps.append(CorrectionStep(StepKind.TAKE, change.cell, change.after))
            continue
        before, after = change.before, change.after
        shows_back = after is not None and after.facing is Facing.DOWN
        if before is not None and shows_back and change.cell in back_cells:
            steps.append(CorrectionStep(StepKind.PLACE, change.cell, before))
            continue
        partner = next((c for c in remaining if _belongs(c, change) or _belongs(change, c)), None)
        joint = _joint(change, partner) if partner is not None else None
        if partner is not None and joint is not None:
            remaining.remove(partner)
        steps.append(joint or _single(change))
    return tuple(sorted(steps, key=lambda step: (_ORDER[step.kind], step.cell)))


def _covers(change: Change, discarded: Collection[str], *, on_fan: bool = False) -> bool:
    """Return True if a discarded card covers a face-down card that should be visible, or a fan."""
    before, after = change.before, change.after
    if before is None or after is None or (before.facing is Facing.UP and not on_fan):
        return False
    return after.facing is Facing.UP and after.card in discarded


def _belongs(a: Change, b: Change) -> bool:
    """Return True if the missing card of `a` is on `b`."""
    return a.before is not None and b.after is not None and _card(a.before) == _card(b.after)


def _card(placed: PlacedCard) -> tuple[str, str]:
    """Return the card id and the owner."""
    return placed.card, placed.owner


def _joint(a: Change, b: Change) -> CorrectionStep | None:
    """Return the one step that resolves two changes, if there is one."""
    if _belongs(a, b) and _belongs(b, a) and a.before is not None:
        return CorrectionStep(StepKind.SWAP, a.cell, a.before, b.cell)
    wants, has = (a, b) if _belongs(a, b) else (b, a)
    if wants.after is None and has.before is None and wants.before is not None:
        return CorrectionStep(StepKind.MOVE, has.cell, wants.before, wants.cell)
    return None


def _single(change: Change) -> CorrectionStep:
    """Return the step that resolves one change."""
    before, after = change.before, change.after
    if before is None:
        if after is None:
            raise ValueError(f"no change on {change.cell}")
        return CorrectionStep(StepKind.TAKE, change.cell, after)
    if after is None:
        return CorrectionStep(StepKind.PLACE, change.cell, before)
    if _card(before) == _card(after) and before.facing is after.facing:
        return CorrectionStep(_turning(before, after), change.cell, before)
    if before.owner == after.owner and before.facing is not after.facing:
        return CorrectionStep(StepKind.FLIP, change.cell, before)
    return CorrectionStep(StepKind.REPLACE, change.cell, before, wrong=after)


def _turning(before: PlacedCard, after: PlacedCard) -> StepKind:
    """Return the step that turns a card placed as `after` to match `before`."""
    if (before.turn - after.turn) % 2 == 0:
        return StepKind.TURN
    return StepKind.SIDEWAYS if before.turn % 2 else StepKind.UPRIGHT


_ORDER = {
    StepKind.TAKE: 0,
    StepKind.SWAP: 1,
    StepKind.MOVE: 2,
    StepKind.REPLACE: 3,
    StepKind.PLACE: 4,
    StepKind.TURN: 5,
    StepKind.SIDEWAYS: 5,
    StepKind.UPRIGHT: 5,
    StepKind.FLIP: 6,
}
