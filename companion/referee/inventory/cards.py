"""The card inventory: the place of each physical card.

A match contains card ids, but players move physical copies. `CardInventory` connects the two. It
records the tag on each cell after each ply, to distinguish another copy of a card from the same
copy put back. It tracks the cards on loose piles, and the *pending* cells, on which the match is
ahead of the table; while these do not change, they have no new meaning.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import TypedDict

from companion.pieces import TOKEN
from companion.referee.control_cards import PREFIX
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.loose_piles import LooseCard, LoosePiles
from companion.referee.table import TableContents, card_on, differences, same
from rules import UNKNOWN, Facing, Layout, PlacedCard, Seat
from rules.core.candidate_actions import Change

_NO_CARDS = (TOKEN, PREFIX)


class LooseChanges(TypedDict):
    """Changes of loose cards, as fields of a notice; see `companion.referee.resume_info`."""

    loose: Mapping[str, tuple[str, Seat, str]]
    not_loose: tuple[str, ...]
    returning: tuple[str, ...] | None


class CardInventory:
    """Tags by cell and ply, loose piles and pending cells, updated from settled tables."""

    def __init__(self, geometry: TableGeometry) -> None:
        self.table: TableContents | None = None
        self.pending: dict[str, PlacedCard | None] = {}
        """Cells that the players have not changed yet, and the card on each."""
        self._to_take: dict[str, tuple[str, PlacedCard]] = {}
        """Cards that the rules moved from a loose pile to a hand but that are still on the pile."""
        self._geometry = geometry
        self._piles = LoosePiles()
        self._tags: dict[str, str] = {}
        self._at_ply: dict[int, dict[str, str]] = {}
        self._resumed = False
        self._logged_loose: Mapping[str, LooseCard] = {}
        self._logged_returning: Collection[str] = frozenset()

    def visible_tops(self) -> dict[str, PlacedCard | None]:
        """Return the top card of each tracked cell; omit cells that were never seen."""
        tops = self.table.tops if self.table else {}
        return {c: s.placed if s else None for c, s in tops.items() if self._geometry.is_tracked(c)}

    def unexplained_tops(self) -> dict[str, PlacedCard | None]:
        """Return the top cards of tracked cells that are not pending."""
        return {cell: top for cell, top in self.visible_tops().items() if cell not in self.pending}

    def drop_resolved(self, layout: Layout) -> None:
        """Drop pending cells that now match the state, or that changed in some other way.

        A cell that has only been cleared, or shows a lower card of its pile, stays pending.
        """
        tops = self.visible_tops()
        for cell, earlier in list(self.pending.items()):
            top, wanted = tops.get(cell, earlier), card_on(layout, cell)
            on_its_way = top in (earlier, None) or top in layout.get(cell, ())[:-1]
            if (cell in tops and same(top, wanted)) or not on_its_way:
                del self.pending[cell]
            else:
                self.pending[cell] = top

    def mark_pending(self, layout: Layout, cells: Iterable[str]) -> None:
        """Mark as pending those of `cells` that do not match the layout yet."""
        tops = self.visible_tops()
        unresolved = {cell: tops[cell] for cell in (*self.pending, *cells) if cell in tops}
        self.pending = {c.cell: c.after for c in differences(layout, unresolved)}

    def new_cards(self) -> tuple[Change, ...]:
        """Return the new cards on loose piles that did not come from the field."""
        if self.table is None:
            return ()
        return self._piles.new_cards(self.table, self._geometry, self._tags.values())

    def new_backs(self, layout: Layout) -> tuple[Change, ...]:
        """Return new face-down cards on loose piles that have no face-down cards in the match."""
        backs_seen = self._piles.new_backs(self.table, self._geometry) if self.table else ()
        backs = {c for c, pile in layout.items() if any(o.facing is Facing.DOWN for o in pile)}
        return tuple(change for change in backs_seen if change.cell not in backs)

    def removed_tops(self) -> tuple[Change, ...]:
        """Return the loose piles whose top card is gone."""
        return self._piles.removed_tops(self.table, self._geometry) if self.table else ()

    def undo_placements(self, before: Layout, after: Layout) -> None:
        """Move the cards that an undone ply placed on loose piles back to their hands."""
        in_hand = _names(before) - _names(after)
        for cell, pile in before.items():
            if not self._geometry.is_tracked(cell):
                returned = Counter(each.card for each in pile)
                returned -= Counter(each.card for each in after.get(cell, ()))
                visible = self._piles.undo_placements(cell, returned, self._visible_tags(cell))
                to_take = {tag: one for tag, one in visible.items() if one.card in in_hand}
                self._to_take |= {tag: (cell, placed) for tag, placed in to_take.items()}
        for cell, pile in after.items():
            restored = Counter(each.card for each in pile)
            restored -= Counter(each.card for each in before.get(cell, ()))
            self._piles.keep_cards(cell, restored)
        self._drop_taken()

    def cards_to_take(self) -> list[tuple[str, PlacedCard]]:
        """Return the visible cards that a player must take from a loose pile into a hand."""
        to_take = self._to_take.items()
        return [
            (cell, placed) for tag, (cell, placed) in to_take if tag in self._visible_tags(cell)
        ]

    def _visible_tags(self, cell: str) -> set[str]:
        """Return the tags seen on a loose pile."""
        return {seen.tag for seen in self.table.piles.get(cell, ())} if self.table else set()

    def buried_cards(self) -> list[tuple[str, PlacedCard]]:
        """Return the covered cards that a player must take from a loose pile into a hand.

        Their removal is noticed only when a lower card becomes visible, so play continues
        meanwhile.
        """
        to_take = self._to_take.items()
        return [
            (cell, placed) for tag, (cell, placed) in to_take if tag not in self._visible_tags(cell)
        ]

    def drop_buried(self) -> None:
        """Drop the buried cards, for callers that know of their removal."""
        for tag, (cell, _) in list(self._to_take.items()):
            if tag not in self._visible_tags(cell):
                self._piles.back_in_play(tag)
        self._drop_taken()

    def _drop_taken(self) -> None:
        """Drop the cards to take that have left the loose piles."""
        returning = self._piles.returning() if self._to_take else frozenset()
        self._to_take = {tag: each for tag, each in self._to_take.items() if tag in returning}

    @property
    def has_pending(self) -> bool:
        """True if the players still have to perform visible steps."""
        return bool(self.pending or self.cards_to_take())

    def recall_removed_tops(self) -> None:
        """Note that the removed top cards are in play again."""
        if self.table is not None:
            self._piles.recall_removed_tops(self.table, self._geometry)

    def were_discarded(self, cells: Iterable[str]) -> bool:
        """Return True if the rules removed all the cards on `cells` from the table earlier."""
        tops = [self.table.tops.get(cell) for cell in cells] if self.table else []
        return bool(tops) and all(top and self._piles.is_discarded(top.tag) for top in tops)

    def record_copies(self, layout: Layout, plies: int) -> None:
        """Record which copy is on each cell that matches the layout after `plies`."""
        self._tags = {cell: tag for cell, tag in self._tags.items() if layout.get(cell)}
        known = self._at_ply.get(plies, {})
        for cell, top in (self.table.tops if self.table else {}).items():
            if self._geometry.is_tracked(cell) and top and same(top.placed, card_on(layout, cell)):
                self._tags[cell] = top.tag
                self._piles.back_in_play(top.tag)
                if known.get(cell, top.tag) != top.tag:
                    self._piles.swapped_with(known[cell])
        self._at_ply = {n: tags for n, tags in self._at_ply.items() if n < plies}
        self._at_ply[plies] = dict(self._tags)

    def absorb_piles(self, *, new_cards: bool = True) -> None:
        """Accept the loose piles as they are; without `new_cards`, new cards stay unexplained."""
        if self.table is not None:
            on_field = self._tags.values()
            self._piles.absorb(self.table, self._geometry, new_cards=new_cards, on_field=on_field)
            self._drop_taken()

    def absorb_known_piles(self) -> bool:
        """Accept the known cards on the piles; return True if a card to take is gone."""
        earlier = self._to_take
        self.absorb_piles(new_cards=False)
        return self._to_take != earlier

    def restore(
        self, layout: Layout, loose: Mapping[str, LooseCard], returning: Collection[str] = ()
    ) -> None:
        """Accept the loose piles of a resumed match as far as its log records them.

        `loose`: the cards on them that the log names; `returning`: those that players must still
        take into a hand.
        """
        self._resumed, self._logged_loose, self._logged_returning = True, loose, returning
        piles = (pile for cell, pile in layout.items() if not self._geometry.is_tracked(cell))
        if self.table is not None:
            cards = Counter((card.card, card.owner) for pile in piles for card in pile)
            gone = [
                c.before for c in differences(layout, self.visible_tops()) if c.before is not None
            ]
            self._piles.restore(self.table, self._geometry, cards, loose, gone, returning)

    def loose_changes(self) -> LooseChanges:
        """Return the changes of loose cards since the last call, for the log."""
        earlier, self._logged_loose = self._logged_loose, self._piles.loose_cards(self._geometry)
        added = {
            tag: (each.placed.card, each.placed.owner, each.cell)
            for tag, each in self._logged_loose.items()
            if earlier.get(tag) != each
        }
        dropped = tuple(sorted(earlier.keys() - self._logged_loose.keys()))
        known, self._logged_returning = self._logged_returning, self._piles.returning()
        changed = self._logged_returning != frozenset(known)
        returning = tuple(sorted(self._logged_returning)) if changed else None
        return LooseChanges(loose=added, not_loose=dropped, returning=returning)

    def mark_removed(
        self, before: Layout, after: Layout, placed_on: str = "", revealed_on: str = ""
    ) -> None:
        """Record the cards that the rules have just removed; they may appear on any pile.

        The same applies to cards that the rules move from a hand to a pile. `placed_on` is the cell
        of a player's own placement. A card revealed on `revealed_on` that no longer belongs there
        is recorded, too.
        """
        tops = self.table.tops if self.table else {}
        revealed = tops.get(revealed_on)
        if revealed is not None and not same(revealed.placed, card_on(after, revealed_on)):
            self._piles.mark_discarded(revealed.tag, revealed.placed)
        for cell in differing(before, after):
            was = card_on(before, cell)
            if was is not None and cell in self._tags:
                self._piles.mark_discarded(self._tags.pop(cell), was)
            elif was is not None and self._resumed:
                self._piles.expect_unseen(was.card)
            # The card was revealed at the same time; before, only its back was known.
            if was is not None and not after.get(cell) and (top := tops.get(cell)) is not None:
                self._piles.mark_discarded(top.tag, top.placed)
        on_top = {top.tag for top in tops.values() if top}
        for cell, pile in before.items():
            if not self._geometry.is_tracked(cell):
                remaining = Counter(placed.card for placed in after.get(cell, ()))
                gone = Counter(card.card for card in pile) - remaining
                to_hand, visible = _into_hands(gone, before, after), self._visible_tags(cell)
                zone = self._geometry.zones.get(cell) if self._geometry.form.owners else None
                owner = zone.owner if zone is not None else ""
                to_take = self._piles.release(
                    cell, gone, visible, to_hand=to_hand, elsewhere=on_top, owner=owner
                )
                self._to_take |= {tag: (cell, placed) for tag, placed in to_take.items()}

        for card in self._sent_to_piles(before, after, placed_on).elements():
            if not card.startswith(_NO_CARDS):
                self._piles.expect_unseen(card)

    def _sent_to_piles(self, before: Layout, after: Layout, placed_on: str) -> Counter[str]:
        """Return the cards that came to loose piles, except from the field.

        If an unknown card left the field, it may be any of them.
        """
        gained, lost = Counter[str](), Counter[str]()
        for cell in before.keys() | after.keys():
            old, new = (Counter(c.card for c in each.get(cell, ())) for each in (before, after))
            if self._geometry.is_tracked(cell):
                lost += old - new
            elif cell != placed_on:
                gained += new - old
        return Counter() if lost[UNKNOWN] else gained - lost

    def same_copies(self, cells: Iterable[str], ply: int) -> bool:
        """Return True if the cards on `cells` are the copies that were there after `ply`.

        Players do not distinguish copies, so a copy that was seen on a pile also counts. Any other
        copy was turned up, or came from a hand.
        """
        tags = next((t for n, t in reversed(self._at_ply.items()) if n <= ply), {})
        tops = {cell: self.table.tops.get(cell) for cell in cells} if self.table else {}
        return all(
            tags.get(cell, top.tag) == top.tag or self._piles.was_on_pile(top.tag)
            for cell, top in tops.items()
            if top
        )


def _into_hands(cards: Counter[str], before: Layout, after: Layout) -> bool:
    """Return True if cards that left a pile are nowhere on the table, not even face down."""
    return not (_names(after) - _names(before)).keys() & {*cards, UNKNOWN}


def _names(layout: Layout) -> Counter[str]:
    """Count all cards of a layout."""
    return Counter(each.card for pile in layout.values() for each in pile)


def differing(before: Layout, after: Layout) -> tuple[str, ...]:
    """Return the cells whose top card differs between two layouts."""
    cells = sorted(before.keys() | after.keys())
    return tuple(cell for cell in cells if card_on(before, cell) != card_on(after, cell))
