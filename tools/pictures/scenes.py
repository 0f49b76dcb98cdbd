"""The conditions of the labelled set, and tables of real sheets that show them.

Every picture's seed depends on the names of its condition and game, so that one picture can be
changed without changing the others.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from companion.readings import Face
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.hands import HAND_HEIGHT_MM, silhouette
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS, Condition
from companion.simulator.textures import PaperShop
from companion.vision.reader.codebook import Codebook
from tests.support.vision.labelled_pictures import (
    UNFRAMED,
    Label,
    Truth,
    rounded,
    symbol_corners,
    unframed,
)
from tools.pictures.unframed import UnframedShop

SEED = 5
JPEG = 75
MODULE_MM = 16 / 21
_EDGE_PX = 3.0
_CARD_MM = 0.3
_PANEL = 1.5
_TRIES = 400

WEBCAM = replace(CONDITIONS["webcam"], jpeg=0)
"""Webcam without JPEG compression, because each picture is compressed when it is written."""


@dataclass(frozen=True)
class Setting:
    """One condition: the camera and its view.

    `px` is the number of pixels per module of a card's tag. `says` describes the difficulty in
    score reports.
    """

    sensor: Condition = WEBCAM
    px: float = 1.4
    tilt: float = 12.0
    size: tuple[int, int] = (896, 560)
    cards: int = 13
    whole_mat: bool = False
    stacked: int = 0
    hands: int = 0
    framed: bool = True
    says: str = ""


SETTINGS: dict[str, Setting] = {
    "angle-30": Setting(tilt=30, px=1.4, says="the camera leans by 30°"),
    "angle-45": Setting(tilt=45, px=2.2, says="the camera leans by 45°"),
    "light-dark": Setting(
        replace(WEBCAM, exposure=0.2, noise=6.0), says="a fifth of the light, and noise"
    ),
    "light-uneven": Setting(
        replace(WEBCAM, uneven=0.8, tint=(0.6, 0.9, 1.1)),
        says="a warm lamp at one side, 80 % lost there",
    ),
    "light-bright": Setting(replace(WEBCAM, exposure=1.5), says="overexposed"),
    "distance-1": Setting(px=1.0, cards=24, says="1 px a module"),
    "distance-0.8": Setting(px=0.8, cards=30, says="0.8 px a module"),
    "distance-mat": Setting(
        size=(1280, 720), whole_mat=True, cards=20, says="the whole mat at 720p"
    ),
    "cover": Setting(
        px=1.75, cards=12, stacked=6, hands=1, says="cards over cards, hands over both"
    ),
    "blur-focus": Setting(replace(WEBCAM, psf_px=1.5), px=1.5, says="out of focus, σ 1.5 px"),
    "blur-motion": Setting(replace(WEBCAM, motion_px=3.0), px=1.6, says="3 px of motion"),
    "unframed": Setting(px=1.6, framed=False, says="no black frame, four modules of white"),
    "glare": Setting(replace(WEBCAM, glare=4), px=1.6, says="four lamps mirrored in the paper"),
}


@dataclass
class Arrangement:
    """The cards and hands on one mat."""

    pieces: list[PaperPiece] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)


def seed_of(condition: str, game: str) -> np.random.Generator:
    return np.random.default_rng([SEED, zlib.crc32(f"{condition}/{game}".encode())])


def manifests(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.manifest.json"))


def draw(
    condition: str, game: str, paper: Path, name: str, cache: Path | None = None
) -> tuple[bytes, Truth]:
    """Return one picture as JPEG bytes, and its labels; `paper` has the printed sheets."""
    setting, rng = SETTINGS[condition], seed_of(condition, game)
    shop = (PaperShop if setting.framed else UnframedShop)(manifests(paper), 200.0, cache)
    sheets = shop.manifests if setting.framed else map(unframed, shop.manifests)
    codebook = Codebook(sheets)
    mat = min(shop.mats)
    camera = _camera(setting, shop, mat, rng)
    arranged = lay_out(setting, shop, codebook, mat, camera, rng)
    renderer = Renderer(shop, mat, camera, setting.sensor, rng)
    image = renderer.render(Scene(pieces=tuple(arranged.pieces), hands=tuple(arranged.hands)))
    made: dict[str, object] = {
        "by": "the virtual camera",
        "seed": SEED,
        "camera": asdict(camera),
        "sensor": asdict(setting.sensor),
    }
    name = name if setting.framed else name + UNFRAMED
    return encoded(image), Truth(name, labels(shop, codebook, mat, camera, arranged), made)


def encoded(image: np.ndarray, quality: int = JPEG) -> bytes:
    chroma = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality, *chroma])
    return data.tobytes()


def _camera(
    setting: Setting, shop: PaperShop, mat: str, rng: np.random.Generator
) -> SimulatedCamera:
    size, (width, height) = shop.mats[mat], setting.size
    camera = SimulatedCamera(width=width, height=height, tilt_deg=setting.tilt)
    if setting.whole_mat:
        upright = size.height_mm > size.width_mm
        return fit_camera(
            replace(camera, heading_deg=90.0 * upright), size.width_mm, size.height_mm
        )
    camera = replace(camera, heading_deg=float(rng.uniform(0, 360)))
    camera = replace(
        camera, height_mm=camera.height_mm * camera.px_per_mm() * MODULE_MM / setting.px
    )
    aim = rng.uniform(-0.3, 0.3, 2) * (size.width_mm, size.height_mm)
    return replace(camera, target=(float(aim[0]), float(aim[1])))


def lay_out(
    setting: Setting,
    shop: PaperShop,
    codebook: Codebook,
    mat: str,
    camera: SimulatedCamera,
    rng: np.random.Generator,
) -> Arrangement:
    """Place cards side by side in any orientation, then some on top of others, then hands."""
    arranged, size = Arrangement(), shop.mats[mat]
    tags = [str(tag) for tag in rng.permutation(sorted(shop.cards))]
    view = _view(camera)
    for attempt in range(_TRIES):
        full = len(arranged.pieces) >= setting.cards
        if not tags or (full and len(arranged.pieces) >= setting.cards + setting.stacked):
            break
        over = full and bool(attempt % 3)
        middle = np.array([size.width_mm / 2, size.height_mm / 2])
        x, y = middle + rng.uniform(view.min(0), view.max(0))
        turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
        if over:
            below = arranged.pieces[int(rng.integers(setting.cards))]
            half = codebook.entries[tags[-1]].width_mm / 2
            x, y = _symbol(codebook, shop, below).mean(0) + _aside(half, turn, rng)
        lift = _CARD_MM * (2 if full else 1)
        piece = PaperPiece(
            tags[-1], float(x), float(y), turn, _face_up(codebook, shop, tags[-1], rng), lift
        )
        if _inside(codebook, shop, mat, camera, piece) and (
            over or not any(_touch(shop, piece, other) for other in arranged.pieces)
        ):
            arranged.pieces.append(piece)
            tags.pop()
    for tone, piece in enumerate(arranged.pieces[: setting.hands]):
        reach = float(rng.uniform(0, 360))
        back = np.array([-math.sin(math.radians(reach)), math.cos(math.radians(reach))])
        x, y = _symbol(codebook, shop, piece).mean(0) + back * rng.uniform(3, 14)
        arranged.hands.append(Hand(float(x), float(y), reach, tone))
    return arranged


def _symbol(codebook: Codebook, shop: PaperShop, piece: PaperPiece) -> np.ndarray:
    """Return the symbol's corners on the mat in mm, as an array of shape (4, 2)."""
    tag = shown(codebook, shop, piece)
    return symbol_corners(codebook, tag, piece.x_mm, piece.y_mm, piece.rotation_deg)


