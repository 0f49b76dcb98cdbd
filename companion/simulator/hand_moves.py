"""Moves of a hand over the table: it comes from its seat's side, places or takes cards, and leaves.

People do not withdraw their arm between two cards. `perform` therefore performs several `HandMove`s
with one hand that comes and goes once. Hands follow minimum-jerk paths and tremble slightly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.simulator.motion import away, back, glide, moved
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.stage import HandMove, SceneFrame, Stage

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.3
_PINCH_MM: Final = 27.0  # distance from the fingertips to the centre of the card they hold
_HOVER_MM: Final = 30.0


def perform(stage: Stage, seat: str, hand_moves: Sequence[HandMove]) -> Iterator[SceneFrame]:
    """Perform `hand_moves` with one hand of `seat`, which comes and goes once."""
    here: Hand | None = None
    for hand_move in hand_moves:
        resting = stage.scene.find(hand_move.tag)
        stops = _stops(stage, hand_move, resting)
        for spot in stops:
            hand = holding(stage, seat, spot)
            if spot is resting:
                hand = replace(hand, carries=None)
            yield from reach(stage, here, hand, _NEXT_S) if here else arrive(stage, hand)
            here = hand
            if spot is resting and (spot is not stops[-1] or not hand_move.place):
                stage.lift(hand_move.tag)
                here = replace(hand, carries=replace(spot, lift_mm=_HOVER_MM))
        stage.do(hand_move)
        if here is not None and hand_move.place:
            here = replace(here, carries=None)
        yield stage.tick()
    if here is not None:
        yield from withdraw(stage, here)


def _stops(stage: Stage, hand_move: HandMove, resting: PaperPiece | None) -> list[PaperPiece]:
    """Return the places where the hand stops: the card's place, then its destination."""
    stops = [resting] if resting is not None else []
    if hand_move.place and stage.place_of(hand_move.tag) != hand_move.place:
        stops.append(stage.aimed(hand_move))
    return stops


def holding(stage: Stage, seat: str, piece: PaperPiece) -> Hand:
    """Return the seat's hand with its fingers on the near edge of `piece`, which hovers."""
    lean = stage.seat_turns[seat] + float(stage.rng.uniform(-12, 12))
    x, y = back(lean)
    x, y = piece.x_mm + _PINCH_MM * x, piece.y_mm + _PINCH_MM * y
    held = replace(piece, lift_mm=_HOVER_MM)
    return Hand(x, y, lean % 360, tone_of(stage, seat), carries=held)


def hovering(stage: Stage, seat: str, piece: PaperPiece) -> Hand:
    """Return the seat's empty hand above a piece."""
    return replace(holding(stage, seat, piece), carries=None)


def tone_of(stage: Stage, seat: str) -> int:
    """Return the number of a seat's skin and sleeve."""
    return list(stage.seat_turns).index(seat)


def reach(stage: Stage, start: Hand, end: Hand, seconds: float) -> Iterator[SceneFrame]:
    """Yield a movement with a slight curve and tremble."""
    steps = max(2, round(seconds * stage.fps))
    for hand in glide(start, end, steps, float(stage.rng.normal(0, 12))):
        yield shown(stage, hand)


def arrive(stage: Stage, hand: Hand, seconds: float = _REACH_S) -> Iterator[SceneFrame]:
    """Move a hand to its place from outside the picture."""
    yield from reach(stage, leaving(stage, hand), hand, seconds)


def withdraw(stage: Stage, hand: Hand, seconds: float = _REACH_S) -> Iterator[SceneFrame]:
    """Move a hand off the table."""
    yield from reach(stage, hand, leaving(stage, hand), seconds)
    stage.scene = replace(stage.scene, hands=())
    yield stage.tick()


def leaving(stage: Stage, hand: Hand) -> Hand:
    """Return a hand outside the picture."""
    return away(hand, stage.mat.width_mm, stage.mat.height_mm)


def shown(stage: Stage, hand: Hand) -> SceneFrame:
    """Show a trembling hand for one frame."""
    dx, dy = (float(v) for v in stage.rng.normal(0, 0.7, 2))
    trembling = moved(hand, hand.x_mm + dx, hand.y_mm + dy)
    stage.scene = replace(stage.scene, hands=(trembling,))
    return stage.tick()
