"""Programs started in adverse conditions print one helpful sentence and never a traceback.

Everything runs in a process of its own, in a folder with spaces and kanji in its name. Conditions
that this machine lacks (an old Python, a terminal with another encoding, an unusable home folder)
are simulated.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from tests.support.one_process import run_all

PROGRAMS = ("printkit", "companion", "rules")
STARTS = """
import runpy, sys
{before}
sys.argv = ["-m", *{words}]
sys.orig_argv = [sys.executable, "-m", {program!r}, *{words}]
runpy.run_module({program!r}, run_name="__main__", alter_sys=True)
"""
OLD = 'sys.version_info = (3, 10, 13, "final", 0)'
WITHOUT = """
class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name={library!r})

sys.meta_path.insert(0, Lacking())
"""
UNFIT = """
from importlib.util import spec_from_file_location
from importlib.machinery import ExtensionFileLoader

class Unfit:
    def find_spec(self, name, path=None, target=None):
        if name == {library!r}:
            loader = ExtensionFileLoader(name, "compiled.so")
            return spec_from_file_location(name, "compiled.so", loader=loader)

sys.meta_path.insert(0, Unfit())
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "札 と 紙"
    place.mkdir()
    return place


@pytest.fixture
def run(root: Path, folder: Path) -> Run:
    def start(
        *words: str, env: Mapping[str, str] | None = None, encoding: str = "utf-8"
    ) -> subprocess.CompletedProcess[str]:
        mine = {"PYTHONPATH": str(root), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=folder,
            env={**os.environ, **mine, **(env or {})},
            capture_output=True,
            encoding=encoding,
            check=False,
        )
        if "Failed to import the site module" in done.stderr:
            pytest.skip("Python itself does not start in this locale from a folder of this name")
        return done

    return start


def starting(words: Sequence[str], before: str) -> str:
    """Return Python code that runs `before` and then starts a program with these arguments."""
    return STARTS.format(before=before, program=words[0], words=list(words[1:]))


def one_sentence(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_old_python_is_refused_with_the_needed_version(run: Run, program: str) -> None:
    done = run("-c", starting((program, "--help"), OLD))
    text = one_sentence(done, 3)
    assert "3.11 or newer" in text
    assert "3.10.13" in text


@pytest.mark.parametrize(
    "name",
    [
        "play.py",
        "rules/__init__.py",
        "rules/process/interrupt.py",
        "printkit/__init__.py",
        "printkit/__main__.py",
        "companion/__init__.py",
        "companion/__main__.py",
    ],
)
def test_an_old_python_gets_as_far_as_that_sentence(root: Path, name: str) -> None:
    ast.parse((root / name).read_text("utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("program", ["printkit", "companion"])
def test_a_checkout_that_was_not_set_up_says_how(run: Run, program: str) -> None:
    code = starting((program, "--help"), WITHOUT.format(library="typer"))
    text = one_sentence(run("-c", code, env={"LC_ALL": "ja_JP.UTF-8"}), 3)
    assert "typerが入っていません" in text
    assert "python3 play.py" in text


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (("printkit", "cards", "yggdrasil"), "reportlab", "print"),
        (("printkit", "check", "yggdrasil"), "pypdfium2", "print"),
        (("companion", "demo"), "numpy", "virtual,print"),
        (("companion", "doctor", "--list"), "cv2", "companion"),
    ],
)
def test_without_an_extra(run: Run, words: tuple[str, ...], library: str, extra: str) -> None:
    code = starting(words, WITHOUT.format(library=library))
    text = one_sentence(run("-c", code, env={"PRINTKIT_STARTED_BY": ""}), 3)
    assert library in text
    assert f'pip install "printkit-companion[{extra}]"' in text


@pytest.mark.parametrize(
    ("words", "library", "remedy"),
    [
        (("companion", "doctor", "--list"), "cv2", "apt install libgl1"),
        (("printkit", "cards", "yggdrasil"), "pydantic_core._pydantic_core", "package manager"),
    ],
)
def test_a_library_that_the_system_cannot_open(
    run: Run, folder: Path, words: tuple[str, ...], library: str, remedy: str
) -> None:
    (folder / "compiled.so").write_text("for another machine", "utf-8")
    text = one_sentence(run("-c", starting(words, UNFIT.format(library=library))), 3)
    assert library.rpartition(".")[2] in text
    assert "compiled.so" in text, "why the system refused"
    assert remedy in text


@pytest.mark.parametrize(
    ("words", "code", "remedy"),
    [
        (("printkit", "check", "none.pdf"), 2, "name a PDF"),
        (("printkit", "cards", "spherio"), 2, "spherion"),
        (
            ("companion", "referee", "yggdrasil", "--no-page", "--source", "0"),
            2,
            "printkit game yggdrasil",
        ),
        (("companion", "scan", "none.jpg"), 2, "photos"),
        (("companion", "replay", "none.jsonl"), 2, "none.jsonl"),
        (("rules", "deck", "yggdrasil", "none.txt"), 2, "none.txt"),
    ],
)
def test_the_wrong_folder(run: Run, words: tuple[str, ...], code: int, remedy: str) -> None:
    assert remedy in one_sentence(run("-m", *words), code)


@pytest.mark.parametrize("program", ["printkit", "companion"])
def test_a_home_that_cannot_be_used(run: Run, folder: Path, program: str) -> None:
    (folder / "home").write_text("a file", "utf-8")
    chosen = {"HOME": str(folder / "home"), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = run("-m", program, "--install-completion", "bash", env=chosen)
    text = one_sentence(done, 3)
    assert "home" in text
    assert "choose another place" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "cp1252"])
