"""`python -m rules`, tested as a script would use it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from rules import Setup, game_slugs, judge, load_catalog, load_game, parse_action
from rules.__main__ import main
from rules.core.perft import perft

GAME = load_game("yggdrasil")
POSITION = "field b1=yr1/A c5=yr1/B\nturn 1 A place\n"
ROOTS = GAME.notation.parse(POSITION, Setup("yggdrasil"))


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "p.txt"
    path.write_text(POSITION, "utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(a) for a in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_dash_reads_the_position_from_standard_input(
    capsys: pytest.CaptureFixture[str], position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("check", "yggdrasil", "--position", "-", "--action", "A place y03 b2")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(position.read_bytes())))
    assert run(capsys, *arguments)[0] == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n")))
    code, _, said = run(capsys, *arguments)
    assert (code, said.startswith("-:1: is not UTF-8")) == (2, True)


def test_a_legal_action_exits_0(capsys: pytest.CaptureFixture[str], position: Path) -> None:
    code, out, err = run(
        capsys, "check", "yggdrasil", "--position", position, "--action", "A place y03 b2"
    )
    assert (code, out, err) == (0, "legal\n", "")


def test_a_cell_that_is_nearly_one_of_the_mat_is_named(
    capsys: pytest.CaptureFixture[str], position: Path
) -> None:
    arguments = ("check", "yggdrasil", "--position", position, "--action", "A place y03 b22")
    code, _, err = run(capsys, *arguments)
    assert (code, err) == (1, 'b22 is not a cell of this mat: did you mean "b2"?\n')


def test_an_illegal_action_exits_1_with_clauses_and_reasons(
    capsys: pytest.CaptureFixture[str], position: Path
) -> None:
    arguments = ("check", "yggdrasil", "--position", position, "--action", "A place y17 a3")
    code, out, _ = run(capsys, *arguments, "--json", "--lang", "ja")
    data = json.loads(out)
    assert code == 1
    assert data["verdict"] == "illegal"
    assert data["clauses"] == list(judge(GAME, ROOTS, parse_action("A place y17 a3")).clauses)
    assert data["clauses"][:2] == ["YGG-6.3", "YGG-6.2"]
    assert all(v["why"] for v in data["violations"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("perft", "ygdrasil", "--depth", "1"), 'did you mean "yggdrasil"'),
        (("perft", "yggdrasil", "--depth", "1", "--setting", "blank_edges=x"), "--position"),
        (("perft", "yggdrasil"), "--depth: see python -m rules perft --help"),
        (("perft", "yggdrasil", "--depth", "0"), "'0' is not a number from 1"),
        (("plyout", "yggdrasil"), "'playout'"),
        (("playout", "yggdrasil", "--lang", "fr"), "'ja'"),
        (("check", "yggdrasil", "--position", "/no/such", "--action", "x"), "cannot be read"),
        (("check", "yggdrasil", "--position", "/", "--action", "x"), "is a folder: name a file"),
        (("check", "yggdrasil", "--position", "/no", "--action", "x"), "there, or name another"),
        (("playout", "jiguan", "--csv", "x.svg", "--plot", "./x.svg"), "two files"),
        (("playout", "jiguan", "--deck", "A=court,a=court"), "a appears twice"),
        (("playout", "jiguan", "--setting", "stand_ins=on,Stand_ins=off"), "appears twice"),
        (("playout", "jiguan", "--seats", "A=greedy", "--seats", "A=random"), "A appears twice"),
        (("playout", "yggdrasil", "--setting", "hand_size=11"), "a number from 1 to 10"),
        (("playout", "yggdrasil", "--deck", "A=/no/such.txt"), "neither a deck nor a file"),
        (("deck", "yggdrasil", "/"), "'/' is a folder: use one of: hunt,"),
        (("deck", "yggdrasil", "orchard", "--deck", "C=hunt"), "no seat 'C': use one of: A, B"),
        (("deck", "yggdrasil", "orchard", "--deck", "hunt"), "--deck hunt: write SEAT=DECK"),
        (("deck", "yggdrasil"), "DECK: see python -m rules deck --help"),
        (("playout", "yggdrasil", "--deck", "A=orchrd"), 'did you mean "orchard"'),
        (("playout", "yggdrasil", "--setting", "blank_edges"), "NAME=VALUE"),
        (("playout", "yggdrasil", "--setting", "blank_egdes=allowed"), "blank_edges"),
    ],
)
def test_a_slip_is_one_sentence_and_exits_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_deck_list_in_an_old_encoding_is_named_as_such(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes("2 y03\n# 荒ぶる狩り\n".encode("cp932"))
    code, _, err = run(capsys, "playout", "yggdrasil", "--deck", f"A={path}")
    assert code == 2
    text = "is not UTF-8; it looks like Shift_JIS (Japanese): save it as UTF-8"
    assert err == f"{path}:2: {text}\n"


@pytest.mark.parametrize("codec", ["cp1252", "ascii", "cp950"])
def test_a_terminal_that_lacks_a_character_gets_its_number(position: Path, codec: str) -> None:
    arguments = ["check", "yggdrasil", "--position", str(position), "--lang", "ja"]
    command = [sys.executable, "-m", "rules", *arguments, "--action", "A place y17 a3"]
    text = []
    for encoding in (codec, "utf-8"):
        done = subprocess.run(
            [*command, "--json"],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        assert (done.returncode, done.stderr) == (1, b"")
        text.append(json.loads(done.stdout.decode(encoding)))
    assert text[0] == text[1]
    done = subprocess.run(
        [*command, "--deck", "A=’荒ぶる獅子±"],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": codec},
    )
    assert done.returncode == 2
    assert b"hunt-30" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes on POSIX only")
def test_a_seed_that_is_no_text_is_a_slip() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "playout", "jiguan", "--games", "1", "--seed", b"\xff"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "--seed" in done.stderr
    assert done.stderr.count("\n") == 1


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", ["--help", "perft jiguan --depth 2", "playout jiguan --games 2 --jobs 1"]
)
def test_a_full_output_is_reported_in_one_sentence(arguments: str, unbuffered: str) -> None:
    kept = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rules", *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=kept,
        )
    assert done.returncode == 3
    text = "standard output can't be written (the disk is full): free some space\n"
    assert done.stderr == text


@needs_full
def test_a_full_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "playout", "jiguan", "--games", "2", "--jobs", "1", "--csv", FULL)
    assert code == 3
    assert err == "/dev/full can't be written (the disk is full): free some space\n"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="this system has no /dev/null")
def test_a_device_takes_a_file_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a device is written to directly, and not replaced by a renamed temporary file."""
    words = ("playout", "jiguan", "--games", "2", "--jobs", "1", "--csv", "/dev/null")
    assert run(capsys, *words)[0] == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize(
    ("closed", "code", "text"),
    [
        ("| true", 0, ""),
        (">&-", 3, "standard output is closed: open it{else_}\n"),
        ("2>&- >&-", 3, ""),
    ],
)
@pytest.mark.parametrize(
    ("what", "else_"),
    [
        ("perft jiguan --depth 2", ""),
        ("playout jiguan --games 2", ", or name a file with --csv"),
    ],
)
def test_a_closed_message_stream_is_ignored_but_a_closed_output_is_no_success(
    closed: str, code: int, text: str, what: str, else_: str
) -> None:
    command = f"'{sys.executable}' -m rules {what} {closed}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],  # noqa: S607 - any bash will do
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, text.format(else_=else_))


