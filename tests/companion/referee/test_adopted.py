"""Recorded matches (`adopted/*.tar`) are judged today as they were when they were adopted.

`python -m tools.adopt FILE NAME` adopts a recording.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.recorder.archive import Archive
from companion.recorder.rejudge import JudgedInput, Rejudging, differs
from tools import adopt

FOLDER = Path(__file__).with_name("adopted")
CASES = sorted(FOLDER.glob("*.tar"))


def first_difference(path: Path) -> JudgedInput | None:
    return next(filter(differs, Rejudging(Archive(path)).inputs()), None)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_recorded_match_is_judged_as_it_was(path: Path) -> None:
    assert first_difference(path) is None
    rejudging = Rejudging(Archive(path))
    kinds = [each["kind"] for judged in rejudging.inputs() for each in judged.expected]
    assert "accepted" in kinds
    assert rejudging.withheld is None


def test_a_case_whose_notice_was_changed_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = Archive.inputs

    def changed(self: Archive) -> Any:  # noqa: ANN401 - as of `Archive`
        for line in inputs(self):
            refused = [n for n in line.get("notices", ()) if n["kind"] == "refused"]
            yield {**line, "notices": []} if refused else line

    monkeypatch.setattr(Archive, "inputs", changed)
    found = first_difference(CASES[0])
    assert found is not None
    assert found.got
    copy = tmp_path / "changed.tar"
    adopt.adopt(CASES[0], copy, judge=False, pictures=False)
    monkeypatch.undo()
    assert first_difference(copy) == found
    assert "expected as of today" in adopt.adopt(copy, copy, judge=True, pictures=True)
    assert copy.read_bytes() == CASES[0].read_bytes()


def test_what_cannot_be_adopted_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(adopt, "FOLDER", tmp_path / "cases")
    assert adopt.main([str(CASES[0]), "again"]) == 0
    assert "0 differ" in capsys.readouterr().out
    broken = tmp_path / "broken.tar"
    broken.write_bytes(b"no")
    assert adopt.main([str(broken), "broken"]) == 2
    assert "is not a recording" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "cases").iterdir()] == ["again.tar"]
