"""What went wrong is told in three languages, the reasons of the system too."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.errors import CameraLost, CompanionError, SessionError, SourceError
from companion.texts import load_texts
from rules import LANGUAGES
from rules.messages.message import render
from rules.messages.near_matches import did_you_mean

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


def every(kind: type[CompanionError]) -> Iterator[str]:
    yield kind.__name__
    for below in kind.__subclasses__():
        yield from every(below)


def untold(code: str) -> list[str]:
    """Exceptions of ours that are made of a sentence which stands in the code itself."""
    kinds = set(every(CompanionError))
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func))
        in kinds
        and not (len(node.args) == 1 and told(node.args[0]))
    ]


def told(words: ast.expr) -> bool:
    """Whether a sentence is said by `Texts`, in the language asked for."""
    called = words.func if isinstance(words, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "say"


def test_no_sentence_stands_in_the_code() -> None:
    files = sorted(COMPANION.rglob("*.py"))
    assert len(files) > 100
    assert [(f.name, bad) for f in files for bad in untold(f.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise SourceError("as it is")',
        'raise SessionError(f"{path}: gone") from error',
        'error = CameraLost("a" + b)',
        'raise errors.ReaderError("%s" % what)',
        "return CompanionError(said)",
        "raise SourceError()",
    ],
)
def test_a_sentence_in_the_code_is_found(code: str) -> None:
    assert len(untold(code)) == 1
    assert not untold('raise SourceError.about("source.none")')
    assert not untold('raise SessionError(texts.say("wrong.card", card=card))')


@pytest.mark.parametrize(
    ("number", "english", "japanese"),
    [
        (errno.ENOENT, "no such file", "ファイルがありません"),
        (errno.EACCES, "it may not be opened", "開く権限がありません"),
        (errno.EEXIST, "a file stands where a folder should be", "フォルダーがあるはずの場所に"),
        (errno.EROFS, "it may only be read", "読み取り専用です"),
        (errno.EADDRINUSE, "another program has it", "ほかのプログラムが使っています"),
        (errno.EIO, "Input/output error", "Input/output error"),
    ],
)
def test_why_the_system_refused(number: int, english: str, japanese: str) -> None:
    why = OSError(number, "Input/output error")
    error = SourceError.about("source.unreadable", file="a.jpg", why=why)
    mend = "check the path, your rights to it, and the room on the disk"
    assert str(error) == f"a.jpg: {english}: {mend}"
    assert error.told("ja").startswith(f"a.jpg：{japanese}")


def test_what_the_rules_say_within_it_is_told_too() -> None:
    hint = did_you_mean("orchrd", ["orchard"])
    error = SessionError.about("list.unknown", word="orchrd", hint=hint)
    assert "orchard" in str(error)
    assert render(hint, "en") not in error.told("ja")
    assert "orchard" in error.told("ja")


def test_what_two_lists_have_alike_is_named_once() -> None:
    """A seat of Spherion is called as it is known: "blue, blue, red, red" was offered."""
    assert str(did_you_mean("A", ("blue", "red", "blue", "red"))).count("red") == 1


def test_what_is_called_within_it_is_told_too() -> None:
    camera = SourceError.about("camera.called", number=0)
    lost = CameraLost.about("camera.lost", camera=camera)
    assert str(lost).startswith("camera 0: no picture")
    assert lost.told("ja").startswith("カメラ0：")
    assert lost.told("zh-Hant").startswith("攝影機 0：")


def test_a_plain_sentence_is_told_as_it_is() -> None:
    assert SessionError("as it is").told("ja") == "as it is"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scan", "none.jpg", "-m", "m.json", "--lang", "ja"], "m.json"),
        (["scan", "--lang=zh-Hant"], "請用 --manifest 提供"),
        (["scan", "--lang", "ja"], "マニフェストを--manifestで指定してください"),
        (["scan", "--again", "none.json", "--lang", "zh-Hant"], "沒有這個檔案"),
        (["referee", "--lang", "ja", "--no-page"], "どのゲームか分かりません"),
        (["referee", "-s", "virtual", "--lang", "ja"], "yggdrasil --source virtual`のように"),
        (["referee", "-s", "a b", "--lang", "zh-Hant"], "yggdrasil --source 'a b'` 這樣寫"),
        (["referee", "jiguan", "--lang", "zh-Hant"], "缺少 --source：請指定攝影機編號"),
        (["referee", "jiguan", "-s", "mouse", "--lang", "ja"], "なので、--pageを付けてください"),
        (["referee", "jiguan", "-s", "mouse", "--json", "--lang", "en"], "--json: add --page"),
        (["referee", "jiguan", "-s", "mouse", "--no-page", "--lang", "ja"], "--no-pageの代わりに"),
        (["referee", "--resume", "--lang", "zh-Hant"], "--resume 需要 --log"),
        (
            ["referee", "yggdrasil", "-s", "0", "--no-page", "--lang", "ja"],
            "マニフェストを--manifestで指定してください",
        ),
        (["demo", "--camera", "bad", "--lang", "ja"], "--camera bad：次のどれか"),
        (["plan", "-g", "jiguan", "--tilt", "99", "--lang", "zh-Hant"], "請寫 0 到 60 之間的數字"),
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
