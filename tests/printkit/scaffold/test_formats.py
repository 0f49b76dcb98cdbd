"""Cards and mats of the sizes that `printkit init --format` offers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdf
import pytest
from fontTools import subset

from printkit.errors import UsageError
from printkit.scaffold.formats import formats
from printkit.scaffold.initial import begin

Raster = Callable[[Path, int, float], np.ndarray]


def run(root: Path, folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        env={**os.environ, "RULES_GAMES": str(folder)},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", formats())
def test_a_game_of_each_format_is_checked_without_errors(
    root: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / f"game_{name}"
    begin(folder, size=name)
    done = run(root, folder, "printkit", "check", folder.name, "--lang", "ja")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", formats())
def test_an_owners_mark_is_clear_of_the_plaque(tmp_path: Path, name: str) -> None:
    folder = tmp_path / f"game_{name}"
    begin(folder, size=name)
    file = folder / "templates" / folder.name / "card.toml"
    card = tomllib.loads(file.read_text("utf-8"))
    (plaque,) = (part for part in card["panel"] if part["name"] == "plaque")
    (mark,) = (part for part in card["repeat"] if part["name"] == "mark")
    top = card["template"]["height"] - mark["bottom"] - mark["size"]
    assert top >= plaque["top"] + plaque["area"][1]


def test_sheets_of_hexagons_have_no_crop_marks(root: Path, tmp_path: Path, raster: Raster) -> None:
    folder = tmp_path / "tiles"
    begin(folder, size="hex")
    done = run(root, folder, "printkit", "cards", "tiles", "--out", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    (pdf,) = tmp_path.glob("*.pdf")
    left = float(pypdf.PdfReader(pdf).pages[0].bleedbox.left) / 72
    margin = raster(pdf, 1, 100)[:, : int(left * 100) - 1]
    assert margin.min() > 250, "they are cut along their outlines"


def test_hexagonal_cells_have_their_neighbours(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tiles"
    begin(folder, size="hex")
    code = (folder / "rules" / "games" / "tiles" / "__init__.py").read_text("utf-8")
    functions = re.search(r"def _are_adjacent.*?(?=\n\n\ndef _fact)", code, re.DOTALL)
    assert functions is not None
    known: dict[str, object] = {}
    exec(functions[0], known)  # noqa: S102 - the game's own function
    adjacent = known["_are_adjacent"]
    assert callable(adjacent)
    cells = [letter + row for letter in "abcd" for row in "123"]
    assert [c for c in cells if adjacent("b2", c)] == ["a2", "a3", "b1", "b3", "c2", "c3"]


def test_an_unknown_format_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="bridge, hex, mini, poker, tarot"):
        begin(tmp_path / "cards", size="square")
    assert not (tmp_path / "cards").exists()


@pytest.mark.parametrize("page", ["designing.md", "ja/designing.md", "zh-Hant/designing.md"])
def test_the_guides_example_extends_a_new_games_template(
    root: Path, tmp_path: Path, page: str
) -> None:
    folder = tmp_path / "lantern_two"
    begin(folder)
    text = (root / "docs" / page).read_text("utf-8")
    example = re.search(r"```toml\n(extends = .*?)```", text, re.DOTALL)
    assert example is not None
    own = folder / "templates" / "lantern_two"
    (own / "card.toml").rename(own / "base.toml")
    (own / "card.toml").write_text(example[1], "utf-8")
    done = run(root, folder, "printkit", "preview", "lantern_two", "l01", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr


FAULTS = {
    "role": ('role = "strong"', 'role = "bold"', "one of: name, numeral, strong, text"),
    "less": ('count = "{lanterns}"', 'count = "-1"', "'-1' should be a number from 0 to 99"),
    "nan": ('count = "{lanterns}"', 'count = "nan"', "'nan' should be a number from 0 to 99"),
    "much": ('count = "{lanterns}"', f'count = "{10**9}"', "should be a number from 0 to 99"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_slip_of_the_template_is_reported_once_at_its_line(
    root: Path, tmp_path: Path, name: str
) -> None:
    old, new, said = FAULTS[name]
    folder = tmp_path / "slips"
    begin(folder)
    file = folder / "templates" / "slips" / "card.toml"
    text = file.read_text("utf-8").replace(old, new, 1)
    file.write_text(text, "utf-8")
    line = text[: text.index(new)].count("\n") + 1
    done = run(root, folder, "printkit", "cards", "slips", "--lang", "en", "--out", tmp_path)
    assert done.returncode == 1
    (fault,) = done.stderr.strip().splitlines()
    assert f"card.toml:{line}:" in fault
    assert said in fault


def test_a_preview_shows_in_red_what_does_not_fit(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "reds"
    begin(folder)
    file = folder / "card_data" / "reds" / "cards.csv"
    file.write_text(file.read_text("utf-8").replace("Firefly", "Fire " * 30), "utf-8")
    options = ("--as", "svg", "--lang", "en", "--out", tmp_path)
    done = run(root, folder, "printkit", "preview", "reds", "l01", "l02", *options)
    assert done.returncode == 1
    assert "error: card_data/reds/cards.csv:2: card l01: name (en)" in done.stderr
    pictures = {Path(path).stem: Path(path).read_text("utf-8") for path in done.stdout.split()}
    red = re.findall(r"#[0-9a-f]{6}", pictures["l01-sun"])
    assert set(red) - set(re.findall(r"#[0-9a-f]{6}", pictures["l02-sun"]))
    assert run(root, folder, "printkit", "cards", "reds", "--out", tmp_path).returncode == 1


def test_own_faces_are_checked_and_completed(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "faces"
    begin(folder)
    fonts = folder / "templates" / "faces" / "fonts"
    fonts.mkdir()
    face = root / "templates" / "fonts" / "NotoSansJP-Regular.ttf"
    kana = [str(face), "--unicodes=U+3042-3093", f"--output-file={fonts / 'own.ttf'}"]
    subset.main(kana)
    head = '[face.own]\nfile = "own.ttf"\ncap = 0.7\nlicence = "x.txt"\n'
    (fonts / "faces.toml").write_text(head + '[role.strong]\nen = ["ovn"]\n', "utf-8")
    options = ("--lang", "en", "--out", tmp_path)
    done = run(root, folder, "printkit", "cards", "faces", *options)
    assert "faces.toml:6: role.strong.en: no typeface is called 'ovn'" in done.stderr
    assert "cinzel-black, cinzel-bold, jp-bold" in done.stderr
    (fonts / "faces.toml").write_text(head + '[role.strong]\nen = ["own"]\n', "utf-8")
    done = run(root, folder, "printkit", "cards", "faces", *options)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("no Latin letters") == 1
