"""A phone stand for a camera view of the table: a tower on two feet, with a sloping deck.

Theory of operation. *A* has three walls in a U: the front, and two sides whose upper edges slope
down to the back. *B* is the back wall and the deck in one strip, glued between the sides with
flaps. All four corners have folded edges, so thin card is stiff enough to carry the phone, as in a
box. Two cross pieces *C* are half-lapped into slots in the lower edges of the sides. They keep the
tower square and widen its base. Each slot is half as high as the joint, and as wide as the card is
thick. The phone is on the deck, screen up, with its camera end over the front edge. *D*, a tent
hooked into two neighbouring rows of slits, holds the phone's lower end. More than half of the
phone, and therefore its centre of gravity, is behind the front wall (see `Balance`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pydantic import Field

from printkit.craft.net import FoldPose, Net, NetPanel, fold, tab
from printkit.craft.view import ViewPart
from printkit.data.toml_source import Strict
from printkit.pdf.drawing import BLACK, Cmyk
from printkit.pdf.geometry import Point, Rect
from printkit.typeset.label import Label

_FLAP = 12.0
_TONGUE = 9.0
_TONGUE_DEEP = 7.5
_SLIT_PLAY = 0.6
_PHONE = Cmyk(0, 0, 0, 80)
_INSET = 22.0
"""Distance of a foot from a side's end, in mm."""


class Stand(Strict):
    """Dimensions of a stand, in mm and degrees."""

    width: float
    depth: float
    front: float
    slope: float = Field(gt=0, lt=60)
    slot: float
    foot: float
    foot_height: float
    overhang: float
    stop: float
    row: float
    rows: int = Field(ge=2)

    @property
    def back(self) -> float:
        """Height of the back wall, in mm."""
        return self.front - self.depth * math.tan(math.radians(self.slope))

    @property
    def deck(self) -> float:
        """Length of the deck along its slope, in mm."""
        return self.depth / math.cos(math.radians(self.slope))

    @property
    def lap(self) -> float:
        """Overlap of a foot and a side, in mm."""
        return self.foot_height / 2

    @property
    def row_places(self) -> tuple[float, ...]:
        """Distance of each row of slits from the deck's front edge, in mm."""
        first = self.deck - 4 - (self.rows - 1) * self.row
        return tuple(first + n * self.row for n in range(self.rows))

    @property
    def camera(self) -> float:
        """Height of a phone's camera at the end of the overhang, in mm."""
        return self.front + self.overhang * math.sin(math.radians(self.slope))

    def overhang_of(self, phone: float) -> float:
        """Return the overhang of a phone's camera end; a long phone overhangs more."""
        return max(self.overhang, phone - self.row_places[-2])


@dataclass(frozen=True, slots=True)
class Balance:
    """Stability of a stand that carries a phone.

    `forward` is the distance of the centre of gravity behind the front wall, in mm. `sideways` is
    the tilt, in degrees, at which the stand tips over its feet.
    """

    forward: float
    sideways: float

    @classmethod
    def of(cls, made: Stand, phone: float) -> Balance:
        """Compute the balance for a phone of `phone` mm; the stand's own weight is ignored."""
        middle = phone / 2 - made.overhang_of(phone)
        behind = middle * math.cos(math.radians(made.slope))
        high = made.front - middle * math.sin(math.radians(made.slope))
        return cls(behind, math.degrees(math.atan2(made.foot / 2, high)))


def measures(given: Stand, width: float, slot: float | None = None) -> Stand:
    """Return the stand defined in the data, as deep as a sheet with `width` printable mm allows.

    `slot` is the thickness of the card stock, in mm.
    """
    depth = min(given.depth, (width - given.width) / 2)
    return given.model_copy(update={"depth": depth} | ({} if slot is None else {"slot": slot}))


def stand(made: Stand) -> dict[str, Net]:
    """Return the stand's parts by letter; part C is needed twice."""
    return {"A": _walls(made), "B": _deck(made), "C": _foot(made), "D": _stop(made)}


def assembly(made: Stand) -> dict[str, ViewPart]:
    """Return every part in its place, and a phone; the front wall stays where it is in its net."""
    parts = stand(made)
    d, w, high = made.depth, made.width, made.front
    rear = FoldPose(
        (d + w, high - made.back - made.deck, d),
        (-1.0, 0.0, 0.0),
        (0.0, 1.0, 0.0),
        (0.0, 0.0, -1.0),
    )
    deck = rear @ fold(parts["B"])["deck"]
    foot = (d - (made.foot - w) / 2, high - made.foot_height)
    near, far = slots(made)
    row, half = made.row_places[-3], made.row / 2 / made.stop
    ridge = math.sqrt(1 - half * half)
    tent = FoldPose(
        deck.lift((2.0, row, 0.0)),
        deck.ex,
        deck.along((0.0, half, -ridge)),
        deck.along((0.0, ridge, half)),
    )
    length, broad = row + made.overhang, 72.0
    outline = Rect((w - broad) / 2, -made.overhang, broad, length).corners
    phone = Net((NetPanel("phone", outline, ground=_PHONE),))
    lifted = FoldPose(deck.lift((0.0, 0.0, -4.0)), deck.ex, deck.ey, deck.ez)
    return {
        "A": ViewPart(parts["A"]),
        "B": ViewPart(parts["B"], rear),
        "C": ViewPart(parts["C"], FoldPose((*foot, near))),
        "C2": ViewPart(parts["C"], FoldPose((*foot, far))),
        "D": ViewPart(parts["D"], tent, 2),
        "phone": ViewPart(phone, lifted, 1),
    }


