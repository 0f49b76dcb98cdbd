"""Pictures of what would be printed: single faces, sheets and mats as PNG or SVG; the proof.

PNG is rasterised by PDFium from the very PDF that would be printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["rasters"]


def rasters(pdf: bytes, dpi: float) -> Iterator[Image]:
    """Each page of a PDF as an RGB picture."""
    import pypdfium2  # noqa: PLC0415 - heavy

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            picture: Image = page.render(scale=dpi / 72).to_pil().convert("RGB")
            yield picture
    finally:
        document.close()
