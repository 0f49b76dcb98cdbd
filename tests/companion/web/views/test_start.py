"""The start page's lines and pictures of the games."""

from __future__ import annotations

import pytest

from companion.web.views.start import board_picture, shown_games
from rules import LANGUAGES
from rules.catalog.reader import readable_games


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_shipped_game_has_a_line_and_a_picture_with_cards(lang: str) -> None:
    games = shown_games()
    assert set(games) == {"dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil"}
    assert set(games) <= set(readable_games().catalogs)
    for slug, entry in games.items():
        assert entry["line"][lang]
        assert entry["minutes"]
        picture = board_picture(slug, lang)
        assert picture is not None
        assert sum("card" in cell for cell in picture["board"]["cells"]) >= 4
        assert all(seat["name"] for seat in picture["score"])


def test_a_game_without_an_entry_has_no_picture() -> None:
    assert board_picture("kiln", "en") is None
