"""Rendering of scenes to pictures; only changes are recomputed.

Theory of operation
-------------------
There are three layers of linear light, each as large as the picture:

    base    table and mat                     drawn again when the mat moves
    still   base + the resting pieces, dice   redrawn in the rectangles of changes
    live    still + carried pieces and hands  redrawn where a hand is or was

The sensor exposes the changed rectangles of `live` and develops a whole picture.

Developing a whole picture (noise, mosaic, sharpening, JPEG) costs more than drawing the changes.
`Shots` keeps a few whole pictures, each with its own noise, and returns them in turn. Before a
picture is returned again, the changes since then are developed into it. As with a real sensor, no
two consecutive pictures are equal, but a table at rest costs nothing.
"""

import functools
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.simulator.camera import Points, SimulatedCamera
from companion.simulator.dice import LAMP, dice_patches
from companion.simulator.hands import HAND_HEIGHT_MM, TONES, ArmShape, paint, shadow_of, silhouette
from companion.simulator.rects import Rect, bounds, common, inside, merged
from companion.simulator.scene import Glint, Hand, PaperPiece, Scene, TablePose
from companion.simulator.sensor import FULL_LIGHT, Condition, Sensor
from companion.simulator.textures import PaperShop
from companion.simulator.warp import Linear, Matrix, Patch, PrintTexture, lay_out, turned, wood

_PATCHES: Final = 120
_GLINT: Final = 1.5

Drawing = Callable[[Linear, Rect], None]
"""A function that draws a thing above the pieces into an area of a whole picture."""
PieceSide = Callable[[PaperPiece], PrintTexture]
"""A function that returns the upper side of a piece."""


class Renderer:
    """Renders scenes of one mat and one camera. `rng` is the source of all randomness."""

    def __init__(
        self,
        shop: PaperShop,
        mat: str,
        camera: SimulatedCamera,
        condition: Condition,
        rng: np.random.Generator,
        shots: int = 0,
    ) -> None:
        """Prepare the layers; `shots` is the number of pictures to rotate, or 0 for no limit."""
        self.camera = camera
        self.lamp = LAMP
        self._mat = PrintTexture(shop.mat(mat))
        warped = functools.partial(self._warped, _sides(shop))
        self._patch = functools.lru_cache(_PATCHES)(warped)
        self._wood = wood(camera, rng)
        self._sensor = Sensor(condition, camera.width, camera.height, rng)
        self._shots = Shots(self._sensor, rng, shots)
        self._base: Linear = np.zeros((camera.height, camera.width, 3), np.uint16)
        self._still = self._base.copy()
        self._dice: list[Patch] = []
        self._moving: list[Rect] = []
        self._shown: Scene | None = None

    def render(self, scene: Scene) -> npt.NDArray[np.uint8]:
        """Return the picture of `scene`, (height, width, 3) BGR."""
        if scene == self._shown:
            return self._shots.next()
        dirty = self._settle(scene, self._shown)
        self._shown = scene
        drawings = self._above(scene)
        moving = [common(rect, self.camera.rect) for rect, _ in drawings]
        areas = merged([*dirty, *moving, *self._moving])
        for area in areas:
            self._expose([draw for _, draw in drawings], area)
        self._moving = moving
        self._shots.changed(areas)
        return self._shots.next()

    def _above(self, scene: Scene) -> list[tuple[Rect, Drawing]]:
        """Return what is above the pieces, with rectangles of the picture that it may touch."""
        place = self.place(scene.mat)
        found: list[tuple[Rect, Drawing]] = []
        for hand in scene.hands:
            if hand.carries is not None:
                patch = self._patch(hand.carries, scene.mat)
                found.append((patch.rect, patch.blend))
            found.append(_hand(self.camera, place, hand))
        return found + [_glint(self.camera, place, glint) for glint in scene.glints]

    def _expose(self, drawings: list[Drawing], area: Rect) -> None:
        """Expose `area`, into which the blur reaches from a margin around it."""
        m = self._sensor.margin
        wide = common((area[0] - m, area[1] - m, area[2] + m, area[3] + m), self.camera.rect)
        kept = self._still[inside(wide)].copy()
        for draw in drawings:
            draw(self._still, wide)
        self._sensor.expose(self._still, area)
        self._still[inside(wide)] = kept

    def _settle(self, scene: Scene, old: Scene | None) -> list[Rect]:
        """Update `still`; return the rectangles that changed since the `old` scene."""
        pose, whole = scene.mat, self.camera.rect
        if old is None or pose != old.mat:
            self._base[:] = self._wood
            mat = lay_out(self.camera, self._mat, _centre(pose), 0.0, whole)
            mat.blend(self._base, whole)
            rects = [whole]
        else:
            rects = [self._patch(p, pose).rect for p in _changed(old.pieces, scene.pieces)]
        if old is None or (pose, scene.dice) != (old.mat, old.dice):
            rects += [patch.rect for patch in self._dice]
            self._dice = dice_patches(self.camera, scene.dice, self.place(pose), whole, self.lamp)
            rects += [patch.rect for patch in self._dice]
        areas = merged(rects)
        for area in areas:
            self._still[inside(area)] = self._base[inside(area)]
            for piece in scene.pieces:
                self._patch(piece, pose).blend(self._still, area)
            for patch in self._dice:
                patch.blend(self._still, area)
        return areas

    def _warped(self, side: PieceSide, piece: PaperPiece, pose: TablePose) -> Patch:
        """Return a piece on the mat as the camera sees it."""
        table = self.place(pose) @ turned(piece.rotation_deg, piece.x_mm, piece.y_mm)
        return lay_out(self.camera, side(piece), table, piece.lift_mm, self.camera.rect)

    def place(self, pose: TablePose) -> Matrix:
        """Return the map from mat coordinates to table coordinates."""
        return _centre(pose) @ turned(0, -self._mat.width_mm / 2, -self._mat.height_mm / 2)


