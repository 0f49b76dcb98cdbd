from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.reader.symbol import (
    MODULES,
    blur_means,
    blur_points,
    blur_slopes,
    function_modules,
    symbol_matrix,
)
from tests.support.vision.scenes import card_tag


def test_symbols_differ_only_outside_the_function_modules() -> None:
    symbols = np.array([symbol_matrix(card_tag(i), i % 8) for i in range(40)])
    fixed = (symbols == symbols[0]).all(0)
    assert (fixed | ~function_modules()).all()
    # data and error correction, and the format twice
    assert (~function_modules()).sum() == 208 + 30


def test_an_independent_reader_reads_the_symbol_back() -> None:
    import zxingcpp

    text = card_tag(7)
    picture = np.kron(symbol_matrix(text, 3), np.ones((6, 6), np.uint8)) * 255
    picture = cv2.copyMakeBorder(picture, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=(255,))
    assert [r.text for r in zxingcpp.read_barcodes(picture)] == [text]


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        symbol_matrix("MUCHTOOLONGFORAVERSIONONESYMBOL", 0)


@pytest.mark.parametrize("sigma", [0.2, 0.5, 1.0])
def test_blur_integrals_equal_a_blurred_picture(sigma: float) -> None:
    fine = 40
    row = np.random.default_rng(1).integers(0, 2, MODULES).astype(np.float64)
    drawn = np.kron(row, np.ones(fine))
    # Extended far at both ends, because the integrals assume that the outermost modules continue.
    padded = np.concatenate([np.full(800, row[0]), drawn, np.full(800, row[-1])])
    blurred = cv2.GaussianBlur(padded[None], (0, 0), sigma * fine)[0][800:-800]
    means = blurred.reshape(MODULES, fine).mean(1)
    assert np.abs(blur_means(MODULES, sigma) @ row - means).max() < 2e-3
    at = (np.arange(MODULES * fine) + 0.5) / fine - MODULES / 2
    assert np.abs(blur_points(at, MODULES, sigma) @ row - blurred).max() < 2e-3


def test_slopes_are_the_derivative_of_points() -> None:
    at, step = np.linspace(-9, 9, 37), 1e-5
    ahead, behind = (blur_points(at + d, MODULES, 0.4) for d in (step, -step))
    numeric = (ahead - behind) / (2 * step)
    assert np.abs(numeric - blur_slopes(at, MODULES, 0.4)).max() < 1e-5
