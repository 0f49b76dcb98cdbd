"""Cells of the two mats, and the mat files that list them.

A mat consists of one share per seat, rotated about the centre: by 180° on the mat of six nodes, by
90° on the mat of twelve. A share is given in mm from the centre, y down, in the view of the seat
at the south edge. It has the seat's three nodes in a V, each with its fan below and a place for
the puck next to it. It also has the row of move boxes, and the arrow boxes for its edges of the
ring. These edges connect its own nodes, and its node L with the next seat's node R. An arrow box
is at the attacker's end of an edge; an arrow placed in it points at the target.

``python -m artwork.stratosphere.cells`` writes ``templates/stratosphere/mat-ring-*.toml``; with
``--check`` it only compares.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from printkit.pdf.drawing import Point

CARD: Final = (54.0, 90.0)
PLACE: Final = (32.0, 46.0)
"""Width and height of a box for one token of 30 × 44 mm."""
FAN_STEP: Final = 12.0
FAN: Final = 5
"""Number of steps in a node's fan guide; each further face-down card is placed one step lower."""
TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates" / "stratosphere"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """One cell, as listed in the mat's file."""

    id: str
    kind: str
    at: Point
    size: tuple[float, float]
    seat: str = ""
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """One seat's share of a mat, relative to the centre, in the south seat's view.

    `arrows` has the centre and the target point of each arrow box, by the edge's ends. `L>R` and
    `R>L` belong to the edge to the next seat clockwise.
    """

    name: str
    size: tuple[float, float]
    seats: tuple[str, ...]
    nodes: dict[str, Point]
    supply: dict[str, Point]
    places: dict[str, Point]
    arrows: dict[str, tuple[Point, Point]]
    piles: dict[str, Point]


RING_2: Final = Share(
    name="ring-2",
    size=(594.0, 420.0),
    seats=("1", "2"),
    nodes={"L": (-213, 52), "C": (0, 85), "R": (213, 52)},
    supply={"L": (-261, 88), "C": (51, 163), "R": (261, 88)},
    places={
        "move.1": (-159, 173),
        "move.2": (-125, 173),
        "move.3": (-91, 173),
        "draw": (-53, 173),
        "force": (100, 123),
        "full": (100, 174),
        "control": (150, 155),
    },
    arrows={
        "C>L": ((-57, 98), (-186, 82)),
        "L>C": ((-156, 86), (-27, 102)),
        "C>R": ((57, 98), (186, 82)),
        "R>C": ((156, 86), (27, 102)),
        "L>R": ((-163, 25), (-163, -25)),
        "R>L": ((-163, -25), (-163, 25)),
    },
    piles={"pile": (-74, 0), "discard": (74, 0)},
)

RING_4: Final = Share(
    name="ring-4",
    size=(900.0, 900.0),
    seats=("1", "2", "3", "4"),
    nodes={"L": (-190, 275), "C": (0, 316), "R": (190, 275)},
    supply={"L": (-136, 356), "C": (50, 364), "R": (136, 356)},
    places={
        "move.1": (-138, 413),
        "move.2": (-104, 413),
        "move.3": (-70, 413),
        "draw": (-50, 364),
        "force": (75, 414),
        "full": (109, 414),
        "control": (252, 350),
    },
    arrows={
        "C>L": ((-55.5, 308), (-163, 284)),
        "L>C": ((-134.5, 290), (-27, 314)),
        "C>R": ((55.5, 308), (163, 284)),
        "R>C": ((134.5, 290), (27, 314)),
        "L>R": ((-166, 200), (-200, 166)),
        "R>L": ((-200, 166), (-166, 200)),
    },
    piles={"pile": (-40, 0), "discard": (40, 0)},
)

SHARES: Final = {share.name: share for share in (RING_2, RING_4)}


