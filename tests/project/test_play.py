"""play.py's decisions, on simulated machines; nothing is installed here."""

import ast
import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn, TypeGuard

import pytest

import play
from play import House, Trouble

posix = pytest.mark.skipif(os.name == "nt", reason="signals and links as POSIX has them")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests, their system speaks English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a checkout without `.venv`, in a folder that is hard to spell."""
    root = tmp_path / "世界 樹"
    root.mkdir()
    (root / "requirements.lock").write_text("typer==1\n", encoding="utf-8")
    (root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    return House(root)


class Installer:
    """Stands in for `play.follow`: notes what it is asked, answers as told."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.commands: list[str] = []
        self.answers: dict[str, tuple[int, str]] = {}

    def __call__(self, command: Sequence[str], house: House) -> tuple[int, str]:
        line = " ".join(command)
        self.commands.append(line)
        if "-m venv" in line:
            house.python.parent.mkdir(parents=True)
            house.python.touch()
        if "--target" in command and "--target" not in self.answers:
            Path(command[command.index("--target") + 1]).mkdir(parents=True)
        return next((said for key, said in self.answers.items() if key in line), (0, ""))

    def steps(self) -> list[str]:
        """Return the commands by what is particular to each."""
        keys = ("-m venv --without-pip", "-m venv", "--require-hashes", "--no-deps", "import cv2")
        return [next(key for key in keys if key in line) for line in self.commands]


