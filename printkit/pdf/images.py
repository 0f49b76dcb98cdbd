"""Images from a game's own folder `templates/<slug>/images`: validated, then drawn.

Theory of operation. A file is validated before any pixel is decoded: its size in bytes, real format
(PNG or JPEG, whatever its name says), dimensions, frames and colour mode. A refusal is one sentence
that says how to fix the file. Then the image is decoded once, so that a broken file is found before
anything is printed.

A picture finer than `GOOD_DPI` is stored at `GOOD_DPI`, because no eye sees more and files would
become huge. A JPEG file stays a JPEG.

Home printers expect sRGB, so RGB stays RGB (an image with another RGB profile is converted to sRGB
first); files for a press are converted to its inks (`separation`). CMYK images are refused:
without their profile they would look wrong in RGB for no visible reason. Transparency is flattened
onto white paper.
"""

from __future__ import annotations

import io
import math
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from printkit.pdf.geometry import Rect
from rules import LANGUAGES, Message
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean
from rules.messages.system import system_reason

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES: Final = 40_000_000
MOST_PIXELS: Final = 40_000_000
"""Maximum number of pixels: a card at 1200 dpi has 13 million; more is a mistake or an attack."""
_MOST: Final = {lang: str(MOST_PIXELS // 10 ** (6 if lang == "en" else 4)) for lang in LANGUAGES}
"""`MOST_PIXELS` by language: millions in English, ten thousands in Japanese and Chinese."""
GOOD_DPI, POOR_DPI = 300, 150
_QUALITY: Final = 92
"""Quality of stored JPEGs: no difference is visible at `GOOD_DPI`."""
_SUFFIXES: Final = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_MAGIC: Final = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"8BPS": "Photoshop",
    b"BM": "BMP",
    b"%PDF": "PDF",
    b"<svg": "SVG",
    b"<?xml": "SVG",
}
_MODES: Final = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")


@dataclass(frozen=True, slots=True)
class Photo:
    """A printable picture: `width` and `height` in pixels, upright; `lossy` if it is a JPEG."""

    path: Path
    width: int
    height: int
    lossy: bool = False

    def shown(self, box: Rect, fit: Literal["cover", "contain"]) -> Rect:
        """Return the whole image's rectangle when it covers the box or is contained in it."""
        across, down = box.width / self.width, box.height / self.height
        scale = max(across, down) if fit == "cover" else min(across, down)
        width, height = self.width * scale, self.height * scale
        x, y = box.centre
        return Rect(x - width / 2, y - height / 2, width, height)

    def width_on(self, shown: Rect) -> int:
        """Return the pixels across that are stored for a print of this size."""
        return min(self.width, math.ceil(shown.width / 25.4 * GOOD_DPI))

    def pixels(self, *, mono: bool = False, across: int = 0) -> Image:
        """Return the image as it is printed: sRGB or grey, upright, on white.

        `across` is the width in pixels to which a larger image is reduced.
        """
        from PIL import Image, ImageOps  # noqa: PLC0415 - heavy

        size = (across, round(self.height * across / self.width)) if across else (0, 0)
        with Image.open(self.path, formats=("PNG", "JPEG")) as opened:
            profile = opened.info.get("icc_profile", b"")
            if across:
                opened.draft(None, (max(size), max(size)))  # a JPEG is decoded smaller at once
            upright = ImageOps.exif_transpose(opened)
        if upright.mode in ("LA", "PA", "RGBA") or "transparency" in upright.info:
            clear = upright.convert("RGBA")
            ground = Image.new("RGBA", clear.size, "white")
            upright = Image.alpha_composite(ground, clear).convert("RGB")
        elif upright.mode not in ("L", "RGB"):
            upright = upright.convert("L" if upright.mode == "1" else "RGB")
        if upright.mode == "RGB" and profile:
            upright = _to_srgb(upright, profile)
        if across and upright.width > across:
            upright = upright.resize(size, Image.Resampling.LANCZOS)
        return upright.convert("L") if mono else upright

    def stored(self, pixels: Image) -> io.BytesIO | Image:
        """Return pixels as a PDF stores them: a JPEG file if this is one, in sRGB or grey."""
        if not self.lossy or pixels.mode not in ("L", "RGB"):
            return pixels
        file = io.BytesIO()
        pixels.save(file, "JPEG", quality=_QUALITY, subsampling=0)
        file.seek(0)
        return file


@dataclass(frozen=True, slots=True)
class Judged:
    """Result of validating a file: an image or a fault, and a flag for colour images."""

    photo: Photo | None
    fault: Text = ""
    coloured: bool = False


def find_photo(folder: Path, name: str) -> Judged:
    """Find and validate an image by its name in a game's folder."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        return Judged(None, Message("print.image_outside", name=name, folder=folder.name))
    if not path.is_file():
        known = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
        put = Message("print.put_into", folder=folder.name)
        near = did_you_mean(name, known) if known else put
        return Judged(None, Message("print.no_image", name=name, near=near))
    try:
        return _judged(path, name)
    except OSError as error:
        return Judged(None, Message("print.image_unreadable", name=name, why=system_reason(error)))


def _judged(path: Path, name: str) -> Judged:
    size = path.stat().st_size
    if size > MOST_BYTES:
        most = str(MOST_BYTES // 1_000_000)
        return Judged(
            None, Message("print.image_bytes", name=name, found=f"{size / 1e6:.0f}", most=most)
        )
    with path.open("rb") as file:
        head = file.read(16)
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "")
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        kind = "WebP"
    if kind not in ("PNG", "JPEG"):
        other = Message("print.image_kind", name=name, kind=kind)
        return Judged(None, other if kind else Message("print.no_known_image", name=name))
    if _SUFFIXES.get(path.suffix.lower()) != kind:
        suffix = ".png" if kind == "PNG" else ".jpg"
        right = f"{Path(name).stem}{suffix}"
        return Judged(None, Message("print.image_renamed", name=name, kind=kind, right=right))
    return _opened(path, name)


def _opened(path: Path, name: str) -> Judged:
    """Read the header, then the pixels."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - heavy

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG", "JPEG")) as opened:
                if fault := _refused(opened, name):
                    return Judged(None, fault)
                opened.load()
                turned = opened.getexif().get(0x0112, 1) in (5, 6, 7, 8)
                width, height = opened.size[::-1] if turned else opened.size
                coloured, lossy = opened.mode in ("RGB", "RGBA", "P", "PA"), opened.format == "JPEG"
    except Image.DecompressionBombError:
        return Judged(None, Message("print.image_huge", name=name, most=_MOST))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, IndexError) as error:
        why = Message("print.picture_cut" if "truncated" in str(error) else "print.picture_broken")
        return Judged(None, Message("print.image_damaged", name=name, why=why))
    return Judged(Photo(path, width, height, lossy), coloured=coloured)


