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

import math
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.simulator.camera import SimulatedCamera
from companion.simulator.dice import LAMP, Die, dice_patches
from companion.simulator.hands import HAND_HEIGHT_MM, TONES, ArmShape, paint, shadow_of, silhouette
from companion.simulator.rects import Rect, common, merged
from companion.simulator.scene import Glint, Hand, PaperPiece, Scene, TablePose
from companion.simulator.sensor import FULL_LIGHT, Condition, Sensor
from companion.simulator.textures import PaperShop
from companion.simulator.warp import Linear, Matrix, Patch, PrintTexture, lay_out, turned, wood

_PATCHES: Final = 120
_GLINT: Final = 1.5


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
        self._shop = shop
        self._mat = PrintTexture(shop.mat(mat))
        self._rng = rng
        self._wood = wood(camera, rng)
        self._sensor = Sensor(condition, camera.width, camera.height, rng)
        self._shots = Shots(self._sensor, rng, shots)
        self._prints: dict[str, PrintTexture] = {}
        self._patches: OrderedDict[tuple[PaperPiece, TablePose], Patch] = OrderedDict()
        self._whole: Rect = (0, 0, camera.width, camera.height)
        self._pose: TablePose | None = None
        self._base: Linear = np.zeros((camera.height, camera.width, 3), np.uint16)
        self._still = self._base.copy()
        self._resting: tuple[PaperPiece, ...] = ()
        self._dice: tuple[Die, ...] = ()
        self._dice_patches: list[Patch] = []
        self._hand_area: list[Rect] = []
        self._shown: Scene | None = None

    def render(self, scene: Scene) -> npt.NDArray[np.uint8]:
        """Return the picture of `scene`, (height, width, 3) BGR."""
        if scene == self._shown:
            return self._shots.next()
        self._shown = scene
        dirty = self._settle(scene)
        moving = [*self._hand_rects(scene), *self._glint_rects(scene)]
        m = self._sensor.margin
        areas = merged([*dirty, *moving, *self._hand_area])
        for area in areas:
            wide = common((area[0] - m, area[1] - m, area[2] + m, area[3] + m), self._whole)
            self._expose(scene, area, wide)
        self._hand_area = moving
        self._shots.changed(areas)
        return self._shots.next()

    def _expose(self, scene: Scene, area: Rect, wide: Rect) -> None:
        """Expose `area`; hands are painted into `wide`, so that the blur reaches past the edge."""
        if not scene.hands and not scene.glints:
            self._sensor.expose(self._still, area)
            return
        here = (slice(wide[1], wide[3]), slice(wide[0], wide[2]))
        kept = self._still[here].copy()
        for hand in scene.hands:
            if hand.carries is not None:
                self._patch(hand.carries, scene.mat).blend(self._still, wide)
            self._paint(hand, scene.mat, wide)
        for glint in scene.glints:
            self._shine(glint, scene.mat, wide)
        self._sensor.expose(self._still, area)
        self._still[here] = kept

    def _settle(self, scene: Scene) -> list[Rect]:
        """Update `still`; return the rectangles that changed."""
        if scene.mat != self._pose:
            self._pose = scene.mat
            self._draw_base(scene.mat)
            self._patches.clear()
            areas = [self._whole]
            self._throw(scene)
        else:
            changed = _changed(self._resting, scene.pieces)
            rects = [common(self._patch(p, scene.mat).rect, self._whole) for p in changed]
            if scene.dice != self._dice:
                rects += [patch.rect for patch in self._dice_patches]
                self._throw(scene)
                rects += [patch.rect for patch in self._dice_patches]
            areas = merged(rects)
        for area in areas:
            here = (slice(area[1], area[3]), slice(area[0], area[2]))
            self._still[here] = self._base[here]
            for piece in scene.pieces:
                self._patch(piece, scene.mat).blend(self._still, area)
            for patch in self._dice_patches:
                patch.blend(self._still, area)
        self._resting = scene.pieces
        return areas

    def _throw(self, scene: Scene) -> None:
        """Update the patches for the dice."""
        self._dice = scene.dice
        table = self._place(scene.mat)
        self._dice_patches = dice_patches(self.camera, scene.dice, table, self._whole, self.lamp)

    def _draw_base(self, pose: TablePose) -> None:
        """Draw table and mat."""
        self._base[:] = self._wood
        lay_out(self.camera, self._mat, self._centre(pose), 0.0, self._whole).blend(
            self._base, self._whole
        )

    def _centre(self, pose: TablePose) -> Matrix:
        """Return the map from coordinates around the mat's centre to table coordinates."""
        return turned(pose.rotation_deg, pose.x_mm, pose.y_mm)

    def _place(self, pose: TablePose) -> Matrix:
        """Return the map from mat coordinates to table coordinates."""
        return self._centre(pose) @ turned(0, -self._mat.width_mm / 2, -self._mat.height_mm / 2)

    def _patch(self, piece: PaperPiece, pose: TablePose) -> Patch:
        """Return the patch of a warped piece; the latest patches are cached."""
        key = (piece, pose)
        patch = self._patches.get(key)
        if patch is None:
            name = self._shop.side(piece.tag, face_up=piece.face_up)
            if name not in self._prints:
                cut = self._shop.front if piece.face_up else self._shop.back
                self._prints[name] = PrintTexture(cut(piece.tag))
            table = self._place(pose) @ turned(piece.rotation_deg, piece.x_mm, piece.y_mm)
            patch = lay_out(self.camera, self._prints[name], table, piece.lift_mm, self._whole)
            self._patches[key] = patch
            if len(self._patches) > _PATCHES:
                self._patches.popitem(last=False)
        else:
            self._patches.move_to_end(key)
        return patch

    def _seen(self, shapes: list[ArmShape], pose: TablePose, z_mm: float) -> list[ArmShape]:
        """Convert shapes on the mat to shapes in the picture."""
        points = np.vstack([shape.outline for shape in shapes])
        on_table = np.column_stack([points, np.ones(len(points))]) @ self._place(pose).T
        seen = self.camera.project(on_table[:, :2], z_mm)
        parts = np.split(seen, np.cumsum([len(shape.outline) for shape in shapes[:-1]]))
        return [replace(shape, outline=part) for shape, part in zip(shapes, parts, strict=True)]

    def over(self, hand: Hand, pose: TablePose) -> bool:
        """Return True if a hand's fingertips are in the picture."""
        at = self._place(pose) @ np.array([hand.x_mm, hand.y_mm, 1.0])
        x, y = self.camera.project(at[None, :2], HAND_HEIGHT_MM)[0]
        return bool(0 <= x < self.camera.width and 0 <= y < self.camera.height)

    def _hand_rects(self, scene: Scene) -> list[Rect]:
        """Return the rectangles that hands, their shadows and their cards may touch."""
        rects = []
        for hand in scene.hands:
            shapes = silhouette(hand)
            seen = self._seen(shapes, scene.mat, HAND_HEIGHT_MM)
            seen += self._seen(shadow_of(shapes), scene.mat, 0.0)
            points = np.vstack([shape.outline for shape in seen])
            low, high = points.min(axis=0), points.max(axis=0)
            box = (int(low[0]) - 16, int(low[1]) - 16, int(high[0]) + 17, int(high[1]) + 17)
            rects.append(common(box, self._whole))
            if hand.carries is not None:
                rects.append(common(self._patch(hand.carries, scene.mat).rect, self._whole))
        return rects

    def _glint_rects(self, scene: Scene) -> list[Rect]:
        """Return the rectangles of visible reflections."""
        rects = []
        for glint in scene.glints:
            x, y, sigma = self._mirrored(glint, scene.mat)
            far = math.ceil(4 * sigma)
            rects.append(common((x - far, y - far, x + far, y + far), self._whole))
        return rects

    def _mirrored(self, glint: Glint, pose: TablePose) -> tuple[int, int, float]:
        """Return a reflection's middle and sigma in pixels."""
        on_table = self._place(pose) @ np.array([glint.x_mm, glint.y_mm, 1.0])
        x, y = self.camera.project(on_table[None, :2])[0]
        return round(float(x)), round(float(y)), glint.reach_mm * self.camera.px_per_mm()

    def _shine(self, glint: Glint, pose: TablePose, area: Rect) -> None:
        """Add a reflection's light, which is brighter than paper in its middle."""
        x, y, sigma = self._mirrored(glint, pose)
        left, top, right, bottom = area
        across = np.exp(-(((np.arange(left, right) - x) / sigma) ** 2) / 2)
        down = np.exp(-(((np.arange(top, bottom) - y) / sigma) ** 2) / 2)
        light = (_GLINT * FULL_LIGHT * down[:, None] * across[None, :]).astype(np.float32)
        view = self._still[top:bottom, left:right]
        view[:] = np.minimum(view + light[:, :, None], FULL_LIGHT).astype(np.uint16)

    def _paint(self, hand: Hand, pose: TablePose, area: Rect) -> None:
        shapes = silhouette(hand)
        seen = self._seen(shapes, pose, HAND_HEIGHT_MM)
        shadow = self._seen(shadow_of(shapes), pose, 0.0)
        view = self._still[area[1] : area[3], area[0] : area[2]]
        tone = TONES[hand.tone % len(TONES)]
        paint(view, area[:2], seen, shadow, tone, self.camera.px_per_mm())


