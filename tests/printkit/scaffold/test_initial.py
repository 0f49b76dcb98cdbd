"""A game begun with `printkit init` prints, plays and satisfies every claim; own cards in it."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from printkit import cli
from printkit.errors import EnvironmentFault, TemplateFaults
from printkit.scaffold.initial import begin
from rules import RulesError
from rules.messages.message import render

SHEET = """name,copies,number,lanterns,element
Ember,2,1,3,fire
Tide,3,2,0,water
"""


def run(root: Path, folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        env={**os.environ, "RULES_GAMES": str(folder)},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a new game called `my_lights`."""
    folder = tmp_path_factory.mktemp("home") / "My Lights"
    begin(folder)
    return folder


def test_the_sample_prints_in_every_language_and_black_only(root: Path, begun: Path) -> None:
    out = begun / "out"
    for lang, style in (("en", "full"), ("ja", "ink"), ("zh-Hant", "bw")):
        options = ("--lang", lang, "--style", style, "--out", out, "--json")
        done = run(root, begun, "printkit", "cards", "my_lights", *options)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        report = json.loads(done.stdout)
        assert report["cards"] == 12
        text = pypdf.PdfReader(report["pdf"]).pages[0].extract_text()
        assert {"en": "Firefly", "ja": "ほたる", "zh-Hant": "螢火蟲"}[lang] in text


@pytest.mark.parametrize(
    ("lang", "output"), [("en", "Control cards"), ("ja", "操作カード"), ("zh-Hant", "操作牌")]
)
def test_its_mat_prints_and_its_places_are_called_by_their_names(
    root: Path, begun: Path, lang: str, output: str
) -> None:
    options = ("--lang", lang, "--out", begun / "out", "--json")
    done = run(root, begun, "printkit", "mat", "my_lights", *options)
    assert done.returncode == 0, done.stderr
    text = pypdf.PdfReader(json.loads(done.stdout)["pdf"]).pages[0].extract_text()
    assert output in text
    assert "control" not in text.replace("Control cards", "")


def test_the_picture_it_offers_keeps_within_the_round_window(begun: Path) -> None:
    text = (begun / "templates" / "my_lights" / "card.toml").read_text("utf-8")
    block = text[text.index("# [[image]]") :].split("\n\n")[0]
    data = tomllib.loads(text + "\n" + block.replace("# ", ""))
    (window,) = (panel for panel in data["panel"] if panel["name"] == "window")
    (picture,) = data["image"]
    inset = [picture["box"][n] - window["box"][n] for n in (0, 1)]
    inset += [
        window["box"][n] + window["box"][n + 2] - picture["box"][n] - picture["box"][n + 2]
        for n in (0, 1)
    ]
    round_at = (1 - 2**-0.5) * window["corner"]
    assert min(inset) >= round_at + window["width"] / 2


def test_its_other_paper_prints_too(root: Path, begun: Path) -> None:
    for words in (("reference", "--lang", "ja"), ("rulebook",), ("service", "--service", "press")):
        done = run(root, begun, "printkit", words[0], "my_lights", *words[1:], "--out", begun / "o")
        assert done.returncode == 0, done.stderr


def test_it_keeps_every_claim_and_its_own_tests(root: Path, begun: Path) -> None:
    options = ("-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib")
    suite = root / "tests" / "conformance" / "test_conformance.py"
    done = run(root, begun, "pytest", *options, suite, "-k", "my_lights", "--rootdir", root)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    own = begun / "tests" / "rules" / "my_lights" / "test_golden.py"
    done = run(root, begun, "pytest", *options, own, "--rootdir", begun)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_it_plays(root: Path, begun: Path) -> None:
    done = run(root, begun, "rules", "playout", "my_lights", "--games", 4, "--seed", 1)
    assert done.returncode == 0, done.stderr
    assert "LIG-4" in done.stdout or "MYL-4" in done.stdout


def test_nothing_of_the_samples_name_is_left(begun: Path) -> None:
    for path in begun.rglob("*"):
        if path.suffix in (".py", ".toml", ".csv", ".txt", ".md"):
            text = path.read_text("utf-8")
            assert '"starter"' not in text, path
            assert "STA-" not in text, path
            assert "# SLUG" not in text, path


