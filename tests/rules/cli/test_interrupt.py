"""Ctrl-C at any moment of a program's start and end: one word and exit code 130, no traceback.

The signal is sent before the n-th import, counted from our first one, so that a run is the same on
every machine. The time before that import (Python's own `site` and `runpy`) is outside our
control. Shells let background jobs ignore Ctrl-C; the programs here are in the foreground.
"""

from __future__ import annotations

import codecs
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules.process import interrupt
from rules.process.interrupt import _numbered, missing_native_library

ROOT = Path(rules.__file__).resolve().parents[1]
PROGRAMS = {
    "companion": ["read", "/no/such.png", "--manifest", "/no/such.json"],
    "printkit": ["cards", "--help"],
    "rules": ["check", "yggdrasil", "A", "place", "y03", "b2"],
}
PRESS = """
import os, runpy, signal, sys

class Press:
    left, ours = {at}, False
    def find_spec(self, name, path=None, target=None):
        Press.ours = Press.ours or name == {first!r}
        Press.left -= Press.ours
        if Press.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

import importlib.util  # runpy imports it, too
sys.meta_path.insert(0, Press())
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["-m", *{words!r}]
sys.orig_argv = [sys.executable, "-m", {program!r}, *{words!r}]
runpy.run_module({program!r}, run_name="__main__", alter_sys=False)
print(Press.left, file=sys.stderr)
"""


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("at", [1, 2, 3, 6, 13, 25, 42, 57, 87, 137])
def test_ctrl_c_while_importing_is_one_word(program: str, at: int) -> None:
    first = "rules.process.interrupt" if program == "rules" else "rules"
    code = PRESS.format(at=at, program=program, words=PROGRAMS[program], first=first)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if done.returncode != 130:  # the program ended before this many imports
        assert at > 57, done
    assert "Traceback" not in done.stderr
    assert (done.returncode == 130) == (done.stderr == "interrupted\n"), done.stderr


SWALLOWED = """
import os, signal, weakref
from rules.process.interrupt import start

class Thing:
    pass

def press(reference):
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass

def run():
    thing = Thing()
    kept = weakref.ref(thing, press)
    del thing
    print("went on")

start(lambda: run)
"""
TWICE = """
import os, signal
from rules.process.interrupt import was_interrupted, start

def run():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    finally:
        assert was_interrupted()
        os.kill(os.getpid(), signal.SIGINT)
        print("went on")

start(lambda: run)
"""
AT_THE_END = """
import atexit, os, signal
from rules.process.interrupt import start

def late():
    os.kill(os.getpid(), signal.SIGINT)
    print("went on")

atexit.register(late)
start(lambda: lambda: 1)
"""


UNCAUGHT = """
import os, signal
from rules.process.interrupt import start

start(lambda: lambda: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.mark.parametrize("code", [SWALLOWED, TWICE, AT_THE_END, UNCAUGHT])
def test_ctrl_c_is_never_lost(code: str) -> None:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody is asked to end")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("code", [TWICE, AT_THE_END, UNCAUGHT])
def test_who_is_asked_to_end_ends_as_by_ctrl_c(name: str, code: str) -> None:
    # as if the parent process did not ignore it
    heard = f"import signal\nsignal.signal(signal.{name}, signal.SIG_DFL)\n"
    command = [sys.executable, "-c", heard + code.replace("SIGINT", name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_what_was_started_to_outlive_its_terminal_does() -> None:
    code = (
        "import os, signal\nfrom rules.process.interrupt import start\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "start(lambda: lambda: os.kill(os.getpid(), signal.SIGHUP) or print('went on'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "went on\n", "")


def test_a_command_closes_what_is_open_and_its_code_is_kept() -> None:
    code = (
        "import os, signal\nfrom rules.process.interrupt import start\n"
        "def run():\n    try:\n        os.kill(os.getpid(), signal.SIGINT)\n"
        "    except KeyboardInterrupt:\n        print('closed')\n        return 7\n"
        "start(lambda: run)\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (7, "closed\n", "")


def test_other_faults_in_callbacks_are_reported_as_ever() -> None:
    code = SWALLOWED.replace(
        "    os.kill(os.getpid(), signal.SIGINT)\n", "    raise ValueError(7)\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "went on\n")
    assert "ValueError: 7" in done.stderr


def test_a_terminal_without_a_character_gets_its_number() -> None:
    code = "from rules.process.interrupt import start\nstart(lambda: lambda: print('a木😀'))"
    command = [sys.executable, "-c", code]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "a\\u6728\\ud83d\\ude00\n", "")
    with pytest.raises(UnicodeDecodeError):  # unreadable characters are a different case
        _numbered(UnicodeDecodeError("ascii", b"\xff", 0, 1, "no"))


@pytest.mark.parametrize(
    ("encoding", "text", "shown"),
    [
        ("cp932", "90–110 cm ≈ 2 m² 世界樹 · 第6章", "90-110 cm ~ 2 m2 世界樹 - 第6章"),
        ("ascii", "“a”…→b×2", "'a'...->bx2"),
        ("cp932", '{"path": "a–b"}', '{"path": "a\\u2013b"}'),
        ("cp932", "한", "\\ud55c"),
    ],
)
def test_a_sign_that_a_terminal_lacks_is_shown_by_one_like_it(
    encoding: str, text: str, shown: str
) -> None:
    """Regression: a Japanese Windows showed a number for a dash. Lines of JSON stay unchanged."""
    codecs.register_error("numbered", _numbered)
    assert text.encode(encoding, "numbered").decode(encoding) == shown


LACKING = """
from importlib import import_module
from rules.process.interrupt import start

