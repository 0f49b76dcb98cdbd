"""Files are written whole: what an ended run left is removed, a running one keeps its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from printkit.pdf.output import write_whole

ENDED, STRANGER, RUNNING, TOO_LARGE = 101, 102, 103, 10**30


@pytest.mark.skipif(os.name != "posix", reason="only POSIX says which processes exist")
def test_only_files_of_ended_processes_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(process: int, signal: int) -> None:
        assert signal == 0, "no process may be ended"
        if process == ENDED:
            raise ProcessLookupError
        if process == STRANGER:
            raise PermissionError
        if process == TOO_LARGE:
            raise OverflowError

    monkeypatch.setattr(os, "kill", kill)
    for process in (ENDED, STRANGER, RUNNING, TOO_LARGE):
        (tmp_path / f".printkit-{process}-abc").touch()
    write_whole({tmp_path / "a.pdf": b"%PDF"})
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"a.pdf", f".printkit-{STRANGER}-abc", f".printkit-{RUNNING}-abc"}
