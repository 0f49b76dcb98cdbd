"""Which language a command speaks."""

from __future__ import annotations

import pytest

from companion.commands._language import language
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


def test_another_language_is_refused() -> None:
    with pytest.raises(SessionError, match="--lang fr: use one of en, ja, zh-Hant"):
        language("fr")
