"""A slow second implementation of Ji Guan, written from its specification alone.

The position is filled from the public text form. A match is played in one of two ways: with known
cards, as on two devices, or *watched*, as under a camera, where a card is `?` until it is turned
up. Then an item may be on a beast place, and a beast in an item row (JGS-10.2, 10.3).

Some things are conventions, because the specification leaves them open. A card is turned up by its
owner, or too early (JGS-10.5) by anybody who may act. In a watched round the field is cleared by
hand: each player removes their own cards, or one of them says `ready`. After the last round the
cards stay.
"""

from __future__ import annotations

import copy
import csv
import dataclasses
import random
from dataclasses import dataclass
from pathlib import Path

from benchmarks.oracles.verdicts import ILLEGAL, LEGAL, UNDETERMINED, Ended, Expected, forbidden
from rules import CHANCE, UNKNOWN, Action, Deck, Facing, Setup, Verb, parse_action

SLUG = "jiguan"
DATA = Path(__file__).parents[2] / "card_data" / SLUG / "cards.csv"
SEATS = ("A", "B")
ROUNDS = 5

CIRCLE = ("wood", "fire", "earth", "metal", "water")
"""The order of generation (JGS-2.1)."""

BEATS = {
    "fire": ("metal", "wood", "earth"),
    "metal": ("wood", "earth", "water"),
    "wood": ("earth", "water"),
    "earth": ("water",),
    "water": ("fire",),
}
"""Elements that each element beats (JGS-2.3)."""

STEPS = {"mother": -1, "child": 1, "unmoved": 0}
"""Effects of items, as steps on the circle (JGS-2.5)."""

STAND_INS = {"water": "mother", "wood": "child", "earth": "unmoved"}
"""Roles that beasts may take (JGS-1.7)."""


def _cards() -> dict[str, dict[str, str]]:
    with DATA.open(encoding="utf-8") as lines:
        return {row["id"]: row for row in csv.DictReader(lines)}


CARDS = _cards()


def other(seat: str) -> str:
    """Return the opponent of a seat."""
    return "B" if seat == "A" else "A"


@dataclass
class RoundCard:
    """A card of the round on the field; `place` is "A.beast", "B.item2" and so on."""

    place: str
    card: str
    owner: str
    up: bool
    ply: int

    @property
    def row(self) -> str:
        """The seat in whose row the card is."""
        return self.place[0]


@dataclass
class RoundPosition:
    """A position, as its text states it. A seat holds what is not spent, also on the field."""

    settings: dict[str, str]
    sets: dict[str, tuple[str, ...]]
    items: dict[str, tuple[str, ...]]
    round: int = 1
    phase: str = "lay"
    won: list[str] = dataclasses.field(default_factory=list)
    marker: str = "A"
    holds: dict[str, set[str]] = dataclasses.field(default_factory=dict)
    field: list[RoundCard] = dataclasses.field(default_factory=list)
    turn: str = ""
    number: int = 0
    declined: set[str] = dataclasses.field(default_factory=set)
    debtors: set[str] = dataclasses.field(default_factory=set)
    watched: bool = False
    ply: int = 0

    def at(self, place: str) -> RoundCard | None:
        """Return the card on a place."""
        return next((placed for placed in self.field if placed.place == place), None)

    def row(self, seat: str) -> list[RoundCard]:
        """Return the items in a seat's row, from left to right."""
        return [c for c in self.field if c.row == seat and not c.place.endswith("beast")]

    def items_in_order(self) -> list[RoundCard]:
        """Return all items of the round, in the order of placement."""
        return sorted((c for seat in SEATS for c in self.row(seat)), key=lambda c: c.ply)

    def is_item(self, seat: str, card: str) -> bool:
        """Return True if a card is an item of its owner, perhaps a stand-in (JGS-1.7)."""
        return card in self.items[seat]