@pytest.fixture
def installer(house: House, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """Simulate a machine without uv on which every step works."""
    stand_in = Installer(house)
    monkeypatch.setattr(play, "follow", stand_in)
    monkeypatch.setattr(play, "uv", lambda: None)
    return stand_in


def stand(house: House, **changes: object) -> None:
    """Give `house` a finished `.venv` whose note differs by `changes`."""
    house.python.parent.mkdir(parents=True)
    house.python.touch()
    house.write_note({**house.wanted(), **changes})


# ── what is to be done ──────────────────────────────────────────────────────


def test_a_fresh_checkout_is_made(house: House) -> None:
    assert play.plan(house) == "make"


@pytest.mark.parametrize(
    ("changes", "todo"),
    [
        ({}, "nothing"),
        ({"fit": False}, "try"),
        ({"needs": "an older lock"}, "update"),
        ({"needs": "an older lock", "with": "an installer that is gone"}, "make"),
        ({"with": "another installer"}, "nothing"),
        ({"root": "where it was copied from"}, "make"),
        ({"python": "3.99"}, "make"),
    ],
)
def test_the_note_decides(house: House, changes: dict[str, object], todo: str) -> None:
    stand(house, **changes)

    assert play.plan(house) == todo


@pytest.mark.parametrize("note", ['{"making": true}', '{"mak', "", "[]"])
def test_a_half_made_set_up_is_begun_afresh(house: House, note: str) -> None:
    stand(house)
    house.note.write_text(note, encoding="utf-8")

    assert play.plan(house) == "make"


def test_a_set_up_whose_python_is_gone_is_begun_afresh(house: House) -> None:
    stand(house)
    house.python.unlink()

    assert play.plan(house) == "make"


def test_somebody_elses_venv_is_set_aside_whole(house: House, installer: Installer) -> None:
    (house.venv / "bin").mkdir(parents=True)
    (house.venv / "theirs").write_text("keep", encoding="utf-8")
    (house.root / ".venv-1").mkdir()

    play.set_up(house)

    assert (house.root / ".venv-2" / "theirs").read_text(encoding="utf-8") == "keep"
    assert play.plan(house) == "nothing"


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_lock_or_project_is_noticed(house: House, name: str) -> None:
    stand(house)
    with (house.root / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")

    assert play.plan(house) == "update"


def test_python_lies_where_each_system_puts_it(house: House) -> None:
    assert House(house.root, windows=True).python == house.venv / "Scripts" / "python.exe"
    assert House(house.root, windows=False).python == house.venv / "bin" / "python"


# ── doing it ────────────────────────────────────────────────────────────────


def test_with_pip_every_step_is_done_once(house: House, installer: Installer) -> None:
    play.set_up(house)
    play.set_up(house)

    assert installer.steps() == ["-m venv", "--require-hashes", "--no-deps", "import cv2"]
    assert f"{house.python} -m pip install" in installer.commands[1]
    assert "--only-binary :all:" in installer.commands[1]
    assert "--no-build-isolation" in installer.commands[2]
    assert house.found() == house.wanted()


def test_the_older_opencv_is_installed_once_and_its_lack_is_told(
    house: House, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    (house.root / "tests").mkdir()
    lock = house.root / "tests" / "opencv4.lock"
    lock.write_text("opencv-python==4\n", encoding="utf-8")
    folder = house.venv / "opencv4"
    installer.answers["--target"] = 1, "Could not resolve host: getaddrinfo"
    play.install_opencv4(house)
    assert "is skipped. The package index could not be reached" in capsys.readouterr().err
    assert not folder.exists()

    installer.answers.clear()
    play.install_opencv4(house)
    play.install_opencv4(house)
    assert sum("--target" in line for line in installer.commands) == 2

    lock.write_text("opencv-python==4.1\n", encoding="utf-8")
    play.install_opencv4(house)
    assert sum("--target" in line for line in installer.commands) == 3


def test_with_uv_no_pip_is_made(
    house: House, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "uv", lambda: "/opt/uv")

    play.set_up(house)

    assert installer.steps()[0] == "-m venv --without-pip"
    assert installer.commands[1].startswith(f"/opt/uv pip install --python {house.python} ")


def test_uv_is_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert play.uv() is None

    name = tmp_path / ("uv.exe" if os.name == "nt" else "uv")
    name.touch(mode=0o755)

    assert play.uv() == str(name)


def test_an_older_lock_is_brought_up_to_date_in_place(house: House, installer: Installer) -> None:
    stand(house, needs="older")
    (house.venv / "kept").touch()

    play.set_up(house)

    assert installer.steps() == ["--require-hashes", "--no-deps", "import cv2"]
    assert (house.venv / "kept").exists()


def test_a_killed_installation_leaves_no_trust_behind(
    house: House, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(command: Sequence[str], house: House) -> tuple[int, str]:
        if "--require-hashes" in command:
            raise KeyboardInterrupt
        return installer(command, house)

    monkeypatch.setattr(play, "follow", killed)
    with pytest.raises(KeyboardInterrupt):
        play.set_up(house)
    (house.venv / "half").touch()

    assert play.plan(house) == "make"
    monkeypatch.setattr(play, "follow", installer)
    play.set_up(house)
    assert not (house.venv / "half").exists()
    assert play.plan(house) == "nothing"


@posix
def test_a_second_set_up_waits_for_the_first(
    house: House, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    with play.only_one(house):
        second = threading.Thread(target=play.set_up, args=(house,))
        second.start()
        deadline = time.monotonic() + 10
        said = ""
        while "waiting" not in said and time.monotonic() < deadline:
            said += capsys.readouterr().err
            time.sleep(0.01)
        assert installer.commands == []
    second.join(timeout=10)

    assert "Another set-up is at work here" in said
    assert play.plan(house) == "nothing"


# ── what machines lack ──────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "said",
    [
        (
            "The virtual environment was not created successfully because ensurepip is not\n"
            "available.  On Debian/Ubuntu systems, you need to install the python3-venv\n"
            "package using the following command.\n\n    apt install python3.11-venv\n"
        ),
        "/usr/bin/python3: No module named venv\n",
        "Error: Command '['.venv/bin/python3', '-m', 'ensurepip']' returned exit status 1.\n",
    ],
)
def test_a_python_that_makes_no_environments(house: House, installer: Installer, said: str) -> None:
    installer.answers["-m venv"] = (1, said)

    with pytest.raises(Trouble, match=r": sudo apt install python3-venv$"):
        play.set_up(house)
    assert play.plan(house) == "make"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            (
                "ERROR: Could not install packages due to an OSError: "
                "[Errno 28] No space left on device\n"
            ),
            "The disk is full",
        ),
        ("  cause: failed to write to file: No space left (os error 28)\n", "The disk is full"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n",
            "not the one requirements.lock names",
        ),
        ("error: Hash mismatch for `idna==3.20`\n", "not the one requirements.lock names"),
        (
            (
                "WARNING: Retrying (Retry(total=0)) after connection broken by "
                "'NewConnectionError(': [Errno 111] Connection refused')'\n"
                "ERROR: No matching distribution found for annotated-doc==0.0.7\n"
            ),
            "could not be reached",
        ),
        (
            (
                "  cause: client error (Connect)\n  cause: dns error\n"
                "  cause: failed to lookup address: Temporary failure in name resolution\n"
            ),
            "could not be reached",
        ),
        (
            (
                "ERROR: Could not find a version that satisfies the x (from versions: 1.0)\n"
                "ERROR: No matching distribution found for numpy==2.4.6\n"
            ),
            "no ready-made package for this machine",
        ),
        ("  cause: Because numpy==2.4.6 has no usable wheels\n", "no ready-made package"),
        ("ERROR: [Errno 30] Read-only file system: '/x'\n", "cannot be written to"),
        ("error: failed to create file\n  cause: Permission denied (os error 13)\n", "written to"),
        ("building\nFooError: no compiler\nnote: see above\n", "FooError: no compiler"),
        ("", "it gave no reason"),
    ],
)
def test_what_an_installer_says_becomes_one_sentence(
    house: House, installer: Installer, said: str, sentence: str
) -> None:
    installer.answers["--require-hashes"] = (1, said)

    with pytest.raises(Trouble, match=sentence) as caught:
        play.set_up(house)
    assert "\n" not in str(caught.value)
    assert play.plan(house) == "make"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            "ImportError: libGL.so.1: cannot open shared object file: No such file\n",
            ["libGL.so.1", "sudo apt install libgl1 libglib2.0-0 libxcb1"],
        ),
        (
            "ImportError: libgthread-2.0.so.0: cannot open shared object file: No such file\n",
            ["libgthread-2.0.so.0", "sudo apt install libgl1 libglib2.0-0 libxcb1"],
        ),
        (
            "ImportError: libSM.so.6: cannot open shared object file: No such file\n",
            ["sudo apt install libgl1 libglib2.0-0 libsm6 libxcb1"],
        ),
        (
            "ImportError: libodd.so.3: cannot open shared object file: No such file\n",
            ["libodd.so.3", "install the package that holds it"],
        ),
        (
            "Traceback (most recent):\nImportError: DLL load failed while importing cv2\n",
            ["does not open on this machine: ImportError: DLL load failed while importing cv2"],
        ),
    ],
)
def test_a_missing_library_is_named_and_tried_again_without_installing(
    house: House, installer: Installer, said: str, words: list[str]
) -> None:
    installer.answers["import cv2"] = (1, said)
    with pytest.raises(Trouble) as caught:
        play.set_up(house)
    assert all(word in str(caught.value) for word in words)
    assert play.plan(house) == "try"

    installer.answers.clear()
    installer.commands.clear()
    play.set_up(house)

    assert installer.steps() == ["import cv2"]
    assert play.plan(house) == "nothing"


