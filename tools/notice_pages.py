"""The reference of the referee's notices: a page, the schema of a log's line, and a diagram.

All three come from the dataclasses of `companion.referee.notices` and its table `TRAITS`.
`tools.make_reference` writes them.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.sax.saxutils import escape

from pydantic import TypeAdapter

from companion.referee import phases
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import TRAITS, GameEnded, Notice, Traits
from companion.referee.phases import RefereePhase
from companion.referee.table import FaultKind, SeenCard, TableFault
from rules import Event, Facing, Violation

_COMMON: Final = tuple(field.name for field in dataclasses.fields(Notice))
_ALWAYS: Final = ("frame", "time_s", "ply")
"""Fields that a log contains even with their default value."""
_TEXT: Final = {"type": "string"}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_DERIVED: Final[Mapping[str, Any]] = {
    "seat": {**_TEXT, "description": "The seat that acts."},
    "clauses": {**_TEXTS, "description": "The ids of all clauses that the notice names."},
    "cells": {**_TEXTS, "description": "All cells that the notice names."},
}
"""Fields that a log repeats for its readers."""
_RESULT: Final[Mapping[str, Any]] = {
    "winners": {**_TEXTS, "description": "The winning seats; none is a draw."},
    "scores": {"type": "object", "additionalProperties": {"type": ["integer", "number"]}},
}
_USES: Final[Mapping[str, str]] = {
    "announced": "reaches page and voice",
    "spoken": "is said aloud if it has a caption",
    "logged": "is kept as an entry of the page",
    "listed": "is listed in the page's log",
    "pictured": "is shown with its picture when it is repeated",
    "private": "spectators only learn that it exists",
    "verdict": "is shown as the verdict until the next one",
    "awaited": "is a verdict that waits for hands or an answer",
    "good": "is a verdict after which play goes on; it is shown again after a later fault",
    "ends_fault": "makes the verdict before the fault valid again",
    "sticky": "holds until the table changes, so that it is not announced twice",
    "repeatable": "can be repeated with REPEAT",
    "has_reason": "can be explained with WHY",
    "restarts": "starts the time until the reminder again",
}
"""The meaning of each trait that a notice has or lacks."""

_HEAD = """\
# Notices

A notice is one announcement of the referee, and one line of the [match log](log.md). It contains
facts, never words. [log.schema.json](log.schema.json) is the JSON Schema of a line.

A line contains `seq`, `kind`, the fields of its kind and `sum`. Fields with their default value are
omitted, except `frame`, `time_s` and `ply`.

![The phases and the notices that lead to them](../pictures/phases.svg)

A notice that leads to `IN_SYNC` leads to `AWAITING_PLAYERS` while players still have to move cards.
All notices without an arrow keep the phase.

## Fields of all notices

"""
_TRAITS_HEAD = """
## Traits

The table shows when a notice has a trait. `light` is the status light that it shows.

"""


def notices_page() -> str:
    """Return the page of all kinds of notices with their fields and traits."""
    common = _schema(Notice)["properties"]
    about = (inspect.getdoc(Notice) or "").partition(" The properties")[0]
    parts = [f"{_HEAD}{about}\n\n"]
    parts += ["| field | type |\n|---|---|\n"]
    parts += [f"| `{name}` | {_form(form)} |\n" for name, form in common.items()]
    parts += [f"| `{name}` | {_form(form)} |\n" for name, form in _DERIVED.items()]
    parts += [_TRAITS_HEAD, "| trait | meaning |\n|---|---|\n"]
    parts += [f"| {name} | {meaning} |\n" for name, meaning in _USES.items()]
    parts += ["\n| kind | light | phase after | traits |\n|---|---|---|---|\n"]
    for kind, traits in TRAITS.items():
        phase = _when(_phase_of(kind, traits))
        name = traits.kind
        row = f"[{name}](#{name}) | {traits.light} | {phase} | {_traits(kind, traits)}"
        parts.append(f"| {row} |\n")
    for kind, traits in TRAITS.items():
        parts += _section(kind, traits.kind)
    return "".join(parts)


def _section(kind: type[Notice], heading: str) -> Iterator[str]:
    yield f"\n## {heading}\n\n{inspect.getdoc(kind)}\n"
    own = {n: form for n, form in _schema(kind)["properties"].items() if n not in _COMMON}
    own |= _RESULT if kind is GameEnded else {}
    if own:
        yield "\n| field | type | required |\n|---|---|---|\n"
        required = _schema(kind)["required"]
        for name, form in own.items():
            yield f"| `{name}` | {_form(form)} | {'yes' if name in required else ''} |\n"


def _phase_of(kind: type[Notice], traits: Traits) -> tuple[str, str]:
    """Return the phase after a kind of notice, and the condition if it is not the only one."""
    if (own := _condition(kind, "phase_after")) is None:
        return (traits.phase.name if traits.phase else ""), ""
    found = re.fullmatch(r"([A-Z_]+) (if .*)", own)
    if found is None:
        raise ValueError(f"{kind.__name__}.phase_after must say PHASE if CONDITION: {own}")
    return RefereePhase[found[1]].name, found[2]


def _condition(kind: type[Notice], name: str) -> str | None:
    """Return the docstring of a kind's own property without its full stop, or None."""
    own = vars(kind).get(name)
    return (inspect.getdoc(own) or "").rstrip(".") if isinstance(own, property) else None


