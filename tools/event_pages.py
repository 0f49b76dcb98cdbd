"""The reference of the games' events: their wire form, and a table of each game's kinds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from rules import Event, load_catalog, load_game
from rules.core.event import event_data
from rules.core.event_kinds import SHARED, TYPES, EventKind
from tests.support.golden_match import golden_match
from tools.phase_pages import SHIPPED

_HEAD: Final = """\
# Events

An event is a fact about a match: the [log](log.md) records the events of each accepted action. An
event is a JSON object with its `kind` and the fields that the kind uses. A field is omitted if it
is empty: `""`, `0` or `[]`. `rules.core.event_kinds.read_event` reads an event, and refuses an
unknown kind, an unknown field, and a value of another type. A [notice](notices.md) may withhold
secrets: then a text is absent, or `number` counts the absent `items`.

```json
{"kind":"drawn","seat":"A","card":"y15","value":"turn"}
```

| field | usual type |
|---|---|
"""
_TYPES: Final = """
The tables below name a field's type unless it is the usual one, or its possible texts. In lists,
each element has the type: "cells" is a list of cells. A number may always be absent, which means 0.

| type | value |
|---|---|
| seat | a seat of the game, or `chance` |
| card | an id of a card or of a marker; `?` is an unknown card |
| cell | a cell of the mat |
| clause | the number of a clause |
| phase | a [phase](phases.md) of the game |
| number | a whole number |
| text | any text |

The examples are from one match of each game. A kind without an example does not occur in it.
"""
_ROWS: Final = "\n| kind | meaning | fields | example |\n|---|---|---|---|\n"
_LISTED: Final = 3
"""Number of elements of a list that an example shows."""


def events_page() -> str:
    """Return the page of all kinds of events."""
    parts = [_HEAD]
    parts += [
        f"| `{name}` | {'list of ' * (name == 'items')}{t[0]} |\n" for name, t in TYPES.items()
    ]
    matches = {slug: golden_match(slug) for slug in SHIPPED}
    emitted = {s: [e for ply in m.plies for e in ply.events] for s, m in matches.items()}
    parts += [_TYPES, "\n## All games\n", _ROWS]
    for kind, declared in SHARED.items():
        games = [slug for slug in SHIPPED if load_game(slug).events[kind] is declared]
        parts.append(_row(kind, declared, (event for slug in games for event in emitted[slug])))
    for slug, events in emitted.items():
        parts += [f"\n## {load_catalog(slug).names['en']}\n", _ROWS]
        for kind, declared in load_game(slug).events.items():
            if declared is not SHARED.get(kind):
                parts.append(_row(kind, declared, events))
    return "".join(parts)


def _row(kind: str, declared: EventKind, events: Iterable[Event]) -> str:
    meaning = re.sub(r"\{(\w+)[^}]*\}", r"`\1`", declared.sentence)
    fields = (_field(name, declared.fields[name]) for name in TYPES if name in declared.fields)
    found = [event_data(event) for event in events if event.kind == kind]
    shown = f"`{_example(max(found, key=len))}`" if found else ""
    return f"| `{kind}` | {meaning} | {'; '.join(fields)} | {shown} |\n"


def _field(name: str, type_: str) -> str:
    if type_ == TYPES[name][0]:
        return f"`{name}`"
    texts = type_.split("|")
    if len(texts) > 1:
        return f"`{name}`: {' or '.join(f'`{text}`' if text else 'absent' for text in texts)}"
    return f"`{name}`: {type_.replace('?', ' or absent')}"


def _example(data: dict[str, object]) -> str:
    """Return an event as JSON; a long list is cut off."""
    items = data.get("items")
    if isinstance(items, list) and len(items) > _LISTED:
        data = {**data, "items": [*items[:_LISTED], "…"]}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
