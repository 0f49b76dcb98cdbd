#!/usr/bin/env python3
"""Set this checkout up and start it: `python3 play.py demo`, `python3 play.py test`.

It needs only Python. The first start makes `.venv` in this folder and installs what the command
needs; each file is checked against its hash in a lock. `demo` and the programs need
`requirements.lock`, `setup` adds `requirements-extras.lock`, and `test`, `lint`, `docs` and
`coverage` add `requirements-dev.lock`. Later starts read a note in `.venv` and install nothing.

The note, `.venv/play.json`, is the state of the set-up:

    no .venv ──make──▶ {} ──install──▶ {…, "ready": false} ──cv2 opens──▶ {…, "ready": true}

An interrupted set-up leaves `{}` and starts again from the beginning; so does a copied one, or one
for another version of Python. A `.venv` with older or fewer locks is brought up to date. A `.venv`
without a note is renamed, never deleted.

Each problem of the machine is reported in one sentence that says how to fix it, with exit code 3;
after Ctrl-C the exit code is 130. The sentences are in `play_texts.json`. This file must parse on
Python 3.8, so that it can report that 3.8 is too old.
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
BEAT = 5.0  # seconds between two reports on an installer's progress

# The number of locks that a command needs, and the disk space for installing them.
TOOLS, EXTRAS, DEVELOPMENT = 1, 2, 3
LOCKS = ("requirements.lock", "requirements-extras.lock", "requirements-dev.lock")
NEEDED_MB = {TOOLS: 500, EXTRAS: 600, DEVELOPMENT: 900}
COMMANDS = {
    **dict.fromkeys(("demo", "companion", "printkit", "rules"), TOOLS),
    "setup": EXTRAS,
    **dict.fromkeys(("test", "lint", "docs", "coverage"), DEVELOPMENT),
}
# The key of the sentence for each error number of the system.
REFUSALS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "disk_full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "refused"),
}
# The key of the sentence for each message of an installer.
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
    """A problem of the machine; its text says how to fix it."""


class Checkout:
    """The folder of this project and the paths in its `.venv`."""

    def __init__(self, root: Path, windows: bool = os.name == "nt") -> None:
        self.root = root
        self.venv = root / ".venv"
        self.note = self.venv / "play.json"
        self.log = self.venv / "setup.log"
        self.python = self.venv / ("Scripts/python.exe" if windows else "bin/python")

    def wanted(self, level: int) -> dict[str, object]:
        """Return the note that a complete, current set-up with the first `level` locks has."""
        sources = [self.root / name for name in ("pyproject.toml", *LOCKS[:level])]
        needs = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
        python, tool = "{}.{}".format(*sys.version_info[:2]), "uv" if uv() else "pip"
        made = {"root": str(self.root), "python": python, "installer": tool}
        return {**made, "level": level, "needs": needs, "ready": True}

    def found(self) -> dict[str, object] | None:
        """Return the note, None if there is none, or {} if it is damaged."""
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError:
            return {}
        return note if isinstance(note, dict) else {}

    def write_note(self, note: Mapping[str, object]) -> None:
        """Replace the note atomically, so that a kill leaves either the old or the new note."""
        draft = self.note.with_suffix(".new")
        draft.write_text(json.dumps(note), encoding="utf-8")
        draft.replace(self.note)


def plan(checkout: Checkout, level: int, trust: bool = True) -> tuple[str, int]:
    """Return the next step (make, rename, update, try, nothing), and the number of locks for it."""
    found = checkout.found()
    if found is None:
        path = checkout.venv
        theirs = os.path.lexists(path) and (not path.is_dir() or any(path.iterdir()))
        return "rename" if theirs else "make", level
    level = max(level, int(str(found.get("level", 0))))  # keep all installed locks up to date
    wanted = checkout.wanted(level)
    same = {key for key in wanted if found.get(key) == wanted[key]}
    if not same >= {"root", "python"} or not checkout.python.exists():
        return "make", level
    if not trust or not same >= {"level", "needs"}:
        # An environment made by uv has no pip, so each installer updates only its own.
        return "update" if "installer" in same else "make", level
    return "nothing" if "ready" in same else "try", level


def set_up(checkout: Checkout, level: int, trust: bool = True) -> None:
    """Bring `.venv` up to date with the first `level` locks; without `trust`, install again."""
    if plan(checkout, level, trust)[0] == "nothing":
        return
    started = time.monotonic()
    with only_one(checkout):
        todo, level = plan(checkout, level, trust)  # another set-up may have finished by now
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
    """Make an empty environment, with pip unless uv is the installer."""
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
    """Install the packages of the first `level` locks, then this checkout in editable mode."""
    checkout.write_note({})
    locks = [word for name in LOCKS[:level] for word in ("-r", str(checkout.root / name))]
    hashed = ["--require-hashes", "--only-binary", ":all:", *locks]
    editable = ["--no-deps", "--no-build-isolation", "-e", str(checkout.root)]
    tell(say("installing", tool="uv" if uv() else "pip"))
    for what in (hashed, editable):
        follow([*installer(checkout), *what], checkout, level)
    # Before Python 3.13, .pth files are read in the locale's encoding, which may lack a character
    # of this folder's name. The relative path is ASCII.
    ours = "site-packages/*printkit_companion*.pth"
    for path in (*checkout.venv.glob(f"lib/python*/{ours}"), *checkout.venv.glob(f"Lib/{ours}")):
        path.write_text(os.path.relpath(checkout.root, path.parent) + "\n", encoding="ascii")


def installer(checkout: Checkout) -> list[str]:
    """Return the command for installing packages, without their names."""
    if quick := uv():
        return [quick, "pip", "install", "--python", str(checkout.python)]
    # Compiling would take half of the time, and most modules are never imported.
    pip = [str(checkout.python), "-m", "pip", "install", "--no-input", "--no-compile"]
    return [*pip, "--progress-bar", "off", "--disable-pip-version-check"]


def try_opencv(checkout: Checkout) -> None:
    """Import OpenCV once, because it is the only package that needs system libraries."""
    command = [str(checkout.python), "-c", "import cv2"]
    done = subprocess.run(command, env=environment(), capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace")
    library = re.search(r"lib[\w.+-]+?\.so[\d.]*(?=: cannot open shared object)", said)
    if done.returncode and library:
        raise Trouble(say("no_library", library=library.group()))
    if done.returncode:
        raise Trouble(say("opencv_fails", why=gist(said)))


def gist(said: str, pattern: str = r"(?:[\w.]*Error|ERROR|error): ") -> str:
    """Return the last line that begins like an error message, or else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return [*([line for line in lines if re.match(pattern, line)] or lines or ["…"])][-1]


