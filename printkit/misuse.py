"""Slips on the command line, as the library that reads it puts them and as people do.

The library speaks English. What it says is known by its form, and said again from
`templates/sheets/faults.toml`; a form nobody knows stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from printkit.spoken import in_language, spoken

__all__ = ["called", "language_of", "reworded"]

_OF = r"Invalid value for '?(?P<name>.+?)'?: "
_FORMS = {
    "slip_option_near": r"No such option: (?P<name>\S+) \(Possible options: (?P<near>.+)\)",
    "slip_option": r"No such option: (?P<name>\S+)",
    "slip_missing": r"Missing (?:argument|option) '(?P<name>.+)'\.",
    "slip_command_near": r"No such command '(?P<name>.*)'\. Did you mean (?P<near>.+)\?",
    "slip_command": r"No such command '(?P<name>.*)'\.",
    "slip_choice": _OF + r"'(?P<given>.*)' is not one of (?P<near>.+)\.",
    "slip_most": _OF + r"Input should be less than or equal to (?P<most>\S+)",
    "slip_least": _OF + r"Input should be greater than or equal to (?P<least>\S+)",
    "slip_whole": _OF + r"Input should be a valid integer.*",
    "slip_number": _OF + r"Input should be a valid number.*",
    "slip_extra": r"Got unexpected extra arguments? \((?P<words>.*)\)",
    "slip_value": r"Option '(?P<name>.+)' requires an argument\.",
}
"""A sentence's key, and the form by which the library's own is known; the first that fits."""
_LANGUAGE = ("--lang", "--say")


def reworded(message: str, lang: str) -> str:
    """What the library says, as people say it in a language."""
    plain = message.replace("Value error, ", "").replace("argument(s)", "arguments")
    for key, form in _FORMS.items():
        if found := re.fullmatch(form, plain):
            return in_language(spoken(key, **found.groupdict()), lang)
    return plain


_CALLED = re.compile(r"Usage: (?P<form>.+)\nTry '(?P<help>.+)' for help\.\n(?P<rest>\s*)")


def called(usage: str, lang: str) -> str:
    """How a command is called, above a slip; another form than the library's stays as it is."""
    found = _CALLED.fullmatch(usage)
    if found is None:
        return usage
    said = (spoken("usage", form=found["form"]), spoken("usage_help", help=found["help"]))
    return "".join(f"{in_language(line, lang)}\n" for line in said) + found["rest"]


def language_of(arguments: Sequence[str]) -> str:
    """The language a command line asks for, else the one the system speaks."""
    from rules import LANGUAGES, system_language  # noqa: PLC0415 - only when something went wrong

    known = {lang.lower(): lang for lang in LANGUAGES}
    asked = [
        value
        for word, after in pairwise([*arguments, ""])
        for name, _, value in [word.partition("=") if "=" in word else (word, "", after)]
        if name in _LANGUAGE
    ]
    found = [known[value.lower()] for value in asked if value.lower() in known]
    return found[-1] if found else system_language()
