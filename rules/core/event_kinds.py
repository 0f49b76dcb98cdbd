"""Kinds of events: the fields that each kind uses, with their types.

    EVENTS = event_kinds(taken="{seat} takes {card} from {cell} to the {value:hand|discard}.")

A game declares its kinds next to its `fold`. `docs/reference/events.md` lists them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, Final

from rules.core.event import Event
from rules.errors import NotationError
from rules.messages.message import Message

_TEXTS: Final = ("seat", "card", "cell", "clause", "phase", "text")
TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    **{name: (name, *_TEXTS) for name in ("seat", "card", "cell")},
    "to": ("cell", *_TEXTS),
    "number": ("number",),
    "value": ("text", *_TEXTS),
    "clause": ("clause", *_TEXTS),
    "items": ("cards", *(f"{name}s" for name in _TEXTS)),
}
"""Possible types of each field, the usual one first."""
_EMPTY: Final = Event("")


@dataclass(frozen=True, slots=True)
class EventKind:
    """One kind of event: a sentence about it, and the type of each field that it uses."""

    sentence: str
    fields: Mapping[str, str]


def event_kinds(**sentences: str) -> Mapping[str, EventKind]:
    """Return a game's kinds of events, given a sentence for each; `SHARED` kinds are added.

    A sentence contains each field of the kind in braces. A type follows unless it is the usual one:
    `{value:phase}`, `{items:seats}`, or alternatives as in `{value:hand|discard}`. Unlike other
    texts, one with `?` (`{clause:?}`) may be empty. A number may be 0, and a list may be empty.
    """
    return {**SHARED, **_kinds(sentences)}


def _kinds(sentences: Mapping[str, str]) -> dict[str, EventKind]:
    return {kind: EventKind(text, _fields(text)) for kind, text in sentences.items()}


def _fields(sentence: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for _, name, spec, _ in Formatter().parse(sentence):
        if name is None or name in fields:
            continue
        type_, types = (spec or "").removesuffix("?"), TYPES.get(name, ())
        if not types or ("|" not in type_ and type_ not in ("", *types)):
            raise ValueError(f"no field of an event: {{{name}:{spec}}}")
        fields[name] = (type_ or types[0]) + "?" * (spec or "").endswith("?")
    return fields


SHARED: Final[Mapping[str, EventKind]] = _kinds(
    {
        "revealed": "{card} on {cell}, placed in ply {number} by {seat}, is turned up.",
        "rolled": "{seat:?} rolls {value}.",
        "turn_started": "Turn {number} starts, or round {number}; {seat} plays first.",
        "round_started": "Round {number} starts.",
        "game_ended": "The game ends under {clause}. {items:seats} win; it may be a draw.",
        "settled": "{card} on {cell:?} is known now, which ends the doubt about ply {number} of "
        "{seat}: it violates {items:clauses}.",
    }
)
"""Kinds that every game may use; a game declares one of them only if its fields differ."""


def event_fault(
    event: Event, kinds: Mapping[str, EventKind], *, redacted: bool = False
) -> Message | None:
    """Return what is wrong with an event of a game with these kinds, or None.

    A `redacted` event withholds secrets: texts may be empty, and `number` may count its `items`.
    """
    if event.kind not in kinds:
        return Message("event_kind", kind=event.kind)
    fields = kinds[event.kind].fields
    if redacted and "items" in fields:
        fields = {"number": "number", **fields}
    for name in TYPES:
        given, empty, type_ = getattr(event, name), getattr(_EMPTY, name), fields.get(name)
        if type_ is None and given != empty:
            return Message("event_extra", kind=event.kind, field=name)
        fits = type_ is None or _fits(given, type_) or (redacted and given == "")
        if type(given) is not type(empty) or not fits:
            facts = {"kind": event.kind, "field": name, "wanted": type_ or ""}
            return Message("event_type", given=repr(given), **facts)
    return None


def _fits(value: str | int | tuple[str, ...], type_: str) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(text, str) for text in value)
    if "|" in type_:
        return value in type_.split("|")
    return value != "" or type_.endswith("?")


def read_event(data: object, kinds: Mapping[str, EventKind], *, redacted: bool = False) -> Event:
    """Return the event in a JSON object; raise `NotationError` if it is not of these kinds."""
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise NotationError(Message("no_event"), str(data))
    if odd := data.keys() - {"kind", *TYPES}:
        unknown = Message("event_extra", kind=data["kind"], field=str(min(odd)))
        raise NotationError(unknown, str(data))
    values: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in data.items()}
    event = Event(**values)
    fault = event_fault(event, kinds, redacted=redacted)
    if fault is not None:
        raise NotationError(fault, str(data))
    return event
