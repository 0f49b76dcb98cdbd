"""External games, with faults reported to their designers by file and line.

    load_external(slug, home) → Rules     a game that cannot be loaded, or fails at its start
    game_fault(error) → GameFault | None  any other error, when a command ends with it

Theory of operation. A fault of a shipped game is a bug of this project and stays an ordinary
exception. A fault of an external game is for its designer to fix, so the report names the file and
line: the deepest one of the traceback in the game's folder. When a game is loaded, its first plies
are played and the types of the results are checked: a `None` among the actions would fail far from
its cause, in this project's code.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from inspect import unwrap
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from types import CodeType
from typing import Any, Final

from rules.core.action import Action
from rules.core.event import Outcome, Resolution
from rules.core.event_kinds import event_fault
from rules.core.rules import PhaseSpec, Rules, TableForm
from rules.core.values import PlacedCard, Setup
from rules.core.verdict import Violation
from rules.errors import DataError, Fault, GameFault, RulesError
from rules.messages.message import Message
from rules.process.interrupt import was_interrupted

_PASSED_ON: Final = (RulesError, MemoryError, BrokenPipeError)
"""Exceptions that are passed on unchanged, because the external game did not cause them."""
_PLIES: Final = 3
"""Number of plies played when a game is loaded."""
PLAYING: Final[set[str]] = set()
"""Games being played when loaded; their code may load the catalogue, which loads the game."""


def load_external(slug: str, home: Path) -> Rules[Any]:
    """Return the game in the folder `home`; raise `GameFault` if it cannot be loaded."""
    file = _display_path(home / slug / "__init__.py", home)
    try:
        game = getattr(importlib.import_module(f"rules.games.{slug}"), "GAME", None)
    except _PASSED_ON:
        raise
    except Exception as error:
        if was_interrupted():  # Ctrl-C can surface as an import error
            raise
        raise GameFault(_import_fault(error, slug, home)) from error
    if not isinstance(game, Rules):
        given = Message("own_no_game", given=_shown(game))
        what = given if game is not None else Message("own_none")
        raise GameFault(Fault(file, 0, "", what, Message("own_write")))
    if game.slug != slug:
        what = Message("own_slug", given=repr(game.slug), game=slug)
        raise GameFault(Fault(file, 0, "GAME", what, Message("own_same")))
    if slug not in PLAYING:
        PLAYING.add(slug)
        try:
            _play(game, home)
        except DataError:
            pass  # reported when the data are used
        except _PASSED_ON:
            raise
        except Exception as error:
            fault = Fault(
                file, 0, "GAME", _python_message(error), Message("own_contract", game=slug)
            )
            raise game_fault(error) or GameFault(fault) from error
        finally:
            PLAYING.remove(slug)
    return game


def game_fault(error: BaseException) -> GameFault | None:
    """Return the fault of the external game in whose code an exception occurred, if any."""
    _, *homes = importlib.import_module("rules.games").__path__
    for home in map(Path, homes):
        found = _deepest_frame(error, home)
        if found is not None:
            code, line = found
            fix = Message("own_mend", game=_slug(code, home))
            file = _display_path(Path(code.co_filename).resolve(), home)
            return GameFault(Fault(file, line, code.co_name, _python_message(error), fix))
    return None


def _play(game: Rules[Any], home: Path) -> None:
    """Play a game's first plies; raise `GameFault` for a result of the wrong type."""

    def check(function: Callable[..., Any], given: object, wanted: type | tuple[type, ...]) -> None:
        if not isinstance(given, wanted):
            kinds = wanted if isinstance(wanted, tuple) else (wanted,)
            names = " | ".join(kind.__name__ for kind in kinds)
            what = Message("own_gives", given=_shown(given), wanted=names)
            fix = Message("own_contract", game=game.slug)
            raise GameFault(_fault_in(function, what, fix, game.slug, home))

    setup = Setup(game.slug)
    state = game.start(setup)
    check(game.start, state, type(state) if state is not None else object)
    check(game.seats, game.seats(setup), tuple)
    check(game.table.form, game.table.form(setup), TableForm)
    for _ in range(_PLIES):
        phase = game.phase(state)
        spec: Any = game.phases.get(phase, phase)
        check(game.phase, spec, PhaseSpec)
        options = spec.options(state)
        check(spec.options, options, Iterator)
        first: list[Any] = list(islice(options, 1))
        for action in first:
            check(spec.options, action, Action)
        check(spec.who, spec.who(state), AbstractSet)
        check(game.outcome, game.outcome(state), (Outcome, type(None)))
        check(game.notation.format, game.notation.format(state), str)
        layout = game.table.layout(state)
        check(game.table.layout, layout, Mapping)
        for pile in layout.values():
            check(game.table.layout, pile, tuple)
            for card in pile:
                check(game.table.layout, card, PlacedCard)
        if not first:
            return
        (action,) = first
        found = spec.violations(state, action)
        check(spec.violations, found, tuple)
        for violation in found:
            check(spec.violations, violation, Violation)
        run = spec.resolve(state, action)
        check(spec.resolve, run, Resolution)
        for event in run.events:
            if (what := event_fault(event, game.events)) is not None:
                fix = Message("own_event")
                raise GameFault(_fault_in(spec.resolve, what, fix, game.slug, home))
        state = run.state


def _fault_in(
    function: Callable[..., Any], what: Message, fix: Message, slug: str, home: Path
) -> Fault:
    """Return a fault in the result of a function."""
    code = getattr(unwrap(function), "__code__", None)
    file, line, name = _display_path(home / slug / "__init__.py", home), 0, "GAME"
    if code is not None and _within(code.co_filename, home):
        file = _display_path(Path(code.co_filename).resolve(), home)
        line, name = code.co_firstlineno, code.co_name
    return Fault(file, line, name, what, fix)


def _display_path(path: Path, home: Path) -> str:
    """Return the path of a game's file, relative to the folder in `RULES_GAMES`."""
    return path.relative_to(home.parent.parent).as_posix()


def _slug(code: CodeType, home: Path) -> str:
    """Return the game in whose folder a piece of code is."""
    part = Path(code.co_filename).resolve().relative_to(home.resolve()).parts[0]
    return part.removesuffix(".py")


def _import_fault(error: Exception, slug: str, home: Path) -> Fault:
    fix = Message("own_import", game=slug)
    if isinstance(error, SyntaxError) and error.filename and _within(error.filename, home):
        what, line = f"{type(error).__name__}: {error.msg}", error.lineno or 0
        return Fault(_display_path(Path(error.filename).resolve(), home), line, "", what, fix)
    found = _deepest_frame(error, home)
    file, line = _display_path(home / slug / "__init__.py", home), 0
    if found is not None:
        file, line = _display_path(Path(found[0].co_filename).resolve(), home), found[1]
    return Fault(file, line, "", _python_message(error), fix)


def _python_message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _within(file: str, home: Path) -> bool:
    return Path(file).resolve().is_relative_to(home.resolve())


def _deepest_frame(error: BaseException, home: Path) -> tuple[CodeType, int] | None:
    """Return the code and line of the deepest frame in a folder of games, or None."""
    deepest = None
    for frame, line in walk_tb(error.__traceback__):
        if _within(frame.f_code.co_filename, home):
            deepest = (frame.f_code, line)
    return deepest


def _shown(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:59]}…"
