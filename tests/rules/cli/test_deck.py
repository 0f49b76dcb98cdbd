"""`python -m rules deck`: a report on a deck, as a judge at a club reads it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from rules import LANGUAGES, Deck, Setup, game_slugs, load_catalog, load_game
from rules.__main__ import main
from rules.cli.deck import Checked, check_decks

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "mine.txt"
    path.write_text("3 Storm Crown\nDeep Root\nside y01\nroot yr1\nroot yr2\n", "utf-8")
    return str(path)


def test_every_violation_is_reported_with_clause_card_and_counts(
    capsys: pytest.CaptureFixture[str], bad: str
) -> None:
    assert main(["deck", "yggdrasil", bad, "orchard"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "mine.txt: not allowed in The Yggdrasil (cards 3, side 1, root 2, out of place 1)",
        "  YGG-2.1  Size of the deck: 3, but 20 needed",
        "  YGG-2.2  At most two copies: Storm Crown (y02): 3, but at most 2 allowed",
        (
            "  YGG-2.3  One root each: Deep Root (yr1): "
            "a root is not counted as a card: write “root yr1” once"
        ),
        "  YGG-2.3  One root each: 2, but at most 1 allowed",
        "  YGG-2.1  Size of the deck: side: 1, but not allowed here",
        "no violation, but please check:",
        "  YGG-2.4  Cards with a branch pointing down: 3. With fewer than 8, the start is hard.",
        "orchard: allowed in The Yggdrasil (cards 20, root 1)",
    ]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ja", "  YGG-2.2  同じカードは2枚まで：「嵐の樹冠」y02：3枚（2枚までです）"),
        ("zh-Hant", "  YGG-2.2  同一張牌最多兩張：「風暴樹冠」y02：3張（最多2張）"),
    ],
)
def test_it_is_reported_in_each_language(
    capsys: pytest.CaptureFixture[str], bad: str, lang: str, line: str
) -> None:
    assert main(["deck", "yggdrasil", bad, "--lang", lang]) == 1
    assert line in capsys.readouterr().out.splitlines()


def test_scripts_read_the_same(capsys: pytest.CaptureFixture[str], bad: str) -> None:
    assert main(["deck", "yggdrasil", bad, "--json"]) == 1
    (deck,) = json.loads(capsys.readouterr().out)["decks"]
    assert (deck["legal"], deck["cards"], deck["extras"]) == (False, 4, {"side": 1, "root": 2})
    first, second = deck["violations"][:2]
    assert first["card"] == ""
    assert {"clause": "YGG-2.2", "card": "y02", "count": 3, "limit": 2}.items() <= second.items()
    assert [warning["clause"] for warning in deck["warnings"]] == ["YGG-2.4"]


def test_settings_and_the_other_deck_count(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "other.txt"
    path.write_text("\n".join(f"y{n:02}" for n in range(1, 21)) + "\nroot yr2\n", "utf-8")
    assert main(["deck", "yggdrasil", str(path)]) == 0
    assert main(["deck", "yggdrasil", "orchard-30"]) == 1
    assert main(["deck", "yggdrasil", "orchard-30", "--setting", "field=5x7"]) == 0
    capsys.readouterr()
    assert main(["deck", "yggdrasil", str(path), "--deck", "B=orchard"]) == 1
    text = "One root each: Warden Root (yr2): Please bring exactly one root, the one agreed"
    assert text in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_whatever_is_wrong_can_be_reported(slug: str, lang: str) -> None:
    """Check decks with every card once, no cards, one card often, and parts that no game has."""
    game, catalog = load_game(slug), load_catalog(slug)
    cards = tuple(catalog.cards)
    parts = dict.fromkeys(("root", "extra", "side", "master"), cards)
    decks = [Deck(cards, parts, "all"), Deck((), {}, "none"), Deck(cards[:1] * 50, {}, "often")]
    for checked in check_decks(game, Setup(slug), decks, lang):
        assert not checked.report.legal
        lines = checked.text().splitlines()
        findings = (*checked.report.violations, *checked.report.warnings)
        missing = sum(bool(one.card) and one.count == 0 < one.limit for one in findings)
        grouped = missing - 1 if missing > 12 else 0
        assert len(lines) == 1 + len(findings) - grouped + bool(checked.report.warnings)
        assert all(len(line) > 8 for line in lines)
        assert not any("{" in line or "None" in line for line in lines)
        for warning, report in zip(
            checked.report.warnings, checked.data()["warnings"], strict=True
        ):
            assert report["why"] != catalog.clauses[warning.clause].titles[lang]


def test_a_part_that_no_deck_of_the_game_has_is_a_violation() -> None:
    parts = {"yggdrasil": {"root"}, "spherion": {"extra", "side", "master"}, "jiguan": {"extra"}}
    for slug in parts | dict.fromkeys(game_slugs()):
        game, catalog = load_game(slug), load_catalog(slug)
        deck = next(iter(catalog.decks.values()))
        for part in {"root", "extra", "side", "master"} - parts.get(slug, set()):
            more = Deck(deck.cards, {**deck.extras, part: deck.cards[:1]}, deck.name)
            (checked,) = check_decks(game, Setup(slug), [more], "en")
            assert isinstance(checked, Checked)
            assert not checked.report.legal, (slug, part)


def test_what_has_no_place_in_a_deck_is_not_counted_as_a_card_of_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = tmp_path / "deck.txt"
    shipped = load_catalog("dicebattle").decks["humans"]
    listed.write_text("\n".join([*shipped.cards, "miracle", "revival"]), "utf-8")
    assert main(["deck", "dicebattle", str(listed)]) == 1
    assert "(cards 30, out of place 2)" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_root_among_the_cards_gets_its_notation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    listed = tmp_path / "deck.csv"
    listed.write_text("count;card\n2;y03\n3;yr1\n", "utf-8")
    assert main(["deck", "yggdrasil", str(listed), "--lang", lang]) == 1
    found = [line for line in capsys.readouterr().out.splitlines() if "YGG-2.3" in line]
    assert len(found) == 1
    assert "root yr1" in found[0]


def test_many_missing_cards_are_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    listed = tmp_path / "pack.txt"
    listed.write_text("52 c05\n", "utf-8")
    assert main(["deck", "stratosphere", str(listed)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "51 cards missing: c01, c02" in lines[1]
    pack = load_catalog("stratosphere").decks["pack"].cards
    listed.write_text("\n".join(pack[2:]), "utf-8")
    assert main(["deck", "stratosphere", str(listed)]) == 1
    assert capsys.readouterr().out.count("missing") == 2
