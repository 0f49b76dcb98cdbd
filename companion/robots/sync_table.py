"""Hand moves that bring the table to a layout, for any game.

Papers on the stage are compared with the layout, cell by cell. On tracked cells the order in a pile
counts: agreement at the bottom and at the top stays, one paper that shows its other side is turned
over, the rest goes or comes. On loose piles only the contents count. A paper that is wanted
somewhere and surplus elsewhere moves; others come from the hand or the box, or go there. An unknown
face-down card (`?`) is any paper that `hand` offers; where a back is a player's choice it is the
one already on that cell, which a player may remember.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

from companion.simulator.card_supply import CardSupply, is_piece
from companion.simulator.stage import HandMove, Stage
from rules import UNKNOWN, Facing, Layout, PlacedCard, Seat


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A card that a cell wants, `under` so many others; `own`: a paper already there."""

    cell: str
    lying: PlacedCard
    under: int = 0
    own: str = ""


@dataclass(slots=True)
class _Difference:
    turned: list[HandMove] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    came: list[_Wanted] = field(default_factory=list)
    due: Counter[str] = field(default_factory=Counter)
    """Cards that loose piles still want face up."""
    wanted: frozenset[str] = frozenset()
    """The same, including those already assigned."""
    bared: list[HandMove] = field(default_factory=list)
    """Backs that were turned up, before anything covers them."""


_FIRST, _FROM_HAND, _MOVED, _TURNED, _TAKEN = range(5)


def _strange(back: Mapping[str, str], cell: str, tag: str) -> bool:
    return back.get(tag) != cell