def read(text: str, setup: Setup, settings: dict[str, str]) -> RoundPosition:
    """Return the position in a text."""
    items = {}
    sets = {}
    for seat, deck in setup.decks.items():
        side = deck.extras.get("side", ())
        items[seat] = (*(card for card in deck.cards if CARDS[card]["kind"] == "item"), *side)
        sets[seat] = (*deck.cards, *side)
    position = RoundPosition(settings, sets, items)
    for line in text.splitlines():
        name, *words = line.split()
        if name in ("round", "ply"):
            setattr(position, name, int(words[0]))
        elif name in ("phase", "marker"):
            setattr(position, name, words[0])
        elif name == "won":
            position.won = words
        elif name in SEATS:
            position.holds[name] = set(words[1:]) - {"-"}
        elif name == "beast":
            seat, card, *rest = words
            ply = int(rest[1][1:])
            position.field.append(RoundCard(f"{seat}.beast", card, seat, rest[0] == "up", ply))
        elif name == "item":
            place, card, owner, side_up, ply_text = words
            ply = int(ply_text[1:])
            position.field.append(RoundCard(place, card, owner, side_up == "up", ply))
        elif name == "turn":
            position.turn, position.number = words[0], int(words[1])
        elif name in ("declined", "owes"):
            setattr(position, "debtors" if name == "owes" else name, set(words))
        elif name == "watched":
            position.watched = True
    return position


def differences(expected: RoundPosition, got: RoundPosition) -> list[str]:
    """Return what differs, one line per field; turns count only while they are taken."""
    names = ["round", "phase", "won", "marker", "holds", "field", "debtors", "ply"]
    if expected.phase == "items":
        names += ["turn", "number", "declined"]
    if expected.phase != "end":
        names.append("watched")
    found = []
    for name in names:
        one, two = getattr(expected, name), getattr(got, name)
        if name == "field":
            one, two = sorted(one, key=lambda c: c.place), sorted(two, key=lambda c: c.place)
        if one != two:
            found.append(f"{name}: expected {one}, game has {two}")
    return found


# Elements.


def beats(one: str, two: str) -> bool:
    """Return True if an element beats another (JGS-2.3)."""
    return two in BEATS[one]


def winner(elements: dict[str, str]) -> str:
    """Return the seat whose element wins, or "=" (JGS-4.5, 7.1)."""
    if beats(elements["A"], elements["B"]):
        return "A"
    return "B" if beats(elements["B"], elements["A"]) else "="


def elements_of(position: RoundPosition, items: list[RoundCard]) -> dict[str, str]:
    """Return both beasts' elements after these items, one after the other (JGS-6.1, 6.2)."""
    elements = {}
    for seat in SEATS:
        beast = position.at(f"{seat}.beast")
        assert beast is not None
        elements[seat] = CARDS[beast.card]["element"]
    for item in items:
        if position.is_item(item.owner, item.card):  # JGS-10.3
            card = CARDS[item.card]
            role = card["role"] or STAND_INS[card["element"]]
            there = CIRCLE.index(elements[item.row]) + STEPS[role]
            elements[item.row] = CIRCLE[there % len(CIRCLE)]
    return elements


def opening(position: RoundPosition) -> str:
    """Return the winner of the opening, or "=" (JGS-4.5)."""
    return winner(elements_of(position, []))


# What may be done.


def acting(position: RoundPosition) -> set[str]:
    """Return the seats that may act."""
    if position.phase == "lot":
        return {CHANCE}
    if position.phase == "end":
        return set()
    if position.phase == "items":
        return {position.turn}
    if position.phase == "lay":  # who may still place or exchange (JGS-4.2, 10.5)
        return {seat for seat in SEATS if may_place_beast(position, seat)}
    if position.phase in ("reveal", "turn_up"):
        return {placed.owner for placed in position.field if not placed.up}
    if position.phase == "discard":
        return set(position.debtors)
    return set(SEATS)


def turned_up(position: RoundPosition, place: str) -> bool:
    """Return True if a face-up card is on a place."""
    placed = position.at(place)
    return placed is not None and placed.up


def may_place_beast(position: RoundPosition, seat: str) -> bool:
    """Return True if a seat has no beast yet, or perhaps another one to exchange it for.

    A card that was placed unseen may be an item.
    """
    placed = position.at(f"{seat}.beast")
    if placed is None or placed.up:
        return placed is None
    beasts = [card for card in position.holds[seat] if not position.is_item(seat, card)]
    return position.watched or len(beasts) > 1


def known(position: RoundPosition, seat: str) -> set[str]:
    """Return a seat's cards that are known to be on the field."""
    return {c.card for c in position.field if c.owner == seat and c.card != UNKNOWN}


def items_left(position: RoundPosition, seat: str) -> int:
    """Return how many items a seat may still place (JGS-5.6).

    An unknown card in an item row counts as an item until it is turned up.
    """
    mine = position.holds[seat] - known(position, seat)
    unknown = sum(c.card == UNKNOWN and c.owner == seat for c in position.items_in_order())
    return max(0, sum(position.is_item(seat, card) for card in mine) - unknown)