start(lambda: import_module("nowhere_to_be_had"))
"""


def test_a_program_whose_libraries_lack_says_how_to_set_it_up() -> None:
    command = [sys.executable, "-c", LACKING]
    spoken = {**os.environ, "LC_ALL": "ja_JP.UTF-8", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, env=spoken, cwd=ROOT
    )
    if done.stderr.startswith("Fatal Python error"):
        pytest.skip("Python itself does not start in this locale from a folder of this name")
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert "nowhere_to_be_hadが入っていません" in line
    assert "python3 play.py" in line
    done = subprocess.run(
        [*command, "--debug"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    assert "ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize("by", ["", "python3 play.py"])
def test_an_installed_copy_names_no_file_that_it_lacks(
    monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    """Check the advice of an installed copy: a wheel has no play.py, unless play.py started it."""
    monkeypatch.setattr(interrupt, "_START", "nowhere.py")
    monkeypatch.setattr("rules.messages.locale.system_language", lambda: "en")
    monkeypatch.setenv("PRINTKIT_STARTED_BY", by)
    command = f"{by} setup" if by else 'pip install "printkit-companion[all]"'
    assert interrupt._not_set_up("typer") == f"the library typer is not installed: {command}\n"


def test_a_library_that_does_not_open_is_distinguished_from_one_of_ours_that_lacks_a_name() -> None:
    lost = "libGL.so.1: cannot open shared object file"
    assert (
        missing_native_library(ImportError(lost, name="cv2", path="/site/cv2/cv2.abi3.so")) == "cv2"
    )
    assert missing_native_library(ImportError(lost, path="/site/cv2.pyd")) == "/site/cv2.pyd"
    assert (
        missing_native_library(ImportError("no Card", name="rules", path="/rules/__init__.py"))
        == ""
    )
    assert missing_native_library(ImportError("half a library")) == ""
    assert missing_native_library(OSError(lost)) == ""


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_old_python_is_refused_before_anything_else_is_read(program: str) -> None:
    code = f"""
import runpy, sys
sys.version_info = (3, 10, 13, "final", 0)
sys.argv = ["-m", "--help"]
sys.orig_argv = [sys.executable, "-m", {program!r}, "--help"]
try:
    runpy.run_module({program!r}, run_name="__main__", alter_sys=False)
finally:
    print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 3
    assert done.stderr.startswith("You have Python 3.10.13, but 3.11 or newer is needed: ")
    assert done.stderr.count("\n") == 1
    allowed = {program, f"{program}.api", f"{program}.__main__"}
    if program == "rules":
        allowed = {"rules", "rules.process", "rules.process.interrupt"}
    assert {name for name in done.stdout.split() if name.split(".")[0] in PROGRAMS} <= allowed


@pytest.mark.skipif(os.name == "nt", reason="there file names are Unicode in every locale")
@pytest.mark.parametrize("shown", ["", "iso8859-1"])
def test_file_names_are_read_in_any_locale(shown: str) -> None:
    code = (
        "import sys\nfrom rules.process.interrupt import start\n"
        "start(lambda: lambda: print(sys.getfilesystemencoding(), sys.stdout.encoding, sys.argv))"
    )
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": shown}
    done = subprocess.run(
        [sys.executable, "-c", code, "木"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **poor},
        cwd=ROOT,
    )
    if done.stderr.startswith("Fatal Python error"):
        pytest.skip("Python itself does not start in this locale from a folder of this name")
    assert (done.returncode, done.stderr) == (0, "")
    name, encoding, words = done.stdout.split(" ", 2)
    assert (name, codecs.lookup(encoding).name) == ("utf-8", shown or "ascii")
    assert words == "['-c', '\\u6728']\n"


