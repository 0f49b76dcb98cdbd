"""Sheets printed by printkit, rasterised and shown to the virtual camera."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest

from companion.frames import Frame
from companion.readings import Face
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand, PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from rules import Manifest, load_manifest
from tests.support.printing import print_into


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Print The Yggdrasil's decks and mat; return their manifests."""
    folder = tmp_path_factory.mktemp("paper")
    print_into(folder, "cards", "yggdrasil")
    return print_into(folder, "mat", "yggdrasil")


@pytest.fixture(scope="module")
def printed(paper: list[Path]) -> Codebook:
    return Codebook(load_manifest(path) for path in paper)


def pages(path: Path, manifest: Manifest, dpi: float) -> list[np.ndarray]:
    document = pdfium.PdfDocument(path.parent / manifest.pdf)
    try:
        return [
            np.ascontiguousarray(page.render(scale=dpi / 72).to_numpy()[:, :, ::-1])
            for page in document
        ]
    finally:
        document.close()


def test_every_tag_of_every_sheet_is_read_at_fifty_dots_an_inch(
    paper: list[Path], printed: Codebook
) -> None:
    reader = TagReader(printed)
    for path in paper:
        manifest = load_manifest(path)
        backs = {back.tag for back in manifest.backs}
        marks = {mark.tag for mat in manifest.mats for mark in mat.fiducials}
        for number, image in enumerate(pages(path, manifest, 50), 1):
            found = [r.tag for r in reader.read(image)]
            fronts = sorted(c.tag for c in manifest.cards if c.front.page == number)
            if fronts:
                assert sorted(found) == fronts
            elif marks:
                assert set(found) == marks
            else:
                cards = sum(c.back is not None and c.back.page == number for c in manifest.cards)
                assert len(found) == cards
                assert set(found) <= backs


def test_a_webcam_over_the_real_mat_places_every_card(paper: list[Path], printed: Codebook) -> None:
    shop = PaperShop(paper, 100.0)
    mat = printed.mats["4x5"]
    cells = {cell.id: cell for cell in mat.cells}
    camera = fit_camera(
        SimulatedCamera(width=1280, height=720, heading_deg=90), mat.width_mm, mat.height_mm
    )
    rng = np.random.default_rng(8)
    renderer = Renderer(shop, mat.name, camera, CONDITIONS["webcam"], rng)
    places = dict(zip(("a1", "b2", "c4", "d5", "A.deck"), shop.cards, strict=False))
    pieces = tuple(
        PaperPiece(
            tag,
            cells[cell].x_mm + rng.uniform(-4, 4),
            cells[cell].y_mm + rng.uniform(-4, 4),
            180.0 if cell == "d5" else rng.uniform(-4, 4),
            face_up=cell != "A.deck",
        )
        for cell, tag in places.items()
    )
    watcher = Watcher(printed)
    scene = Scene(pieces=pieces)
    for i in range(8):
        view = watcher.see(Frame(renderer.render(scene), i / 10, i))
    assert shop.cards[places["A.deck"]].owner == "sun"
    back = next(b.tag for path in paper for b in load_manifest(path).backs if b.owner == "sun")
    assert {r.cell: r.tag for r in view.readings if r.cell} == {**places, "A.deck": back}
    assert view.empty == set(cells) - set(places)
    assert view.trouble is None
    for piece in pieces:
        (reading,) = [
            r
            for r in view.readings
            if r.face is not Face.MAT and math.dist((r.x_mm, r.y_mm), (piece.x_mm, piece.y_mm)) < 20
        ]
        assert math.dist((reading.x_mm, reading.y_mm), (piece.x_mm, piece.y_mm)) < 1.0
        assert abs((reading.rotation_deg - piece.rotation_deg + 180) % 360 - 180) < 0.5

    hand = Hand(cells["b2"].x_mm, cells["b2"].y_mm - 20, 0.0, open=True)
    for i in range(8, 12):
        view = watcher.see(Frame(renderer.render(Scene(pieces=pieces, hands=(hand,))), i / 10, i))
    assert view.hand
    assert not {"b1", "b2"} & view.empty
    assert "b1" in view.covered
