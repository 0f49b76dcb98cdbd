from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.readings import Face
from companion.texts import sentences
from rules import Manifest, dump_manifest
from tests.support.vision.scenes import (
    Camera,
    Piece,
    Scene,
    card_tag,
    deck_manifest,
    mat_manifest,
)


@pytest.fixture(scope="module")
def deck() -> Manifest:
    return deck_manifest(20)


@pytest.fixture(scope="module")
def mat_sheet() -> Manifest:
    return mat_manifest(4, 2)


@pytest.fixture
def paths(tmp_path: Path, deck: Manifest, mat_sheet: Manifest) -> Path:
    (tmp_path / "deck.json").write_text(dump_manifest(deck))
    (tmp_path / "mat.json").write_text(dump_manifest(mat_sheet))
    cell = mat_sheet.mats[0].cells[3]
    pieces = [Piece(card_tag(4), cell.x_mm, cell.y_mm, 180), Piece(card_tag(500), 250, 160)]
    scene = Scene(mat=mat_sheet.mats[0], pieces=pieces)
    image = scene.render(Camera(width=960, height=640, scale=2.4))
    cv2.imwrite(str(tmp_path / "table.jpg"), image)
    return tmp_path


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as left:
        main(["read", *map(str, words)])
    return int(left.value.code or 0)


