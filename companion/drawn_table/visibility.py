"""The visible part of a drawn table, and the numbers of its pieces.

A piece's number is unrelated to its tag; the name of a face-down piece is hidden.
"""

import random
from collections import Counter
from dataclasses import replace

from companion.drawn_table.pieces import TablePieces
from companion.drawn_table.values import PaperView, TableSnapshot
from companion.pieces import RESULT
from companion.simulator.textures import upright_size


class VisibleTable:
    """The pieces of one table as players may see them."""

    def __init__(self, pieces: TablePieces, rng: random.Random) -> None:
        """Number all pieces in a random order."""
        self._pieces = pieces
        self._sizes = {card.tag: upright_size(card.front) for card in pieces.begun.cards}
        self.tags = list(self._sizes)
        rng.shuffle(self.tags)
        self.number = {tag: n for n, tag in enumerate(self.tags, 1)}

    def tag(self, number: int) -> str | None:
        """Return the tag of the piece with a number, or None."""
        return self.tags[number - 1] if 1 <= number <= len(self.tags) else None

    def shown(self, version: int) -> TableSnapshot:
        """Return the visible table."""
        pieces, hands = self._pieces, self._pieces.stock.hands
        return TableSnapshot(
            version,
            self._topmost(),
            {seat: tuple(map(self._off, hands.get(seat, ()))) for seat in pieces.seats},
            self._box(),
            {cell: die.value for cell, die in pieces.dice.items()},
            tuple(pieces.trays),
            self.number[pieces.carried.tag] if pieces.carried else 0,
        )

    def _topmost(self) -> tuple[PaperView, ...]:
        stage, found = self._pieces.stage, []
        covered = {tag for pile in stage.piles.values() for tag in pile if not stage.bare(tag)}
        for piece in stage.scene.pieces:
            if piece.tag in covered:
                continue
            cell = stage.place_of(piece.tag) or ""
            below = sum(tag in covered for tag in stage.piles.get(cell, ()))
            thing = replace(self._thing(piece.tag, up=piece.face_up), cell=cell, below=below)
            found.append(
                replace(thing, x_mm=piece.x_mm, y_mm=piece.y_mm, turn_deg=piece.rotation_deg)
            )
        return tuple(found)

    def _box(self) -> tuple[PaperView, ...]:
        """Return one piece of each kind in the box, with the number of further ones.

        Results of throws are omitted, because only a throw takes them.
        """
        stock = self._pieces.stock
        box = [tag for tag in stock.box if not stock.card[tag].startswith(RESULT)]
        alike = Counter((stock.card[tag], stock.owner[tag]) for tag in box)
        first = {(stock.card[tag], stock.owner[tag]): tag for tag in reversed(box)}
        printed = list(self._sizes)
        order = sorted(first, key=lambda sort: (sort[1], printed.index(first[sort])))
        return tuple(replace(self._off(first[sort]), below=alike[sort] - 1) for sort in order)

    def _off(self, tag: str) -> PaperView:
        """Return the view of a piece off the table: in a hand or in the box."""
        posture = self._pieces.memory.postures.get(tag)
        return replace(self._thing(tag, up=True), up=posture is None or posture.up)

    def _thing(self, tag: str, *, up: bool) -> PaperView:
        stock = self._pieces.stock
        card = stock.card[tag] if up else ""
        held = self._pieces.memory.held.get(tag, "")
        return PaperView(self.number[tag], card, stock.owner[tag], up, self._sizes[tag], held=held)
