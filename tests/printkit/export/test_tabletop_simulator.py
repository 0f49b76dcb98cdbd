"""Sheets and save file for Tabletop Simulator."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
import zxingcpp
from PIL import Image

from printkit.cards.job import CardJob
from printkit.export.tabletop_simulator import (
    COLUMNS,
    FACES,
    ROWS,
    DigitalJob,
    DigitalPrint,
    _deck,
    write_digital,
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> DigitalPrint:
    """Export The Yggdrasil with both decks in Traditional Chinese."""
    job = CardJob("yggdrasil", lang="zh-Hant", out=tmp_path_factory.mktemp("table"))
    return write_digital(DigitalJob(job))


def test_every_card_is_at_the_place_its_id_says(table: DigitalPrint) -> None:
    save = json.loads(table.save.read_text(encoding="utf-8"))
    seen = []
    for stack in save["ObjectStates"]:
        assert stack["Name"] == "DeckCustom"
        assert stack["DeckIDs"] == [card["CardID"] for card in stack["ContainedObjects"]]
        ((key, sheet),) = stack["CustomDeck"].items()
        file = Path(unquote(urlparse(sheet["FaceURL"]).path))
        with Image.open(file) as picture:
            picture.load()
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4096
            width = picture.width // sheet["NumWidth"]
            height = picture.height // sheet["NumHeight"]
            assert width / height == pytest.approx(54 / 90, abs=0.005)
            for card in stack["ContainedObjects"][:4]:
                assert card["CardID"] // 100 == int(key)
                row, column = divmod(card["CardID"] % 100, sheet["NumWidth"])
                left, top = column * width, row * height
                cell = picture.crop((left, top, left + width, top + height))
                (code,) = zxingcpp.read_barcodes(cell)
                assert code.text == card["Description"]
            last = picture.crop((picture.width - width, picture.height - height, *picture.size))
            with Image.open(Path(unquote(urlparse(sheet["BackURL"]).path))) as back:
                assert last.tobytes() == back.tobytes()
        seen += [card["Description"] for card in stack["ContainedObjects"]]
    assert len(seen) == len(set(seen)) == table.cards


def test_black_ink_alone_has_no_colour(tmp_path: Path) -> None:
    job = CardJob("yggdrasil", style="bw", owner="moon", controls=False, out=tmp_path)
    made = write_digital(DigitalJob(job, largest=512))
    assert made.save.parent.name.endswith("-bw")
    for path in made.sheets:
        with Image.open(path) as picture:
            shades = picture.convert("RGB").getcolors(1 << 24) or []
        assert all(red == green == blue for _, (red, green, blue) in shades)
        assert (0, 0, 0) in {colour for _, colour in shades}


@pytest.mark.parametrize("count", [1, 2, 3, 20, 52, 68, 69])
def test_a_grid_holds_its_cards_and_the_hidden_one(count: int) -> None:
    face = object()
    deck = _deck("sun", "x", 1, [face] * count)  # type: ignore[list-item]
    assert 2 <= deck.columns <= COLUMNS
    assert 2 <= deck.rows <= ROWS
    assert deck.columns * deck.rows >= count + 1
    assert FACES == 69


def test_addresses_on_the_web_are_filled_in(tmp_path: Path) -> None:
    job = CardJob("jiguan", art=False, controls=False, out=tmp_path)
    made = write_digital(DigitalJob(job, 1024, "https://example.org/game/", pictures=True, dpi=100))
    text = made.save.read_text(encoding="utf-8")
    assert "file:" not in text
    assert '"https://example.org/game/sun-1-faces.png"' in text
    assert {path.name for path in made.pictures} >= {"back-sun.png", "back-moon.png"}
    for path in made.pictures:
        with Image.open(path) as picture:
            assert picture.size == pytest.approx((54 / 25.4 * 100, 90 / 25.4 * 100), abs=1)
    for path in made.sheets:
        with Image.open(path) as picture:
            assert max(picture.size) <= 1024


def test_a_deck_of_one_card_is_a_card_and_not_a_stack(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("1 y03\n", encoding="utf-8")
    job = CardJob(
        "yggdrasil", {"sun": str(tmp_path / "one.txt")}, owner="sun", controls=False, out=tmp_path
    )
    made = write_digital(DigitalJob(job))
    (only,) = json.loads(made.save.read_text(encoding="utf-8"))["ObjectStates"]
    assert (only["Name"], only["CardID"] % 100) == ("Card", 0)
    assert "ContainedObjects" not in only
