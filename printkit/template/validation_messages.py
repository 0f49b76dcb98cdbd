"""What is wrong with a value of a data file, as people say it.

The library that checks types speaks English. What it finds is known by its kind, and said from
`templates/sheets/faults.toml`; a kind nobody knows stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from printkit.template.messages import Spoken, spoken

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_KINDS: Final = {
    "missing": "unfit_missing",
    "greater_than": "unfit_above",
    "greater_than_equal": "unfit_least",
    "less_than": "unfit_below",
    "less_than_equal": "unfit_most",
    "literal_error": "unfit_choice",
    "string_type": "unfit_text",
    "int_type": "unfit_whole",
    "int_from_float": "unfit_whole",
    "float_type": "unfit_number",
    "finite_number": "unfit_number",
    "bool_type": "unfit_yes",
    "list_type": "unfit_list",
    "dict_type": "unfit_table",
    "model_type": "unfit_table",
    "too_short": "unfit_few",
    "too_long": "unfit_many",
}
"""A kind of the library's faults, and the sentence for it."""
_LIMITS: Final = ("gt", "ge", "lt", "le", "min_length", "max_length")


def why_unfit(fault: ErrorDetails) -> str:
    """The sentence for a fault, with what is given where that is one value."""
    context = fault.get("ctx", {})
    if fault["type"] in _KINDS:
        limit = next((f"{context[name]:g}" for name in _LIMITS if name in context), "")
        facts = {"limit": limit, "choices": _listed(str(context.get("expected", "")))}
        what: str = spoken(_KINDS[fault["type"]], **facts)
    elif isinstance(own := context.get("error"), ValueError) and own.args:
        what = own.args[0]
    else:
        what = fault["msg"].removeprefix("Input ")
    given = fault["input"]
    if fault["type"] == "missing" or not isinstance(given, str | int | float | bool):
        return what
    return spoken("unfit_given", what=what, given=repr(given))


def _listed(choices: str) -> Spoken:
    """`'a', 'b' or 'c'` as each language lists."""

    def say(lang: str) -> str:
        return choices if lang == "en" else choices.replace(" or ", "、").replace(", ", "、")

    return Spoken.by(say)
