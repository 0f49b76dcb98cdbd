#!/usr/bin/env python3
"""Set this checkout up and start it: `python3 play.py demo`, `python3 play.py test`.

Needs nothing but Python.  The first start makes `.venv` in this folder and installs what the
command needs, each file checked against its hash in a lock: `demo` and the tools take
`requirements.lock`, `setup` adds `requirements-extras.lock`, and `test`, `lint`, `docs` and
`coverage` add `requirements-dev.lock`.  Later starts read a note in `.venv` and begin at once.

The note, `.venv/play.json`, is the state of the set-up:

    no .venv ──make──▶ {} ──install──▶ {…, "ready": false} ──cv2 opens──▶ {…, "ready": true}

A killed set-up leaves `{}` and is begun afresh, as is a copied one or one of another Python.  One
with older or fewer locks is brought up to date; one without a note is renamed, never deleted.

Every trouble of the machine is one sentence that says how to fix it, with exit code 3; Ctrl-C is
130.  The sentences are in `play_texts.json`.  This file has to parse on Python 3.8, to be able to
say that 3.8 is too old.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Iterator, Mapping, Sequence

OLDEST = (3, 11)
HERE = Path(__file__).resolve().parent
FINE, USAGE, ENVIRONMENT, INTERRUPTED = 0, 2, 3, 130
BEAT = 5.0  # seconds between two reports of an installer's progress

# The first locks that a command needs, and the room on the disk while they are installed.
TOOLS, EXTRAS, DEVELOPMENT = 1, 2, 3
LOCKS = ("requirements.lock", "requirements-extras.lock", "requirements-dev.lock")
NEEDED_MB = {TOOLS: 500, EXTRAS: 600, DEVELOPMENT: 900}
COMMANDS = {
    **dict.fromkeys(("demo", "companion", "printkit", "rules"), TOOLS),
    "setup": EXTRAS,
    **dict.fromkeys(("test", "lint", "docs", "coverage"), DEVELOPMENT),
}
# Why the system refuses to read or write, and the sentence for it.
REFUSALS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "disk_full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "refused"),
}
# What an installer prints, and the sentence for the person who waits for it.
DIAGNOSES = {
    r"No space left on device|os error 28\b": "disk_full",
    r"Permission denied|Read-only file system|os error (?:13|30)\b": "refused",
    r"ensurepip|No module named '?venv|python3[\d.]*-venv": "no_venv",
    r"DO NOT MATCH THE HASHES|[Hh]ash mismatch": "wrong_hash",
    r"name resolution|getaddrinfo|dns error|[Cc]onnection (?:refused|reset|broken)|ProxyError"
    r"|Network is unreachable|(?:Connect|Read)Timeout|error sending request|Failed to fetch"
    r"|Failed to establish a new connection|Could not connect|CERTIFICATE_VERIFY": "no_network",
    r"No matching distribution|no wheels? with a matching|has no usable wheels": "no_package",
}


class Trouble(Exception):
    """A fault of the machine; its text says how to fix it."""


class Checkout:
    """The folder of this project and the places inside it."""

    def __init__(self, root: Path, windows: bool = os.name == "nt") -> None:
        self.root = root
        self.venv = root / ".venv"
        self.note = self.venv / "play.json"
        self.log = self.venv / "setup.log"
        self.python = self.venv / ("Scripts/python.exe" if windows else "bin/python")

    def wanted(self, level: int) -> dict[str, object]:
        """Return the note of a finished, current set-up with the first `level` locks."""
        sources = [self.root / name for name in ("pyproject.toml", *LOCKS[:level])]
        needs = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
        python, tool = "{}.{}".format(*sys.version_info[:2]), "uv" if uv() else "pip"
        made = {"root": str(self.root), "python": python, "installer": tool}
        return {**made, "level": level, "needs": needs, "ready": True}

    def found(self) -> dict[str, object] | None:
        """Return the note; None if there is none, {} if it is torn."""
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError:
            return {}
        return note if isinstance(note, dict) else {}

    def write_note(self, note: Mapping[str, object]) -> None:
        """Replace the note in one step, so that a kill leaves the old one or the new one."""
        draft = self.note.with_suffix(".new")
        draft.write_text(json.dumps(note), encoding="utf-8")
        draft.replace(self.note)


def plan(checkout: Checkout, level: int, trust: bool = True) -> tuple[str, int]:
    """Return what to do (make, rename, update, try, nothing) and with how many locks."""
    found = checkout.found()
    if found is None:
        path = checkout.venv
        theirs = os.path.lexists(path) and (not path.is_dir() or any(path.iterdir()))
        return "rename" if theirs else "make", level
    level = max(level, int(str(found.get("level", 0))))  # what is installed stays up to date
    wanted = checkout.wanted(level)
    same = {key for key in wanted if found.get(key) == wanted[key]}
    if not same >= {"root", "python"} or not checkout.python.exists():
        return "make", level
    if not trust or not same >= {"level", "needs"}:
        # What uv made has no pip, so each installer updates only its own environments.
        return "update" if "installer" in same else "make", level
    return "nothing" if "ready" in same else "try", level


def set_up(checkout: Checkout, level: int, trust: bool = True) -> None:
    """Bring `.venv` to the state of the first `level` locks; trust its note, or install again."""
    if plan(checkout, level, trust)[0] == "nothing":
        return
    started = time.monotonic()
    with only_one(checkout):
        todo, level = plan(checkout, level, trust)  # another set-up may have finished meanwhile
        if todo == "nothing":
            return
        if todo == "rename":
            names = (f"{checkout.venv}-{number}" for number in range(1, 1000))
            new = checkout.venv.rename(next(name for name in names if not os.path.lexists(name)))
            tell(say("renamed", name=new.name))
        if todo in ("make", "rename"):
            make(checkout, level)
        if todo != "try":
            install(checkout, level)
            checkout.write_note({**checkout.wanted(level), "ready": False})
        try_opencv(checkout)
        checkout.write_note(checkout.wanted(level))
        tell(say("ready", seconds=f"{time.monotonic() - started:.0f}"))


def make(checkout: Checkout, level: int = TOOLS) -> None:
    """Make an empty environment, with pip in it unless uv installs."""
    if checkout.venv.is_dir():
        if checkout.venv.samefile(sys.prefix):
            raise Trouble(say("own_python"))
        shutil.rmtree(checkout.venv)
    if shutil.disk_usage(checkout.root).free < NEEDED_MB[level] * 10**6:
        raise Trouble(say("disk_full", mb=NEEDED_MB[level]))
    tell(say("making", root=checkout.root))
    checkout.venv.mkdir()
    checkout.write_note({})
    bare = ["--without-pip"] if uv() else []
    follow([sys.executable, "-m", "venv", *bare, str(checkout.venv)], checkout, level)


def install(checkout: Checkout, level: int) -> None:
    """Install the packages of the first `level` locks, then this checkout, editable."""
    checkout.write_note({})
    locks = [word for name in LOCKS[:level] for word in ("-r", str(checkout.root / name))]
    hashed = ["--require-hashes", "--only-binary", ":all:", *locks]
    editable = ["--no-deps", "--no-build-isolation", "-e", str(checkout.root)]
    tell(say("installing", tool="uv" if uv() else "pip"))
    for what in (hashed, editable):
        follow([*installer(checkout), *what], checkout, level)
    # Before Python 3.13, a .pth file is read in the encoding of the locale, which may lack a
    # character of this folder's name.  The relative path is ASCII.
    ours = "site-packages/*printkit_companion*.pth"
    for path in (*checkout.venv.glob(f"lib/python*/{ours}"), *checkout.venv.glob(f"Lib/{ours}")):
        path.write_text(os.path.relpath(checkout.root, path.parent) + "\n", encoding="ascii")


def installer(checkout: Checkout) -> list[str]:
    """Return the command that installs packages, to be followed by their names."""
    quick = uv()
    if quick:
        return [quick, "pip", "install", "--python", str(checkout.python)]
    # Compiling ahead takes half of the time, and most modules are never imported.
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", "--no-compile"]
    return [*pip, "--progress-bar", "off", "--disable-pip-version-check"]


def try_opencv(checkout: Checkout) -> None:
    """Import OpenCV once: it is the only package that needs libraries of the system."""
    command = [str(checkout.python), "-c", "import cv2"]
    done = subprocess.run(command, env=environment(), capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace")
    library = re.search(r"lib[\w.+-]+?\.so[\d.]*(?=: cannot open shared object)", said)
    if done.returncode and library:
        raise Trouble(say("no_library", library=library.group()))
    if done.returncode:
        raise Trouble(say("opencv_fails", why=gist(said)))


def gist(said: str, pattern: str = r"(?:[\w.]*Error|ERROR|error): ") -> str:
    """Return the last line that begins as errors do, or else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return [*([line for line in lines if re.match(pattern, line)] or lines or ["…"])][-1]


