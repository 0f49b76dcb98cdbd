"""Loose piles: the physical cards in piles that the referee does not compare with the state.

Players keep a discard pile wherever they like, and put cards there that the state has removed.
Only a *new* card has a meaning: one that was not in the pile and that the state did not remove
(`LoosePiles.mark_discarded`).

A resumed referee sees the tops of piles that grew unseen. `LoosePiles.resumed` accepts the cards
that the log has in them: copies by their tags, as far as they were seen, other cards by name. Cards
known by name may be visible from the start, or later beneath a lifted top. A card that the log has
in no pile, or only as another copy, was placed meanwhile and is new, unless it leaves the field at
the same moment (`LoosePiles.expect_unseen`). If only deeper cards are visible, the top was taken
meanwhile.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from companion.referee.geometry import TableGeometry
from companion.referee.table import SeenCard, TableContents
from rules import UNKNOWN, Facing, PlacedCard, Seat

_T = TypeVar("_T")
Stack = Mapping[str, PlacedCard]
"""The cards of a pile by their tags, lowest first."""
Name = tuple[str, Seat]
"""A card and its owner, without its copy; the owner is "" if any seat's copy counts."""


@dataclass(frozen=True, slots=True)
class LoosePiles:
    """The loose piles of one match; each method that changes them returns new ones.

    `stacks`: the cards seen on each pile. `discarded`: cards that the rules removed and that no
    pile shows yet. `returned`: tags of cards on piles that must return to a hand, each with True if
    a player has to pick it out. `recalled`: the cards of each pile that are in play again.
    `beneath`: cards known by name only. `expected`: cards that the rules removed before their
    copies were seen.
    """

    stacks: Mapping[str, Stack] = field(default_factory=dict)
    discarded: Stack = field(default_factory=dict)
    returned: Mapping[str, bool] = field(default_factory=dict)
    recalled: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    beneath: Mapping[Name, int] = field(default_factory=dict)
    expected: Mapping[str, int] = field(default_factory=dict)

    def to_take(self) -> dict[str, tuple[str, PlacedCard]]:
        """Return the cards that a player has to pick out of a pile, each with its cell, by tag."""
        return {
            tag: (cell, placed)
            for cell, stack in self.stacks.items()
            for tag, placed in reversed(list(stack.items()))
            if self.returned.get(tag)
        }

    def recall(self, cell: str, tag: str, placed: PlacedCard) -> "LoosePiles":
        """Record that the top card of a pile is in play again."""
        recalled = Counter(self.recalled.get(cell)) + Counter([placed.card])
        return replace(self, recalled={**self.recalled, cell: recalled}).back_in_play(tag)

    def was_on_pile(self, tag: str) -> bool:
        """Return True if this card was seen face up on a pile."""
        return tag in self.discarded or (self._is_on_pile(tag) and tag not in self.returned)

    def absorb(
        self, table: TableContents, geometry: TableGeometry, unexplained: Collection[str] = ()
    ) -> "LoosePiles":
        """Accept the piles as they are, except for the `unexplained` tags on them.

        A card that leaves a pile still belongs there, unless its placement was undone. This does
        not apply to piles on the field or in a control zone: such a card may be played again.
        """
        stacks, discarded, returned = self._copied()
        expected, beneath = Counter(self.expected), Counter(self.beneath)
        for cell, cards in table.piles.items():
            if geometry.is_tracked(cell):
                continue
            stack, left = stacks.setdefault(cell, {}), dict[str, PlacedCard]()
            uncovered = set[str]()
            if geometry.is_loose(cell):
                uncovered = _uncovered(cards, stack, expected, beneath) - stack.keys()
            for placed in (seen.placed for seen in cards if seen.tag in uncovered):
                if not _use(expected, placed.card):
                    _use(beneath, *_names(placed))
            while stack and not cards:
                left.update([stack.popitem()])
            for seen in cards:
                if seen.tag in unexplained:
                    continue
                while seen.tag in stack and _top(stack) != seen.tag:
                    left.update([stack.popitem()])
                stack[seen.tag] = seen.placed
            for tag, placed in left.items():
                if returned.pop(tag, None) is None and geometry.is_loose(cell):
                    discarded[tag] = placed
        return LoosePiles(stacks, discarded, returned, self.recalled, +beneath, +expected)

    def resumed(
        self,
        table: TableContents,
        geometry: TableGeometry,
        cards: Mapping[Name, int],
        gone: Collection[PlacedCard] = (),
    ) -> "LoosePiles":
        """Return the piles of a resumed match, accepted as they are.

        `cards`: the log's cards in them; another seat's copy is a different card. `gone`: cards
        that the log has on the field but that are no longer there; such a card on a pile was not
        played from a hand. Cards that players had yet to take into a hand were not played either.
        """
        remaining, returned = Counter(cards), dict[str, bool]()
        stacks, discarded = dict[str, dict[str, PlacedCard]](), dict[str, PlacedCard]()
        known = {tag: ("", placed) for tag, placed in self.discarded.items()}
        for cell, stack in self.stacks.items():
            for tag, placed in stack.items() if geometry.is_loose(cell) else ():
                known.pop(tag, None)  # a card on a pile comes after the discarded ones
                known[tag] = cell, placed
        named = dict[str, dict[str, PlacedCard]]()
        for tag, (cell, placed) in known.items():
            is_named = placed.facing is Facing.UP and placed.card != UNKNOWN
            names = _names_elsewhere(placed, remaining)
            if is_named and tag not in self.returned and _use(remaining, *names):
                named.setdefault(cell, {})[tag] = placed
        for cell, pile in named.items():
            shown = table.piles.get(cell)
            if shown is not None and all(seen.tag in pile for seen in shown):
                stacks[cell] = pile
            else:
                discarded |= pile
        for cell, shown in table.piles.items():
            if geometry.is_tracked(cell):
                continue
            pile = stacks.setdefault(cell, {})
            for tag, placed in ((s.tag, s.placed) for s in shown if s.tag not in pile):
                if tag in self.returned:
                    returned[tag] = False
                elif tag not in discarded and not (
                    _use(remaining, *_names(placed))
                    or geometry.is_control_zone(cell)
                    or placed.facing is not Facing.UP
                    or any(_is_same_card(placed, each, geometry) for each in gone)
                ):
                    continue
                pile[tag] = discarded.pop(tag, placed)
        return LoosePiles(stacks, discarded, returned, beneath=+remaining)

    def undo_placements(
        self,
        cell: str,
        cards: Mapping[str, int],
        visible: Collection[str] = (),
        in_hand: Collection[str] = (),
    ) -> "LoosePiles":
        """Record that these cards, the last ones on a pile, return to a hand.

        Those that are still `visible` there, face up, are picked out if they are `in_hand` now. A
        card that was lifted off before no longer belongs to the pile.
        """
        remaining, covered = Counter(cards), False
        _, discarded, returned = self._copied()
        stack = list(self.stacks.get(cell, {}).items())
        for tag, placed in reversed(stack[max(0, len(stack) - remaining.total()) :]):
            covered = covered or tag in visible
            name = placed.card if remaining[placed.card] > 0 else UNKNOWN
            if _use(remaining, name):
                picked = covered and name != UNKNOWN and placed.card in in_hand
                returned[tag] = picked or returned.get(tag, False)
        for tag, placed in self.discarded.items():
            if placed.card != UNKNOWN and _use(remaining, placed.card):
                del discarded[tag]
        return replace(self, returned=returned, discarded=discarded)

    def release(
        self,
        cell: str,
        cards: Mapping[str, int],
        visible: Collection[str],
        *,
        to_hand: bool = False,
        elsewhere: Collection[str] = (),
        owner: Seat = "",
    ) -> "LoosePiles":
        """Record that the rules took these cards out of a pile (a reshuffle).

        `visible`: the tags seen there, which leave the pile when the players take the cards; others
        are seen `elsewhere`. With `to_hand`, a player has to pick out the face-up cards one by one,
        including buried cards and discarded cards not seen since. Face-down cards are drawn without
        picking. `owner`: the seat whose cards are there, "" if cards have no owner.
        """
        remaining = Counter(cards) - Counter(self.recalled.get(cell))
        recalled = {each: count for each, count in self.recalled.items() if each != cell}
        stacks, discarded, returned = self._copied()
        stack, covered = stacks.get(cell, {}), False
        for tag, placed in list(reversed(stack.items())):
            covered = covered or tag in visible
            if _use(remaining, placed.card):
                picked = to_hand and covered and placed.card != UNKNOWN
                discarded.pop(tag, None)
                if picked or tag in visible:
                    returned[tag] = picked or returned.get(tag, False)
                else:
                    del stack[tag]
                    returned.pop(tag, None)
        on_piles = {tag for each in stacks.values() for tag in each}
        for tag, placed in list(discarded.items()):
            if (not owner or placed.owner in ("", owner)) and _use(remaining, placed.card):
                del discarded[tag]
                if to_hand and visible and not (tag in elsewhere or tag in on_piles):
                    returned[tag] = True
                    stacks[cell] = {tag: placed, **stacks.get(cell, {})}
        beneath, expected = Counter(self.beneath), Counter(self.expected)
        if not to_hand:
            expected -= remaining
            for card, seat in beneath:
                beneath[card, seat] -= remaining[card] if not owner or seat in ("", owner) else 0
        return LoosePiles(stacks, discarded, returned, recalled, +beneath, expected)

    def keep_cards(self, cell: str, cards: Mapping[str, int]) -> "LoosePiles":
        """Record that these cards belong on a pile again; those still there may stay."""
        remaining, stack = Counter(cards), self.stacks.get(cell, {})
        here = [tag for tag in stack if tag in self.returned]
        kept = {tag for tag in here if _use(remaining, stack[tag].card)}
        return replace(self, returned=_without(self.returned, kept))

    def swapped_with(self, tag: str) -> "LoosePiles":
        """Record that another copy from a pile replaces this card, which returns to the hand."""
        returned = {tag: False} if self._is_on_pile(tag) else {}
        discarded = _without(self.discarded, {tag})
        return replace(self, discarded=discarded, returned={**returned, **self.returned})

    def mark_discarded(self, tag: str, placed: PlacedCard) -> "LoosePiles":
        """Record that the state removed this card, which then has no meaning anywhere."""
        return replace(self, discarded={**self.discarded, tag: placed})

    def expect_unseen(self, card: str) -> "LoosePiles":
        """Record that the state removed a card whose copy has not been seen."""
        if card == UNKNOWN:
            return self
        return replace(self, expected=Counter(self.expected) + Counter([card]))

    def back_in_play(self, tag: str) -> "LoosePiles":
        """Record that this card is in play again."""
        stacks = {cell: _without(stack, {tag}) for cell, stack in self.stacks.items()}
        discarded, returned = _without(self.discarded, {tag}), _without(self.returned, {tag})
        return replace(self, stacks=stacks, discarded=discarded, returned=returned)

    def _is_on_pile(self, tag: str) -> bool:
        """Return True if a card was seen on some pile."""
        return any(tag in stack for stack in self.stacks.values())

    def _copied(
        self,
    ) -> tuple[dict[str, dict[str, PlacedCard]], dict[str, PlacedCard], dict[str, bool]]:
        """Return copies of the stacks, the discarded and the returned cards."""
        stacks = {cell: dict(stack) for cell, stack in self.stacks.items()}
        return stacks, dict(self.discarded), dict(self.returned)


