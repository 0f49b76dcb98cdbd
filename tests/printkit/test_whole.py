"""A game printed whole: every part by its own name, and one total."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printkit import cli
from printkit.template import printable
from printkit.whole import WholeJob, parts


@pytest.mark.parametrize("slug", printable())
def test_every_game_has_its_parts(slug: str) -> None:
    names = [part.name for part in parts(WholeJob(slug))]
    assert names[:4] == ["cards", "mat", "reference", "rulebook"]
    assert "box" in names


def test_the_largest_game_is_printed_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--lang", "zh-Hant", "--style", "ink", "--json", "--out", str(tmp_path)]
    assert cli.run(["game", "spherion", *out]) == 0
    told = json.loads(capsys.readouterr().out)
    files = [Path(name) for name in told["files"]]
    assert all(path.stat().st_size > 1000 for path in files)
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert told["all"] == sum(told["sheets"].values()) > 30
    assert {"cards", "mat", "rulebook", "reference", "pyramid", "box"} <= set(told["sheets"])
