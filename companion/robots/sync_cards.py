"""Hand moves for the moves of the rules: cards from and to decks, off the field, onto piles.

This module applies no rules. Events name the cards drawn from a deck. A card that differs from a
layout is moved to its place in the layout, or to its owner's hand. Only the top card of a cell is
compared; `companion.robots.sync_table` compares whole piles.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.robots.holdings import Holdings
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame, Stage
from rules import UNKNOWN, Event, Facing, Layout, PlacedCard, Seat, TableForm


class CardSync:
    """Synchronises one stage with a game's layouts."""

    def __init__(self, stage: Stage, paper: Holdings, form: TableForm, settle_s: float) -> None:
        """Synchronise a stage and its cards; hands stay away for `settle_s` afterwards."""
        self._stage = stage
        self._paper = paper
        self._settle_s = settle_s
        self._seats = tuple(form.seat_turns)
        self._tracked = [zone.cell for zone in form.zones if zone.tracked]
        self._piles = [zone.cell for zone in form.zones if zone.pile and not zone.tracked]

    def follow(self, events: Sequence[Event]) -> Iterator[SceneFrame]:
        """Move cards from and to the deck, as the true match's events require."""
        for event in events:
            deck = f"{event.seat}.deck"
            if event.kind == "drawn":
                yield from self._take_from(deck, event.seat, event.items or (event.card,))
            elif event.kind == "redrawn":
                yield from self._swap_hand(deck, event)
            elif event.kind == "renewed":
                yield from self._renew(deck, event)

    def _take_from(self, deck: str, seat: Seat, cards: Sequence[str]) -> Iterator[SceneFrame]:
        tags: list[str] = []
        for card in cards:
            pile = self._stage.piles[deck]
            tag = next(t for t in pile if self._paper.card[t] == card and t not in tags)
            self._stage.to_top(deck, tag)
            pile.remove(tag)
            pile.insert(len(pile) - len(tags), tag)
            tags.append(tag)
        yield from perform(self._stage, seat, taken_up(tags))
        for tag in tags:
            self._paper.to_hand(tag)

    def _swap_hand(self, deck: str, event: Event) -> Iterator[SceneFrame]:
        """Shuffle cards of the hand into the deck, and draw the same number of cards."""
        seat = event.seat
        mine = self._paper.hands[seat]
        cards = {t for t in mine if self._paper.card[t] in set(event.items)}
        back = [t for t in mine if t in cards]
        for tag in back:
            mine.remove(tag)
        yield from perform(
            self._stage, seat, [HandMove(t, deck, seat, 0, face_up=False) for t in back]
        )
        yield from self._take_from(deck, seat, event.items[: len(back)])

    def _renew(self, deck: str, event: Event) -> Iterator[SceneFrame]:
        """Turn the graveyard over as the new deck."""
        seat, want = event.seat, Counter(event.items)
        tags = []
        for cell in self._piles:
            for tag in self._stage.piles.get(cell, []):
                card = self._paper.card.get(tag, "")
                if cell.startswith(f"{seat}.") and cell != deck and want[card] > 0:
                    want[card] -= 1
                    tags.append(tag)
        down = [HandMove(tag, deck, seat, face_up=False) for tag in tags]
        yield from perform(self._stage, seat, [*taken_up(tags), *down])

    def tidy(self, seat: Seat, layout: Layout) -> Iterator[SceneFrame]:
        """Change the table to a layout."""
        turned, gone = [], []
        for cell in self._tracked:
            pile, tags = layout.get(cell, ()), self._stage.piles.get(cell, [])
            if tags and not pile:
                gone += tags
            elif tags and self.upside(tags[-1]) is not pile[-1].facing:
                up = pile[-1].facing is Facing.UP
                turned.append(HandMove(tags[-1], cell, pile[-1].owner, pile[-1].turn, up))
        if turned:
            yield from perform(self._stage, seat, turned)
        yield from self._send_away(gone, layout)
        yield from self._take_up(layout)

    def upside(self, tag: str) -> Facing:
        """Return which side of a card on the table is up."""
        piece = self._stage.scene.find(tag)
        return Facing.UP if piece is not None and piece.face_up else Facing.DOWN

    def _send_away(self, tags: Sequence[str], layout: Layout) -> Iterator[SceneFrame]:
        """Move cards off the field, to their pile in the layout or to their owner's hand."""
        for seat in self._seats:
            mine = [t for t in tags if self._paper.owner(t) == seat]
            piled: dict[str, list[str]] = {}
            for tag in mine:
                piled.setdefault(self._wanting(tag, seat, layout, piled), []).append(tag)
            for cell, those in piled.items():
                if cell:
                    away = [*taken_up(those), *(HandMove(tag, cell, seat) for tag in those)]
                    yield from perform(self._stage, seat, away)
                else:
                    yield from perform(self._stage, seat, taken_up(those))
                    for tag in those:
                        self._paper.to_hand(tag)
        if tags:
            yield from self._stage.wait(self._settle_s)

    def _wanting(self, tag: str, seat: Seat, layout: Layout, piled: dict[str, list[str]]) -> str:
        card = self._paper.card[tag]
        for cell in self._piles:
            placed = PlacedCard(card, seat)
            wanted = sum(each == placed for each in layout.get(cell, ()))
            there = [*self._stage.piles.get(cell, []), *piled.get(cell, [])]
            if wanted > sum(self._paper.card.get(t) == card for t in there):
                return cell
        return ""

    def _take_up(self, layout: Layout) -> Iterator[SceneFrame]:
        """Move face-up cards that a pile no longer contains to their owner's hand."""
        for cell in self._piles:
            wanted = Counter(placed.card for placed in layout.get(cell, ()))
            if wanted[UNKNOWN]:
                continue
            tags = []
            for tag in self._stage.piles.get(cell, []):
                wanted[self._paper.card.get(tag, "")] -= 1
                if wanted[self._paper.card.get(tag, "")] < 0:
                    tags.append(tag)
            if tags:
                yield from perform(self._stage, self._paper.owner(tags[0]), taken_up(tags))
                for tag in tags:
                    self._paper.to_hand(tag)

    def picked(self, seat: Seat, name: str) -> tuple[str, bool]:
        """Return the tag of a token or card with this id, and True if a seat owns it.

        A card may come from any position in the seat's face-up pile.
        """
        for cell in self._piles:
            for tag in self._stage.piles.get(cell, []) if cell.startswith(f"{seat}.") else ():
                if self._paper.card.get(tag) == name and self.upside(tag) is Facing.UP:
                    self._stage.lift(tag)
                    return tag, True
        if any(self._paper.card[t] == name for t in self._paper.hands[seat]):
            return self._paper.from_hand(seat, name), True
        return self._paper.controls[name], False


def taken_up(tags: Sequence[str]) -> list[HandMove]:
    """Return the moves that remove cards from the table."""
    return [HandMove(tag) for tag in tags]
