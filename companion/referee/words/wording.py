"""The words for seats, cards, cells, actions, steps and faults.

Names are the game's own if its data has them (`card_data`), else those of `companion/texts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.pieces import is_piece, piece_called, piece_words
from companion.referee.explain.interpretations import BY_HAND
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import MISPLAYED, VOIDED, Notice
from companion.referee.table import FaultKind, TableFault
from companion.texts import Texts, load_texts
from rules import CHANCE, UNKNOWN, Action, Catalog, Event, Facing, PlacedCard, Seat, Verb
from rules.core.event import REVEALED
from rules.messages.languages import fill

MAX_STEPS = 3
"""Maximum number of steps named in one caption; the number of others follows."""
MAX_SENTENCES = 7
"""Maximum number of wordings of an action and its consequences in one caption; the page's verdict
has the rest."""
_TWO = 2
_WHOLE = frozenset((MISPLAYED, VOIDED))
"""Events that are always reported: an action that does not count."""
_EACH = frozenset((REVEALED, MISPLAYED, VOIDED))
"""Events that are reported for every card, not once for all."""
ASKED = "asked"
"""Kind of the event by which a game makes a request to the players."""

_NUMBERS = re.compile(r"-?\d+( -?\d+)+")
_ZONES = ("discard", "deck", "hand", "control")
_ZONE = re.compile(r"(?P<kind>[a-z]{2,})\.?(?P<number>[^a-z].*)?")


@dataclass(slots=True)
class Wording:
    """One game's words in one language."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""
    most: int = MAX_SENTENCES

    @property
    def texts(self) -> Texts:
        """The sentences of the language."""
        return load_texts(self.lang)

    def join(self, *sentences: str) -> str:
        """Join sentences as the language does."""
        return self.texts.together(list(sentences))

    # Names.

    def seat(self, seat: Seat) -> str:
        """Return a seat's name."""
        names = self.catalog.seat_names.get(seat)
        return names[self.lang] if names else seat

    def seats(self, seats: Iterable[Seat]) -> str:
        """List several seats."""
        return self.texts.listed([self.seat(s) for s in seats], "join.seats")

    def turn(self, number: int) -> str:
        """Return the number of a turn, or of the unit that the players count instead."""
        own = self.catalog.event_texts.get("turn")
        return fill(
            own[self.lang] if own else self.texts.sentences["name.turn"], {"number": number}
        )

    def begin(self) -> str:
        """Return the sentence on the seat that may begin, in the game's own words if it has any."""
        own = self.catalog.event_texts.get("begin")
        if own is None:
            return self.texts.say("say.begin")
        return fill(own[self.lang], {"seat": self.seat(self.catalog.seats[0])})

    def both(self, seats: Sequence[Seat]) -> bool:
        """Return True if these are both players of a game for two."""
        return len(seats) == len(self.catalog.seats) == _TWO

    def card(self, card: str) -> str:
        """Return a card's name as it appears in a sentence."""
        known = self.catalog.cards.get(card)
        if known is not None:
            return self.texts.say("name.card", name=known.names[self.lang])
        if is_piece(card):
            return piece_called(self.catalog, self.lang, card) or self._printed(card)
        return self.texts.say("name.hidden") if card in ("", UNKNOWN) else card

    def _printed(self, piece: str) -> str:
        """Return a token's name by the word printed on it, if there is one."""
        word = piece_words(self.catalog.slug).get(piece)
        if word is None:
            return self.texts.say("name.piece")
        return self.texts.say("name.card", name=word[self.lang])

    def cell(self, cell: str) -> str:
        """Return a cell's name in the game's `at_…` words, else in the general ones, else its id.

        A zone's id is a word, and a distinction from other zones of that word: `A.main1`,
        `red.rail.3`, `wall.N0-N1.0`. In Strato-Sphere a zone belongs to a node, `1.L.supply`, or
        leads from one to the next, `1.L>1.C`.
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
        """List several cells."""
        return self.texts.listed([self.cell(c) for c in cells])

    def cells_in_brief(self, cells: Sequence[str]) -> str:
        """List the first of several cells, and the number of the others."""
        more = len(cells) - MAX_STEPS
        if more < _TWO:
            return self.cells(cells)
        named = self.texts.listed([self.cell(c) for c in cells[:MAX_STEPS]], "join.comma")
        return self.texts.say("count.places", cells=named, count=more)

    def title(self, clause: str) -> str:
        """Return a clause's title."""
        known = self.catalog.clauses.get(clause)
        return known.titles[self.lang] if known else clause

    def count(self, steps: tuple[CorrectionStep, ...]) -> str:
        """Return the number of cells that the steps touch, in words."""
        return self.differ(len({cell for step in steps for cell in step.cells}))

    def differ(self, count: int) -> str:
        """Return the number of cells that differ, in words."""
        return self.texts.say("count.one" if count == 1 else "count.many", count=count)

    # Actions, steps, faults.

    def describe(
        self, action: Action, events: Iterable[Event], most: int | None = None
    ) -> tuple[str, ...]:
        """Return an action and its consequences in the game's words.

        The first wording is the action's. If there is no room for all, events that name a clause or
        that the game marks come before the rest. The first event of a kind comes before further
        ones, and a seat's bare number last. An event that voids something, and the final request to
        the players, are always included.
        """
        wordings: dict[tuple[str, str, str], tuple[Event, str]] = {}
        for number, event in enumerate(events):
            wording = self._wording(event)
            if wording:
                text = self._event(wording, event)
                each = str(number) if event.kind == VOIDED else event.cell
                key = event.kind, each if event.kind in _EACH else "", text
                wordings.setdefault(key, (event, text))
        first = next((k for k, (event, _) in wordings.items() if _restates(event, action)), None)
        opening = next(iter(wordings), None)
        if opening and not first and action.verb not in BY_HAND:
            choice = action.verb is Verb.CHOOSE or action.seat == CHANCE
            first = opening if choice or wordings[opening][0].seat == action.seat else None
        head = wordings.pop(first)[1] if first else self.action(action)
        return head, *self._weighed([*wordings.values()], (self.most if most is None else most) - 1)

    def _weighed(self, wordings: list[tuple[Event, str]], most: int) -> list[str]:
        """Return the most important consequences, in their order."""
        seen: set[str] = set()
        newest = {(event.kind, event.seat): at for at, (event, _) in enumerate(wordings)}
        ranks: list[tuple[int, int]] = []
        for at, (event, _) in enumerate(wordings):
            last = at == len(wordings) - 1 and event.kind == ASKED
            if event.kind in _WHOLE or last:
                rank = 0
            elif event.clause or self.catalog.caption_first & {
                event.kind,
                f"{event.kind}_{event.value}",
            }:
                rank = 1
            elif event.number and not (event.card or event.cell or event.items):
                rank = 2 if newest[event.kind, event.seat] == at else 3  # the others are past
            else:
                rank = 3 if event.kind in seen - _EACH else 2
            seen.add(event.kind)
            ranks.append((rank, at))
        # Events that void a card or an order are not part of the action.
        most += sum(event.kind in _WHOLE for event, _ in wordings)
        return [wordings[at][1] for at in sorted(at for _, at in sorted(ranks)[:most])]

    def begun(self, text: str) -> str:
        """Return a text as the beginning of a sentence, in a language that marks it."""
        return text[:1].upper() + text[1:] if self.lang == "en" else text

    def _wording(self, event: Event) -> str:
        """Return the game's words for an event: by value if no seat is concerned, or by kind."""
        says = self.catalog.event_texts
        whose = {"": "nobody", CHANCE: CHANCE}.get(event.seat, "")
        own, by_value = f"{event.kind}_{whose}", f"{event.kind}_{event.value}"
        keys = (own, by_value) if whose == CHANCE else (by_value, own)
        found = next((says[key] for key in (*keys, event.kind) if key in says), None)
        if found and not event.cell and "{cell}" in found[self.lang]:
            found = says.get(f"{event.kind}_unplaced", found)
        return found[self.lang] if found else ""

    def _wording_of(self, event: Event) -> str:
        """Return an event in the game's words."""
        return self._event(self._wording(event), event)

    def offered(self, event: Event, items: str = "", *, asked: bool = False) -> str:
        """Return an event as a possible action, "" if the game has no words for it.

        `items` are the things to choose from, in words; `asked`: there are several, and the text is
        a question if the game has one.
        """
        says, key = self.catalog.event_texts, f"may_{event.kind}_{event.value}"
        question = says.get(f"{key}_asked") if asked else None
        found = question or says.get(key) or says.get(f"may_{event.kind}")
        return self._event(found[self.lang], event, items) if found else ""

    def _event(self, wording: str, event: Event, items: str = "") -> str:
        """Fill an event's facts into its wording."""
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
        """Return a player's action in words, without the player."""
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
        """Return an action's value, or its cards, in words."""
        if not action.value:
            return self.texts.listed([self.named(card) for card in action.also])
        return self.named(action.value)

    def named(self, value: str) -> str:
        """Return a value in words: a card, a term, a seat or a place; an order part by part.

        Numbers, one for each seat, have the seats' names.
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
        """Return one number for each seat."""
        each = zip(self.catalog.seats, numbers, strict=True)
        listed = [self.texts.say("name.number", seat=self.seat(s), number=n) for s, n in each]
        return self.texts.sentences["join.comma"].join(listed)

    def part(self, part: str) -> str:
        """Return a part of an order (`move:2:0`), short enough for a button."""
        own = "order.hidden" if part == UNKNOWN else f"order.{part}"
        if own in self.texts.sentences:
            return self.texts.say(own)
        known, term = self.catalog.cards.get(part), self.catalog.terms.get(f"{part}_order")
        if known is not None:
            return known.names[self.lang]
        return term[self.lang] if term else self.named(part)

    def actions(self, actions: tuple[Action, ...], would: Iterable[Iterable[Event]]) -> str:
        """Return actions that may have happened, each by the first of its wordings."""
        sentences = [
            self.texts.say("do.by", seat=self.seat(a.seat), what=self.describe(a, events)[0])
            for a, events in zip_longest(actions, would, fillvalue=())
            if isinstance(a, Action) and a.seat != CHANCE
        ]
        return self.texts.sentences["do.then"].join(sentences)

    def steps(self, steps: tuple[CorrectionStep, ...]) -> list[str]:
        """Return the steps to do, at most `MAX_STEPS` of them."""
        takes = [s for s in steps if s.kind is StepKind.TAKE and "." not in s.cell]
        sentences = []
        if len(takes) > 1:
            sentences.append(
                self.texts.say("step.take_many", cells=self.cells(s.cell for s in takes))
            )
            steps = tuple(s for s in steps if s not in takes)
        sentences += [self.step(step) for step in steps[: MAX_STEPS - len(sentences)]]
        more = len(steps) - (MAX_STEPS - (1 if len(takes) > 1 else 0))
        return [*sentences, self.texts.say("count.more", count=more)] if more > 0 else sentences

    def step(self, step: CorrectionStep) -> str:
        """Return a step as a sentence."""
        return self.texts.say(
            f"step.{step.kind.value}",
            card=self.placed_card(step.placed),
            cell=self.cell(step.cell),
            to=self.cell(step.to),
            wrong=self.placed_card(step.wrong) if step.wrong else "",
        )

    def placed_card(self, placed: PlacedCard) -> str:
        """Return a card with its owner, unless the game's wording already includes the owner."""
        card, whose = self.card(placed.card), self.seat(placed.owner) if placed.owner else ""
        named = piece_called(self.catalog, self.lang, placed.card, placed.owner, whose)
        if named or not placed.owner:
            return named or card
        own = self.catalog.event_texts.get("of_seat")
        if own and placed.card in (*self.catalog.cards, "", UNKNOWN):
            return fill(own[self.lang], {"card": card, "seat": self.seat(placed.owner)})
        key = "name.hidden_of_seat" if placed.card in ("", UNKNOWN) else "name.of_seat"
        return self.texts.say(key, seat=self.seat(placed.owner), card=card)

    def to_do(self, notice: Notice) -> list[str]:
        """Return the remaining steps with their introduction, nothing if there are none."""
        if not notice.steps:
            return []
        return [self.texts.say("say.still"), *self.steps(notice.steps)]

    def fault(self, fault: TableFault) -> str:
        """Return a fault of the paper, and how to fix it."""
        key = fault.kind.value
        if fault.kind is FaultKind.DUPLICATE and len(fault.cells) == 1:
            key = "duplicate_beside"
        name = fault.card if fault.kind is FaultKind.WRONG_MAT else self.card(fault.card)
        return self.texts.say(
            f"fault.{key}", card=name, cells=self.cells(fault.cells), mat=self.mat
        )


def _restates(event: Event, action: Action) -> bool:
    """Return True if an event, in the game's words, only repeats the action: same card, same place.

    An event without a place also repeats it if it is about the actor and no other card.
    """
    card = not action.card or event.card == action.card
    if not event.cell and not event.to:
        return card and event.seat == action.seat and action.verb in BY_HAND
    card = card or event.card == UNKNOWN
    return card and bool({event.cell, event.to} & ({action.at, action.to} - {""}))
