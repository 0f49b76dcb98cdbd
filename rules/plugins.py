"""External games, with faults reported to their designers by file and line.

    load_game → load_external(slug, home) → Game      every fault in it: `GameFault`

Theory of operation. A fault of a shipped game is a bug of this project and stays an ordinary
exception. A fault of an external game is for its designer to fix, so the report names the file and
line. It is caught where the designer's code is entered: at the import of the module, and in every
function of `Game`, which is called through a `_GuardedGame`. Calls between the designer's own
functions bypass the guard, so that the game can handle its own exceptions. The reported line is the
deepest one in the game's folder. Results are also checked: a `None` among the actions would fail
far from its cause, in this project's code.
"""

import importlib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from inspect import isfunction, unwrap
from pathlib import Path
from traceback import walk_tb
from typing import Any, Final

from rules.core.action import Action
from rules.core.deck_report import DeckReport
from rules.core.event import Event, Outcome
from rules.core.game import Game, TableForm
from rules.core.values import PlacedCard
from rules.core.verdict import Violation
from rules.errors import Fault, GameFault, RulesError
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean
from rules.process.interrupt import was_interrupted

_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "seats": tuple,
    "to_act": AbstractSet,
    "violations": tuple,
    "resolve": tuple,
    "outcome": (Outcome, type(None)),
    "describe_option": (Event, type(None)),
    "prompts": tuple,
    "cell_owners": Mapping,
    "table": TableForm,
    "layout": Mapping,
    "format": str,
    "check_deck": DeckReport,
    "check_cards": tuple,
    "sample": Action,
    "value": (int, float),
    "evaluate": (int, float),
    "scores": Mapping,
    "counts": Mapping,
}
"""Result type of each function; functions that are not listed return a state or may return None."""
_STATES: Final = frozenset(("start", "fold", "view", "parse", "parse_agreed", "normalize"))
_ITEMS: Final[Mapping[str, type]] = {
    "legal": Action,
    "candidate_actions": Action,
    "violations": Violation,
    "resolve": Event,
    "check_cards": Fault,
}
"""Item type of each function that returns or yields a sequence."""
_STREAMS: Final = frozenset(("legal", "candidate_actions", "worlds", "violations_by_world"))
_PASSED_ON: Final = (RulesError, MemoryError, BrokenPipeError)
"""Exceptions that are passed on unchanged, because the external game did not cause them."""


def load_external(slug: str, home: Path) -> Game[Any]:
    """Return the guarded game in the folder `home`; raise `GameFault` if it cannot be loaded."""
    file = home / slug / "__init__.py"
    try:
        module = importlib.import_module(f"rules.games.{slug}")
    except _PASSED_ON:
        raise
    except Exception as error:
        if was_interrupted():  # Ctrl-C can surface as an import error
            raise
        raise GameFault(_import_fault(error, slug, home)) from error
    game, classes = getattr(module, "GAME", None), _classes(vars(module))
    if not isinstance(game, Game):
        name = game.__name__ if isinstance(game, type) else classes[0].__name__ if classes else "…"
        what = (
            Message("own_no_game", given=_shown(game)) if game is not None else Message("own_none")
        )
        raise GameFault(
            Fault(_display_path(file, home), 0, "", what, Message("own_write", name=name))
        )
    given = getattr(game, "slug", None)
    if given != slug:
        what = Message("own_slug", given=repr(given), game=slug)
        raise GameFault(
            Fault(_display_path(file, home), 0, type(game).__name__, what, Message("own_same"))
        )
    return _GUARDED(game, slug, home)


def _display_path(path: Path, home: Path) -> str:
    """Return the path of a game's file, relative to the folder in `RULES_GAMES`."""
    return path.relative_to(home.parent.parent).as_posix()


def _classes(names: Mapping[str, object]) -> list[type[Game[Any]]]:
    """Return the subclasses of `Game` that a module itself defines."""
    return [
        each
        for each in names.values()
        if isinstance(each, type)
        and issubclass(each, Game)
        and each.__module__ == names["__name__"]
    ]


def _import_fault(error: Exception, slug: str, home: Path) -> Fault:
    if isinstance(error, SyntaxError) and error.filename and _within(error.filename, home):
        what, line = f"{type(error).__name__}: {error.msg}", error.lineno or 0
        file = _display_path(Path(error.filename).resolve(), home)
        return Fault(file, line, "", what, Message("own_import", game=slug))
    found = _deepest_frame(error, home)
    lacking = [
        (each.__name__, sorted(each.__abstractmethods__))
        for each in (_classes(found[2]) if found and isinstance(error, TypeError) else ())
        if each.__abstractmethods__
    ]
    file, line, _ = found or (_display_path(home / slug / "__init__.py", home), 0, {})
    if lacking:
        name, words = lacking[0]
        lacks = Message("own_lacks", name=name, words=words)
        return Fault(file, line, "", lacks, Message("own_contract", game=slug))
    return Fault(file, line, "", _python_message(error), Message("own_import", game=slug))


def _python_message(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _within(file: str, home: Path) -> bool:
    return Path(file).resolve().is_relative_to(home)


def _deepest_frame(error: BaseException, home: Path) -> tuple[str, int, Mapping[str, Any]] | None:
    """Return the file, line and globals of the deepest frame in a game's folder, or None."""
    deepest = None
    for frame, line in walk_tb(error.__traceback__):
        if _within(frame.f_code.co_filename, home):
            file = _display_path(Path(frame.f_code.co_filename).resolve(), home)
            deepest = (file, line, frame.f_globals)
    return deepest


def _shown(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:59]}…"


