"""The sentences of companion, one TOML file per namespace and language; games have their own files.

A key is `namespace.table.name`, or `namespace.name` if table and namespace have the same name. A
sentence may contain facts in braces. Every language has the same keys and facts (a test checks
this), so a caption never falls back to another language.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules import LANGUAGES
from rules.messages.languages import Words

__all__ = ["sentences"]

_FOLDER = Path(__file__).resolve().parent


@cache
def sentences(namespace: str) -> Mapping[str, Words]:
    """Return the sentences of a namespace, for `rules.messages.catalogs`."""
    texts = {
        lang: tomllib.loads((_FOLDER / f"{namespace}.{lang}.toml").read_text(encoding="utf-8"))
        for lang in LANGUAGES
    }
    return {
        name if table == namespace else f"{table}.{name}": {
            lang: texts[lang][table][name] for lang in LANGUAGES
        }
        for table, rows in texts["en"].items()
        for name in rows
    }