class TableSync:
    """Keeps one stage in line with layouts; `tracked` cells are compared in order."""

    def __init__(
        self,
        stage: Stage,
        stock: CardSupply,
        tracked: Collection[str],
        others: Collection[str] = (),
        chosen: Collection[str] = (),
        any_way: Collection[str] = (),
        taken: Mapping[str, str] | None = None,
        seen: Collection[str] = (),
    ) -> None:
        """Take the stage and its papers; `others` are cells to ignore.

        `chosen`: cells on which a back is a player's choice; none is placed there out of a hand but
        one that was `taken` (paper → cell) off that very cell. A shared card never comes out of
        one. `any_way`: cells on which a card's turn is irrelevant, so that none has to be
        straightened. `seen`: papers that were open before they came to a hand; they are preferred
        to their twins.
        """
        self._stage = stage
        self._stock = stock
        self._tracked = frozenset(tracked)
        self._chosen = frozenset(chosen)
        self._any_way = frozenset(any_way)
        self._taken = dict(taken or {})
        self._seen = frozenset(seen)
        self._cells = [cell.id for cell in stage.mat.cells if cell.id not in others]

    def hand_moves(
        self, layout: Layout, seat: Seat, hand: list[str], back: Mapping[str, str] | None = None
    ) -> list[HandMove]:
        """Return the moves for `seat`; `hand` are papers it holds ready, used up first.

        Papers that leave the table are returned home at once. `back`: the moves that took these
        papers from their cells are taken back; each returns to its own, and neither its twin out of
        the hand nor one that was put away before.
        """
        due = self._due(layout)
        found = _Difference(due=due, wanted=frozenset(due))
        for cell in self._cells:
            tags, pile = self._stage.piles.get(cell, []), layout.get(cell, ())
            if cell in self._tracked:
                self._ordered(found, cell, list(tags), list(pile))
            else:
                self._heaped(found, cell, list(tags), list(pile))
        ranked = [(_TURNED, hand_move) for hand_move in found.turned]
        ranked += [(_FIRST, hand_move) for hand_move in found.bared]
        lacking: set[str] = set()
        for wanted in found.came:
            if wanted.cell in lacking and is_piece(wanted.lying.card):
                continue  # it travels on a card, which only a player knows
            own = (_MOVED, wanted.own) if wanted.own else None
            ready = [(_FROM_HAND, hand), (_MOVED, found.gone)]
            if back is not None:
                found.gone.sort(key=partial(_strange, back, wanted.cell))
                ready.reverse()
            source = own or self._source(wanted, ready, seat)
            if source is not None:
                rank, tag = source
                ranked.append((rank, self._laid(tag, wanted)))
            elif not is_piece(wanted.lying.card):
                lacking.add(wanted.cell)
        for tag in found.gone:
            self._stock.home(tag, seat)
            ranked.append((_TAKEN, HandMove(tag)))
        # Pieces come last: they declare the meaning of the cards before them.
        ranked.sort(key=lambda each: (is_piece(self._stock.card[each[1].tag]), each[0]))
        return [hand_move for _, hand_move in ranked]

    def _ordered(
        self, found: _Difference, cell: str, tags: list[str], pile: list[PlacedCard]
    ) -> None:
        while tags and pile and self._straight(tags[0], pile[0], cell):
            del tags[0], pile[0]
        above = 0
        while tags and pile and self._straight(tags[-1], pile[-1], cell):
            del tags[-1], pile[-1]
            above += 1
        if tags and pile and self._turns_over(tags[-1], pile[-1], found.due):
            found.turned.append(self._laid(tags.pop(), _Wanted(cell, pile.pop(), above)))
        for lying in pile:
            secret = lying.card == UNKNOWN and cell in self._chosen
            own = next((t for t in tags if secret and self._lies(t, lying)), "")
            if secret and not own and (bare := self._bare(found, tags, lying)):
                under = above + len(tags) - 1 - tags.index(bare)
                tags.remove(bare)
                found.bared.append(self._laid(bare, _Wanted(cell, lying, under)))
                continue
            if own:
                tags.remove(own)
            found.came.append(_Wanted(cell, lying, above, own))
        found.gone += tags

    def _bare(self, found: _Difference, tags: list[str], lying: PlacedCard) -> str:
        """Return a paper that shows its face where a back belongs: it has been turned up there."""
        fitting = (t for t in tags if self._stock.alike(t, lying))
        return next((t for t in fitting if self._stock.card[t] not in found.wanted), "")

    def _turns_over(self, tag: str, lying: PlacedCard, due: Counter[str]) -> bool:
        """Return True if a paper belongs there, other side up, and is not wanted elsewhere.

        A destroyed card belongs on the discard pile, though the one beneath it may be missing.
        """
        card = self._stock.card[tag]
        if not self._stock.alike(tag, lying):
            return False
        if lying.card != UNKNOWN or not due[card]:
            return True
        due[card] -= 1
        return False

    def _due(self, layout: Layout) -> Counter[str]:
        wanted: Counter[str] = Counter()
        for cell in self._cells:
            if cell not in self._tracked:
                wanted.update(lying.card for lying in layout.get(cell, ()))
                # A face-down card there is not the card that everybody has seen.
                shown = filter(self._shows, self._stage.piles.get(cell, ()))
                wanted.subtract(self._stock.card[t] for t in shown)
        return +wanted

    def _shows(self, tag: str) -> bool:
        piece = self._stage.scene.find(tag)
        return piece is not None and piece.face_up

    def _heaped(
        self, found: _Difference, cell: str, tags: list[str], pile: list[PlacedCard]
    ) -> None:
        # Known cards claim their papers first, so that a `?` takes none of theirs.
        for lying in sorted(pile, key=lambda each: each.card == UNKNOWN):
            tag = next((t for t in tags if self._lies(t, lying)), None)
            if tag is None:
                found.came.append(_Wanted(cell, lying))
            else:
                tags.remove(tag)
        found.gone += tags

    def _lies(self, tag: str, lying: PlacedCard) -> bool:
        piece = self._stage.scene.find(tag)
        up = piece is not None and piece.face_up
        return up == (lying.facing is Facing.UP) and self._stock.alike(tag, lying)

    def _straight(self, tag: str, lying: PlacedCard, cell: str) -> bool:
        """Return True if a paper matches with its turn; a piece's turn is irrelevant."""
        piece = self._stage.scene.find(tag)
        if piece is None or not self._lies(tag, lying):
            return False
        if is_piece(lying.card) or cell in self._any_way:
            return True
        upright = self._stage.seat_turns.get(lying.owner, 0)
        return round((piece.rotation_deg - upright) / 90 - lying.turn) % 4 == 0

    def _source(
        self, wanted: _Wanted, ready: list[tuple[int, list[str]]], seat: Seat
    ) -> tuple[int, str] | None:
        """Return a paper's source: what is `ready` in its order, then the hand, the box."""
        lying = wanted.lying
        secret = lying.card == UNKNOWN and wanted.cell in self._chosen
        for rank, papers in ready:
            fits = self._lies if secret else self._stock.alike
            # A card that everybody has seen is that very paper, not its like among the backs of a
            # pile.
            hidden = lying.card == UNKNOWN
            fitting = [t for t in papers if fits(t, lying)]
            tag = next((t for t in fitting if self._shows(t) is not hidden), None)
            tag = tag or next(iter(fitting), None)
            if tag is not None:
                papers.remove(tag)
                return rank, tag
        shared = self._stock.shared(lying)
        if secret and not shared:
            return self._returned(wanted)
        if shared or self._stock.boxed(lying):
            tag = self._stock.from_box(lying.card, lying.owner)
        else:
            tag = self._stock.from_hands(lying.owner or seat, lying.card, self._seen)
        return None if tag is None else (_FROM_HAND, tag)

    def _returned(self, wanted: _Wanted) -> tuple[int, str] | None:
        """Return the card that was taken off a cell last, if it is still in a hand."""
        for tag in [t for t, cell in reversed(self._taken.items()) if cell == wanted.cell]:
            hand = next((h for h in self._stock.hands.values() if tag in h), None)
            if hand is not None and self._stock.alike(tag, wanted.lying):
                hand.remove(tag)
                return _FROM_HAND, tag
        return None

    def _laid(self, tag: str, wanted: _Wanted) -> HandMove:
        lying = wanted.lying
        seat = lying.owner or next(iter(self._stage.seat_turns))
        up = lying.facing is Facing.UP
        return HandMove(tag, wanted.cell, seat, lying.turn, up, wanted.under)
