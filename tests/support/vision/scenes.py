"""Small tables drawn for tests: framed tags on a background, and a camera with its faults.

Scenes are drawn in linear light, at twice the camera's resolution. Lens blur, sampling, light
fall-off, noise, the 2.2th root and JPEG follow in the order of a real camera.
"""

# ruff: noqa: N803, N806 - matrices keep the names of the papers
from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from companion.vision.reader.symbol import symbol_matrix
from rules import Cell, Manifest, Mat, PrintedCard, Tag, TagKind, format_tag
from rules.records.manifest import Fiducial, PrintedBack, Spot, Symbol, TagSquare

MASK = 3
SQUARE = TagSquare(7.024, 60.524, 16.0)
CARD = (54.0, 90.0)
_FINE = 8  # texture px per module
_STRIP = 64
"""Rows that are developed together: a whole 4K picture would take 300 MB more."""
_OVER = 2  # supersampling
_LARGE, _BAND = 1080, 540
"""Pictures with more rows than `_LARGE` are drawn `_BAND` rows at a time, with 100 MB less."""
_LAST: dict[str, Any] = {}
"""The last picture before noise, and its scene."""
_MOST_KEPT = 3_000_000


def card_tag(number: int, copy: int = 1, deck: int = 10, salt: int = 0, game: str = "Y") -> str:
    return format_tag(Tag(game, deck, TagKind.CARD, number, copy, salt))


def deck_manifest(
    cards: int = 20, deck: int = 10, owner: str = "sun", *, quiet: float = 2.0, mask: int = MASK
) -> Manifest:
    printed = tuple(
        PrintedCard(
            tag=card_tag(i, deck=deck),
            card=f"y{i:02d}",
            copy=1,
            owner=owner,
            front=Spot(1, 10, 10, *CARD),
            square=SQUARE,
        )
        for i in range(cards)
    )
    back = PrintedBack(format_tag(Tag("Y", deck, TagKind.BACK, 1)), owner, SQUARE)
    return Manifest(
        game="yggdrasil",
        tool="test",
        pdf=f"deck{deck}.pdf",
        template="test@1",
        symbol=Symbol(mask=mask, quiet_modules=quiet),
        deck="trial",
        deck_number=deck,
        cards=printed,
        backs=(back,),
    )


def mat_manifest(
    columns: int = 4, rows: int = 3, *, mark_mm: float = 25.0, name: str = "trial"
) -> Manifest:
    """Return a mat of touching 60 × 96 cells with four marks in its corners."""
    margin, w, h = 60.0, 60.0, 96.0
    width, height = 2 * margin + columns * w, 30.0 + rows * h
    cells = []
    for column in range(columns):
        for row in range(rows):
            x0, y0 = margin + column * w, 15 + (rows - 1 - row) * h
            outline = ((x0, y0), (x0 + w, y0), (x0 + w, y0 + h), (x0, y0 + h))
            cells.append(Cell(f"{chr(97 + column)}{row + 1}", x0 + w / 2, y0 + h / 2, outline))
    at = 25.0
    marks = tuple(
        Fiducial(format_tag(Tag("Y", 0, TagKind.FIDUCIAL, i)), x, y, mark_mm)
        for i, (x, y) in enumerate(
            [(at, at), (width - at, at), (width - at, height - at), (at, height - at)]
        )
    )
    mat = Mat(name, 1, width, height, tuple(cells), marks, ())
    return Manifest(
        game="yggdrasil",
        tool="test",
        pdf="mat.pdf",
        template="test@1",
        symbol=Symbol(mask=MASK),
        mats=(mat,),
    )


@dataclass(frozen=True)
class Piece:
    """A card (or a mark, without paper) with its centre on the mat in mm, and its rotation."""

    tag: str
    x: float
    y: float
    turn: float = 0.0
    size: float = 16.0
    paper: tuple[float, float] | None = CARD
    square: TagSquare = SQUARE
    mask: int = MASK
    quiet: float = 2.0
    frame_mm: float = 2.0
    tone: float = 0.5


