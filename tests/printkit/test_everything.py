"""A game printed completely: every part under its own name, and one total."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from printkit import cli
from printkit.books.learn.data import load_learn_book
from printkit.books.rulebook.book import booklet_paper
from printkit.cards.job import CardJob
from printkit.cards.pieces import load_pieces
from printkit.craft.job import plan_craft
from printkit.craft.order import CraftJob
from printkit.craft.shopping import Shopping, shopping_list
from printkit.everything import WholeJob, parts
from printkit.sheets import papers
from printkit.template.card_template import printable
from rules import load_catalog


@pytest.mark.parametrize("slug", printable())
def test_every_game_has_its_parts(slug: str) -> None:
    names = [part.name for part in parts(WholeJob(CardJob(slug)))]
    learn = ["learn"] if load_learn_book(slug) is not None else []
    assert names[: 4 + len(learn)] == ["cards", "mat", "reference", *learn, "rulebook"]
    assert "box" in names


def test_the_largest_game_is_printed_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--lang", "zh-Hant", "--style", "ink", "--json", "--out", str(tmp_path)]
    assert cli.run(["game", "spherion", *out]) == 0
    report = json.loads(capsys.readouterr().out)
    files = [Path(name) for name in report["files"]]
    assert all(path.stat().st_size > 1000 for path in files)
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert report["all"] == sum(report["sheets"].values()) > 30
    assert report["sheets"]["mat"] == 0  # too large for a printer at home
    assert report["shop_mm"] == {"mat": [1189, 841]}
    assert {"cards", "mat", "rulebook", "reference", "pyramid", "box"} <= set(report["sheets"])


def test_black_ink_alone_and_a_summary_in_the_language_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--lang", "ja", "--style", "bw", "--paper", "A3", "--out", str(tmp_path)]
    out += ["--duplex", "short"]
    assert cli.run(["game", "jiguan", *out]) == 0
    report = capsys.readouterr()
    files = [Path(line) for line in report.out.split()]
    for path in files:
        if path.suffix == ".pdf":
            assert "bw" in path.stem
            assert ("short" in path.stem) == ("cards" in path.stem or "reference" in path.stem)
            assert not coloured(path), path.name
    assert "家で倍率100 %で印刷" in report.err
    assert "カメラ：横1280 px以上" in report.err
    assert "マット：1枚" in report.err  # the rest is printed on A3
    assert not re.search(r"sheets|pieces|owner_view", report.err)


def coloured(path: Path) -> bool:
    """Return True if any page of a PDF contains a colour other than grey."""
    for page in pypdfium2.PdfDocument(path):
        pixels = np.asarray(page.render(scale=0.3).to_numpy()[..., :3], dtype=int)
        if (
            pixels.max(axis=2) - pixels.min(axis=2)
        ).max() > 8:  # K alone is not a perfect grey on screens
            return True
    return False


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
def test_the_shopping_list_speaks_one_language(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["shopping", "spherion", "--lang", lang]) == 0
    report = capsys.readouterr()
    words = set(re.findall(r"[A-Za-z_-]{2,}[0-9]*", report.out + report.err))
    assert words <= {"mm", "Spherion"}


@pytest.fixture(scope="module")
def shopping() -> Shopping:
    """Return a shopping list; counting its sheets takes as long as printing."""
    return shopping_list("jiguan", "ja")


def test_the_shopping_list_is_data_too(
    shopping: Shopping, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["shopping", "jiguan", "--lang", "ja", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == shopping.data()


def test_a_booklet_takes_a4_where_no_page_is_made_for_the_paper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shipped = papers._papers()
    added = {**shipped.paper, "B5": papers._Paper(width=176, height=250)}
    monkeypatch.setattr(papers, "_papers", lambda: shipped.model_copy(update={"paper": added}))
    found = {name: booklet_paper(name) for name in ("a4", "letter", "A3", "b5")}
    assert found == {"a4": "A4", "letter": "Letter", "A3": "A4", "b5": "A4"}


def test_a_short_while_is_reported_in_minutes_only(shopping: Shopping) -> None:
    short = [line for line in replace(shopping, minutes=38).lines() if "切り貼り" in line]
    assert short == ["切り貼りにかかる時間の目安：38分"]
    assert any("1時間05分" in line for line in replace(shopping, minutes=65).lines())


def test_cards_leave_to_craft_what_is_built_and_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["dicebattle", "--lang", "ja", "--no-art", "--json", "--out", str(tmp_path)]
    assert cli.run(["cards", *args]) == 0
    report = capsys.readouterr()
    assert json.loads(report.out)["built"] == ["d6", "stars"]
    assert "(stars)" in report.err
    manifest = Path(json.loads(report.out)["manifest"]).read_text(encoding="utf-8")
    assert "token.die1" in manifest
    assert "star" not in manifest
    assert cli.run(["cards", *args, "--no-controls"]) == 0
    assert json.loads(capsys.readouterr().out)["built"] == []


def test_things_are_counted_from_the_rules_whichever_command_prints_them() -> None:
    for slug in printable():
        catalog = load_catalog(slug)
        for built in load_pieces(slug).built:
            assert built.clause in catalog.clauses, (slug, built.clause)
            pieces = plan_craft(CraftJob(built.thing, slug)).pieces
            each = {"chips": 38, "walls": 40}.get(built.thing, built.copies)
            assert pieces == each * (len(catalog.seats) if built.each else 1)


def test_walls_and_chips_are_those_of_the_mat_asked_for(tmp_path: Path) -> None:
    parts_of = {
        entry.part: entry for entry in shopping_list("spherion", "en", mat="globe-1").entries
    }
    assert (parts_of["walls"].pieces, parts_of["chips"].pieces) == (16, 14)
    made = {
        part.name: part for part in parts(WholeJob(CardJob("spherion", out=tmp_path), "globe-1"))
    }
    assert [path.name for path in made["walls"].print().files] == [
        "spherion-craft-walls-globe-1-en.pdf"
    ]
    assert [path.name for path in made["pyramid"].print().files] == [
        "spherion-craft-pyramid-en.pdf"
    ]


def test_a_game_without_mat_and_reference_cards_is_printed_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("printkit.everything.load_reference", lambda _slug: None)
    monkeypatch.setattr("printkit.everything.usual_mat", lambda _slug: "")
    names = [part.name for part in parts(WholeJob(CardJob("yggdrasil")))]
    assert names[:3] == ["cards", "learn", "rulebook"]
    assert {"mat", "reference"}.isdisjoint(names)