def _when(pair: tuple[str, str]) -> str:
    return " ".join(filter(None, pair))


def _traits(kind: type[Notice], traits: Traits) -> str:
    """Return the traits of a kind, each with its condition."""
    shown = []
    for name in _USES:
        own = _condition(kind, name)
        if own is not None:
            shown.append(f"{name}{own.removeprefix('True')}")
        elif getattr(traits, name, False) or name == traits.effect.name.lower():
            shown.append(name)
    return ", ".join(shown) if traits.announced else "silent"


# The schema.


def log_schema() -> str:
    """Return the JSON Schema of a log's line."""
    kinds = {traits.kind: _line(kind, traits.kind) for kind, traits in TRAITS.items()}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a match log",
        "description": "Lines of other kinds have no effect; a later version may write them.",
        "type": "object",
        "required": ["seq", "kind", "sum"],
        "properties": {"kind": {"enum": list(kinds)}},
        "oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in kinds],
        "$defs": {**kinds, **_VALUES},
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _line(kind: type[Notice], log_kind: str) -> dict[str, Any]:
    """Return the schema of a line of one kind."""
    own = _schema(kind)
    frame = {"seq": {"type": "integer", "minimum": 0}, "kind": {"const": log_kind}}
    result = _RESULT if kind is GameEnded else {}
    derived = {name: form for name, form in _DERIVED.items() if name not in own["properties"]}
    fields = {**frame, **own["properties"], **derived, **result}
    return {
        "description": " ".join((inspect.getdoc(kind) or "").split()),
        "type": "object",
        "properties": {**fields, "sum": {"type": "string", "pattern": "^[0-9a-f]{16}$"}},
        "required": ["seq", "kind", *_ALWAYS, *own["required"], "sum"],
        "additionalProperties": False,
    }


def _schema(kind: type[Any]) -> dict[str, Any]:
    """Return the schema of a kind's fields and the names of those without a default."""
    found = TypeAdapter(kind).json_schema(mode="serialization")
    defs = found.get("$defs", {})
    fields = {name: _resolved(form, defs, name) for name, form in found["properties"].items()}
    return {"properties": fields, "required": found.get("required", [])}


def _resolved(form: Any, defs: Mapping[str, Any], field: str) -> Any:  # noqa: ANN401 - JSON
    """Return a field's schema without titles and references, but with those to `_VALUES`."""
    if isinstance(form, list):
        return [_resolved(each, defs, field) for each in form]
    if not isinstance(form, dict):
        return form
    if "$ref" in form:
        return _resolved(defs[form["$ref"].rpartition("/")[2]], defs, field)
    kept = {k: v for k, v in form.items() if k not in ("title", "description")}
    if kept == {"type": "object"}:
        return {"$ref": f"#/$defs/{_OBJECTS[field]}"}
    return {k: _resolved(v, defs, field) for k, v in kept.items()}


def _value(cls: type[Any], fields: Mapping[str, Any], *required: str) -> dict[str, Any]:
    return {
        "description": " ".join((inspect.getdoc(cls) or "").split()),
        "type": "object",
        "properties": dict(fields),
        "required": list(required),
        "additionalProperties": False,
    }


def _placed(card: str = "card", prefix: str = "") -> dict[str, Any]:
    """Return the fields of a placed card."""
    return {
        card: _TEXT,
        f"{prefix}owner": _TEXT,
        f"{prefix}facing": {"const": Facing.DOWN.value},
        f"{prefix}turn": {"type": "integer"},
    }


_STEP: Final = {
    "do": {"enum": [str(kind) for kind in StepKind]},
    "cell": _TEXT,
    "to": _TEXT,
    **_placed(),
    **_placed("wrong", "wrong_"),
}
_FAULT: Final = {
    "fault": {"enum": [str(kind) for kind in FaultKind]},
    "cells": _TEXTS,
    "card": _TEXT,
    "tag": _TEXT,
}
_VIOLATION: Final = {"clause": _TEXT, "case": _TEXT}
_EVENT: Final = {
    name: {"number": {"type": "integer"}, "items": _TEXTS}.get(name, _TEXT)
    for name in Event._fields
}
_OBJECTS: Final = {
    "events": "event",
    "predicted": "event",
    "asks": "event",
    "facts": "violation",
    "steps": "step",
    "faults": "fault",
    "tops": "seen_card",
    "piles": "seen_card",
}
"""The objects in each field that are not converted field by field."""
_VALUES: Final[Mapping[str, Any]] = {
    "event": _value(Event, _EVENT, "kind"),
    "violation": {
        **_value(Violation, _VIOLATION, "clause"),
        "additionalProperties": _TEXT,
    },
    "step": _value(CorrectionStep, _STEP, "do"),
    "fault": _value(TableFault, _FAULT, *_FAULT),
    "seen_card": _value(SeenCard, {**_placed(), "tag": _TEXT}),
}
"""Their schemas."""


