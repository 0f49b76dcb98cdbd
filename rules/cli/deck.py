"""The command `deck`: everything that is wrong with a deck, clause by clause.

A judge at a club holds the list in one hand: what breaks a rule stands first, each with the
clause, the card and the two numbers; what is allowed and hardly meant stands apart.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from rules.catalog.reader import load_catalog
from rules.catalog.sentences import advice
from rules.errors import RulesError
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.core.card_data import Catalog
    from rules.core.deck_report import DeckFinding, DeckReport
    from rules.core.game import Game
    from rules.core.values import Deck, Setup

_FEW: Final = 12
"""So many missing cards are told one by one."""

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "legal": "{deck}: allowed in {game} ({parts})",
        "illegal": "{deck}: not allowed in {game} ({parts})",
        "part": "{part} {count}",
        "main": "cards",
        "root": "root",
        "extra": "extra",
        "side": "side",
        "master": "deck master",
        "comma": ", ",
        "colon": ": ",
        "card": "{name} ({id})",
        "few": "{count}, {limit} needed",
        "many": "{count}, at most {limit}",
        "none": "{count}, none belongs there",
        "missing": "missing",
        "once": "a root does not count among the cards; write “root {id}” once",
        "several": "{count} cards missing: {cards}",
        "placeless": "out of place",
        "warnings": "no violation, but look again:",
    },
    "ja": {
        "legal": "{deck}：{game}で使えます（{parts}）",
        "illegal": "{deck}：{game}では使えません（{parts}）",
        "part": "{part}{count}枚",
        "main": "デッキ",
        "root": "ルート",
        "extra": "エクストラ",
        "side": "サイド",
        "master": "デッキマスター",
        "comma": "、",
        "colon": "：",
        "card": "「{name}」{id}",
        "few": "{count}枚（{limit}枚必要です）",
        "many": "{count}枚（{limit}枚までです）",
        "none": "{count}枚（ここには入れられません）",
        "missing": "ありません",
        "once": "ルートはデッキの枚数に入りません。「root {id}」を1行だけ書いてください",
        "several": "{count}種類のカードがありません：{cards}",
        "placeless": "対象外",
        "warnings": "違反ではありませんが、確かめてください：",
    },
    "zh-Hant": {
        "legal": "{deck}：可用於{game}（{parts}）",
        "illegal": "{deck}：不可用於{game}（{parts}）",
        "part": "{part}{count}張",
        "main": "牌組",
        "root": "根",
        "extra": "額外",
        "side": "備用",
        "master": "牌組主",
        "comma": "、",
        "colon": "：",
        "card": "「{name}」{id}",
        "few": "{count}張（需要{limit}張）",
        "many": "{count}張（最多{limit}張）",
        "none": "{count}張（不能放在這裡）",
        "missing": "缺少",
        "once": "根不算在牌組張數內，請只寫一行「root {id}」",
        "several": "缺少{count}種牌：{cards}",
        "placeless": "不計入",
        "warnings": "沒有違規，但請再確認：",
    },
}


def check_decks(game: Game[Any], setup: Setup, decks: Sequence[Deck], lang: str) -> list[Checked]:
    """Check each deck for the first seat that `setup` gives none; `lang` words the findings.

    Raises `RulesError` if `setup` names a seat that the game has not.
    """
    seats, catalog = game.seats(setup), load_catalog(game.slug)
    for name in setup.decks:
        if name not in seats:
            what, near = Message("no_seat", name=repr(name)), did_you_mean(name, seats)
            raise RulesError(Message("option_near", option="--deck", what=what, near=near))
    seat = next((seat for seat in seats if seat not in setup.decks), seats[0])
    return [Checked(deck, game.check_deck(setup, seat, deck), catalog, lang) for deck in decks]


@dataclass(frozen=True, slots=True)
class Checked:
    """One deck and what was found, to be told in a language."""

    deck: Deck
    report: DeckReport
    catalog: Catalog
    lang: str

    def text(self) -> str:
        """What a judge reads: the verdict, a line for each violation, the warnings apart."""
        words = _TEXTS[self.lang]
        parts = [
            words["part"].format(count=count, part=words.get(slot, slot))
            for slot, count in self._counts()
        ]
        head = words["legal" if self.report.legal else "illegal"].format(
            deck=self.deck.name,
            game=self.catalog.names[self.lang],
            parts=words["comma"].join(parts),
        )
        lines = [head, *self._violations()]
        if self.report.warnings:
            lines.append(words["warnings"])
        lines += [f"  {one.clause}  {self._advice(one)}" for one in self.report.warnings]
        return "\n".join(lines) + "\n"

    def data(self) -> dict[str, Any]:
        """The same as a JSON object."""
        return {
            "deck": self.deck.name,
            "legal": self.report.legal,
            "cards": len(self.deck.cards),
            "extras": {slot: len(cards) for slot, cards in self.deck.extras.items()},
            "violations": [{**asdict(o), "why": self._why(o)} for o in self.report.violations],
            "warnings": [{**asdict(o), "why": self._advice(o)} for o in self.report.warnings],
        }

    def _counts(self) -> list[tuple[str, int]]:
        """How many cards are in each part; those that have no place in the deck apart."""
        found = self.report.violations
        strays = {one.card for one in found if one.limit == 0 and one.count}
        placeless = sum(card in strays for card in self.deck.cards)
        counts = [("main", len(self.deck.cards) - placeless)]
        counts += [(slot, len(cards)) for slot, cards in self.deck.extras.items()]
        return counts + [("placeless", placeless)] * bool(placeless)

    def _violations(self) -> list[str]:
        """A line each; of a clause that misses many cards, one for them all."""
        words, found = _TEXTS[self.lang], self.report.violations
        missing = [one for one in found if one.card and one.count == 0 < one.limit]
        several: dict[str, list[str]] = {}
        for one in missing:
            several.setdefault(one.clause, []).append(one.card)
        lines = []
        for one in found:
            cards = several.get(one.clause, []) if one in missing else []
            if len(cards) <= _FEW:
                lines.append(f"  {one.clause}  {self._why(one)}")
            elif one.card == cards[0]:
                title = self.catalog.clauses[one.clause].titles[self.lang]
                told = words["several"].format(count=len(cards), cards=", ".join(cards))
                lines.append(f"  {one.clause}  {title}{words['colon']}{told}")
        return lines

    def _advice(self, warning: DeckFinding) -> str:
        return advice(self.catalog, warning, self.lang)

    def _roots(self) -> set[str]:
        """The cards that the shipped decks have as roots."""
        decks = self.catalog.decks.values()
        return {card for deck in decks for card in deck.extras.get("root", ())}

    def _why(self, found: DeckFinding) -> str:
        words, clause = _TEXTS[self.lang], self.catalog.clauses[found.clause]
        parts = [clause.titles[self.lang]]
        if card := self.catalog.cards.get(found.card):
            parts.append(words["card"].format(name=card.names[self.lang], id=card.id))
        elif found.card:
            parts.append(words.get(found.card, found.card))
        if found.count == found.limit:  # it is not how many there are, but which
            parts.append(clause.refusals[self.lang])
            return words["colon"].join(parts)
        if found.count == 0 and found.card:
            key = "missing"
        elif found.limit == 0:
            key = "none"
            if found.card in self._roots():
                return words["colon"].join((*parts, words["once"].format(id=found.card)))
        else:
            key = "few" if found.count < found.limit else "many"
        parts.append(words[key].format(count=found.count, limit=found.limit))
        return words["colon"].join(parts)
