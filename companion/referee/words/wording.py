"""The words for what a record names: seats, cards, cells, actions, steps, faults.

Names are the game's own where its data has them (`card_data`), else ours (`companion/texts`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from companion.pieces import is_piece, piece_called, piece_words
from companion.referee.explain.interpretations import BY_HAND
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import MISPLAYED, VOIDED
from companion.referee.table import FaultKind, TableFault
from companion.texts import Texts, load_texts
from rules import CHANCE, UNKNOWN, Action, Facing, PlacedCard, Seat, Verb
from rules.core.event import REVEALED
from rules.messages.languages import fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.referee.notices import Notice
    from rules import Catalog, Event

MAX_STEPS = 3
"""Steps told in one caption; how many more there are is said as a number."""
MOST_TOLD = 7
"""What an action was and what followed, at most, in a caption; the page's verdict has the rest."""
_TWO = 2
_WHOLE = frozenset((MISPLAYED, VOIDED))
"""Events that are always told: what was done and counts for nothing."""
_EACH = frozenset((REVEALED, MISPLAYED, VOIDED))
"""Events that are told of every card, not once for all."""
ASKED = "asked"
"""The kind of event by which every game asks for something."""

_NUMBERS = re.compile(r"-?\d+( -?\d+)+")
_ZONES = ("discard", "deck", "hand", "control")
_ZONE = re.compile(r"(?P<kind>[a-z]{2,})\.?(?P<number>[^a-z].*)?")


