"""The sentences of `printkit`, found by `rules.messages.catalogs`: data in three languages.

print.KEY    what cannot be done as asked: `templates/sheets/faults.toml`
sheet.KEY    what printed sheets and the commands say: `templates/sheets/words.toml`
check.KEY    findings, their places and severities: `templates/sheets/checks.toml`
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.data_home import data_home
from rules.messages.languages import Words

_FILES = {"print": "faults.toml", "sheet": "words.toml", "check": "checks.toml"}
_TABLES = {"print": (), "sheet": ("word",), "check": ("word", "check")}
"""The tables of a file that hold sentences; none: it holds nothing else."""


@cache
def sentences(namespace: str) -> Mapping[str, Words]:
    """Return the sentences of a namespace by key."""
    file = Path(data_home(), "templates", "sheets", _FILES[namespace])
    data = tomllib.loads(file.read_text("utf-8"))
    tables = [data[name] for name in _TABLES[namespace]] or [data]
    return {key: words for table in tables for key, words in table.items()}
