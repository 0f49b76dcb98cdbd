"""What hands have to do: so that the table follows the match, and to undo what was refused.

Theory of operation
-------------------
The match says what belongs on each cell, `companion.referee.inventory.cards` which cells are owed,
and `companion.referee.inventory.steps` turns differences into the fewest steps.  What a difference
alone does not show is added here:

    owed           cards that belong on a pile now, or are refused, are gone from the field
    mended         a refused card lies over what belongs there; one laid wrongly is only turned, or
                   turned up on an open pile
    laid_bare      what shows where a card was asked back from lay beneath it, and is turned over
    out_of_hands   a card goes from a hand to an open pile, where no difference shows it
    changed_hands  a piece beneath the cards says whose the cell is
    counted        a piece on a card says what has become of it: a counter, a mark
    among_backs    a card that was taken back lies face down among others

`unlaid` is all it keeps; it changes neither match nor papers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, Any

from companion.pieces import TOKEN
from companion.referee.inventory.steps import CorrectionStep, StepKind, correction, withdrawal
from companion.referee.table import differences
from rules import UNKNOWN, Action, Facing, PlacedCard, Verb
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from companion.referee.geometry import TableGeometry
    from companion.referee.inventory.cards import CardInventory
    from rules import Layout, Match, Seat


@dataclass(slots=True)
class CorrectionPlanner:
    """What lies otherwise than a match has it, as steps for the hands at its table."""

    match: Match[Any]
    geometry: TableGeometry
    inventory: CardInventory
    refused_cards: set[str] = field(default_factory=set)
    """Cards that a refusal asks to take off, until they are."""

    def pending_steps(self) -> tuple[CorrectionStep, ...]:
        """What hands have still to do."""
        layout = self._layout()
        loose = (cell for cell in layout if not self.geometry.is_tracked(cell))
        gone = {card.card for cell in loose for card in layout[cell]} | self.refused_cards
        return self.smallest_correction(differences(layout, self.inventory.pending), gone=gone)

    def smallest_correction(
        self, changes: tuple[Change, ...], laid_on: str = "", gone: Collection[str] = ()
    ) -> tuple[CorrectionStep, ...]:
        """The smallest correction of `changes`."""
        form = self.geometry.form
        fans = {each.cell for each in form.zones if form.face_down and each.tracked and each.pile}
        backs = set(filter(self._on_back, self._layout()))
        return correction(changes, laid_on, gone, backs, fans)

    def desync_steps(
        self, changes: tuple[Change, ...], asked: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """The smallest correction; what shows where a card was asked back from was turned up."""
        back = {step.cell for step in asked if step.kind in (StepKind.LAY, StepKind.FLIP)}
        rest, flips = list[Change](), list[CorrectionStep]()
        for change in changes:
            lies, bared = change.after, change.cell in back and self._on_back(change.cell)
            if lies is not None and lies.facing is Facing.UP and bared:
                back_up = PlacedCard(UNKNOWN, lies.owner, Facing.DOWN)
                flips.append(CorrectionStep(StepKind.FLIP, change.cell, back_up))
            else:
                rest.append(change)
        return (*self.smallest_correction(tuple(rest)), *flips)

    def refusal_steps(
        self, action: Action, changes: tuple[Change, ...], asked: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """What undoes a refused action; `asked`: the steps that were told last."""
        if action.facing is Facing.DOWN and not self.geometry.is_tracked(action.to):
            return (
                CorrectionStep(
                    StepKind.FLIP, action.to, PlacedCard(UNKNOWN, action.seat, Facing.DOWN)
                ),
            )
        return self._turn_steps(action, changes) or self._removal_steps(action, changes, asked)

    def _turn_steps(
        self, action: Action, changes: tuple[Change, ...]
    ) -> tuple[CorrectionStep, ...]:
        """The step that mends a card laid the wrong way round, if that is all there is.

        Upright where cards lie across, or otherwise than its place wants it.
        """
        zone = self.geometry.zones.get(action.to)
        if zone is None or action.verb is not Verb.PLACE or len(changes) != 1:
            return ()
        laid = changes[0].after
        right = replace(action, turn=zone.turn)
        if action.turn == zone.turn or laid is None or not self.match.judge(right).legal:
            return ()
        do = StepKind.SIDEWAYS if zone.turn else StepKind.TURN
        return (CorrectionStep(do, action.to, replace(laid, turn=zone.turn)),)

    def _removal_steps(
        self, action: Action, changes: tuple[Change, ...], asked: tuple[CorrectionStep, ...]
    ) -> tuple[CorrectionStep, ...]:
        """The steps by which a refused card goes again.

        A card that was to go to a pile lies over what belongs there.  One that shows where a card
        was asked back from is no new one: what lay beneath has been turned up.
        """
        loose = action.verb is Verb.PLACE and not self.geometry.is_tracked(action.to)
        bared = any(step.kind is StepKind.LAY and step.cell == action.to for step in asked)
        back = PlacedCard(UNKNOWN, action.seat, Facing.DOWN)
        if bared and action.verb is Verb.PLACE and self._on_back(action.to):
            rest = tuple(change for change in changes if change.cell != action.to)
            return (*self.smallest_correction(rest), CorrectionStep(StepKind.FLIP, action.to, back))
        gone = {action.card} if loose else ()
        return self.smallest_correction(changes, laid_on=action.to, gone=gone)

    def hand_to_pile_steps(self, before: Layout) -> Iterator[CorrectionStep]:
        """Cards that come to an open pile beside the field and lay nowhere before: out of a hand.

        No difference on the field tells of them.  A piece there is what was said, or counts.
        Where no seat's colour is printed on cards, it is one card on whosever place it lies.
        """
        owned = self.geometry.form.owners
        known = {(c.card, c.owner if owned else "") for pile in before.values() for c in pile}
        for cell, pile in self._layout().items():
            zone = self.geometry.zones.get(cell)
            if zone is None or zone.tracked or not zone.pile:
                continue
            fresh = Counter(_as_laid(card) for card in pile)
            fresh -= Counter(_as_laid(card) for card in before.get(cell, ()))
            for card in fresh.elements():
                piece = card.card == UNKNOWN or card.card.startswith(TOKEN)
                if not piece and (card.card, card.owner if owned else "") not in known:
                    yield CorrectionStep(StepKind.LAY, cell, card)

    def owner_token_steps(
        self, cell_owners: Mapping[str, Seat], before: Layout
    ) -> Iterator[CorrectionStep]:
        """The pieces that say whose a cell is now: they lie under cards, and are not compared."""
        layout, now = self._layout(), self.match.game.cell_owners(self.match.state)
        for cell in (each for each, seat in now.items() if cell_owners.get(each) != seat):
            was, lies = (_lowest(each.get(cell, ())) for each in (before, layout))
            if lies is not None and lies != was:
                yield CorrectionStep(StepKind.LAY, cell, lies)
            elif was is not None and lies is None:
                yield CorrectionStep(StepKind.TAKE, cell, was)

    def counter_steps(self, before: Layout) -> Iterator[CorrectionStep]:
        """The pieces that come to cards of the field, or go off them: they are not compared.

        What a card that is new there bears is laid with it.
        """
        tracked = self.geometry.is_tracked
        field = [pile for cell, pile in before.items() if tracked(cell)]
        for cell, pile in self._layout().items():
            was = _former(pile, field) if tracked(cell) else None
            if was is None:
                continue
            had, has = Counter(_upon(was)), Counter(_upon(pile))
            for wrong, right in zip_longest((had - has).elements(), (has - had).elements()):
                if right is None:
                    yield CorrectionStep(StepKind.TAKE, cell, wrong)
                else:
                    yield CorrectionStep(
                        StepKind.REPLACE if wrong else StepKind.LAY, cell, right, wrong=wrong
                    )

    def face_down_steps(
        self, undone: Iterable[Action], differing: Collection[str]
    ) -> list[CorrectionStep]:
        """Cards that were taken back and lie among backs still, where no difference shows them."""
        laid = (a.to for a in undone if a.verb is Verb.PLACE and a.facing is Facing.DOWN)
        return [
            withdrawal(to) for to in laid if self.geometry.is_tracked(to) and to not in differing
        ]

    def _on_back(self, cell: str) -> bool:
        """Whether the top card of a cell lies on a back."""
        cards = [card for card in self._layout()[cell] if not _piece(card)]
        return len(cards) > 1 and cards[-2].facing is Facing.DOWN

    def _layout(self) -> Layout:
        return self.match.game.layout(self.match.state)


def _lowest(pile: tuple[PlacedCard, ...]) -> PlacedCard | None:
    """The piece that lies at the very bottom of a cell."""
    return pile[0] if pile and _piece(pile[0]) else None


def _piece(lying: PlacedCard) -> bool:
    return lying.card.startswith(TOKEN)


def _upon(pile: tuple[PlacedCard, ...]) -> Iterator[PlacedCard]:
    """The pieces that lie on a cell's topmost card."""
    return takewhile(_piece, reversed(pile))


