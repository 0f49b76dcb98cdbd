"""Hand moves that change the table to a layout, for any game.

The cards and tokens on the stage are compared with the layout, cell by cell. On tracked cells, the
order in a pile matters. Cards that agree at the bottom and at the top stay, a card with the wrong
side up is turned over, and the rest is removed or added. On loose piles, only the contents matter.
A card that is missing in one place and surplus in another is moved; all others come from, or go to,
the hand or the box.

An unknown face-down card (`?`) may be any card in the hand. If a player chose a cell's face-down
card, the card already there stays, because players may remember it.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.pieces import is_piece
from companion.simulator.card_supply import CardSupply
from companion.simulator.stage import HandMove, Stage
from rules import UNKNOWN, Facing, Layout, PlacedCard, Seat, TableForm, Zone


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A card that a cell needs, beneath `under` others; `own`: a card already there.

    `secret`: a player chose it.
    """

    cell: str
    placed: PlacedCard
    under: int = 0
    own: str = ""
    secret: bool = False


_FIRST, _FROM_HAND, _MOVED, _TURNED, _TAKEN = range(5)


@dataclass(slots=True)
class TableSync:
    """A stage and its cards, to be synchronised once with a layout.

    `ignored` cells are not changed. `chosen`: on tracked cells, players chose the face-down cards.
    Players' own cards are placed there from a hand only if they were `taken` (tag → cell) from the
    same cell. `seen`: cards that were face up before they came to a hand; they are preferred to
    other copies.
    """

    stage: Stage
    stock: CardSupply
    form: TableForm
    layout: Layout
    ignored: Collection[str] = ()
    chosen: bool = False
    taken: dict[str, str] = field(default_factory=dict)
    seen: Collection[str] = ()
    _ranked: list[tuple[int, HandMove]] = field(default_factory=list)
    """Moves that are certain, with their rank in the order."""
    _gone: list[str] = field(default_factory=list)
    _came: list[_Wanted] = field(default_factory=list)
    _due: Counter[str] = field(default_factory=Counter)
    """Cards that are still missing on loose piles, face up."""

    def hand_moves(
        self, seat: Seat, hand: list[str] | None = None, back: Mapping[str, str] | None = None
    ) -> list[HandMove]:
        """Return the moves for `seat`; the cards in `hand` are used first.

        Cards that leave the table return directly home. `back`: cards whose moves from these cells
        are undone. Each of them returns to its own cell, instead of another copy from the hand or
        from a discard pile.
        """
        tracked = {zone.cell: zone for zone in self.form.zones if zone.tracked}
        cells = [cell.id for cell in self.stage.mat.cells if cell.id not in self.ignored]
        self._due = self._missing([cell for cell in cells if cell not in tracked])
        needed = frozenset(self._due)
        for cell in cells:
            tags, pile = list(self.stage.piles.get(cell, [])), list(self.layout.get(cell, ()))
            if cell in tracked:
                self._ordered(tracked[cell], tags, pile, needed)
            else:
                self._heaped(cell, tags, pile)
        ranked, lacking = self._ranked, set[str]()
        for wanted in self._came:
            if wanted.cell in lacking and is_piece(wanted.placed.card):
                continue  # it is on a card, and only a player knows on which one
            own = (_MOVED, wanted.own) if wanted.own else None
            ready = [(_FROM_HAND, hand or []), (_MOVED, self._gone)]
            if back is not None:
                self._gone.sort(key=lambda tag: back.get(tag) != wanted.cell)
                ready.reverse()
            source = own or self._source(wanted, ready, seat)
            if source is not None:
                rank, tag = source
                ranked.append((rank, self._placing(tag, wanted)))
            elif not is_piece(wanted.placed.card):
                lacking.add(wanted.cell)
        for tag in self._gone:
            self.stock.home(tag, seat)
            ranked.append((_TAKEN, HandMove(tag)))
        # Tokens come last, because they declare the meaning of the cards before them.
        ranked.sort(key=lambda each: (is_piece(self.stock.card[each[1].tag]), each[0]))
        return [hand_move for _, hand_move in ranked]

    def _ordered(
        self, zone: Zone, tags: list[str], pile: list[PlacedCard], needed: Collection[str]
    ) -> None:
        cell, above = zone.cell, 0
        while tags and pile and self._straight(tags[0], pile[0], zone):
            del tags[0], pile[0]
        while tags and pile and self._straight(tags[-1], pile[-1], zone):
            del tags[-1], pile[-1]
            above += 1
        if tags and pile and self._turns_over(tags[-1], pile[-1]):
            turned = self._placing(tags.pop(), _Wanted(cell, pile.pop(), above))
            self._ranked.append((_TURNED, turned))
        for placed in pile:
            secret = placed.card == UNKNOWN and self.chosen
            own = next((t for t in tags if secret and self._matches(t, placed)), "")
            bare = (t for t in tags if secret and not own and self.stock.alike(t, placed))
            if up := next((t for t in bare if self.stock.card[t] not in needed), ""):
                under = above + len(tags) - 1 - tags.index(up)
                tags.remove(up)
                # It is turned face down before another card covers it.
                self._ranked.append((_FIRST, self._placing(up, _Wanted(cell, placed, under))))
                continue
            if own:
                tags.remove(own)
            self._came.append(_Wanted(cell, placed, above, own, secret))
        self._gone += tags

    def _turns_over(self, tag: str, placed: PlacedCard) -> bool:
        """Return True if a card belongs here with its other side up, and is not needed elsewhere.

        A destroyed card belongs on the discard pile, even if the face-down card here is missing.
        """
        card = self.stock.card[tag]
        if not self.stock.alike(tag, placed):
            return False
        if placed.card != UNKNOWN or not self._due[card]:
            return True
        self._due[card] -= 1
        return False

    def _missing(self, loose: Collection[str]) -> Counter[str]:
        wanted: Counter[str] = Counter()
        for cell in loose:
            wanted.update(placed.card for placed in self.layout.get(cell, ()))
            # A face-down card in its place is not the card that all players have seen.
            shown = filter(self._shows, self.stage.piles.get(cell, ()))
            wanted.subtract(self.stock.card[t] for t in shown)
        return +wanted

    def _shows(self, tag: str) -> bool:
        piece = self.stage.scene.find(tag)
        return piece is not None and piece.face_up

    def _heaped(self, cell: str, tags: list[str], pile: list[PlacedCard]) -> None:
        # Known cards are assigned first, so that a `?` uses none of their copies.
        for placed in sorted(pile, key=lambda each: each.card == UNKNOWN):
            tag = next((t for t in tags if self._matches(t, placed)), None)
            if tag is None:
                self._came.append(_Wanted(cell, placed))
            else:
                tags.remove(tag)
        self._gone += tags

    def _matches(self, tag: str, placed: PlacedCard) -> bool:
        up = placed.facing is Facing.UP
        return self._shows(tag) is up and self.stock.alike(tag, placed)

    def _straight(self, tag: str, placed: PlacedCard, zone: Zone) -> bool:
        """Return True if a card matches, including its turn; a token's turn is irrelevant."""
        piece = self.stage.scene.find(tag)
        if piece is None or not self._matches(tag, placed):
            return False
        if is_piece(placed.card) or not zone.oriented:
            return True
        upright = self.stage.seat_turns.get(placed.owner, 0)
        return round((piece.rotation_deg - upright) / 90 - placed.turn) % 4 == 0

    def _source(
        self, wanted: _Wanted, ready: list[tuple[int, list[str]]], seat: Seat
    ) -> tuple[int, str] | None:
        """Take a card from those that are `ready`, a hand or the box; return its rank and tag."""
        placed = wanted.placed
        for rank, papers in ready:
            fits = self._matches if wanted.secret else self.stock.alike
            # A card that all players have seen is that copy, not another one face down in a pile.
            hidden = placed.card == UNKNOWN
            fitting = [t for t in papers if fits(t, placed)]
            tag = next((t for t in fitting if self._shows(t) is not hidden), None)
            tag = tag or next(iter(fitting), None)
            if tag is not None:
                papers.remove(tag)
                return rank, tag
        shared = self.stock.shared(placed)
        if wanted.secret and not shared:
            return self._returned(wanted)
        if shared or self.stock.boxed(placed):
            tag = self.stock.from_box(placed.card, placed.owner)
        else:
            tag = self.stock.from_hands(placed.owner or seat, placed.card, self.seen)
        return None if tag is None else (_FROM_HAND, tag)

    def _returned(self, wanted: _Wanted) -> tuple[int, str] | None:
        """Return the card that was last taken from a cell, if it is still in a hand."""
        for tag in [t for t, cell in reversed(self.taken.items()) if cell == wanted.cell]:
            hand = next((h for h in self.stock.hands.values() if tag in h), None)
            if hand is not None and self.stock.alike(tag, wanted.placed):
                hand.remove(tag)
                return _FROM_HAND, tag
        return None

    def _placing(self, tag: str, wanted: _Wanted) -> HandMove:
        placed = wanted.placed
        seat = placed.owner or next(iter(self.stage.seat_turns))
        up = placed.facing is Facing.UP
        return HandMove(tag, wanted.cell, seat, placed.turn, up, wanted.under)
