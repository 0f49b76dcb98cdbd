"""Texts in pictures: their width, their breaks, and files that cannot be written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import SourceError
from companion.vision import lettering
from companion.vision.lettering import lines_of, save_picture, width_of, write, writes


def page() -> np.ndarray:
    return np.full((60, 400, 3), 255, np.uint8)


def test_an_opencv_without_typefaces_writes_what_its_strokes_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lettering, "_FACES", False)
    assert writes("Moon’s “Vine” – 54 × 90")
    assert not writes("昇りゆく蔓")
    empty, drawn = page(), page()
    write(empty, "昇りゆく蔓", (10, 40), 24, (0, 0, 0))
    assert empty.min() == 255, "no question marks"
    write(drawn, "Moon’s", (10, 40), 24, (0, 0, 0))
    inked = np.argwhere(drawn.min(axis=2) < 128)
    assert inked[:, 1].max() == pytest.approx(10 + width_of("Moon’s", 24), abs=5)
    assert width_of("Moon’s", 24) == width_of("Moon's", 24)


def test_a_text_that_is_cut_off_ends_with_an_ellipsis_within_the_width() -> None:
    lines = lines_of("Moon attacks Rising Vine with Bear Fork", 20, 150, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(width_of(line, 20) <= 150 for line in lines)


def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "gone").touch()
    with pytest.raises(SourceError, match=r"gone.table\.png"):
        save_picture(tmp_path / "gone" / "table.png", page())
    with pytest.raises(SourceError, match=r"\.xyz"):
        save_picture(tmp_path / "table.xyz", page())
    assert list(tmp_path.iterdir()) == [tmp_path / "gone"]
