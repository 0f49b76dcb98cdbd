"""Tests of play.py on simulated machines; nothing is installed here."""

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
from typing import NoReturn

import pytest

import play
from play import DEVELOPMENT, EXTRAS, TOOLS, Checkout, Trouble
from rules.process.installing import install_command

posix = pytest.mark.skipif(os.name == "nt", reason="signals and links as POSIX has them")
PTH = "_editable_impl_printkit_companion.pth"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the system language to English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a checkout without `.venv`, in a folder with a difficult name."""
    root = tmp_path / "世界 樹"
    root.mkdir()
    for name in (*play.LOCKS, "pyproject.toml"):
        (root / name).write_text(f"# {name}\n", encoding="utf-8")
    return Checkout(root)


class Installer:
    """A fake `play.follow` that records commands and raises the errors that `fails` assigns."""

    def __init__(self, checkout: Checkout) -> None:
        self.checkout = checkout
        self.commands: list[str] = []
        self.fails: dict[str, BaseException] = {}

    def __call__(self, command: Sequence[str], checkout: Checkout, level: int) -> None:
        line = " ".join(command)
        self.commands.append(line)
        if "-m venv" in line:
            checkout.python.parent.mkdir(parents=True)
            checkout.python.touch()
        for key, error in self.fails.items():
            if key in line:
                raise error

    def steps(self) -> list[str]:
        """Return the distinguishing part of each command."""
        keys = ("-m venv --without-pip", "-m venv", "--require-hashes", "--no-deps")
        return [next(key for key in keys if key in line) for line in self.commands]

    def locks(self) -> list[str]:
        """Return the locks that the last installing command used."""
        lines = [line for line in self.commands if "--require-hashes" in line]
        return re.findall(r"requirements[\w-]*\.lock", lines[-1])


@pytest.fixture
def installer(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """Simulate a machine without uv on which every step succeeds."""
    stand_in = Installer(checkout)
    monkeypatch.setattr(play, "follow", stand_in)
    monkeypatch.setattr(play, "try_opencv", lambda _: None)
    monkeypatch.setattr(play, "uv", lambda: None)
    return stand_in


def stand(checkout: Checkout, level: int = TOOLS, **changes: object) -> None:
    """Give the checkout a complete `.venv` whose note differs by `changes`."""
    checkout.python.parent.mkdir(parents=True)
    checkout.python.touch()
    checkout.write_note({**checkout.wanted(level), **changes})


# The plan.


@pytest.mark.parametrize(
    ("changes", "todo"),
    [
        ({}, "nothing"),
        ({"ready": False}, "try"),
        ({"needs": "an older lock"}, "update"),
        ({"needs": "an older lock", "installer": "one that is gone"}, "make"),
        ({"installer": "another one"}, "nothing"),
        ({"root": "the place it was copied from"}, "make"),
        ({"python": "3.99"}, "make"),
    ],
)
def test_the_note_decides(checkout: Checkout, changes: dict[str, object], todo: str) -> None:
    assert play.plan(checkout, TOOLS) == ("make", TOOLS)
    stand(checkout, **changes)

    assert play.plan(checkout, TOOLS) == (todo, TOOLS)


@pytest.mark.parametrize("note", ["{}", '{"roo', "", "[]"])
def test_a_killed_set_up_is_begun_afresh(checkout: Checkout, note: str) -> None:
    stand(checkout)
    checkout.note.write_text(note, encoding="utf-8")

    assert play.plan(checkout, TOOLS)[0] == "make"


def test_a_set_up_without_its_python_is_begun_afresh(checkout: Checkout) -> None:
    stand(checkout)
    checkout.python.unlink()

    assert play.plan(checkout, TOOLS)[0] == "make"


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_lock_or_project_is_noticed(checkout: Checkout, name: str) -> None:
    stand(checkout)
    (checkout.root / name).write_text("# changed\n", encoding="utf-8")

    assert play.plan(checkout, TOOLS)[0] == "update"


def test_a_change_of_a_lock_that_is_not_installed_is_ignored(checkout: Checkout) -> None:
    stand(checkout, TOOLS)
    (checkout.root / "requirements-dev.lock").write_text("# changed\n", encoding="utf-8")

    assert play.plan(checkout, TOOLS)[0] == "nothing"


def test_python_has_its_place_on_each_system(checkout: Checkout) -> None:
    found = [Checkout(checkout.root, windows=windows).python for windows in (True, False)]
    assert found == [checkout.venv / "Scripts" / "python.exe", checkout.venv / "bin" / "python"]


# The installation.


def test_each_command_installs_what_it_needs(checkout: Checkout, installer: Installer) -> None:
    for level, locks in ((TOOLS, 1), (EXTRAS, 2), (DEVELOPMENT, 3)):
        play.set_up(checkout, level)
        assert installer.locks() == list(play.LOCKS[:locks])
    assert installer.steps().count("-m venv") == 1
    done = len(installer.commands)
    play.set_up(checkout, TOOLS)
    assert len(installer.commands) == done, "what is there already is kept and not installed again"
    levels = {name: play.COMMANDS[name] for name in ("demo", "printkit", "setup", "test", "docs")}
    assert list(levels.values()) == [TOOLS, TOOLS, EXTRAS, DEVELOPMENT, DEVELOPMENT]


def test_with_pip_every_step_is_done_once(checkout: Checkout, installer: Installer) -> None:
    play.set_up(checkout, TOOLS)
    play.set_up(checkout, TOOLS)

    assert installer.steps() == ["-m venv", "--require-hashes", "--no-deps"]
    assert f"{checkout.python} -m pip install" in installer.commands[1]
    assert "--only-binary :all:" in installer.commands[1]
    assert "--no-build-isolation" in installer.commands[2]
    assert json.loads(checkout.note.read_text(encoding="utf-8")) == checkout.wanted(TOOLS)


def test_with_uv_no_pip_is_made(
    checkout: Checkout, installer: Installer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(play, "follow", installer)
    monkeypatch.setattr(play, "try_opencv", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert play.uv() is None
    name = tmp_path / ("uv.exe" if os.name == "nt" else "uv")
    name.touch(mode=0o755)

    play.set_up(checkout, TOOLS)

    assert installer.steps()[0] == "-m venv --without-pip"
    assert installer.commands[1].startswith(f"{name} pip install --python {checkout.python} ")


def test_an_older_lock_is_brought_up_to_date_in_place(
    checkout: Checkout, installer: Installer
) -> None:
    stand(checkout, DEVELOPMENT, needs="older")
    (checkout.venv / "kept").touch()

    play.set_up(checkout, TOOLS)

    assert installer.steps() == ["--require-hashes", "--no-deps"]
    assert installer.locks() == list(play.LOCKS), "what was added stays and is updated, too"
    assert (checkout.venv / "kept").exists()


def test_setup_does_not_trust_the_note(checkout: Checkout, installer: Installer) -> None:
    """Check that `setup` reinstalls, because programs advise it when a library is missing."""
    play.set_up(checkout, EXTRAS)
    assert play.start(checkout, ["setup"]) == 0

    assert installer.steps().count("--require-hashes") == 2
    assert installer.steps().count("-m venv") == 1


def test_somebody_elses_venv_is_renamed_whole(
    checkout: Checkout, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.venv.mkdir()
    (checkout.venv / "theirs").write_text("keep", encoding="utf-8")
    (checkout.root / ".venv-1").mkdir()

    play.set_up(checkout, TOOLS)

    assert (checkout.root / ".venv-2" / "theirs").read_text(encoding="utf-8") == "keep"
    assert "so it is now called .venv-2." in capsys.readouterr().err
    assert play.plan(checkout, TOOLS)[0] == "nothing"


@pytest.mark.parametrize(
    ("step", "stale"),
    [("-m venv", False), ("--require-hashes", False), ("--no-deps", False), ("--no-deps", True)],
)
def test_a_killed_installation_is_not_trusted(
    checkout: Checkout, installer: Installer, step: str, *, stale: bool
) -> None:
    if stale:
        stand(checkout, needs="older")
    installer.fails[step] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        play.set_up(checkout, TOOLS)
    (checkout.venv / "half").touch()
    assert play.plan(checkout, TOOLS)[0] == "make"

    installer.fails.clear()
    play.set_up(checkout, TOOLS)
    assert not (checkout.venv / "half").exists()
    assert play.plan(checkout, TOOLS)[0] == "nothing"


@posix
def test_a_second_set_up_waits_for_the_first(
    checkout: Checkout, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    with play.only_one(checkout):
        second = threading.Thread(target=play.set_up, args=(checkout, TOOLS))
        second.start()
        output: list[str] = []
        await_that(lambda: output.append(capsys.readouterr().err) or "waiting" in "".join(output))
        assert installer.commands == []
    second.join(timeout=60)

    assert "Another set-up is running here" in "".join(output)
    assert play.plan(checkout, TOOLS)[0] == "nothing"


@posix
def test_an_installer_whose_play_py_was_killed_is_waited_for(checkout: Checkout) -> None:
    """Check that a new run waits for an installer that is still writing to the environment."""
    checkout.venv.mkdir()
    slow = f"""if True:
        import os, time
        print("up")
        while os.path.exists({str(checkout.venv)!r}) and not os.path.exists("enough"):
            time.sleep(0.01)
    """
    starter = f"""if True:
        import sys, play
        from pathlib import Path
        checkout = play.Checkout(Path({str(checkout.root)!r}))
        with play.only_one(checkout):
            play.follow([sys.executable, "-c", {slow!r}], checkout, 1)
    """
    with subprocess.Popen([sys.executable, "-c", starter], cwd=Path(play.__file__).parent) as first:
        await_that(lambda: checkout.log.exists() and "up" in checkout.log.read_text("utf-8"))
        first.kill()
    entered = threading.Event()

    def second() -> None:
        with play.only_one(checkout):
            entered.set()

    thread = threading.Thread(target=second)
    thread.start()
    assert not entered.wait(0.3)
    (checkout.root / "enough").touch()
    assert entered.wait(60)
    thread.join(timeout=60)


def await_that(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Incomplete machines.


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("Errno 28] No space left on device\n", "The disk is full: free some space (the set-up ta"),
        ("  cause: failed to write to file: No space left (os error 28)\n", "The disk is full"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE FILE.\n", "differs from the lock"),
        ("error: Hash mismatch for `idna==3.20`\n", "differs from the lock file"),
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
            "No package is available for this machine",
        ),
        ("  cause: Because numpy==2.4.6 has no usable wheels\n", "No package is available"),
        ("ERROR: [Errno 30] Read-only file system: '/x'\n", ".venv cannot be read or written"),
        ("  cause: Permission denied (os error 13)\n", ".venv cannot be read or written"),
        (
            "because ensurepip is not available\n apt install python3.11-venv",
            "install python3-venv",
        ),
        ("/usr/bin/python3: No module named venv\n", ": sudo apt install python3-venv"),
        ("building\nFooError: no compiler\nnote: see above\n", "failed: FooError: no compiler"),
        ("a\n", "failed: a (details: "),
        ("", "failed: …"),
    ],
)
def test_an_installer_s_output_becomes_one_sentence(
    checkout: Checkout, output: str, sentence: str
) -> None:
    checkout.venv.mkdir()
    code = f"import sys; sys.stdout.write({output!r}); sys.exit(1)"

    with pytest.raises(Trouble, match=re.escape(sentence)) as caught:
        play.follow([sys.executable, "-c", code], checkout, TOOLS)
    assert "\n" not in str(caught.value)


def test_an_installer_is_followed_and_kept_on_record(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "BEAT", 0.05)
    checkout.venv.mkdir()
    report: list[str] = []

    def reported(line: str) -> None:
        report.append(line)
        if "世界" in line:
            (checkout.root / "enough").touch()

    monkeypatch.setattr(play, "tell", reported)
    code = """if True:
        import os, time
        print("世界", os.environ["PYTHONUTF8"])
        deadline = time.monotonic() + 60
        while not os.path.exists("enough") and time.monotonic() < deadline:
            time.sleep(0.01)
    """
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    play.follow([sys.executable, "-c", code], checkout, TOOLS)

    assert checkout.log.read_text(encoding="utf-8") == "世界 1\n"
    assert re.fullmatch(r" +\d+ s  世界 1", report[-1])


@posix
def test_an_interrupted_installer_ends(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    def reported(line: str) -> None:
        if re.search(r"s  \d+$", line):
            raise KeyboardInterrupt

    checkout.venv.mkdir()
    monkeypatch.setattr(play, "BEAT", 0.05)
    monkeypatch.setattr(play, "tell", reported)
    code = "import os, time; print(os.getpid()); time.sleep(600)"

    with pytest.raises(KeyboardInterrupt):
        play.follow([sys.executable, "-c", code], checkout, TOOLS)
    with pytest.raises(ProcessLookupError):
        os.kill(int(checkout.log.read_text(encoding="utf-8")), 0)


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (
            "ImportError: libGL.so.1: cannot open shared object file: No such file",
            (
                "OpenCV needs libGL.so.1, which this system lacks: on Debian and Ubuntu type: "
                "sudo apt install libgl1 libglib2.0-0 libxcb1"
            ),
        ),
        (
            "ImportError: DLL load failed",
            "OpenCV does not load on this machine: ImportError: DLL load failed",
        ),
    ],
)
def test_a_missing_library_is_named_and_tried_again_without_installing(
    checkout: Checkout,
    installer: Installer,
    monkeypatch: pytest.MonkeyPatch,
    output: str,
    sentence: str,
) -> None:
    done = subprocess.CompletedProcess([], 1, b"", f"Traceback (…):\n{output}\n".encode())
    monkeypatch.undo()
    monkeypatch.setattr(play, "follow", installer)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(Trouble) as caught:
        play.set_up(checkout, TOOLS)
    assert str(caught.value) == sentence
    assert play.plan(checkout, TOOLS)[0] == "try"

    done.returncode = 0
    installer.commands.clear()
    play.set_up(checkout, TOOLS)

    assert installer.commands == []
    assert play.plan(checkout, TOOLS)[0] == "nothing"


def test_the_running_python_is_never_deleted(
    checkout: Checkout, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.set_up(checkout, TOOLS)
    checkout.write_note({})  # incomplete: the environment must be made again
    monkeypatch.setattr(sys, "prefix", str(checkout.venv))
    made = len(installer.commands)

    with pytest.raises(Trouble, match=r"this Python is part of it: type `deactivate`"):
        play.set_up(checkout, TOOLS)
    assert checkout.python.exists()
    assert len(installer.commands) == made


def test_a_nearly_full_disk_is_seen_before_anything_is_written(
    checkout: Checkout, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(checkout.root)._replace(free=550 * 10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)

    with pytest.raises(Trouble, match=r"The disk is full: .*about 900 MB"):
        play.set_up(checkout, DEVELOPMENT)
    assert installer.commands == []
    assert not checkout.venv.exists()
    play.set_up(checkout, TOOLS)


def raising(trouble: BaseException) -> Callable[..., NoReturn]:
    def stand_in(*_: object, **__: object) -> NoReturn:
        raise trouble

    return stand_in


@pytest.mark.parametrize(
    ("trouble", "code", "output"),
    [
        (Trouble("The disk is on fire."), 3, "The disk is on fire.\n"),
        (KeyboardInterrupt(), 130, "\nStopped.\n"),
        (
            OSError(errno.ENOSPC, "full"),
            3,
            "The disk is full: free some space (the set-up takes about 5",
        ),
        (PermissionError(errno.EACCES, "no", "/a/b"), 3, "/a/b cannot be read or written: delete"),
        (OSError(errno.EROFS, "no", "/a/b"), 3, "/a/b cannot be read or written: delete .venv, "),
        (OSError(errno.EIO, "worn"), 3, "The set-up failed ([Errno 5] worn): delete .venv, or get"),
        (FileNotFoundError(2, "none", "x.lock"), 3, "The set-up failed ([Errno 2] none: 'x.lock"),
    ],
)
def test_troubles_end_in_one_sentence_and_a_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trouble: BaseException,
    code: int,
    output: str,
) -> None:
    monkeypatch.setattr(play, "set_up", raising(trouble))

    assert play.main(["demo"]) == code
    err = capsys.readouterr().err
    assert err.startswith(output)
    assert len(err.strip().splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device as Linux has it")
def test_a_full_output_is_reported(root: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(root / "play.py")],
            env={**os.environ, "LC_ALL": "ja_JP.UTF-8"},
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.startswith("ディスクがいっぱいです。")
    assert len(done.stderr.splitlines()) == 1


# The messages.


def test_help_and_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["--help"]) == 0
    assert play.main([]) == 2
    out = capsys.readouterr().out
    assert out == f"{play.say('help')}\n" * 2
    assert all(f"play.py {name} " in out or f" {name} …" in out for name in play.COMMANDS)
    assert play.main(["dmeo"]) == 2
    assert "'dmeo'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["play.py", "rules/messages/locale.py"])
def test_it_parses_on_python_3_8(root: Path, name: str) -> None:
    ast.parse((root / name).read_text(encoding="utf-8"), feature_version=(3, 8))


def test_an_old_python_is_refused_with_its_version(root: Path) -> None:
    pretend = (
        "import sys, runpy; sys.version_info = (3, 9, 2); sys.argv = ['play.py', 'demo'];"
        f"runpy.run_path({str(root / 'play.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretend], capture_output=True, encoding="utf-8", check=False
    )

    assert done.stderr.startswith(
        "You have Python 3.9.2, but 3.11 or newer is needed: install a newer one "
    )
    assert "play.py demo" in done.stderr
    assert done.returncode == 3


def calls(root: Path, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse((root / "play.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            yield node


def test_every_sentence_is_there_in_three_languages_and_there_are_no_others(root: Path) -> None:
    output = {*play.DIAGNOSES.values(), *play.REFUSALS.values()}
    output |= {node.value for call in calls(root, "say") for node in call.args if is_text(node)}
    output |= {"failed", "broken"}  # the defaults of the two tables
    texts = json.loads((root / "play_texts.json").read_text(encoding="utf-8"))

    assert set(texts) == output
    for key, sentences in texts.items():
        assert set(sentences) == {"en", "ja", "zh-Hant"}
        fields = [set(re.findall(r"{\w+}", str(text))) for text in sentences.values()]
        assert fields[0] == fields[1] == fields[2], key
    assert len({len(lines) for lines in texts["help"].values()}) == 1


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_words_exist_in_english_only(root: Path) -> None:
    report = [part for call in calls(root, "tell", "Trouble") for part in words_of(call.args[0])]

    assert not [text for text in report if re.search("[A-Za-z]{2}", text)]


def words_of(node: ast.expr) -> Iterator[str]:
    """Yield the texts in an expression, without those in calls, which are translated."""
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
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
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    unknown: str,
    full: str,
) -> None:
    english = play.say("help").splitlines()
    monkeypatch.setenv("LC_ALL", place)

    assert play.main(["dmeo"]) == 2
    assert play.main(["--help"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith(unknown)
    assert err.endswith(out)
    assert not set(out.splitlines()) & set(english)
    monkeypatch.setattr(play, "set_up", raising(OSError(errno.ENOSPC, "full")))
    assert play.main(["demo"]) == 3
    assert capsys.readouterr().err.startswith(full)


@pytest.mark.parametrize("torn", [None, "{", "{}"])
def test_a_copy_without_its_texts_says_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: str | None
) -> None:
    monkeypatch.setattr(play, "HERE", tmp_path)
    assert play.say("disk_full", mb=5) == "disk_full {'mb': 5}"
    (tmp_path / "rules" / "messages").mkdir(parents=True)
    (tmp_path / "rules" / "messages" / "locale.py").write_text("def system_language(): return 'ja'")
    if torn:
        (tmp_path / "play_texts.json").write_text(torn, encoding="utf-8")
    assert play.say("disk_full", mb=5) == "disk_full {'mb': 5}"


# The start.


def test_stray_settings_do_not_reach_our_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("PIP_USER", "1")

    assert not {"PYTHONPATH", "PIP_USER"} & set(play.environment())


def test_the_programs_name_the_command_that_installs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTKIT_STARTED_BY", play.environment()["PRINTKIT_STARTED_BY"])
    assert install_command("cut") == f"{os.environ['PRINTKIT_STARTED_BY']} setup"
    monkeypatch.delenv("PRINTKIT_STARTED_BY")
    checkout = Checkout(tmp_path / "世界 樹")
    monkeypatch.setattr(sys, "prefix", str(checkout.venv))
    assert install_command("cut") == 'pip install "printkit-companion[cut]"'
    checkout.venv.mkdir(parents=True)
    checkout.write_note({})
    assert install_command("cut") == f"python3 '{tmp_path}/世界 樹/play.py' setup"


@pytest.fixture
def playable(checkout: Checkout, root: Path) -> Checkout:
    """Return a checkout that is set up, with a companion that does what its arguments say."""
    shutil.copy(root / "play.py", checkout.root)
    checkout.python.parent.mkdir(parents=True)
    checkout.python.symlink_to(sys.executable)
    checkout.write_note(checkout.wanted(DEVELOPMENT))
    for name in ("companion/__main__.py", "tools/check.py"):
        (checkout.root / name).parent.mkdir()
        (checkout.root / name).write_text(
            "import os, signal, sys, time\n"
            "if 'stubborn' in sys.argv:\n"
            "    signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
            "print(*sys.argv[1:], flush=True)\n"
            "if 'slow' in sys.argv:\n"
            "    time.sleep(600)\n"
            "if 'killed' in sys.argv:\n"
            "    os.kill(os.getpid(), 15)\n"
            "sys.exit(7)\n",
            encoding="utf-8",
        )
    return checkout


@posix
@pytest.mark.parametrize(
    ("words", "out", "code"),
    [
        (["demo"], "demo\n", 7),
        (["demo", "--seed", "1"], "demo --seed 1\n", 7),
        (["companion", "rules", "root"], "rules root\n", 7),
        (["demo", "killed"], "demo killed\n", 143),
        (["test", "-k", "x"], "test -k x\n", 7),
        (["lint"], "lint\n", 7),
    ],
)
def test_a_start_passes_words_and_codes_through(
    playable: Checkout, words: list[str], out: str, code: int
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
"""Code that starts a command as a foreground job: shells let background jobs ignore Ctrl-C."""


@posix
@pytest.mark.parametrize("companion", ["slow", "slow stubborn"])
def test_ctrl_c_ends_the_game_and_is_reported_once(
    playable: Checkout, root: Path, companion: str
) -> None:
    for name in ("play_texts.json", "rules/messages/locale.py"):
        (playable.root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, playable.root / name)
    with subprocess.Popen(
        [sys.executable, "-c", FOREGROUND, "play.py", "demo", *companion.split()],
        cwd=playable.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"demo {companion}\n"
        os.killpg(process.pid, signal.SIGINT)
        _, output = process.communicate(timeout=60)

    assert process.returncode == 130
    assert output.endswith("\nStopped.\n")


# The path from `.venv` to the checkout.


@pytest.mark.parametrize("locale", ["xx_XX.UTF-8", "C", "C.UTF-8"])
def test_a_folder_of_any_name_is_found_in_any_locale(
    tmp_path: Path, installer: Installer, locale: str
) -> None:
    """Check the `.pth` file that leads to the checkout, which Python itself reads."""
    checkout = Checkout(tmp_path / "裁断")
    checkout.root.mkdir()
    (checkout.root / "played.py").write_text("print('found')", encoding="utf-8")
    venv.create(checkout.venv, with_pip=False)
    (site,) = (
        *checkout.venv.glob("lib/python*/site-packages"),
        *checkout.venv.glob("Lib/site-packages"),
    )
    (site / PTH).write_text(f"{checkout.root}\n{checkout.root}\n", encoding="utf-8")

    play.install(checkout, TOOLS)

    stray = ("PYTHONPATH", "PYTHONUTF8", "PYTHONIOENCODING", "LANG", "LC_CTYPE")
    kept = {key: value for key, value in os.environ.items() if key not in stray}
    env = {**kept, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [str(checkout.python), "-c", "import played"]
    done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"found", b"")


@pytest.mark.parametrize("folder", ["Lib", "lib/python3.11"])
def test_only_our_own_way_is_written_again(
    checkout: Checkout, installer: Installer, folder: str
) -> None:
    site = checkout.venv / folder / "site-packages"
    site.mkdir(parents=True)
    for name in (PTH, "other.pth"):
        (site / name).write_text("/卓\n", encoding="utf-8")

    play.install(checkout, TOOLS)

    way = (site / PTH).read_text(encoding="ascii").strip()
    assert (site / way).resolve() == checkout.root.resolve()
    assert (site / "other.pth").read_text(encoding="utf-8") == "/卓\n"