def right_end(position: RoundPosition, row: str) -> str:
    """Return the next place of an item row (JGS-3.2, 5.1)."""
    return f"{row}.item{len(position.row(row)) + 1}"


def actions(position: RoundPosition) -> set[str]:
    """Return the texts of all actions that are legal or undetermined."""
    phase = position.phase
    found: set[str] = set()
    if phase == "lot":
        return {f"{CHANCE} choose {seat}" for seat in SEATS}
    for seat in acting(position):
        mine = position.holds[seat] - known(position, seat)
        beasts = sorted(card for card in mine if not position.is_item(seat, card))
        if phase == "lay":
            found |= {f"{seat} place {card} {seat}.beast facing=down" for card in beasts}
        elif phase == "items":
            found.add(f"{seat} pass")
            for row in SEATS if items_left(position, seat) else ():
                for card in mine - set(beasts):
                    found.add(f"{seat} place {card} {right_end(position, row)} facing=down")
        elif phase in ("clear", "relay"):
            found.add(f"{seat} ready")
            found |= {f"{seat} remove {c.place}" for c in position.field if c.owner == seat}
        elif phase == "discard":
            found |= {f"{seat} place {card} {seat}.spent" for card in beasts}
        found |= flips(position, seat)
    return found


def flips(position: RoundPosition, seat: str) -> set[str]:
    """Return how a seat may turn up cards; anybody who may act can be too early (JGS-10.5)."""
    early = position.phase in ("lay", "items")
    if not position.watched or position.phase not in ("lay", "items", "reveal", "turn_up"):
        return set()
    found = set()
    for placed in position.field:
        if placed.up or (not early and placed.owner != seat):
            continue
        cards = {placed.card}
        if placed.card == UNKNOWN:
            cards = position.holds[placed.owner] - known(position, placed.owner)
        found |= {f"{seat} flip {placed.place} card={card}" for card in cards}
    return found


def canonical(action: str) -> str:
    """Return the text of an action in the form that `actions` uses."""
    return action


def possible(position: RoundPosition, action: Action) -> bool:
    """Return True if the card that the action shows may be the real one."""
    seat, card = action.seat, action.card
    if action.verb is Verb.FLIP:
        placed = position.at(action.at)
        if placed is None or placed.card == card:
            return True
        there = position.holds[placed.owner] - known(position, placed.owner)
        return placed.card == UNKNOWN and card in there
    if action.verb is not Verb.PLACE:
        return True
    mine = position.holds[seat] - known(position, seat)
    return card in mine or (card == UNKNOWN and bool(mine))


def sees_all(position: RoundPosition) -> bool:
    """Return True if each seat's view shows everything that its own actions depend on."""
    return not position.watched


def shown(_action: Action, _clauses: tuple[str, ...]) -> bool:
    """Return True if a view may refuse a legal action: never."""
    return False


OVER = ("JGS-3.4",)
FOREIGN = ("JGS-1.2", "JGS-1.3", "JGS-1.9", "JGS-1.4", "JGS-9.1", "JGS-1.7")
"""Clauses of a card that its owner's set does not have."""
SPENT = ("JGS-5.8", "JGS-7.2", "JGS-9.1")
"""Clauses of a card that is not in hand any more."""


def expected(position: RoundPosition, action: Action, legal: set[str] | None) -> Expected:
    """Return the verdict on an action of a seat; `legal` is what `actions` returned."""
    phase = position.phase
    if phase == "end":
        return forbidden(*OVER)
    if phase == "lot":
        return forbidden("JGS-3.3", also=("JGS-10.1",))
    if action.verb is Verb.PLACE and action.card == UNKNOWN:
        return _unknown(position, action, legal)
    if legal is not None and str(action) in legal:
        return LEGAL
    if phase == "lay":
        return _first_phase(position, action)
    if phase == "items":
        return _items(position, action)
    wrong = (*FOREIGN, *SPENT) if not possible(position, action) else ()
    if phase == "reveal":
        return forbidden("JGS-4.5", *wrong, also=("JGS-4.2",))
    if phase == "turn_up":
        return forbidden("JGS-6.3", "JGS-6.1", *wrong)
    if phase == "clear":
        return forbidden("JGS-7.2", *wrong, also=("JGS-10.1",))
    return forbidden("JGS-10.2", "JGS-10.1", *wrong)


