"""What went wrong is told in three languages, the reasons of the system too."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from companion import cli
from companion.errors import SessionError, SourceError
from companion.texts import load_texts
from rules import LANGUAGES, did_you_mean

COMPANION = Path(__file__).resolve().parents[2] / "companion"


def test_every_language_says_the_same_things_of_the_same_facts() -> None:
    english, *others = (load_texts(lang, "fault").sentences for lang in LANGUAGES)
    for other in others:
        assert other.keys() == english.keys()
        for key, text in english.items():
            assert set(re.findall(r"{(\w+)}", other[key])) == set(re.findall(r"{(\w+)}", text)), key


def test_every_sentence_is_said_by_somebody_and_no_other() -> None:
    code = "".join(p.read_text(encoding="utf-8") for p in sorted(COMPANION.rglob("*.py")))
    asked = set(re.findall(r"""\.about\(\s*"([a-z_]+\.[a-z_]+)\"""", code))
    known = {k for k in load_texts("en", "fault").sentences if not k.startswith("reason.")}
    assert len(asked) > 20
    assert asked == known


@pytest.mark.parametrize(
    ("number", "english", "japanese"),
    [
        (errno.ENOENT, "no such file", "ファイルがありません"),
        (errno.EACCES, "it may not be opened", "開く権限がありません"),
        (errno.EIO, "Input/output error", "Input/output error"),
    ],
)
def test_why_the_system_refused(number: int, english: str, japanese: str) -> None:
    why = OSError(number, "Input/output error")
    error = SourceError.about("source.unreadable", file="a.jpg", why=why)
    assert str(error) == f"a.jpg: {english}"
    assert error.told("ja") == f"a.jpg：{japanese}"


def test_what_the_rules_say_within_it_is_told_too() -> None:
    hint = did_you_mean("orchrd", ["orchard"])
    error = SessionError.about("list.unknown", word="orchrd", hint=hint)
    assert "orchard" in str(error)
    assert hint not in error.told("ja")
    assert "orchard" in error.told("ja")


def test_a_plain_sentence_is_told_as_it_is() -> None:
    assert SessionError("as it is").told("ja") == "as it is"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scan", "none.jpg", "-m", "m.json", "--lang", "ja"], "m.json"),
        (["scan", "--lang=zh-Hant"], "請用 --manifest 提供"),
        (["scan", "--lang", "ja"], "マニフェストを--manifestで指定してください"),
        (["scan", "--again", "none.json", "--lang", "zh-Hant"], "沒有這個檔案"),
    ],
)
def test_a_slip_is_told_in_the_language_asked_for(
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert said in capfd.readouterr().err
