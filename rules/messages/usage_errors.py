"""Translation of the usage errors that the command-line parser libraries report.

The libraries report in English: typer for `printkit` and `companion`, argparse for `python -m
rules`. Each message is recognised by a pattern and replaced with a sentence in
`card_data/faults.toml`. Unrecognised messages stay unchanged.
"""

import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise

from rules.messages.languages import LANGUAGES
from rules.messages.locale import system_language
from rules.messages.message import Message, Text, render

_OF = r"(?:Invalid value for|argument) '?(?P<name>.+?)'?: "
_FORMS = (
    ("slip_option_near", r"No such option: (?P<name>\S+) \(Possible options: (?P<near>.+)\)"),
    ("slip_option", r"No such option: (?P<name>\S+)"),
    ("slip_missing_option", r"Missing option '(?P<name>.+)'\."),
    ("slip_missing", r"Missing argument '(?P<name>.+)'\."),
    ("slip_missing", r"the following arguments are required: (?P<name>.+)"),
    ("slip_no_command", r"Missing command\."),
    ("slip_command_near", r"No such command '(?P<name>.*)'\. Did you mean (?P<near>.+)\?"),
    ("slip_command", r"No such command '(?P<name>.*)'\."),
    ("slip_choice", _OF + r"'(?P<given>.*)' is not one of (?P<near>.+)\."),
    ("slip_choice", _OF + r"invalid choice: '(?P<given>.*)' \(choose from (?P<near>.+)\)"),
    ("slip_most", _OF + r"Input should be less than or equal to (?P<most>\S+)"),
    ("slip_least", _OF + r"Input should be greater than or equal to (?P<least>\S+)"),
    ("slip_whole", _OF + r"Input should be a valid integer.*"),
    ("slip_number", _OF + r"Input should be a valid number.*"),
    ("slip_count", _OF + r"(?P<given>'.*') is not a number from 1 to (?P<most>\d+)"),
    ("slip_no_text", _OF + r"(?P<given>'.*') is not text: write letters or digits"),
    ("slip_extra", r"Got unexpected extra arguments? \((?P<words>.*)\)"),
    ("slip_extra", r"unrecognized arguments: (?P<words>.*)"),
    ("slip_value", r"Option '(?P<name>.+)' requires an argument\."),
    ("slip_value", _OF + r"expected one argument"),
    ("slip_no_value", r"Option '(?P<name>.+)' does not take a value\."),
    ("slip_no_value", _OF + r"ignored explicit argument .*"),
    ("slip_ambiguous", r"ambiguous option: (?P<name>\S+) could match (?P<near>.+)"),
)
"""Keys of sentences, and patterns of the library's messages; the first match counts."""
_LANGUAGE = ("--lang", "--say")
_CALLED = re.compile(r"Usage: (?P<form>.+)\nTry '(?P<help>.+)' for help\.\n(?P<rest>\s*)")


def format_usage_error(error: Exception, lang: str) -> str:
    """Return the text for a usage error that typer found: the usage line and the error."""
    usage, message = _shown(error)
    if not message:
        return usage
    return _called(usage, lang) + error_line(reword_usage_error(message), lang) + "\n"


def usage_sentence(error: Exception, lang: str) -> str:
    """Return only the sentence of a usage error that typer found, or else the help."""
    usage, message = _shown(error)
    return render(reword_usage_error(message), lang) if message else usage.strip()


def _shown(error: Exception) -> tuple[str, str]:
    """Return the usage line or the whole help, and the error, as typer shows them."""
    shown = StringIO()
    show = getattr(error, "show", lambda file: file.write(f"Error: {error}"))
    show(shown)
    usage, _, message = shown.getvalue().partition("Error: ")
    return usage, message.strip()


def reword_usage_error(message: str) -> Text:
    """Return this program's sentence for a library's message.

    >>> reword_usage_error("argument --depth: expected one argument")
    Message('slip_value', name='--depth')
    """
    plain = message.replace("Value error, ", "").replace("argument(s)", "arguments")
    for key, form in _FORMS:
        if found := re.fullmatch(form, plain):
            facts = found.groupdict()
            return Message(key, **{name: _unquoted(name, fact) for name, fact in facts.items()})
    return plain


def error_line(what: Text, lang: str) -> str:
    """Return an error sentence with its label."""
    return Message("error", what=what).render(lang)


def language_of(arguments: Sequence[str]) -> str:
    """Return the language that a command line requests, even if invalid, or the system's.

    >>> language_of(["deck", "--lang=JA"])
    'ja'
    """
    known = {lang.lower(): lang for lang in LANGUAGES}
    asked = [
        value
        for word, after in pairwise([*arguments, ""])
        for name, _, value in [word.partition("=") if "=" in word else (word, "", after)]
        if name in _LANGUAGE
    ]
    found = [known[value.lower()] for value in asked if value.lower() in known]
    return found[-1] if found else system_language()


def _unquoted(name: str, fact: str) -> str:
    """Return the fact without quotes if it is an option with two names ('--game' / '-g')."""
    return fact.replace("'", "") if name == "name" else fact


def _called(usage: str, lang: str) -> str:
    """Return the translated usage line above an error; an unrecognised line stays unchanged."""
    found = _CALLED.fullmatch(usage)
    if found is None:
        return usage
    lines = (Message("usage", form=found["form"]), Message("usage_help", help=found["help"]))
    return "".join(f"{line.render(lang)}\n" for line in lines) + found["rest"]
