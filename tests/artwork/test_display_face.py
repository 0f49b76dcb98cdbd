"""Reduction of the display face."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from artwork.display_face import card_characters, cut_down, main
from printkit.data.toml_source import CARD_DATA, TEMPLATES
from rules import load_catalog

FOLDER = TEMPLATES / "fonts"


def test_cutting_down_is_reproducible_and_renames(tmp_path: Path) -> None:
    source = FOLDER / "NotoSansJP-Bold.ttf"
    first, second = tmp_path / "a.ttf", tmp_path / "b.ttf"
    assert cut_down(source, first, "枝樹ab") < 20_000
    cut_down(source, second, "枝樹ab")
    assert first.read_bytes() == second.read_bytes()
    font = TTFont(first)
    assert set(font.getBestCmap()) == {ord(c) for c in "枝樹ab"}
    assert font["name"].getDebugName(1) == "Kai Display"


def test_the_cut_holds_every_name_of_the_shipped_cards() -> None:
    characters = card_characters(CARD_DATA)
    assert set("世界樹") <= set(characters), "the game's own name stands on its mat"
    for card in load_catalog("yggdrasil").cards.values():
        assert set(card.names["ja"] + card.names["zh-Hant"]) <= set(characters)


def test_the_command_explains_its_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "LXGWWenKai-Bold.ttf" in capsys.readouterr().err