def _changed(old: tuple[PaperPiece, ...], new: tuple[PaperPiece, ...]) -> list[PaperPiece]:
    """Return the pieces that appeared, disappeared, or changed their order in the stack."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail_old, tail_new = old[same:], new[same:]
    kept = [p for p in tail_old if p in set(tail_new)]
    in_order = kept == [p for p in tail_new if p in set(tail_old)]
    if not in_order:
        return [*tail_old, *tail_new]
    return [p for p in (*tail_old, *tail_new) if p not in set(kept)]


class Shots:
    """A rotation of `count` pictures; with 0, every picture is developed completely."""

    def __init__(self, sensor: Sensor, rng: np.random.Generator, count: int) -> None:
        self._sensor = sensor
        self._rng = rng
        self._count = count
        self._pictures: list[npt.NDArray[np.uint8]] = []
        self._stale: list[list[Rect]] = []
        self._turn = -1

    def changed(self, areas: Iterable[Rect]) -> None:
        """Mark `areas` as changed."""
        new = list(areas)
        self._stale = [merged([*old, *new]) for old in self._stale]

    def next(self) -> npt.NDArray[np.uint8]:
        """Return the next picture, (height, width, 3) BGR, which is read-only."""
        if len(self._pictures) < self._count or not self._count:
            picture = self._sensor.develop(self._rng)
            if self._count:
                self._pictures.append(picture)
                self._stale.append([])
            return picture
        self._turn = (self._turn + 1) % self._count
        picture = self._pictures[self._turn]
        if self._stale[self._turn]:
            picture = picture.copy()  # an earlier frame keeps its picture
            for area in self._stale[self._turn]:
                left, top, right, bottom = area
                picture[top:bottom, left:right] = self._sensor.develop(self._rng, area)
            self._pictures[self._turn], self._stale[self._turn] = picture, []
        return picture