def test_a_copy_that_is_not_whole_says_what_lacks() -> None:
    code = (
        "from rules.process import interrupt\ninterrupt._DATA = ('card_data/nowhere.toml',)\n"
        "interrupt.start(lambda: lambda: print('went on'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{ROOT / 'card_data' / 'nowhere.toml'} is missing: ")


def test_a_program_without_a_terminal_runs() -> None:
    code = (
        "import sys\nsys.stdout = sys.stderr = None  # so pythonw starts one on Windows\n"
        "from rules.process.interrupt import start\nstart(lambda: lambda: 5)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (5, b"")


UNCHANGED = """
import os, signal, sys, threading

def state():
    signals = {number: signal.getsignal(number) for number in signal.valid_signals()}
    hooks = sys.excepthook, sys.unraisablehook, sys.displayhook, threading.excepthook
    lists = list(sys.path), list(sys.argv), list(sys.meta_path)
    return signals, hooks, lists, dict(os.environ), threading.active_count()

before = state()
import rules, printkit, companion
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
assert state() == before
"""


@pytest.mark.parametrize("started_as", ["-c", "-m"])
def test_importing_a_package_changes_nothing_in_the_process(started_as: str) -> None:
    """Check also while Python locates another program that imports them (`python -m other`)."""
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in ROOT.glob("rules/**/*.py")
        if path.name != "__init__.py" and "games" not in path.parts
    ]
    modules += ["printkit.cli", "printkit.__main__", "companion.cli", "companion.__main__"]
    code = f"import sys\nsys.argv[0] = {started_as!r}\n{UNCHANGED}"
    done = subprocess.run(
        [sys.executable, "-c", code, *modules],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_printkit_and_companion_load_little_when_imported() -> None:
    code = "import sys, companion.__main__, printkit.__main__; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    ours = {name for name in done.stdout.split() if name.partition(".")[0] in PROGRAMS}
    names = ("companion", "printkit")
    assert ours == {each + part for each in names for part in ("", ".api", ".__main__")}


def test_what_rules_offers_is_there_at_once() -> None:
    code = "import rules; missing = set(rules.__all__) - set(vars(rules)); assert not missing"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    assert 50 <= len(rules.__all__) <= 70
    with pytest.raises(ImportError, match="nonsense"):
        from rules import nonsense  # noqa: F401


def test_what_ctrl_c_made_of_an_import_is_no_fault_of_ours() -> None:
    code = """
import os, signal
from companion import cli
from rules.process.interrupt import start

def build():
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("half a library")

cli.build_app = build
start(lambda: lambda: cli.main(["read"]))
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


NOWHERE = {
    "rules": "perft jiguan --depth 1",
    "printkit": "check jiguan --lang ja",
    "companion": "rules 6.4 --game yggdrasil --lang zh-Hant",
}
GONE = {"rules": "change to another", "printkit": "別のフォルダーに移って", "companion": "切換到"}
CLOSED = {"rules": "standard output is closed", "printkit": "閉じています", "companion": "已關閉"}


def shell(tmp_path: Path, program: str, before: str, after: str) -> tuple[int, str, str]:
    (tmp_path / "gone").mkdir()
    command = f"{before} '{sys.executable}' -m {program} {NOWHERE[program]} {after}"
    done = subprocess.run(
        ["bash", "-c", command],  # noqa: S607 - any bash will do
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("program", NOWHERE)
def test_who_is_started_where_nothing_can_be_written_says_so_at_once(
    program: str, tmp_path: Path
) -> None:
    code, out, err = shell(tmp_path, program, "cd gone && rmdir ../gone &&", "")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert GONE[program] in err


def test_a_folder_that_is_gone_is_asked_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", gone)
    monkeypatch.setattr(sys, "argv", ["rules", "--lang", "ja"])
    with pytest.raises(SystemExit) as left:
        interrupt._check_folder()
    assert left.value.code == 3
    assert "別のフォルダーに移って" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("program", NOWHERE)
def test_a_closed_output_is_reported_and_a_closed_talk_leaves_the_answer(
    program: str, tmp_path: Path
) -> None:
    code, _, err = shell(tmp_path, program, "", ">&-")
    assert (code, err.count("\n")) == (3, 1)
    assert CLOSED[program] in err
    (tmp_path / "gone").rmdir()
    nobody = shell(tmp_path, program, "", ">&- 2>&-")
    assert nobody == (3 if program == "rules" else 0, "", ""), "a count that nobody gets is none"
    (tmp_path / "gone").rmdir()
    code, out, err = shell(tmp_path, program, "", "2>&-")
    assert (code, err) == (0, "")
    assert out
