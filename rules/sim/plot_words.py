"""Words of a run's picture in three languages: headings, and names from the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.core.card_data import Catalog
from rules.core.values import Seat
from rules.sim.tally import Tally

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "run": "{:,} games, seed {}: {}",
        "random": "random",
        "greedy": "greedy",
        "won": "Who won",
        "drawn": "drawn",
        "length": "How long it took",
        "plies": "plies",
        "games": "games",
        "median": "median {}",
        "ended": "How it ended",
        "cards": "Won when played",
        "played": "dot: share of decks that played it, largest {:.0%}; dashed: average of all",
        "error": "Lines show the 95 % interval.",
    },
    "ja": {
        "run": "{:,}ゲーム、シード {}：{}",
        "random": "ランダム",
        "greedy": "貪欲",
        "won": "勝率",
        "drawn": "引き分け",
        "length": "ゲームの長さ",
        "plies": "手数",
        "games": "ゲーム数",
        "median": "中央値 {}",
        "ended": "終わり方",
        "cards": "出したときの勝率",
        "played": "点の大きさ：出された割合（最大{:.0%}）、破線：全デッキの平均勝率",
        "error": "線は95％信頼区間。",
    },
    "zh-Hant": {
        "run": "{:,} 局，種子 {}：{}",
        "random": "隨機",
        "greedy": "貪婪",
        "won": "勝率",
        "drawn": "平手",
        "length": "對局長度",
        "plies": "手數",
        "games": "局數",
        "median": "中位數 {}",
        "ended": "結束原因",
        "cards": "打出後的勝率",
        "played": "點的大小：打出的比例（最高 {:.0%}）；虛線：全部牌組的平均勝率",
        "error": "線段為 95% 信賴區間。",
    },
}


@dataclass(frozen=True, slots=True)
class Labels:
    """Words of the picture in one language: headings, seats, clauses and cards by id."""

    lang: str
    title: str
    subtitle: str
    seats: Mapping[str, str]
    clauses: Mapping[str, str]
    cards: Mapping[str, str]


def labels(
    catalog: Catalog,
    lang: str,
    tally: Tally,
    seed: str,
    players: Mapping[Seat, str],
    decks: Mapping[Seat, str],
) -> Labels:
    """Return the words for a run; `players` and `decks` are by seat."""
    words = TEXTS[lang]
    seats = {seat: _seat(catalog, lang, seat) for seat in players}
    sides = []
    for seat, player in players.items():
        side = f"{seats[seat]} – {words[player]}"
        if seat in decks:
            named = catalog.deck_names.get(decks[seat], {})
            side += f" – {named.get(lang, decks[seat])}"
        sides.append(side)
    return Labels(
        lang,
        catalog.names[lang],
        words["run"].format(tally.games, seed, " · ".join(sides)),
        seats,
        {clause.id: clause.titles[lang] for clause in catalog.clauses.values()},
        {card.id: card.names[lang] for card in catalog.cards.values()},
    )


def _seat(catalog: Catalog, lang: str, seat: Seat) -> str:
    name = catalog.seat_names[seat][lang]
    return name if seat.casefold() in name.casefold() else f"{name} ({seat})"