def _sides(shop: PaperShop) -> PieceSide:
    """Return the sides of all pieces; equal ones are loaded once."""
    loaded: dict[str, PrintTexture] = {}

    def side(piece: PaperPiece) -> PrintTexture:
        name = shop.side(piece.tag, face_up=piece.face_up)
        if name not in loaded:
            cut = shop.front if piece.face_up else shop.back
            loaded[name] = PrintTexture(cut(piece.tag))
        return loaded[name]

    return side


def _centre(pose: TablePose) -> Matrix:
    """Return the map from coordinates around the mat's centre to table coordinates."""
    return turned(pose.rotation_deg, pose.x_mm, pose.y_mm)


def _seen(camera: SimulatedCamera, place: Matrix, points: Points, z_mm: float = 0.0) -> Points:
    """Convert points on the mat to pixels."""
    on_table = np.column_stack([points, np.ones(len(points))]) @ place.T
    return camera.project(on_table[:, :2], z_mm)


def _hand(camera: SimulatedCamera, place: Matrix, hand: Hand) -> tuple[Rect, Drawing]:
    """Return a hand's drawing, and the rectangle that it and its shadow may touch."""

    def seen(shapes: list[ArmShape], z_mm: float) -> list[ArmShape]:
        points = _seen(camera, place, np.vstack([shape.outline for shape in shapes]), z_mm)
        parts = np.split(points, np.cumsum([len(shape.outline) for shape in shapes[:-1]]))
        return [replace(shape, outline=part) for shape, part in zip(shapes, parts, strict=True)]

    shapes = silhouette(hand)
    arm, shadow = seen(shapes, HAND_HEIGHT_MM), seen(shadow_of(shapes), 0.0)
    touched = bounds(np.vstack([shape.outline for shape in (*arm, *shadow)]), 16)
    tone, scale = TONES[hand.tone % len(TONES)], camera.px_per_mm()

    def draw(light: Linear, area: Rect) -> None:
        paint(light[inside(area)], area[:2], arm, shadow, tone, scale)

    return touched, draw


def _glint(camera: SimulatedCamera, place: Matrix, glint: Glint) -> tuple[Rect, Drawing]:
    """Return the drawing of a reflection, which is brighter than paper in its middle."""
    at = np.rint(_seen(camera, place, np.array([[glint.x_mm, glint.y_mm]])))
    (x, y), sigma = at[0], glint.reach_mm * camera.px_per_mm()

    def draw(light: Linear, area: Rect) -> None:
        left, top, right, bottom = area
        across = np.exp(-(((np.arange(left, right) - x) / sigma) ** 2) / 2)
        down = np.exp(-(((np.arange(top, bottom) - y) / sigma) ** 2) / 2)
        added = (_GLINT * FULL_LIGHT * down[:, None] * across[None, :]).astype(np.float32)
        view = light[inside(area)]
        view[:] = np.minimum(view + added[:, :, None], FULL_LIGHT).astype(np.uint16)

    return bounds(at, 4 * sigma), draw


def _changed(old: tuple[PaperPiece, ...], new: tuple[PaperPiece, ...]) -> list[PaperPiece]:
    """Return the pieces that appeared or disappeared; all if their order in the stack changed."""
    both = set(old) & set(new)
    if [piece for piece in old if piece in both] != [piece for piece in new if piece in both]:
        return [*old, *new]
    return [piece for piece in (*old, *new) if piece not in both]


class Shots:
    """A rotation of `count` pictures; with 0, every picture is developed completely."""

    def __init__(self, sensor: Sensor, rng: np.random.Generator, count: int) -> None:
        self._sensor, self._rng, self._count = sensor, rng, count
        self._shots: list[tuple[npt.NDArray[np.uint8], list[Rect]]] = []
        """The pictures, the next one first, with the areas that have changed since."""

    def changed(self, areas: Iterable[Rect]) -> None:
        """Mark `areas` as changed."""
        new = list(areas)
        self._shots = [(picture, merged([*stale, *new])) for picture, stale in self._shots]

    def next(self) -> npt.NDArray[np.uint8]:
        """Return the next picture, (height, width, 3) BGR, which is read-only."""
        if len(self._shots) < self._count or not self._count:
            picture = self._sensor.develop(self._rng)
        else:
            picture, stale = self._shots.pop(0)
            picture = picture.copy() if stale else picture  # an earlier frame keeps its picture
            for area in stale:
                picture[inside(area)] = self._sensor.develop(self._rng, area)
        if self._count:
            self._shots.append((picture, []))
        return picture