def _walls(made: Stand) -> Net:
    """Return the left side, front and right side; their slots open downwards."""
    d, w, high, low = made.depth, made.width, made.front, made.back
    front = NetPanel("front", Rect(d, 0, w, high).corners)
    left = _side([(d, 0.0), (d, high)], d, high, -1, made, low)
    right = _side([(d + w, 0.0), (d + w, high)], d + w, high, 1, made, low)
    sides = [
        NetPanel("left", left, "front", ((d, 0.0), (d, high)), 90.0),
        NetPanel("right", right, "front", ((d + w, 0.0), (d + w, high)), 90.0),
    ]
    return Net((front, *sides), (_letter("A", d + w / 2, 16),))


def _side(
    fold: list[Point], x: float, high: float, way: int, made: Stand, low: float
) -> tuple[Point, ...]:
    """Return the outline of a side: fold, bottom edge with two slots, back edge, sloping top."""
    bottom: list[Point] = []
    half = made.slot / 2
    for at in slots(made):
        bottom += [
            (x + way * (at - half), high),
            (x + way * (at - half), high - made.lap),
            (x + way * (at + half), high - made.lap),
            (x + way * (at + half), high),
        ]
    end = x + way * made.depth
    return (fold[0], fold[1], *bottom, (end, high), (end, high - low))


def slots(made: Stand) -> tuple[float, float]:
    """Return the distances of the two feet from the front wall."""
    return _INSET, made.depth - _INSET


def _deck(made: Stand) -> Net:
    """Return the back wall and the deck; their flaps are glued to the sides and the front."""
    w, low, deck = made.width, made.back, made.deck
    back = NetPanel("back", Rect(0, deck, w, low).corners)
    # The back wall is upright and the deck slopes, so the fold between them is less than 90
    # degrees.
    lean = 90.0 - made.slope
    holes = tuple(
        _slit(x, y, made) for y in made.row_places for x in (w / 2 - w / 4, w / 2 + w / 4)
    )
    floor = Rect(0, 0, w, deck).corners
    top = NetPanel("deck", floor, "back", ((0.0, deck), (w, deck)), lean, holes=holes)
    flaps = [
        tab("glue.front", top, ((0.0, 0.0), (w, 0.0)), _FLAP, 90.0 + made.slope),
        tab("glue.deck.left", top, ((0.0, 0.0), (0.0, deck)), _FLAP),
        tab("glue.deck.right", top, ((w, 0.0), (w, deck)), _FLAP),
        tab("glue.back.left", back, ((0.0, deck), (0.0, deck + low)), _FLAP),
        tab("glue.back.right", back, ((w, deck), (w, deck + low)), _FLAP),
    ]
    return Net((back, top, *flaps), (_letter("B", w / 2, deck + low - 20),))


def _slit(x: float, y: float, made: Stand) -> tuple[Point, ...]:
    width = _TONGUE + _SLIT_PLAY
    return Rect(x - width / 2, y - made.slot / 2, width, made.slot).corners


def _foot(made: Stand) -> Net:
    """Return a cross piece: its slots open upwards, and its upper corners are cut off."""
    length, high, half = made.foot, made.foot_height, made.slot / 2
    left, right = (length - made.width) / 2, (length + made.width) / 2
    cut = min(left - 6, high - 10)
    notches = (*_notch(left, half, made.lap), *_notch(right, half, made.lap))
    corners = ((length - cut, 0.0), (length, cut), (length, high), (0.0, high), (0.0, cut))
    outline = ((cut, 0.0), *notches, *corners)
    return Net((NetPanel("foot", outline),), (_letter("C", length / 2, high - 8),))


def _notch(x: float, half: float, deep: float) -> tuple[Point, ...]:
    return (x - half, 0.0), (x - half, deep), (x + half, deep), (x + half, 0.0)


def _stop(made: Stand) -> Net:
    """Return the tent: two faces, each with tongues at its foot, one row of slits apart."""
    w, face = made.width - 4, made.stop
    ridge = 2 * math.degrees(math.asin(made.row / 2 / face))
    near = NetPanel("near", _with_tongues(w, face))
    far_outline = tuple((x, 2 * face - y) for x, y in _with_tongues(w, face))
    hinge = ((0.0, face), (w, face))
    far = NetPanel("far", far_outline, "near", hinge, 180.0 - ridge)
    return Net((near, far), (_letter("D", w / 2, face - 3, 11),))


def _with_tongues(w: float, face: float) -> tuple[Point, ...]:
    """Return one face of the tent, from its ridge to its two tongues."""
    deep = _TONGUE_DEEP
    quarter = (w + 4) / 4
    outline: list[Point] = [(0.0, face), (0.0, 0.0)]
    for x in (w / 2 - quarter, w / 2 + quarter):
        outline += [
            (x - _TONGUE / 2, 0.0),
            (x - _TONGUE / 2 + 1, -deep),
            (x + _TONGUE / 2 - 1, -deep),
            (x + _TONGUE / 2, 0.0),
        ]
    return (*outline, (w, 0.0), (w, face))


def _letter(text: str, x: float, y: float, size: float = 18) -> Label:
    return Label(text, x, y, "strong", size, BLACK)
