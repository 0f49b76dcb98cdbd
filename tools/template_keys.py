"""The page of all keys in files under `templates/`, generated from the models that read them."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
import types
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from printkit.cards.pieces import PieceFile
from printkit.mats.mat import MatFile
from printkit.pdf.drawing import Cmyk
from printkit.pdf.fonts import FaceFile
from printkit.template.anchors import Length, Part, Points
from printkit.template.card_template import CardTemplate
from printkit.template.words import WordFile

__all__ = ["template_keys"]

_FILES: tuple[tuple[str, type[BaseModel], str], ...] = (
    ("card.toml", CardTemplate, "The look of a game's cards."),
    ("mat-NAME.toml", MatFile, "One mat per file."),
    ("pieces.toml", PieceFile, "The game's own control cards, tokens and paper models."),
    ("words.toml", WordFile, "Printed words that are not on cards."),
    ("fonts/faces.toml", FaceFile, "The game's own typefaces."),
)
_HEAD = """\
# Template keys

This page lists all keys of the files in `templates/GAME/`; [Designing](../designing.md) has
examples. A length is a number of mm, or a text with a unit: `"2.5 cm"`, `"0.5 in"`, `"12 pt"`. Type
sizes are in pt. A key that is not listed is a fault, and so is a value of another type. A template
that begins with `extends = "GAME"` needs only the keys that differ.
"""
_PLAIN = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "`true` or `false`",
    Cmyk: "ink",
}
_NUMBERS = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}


def template_keys() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD]
    for name, model, about in _FILES:
        parts.append(f"\n## {name}\n\n{about}\n")
        parts += _tables(model, "", {})
    return "".join(parts)


def _tables(model: type[BaseModel], at: str, shown: dict[type[BaseModel], str]) -> Iterator[str]:
    """Yield a table's keys, then the keys of its subtables; `at` is the table's name.

    Tables that were shown under another name, and the keys that all parts of a card share, are not
    repeated.
    """
    if at:
        yield f"\n### `{at}`\n"
    if model in shown:
        yield f"\nAs `{shown[model]}`.\n"
        return
    shown[model] = at
    common = Part.model_fields if issubclass(model, Part) else {}
    if common:
        yield "\n[Name and place](#name-and-place) lists the other keys.\n"
    fields = {key: field for key, field in model.model_fields.items() if key not in common}
    yield from _rows(fields, _field_docs(model))
    for key, field in fields.items():
        table = _model_of(field.annotation)
        if table is not None:
            kind = get_origin(field.annotation)
            name = "[[{}]]" if kind is list else "[{}.NAME]" if kind is dict else "[{}]"
            yield from _tables(table, name.format(key), shown)
    if model is CardTemplate:
        yield "\n### Name and place\n\nKeys of every slot, panel, image and repeat.\n"
        yield from _rows(Part.model_fields, _field_docs(Part))


def _rows(fields: Mapping[str, FieldInfo], meanings: Mapping[str, str]) -> Iterator[str]:
    yield "\n| key | type | required | meaning |\n|---|---|---|---|\n"
    for key, field in fields.items():
        needed = "yes" if field.is_required() else ""
        yield f"| `{key}` | {_form(field)} | {needed} | {meanings[key]} |\n"


def _model_of(kind: object) -> type[BaseModel] | None:
    """Return the model in an annotation: alone, in a list, or as a dictionary's values."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    found = [_model_of(each) for each in get_args(kind)]
    return next((each for each in found if each is not None), None)


def _field_docs(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstring below each field; raise `SystemExit` if a field has none."""
    docs: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if not issubclass(kind, BaseModel) or kind is BaseModel:
            continue
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        lines = body.body if isinstance(body, ast.ClassDef) else []
        for field, text in pairwise([*lines, ast.Pass()]):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                expression = text.value if isinstance(text, ast.Expr) else None
                words = str(expression.value) if isinstance(expression, ast.Constant) else ""
                docs[field.target.id] = " ".join(words.split())
    lacking = [key for key in model.model_fields if not docs.get(key)]
    if lacking:
        raise SystemExit(f"{model.__name__}: no docstring below {', '.join(lacking)}")
    return docs


def _form(field: FieldInfo) -> str:
    """Return a field's type in a few words, with its bounds and default."""
    kind = _kind(field.annotation, field.metadata)
    bounds = [
        f"{sign} {getattr(rule, name):g}"
        for rule in field.metadata
        for name, sign in _NUMBERS.items()
        if type(rule).__name__.lower() == name
    ]
    default = "" if field.is_required() else _default(field.get_default(call_default_factory=True))
    return " ".join([kind, *bounds]) + default


def _default(value: object) -> str:
    if value is None or value in ("", [], {}, [""]):
        return ""
    return f"; else `{json.dumps(value, ensure_ascii=False)}`"


def _kind(kind: Any, metadata: Sequence[object] = ()) -> str:  # noqa: ANN401 - a type form
    """Return an annotation's type in words."""
    for unit, alias in (("mm", Length), ("pt", Points)):
        if kind is float and get_args(alias)[1] in metadata:
            return unit
    if hasattr(kind, "__metadata__"):  # Annotated: the type, then its constraints
        return _many(kind) or _kind(get_args(kind)[0], kind.__metadata__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(_kind(each) for each in inner if each is not types.NoneType)
    if origin is list:
        length = [rule for rule in metadata if isinstance(rule, annotated_types.MinLen)]
        if length:
            return f"list of {length[0].min_length} {_kind(inner[0])}"
        table = _model_of(inner[0])
        return "tables" if table else f"list of {_kind(inner[0])}"
    if origin is dict:
        return "table" if _model_of(inner[1]) else f"table of {_kind(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return "table"
    return _PLAIN[kind]


def _many(kind: Any) -> str:  # noqa: ANN401 - a type form
    """Return the words for a pair or a box, which include the number of values."""
    inner, *rules = get_args(kind)
    length = [rule for rule in rules if isinstance(rule, FieldInfo)]
    if get_origin(inner) is not list or not length:
        return ""
    least = [rule for rule in length[0].metadata if isinstance(rule, annotated_types.MinLen)]
    return f"list of {least[0].min_length} {_kind(get_args(inner)[0])}"