def test_own_cards_come_from_a_sheet(root: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(SHEET, "utf-8")
    found = begin(tmp_path / "fires", tmp_path / "cards.csv")
    notes = [note.render("en") for note in found.notes]
    assert any("name: used in every language" in note for note in notes)
    (called,) = [note for note in notes if "card_data/fires/game.toml" in note]
    assert "is still called “Lantern Field”" in called
    home = tmp_path / "fires" / "card_data" / "fires"
    lines = (home / "cards.csv").read_text("utf-8").splitlines()
    assert lines[0].startswith("id,number,lanterns,element,name_en,name_ja,name_zh-Hant,kana_ja")
    assert lines[1].startswith("c01,1,3,fire,Ember,Ember,Ember,,")
    assert "2 c01\n3 c02\n" in (home / "decks" / "first.txt").read_text("utf-8")
    done = run(
        root, tmp_path / "fires", "printkit", "cards", "fires", "--json", "--out", tmp_path / "out"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["cards"] == 10


def test_headings_are_known_in_any_case(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("ID,Name,NAME JA,Name-zh-hant,Copies\na,Ember,火,火,2\n", "utf-8")
    begin(tmp_path / "fires", sheet)
    home = tmp_path / "fires" / "card_data" / "fires"
    (card,) = csv.DictReader((home / "cards.csv").read_text("utf-8").splitlines())
    assert (card["id"], card["name_en"], card["name_ja"], card["name_zh-Hant"]) == (
        "a",
        "Ember",
        "火",
        "火",
    )
    assert "2 a\n" in (home / "decks" / "first.txt").read_text("utf-8")
    sheet.write_text("name,Name\nEmber,Ember\n", "utf-8")
    with pytest.raises(TemplateFaults, match="'name' appears twice"):
        begin(tmp_path / "other", sheet)


def test_faults_of_a_sheet_are_reported_all_at_once(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text(
        "id,name,copies,lanterns\na b,Ember,2,9\nx,,many,1\nx,Tide,1,1\n", encoding="utf-8"
    )
    with pytest.raises(TemplateFaults) as caught:
        begin(tmp_path / "fires", sheet)
    places = [
        line.removeprefix(str(sheet)).partition(": ")[::2]
        for line in str(caught.value).splitlines()
    ]
    assert [(place, rest.partition(":")[0]) for place, rest in places] == [
        (":2", "id"),
        (":2", "lanterns"),
        (":3", "copies"),
        (":3", "the card has no name"),
        (":4", "id"),
    ]
    assert not (tmp_path / "fires").exists()


def test_texts_that_are_filled_in_are_reported_with_the_names(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("name_ja,text_ja\nほたる,光る。\n", encoding="utf-8")
    found = begin(tmp_path / "fires", sheet)
    assert any(
        "name_en, name_zh-Hant, text_en, text_zh-Hant" in render(note, "ja") for note in found.notes
    )


def photographs(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        Image.new("RGB", (600, 420), (200, 30, 30)).save(folder / name)


def test_pictures_and_counts_of_a_sheet_are_printed(root: Path, tmp_path: Path) -> None:
    """Check an own heading for each, one deck by default, and a text like a formula."""
    photographs(tmp_path / "art", "ember.jpg", "tide.png")
    sheet = tmp_path / "cards.csv"
    rows = ("Name,Text,Image,Count", "Ember,=1+1,art/ember.jpg,2", "Tide,+1 card,art/tide.png,1")
    sheet.write_text("\n".join((*rows, "Fog,-3,,3")) + "\n", "utf-8")
    found = begin(tmp_path / "fires", sheet)
    home = found.folder / "templates" / "fires"
    assert {path.name for path in (home / "images").iterdir()} == {"c01.jpg", "c02.png"}
    template = tomllib.loads((home / "card.toml").read_text("utf-8"))
    assert [image["show"] for image in template["image"]] == ["{art}"]
    assert not {"lights", "dark"} & {part["name"] for part in template["repeat"]}
    cards = (found.folder / "card_data" / "fires" / "cards.csv").read_text("utf-8")
    assert [card["text_en"] for card in csv.DictReader(cards.splitlines())] == [
        "'=1+1",
        "'+1 card",
        "-3",
    ]
    out = ("--owner", found.owner, "--json", "--out", tmp_path / "out")
    done = run(root, found.folder, "printkit", "cards", "fires", *out)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["cards"] == 6
    page = pypdf.PdfReader(report["pdf"]).pages[0]
    assert "=1+1" in page.extract_text()
    assert "'" not in page.extract_text()
    assert len(page.images) == 2


def test_a_missing_picture_and_counts_out_of_range_are_reported_together(tmp_path: Path) -> None:
    photographs(tmp_path / "art", "tide.png")
    sheet = tmp_path / "cards.csv"
    rows = ("A,art/tid.png,nan", "B,art/tide.png,-1", "C,,1000000000", "D,../cards.csv,1")
    sheet.write_text("name,Art,Count\n" + "\n".join(rows) + "\n", "utf-8")
    with pytest.raises(TemplateFaults) as caught:
        begin(tmp_path / "fires", sheet)
    found = [line.removeprefix(f"{sheet}:") for line in str(caught.value).splitlines()]
    places = [line.partition(": ")[0] + line.partition(": ")[2].partition(":")[0] for line in found]
    assert sorted(places) == ["2Art", "2Count", "3Count", "4Count", "5Art"]
    assert 'did you mean "tide.png"?' in str(caught.value)


def test_a_game_that_cannot_be_written_is_begun_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("printkit.pdf.output._temporary", refuse)
    with pytest.raises(EnvironmentFault, match="start the game in another folder") as caught:
        begin(tmp_path / "glow")
    assert "--out" not in str(caught.value)


def test_a_name_that_will_not_do_is_a_slip_of_usage(tmp_path: Path) -> None:
    assert cli.run(["init", str(tmp_path / "9lives")]) == 2


def test_a_sheet_without_names_is_one_fault_in_its_first_line(tmp_path: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("カード名,枚数\nほたる,2\n灯,1\n", encoding="utf-8")
    with pytest.raises(TemplateFaults) as caught:
        begin(tmp_path / "fires", sheet)
    assert "今ある列：カード名, 枚数" in caught.value.message.render("ja")
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"{sheet}:1: ")
    assert "カード名, 枚数" in line


def test_nothing_is_overwritten_and_names_must_do(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    for name, report in (
        ("full", "is not empty"),
        ("yggdrasil", "a game 'yggdrasil' already exists"),
        ("9lives", "cannot be a game's name"),
        ("class", "cannot be a game's name"),
    ):
        with pytest.raises(RulesError, match=report):
            begin(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_the_command_says_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["init", str(tmp_path / "glow")]) == 0
    report = capsys.readouterr()
    assert "card_data/glow/cards.csv" in report.out
    assert f"export RULES_GAMES={tmp_path / 'glow'}\n  printkit cards glow\n" in report.err


@pytest.mark.parametrize(("lang", "kana"), [("ja", "[ぁ-ん]"), ("zh-Hant", "[一-龥]")])
def test_faults_of_a_sheet_are_reported_in_the_language_asked_for(
    lang: str, kana: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.csv"
    rows = ("id,name,copies,number", "a,A,x,1", "a,B,1,100", "一,C,1,1", "d,,1,1", "e,E,1,1,1")
    sheet.write_text("\n".join(rows[:5]) + "\n", "utf-8")
    torn = tmp_path / "torn.csv"
    torn.write_text("\n".join((*rows[:2], rows[5])) + "\n", "utf-8")
    old = tmp_path / "old.csv"
    old.write_bytes("id,name\na,嵐の樹\n".encode("cp932"))
    for file, count in ((sheet, 5), (torn, 1), (old, 1)):
        folder = tmp_path / f"new-{file.stem}"
        assert cli.run(["init", str(folder), "--from", str(file), "--lang", lang]) == 1
        lines = capsys.readouterr().err.strip().splitlines()
        assert len(lines) == count
        for line in lines:
            assert re.search(kana, line), line
            assert not re.search(r"\b(is|should|stands|has|the)\b", line), line
    assert "CSV UTF-8" in lines[0]
    assert cli.run(["init", str(tmp_path / "fine"), "--lang", lang]) == 0
    assert re.search(kana, capsys.readouterr().err)


def test_a_folder_that_cannot_be_read_names_the_reason(tmp_path: Path) -> None:
    (tmp_path / "cards.txt").touch()
    with pytest.raises(EnvironmentFault, match=r"cards\.txt"):
        begin(tmp_path / "cards.txt" / "game")


def test_more_cards_than_the_samples_field_takes_are_noted(tmp_path: Path) -> None:
    names = ",".join(f"name_{lang}" for lang in ("en", "ja", "zh-Hant"))
    lines = [
        f"{names},copies,number,lanterns",
        *(f"C{n},札{n},牌{n},1,{n},0" for n in range(1, 14)),
    ]
    (tmp_path / "cards.csv").write_text("\n".join(lines) + "\n", "utf-8")
    found = begin(tmp_path / "fires", tmp_path / "cards.csv")
    notes = [note.render("en") for note in found.notes]
    assert any("deals all 13 cards as one hand, but its field takes only 12" in x for x in notes)
    assert not any("another language" in note for note in notes)