def test_a_nearly_full_disk_is_seen_before_anything_is_written(
    house: House, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(house.root)._replace(free=100 * 10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    with pytest.raises(Trouble, match="The disk is full: set-up needs about 650 MB in "):
        play.set_up(house)
    assert installer.commands == []
    assert not house.venv.exists()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EROFS, "cannot be written to"),
        (errno.EACCES, "cannot be written to"),
        (errno.EIO, "failed: "),
    ],
)
def test_a_disk_that_refuses_is_named(
    house: House,
    installer: Installer,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    sentence: str,
) -> None:
    def refuse(self: Path) -> NoReturn:
        raise OSError(number, os.strerror(number), str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)

    with pytest.raises(Trouble, match=sentence):
        play.set_up(house)


def refusing(closed: Path, read: Callable[..., object]) -> Callable[..., object]:
    """Read as ever, but for one file that may not be read."""

    def way(path: Path, **more: object) -> object:
        if path == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return read(path, **more)

    return way


@pytest.mark.parametrize(
    ("name", "place", "mend"),
    [
        (".venv/play.json", "C", "delete .venv"),
        (".venv/play.json", "ja_JP.UTF-8", ".venvを消すか"),
        (".venv/play.json", "zh_TW.UTF-8", "請刪除 .venv"),
        ("requirements.lock", "C", "copy this folder anew"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_mending(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    place: str,
    mend: str,
) -> None:
    stand(house)
    closed = house.root / name
    for way in ("read_bytes", "read_text"):
        monkeypatch.setattr(Path, way, refusing(closed, getattr(Path, way)))
    monkeypatch.setenv("LC_ALL", place)
    monkeypatch.setattr(play, "House", lambda _: house)

    assert play.main(["setup"]) == 3
    err = capsys.readouterr().err
    assert str(closed) in err
    assert mend in err
    assert "Errno" not in err


# ── talking ─────────────────────────────────────────────────────────────────


def raising(trouble: BaseException) -> Callable[..., NoReturn]:
    def stand_in(*_: object) -> NoReturn:
        raise trouble

    return stand_in


@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        (Trouble("The disk is full."), 3, "The disk is full.\n"),
        (OSError(5, "Input/output error"), 3, "[Errno 5] Input/output error\n"),
        (KeyboardInterrupt(), 130, "\nStopped.\n"),
    ],
)
def test_troubles_end_in_a_sentence_and_a_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trouble: BaseException,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr(play, "set_up", raising(trouble))

    assert play.main(["demo"]) == code
    assert capsys.readouterr().err == said


def test_help_and_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["--help"]) == 0
    assert play.main([]) == 2
    assert capsys.readouterr().out == play.HELP * 2
    assert play.main(["dmeo"]) == 2
    assert "'dmeo'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["play.py", "rules/messages/locale.py"])
