from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.commands.demo.pictures import (
    SheetMoment,
    _chosen,
    contact_sheet,
    final_table,
    moment,
)
from companion.frames import Frame
from companion.readings import Face, Reading, TableView
from companion.vision.lettering import lines_of


def grey(level: int = 90) -> Frame:
    return Frame(np.full((1080, 1920, 3), level, np.uint8), 12.0, 120)


def report(kind: str, caption: str = "") -> SheetMoment:
    return moment(grey(), kind, caption or kind)


def test_every_read_tag_is_framed_and_named(tmp_path: Path) -> None:
    corners = ((500.0, 400.0), (540.0, 400.0), (540.0, 440.0), (500.0, 440.0))
    reading = Reading("Y", corners, 1.0, Face.FRONT, "y03", 1, "sun", "b2")
    final_table(tmp_path / "table.png", grey(), TableView(12.0, 120, (reading,)))
    picture = cv2.imread(str(tmp_path / "table.png"))
    assert picture is not None
    changed = np.argwhere((picture != 90).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert 390 < top < 402
    assert 445 < bottom < 480, "the name stands below the frame"
    assert left < 500
    assert right > 538
    assert tuple(picture[400, 520]) == (90, 220, 90)


def test_the_frame_itself_stays_as_it_was(tmp_path: Path) -> None:
    frame = grey()
    corners = ((500.0, 400.0), (540.0, 400.0), (540.0, 440.0), (500.0, 440.0))
    view = TableView(12.0, 120, (Reading("Y", corners, 1.0, Face.FRONT, "y03"),))
    final_table(tmp_path / "table.png", frame, view)
    assert frame.image.min() == frame.image.max() == 90


def test_a_sheet_has_a_row_for_every_four_moments(tmp_path: Path) -> None:
    sizes = []
    for count in (0, 4, 5, 60):
        path = tmp_path / f"{count}.png"
        contact_sheet(path, "The Yggdrasil", [report("accepted")] * count)
        picture = cv2.imread(str(path))
        assert picture is not None
        sizes.append(picture.shape[0])
    one, same, two, full = sizes
    assert one == same
    assert two > same
    assert full - two == 4 * (two - same)


def test_what_is_remarkable_stays_on_a_full_sheet() -> None:
    match = [report("accepted") for _ in range(40)]
    match[7:7] = [report("refused")]
    match[20:20] = [report("put_back"), report("taken_back")]
    match.append(report("game_ended"))
    chosen = _chosen(match, 12)
    kinds = [each.kind for each in chosen]
    assert len(chosen) == 12
    assert [k for k in kinds if k != "accepted"] == ["refused", "taken_back", "game_ended"]
    assert kinds[-1] == "game_ended"
    crowded = _chosen([report("refused")] * 30 + [report("game_ended")], 12)
    assert len(crowded) == 12
    assert crowded[-1].kind == "game_ended"


def test_captions_are_broken_into_lines_that_fit() -> None:
    lines = lines_of("one two three four five six seven eight nine ten eleven twelve", 16, 120, 3)
    assert len(lines) == 3
    assert lines[0].startswith("one")
    assert lines[-1].endswith("…")
    assert lines_of("short", 16, 120, 3) == ["short"]
    assert len(lines_of("世界樹の枝が場の外を向いています。", 16, 120, 3)) > 1
