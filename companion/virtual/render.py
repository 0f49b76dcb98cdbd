"""Scenes to pictures, recomputing only what changed.

Theory of operation
-------------------
Three layers of linear light, each as large as the picture:

    base    table and mat                     drawn again when the mat moves
    still   base + the lying pieces           redrawn in the rectangles of pieces that changed
    live    still + carried pieces and hands  redrawn where a hand is or was

The sensor takes up the changed rectangles of `live` and develops a whole picture.  Textures are
warped with two samples per pixel and direction from the mip level that fits, then averaged, in
linear light: shrunken print turns grey as it does in a lens.
"""

from __future__ import annotations

import functools
import math
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.virtual.camera import Camera
from companion.virtual.hands import HAND_HEIGHT_MM, TONES, Shape, paint, shadow_of, silhouette
from companion.virtual.scene import Hand, Piece, Pose, Scene
from companion.virtual.sensor import FULL_LIGHT, Condition, Rect, Sensor
from companion.virtual.textures import PaperShop, Texture

__all__ = ["Renderer"]

Matrix = npt.NDArray[np.float64]
Linear = npt.NDArray[np.uint16]
Grey = npt.NDArray[np.float32]

_SUB: Final = 2  # samples per pixel and direction
_STRIP: Final = 120
_PATCHES: Final = 160
_SHADOW_MM: Final = 1.6
_INK, _PAPER = 0.022, 0.80  # darkest ink and whitest paper, linear reflectance
_WOOD_MM: Final = 1600.0
_WOOD_PX: Final = 1200


@functools.cache
def _linear_table() -> npt.NDArray[np.uint16]:
    """8-bit sRGB to linear reflectance of print (IEC 61966-2-1 undone, ink and paper's range)."""
    x = np.arange(256) / 255
    light = np.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)
    return np.rint((_INK + (_PAPER - _INK) * light) * FULL_LIGHT).astype(np.uint16)