def _top(pile: tuple[PlacedCard, ...]) -> PlacedCard | None:
    """The topmost card of a cell, whatever pieces lie on it."""
    return next((each for each in reversed(pile) if not _piece(each)), None)


def _former(
    pile: tuple[PlacedCard, ...], before: list[tuple[PlacedCard, ...]]
) -> tuple[PlacedCard, ...] | None:
    """The pile that a pile was: with the same on top of all, else with its card still bare."""
    card = _top(pile)
    if card is None:
        return None
    like = [each for each in before if (was := _top(each)) is not None and _may_be(was, card, pile)]
    for top in map(_as_laid, (pile[-1], card)):
        found = [each for each in like if _as_laid(each[-1]) == top]
        if found and top.card != UNKNOWN:
            return found[0]
    return None


def _may_be(was: PlacedCard, card: PlacedCard, pile: tuple[PlacedCard, ...]) -> bool:
    """Whether a card may be what another was, or what lies under it, as far as faces tell."""
    known = {each.card for each in pile}
    return was.owner == card.owner and (UNKNOWN in (was.card, card.card) or was.card in known)


def _as_laid(lying: PlacedCard) -> PlacedCard:
    """A card of an open pile; how it is turned there says nothing."""
    return PlacedCard(lying.card, lying.owner)