def _unknown(position: RoundPosition, action: Action, legal: set[str] | None) -> Expected:
    """Return the verdict on placing an unseen card."""
    seat = action.seat
    mine = position.holds[seat] - known(position, seat)
    tried = [dataclasses.replace(action, card=card) for card in sorted(mine)]
    verdicts = [str(each) in (legal or ()) for each in tried]
    if all(verdicts) and verdicts:
        return LEGAL
    if any(verdicts):
        return UNDETERMINED
    return ILLEGAL


def _owned(position: RoundPosition, seat: str, card: str) -> list[str]:
    """Return the clauses that rule a card out, whatever the phase."""
    if card not in position.sets[seat]:
        return list(FOREIGN)
    if card not in position.holds[seat]:
        return list(SPENT)
    return []


def _first_phase(position: RoundPosition, action: Action) -> Expected:
    """Return the verdict on an illegal action of phase 1."""
    seat, verb = action.seat, action.verb
    if verb is Verb.PLACE:
        main = _owned(position, seat, action.card)
        if position.is_item(seat, action.card):
            main += ["JGS-4.4", "JGS-1.7"]
        if action.to != f"{seat}.beast" or action.facing is not Facing.DOWN:
            main += ["JGS-4.1"]
        if turned_up(position, f"{seat}.beast"):
            main += ["JGS-10.5"]
        if action.card in known(position, seat):
            main += ["JGS-4.2", "JGS-4.3", "JGS-9.1"]
        return forbidden(*main)
    if verb is Verb.PASS:
        return forbidden("JGS-4.4", also=("JGS-4.3", "JGS-10.5"))
    if verb is Verb.FLIP:
        wrong = () if possible(position, action) else (*FOREIGN, *SPENT)
        return forbidden("JGS-4.5", *wrong, also=("JGS-10.5",))
    return ILLEGAL


def _items(position: RoundPosition, action: Action) -> Expected:
    """Return the verdict on an illegal action of phase 3."""
    seat, verb = action.seat, action.verb
    if verb not in (Verb.PLACE, Verb.PASS):
        return ILLEGAL
    found = _item_faults(position, action) if verb is Verb.PLACE else []
    if seat == position.turn:
        return forbidden(*found, also=("JGS-5.1",))
    if position.number == 1:
        main = ["JGS-5.3" if opening(position) == "=" else "JGS-5.2"]
    else:
        main = ["JGS-5.1"]
        if seat in position.declined and position.settings["decline_rule"] == "final":
            main.append("JGS-5.5")
    return forbidden(*main, also=("JGS-5.1", *found))


def _item_faults(position: RoundPosition, action: Action) -> list[str]:
    """Return the clauses that placing this card in phase 3 violates, in either seat's turn."""
    seat, card = action.seat, action.card
    found = _owned(position, seat, card)
    if not items_left(position, seat):
        found.append("JGS-5.6")
    if card in known(position, seat):
        found += ["JGS-5.7", "JGS-5.8", "JGS-4.3", "JGS-9.1"]
    if card in position.holds[seat] and not position.is_item(seat, card):
        found += ["JGS-5.1", "JGS-4.3"]
    if action.to not in [right_end(position, row) for row in SEATS]:
        found += ["JGS-5.1", "JGS-3.2"]
        found += ["JGS-4.3"] if action.to.endswith("beast") else []
    if action.facing is not Facing.DOWN:
        found += ["JGS-5.1", "JGS-3.2"]
    return found


# What actions do.


def after(before: RoundPosition, action: Action) -> RoundPosition:
    """Return the position after a legal action."""
    position = copy.deepcopy(before)
    position.ply += 1
    seat, verb = action.seat, action.verb
    if position.phase == "lot":
        position.marker, position.phase = action.value, "lay"
    elif verb is Verb.FLIP:
        placed = position.at(action.at)
        assert placed is not None
        placed.card, placed.up = action.card, True
        _turned(position)
    elif position.phase == "lay":
        old = position.at(action.to)
        if old is not None:  # exchanged (JGS-4.2)
            position.field.remove(old)
        position.field.append(RoundCard(action.to, action.card, seat, up=False, ply=position.ply))
        position.watched |= action.card == UNKNOWN
        if len(position.field) == len(SEATS):
            _both_placed(position)
    elif position.phase == "items":
        _item_turn(position, action)
    elif position.phase == "discard":
        position.holds[seat].discard(action.card)
        position.debtors.discard(seat)
        if not position.debtors:
            _end_round(position)
    else:
        _tidy(position, action)
    return position