@dataclass(frozen=True)
class Blob:
    """An object that is neither mat nor card: a hand, a sleeve, a sheet of paper."""

    outline: tuple[tuple[float, float], ...]
    tone: float = 0.25
    grain: float = 0.0


@dataclass(frozen=True)
class Camera:
    """A camera: `scale` px/mm at the middle, `tilt` in degrees, and a webcam's faults."""

    width: int = 960
    height: int = 540
    scale: float = 2.0
    tilt: float = 0.0
    roll: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    blur: float = 0.8
    noise: float = 2.0
    uneven: float = 0.3
    exposure: float = 0.8
    jpeg: int = 75
    seed: int = 1


@dataclass
class Scene:
    """A mat or a plain table with pieces and blobs on it."""

    mat: Mat | None = None
    pieces: list[Piece] = field(default_factory=list)
    blobs: list[Blob] = field(default_factory=list)
    width: float = 400.0
    height: float = 300.0
    ground: float = 0.06

    def size(self) -> tuple[float, float]:
        return (self.mat.width_mm, self.mat.height_mm) if self.mat else (self.width, self.height)

    def homography(self, camera: Camera) -> np.ndarray:
        """Return the matrix (3, 3) from mat mm to camera px."""
        w, h = self.size()
        f = 1.2 * camera.width
        centre = np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.0]])
        r = math.radians(camera.roll)
        roll = np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
        t = math.radians(camera.tilt)
        far = f / camera.scale
        plane = np.array([[1, 0, 0], [0, math.cos(t), 0], [0, -math.sin(t), far]])
        lens = np.array(
            [
                [f, 0, (camera.width - 1) / 2 + camera.shift[0]],
                [0, f, (camera.height - 1) / 2 + camera.shift[1]],
                [0, 0, 1],
            ]
        )
        return lens @ plane @ roll @ centre

    def render(self, camera: Camera) -> np.ndarray:
        """Return the frame, (height, width, 3) uint8 BGR."""
        return _expose(self._seen(replace(camera, seed=0, noise=0.0, jpeg=100)), camera)

    def _seen(self, camera: Camera) -> np.ndarray:
        """Return the picture without noise, which is drawn once for consecutive frames."""
        key = (self.mat, *self.pieces, None, *self.blobs, self.size(), self.ground, camera)
        if _LAST.get("key") == key:
            kept: np.ndarray = _LAST["picture"]
            return kept
        _LAST.clear()
        picture = self._drawn(camera)
        if picture.size < _MOST_KEPT:
            _LAST.update(key=key, picture=picture)
        return picture

    def _drawn(self, camera: Camera) -> np.ndarray:
        """Return the picture without noise, drawn in bands if it is large."""
        whole = camera.height <= _LARGE or any(blob.grain for blob in self.blobs)
        if whole:
            return _developed(self._light(camera, 0, camera.height), camera)
        edge = math.ceil(4 * camera.blur) + 1
        picture = np.empty((camera.height, camera.width), np.float32)
        for row in range(0, camera.height, _BAND):
            end, above = min(row + _BAND, camera.height), min(edge, row)
            light = self._light(camera, row - above, min(end + edge, camera.height))
            picture[row:end] = _developed(light, camera)[above : above + end - row]
        return picture

    def _light(self, camera: Camera, top: int, bottom: int) -> np.ndarray:
        """Return the light of the picture's rows from `top` to `bottom`."""
        lift = np.array([[_OVER, 0, (_OVER - 1) / 2], [0, _OVER, (_OVER - 1) / 2], [0, 0, 1.0]])
        lift[1, 2] -= top * _OVER
        H = lift @ self.homography(camera)
        light = np.full(((bottom - top) * _OVER, camera.width * _OVER), 0.12, np.float32)
        self._draw_mat(light, H)
        for piece in self._marks():
            _draw_piece(light, H, piece)
        for piece in self.pieces:
            _draw_piece(light, H, piece)
        for blob in self.blobs:
            _draw_blob(light, H, blob)
        return light

    def _marks(self) -> Iterable[Piece]:
        if self.mat is None:
            return
        for mark in self.mat.fiducials:
            yield Piece(mark.tag, mark.x_mm, mark.y_mm, size=mark.size_mm, paper=None)

    def _draw_mat(self, light: np.ndarray, H: np.ndarray) -> None:
        w, h = self.size()
        _fill(light, H, [(0, 0), (w, 0), (w, h), (0, h)], self.ground)
        if self.mat is None:
            return
        for cell in self.mat.cells:
            points = _mapped(H, np.array(cell.outline_mm))
            cv2.polylines(
                light,
                [np.round(points * 16).astype(np.int32)],
                isClosed=True,
                color=(0.22,),
                thickness=2,
                lineType=cv2.LINE_AA,
                shift=4,
            )


