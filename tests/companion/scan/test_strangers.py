"""The origin of a tag that is in no manifest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.scan.strangers import stranger
from companion.scan.tally import StrangerKind
from rules import Tag, TagKind, format_tag, game_slugs, load_catalog
from rules.catalog.reader import readable_games

RISING_VINE = format_tag(Tag("Y", 77, TagKind.CARD, load_catalog("yggdrasil").cards["y03"].number))


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    """Clear the cached list of games."""
    _clear()
    yield
    _clear()


def _clear() -> None:
    readable_games.cache_clear()


def test_a_tag_is_named_by_its_own_game() -> None:
    found = stranger(RISING_VINE, "jiguan")
    assert found is not None
    assert (found.what, found.game, found.card) == (StrangerKind.OTHER_GAME, "yggdrasil", "y03")
    found = stranger(RISING_VINE, "yggdrasil")
    assert found is not None
    assert found.what is StrangerKind.OTHER_PRINT


def test_a_game_with_faulty_data_does_not_stop_a_scan_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rules.catalog.reader.game_slugs", lambda: ("faulty", *game_slugs()))
    found = stranger(RISING_VINE, "jiguan")
    assert found is not None
    assert found.game == "yggdrasil"


def test_a_tag_of_no_game_here_is_another_code() -> None:
    unknown = format_tag(Tag("Q", 77, TagKind.CARD, 3))
    found = stranger(unknown, "jiguan")
    assert found is not None
    assert (found.what, found.text) == (StrangerKind.OTHER_CODE, unknown)


def test_a_long_or_unprintable_text_is_shown_short_and_harmless() -> None:
    found = stranger("two sheep \x1b[2J" + "x" * 200, "jiguan")
    assert found is not None
    assert found.text.startswith("two sheep ·[2J")
    assert len(found.text) == 40


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("https://line.me/R/ti/p/@sun?from=me", "line.me…"),
        ("https://sun:secret@example.org", "example.org…"),
        ("example.org", "example.org"),
        ("otpauth://totp.example.org/x?secret=ABC", "totp.example.org…"),
        ("WIFI:S:home;T:WPA;P:secret;;", "WIFI…"),
        ("tel:+886223456789", "tel…"),
        ("三隻羊", "三隻羊"),
        ("Sheep: three", "Sheep: three"),
    ],
)
def test_of_a_code_no_more_is_kept_than_may_be_passed_on(text: str, report: str) -> None:
    found = stranger(text, "jiguan")
    assert found is not None
    assert (found.what, found.text) == (StrangerKind.OTHER_CODE, report)


@pytest.mark.parametrize("kind", [TagKind.BACK, TagKind.CONTROL, TagKind.FIDUCIAL, TagKind.TOKEN])
def test_other_papers_of_a_game_are_nobodys_cards(kind: TagKind) -> None:
    assert stranger(format_tag(Tag("Y", 77, kind, 1)), "yggdrasil") is None
