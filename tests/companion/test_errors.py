"""Errors are reported in three languages, with the system's reasons."""

from __future__ import annotations

import ast
import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.errors import CameraLost, CompanionError, SessionError, SourceError
from rules import Message
from rules.messages.message import render
from rules.messages.near_matches import did_you_mean
from rules.messages.system import reason

COMPANION = Path(__file__).resolve().parents[2] / "companion"


def every(kind: type[CompanionError]) -> Iterator[str]:
    yield kind.__name__
    for below in kind.__subclasses__():
        yield from every(below)


def untold(code: str) -> list[str]:
    """Return the places in `code` that raise a project error with a literal text."""
    kinds = set(every(CompanionError))
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func))
        in kinds
        and not (len(node.args) == 1 and (node.keywords or is_message(node.args[0])))
    ]


def is_message(words: ast.expr) -> bool:
    """Return True for a `Message`, or another error's message."""
    if isinstance(words, ast.Attribute):
        return words.attr == "message"
    return isinstance(words, ast.Call) and ast.unparse(words.func) == "Message"


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
    assert not untold('raise SourceError(Message("fault.source.none"))')
    assert not untold('raise SourceError("fault.source.unreadable", file=path, why=why)')
    assert not untold("raise SessionError(error.message) from error")


@pytest.mark.parametrize(
    ("number", "english", "japanese"),
    [
        (errno.ENOENT, "no such file", "ファイルがありません"),
        (errno.EACCES, "you are not permitted to open it", "開く権限がありません"),
        (errno.EEXIST, "there is a file where a folder should be", "フォルダーがあるはずの場所に"),
        (errno.EROFS, "it is read-only", "読み取り専用です"),
        (errno.EADDRINUSE, "another program is using it", "ほかのプログラムが使っています"),
        (errno.EIO, "the disk or device reports an error", "ディスクまたは機器"),
        (errno.EPIPE, "Input/output error", "Input/output error"),
    ],
)
def test_why_the_system_refused(number: int, english: str, japanese: str) -> None:
    why = OSError(number, "Input/output error")
    error = SourceError(Message("fault.source.unreadable", file="a.jpg", why=reason(why)))
    remedy = "check the path, your permissions and the free space"
    assert str(error) == f"a.jpg: {english}: {remedy}"
    assert error.message.render("ja").startswith(f"a.jpg：{japanese}")


def test_what_the_rules_say_within_it_is_reported_too() -> None:
    hint = did_you_mean("orchrd", ["orchard"])
    error = SessionError(Message("fault.list.unknown", word="orchrd", hint=hint))
    assert "orchard" in str(error)
    assert render(hint, "en") not in error.message.render("ja")
    assert "orchard" in error.message.render("ja")


def test_what_two_lists_have_alike_is_named_once() -> None:
    """Regression: Spherion's seats were suggested twice: "blue, blue, red, red"."""
    hint = did_you_mean("A", ("blue", "red", "blue", "red"))
    assert render(hint, "en").count("red") == 1


def test_what_is_called_within_it_is_reported_too() -> None:
    camera = Message("fault.camera.called", number=0)
    lost = CameraLost(Message("fault.camera.lost", camera=camera))
    assert str(lost).startswith("camera 0 no longer sends pictures")
    assert lost.message.render("ja").startswith("カメラ0：")
    assert lost.message.render("zh-Hant").startswith("攝影機 0：")


def test_a_plain_sentence_is_reported_as_it_is() -> None:
    assert SessionError("as it is").message.render("ja") == "as it is"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["scan", "none.jpg", "-m", "m.json", "--lang", "ja"], "m.json"),
        (["scan", "--lang=zh-Hant"], "請用 --manifest 指定"),
        (["scan", "--lang", "ja"], "マニフェストを--manifestで指定してください"),
        (["scan", "--again", "none.json", "--lang", "zh-Hant"], "沒有這個檔案"),
        (["referee", "--lang", "ja", "--no-page"], "どのゲームか分かりません"),
        (["referee", "-s", "virtual", "--lang", "ja"], "yggdrasil --source virtual`のように"),
        (["referee", "-s", "a b", "--lang", "zh-Hant"], "yggdrasil --source 'a b'` 這樣寫"),
        (["referee", "jiguan", "--lang", "zh-Hant"], "請用 --source 指定攝影機編號"),
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
def test_a_slip_is_reported_in_the_language_asked_for(
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert text in "".join(capfd.readouterr())
