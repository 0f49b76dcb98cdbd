"""Reading of a game's clauses, with their texts in every language, and of its variant settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.catalog.sentences import FACT_NAMES
from rules.catalog.tables import Table, Tables
from rules.core.card_data import Clause, SettingSpec
from rules.messages.languages import LANGUAGES, Words
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

_FILE: Final = "clauses.toml"
_CASE: Final = "refusal_"
_TEXTS: Final = ("title", "text", "refusal", "why", "history", "advice")


def read_clauses(files: Tables) -> dict[str, Clause]:
    """Return the clauses with their texts in every language."""
    data = files.tables(_FILE, files.toml(_FILE))
    return {key: _clause(files, key, table) for key, table in data.items()}


def _clause(files: Tables, key: str, data: Table) -> Clause:
    """Return one clause."""
    forbids = data.get("kind") == "forbids"
    if data.get("kind") not in ("forbids", "describes"):
        near = did_you_mean(str(data.get("kind", "")), ("forbids", "describes"))
        what = Message("neither", one="forbids", other="describes")
        files.fault_at(_FILE, (key, "kind"), what, near)
    needed = ("title", "text", "refusal") if forbids else ("title", "text")
    none = dict.fromkeys(LANGUAGES, "")
    texts = {
        slot: _words(files, key, slot, data) if slot in data or slot in needed else none
        for slot in _TEXTS
    }
    return Clause(
        id=key,
        forbids=forbids,
        section=str(data.get("section", "")),
        ruling=bool(data.get("ruling", False)),
        settings=files.strings(_FILE, data, key, "settings") if "settings" in data else (),
        related=files.strings(_FILE, data, key, "related") if "related" in data else (),
        titles=texts["title"],
        texts=texts["text"],
        refusals=texts["refusal"],
        whys=texts["why"],
        histories=texts["history"],
        advices=texts["advice"],
        cases={
            slot.removeprefix(_CASE): _words(files, key, slot, data)
            for slot in sorted(data)
            if slot.startswith(_CASE)
        },
    )


def _words(files: Tables, key: str, slot: str, data: Table) -> Words:
    """Return one text of a clause in every language."""
    words = files.words(_FILE, (key, slot), {key: data})
    if slot in ("refusal", "advice") or slot.startswith(_CASE):
        for lang, text in words.items():
            files.placeholders(_FILE, (key, slot, lang), text, FACT_NAMES)
        files.same_facts(words, _FILE, key, slot, "{}")
    return words


def read_settings(files: Tables, clauses: Mapping[str, Clause]) -> dict[str, SettingSpec]:
    """Return the variant settings."""
    file = "settings.toml"
    data = files.toml(file)
    specs: dict[str, SettingSpec] = {}
    for key, table in files.tables(file, data).items():
        clause = str(table.get("clause", ""))
        if clauses and clause not in clauses:
            files.fault_at(file, (key, "clause"), Message("no_clause", given=clause))
        values = table.get("values", [])
        if not isinstance(values, list):
            files.fault_at(file, (key, "values"), Message("no_list"), Message("as_list"))
            values = []
        specs[key] = SettingSpec(
            name=key,
            default=str(table.get("default", "")),
            values=tuple(str(value) for value in values),
            minimum=files.number(file, table, key, "min"),
            maximum=files.number(file, table, key, "max"),
            integer=table.get("type") == "integer",
            clause=clause,
            labels=files.words(file, (key, "label"), data),
            helps=files.words(file, (key, "help"), data),
            value_labels={
                value: files.words(file, (key, "value", value), data)
                for value in table.get("value", {})
            },
        )
    return specs
