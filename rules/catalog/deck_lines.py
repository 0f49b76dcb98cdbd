"""Tokens of a line in a deck list: deck parts, headings and numbers of copies."""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.catalog.card_names import HAN_FIGURES, fold, han_number, plain_han


def _words(*lists: str) -> frozenset[str]:
    return frozenset(fold(word) for words in lists for word in words.split(", "))


MAIN: Final = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Folded words of deck lists: deck parts (`slots`), column names (`headers`) and labels.

    `whose` precedes a person's name, `called` the deck's name, and `about` either the deck's name
    or other information about the list.
    """

    slots: Mapping[str, str]
    whose: frozenset[str]
    about: frozenset[str]
    called: frozenset[str]
    headers: frozenset[str]


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary, folded on first use, because folding reads `card_data`."""
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
    """Return the non-empty cells of a line of CSV."""
    sign = next((sign for sign in "\t;," if sign in line), ",")
    return [text.strip() for text in next(csv.reader([line], delimiter=sign), []) if text.strip()]


def split_part(line: str) -> Iterator[tuple[str, str]]:
    """Yield the deck part at the start of the line, if any, with the rest of the line."""
    match = _SLOT.fullmatch(line)
    if match and (slot := vocabulary().slots.get(fold(match[1]))) is not None:
        yield slot, match[2]


def split_count(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a line into a count (in digits) and a card, most likely first."""
    if not re.search(r"[,;\t]", text):
        yield "1", text
    text = _BRACKETED.sub(r" \1", text)
    if match := _BEFORE.fullmatch(text):
        yield _figures(match[1]), match[2]
    if match := _BEHIND.fullmatch(text):
        yield _figures(match[2]), match[1]
    yield "1", text


def copies(text: str) -> str:
    """Return the count in digits if the text contains nothing else; "" otherwise."""
    match = _ALONE.fullmatch(text)
    return _figures(match[1]) if match else ""


def _figures(count: str) -> str:
    """Convert a Chinese numeral below 100 to digits; return other text unchanged."""
    numeral = plain_han(count).replace("兩", "二")
    return han_number(numeral) if _HAN.fullmatch(numeral) else count
