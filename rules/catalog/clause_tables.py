"""Reading of a game's clauses, with their texts in every language, and of its variant settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.catalog.sentences import FACT_NAMES
from rules.catalog.tables import Table, Tables
from rules.core.card_data import Clause, SettingSpec
from rules.messages.languages import LANGUAGES
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

_CASE: Final = "refusal_"
_Texts = Mapping[str, dict[str, Table]]
"""Tables of the clauses' texts by language and clause."""


def read_clauses(files: Tables) -> dict[str, Clause]:
    """Return the clauses with their texts in every language."""
    facts = files.tables("clauses.toml", files.toml("clauses.toml"))
    named = {lang: f"clauses.{lang}.toml" for lang in LANGUAGES}
    texts = {lang: files.tables(file, files.toml(file)) for lang, file in named.items()}
    for lang, table in texts.items() if facts else ():
        for extra in table.keys() - facts.keys():
            files.fault_at(
                named[lang], (extra,), Message("not_in", file="clauses.toml"), Message("remove")
            )
    return {key: _clause(files, key, data, texts) for key, data in facts.items()}


def _clause(files: Tables, key: str, data: Table, texts: _Texts) -> Clause:
    """Return one clause."""
    file, forbids = "clauses.toml", data.get("kind") == "forbids"
    if data.get("kind") not in ("forbids", "describes"):
        near = did_you_mean(str(data.get("kind", "")), ("forbids", "describes"))
        files.fault_at(
            file, (key, "kind"), Message("neither", one="forbids", other="describes"), near
        )
    slots: dict[str, dict[str, str]] = {}
    for slot in ("title", "text", "refusal", "why", "history", "advice"):
        needed = slot in ("title", "text") or (slot == "refusal" and forbids)
        slots[slot] = _texts_of_clause(files, texts, key, slot, needed=needed)
    for slot in ("refusal", "advice"):
        files.same_facts(slots[slot], "clauses.{}.toml", key, slot)
    return Clause(
        id=key,
        forbids=forbids,
        section=str(data.get("section", "")),
        ruling=bool(data.get("ruling", False)),
        settings=files.strings(file, data, key, "settings") if "settings" in data else (),
        related=files.strings(file, data, key, "related") if "related" in data else (),
        titles=slots["title"],
        texts=slots["text"],
        refusals=slots["refusal"],
        whys=slots["why"],
        histories=slots["history"],
        advices=slots["advice"],
        cases=_cases(files, key, texts),
    )


def _cases(files: Tables, key: str, texts: _Texts) -> dict[str, dict[str, str]]:
    """Return the refusals for special cases (`refusal_NAME`) in every language."""
    slots = {slot for table in texts.values() for slot in table.get(key, {})}
    cases: dict[str, dict[str, str]] = {}
    for slot in sorted(slot for slot in slots if slot.startswith(_CASE)):
        words = _texts_of_clause(files, texts, key, slot, needed=True)
        files.same_facts(words, "clauses.{}.toml", key, slot)
        cases[slot.removeprefix(_CASE)] = words
    return cases


def _texts_of_clause(
    files: Tables, texts: _Texts, key: str, slot: str, *, needed: bool
) -> dict[str, str]:
    """Return one text of a clause in every language."""
    words: dict[str, str] = {}
    for lang, tables in texts.items():
        file, value = f"clauses.{lang}.toml", tables.get(key, {}).get(slot, "")
        if not isinstance(value, str):
            files.fault_at(file, (key, slot), Message("no_text"), Message("in_quotes"))
            value = ""
        elif needed and not value and tables:  # an unreadable file is already reported
            files.fault_at(file, (key, slot), Message("lacks"), Message("write_it"))
        if slot in ("refusal", "advice") or slot.startswith(_CASE):
            files.placeholders(file, (key, slot), value, FACT_NAMES)
        words[lang] = value
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
