from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from companion.errors import SessionError
from companion.scan.lists import read_list
from rules import DataError, load_catalog

YGG = load_catalog("yggdrasil")
CARDS = ("y01", "y02", "y03", "y33")


def text_of(lang: str) -> str:
    return "".join(f"２　{YGG.cards[card].names[lang]}\n" for card in CARDS) + "root yr1\n"


@pytest.mark.parametrize(
    ("lang", "encoding"),
    [
        ("en", "utf-8"),
        ("ja", "utf-8"),
        ("ja", "utf-8-sig"),
        ("ja", "cp932"),
        ("zh-Hant", "utf-8"),
        ("zh-Hant", "cp950"),
        ("ja", "utf-16"),
        ("zh-Hant", "utf-16-le"),
        ("ja", "utf-16-be"),
        ("ja", "euc_jp"),
        ("zh-Hant", "gb18030"),
    ],
)
def test_a_list_is_read_in_whatever_encoding(tmp_path: Path, lang: str, encoding: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(text_of(lang).encode(encoding))
    deck = read_list(path, YGG).deck
    assert deck.cards == tuple(card for card in CARDS for _ in range(2))
    assert deck.extras == {"root": ("yr1",)}
    assert deck.name == "mine"


@pytest.mark.parametrize("game", ["spherion", "stratosphere", "dicebattle", "jiguan", "yggdrasil"])
@pytest.mark.parametrize(("lang", "encoding"), [("ja", "cp932"), ("zh-Hant", "cp950")])
def test_every_name_that_an_old_encoding_holds_is_read_in_it(
    tmp_path: Path, game: str, lang: str, encoding: str
) -> None:
    catalog = load_catalog(game)
    path = tmp_path / "all.txt"
    names: dict[str, list[str]] = {}
    for card in catalog.cards.values():
        names.setdefault(card.names[lang], []).append(card.id)
    lines, ids = [], []
    for name, cards in names.items():
        try:
            name.encode(encoding)
        except UnicodeEncodeError:
            continue
        if len(cards) == 1:
            lines.append(name)
            ids += cards
    path.write_bytes("\n".join(lines).encode(encoding))
    assert read_list(path, catalog).deck.cards == tuple(ids)
    assert len(ids) >= len(names) * 0.6


def test_a_slip_of_the_pen_is_reported_with_what_was_meant(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    for encoding, slip, meant in (
        ("utf-8", "Stom Crown", "y02"),
        ("cp932", "嵐の樹官", "y02"),
        ("cp950", "風暴樹官", "y02"),
    ):
        lang = {"utf-8": "en", "cp932": "ja", "cp950": "zh-Hant"}[encoding]
        path.write_bytes((text_of(lang) + f"2 {slip}\n").encode(encoding))
        with pytest.raises(DataError) as report:
            read_list(path, YGG)
        (fault,) = report.value.faults
        assert fault.line == len(CARDS) + 2
        assert meant in str(fault), str(fault)
        assert slip in str(fault)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "names no card"),
        (b"# nothing\n", "names no card"),
        (b"\x00\x01\x02\xff" * 9, "mine.txt"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8" * 3, "is not text"),
        (b"\x00" * 64, "is not text"),
        (b"2 y03\n" * 300_000, "too large"),
    ],
)
def test_what_is_no_list(tmp_path: Path, content: bytes, text: str) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises((SessionError, DataError), match=text):
        read_list(path, YGG)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="no such file"):
        read_list(tmp_path / "no.txt", YGG)


def test_simplified_names_in_their_own_encoding_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes("1张 群枝之会\n风暴树冠 两张\n".encode("gb18030"))
    assert read_list(path, YGG).deck.cards == ("y01", "y02", "y02")


@pytest.mark.parametrize(
    ("head", "deck", "player"),
    [
        ("player: Ann\ndeck: My Orchard", "My Orchard", "Ann"),
        ("プレイヤー：佐藤\nデッキ：私の果樹園", "私の果樹園", "佐藤"),
        ("玩家：王小明\n牌組：我的果園", "我的果園", "王小明"),
        ("deck name: Fruit: the second  # mine", "Fruit: the second", ""),
        ("name.en: Golden\ndeck: My Orchard", "Golden", ""),
        ("player: \x1b[2JAnn", "mine", "[2JAnn"),
        ("event: Cup\n[Ann]", "mine", ""),
        ("deck: 2 y02", "mine", ""),
    ],
)
def test_a_list_is_called_and_owned_as_it_says(
    tmp_path: Path, head: str, deck: str, player: str
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(f"{head}\n2 y03\n", encoding="utf-8")
    listed = read_list(path, YGG)
    assert (listed.deck.name, listed.player) == (deck, player)
    assert listed.deck.cards[-2:] == ("y03", "y03")
