"""Access to the PDF engine: pages as pictures, and one thread at a time."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from companion.pdf_pages import POINTS_PER_MM, drawn_page


def two_pages() -> bytes:
    """Return a PDF of two 30 × 20 mm pages, the first white, the second red."""
    out = io.BytesIO()
    canvas = Canvas(out, (30 * POINTS_PER_MM, 20 * POINTS_PER_MM), invariant=True)
    canvas.showPage()
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(0, 0, 30 * POINTS_PER_MM, 20 * POINTS_PER_MM, stroke=0, fill=1)
    canvas.save()
    return out.getvalue()


def test_a_page_is_a_picture_in_bgr_at_its_scale(tmp_path: Path) -> None:
    (tmp_path / "two.pdf").write_bytes(two_pages())
    for pdf in (two_pages(), tmp_path / "two.pdf"):
        white, red = (drawn_page(pdf, number, 4 / POINTS_PER_MM) for number in (1, 2))
        assert white.shape == red.shape == (80, 120, 3)
        assert white.min() == 255
        assert red[40, 60].tolist() == [0, 0, 255]
        assert red.dtype == np.uint8


@pytest.mark.parametrize("pdf", [b"no PDF", b""])
def test_what_is_no_pdf_is_an_error_of_the_engine(pdf: bytes) -> None:
    with pytest.raises(RuntimeError):
        drawn_page(pdf, 1, 1.0)


def test_a_page_that_is_not_there_is_an_error_of_the_engine() -> None:
    with pytest.raises(RuntimeError):
        drawn_page(two_pages(), 3, 1.0)


def test_no_two_threads_are_in_the_engine_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: PDFium crashed when the drawn camera and the page's requests overlapped."""
    inside, most, looking = 0, 0, Lock()

    class Watched(pypdfium2.PdfDocument):  # type: ignore[misc]
        def __init__(self, *given: Any) -> None:  # noqa: ANN401 - the engine's signature
            nonlocal inside, most
            with looking:
                inside += 1
                most = max(most, inside)
            time.sleep(0.01)  # long enough for another thread to enter, if it can
            super().__init__(*given)

        def close(self) -> None:
            nonlocal inside
            super().close()
            with looking:
                inside -= 1

    monkeypatch.setattr(pypdfium2, "PdfDocument", Watched)
    pdf = two_pages()
    with ThreadPoolExecutor(6) as threads:
        drawn = list(threads.map(lambda number: drawn_page(pdf, 1 + number % 2, 1.0), range(12)))
    assert [int(page[5, 5, 0]) for page in drawn] == [255, 0] * 6
    assert (most, inside) == (1, 0)
