"""A hand's motion over the mat: its path, its grip on a card, and its exit."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.simulator.scene import Hand, PaperPiece

_AWAY_MM: Final = 170.0  # distance beyond the mat's edge at which a hand is out of view


def away(hand: Hand, width_mm: float, height_mm: float) -> Hand:
    """Return the same hand withdrawn along its arm until it is off a mat of this size."""
    exits = [
        ((size if step > 0 else 0.0) - at) / step
        for at, step, size in zip(
            (hand.x_mm, hand.y_mm), back(hand.reach_deg), (width_mm, height_mm), strict=True
        )
        if abs(step) > 0.3
    ]
    way = max(0.0, min(exits)) + _AWAY_MM
    x, y = back(hand.reach_deg)
    return moved(hand, hand.x_mm + x * way, hand.y_mm + y * way)


def glide(start: Hand, end: Hand, steps: int, bow_mm: float) -> Iterator[Hand]:
    """Yield `steps` positions of a minimum-jerk movement (Flash and Hogan 1985).

    The path from `start` to `end` curves by `bow_mm` to one side; the hand keeps its card.
    """
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length = math.hypot(dx, dy) or 1.0
    turn = (end.reach_deg - start.reach_deg + 180) % 360 - 180
    for i in range(1, steps + 1):
        t = i / steps
        s = t**3 * (10 - 15 * t + 6 * t * t)
        side = bow_mm * math.sin(math.pi * s)
        x = start.x_mm + s * dx - side * dy / length
        y = start.y_mm + s * dy + side * dx / length
        reach = (start.reach_deg + s * turn) % 360
        yield Hand(x, y, reach, start.tone, start.open, _gripped(start, x, y, reach))


def moved(hand: Hand, x: float, y: float) -> Hand:
    """Return `hand` at another place with its card in the same grip."""
    if hand.carries is None:
        return replace(hand, x_mm=x, y_mm=y)
    dx, dy = x - hand.x_mm, y - hand.y_mm
    card = replace(hand.carries, x_mm=hand.carries.x_mm + dx, y_mm=hand.carries.y_mm + dy)
    return replace(hand, x_mm=x, y_mm=y, carries=card)


def _gripped(grip: Hand, x: float, y: float, reach_deg: float) -> PaperPiece | None:
    """Return `grip`'s card after that hand moves to (x, y) and turns to `reach_deg`."""
    card = grip.carries
    if card is None:
        return None
    turn = (reach_deg - grip.reach_deg + 180) % 360 - 180
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = card.x_mm - grip.x_mm, card.y_mm - grip.y_mm
    return replace(
        card,
        x_mm=x + c * dx - s * dy,
        y_mm=y + s * dx + c * dy,
        rotation_deg=(card.rotation_deg + turn) % 360,
    )


def back(reach_deg: float) -> tuple[float, float]:
    """Return the unit vector from the fingertips along the arm, in mat coordinates."""
    angle = math.radians(reach_deg)
    return -math.sin(angle), math.cos(angle)
