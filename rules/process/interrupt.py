"""Start-up and interruption of programs: Ctrl-C prints one word and exits with 130.

SIGTERM and SIGHUP (a closed terminal) have the same effect.

    starting   nothing is open yet, and imports may swallow exceptions: exit immediately
    running    `KeyboardInterrupt`, so that commands close what is open; a second one exits
    ending     exit immediately

Start-up also decodes file names as UTF-8 in any locale (`_read_names_as_utf8`) and escapes output
that the terminal cannot show (`_escape_output`). It checks that the message catalogues, the current
folder and the output exist. If a library is missing, it explains how to install the library.

Importing this module has no effect. `python -m rules` starts with `begin`, because Python imports a
package before its `__main__`. In `printkit` and `companion`, `__main__` first sets its own handler.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys

TYPE_CHECKING = False  # as in `typing`, whose import would cost time
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

ENVIRONMENT, INTERRUPTED = 3, 130
_START = "play.py"
"""Script that sets up a checkout; an installed copy does not contain it."""
_DATA = ("card_data/faults.toml", "templates/sheets/faults.toml")
"""Message catalogues, one in each data folder."""
_ALIKE = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u2022", "-"),  # dashes, dots
    **dict.fromkeys("\u2018\u2019\u201c\u201d", "'"),  # a double quote would end a JSON string
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
"""ASCII equivalents of characters that a terminal may lack."""
_JSON = ("{", "[{", '["')
"""Prefixes of a line of JSON, in which characters are only escaped."""


def exit_now(*_: object) -> NoReturn:
    """Print one word and exit immediately, without clean-up."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def begin(module: str) -> None:
    """Guard `python -m MODULE` from its first import on, and reject an old Python version."""
    named = getattr(sys, "orig_argv", [module])  # Python 3.10 and later have it
    if module not in named and f"-m{module}" not in named:
        return
    guard()
    if sys.version_info < (3, 11):  # pip checks the version, but a checkout does not need pip
        sys.stderr.write(
            "You have Python {}.{}.{}, but 3.11 or newer is needed: start with a newer one, "
            "for example python3.11 play.py demo\n".format(*sys.version_info[:3])
        )
        sys.exit(ENVIRONMENT)


def guard() -> None:
    """Let Ctrl-C exit immediately from now on."""
    _handle_signals(exit_now)


def termination_signals() -> list[int]:
    """Return the signals that terminate the program.

    SIGTERM and SIGHUP are skipped if they are ignored, as under nohup; SIGINT never is.
    """
    named = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))  # Windows lacks SIGHUP
    handled = (n for n in named if n is not None and signal.getsignal(n) is not signal.SIG_IGN)
    return [signal.SIGINT, *handled]


def _handle_signals(handler: Callable[..., object]) -> None:
    for number in termination_signals():
        signal.signal(number, handler)


def was_interrupted() -> bool:
    """Return True if a running command was interrupted, which may have caused later errors."""
    return signal.getsignal(signal.SIGINT) is exit_now


def missing_native_library(error: Exception) -> str:
    """Return the name of a library that is installed but cannot be loaded; "" for other errors.

    A compiled library may need system libraries that Python's installers do not provide.
    """
    if isinstance(error, ImportError) and error.path and not error.path.endswith(".py"):
        return error.name or error.path
    return ""


def start(load: Callable[[], Callable[[], int | None]], *, answers: bool = True) -> NoReturn:
    """Import a command line with `load`, run it, and exit with its code.

    `answers` is True if every command writes to standard output, which then must not be closed.
    """
    hook = sys.unraisablehook

    def swallowed(lost: sys.UnraisableHookArgs) -> None:
        """Exit on a Ctrl-C that Python would otherwise swallow in a callback."""
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
    """Exit if message catalogues are missing, because errors could not be reported without them."""
    from rules.data_home import data_home  # noqa: PLC0415 - after the signal handler

    for name in _DATA:
        path = os.path.join(data_home(), name)  # noqa: PTH118 - faster than pathlib
        if not os.path.exists(path):  # noqa: PTH110 - faster than pathlib
            sys.stderr.write(
                f"{path} is missing: this copy is not whole; "
                "install it again, or copy the checkout with all its folders\n"
            )
            sys.exit(ENVIRONMENT)


def _check_folder() -> None:
    """Exit if the current folder was deleted, because file names would be meaningless."""
    try:
        os.getcwd()  # noqa: PTH109 - faster than pathlib
    except OSError:
        _exit_with("folder_gone")


def _check_output(*, answers: bool) -> None:
    """Exit if only standard output is closed.

    If standard error is also closed, as in a Windows program without a console, both are redirected
    to the null device.
    """
    silent, closed = sys.stderr is None, sys.stdout is None
    if silent:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - to the end
    if answers and closed:
        if not silent:
            _exit_with("output_closed")
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as above


def _exit_with(key: str) -> NoReturn:
    from rules.messages.message import Message  # noqa: PLC0415 - needed only for an error
    from rules.messages.usage_errors import language_of  # noqa: PLC0415 - (same)

    sys.stderr.write(Message(key).render(language_of(sys.argv[1:])) + "\n")
    sys.exit(ENVIRONMENT)


def _in_checkout(name: str) -> str:
    """Return the path of a file next to the packages."""
    home = os.path.abspath(f"{__file__}/../../..")  # noqa: PTH100 - faster than pathlib
    return os.path.join(home, name)  # noqa: PTH118 - faster than pathlib


def _not_set_up(library: str) -> str:
    """Return the hint for a missing library, for a checkout or an installed copy."""
    from rules.messages.locale import system_language  # noqa: PLC0415 - (same)
    from rules.messages.message import Message  # noqa: PLC0415 - needed only for an error
    from rules.process.installing import install_command  # noqa: PLC0415 - (same)

    install = install_command("all")
    text = Message("no_extra", name=library, command=install)
    if os.path.exists(_in_checkout(_START)):  # noqa: PTH110 - faster than pathlib
        start = f"python3 {_START}"
        text = Message("not_set_up", name=library, python="Python", start=start, install=install)
    return text.render(system_language()) + "\n"


def _raise(*_: object) -> NoReturn:
    guard()
    raise KeyboardInterrupt


def _read_names_as_utf8() -> None:
    """Restart in UTF-8 mode if Python decodes file names with another encoding.

    Otherwise, a name such as 札.txt would consist of undecodable bytes, which no manifest, page or
    log can contain. The terminal's encoding does not change.
    """
    poor = os.name == "posix" and sys.getfilesystemencoding() != "utf-8"
    if not poor or os.environ.get("PYTHONUTF8") == "1" or not sys.executable:
        return
    shown = os.environ.get("PYTHONIOENCODING") or str(getattr(sys.stdout, "encoding", ""))
    env = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": shown}
    os.execve(sys.executable, sys.orig_argv, env)  # noqa: S606 - restarts the same program


def _escape_output() -> None:
    """Replace characters that the terminal lacks with similar characters or with escapes.

    The escapes are those of JSON, so that a line of JSON stays valid in any encoding. In such a
    line, no similar characters are used, because it may contain a path.
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
