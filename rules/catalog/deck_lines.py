"""The words and figures of a deck list's line: parts of a deck, headings, numbers of copies."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from rules.catalog.card_names import fold
from rules.catalog.han import HAN_FIGURES, han_number, plain_han

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def _words(*lists: str) -> frozenset[str]:
    return frozenset(fold(word) for words in lists for word in words.split(", "))


MAIN: Final = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Folded words: what the parts of a deck are called (`slots`), and what heads a column.

    `whose` stands before a person's name, `about` before other words about a list; those of
    `called` stand before its name.
    """

    slots: Mapping[str, str]
    whose: frozenset[str]
    about: frozenset[str]
    called: frozenset[str]
    headers: frozenset[str]


@cache
def vocabulary() -> Vocabulary:
    """The words, folded when they are first asked for: folding needs `card_data`."""
    parts = (
        ("root", _words("root, roots, ルート, 根")),
        ("extra", _words("extra, extra deck, エクストラ, エクストラデッキ, 額外, 額外牌組")),
        ("side", _words("side, sideboard, side deck, サイド, サイドデッキ, 備用, 備用牌組")),
        ("master", _words("master, deck master, マスター, デッキマスター, 牌組主")),
        (MAIN, _words("main, deck, main deck, メイン, メインデッキ, デッキ, 主牌組, 牌組")),
    )
    whose = _words(
        "player, player name", "プレイヤー, プレイヤー名, 氏名, 選手", "玩家, 玩家姓名, 姓名, 名字"
    )
    title = _words("deck name, デッキ名, 牌組名稱, 牌組名")
    called = title | frozenset(word for slot, words in parts if slot == MAIN for word in words)
    about = title | _words("event, date, game", "大会, 日付, ゲーム", "賽事, 活動, 日期, 遊戲")
    headers = whose | _words(
        "count, copies, quantity, qty, id, card, card id, name, card name, slot, part",
        "枚数, カード, カード名, 名前, 番号",
        "張數, 數量, 卡牌, 卡名, 牌, 牌名, 名稱, 編號, 部分",
    )
    return Vocabulary(
        {w: slot for slot, words in parts for w in words}, whose, about, called, headers
    )


_NUMBER: Final = rf"\d+|[{HAN_FIGURES}十兩両两]+"
_HAN: Final = re.compile(rf"[{HAN_FIGURES}]?十[{HAN_FIGURES}]?|[{HAN_FIGURES}]+")
_COUNTER: Final = "枚張张個个箇份部"
_BEFORE: Final = re.compile(
    rf"({_NUMBER})(?:\s*[x{_COUNTER}]?[\s,;、]+|\s*[×✕*{_COUNTER}]\s*)(\S.*)", re.IGNORECASE
)
_BEHIND: Final = re.compile(
    rf"(\S.*?)(?:\s*[x×✕*]\s*|[\s,;、:]+|(?=(?:{_NUMBER})\s*[{_COUNTER}]))({_NUMBER})\s*[{_COUNTER}]?",
    re.IGNORECASE,
)
_BRACKETED: Final = re.compile(rf"\s*\(\s*((?:{_NUMBER})\s*[{_COUNTER}]?)\s*\)")
_ALONE: Final = re.compile(rf"({_NUMBER})\s*[x{_COUNTER}]?", re.IGNORECASE)
_SLOT: Final = re.compile(r"([^:]+:|[^\W\d]+)\s*(\S.*)")


def cells(line: str) -> list[str]:
    """The cells of a line of CSV that hold something."""
    sign = next((sign for sign in "\t;," if sign in line), ",")
    return [text.strip() for text in next(csv.reader([line], delimiter=sign), []) if text.strip()]


def split_part(line: str) -> Iterator[tuple[str, str]]:
    """The part of the deck that a line begins with, and what follows the word."""
    found = _SLOT.fullmatch(line)
    if found and (slot := vocabulary().slots.get(fold(found[1]))) is not None:
        yield slot, found[2]


def split_count(text: str) -> Iterator[tuple[str, str]]:
    """How a line may be taken apart into a count in figures and a card, the most likely first."""
    if not re.search(r"[,;\t]", text):
        yield "1", text
    text = _BRACKETED.sub(r" \1", text)
    if found := _BEFORE.fullmatch(text):
        yield _figures(found[1]), found[2]
    if found := _BEHIND.fullmatch(text):
        yield _figures(found[2]), found[1]
    yield "1", text


def copies(text: str) -> str:
    """The count that is all of a text, in figures; "" if it is something else."""
    found = _ALONE.fullmatch(text)
    return _figures(found[1]) if found else ""


def _figures(count: str) -> str:
    """A count in figures; as it is where it is no number below a hundred."""
    numeral = plain_han(count).replace("兩", "二")
    return han_number(numeral) if _HAN.fullmatch(numeral) else count
