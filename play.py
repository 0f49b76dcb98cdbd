#!/usr/bin/env python3
"""Set the house up and start it: `python3 play.py demo`, `python3 play.py test`.

Needs nothing but Python. The first start makes `.venv` in this folder and
installs what `requirements.lock` names, each file checked against its hash;
later starts see from a note in `.venv` that nothing has changed and begin at
once.

What may go wrong here is the machine's, not the player's, so every trouble is
one sentence that says how to mend it, and exit code 3; Ctrl-C is 130.

The note, `.venv/play.json`, is the state of the set-up:

    no .venv ──make──▶ {"making": true} ──install──▶ {"fit": false} ──cv2 opens──▶ {"fit": true}

A set-up that was killed leaves `making` behind and is begun afresh. A note
whose folder or Python differs from ours (a copied checkout, a new Python) is
begun afresh too, one with an older lock is brought up to date in place, and a
`.venv` without a note is somebody else's: it is set aside, never deleted.

What is said is said in the system's language: the English stands here, so that
it is there whatever else is missing, and `play_texts.json` says it in others.

This file has to parse on Python 3.8, to be able to say that 3.8 is too old.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import io
import json
import os
import queue
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO, Iterable, Iterator, Mapping, Sequence

OLDEST = (3, 11)
NEEDED_MB = 650  # a full set-up measures 520 MB, and pip unpacks beside it
BORN = time.monotonic()
HERE = Path(__file__).resolve().parent
FINE, FINDINGS, USAGE, ENVIRONMENT, INTERRUPTED = 0, 1, 2, 3, 130
TOOLS = ("companion", "printkit", "rules")
PAGES = ("-m", "sphinx", "-q", "-W", "--keep-going", "docs", "out/docs")
HELP = """\
python3 play.py demo               a whole game on a table that needs no camera
python3 play.py test [pytest …]    every check of this house
python3 play.py lint               the same without the tests
python3 play.py docs               the guides and the reference as a site, in out/docs
python3 play.py coverage [PACKAGE …]  what of rules, printkit, companion their own tests run
python3 play.py setup              only make .venv
python3 play.py companion …        run a tool inside .venv; so too printkit …, rules …
"""

# How many percent of a package's branches its own tests run at least.
FLOORS = {"rules": 100, "printkit": 95, "companion": 95}

# Debian and Ubuntu names of the libraries that OpenCV takes from the system.
DEBIAN = {
    "libEGL": "libegl1",
    "libGL": "libgl1",
    "libGLX": "libgl1",
    "libSM": "libsm6",
    "libX11": "libx11-6",
    "libXext": "libxext6",
    "libXrender": "libxrender1",
    "libglib-2.0": "libglib2.0-0",
    "libgthread-2.0": "libglib2.0-0",
    "libstdc++": "libstdc++6",
    "libxcb": "libxcb1",
}

# What installers say, and what it means to the person who waits for them.
DIAGNOSES = (
    (
        r"No space left on device|os error 28\b",
        "The disk is full: set-up needs about {mb} MB in {root}; make room and start again.",
    ),
    (
        r"DO NOT MATCH THE HASHES|[Hh]ash mismatch",
        (
            "A downloaded package is not the one requirements.lock names, so nothing was "
            "installed; start again, and if it happens twice, do not trust this network."
        ),
    ),
    (
        (
            r"name resolution|getaddrinfo|dns error|Failed to establish a new connection"
            r"|Could not connect|Connection refused|Network is unreachable|ConnectTimeout"
            r"|ReadTimeout|[Cc]onnection (?:reset|broken)|error sending request|ProxyError"
            r"|Failed to fetch|CERTIFICATE_VERIFY_FAILED|connection broken by"
        ),
        (
            "The package index could not be reached: the first start needs a network; connect and "
            "start again."
        ),
    ),
    (
        r"No matching distribution|no wheels? with a matching|has no usable wheels",
        (
            "There is no ready-made package for this machine ({machine}): a 64-bit Python 3.11 to "
            "3.13 from python.org or your system has them all."
        ),
    ),
    (
        r"Permission denied|Read-only file system|os error (?:13|30)\b",
        "This folder cannot be written to: {root}; copy it to a place of your own and start there.",
    ),
)


class Trouble(Exception):
    """The machine cannot do what is asked; the text says why and how to mend it."""


class House:
    """The checkout at `root` and the places inside it."""

    def __init__(self, root: Path, windows: bool = os.name == "nt") -> None:
        self.root = root
        self.lock = root / "requirements.lock"
        self.venv = root / ".venv"
        self.note = self.venv / "play.json"
        self.log = self.venv / "setup.log"
        self.python = self.venv / ("Scripts/python.exe" if windows else "bin/python")

    def wanted(self) -> dict[str, object]:
        """Return the note that a finished, current set-up bears."""
        needs = hashlib.sha256()
        for path in (self.lock, self.root / "pyproject.toml"):
            needs.update(path.read_bytes())
        return {
            "root": str(self.root),
            "python": "{}.{}".format(*sys.version_info[:2]),
            "needs": needs.hexdigest(),
            "with": "uv" if uv() else "pip",
            "fit": True,
        }

    def found(self) -> dict[str, object] | None:
        """Return the note that is there; None without one, {} when it is torn."""
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError:
            return {}
        return note if isinstance(note, dict) else {}

    def write_note(self, note: Mapping[str, object]) -> None:
        """Write the note in one step, so that a kill leaves the old one or the new."""
        draft = self.note.with_suffix(".new")
        draft.write_text(json.dumps(note), encoding="utf-8")
        draft.replace(self.note)


def plan(house: House) -> str:
    """Say what the set-up needs: `make`, `set aside`, `update`, `try` or `nothing`."""
    if not os.path.lexists(house.venv):
        return "make"
    found, wanted = house.found(), house.wanted()
    if found is None:
        return "set aside" if not house.venv.is_dir() or any(house.venv.iterdir()) else "make"
    ours = all(found.get(key) == wanted[key] for key in ("root", "python"))
    if not ours or not house.python.exists():
        return "make"
    if found.get("needs") != wanted["needs"]:
        # What uv made holds no pip, so each brings up to date only its own.
        return "update" if found.get("with") == wanted["with"] else "make"
    return "nothing" if found.get("fit") is True else "try"


def set_up(house: House) -> None:
    """Bring `.venv` to the state that the lock describes, doing only what is missing."""
    with reading(house):
        todo = plan(house)
    if todo == "nothing":
        return
    with writing(house), only_one(house):
        todo = plan(house)  # again: another set-up may have finished meanwhile
        if todo == "set aside":
            set_aside(house)
        if todo in ("make", "set aside"):
            make(house)
        if todo != "nothing":
            if todo != "try":
                install(house)
            house.write_note({**house.wanted(), "fit": False})
            try_out(house)
            house.write_note(house.wanted())
            tell(say("Ready after {seconds} s.", seconds=f"{time.monotonic() - BORN:.0f}"))


def set_aside(house: House) -> None:
    """Move a `.venv` that we did not make out of the way."""
    number = next(n for n in range(1, 1000) if not os.path.lexists(f"{house.venv}-{n}"))
    house.venv.rename(f"{house.venv}-{number}")
    moved = f".venv-{number}"
    tell(say("The .venv here was not made by play.py: it is now {name}.", name=moved))


def make(house: House) -> None:
    """Make an empty environment, with pip in it unless uv does the installing."""
    if house.venv.is_dir():
        shutil.rmtree(house.venv)
    if shutil.disk_usage(house.root).free < NEEDED_MB * 10**6:
        raise Trouble(explain("No space left on device", house))
    tell(say("Making .venv in {root}; this happens once.", root=house.root))
    house.venv.mkdir()
    house.write_note({"making": True})
    bare = ["--without-pip"] if uv() else []
    code, said = follow([sys.executable, "-m", "venv", *bare, str(house.venv)], house)
    if code and re.search(r"ensurepip|No module named '?venv|python3[\d.]*-venv", said):
        raise Trouble(
            say(
                "This Python cannot make environments; on Debian and Ubuntu this line mends it: "
                "sudo apt install python3-venv"
            )
        )
    if code:
        raise Trouble(explain(said, house))


def install(house: House) -> None:
    """Install what the lock names, then this checkout itself, editable."""
    house.write_note({"making": True})
    locked = ["--require-hashes", "--only-binary", ":all:", "-r", str(house.lock)]
    ourselves = ["--no-deps", "--no-build-isolation", "-e", str(house.root)]
    tell(say("Installing with {tool}.", tool="uv" if uv() else "pip"))
    for what in (locked, ourselves):
        code, said = follow([*installer(house), *what], house)
        if code:
            raise Trouble(explain(said, house))
    name_in_ascii(house)


def name_in_ascii(house: House) -> None:
    """Name this folder in ASCII where `.venv` is told of it, whatever it is called.

    Python before 3.13 reads these files in the locale's encoding.  Where that cannot read the name
    (a locale that is not installed, a code page), Python itself does not start, or finds nothing.
    """
    told = [
        *house.venv.glob("lib/python*/site-packages/*printkit_companion*.pth"),
        *house.venv.glob("Lib/site-packages/*printkit_companion*.pth"),
    ]
    for path in told:
        data = path.read_bytes()
        if data.isascii():
            continue
        lines = [line for line in dict.fromkeys(data.splitlines()) if line]
        path.write_text(
            "".join(f"import os, sys; sys.path.append(os.fsdecode({line!r}))\n" for line in lines),
            encoding="ascii",
        )


def installer(house: House) -> list[str]:
    """Return the command that installs what is named after it."""
    quick = uv()
    if quick:
        return [quick, "pip", "install", "--python", str(house.python)]
    # Nothing is compiled ahead: half of the time, and most is never run.
    pip = [str(house.python), "-m", "pip", "install", "--no-input", "--no-compile"]
    return [*pip, "--disable-pip-version-check"]


def install_opencv4(house: House) -> None:
    """Install the older OpenCV beside the locked one, for the tests that must hold on both.

    Without it (no network) those tests are skipped, and both this and they say so.
    """
    lock, folder = house.root / "tests" / "opencv4.lock", house.venv / "opencv4"
    note = folder / lock.name
    if note.is_file() and note.read_bytes() == lock.read_bytes():
        return
    shutil.rmtree(folder, ignore_errors=True)
    what = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", str(folder)]
    tell(say("Installing OpenCV 4 for the tests."))
    code, said = follow([*installer(house), *what, "-r", str(lock)], house)
    if code:
        why = explain(said, house)
        tell(say("What must hold on OpenCV 4, too, is skipped. {why}", why=why))
    else:
        shutil.copyfile(lock, note)


def try_out(house: House) -> None:
    """Open OpenCV once: it is the one part that leans on libraries of the system."""
    code, said = follow([str(house.python), "-c", "import cv2"], house)
    if code:
        raise Trouble(missing_library(said))


def missing_library(said: str) -> str:
    """Explain why `import cv2` failed; `said` is its whole output."""
    shared = re.search(r"(lib[\w.+-]+?)\.so[\d.]*: cannot open shared object", said)
    if not shared:
        return say("OpenCV does not open on this machine: {why}", why=gist(said))
    name, library = shared.group(1), shared.group(0).partition(":")[0]
    # One missing library hides the next; the usual ones are named together.
    usual = {"libgl1", "libglib2.0-0", "libxcb1"}
    packages = sorted(usual | {DEBIAN[name]}) if name in DEBIAN else []
    if not packages:
        return say(
            "OpenCV needs {library}, which this system lacks; "
            "install the package that holds it and start again.",
            library=library,
        )
    return say(
        "OpenCV needs {library}, which this system lacks; "
        "on Debian and Ubuntu this line mends it: sudo apt install {packages}",
        library=library,
        packages=" ".join(packages),
    )


def explain(said: str, house: House) -> str:
    """Turn an installer's output into one sentence."""
    facts = {
        "mb": NEEDED_MB,
        "root": house.root,
        "machine": "{}, Python {}.{}".format(sys.platform, *sys.version_info[:2]),
    }
    for pattern, sentence in DIAGNOSES:
        if re.search(pattern, said):
            return say(sentence, **facts)
    why = gist(said)
    return say("The installation failed: {why} (all of it: {log})", why=why, log=house.log)