def _both_placed(position: RoundPosition) -> None:
    """Turn both beasts up (JGS-4.5), or let the players do it."""
    if position.watched:
        position.phase = "reveal"
    else:
        for placed in position.field:
            placed.up = True
    _turned(position)


def _turned(position: RoundPosition) -> None:
    """Go on if no card is face down that should be face up."""
    if position.phase in ("lay", "reveal"):
        ups = [placed for placed in position.field if placed.up]
        if len(ups) == len(SEATS):
            _compare(position)
    elif position.phase == "turn_up" and all(placed.up for placed in position.field):
        _result(position)


def _compare(position: RoundPosition) -> None:
    """Compare the beasts just turned up (JGS-4.5)."""
    wrong = {
        placed.owner for placed in position.field if position.is_item(placed.owner, placed.card)
    }
    if wrong and position.settings["misplay"] == "relay":
        position.phase = "relay"
    elif wrong:  # JGS-10.2
        sole = next(iter(wrong)) if len(wrong) == 1 else ""
        position.phase, position.debtors = "discard", wrong
        _round_won(position, other(sole) if sole else "=", tied=False)
    elif opening(position) == "=" and position.settings["tie_opening"] == "draw":
        _finish(position, "=", tied=True)
    else:
        first = opening(position)
        position.turn = position.marker if first == "=" else other(first)
        position.number, position.phase = 1, "items"
        position.declined = set()


def _item_turn(position: RoundPosition, action: Action) -> None:
    """Place an item, or decline (JGS-5.1 to 5.6)."""
    seat, rule = position.turn, position.settings["decline_rule"]
    tied = opening(position) == "="
    if action.verb is Verb.PASS:
        position.declined.add(seat)
        both = position.declined == set(SEATS)
        at_once = position.number == 1 and not tied  # JGS-5.2
        single = rule == "single" and not (position.number == 1 and tied)  # JGS-5.4
        if both or at_once or single:
            _end_items(position)
            return
    else:
        placed = RoundCard(action.to, action.card, seat, up=False, ply=position.ply)
        position.field.append(placed)
        position.watched |= action.card == UNKNOWN
        if rule != "final":
            position.declined = set()
    position.number += 1
    if other(seat) not in position.declined or rule != "final":
        position.turn = other(seat)


def _end_items(position: RoundPosition) -> None:
    """End phase 3: turn the items up, or let the players do it (JGS-6.1)."""
    position.phase = "turn_up"
    if not position.watched:
        for placed in position.field:
            placed.up = True
    _turned(position)


def _result(position: RoundPosition) -> None:
    """Compare the final elements (JGS-7.1)."""
    elements = elements_of(position, position.items_in_order())
    _finish(position, winner(elements), tied=opening(position) == "=")


def _finish(position: RoundPosition, won: str, *, tied: bool) -> None:
    _round_won(position, won, tied=tied)
    _end_round(position)


def _end_round(position: RoundPosition) -> None:
    if position.watched and not over(position):
        position.phase = "clear"
    else:
        _clear(position)


def _round_won(position: RoundPosition, won: str, *, tied: bool) -> None:
    """Record a round, and move the marker (JGS-5.3, 7.3)."""
    position.won.append(won)
    if position.settings["tie_opening"] == "alternate":
        if tied:
            position.marker = other(position.marker)
    elif won != "=":
        position.marker = other(won)


def _tidy(position: RoundPosition, action: Action) -> None:
    """Remove cards after a round, or before a second attempt."""
    for placed in list(position.field):
        if action.verb is Verb.READY or placed.place == action.at:
            position.field.remove(placed)
            spent = placed.place.endswith("beast") or position.is_item(placed.owner, placed.card)
            if position.phase == "clear" and spent:
                position.holds[placed.owner].discard(placed.card)  # JGS-7.2, 10.3
    if not position.field:
        if position.phase == "relay":
            position.phase, position.watched = "lay", False
        else:
            _clear(position)


def _clear(position: RoundPosition) -> None:
    """Clear the field and begin the next round, or end the game (JGS-7.2, 8.1, 8.4)."""
    if over(position):
        position.phase = "end"
        return
    for placed in position.field:
        position.holds[placed.owner].discard(placed.card)
    position.field, position.watched = [], False
    position.round, position.phase = position.round + 1, "lay"


