"""Reports of failed commands, in one form for `printkit`, `companion` and `python -m rules`.

A failure is a sentence on stderr. With `--json` it is one object on stdout instead:
`{"error": {"exit": 2, "kind": "UnknownGame", "message": "no game 'ygdrasil': …"}}`.

A mistyped game is reported before any other fault of the same command line: the others may follow
from it, or the parser may have stopped at them.
"""

import json
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TextIO

from rules.catalog.reader import game_called
from rules.messages.message import Message
from rules.messages.near_matches import nearest
from rules.registry import game_slugs, near_game

GAME_OPTIONS: Final = frozenset(("--game", "-g", "--deck-rules"))
"""The options of all programs whose value is a game."""


def report_failure(code: int, kind: str, text: str, *, as_json: bool) -> int:
    """Print why a command failed, as text or as JSON, and return its exit code.

    If stdout is closed, discarded or on a full disk, the text goes to stderr after all.
    """
    if as_json and sys.stdout is not None and not _discards(sys.stdout):
        error = {"exit": code, "kind": kind, "message": text}
        with suppress(OSError):
            _write(json.dumps({"error": error}, ensure_ascii=False), sys.stdout)
            return code
    if sys.stderr is not None:
        _write(text, sys.stderr)
    return code


def _discards(stream: TextIO) -> bool:
    """Return whether a stream leads nowhere, as stdout does after its device has failed."""
    try:
        return os.path.samestat(os.fstat(stream.fileno()), Path(os.devnull).stat())
    except (OSError, ValueError):
        return False


def _write(line: str, stream: TextIO) -> None:
    stream.write(line + "\n")
    stream.flush()


def mistyped_game(words: Sequence[str], valued: Collection[str], at: int | None) -> Message | None:
    r"""Return the fault of a word that is almost a game's name, or None.

    `words` follow the command's name. `valued` are its options that take a value; `at` is the
    position of the game among its arguments.

    >>> mistyped_game(["--lang", "xx", "ygdrasil"], {"--lang"}, 0).render("en")
    'no game \'ygdrasil\': did you mean "yggdrasil"?'
    """
    named, others, rest = list[str](), list[str](), list(words)
    while rest:
        option, given, value = rest.pop(0).partition("=")
        if option.startswith("-") and len(option) > 1:
            if not given and option in valued and rest:
                value = rest.pop(0)
            if option in GAME_OPTIONS:
                named.append(value)
        else:
            others.append(option + given + value)
    named += others[at : at + 1] if at is not None else []
    games = game_slugs()
    for word in named:
        if game_called(word) not in games and nearest(word, games):
            return Message("no_game", name=repr(word), near=near_game(word, games))
    return None


def mistyped_in(words: Sequence[str], group: Any) -> Message | None:  # noqa: ANN401 - typer's own
    """Return the fault of a mistyped game in a command line for typer, or None.

    `group` is typer's object for the whole program; its commands' parameters describe the options.
    """
    commands: Mapping[str, Any] = group.commands
    name = next((word for word in words if not word.startswith("-")), "")
    if name not in commands:
        return None
    params = commands[name].params
    options = [param for param in params if param.param_type_name == "option"]
    valued = {word for option in options if not option.is_flag for word in option.opts}
    arguments = [param for param in params if param.param_type_name == "argument"]
    at = next((n for n, each in enumerate(arguments) if "GAME" in _form(each)), None)
    return mistyped_game(words[list(words).index(name) + 1 :], valued, at)


def _form(argument: Any) -> str:  # noqa: ANN401 - typer's own
    form: str = argument.metavar or argument.name
    return form.upper()
