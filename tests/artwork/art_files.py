"""Packed pictures as files and as grey values, for the tests of every game's art."""

from __future__ import annotations

import csv
import importlib
import io
import re
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas

from artwork.labels import MatContext
from printkit.cards import pictures as art
from printkit.data.toml_source import TEMPLATES
from printkit.mats.ready_mat import mat_art
from printkit.pdf.drawing import Cmyk
from printkit.pdf.encoding import POINTS_PER_MM, Encoded
from printkit.pdf.pack import SUFFIX, Pack, load_pack
from printkit.typeset.label import Label

Grey = NDArray[np.float64]
STYLES: tuple[art.Style, ...] = ("full", "ink")
WIDTH, HEIGHT, PANEL = 54.0, 90.0, 23.048
FRONT_TAG, BACK_TAG = (3.5, 57.0), (15.476, 33.476)
"""Top left corner of the tag's frame, mm."""


@cache
def rows(root: Path, game: str) -> dict[str, dict[str, str]]:
    """Return the card data by id."""
    with (root / "card_data" / game / "cards.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def pictures(game: str, theme: str) -> tuple[str, ...]:
    """Return the picture names of a theme such as `sun-full`."""
    found: Sequence[str] = importlib.import_module(f"artwork.{game}").pictures(
        theme.split("-", maxsplit=1)[0]
    )
    return tuple(found)


def themes(game: str) -> list[str]:
    """Return a game's themes: every owner in every style, such as `sun-full`."""
    owners = importlib.import_module(f"artwork.{game}").OWNERS
    return [f"{owner}-{style}" for owner in owners for style in STYLES]


def pack_of(game: str, style: str) -> Pack:
    """Return the shipped pack of a game in a style."""
    return load_pack(TEMPLATES / game / f"{style}{SUFFIX}")


def shipped(game: str, theme: str) -> set[str]:
    """Return the names of a theme's pictures and forms."""
    owner, style = theme.split("-")
    found = (name.split("/") for name in pack_of(game, style).index)
    return {name for folder, name in found if folder == owner}


def form_of(game: str, theme: str, name: str) -> Encoded:
    """Return a shipped picture or form."""
    owner, style = theme.split("-")
    return pack_of(game, style).form(f"{owner}/{name}")


def labels_of(context: MatContext) -> tuple[Label, ...]:
    """Return the labels of a mat as printed."""
    return mat_art(context.plan, context.style, context.fonts, context.title).labels


@lru_cache(maxsize=128)
def lines_of(game: str, theme: str, name: str) -> tuple[str, ...]:
    """Return the lines of a shipped drawing's stream."""
    stream = form_of(game, theme, name).stream
    return tuple(zlib.decompress(stream).decode("ascii").split("\n"))


def placed_forms(game: str, theme: str, name: str) -> list[str]:
    """Return the forms that a picture places itself, in drawing order."""
    found = (re.search(r"/(\S+) Do Q$", line) for line in lines_of(game, theme, name))
    return [match[1] for match in found if match]


def uses(game: str, theme: str, name: str) -> set[str]:
    """Return the forms that a picture needs, including those of its forms."""
    direct = set(form_of(game, theme, name).uses)
    return direct | {inner for part in direct for inner in uses(game, theme, part)}


def grey(game: str, name: str, owner: str, style: art.Style, per_mm: int) -> Grey:
    """Render a picture within its trim in grey (0 black, 1 white), rounded up to whole pixels."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH * POINTS_PER_MM, HEIGHT * POINTS_PER_MM), invariant=1)
    art.Picture(game, name, owner, style).place(canvas, 0, 0)
    canvas.save()
    return shades(buffer.getvalue(), per_mm)


def shades(pdf: bytes, per_mm: int) -> Grey:
    """Render a PDF's first page in grey, from 0 (black) to 1 (white)."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[0].render(scale=per_mm / POINTS_PER_MM, grayscale=True)
        return np.asarray(bitmap.to_numpy().squeeze(), dtype=np.float64) / 255
    finally:
        document.close()


def inked(game: str, name: str, owner: str, per_mm: int = 12) -> float:
    """Return the inked share of the paper outside the tag, in the ink-saving style.

    Fewer pixels per mm would widen the finest lines.
    """
    dark = 1 - grey(game, name, owner, "ink", per_mm)
    x, y = (round(v * per_mm) for v in (BACK_TAG if name == art.BACK else FRONT_TAG))
    side = round(PANEL * per_mm)
    paper = np.ones(dark.shape, dtype=bool)
    paper[y : y + side, x : x + side] = False
    return float(dark[paper].mean())


def luminance(colour: Cmyk) -> float:
    """Return the relative luminance of WCAG 2, from the plain screen preview."""
    channels = (value / 255 for value in colour.rgb)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Cmyk, other: Cmyk) -> float:
    """Return the contrast ratio of two colours according to WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
