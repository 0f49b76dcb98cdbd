"""Errors on the command line read alike, whichever library found them."""

from __future__ import annotations

import tomllib
from typing import IO

import pytest

from rules import LANGUAGES
from rules.data_home import DATA
from rules.messages.message import render
from rules.messages.usage_errors import (
    _FORMS,
    error_line,
    format_usage_error,
    language_of,
    reword_usage_error,
    usage_sentence,
)

RENDERED = [
    ("No such option: --fnord", "No such option: --fnord"),
    (
        "No such option: --p (Possible options: --port)",
        "No such option: --p (did you mean --port?)",
    ),
    ("Missing option '--game' / '-g'.", "Missing option --game / -g"),
    ("Missing argument 'GAME'.", "Missing argument GAME"),
    ("the following arguments are required: GAME", "Missing argument GAME"),
    ("Missing command.", "Missing command"),
    (
        "No such command 'crad'. Did you mean 'card'?",
        "No such command 'crad': did you mean 'card'?",
    ),
    ("No such command 'frob'.", "No such command 'frob'"),
    (
        "Invalid value for '--style': Value error, 'x' is not one of 'full', 'ink'.",
        "--style: 'x' is not one of 'full', 'ink'",
    ),
    (
        "argument --lang: invalid choice: 'fr' (choose from 'en', 'ja')",
        "--lang: 'fr' is not one of 'en', 'ja'",
    ),
    (
        "Invalid value for '--n': Input should be less than or equal to 9",
        "--n: write 9 or less",
    ),
    (
        "Invalid value for '--limit' / '-n': Input should be greater than or equal to 1",
        "--limit / -n: write 1 or more",
    ),
    (
        "Invalid value for '--n': Input should be a valid integer, unable to parse",
        "--n: write a whole number",
    ),
    ("Invalid value for '--n': Input should be a valid number, unable", "--n: write a number"),
    (
        "argument --games: '0' is not a number from 1 to 9",
        "--games: '0' is not a number from 1 to 9",
    ),
    (
        "argument --seed: '\\x07' is not text: write letters or digits",
        "--seed: '\\x07' is not text: write letters or digits",
    ),
    ("Got unexpected extra argument(s) (a b)", "Got unexpected extra arguments: a b"),
    ("unrecognized arguments: --fnord", "Got unexpected extra arguments: --fnord"),
    ("Option '--out' requires an argument.", "--out needs a value"),
    ("argument --out: expected one argument", "--out needs a value"),
    ("Option '--json' does not take a value.", "--json takes no value"),
    ("argument --json: ignored explicit argument '1'", "--json takes no value"),
    (
        "ambiguous option: --se could match --setting, --seed",
        "--se could be --setting, --seed: write it in full",
    ),
    ("the moon is full", "the moon is full"),
]


class Slip(Exception):
    """A substitute for a click exception; `show` writes the given text."""

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def show(self, file: IO[str]) -> None:
        file.write(self.shown)


@pytest.mark.parametrize(("form", "text"), RENDERED, ids=[form for form, _ in RENDERED])
def test_a_form_of_a_library_is_known(form: str, text: str) -> None:
    assert render(reword_usage_error(form), "en") == text


def test_every_sentence_is_reported_of_some_form() -> None:
    data = tomllib.loads((DATA / "faults.toml").read_text("utf-8"))
    known = {key for key, _ in _FORMS}
    assert known == {key for key in data if key.startswith("slip_")} - {"slip_see"}
    assert len(RENDERED) == len(_FORMS) + 1


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        (
            "en",
            "Usage: play [OPTIONS] GAME\nTry 'play --help' for help.\n\nerror: Missing argument G",
        ),
        (
            "ja",
            "使い方：play [OPTIONS] GAME\n説明を見るには：play --help\n\nエラー：Gを書いてください",
        ),
        ("zh-Hant", "用法：play [OPTIONS] GAME\n查看說明：play --help\n\n錯誤：缺少G"),
    ],
)
def test_how_a_command_is_called_stands_above(lang: str, report: str) -> None:
    head = "Usage: play [OPTIONS] GAME\nTry 'play --help' for help.\n\n"
    slip = Slip(f"{head}Error: Missing argument 'G'.\n")
    assert format_usage_error(slip, lang) == f"{report}\n"


def test_what_has_no_such_head_is_reported_as_it_is() -> None:
    assert format_usage_error(Slip("the whole help\n"), "ja") == "the whole help\n"
    assert format_usage_error(Slip("Called so.\nError: Missing command.\n"), "zh-Hant") == (
        "Called so.\n錯誤：缺少指令\n"
    )
    assert format_usage_error(ValueError("Missing command."), "en") == "error: Missing command\n"


def test_the_sentence_alone_has_neither_usage_nor_label() -> None:
    head = "Usage: play [OPTIONS] GAME\nTry 'play --help' for help.\n\n"
    assert usage_sentence(Slip(f"{head}Error: Missing command.\n"), "zh-Hant") == "缺少指令"
    assert usage_sentence(Slip("the whole help\n"), "ja") == "the whole help"


def test_a_sentence_is_headed_in_every_language() -> None:
    assert [error_line("x", lang) for lang in LANGUAGES] == ["error: x", "エラー：x", "錯誤：x"]


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        ([], "zh-Hant"),
        (["deck", "--lang"], "zh-Hant"),
        (["deck", "--lang", "fr"], "zh-Hant"),
        (["deck", "--lang=JA"], "ja"),
        (["deck", "--lang", "ja", "--lang", "en"], "en"),
        (["check", "--say", "en"], "en"),
        (["check", "--setting", "a=b", "--lang", "ja"], "ja"),
    ],
)
def test_the_language_asked_for_last_else_the_systems(
    monkeypatch: pytest.MonkeyPatch, words: list[str], lang: str
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    assert language_of(words) == lang
