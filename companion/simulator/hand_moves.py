"""Moves of a hand over the table: it comes from its seat's side, places or takes cards, and leaves.

People do not withdraw their arm between two cards. `perform` therefore performs several `HandMove`s
with one hand that comes and goes once. Hands follow minimum-jerk paths and tremble slightly.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from companion.readings import Point
from companion.simulator.dice import Die
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.spread import rotated
from companion.simulator.stage import HandMove, SceneFrame, Stage

_REACH_S: Final = 0.4
_NEXT_S: Final = 0.3
_PINCH_MM: Final = 27.0  # distance from the fingertips to the centre of the card they hold
_HOVER_MM: Final = 30.0
_AWAY_MM: Final = 170.0  # distance beyond the mat's edge at which a hand is out of view


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
    return replace(hovering(stage, seat, piece), carries=replace(piece, lift_mm=_HOVER_MM))


def hovering(stage: Stage, seat: str, over: PaperPiece | Die) -> Hand:
    """Return the seat's empty hand above a piece."""
    lean = stage.seat_turns[seat] + float(stage.rng.uniform(-12, 12))
    x, y = _back(lean)
    x, y = over.x_mm + _PINCH_MM * x, over.y_mm + _PINCH_MM * y
    return Hand(x, y, lean % 360, tone_of(stage, seat))


def tone_of(stage: Stage, seat: str) -> int:
    """Return the number of a seat's skin and sleeve."""
    return list(stage.seat_turns).index(seat)


def reach(stage: Stage, start: Hand, end: Hand, seconds: float) -> Iterator[SceneFrame]:
    """Yield a minimum-jerk movement (Flash and Hogan 1985) with a slight curve and tremble.

    The hand keeps its card.
    """
    steps, bow_mm = max(2, round(seconds * stage.fps)), float(stage.rng.normal(0, 12))
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length = math.hypot(dx, dy) or 1.0
    turn = (end.reach_deg - start.reach_deg + 180) % 360 - 180
    for i in range(1, steps + 1):
        t = i / steps
        s = t**3 * (10 - 15 * t + 6 * t * t)
        side = bow_mm * math.sin(math.pi * s)
        x = start.x_mm + s * dx - side * dy / length
        y = start.y_mm + s * dy + side * dx / length
        yield shown(stage, moved(start, x, y, s * turn))


def arrive(stage: Stage, hand: Hand, seconds: float = _REACH_S) -> Iterator[SceneFrame]:
    """Move a hand to its place from outside the picture."""
    yield from reach(stage, leaving(stage, hand), hand, seconds)


def withdraw(stage: Stage, hand: Hand) -> Iterator[SceneFrame]:
    """Move a hand off the table."""
    yield from reach(stage, hand, leaving(stage, hand), _REACH_S)
    stage.scene = replace(stage.scene, hands=())
    yield stage.tick()


def leaving(stage: Stage, hand: Hand) -> Hand:
    """Return the same hand withdrawn along its arm until it is outside the picture."""
    x, y = _back(hand.reach_deg)
    exits = [
        ((size if step > 0 else 0.0) - at) / step
        for at, step, size in (
            (hand.x_mm, x, stage.mat.width_mm),
            (hand.y_mm, y, stage.mat.height_mm),
        )
        if abs(step) > 0.3
    ]
    way = max(0.0, min(exits)) + _AWAY_MM
    return moved(hand, hand.x_mm + x * way, hand.y_mm + y * way)


def shown(stage: Stage, hand: Hand) -> SceneFrame:
    """Show a trembling hand for one frame."""
    dx, dy = (float(v) for v in stage.rng.normal(0, 0.7, 2))
    trembling = moved(hand, hand.x_mm + dx, hand.y_mm + dy)
    stage.scene = replace(stage.scene, hands=(trembling,))
    return stage.tick()


def moved(hand: Hand, x: float, y: float, turn_deg: float = 0.0) -> Hand:
    """Return `hand` at another place, turned clockwise, with its card in the same grip."""
    card = hand.carries
    if card is not None:
        dx, dy = rotated((card.x_mm - hand.x_mm, card.y_mm - hand.y_mm), turn_deg)
        angle = (card.rotation_deg + turn_deg) % 360
        card = replace(card, x_mm=x + dx, y_mm=y + dy, rotation_deg=angle)
    reach_deg = (hand.reach_deg + turn_deg) % 360
    return replace(hand, x_mm=x, y_mm=y, reach_deg=reach_deg, carries=card)


def _back(reach_deg: float) -> Point:
    """Return the unit vector from the fingertips along the arm, in mat coordinates."""
    return rotated((0.0, 1.0), reach_deg)