def test_a_terminal_of_another_script(root: Path, folder: Path, encoding: str) -> None:
    poor = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": encoding, "PYTHONPATH": str(root)}
    wrong, asked = ("printkit", "cards", "yggdrasi"), ("companion", "rules", "YGG-6.4")
    langs = ("en", "ja", "zh-Hant")
    starts = [((*words, "--lang", lang), {}) for lang in langs for words in (wrong, asked)]
    done = run_all(starts, poor, folder, encoding)
    for lang, slip, answer in zip(langs, done[::2], done[1::2], strict=True):
        assert (slip.returncode, slip.stdout) == (2, ""), (lang, slip)
        (line,) = slip.stderr.splitlines()
        assert "yggdrasil" in line
        assert (answer.returncode, answer.stderr) == (0, ""), (lang, answer)
        assert "YGG-6.2" in answer.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
def test_a_terminal_keeps_its_script_in_a_poor_locale(run: Run, encoding: str) -> None:
    """Check that a program in a C locale writes Japanese in the terminal's encoding."""
    poor = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": encoding,
    }
    asked = run("-m", "companion", "rules", "YGG-6.4", "--lang", "ja", env=poor, encoding=encoding)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert "YGG-6.2" in asked.stdout


@pytest.mark.skipif(os.name == "nt", reason="there file names are Unicode in every locale")
def test_a_locale_in_which_file_names_cannot_be_read(run: Run, folder: Path) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (folder / "私の.txt").write_text("2 y03\nroot yr1\n", "utf-8")
    words = ("--owner", "sun", "--no-art", "--no-controls", "--out", "紙")
    printed = run("-m", "printkit", "cards", "yggdrasil", "--deck", "私の.txt", *words, env=poor)
    assert printed.returncode == 0, printed.stderr
    assert "\\u79c1\\u306e" in printed.stdout, "what this terminal can show"
    (pdf,) = (folder / "紙").glob("*私の*.pdf")
    checked = run("-m", "printkit", "check", str(pdf), env=poor)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    lost = run("-m", "companion", "replay", "紙/無.jsonl", env=poor)
    assert "\\u7121.jsonl" in one_sentence(lost, 2)


def test_nothing_is_read_or_written_in_the_systems_own_encoding(run: Run) -> None:
    strict = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m")
    for words in (
        ("rules", "deck", "yggdrasil", "orchard", "--lang", "ja"),
        ("rules", "new", "crossing"),
        ("companion", "rules", "YGG-6.4", "--lang", "ja"),
        ("printkit", "shopping", "jiguan", "--lang", "zh-Hant"),
    ):
        done = run(*strict, *words)
        assert (done.returncode, "EncodingWarning" in done.stderr) == (0, False), done.stderr


def test_a_folder_of_blanks_and_kanji(run: Run, folder: Path) -> None:
    (folder / "私 の デッキ.txt").write_text("12 y03\n", "utf-8")
    judged = run("-m", "rules", "deck", "yggdrasil", "私 の デッキ.txt", "--lang", "ja")
    assert judged.returncode == 1, judged.stderr
    assert "私 の デッキ.txt" in judged.stdout + judged.stderr
    printed = run("-m", "printkit", "calibrate", "--out", "紙 と 鋏")
    assert printed.returncode == 0, printed.stderr
    (name,) = printed.stdout.splitlines()
    assert (folder / name).read_bytes().startswith(b"%PDF")


def test_no_tracked_name_is_a_trap_elsewhere(tracked: list[Path], root: Path) -> None:
    names = [path.relative_to(root).as_posix() for path in tracked]
    assert len({name.casefold() for name in names}) == len(names), "alike where case is ignored"
    for name in names:
        assert name.isascii(), "composed in one way here, in another on macOS"
        assert len(name) < 140, "Windows allows 260 from the drive on"
        for part in name.split("/"):
            assert not set(part) & set('<>:"\\|?*')
            assert part == part.rstrip(" .")
            assert part.partition(".")[0].lower() not in {"con", "prn", "aux", "nul"}
