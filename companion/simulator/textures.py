"""Textures of printed pieces, cut out of the real PDF by its manifest.

`PaperShop` opens manifests with the PDFs next to them and returns upright textures: a card's front
or back by tag, a mat by name. Textures are cut on demand, and a page is rasterised once. Every
texture is cached on disk under the PDF's hash, so that a second run needs no PDF engine.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import SourceError
from companion.pdf_pages import POINTS_PER_MM, drawn_page
from rules import Manifest, Mat, PrintedCard, load_manifest
from rules.messages.system import reason
from rules.process.disk import write_whole
from rules.records.manifest import Spot

Image = npt.NDArray[np.uint8]
_MM_PER_INCH = 25.4
_FORMAT = 1  # part of the cache's key: increase it when the cutting changes


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """One side of a printed piece, upright: (height, width, 3) BGR, and its size in mm."""

    image: Image
    width_mm: float
    height_mm: float


class _CutPdf:
    """One PDF of a manifest, whose pages are rasterised once and from which spots are cut."""

    def __init__(self, path: Path, pdf: str, dpi: float, cache: Path | None) -> None:
        self.name = pdf
        self._pdf = path.parent / pdf
        self._scale = dpi / _MM_PER_INCH
        self._raster = lru_cache(1)(self._drawn)
        try:
            content = self._pdf.read_bytes()
        except OSError as error:
            raise SourceError(
                "fault.paper.pdf", file=self._pdf, manifest=path.name, why=reason(error)
            ) from error
        key = hashlib.sha256(content + path.read_bytes()).hexdigest()[:20]
        self._cache = None if cache is None else cache / f"{key}-{dpi:g}dpi-{_FORMAT}"

    def _drawn(self, number: int) -> Image:
        """Return page `number` (from 1) at the document's resolution, BGR."""
        return drawn_page(self._pdf, number, self._scale / POINTS_PER_MM)

    def _cut(self, page: int, x: float, y: float, width: float, height: float) -> Image:
        """Return a rectangle of a page (mm), resampled so that its edges fall on pixel edges."""
        raster, s = self._raster(page), self._scale
        columns, rows = max(1, round(width * s)), max(1, round(height * s))
        sx, sy = width * s / columns, height * s / rows
        to_page = np.array([[sx, 0, x * s + sx / 2 - 0.5], [0, sy, y * s + sy / 2 - 0.5]])
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        cut = cv2.warpAffine(
            raster, to_page, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return cast("Image", cut)

    def _cached(self, name: str, draw: Callable[[], Image]) -> Image:
        """Return a picture from the cache, or draw and store it."""
        file = self._cache / f"{name}.png" if self._cache else None
        if file is not None and file.exists():
            kept = cv2.imread(str(file), cv2.IMREAD_COLOR)
            if kept is not None:
                return cast("Image", kept)
        image = draw()
        if file is not None:
            _, png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            try:
                write_whole(file, png.tobytes())
            except OSError:
                self._cache = None  # on a full or read-only disk, only speed is lost
        return image

    def spot(self, name: str, spot: Spot) -> Texture:
        """Return the upright face printed at `spot`."""

        def draw() -> Image:
            cut = self._cut(spot.page, spot.x_mm, spot.y_mm, spot.width_mm, spot.height_mm)
            return np.ascontiguousarray(np.rot90(cut, spot.turn // 90))

        return Texture(self._cached(name, draw), *upright_size(spot))

    def mat(self, mat: Mat) -> Texture:
        """Return the whole mat, joined from its sheets."""
        s = self._scale

        def draw() -> Image:
            image = np.full((round(mat.height_mm * s), round(mat.width_mm * s), 3), 255, np.uint8)
            for sheet in mat.sheets:
                cut = self._cut(
                    sheet.page, sheet.page_x_mm, sheet.page_y_mm, sheet.width_mm, sheet.height_mm
                )
                x, y = round(sheet.mat_x_mm * s), round(sheet.mat_y_mm * s)
                room = image[y : y + cut.shape[0], x : x + cut.shape[1]]
                room[:] = cut[: room.shape[0], : room.shape[1]]
            self._raster.cache_clear()
            return image

        return Texture(self._cached(f"mat-{mat.name}", draw), mat.width_mm, mat.height_mm)


def upright_size(spot: Spot) -> tuple[float, float]:
    """Return the width and height of an upright piece, mm."""
    sideways = spot.turn % 180 != 0
    return (spot.height_mm, spot.width_mm) if sideways else (spot.width_mm, spot.height_mm)


class PaperShop:
    """Textures by tag and mat name, from print manifests.

    `dpi` is the cutting resolution; twice the picture's pixels per inch of table is plenty. `cache`
    is the directory of cached textures, or None. Raises `SourceError` when a PDF is missing,
    `rules.DataError` when a manifest is faulty.
    """

    def __init__(
        self, manifests: Sequence[Path], dpi: float = 150.0, cache: Path | None = None
    ) -> None:
        self.cards: dict[str, PrintedCard] = {}
        self.mats: dict[str, Mat] = {}
        self.manifests: list[Manifest] = []
        self._of: dict[str, _CutPdf] = {}
        for path in manifests:
            manifest = load_manifest(path)
            self.manifests.append(manifest)
            pdfs = {card.tag: card.printed_in or manifest.pdf for card in manifest.cards}
            names = dict.fromkeys((manifest.pdf, *pdfs.values()))
            documents = {name: _CutPdf(path, name, dpi, cache) for name in names}
            for card in manifest.cards:
                self.cards[card.tag] = card
                self._of[card.tag] = documents[pdfs[card.tag]]
            for mat in manifest.mats:
                self.mats[mat.name] = mat
                self._of[f"mat {mat.name}"] = documents[manifest.pdf]

    def side(self, tag: str, *, face_up: bool) -> str:
        """Return a name for one side of a card; sides with the same name look the same.

        The backs of one owner's cards in one print are identical.
        """
        card = self.cards[tag]
        return f"front {tag}" if face_up else f"back {card.owner} of {self._of[tag].name}"

    def front(self, tag: str) -> Texture:
        """Return the face of the card with this tag."""
        return self._of[tag].spot(f"front-{tag}", self.cards[tag].front)

    def back(self, tag: str) -> Texture:
        """Return the card's back, or plain paper if the print has none."""
        card = self.cards[tag]
        if card.back is None:
            white = np.full((8, 8, 3), 250, np.uint8)
            return Texture(white, *upright_size(card.front))
        spot = card.back
        return self._of[tag].spot(f"back-{spot.page}-{spot.x_mm:g}-{spot.y_mm:g}", spot)

    def mat(self, name: str) -> Texture:
        """Return the texture of the mat with this name."""
        return self._of[f"mat {name}"].mat(self.mats[name])
