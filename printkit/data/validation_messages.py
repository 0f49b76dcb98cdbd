"""Messages for invalid values in data files.

The validation library's messages are English. Its errors are recognised by their kind, and worded
from `templates/sheets/faults.toml`; an unknown kind is passed on unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules import LANGUAGES, Message
from rules.messages.languages import Words
from rules.messages.message import Text

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


def why_unfit(fault: ErrorDetails) -> Text:
    """Return the message for a fault, with the given value where there is a single one."""
    context = fault.get("ctx", {})
    if fault["type"] in _KINDS:
        limit = next((f"{context[name]:g}" for name in _LIMITS if name in context), "")
        choices = _listed(str(context.get("expected", "")))
        what: Text = Message(f"print.{_KINDS[fault['type']]}", limit=limit, choices=choices)
    elif isinstance(own := context.get("error"), ValueError) and own.args:
        what = own.args[0]
    else:
        what = fault["msg"].removeprefix("Input ")
    given = fault["input"]
    if fault["type"] == "missing" or not isinstance(given, str | int | float | bool):
        return what
    return Message("print.unfit_given", what=what, given=repr(given))


def _listed(choices: str) -> Words:
    """Return `'a', 'b' or 'c'` as each language lists."""
    eastern = choices.replace(" or ", "、").replace(", ", "、")
    return {lang: choices if lang == "en" else eastern for lang in LANGUAGES}