def find_new_cards(
    piles: LoosePiles,
    table: TableContents,
    geometry: TableGeometry,
    on_field: Collection[str] = (),
) -> Iterator[tuple[str, SeenCard]]:
    """Yield the new face-up cards on piles, each with its cell.

    `on_field`: the tags of cards that the state has on the field, where they are judged.
    """
    for cell, cards in table.piles.items():
        if geometry.is_tracked(cell):
            continue
        known = {*on_field, *piles.stacks.get(cell, ())}
        # A card in a control zone counts as new, whatever its origin.
        if not geometry.is_control_zone(cell):
            stack = piles.stacks.get(cell, {})
            known |= _uncovered(cards, stack, piles.expected, piles.beneath)
            known |= piles.discarded.keys()
        for seen in cards:
            if seen.placed.facing is Facing.UP and seen.tag not in known:
                yield cell, seen


def find_removed_tops(piles: LoosePiles, table: TableContents) -> Iterator[tuple[str, str]]:
    """Yield the tags of top cards that are gone from their piles, each with its cell."""
    for cell, cards in table.piles.items():
        stack = piles.stacks.get(cell)
        if stack and (top := _top(stack)) not in {seen.tag for seen in cards}:
            yield cell, top


def _uncovered(
    cards: Collection[SeenCard],
    stack: Stack,
    expected: Mapping[str, int],
    beneath: Mapping[Name, int],
) -> set[str]:
    """Return tags of cards known only by name: expected cards, and those below a lifted top."""
    visible = {seen.tag for seen in cards}
    lifted = not (stack and _top(stack) in visible)
    return {
        seen.tag
        for seen in cards
        if expected.get(seen.placed.card, 0) > 0
        or (lifted and any(beneath.get(name, 0) > 0 for name in _names(seen.placed)))
    }


def _top(stack: Stack) -> str:
    """Return the tag of the top card."""
    return list(stack)[-1]


def _without(cards: Mapping[str, _T], tags: Collection[str]) -> Mapping[str, _T]:
    return {tag: each for tag, each in cards.items() if tag not in tags}


def _use(cards: Counter[_T], *names: _T) -> bool:
    """Count off the first of the names that is left among the cards; return False if none is."""
    name = next((each for each in names if cards[each] > 0), None)
    if name is not None:
        cards[name] -= 1
    return name is not None


def _is_same_card(placed: PlacedCard, other: PlacedCard, geometry: TableGeometry) -> bool:
    """Return True for the same card, of the same seat if cards have their seats' colours."""
    return placed.card == other.card and (placed.owner == other.owner or not geometry.form.owners)


def _names(placed: PlacedCard) -> tuple[Name, Name]:
    """Return the names that a visible card may have."""
    return (placed.card, placed.owner), (placed.card, "")


def _names_elsewhere(placed: PlacedCard, cards: Mapping[Name, int]) -> tuple[Name, ...]:
    """Return the names that a copy seen elsewhere may have, its own seat's first."""
    return (placed.card, placed.owner), *(name for name in cards if name[0] == placed.card)
