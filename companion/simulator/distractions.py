"""Disturbances that mean nothing: resting hands, glare, and accidental pushes."""

from collections.abc import Iterator
from dataclasses import astuple, replace

from companion.simulator.hand_moves import arrive, hovering, shown, tone_of, withdraw
from companion.simulator.scene import Glint, Hand, TablePose
from companion.simulator.stage import SceneFrame, Stage


def rest(stage: Stage, seat: str, place: str, seconds: float) -> Iterator[SceneFrame]:
    """Hold a slightly trembling open hand over a place for a while."""
    cell = stage.cell(place)
    lean = stage.seat_turns[seat] + float(stage.rng.uniform(-14, 14))
    hand = Hand(cell.x_mm, cell.y_mm, lean % 360, tone_of(stage, seat), open=True)
    yield from arrive(stage, hand, 0.5)
    for _ in range(max(1, round(seconds * stage.fps))):
        yield shown(stage, hand)
    yield from withdraw(stage, hand)


def glare(stage: Stage, place: str, seconds: float) -> Iterator[SceneFrame]:
    """Show a lamp's reflection near a place for a while."""
    cell = stage.cell(place)
    dx, dy = (float(v) for v in stage.rng.normal(0, 15.0, 2))
    glint = Glint(cell.x_mm + dx, cell.y_mm + dy, float(stage.rng.uniform(10, 25)))
    stage.scene = replace(stage.scene, glints=(glint,))
    yield from stage.wait(seconds)
    stage.scene = replace(stage.scene, glints=())


def touch(stage: Stage, seat: str, tag: str) -> Iterator[SceneFrame]:
    """Shift a card in a pile by a few millimetres and degrees, as if by an accidental touch."""
    place, piece = stage.place_of(tag), stage.scene.find(tag)
    if place is None or piece is None:
        raise ValueError(f"{tag} does not lie on the table")
    cell = stage.cell(place)
    dx, dy, turn = (float(v) for v in stage.rng.normal(0, 1.2, 3).clip(-2.5, 2.5))
    x = min(max(piece.x_mm + dx, cell.x_mm - 5), cell.x_mm + 5)
    y = min(max(piece.y_mm + dy, cell.y_mm - 5), cell.y_mm + 5)
    hand = hovering(stage, seat, piece)
    yield from arrive(stage, hand)
    turned = (piece.rotation_deg + turn) % 360
    stage.scene = stage.scene.changed(replace(piece, x_mm=x, y_mm=y, rotation_deg=turned))
    yield from withdraw(stage, hand)


def bump(stage: Stage, seat: str) -> Iterator[SceneFrame]:
    """Shift the mat with everything on it by a few millimetres."""
    side, mat = stage.seat_turns[seat], stage.mat
    corner = (mat.width_mm * 0.2, mat.height_mm * (0.97 if side == 0 else 0.03))
    hand = Hand(*corner, float(side), tone_of(stage, seat), open=True)
    old = astuple(stage.scene.mat)
    shift = stage.rng.normal(0, [4.0, 4.0, 0.6])
    # the mat stays in view, because people push it back into place
    sums = (0.5 * a + float(b) for a, b in zip(old, shift, strict=True))
    new = [min(max(each, -9.0), 9.0) for each in sums]
    yield from arrive(stage, hand)
    for share in (0.5, 1.0):
        between = (a + (b - a) * share for a, b in zip(old, new, strict=True))
        stage.scene = replace(stage.scene, mat=TablePose(*between))
        yield shown(stage, hand)
    yield from withdraw(stage, hand)