def test_perft_starts_where_the_specification_says(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "perft", "yggdrasil", "--depth", "3", "--json")
    assert code == 0
    assert json.loads(out)["counts"] == perft(GAME, GAME.perft_start(), 3)


def test_perft_starts_from_a_position_and_prints_a_table(
    capsys: pytest.CaptureFixture[str], position: Path
) -> None:
    arguments = ("perft", "yggdrasil", "--depth", "1", "--position", position)
    count = len(list(GAME.legal(ROOTS)))
    assert count > 9
    assert run(capsys, *arguments) == (0, f"depth            count\n    1{count:17}\n", "")


def test_same_seed_same_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("playout", "yggdrasil", "--games", "5", "--seed", "7")
    first, second = run(capsys, *arguments), run(capsys, *arguments)
    other = run(capsys, *arguments[:-1], "8")
    assert first == second != other
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 5


def test_it_runs_as_a_module(position: Path) -> None:
    command = [sys.executable, "-m", "rules", "check", "yggdrasil", "--position", str(position)]
    done = subprocess.run(
        [*command, "--action", "A lay y03"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no verb" in done.stderr


def test_a_fault_of_ours_is_one_sentence_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("rules.__main__.load_game", fail)
    code, out, err = run(capsys, "perft", "yggdrasil", "--depth", "1")
    assert (code, out) == (4, "")
    report = "internal error (ZeroDivisionError: by zero)"
    assert err == f"{report}; --debug shows where it occurred\n"
    for words in (("--debug", "perft", "yggdrasil"), ("perft", "yggdrasil", "--debug")):
        code, out, err = run(capsys, *words, "--depth", "1")
        assert (code, out) == (4, "")
        assert err.startswith("Traceback")
        assert err.endswith(f"\n{report}\n")  # the advice was followed


def test_what_is_wrong_with_the_machine_is_no_fault_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("rules.cli.playout.playouts_on", killed)
    code, out, err = run(capsys, "playout", "jiguan")
    assert (code, out) == (3, "")
    assert "--jobs 1" in err


def test_what_ctrl_c_cut_off_says_so_in_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("half an import")

    monkeypatch.setattr("rules.__main__.load_game", fail)
    monkeypatch.setattr("rules.__main__.was_interrupted", lambda: True)
    with pytest.raises(KeyboardInterrupt):
        main(["perft", "jiguan", "--depth", "1"])


def test_a_pipe_that_closes_is_no_trouble(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("rules.__main__.load_game", closed)
    assert run(capsys, "perft", "jiguan", "--depth", "1") == (0, "", "")


def test_without_any_output_the_exit_code_speaks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert main(["playout", "jiguan", "--games", "2", "--jobs", "1"]) == 3
    arguments = ["--games", "2", "--jobs", "1", "--csv", str(tmp_path / "t.csv")]
    assert main(["playout", "jiguan", *arguments]) == 0
    assert main(["playout", "jigan"]) == 2


def test_ctrl_c_is_one_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rules.__main__.load_game", stop)
    assert run(capsys, "perft", "jiguan", "--depth", "1") == (130, "", "interrupted\n")


def test_a_hidden_discard_is_no_known_tip(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "p.txt"
    lines = ["field b1=yr1/A b2=y30/A c5=yr1/B", "hand A y15", "discard A y31 y03 ?"]
    path.write_text("\n".join([*lines, "turn 1 A recover", "laid 1 b2", ""]), "utf-8")
    arguments = ("check", "yggdrasil", "--position", path, "--action")
    assert run(capsys, *arguments, "A choose y31") == (0, "legal\n", "")
    assert run(capsys, *arguments, "A choose y03")[0] == 1


@pytest.mark.parametrize("slug", game_slugs())
def test_the_help_of_a_game_shows_its_own_examples(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, slug: str
) -> None:
    code, out, err = run(capsys, "check", slug, "--help")
    assert (code, err) == (0, "")
    shown = out.partition(f"Positions of {slug}")[2].partition("\n\n")[2]
    path, actions = tmp_path / "p.txt", 0
    for example in shown.strip("\n").split("\n\n"):
        lines = [line.removeprefix("  ") for line in example.splitlines()]
        path.write_text("\n".join(line for line in lines if not line.startswith("> ")), "utf-8")
        for line in lines:
            if line.startswith("> "):
                asked = ("check", slug, "--position", path, "--action", line[2:])
                assert run(capsys, *asked) == (0, "legal\n", ""), line
                actions += 1
    assert actions > 1


def test_the_help_without_a_game_says_where_the_examples_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (("check", "--help"), ("check", "nosuch", "-h")):
        code, out, _ = run(capsys, *arguments)
        assert code == 0
        assert out.endswith("Examples: python -m rules check GAME --help\n")


def test_a_setting_with_many_values_names_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "playout", "yggdrasil", "--setting", "field=huge")
    assert code == 2
    assert all(f" {value}" in err for value in load_catalog("yggdrasil").settings["field"].values)


def test_a_number_within_a_settings_bounds_is_taken_in_any_width(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "p.txt"
    path.write_text("turn 1 A roll\n", "utf-8")
    given = ("check", "dicebattle", "--position", path, "--action", "A roll 4", "--setting")
    assert run(capsys, *given, "round_limit=\uff15")[0] == 0
    code, _, err = run(capsys, *given, "round_limit=100")
    assert code == 2
    assert "round_limit" in err


def test_help_without_any_output_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["perft", "--help"]) == 0