def gist(said: str) -> str:
    """Return the last line that names an error, or the last that says anything."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(?:[\w.]*Error|ERROR|error): ", line)]
    return [*(errors or lines or [say("it gave no reason")])][-1]


@contextlib.contextmanager
def reading(house: House) -> Iterator[None]:
    """Turn what the system does not let us read into a sentence."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename or house.venv)
        lost = say("{path} cannot be read; copy this folder anew and start there.", path=path)
        shut = say(
            "{path} cannot be read; delete .venv, or make it yours, and start again.", path=path
        )
        raise Trouble(shut if house.venv in (path, *path.parents) else lost) from error


@contextlib.contextmanager
def writing(house: House) -> Iterator[None]:
    """Turn the ways in which a disk refuses into sentences."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Trouble(explain("No space left on device", house)) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise Trouble(explain("Permission denied", house)) from error
        failed = say("The set-up in {root} failed: {why}.", root=house.root, why=error)
        raise Trouble(failed) from error


@contextlib.contextmanager
def only_one(house: House) -> Iterator[None]:
    """Let a second set-up in the same folder wait for the first."""
    try:
        import fcntl  # noqa: PLC0415 - POSIX only
    except ImportError:
        yield
        return
    folder = os.open(house.root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            tell(say("Another set-up is at work here; waiting for it."))
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def uv() -> str | None:
    """Return the path of uv, the quick installer, if it is at hand."""
    return shutil.which("uv")


def follow(command: Sequence[str], house: House) -> tuple[int, str]:
    """Run an installer, show that it advances, and return its code and last words."""
    words: deque[str] = deque(maxlen=200)
    with house.log.open("a", encoding="utf-8") as log, subprocess.Popen(
        command,
        cwd=house.root,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None  # noqa: S101 - PIPE was asked for
        try:
            for line in progress(heard(process.stdout)):
                log.write(line)
                words.append(line)
        except BaseException:
            kill_all(process)
            raise
    return process.returncode, "".join(words)


def kill_all(process: subprocess.Popen[str]) -> None:
    """End an installer and what it started, or they would go on writing into `.venv`."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def heard(stream: IO[str], silence: float = 10.0) -> Iterator[str]:
    """Yield the lines of a stream, and an empty string for each spell of silence."""
    lines: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        for line in stream:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=silence)
        except queue.Empty:
            line = ""
        if line is None:
            return
        yield line