@contextlib.contextmanager
def only_one(checkout: Checkout) -> Iterator[None]:
    """Make a second set-up in the same folder wait for the first set-up and its installer."""
    try:
        import fcntl  # noqa: PLC0415 - POSIX only
    except ImportError:
        yield
        return
    folder = os.open(checkout.root, os.O_RDONLY)
    os.set_inheritable(folder, True)  # so that an installer keeps the lock if its play.py is killed
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
    """Return the path of uv, a fast installer, or None."""
    return shutil.which("uv")


def follow(command: Sequence[str], checkout: Checkout, level: int) -> None:
    """Run an installer and print its last line now and then; raise `Trouble` if it fails."""
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
    """Return the environment variables without those that would misdirect another Python."""
    stray = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_USER")
    kept = {key: value for key, value in os.environ.items() if key not in stray}
    # With this variable, the programs' messages name a command that works in this folder.
    by = "python3 " + shlex.quote(sys.argv[0])
    return {**kept, "PYTHONUTF8": "1", "PRINTKIT_STARTED_BY": by}


def run(checkout: Checkout, arguments: Sequence[str], folder: Path | None = None) -> int:
    """Run `.venv`'s Python and return its exit code."""
    command = [str(checkout.python), *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment()) as process:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            # The child process got the same Ctrl-C; give a match time to close its log.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
            process.kill()
            raise
    # The code is negative if the child process was ended by a signal.
    return code if code >= 0 else 128 - code


def say(key: str, **facts: object) -> str:
    """Return a sentence in the system's language, or its key if this copy lacks the texts."""
    try:
        locale = runpy.run_path(str(HERE / "rules" / "messages" / "locale.py"))
        texts = json.loads((HERE / "play_texts.json").read_text(encoding="utf-8"))
        text = texts[key][locale["system_language"]()]
        return (text if isinstance(text, str) else "\n".join(text)).format_map(facts)
    except (OSError, ValueError, KeyError):
        return f"{key} {facts or ''}"


def tell(sentence: str) -> None:
    """Print a sentence on stderr, because stdout is for the programs' data."""
    print(sentence, file=sys.stderr, flush=True)


def start(checkout: Checkout, words: Sequence[str]) -> int:
    """Execute the command line and return the exit code."""
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
    """Execute the command line, and report each problem of the machine in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        # The program must not fail in a terminal that cannot show a folder's name.
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
