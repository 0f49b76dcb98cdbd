"""The properties of every PDF: title, subject and author."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from printkit.books.reference.cards import ReferenceJob, print_reference
from printkit.books.rulebook.book import BookJob, print_book
from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.write import print_cards
from printkit.craft.job import CraftJob, print_craft
from printkit.mats.sheets import MatJob, print_mat
from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import Fonts
from printkit.pdf.geometry import Duplex
from printkit.services.jobs import ServiceJob, print_service
from printkit.sheets.calibration import print_calibration
from rules import load_catalog
from rules.version import AUTHORS

SUN = {"owner": "sun", "controls": False}


def properties(pdf: Path) -> dict[str, str]:
    info = pypdf.PdfReader(pdf).metadata
    assert info is not None
    return {key: str(info[f"/{key.title()}"]) for key in ("title", "subject", "author")}


def test_the_project_is_the_author_of_what_no_game_names(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["authors"] == [{"name": AUTHORS}]


@pytest.mark.parametrize(
    ("make", "title", "subject"),
    [
        (lambda out: print_cards(CardJob("jiguan", **SUN, out=out)), "Ji Guan", "Cards, A4"),
        (
            lambda out: print_cards(
                CardJob("jiguan", **SUN, sheet=SheetOptions("letter"), out=out)
            ),
            "Ji Guan",
            "Cards, Letter",
        ),
        (lambda out: print_mat(MatJob("jiguan", out=out)), "Ji Guan", "Mat, 420 × 297 mm"),
        (lambda out: print_mat(MatJob("jiguan", paper="A4", out=out)), "Ji Guan", "Mat, A4"),
        (
            lambda out: print_reference(ReferenceJob("jiguan", out=out)),
            "Ji Guan",
            "Reference cards, A4",
        ),
        (
            lambda out: print_craft(CraftJob("box", game="jiguan", out=out)),
            "Ji Guan",
            "Tuck box, A4",
        ),
    ],
    ids=["cards", "letter", "mat", "tiles", "reference", "box"],
)
def test_a_file_says_what_it_is(
    make: Callable[[Path], object], title: str, subject: str, tmp_path: Path
) -> None:
    make(tmp_path)
    (pdf,) = tmp_path.glob("*.pdf")
    found = properties(pdf)
    assert title in found["title"]
    assert found["subject"] == f"{subject}, English"
    assert found["author"] == AUTHORS


@pytest.mark.parametrize(
    ("lang", "subject"), [("ja", "カード、A4、日本語"), ("zh-Hant", "卡牌，A4，繁體中文")]
)
def test_a_file_says_so_in_its_language(lang: str, subject: str, tmp_path: Path) -> None:
    made = print_cards(CardJob("jiguan", **SUN, lang=lang, out=tmp_path))
    assert properties(made.pdf)["subject"] == subject


def test_a_rulebook_says_what_the_game_is_about(tmp_path: Path) -> None:
    found = properties(print_book(BookJob("jiguan", "en", out=tmp_path)).pdf)
    assert found["subject"].startswith("Five spirit beasts")
    assert found["author"] == AUTHORS


def test_a_sheet_of_no_game_has_an_author_too(tmp_path: Path) -> None:
    found = properties(print_calibration("A4", Duplex.LONG, "en", tmp_path))
    assert found["subject"] == "Calibration sheet, A4, English"
    assert found["author"] == AUTHORS


@pytest.mark.parametrize("standard", ["x1a", "x4"])
def test_a_press_reads_the_same_in_both_places(standard: str, tmp_path: Path) -> None:
    job = ServiceJob(CardJob("jiguan", **SUN, out=tmp_path), "press", standard=standard)
    pdf = print_service(job).pdf
    found = properties(pdf)
    assert found["subject"] == "Cards, 54 × 90 mm, English"
    assert found["author"] == AUTHORS
    xmp = pypdf.PdfReader(pdf).xmp_metadata
    if standard == "x1a":
        assert xmp is None
    else:
        assert xmp is not None
        assert xmp.dc_creator == [found["author"]]
        assert xmp.dc_description == {"x-default": found["subject"]}
        assert xmp.dc_title == {"x-default": found["title"]}


def test_a_designer_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = replace(load_catalog("jiguan"), author="Hana Mori")
    for user in ("books.reference.cards", "mats.sheets"):
        monkeypatch.setattr(f"printkit.{user}.load_catalog", lambda _: named)
    print_reference(ReferenceJob("jiguan", out=tmp_path))
    print_mat(MatJob("jiguan", out=tmp_path))
    found = {properties(pdf)["author"] for pdf in tmp_path.glob("*.pdf")}
    assert found == {"Hana Mori"}


def test_the_same_words_give_the_same_bytes() -> None:
    def made(author: str) -> bytes:
        sheets = Sheets("Box", Fonts("en"), subject="A box", author=author)
        return sheets.data()

    assert made("") == made(AUTHORS)
    assert made("Hana Mori") == made("Hana Mori") != made("")
