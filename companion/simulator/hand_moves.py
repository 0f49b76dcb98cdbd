"""Sequences of hand moves, which place, tuck in, turn over and pick up cards.

People do not withdraw their arm between two cards. `perform` therefore performs several `HandMove`s
with one hand that comes and goes once.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import HandMove, SceneFrame, Stage

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.3


def perform(stage: Stage, seat: str, hand_moves: Sequence[HandMove]) -> Iterator[SceneFrame]:
    """Perform `hand_moves` with one hand of `seat`, which comes and goes once."""
    here: Hand | None = None
    for hand_move in hand_moves:
        for spot in _stops(stage, seat, hand_move):
            hand = stage.hovering(seat, spot)
            start, seconds = (here, _NEXT_S) if here else (stage.leaving(hand), _REACH_S)
            yield from stage.reach(start, hand, seconds)
            here = hand
        stage.do(hand_move)
        yield stage.tick()
    if here is not None:
        yield from stage.reach(here, stage.leaving(here), _REACH_S)
        yield from stage.gone()


def _stops(stage: Stage, seat: str, hand_move: HandMove) -> list[PaperPiece]:
    """Return the places where the hand stops: the card's place, then its destination."""
    now = stage.scene.find(hand_move.tag)
    stops = [now] if now is not None else []
    if hand_move.place and stage.place_of(hand_move.tag) != hand_move.place:
        stops.append(stage.aimed(hand_move.tag, hand_move.place, seat, 0, face_up=True))
    return stops