@dataclass(slots=True)
class Wording:
    """One game's words in one language."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""
    most: int = MOST_TOLD

    @property
    def texts(self) -> Texts:
        """The sentences of the language."""
        return load_texts(self.lang)

    def join(self, *sentences: str) -> str:
        """Sentences one after the other, as the language sets them."""
        return self.texts.together(list(sentences))

    # Names.

    def seat(self, seat: Seat) -> str:
        """A seat's name."""
        names = self.catalog.seat_names.get(seat)
        return names[self.lang] if names else seat

    def seats(self, seats: Iterable[Seat]) -> str:
        """Several seats, listed."""
        return self.texts.listed([self.seat(s) for s in seats], "join.seats")

    def turn(self, number: int) -> str:
        """The number of a turn, or of what the players count by instead."""
        own = self.catalog.event_texts.get("turn")
        return fill(
            own[self.lang] if own else self.texts.sentences["name.turn"], {"number": number}
        )

    def begin(self) -> str:
        """Who may begin: in the game's own words, where it says so, with the players' names."""
        own = self.catalog.event_texts.get("begin")
        if own is None:
            return self.texts.say("say.begin")
        return fill(own[self.lang], {"seat": self.seat(self.catalog.seats[0])})

    def both(self, seats: Sequence[Seat]) -> bool:
        """Whether these are both the players of a game for two."""
        return len(seats) == len(self.catalog.seats) == _TWO

    def card(self, card: str) -> str:
        """A card's name, as it stands in a sentence."""
        known = self.catalog.cards.get(card)
        if known is not None:
            return self.texts.say("name.card", name=known.names[self.lang])
        if is_piece(card):
            return piece_called(self.catalog, self.lang, card) or self._printed(card)
        return self.texts.say("name.hidden") if card in ("", UNKNOWN) else card

    def _printed(self, piece: str) -> str:
        """A piece by the word on it, if one is printed."""
        word = piece_words(self.catalog.slug).get(piece)
        if word is None:
            return self.texts.say("name.piece")
        return self.texts.say("name.card", name=word[self.lang])

    def cell(self, cell: str) -> str:
        """A cell's name: what its `at_…` words, else ours; cells of a field as they are written.

        A zone is a word with what tells it from others of its kind: `A.main1`, `red.rail.3`,
        `wall.N0-N1.0`; Strato-Sphere's belong to a node, `1.L.supply`, or lead from one to the
        next, `1.L>1.C`.
        """
        seat, _, zone = cell.partition(".")
        seat, zone = (seat, zone) if seat in self.catalog.seat_names else ("", cell)
        found = _ZONE.fullmatch(zone)
        kind, number = (found["kind"], found["number"] or "") if found else ("", "")
        node, _, part = cell.rpartition(".")
        if ">" in cell:
            kind, number = "attack", cell.replace(">", " → ")
        elif not kind and part.isalpha() and part.islower():
            kind, number = part, node
        own = self.catalog.event_texts.get(f"at_{kind}")
        if own is not None:
            return own[self.lang].format(seat=self.seat(seat), number=number)
        if kind in _ZONES and seat:
            return self.texts.say(f"name.{kind}", seat=self.seat(seat))
        return cell

    def cells(self, cells: Iterable[str]) -> str:
        """Several cells, listed."""
        return self.texts.listed([self.cell(c) for c in cells])

    def cells_in_brief(self, cells: Sequence[str]) -> str:
        """Several cells; of many, to which nobody would listen, the first, and how many more."""
        more = len(cells) - MAX_STEPS
        if more < _TWO:
            return self.cells(cells)
        named = self.texts.listed([self.cell(c) for c in cells[:MAX_STEPS]], "join.comma")
        return self.texts.say("count.places", cells=named, count=more)

    def title(self, clause: str) -> str:
        """A clause's title."""
        known = self.catalog.clauses.get(clause)
        return known.titles[self.lang] if known else clause

    def count(self, steps: tuple[CorrectionStep, ...]) -> str:
        """How many cells steps are about."""
        return self.differ(len({cell for step in steps for cell in step.cells}))

    def differ(self, count: int) -> str:
        """How many cells differ."""
        return self.texts.say("count.one" if count == 1 else "count.many", count=count)

    # Actions, steps, faults.

    def told(
        self, action: Action, events: Iterable[Event], most: int | None = None
    ) -> tuple[str, ...]:
        """What an action was and what it brought about, as the game words its events.

        The first wording is the action's.  Where there is not room for all, what names a clause
        and what the game marks is told before the rest, and one of a kind before its like, of a
        seat's bare number the last; what counts for nothing is always told, and so is what hands
        have to do next.
        """
        worded: dict[tuple[str, str, str], tuple[Event, str]] = {}
        for number, event in enumerate(events):
            wording = self._wording(event)
            if wording:
                text = self._event(wording, event)
                each = str(number) if event.kind == VOIDED else event.cell
                key = event.kind, each if event.kind in _EACH else "", text
                worded.setdefault(key, (event, text))
        first = next((k for k, (event, _) in worded.items() if _restates(event, action)), None)
        said = next(iter(worded), None)
        if said and not first and action.verb not in BY_HAND:
            choice = action.verb is Verb.CHOOSE or action.seat == CHANCE
            first = said if choice or worded[said][0].seat == action.seat else None
        head = worded.pop(first)[1] if first else self.action(action)
        return head, *self._weighed([*worded.values()], (self.most if most is None else most) - 1)

    def _weighed(self, told: list[tuple[Event, str]], most: int) -> list[str]:
        """The most important of what followed, in its order."""
        seen: set[str] = set()
        newest = {(event.kind, event.seat): at for at, (event, _) in enumerate(told)}
        ranks: list[tuple[int, int]] = []
        for at, (event, _) in enumerate(told):
            last = at == len(told) - 1 and event.kind == ASKED
            if event.kind in _WHOLE or last:
                rank = 0
            elif event.clause or self.catalog.caption_first & {
                event.kind,
                f"{event.kind}_{event.value}",
            }:
                rank = 1
            elif event.number and not (event.card or event.cell or event.items):
                rank = 2 if newest[event.kind, event.seat] == at else 3  # the others are history
            else:
                rank = 3 if event.kind in seen - _EACH else 2
            seen.add(event.kind)
            ranks.append((rank, at))
        # What counts for nothing is no part of what was done.
        most += sum(event.kind in _WHOLE for event, _ in told)
        return [told[at][1] for at in sorted(at for _, at in sorted(ranks)[:most])]

    def begun(self, text: str) -> str:
        """The beginning of a sentence, in a language that marks it."""
        return text[:1].upper() + text[1:] if self.lang == "en" else text

    def _wording(self, event: Event) -> str:
        """How the game words an event: by its value, where nobody is concerned, or by its kind."""
        says = self.catalog.event_texts
        whose = {"": "nobody", CHANCE: CHANCE}.get(event.seat, "")
        own, by_value = f"{event.kind}_{whose}", f"{event.kind}_{event.value}"
        keys = (own, by_value) if whose == CHANCE else (by_value, own)
        found = next((says[key] for key in (*keys, event.kind) if key in says), None)
        if found and not event.cell and "{cell}" in found[self.lang]:
            found = says.get(f"{event.kind}_unplaced", found)
        return found[self.lang] if found else ""

    def _wording_of(self, event: Event) -> str:
        """An event in the game's words."""
        return self._event(self._wording(event), event)

    def offered(self, event: Event, items: str = "", *, asked: bool = False) -> str:
        """An event as something that may be done, "" if the game does not word it so.

        `items` are the things that may be chosen, in words; `asked`: they are several, and it is
        a question where the game words it as one.
        """
        says, key = self.catalog.event_texts, f"may_{event.kind}_{event.value}"
        question = says.get(f"{key}_asked") if asked else None
        found = question or says.get(key) or says.get(f"may_{event.kind}")
        return self._event(found[self.lang], event, items) if found else ""

    def _event(self, wording: str, event: Event, items: str = "") -> str:
        facts = {
            "card": self.card(event.card),
            "cell": self.cell(event.cell),
            "to": self.cell(event.to),
            "number": event.number or len(event.items),
            "change": f"{event.number:+}",
            "value": self.named(event.value),
            "seat": self.seat(event.seat),
            "clause": event.clause,
            "items": items or self.texts.sentences["join.comma"].join(map(self.named, event.items)),
        }
        return fill(wording, facts)

    def action(self, action: Action) -> str:
        """What a hand or a voice did, without saying whose."""
        key = action.verb.value
        if action.verb is Verb.PLACE and action.facing is Facing.DOWN:
            key = "place_down"
        elif action.verb is Verb.PLACE and action.turn:
            key = "place_turned"
        elif action.verb is Verb.DECLARE and action.at and action.to:
            key = "declare_at"
        return self.texts.say(
            f"do.{key}",
            card=self.card(action.card),
            cell=self.cell(action.at or action.to),
            to=self.cell(action.to),
            value=self._value(action),
        )

    def _value(self, action: Action) -> str:
        if not action.value:
            return self.texts.listed([self.named(card) for card in action.also])
        return self.named(action.value)

    def named(self, value: str) -> str:
        """A value in words: a card, a term of the game, a seat, a place; an order part by part.

        Numbers, one for each seat, are told with whose they are.
        """
        if ":" in value:
            return " · ".join(map(self.part, value.split(":")))
        if _NUMBERS.fullmatch(value) and len(value.split()) == len(self.catalog.seats):
            return self._numbers(value.split())
        if value in self.catalog.cards or value == UNKNOWN:
            return self.card(value)
        term = self.catalog.terms.get(value)
        if term is not None:
            return term[self.lang]
        return self.seat(value) if value in self.catalog.seat_names else self.cell(value)

    def _numbers(self, numbers: list[str]) -> str:
        each = zip(self.catalog.seats, numbers, strict=True)
        told = [self.texts.say("name.number", seat=self.seat(s), number=n) for s, n in each]
        return self.texts.sentences["join.comma"].join(told)

    def part(self, part: str) -> str:
        """A part of an order (`move:2:0`), as short as a button has to be."""
        own = "order.hidden" if part == UNKNOWN else f"order.{part}"
        if own in self.texts.sentences:
            return self.texts.say(own)
        known, term = self.catalog.cards.get(part), self.catalog.terms.get(f"{part}_order")
        if known is not None:
            return known.names[self.lang]
        return term[self.lang] if term else self.named(part)

    def actions(self, actions: tuple[Action, ...], would: Iterable[Iterable[Event]]) -> str:
        """Actions that may have happened, each by the first of its wordings."""
        told = [
            self.texts.say("do.by", seat=self.seat(a.seat), what=self.told(a, events)[0])
            for a, events in zip_longest(actions, would, fillvalue=())
            if isinstance(a, Action) and a.seat != CHANCE
        ]
        return self.texts.sentences["do.then"].join(told)

    def steps(self, steps: tuple[CorrectionStep, ...]) -> list[str]:
        """What hands have to do, at most `MAX_STEPS` of it."""
        takes = [s for s in steps if s.kind is StepKind.TAKE and "." not in s.cell]
        told = []
        if len(takes) > 1:
            told.append(self.texts.say("step.take_many", cells=self.cells(s.cell for s in takes)))
            steps = tuple(s for s in steps if s not in takes)
        told += [self.step(step) for step in steps[: MAX_STEPS - len(told)]]
        more = len(steps) - (MAX_STEPS - (1 if len(takes) > 1 else 0))
        return [*told, self.texts.say("count.more", count=more)] if more > 0 else told

    def step(self, step: CorrectionStep) -> str:
        """What a hand has to do, as a sentence."""
        return self.texts.say(
            f"step.{step.kind.value}",
            card=self.lying(step.placed),
            cell=self.cell(step.cell),
            to=self.cell(step.to),
            wrong=self.lying(step.wrong) if step.wrong else "",
        )

    def lying(self, lying: PlacedCard) -> str:
        """A card, and whose it is, if the game does not word that itself."""
        card, whose = self.card(lying.card), self.seat(lying.owner) if lying.owner else ""
        named = piece_called(self.catalog, self.lang, lying.card, lying.owner, whose)
        if named or not lying.owner:
            return named or card
        own = self.catalog.event_texts.get("of_seat")
        if own and lying.card in (*self.catalog.cards, "", UNKNOWN):
            return fill(own[self.lang], {"card": card, "seat": self.seat(lying.owner)})
        key = "name.hidden_of_seat" if lying.card in ("", UNKNOWN) else "name.of_seat"
        return self.texts.say(key, seat=self.seat(lying.owner), card=card)

    def to_do(self, record: Notice) -> list[str]:
        """The steps after "still to do", nothing if there are none."""
        if not record.steps:
            return []
        return [self.texts.say("say.still"), *self.steps(record.steps)]

    def fault(self, fault: TableFault) -> str:
        """What is wrong with the paper, and what to do."""
        key = fault.kind.value
        if fault.kind is FaultKind.DUPLICATE and len(fault.cells) == 1:
            key = "duplicate_beside"
        name = fault.card if fault.kind is FaultKind.WRONG_MAT else self.card(fault.card)
        return self.texts.say(
            f"fault.{key}", card=name, cells=self.cells(fault.cells), mat=self.mat
        )


def _restates(event: Event, action: Action) -> bool:
    """Whether an event is the action itself, as the game words it: this card, on this place.

    An event without a place is, too, if it is about the actor and no other card.
    """
    card = not action.card or event.card == action.card
    if not event.cell and not event.to:
        return card and event.seat == action.seat and action.verb in BY_HAND
    card = card or event.card == UNKNOWN
    return card and bool({event.cell, event.to} & ({action.at, action.to} - {""}))
