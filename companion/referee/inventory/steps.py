"""The smallest correction: what hands have to do so that the table matches the state.

A step is one thing a hand does to one cell; a list of steps is in an order in which it can be
done.  Cards that are wanted on one cell and lie too much on another are moved, two that changed
places are swapped back, so nobody is told to take off and lay on where one push does.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules import UNKNOWN, Facing, PlacedCard

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rules.core.candidate_actions import Change


class StepKind(enum.StrEnum):
    """What a hand does."""

    TAKE = "take"
    LAY = "lay"
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
    """One thing to do: `lying` is the card the step is about; `to` the second cell, if any.

    REPLACE: `lying` belongs on `cell` in place of `wrong`.
    SIDEWAYS, UPRIGHT: `lying` belongs so on `cell`, and lies the other way; TURN: upside down.
    WITHDRAW: `lying`, which nobody sees among the backs there, was laid on `cell` last.
    DRAW_OUT: `lying` lies beneath others on `cell`, an open pile, and goes to a hand.
    """

    kind: StepKind
    cell: str
    placed: PlacedCard
    to: str = ""
    wrong: PlacedCard | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells a hand goes to."""
        return (self.cell, self.to) if self.to else (self.cell,)


def withdrawal(cell: str) -> CorrectionStep:
    """A card that lies among backs, where no difference shows it, goes back to its hand."""
    return CorrectionStep(StepKind.WITHDRAW, cell, PlacedCard(UNKNOWN, "", Facing.DOWN))


def withdrawals(steps: Iterable[CorrectionStep]) -> tuple[CorrectionStep, ...]:
    """What is asked back from among backs."""
    return tuple(step for step in steps if step.kind is StepKind.WITHDRAW)


def correction(
    changes: Iterable[Change],
    laid_on: str = "",
    gone: Collection[str] = (),
    beneath: Collection[str] = (),
    fans: Collection[str] = (),
) -> tuple[CorrectionStep, ...]:
    """Steps that undo `changes`: each cell gets its `before` back; the fewest that do.

    `laid_on`: a cell where a card was just laid over what belongs there; it is only taken off.
    `gone`: cards that belong on a pile elsewhere now; what lies beneath them is shown already.
    `fans`: cells on which cards lie on each other; one of `gone` lies over what belongs there.
    `beneath`: cells whose top card belongs on a back; one that shows there lies bare.
    """
    open_ = list(changes)
    steps: list[CorrectionStep] = []
    while open_:
        change = open_.pop(0)
        over = change.cell == laid_on or _covers(change, gone, on_fan=change.cell in fans)
        if over and change.after is not None:
            steps.append(CorrectionStep(StepKind.TAKE, change.cell, change.after))
            continue
        if change.cell in beneath and _bared(change) and change.before is not None:
            steps.append(CorrectionStep(StepKind.LAY, change.cell, change.before))
            continue
        partner = next((c for c in open_ if _belongs(c, change) or _belongs(change, c)), None)
        if partner is None:
            steps.append(_single(change))
            continue
        joint = _joint(change, partner)
        if joint is None:
            steps.append(_single(change))
            continue
        open_.remove(partner)
        steps.append(joint)
    return tuple(sorted(steps, key=_order))


def _covers(change: Change, gone: Collection[str], *, on_fan: bool = False) -> bool:
    """Whether a card that should be gone lies face up on a back that is to show, or on a fan."""
    before, after = change.before, change.after
    if before is None or after is None or (before.facing is Facing.UP and not on_fan):
        return False
    return after.facing is Facing.UP and after.card in gone


def _bared(change: Change) -> bool:
    """Whether a back shows where a card is to lie face up."""
    after = change.after
    return after is not None and after.facing is Facing.DOWN


def _belongs(a: Change, b: Change) -> bool:
    """Whether the card that is wanted on `a` lies on `b`."""
    return a.before is not None and b.after is not None and _card(a.before) == _card(b.after)


def _card(lying: PlacedCard) -> tuple[str, str]:
    return lying.card, lying.owner


def _joint(a: Change, b: Change) -> CorrectionStep | None:
    if _belongs(a, b) and _belongs(b, a) and a.before is not None:
        return CorrectionStep(StepKind.SWAP, a.cell, a.before, b.cell)
    wants, has = (a, b) if _belongs(a, b) else (b, a)
    if wants.after is None and has.before is None and wants.before is not None:
        return CorrectionStep(StepKind.MOVE, has.cell, wants.before, wants.cell)
    return None


def _single(change: Change) -> CorrectionStep:
    before, after = change.before, change.after
    if before is None:
        if after is None:
            raise ValueError(f"no change on {change.cell}")
        return CorrectionStep(StepKind.TAKE, change.cell, after)
    if after is None:
        return CorrectionStep(StepKind.LAY, change.cell, before)
    if _card(before) == _card(after) and before.facing is after.facing:
        return CorrectionStep(_turning(before, after), change.cell, before)
    if before.owner == after.owner and before.facing is not after.facing:
        return CorrectionStep(StepKind.FLIP, change.cell, before)
    return CorrectionStep(StepKind.REPLACE, change.cell, before, wrong=after)


def _turning(before: PlacedCard, after: PlacedCard) -> StepKind:
    """How a card that lies as `after` is brought to lie as `before`, as hands are told it."""
    if (before.turn - after.turn) % 2 == 0:
        return StepKind.TURN
    return StepKind.SIDEWAYS if before.turn % 2 else StepKind.UPRIGHT


_ORDER = {
    StepKind.TAKE: 0,
    StepKind.SWAP: 1,
    StepKind.MOVE: 2,
    StepKind.REPLACE: 3,
    StepKind.LAY: 4,
    StepKind.TURN: 5,
    StepKind.SIDEWAYS: 5,
    StepKind.UPRIGHT: 5,
    StepKind.FLIP: 6,
}


def _order(step: CorrectionStep) -> tuple[int, str]:
    return _ORDER[step.kind], step.cell
