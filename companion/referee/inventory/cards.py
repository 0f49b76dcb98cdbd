"""Which paper lies where: the physical side of a match.

A match knows card ids, hands move paper.  `CardInventory` binds the two: which tag lies on each
cell the match has a card on, at which ply, so that another copy of a card is told from the same one
put back; what lies on the loose piles; and which cells hands have still to see to (*owed*): there
the match is ahead of the table, and as long as they lie as they did, they say nothing new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.pieces import TOKEN
from companion.referee.control_cards import PREFIX
from companion.referee.inventory.loose_piles import LooseCard, LoosePiles
from companion.referee.table import TableContents, card_on, differences, same
from rules import UNKNOWN, Facing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from companion.referee.geometry import TableGeometry
    from rules import Layout, PlacedCard
    from rules.core.candidate_actions import Change

_NO_CARDS = (TOKEN, PREFIX)

Seen = Mapping[str, "PlacedCard | None"]
"""Compared cell → what lies on top, None if it was seen empty."""


class CardInventory:
    """Tags by cell and ply, loose piles, and what is owed; fed with settled tables."""

    def __init__(self, geometry: TableGeometry) -> None:
        self.table: TableContents | None = None
        self.pending: dict[str, PlacedCard | None] = {}
        self._to_take: dict[str, tuple[str, PlacedCard]] = {}
        """Papers that the rules took off a loose pile into a hand, and that lie there still."""
        self._geometry = geometry
        self._piles = LoosePiles()
        self._tags: dict[str, str] = {}
        self._at_ply: dict[int, dict[str, str]] = {}
        self._resumed = False
        self._logged_loose: Mapping[str, LooseCard] = {}
        self._logged_returning: Collection[str] = frozenset()

    def visible_tops(self) -> dict[str, PlacedCard | None]:
        """What lies on the compared cells; a cell never seen is left out."""
        tops = self.table.tops if self.table else {}
        return {c: s.placed if s else None for c, s in tops.items() if self._geometry.is_tracked(c)}

    def unexplained_tops(self) -> dict[str, PlacedCard | None]:
        """The same without the cells that are owed."""
        return {
            cell: lying for cell, lying in self.visible_tops().items() if cell not in self.pending
        }

    def drop_resolved(self, layout: Layout) -> None:
        """Strike from what is owed the cells that were seen to, or to otherwise.

        One that was only cleared so far, or has what belongs beneath, is on its way to what is to
        lie there.
        """
        seen = self.visible_tops()
        for cell, stale in list(self.pending.items()):
            lies, wanted = seen.get(cell, stale), card_on(layout, cell)
            half = lies in (stale, None) or lies in layout.get(cell, ())[:-1]
            if (cell in seen and same(lies, wanted)) or not half:
                del self.pending[cell]
            else:
                self.pending[cell] = lies

    def mark_pending(self, layout: Layout, cells: Iterable[str]) -> None:
        """Note those of `cells` that the table has not followed yet, and how they lie."""
        seen = self.visible_tops()
        asked = {cell: seen[cell] for cell in (*self.pending, *cells) if cell in seen}
        self.pending = {c.cell: c.after for c in differences(layout, asked)}

    def new_cards(self) -> tuple[Change, ...]:
        """Cards newly on a loose pile that did not come from the field."""
        if self.table is None:
            return ()
        return self._piles.new_cards(self.table, self._geometry, self._tags.values())

    def new_backs(self, layout: Layout) -> tuple[Change, ...]:
        """Cards newly laid face down on a loose pile on which the match has none so."""
        laid = self._piles.new_backs(self.table, self._geometry) if self.table else ()
        backs = {c for c, pile in layout.items() if any(o.facing is Facing.DOWN for o in pile)}
        return tuple(change for change in laid if change.cell not in backs)

    def removed_tops(self) -> tuple[Change, ...]:
        """Loose piles whose top card is gone."""
        return self._piles.removed_tops(self.table, self._geometry) if self.table else ()

    def undo_placements(self, before: Layout, after: Layout) -> None:
        """Cards that an undone ply laid on a loose pile go to the hand again."""
        home = _names(before) - _names(after)
        for cell, pile in before.items():
            if not self._geometry.is_tracked(cell):
                laid = Counter(each.card for each in pile)
                laid -= Counter(each.card for each in after.get(cell, ()))
                there = self._piles.undo_placements(cell, laid, self._visible_tags(cell))
                home_again = {tag: one for tag, one in there.items() if one.card in home}
                self._to_take |= {tag: (cell, lying) for tag, lying in home_again.items()}
        for cell, pile in after.items():
            back = Counter(each.card for each in pile)
            back -= Counter(each.card for each in before.get(cell, ()))
            self._piles.keep_cards(cell, back)
        self._drop_taken()

    def cards_to_take(self) -> list[tuple[str, PlacedCard]]:
        """Cards to be taken off a loose pile into a hand that show there."""
        left = self._to_take.items()
        return [(cell, lying) for tag, (cell, lying) in left if tag in self._visible_tags(cell)]

    def _visible_tags(self, cell: str) -> set[str]:
        """The papers that are seen on a loose pile."""
        return {seen.tag for seen in self.table.piles.get(cell, ())} if self.table else set()

    def buried_cards(self) -> list[tuple[str, PlacedCard]]:
        """Cards to be taken off a loose pile that lie beneath others there.

        Nobody sees one go, but where what lay beneath it shows; so the match goes on meanwhile.
        """
        left = self._to_take.items()
        return [(cell, lying) for tag, (cell, lying) in left if tag not in self._visible_tags(cell)]

    def drop_buried(self) -> None:
        """Whoever sees beneath others knows that the cards which were to go from there are gone."""
        for tag, (cell, _) in list(self._to_take.items()):
            if tag not in self._visible_tags(cell):
                self._piles.back_in_play(tag)
        self._drop_taken()

    def _drop_taken(self) -> None:
        """Strike what is gone from the cards that are to be taken off loose piles."""
        there = self._piles.returning() if self._to_take else frozenset()
        self._to_take = {tag: each for tag, each in self._to_take.items() if tag in there}

    @property
    def has_pending(self) -> bool:
        """Whether hands have still to see to something."""
        return bool(self.pending or self.cards_to_take())

    def recall_removed_tops(self) -> None:
        """What was taken off a pile is in play again."""
        if self.table is not None:
            self._piles.recall_removed_tops(self.table, self._geometry)

    def were_discarded(self, cells: Iterable[str]) -> bool:
        """Whether all cards on `cells` are papers that the rules took off the table before."""
        tops = [self.table.tops.get(cell) for cell in cells] if self.table else []
        return bool(tops) and all(top and self._piles.is_discarded(top.tag) for top in tops)

    def record_copies(self, layout: Layout, plies: int) -> None:
        """Remember which paper lies on each cell that is as the match has it after `plies`."""
        self._tags = {cell: tag for cell, tag in self._tags.items() if layout.get(cell)}
        there = self._at_ply.get(plies, {})
        for cell, top in (self.table.tops if self.table else {}).items():
            if self._geometry.is_tracked(cell) and top and same(top.placed, card_on(layout, cell)):
                self._tags[cell] = top.tag
                self._piles.back_in_play(top.tag)
                if there.get(cell, top.tag) != top.tag:
                    self._piles.swapped_with(there[cell])
        self._at_ply = {n: tags for n, tags in self._at_ply.items() if n < plies}
        self._at_ply[plies] = dict(self._tags)

    def absorb_piles(self, *, news: bool = True) -> None:
        """Take the loose piles as they lie; without `news` what is new there stays unexplained."""
        if self.table is not None:
            afield = self._tags.values()
            self._piles.absorb(self.table, self._geometry, news=news, afield=afield)
            self._drop_taken()

    def absorb_known_piles(self) -> bool:
        """Take the piles as they lie; whether a card that was asked to be taken off is gone."""
        before = self._to_take
        self.absorb_piles(news=False)
        return self._to_take != before

    def restore(
        self, layout: Layout, aside: Mapping[str, LooseCard], returning: Collection[str] = ()
    ) -> None:
        """Take the loose piles of a resumed match as they lie, as far as its log has them so.

        `aside`: the papers on them that the log names; `returning`: those that hands had still to
        take off.
        """
        self._resumed, self._logged_loose, self._logged_returning = True, aside, returning
        lying = (pile for cell, pile in layout.items() if not self._geometry.is_tracked(cell))
        if self.table is not None:
            cards = Counter((card.card, card.owner) for pile in lying for card in pile)
            gone = [
                c.before for c in differences(layout, self.visible_tops()) if c.before is not None
            ]
            self._piles.restore(self.table, self._geometry, cards, aside, gone, returning)

    def loose_changes(self) -> dict[str, Any]:
        """For the log: which papers came to lie aside, and which do no longer, since last time."""
        before, self._logged_loose = self._logged_loose, self._piles.loose_cards(self._geometry)
        came = {
            tag: [each.placed.card, each.placed.owner, each.cell]
            for tag, each in self._logged_loose.items()
            if before.get(tag) != each
        }
        told = {"loose": came, "not_loose": sorted(before.keys() - self._logged_loose.keys())}
        found: dict[str, Any] = {key: value for key, value in told.items() if value}
        returning = self._piles.returning()
        if returning != frozenset(self._logged_returning):
            found["returning"] = sorted(returning)
        self._logged_returning = returning
        return found

    def mark_removed(
        self, before: Layout, after: Layout, laid_on: str = "", turned_up: str = ""
    ) -> None:
        """Cards that the rules have just taken off the table may turn up on any pile.

        So may those they send there out of a hand; what a hand laid itself is on `laid_on`.  What
        was turned up on a cell (`turned_up`) and does not belong there any more goes, too.
        """
        tops = self.table.tops if self.table else {}
        shown = tops.get(turned_up)
        if shown is not None and not same(shown.placed, card_on(after, turned_up)):
            self._piles.mark_discarded(shown.tag, shown.placed)
        for cell in differing(before, after):
            was = card_on(before, cell)
            if was is not None and cell in self._tags:
                self._piles.mark_discarded(self._tags.pop(cell), was)
            elif was is not None and self._resumed:
                self._piles.expect_unseen(was.card)
            # Turned up in the same moment, it was known by its back so far.
            if was is not None and not after.get(cell) and (top := tops.get(cell)) is not None:
                self._piles.mark_discarded(top.tag, top.placed)
        seen = {top.tag for top in tops.values() if top}
        for cell, pile in before.items():
            if not self._geometry.is_tracked(cell):
                left = Counter(lying.card for lying in after.get(cell, ()))
                gone = Counter(card.card for card in pile) - left
                home, there = _into_hands(gone, before, after), self._visible_tags(cell)
                zone = self._geometry.zones.get(cell) if self._geometry.form.owners else None
                owner = zone.owner if zone is not None else ""
                taken = self._piles.release(
                    cell, gone, there, to_hand=home, elsewhere=seen, owner=owner
                )
                self._to_take |= {tag: (cell, lying) for tag, lying in taken.items()}

        for card in self._sent_to_piles(before, after, laid_on).elements():
            if not card.startswith(_NO_CARDS):
                self._piles.expect_unseen(card)

    def _sent_to_piles(self, before: Layout, after: Layout, laid_on: str) -> Counter[str]:
        """The cards that came to loose piles from no cell of the field.

        Where one left the field that nobody knew, it may be any of them.
        """
        gained, lost = Counter[str](), Counter[str]()
        for cell in before.keys() | after.keys():
            old, new = (Counter(c.card for c in each.get(cell, ())) for each in (before, after))
            if self._geometry.is_tracked(cell):
                lost += old - new
            elif cell != laid_on:
                gained += new - old
        return Counter() if lost[UNKNOWN] else gained - lost

    def same_copies(self, cells: Iterable[str], ply: int) -> bool:
        """Whether the cards on `cells` are the very ones that lay there after `ply`.

        Players do not tell twins apart: one that was seen on a pile since does as well.  Another
        was turned up, or came out of a hand.
        """
        tags = next((t for n, t in reversed(self._at_ply.items()) if n <= ply), {})
        tops = {cell: self.table.tops.get(cell) for cell in cells} if self.table else {}
        return all(
            tags.get(cell, top.tag) == top.tag or self._piles.was_on_pile(top.tag)
            for cell, top in tops.items()
            if top
        )


def _into_hands(cards: Counter[str], before: Layout, after: Layout) -> bool:
    """Whether cards that left a pile lie nowhere now, nor a pile was made of them, backs up."""
    return not (_names(after) - _names(before)).keys() & {*cards, UNKNOWN}


def _names(layout: Layout) -> Counter[str]:
    """All cards of a layout."""
    return Counter(each.card for pile in layout.values() for each in pile)


def differing(before: Layout, after: Layout) -> tuple[str, ...]:
    """The cells whose top card differs between two layouts."""
    cells = sorted(before.keys() | after.keys())
    return tuple(cell for cell in cells if card_on(before, cell) != card_on(after, cell))
