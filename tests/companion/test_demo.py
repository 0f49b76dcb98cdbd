"""What `companion demo` says around its match; the match itself: virtual/test_watched.py."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from companion import cli
from companion.commands.demo import _command
from companion.texts import load_texts
from rules import LANGUAGES


def test_every_language_says_the_same_with_the_same_facts() -> None:
    english, *others = (load_texts(lang, "demo").sentences for lang in LANGUAGES)

    def facts(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text)} - {None}

    for sentences in others:
        assert sentences.keys() == english.keys()
        for key, text in sentences.items():
            assert facts(text) == facts(english[key]), key
            assert text != english[key]


def test_a_command_can_be_pasted_where_the_demo_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("replay", "my out/it's.jsonl", "--verify")
    monkeypatch.delenv("PRINTKIT_STARTED_BY", raising=False)
    assert _command(*words) == """companion replay 'my out/it'"'"'s.jsonl' --verify"""
    monkeypatch.setenv("PRINTKIT_STARTED_BY", "python3 play.py")
    assert _command(*words).startswith("python3 play.py companion replay 'my out")


def test_a_game_without_templates_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["demo", "jiguan", "--out", str(tmp_path)])
    assert left.value.code == 2
    said = capfd.readouterr()
    assert said.err == "jiguan can't be printed yet, there is no card template for it\n"
    assert said.out == ""
