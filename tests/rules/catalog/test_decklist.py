"""Deck lists as people write them; every error is reported with its line."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from rules import LANGUAGES, Catalog, DataError, game_slugs, load_catalog
from rules.catalog.card_names import CardNames, fold
from rules.catalog.deck_lines import vocabulary
from rules.catalog.deck_text import format_decklist, list_player
from rules.catalog.reader import parse_decklist, read_decklist
from rules.messages.message import render

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog("yggdrasil")


def faults(catalog: Catalog, text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_decklist(text, catalog.cards)
    return [str(fault).removeprefix("deck:") for fault in caught.value.faults]


@pytest.mark.parametrize(
    "text",
    [
        "2 y03\ny17\nroot yr1\n",
        "\ufeff2x Y03  # twice\n\ny17\nROOT yr1\n",
        "count,id\n2,y03\n1,y17\nroot yr1",
        "id;count\ny03;2\ny17;1\nroot yr1",
        "枚数\tカード名\tpart\n2\ty03\n\ty17\n1\tyr1\troot",
        "２　ｙ０３\nｙ１７\nroot yr1",
        "y03x2\ny17 × 1\n根：yr1",
        "// mine\ny03,2\nDeck\n1 y17\n[Root]\nyr1",
    ],
)
def test_deck_lists_are_read_as_people_write_them(catalog: Catalog, text: str) -> None:
    deck, _ = parse_decklist(text, catalog.cards)
    assert deck.cards == ("y03", "y03", "y17")
    assert deck.extras == {"root": ("yr1",)}


@pytest.mark.parametrize(
    "line",
    [
        "2 Storm Crown",
        "2x storm  crown",
        "Storm Crown X2",
        "Storm-Crown, 2",
        '2,"Storm Crown"',
        "2,y02,Storm Crown",
        "2\t嵐の樹冠\ty02",
        "嵐の樹冠 2枚",
        "嵐の樹冠２枚",
        "嵐の樹冠×２",
        "2 あらしのじゅかん",
        "アラシノジュカン、2",
        "2 ｱﾗｼﾉｼﾞｭｶﾝ",
        "ＳＴＯＲＭ　ＣＲＯＷＮ　ｘ２",
        "2張 風暴樹冠",
        "風暴樹冠 *2",
        "風暴樹冠　二張",
        "風暴樹冠二張",
        "風暴樹冠 兩張",
        "兩張風暴樹冠",
        "2張風暴樹冠",
        "2个 风暴树冠",
        "风暴树冠 2份",
        "風暴樹冠（2張）",
        "風暴樹冠：2",
        "嵐の樹冠　二枚",
        "嵐の樹冠 2個",
        "2枚 嵐の樹冠",
        "嵐の樹冠2部",
        "風暴樹冠,兩張",
    ],
)
def test_a_card_is_named_as_players_write_it(catalog: Catalog, line: str) -> None:
    deck, _ = parse_decklist(line, catalog.cards)
    assert deck.cards == ("y02", "y02")


@pytest.mark.parametrize("slug", game_slugs())
def test_every_card_is_found_by_each_of_its_names(slug: str) -> None:
    catalog = load_catalog(slug)
    names = CardNames(catalog.cards)
    for card in catalog.cards.values():
        for name in (card.id, card.id.upper(), *card.names.values(), card.kana):
            assert names.find(name) == (card.id,)
            for line in (f"3 {name}", f"{name} x3"):
                assert parse_decklist(line, catalog.cards)[0].cards == (card.id,) * 3
    names = {fold(n) for c in catalog.cards.values() for n in c.names.values()}
    assert not vocabulary().slots.keys() & names


def test_a_name_that_begins_with_the_word_of_a_part_is_a_name(catalog: Catalog) -> None:
    deck, _ = parse_decklist("Root Watcher x2\nroot Deep Root", catalog.cards)
    assert (deck.cards, deck.extras) == (("y32", "y32"), {"root": ("yr1",)})


def test_a_card_whose_name_ends_in_a_number() -> None:
    deck, _ = parse_decklist("梅花 2\n2 クラブの2", load_catalog("stratosphere").cards)
    assert deck.cards == ("c02",) * 3


def test_lines_below_the_word_of_a_part_belong_to_it() -> None:
    text = "2 M01\nSideboard:\n2 S01\nroot yr1\nエクストラデッキ\nX01\nmain\nS02"
    with pytest.raises(DataError, match=r"deck:4: yr1: is a card of The Yggdrasil"):
        parse_decklist(text, load_catalog("spherion").cards)
    deck, _ = parse_decklist(text.replace("root yr1\n", ""), load_catalog("spherion").cards)
    assert deck.cards == ("M01", "M01", "S02")
    assert deck.extras == {"side": ("S01", "S01"), "extra": ("X01",)}


def test_a_list_reads_back(catalog: Catalog) -> None:
    for name, deck in catalog.decks.items():
        again, names = parse_decklist(
            format_decklist(deck, catalog.deck_names[name]), catalog.cards, name
        )
        assert (sorted(again.cards), again.extras) == (sorted(deck.cards), deck.extras)
        assert names == catalog.deck_names[name]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("name.ja：黄金の果樹園（30枚） # mine", {"ja": "黄金の果樹園（30枚）"}),
        ("Name.en﹕ No. #1", {"en": "No."}),
        ("name: Orchard#1", dict.fromkeys(LANGUAGES, "Orchard#1")),
    ],
)
def test_a_deck_is_named(catalog: Catalog, line: str, names: dict[str, str]) -> None:
    assert parse_decklist(line + "\ny03", catalog.cards)[1] == names


def test_every_bad_line_of_a_list_is_named(catalog: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("2 y03\n2 y99\nthree of y04 please\n", "utf-8")
    with pytest.raises(DataError) as caught:
        read_decklist(path, catalog.cards)
    found = [str(fault) for fault in caught.value.faults]
    path.write_text("2 y03", "utf-8")
    assert read_decklist(path, catalog.cards)[0].name == "mine.txt"
    assert found[0].startswith(f"{path}:2: y99: is not a card of this game: did you mean")
    assert found[1].startswith(f"{path}:3: three of y04 please: is not a card of this game: write")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("0 y04", "1: 0 y04: 0 is not a number of copies: write a number from 1"),
        ("y04 x0", "1: y04 x0: 0 is not a number of copies"),
        ("99999 y04", "1: 99999 y04: 99999 is not a number of copies"),
        ("2,y04,5", "1: 2,y04,5: 2 and 5 is not a number of copies"),
        ("2;y02;Meeting of Boughs", "1: 2;y02;Meeting of Boughs: is ambiguous: y02 or y01"),
        (
            "2 Storm Crwn",
            '1: Storm Crwn: is not a card of this game: did you mean "Storm Crown" (y02)?',
        ),
        ("嵐の樹幹 2", '1: 嵐の樹幹: is not a card of this game: did you mean "嵐の樹冠" (y02)?'),
        (
            "root Deep Rot",
            '1: Deep Rot: is not a card of this game: did you mean "Deep Root" (yr1)?',
        ),
        ("12", '1: 12: is not a card of this game: did you mean "y12"?'),
        ("seven", "1: seven: is not a card of this game: write a count and a card's id or name"),
        ("2 \x1b[31mfire", r"1: '2 \x1b[31mfire': is not a card of this game"),
        ("y" * 5000, "1: yyyyyyyyyyyyyyyyyyyy…: is too long for a card's line"),
    ],
)
def test_a_slip_is_reported_with_what_may_be_meant(catalog: Catalog, line: str, fault: str) -> None:
    (output,) = faults(catalog, line)
    assert output.startswith(fault)


def test_a_name_of_two_cards_asks_for_an_id(catalog: Catalog) -> None:
    cards = dict(catalog.cards)
    cards["y03"] = dataclasses.replace(cards["y03"], names=cards["y02"].names)
    with pytest.raises(
        DataError, match=r"deck:1: 2 Storm Crown: is ambiguous: y02 or y03: write one id"
    ):
        parse_decklist("2 Storm Crown", cards)


@pytest.mark.parametrize(("numeral", "count"), [("一", 1), ("十", 10), ("十二", 12), ("二十", 20)])
def test_a_count_is_written_in_characters(catalog: Catalog, numeral: str, count: int) -> None:
    deck, _ = parse_decklist(f"風暴樹冠{numeral}張", catalog.cards)
    assert deck.cards == ("y02",) * count


@pytest.mark.parametrize(
    "line", ["群枝之會　許多", "許多 群枝之會", "Meeting of Boughs, many", "枝々の邂逅 たくさん"]
)
def test_what_is_no_count_is_reported_as_that_and_not_as_another_card(
    catalog: Catalog, line: str
) -> None:
    (output,) = faults(catalog, line)
    assert "is not a number of copies" in output


@pytest.mark.parametrize(
    "head",
    [
        "牌組：陳先生",
        "牌組名稱：我的果園2",
        "玩家：王小明",
        "[王小明]",
        "【王小明のデッキ】",
        "プレイヤー：佐藤",
        "Player: Ann",
        "Deck: My Own",
        "日期：2026/11/21",
        "玩家,牌名,張數",
    ],
)
def test_whose_a_list_is_and_what_it_is_called_may_stand_above_it(
    catalog: Catalog, head: str
) -> None:
    deck, _ = parse_decklist(f"{head}\n2 y03\n", catalog.cards)
    assert deck.cards == ("y03", "y03")


def test_a_heading_that_is_nearly_a_card_is_a_slip(catalog: Catalog) -> None:
    (output,) = faults(catalog, "Deck: Strom Crown")
    assert output == '1: Strom Crown: is not a card of this game: did you mean "Storm Crown" (y02)?'


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("玩家：王小明\n2 y03\n玩家：陳先生\n1 y04", "3: 玩家:陳先生"),
        ("[王小明]\n2 y03\n[陳先生]\n1 y04\n2 y05", "3: [陳先生]"),
        ("玩家,牌名,張數\n王小明,y03,2\n王小明,y04,1\n陳先生,y05,1\n陳先生,y06,1", "4: 陳先生"),
    ],
)
def test_two_people_s_cards_are_no_list(catalog: Catalog, text: str, at: str) -> None:
    output = faults(catalog, text)
    assert output == [f"{at}: another person's list begins here: write one file per person"]


def test_a_name_alone_is_refused_with_the_way_to_write_it(catalog: Catalog) -> None:
    (output,) = faults(catalog, "王小明\n2 y03")
    assert (
        'if this is a person\'s name, write "player: 王小明", and use one file per person' in output
    )
    assert parse_decklist("2 y03\n玩家：王小明", catalog.cards)[0].cards == ("y03", "y03")


def test_a_name_behind_a_word_of_its_own_is_reported_without_that_word(catalog: Catalog) -> None:
    """Regression: the suggested correction kept the Japanese keyword in the player's name."""
    (output,) = faults(catalog, "名前：王小明\n2 y03")
    assert 'write "player: 王小明", and' in output


