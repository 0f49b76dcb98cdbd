"""Output of commands: colours, marks, links, and a full device."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from companion.commands.output import checked_output, coloured, marked
from companion.errors import SourceError
from companion.referee.notices import NOTICES
from tests.companion.commands.referee.test_command import start

FULL = {
    "en": "the output cannot be written (the disk is full)",
    "ja": "出力を書けません（ディスクがいっぱい",
    "zh-Hant": "無法寫入輸出（磁碟",
}


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert coloured("no", "red") == "\x1b[31mno\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "")
    assert coloured("no", "red") != "no", "as no-color.org has it"
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured("no", "red", bold=True) == "no"


@pytest.mark.parametrize("kind", NOTICES)
def test_every_event_has_a_mark_of_one_sign(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    mark, caption = marked(kind, "Sun to move.").split(" ", 1)
    assert len(mark) == 1
    assert caption == "Sun to move."


def test_what_a_glance_has_to_report_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    verdicts = (
        "accepted",
        "refused",
        "question",
        "taken_back",
        "game_ended",
    )
    assert len({marked(kind, "") for kind in verdicts}) == len(verdicts)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
@pytest.mark.parametrize("words", [("--json",), ()])
def test_a_full_device_ends_a_command_in_one_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr("sys.stdout", full)
        code = start("rules", "YGG-6.4", "-g", "yggdrasil", "--lang", "en", *words)
        full.write("nothing of this can fail any more")
    assert code == 3
    assert capfd.readouterr().err.startswith(FULL["en"])


def test_other_trouble_with_the_output_is_handed_on() -> None:
    gone = OSError(errno.EIO, "gone")
    with pytest.raises(OSError, match="gone") as raised, checked_output():
        raise gone
    assert raised.value is gone


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_reported_in_three_languages(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())  # has no file descriptor to close
    with pytest.raises(SourceError) as raised, checked_output():
        raise OSError(number, "full")
    for lang, text in FULL.items():
        assert text in raised.value.message.render(lang)


def test_the_version_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    from rules.version import __version__

    assert start("--version") == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"


def test_debug_shows_where_an_error_arose_wherever_it_is_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["replay", str(tmp_path / "none.jsonl")]
    code = start(*words)
    plain = capsys.readouterr().err
    for n in range(len(words) + 1):
        assert start(*words[:n], "--debug", *words[n:]) == code != 0
        err = capsys.readouterr().err
        assert err.startswith("Traceback")
        assert err.endswith(plain)
