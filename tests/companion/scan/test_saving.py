from __future__ import annotations

import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import SessionError, SourceError
from companion.scan.judging import ScanOptions, judge
from companion.scan.result import (
    ScanLight,
    ScanResult,
    counted_tags,
    deck_of,
    manifests_of,
    read_result,
    seen_from,
)
from companion.scan.saving import SavedFiles, result_data, save_result
from companion.scan.sheet import check_sheet
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanTally, StrangerKind, StrangerTag, TagsInView
from companion.scan.words import Captions
from rules import LANGUAGES, Deck, Message, load_catalog
from rules.__main__ import main as rules_command
from rules.catalog.reader import read_decklist
from tests.support.printed_decks import NUMBERS, cards_of, manifest, seen, stock, tags_of

STOCK = stock()
SUN, MOON = tags_of(STOCK, "sun"), tags_of(STOCK, "moon")
YGG = load_catalog("yggdrasil")


def bad_result() -> ScanResult:
    tally = ScanTally(STOCK)
    formula = StrangerTag(StrangerKind.OTHER_CODE, "=HYPERLINK(1)")
    tally.take(replace(seen(*SUN[:-1], SUN[2], MOON[0]), strangers=(formula,)))
    tally.take(TagsInView("<b>&.jpg", unread=2))
    return judge(STOCK, tally, ScanOptions("yggdrasil"))


def save(
    result: ScanResult, folder: Path, lang: str = "en", pictures: Path | None = None
) -> SavedFiles:
    manifest = folder / "m.manifest.json"
    manifest.write_text("{}", encoding="utf-8")
    path = folder / "scans" / "a.json"
    return save_result(result, path, Captions(YGG, lang), [manifest], pictures)


def test_the_result_reads_back(tmp_path: Path) -> None:
    saved = save(bad_result(), tmp_path)
    data = read_result(saved.json)
    assert set(counted_tags(data)) == {*SUN[:-1], MOON[0]}
    assert manifests_of(saved.json, data) == [saved.json.parent / "../m.manifest.json"]
    deck = deck_of(saved.json, "A", "yggdrasil")
    assert len(deck.cards) == 19
    assert deck_of(saved.json, "B", "yggdrasil") == deck, "the only deck goes to whoever asks"
    with pytest.raises(SessionError, match="of jiguan"):
        deck_of(saved.json, "A", "jiguan")


def test_the_result_says_what_the_contract_promises() -> None:
    data = result_data(bad_result(), Captions(YGG, "ja"))
    assert json.loads(json.dumps(data)) == data
    (violation,) = data["violations"]
    assert (violation["clause"], violation["count"], violation["limit"]) == ("YGG-2.1", 19, 20)
    assert {row["card"]: row["count"] for row in data["cards"]}["y09"] == 2
    assert data["decks"][0]["missing"][0]["tag"] == SUN[-1]
    kinds = [finding["kind"] for finding in data["findings"]]
    assert kinds == ["duplicate", "other_deck", "other_code", "unread"]
    assert all(finding["why"] for finding in data["findings"])


def test_the_deck_list_reads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN))
    saved = save(judge(STOCK, tally, ScanOptions("yggdrasil")), tmp_path, "zh-Hant")
    deck, names = read_decklist(saved.lists[0], YGG.cards)
    shipped = YGG.decks["orchard"]
    assert sorted(deck.cards) == sorted(shipped.cards)
    assert dict(deck.extras) == dict(shipped.extras)
    assert names == YGG.deck_names["orchard"]
    assert rules_command(["deck", "yggdrasil", str(saved.lists[0])]) == 0
    capsys.readouterr()


def test_two_decks_are_two_lists(tmp_path: Path) -> None:
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN, *MOON))
    saved = save(judge(STOCK, tally, ScanOptions("yggdrasil", everything=True)), tmp_path)
    assert [path.name for path in saved.lists] == ["a-sun.txt", "a-moon.txt"]
    assert len(deck_of(saved.json, "B", "yggdrasil").cards) == 20


def test_two_prints_in_one_colour_are_two_lists_too(tmp_path: Path) -> None:
    sun = manifest("yggdrasil", {"sun": "orchard"})
    hunt = YGG.decks["hunt"]
    other = replace(sun, deck="hunt", cards=tuple(cards_of(YGG, hunt, "sun", 150)))
    of = PrintedStock.of([sun, other], YGG)
    tally = ScanTally(of)
    tally.take(seen(*of.copies))
    saved = save(judge(of, tally, ScanOptions("yggdrasil", everything=True)), tmp_path)

    assert [path.name for path in saved.lists] == ["a-sun-100.txt", "a-sun-150.txt"]
    read = [read_decklist(path, YGG.cards)[0] for path in saved.lists]
    assert [sorted(deck.cards) for deck in read] == [
        sorted(YGG.decks[name].cards) for name in ("orchard", "hunt")
    ]


def test_a_card_that_the_data_no_longer_has_is_reported_by_its_id(tmp_path: Path) -> None:
    """Test a card that a designer removed after printing it."""
    printed = manifest("yggdrasil", {"sun": "orchard"})
    gone = replace(printed.cards[-1], card="y99")
    of = PrintedStock.of([replace(printed, cards=(*printed.cards[:-1], gone))], YGG)
    tally = ScanTally(of)
    tally.take(seen(*of.copies))
    saved = save(judge(of, tally, ScanOptions("yggdrasil")), tmp_path)

    data = read_result(saved.json)
    assert {"card": "y99", "name": "y99", "count": 1} in data["cards"]
    assert "y99" in saved.lists[0].read_text(encoding="utf-8")
    with saved.csv.open(encoding="utf-8-sig", newline="") as file:
        assert [row["name"] for row in csv.DictReader(file) if row["card"] == "y99"] == ["y99"]


