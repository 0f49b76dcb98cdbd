"""The command line for people and scripts: streams, exit codes, plain sentences."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import pypdf
import pytest
from typer.main import get_command

from printkit import cli
from printkit.errors import EnvironmentFault
from printkit.pdf.output import write_whole
from printkit.sheets.papers import card_papers, paper_names

FAST = ["cards", "yggdrasil", "--no-art", "--duplex", "none", "--no-controls"]


def test_paths_go_to_stdout_and_talk_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*FAST, "--out", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    paths = [Path(line) for line in out.splitlines()]
    assert [path.suffixes[-1] for path in paths] == [".pdf", ".json"]
    assert all(path.is_file() for path in paths)
    assert "42 cards" in err


def test_json_is_one_object_with_paths_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*FAST, "--json", "--lang", "ja", "--out", str(tmp_path)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["cards"], data["controls"], data["pages"], data["sheets"]) == (42, 0, 6, 6)
    assert data["decks"] == {"sun": "orchard", "moon": "hunt"}
    assert Path(data["pdf"]).is_file()
    assert Path(data["manifest"]).is_file()
    assert cli.run(["mat", "yggdrasil", "--json", "--out", str(tmp_path)]) == 0
    mat = json.loads(capsys.readouterr().out)
    assert (mat["mat"], mat["paper"], mat["pages"], mat["cells"]) == ("4x5", "A2", 1, 26)
    assert mat["camera_px"] == 1280


def test_the_camera_a_mat_needs_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["mat", "spherion", "--lang", "ja", "--out", str(tmp_path)]) == 0
    assert "横2560 px以上" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "report"),
    [
        (["cards", "yggdrasl"], "no game 'yggdrasl': did you mean \"yggdrasil\""),
        (["cards", "yggdrasil", "--deck", "hund"], 'did you mean "hunt"'),
        (["cards", "yggdrasil", "--paper", "A44"], 'did you mean "A4"'),
        (["cards", "yggdrasil", "--lang", "jp"], "no language 'jp'"),
        (["cards", "yggdrasil", "--owner", "mon"], 'did you mean "moon"'),
        (["mat", "yggdrasil", "--mat", "5x5"], "no mat '5x5'"),
        (["cards", "yggdrasil", "--fnord"], "No such option"),
        (["cards"], "Missing argument"),
        (["crads"], "No such command"),
        ([], "Usage"),
    ],
)
def test_misuse_is_reported_in_one_sentence_and_exits_2(
    arguments: list[str],
    report: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(arguments) == 2
    out, err = capsys.readouterr()
    assert report in err + (out if not arguments else "")
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_findings_exit_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("printkit.typeset.setting.Setter._fit", lambda *_: None)
    assert cli.run([*FAST, "--out", str(tmp_path)]) == 1
    assert "card yr1: name (en)" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_exits_3_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert cli.run([*FAST, "--out", str(blocked)]) == 3
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert len(err.splitlines()) == 1
    assert "cannot be written" in err
    assert "--out" in err


@pytest.mark.parametrize(
    ("number", "report"),
    [
        (errno.ENOSPC, "the disk is full.*free some space"),
        (errno.EROFS, "you have no permission to write there.*--out"),
        (errno.EACCES, "you have no permission to write there.*--out"),
        (errno.ENOENT, "its folder cannot be created.*--out"),
        (errno.ENAMETOOLONG, "name is too long"),
        (errno.EIO, "the disk or device reports an error.*--out"),
    ],
)
def test_why_nothing_was_written_is_reported_with_its_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, report: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(EnvironmentFault, match=report):
        write_whole({tmp_path / "a.pdf": b"new"})


def test_a_killed_process_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """Kill the process at each step of a write, without a chance to clean up."""
    target = tmp_path / "a.pdf"
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from printkit.pdf.output import write_whole\n"
        "def die(*_, **__): os.kill(os.getpid(), signal.SIGKILL)\n"
        "setattr({where}, {what!r}, die)\n"
        "write_whole({{Path(sys.argv[1]): b'new' * 100000}})\n"
    )
    for where, what in (("os", "fsync"), ("Path", "chmod"), ("Path", "replace")):
        target.write_bytes(b"old")
        done = subprocess.run(
            [sys.executable, "-c", script.format(where=where, what=what), str(target)], check=False
        )
        assert done.returncode == -signal.SIGKILL
        assert target.read_bytes() == b"old"
        assert len(list(tmp_path.iterdir())) == 2, "what an earlier one left is cleared away"
    write_whole({tmp_path / "b.pdf": b"new"})
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "b.pdf"}


def test_only_what_is_ours_and_left_is_cleared_away(tmp_path: Path) -> None:
    kept = {".printkit-notes", f".printkit-{os.getpid()}-abc", ".a.pdf.x", ".printkit-7-a.txt"}
    for name in (*kept, f".printkit-{2**40}-abc"):
        (tmp_path / name).write_bytes(b"")
    write_whole({tmp_path / "a.pdf": b"new"})
    assert {path.name for path in tmp_path.iterdir()} == {*kept, "a.pdf"}


def test_a_kill_between_two_names_never_leaves_a_pdf_next_to_another_ones_manifest(
    tmp_path: Path,
) -> None:
    """Kill it at each rename of a second print: an existing manifest must belong to its PDF."""
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from printkit.pdf.output import write_whole\n"
        "real, done = Path.replace, []\n"
        "def replace(self, target):\n"
        "    if len(done) == int(sys.argv[2]): os.kill(os.getpid(), signal.SIGKILL)\n"
        "    done.append(target)\n"
        "    return real(self, target)\n"
        "Path.replace = replace\n"
        "seal = Path(sys.argv[1], 'a.json')\n"
        "write_whole({Path(sys.argv[1], 'a.pdf'): b'new', seal: b'new'}, seal=seal)\n"
    )
    pdf, seal = tmp_path / "a.pdf", tmp_path / "a.json"
    for renames, left in enumerate((("old", "old"), ("old", ""), ("new", ""), ("new", "new"))):
        write_whole({pdf: b"old", seal: b"old"}, seal=seal)
        words = [sys.executable, "-c", script, str(tmp_path), str(renames)]
        done = subprocess.run(words, check=False)
        assert done.returncode == (0 if renames == 3 else -signal.SIGKILL)
        found = seal.read_bytes().decode() if seal.exists() else ""
        assert (pdf.read_bytes().decode(), found) == left


def test_an_old_manifest_comes_back_when_nothing_could_be_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf, seal = tmp_path / "a.pdf", tmp_path / "a.json"
    write_whole({pdf: b"old", seal: b"old"}, seal=seal)
    real = Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if target == pdf:
            raise PermissionError(errno.EACCES, "in use")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(EnvironmentFault, match="no permission to write there"):
        write_whole({pdf: b"new", seal: b"new"}, seal=seal)
    assert pdf.read_bytes() == seal.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("renamed", [0, 1])
def test_a_command_killed_between_writing_and_renaming_leaves_no_half_pdf(
    renamed: int, root: Path, tmp_path: Path
) -> None:
    """Kill it after some of its two renames: each file must be whole or missing."""
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from printkit import cli\n"
        "real, done = Path.replace, []\n"
        "def replace(self, target):\n"
        f"    if len(done) == {renamed}: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    done.append(target)\n"
        "    return real(self, target)\n"
        "Path.replace = replace\n"
        "cli.run(sys.argv[1:])\n"
    )
    words = [*FAST, "--out", str(tmp_path)]
    done = subprocess.run([sys.executable, "-c", script, *words], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL
    pdfs = list(tmp_path.glob("*.pdf"))
    assert len(pdfs) == renamed
    assert not list(tmp_path.glob("*.json")), "the manifest comes last: what it names is there"
    assert all(len(pypdf.PdfReader(path).pages) >= 5 for path in pdfs)
    assert cli.run(words) == 0, "and the next run is not in its way"
    assert len(list(tmp_path.glob("*.pdf"))) == len(list(tmp_path.glob("*.json"))) == 1


def test_a_bad_choice_is_reported_in_peoples_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*FAST, "--style", "foo"]) == 2
    err = capsys.readouterr().err
    assert "'foo' is not one of 'full', 'ink', 'bw'" in err
    assert "Value error" not in err
    assert cli.run([*FAST, "--gutter", "99"]) == 2
    assert "Input should" not in capsys.readouterr().err


def test_what_was_printed_is_reported_in_the_language_of_the_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path)]
    for lang, report in (
        ("en", "print at 100 %"),
        ("ja", "倍率100 %"),
        ("zh-hant", "請以100 %列印"),
    ):
        assert cli.run(["reference", "jiguan", "--lang", lang, *out]) == 0
        assert report in capsys.readouterr().err


def test_a_full_disk_keeps_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = tmp_path / "a.pdf", tmp_path / "a.manifest.json"
    write_whole({one: b"old", other: b"old"})
    real = os.fsync
    calls = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match=r"a\.manifest\.json cannot be written \(the disk"):
        write_whole({one: b"new", other: b"new"})
    assert one.read_bytes() == other.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.manifest.json", "a.pdf"]


def test_our_bug_exits_4_and_shows_its_place_only_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("printkit.cards.write.print_cards", lambda job: 1 / 0)
    assert cli.run(FAST) == 4
    err = capsys.readouterr().err
    assert "internal error (ZeroDivisionError" in err
    assert "--debug shows where" in err
    assert "Traceback" not in err
    for words in (["--debug", *FAST], [*FAST, "--debug"]):
        assert cli.run(words) == 4
        err = capsys.readouterr().err
        assert err.startswith("Traceback")
        assert "internal error (ZeroDivisionError" in err
        assert "--debug" not in err.splitlines()[-1]  # the advice was followed


def test_ctrl_c_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(job: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("printkit.cards.write.print_cards", interrupted)
    assert cli.run(FAST) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_help_loads_nothing_heavy(root: Path) -> None:
    code = (
        "import sys; from printkit import cli\n"
        "cli.run(['cards', '--help'])\n"
        "heavy = {'reportlab', 'qrcode', 'PIL', 'numpy', 'cv2'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "--deck-number" in done.stdout


def test_it_runs_as_a_module_without_colour_in_a_pipe(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "printkit", "mat", "yggdrasil", "--mat", "9x9"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert done.stderr.startswith("error: no mat '9x9'")


def test_a_file_in_place_of_the_folder_gets_the_right_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert cli.run([*FAST, "--out", str(tmp_path / "file")]) == 3
    assert "there is a file where a folder should be" in capsys.readouterr().err


def test_near_papers_are_offered_for_mats(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["mat", "yggdrasil", "--paper", "sheets"]) == 2
    assert 'did you mean "sheet"' in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_standard_output_exits_3(root: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "printkit", "mat", "yggdrasil", "--out", str(tmp_path)],
            cwd=root,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1].startswith("error: standard output cannot be written")


def test_every_option_for_a_paper_lists_the_papers_and_completes_them() -> None:
    listed = {}
    for name, command in get_command(cli.build_app()).commands.items():  # type: ignore[attr-defined]
        for option in command.params:
            if option.metavar == "PAPER":
                help_text = option.help or ""
                named = [paper for paper in paper_names() if re.search(rf"\b{paper}\b", help_text)]
                offered = option.shell_complete(click.Context(command), "")
                assert [item.value for item in offered] == named, (name, option.name)
                listed[name, option.name] = named

    assert listed["cards", "paper"] == listed["service", "paper"] == card_papers()
    assert listed["mat", "paper"] == listed["game", "mat_paper"] == paper_names()


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"printkit {cli.__version__}\n"


def raised_by(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the command that prints cards raise an error."""

    def fail(job: object) -> None:
        raise error

    monkeypatch.setattr("printkit.cards.write.print_cards", fail)


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (ModuleNotFoundError("No module", name="ezdxf"), 3, "[cut]"),
        (ModuleNotFoundError("No module", name="reportlab"), 3, "[print]"),
        (ImportError("libGL", name="cv2", path="/lib/cv2.so"), 3, "cv2"),
        (OSError(errno.EINVAL, "input/output error", "deck.pdf"), 4, "OSError"),
        (PermissionError(errno.EACCES, "Permission denied", "deck.pdf"), 3, "deck.pdf"),
    ],
)
def test_faults_of_the_installation_have_their_own_sentence(
    error: Exception,
    code: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    raised_by(monkeypatch, error)
    assert cli.run(FAST) == code
    assert sentence in capsys.readouterr().err


def test_a_reader_that_closes_the_output_early_causes_no_message(root: Path) -> None:
    code = (
        "import sys; from printkit import cli\n"
        "def fail(job): raise BrokenPipeError\n"
        "import printkit.cards.write as write\n"
        "write.print_cards = fail\n"
        f"sys.exit(cli.run({FAST!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (cli.UNHEARD, "", "")


def test_an_exit_without_a_broken_pipe_passes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    raised_by(monkeypatch, SystemExit(7))
    with pytest.raises(SystemExit, match="7"):
        cli.run(FAST)