def _refused(opened: Image, name: str) -> Text:
    """Return the fault found in the header, or "" if there is none."""
    width, height = opened.size
    if width * height > MOST_PIXELS:
        return Message("print.image_pixels", name=name, found=f"{width} × {height}", most=_MOST)
    if (frames := getattr(opened, "n_frames", 1)) > 1:
        return Message("print.image_animated", name=name, frames=str(frames))
    if opened.mode == "CMYK":
        return Message("print.image_cmyk", name=name)
    if opened.mode not in _MODES:
        return Message("print.image_deep", name=name, mode=opened.mode)
    return ""


def _to_srgb(picture: Image, profile: bytes) -> Image:
    """Convert an image with its own RGB profile to sRGB; ignore an unusable profile."""
    from PIL import ImageCms  # noqa: PLC0415 - heavy

    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "sRGB" in ImageCms.getProfileDescription(own):
            return picture
        found = ImageCms.profileToProfile(picture, own, ImageCms.createProfile("sRGB"))
    except (ImageCms.PyCMSError, OSError, ValueError):
        return picture
    return found or picture


def resolution(photo: Photo, box: Rect, fit: Literal["cover", "contain"], scale: float) -> float:
    """Return the pixels per inch of an image printed at `scale`."""
    return photo.width / (photo.shown(box, fit).width * scale) * 25.4
