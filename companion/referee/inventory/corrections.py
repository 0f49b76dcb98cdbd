"""Correction planner: steps that make the table match the state, or undo a refused action.

Theory of operation
-------------------
The match defines the content of each cell, `companion.referee.inventory.cards` the pending cells,
and `companion.referee.inventory.steps` turns differences into the fewest steps. The planner adds
the steps that no difference shows:

    pending_steps        cards that belong on a pile now, or were refused, leave the field
    refusal_steps        a refused card that covers the right one is removed; a card placed the
                         wrong way is only turned, or turned up on a face-up pile
    desync_steps         a card that appeared where another was removed had been beneath it: turn it
                         over
    hand_to_pile_steps   a card moves from a hand to a face-up pile, where no difference shows it
    owner_token_steps    a token beneath a cell's cards shows the cell's owner
    counter_steps        a token on a card shows the card's state, such as a counter
    face_down_steps      a card that must return to a hand is face down among others

The planner changes nothing; it is made for one moment.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest
from typing import Any

from companion.pieces import TOKEN
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.steps import (
    CorrectionStep,
    StepKind,
    correction,
    turning_down,
    withdrawal,
)
from companion.referee.table import differences, top_card
from rules import UNKNOWN, Action, Facing, Layout, PlacedCard, Seat, Verb
from rules.core.candidate_actions import Change
from rules.core.match import MatchState


@dataclass(frozen=True, slots=True)
class CorrectionPlanner:
    """A planner that turns differences between table and match into steps for the players.

    `refused_cards`: cards that players were asked to remove after a refusal.
    """

    match: MatchState[Any]
    geometry: TableGeometry
    inventory: CardInventory
    refused_cards: frozenset[str] = frozenset()

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """Return the players' remaining steps on pending cells."""
        layout = self._layout()
        loose = (cell for cell in layout if not self.geometry.is_tracked(cell))
        discarded = {card.card for cell in loose for card in layout[cell]} | self.refused_cards
        return self.smallest_correction(
            differences(layout, self.inventory.pending), discarded=discarded
        )

    def smallest_correction(
        self, changes: tuple[Change, ...], covered_cell: str = "", discarded: Collection[str] = ()
    ) -> tuple[CorrectionStep, ...]:
        """Return the fewest steps that undo `changes`."""
        form = self.geometry.form
        fans = {each.cell for each in form.zones if form.face_down and each.tracked and each.pile}
        backs = set(filter(self._on_back, self._layout()))
        return correction(changes, covered_cell, discarded, backs, fans)

    def desync_steps(
        self, changes: tuple[Change, ...], announced: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """Return the smallest correction.

        A card that appeared where another was to be removed had been beneath it; it is turned over.
        """
        requested = {
            step.cell for step in announced if step.kind in (StepKind.PLACE, StepKind.FLIP)
        }
        rest, flips = list[Change](), list[CorrectionStep]()
        for change in changes:
            after, uncovered = change.after, change.cell in requested and self._on_back(change.cell)
            if after is not None and after.facing is Facing.UP and uncovered:
                flips.append(turning_down(change.cell, after.owner))
            else:
                rest.append(change)
        return (*self.smallest_correction(tuple(rest)), *flips)

    def refusal_steps(
        self, action: Action, changes: tuple[Change, ...], announced: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """Return the steps that undo a refused action; `announced` are the last notice's steps."""
        if action.facing is Facing.DOWN and not self.geometry.is_tracked(action.to):
            return (turning_down(action.to, action.seat),)
        return self._turn_steps(action, changes) or self._removal_steps(action, changes, announced)

    def _turn_steps(
        self, action: Action, changes: tuple[Change, ...]
    ) -> tuple[CorrectionStep, ...]:
        """Return the step for a card with only a wrong orientation, or () if there is none.

        The right orientation is upright where cards may be placed sideways, or else as the zone
        requires.
        """
        zone = self.geometry.zones.get(action.to)
        if zone is None or action.verb is not Verb.PLACE or len(changes) != 1:
            return ()
        placed = changes[0].after
        right = replace(action, turn=zone.turn)
        if action.turn == zone.turn or placed is None or not self.match.judge(right).legal:
            return ()
        kind = StepKind.SIDEWAYS if zone.turn else StepKind.TURN
        return (CorrectionStep(kind, action.to, replace(placed, turn=zone.turn)),)

    def _removal_steps(
        self, action: Action, changes: tuple[Change, ...], announced: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """Return the steps that remove a refused card.

        A card meant for a pile covers the right one. A card that appeared where another was to be
        removed is not new: it was beneath and has been turned up.
        """
        loose = action.verb is Verb.PLACE and not self.geometry.is_tracked(action.to)
        uncovered = any(
            step.kind is StepKind.PLACE and step.cell == action.to for step in announced
        )
        if uncovered and action.verb is Verb.PLACE and self._on_back(action.to):
            rest = tuple(change for change in changes if change.cell != action.to)
            return (*self.smallest_correction(rest), turning_down(action.to, action.seat))
        discarded = {action.card} if loose else ()
        return self.smallest_correction(changes, covered_cell=action.to, discarded=discarded)

    def hand_to_pile_steps(self, before: Layout) -> Iterator[CorrectionStep]:
        """Yield steps for cards that move from a hand to a face-up pile next to the field.

        No difference on the field shows them. A token on such a pile is a declaration or a counter.
        Where cards have no owner's colour, the same card in any seat's zone counts as known.
        """
        owned = self.geometry.form.owners
        known = {(c.card, c.owner if owned else "") for pile in before.values() for c in pile}
        for cell, pile in self._layout().items():
            zone = self.geometry.zones.get(cell)
            if zone is None or zone.tracked or not zone.pile:
                continue
            fresh = Counter(_as_placed(card) for card in pile)
            fresh -= Counter(_as_placed(card) for card in before.get(cell, ()))
            for card in fresh.elements():
                is_token = card.card == UNKNOWN or card.card.startswith(TOKEN)
                if not is_token and (card.card, card.owner if owned else "") not in known:
                    yield CorrectionStep(StepKind.PLACE, cell, card)

    def owner_token_steps(
        self, cell_owners: Mapping[str, Seat], before: Layout
    ) -> Iterator[CorrectionStep]:
        """Yield steps for untracked tokens beneath cards, which show the owner of a cell."""
        layout, now = self._layout(), self.match.game.table.cell_owners(self.match.state)
        for cell in (each for each, seat in now.items() if cell_owners.get(each) != seat):
            was_lowest, now_lowest = (_lowest(each.get(cell, ())) for each in (before, layout))
            if now_lowest is not None and now_lowest != was_lowest:
                yield CorrectionStep(StepKind.PLACE, cell, now_lowest)
            elif was_lowest is not None and now_lowest is None:
                yield CorrectionStep(StepKind.TAKE, cell, was_lowest)

    def counter_steps(self, before: Layout) -> Iterator[CorrectionStep]:
        """Yield steps that place untracked tokens on cards in the field, or remove them.

        A new card's tokens are placed together with the card.
        """
        tracked = self.geometry.is_tracked
        field = [pile for cell, pile in before.items() if tracked(cell)]
        for cell, pile in self._layout().items():
            was = _former(pile, field) if tracked(cell) else None
            if was is None:
                continue
            had, has = Counter(_tokens_on(was)), Counter(_tokens_on(pile))
            for wrong, right in zip_longest((had - has).elements(), (has - had).elements()):
                if right is None:
                    yield CorrectionStep(StepKind.TAKE, cell, wrong)
                else:
                    yield CorrectionStep(
                        StepKind.REPLACE if wrong else StepKind.PLACE, cell, right, wrong=wrong
                    )

    def face_down_steps(
        self, undone: Iterable[Action], differing: Collection[str]
    ) -> list[CorrectionStep]:
        """Return steps for cards that were taken back but are invisible among face-down cards."""
        targets = (a.to for a in undone if a.verb is Verb.PLACE and a.facing is Facing.DOWN)
        return [
            withdrawal(to) for to in targets if self.geometry.is_tracked(to) and to not in differing
        ]

    def _on_back(self, cell: str) -> bool:
        """Return True if a cell's top card covers a face-down card."""
        cards = [card for card in self._layout().get(cell, ()) if not _is_token(card)]
        return len(cards) > 1 and cards[-2].facing is Facing.DOWN

    def _layout(self) -> Layout:
        """Return the match's layout."""
        return self.match.game.table.layout(self.match.state)


def _lowest(pile: tuple[PlacedCard, ...]) -> PlacedCard | None:
    """Return the token at the very bottom of a cell, if any."""
    return pile[0] if pile and _is_token(pile[0]) else None


def _is_token(placed: PlacedCard) -> bool:
    """Return True for a token."""
    return placed.card.startswith(TOKEN)


def _tokens_on(pile: tuple[PlacedCard, ...]) -> Iterator[PlacedCard]:
    """Yield the tokens on a cell's topmost card."""
    return takewhile(_is_token, reversed(pile))


def _former(
    pile: tuple[PlacedCard, ...], before: list[tuple[PlacedCard, ...]]
) -> tuple[PlacedCard, ...] | None:
    """Return the earlier state of a pile, matched by its top token or its topmost card."""
    card = top_card(pile)
    if card is None:
        return None
    like = [
        each for each in before if (was := top_card(each)) is not None and _may_be(was, card, pile)
    ]
    for top in map(_as_placed, (pile[-1], card)):
        found = [each for each in like if _as_placed(each[-1]) == top]
        if found and top.card != UNKNOWN:
            return found[0]
    return None


def _may_be(was: PlacedCard, card: PlacedCard, pile: tuple[PlacedCard, ...]) -> bool:
    """Return True if `card` may be the earlier card `was`, or may cover it in its pile."""
    known = {each.card for each in pile}
    return was.owner == card.owner and (UNKNOWN in (was.card, card.card) or was.card in known)


def _as_placed(placed: PlacedCard) -> PlacedCard:
    """Return a card without its orientation, which is irrelevant on a face-up pile."""
    return PlacedCard(placed.card, placed.owner)
