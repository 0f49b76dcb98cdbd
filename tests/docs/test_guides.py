"""The guides are true: commands parse; clauses, pieces and settings exist; captions are real.

Code is the same in every language (test_sisters.py), so it is checked in English only. The
referee's captions are checked in each language.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

import companion.cli
import printkit.cli
from printkit.cards.pieces import Control, Token, load_pieces
from printkit.mats.mat import MatFile
from printkit.template.card_template import CardTemplate
from printkit.template.parts import ImageSlot, Plate, Repeat, Slot
from rules import Catalog, game_slugs, load_catalog
from rules.cli.arguments import parser as rules_parser
from rules.players.levels import PLAYERS
from tests.support import guide_pages as guides

GAMES = tuple(sorted(game_slugs()))
PAGES = (
    "camera",
    "designing",
    "judging",
    "printing",
    "referee",
    "troubleshooting",
    "play/index",
    *(f"play/{slug}" for slug in GAMES),
)
PARTS = {"slot": Slot, "panel": Plate, "image": ImageSlot, "repeat": Repeat}

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")
_PROGRAM = re.compile(r"(?:printkit|companion|python -m rules) ")
_CLAUSE = re.compile(r"\b[A-Z]{3}-\d+\.\d+[a-z]?\b")
_PIECE = re.compile(r"`((?:ctl|tok|token)\.[\w.-]+)`")
_SETTING = re.compile(r"--setting (\w+)=([\w/-]+)")
_HAN = re.compile(r"[\u3040-\u9fff]")
_FACT = r"(?:[^.。]|\.(?=\S))+?"
_HOLE = r"\{\w+(?::[^{}]*)?\}"
"""A fact in a template, with the plural forms of what it counts."""


def text(root: Path, page: str) -> str:
    return (root / "docs" / f"{page}.md").read_text("utf-8")


def commands(page: str) -> list[str]:
    """Return every command line of a page, in code blocks and in sentences."""
    lines: list[str] = []
    for language, block in _BLOCK.findall(page):
        if language in ("", "sh"):
            lines += block.replace("\\\n", " ").splitlines()
    lines += _SPAN.findall(_BLOCK.sub("", page))
    return [line for line in lines if _PROGRAM.match(line)]


@cache
def programs() -> dict[str, Any]:
    groups = {"printkit": printkit.cli.build_app(), "companion": companion.cli.build_app()}
    return {name: typer.main.get_command(app) for name, app in groups.items()}


def parse(line: str) -> None:
    """Parse a command line, and raise the program's error for unknown or missing options.

    A command that is only named, as in "`printkit check` says", must exist.
    """
    words = shlex.split(line, comments=True)
    if words[0] == "python":
        if "--help" not in words:
            commands = dict.fromkeys(
                ("new", "check", "deck", "perft", "playout", "arena"), lambda: 0
            )
            rules_parser("en", commands, PLAYERS).parse_args(words[3:])
        return
    program, name, *rest = words
    command = programs()[program].commands[name]
    if rest and "--help" not in rest:
        command.make_context(name, rest)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_parses(root: Path, page: str) -> None:
    found = commands(text(root, page))
    assert found
    for line in found:
        parse(line)


def test_an_option_that_does_not_exist_is_found() -> None:
    for line in ("printkit cards yggdrasil --foil", "companion referee yggdrasil --gamma 2"):
        with pytest.raises(Exception, match="No such option"):
            parse(line)


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_exists(root: Path, page: str) -> None:
    known = {clause for slug in GAMES for clause in load_catalog(slug).clauses}
    assert set(_CLAUSE.findall(text(root, page))) <= known


@pytest.mark.parametrize("page", PAGES)
def test_every_piece_exists(root: Path, page: str) -> None:
    output = set(_PIECE.findall(_BLOCK.sub("", text(root, page))))
    slug = page.removeprefix("play/")
    assert output <= pieces(*([slug] if slug in GAMES else GAMES))


def pieces(*slugs: str) -> set[str]:
    loaded = [load_pieces(slug) for slug in slugs]
    return {item.id for each in loaded for item in (*each.control, *each.token)}


@pytest.mark.parametrize("slug", GAMES)
def test_every_control_card_of_a_game_is_reported(root: Path, slug: str) -> None:
    shipped = {piece for piece in pieces(slug) if piece.startswith("ctl.")}
    assert shipped <= set(_PIECE.findall(text(root, f"play/{slug}")))


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_exists(root: Path, page: str) -> None:
    slug = page.removeprefix("play/")
    known = load_catalog(slug if slug in GAMES else "yggdrasil").settings
    for name, value in _SETTING.findall(text(root, page)):
        if name.isupper():
            continue
        spec = known[name]
        within = spec.integer and value.isdigit() and spec.minimum <= int(value) <= spec.maximum
        assert within or value in (*spec.values, spec.default), f"{name}={value}"


# The referee's captions.


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("play/")])
@pytest.mark.parametrize("tongue", guides.NAMES)
def test_the_referee_says_what_the_guide_quotes(root: Path, tongue: str, page: str) -> None:
    quoted = re.findall(r"^ *> (.+)$", guides.guide(root, page, tongue), re.MULTILINE)
    assert quoted
    slug = page.removeprefix("play/")
    for caption in quoted:
        games = [slug] if slug in GAMES else list(GAMES)
        assert any(sayings(root, game, tongue).fullmatch(caption) for game in games), caption


@pytest.mark.parametrize(
    ("tongue", "made_up"),
    [
        ("en", "Sun: Rising Vine sits on b2. Moon, go ahead."),
        ("ja", "太陽、「のぼり蔓」をb2に植えました。月さん、どうぞ。"),
        ("zh-Hant", "太陽：在b2種下了攀藤。月亮，請。"),
    ],
)
def test_what_the_referee_does_not_say_is_found(root: Path, tongue: str, made_up: str) -> None:
    assert not sayings(root, "yggdrasil", tongue).fullmatch(made_up)


@cache
def sayings(root: Path, slug: str, tongue: str) -> re.Pattern[str]:
    """Return a pattern for a sequence of sentences from the texts of the referee or the game."""
    catalog = load_catalog(slug)
    folder = root / "companion" / "texts"
    texts = tomllib.loads((folder / f"referee.{tongue}.toml").read_text("utf-8"))
    say = texts["say"]
    seats = "|".join(re.escape(words[tongue]) for words in catalog.seat_names.values())
    happened = "|".join(_shape(each.rstrip(".。")) for each in _happenings(catalog, texts, tongue))
    facts = {"seat": f"(?:{seats})", "what": f"(?:{happened})", "clause": _CLAUSE.pattern}
    whole = {
        _shape(template.removeprefix(say["happened"]).lstrip())
        for group in ("say", "count", "step", "ended", "not_now", "fault", "trouble")
        for template in texts[group].values()
        if re.search(r"[a-z\u3040-\u9fff]{2}", re.sub(_HOLE, "", template))
    }
    whole |= {_shape(refusal) for refusal in _refusals(catalog, tongue)}
    for template in (say["accepted"], say["happened"], say["refused"].removeprefix("{reason}")):
        whole.add(_filled(template.strip(), facts))
    between = "" if tongue in ("ja", "zh-Hant") else " "
    one = "|".join(sorted(whole - {""}))
    return re.compile(rf"(?:{one})(?:{between}(?:{one}))*", re.IGNORECASE)


def _happenings(catalog: Catalog, texts: dict[str, dict[str, str]], tongue: str) -> Iterator[str]:
    yield from (text for key, text in texts["do"].items() if key not in ("by", "then"))
    yield from (words[tongue] for words in catalog.event_texts.values())


def _refusals(catalog: Catalog, tongue: str) -> Iterator[str]:
    for clause in catalog.clauses.values():
        for words in (clause.refusals, *clause.cases.values()):
            if words:
                yield words[tongue]


def _filled(template: str, facts: dict[str, str]) -> str:
    """Return a pattern for a template whose facts are patterns."""
    parts = re.split(r"\{(\w+)\}", template)
    return "".join(facts[part] if n % 2 else re.escape(part) for n, part in enumerate(parts))


def _shape(template: str) -> str:
    """Return a pattern for every rendering of a template; a dot in a name has no space after it.

    The speaker removes the space between a fact and a sentence that are both East Asian.
    """
    shape = _FACT.join(map(re.escape, re.split(_HOLE, template)))
    if not _HAN.search(template):
        return shape
    return shape.replace(rf"\ {_FACT}", rf"\ ?{_FACT}").replace(rf"{_FACT}\ ", rf"{_FACT}\ ?")


# Texts for designers.


def test_templates_shown_are_templates(root: Path) -> None:
    models: dict[str, Any] = {**PARTS, "control": Control, "token": Token}
    shown = 0
    for language, block in _BLOCK.findall(text(root, "designing")):
        if language != "toml":
            continue
        data = tomllib.loads(block)
        if "mat" in data:
            assert not MatFile.model_validate(data).faults()
        elif "extends" in data:
            assert all(set(part) <= set(Slot.model_fields) for part in data["slot"])
        for key, parts in data.items():
            if key in models and "extends" not in data:
                for part in parts:
                    models[key].model_validate(part)
                    shown += 1
            else:
                fields = {*CardTemplate.model_fields, *MatFile.model_fields, *models}
                assert key in {*fields, "version", "extends", "drop"}, key
    assert shown >= 8


def test_the_slots_keys_are_those_of_the_model(root: Path) -> None:
    page = text(root, "designing").partition("### Slots")[2].partition("### ")[0]
    keys = re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)
    report = {key for cell in keys for key in _SPAN.findall(cell)}
    places = {"name", "box", "area", "left", "right", "top", "bottom", "gap", "show", "ruby"}
    places |= {"below", "above", "right_of", "left_of"}
    assert report == set(Slot.model_fields) - places
