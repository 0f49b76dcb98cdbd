"""Makes the pictures of the README from real output: `python docs/make_pictures.py`.

Prints the shipped decks, plays the demo's match, and keeps a page of cards, the last table as it
was read, and three moments of the match in `docs/pictures/`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

PICTURES = Path(__file__).parent / "pictures"
DPI = 110


def main() -> None:
    """Write the pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        subprocess.run(
            [sys.executable, "-m", "companion", "demo", "--lang", "en", "--out", folder], check=True
        )
        cards(next(out.glob("*-cards-*.pdf")))
        keep(Image.open(next(out.glob("*-demo-table.png"))), "table.jpg", 1400)


def cards(pdf: Path) -> None:
    """Six fronts of each owner and both backs, upright, on one dark ground."""
    pages = pypdfium2.PdfDocument(pdf)
    sheets = [page.render(scale=DPI / 72).to_pil().rotate(90, expand=True) for page in pages]
    fronts = [sheets[0], sheets[4]]
    strips = [crop(sheet) for sheet in fronts]
    width = max(strip.width for strip in strips)
    picture = Image.new("RGB", (width, sum(s.height for s in strips) + 20), (38, 49, 44))
    top = 0
    for strip in strips:
        picture.paste(strip, (0, top))
        top += strip.height + 20
    keep(picture, "cards.jpg", 1400)


def crop(sheet: Image.Image) -> Image.Image:
    """The upper row of five cards of a turned A4 10-up sheet (270 × 90 mm of 297 × 210)."""
    mm = DPI / 25.4
    left, top = 13.5 * mm, 15 * mm
    return sheet.crop((round(left), round(top), round(left + 270 * mm), round(top + 90 * mm)))


def keep(picture: Image.Image, name: str, width: int) -> None:
    """Save a picture at a width of `width` px."""
    height = round(picture.height * width / picture.width)
    small = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    small.save(PICTURES / name, quality=82, optimize=True)


if __name__ == "__main__":
    main()