class _GuardedGame(Game[Any]):
    """Wrapper that checks an external game; `_GUARDED` adds the functions of `Game`."""

    def __init__(self, game: Game[Any], slug: str, home: Path) -> None:
        self.own, self.named, self.home = game, slug, home

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute of the game
        if name.startswith("__") or "own" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.own, name)

    def call(self, name: str, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the type depends on the function
        """Return the result of one of the game's functions; raise `GameFault` if it fails."""
        try:
            given = getattr(self.own, name)(*arguments, **options)
            if name in _STREAMS and given is not None:
                return self.stream(name, iter(given))
        except _PASSED_ON:
            raise
        except Exception as error:
            raise GameFault(self.failure(name, error)) from error
        self.check_result(name, given)
        return given

    def stream(self, name: str, given: Iterator[Any]) -> Iterator[Any]:
        """Yield the items of a function's result; raise `GameFault` if it or an item is faulty."""
        while True:
            try:
                each = next(given)
            except StopIteration:
                return
            except _PASSED_ON:
                raise
            except Exception as error:
                raise GameFault(self.failure(name, error)) from error
            if name in _ITEMS and not isinstance(each, _ITEMS[name]):
                raise GameFault(self.wrong_result(name, each))
            yield each

    def check_result(self, name: str, given: object) -> None:
        """Raise `GameFault` for a result of the wrong type."""
        good = isinstance(given, _KINDS.get(name, object))
        if given is None and name in (*_STATES, "legal", "candidate_actions"):
            good = False
        wrong: object = given
        if good and name in _ITEMS:
            odd = [each for each in _each(given) if not isinstance(each, _ITEMS[name])]
            good, wrong = not odd, odd[0] if odd else given
        if good and name == "layout":
            odd = [each for each in _piles(given) if not isinstance(each, PlacedCard)]
            good, wrong = not odd, odd[0] if odd else given
        if not good:
            raise GameFault(self.wrong_result(name, wrong))
        if name == "violations":
            self.check_clauses(given)

    def check_clauses(self, given: object) -> None:
        """Raise `GameFault` for a violation of a clause that the game does not have."""
        clauses = _clauses(self.home.parent.parent / "card_data" / self.named)
        for violation in _each(given):
            if clauses and violation.clause not in clauses:
                file, line = self.location("violations")
                what = Message("own_clause", clause=violation.clause, game=self.named)
                near = did_you_mean(violation.clause, clauses)
                raise GameFault(Fault(file, line, "violations", what, near))

    def failure(self, name: str, error: Exception) -> Fault:
        """Return the fault for a function that raised an exception."""
        found = _deepest_frame(error, self.home)
        file, line = found[:2] if found else self.location(name)
        return Fault(file, line, name, _python_message(error), Message("own_mend", game=self.named))

    def wrong_result(self, name: str, given: object) -> Fault:
        """Return the fault for a function with a result of the wrong type."""
        file, line = self.location(name)
        wanted = str(getattr(Game, name).__annotations__["return"])
        what = Message(
            "own_gives", given=_shown(given), wanted="State" if wanted == "S" else wanted
        )
        return Fault(file, line, name, what, Message("own_contract", game=self.named))

    def location(self, name: str) -> tuple[str, int]:
        """Return the file and the first line of a function."""
        code = getattr(unwrap(getattr(type(self.own), name)), "__code__", None)
        if code is None or not _within(code.co_filename, self.home):
            return _display_path(self.home / self.named / "__init__.py", self.home), 0
        return _display_path(Path(code.co_filename).resolve(), self.home), code.co_firstlineno


@cache
def _clauses(folder: Path) -> frozenset[str]:
    """Return the clauses in a game's data; none if unreadable, which is reported elsewhere."""
    try:
        return frozenset(tomllib.loads((folder / "clauses.toml").read_text(encoding="utf-8-sig")))
    except (OSError, ValueError):
        return frozenset()


def _each(given: object) -> Iterable[Any]:
    return given if isinstance(given, tuple) else ()


def _piles(given: object) -> Iterator[object]:
    for pile in given.values() if isinstance(given, Mapping) else ():
        yield from pile if isinstance(pile, tuple) else (pile,)


def _guarded(name: str) -> Callable[..., Any]:
    """Return a guarded function; the defaults of `Game` then call guarded functions, too."""
    default = getattr(Game, name)

    def guarded(
        self: _GuardedGame,
        *arguments: Any,  # noqa: ANN401 - the types depend on the function
        **options: Any,  # noqa: ANN401 - as above
    ) -> Any:  # noqa: ANN401 - as above, too
        if getattr(type(self.own), name) is default:
            return default(self, *arguments, **options)
        return self.call(name, arguments, options)

    return guarded


_FUNCTIONS: Final = [n for n, f in vars(Game).items() if isfunction(f) and not n.startswith("_")]
_GUARDED: Final[type[_GuardedGame]] = type(
    "Guarded", (_GuardedGame,), {name: _guarded(name) for name in _FUNCTIONS}
)
"""Subclass of `_GuardedGame` with a guarded version of every function of `Game`."""
