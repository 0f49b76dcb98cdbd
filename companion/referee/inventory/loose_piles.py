"""Loose piles: the physical cards in piles that the referee does not compare with the state.

Players keep a discard pile wherever they like, and put cards there that the state has removed.
Only a *new* card has a meaning: one that was not in the pile and that the state did not remove
(`LoosePiles.mark_discarded`).

A resumed referee sees the tops of piles that grew unseen. `restored_piles` accepts the cards that
the log has in them: copies by their tags, as far as they were seen
(`LoosePiles.loose_cards`), other cards by name. Cards known by name may be visible from the start,
or later beneath a lifted top. A card that the log has in no pile, or only as another copy, was
placed meanwhile and is new, unless it leaves the field at the same moment
(`LoosePiles.expect_unseen`). If only deeper cards are visible, the top was taken meanwhile.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.referee.geometry import TableGeometry
from companion.referee.table import SeenCard, TableContents
from rules import UNKNOWN, Facing, PlacedCard, Seat

_NO_NAME: Final = ("", "")


@dataclass(frozen=True, slots=True)
class LooseCard:
    """A card off the field: its face, and the pile on which it was seen ("" for no pile)."""

    placed: PlacedCard
    cell: str = ""


Stack = Mapping[str, PlacedCard]
"""The cards of a pile by their tags, lowest first."""


@dataclass(frozen=True, slots=True)
class LoosePiles:
    """The loose piles of one match; each method that changes them returns new ones.

    `stacks`: the cards seen on each pile. `discarded`: cards that the rules removed and that no
    pile shows yet. `returned`: tags of cards on piles that must return to a hand. `recalled`: the
    cards of each pile that are in play again. `beneath`: cards known by name only. `expected`:
    cards that the rules removed before their copies were seen.
    """

    stacks: Mapping[str, Stack] = field(default_factory=dict)
    discarded: Stack = field(default_factory=dict)
    returned: frozenset[str] = frozenset()
    recalled: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    beneath: Mapping[tuple[str, Seat], int] = field(default_factory=dict)
    expected: Mapping[str, int] = field(default_factory=dict)

    def loose_cards(self, geometry: TableGeometry) -> dict[str, LooseCard]:
        """Return the cards that are, or may be, on a loose pile, by tag; lower ones first."""
        known = {tag: LooseCard(placed) for tag, placed in self.discarded.items()}
        for cell, stack in self.stacks.items():
            if _is_loose(cell, geometry):
                found = {tag: LooseCard(placed, cell) for tag, placed in stack.items()}
                known = {tag: each for tag, each in known.items() if tag not in found} | found
        return {
            tag: each
            for tag, each in known.items()
            if each.placed.facing is Facing.UP
            and each.placed.card != UNKNOWN
            and tag not in self.returned
        }

    def returning(self) -> frozenset[str]:
        """Return the tags of cards that are still on a pile but must return to a hand."""
        on_piles = {tag for stack in self.stacks.values() for tag in stack}
        return self.returned & on_piles

    def recall(self, cell: str, tag: str, placed: PlacedCard) -> "LoosePiles":
        """Record that the top card of a pile is in play again."""
        recalled = Counter(self.recalled.get(cell)) + Counter([placed.card])
        return replace(self, recalled={**self.recalled, cell: recalled}).back_in_play(tag)

    def was_on_pile(self, tag: str) -> bool:
        """Return True if this card was seen face up on a pile."""
        is_known = self._is_on_pile(tag) and tag not in self.returned
        return tag in self.discarded or is_known

    def absorb(
        self, table: TableContents, geometry: TableGeometry, unexplained: Collection[str] = ()
    ) -> "LoosePiles":
        """Accept the piles as they are, except for the `unexplained` tags on them."""
        stacks, discarded = _copied(self.stacks), dict(self.discarded)
        returned, expected = set(self.returned), Counter(self.expected)
        beneath = Counter(self.beneath)

        def pop(stack: dict[str, PlacedCard]) -> None:
            """Remove the top card; it still belongs there unless its placement was undone."""
            tag, placed = stack.popitem()
            if tag in returned:
                returned.discard(tag)
            else:
                discarded[tag] = placed

        for cell, cards in table.piles.items():
            stack = stacks.setdefault(cell, {})
            uncovered = set[str]()
            if _is_loose(cell, geometry):
                uncovered = _uncovered(cards, stack, expected, beneath) - stack.keys()
            for seen in (seen for seen in cards if seen.tag in uncovered):
                if expected[seen.placed.card] > 0:
                    expected[seen.placed.card] -= 1
                else:
                    beneath[_name_seen(seen, beneath) or _NO_NAME] -= 1
            while stack and not cards:
                pop(stack)
            for seen in cards:
                if seen.tag in unexplained:
                    continue
                while seen.tag in stack and _top(stack) != seen.tag:
                    pop(stack)
                stack[seen.tag] = seen.placed
        return LoosePiles(
            stacks, discarded, frozenset(returned), self.recalled, +beneath, +expected
        )

    def undo_placements(
        self, cell: str, cards: Mapping[str, int], visible: Collection[str] = ()
    ) -> "tuple[LoosePiles, Stack]":
        """Record that these cards, the last ones on a pile, return to a hand.

        Return also those that are still `visible` there, face up. A card that was lifted off
        before no longer belongs to the pile.
        """
        remaining, to_take, covered = Counter(cards), dict[str, PlacedCard](), False
        returned, discarded = set(self.returned), dict(self.discarded)
        stack = list(self.stacks.get(cell, {}).items())
        for tag, placed in reversed(stack[max(0, len(stack) - remaining.total()) :]):
            covered = covered or tag in visible
            name = placed.card if remaining[placed.card] > 0 else UNKNOWN
            if remaining[name] > 0:
                remaining[name] -= 1
                returned.add(tag)
                if covered and name != UNKNOWN:
                    to_take[tag] = placed
        for tag, placed in self.discarded.items():
            if placed.card != UNKNOWN and remaining[placed.card] > 0:
                remaining[placed.card] -= 1
                del discarded[tag]
        return replace(self, returned=frozenset(returned), discarded=discarded), to_take

    def release(
        self,
        cell: str,
        cards: Mapping[str, int],
        visible: Collection[str],
        *,
        to_hand: bool = False,
        elsewhere: Collection[str] = (),
        owner: Seat = "",
    ) -> "tuple[LoosePiles, Stack]":
        """Record that the rules took these cards out of a pile (a reshuffle).

        `visible`: the tags seen there, which leave the pile when the players take the cards; others
        are seen `elsewhere`. Return also the face-up cards that a player has to pick out one by one
        (`to_hand`), including buried cards and discarded cards not seen since. Face-down cards are
        drawn without picking. `owner`: the seat whose cards are there, "" if cards have no owner.
        """
        remaining = Counter(cards) - Counter(self.recalled.get(cell))
        recalled = {each: count for each, count in self.recalled.items() if each != cell}
        stacks, discarded, returned = _copied(self.stacks), dict(self.discarded), set(self.returned)
        stack, to_take, covered = stacks.get(cell, {}), dict[str, PlacedCard](), False
        for tag, placed in list(reversed(stack.items())):
            covered = covered or tag in visible
            if remaining[placed.card] > 0:
                remaining[placed.card] -= 1
                if to_hand and covered and placed.card != UNKNOWN:
                    to_take[tag] = placed
                discarded.pop(tag, None)
                if tag in visible or tag in to_take:
                    returned.add(tag)
                else:
                    del stack[tag]
        on_piles = {tag for each in stacks.values() for tag in each}
        for tag, placed in list(discarded.items()):
            if remaining[placed.card] > 0 and (not owner or placed.owner in ("", owner)):
                remaining[placed.card] -= 1
                del discarded[tag]
                if to_hand and visible and not (tag in elsewhere or tag in on_piles):
                    to_take[tag] = placed
                    returned.add(tag)
                    stacks[cell] = {tag: placed, **stacks.get(cell, {})}
        beneath, expected = Counter(self.beneath), Counter(self.expected)
        if not to_hand:
            expected -= remaining
            for card, seat in beneath:
                beneath[card, seat] -= remaining[card] if not owner or seat in ("", owner) else 0
        after = LoosePiles(stacks, discarded, frozenset(returned), recalled, +beneath, expected)
        return after, to_take

    def _is_on_pile(self, tag: str) -> bool:
        """Return True if a card was seen on some pile."""
        return any(tag in stack for stack in self.stacks.values())

    def keep_cards(self, cell: str, cards: Mapping[str, int]) -> "LoosePiles":
        """Record that these cards belong on a pile again; those still there may stay."""
        remaining, stack, kept = Counter(cards), self.stacks.get(cell, {}), set()
        for tag in (tag for tag in stack if tag in self.returned):
            card = stack[tag].card
            if remaining[card] > 0:
                remaining[card] -= 1
                kept.add(tag)
        return replace(self, returned=self.returned - kept)

    def swapped_with(self, tag: str) -> "LoosePiles":
        """Record that another copy from a pile replaces this card, which returns to the hand."""
        on_pile = {tag} if self._is_on_pile(tag) else frozenset[str]()
        discarded = _without(self.discarded, tag)
        return replace(self, discarded=discarded, returned=self.returned | on_pile)

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
        stacks = {cell: _without(stack, tag) for cell, stack in self.stacks.items()}
        discarded, returned = _without(self.discarded, tag), self.returned - {tag}
        return replace(self, stacks=stacks, discarded=discarded, returned=returned)


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


def find_new_backs(
    piles: LoosePiles, table: TableContents, geometry: TableGeometry
) -> Iterator[tuple[str, SeenCard]]:
    """Yield the new face-down cards on piles, each with its cell."""
    for cell, cards in table.piles.items():
        for seen in cards if _is_loose(cell, geometry) else ():
            if seen.placed.facing is Facing.DOWN and seen.tag not in piles.stacks.get(cell, ()):
                yield cell, seen


def find_removed_tops(
    piles: LoosePiles, table: TableContents, geometry: TableGeometry
) -> Iterator[tuple[str, str]]:
    """Yield the tags of top cards that are gone from their piles, each with its cell."""
    for cell, cards in table.piles.items():
        stack = piles.stacks.get(cell)
        if stack and not geometry.is_tracked(cell):
            top = _top(stack)
            if top not in {seen.tag for seen in cards}:
                yield cell, top


def restored_piles(
    table: TableContents,
    geometry: TableGeometry,
    cards: Counter[tuple[str, Seat]],
    loose: Mapping[str, LooseCard],
    gone: Collection[PlacedCard] = (),
    returning: Collection[str] = (),
) -> LoosePiles:
    """Return the piles of a resumed match, accepted as they are.

    `cards`: the log's cards in them, by card and owner; another seat's copy is a different
    card. `loose`: the copies among them that the log names. `gone`: cards that the log has on
    the field but that are no longer there; such a card on a pile was not played from a hand.
    The `returning` cards were not played either; players had yet to take them into a hand.
    """
    remaining, returned = Counter(cards), set[str]()
    stacks, discarded = _restored(table, loose, remaining)
    for cell, shown in table.piles.items():
        if geometry.is_tracked(cell):
            continue
        stack = stacks.setdefault(cell, {})
        for seen in shown:
            if seen.tag in stack:
                continue
            if seen.tag in returning:
                returned.add(seen.tag)
                stack[seen.tag] = seen.placed
                continue
            if seen.tag in discarded:
                stack[seen.tag] = discarded.pop(seen.tag)
                continue
            is_known = geometry.is_control_zone(cell) or seen.placed.facing is not Facing.UP
            is_known = is_known or any(
                _is_same_card(seen.placed, placed, geometry) for placed in gone
            )
            name = _name_seen(seen, remaining)
            if is_known or name is not None:
                remaining[name or _NO_NAME] -= 1
                stack[seen.tag] = seen.placed
    return LoosePiles(stacks, discarded, frozenset(returned), beneath=+remaining)


def _uncovered(
    cards: Collection[SeenCard],
    stack: Stack,
    expected: Mapping[str, int],
    beneath: Mapping[tuple[str, Seat], int],
) -> set[str]:
    """Return tags of cards known only by name: expected cards, and those below a lifted top."""
    visible = {seen.tag for seen in cards}
    lifted = not (stack and _top(stack) in visible)
    return {
        seen.tag
        for seen in cards
        if expected.get(seen.placed.card, 0) > 0
        or (lifted and _name_seen(seen, beneath) is not None)
    }


def _restored(
    table: TableContents, loose: Mapping[str, LooseCard], remaining: Counter[tuple[str, Seat]]
) -> tuple[dict[str, dict[str, PlacedCard]], dict[str, PlacedCard]]:
    """Return stacks and discarded copies that a log names, and remove them from `remaining`."""
    piles: dict[str, dict[str, PlacedCard]] = {}
    for tag, each in loose.items():
        if (name := _name_by_owner(each.placed, remaining)) is not None:
            remaining[name] -= 1
            piles.setdefault(each.cell, {})[tag] = each.placed
    stacks, discarded = dict[str, dict[str, PlacedCard]](), dict[str, PlacedCard]()
    for cell, pile in piles.items():
        shown = table.piles.get(cell)
        if shown is not None and all(seen.tag in pile for seen in shown):
            stacks[cell] = pile
        else:
            discarded |= pile
    return stacks, discarded


def _copied(stacks: Mapping[str, Stack]) -> dict[str, dict[str, PlacedCard]]:
    return {cell: dict(stack) for cell, stack in stacks.items()}


def _top(stack: Stack) -> str:
    """Return the tag of the top card."""
    return list(stack)[-1]


def _without(stack: Stack, tag: str) -> Stack:
    return {each: placed for each, placed in stack.items() if each != tag}


def _is_loose(cell: str, geometry: TableGeometry) -> bool:
    """Return True if cards on a cell are not compared with the state and are not commands."""
    return not (geometry.is_tracked(cell) or geometry.is_control_zone(cell))


def _is_same_card(placed: PlacedCard, other: PlacedCard, geometry: TableGeometry) -> bool:
    """Return True for the same card, of the same seat if cards have their seats' colours."""
    return placed.card == other.card and (placed.owner == other.owner or not geometry.form.owners)


def _name_by_owner(placed: PlacedCard, cards: Counter[tuple[str, Seat]]) -> tuple[str, Seat] | None:
    """Return the entry of `cards` that a copy seen elsewhere matches, preferring its own seat."""
    own = (placed.card, placed.owner)
    names = (own, *(name for name in cards if name[0] == placed.card))
    return next((name for name in names if cards[name] > 0), None)


def _name_seen(seen: SeenCard, cards: Mapping[tuple[str, Seat], int]) -> tuple[str, Seat] | None:
    """Return the entry of `cards` that a visible card matches, or None."""
    card, owner = seen.placed.card, seen.placed.owner
    return next((name for name in ((card, owner), (card, "")) if cards.get(name, 0) > 0), None)