class _Print:
    """A texture as linear light with its mip levels, built when first needed."""

    def __init__(self, texture: Texture) -> None:
        self.width_mm, self.height_mm = texture.width_mm, texture.height_mm
        self._levels: list[Linear] = [_linear_table()[texture.image]]

    def level(self, number: int) -> Linear:
        """The texture halved `number` times."""
        while len(self._levels) <= number and min(self._levels[-1].shape[:2]) > 1:
            rows, columns = self._levels[-1].shape[:2]
            half = (max(1, columns // 2), max(1, rows // 2))
            smaller = cv2.resize(self._levels[-1], half, interpolation=cv2.INTER_AREA)
            self._levels.append(cast("Linear", smaller))
        return self._levels[min(number, len(self._levels) - 1)]

    @property
    def px_per_mm(self) -> float:
        """Of the finest level."""
        return float(self._levels[0].shape[1] / self.width_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """A warped piece: what it keeps of the light below it, what it adds, and where."""

    rect: Rect
    keep: Grey
    colour: Grey

    def lay(self, light: Linear, area: Rect) -> None:
        """Blend the part of the patch within `area` into the whole picture `light`."""
        left, top, right, bottom = _common(self.rect, area)
        if left >= right or top >= bottom:
            return
        x, y = self.rect[:2]
        here = (slice(top - y, bottom - y), slice(left - x, right - x))
        view = light[top:bottom, left:right]
        view[:] = (view * self.keep[here][:, :, None] + self.colour[here]).astype(np.uint16)


def _common(a: Rect, b: Rect) -> Rect:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def _merged(rects: list[Rect]) -> list[Rect]:
    """Disjoint rectangles that cover `rects`; those that overlap become one."""
    out: list[Rect] = []
    for rect in rects:
        if rect[0] >= rect[2] or rect[1] >= rect[3]:
            continue
        new = rect
        while hit := next((o for o in out if _overlap(o, new)), None):
            out.remove(hit)
            lefts, tops, rights, bottoms = zip(hit, new, strict=True)
            new = (min(lefts), min(tops), max(rights), max(bottoms))
        out.append(new)
    return out


def _overlap(a: Rect, b: Rect) -> bool:
    left, top, right, bottom = _common(a, b)
    return left < right and top < bottom


def _turned(angle_deg: float, x: float, y: float) -> Matrix:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return np.array([[c, -s, x], [s, c, y], [0, 0, 1]])


class Renderer:
    """Renders scenes of one mat through one camera; `rng` shakes everything that is random."""

    def __init__(
        self,
        shop: PaperShop,
        mat: str,
        camera: Camera,
        condition: Condition,
        rng: np.random.Generator,
    ) -> None:
        self.camera = camera
        self._shop = shop
        self._mat = _Print(shop.mat(mat))
        self._rng = rng
        self._wood = _wood(rng)
        self._sensor = Sensor(condition, camera.width, camera.height, rng)
        self._prints: dict[str, _Print] = {}
        self._patches: OrderedDict[tuple[Piece, Pose], _Patch] = OrderedDict()
        self._whole: Rect = (0, 0, camera.width, camera.height)
        self._pose: Pose | None = None
        self._base: Linear = np.zeros((camera.height, camera.width, 3), np.uint16)
        self._still = self._base.copy()
        self._lying: tuple[Piece, ...] = ()
        self._hand_area: list[Rect] = []
        self._shown: Scene | None = None

    def render(self, scene: Scene) -> npt.NDArray[np.uint8]:
        """The picture of `scene`, (height, width, 3) BGR."""
        if scene == self._shown:
            return self._sensor.develop(self._rng)
        self._shown = scene
        dirty = self._settle(scene)
        moving = self._hand_rects(scene)
        m = self._sensor.margin
        for area in _merged([*dirty, *moving, *self._hand_area]):
            wide = _common((area[0] - m, area[1] - m, area[2] + m, area[3] + m), self._whole)
            self._expose(scene, area, wide)
        self._hand_area = moving
        return self._sensor.develop(self._rng)

    def _expose(self, scene: Scene, area: Rect, wide: Rect) -> None:
        """Expose `area`; hands are painted into `wide`, so that the blur sees past the edge."""
        if not scene.hands:
            self._sensor.expose(self._still, area)
            return
        here = (slice(wide[1], wide[3]), slice(wide[0], wide[2]))
        kept = self._still[here].copy()
        for hand in scene.hands:
            if hand.carries is not None:
                self._patch(hand.carries, scene.mat).lay(self._still, wide)
            self._paint(hand, scene.mat, wide)
        self._sensor.expose(self._still, area)
        self._still[here] = kept

    def _settle(self, scene: Scene) -> list[Rect]:
        """Bring `still` up to date; the rectangles that changed."""
        if scene.mat != self._pose:
            self._pose = scene.mat
            self._draw_base(scene.mat)
            self._patches.clear()
            areas = [self._whole]
        else:
            changed = _changed(self._lying, scene.pieces)
            areas = _merged([_common(self._patch(p, scene.mat).rect, self._whole) for p in changed])
        for area in areas:
            here = (slice(area[1], area[3]), slice(area[0], area[2]))
            self._still[here] = self._base[here]
            for piece in scene.pieces:
                self._patch(piece, scene.mat).lay(self._still, area)
        self._lying = scene.pieces
        return areas

    def _draw_base(self, pose: Pose) -> None:
        """Table and mat, strip by strip."""
        wood_mm = np.array([[1 / _WOOD_MM, 0, 0.5], [0, 1 / _WOOD_MM, 0.5], [0, 0, 1]])
        wood_px = np.diag([self._wood.shape[1], self._wood.shape[0], 1.0]) @ wood_mm
        for top in range(0, self.camera.height, _STRIP):
            strip = (0, top, self.camera.width, min(self.camera.height, top + _STRIP))
            ground, _ = self._warp(self._wood, wood_px, 0.0, strip, cv2.BORDER_WRAP)
            self._base[top : strip[3]] = ground
        patch = self._warped(self._mat, Piece("", *self._middle()), pose, self._whole)
        patch.lay(self._base, self._whole)

    def _middle(self) -> tuple[float, float]:
        return self._mat.width_mm / 2, self._mat.height_mm / 2

    def _place(self, pose: Pose) -> Matrix:
        """Mat coordinates to table coordinates."""
        x, y = self._middle()
        return _turned(pose.rotation_deg, pose.x_mm, pose.y_mm) @ _turned(0, -x, -y)

    def _patch(self, piece: Piece, pose: Pose) -> _Patch:
        """The warped piece; the latest are remembered."""
        key = (piece, pose)
        patch = self._patches.get(key)
        if patch is None:
            side = "front" if piece.face_up else "back"
            name = f"{side} {piece.tag}"
            if name not in self._prints:
                cut = self._shop.front if piece.face_up else self._shop.back
                self._prints[name] = _Print(cut(piece.tag))
            patch = self._warped(self._prints[name], piece, pose, self._whole)
            self._patches[key] = patch
            if len(self._patches) > _PATCHES:
                self._patches.popitem(last=False)
        else:
            self._patches.move_to_end(key)
        return patch

    def _warped(self, paper: _Print, piece: Piece, pose: Pose, clip: Rect) -> _Patch:
        """A piece of paper as it is seen, with a thin shadow around it."""
        table = self._place(pose) @ _turned(piece.rotation_deg, piece.x_mm, piece.y_mm)
        w, h = paper.width_mm, paper.height_mm
        corners = np.array([[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]])
        # points along the edges, too: distortion bends them
        rim = np.vstack([np.linspace(corners[i - 1], corners[i], 9) for i in range(4)])
        on_table = np.column_stack([rim, np.ones(len(rim))]) @ table.T
        seen = self.camera.project(on_table[:, :2], piece.lift_mm)
        scale = self.camera.px_per_mm(*on_table[:, :2].mean(axis=0))
        m = math.ceil(_SHADOW_MM * 2 * scale) + 2
        low, high = np.floor(seen.min(axis=0)).astype(int), np.ceil(seen.max(axis=0)).astype(int)
        box = (int(low[0]) - m, int(low[1]) - m, int(high[0]) + m + 1, int(high[1]) + m + 1)
        rect = _common(box, clip)
        if rect[0] >= rect[2] or rect[1] >= rect[3]:
            nothing = np.zeros((0, 0), np.float32)
            return _Patch((0, 0, 0, 0), nothing, nothing)
        ratio = paper.px_per_mm / (scale * _SUB)
        picture = paper.level(max(0, round(math.log2(ratio))) if ratio > 1 else 0)
        size = np.diag([picture.shape[1] / w, picture.shape[0] / h, 1.0])
        to_texture = size @ _turned(0, w / 2, h / 2) @ np.linalg.inv(table)
        colour, cover = self._warp(picture, to_texture, piece.lift_mm, rect, cv2.BORDER_REPLICATE)
        away = 1 + piece.lift_mm / 8
        fallen = cv2.GaussianBlur(cover, (0, 0), _SHADOW_MM * 0.5 * scale * away)
        shift = np.array([[1, 0, 0.5 * scale * away], [0, 1, 0.35 * scale * away]])
        shade = cv2.warpAffine(fallen, shift, (cover.shape[1], cover.shape[0]))
        keep = np.asarray((1 - np.float32(0.4) * shade) * (1 - cover), np.float32)
        return _Patch(rect, keep, np.asarray(colour * cover[:, :, None], np.float32))

    def _warp(
        self, picture: Linear, to_picture: Matrix, lift: float, rect: Rect, border: int
    ) -> tuple[Linear, Grey]:
        """`picture` in `rect` of the frame and its coverage there, averaged over the samples.

        `to_picture` leads from table mm to picture units whose pixel edges are whole numbers.
        """
        left, top, right, bottom = rect
        step = np.float32(1 / _SUB)
        x = (np.arange((right - left) * _SUB, dtype=np.float32) + 0.5) * step + (left - 0.5)
        y = (np.arange((bottom - top) * _SUB, dtype=np.float32) + 0.5) * step + (top - 0.5)
        ux, uy = self.camera.undistorted(x.astype(np.float32), y.astype(np.float32))
        H = (to_picture @ np.linalg.inv(self.camera.plane(lift))).astype(np.float32)
        depth = 1 / (ux * H[2, 0] + uy * H[2, 1] + H[2, 2])
        u = (ux * H[0, 0] + uy * H[0, 1] + H[0, 2]) * depth
        v = (ux * H[1, 0] + uy * H[1, 1] + H[1, 2]) * depth
        rows, columns = picture.shape[:2]
        inside = ((u > 0) & (u < columns) & (v > 0) & (v < rows)).astype(np.float32)
        half = np.float32(0.5)
        fine = cv2.remap(picture, u - half, v - half, cv2.INTER_LINEAR, borderMode=border)
        small = (right - left, bottom - top)
        colour = cast("Linear", cv2.resize(fine, small, interpolation=cv2.INTER_AREA))
        cover = cast("Grey", cv2.resize(inside, small, interpolation=cv2.INTER_AREA))
        return colour, cover

    def _seen(self, shapes: list[Shape], pose: Pose, z_mm: float) -> list[Shape]:
        """Shapes on the mat to shapes in the picture."""
        place = self._place(pose)
        out = []
        for shape in shapes:
            on_table = np.column_stack([shape.outline, np.ones(len(shape.outline))]) @ place.T
            out.append(replace(shape, outline=self.camera.project(on_table[:, :2], z_mm)))
        return out

    def _hand_rects(self, scene: Scene) -> list[Rect]:
        """What the hands, their shadows and the cards they carry may touch."""
        rects = []
        for hand in scene.hands:
            shapes = silhouette(hand)
            seen = self._seen(shapes, scene.mat, HAND_HEIGHT_MM)
            seen += self._seen(shadow_of(shapes), scene.mat, 0.0)
            points = np.vstack([shape.outline for shape in seen])
            low, high = points.min(axis=0), points.max(axis=0)
            box = (int(low[0]) - 16, int(low[1]) - 16, int(high[0]) + 17, int(high[1]) + 17)
            rects.append(_common(box, self._whole))
            if hand.carries is not None:
                patch = self._patch(hand.carries, scene.mat)
                rects.append(_common(patch.rect, self._whole))
        return rects

    def _paint(self, hand: Hand, pose: Pose, area: Rect) -> None:
        shapes = silhouette(hand)
        seen = self._seen(shapes, pose, HAND_HEIGHT_MM)
        shadow = self._seen(shadow_of(shapes), pose, 0.0)
        view = self._still[area[1] : area[3], area[0] : area[2]]
        tone = TONES[hand.tone % len(TONES)]
        paint(view, area[:2], seen, shadow, tone, self.camera.px_per_mm())


def _changed(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> list[Piece]:
    """The pieces that came, went or changed their place in the stack."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail_old, tail_new = old[same:], new[same:]
    kept = [p for p in tail_old if p in set(tail_new)]
    in_order = kept == [p for p in tail_new if p in set(tail_old)]
    if not in_order:
        return [*tail_old, *tail_new]
    return [p for p in (*tail_old, *tail_new) if p not in set(kept)]


def _wood(rng: np.random.Generator) -> Linear:
    """A seeded wooden table, linear BGR, `_WOOD_PX` square for `_WOOD_MM`."""
    grain = cv2.resize(
        rng.standard_normal((300, 6), dtype=np.float32),
        (_WOOD_PX, _WOOD_PX),
        interpolation=cv2.INTER_CUBIC,
    )
    fine = cv2.resize(
        rng.standard_normal((_WOOD_PX, 24), dtype=np.float32),
        (_WOOD_PX, _WOOD_PX),
        interpolation=cv2.INTER_CUBIC,
    )
    planks = np.repeat(rng.uniform(-1, 1, 10).astype(np.float32), _WOOD_PX // 10)[:, None]
    seam = (np.arange(_WOOD_PX) % (_WOOD_PX // 10) < 2)[:, None]
    tone = 1 + 0.16 * grain + 0.07 * fine + 0.12 * planks
    tone = np.where(seam, 0.45, np.clip(tone, 0.4, 1.7))
    colour = np.array([0.075, 0.16, 0.29], np.float32)
    return np.asarray(np.clip(tone[:, :, None] * colour, 0, 1) * FULL_LIGHT).astype(np.uint16)
