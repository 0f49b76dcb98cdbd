"""The default output folder of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.pieces import templates_of
from companion.storage.out_folder import stamped


def test_two_of_one_second_have_names_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out" / "scans").mkdir(parents=True)
    found: set[Path] = set()
    for _ in range(40):  # the clock may advance meanwhile, but not for each
        file = stamped("scans", "a[1]", ".json")
        file.with_suffix(".jsonl").write_text("a log beside it", "utf-8")
        found.add(file)
    assert len(found) == 40
    assert {file.parent for file in found} == {Path("out/scans")}


def test_a_game_s_templates_are_found_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = templates_of("jiguan")
    assert (ours / "card.toml").is_file()
    monkeypatch.setattr("companion.pieces.TEMPLATES", (ours.parent, tmp_path))
    (tmp_path / "lantern").mkdir()
    assert templates_of("lantern") == tmp_path / "lantern"
    assert not templates_of("nowhere").exists()
