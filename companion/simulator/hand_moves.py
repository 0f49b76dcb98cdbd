"""Sequences of hand moves: cards placed, tucked under, turned over, picked up.

People do not withdraw their arm between two cards: `perform` performs `HandMove`s one after another
with one hand that comes and goes once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import HandMove, SceneFrame, Stage

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.3


def perform(stage: Stage, seat: str, errands: Sequence[HandMove]) -> Iterator[SceneFrame]:
    """Perform `errands` with one hand of `seat`, which comes and goes once."""
    here: Hand | None = None
    for errand in errands:
        for spot in _stops(stage, seat, errand):
            hand = stage.hovering(seat, spot)
            start, seconds = (here, _NEXT_S) if here else (stage.leaving(hand), _REACH_S)
            yield from stage.reach(start, hand, seconds)
            here = hand
        stage.do(errand)
        yield stage.tick()
    if here is not None:
        yield from stage.reach(here, stage.leaving(here), _REACH_S)
        yield from stage.gone()


def _stops(stage: Stage, seat: str, errand: HandMove) -> list[PaperPiece]:
    """Return the hand's stops: the paper's place, then its destination."""
    now = stage.scene.find(errand.tag)
    stops = [now] if now is not None else []
    if errand.place and stage.place_of(errand.tag) != errand.place:
        stops.append(stage.aimed(errand.tag, errand.place, seat, 0, face_up=True))
    return stops