def test_near_names_are_reported_in_the_readers_language(catalog: Catalog) -> None:
    """Regression: a Japanese reader was offered a Chinese name, because that was more similar."""
    with pytest.raises(DataError) as refused:
        parse_decklist("参天の幹", catalog.cards)
    (fault,) = refused.value.faults
    assert [render(fault.fix, lang) for lang in ("ja", "zh-Hant")] == [
        "「天衝く幹」（y15）でしょうか？",
        "是「參天直幹」（y15）嗎？",
    ]


@pytest.mark.parametrize("line", ["2 {}", "{} x2", "{}　兩張"])
def test_a_card_of_another_game_is_reported_as_that(catalog: Catalog, line: str) -> None:
    name = load_catalog("spherion").cards["M01"].names["zh-Hant"]
    line = line.format(name)
    with pytest.raises(DataError) as caught:
        parse_decklist(line, catalog.cards)
    (fault,) = caught.value.faults
    spherion = load_catalog("spherion").names
    assert str(fault) == f"deck:1: {name}: is a card of {spherion['en']}"
    assert fault.message.render("ja").endswith(f"：{spherion['ja']}のカードです")
    assert fault.message.render("zh-Hant").endswith(f"：這是{spherion['zh-Hant']}的牌")


def test_a_list_of_another_game_s_cards_alone_is_reported_as_a_whole(catalog: Catalog) -> None:
    theirs = load_catalog("spherion").cards.values()
    names = [card.names["en"] for card in theirs if not card.id.endswith("1")][:3]
    assert faults(catalog, "\n".join(names)) == [" this is a deck list of Spherion"]
    assert len(faults(catalog, "\n".join(["2 y03", *names]))) == len(names)


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("# mine\nPlayer: Ann\n2 y03\n", "Ann"),
        ("牌組：我的果園\n玩家：王小明\n2 y03\n", "王小明"),
        ("プレイヤー：花子\n2 y03\n", "花子"),
        ("\ufeff2 y03\n", ""),
    ],
)
def test_a_list_says_whose_it_is(text: str, player: str) -> None:
    assert list_player(text) == player


def test_suggestions_are_bounded_but_every_line_is_reported(catalog: Catalog) -> None:
    found = faults(catalog, "".join(f"Storm Crwn {n}\n" for n in range(300)))
    assert [int(fault.split(":")[0]) for fault in found] == [*range(1, 301)]
    hinted = [n for n, fault in enumerate(found) if "Storm Crown" in fault]
    assert hinted == [*range(len(hinted))]
    assert 20 <= len(hinted) <= 100
