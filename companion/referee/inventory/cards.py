"""The card inventory: the place of each physical card.

A match contains card ids, but players move physical copies. `CardInventory` connects the two. It
records the tag on each cell after each ply, to distinguish another copy of a card from the same
copy put back. It tracks the cards on loose piles, and the *pending* cells, on which the match is
ahead of the table; while these do not change, they have no new meaning.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.pieces import TOKEN
from companion.referee.control_cards import PREFIX
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.loose_piles import LooseCard, LoosePiles
from companion.referee.table import TableContents, card_on, differences, same
from rules import UNKNOWN, Facing, Layout, PlacedCard
from rules.core.candidate_actions import Change

_NO_CARDS = (TOKEN, PREFIX)


@dataclass(frozen=True, slots=True)
class CardInventory:
    """Tags by cell and ply, loose piles and pending cells; changes return a new inventory."""

    geometry: TableGeometry = field(repr=False, compare=False)
    table: TableContents | None = None
    pending: Mapping[str, PlacedCard | None] = field(default_factory=dict)
    """Cells that the players have not changed yet, and the card on each."""
    to_take: Mapping[str, tuple[str, PlacedCard]] = field(default_factory=dict)
    """Cards that the rules moved from a loose pile to a hand but that are still on the pile."""
    piles: LoosePiles = field(default_factory=LoosePiles)
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tag on each tracked cell."""
    at_ply: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """The tags on the tracked cells after each ply."""
    resumed: bool = False

    def visible_tops(self) -> dict[str, PlacedCard | None]:
        """Return the top card of each tracked cell; omit cells that were never seen."""
        tops = self.table.tops if self.table else {}
        return {c: s.placed if s else None for c, s in tops.items() if self.geometry.is_tracked(c)}

    def unexplained_tops(self) -> dict[str, PlacedCard | None]:
        """Return the top cards of tracked cells that are not pending."""
        return {cell: top for cell, top in self.visible_tops().items() if cell not in self.pending}

    def drop_resolved(self, layout: Layout) -> "CardInventory":
        """Drop pending cells that now match the state, or that changed in some other way.

        A cell that has only been cleared, or shows a lower card of its pile, stays pending.
        """
        tops, pending = self.visible_tops(), dict[str, PlacedCard | None]()
        for cell, earlier in self.pending.items():
            top, wanted = tops.get(cell, earlier), card_on(layout, cell)
            on_its_way = top in (earlier, None) or top in layout.get(cell, ())[:-1]
            if on_its_way and not (cell in tops and same(top, wanted)):
                pending[cell] = top
        return replace(self, pending=pending)

    def mark_pending(self, layout: Layout, cells: Iterable[str]) -> "CardInventory":
        """Mark as pending those of `cells` that do not match the layout yet."""
        tops = self.visible_tops()
        unresolved = {cell: tops[cell] for cell in (*self.pending, *cells) if cell in tops}
        return replace(self, pending={c.cell: c.after for c in differences(layout, unresolved)})

    def new_cards(self) -> tuple[Change, ...]:
        """Return the new cards on loose piles that did not come from the field."""
        if self.table is None:
            return ()
        return self.piles.new_cards(self.table, self.geometry, self.tags.values())

    def new_backs(self, layout: Layout) -> tuple[Change, ...]:
        """Return new face-down cards on loose piles that have no face-down cards in the match."""
        backs_seen = self.piles.new_backs(self.table, self.geometry) if self.table else ()
        backs = {c for c, pile in layout.items() if any(o.facing is Facing.DOWN for o in pile)}
        return tuple(change for change in backs_seen if change.cell not in backs)

    def removed_tops(self) -> tuple[Change, ...]:
        """Return the loose piles whose top card is gone."""
        return self.piles.removed_tops(self.table, self.geometry) if self.table else ()

    def undo_placements(self, before: Layout, after: Layout) -> "CardInventory":
        """Move the cards that an undone ply placed on loose piles back to their hands."""
        in_hand, piles = _names(before) - _names(after), self.piles
        to_take = dict(self.to_take)
        for cell, pile in before.items():
            if not self.geometry.is_tracked(cell):
                returned = Counter(each.card for each in pile)
                returned -= Counter(each.card for each in after.get(cell, ()))
                piles, visible = piles.undo_placements(cell, returned, self._visible_tags(cell))
                taken = {tag: one for tag, one in visible.items() if one.card in in_hand}
                to_take |= {tag: (cell, placed) for tag, placed in taken.items()}
        for cell, pile in after.items():
            restored = Counter(each.card for each in pile)
            restored -= Counter(each.card for each in before.get(cell, ()))
            piles = piles.keep_cards(cell, restored)
        return replace(self, piles=piles, to_take=_still_returning(to_take, piles))

    def cards_to_take(self) -> list[tuple[str, PlacedCard]]:
        """Return the visible cards that a player must take from a loose pile into a hand."""
        to_take = self.to_take.items()
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
        to_take = self.to_take.items()
        return [
            (cell, placed) for tag, (cell, placed) in to_take if tag not in self._visible_tags(cell)
        ]

    def drop_buried(self) -> "CardInventory":
        """Drop the buried cards, for callers that know of their removal."""
        piles = self.piles
        for tag, (cell, _) in self.to_take.items():
            if tag not in self._visible_tags(cell):
                piles = piles.back_in_play(tag)
        return replace(self, piles=piles, to_take=_still_returning(self.to_take, piles))

    @property
    def has_pending(self) -> bool:
        """True if the players still have to perform visible steps."""
        return bool(self.pending or self.cards_to_take())

    def recall_removed_tops(self) -> "CardInventory":
        """Note that the removed top cards are in play again."""
        if self.table is None:
            return self
        return replace(self, piles=self.piles.recall_removed_tops(self.table, self.geometry))

    def were_discarded(self, cells: Iterable[str]) -> bool:
        """Return True if the rules removed all the cards on `cells` from the table earlier."""
        tops = [self.table.tops.get(cell) for cell in cells] if self.table else []
        return bool(tops) and all(top and self.piles.is_discarded(top.tag) for top in tops)

    def record_copies(self, layout: Layout, plies: int) -> "CardInventory":
        """Record which copy is on each cell that matches the layout after `plies`."""
        tags = {cell: tag for cell, tag in self.tags.items() if layout.get(cell)}
        known, piles = self.at_ply.get(plies, {}), self.piles
        for cell, top in (self.table.tops if self.table else {}).items():
            if self.geometry.is_tracked(cell) and top and same(top.placed, card_on(layout, cell)):
                tags[cell] = top.tag
                piles = piles.back_in_play(top.tag)
                if known.get(cell, top.tag) != top.tag:
                    piles = piles.swapped_with(known[cell])
        at_ply = {n: each for n, each in self.at_ply.items() if n < plies} | {plies: tags}
        return replace(self, tags=tags, piles=piles, at_ply=at_ply)

    def absorb_piles(self, *, new_cards: bool = True) -> "CardInventory":
        """Accept the loose piles as they are; without `new_cards`, new cards stay unexplained."""
        if self.table is None:
            return self
        on_field = self.tags.values()
        piles = self.piles.absorb(self.table, self.geometry, new_cards=new_cards, on_field=on_field)
        return replace(self, piles=piles, to_take=_still_returning(self.to_take, piles))

    def restore(
        self, layout: Layout, loose: Mapping[str, LooseCard], returning: Collection[str] = ()
    ) -> "CardInventory":
        """Accept the loose piles of a resumed match as far as its log records them.

        `loose`: the cards on them that the log names; `returning`: those that players must still
        take into a hand.
        """
        piles = self.piles
        on_piles = (pile for cell, pile in layout.items() if not self.geometry.is_tracked(cell))
        if self.table is not None:
            cards = Counter((card.card, card.owner) for pile in on_piles for card in pile)
            gone = [
                c.before for c in differences(layout, self.visible_tops()) if c.before is not None
            ]
            piles = piles.restore(self.table, self.geometry, cards, loose, gone, returning)
        return replace(self, piles=piles, resumed=True)

    def mark_removed(
        self, before: Layout, after: Layout, placed_on: str = "", revealed_on: str = ""
    ) -> "CardInventory":
        """Record the cards that the rules have just removed; they may appear on any pile.

        The same applies to cards that the rules move from a hand to a pile. `placed_on` is the cell
        of a player's own placement. A card revealed on `revealed_on` that no longer belongs there
        is recorded, too.
        """
        tops = self.table.tops if self.table else {}
        tags, piles, to_take = dict(self.tags), self.piles, dict(self.to_take)
        revealed = tops.get(revealed_on)
        if revealed is not None and not same(revealed.placed, card_on(after, revealed_on)):
            piles = piles.mark_discarded(revealed.tag, revealed.placed)
        for cell in differing(before, after):
            was = card_on(before, cell)
            if was is not None and cell in tags:
                piles = piles.mark_discarded(tags.pop(cell), was)
            elif was is not None and self.resumed:
                piles = piles.expect_unseen(was.card)
            # The card was revealed at the same time; before, only its back was known.
            if was is not None and not after.get(cell) and (top := tops.get(cell)) is not None:
                piles = piles.mark_discarded(top.tag, top.placed)
        on_top = {top.tag for top in tops.values() if top}
        for cell, pile in before.items():
            if not self.geometry.is_tracked(cell):
                remaining = Counter(placed.card for placed in after.get(cell, ()))
                gone = Counter(card.card for card in pile) - remaining
                to_hand, visible = _into_hands(gone, before, after), self._visible_tags(cell)
                zone = self.geometry.zones.get(cell) if self.geometry.form.owners else None
                owner = zone.owner if zone is not None else ""
                piles, taken = piles.release(
                    cell, gone, visible, to_hand=to_hand, elsewhere=on_top, owner=owner
                )
                to_take |= {tag: (cell, placed) for tag, placed in taken.items()}
        for card in self._sent_to_piles(before, after, placed_on).elements():
            if not card.startswith(_NO_CARDS):
                piles = piles.expect_unseen(card)
        return replace(self, tags=tags, piles=piles, to_take=to_take)

    def _sent_to_piles(self, before: Layout, after: Layout, placed_on: str) -> Counter[str]:
        """Return the cards that came to loose piles, except from the field.

        If an unknown card left the field, it may be any of them.
        """
        gained, lost = Counter[str](), Counter[str]()
        for cell in before.keys() | after.keys():
            old, new = (Counter(c.card for c in each.get(cell, ())) for each in (before, after))
            if self.geometry.is_tracked(cell):
                lost += old - new
            elif cell != placed_on:
                gained += new - old
        return Counter() if lost[UNKNOWN] else gained - lost

    def same_copies(self, cells: Iterable[str], ply: int) -> bool:
        """Return True if the cards on `cells` are the copies that were there after `ply`.

        Players do not distinguish copies, so a copy that was seen on a pile also counts. Any other
        copy was turned up, or came from a hand.
        """
        tags = self.at_ply.get(max((n for n in self.at_ply if n <= ply), default=-1), {})
        tops = {cell: self.table.tops.get(cell) for cell in cells} if self.table else {}
        return all(
            tags.get(cell, top.tag) == top.tag or self.piles.was_on_pile(top.tag)
            for cell, top in tops.items()
            if top
        )


def _still_returning(
    to_take: Mapping[str, tuple[str, PlacedCard]], piles: LoosePiles
) -> Mapping[str, tuple[str, PlacedCard]]:
    """Return the cards to take that are still on a loose pile."""
    returning = piles.returning() if to_take else frozenset()
    return {tag: each for tag, each in to_take.items() if tag in returning}


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
