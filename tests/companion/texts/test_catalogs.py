"""Every sentence has the same facts in three languages; every key in the code has a sentence."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import LANGUAGES, Message
from rules.messages.catalogs import MODULES, sentences

COMPANION = Path(__file__).resolve().parents[3] / "companion"
NAMESPACES = [name for name, module in MODULES.items() if module == "companion.texts"]


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_languages_have_the_same_sentences_and_facts(namespace: str) -> None:
    english, *others = (
        {
            f"{table}.{name}": text
            for table, rows in tomllib.loads(path.read_text("utf-8")).items()
            for name, text in rows.items()
        }
        for path in (COMPANION / "texts" / f"{namespace}.{lang}.toml" for lang in LANGUAGES)
    )
    for other in others:
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text.strip()
            assert facts(text) == facts(english[key]), key
            if re.search("[a-z]{3}", re.sub("{.*?}", "", english[key])):
                assert text != english[key], key


def keys_in(path: Path) -> Iterator[str]:
    """Yield a pattern for each key that a module passes to `Message`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
            first = node.args[0]
            options = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for option in options:
                if isinstance(option, ast.Constant):
                    yield re.escape(str(option.value))
                elif isinstance(option, ast.JoinedStr):
                    yield "".join(
                        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                        for part in option.values
                    )


def test_every_key_in_the_code_has_a_sentence() -> None:
    known = [f"{space}.{name}" for space in NAMESPACES for name in sentences(space)]
    known += sentences("")
    found = {key: path for path in COMPANION.rglob("*.py") for key in keys_in(path)}
    assert len(found) > 200
    lacking = [key for key in found if not any(re.fullmatch(key, each) for each in known)]
    assert lacking == []


@pytest.mark.parametrize("key", ["page.light.purple", "light"])
def test_an_unknown_key_is_an_error(key: str) -> None:
    with pytest.raises(KeyError):
        Message(key).render("ja")
