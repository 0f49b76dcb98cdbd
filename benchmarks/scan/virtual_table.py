"""A bare table under a simulated camera on which real printed cards are spread, dealt or riffled.

The cards are cut out of the real PDFs (`companion.simulator.textures`). Unlike the table of a
simulated match, this table has no mat. Moving objects are exposed over the shutter time, so a
moving card and the hand are smeared along their path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.simulator.camera import SimulatedCamera
from companion.simulator.hands import HAND_HEIGHT_MM, TONES, ArmShape, paint, shadow_of, silhouette
from companion.simulator.rects import Rect, common
from companion.simulator.scene import Hand, PaperPiece
from companion.simulator.sensor import Condition, Sensor
from companion.simulator.textures import PaperShop
from companion.simulator.warp import Linear, Patch, PrintTexture, lay_out, turned, wood
from companion.storage.files import cache_folder

__all__ = ["Desk", "Instant", "open_shop", "spread"]

MODULE_MM = 16 / 21
_BEYOND_MM = 30.0


@dataclass(frozen=True)
class Instant:
    """One moment of an exposure: the moving objects, the topmost last."""

    pieces: tuple[PaperPiece, ...] = ()
    hands: tuple[Hand, ...] = ()


def open_shop(manifests: Sequence[Path], dpi: float = 300.0) -> PaperShop:
    """Return the cards of these manifests, cut out of the PDFs next to them."""
    return PaperShop(manifests, dpi, cache_folder())


class Desk:
    """Simulated pictures of cards on a wooden table; all randomness comes from `rng`."""

    def __init__(
        self,
        shop: PaperShop,
        camera: SimulatedCamera,
        condition: Condition,
        rng: np.random.Generator,
    ) -> None:
        self.camera, self._shop, self._rng = camera, shop, rng
        self._still = wood(camera, rng)
        self._sensor = Sensor(condition, camera.width, camera.height, rng)
        self._prints: dict[str, PrintTexture] = {}
        self._whole: Rect = (0, 0, camera.width, camera.height)
        self._dirty: list[Rect] = [self._whole]

    def place(self, pieces: Iterable[PaperPiece]) -> None:
        """Place cards on the table, each on top of all others."""
        for piece in pieces:
            patch = self._patch(piece)
            patch.blend(self._still, self._whole)
            self._dirty.append(patch.rect)

    def picture(self, instants: Sequence[Instant] = ()) -> npt.NDArray[np.uint8]:
        """Return a BGR picture of the table, with the motion during the exposure."""
        light, moved = self._exposed(instants)
        for rect in [*self._dirty, *moved]:
            self._sensor.expose(light, rect)
        self._dirty = moved
        return self._sensor.develop(self._rng)

    def _exposed(self, instants: Sequence[Instant]) -> tuple[Linear, list[Rect]]:
        rects = [rect for instant in instants for rect in self._reach(instant)]
        if not rects:
            return self._still, []
        m = self._sensor.margin
        around = common(
            (
                min(r[0] for r in rects) - m,
                min(r[1] for r in rects) - m,
                max(r[2] for r in rects) + m,
                max(r[3] for r in rects) + m,
            ),
            self._whole,
        )
        if around[0] >= around[2] or around[1] >= around[3]:  # completely outside the picture
            return self._still, []
        here = (slice(around[1], around[3]), slice(around[0], around[2]))
        total = np.zeros((*self._still[here].shape,), np.float32)
        light = self._still.copy()
        for instant in instants:
            light[here] = self._still[here]
            for piece in instant.pieces:
                self._patch(piece).blend(light, around)
            for hand in instant.hands:
                self._paint(light, hand, around)
            total += light[here]
        light[here] = (total / len(instants)).astype(np.uint16)
        return light, [around]

    def _reach(self, instant: Instant) -> list[Rect]:
        rects = [self._patch(piece).rect for piece in instant.pieces]
        for hand in instant.hands:
            shapes = silhouette(hand)
            seen = self._seen(shapes, HAND_HEIGHT_MM) + self._seen(shadow_of(shapes), 0.0)
            if not seen:
                continue
            points = np.vstack([shape.outline for shape in seen])
            low, high = points.min(axis=0), points.max(axis=0)
            box = (int(low[0]) - 16, int(low[1]) - 16, int(high[0]) + 17, int(high[1]) + 17)
            rects.append(common(box, self._whole))
        return rects

    def _paint(self, light: Linear, hand: Hand, area: Rect) -> None:
        shapes = silhouette(hand)
        seen = self._seen(shapes, HAND_HEIGHT_MM)
        shadow = self._seen(shadow_of(shapes), 0.0)
        view = light[area[1] : area[3], area[0] : area[2]]
        paint(view, area[:2], seen, shadow, TONES[hand.tone % len(TONES)], self.camera.px_per_mm())

    def _seen(self, shapes: list[ArmShape], z_mm: float) -> list[ArmShape]:
        """Project shapes from the table to the picture, without parts far below its lower edge.

        An arm is long, and its part behind the camera cannot be projected.
        """
        corners = np.array([[0, self.camera.height, 1], [self.camera.width, self.camera.height, 1]])
        edge = corners @ np.linalg.inv(self.camera.plane(z_mm)).T
        lowest = float((edge[:, 1] / edge[:, 2]).max()) + _BEYOND_MM
        seen = []
        for shape in shapes:
            outline = _above(shape.outline, lowest)
            if len(outline) > 2:
                at = self.camera.project(outline, z_mm)
                seen.append(ArmShape(at, shape.sleeve))
        return seen

    def _patch(self, piece: PaperPiece) -> Patch:
        name = self._shop.side(piece.tag, face_up=piece.face_up)
        if name not in self._prints:
            cut = self._shop.front if piece.face_up else self._shop.back
            self._prints[name] = PrintTexture(cut(piece.tag))
        table = turned(piece.rotation_deg, piece.x_mm, piece.y_mm)
        return lay_out(self.camera, self._prints[name], table, piece.lift_mm, self._whole)


def _above(outline: npt.NDArray[np.float64], lowest: float) -> npt.NDArray[np.float64]:
    """Return the part of a polygon (n, 2) with y up to `lowest` (Sutherland, Hodgman 1974)."""
    kept = []
    for before, here in zip(np.roll(outline, 1, axis=0), outline, strict=True):
        if (before[1] <= lowest) != (here[1] <= lowest):
            share = (lowest - before[1]) / (here[1] - before[1])
            kept.append(before + (here - before) * share)
        if here[1] <= lowest:
            kept.append(here)
    return np.array(kept).reshape(-1, 2)


def spread(
    tags: Sequence[str], columns: int, rng: np.random.Generator, *, apart_mm: float = 4.0
) -> list[PaperPiece]:
    """Return cards in untidy rows around the table's origin."""
    rows = -(-len(tags) // columns)
    pieces = []
    for n, tag in enumerate(tags):
        row, column = divmod(n, columns)
        x = (column - (columns - 1) / 2) * (54 + apart_mm) + rng.uniform(-1.5, 1.5)
        y = (row - (rows - 1) / 2) * (90 + apart_mm) + rng.uniform(-1.5, 1.5)
        turn = rng.choice([0, 180]) + rng.normal(0, 2.5)
        pieces.append(PaperPiece(tag, float(x), float(y), float(turn) % 360))
    return pieces
