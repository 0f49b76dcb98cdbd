"""The language of a command."""

from __future__ import annotations

import re

import pytest

from companion import cli
from companion.commands.language import language
from companion.errors import SessionError


@pytest.mark.parametrize(
    ("names", "spoken"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh-Hant-HK"}, "zh-Hant"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ja_JP"}, "ja"),
    ],
)
def test_the_system_s_language_is_spoken(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, str], spoken: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert language(None) == spoken
    assert language("ja") == "ja"


def test_windows_has_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", lambda: ("Japanese_Japan", "932"))
    assert language(None) == "ja"
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert language(None) == "en"


@pytest.mark.parametrize(
    ("words", "ja", "zh"),
    [
        (["frob"], "「frob」というコマンド", "「frob」這個指令"),
        (["referee", "--frst", "A"], "--frstというオプション", "沒有--frst這個選項"),
        (["referee", "--seed"], "--seedの後に値を", "--seed後面要有值"),
        (["referee", "--seed", "x"], "--seed：整数を", "--seed：請寫整數"),
        (["referee", "--max-seconds", "-1"], "0以上の値", "至少為0"),
        (["doctor", "--line", "900"], "200以下の値", "勿超過200"),
        (["doctor", "--watch=1"], "--watchに値は", "--watch不能帶值"),
        (["read", "a.png"], "--manifest / -mを指定して", "缺少--manifest / -m"),
        (["demo", "a", "b"], "余分な語があります：b", "多出的字詞：b"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_misuse_is_reported_in_the_language_asked_for(
    words: list[str],
    ja: str,
    zh: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check `--lang` before the error where a command has it, else the system's language."""
    for lang, place, head, report in (
        ("ja", "ja_JP.UTF-8", "エラー：", ja),
        ("zh-Hant", "zh_TW.UTF-8", "錯誤：", zh),
    ):
        monkeypatch.setenv("LC_ALL", "C.UTF-8" if words[0] == "referee" else place)
        asked = [words[0], "--lang", lang, *words[1:]] if words[0] == "referee" else words
        with pytest.raises(SystemExit) as left:
            cli.main(asked)
        assert left.value.code == 2
        *usage, last = capfd.readouterr().err.splitlines()
        assert last.startswith(head)
        assert report in last
        assert not re.search("Usage|Try|Error", "".join(usage))


def test_another_language_is_refused() -> None:
    with pytest.raises(SessionError, match="--lang fr: use one of en, ja, zh-Hant"):
        language("fr")
