"""What commands tell while and after they print: one language, and progress only on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit import cli
from printkit.cards import CardJob, _tiny, _warnings
from printkit.findings import note, say, told, warning
from printkit.single import load_singles

HEADS = {"en": "warning: ", "ja": "警告: ", "zh-Hant": "警告: "}


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_warnings_are_told_in_the_language_of_the_print(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "short.txt"
    deck.write_text("3 y03\n")
    out = ["--lang", lang, "--owner", "sun", "--no-art", "--no-controls", "--out", str(tmp_path)]
    assert cli.run(["cards", "yggdrasil", "--deck", f"sun={deck}", *out]) == 0
    lines = capsys.readouterr().err.splitlines()
    warnings = [line for line in lines if line.startswith(HEADS[lang])]
    assert warnings
    for english in ("warning", "note:", "deck ", "says", "copies"):
        assert not any(english in line for line in lines), english


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_nothing_told_of_pictures_and_small_type_is_english(lang: str) -> None:
    job = CardJob("yggdrasil", owner="sun", controls=False)
    run = load_singles(job).run
    run.sheets.faces.pictureless.append("y03 (sun)")
    lines = [*_warnings(job, run.catalog, run.sheets.faces, lang), *_tiny(job, 3, lang)]
    facts = {"name": "a.png", "dpi": "90", "size": "24 × 8", "good": "300"}
    found = (warning("picture_coarse", "y03", **facts), note("picture_rgb", "y03"))
    lines += told(found, lang)
    assert len(lines) == 4
    for english in ("printed", "pictures", "texts", "coarse"):
        assert not any(english in line for line in lines), english
    assert say("note", lang) == {"ja": "情報", "zh-Hant": "資訊"}[lang]
