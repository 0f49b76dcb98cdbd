from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from companion.frames import Frame
from companion.readings import Trouble
from companion.simulator.camera import SimulatedCamera
from companion.simulator.render import Renderer
from companion.simulator.scene import PaperPiece, Scene
from companion.simulator.sensor import CONDITIONS
from companion.simulator.textures import PaperShop
from companion.vision.mat.by_print import locate_by_print
from companion.vision.mat.printed import Printed, printed_mats
from companion.vision.mat.tracker import locate
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.watcher import Watcher
from rules import Mat
from tests.support.printing import print_into

HALF = SimulatedCamera(1280, 720, height_mm=420.0, tilt_deg=8.0, target=(0.0, -190.0))
"""A camera over the far half of The Yggdrasil's mat, with two of its four fiducials."""


class Table:
    """The Yggdrasil's cards and mat, and pictures of a part of the mat."""

    def __init__(self, folder: Path) -> None:
        paths = [*print_into(folder, "cards", "yggdrasil"), *print_into(folder, "mat", "yggdrasil")]
        self.shop = PaperShop(paths, 120.0, None)
        self.book = Codebook(self.shop.manifests)
        self.mat: Mat = next(iter(self.shop.mats.values()))
        self.printed: Printed = printed_mats(paths)

    def picture(self, scene: Scene, camera: SimulatedCamera = HALF) -> npt.NDArray[np.uint8]:
        rng = np.random.default_rng(4)
        return Renderer(self.shop, self.mat.name, camera, CONDITIONS["webcam"], rng).render(scene)

    def cards(self) -> Scene:
        cells = sorted((c for c in self.mat.cells if len(c.id) == 2), key=lambda c: c.y_mm)
        tags = sorted(self.shop.cards)[: len(cells) // 2]
        return Scene(
            pieces=tuple(PaperPiece(t, c.x_mm, c.y_mm) for t, c in zip(tags, cells, strict=False))
        )

    def seen(self, camera: SimulatedCamera = HALF) -> dict[str, npt.NDArray[np.float64]]:
        """Return where the cells' corners are in the picture, if it shows the whole cell."""
        middle = np.array([self.mat.width_mm, self.mat.height_mm]) / 2
        places = {c.id: camera.project(np.array(c.outline_mm) - middle) for c in self.mat.cells}
        size = camera.width, camera.height
        return {name: at for name, at in places.items() if ((at >= 0) & (at < size)).all()}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("paper"))


@pytest.mark.parametrize("full", [False, True], ids=["empty", "cards"])
def test_two_fiducials_and_the_print_give_the_pose(table: Table, full: bool) -> None:  # noqa: FBT001
    scene = table.cards() if full else Scene()
    image = table.picture(scene)
    readings = TagReader(table.book).read(image)
    assert locate(readings, table.book) is None
    pose = locate_by_print(image, readings, table.book, table.printed)
    assert pose is not None
    outlines = {cell.id: np.array(cell.outline_mm) for cell in table.mat.cells}
    off = [
        np.linalg.norm(pose.to_mat(at) - outlines[name], axis=1).max()
        for name, at in table.seen().items()
    ]
    assert len(off) > len(outlines) / 3
    assert max(off) < 2.5


def test_without_print_or_fiducials_there_is_no_pose(table: Table) -> None:
    image = table.picture(Scene())
    readings = TagReader(table.book).read(image)
    assert locate_by_print(image, readings, table.book, {}) is None
    assert locate_by_print(image, readings[:1], table.book, table.printed) is None
    wrong = {name: 255 - np.flip(picture) for name, picture in table.printed.items()}
    assert locate_by_print(image, readings, table.book, wrong) is None


def test_one_of_several_cameras_watches_its_part_of_the_mat(table: Table) -> None:
    watcher = Watcher(table.book, printed=table.printed, part=True)
    empty, full = table.picture(Scene()), table.picture(table.cards())
    for index in range(3):
        view = watcher.see(Frame(empty, index * 0.1, index))
    seen, cells = table.seen().keys(), {cell.id for cell in table.mat.cells}
    assert (view.mat, view.trouble) == (table.mat.name, None)
    assert view.outside == cells - seen
    assert view.empty <= seen
    assert len(view.empty) >= len(seen) - 1
    for index in range(3, 6):
        view = watcher.see(Frame(full, index * 0.1, index))
    truth = {piece.tag: piece for piece in table.cards().pieces}
    read = {r.tag: r for r in view.readings if r.tag in truth}
    assert len(read) >= len(truth) - 4  # the last row is cut by the picture's edge
    for tag, reading in read.items():
        assert reading.x_mm == pytest.approx(truth[tag].x_mm, abs=3)
        assert reading.y_mm == pytest.approx(truth[tag].y_mm, abs=3)
    pushed = table.picture(table.cards(), replace(HALF, target=(30.0, -170.0)))
    for index in range(6, 24):
        view = watcher.see(Frame(pushed, index * 0.1, index))
    assert (view.mat, view.trouble) == (table.mat.name, None)


def test_a_single_camera_needs_three_fiducials(table: Table) -> None:
    watcher = Watcher(table.book, printed=table.printed)
    view = watcher.see(Frame(table.picture(Scene()), 0.0, 0))
    assert (view.mat, view.trouble, view.outside) == ("", Trouble.NO_MAT, frozenset())