def _mapped(H: np.ndarray, points: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), H)[:, 0]


def _fill(light: np.ndarray, H: np.ndarray, points: object, tone: float) -> None:
    at = np.round(_mapped(H, np.array(points)) * 16).astype(np.int32)
    cv2.fillConvexPoly(light, at, tone, cv2.LINE_AA, 4)


def _placed(piece: Piece) -> np.ndarray:
    """Return the matrix from upright piece coordinates (mm from the centre) to mat mm."""
    t = math.radians(piece.turn)
    return np.array(
        [[math.cos(t), -math.sin(t), piece.x], [math.sin(t), math.cos(t), piece.y], [0, 0, 1]]
    )


def _draw_piece(light: np.ndarray, H: np.ndarray, piece: Piece) -> None:
    M = H @ _placed(piece)
    dx = dy = 0.0
    if piece.paper:
        w, h = piece.paper
        _fill(light, M, [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)], 0.7)
        rng = np.random.default_rng(int(piece.tag[-3:], 36))
        for _ in range(5):  # a bit of art, different on each card
            cx, cy = rng.uniform(-w / 2 + 9, w / 2 - 9), rng.uniform(-h / 2 + 9, 0)
            r = rng.uniform(3, 8)
            angles = np.linspace(0, 2 * np.pi, 24)
            circle = np.stack([cx + r * np.cos(angles), cy + r * np.sin(angles)], 1)
            _fill(light, M, circle, piece.tone * rng.uniform(0.1, 1.2))
        half = piece.square.size_mm / 2
        dx, dy = piece.square.x_mm + half - w / 2, piece.square.y_mm + half - h / 2
    _draw_panel(light, M, piece, dx, dy)


