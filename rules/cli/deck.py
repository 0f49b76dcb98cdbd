"""The command `deck`: report every fault of a deck, clause by clause.

Violations come first, each with its clause, the card, the count and the limit. Warnings follow;
they list what is legal but probably not intended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rules.catalog.reader import load_catalog
from rules.catalog.sentences import deck_advice
from rules.core.card_data import Catalog
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.rules import Rules
from rules.core.values import Deck, Setup
from rules.errors import RulesError
from rules.messages.catalogs import command_words
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

_FEW: Final = 12
"""Maximum number of missing cards that are listed individually."""


def check_decks(game: Rules[Any], setup: Setup, decks: Sequence[Deck], lang: str) -> list[Checked]:
    """Check each deck for the first seat that has no deck in `setup`, with findings in `lang`.

    Raise `RulesError` if `setup` names a seat that the game does not have.
    """
    seats, catalog = game.seats(setup), load_catalog(game.slug)
    for name in setup.decks:
        if name not in seats:
            what, near = Message("no_seat", name=repr(name)), did_you_mean(name, seats)
            raise RulesError("option_near", option="--deck", what=what, near=near)
    seat = next((seat for seat in seats if seat not in setup.decks), seats[0])
    return [Checked(deck, game.data.check_deck(setup, seat, deck), catalog, lang) for deck in decks]


@dataclass(frozen=True, slots=True)
class Checked:
    """One deck and its findings, for display in one language."""

    deck: Deck
    report: DeckReport
    catalog: Catalog
    lang: str

    def text(self) -> str:
        """Return the report for people: the verdict, one line per violation, then the warnings."""
        words = command_words("deck", self.lang)
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
        """Return the report as a JSON object."""
        return {
            "deck": self.deck.name,
            "legal": self.report.legal,
            "cards": len(self.deck.cards),
            "extras": {slot: len(cards) for slot, cards in self.deck.extras.items()},
            "violations": [{**asdict(o), "why": self._why(o)} for o in self.report.violations],
            "warnings": [{**asdict(o), "why": self._advice(o)} for o in self.report.warnings],
        }

    def _counts(self) -> list[tuple[str, int]]:
        """Count the cards in each deck part, and those that do not belong in the deck."""
        violations = self.report.violations
        strays = {one.card for one in violations if one.limit == 0 and one.count}
        placeless = sum(card in strays for card in self.deck.cards)
        counts = [("main", len(self.deck.cards) - placeless)]
        counts += [(slot, len(cards)) for slot, cards in self.deck.extras.items()]
        return counts + [("placeless", placeless)] * bool(placeless)

    def _violations(self) -> list[str]:
        """Return one line per violation; many cards missing under one clause share a line."""
        words, violations = command_words("deck", self.lang), self.report.violations
        missing = [one for one in violations if one.card and one.count == 0 < one.limit]
        several: dict[str, list[str]] = {}
        for one in missing:
            several.setdefault(one.clause, []).append(one.card)
        lines = []
        for one in violations:
            cards = several.get(one.clause, []) if one in missing else []
            if len(cards) <= _FEW:
                lines.append(f"  {one.clause}  {self._why(one)}")
            elif one.card == cards[0]:
                title = self.catalog.clauses[one.clause].titles[self.lang]
                listed = words["several"].format(count=len(cards), cards=", ".join(cards))
                lines.append(f"  {one.clause}  {title}{words['colon']}{listed}")
        return lines

    def _advice(self, warning: DeckFinding) -> str:
        return deck_advice(self.catalog, warning).render(self.lang)

    def _why(self, finding: DeckFinding) -> str:
        words, clause = command_words("deck", self.lang), self.catalog.clauses[finding.clause]
        parts = [clause.titles[self.lang]]
        if card := self.catalog.cards.get(finding.card):
            parts.append(words["card"].format(name=card.names[self.lang], id=card.id))
        elif finding.card:
            parts.append(words.get(finding.card, finding.card))
        if finding.count == finding.limit:  # the wrong cards, not the wrong number of them
            parts.append(clause.refusals[self.lang])
            return words["colon"].join(parts)
        if finding.count == 0 and finding.card:
            key = "missing"
        elif finding.limit == 0:
            key = "none"
            decks = self.catalog.decks.values()
            if any(finding.card in deck.extras.get("root", ()) for deck in decks):
                return words["colon"].join((*parts, words["once"].format(id=finding.card)))
        else:
            key = "few" if finding.count < finding.limit else "many"
        parts.append(words[key].format(count=finding.count, limit=finding.limit))
        return words["colon"].join(parts)
