"""A designer's own pictures in CMYK: within the ink limit, and CMYK in the file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdf
import pytest
from PIL import Image

from printkit.preflight import Severity, check_pdf
from printkit.scaffold.initial import begin
from printkit.services.data import inks_of, load_service
from printkit.services.pdfx import separation

SLOT = '\n[[image]]\nname = "photo"\nshow = "all.png"\nbox = [10.0, 60.0, 20.0, 20.0]\n'


def colours() -> Image.Image:
    """Return a picture with every corner of the RGB cube and colours in between."""
    steps = np.linspace(0, 255, 9).astype(np.uint8)
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)
    return Image.fromarray(cube.reshape(27, 27, 3))


@pytest.mark.parametrize("limit", [300, 240, 120])
def test_no_pixel_gets_more_ink_than_the_press_takes(limit: int) -> None:
    _, service = load_service("press")
    separate = separation(inks_of(service), limit)
    inks = np.asarray(separate(colours()), dtype=int)
    total = inks.sum(axis=-1) * 100 / 255
    assert total.max() <= limit
    assert total.max() > limit - 25
    free = np.asarray(separation(inks_of(service), 400)(colours()), dtype=int)
    untouched = free.sum(axis=-1) * 100 / 255 <= limit - 2
    assert untouched.any()
    assert (inks[untouched] == free[untouched]).all()
    assert (inks[..., 3] == free[..., 3]).all()


def test_white_stays_paper_and_grey_stays_black_ink() -> None:
    _, service = load_service("drivethrucards")
    separate = separation(inks_of(service), service.ink)
    white = separate(Image.new("RGB", (1, 1), "white"))
    assert white.getpixel((0, 0)) == (0, 0, 0, 0)
    grey = Image.new("L", (2, 2), 90)
    assert separate(grey) is grey


def test_a_deck_with_photographs_is_a_file_a_service_takes(tmp_path: Path, root: Path) -> None:
    folder = tmp_path / "album"
    begin(folder)
    images = folder / "templates" / "album" / "images"
    images.mkdir()
    colours().resize((270, 270)).save(images / "all.png")
    with (folder / "templates" / "album" / "card.toml").open("a", encoding="utf-8") as file:
        file.write(SLOT)
    out = tmp_path / "out"
    command = ["service", "album", "--service", "drivethrucards", "--out", str(out)]
    done = subprocess.run(
        [sys.executable, "-m", "printkit", *command],
        env={**os.environ, "RULES_GAMES": str(folder)},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (pdf,) = out.glob("*.pdf")
    assert not [f for f in check_pdf(pdf).findings if f.severity is Severity.ERROR]
    spaces = {
        str(thing.get_object()["/ColorSpace"])
        for page in pypdf.PdfReader(pdf).pages
        for thing in page["/Resources"].get("/XObject", {}).values()
        if thing.get_object()["/Subtype"] == "/Image"
    }
    assert spaces == {"/DeviceCMYK"}