def progress(lines: Iterable[str], pause: float = 2.0) -> Iterator[str]:
    """Pass lines on, telling at most every `pause` seconds how far it has come."""
    told, count = time.monotonic(), 0
    for line in lines:
        now = time.monotonic()
        collecting = re.match(r"\s*Collecting ([\w.-]+)", line)
        news = ""
        if collecting:
            count += 1
            if now - told >= pause:
                news = say("{count} packages, now {name}", count=count, name=collecting.group(1))
        elif re.match(r"Installing collected packages: .*,|Prepared \d+ packages", line):
            news = say("unpacking them and putting them in place")
        elif not line:
            news = say("still at work")
        if news:
            tell(f"  {now - BORN:3.0f} s  {news}")
            told = now
        yield line


def environment() -> dict[str, str]:
    """Return our environment without what would lead another Python astray."""
    stray = ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_USER")
    kept = {key: value for key, value in os.environ.items() if key not in stray}
    # So that our tools name a command that can be typed where this one was.
    by = "python3 " + shlex.quote(sys.argv[0])
    return {**kept, "PYTHONUTF8": "1", "PRINTKIT_STARTED_BY": by}


def run(house: House, arguments: Sequence[str], folder: Path | None = None) -> int:
    """Run our Python with `arguments` and return its exit code."""
    env = environment()
    if "sphinx" in arguments:
        env["LC_ALL"] = "C"  # it breaks over a locale that is named and not installed
    try:
        process = subprocess.Popen([str(house.python), *arguments], cwd=folder, env=env)
    except OSError as error:
        raise Trouble(
            say(
                "{python} does not start ({why}); delete .venv and start again.",
                python=house.python,
                why=error.strerror or error,
            )
        ) from error
    try:
        code = process.wait()
    except KeyboardInterrupt:
        # The child heard the same Ctrl-C; a match is given time to close its log.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
        process.kill()
        raise
    # A child that a signal ended reports it as a negative number.
    return code if code >= 0 else 128 - code