def over(position: RoundPosition) -> bool:
    """Return True if no more rounds are played (JGS-3.4, 8.4)."""
    rounds = len(position.won)
    lead = abs(position.won.count("A") - position.won.count("B"))
    early = position.settings["early_stop"] == "on" and lead > ROUNDS - rounds
    return rounds == ROUNDS or early


def result(position: RoundPosition) -> Ended | None:
    """Return the result of an ended game (JGS-8.1 to 8.4)."""
    if position.phase != "end":
        return None
    scores = {seat: position.won.count(seat) for seat in SEATS}
    early = len(position.won) < ROUNDS
    counts, clause = scores, "JGS-8.4" if early else "JGS-8.1"
    if scores["A"] == scores["B"]:
        hands = {seat: position.holds[seat] - known(position, seat) for seat in SEATS}
        counts, clause = {seat: len(hands[seat]) for seat in SEATS}, "JGS-8.2"
    winners = [seat for seat in SEATS if counts[seat] > counts[other(seat)]]
    return Ended(tuple(winners), clause if winners else "JGS-8.3", tuple(sorted(scores.items())))


# What the campaign plays.


def draw_setup(settings: dict[str, str], rng: random.Random) -> tuple[Setup, dict[str, str]]:
    """Return a set-up; with stand-ins, any beasts may replace items (JGS-1.7)."""
    decks = {}
    for seat in SEATS:
        beasts = ["jb1", "jb2", "jb3", "jb4", "jb5"]
        items: list[str] = []
        side: list[str] = []
        for item, own, spare in (("ji1", 4, "jb6"), ("ji2", 2, "jb7"), ("ji3", 3, "jb8")):
            if settings["stand_ins"] == "off" or rng.random() < 0.4:
                items.append(item)
            elif rng.random() < 0.5:
                side.append(spare)
            else:
                side.append(beasts[own])
                beasts[own] = spare
        extras: dict[str, tuple[str, ...]] = {"extra": ("jr1", "jr2")}
        if side:
            extras["side"] = tuple(side)
        decks[seat] = Deck((*beasts, *items), extras)
    return Setup(SLUG, settings, decks), settings


def attempts(position: RoundPosition, rng: random.Random) -> list[Action]:
    """Return actions to judge, legal or not, of every kind."""
    places = [f"{seat}.{name}" for seat in SEATS for name in ("beast", "item1", "item2", "spent")]
    places += [right_end(position, seat) for seat in SEATS if len(position.row(seat)) < 6]
    texts = []
    for seat in SEATS:
        card = rng.choice(sorted(position.sets[seat]))
        near = [f"{seat}.beast", right_end(position, rng.choice(SEATS))]
        side = rng.choice(["", " facing=down", " facing=down"])
        texts.append(f"{seat} place {card} {rng.choice(near)} facing=down")
        texts.append(f"{seat} place {card} {rng.choice(places)}{side}")
        texts.append(f"{seat} place {rng.choice(sorted(CARDS))} {rng.choice(places)}{side}")
        texts.append(f"{seat} place ? {rng.choice(places)} facing=down")
        texts.append(f"{seat} pass")
        texts.append(f"{seat} ready")
        texts.append(f"{seat} remove {rng.choice(places)}")
        texts.append(f"{seat} flip {rng.choice(places)} card={card}")
        texts.append(f"{seat} move {rng.choice(places)} {rng.choice(places)}")
    return [parse_action(text) for text in texts if "item7" not in text]


def choose(position: RoundPosition, legal: list[Action], rng: random.Random) -> Action:
    """Choose an action to play: half of the rounds are watched, with unknown cards."""
    watched = position.watched or (not position.field and rng.random() < 0.5)
    places = [action for action in legal if action.verb is Verb.PLACE]
    if watched and position.phase in ("lay", "items") and places and rng.random() < 0.6:
        action = dataclasses.replace(rng.choice(places), card=UNKNOWN)
        if _unknown(position, action, {str(each) for each in legal}).status is not ILLEGAL.status:
            return action
    return rng.choices(legal, [_weight(position, action) for action in legal])[0]


def _weight(position: RoundPosition, action: Action) -> float:
    if action.verb is not Verb.FLIP:
        return 1.0
    placed = position.at(action.at)
    assert placed is not None
    item = position.is_item(placed.owner, action.card)
    if position.phase == "items":  # what an early beast in a row means is left open (JGS-10.3)
        return 0.1 if item else 0.0
    early = 0.2 if position.phase == "lay" else 1.0
    return early * (0.3 if item is action.at.endswith("beast") else 1.0)