def _form(form: Mapping[str, Any]) -> str:
    """Return a schema's type in a few words."""
    if "$ref" in form:
        name = str(form["$ref"].rpartition("/")[2])
        return "[event](events.md)" if name == "event" else name
    if "enum" in form:
        return ", ".join(f"`{value}`" for value in form["enum"])
    if "anyOf" in form:
        return " or ".join(_form(each) for each in form["anyOf"])
    if form.get("type") == "array":
        return f"list of {_form(form['items'])}"
    if "additionalProperties" in form and form["additionalProperties"] is not True:
        return f"object of {_form(form['additionalProperties'])}"
    kind = form.get("type", "anything")
    return {"string": "text", "boolean": "true or false"}.get(str(kind), _listed(kind))


def _listed(kind: str | list[str]) -> str:
    return kind if isinstance(kind, str) else kind[-1]


# The diagram.

_WIDTH, _TOP, _LINE, _ROOM = 970, 14, 17, 26
_LEFT, _ARROW, _BOX = (14, 108), (122, 450), (450, 506)
"""Left edge and width of the column of all phases, ends of the arrows, and the phases' boxes."""
_STYLE: Final = """\
<style>
text { font: 13px system-ui, sans-serif; fill: #222; }
.phase { font-weight: 600; } .small { font-size: 12px; fill: #444; }
rect { fill: #f4f1ea; stroke: #666; } .page { fill: #fff; stroke: none; }
path { fill: none; stroke: #666; stroke-width: 1.4; marker-end: url(#head); }
</style>
<defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">
<polygon points="0,0 8,4 0,8" fill="#666"/></marker></defs>"""


def phase_diagram() -> str:
    """Return the diagram of the phases, as SVG."""
    leading: dict[str, list[str]] = {phase.name: [] for phase in RefereePhase}
    for kind, traits in TRAITS.items():
        phase, condition = _phase_of(kind, traits)
        if phase:
            leading[phase].append(_when((traits.kind, condition)))
    meanings = dict(re.findall(r"^([A-Z_]+) {2,}(.+)$", phases.__doc__ or "", re.MULTILINE))
    y, parts = _TOP, list[str]()
    middles: dict[str, int] = {}
    for phase, labels in leading.items():
        height = max(_LINE * len(labels), 2 * _LINE) + _ROOM
        middles[phase] = y + height // 2
        parts += _row(phase, meanings[phase], labels, y, height)
        y += height + 8
    parts += _between(middles["IN_SYNC"], middles["AWAITING_PLAYERS"])
    left, width = _LEFT
    top = middles["SETUP"] + 34
    side = f'<rect x="{left}" y="{top}" width="{width}" height="{y - 8 - top}" rx="6"/>'
    name = _text(left + 20, (top + y) // 2, "any phase", "phase")
    view = f'viewBox="0 0 {_WIDTH} {y + 4}" width="{_WIDTH}" height="{y + 4}"'
    page = f'<rect class="page" width="{_WIDTH}" height="{y + 4}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>'
    return "\n".join([head, _STYLE, page, side, name, *parts, "</svg>"]) + "\n"


def _row(phase: str, meaning: str, labels: list[str], y: int, height: int) -> Iterator[str]:
    """Yield one phase's box, and the arrow to it with the notices that lead there."""
    (x, width), (start, end), middle = _BOX, _ARROW, y + height // 2
    yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
    yield _text(x + 14, middle - 4, phase, "phase")
    yield _text(x + 14, middle + 14, meaning, "small")
    if phase == RefereePhase.SETUP.name:
        yield f'<circle cx="{start - 8}" cy="{middle}" r="6" fill="#666"/>'
        labels = ["a match is opened"]
    for number, label in enumerate(labels):
        yield _text(start + 16, middle - 6 - _LINE * (len(labels) - 1 - number), label)
    if labels:
        yield f'<path d="M{start} {middle}H{end}"/>'


def _between(above: int, below: int) -> Iterator[str]:
    """Yield the arrows between IN_SYNC and AWAITING_PLAYERS."""
    start, end = _ARROW
    yield f'<path d="M{end} {above + 12}H{end - 22}V{below}H{end}"/>'
    yield _text(start + 16, below - 6, "as IN_SYNC, while players still")
    yield _text(start + 16, below + 12, "have to move cards")


def _text(x: int, y: int, words: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text{named} x="{x}" y="{y}">{escape(words)}</text>'