def checks(pytest: Sequence[str] | None) -> list[tuple[str, list[str]]]:
    """Return the checks of this house, with the tests unless `pytest` is None."""
    contracts = "from importlinter.cli import lint_imports_command as c; c()"
    steps = [
        ("lint", ["-m", "ruff", "check"]),
        ("format", ["-m", "ruff", "format", "--check"]),
        ("types", ["-m", "mypy"]),
        ("imports", ["-c", contracts]),
        ("pages", list(PAGES)),
    ]
    if pytest is not None:
        steps.append(("tests", ["-m", "pytest", "-n", "2", *pytest]))
    return steps


def measures(packages: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return what finds out how much of each package is run by its own tests, and judges it."""
    steps = []
    for name in packages:
        data = "--data-file=.coverage." + name
        folders = ["tests/" + name] + ["tests/conformance"] * (name == "rules")
        tests = ["-m", "pytest", "-n", "2", "-q", *folders]
        judged = ["report", data, "--include=" + name + "/*", f"--fail-under={FLOORS[name]}"]
        steps += [
            ("clear", ["-m", "coverage", "erase", data]),
            (name, ["-m", "coverage", "run", data, *tests]),
            ("gather", ["-m", "coverage", "combine", "-q", data]),
            (f"{FLOORS[name]} %", ["-m", "coverage", *judged]),
        ]
    return steps


def check(house: House, steps: Sequence[tuple[str, list[str]]]) -> int:
    """Run every check, then tell which held and how long each took."""
    results = []
    for name, arguments in steps:
        tell(f"── {name}")
        started = time.monotonic()
        code = run(house, arguments, house.root)
        results.append((name, code, time.monotonic() - started))
    tell("")
    for name, code, seconds in results:
        tell(f"{mark(code == 0)} {name:8} {seconds:6.1f} s")
    return FINDINGS if any(code for _, code, _ in results) else FINE


def mark(good: bool) -> str:
    """Return a word for the outcome, coloured where colour is welcome."""
    word = "held  " if good else "FAILED"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stderr.isatty():
        return word
    return "\033[{}m{}\033[0m".format("32" if good else "1;31", word)


@functools.lru_cache(maxsize=None)
def sisters() -> Mapping[str, Mapping[str, str]]:
    """Return our sentences' sisters: English → language → sentence; none if the file is lost."""
    try:
        found = json.loads((HERE / "play_texts.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def language() -> str:
    """Return the language the system speaks, decided where the other programs decide it."""
    try:
        tongue = runpy.run_path(str(HERE / "rules" / "messages" / "locale.py"))
    except OSError:
        return "en"
    return str(tongue["system_language"]())


def say(sentence: str, **facts: object) -> str:
    """Return a sentence in the system's language, its facts filled in."""
    return sisters().get(sentence, {}).get(language(), sentence).format(**facts)


def overview() -> str:
    """Return what can be asked of us, in the system's language."""
    rows = (re.match(r"(.*?\S  +)(.+)", line) for line in HELP.splitlines())
    return "".join(f"{row.group(1)}{say(row.group(2))}\n" for row in rows if row)


def tell(sentence: str) -> None:
    """Say something to the person; stdout is left to the tools' data."""
    print(sentence, file=sys.stderr, flush=True)


def start(house: House, words: Sequence[str]) -> int:
    """Do what the command line asks and return the exit code."""
    command, rest = (words[0], list(words[1:])) if words else ("", [])
    if command in ("", "help", "-h", "--help"):
        try:
            print(overview(), end="", flush=True)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise
            raise Trouble(say("The output cannot be written: the disk is full.")) from error
        return FINE if command else USAGE
    unknown = [name for name in rest if name not in FLOORS] if command == "coverage" else []
    if unknown or command not in ("demo", "test", "lint", "docs", "coverage", "setup", *TOOLS):
        named = repr(" ".join([command, *unknown]))
        tell(say("play.py knows no {words}. Try:", words=named) + f"\n{overview()}")
        return USAGE
    set_up(house)
    if command == "demo":
        return run(house, ["-m", "companion", "demo", *rest])
    if command in TOOLS:
        return run(house, ["-m", command, *rest])
    if command == "setup":
        return FINE
    if command == "docs":
        tell(say("Writing the pages to {folder}; this takes a minute.", folder="out/docs"))
        written = run(house, ["-m", "tools.make_reference"], house.root)
        return written or run(house, PAGES, house.root)
    if command == "coverage":
        return check(house, measures(rest or list(FLOORS)))
    if command == "test":
        install_opencv4(house)
    return check(house, checks(rest if command == "test" else None))


def main(words: Sequence[str]) -> int:
    """Start, and turn every trouble of the machine into one sentence."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a folder's name must not stop the game.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.version_info < OLDEST:
        oldest, yours = "{}.{}".format(*OLDEST), "{}.{}.{}".format(*sys.version_info[:3])
        tell(
            say(
                (
                    "Python {oldest} or newer is needed, you have {yours}: install one from "
                    "python.org and start with it, for example {command}."
                ),
                oldest=oldest,
                yours=yours,
                command="py -3.12 play.py demo" if os.name == "nt" else "python3.12 play.py demo",
            )
        )
        return ENVIRONMENT
    try:
        return start(House(HERE), words)
    except KeyboardInterrupt:
        tell("\n" + say("Stopped."))
        return INTERRUPTED
    except (Trouble, OSError) as trouble:
        tell(str(trouble))
        return ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