def _aside(half_mm: float, turn_deg: float, rng: np.random.Generator) -> np.ndarray:
    """Return the offset of a card whose left edge covers the right part of a symbol.

    The edge is between 2 mm outside the symbol (on its frame) and 4 mm inside it.
    """
    angle = math.radians(turn_deg)
    along, across = half_mm + rng.uniform(4, 10), rng.uniform(-20, 20)
    c, s = math.cos(angle), math.sin(angle)
    return np.array([along * c - across * s, along * s + across * c])


def _view(camera: SimulatedCamera) -> np.ndarray:
    """Return the positions on the table, in mm, of the picture's corners."""
    w, h = camera.width - 1, camera.height - 1
    corners = np.array([[[0, 0]], [[w, 0]], [[w, h]], [[0, h]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, np.linalg.inv(camera.plane())))[:, 0]


def _face_up(codebook: Codebook, shop: PaperShop, tag: str, rng: np.random.Generator) -> bool:
    return bool(rng.random() < 0.85) or _back(codebook, shop, tag) is None


def _back(codebook: Codebook, shop: PaperShop, tag: str) -> str | None:
    """Return the tag on a card's back, or None if the back has no tag."""
    card = shop.cards[tag]
    backs = (e for e in codebook.entries.values() if e.face is Face.BACK)
    found = next((e.tag for e in backs if e.owner == card.owner), None)
    return found if card.back is not None else None


def shown(codebook: Codebook, shop: PaperShop, piece: PaperPiece) -> str:
    """Return the tag that faces the camera."""
    return piece.tag if piece.face_up else _back(codebook, shop, piece.tag) or piece.tag


def outline(shop: PaperShop, piece: PaperPiece) -> np.ndarray:
    """Return a piece's corners on the mat in mm, as an array of shape (4, 2)."""
    spot = shop.cards[piece.tag].front
    w, h = spot.width_mm, spot.height_mm
    if spot.turn % 180:
        w, h = h, w
    return cv2.boxPoints(((piece.x_mm, piece.y_mm), (w, h), piece.rotation_deg))


def _touch(shop: PaperShop, a: PaperPiece, b: PaperPiece) -> bool:
    if math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) > 110:
        return False
    one, other = (cv2.convexHull(outline(shop, p).astype(np.float32)) for p in (a, b))
    return bool(cv2.intersectConvexConvex(one, other)[0] > 0)


