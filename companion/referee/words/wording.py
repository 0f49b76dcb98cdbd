"""The words for seats, cards, cells, actions, steps and faults.

Names come from the game's data (`card_data`) if it has them, or else from `companion/texts`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.pieces import is_piece, piece_called, piece_words
from companion.referee.explain.interpretations import BY_HAND
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import MISPLAYED, VOIDED, Notice
from companion.referee.table import FaultKind, TableFault
from rules import CHANCE, UNKNOWN, Action, Catalog, Event, Facing, Message, PlacedCard, Seat, Verb
from rules.core.event import REVEALED
from rules.messages.catalogs import sentences
from rules.messages.languages import Words
from rules.messages.message import Fact, listed, render

MAX_STEPS = 3
"""Maximum number of steps described in one caption; the number of the others follows."""
MAX_SENTENCES = 7
"""Maximum number of wordings of an action and its consequences in one caption; the page's verdict
contains the rest.
"""
_TWO = 2
_WHOLE = frozenset((MISPLAYED, VOIDED))
"""Kinds of events that are always reported, because they void an action."""
_EACH = frozenset((REVEALED, MISPLAYED, VOIDED))
"""Kinds of events that are reported for every card, not once for all cards."""
ASKED = "asked"
"""Kind of the event by which a game makes a request to the players."""

_NUMBERS = re.compile(r"-?\d+( -?\d+)+")
_ZONES = ("discard", "deck", "hand", "control")
_ZONE = re.compile(r"(?P<kind>[a-z]{2,})\.?(?P<number>[^a-z].*)?")


@dataclass(slots=True)
class Wording:
    """The wording of one game in one language."""

    catalog: Catalog
    lang: str = "en"
    mat: str = ""
    most: int = MAX_SENTENCES

    # Names.

    def seat(self, seat: Seat) -> str:
        """Return a seat's name."""
        names = self.catalog.seat_names.get(seat)
        return names[self.lang] if names else seat

    def seats(self, seats: Iterable[Seat]) -> str:
        """List several seats."""
        return render(listed([self.seat(s) for s in seats]), self.lang)

    def turn(self, number: int) -> Message:
        """Return the number of a turn, or of the unit that the players count instead."""
        return Message(self.catalog.event_texts.get("turn", "referee.name.turn"), number=number)

    def begin(self) -> Message:
        """Return the sentence about the seat that may begin, in the game's words if it has any."""
        own = self.catalog.event_texts.get("begin", "referee.say.begin")
        return Message(own, seat=self.seat(self.catalog.seats[0]))

    def both(self, seats: Sequence[Seat]) -> bool:
        """Return True if these are the two players of a two-player game."""
        return len(seats) == len(self.catalog.seats) == _TWO

    def card(self, card: str) -> str:
        """Return a card's name as it appears in a sentence."""
        known = self.catalog.cards.get(card)
        if known is not None:
            return Message("referee.name.card", name=known.names).render(self.lang)
        if is_piece(card):
            return piece_called(self.catalog, self.lang, card) or self._printed(card)
        return Message("referee.name.hidden").render(self.lang) if card in ("", UNKNOWN) else card

    def _printed(self, piece: str) -> str:
        """Return a token's name by the word printed on it, if there is one."""
        word = piece_words(self.catalog.slug).get(piece)
        if word is None:
            return Message("referee.name.piece").render(self.lang)
        return Message("referee.name.card", name=word).render(self.lang)

    def cell(self, cell: str) -> str:
        """Return a cell's name from the game's `at_…` words, the general words, or its id.

        A zone's id contains a word, and parts that distinguish zones with this word: `A.main1`,
        `red.rail.3`, `wall.N0-N1.0`. In Strato-Sphere a zone belongs to a node (`1.L.supply`) or
        leads from one node to the next (`1.L>1.C`).
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
            return Message(f"referee.name.{kind}", seat=self.seat(seat)).render(self.lang)
        return cell

    def cells(self, cells: Iterable[str]) -> str:
        """List several cells."""
        return render(listed([self.cell(c) for c in cells], "list"), self.lang)

    def cells_in_brief(self, cells: Sequence[str]) -> str:
        """List the first few cells, and give the number of further ones."""
        more = len(cells) - MAX_STEPS
        if more < _TWO:
            return self.cells(cells)
        named = Message("comma", words=[self.cell(c) for c in cells[:MAX_STEPS]])
        return Message("referee.count.places", cells=named, count=more).render(self.lang)

    def title(self, clause: str) -> str:
        """Return a clause's title."""
        known = self.catalog.clauses.get(clause)
        return known.titles[self.lang] if known else clause

    def count(self, steps: tuple[CorrectionStep, ...]) -> Message:
        """Return the sentence about the number of cells that the steps touch."""
        return self.differ(len({cell for step in steps for cell in step.cells}))

    def differ(self, count: int) -> Message:
        """Return the sentence about the number of cells that differ."""
        key = "referee.count.one" if count == 1 else "referee.count.many"
        return Message(key, count=count)

    # Actions, steps, faults.

    def describe(
        self, action: Action, events: Iterable[Event], most: int | None = None
    ) -> tuple[str, ...]:
        """Return an action and its consequences in the game's words.

        The first wording is the action's. If there is no room for all events, those that name a
        clause or that the game marks take precedence. The first event of a kind takes precedence
        over later ones, and an event with only a number comes last. Events that void something,
        and the final request to the players, are always included.
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
        """Return the most important consequences, in their original order."""
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
                # Earlier numbers are outdated.
                rank = 2 if newest[event.kind, event.seat] == at else 3
            else:
                rank = 3 if event.kind in seen - _EACH else 2
            seen.add(event.kind)
            ranks.append((rank, at))
        # Events that void a card or an order are not part of the action.
        most += sum(event.kind in _WHOLE for event, _ in wordings)
        return [wordings[at][1] for at in sorted(at for _, at in sorted(ranks)[:most])]

    def begun(self, text: str) -> str:
        """Return a sentence with a capital letter, in a language that has them."""
        return text[:1].upper() + text[1:] if self.lang == "en" else text

    def _wording(self, event: Event) -> Words:
        """Return the game's wording for an event, by its value if it has no seat, or by kind."""
        says = self.catalog.event_texts
        whose = {"": "nobody", CHANCE: CHANCE}.get(event.seat, "")
        own, by_value = f"{event.kind}_{whose}", f"{event.kind}_{event.value}"
        keys = (own, by_value) if whose == CHANCE else (by_value, own)
        found = next((says[key] for key in (*keys, event.kind) if key in says), None)
        if found and not event.cell and "{cell}" in found[self.lang]:
            found = says.get(f"{event.kind}_unplaced", found)
        return found or {}

    def _wording_of(self, event: Event) -> str:
        """Return an event in the game's words."""
        wording = self._wording(event)
        return self._event(wording, event) if wording else ""

    def offered(self, event: Event, items: str = "", *, asked: bool = False) -> str:
        """Return an event as a possible action, or "" if the game has no words for it.

        `items` are the names of the choices; `asked`: there are several choices, and the
        game's question is used if it has one.
        """
        says, key = self.catalog.event_texts, f"may_{event.kind}_{event.value}"
        question = says.get(f"{key}_asked") if asked else None
        found = question or says.get(key) or says.get(f"may_{event.kind}")
        return self._event(found, event, items) if found else ""

    def _event(self, wording: Words, event: Event, items: str = "") -> str:
        """Fill an event's wording with the event's facts."""
        named = [self.named(item) for item in event.items]
        return Message(
            wording,
            card=self.card(event.card),
            owned=self.placed_card(PlacedCard(event.card, event.seat)),
            cell=self.cell(event.cell),
            to=self.cell(event.to),
            number=event.number or len(event.items),
            change=f"{event.number:+}",
            value=self.named(event.value),
            seat=self.seat(event.seat),
            clause=event.clause,
            items=items or (named and Message("comma", words=named)),
        ).render(self.lang)

    def action(self, action: Action) -> str:
        """Return a player's action in words, without the player."""
        key = action.verb.value
        if action.verb is Verb.PLACE and action.facing is Facing.DOWN:
            key = "place_down"
        elif action.verb is Verb.PLACE and action.turn:
            key = "place_turned"
        elif action.verb is Verb.DECLARE and action.at and action.to:
            key = "declare_at"
        return Message(
            f"referee.do.{key}",
            card=self.card(action.card),
            cell=self.cell(action.at or action.to),
            to=self.cell(action.to),
            value=self._value(action),
        ).render(self.lang)

    def _value(self, action: Action) -> Fact:
        """Return an action's value, or its cards, in words."""
        if not action.value:
            return listed([self.named(card) for card in action.also], "list")
        return self.named(action.value)

    def named(self, value: str) -> str:
        """Return a value in words: a card, a term, a seat or a cell; an order part by part.

        Numbers, one for each seat, are listed with the seats' names.
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
        """List one number for each seat."""
        each = zip(self.catalog.seats, numbers, strict=True)
        words = [Message("referee.name.number", seat=self.seat(s), number=n) for s, n in each]
        return Message("comma", words=words).render(self.lang)

    def part(self, part: str) -> str:
        """Return a part of an order (such as `move:2:0`) in words, short enough for a button."""
        own = "hidden" if part == UNKNOWN else part
        if f"order.{own}" in sentences("referee"):
            return Message(f"referee.order.{own}").render(self.lang)
        known, term = self.catalog.cards.get(part), self.catalog.terms.get(f"{part}_order")
        if known is not None:
            return known.names[self.lang]
        return term[self.lang] if term else self.named(part)

    def actions(self, actions: tuple[Action, ...], would: Iterable[Iterable[Event]]) -> Message:
        """Return the sentence about actions that may have happened, each with its first wording."""
        each = [
            Message("referee.do.by", seat=self.seat(a.seat), what=self.describe(a, events)[0])
            for a, events in zip_longest(actions, would, fillvalue=())
            if isinstance(a, Action) and a.seat != CHANCE
        ]
        return Message("referee.do.then", actions=each)

    def steps(self, steps: tuple[CorrectionStep, ...]) -> list[Message]:
        """Return the sentences on the steps to perform, at most `MAX_STEPS` of them."""
        takes = [s for s in steps if s.kind is StepKind.TAKE and "." not in s.cell]
        lines = []
        if len(takes) > 1:
            cells = self.cells(step.cell for step in takes)
            lines.append(Message("referee.step.take_many", cells=cells))
            steps = tuple(s for s in steps if s not in takes)
        lines += [self.step(step) for step in steps[: MAX_STEPS - len(lines)]]
        more = len(steps) - (MAX_STEPS - (1 if len(takes) > 1 else 0))
        return [*lines, Message("referee.count.more", count=more)] if more > 0 else lines

    def step(self, step: CorrectionStep) -> Message:
        """Return a step as a sentence."""
        return Message(
            f"referee.step.{step.kind.value}",
            card=self.placed_card(step.placed),
            cell=self.cell(step.cell),
            to=self.cell(step.to),
            wrong=self.placed_card(step.wrong) if step.wrong else "",
        )

    def placed_card(self, placed: PlacedCard) -> str:
        """Return a card's name with its owner, unless the game's wording includes the owner."""
        card, whose = self.card(placed.card), self.seat(placed.owner) if placed.owner else ""
        named = piece_called(self.catalog, self.lang, placed.card, placed.owner, whose)
        if named or not placed.owner:
            return named or card
        own = self.catalog.event_texts.get("of_seat")
        if own and placed.card in (*self.catalog.cards, "", UNKNOWN):
            return Message(own, card=card, seat=whose).render(self.lang)
        hidden = placed.card in ("", UNKNOWN)
        key = "referee.name.hidden_of_seat" if hidden else "referee.name.of_seat"
        return Message(key, seat=whose, card=card).render(self.lang)

    def to_do(self, notice: Notice) -> list[Message]:
        """Return the sentences on the remaining steps with an introduction, if there are any."""
        if not notice.steps:
            return []
        return [Message("referee.say.still"), *self.steps(notice.steps)]

    def fault(self, fault: TableFault) -> Message:
        """Return the sentence about a table fault, and how to fix it."""
        key = fault.kind.value
        if fault.kind is FaultKind.DUPLICATE and len(fault.cells) == 1:
            key = "duplicate_beside"
        name = fault.card if fault.kind is FaultKind.WRONG_MAT else self.card(fault.card)
        cells = self.cells(fault.cells)
        return Message(f"referee.fault.{key}", card=name, cells=cells, mat=self.mat)


def _restates(event: Event, action: Action) -> bool:
    """Return True if an event only repeats the action: same card, same place.

    An event without a place also repeats it if it concerns the actor and no other card.
    """
    card = not action.card or event.card == action.card
    if not event.cell and not event.to:
        return card and event.seat == action.seat and action.verb in BY_HAND
    card = card or event.card == UNKNOWN
    return card and bool({event.cell, event.to} & ({action.at, action.to} - {""}))
