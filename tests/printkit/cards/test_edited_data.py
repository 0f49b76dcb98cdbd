"""Edited card data: wrong facts and outdated pictures are reported and never printed."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from artwork.yggdrasil import pictures
from printkit import cli
from printkit.cards import pictures as art
from printkit.data.toml_source import TEMPLATES
from printkit.errors import TemplateFaults
from printkit.pdf.pack import load_pack
from printkit.template.card_template import CardTemplate
from rules import Catalog, DataError, Fault, Message
from rules.catalog.reader import read_catalog

Edit = Callable[..., None]
PLACE = "card_data/yggdrasil/cards.csv"


@pytest.fixture
def edit(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Edit:
    """Return a function that prints with changed columns: `edit(y03={"fruits": "4"})`."""

    def change(**cards: dict[str, str]) -> None:
        folder = tmp_path / "card_data" / "yggdrasil"
        shutil.copytree(root / "card_data" / "yggdrasil", folder)
        with (folder / "cards.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update(cards.get(row["id"], {}))
        with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        for user in ("cards.plan", "cards.decks"):
            monkeypatch.setattr(f"printkit.{user}.load_catalog", lambda slug: read_catalog(folder))

    return change


def run(tmp_path: Path, *more: str) -> int:
    return cli.run(
        ["cards", "yggdrasil", "--no-controls", *more, "--out", str(tmp_path / "printed")]
    )


def test_a_picture_drawn_from_other_facts_is_not_printed(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(
        y03={"fruits": "4", "pattern": "URL"},
        y15={"fruits": "0", "effect": "optional / on_place / draw 1"},
    )
    assert run(tmp_path) == 1
    err = capsys.readouterr().err
    for reported in (
        f"{PLACE}:4: pattern: is 'URL', but the picture shows URD: ",
        f"{PLACE}:4: fruits: is '4', but the picture shows 1: ",
        f"{PLACE}:16: effect: is 'optional / on_place / draw 1', but the picture shows none: ",
        "python -m artwork yggdrasil",
    ):
        assert reported in err
    assert not (tmp_path / "printed").exists()
    assert run(tmp_path, "--no-art") == 0


def test_facts_a_picture_does_not_show_may_change(edit: Edit, tmp_path: Path) -> None:
    edit(y03={"power": "2", "colour": "gold"})
    assert run(tmp_path) == 0


def test_every_shipped_picture_of_a_card_is_bound_to_its_facts() -> None:
    for owner in ("sun", "moon"):
        for style in ("full", "ink"):
            for name in pictures():
                pack = load_pack(TEMPLATES / "yggdrasil" / f"{style}.art")
                bound = set(pack.facts(f"{owner}/{name}"))
                assert bound >= (set() if name == art.BACK else {"kind", "pattern", "fruits"})


def test_faults_of_the_facts_are_reported_all_at_once_by_the_game_itself(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(
        y01={"pattern": "URX"},
        y02={"power": "abc"},
        y03={"fruits": "-1"},
        y04={"fruits": ""},
        y05={"effect": "bogus"},
        yr1={"pattern": "URD"},
    )
    for more in ((), ("--no-art",)):
        assert run(tmp_path, *more) == 1
        lines = capsys.readouterr().err.removeprefix("error: ").splitlines()
        places = [(2, "pattern"), (3, "power"), (4, "fruits"), (5, "fruits"), (6, "effect")]
        places.append((38, "pattern"))
        assert len(lines) == len(places)
        for line, (number, field) in zip(lines, places, strict=True):
            assert line.startswith(f"{PLACE}:{number}: {field}: ")
    assert not (tmp_path / "printed").exists()


def test_a_missing_glyph_names_its_line(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(y03={"name_en": "Vine \U0001f332"})
    assert run(tmp_path, "--no-art") == 1
    assert f"{PLACE}:4: card y03: name (en): no font has" in capsys.readouterr().err


def test_a_text_too_long_names_its_line(
    edit: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(y03={"name_en": "Interminable Vine " * 9})
    assert run(tmp_path, "--no-art") == 1
    assert (
        f"{PLACE}:4: card y03: name (en): “Interminable” is 18.6 mm wide at 7.2 pt, but its slot "
        "has " in capsys.readouterr().err
    )


def test_faults_of_data_and_template_are_reported_in_one_round(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_data(slug: str) -> Catalog:
        raise DataError([Fault(PLACE, 4, "power", "is no number")])

    def broken_template(slug: str) -> CardTemplate:
        raise TemplateFaults(
            [Fault("templates/yggdrasil/card.toml", 9, "slot.0.box", Message("lacks"))]
        )

    for user in ("cards.plan", "cards.decks"):
        monkeypatch.setattr(f"printkit.{user}.load_catalog", broken_data)
        monkeypatch.setattr(f"printkit.{user}.load_card_template", broken_template)
    assert run(tmp_path) == 1
    err = capsys.readouterr().err
    assert f"{PLACE}:4: power: is no number" in err
    assert "card.toml:9: slot.0.box: is missing" in err
    assert cli.run(["check", "yggdrasil", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [found["where"] for found in report["findings"]] == [
        f"{PLACE}:4",
        "templates/yggdrasil/card.toml:9",
    ]


def test_a_card_that_is_in_no_deck_yet_is_checked_and_shown(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that a new card can be checked and previewed before it is added to a deck."""
    folder = tmp_path / "card_data" / "yggdrasil"
    shutil.copytree(root / "card_data" / "yggdrasil", folder)
    with (folder / "cards.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    fresh = next(row for row in rows if row["id"] == "y03") | {"id": "y99"}
    rows.append(fresh | {"name_en": "Interminable Bough " * 8})
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for user in ("cards.plan", "cards.decks"):
        monkeypatch.setattr(f"printkit.{user}.load_catalog", lambda slug: read_catalog(folder))
    assert cli.run(["check", "yggdrasil", "--say", "en"]) == 1
    assert "y99" in capsys.readouterr().out
    shown = [
        "preview",
        "yggdrasil",
        "y99",
        "--lang",
        "ja",
        "--owner",
        "sun",
        "--out",
        str(tmp_path),
    ]
    assert cli.run(shown) == 0
    assert [path.name for path in tmp_path.rglob("*.png")] == ["y99-sun.png"]
