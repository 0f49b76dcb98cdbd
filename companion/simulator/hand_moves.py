"""One visit of a hand that does several things: cards laid, tucked under, turned over, taken up.

People do not lift their arm off the table between two cards.  An `Errand` is one thing done to one
paper; `ErrandStage.visit` does them one after the other with one hand that comes and goes once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.simulator.scene import Hand, Piece
from companion.simulator.stage import Stage, Tick

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.3
_NEAT: Final = 0.6


@dataclass(frozen=True, slots=True)
class Errand:
    """A paper and where it is to lie; `place` "" takes it off the table.

    `seat`: for whom it lies upright.  `under`: how many of the papers there stay on top of it.
    """

    tag: str
    place: str = ""
    seat: str = ""
    turn: int = 0
    face_up: bool = True
    under: int = 0


class ErrandStage(Stage):
    """A stage whose hands do several things before they leave."""

    def visit(self, seat: str, errands: Sequence[Errand]) -> Iterator[Tick]:
        """A hand of `seat` comes, does all of `errands`, and goes."""
        here: Hand | None = None
        for errand in errands:
            for spot in self._stops(seat, errand):
                hand = self._hovering(seat, spot)
                start, seconds = (here, _NEXT_S) if here else (self._away(hand), _REACH_S)
                yield from self._reach(start, hand, seconds)
                here = hand
            self.do(errand)
            yield self.tick()
        if here is not None:
            yield from self._reach(here, self._away(here), _REACH_S)
            yield from self._gone()

    def do(self, errand: Errand) -> None:
        """One errand without a gesture."""
        if not errand.place:
            self.lift(errand.tag)
            return
        self.put(
            errand.tag,
            errand.place,
            errand.seat,
            turn=errand.turn,
            face_up=errand.face_up,
            neat=_NEAT,
        )
        if errand.under:
            self._tuck(errand)

    def _tuck(self, errand: Errand) -> None:
        """What was laid last goes beneath the papers that lay on top."""
        pile = self.piles[errand.place]
        above = pile[-1 - errand.under : -1]
        pile[-1 - errand.under :] = [errand.tag, *above]
        pieces = [piece for piece in self.scene.pieces if piece.tag != errand.tag]
        laid = next(piece for piece in self.scene.pieces if piece.tag == errand.tag)
        at = min(i for i, piece in enumerate(pieces) if piece.tag in above)
        self.scene = replace(self.scene, pieces=(*pieces[:at], laid, *pieces[at:]))

    def _stops(self, seat: str, errand: Errand) -> list[Piece]:
        """Where the hand goes for an errand: to the paper where it lies, then to its place."""
        lying = self.scene.find(errand.tag)
        stops = [lying] if lying is not None else []
        if errand.place and self.place_of(errand.tag) != errand.place:
            stops.append(self._aimed(errand.tag, errand.place, seat, 0, face_up=True))
        return stops

    def _hovering(self, seat: str, piece: Piece) -> Hand:
        return replace(self._holding(seat, piece), carries=None)
