"""A small set: cards and mat at two thirds, and the manifest's facts about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from printkit.cards.job import CardJob
from printkit.cards.write import print_cards
from printkit.mats.sheets import MatJob, print_mat
from rules import load_manifest

Raster = Callable[[Path, int, float], np.ndarray]
DPI = 200


def corner_and_side(code: zxingcpp.Barcode) -> tuple[float, float, float]:
    """Return a symbol's top left and side on the page, mm."""
    p = code.position
    xs = [c.x for c in (p.top_left, p.top_right, p.bottom_right, p.bottom_left)]
    ys = [c.y for c in (p.top_left, p.top_right, p.bottom_right, p.bottom_left)]
    px = 25.4 / DPI
    return min(xs) * px, min(ys) * px, (max(xs) - min(xs)) * px


def test_small_cards_carry_small_tags_where_the_manifest_says(
    tmp_path: Path, raster: Raster
) -> None:
    printed = print_cards(CardJob("yggdrasil", art=False, small=True, out=tmp_path))
    manifest = load_manifest(printed.manifest)
    assert (manifest.card_width_mm, manifest.card_height_mm) == pytest.approx((36, 60))
    assert manifest.scale == pytest.approx(2 / 3, abs=1e-3)
    page = [card for card in manifest.cards if card.front.page == 1]
    assert len(page) == 21
    seen = {c.text: c for c in zxingcpp.read_barcodes(raster(printed.pdf, 1, DPI))}
    for card in page:
        x, y, side = corner_and_side(seen[card.tag])
        assert side == pytest.approx(card.square.size_mm, abs=0.4)
        # Turned by 90°: the face's left edge is at the top, its foot at the left.
        assert card.front.turn == 90
        half = card.square.size_mm / 2
        right = card.front.x_mm + card.front.width_mm
        middle = (right - card.square.y_mm - half, card.front.y_mm + card.square.x_mm + half)
        assert (x + side / 2, y + side / 2) == pytest.approx(middle, abs=0.3)


def test_a_small_mat_fits_small_cards(tmp_path: Path, raster: Raster) -> None:
    printed = print_mat(MatJob("yggdrasil", "4x5", small=True, out=tmp_path))
    manifest = load_manifest(printed.manifest)
    (mat,) = manifest.mats
    assert (mat.width_mm, mat.height_mm) == pytest.approx((280, 396))
    cells = {cell.id: cell for cell in mat.cells}
    assert cells["b1"].x_mm - cells["a1"].x_mm == pytest.approx(36)
    assert cells["a2"].y_mm - cells["a1"].y_mm == pytest.approx(-60)
    seen = {c.text: c for c in zxingcpp.read_barcodes(raster(printed.pdf, 1, DPI))}
    for mark in mat.fiducials:
        x, y, side = corner_and_side(seen[mark.tag])
        assert side == pytest.approx(mark.size_mm, abs=0.4)
        assert (x + side / 2, y + side / 2) == pytest.approx((mark.x_mm, mark.y_mm), abs=0.4)
