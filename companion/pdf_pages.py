"""Pages of PDFs as pictures: the only access to the PDF engine.

PDFium draws for one thread at a time in a whole process (its README: "not thread-safe"); two
concurrent calls crash it. A simulated camera and the page's requests run concurrently, so this
module serialises drawing.
"""

from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
import numpy.typing as npt

POINTS_PER_MM: Final = 72 / 25.4
_ONE_AT_A_TIME = Lock()


def drawn_page(pdf: Path | bytes, number: int, scale: float) -> npt.NDArray[np.uint8]:
    """Draw page `number` (from 1) as a (height, width, 3) BGR array, with `scale` pixels per point.

    Raises `OSError` for a file that cannot be read, and `pypdfium2.PdfiumError`, a `RuntimeError`,
    for a file that is not a PDF or has no such page.
    """
    import pypdfium2  # noqa: PLC0415 - only drawing needs the engine; a warm cache does not

    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(pdf)
        try:
            pixels = document[number - 1].render(scale=scale).to_numpy()
            return np.array(pixels[:, :, :3], np.uint8)
        finally:
            document.close()
