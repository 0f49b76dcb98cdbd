"""What lies in the piles the referee does not compare, by physical card.

A discard pile is kept where players like, and cards the state has taken off the field go there,
too.  Only a card that is *new* there means something: it is neither in the pile already nor one
that the state sent away (`LoosePiles.excuse`).

A referee that goes on from a log sees the tops of piles it never saw grow.  `LoosePiles.inherit`
takes for known what the log has in them: papers by their tags, as far as they were seen
(`LoosePiles.aside`), else cards by name, those that show and those beneath, which show when a top
is lifted.  A card that no pile of the log holds, or only as another paper, was laid meanwhile and
is news, unless the state has it fall from the field in the same moment (`LoosePiles.expect`).
Where nothing shows but what lay deeper, the top was taken meanwhile.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules import UNKNOWN, Facing, PlacedCard
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from companion.referee.geometry import TableGeometry
    from companion.referee.table import SeenCard, TableContents
    from rules import Seat

_NOBODY: Final = ("", "")


@dataclass(frozen=True, slots=True)
class LooseCard:
    """A paper off the field: what it shows, and the pile on which it was seen ("" if on none)."""

    placed: PlacedCard
    cell: str = ""


class LoosePiles:
    """The loose piles of one match."""

    def __init__(self) -> None:
        self._stacks: dict[str, dict[str, PlacedCard]] = {}
        self._discarded: dict[str, PlacedCard] = {}
        self._returning: set[str] = set()
        self._recalled: dict[str, Counter[str]] = {}
        self._beneath: Counter[tuple[str, Seat]] = Counter()
        self._expected: Counter[str] = Counter()

    def loose_cards(self, geometry: TableGeometry) -> dict[str, LooseCard]:
        """The papers that lie, or may lie, on a loose pile, by tag; lower ones first."""
        known = {tag: LooseCard(lying) for tag, lying in self._discarded.items()}
        for cell, stack in self._stacks.items():
            if _heaped(cell, geometry):
                known |= {tag: LooseCard(lying, cell) for tag, lying in stack.items()}
        return {
            tag: each
            for tag, each in known.items()
            if each.placed.facing is Facing.UP
            and each.placed.card != UNKNOWN
            and tag not in self._returning
        }

    def returning(self) -> frozenset[str]:
        """The papers that lie on a pile still, though the match has them in a hand again."""
        there = {tag for stack in self._stacks.values() for tag in stack}
        return frozenset(self._returning & there)

    def restore(
        self,
        table: TableContents,
        geometry: TableGeometry,
        cards: Counter[tuple[str, Seat]],
        aside: Mapping[str, LooseCard],
        gone: Collection[PlacedCard] = (),
        returning: Collection[str] = (),
    ) -> None:
        """Take the piles of a resumed match as they lie.

        `cards`: what its log has in them, and whose it is; the other seat's twin is another card.
        `aside`: the papers of theirs that it names.  `gone`: what its log has on the field, and
        what is not there any more; where such a card lies, nobody laid it out of a hand.  Nor did
        anybody those that were `returning` and that no hand has taken yet.
        """
        left = Counter(cards)
        self._restore_loose(table, aside, left)
        for cell, shown in table.piles.items():
            if geometry.is_tracked(cell):
                continue
            stack = self._stacks.setdefault(cell, {})
            for seen in shown:
                if seen.tag in stack:
                    continue
                if seen.tag in returning:
                    self._returning.add(seen.tag)
                    stack[seen.tag] = seen.placed
                    continue
                if seen.tag in self._discarded:
                    stack[seen.tag] = self._discarded.pop(seen.tag)
                    continue
                known = geometry.is_control_zone(cell) or seen.placed.facing is not Facing.UP
                known = known or any(_alike(seen.placed, lying, geometry) for lying in gone)
                named = _named(seen, left)
                if known or named is not None:
                    left[named or _NOBODY] -= 1
                    stack[seen.tag] = seen.placed
        self._beneath = +left

    def _restore_loose(
        self, table: TableContents, aside: Mapping[str, LooseCard], left: Counter[tuple[str, Seat]]
    ) -> None:
        """Strike papers a log names from what is `left`; a pile lies as it has it, if it may."""
        heaps: dict[str, dict[str, PlacedCard]] = {}
        for tag, each in aside.items():
            if (name := _called(each.placed, left)) is not None:
                left[name] -= 1
                heaps.setdefault(each.cell, {})[tag] = each.placed
        for cell, heap in heaps.items():
            shown = table.piles.get(cell)
            if shown is not None and all(seen.tag in heap for seen in shown):
                self._stacks[cell] = heap
            else:
                self._discarded |= heap

    def new_cards(
        self, table: TableContents, geometry: TableGeometry, afield: Collection[str] = ()
    ) -> tuple[Change, ...]:
        """Face-up cards that lie newly on a pile, as changes of that cell.

        `afield`: the tags that the state has on the field; what becomes of them is seen there.
        """
        new = self._new(table, geometry, afield)
        return tuple(Change(cell, None, seen.placed) for cell, seen in new)

    def new_backs(self, table: TableContents, geometry: TableGeometry) -> tuple[Change, ...]:
        """Face-down cards that lie newly on a pile, as changes of that cell."""
        return tuple(
            Change(cell, None, seen.placed)
            for cell, cards in table.piles.items()
            for seen in cards
            if seen.placed.facing is Facing.DOWN
            and _heaped(cell, geometry)
            and seen.tag not in self._stacks.get(cell, ())
        )

    def _new(
        self, table: TableContents, geometry: TableGeometry, afield: Collection[str]
    ) -> Iterator[tuple[str, SeenCard]]:
        for cell, cards in table.piles.items():
            if geometry.is_tracked(cell):
                continue
            known = {*afield, *self._stacks.get(cell, ())}
            if not geometry.is_control_zone(
                cell
            ):  # a card shown there is meant, wherever it came from
                known |= self._uncovered(cell, cards) | self._discarded.keys()
            for seen in cards:
                if seen.placed.facing is Facing.UP and seen.tag not in known:
                    yield cell, seen

    def _uncovered(self, cell: str, cards: Collection[SeenCard]) -> set[str]:
        """Tags of cards known by name only: fallen ones, and those beneath a lifted top."""
        stack, showing = self._stacks.get(cell), {seen.tag for seen in cards}
        lifted = not (stack and next(reversed(stack)) in showing)
        return {
            seen.tag
            for seen in cards
            if self._expected[seen.placed.card] > 0
            or (lifted and _named(seen, self._beneath) is not None)
        }

    def removed_tops(self, table: TableContents, geometry: TableGeometry) -> tuple[Change, ...]:
        """Piles whose top card is gone, as changes of that cell."""
        found = []
        for cell, tag in self._removed_top_tags(table, geometry):
            cards = table.piles[cell]
            after = cards[-1].placed if cards else None
            found.append(Change(cell, self._stacks[cell][tag], after))
        return tuple(found)

    def recall_removed_tops(self, table: TableContents, geometry: TableGeometry) -> None:
        """The top cards that are gone were taken into play."""
        for cell, tag in list(self._removed_top_tags(table, geometry)):
            self._recalled.setdefault(cell, Counter())[self._stacks[cell][tag].card] += 1
            self.back_in_play(tag)

    def _removed_top_tags(
        self, table: TableContents, geometry: TableGeometry
    ) -> Iterator[tuple[str, str]]:
        for cell, cards in table.piles.items():
            stack = self._stacks.get(cell)
            if stack and not geometry.is_tracked(cell):
                top = next(reversed(stack))
                if top not in {seen.tag for seen in cards}:
                    yield cell, top

    def is_discarded(self, tag: str) -> bool:
        """Whether the state sent this card away."""
        return tag in self._discarded

    def was_on_pile(self, tag: str) -> bool:
        """Whether this paper is known to have lain on a pile, open: no back covered it."""
        there = self._is_on_pile(tag) and tag not in self._returning
        return tag in self._discarded or there

    def absorb(
        self, table: TableContents, geometry: TableGeometry, *, news: bool, afield: Collection[str]
    ) -> None:
        """Take the piles as they lie; what is news stays so unless `news` is settled, too."""
        kept = set() if news else {seen.tag for _, seen in self._new(table, geometry, afield)}
        for cell, cards in table.piles.items():
            stack = self._stacks.setdefault(cell, {})
            uncovered = self._uncovered(cell, cards) if _heaped(cell, geometry) else set[str]()
            uncovered -= stack.keys()
            for seen in (seen for seen in cards if seen.tag in uncovered):
                if self._expected[seen.placed.card] > 0:
                    self._expected[seen.placed.card] -= 1
                else:
                    self._beneath[_named(seen, self._beneath) or _NOBODY] -= 1
            while stack and not cards:
                self._pop(stack)
            for seen in cards:
                if seen.tag in kept:
                    continue
                while seen.tag in stack and next(reversed(stack)) != seen.tag:
                    self._pop(stack)
                stack[seen.tag] = seen.placed

    def _pop(self, stack: dict[str, PlacedCard]) -> None:
        """A card taken off a pile still belongs there, unless its laying was taken back."""
        tag, lying = stack.popitem()
        if tag in self._returning:
            self._returning.discard(tag)
        else:
            self._discarded[tag] = lying

    def undo_placements(
        self, cell: str, cards: Counter[str], showing: Collection[str] = ()
    ) -> dict[str, PlacedCard]:
        """These cards, laid last on a pile, were taken back: they go to the hand again.

        Returns the open ones that lie there still, by the tags that are `showing`.  One that was
        lifted off before is no card of the pile's any more.
        """
        left, there, covered = Counter(cards), dict[str, PlacedCard](), False
        stack = list(self._stacks.get(cell, {}).items())
        for tag, lying in reversed(stack[max(0, len(stack) - cards.total()) :]):
            covered = covered or tag in showing
            name = lying.card if left[lying.card] > 0 else UNKNOWN
            if left[name] > 0:
                left[name] -= 1
                self._returning.add(tag)
                if covered and name != UNKNOWN:
                    there[tag] = lying
        for tag, lying in list(self._discarded.items()):
            if lying.card != UNKNOWN and left[lying.card] > 0:
                left[lying.card] -= 1
                del self._discarded[tag]
        return there

    def release(
        self,
        cell: str,
        cards: Counter[str],
        showing: Collection[str],
        *,
        to_hand: bool = False,
        elsewhere: Collection[str] = (),
        owner: Seat = "",
    ) -> dict[str, PlacedCard]:
        """The rules took these cards out of a pile (a reshuffle): they are in play again.

        `showing`: the tags that are still seen there; they go when the hands take them; others are
        seen `elsewhere`.  Returns the open cards that a hand has to take off one by one
        (`to_hand`), in sight or beneath what is, as one is that was sent away and seen nowhere
        since; whoever draws off backs takes one by the way.  `owner`: whose cards lie there, ""
        where that is not told apart.
        """
        left, stack = cards - self._recalled.pop(cell, Counter()), self._stacks.get(cell, {})
        there, covered = dict[str, PlacedCard](), False
        for tag, lying in list(reversed(stack.items())):
            covered = covered or tag in showing
            if left[lying.card] > 0:
                left[lying.card] -= 1
                if to_hand and covered and lying.card != UNKNOWN:
                    there[tag] = lying
                self._discarded.pop(tag, None)
                if tag in showing or tag in there:
                    self._returning.add(tag)
                else:
                    del stack[tag]
        for tag, lying in list(self._discarded.items()):
            if left[lying.card] > 0 and (not owner or lying.owner in ("", owner)):
                left[lying.card] -= 1
                del self._discarded[tag]
                if to_hand and showing and not (tag in elsewhere or self._is_on_pile(tag)):
                    there[tag] = lying
                    self._returning.add(tag)
                    self._stacks[cell] = {tag: lying, **self._stacks.get(cell, {})}
        return there

    def _is_on_pile(self, tag: str) -> bool:
        """Whether a paper was seen on some pile."""
        return any(tag in stack for stack in self._stacks.values())

    def keep_cards(self, cell: str, cards: Counter[str]) -> None:
        """These cards belong on a pile again: what lies there still may stay."""
        left = Counter(cards)
        for tag in self._returning & self._stacks.get(cell, {}).keys():
            card = self._stacks[cell][tag].card
            if left[card] > 0:
                left[card] -= 1
                self._returning.discard(tag)

    def swapped_with(self, tag: str) -> None:
        """A twin from a pile lies where this paper lay: this one goes to the hand instead."""
        self._discarded.pop(tag, None)
        if self._is_on_pile(tag):
            self._returning.add(tag)

    def mark_discarded(self, tag: str, lying: PlacedCard) -> None:
        """The state sent this card away: wherever it turns up next means nothing."""
        self._discarded[tag] = lying

    def expect_unseen(self, card: str) -> None:
        """The state sent away a card whose paper nobody has seen."""
        if card != UNKNOWN:
            self._expected[card] += 1

    def back_in_play(self, tag: str) -> None:
        """This card is in play again."""
        self._discarded.pop(tag, None)
        self._returning.discard(tag)
        for stack in self._stacks.values():
            stack.pop(tag, None)


def _heaped(cell: str, geometry: TableGeometry) -> bool:
    """Whether cards only lie there: it is not compared, and nothing is said by them."""
    return not (geometry.is_tracked(cell) or geometry.is_control_zone(cell))


def _alike(lying: PlacedCard, other: PlacedCard, geometry: TableGeometry) -> bool:
    """Whether it is the same card, and the same seat's where seats print their colours."""
    return lying.card == other.card and (lying.owner == other.owner or not geometry.form.owners)


def _called(lying: PlacedCard, cards: Counter[tuple[str, Seat]]) -> tuple[str, Seat] | None:
    """The name under which a paper seen elsewhere counts among `cards`, its seat's first."""
    own = (lying.card, lying.owner)
    names = (own, *(name for name in cards if name[0] == lying.card))
    return next((name for name in names if cards[name] > 0), None)


def _named(seen: SeenCard, cards: Counter[tuple[str, Seat]]) -> tuple[str, Seat] | None:
    """The name under which a card counts among `cards`, None if it is not there."""
    card, owner = seen.placed.card, seen.placed.owner
    return next((name for name in ((card, owner), (card, "")) if cards[name] > 0), None)
