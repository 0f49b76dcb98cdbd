"""Ctrl-C, from a program's first moment to its last: one word, exit code 130, no traceback.

A program that is asked to end (SIGTERM), or whose terminal is closed (SIGHUP), ends likewise.

    starting   nothing is open yet, and imports may swallow what is raised in them: leave at once
    running    `KeyboardInterrupt`, so that commands close what is open; a second one leaves at once
    ending     leave at once

Starting also takes care that file names are read in any locale (see `_read_names_as_utf8`), that
what we say can be said on any terminal (see `_escape_output`), that the texts in which it is said
are there (a copy may not be whole), that there is a folder to work in and an output to answer on,
and tells where nothing was installed which library is lacking.

Importing it does nothing.  `python -m rules` starts with `begin`, because Python imports a package
before its `__main__`; `printkit` and `companion` set a handler of their own first (`__main__`).
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys

TYPE_CHECKING = False  # as `typing` has it, without loading it first
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

ENVIRONMENT, INTERRUPTED = 3, 130
_START = "play.py"
"""What sets a checkout up; an installed copy has none."""
_DATA = ("card_data/faults.toml", "templates/sheets/faults.toml")
"""The folders of data, each by the file that names faults."""
_ALIKE = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u2022", "-"),  # dashes, dots
    **dict.fromkeys("\u2018\u2019\u201c\u201d", "'"),  # a double one would end a text of JSON
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
    **dict.fromkeys("\u200b\u2060", ""),
    "\u00b2": "2",
    "\u00b3": "3",
    "\u2248": "~",
    "\u00d7": "x",
    "\u2026": "...",
    "\u2192": "->",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u00b1": "+-",
}
"""What a reader takes for the same, of signs and letters that a terminal may lack."""
_JSON = ("{", "[{", '["')
"""How a line of JSON begins, in which nothing is written otherwise than it is."""


def exit_now(*_: object) -> NoReturn:
    """Say one word and be gone, from wherever we are."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def begin(module: str) -> None:
    """Guard `python -m MODULE` from its first import on, and refuse a Python that is too old."""
    named = getattr(sys, "orig_argv", [module])  # Python 3.10 and later have it
    if module not in named and f"-m{module}" not in named:
        return
    guard()
    if sys.version_info < (3, 11):  # pip would have refused; a checkout can be started all the same
        sys.stderr.write(
            "Python 3.11 or newer is needed, you have {}.{}.{}: start with a newer one, "
            "for example python3.11 play.py demo\n".format(*sys.version_info[:3])
        )
        sys.exit(ENVIRONMENT)


def guard() -> None:
    """From now on Ctrl-C leaves at once."""
    _handle_signals(exit_now)


def termination_signals() -> list[int]:
    """The signals that ask for our end.

    Who was started to outlive its terminal does; Ctrl-C is heard whoever started us.
    """
    named = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))  # Windows lacks one
    asked = (n for n in named if n is not None and signal.getsignal(n) is not signal.SIG_IGN)
    return [signal.SIGINT, *asked]


def _handle_signals(heard: Callable[..., object]) -> None:
    """Have `heard` answer what asks for our end."""
    for number in termination_signals():
        signal.signal(number, heard)


def was_interrupted() -> bool:
    """Whether a running command was interrupted: what fails then is no fault of anybody's."""
    return signal.getsignal(signal.SIGINT) is exit_now


def missing_native_library(error: Exception) -> str:
    """The library that is installed, but cannot be opened here; "" if `error` is something else.

    A compiled one leans on libraries of the system, which nothing that installs Python's brings.
    """
    if isinstance(error, ImportError) and error.path and not error.path.endswith(".py"):
        return error.name or error.path
    return ""


def start(load: Callable[[], Callable[[], int | None]], *, answers: bool = True) -> NoReturn:
    """Import a command line with `load`, run it, and exit with its code.

    `answers`: each of its commands answers on standard output, and none begins if that is closed.
    """
    hook = sys.unraisablehook

    def swallowed(lost: sys.UnraisableHookArgs) -> None:
        """Python drops what is raised in a callback of its own; a Ctrl-C must not be lost."""
        if isinstance(lost.exc_value, KeyboardInterrupt):
            exit_now()
        hook(lost)

    try:
        guard()
        _read_names_as_utf8()
        _escape_output()
        _check_data()
        _check_output(answers=answers)
        _check_folder()
        run = load()
        sys.unraisablehook = swallowed
        _handle_signals(_raise)
        code = run()
    except KeyboardInterrupt:
        exit_now()
    except ModuleNotFoundError as error:
        if "--debug" in sys.argv:
            raise
        sys.stderr.write(_not_set_up(error.name or str(error)))
        code = ENVIRONMENT
    finally:
        guard()
    sys.exit(code)