def _draw_panel(light: np.ndarray, M: np.ndarray, piece: Piece, dx: float, dy: float) -> None:
    module = piece.size / 21
    frame = piece.frame_mm / module
    side = 21 + 2 * piece.quiet + 2 * frame
    n = round(side * _FINE)
    texture = np.zeros((n, n), np.float32)
    a, b = round(frame * _FINE), round((frame + piece.quiet) * _FINE)
    texture[a : n - a, a : n - a] = 1
    white = symbol_matrix(piece.tag, piece.mask).astype(np.float32)
    texture[b : b + 21 * _FINE, b : b + 21 * _FINE] = np.kron(
        white, np.ones((_FINE, _FINE), np.float32)
    )
    texture = 0.03 + 0.8 * texture
    # texture px → mm around the piece's centre
    k = module / _FINE
    middle = b + 21 * _FINE / 2
    T = np.array([[k, 0, dx + (0.5 - middle) * k], [0, k, dy + (0.5 - middle) * k], [0, 0, 1]])
    W = M @ T
    corners = _mapped(
        W, np.array([[-0.5, -0.5], [n - 0.5, -0.5], [n - 0.5, n - 0.5], [-0.5, n - 0.5]])
    )
    shrink = n / max(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))), 1)
    if shrink > 1:
        texture = cv2.GaussianBlur(texture, (0, 0), 0.4 * shrink, borderType=cv2.BORDER_REPLICATE)
    lo = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    hi = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, light.shape[::-1])
    if (hi <= lo).any():
        return
    move = np.array([[1, 0, -lo[0]], [0, 1, -lo[1]], [0, 0, 1.0]])
    size = (int(hi[0] - lo[0]), int(hi[1] - lo[1]))
    patch = cv2.warpPerspective(texture, move @ W, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(np.ones_like(texture), move @ W, size)
    view = light[lo[1] : hi[1], lo[0] : hi[0]]
    view += (patch - view) * cover


def _draw_blob(light: np.ndarray, H: np.ndarray, blob: Blob) -> None:
    if not blob.grain:
        _fill(light, H, blob.outline, blob.tone)
        return
    cover = np.zeros_like(light)
    _fill(cover, H, blob.outline, 1.0)
    rng = np.random.default_rng(7)
    grain = cv2.resize(
        rng.normal(0, blob.grain, (light.shape[0] // 16, light.shape[1] // 16)).astype(np.float32),
        light.shape[::-1],
        interpolation=cv2.INTER_CUBIC,
    )
    light += (np.clip(blob.tone + grain, 0.01, 1) - light) * cover


def _developed(light: np.ndarray, camera: Camera) -> np.ndarray:
    sigma = camera.blur * _OVER
    edge = math.ceil(4 * sigma) + 1  # no row further away has an influence
    ramp = 1 - camera.uneven * np.linspace(0, 1, camera.width, dtype=np.float32)
    rows = len(light) // _OVER
    picture = np.empty((rows, camera.width), np.float32)
    for row in range(0, rows, _STRIP):
        end = min(row + _STRIP, rows)
        above = min(edge, row * _OVER)
        blurred = cv2.GaussianBlur(light[row * _OVER - above : end * _OVER + edge], (0, 0), sigma)
        fine = blurred[above : above + (end - row) * _OVER]
        strip = cv2.resize(fine, (camera.width, end - row), interpolation=cv2.INTER_AREA)
        strip = strip * ramp[None] * camera.exposure
        picture[row:end] = 255 * np.clip(strip, 0, 1) ** (1 / 2.2)
    return picture


def _expose(picture: np.ndarray, camera: Camera) -> np.ndarray:
    rng = np.random.default_rng(camera.seed)
    grey = np.empty(picture.shape, np.uint8)
    for row in range(0, len(grey), _STRIP):
        strip = picture[row : row + _STRIP]
        stored = strip + rng.normal(0, camera.noise, strip.shape).astype(np.float32)
        grey[row : row + _STRIP] = np.clip(np.round(stored), 0, 255)
    image = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    if camera.jpeg < 100:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, camera.jpeg])
        del grey, image
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image


def middle(piece: Piece) -> tuple[float, float]:
    """Return the symbol's centre on the table in mm."""
    dx = piece.square.x_mm + piece.square.size_mm / 2 - CARD[0] / 2
    dy = piece.square.y_mm + piece.square.size_mm / 2 - CARD[1] / 2
    c, s = math.cos(math.radians(piece.turn)), math.sin(math.radians(piece.turn))
    return piece.x + c * dx - s * dy, piece.y + s * dx + c * dy


def spread(
    manifest: Manifest,
    seed: int,
    columns: int,
    rows: int,
    *,
    pitch: tuple[float, float] = (62.0, 98.0),
    turn: float = 4.0,
) -> list[Piece]:
    """Return one piece per card, each in its own field of a grid, slightly shifted and turned."""
    rng = np.random.default_rng(seed)
    cards = list(manifest.cards)
    rng.shuffle(cards)
    pieces = []
    for i, card in enumerate(cards[: columns * rows]):
        column, row = i % columns, i // columns
        pieces.append(
            Piece(
                card.tag,
                (column + 0.5) * pitch[0] + rng.uniform(-3, 3),
                (row + 0.5) * pitch[1] + rng.uniform(-3, 3),
                float(rng.choice([0, 180])) + rng.uniform(-turn, turn),
                mask=manifest.symbol.mask,
                quiet=manifest.symbol.quiet_modules,
            )
        )
    return pieces
