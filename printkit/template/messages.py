"""printkit's sentences in three languages, which `rules.messages.catalogs` looks up.

print.KEY    errors and refusals: `templates/sheets/faults.toml`
sheet.KEY    words of printed sheets and commands: `templates/sheets/words.toml`
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
"""Tables with sentences in each file; the whole file if there are none."""


@cache
def sentences(namespace: str) -> Mapping[str, Words]:
    """Return a namespace's sentences by key."""
    file = Path(data_home(), "templates", "sheets", _FILES[namespace])
    data = tomllib.loads(file.read_text("utf-8"))
    tables = [data[name] for name in _TABLES[namespace]] or [data]
    return {key: words for table in tables for key, words in table.items()}