def test_json_gives_a_list_a_picture(paths: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(
        paths / "table.jpg", paths / "table.jpg", "--json",
        "--manifest", paths / "deck.json", "--manifest", paths / "mat.json",
    )  # fmt: skip
    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert len(lines) == 2
    assert lines[0] == lines[1]
    found = {r["tag"]: r for r in json.loads(lines[0])}
    card = found[card_tag(4)]
    assert set(card) == {
        "tag", "card", "copy", "face", "corners", "cell", "x_mm", "y_mm", "rotation_deg",
        "confidence",
    }  # fmt: skip
    assert (card["card"], card["copy"], card["face"]) == ("y04", 1, "front")
    assert card["cell"] == "b2"
    assert card["rotation_deg"] == pytest.approx(180, abs=0.2)
    assert found[""]["face"] == "unknown"
    assert sum(r["face"] == "mat" for r in found.values()) == 4


def test_people_get_a_table(paths: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(paths / "table.jpg", "-m", paths / "deck.json", "-m", paths / "mat.json") == 0
    out = capsys.readouterr().out
    assert "5 known, 1 unknown" in out
    assert "y04" in out
    assert "180°" in out
    # An independent reader names a foreign tag for people.
    assert f"reads “{card_tag(500)}”" in out


def test_the_wrong_manifest_is_a_finding_with_a_hint(
    paths: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (paths / "other.json").write_text(dump_manifest(deck_manifest(20, deck=77)))
    assert run(paths / "table.jpg", "-m", paths / "other.json") == 1
    assert "none of these tags is in the manifests" in capsys.readouterr().err


def test_a_picture_without_tags_is_an_empty_list(
    paths: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(paths / "plain.png"), np.full((300, 400, 3), 90, np.uint8))
    assert run(paths / "plain.png", "--json", "-m", paths / "deck.json") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert run(paths / "plain.png", "-m", paths / "deck.json") == 0
    assert "no framed tag" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("image", "manifest", "text"),
    [
        ("missing.jpg", "deck.json", "missing.jpg: no such file"),
        ("deck.json", "deck.json", "is not a picture"),
        ("table.jpg", "missing.json", "missing.json"),
        ("table.jpg", "table.jpg", "table.jpg"),
    ],
)
def test_faults_are_one_friendly_line(
    paths: Path, capsys: pytest.CaptureFixture[str], image: str, manifest: str, text: str
) -> None:
    assert run(paths / image, "-m", paths / manifest) == 2
    output = capsys.readouterr()
    assert text in output.err
    assert len(output.err.splitlines()) == 1
    assert output.out == ""


def test_a_broken_picture_does_not_stop_the_others(
    paths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table, deck = paths / "table.jpg", paths / "deck.json"
    whole = cv2.imencode(".png", np.full((300, 400, 3), 90, np.uint8))[1].tobytes()
    (paths / "cut.png").write_bytes(whole[: len(whole) // 2])
    assert run(table, paths / "cut.png", table, "-m", deck) == 2
    output = capfd.readouterr()
    assert output.out.count("table.jpg: 1 known") == 2
    assert output.err == f"{paths / 'cut.png'} is incomplete or damaged: copy or save it again\n"
    assert run(table, paths / "cut.png", table, "--json", "-m", deck) == 2
    first, broken, last = map(json.loads, capfd.readouterr().out.splitlines())
    assert first == last
    assert [r["card"] for r in first if r["tag"]] == ["y04"]
    assert broken["picture"] == str(paths / "cut.png")
    assert "damaged" in broken["error"]


@pytest.mark.parametrize("picture", ["table.jpg", "none.jpg"])
def test_output_that_goes_nowhere_is_one_sentence_or_none(paths: Path, picture: str) -> None:
    words = [picture, "--json", "-m", "deck.json", "-m", "mat.json"]
    command = [sys.executable, "-m", "companion", "read", *words]
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                command, stdout=full, stderr=subprocess.PIPE, check=False, cwd=paths
            )
        assert done.returncode == 3
        assert b"the output cannot be written (the disk is full)" in done.stderr
        assert b"Traceback" not in done.stderr
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=paths
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read().count(b"\n") == (picture == "none.jpg")
    assert child.returncode == 141


def test_one_card_seen_twice_is_reported(
    paths: Path, deck: Manifest, mat_sheet: Manifest, capsys: pytest.CaptureFixture[str]
) -> None:
    mat = mat_sheet.mats[0]
    pieces = [Piece(card_tag(4), c.x_mm, c.y_mm) for c in (mat.cells[3], mat.cells[0])]
    image = Scene(mat=mat, pieces=pieces).render(Camera(width=960, height=640, scale=2.4))
    cv2.imwrite(str(paths / "twice.jpg"), image)
    sheets = ("-m", paths / "deck.json", "-m", paths / "mat.json")
    assert run(paths / "twice.jpg", *sheets) == 0
    assert f"{card_tag(4)} is seen 2 times" in capsys.readouterr().err
    assert run(paths / "table.jpg", *sheets) == 0
    assert capsys.readouterr().err == ""


def test_a_mirrored_picture_is_reported(paths: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = cv2.imread(str(paths / "table.jpg"))
    assert picture is not None
    cv2.imwrite(str(paths / "mirror.png"), np.ascontiguousarray(picture[:, ::-1]))
    run(paths / "mirror.png", "-m", paths / "deck.json", "-m", paths / "mat.json", "--json")
    out, err = capsys.readouterr()
    assert "the picture is mirrored" in err
    assert all(not r["tag"] for r in json.loads(out))
    run(paths / "mirror.png", "-m", paths / "deck.json", "-m", paths / "mat.json")
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1, "its manifests are the right ones"
    assert f"“{card_tag(4)}”" not in out, "it is in the manifest, only seen from behind"
    assert "the picture is mirrored" in err


@pytest.mark.parametrize(
    ("lang", "counted", "sure", "foreign"),
    [
        ("ja", "分かるタグ5個、分からないタグ1個", "確かさ", "と書かれています"),
        ("zh-Hant", "認得 5 個標籤，不認得 1 個", "把握", "上面寫著"),
    ],
)
def test_people_are_addressed_in_their_language(
    paths: Path,
    capsys: pytest.CaptureFixture[str],
    lang: str,
    counted: str,
    sure: str,
    foreign: str,
) -> None:
    sheets = ("-m", paths / "deck.json", "-m", paths / "mat.json")
    assert run(paths / "table.jpg", *sheets, "--lang", lang) == 0
    out = capsys.readouterr().out
    for word in (counted, sure, foreign):
        assert word in out
    assert re.search(r"known|front|card|copy|cell|sure|says", out) is None
    # Columns are aligned below their headings, though these letters are two columns wide.
    head, *rows = [line for line in out.splitlines() if line.startswith("  ") and "「" not in line]
    ends = {_columns(line) for line in (head, *rows)}
    assert len(ends) == 1
    code = run(paths / "missing.jpg", *sheets, "--lang", lang)
    assert (code, "no such file" in capsys.readouterr().err) == (2, False)
    assert run(paths / "table.jpg", *sheets, "--json", "--lang", lang) == 0
    assert '"face": "front"' in capsys.readouterr().out


def _columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "FW" else 1 for c in line)


def test_every_language_has_the_words_of_the_table() -> None:
    assert {f"face.{face}" for face in Face} <= sentences("read").keys()


def test_another_language_is_refused(paths: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(paths / "table.jpg", "-m", paths / "deck.json", "--lang", "de") == 2
    assert "--lang" in capsys.readouterr().err