def test_it_parses_on_python_3_8(root: Path, name: str) -> None:
    ast.parse((root / name).read_text(encoding="utf-8"), feature_version=(3, 8))


def calls(root: Path, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse((root / "play.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            yield node


def test_every_sentence_has_its_sisters_and_there_are_no_others(root: Path) -> None:
    said = {call.args[0].value for call in calls(root, "say") if is_text(call.args[0])}
    said |= {sentence for _, sentence in play.DIAGNOSES}
    said |= {re.split(r"(?<=\S)  +", line)[1] for line in play.HELP.splitlines()}

    assert set(play.sisters()) == said
    for sentence, others in play.sisters().items():
        assert set(others) == {"ja", "zh-Hant"}
        for other in others.values():
            assert set(re.findall(r"{\w+}", other)) == set(re.findall(r"{\w+}", sentence)), other


def is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_words_are_told_in_english_only(root: Path) -> None:
    told = [part for call in calls(root, "tell", "Trouble") for part in words_of(call.args[0])]

    assert not [text for text in told if re.search("[A-Za-z]{2}", text)]


def words_of(node: ast.expr) -> Iterator[str]:
    """What stands in an expression, but for what is said in every language."""
    if isinstance(node, ast.Call):
        return
    if is_text(node):
        yield str(node.value)
    for child in ast.iter_child_nodes(node):
        yield from words_of(child) if isinstance(child, ast.expr) else ()


@pytest.mark.parametrize(
    ("place", "unknown", "full"),
    [
        ("ja_JP.UTF-8", "play.pyに'dmeo'はありません。", "ディスクがいっぱいです。"),
        ("zh_TW.UTF-8", "play.py 沒有 'dmeo'。", "磁碟滿了："),
    ],
)
def test_it_speaks_the_systems_language(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    unknown: str,
    full: str,
) -> None:
    monkeypatch.setenv("LC_ALL", place)

    assert play.main(["dmeo"]) == 2
    assert play.main(["--help"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(unknown)
    assert err.rstrip().endswith(out.rstrip())
    assert not [line for line in out.splitlines() if line in play.HELP]
    assert play.explain("No space left on device", house).startswith(full)


def test_what_is_lost_leaves_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    monkeypatch.setattr(play, "HERE", tmp_path)
    assert play.language() == "en"
    monkeypatch.setattr(play, "language", lambda: "ja")
    for torn in (None, "{", "[]"):
        if torn:
            (tmp_path / "play_texts.json").write_text(torn, encoding="utf-8")
        play.sisters.cache_clear()
        assert play.say("Stopped.") == "Stopped."
    play.sisters.cache_clear()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device as Linux has it")
@pytest.mark.parametrize(("lang", "told"), [("C", "the disk is full"), ("ja_JP", "いっぱいです")])
def test_a_full_output_is_told_in_the_system_s_language(root: Path, lang: str, told: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(root / "play.py")],
            env={**os.environ, "LC_ALL": f"{lang}.UTF-8"},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 3
    assert told in done.stderr
    assert "Errno" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_an_old_python_hears_its_version(root: Path) -> None:
    pretend = (
        "import sys, runpy; sys.version_info = (3, 9, 2); sys.argv = ['play.py', 'demo'];"
        f"runpy.run_path({str(root / 'play.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretend], capture_output=True, encoding="utf-8", check=False
    )

    assert done.stderr.startswith("Python 3.11 or newer is needed, you have 3.9.2: install one ")
    assert "play.py demo" in done.stderr
    assert done.returncode == 3


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert play.mark(good=True) == "held  "

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert play.mark(good=False) == "\033[1;31mFAILED\033[0m"

    monkeypatch.setenv("NO_COLOR", "1")
    assert play.mark(good=False) == "FAILED"


def test_progress_is_told_and_nothing_is_swallowed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["Collecting typer==1 (from -r x)\n", "  Using cached\n", "Collecting pip\n", ""]
    lines += ["Installing collected packages: typer, pip\n"]
    lines += ["Installing collected packages: printkit-companion\n"]

    assert list(play.progress(lines, pause=0.0)) == lines

    said = [line[9:].strip() for line in capsys.readouterr().err.splitlines()]
    assert said == [
        "1 packages, now typer",
        "2 packages, now pip",
        "still at work",
        "unpacking them and putting them in place",
    ]


def test_silence_is_noticed() -> None:
    class Slow:
        def __iter__(self) -> Iterator[str]:
            yield "first\n"
            time.sleep(0.2)
            yield "last\n"

    heard = list(play.heard(Slow(), silence=0.05))  # type: ignore[arg-type]

    assert [line for line in heard if line] == ["first\n", "last\n"]
    assert "" in heard


def test_an_installer_is_followed_and_kept_on_record(house: House) -> None:
    house.venv.mkdir()
    code = "import os, sys; print('世界'); print(os.environ['PYTHONUTF8']); sys.exit(4)"

    assert play.follow([sys.executable, "-c", code], house) == (4, "世界\n1\n")
    assert house.log.read_text(encoding="utf-8") == "世界\n1\n"


def test_stray_settings_do_not_reach_our_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")

    assert not {"PYTHONPATH", "PIP_USER"} & set(play.environment())


# ── starting ────────────────────────────────────────────────────────────────


def test_every_check_runs_even_after_one_failed(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []

    def run(_: House, arguments: Sequence[str], folder: Path | None = None) -> int:
        ran.append((arguments[1], folder))
        return int(arguments[1] == "ruff")

    monkeypatch.setattr(play, "run", run)
    steps = play.checks(["tests/project", "-x"])

    assert play.check(house, steps) == 1
    assert [name for name, _ in ran[:3]] == ["ruff", "ruff", "mypy"]
    assert {folder for _, folder in ran} == {house.root}
    assert steps[-1] == ("tests", ["-m", "pytest", "-n", "2", "tests/project", "-x"])
    assert [line.split()[0] for line in capsys.readouterr().err.splitlines()[-6:]] == [
        "FAILED",
        "FAILED",
        "held",
        "held",
        "held",
        "held",
    ]
    assert "tests" not in dict(play.checks(None))


def test_each_package_is_measured_by_its_own_tests_and_judged(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand(house)
    ran = []

    def run(_: House, arguments: Sequence[str], folder: Path | None = None) -> int:
        ran.append(" ".join(arguments))
        return 2 * ("report" in arguments)

    monkeypatch.setattr(play, "run", run)
    assert play.start(house, ["coverage", "rules"]) == 1
    folders = "tests/rules tests/conformance"
    assert ran == [
        "-m coverage erase --data-file=.coverage.rules",
        f"-m coverage run --data-file=.coverage.rules -m pytest -n 2 -q {folders}",
        "-m coverage combine -q --data-file=.coverage.rules",
        "-m coverage report --data-file=.coverage.rules --include=rules/* --fail-under=100",
    ]
    assert "FAILED 100 %" in capsys.readouterr().err

    ran.clear()
    play.start(house, ["coverage"])
    floors = [line.rpartition("=")[2] for line in ran if "report" in line]
    assert floors == ["100", "95", "95"]

    assert play.start(house, ["coverage", "rulse"]) == 2
    assert "'coverage rulse'" in capsys.readouterr().err


@pytest.fixture
def playable(house: House, root: Path) -> House:
    """Return a checkout that is set up, with a companion that does as its arguments say."""
    shutil.copy(root / "play.py", house.root)
    house.python.parent.mkdir(parents=True)
    house.python.symlink_to(sys.executable)
    house.write_note(house.wanted())
    (house.root / "companion").mkdir()
    (house.root / "companion" / "__main__.py").write_text(
        "import os, sys, time\n"
        "print(*sys.argv[1:], flush=True)\n"
        "if 'slow' in sys.argv:\n"
        "    time.sleep(60)\n"
        "if 'killed' in sys.argv:\n"
        "    os.kill(os.getpid(), 15)\n"
        "sys.exit(7)\n",
        encoding="utf-8",
    )
    return house


@posix
@pytest.mark.parametrize(
    ("words", "out", "code"),
    [
        (["demo"], "demo\n", 7),
        (["demo", "--seed", "1"], "demo --seed 1\n", 7),
        (["companion", "rules", "root"], "rules root\n", 7),
        (["demo", "killed"], "demo killed\n", 143),
        (["setup"], "", 0),
    ],
)
def test_a_start_passes_words_and_codes_through(
    playable: House, words: list[str], out: str, code: int
) -> None:
    done = subprocess.run(
        [sys.executable, "play.py", *words],
        cwd=playable.root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (done.stdout, done.stderr, done.returncode) == (out, "", code)


FOREGROUND = """import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Shells have what they start in the background ignore Ctrl-C, and so would all that it starts."""


@posix
def test_ctrl_c_ends_the_game_and_is_said_once(playable: House) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FOREGROUND, "play.py", "demo", "slow"],
        cwd=playable.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "demo slow\n"
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)

    assert process.returncode == 130
    assert said.endswith("\nStopped.\n")


@posix
def test_an_interrupted_installer_takes_its_children_along() -> None:
    child = "import time; print('up', flush=True); time.sleep(60)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", parent],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        play.kill_all(process)

        # The pipe ends only when the last one holding it has gone.
        rest, _ = process.communicate(timeout=20)

    assert rest == ""
    assert process.returncode == -signal.SIGKILL


def test_a_note_is_plain_json(house: House) -> None:
    stand(house)

    note = json.loads(house.note.read_text(encoding="utf-8"))
    assert note == house.wanted()
    assert note["fit"] is True


@pytest.mark.parametrize("locale", ["xx_XX.UTF-8", "C", "C.UTF-8"])
def test_a_folder_of_any_name_is_found_in_any_locale(tmp_path: Path, locale: str) -> None:
    """Python itself reads the `.pth` file that leads to the checkout."""
    checkout = tmp_path / "裁断"
    checkout.mkdir()
    (checkout / "played.py").write_text("print('found')", encoding="utf-8")
    house = House(checkout)
    venv.create(house.venv, with_pip=False)
    (site,) = (*house.venv.glob("lib/python*/site-packages"), *house.venv.glob("Lib/site-packages"))
    pth = site / "_editable_impl_printkit_companion.pth"
    pth.write_text(f"{checkout}\n{checkout}\n", encoding="utf-8")

    play.name_in_ascii(house)

    stray = ("PYTHONPATH", "PYTHONUTF8", "PYTHONIOENCODING", "LANG", "LC_CTYPE")
    kept = {key: value for key, value in os.environ.items() if key not in stray}
    env = {**kept, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [str(house.python), "-c", "import played"]
    done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"found", b"")


@pytest.mark.parametrize("page", ["cp932", "cp950", "cp1252", "ascii", "utf-8"])
def test_a_folder_of_any_name_is_found_with_any_code_page(tmp_path: Path, page: str) -> None:
    """As Python before 3.13 does it on Windows: the file is read in the code page, and run."""
    house = House(tmp_path)
    site = house.venv / "Lib" / "site-packages"
    site.mkdir(parents=True)
    pth, other = site / "_editable_impl_printkit_companion.pth", site / "other.pth"
    for path in (pth, other):
        path.write_text("C:\\卓\\裁断\nC:\\卓\\裁断\n", encoding="utf-8")
    mine = other.read_bytes()

    play.name_in_ascii(house)

    lines = pth.read_text(encoding=page).splitlines()
    found: list[str] = []
    for line in lines:
        code = line.replace("import os, sys; sys.path", "found")
        exec(code, {"found": found, "os": os})  # noqa: S102 - as `site` does
    assert found == ["C:\\卓\\裁断"]
    assert other.read_bytes() == mine, "not ours to change"


def test_a_plain_name_is_left_as_it_is(tmp_path: Path) -> None:
    house = House(tmp_path)
    site = house.venv / "lib" / "python3.11" / "site-packages"
    site.mkdir(parents=True)
    pth = site / "_editable_impl_printkit_companion.pth"
    pth.write_text("/srv/printkit\n", encoding="utf-8")
    play.name_in_ascii(house)
    assert pth.read_text(encoding="utf-8") == "/srv/printkit\n"


def test_what_was_installed_leads_here_in_ascii(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = house.venv / "lib" / "python3.11" / "site-packages"
    pth = site / "_editable_impl_printkit_companion.pth"

    def installer(command: Sequence[str], _: House) -> tuple[int, str]:
        if "-e" in command:
            site.mkdir(parents=True, exist_ok=True)
            pth.write_text("/srv/裁\n", encoding="utf-8")
        return 0, ""

    house.venv.mkdir()
    monkeypatch.setattr(play, "follow", installer)
    play.install(house)
    assert pth.read_bytes().isascii()