def test_a_file_that_cannot_be_put_in_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "scans" / "a.csv").mkdir(parents=True)
    with pytest.raises(SourceError, match="--save"):
        save(bad_result(), tmp_path)
    assert [path.name for path in (tmp_path / "scans").iterdir() if path.name[0] == "."] == []


def test_a_result_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match=r"no\.json: no such file"):
        read_result(tmp_path / "no.json")


def test_what_is_on_another_drive_is_named_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apart(*_: object) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", apart)
    assert seen_from(tmp_path / "a.json", tmp_path / "m.manifest.json") == str(
        (tmp_path / "m.manifest.json").resolve()
    )


def test_a_sheet_without_pictures_has_no_place_for_them(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    saved = save(bad_result(), tmp_path, pictures=tmp_path / "pictures")
    text = saved.sheet.read_text(encoding="utf-8")
    assert Message("scan.sheet.seen").render("en") not in text


def test_a_sheet_of_a_deck_that_only_lacks_something_next_to_it_names_no_fault() -> None:
    catalog = load_catalog("dicebattle")
    aside = [
        replace(card, slot="beside")
        for card in cards_of(catalog, Deck(("phases", "token")), "sun", NUMBERS["sun"])
    ]
    of = PrintedStock.of([manifest("dicebattle", {"sun": "humans"}, tuple(aside))], catalog)
    tally = ScanTally(of)
    tally.take(seen(*(tag for tag in of.copies if tag != aside[1].tag)))
    result = judge(of, tally, ScanOptions("dicebattle"))
    captions = Captions(catalog, "en")
    text = check_sheet(result, captions)

    assert result.light is ScanLight.YELLOW
    assert Message("scan.sheet.problems").render("en") not in text
    assert Message("scan.result.fine").render("en") not in text
    assert text.count('class="box open"') == 1


def test_the_table_is_for_spreadsheets_and_harmless(tmp_path: Path) -> None:
    saved = save(bad_result(), tmp_path, "ja")
    assert saved.csv.read_bytes().startswith(b"\xef\xbb\xbf"), "else Excel takes it for cp932"
    with saved.csv.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    states = [row["status"] for row in rows]
    assert states.count("counted") == 21
    assert states.count("missing") == 1
    assert {"duplicate", "other_deck", "other_code"} <= set(states)
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "@"))]
    assert rows[0]["name"] == YGG.cards[rows[0]["card"]].names["ja"]


@pytest.mark.parametrize("first", "=+-@\t\r\n")
def test_no_photograph_s_name_is_a_formula_in_the_table(tmp_path: Path, first: str) -> None:
    name = f'{first}HYPERLINK("http:__evil","x").jpg'
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN[:-1], source=name))
    saved = save(judge(STOCK, tally, ScanOptions("yggdrasil")), tmp_path)
    with saved.csv.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["source"] for row in rows} == {f"'{name}", ""}
    assert {row["deck_number"] for row in rows} == {"100"}
    assert {row["tag"] for row in rows} == set(SUN), "tags are told as they are"


def test_no_card_s_name_is_a_formula_in_the_table(tmp_path: Path) -> None:
    card = STOCK.copies[SUN[0]].card
    named = replace(YGG.cards[card], names=dict.fromkeys(LANGUAGES, "=1+1"))
    tally = ScanTally(STOCK)
    tally.take(seen(*SUN))
    captions = Captions(replace(YGG, cards={**YGG.cards, card: named}), "en")
    saved = save_result(
        judge(STOCK, tally, ScanOptions("yggdrasil")), tmp_path / "a.json", captions
    )
    with saved.csv.open(encoding="utf-8-sig", newline="") as file:
        names = {row["name"] for row in csv.DictReader(file) if row["card"] == card}
    assert names == {"'=1+1"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_check_sheet_stands_alone(tmp_path: Path, lang: str) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / f"{SUN[0]}.jpg").write_bytes(b"\xff\xd8\xff not really")
    saved = save(bad_result(), tmp_path, lang, pictures)
    text = saved.sheet.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in text
    assert "data:image/jpeg;base64," in text
    assert "http" not in text
    assert "<script" not in text
    assert "<b>&.jpg" not in text, "what a file is called is no markup"
    for card in {STOCK.copies[tag].card for tag in SUN}:
        assert YGG.cards[card].names[lang] in text
    assert "YGG-2.1" in text
    assert text.count('class="box open"') == 1


def test_a_folder_that_takes_no_file(tmp_path: Path) -> None:
    (tmp_path / "scans").write_text("a file", encoding="utf-8")
    with pytest.raises(SourceError, match="--save"):
        save(bad_result(), tmp_path)


@pytest.mark.parametrize(
    ("content", "output"),
    [
        (b"", "is not a result"),
        (b"[]", "is not a result"),
        (b"[" * 100_000, "is not a result"),
        (b'{"scan": 2}', "version 2"),
        (b'{"scan": 1, "game": "yggdrasil", "decks": 3}', "damaged"),
        (b'{"scan": 1, "game": 5, "decks": [], "copies": [], "manifests": []}', "damaged"),
    ],
)
def test_a_result_that_is_none(tmp_path: Path, content: bytes, output: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(SessionError, match=output):
        read_result(path)


def test_a_deck_of_a_damaged_result(tmp_path: Path) -> None:
    saved = save(bad_result(), tmp_path)
    data = json.loads(saved.json.read_text(encoding="utf-8"))
    for decks, output in (([], "has no deck"), ([{"seat": "A"}], "damaged"), (["x"], "no deck")):
        saved.json.write_text(json.dumps({**data, "decks": decks}), encoding="utf-8")
        with pytest.raises(SessionError, match=output):
            deck_of(saved.json, "A", "yggdrasil")