def _check_data() -> None:
    """Leave if data lacks: without it nothing can be told, in any language."""
    from rules.data_home import data_home  # noqa: PLC0415 - after Ctrl-C is heard

    for name in _DATA:
        path = os.path.join(data_home(), name)  # noqa: PTH118 - quick
        if not os.path.exists(path):  # noqa: PTH110 - (same)
            sys.stderr.write(
                f"{path} is missing: this copy is not whole; "
                "install it again, or copy the checkout with all its folders\n"
            )
            sys.exit(ENVIRONMENT)


def _check_folder() -> None:
    """Leave if the folder we were started in is gone: names of files would lead nowhere."""
    try:
        os.getcwd()  # noqa: PTH109 - quick
    except OSError:
        _exit_with("folder_gone")


def _check_output(*, answers: bool) -> None:
    """Leave if the output alone is closed.

    Where there is no talk either, nobody is to be answered, as with a program that Windows starts
    without a terminal: both go nowhere then, and the talk never among the data.
    """
    silent, closed = sys.stderr is None, sys.stdout is None
    if silent:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - to the end
    if answers and closed:
        if not silent:
            _exit_with("output_closed")
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - (same)


def _exit_with(key: str) -> NoReturn:
    from rules.messages.message import Message  # noqa: PLC0415 - it costs, and is hardly ever said
    from rules.messages.usage_errors import language_of  # noqa: PLC0415 - (same)

    sys.stderr.write(Message(key).render(language_of(sys.argv[1:])) + "\n")
    sys.exit(ENVIRONMENT)


def _in_checkout(name: str) -> str:
    """Where a file would be that lies beside the packages."""
    home = os.path.abspath(f"{__file__}/../../..")  # noqa: PTH100 - quick
    return os.path.join(home, name)  # noqa: PTH118 - (same)


def _not_set_up(library: str) -> str:
    """What somebody reads who started a checkout with the system's own Python, or a bare wheel."""
    from rules.messages.locale import system_language  # noqa: PLC0415 - (same)
    from rules.messages.message import Message  # noqa: PLC0415 - it costs, and is hardly ever said
    from rules.process.installing import install_command  # noqa: PLC0415 - (same)

    install = install_command("all")
    text = Message("no_extra", name=library, command=install)
    if os.path.exists(_in_checkout(_START)):  # noqa: PTH110 - quick
        start = f"python3 {_START}"
        text = Message("not_set_up", name=library, python="Python", start=start, install=install)
    return text.render(system_language()) + "\n"


def _raise(*_: object) -> NoReturn:
    guard()
    raise KeyboardInterrupt


def _read_names_as_utf8() -> None:
    """Where Python reads file names in a poor encoding, start again with it reading them as UTF-8.

    Else 札.txt is a name of bytes, which no manifest, page or log can hold.  What a terminal can
    show stays as it was.
    """
    poor = os.name == "posix" and sys.getfilesystemencoding() != "utf-8"
    if not poor or os.environ.get("PYTHONUTF8") == "1" or not sys.executable:
        return
    shown = os.environ.get("PYTHONIOENCODING") or str(getattr(sys.stdout, "encoding", ""))
    env = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": shown}
    os.execve(sys.executable, sys.orig_argv, env)  # noqa: S606 - the same program again


def _escape_output() -> None:
    """A terminal that lacks a character gets one like it, or its number, not the program its end.

    The number is written as JSON does, so that a line of JSON stays one in any encoding; nothing
    in such a line is written otherwise: it may be a path.
    """
    codecs.register_error("numbered", _numbered)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="numbered")


def _numbered(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    exact = error.object.lstrip().startswith(_JSON)
    lacking = error.object[error.start : error.end]
    shown = (_number(c) if exact else _ALIKE.get(c, _number(c)) for c in lacking)
    return "".join(shown), error.end


def _number(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[n : n + 4]}" for n in range(0, len(units), 4))
