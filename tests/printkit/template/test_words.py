"""Every word of the games' templates is used."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

import artwork
import printkit
from printkit.data.toml_source import TEMPLATES

PROGRAMS = [Path(package.__file__).parent for package in (printkit, artwork)]
"""The code that uses words: mats drawn by artwork have words of their own."""
PREFIXES = ("mat_", "zone_")  # parts of the names of places on the games' mats
FILES = [path for path in sorted(TEMPLATES.glob("*/words.toml")) if path.parent.name != "sheets"]


@cache
def _asked() -> tuple[set[str], list[re.Pattern[str]], set[str]]:
    """Return the code's text constants, the patterns of composed keys, and their fillers."""
    texts, forms = set(), []
    for path in (path for folder in PROGRAMS for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts |= {node.value, *re.findall(r"\{(\w+)\}", node.value)}
            if isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)"
                    for part in node.values
                ]
                if re.fullmatch(r"\w+", "".join(parts).replace("(.+)", "")):
                    forms.append(re.compile("".join(parts)))
    data = " ".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.toml"))
    return texts, forms, texts | set(re.findall(r"(?<!\[word\.)\b\w+", data))


def _unused(words: set[str]) -> list[str]:
    texts, forms, named = _asked()
    return sorted(
        word
        for word in words - texts
        if not word.startswith(PREFIXES)
        and not any(
            (found := form.fullmatch(word)) and named.issuperset(found.groups()) for form in forms
        )
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_word_is_asked_for(path: Path) -> None:
    words = set(tomllib.loads(path.read_text("utf-8"))["word"])

    assert _unused(words) == []


def test_a_word_nobody_asks_for_is_found() -> None:
    assert _unused({"shared", "told_unasked", "unasked"}) == ["told_unasked", "unasked"]