def turned(point: Point, degrees: float) -> Point:
    """Return a point rotated clockwise about the origin."""
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def spots(share: Share) -> Iterator[Spot]:
    """Yield every cell of a mat; its centre is in mm from the mat's top left corner."""
    step = 360 / len(share.seats)
    middle = (share.size[0] / 2, share.size[1] / 2)

    def spot(
        identity: str,
        kind: str,
        at: Point,
        size: tuple[float, float],
        seat: int | None,
        aim: float = 0.0,
    ) -> Spot:
        turn = step * (seat or 0)
        x, y = turned(at, turn)
        owner = "" if seat is None else share.seats[seat]
        where = (middle[0] + x, middle[1] + y)
        return Spot(identity, kind, where, size, owner, (turn + aim) % 360)

    for n, seat in enumerate(share.seats):
        ends = {"L": f"{seat}.L", "C": f"{seat}.C", "R": f"{seat}.R"}
        for letter, at in share.nodes.items():
            yield spot(ends[letter], "node", at, CARD, n)
        for letter, at in share.supply.items():
            yield spot(f"{ends[letter]}.supply", "supply", at, PLACE, n)
        for place, at in share.places.items():
            kind, size = place.partition(".")[0], CARD if place == "control" else PLACE
            yield spot(f"{seat}.{place}", kind, at, size, n)
        following = f"{share.seats[(n + 1) % len(share.seats)]}.R"
        for edge, (at, target) in share.arrows.items():
            source, aim = edge.split(">")
            if edge == "L>R":
                name = f"{ends['L']}>{following}"
            elif edge == "R>L":
                name = f"{following}>{ends['L']}"
            else:
                name = f"{ends[source]}>{ends[aim]}"
            heading = math.degrees(math.atan2(target[0] - at[0], at[1] - target[1]))
            yield replace(spot(name, "arrow", at, PLACE, n, heading), seat="")
    for place, at in share.piles.items():
        yield spot(place, place, at, CARD, None)


def mat_file(share: Share) -> str:
    """Return the text of a mat's file."""
    width, height = share.size
    lines = [
        f"# Strato-Sphere's mat for a ring of {3 * len(share.seats)} nodes, written by",
        "# python -m artwork.stratosphere.cells. The geometry is a contract: moving a cell",
        "# requires a new version. A node's fan of face-down cards is below the node.",
        "",
        "[mat]",
        f'name = "{share.name}"',
        f"version = {_VERSION}",
        f"size = [{width}, {height}]",
        "",
        "[card]",
        f"width = {CARD[0]}",
        f"height = {CARD[1]}",
        "",
        "[fiducial]",
        "side = 30.0",
        "inset = 9.0",
    ]
    for spot in spots(share):
        lines += ["", "[[cell]]", f'id = "{spot.id}"', f'kind = "{spot.kind}"']
        lines += [f'seat = "{spot.seat}"'] if spot.seat else []
        lines += [f"at = [{_mm(spot.at[0])}, {_mm(spot.at[1])}]"]
        lines += [f"size = [{spot.size[0]}, {spot.size[1]}]"]
        lines += [f"turn = {_mm(spot.turn)}"] if spot.turn else []
    return "\n".join(lines) + "\n"


def _mm(value: float) -> str:
    """Format a number with at most two decimals; −0 becomes 0."""
    return str(round(value, 2) + 0.0)


def main(arguments: list[str] | None = None) -> int:
    """Write both mat files; return 1 if ``--check`` found a difference."""
    parser = argparse.ArgumentParser(
        prog="python -m artwork.stratosphere.cells", description=mat_file.__doc__
    )
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    options = parser.parse_args(arguments)
    differs = 0
    for share in SHARES.values():
        file = TEMPLATES / f"mat-{share.name}.toml"
        text = mat_file(share)
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        differs += 1
        sys.stdout.write(f"{'differs' if options.check else 'written'}: {file.name}\n")
        if not options.check:
            file.write_text(text, encoding="utf-8")
    return 1 if options.check and differs else 0


if __name__ == "__main__":
    sys.exit(main())
