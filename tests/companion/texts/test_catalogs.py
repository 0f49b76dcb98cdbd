"""The text files of all languages have the same keys, and none is another's copy."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rules import LANGUAGES, Message
from rules.messages.catalogs import MODULES

TEXTS = Path(__file__).resolve().parents[3] / "companion/texts"
NAMESPACES = [name for name, module in MODULES.items() if module == "companion.texts"]


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_languages_have_the_same_sentences(namespace: str) -> None:
    english, *others = (
        {
            f"{table}.{name}": text
            for table, rows in tomllib.loads(path.read_text("utf-8")).items()
            for name, text in rows.items()
        }
        for path in (TEXTS / f"{namespace}.{lang}.toml" for lang in LANGUAGES)
    )
    for other in others:
        assert other.keys() == english.keys()
        assert [key for key, text in other.items() if not text.strip()] == []
        english_words = {
            key for key, text in english.items() if re.search("[a-z]{3}", re.sub("{.*?}", "", text))
        }
        assert [key for key in english_words if other[key] == english[key]] == []


@pytest.mark.parametrize("key", ["page.light.purple", "light"])
def test_an_unknown_key_is_an_error(key: str) -> None:
    with pytest.raises(KeyError):
        Message(key).render("ja")
