"""The card inventory: the place of each physical card.

A match contains card ids, but players move physical copies. `CardInventory` connects the two. It
records the tag on each cell after each ply, to distinguish another copy of a card from the same
copy put back. It tracks the cards on loose piles, and the *pending* cells, on which the match is
ahead of the table; while these do not change, they have no new meaning.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.referee.geometry import TableGeometry
from companion.referee.inventory.loose_piles import (
    LoosePiles,
    find_new_cards,
    find_removed_tops,
)
from companion.referee.table import NO_TABLE, TableContents, card_on, differences, same
from rules import Facing, Layout, PlacedCard
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class CardInventory:
    """Tags by cell and ply, loose piles and pending cells; changes return a new inventory."""

    geometry: TableGeometry = field(repr=False, compare=False)
    table: TableContents = NO_TABLE
    pending: Mapping[str, PlacedCard | None] = field(default_factory=dict)
    """Cells that the players have not changed yet, and the card on each."""
    piles: LoosePiles = field(default_factory=LoosePiles)
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tag on each tracked cell."""
    at_ply: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """The tags on the tracked cells after each ply."""
    resumed: bool = False

    def visible_tops(self) -> dict[str, PlacedCard | None]:
        """Return the top card of each tracked cell; omit cells that were never seen."""
        tops = self.table.tops.items()
        return {c: s.placed if s else None for c, s in tops if self.geometry.is_tracked(c)}

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
        new = find_new_cards(self.piles, self.table, self.geometry, self.tags.values())
        return tuple(Change(cell, None, seen.placed) for cell, seen in new)

    def new_backs(self, layout: Layout) -> tuple[Change, ...]:
        """Return new face-down cards on loose piles that have no face-down cards in the match."""
        backs = {c for c, pile in layout.items() if any(o.facing is Facing.DOWN for o in pile)}
        return tuple(
            Change(cell, None, seen.placed)
            for cell, cards in self.table.piles.items()
            if cell not in backs and self.geometry.is_loose(cell)
            for seen in cards
            if seen.placed.facing is Facing.DOWN and seen.tag not in self.piles.stacks.get(cell, ())
        )

    def removed_tops(self) -> tuple[Change, ...]:
        """Return the loose piles whose top card is gone."""
        changes = []
        for cell, tag in find_removed_tops(self.piles, self.table):
            cards = self.table.piles[cell]
            after = cards[-1].placed if cards else None
            changes.append(Change(cell, self.piles.stacks[cell][tag], after))
        return tuple(changes)

    def recall_removed_tops(self) -> "CardInventory":
        """Note that the removed top cards are in play again."""
        piles = self.piles
        for cell, tag in find_removed_tops(self.piles, self.table):
            piles = piles.recall(cell, tag, self.piles.stacks[cell][tag])
        return replace(self, piles=piles)

    def absorb_piles(self, *, new_cards: bool = True) -> "CardInventory":
        """Accept the loose piles as they are; without `new_cards`, new cards stay unexplained."""
        new = find_new_cards(self.piles, self.table, self.geometry, self.tags.values())
        unexplained = () if new_cards else [seen.tag for _, seen in new]
        return replace(self, piles=self.piles.absorb(self.table, self.geometry, unexplained))

    def cards_to_take(self, *, buried: bool = False) -> list[tuple[str, PlacedCard]]:
        """Return the cards that a player must take from a loose pile into a hand.

        They are visible there, or else `buried`. The removal of a buried card is noticed only when
        a lower card becomes visible, so play continues meanwhile.
        """
        return [
            (cell, placed)
            for tag, (cell, placed) in self.piles.to_take().items()
            if buried != (tag in self.visible_tags(cell))
        ]

    def visible_tags(self, cell: str) -> set[str]:
        """Return the tags seen on a loose pile."""
        return {seen.tag for seen in self.table.piles.get(cell, ())}

    def record_copies(self, layout: Layout, plies: int) -> "CardInventory":
        """Record which copy is on each cell that matches the layout after `plies`."""
        tags = {cell: tag for cell, tag in self.tags.items() if layout.get(cell)}
        known, piles = self.at_ply.get(plies, {}), self.piles
        for cell, top in self.table.tops.items():
            if self.geometry.is_tracked(cell) and top and same(top.placed, card_on(layout, cell)):
                tags[cell] = top.tag
                piles = piles.back_in_play(top.tag)
                if known.get(cell, top.tag) != top.tag:
                    piles = piles.swapped_with(known[cell])
        at_ply = {n: each for n, each in self.at_ply.items() if n < plies} | {plies: tags}
        return replace(self, tags=tags, piles=piles, at_ply=at_ply)

    def were_discarded(self, cells: Iterable[str]) -> bool:
        """Return True if the rules removed all the cards on `cells` from the table earlier."""
        tops = [self.table.tops.get(cell) for cell in cells]
        return bool(tops) and all(top and top.tag in self.piles.discarded for top in tops)

    def same_copies(self, cells: Iterable[str], ply: int) -> bool:
        """Return True if the cards on `cells` are the copies that were there after `ply`.

        Players do not distinguish copies, so a copy that was seen on a pile also counts. Any other
        copy was turned up, or came from a hand.
        """
        tags = self.at_ply.get(max((n for n in self.at_ply if n <= ply), default=-1), {})
        tops = {cell: self.table.tops.get(cell) for cell in cells}
        return all(
            tags.get(cell, top.tag) == top.tag or self.piles.was_on_pile(top.tag)
            for cell, top in tops.items()
            if top
        )


def resumed_inventory(inventory: CardInventory, layout: Layout) -> CardInventory:
    """Return the inventory of a resumed match: of the piles, what its log knows.

    The cards that the log names are accepted on the piles, and so are those that players must
    still take into a hand.
    """
    geometry, table = inventory.geometry, inventory.table
    on_piles = (pile for cell, pile in layout.items() if not geometry.is_tracked(cell))
    cards = Counter((card.card, card.owner) for pile in on_piles for card in pile)
    changes = differences(layout, inventory.visible_tops())
    gone = [change.before for change in changes if change.before is not None]
    piles = inventory.piles.resumed(table, geometry, cards, gone)
    return CardInventory(geometry, table, piles=piles, resumed=True)


def differing(before: Layout, after: Layout) -> tuple[str, ...]:
    """Return the cells whose top card differs between two layouts."""
    cells = sorted(before.keys() | after.keys())
    return tuple(cell for cell in cells if card_on(before, cell) != card_on(after, cell))