def _seen(
    shop: PaperShop, mat: str, camera: SimulatedCamera, points: np.ndarray, lift: float
) -> np.ndarray:
    """Project points of the mat into the picture."""
    size = shop.mats[mat]
    return camera.project(points - (size.width_mm / 2, size.height_mm / 2), lift)


def _inside(
    codebook: Codebook, shop: PaperShop, mat: str, camera: SimulatedCamera, piece: PaperPiece
) -> bool:
    """Return whether a piece's symbol, with quiet zone and frame, is inside the picture."""
    panel = _panel(_symbol(codebook, shop, piece))
    return _framed(_seen(shop, mat, camera, panel, piece.lift_mm), camera)


def _panel(corners: np.ndarray) -> np.ndarray:
    """Return a symbol's corners, moved outwards until they are slightly outside the frame."""
    return np.asarray(corners.mean(0) + (corners - corners.mean(0)) * _PANEL)


def _framed(points: np.ndarray, camera: SimulatedCamera) -> bool:
    size = np.array([camera.width, camera.height]) - 1 - _EDGE_PX
    return bool((points >= _EDGE_PX).all() and (points <= size).all())


def labels(
    shop: PaperShop, codebook: Codebook, mat: str, camera: SimulatedCamera, arranged: Arrangement
) -> tuple[Label, ...]:
    """Return a label for every tag whose middle is in the picture, with its symbol's hidden share.

    A tag at the picture's edge counts as hidden, so the reader may read it but need not.
    """
    shape = camera.height, camera.width
    above = np.zeros(shape, np.uint8)
    for hand in arranged.hands:
        for part in silhouette(hand):
            _fill(above, _seen(shop, mat, camera, part.outline, HAND_HEIGHT_MM))
    found = []
    for piece in reversed(arranged.pieces):
        at = _seen(shop, mat, camera, _symbol(codebook, shop, piece), piece.lift_mm)
        found.append((shown(codebook, shop, piece), at, above.copy()))
        _fill(above, _seen(shop, mat, camera, outline(shop, piece), piece.lift_mm))
    for mark in shop.mats[mat].fiducials:
        corners = symbol_corners(codebook, mark.tag, mark.x_mm, mark.y_mm, 0.0)
        found.append((mark.tag, _seen(shop, mat, camera, corners, 0.0), above))
    kept = [
        Label(tag, rounded(at), _hidden(at, over), _hidden(_panel(at), over))
        if _framed(at, camera)
        else Label(tag, rounded(at), 1.0, 1.0)
        for tag, at, over in found
        if _framed(at.mean(0), camera)
    ]
    return tuple(sorted(kept, key=lambda label: label.centre[::-1]))


def _fill(mask: np.ndarray, points: np.ndarray) -> None:
    cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_8, 4)


def _hidden(corners: np.ndarray, above: np.ndarray) -> float:
    symbol = np.zeros_like(above)
    _fill(symbol, corners)
    return round(float((above[symbol > 0] > 0).mean()), 3)
