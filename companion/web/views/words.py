"""A match's words for one viewer: names, actions and steps in the viewer's language.

The sentences are data: the referee's are in `companion/texts`, the page's in
`companion/texts/page.*.toml`, and the games' in `card_data`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.pieces import piece_words
from companion.referee.answer_timer import QuestionClock
from companion.referee.control_cards import PREFIX, ControlCard
from companion.referee.notices import Notice
from companion.referee.words.actions import describe, headline
from companion.referee.words.speaker import begin_sentence
from companion.referee.words.wording import Wording
from rules import CHANCE, Action, Catalog, Message, Seat, Verb, Violation, refusal
from rules.messages.message import listed, render

_SPOKEN = (Verb.DECLARE, Verb.CHOOSE)


@dataclass(slots=True)
class Words:
    """The words of a view; `names` are the players' names by seat."""

    catalog: Catalog
    lang: str
    mat: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)
    wording: Wording = field(init=False)

    def __post_init__(self) -> None:
        """Load the language's texts."""
        self.wording = Wording(self.catalog, self.lang, self.mat)

    def voiced(self) -> Words:
        """Return the words for a voice, with the readings of Japanese card names."""
        if self.lang != "ja":
            return self
        cards = {
            name: replace(card, names={**card.names, "ja": card.kana or card.names["ja"]})
            for name, card in self.catalog.cards.items()
        }
        return Words(replace(self.catalog, cards=cards), self.lang, self.mat, self.names)

    def seat(self, seat: Seat) -> str:
        """Return a player's name, or else the seat's name, as it appears outside a sentence."""
        return self.names.get(seat) or self.wording.seat(seat)

    def listed(self, items: Iterable[str], last: str = "and") -> str:
        """Join items into a list in words: "b4, c3 or d4"."""
        return render(listed([*items], f"page.join.{last}"), self.lang)

    def cells(self, cells: Iterable[str], last: str = "and") -> str:
        """List cells by their names."""
        return self.listed([self.wording.cell(cell) for cell in cells], last)

    def card(self, card: str) -> str:
        """Return a card's name alone, or "" if the card is unknown."""
        known = self.catalog.cards.get(card)
        return known.names[self.lang] if known else ""

    def clause(self, clause: str) -> dict[str, str]:
        """Return a clause: id, title, paragraph and reason."""
        known = self.catalog.clauses.get(clause)
        if known is None:
            return {"id": clause, "title": "", "text": "", "why": ""}
        return {
            "id": clause,
            "title": known.titles[self.lang],
            "text": known.texts[self.lang],
            "why": known.whys[self.lang],
        }

    def broken(self, violation: Violation) -> str:
        """Return the reason why an action is illegal."""
        return refusal(self.catalog, violation, self.wording.cell).render(self.lang)

    def describe_all(self, action: Action, record: Notice) -> tuple[str, tuple[str, ...]]:
        """Return an action in words, and its consequences according to the notice."""
        events = record.events
        if action.verb in _SPOKEN and not (action.value or action.also or events):
            seat = self.wording.seat(action.seat)
            return Message("page.log.sealed", seat=seat).render(self.lang), ()
        head, *more = describe(self.wording, action, events, len(events) + 1)
        return self.begun(head), tuple(self.begun(each) for each in more)

    def headline(self, record: Notice, below: int = 0) -> tuple[str, ...]:
        """Return what a notice's events decided, as the beginnings of sentences."""
        return tuple(self.begun(each) for each in headline(self.wording, record.events, below))

    def begun(self, text: str) -> str:
        """Return a text as the beginning of a sentence, capitalised in English."""
        cell = text[1:2].isdigit()  # "b2 and c2 change places"
        return text if cell or self.lang != "en" else text[:1].upper() + text[1:]

    def acts(self, seats: Iterable[Seat], *, begun: bool = True, thrower: Seat = "") -> str:
        """Return the sentence that names the seats to act or throw, or those that may begin."""
        acting = [seat for seat in seats if seat != CHANCE]
        if not acting:
            if not begun:
                return begin_sentence(self.wording).render(self.lang)
            seat = self.wording.seat(thrower)
            key = "page.now.roll" if thrower else "page.now.chance"
            return Message(key, seat=seat).render(self.lang)
        names = [self.wording.seat(seat) for seat in acting]
        key = "page.now.both" if self.wording.both(acting) else "page.now.many"
        key = "page.now.one" if len(names) == 1 else key
        return Message(key, seats=listed(names)).render(self.lang)

    def clock(self, clock: QuestionClock) -> str:
        """Return the remaining time, and what happens without an answer if the game says so."""
        own = self.catalog.event_texts.get("silence")
        message = Message(own or "page.now.clock", number=clock.remaining_s, clause=clock.clause)
        return message.render(self.lang)

    def score(
        self,
        scores: Mapping[Seat, int],
        seats: Iterable[Seat],
        counts: Mapping[Seat, Mapping[str, int]],
    ) -> list[dict[str, Any]]:
        """Return each seat's name and score (None without scores); `counts`: other counters."""
        terms = {name: word[self.lang] for name, word in self.catalog.terms.items()}
        return [
            {
                "seat": seat,
                "name": self.seat(seat),
                "figure": scores.get(seat),
                "unit": terms.get("score_unit", ""),
                "counts": [f"{terms.get(k, k)} {n}" for k, n in counts.get(seat, {}).items()],
            }
            for seat in seats
        ]


def ready(words: Words) -> str:
    """Return the word on the card that declares READY."""
    own = card_words(words.catalog.slug, words.lang).get(ControlCard.DONE)
    return own or Message("page.control.ready").render(words.lang)


def card_words(game: str, lang: str) -> dict[str, str]:
    """Return a game's words for control cards that replace the page's own, in capitals as these."""
    word = piece_words(game).get(f"{PREFIX}{ControlCard.DONE}")
    return {ControlCard.DONE: word[lang].upper()} if word else {}