@contextlib.contextmanager
def only_one(checkout: Checkout) -> Iterator[None]:
    """Let a second set-up in the same folder wait for the first and for its installer."""
    try:
        import fcntl  # noqa: PLC0415 - POSIX only
    except ImportError:
        yield
        return
    folder = os.open(checkout.root, os.O_RDONLY)
    os.set_inheritable(folder, True)  # an installer whose play.py was killed is waited for, too
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(say("waiting"))
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def uv() -> str | None:
    """Return the path of uv, the quick installer, if there is one."""
    return shutil.which("uv")


def follow(command: Sequence[str], checkout: Checkout, level: int) -> None:
    """Run an installer, report its last line now and then, and raise a Trouble if it fails."""
    started, code = time.monotonic(), None
    with checkout.log.open("wb") as log, subprocess.Popen(
        command,
        cwd=checkout.root,
        env={**environment(), "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        close_fds=False,
    ) as process:
        try:
            while code is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    code = process.wait(timeout=BEAT)
                said = checkout.log.read_text(encoding="utf-8", errors="replace")
                if code is None:
                    tell(f"  {time.monotonic() - started:3.0f} s  {gist(said, '')[:70]}")
        except BaseException:
            process.kill()
            raise
    if code:
        keys = [key for pattern, key in DIAGNOSES.items() if re.search(pattern, said)]
        facts = {"mb": NEEDED_MB[level], "path": checkout.venv, "log": checkout.log}
        machine = "{}, Python {}.{}".format(sys.platform, *sys.version_info[:2])
        raise Trouble(say([*keys, "failed"][0], machine=machine, why=gist(said), **facts))


def environment() -> dict[str, str]:
    """Return our environment without what would lead another Python astray."""
    stray = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_USER")
    kept = {key: value for key, value in os.environ.items() if key not in stray}
    # Our programs name a command that works where this one was typed.
    by = "python3 " + shlex.quote(sys.argv[0])
    return {**kept, "PYTHONUTF8": "1", "PRINTKIT_STARTED_BY": by}


def run(checkout: Checkout, arguments: Sequence[str], folder: Path | None = None) -> int:
    """Run the Python of `.venv` and return its exit code."""
    command = [str(checkout.python), *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment()) as process:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            # The child got the same Ctrl-C; a match is given time to close its log.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
            process.kill()
            raise
    # A child that was ended by a signal reports a negative number.
    return code if code >= 0 else 128 - code


def say(key: str, **facts: object) -> str:
    """Return a sentence in the system's language; its key where a copy lacks our files."""
    try:
        locale = runpy.run_path(str(HERE / "rules" / "messages" / "locale.py"))
        texts = json.loads((HERE / "play_texts.json").read_text(encoding="utf-8"))
        text = texts[key][locale["system_language"]()]
        return (text if isinstance(text, str) else "\n".join(text)).format_map(facts)
    except (OSError, ValueError, KeyError):
        return f"{key} {facts or ''}"


def tell(sentence: str) -> None:
    """Print a sentence on stderr; stdout is for the data of the programs."""
    print(sentence, file=sys.stderr, flush=True)


def start(checkout: Checkout, words: Sequence[str]) -> int:
    """Carry out the command line and return the exit code."""
    command, rest = (words[0], list(words[1:])) if words else ("", [])
    if command in ("", "help", "-h", "--help"):
        print(say("help"), flush=True)
        return FINE if command else USAGE
    if command not in COMMANDS:
        tell(say("unknown", word=repr(command)) + "\n" + say("help"))
        return USAGE
    set_up(checkout, COMMANDS[command], trust=command != "setup")
    if command == "setup":
        return FINE
    if command == "demo":
        return run(checkout, ["-m", "companion", "demo", *rest])
    if COMMANDS[command] == TOOLS:
        return run(checkout, ["-m", command, *rest])
    return run(checkout, ["-m", "tools.check", command, *rest], checkout.root)


def main(words: Sequence[str]) -> int:
    """Start, and turn every trouble of the machine into one sentence."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a folder's name must not stop the game.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        if sys.version_info < OLDEST:
            oldest, yours = "{}.{}".format(*OLDEST), "{}.{}.{}".format(*sys.version_info[:3])
            command = ("py -3.12" if os.name == "nt" else "python3.12") + " play.py demo"
            tell(say("old_python", oldest=oldest, yours=yours, command=command))
            return ENVIRONMENT
        return start(Checkout(HERE), words)
    except KeyboardInterrupt:
        tell("\n" + say("stopped"))
        return INTERRUPTED
    except Trouble as trouble:
        tell(str(trouble))
    except OSError as error:
        key, path = REFUSALS.get(error.errno or 0, "broken"), error.filename or HERE / ".venv"
        tell(say(key, path=path, why=error, mb=NEEDED_MB[TOOLS]))
    return ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
