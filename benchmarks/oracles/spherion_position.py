"""Positions of Spherion and their texts, for the oracle `spherion`."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.oracles.spherion_globe import cells, edge, globe
from rules import UNKNOWN, Setup, load_catalog

SLUG = "spherion"
DATA = Path(__file__).parents[2] / "card_data" / SLUG / "cards.csv"
SEATS = ("blue", "red")
DISCS = {"blue": "N", "red": "S"}
DEFAULTS = {name: str(spec.default) for name, spec in load_catalog(SLUG).settings.items()}
PIECES = {"M26", "M27", "M28", "M29", "M30"}


def _cards() -> dict[str, dict[str, str]]:
    with DATA.open(encoding="utf-8") as lines:
        return {row["id"]: row for row in csv.DictReader(lines)}


CARDS = _cards()
PILE = [card for card, row in CARDS.items() for _ in range(int(row["copies"] or 0))]
EFFECTS = {  # SPH-19.1, 19.3: the trigger, the word and its number
    "M04": ("on_kill", "mp", 2),
    "M05": ("on_summon", "fog", -300),
    "M06": ("on_destroyed", "draw", 1),
    "M09": ("on_kill", "sp", 1),
    "M16": ("on_summon", "draw", 1),
    "M18": ("on_kill", "mp", 1),
    "M19": ("on_kill", "draw", 1),
    "M20": ("on_summon", "recall", 4),
    "M22": ("on_flip", "expose", 0),
    "M24": ("on_destroyed", "mp", 3),
    "M25": ("on_summon", "lp", -1),
}
SWIFT, HEAVY = {"M01", "M07", "M08", "M10", "X02"}, {"M13", "M15", "X04"}
PHASE = {"M12", "M21", "X03"}
GUARD = {"M02": 300, "M11": 200, "M14": 300, "X01": 200}
RECIPES = {
    "X01": ("Fire", "Earth", 6),
    "X02": ("Wind", "Water", 7),
    "X03": ("Fire", "Void", 7),
    "X04": ("Earth", "Water", 8),
}


def other(seat: str) -> str:
    """Return the opponent of a seat."""
    return "red" if seat == "blue" else "blue"


def kind(card: str) -> str:
    """Return the kind of a card."""
    return CARDS[card]["kind"]


def tributes_needed(card: str) -> int:
    """Return how many tributes a monster's level needs (SPH-7.5b)."""
    level = int(CARDS[card]["level"])
    return 0 if level <= 4 else 1 if level <= 6 else 2


@dataclass
class GlobeUnit:
    """A card on the globe, or one that arrives; number 0 is the deck master."""

    seat: str
    number: int
    cell: str
    card: str
    up: bool = True
    defence: bool = False
    set: bool = False
    atk: int = 0
    dfn: int = 0
    dip: int = 0
    phase: bool = False
    moved: int = 0
    attacked: bool = False
    stopped: bool = False
    turned: bool = False
    arrived: bool = False
    under: list[str] = field(default_factory=list)
    tributes: int = 0
    flying: bool = False
    removed: bool = False

    @property
    def master(self) -> bool:
        """True for a deck master."""
        return self.number == 0

    @property
    def monster(self) -> bool:
        """True for a monster on the globe, which a deck master is not."""
        return not self.master and not self.set

    @property
    def ignores_walls(self) -> bool:
        """True if walls do not stop this card (SPH-3.3)."""
        return self.phase or (self.monster and self.card in PHASE)

    def strength(self) -> int:
        """Return the present ATK."""
        return max(0, int(CARDS[self.card]["atk"]) + self.atk + self.dip)

    def toughness(self) -> int:
        """Return the present DEF."""
        guard = GUARD.get(self.card, 0) if self.defence else 0
        return max(0, int(CARDS[self.card]["def"]) + self.dfn + guard)


@dataclass
class GlobePosition:
    """Everything that a position of the game consists of."""

    settings: dict[str, str]
    walls: set[str] = field(default_factory=set)
    units: list[GlobeUnit] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    powerups: dict[str, str] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    hands: dict[str, list[str]] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)
    extra: dict[str, list[str]] = field(default_factory=dict)
    core: dict[str, list[str]] = field(default_factory=dict)
    points: dict[str, Counter[str]] = field(default_factory=dict)
    queue: dict[str, list[str]] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    purses: dict[str, Counter[str]] = field(default_factory=dict)
    """Points at READY, which the orders of a hidden queue may cost (SPH-5.6)."""
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Each seat's main deck before the match."""
    forfeits: set[str] = field(default_factory=set)
    signs: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    phase: str = "deal"
    seat: str = "blue"
    half: int = 0
    spawned: int = 0
    first: str = ""
    initiative: str = "blue"
    step: int = 0
    asked: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
    answers: list[str] = field(default_factory=list)
    ply: int = 0
    end: tuple[str, tuple[str, ...]] | None = None
    seen_by: str = ""
    """The seat that sees this position, or "public"; "" if it is the whole position."""

    @property
    def radius(self) -> int:
        """Radius of the discs."""
        return int(self.settings["radius"])

    def at(self, cell: str) -> GlobeUnit | None:
        """Return the card in a cell; a card that has left does not count."""
        return next((u for u in self.units if u.cell == cell and not u.flying), None)

    def unit(self, seat: str, name: str) -> GlobeUnit | None:
        """Return a seat's card by its number or as "dm"."""
        number = 0 if name == "dm" else int(name)
        return next((u for u in self.units if u.seat == seat and u.number == number), None)

    def master(self, seat: str) -> GlobeUnit:
        """Return a seat's deck master."""
        return next(u for u in self.units if u.seat == seat and u.master)

    def unseen(self, seat: str, new: Sequence[str] = ()) -> list[str]:
        """Return the cards that an unknown card of a seat, or of chance, may be.

        `new` has the cards in flight.
        """
        if seat not in SEATS:
            known = [*self.pile, *self.used, *self.powerups.values()]
            return sorted({*(Counter(PILE) - Counter(known))})
        known = [*self.hands[seat], *self.decks[seat], *self.core[seat], *new]
        for unit in self.own(seat):
            known += [unit.card, *unit.under]
        return sorted({*(Counter(self.lists[seat]) - Counter(known))})

    def to_show(self) -> GlobeUnit | None:
        """Return the next unknown card that is shown after the end (SPH-15.6)."""
        unknown = [unit for unit in self.units if unit.card == UNKNOWN and not self.seen_by]
        if not self.end or not unknown:
            return None
        return min(unknown, key=lambda unit: (unit.seat, self.order(unit.cell)))

    def own(self, seat: str) -> list[GlobeUnit]:
        """Return a seat's cards but the deck master."""
        return [u for u in self.units if u.seat == seat and not u.master]

    def near(self, cell: str) -> list[str]:
        """Return the neighbours of a cell."""
        return list(globe(self.radius)[cell].values())

    def walled(self, one: str, two: str) -> bool:
        """Return True if a wall separates two cells."""
        return edge(self.radius, one, two) in self.walls

    def colour(self, cell: str) -> str:
        """Return the colour of a cell (SPH-13.1)."""
        return self.taken.get(cell, "blue" if cell[0] == "N" else "red")

    def territory(self, seat: str) -> int:
        """Return how many cells have a seat's colour."""
        return sum(self.colour(cell) == seat for cell in cells(self.radius))

    def order(self, cell: str) -> int:
        """Return a cell's place in the canonical order (SPH-2.4)."""
        return cells(self.radius).index(cell)

    def by_initiative(self) -> tuple[str, str]:
        """Return both seats, the initiative's holder first."""
        return self.initiative, other(self.initiative)


def active(at: GlobePosition) -> tuple[str, ...]:
    """Return the seats whose phases these are (SPH-5.1)."""
    if at.settings["turn_mode"] == "simultaneous":
        return SEATS
    return (other(at.initiative),) if at.half else (at.initiative,)


def start(setup: Setup) -> GlobePosition:
    """Return the position before the decks are shuffled."""
    at = GlobePosition(DEFAULTS | dict(setup.settings))
    for seat in SEATS:
        deck = setup.decks[seat]
        at.decks[seat], at.lists[seat] = list(deck.cards), deck.cards
        at.extra[seat] = sorted(deck.extras.get("extra", ()))
        at.hands[seat], at.core[seat], at.queue[seat] = [], [], []
        at.points[seat] = Counter(lp=5)
        at.units.append(GlobeUnit(seat, 0, f"{DISCS[seat]}0", deck.extras["master"][0]))
    return at


def _listed(given: list[str]) -> list[str]:
    found = []
    for word in given:
        card, _, count = word.partition("*")
        if card != "-":
            found += [card] * int(count or 1)
    return found


def read(text: str, setup: Setup) -> GlobePosition:
    """Return the position in a text."""
    at = start(setup)
    at.units, at.seat = [], ""
    for line in text.splitlines():
        name, *rest = line.split() or [""]
        if name in READERS:
            READERS[name](at, rest)
        elif name in ("initiative", "ply", "step"):
            setattr(at, name, rest[0] if name == "initiative" else int(rest[0]))
        elif name in ("pile", "used"):
            setattr(at, name, _listed(rest))
        elif name in ("hand", "deck", "extra", "core"):
            where = {"hand": at.hands, "deck": at.decks, "extra": at.extra, "core": at.core}[name]
            where[rest[0]] = _listed(rest[1:])
        elif name not in ("", "answers", "|"):  # "|": the position in which the step began
            raise ValueError(f"unknown line: {line}")
    return at


def _read_turn(at: GlobePosition, given: list[str]) -> None:
    at.turn, at.phase = int(given[0]), given[1]
    at.seat = given[2] if len(given) > 2 else ""
    at.half = int("half=1" in given)


def _read_walls(at: GlobePosition, given: list[str]) -> None:
    at.walls = set(given) - {"-"}


def _read_taken(at: GlobePosition, given: list[str]) -> None:
    at.taken |= dict.fromkeys(given[1:], given[0])


def _read_powerups(at: GlobePosition, given: list[str]) -> None:
    at.powerups = dict(word.split("=") for word in given)


def _read_points(at: GlobePosition, given: list[str]) -> None:
    pairs = [word.split("=") for word in given[1:]]
    at.points[given[0]] = Counter({n: int(v) for n, v in pairs if n != "purse"})


def _read_queue(at: GlobePosition, given: list[str]) -> None:
    at.queue[given[0]] = [word.partition("@")[0] for word in given[1:]]


def _read_done(at: GlobePosition, given: list[str]) -> None:
    at.done |= set(given)


def _read_sign(at: GlobePosition, given: list[str]) -> None:
    at.signs[given[0]] = given[1]


def _read_spawned(at: GlobePosition, given: list[str]) -> None:
    at.spawned, at.first = int(given[0]), given[1]


def _read_ask(at: GlobePosition, given: list[str]) -> None:
    seats = SEATS if given[1] == "both" else (given[1],)
    at.asked = (given[0], seats, tuple(given[4:]))


def _read_end(at: GlobePosition, given: list[str]) -> None:
    at.end = (given[0], tuple(given[1:]))


def _read_unit(at: GlobePosition, given: list[str]) -> None:
    at.units.append(_unit(given))


READERS = {
    "turn": _read_turn,
    "walls": _read_walls,
    "unit": _read_unit,
    "taken": _read_taken,
    "powerups": _read_powerups,
    "points": _read_points,
    "queue": _read_queue,
    "done": _read_done,
    "sign": _read_sign,
    "spawned": _read_spawned,
    "ask": _read_ask,
    "end": _read_end,
}


def _unit(given: list[str]) -> GlobeUnit:
    seat, name, place, card, *marks = given
    cell = place.lstrip(">")  # ">": a card in flight
    unit = GlobeUnit(seat, 0 if name == "dm" else int(name), cell, card)
    for mark in marks:
        word, _, value = mark.partition("=")
        if word == "down":
            unit.up = False
        elif word in ("defence", "set", "phase", "attacked", "stopped", "turned", "arrived"):
            setattr(unit, word, True)
        elif word in ("atk", "dip", "moved", "tributes"):
            setattr(unit, word, int(value))
        elif word == "def":
            unit.dfn = int(value)
        elif word == "under":
            unit.under = value.split(",")
        elif word not in ("placed", "crossed"):
            raise ValueError(f"unknown mark: {mark}")
    return unit


def facts(at: GlobePosition) -> dict[str, object]:
    """Return the facts of a position that two implementations must share, by name.

    While a step asks a question, they are the question; the step is compared when it is resolved.
    """
    if unit := at.to_show():
        return {"to show": (unit.seat, unit.cell), "ply": at.ply, "end": at.end}
    if at.asked:
        kind_, seats, options = at.asked
        named = tuple(sorted(options)) if kind_ == "target" else ()
        return {"asked": (kind_, seats, named), "step": at.step, "ply": at.ply, "signs": at.signs}
    if at.end and at.end[0] == "SPH-14.8":  # a step may be half resolved
        return {"end": at.end, "ply": at.ply}
    found: dict[str, object] = {
        "turn": (at.turn, "end") if at.end else (at.turn, at.phase, at.half),
        "initiative": at.initiative,
        "walls": at.walls,
        "powerups": at.powerups,
        "pile": sorted(at.pile) if at.phase == "restock" else at.pile,
        "used": sorted(at.used),
        "end": at.end and (at.end[0], set(at.end[1])),
        "ply": at.ply,
        "signs": at.signs,
        "blue cells": {cell for cell in cells(at.radius) if at.colour(cell) == "blue"},
    }
    if at.phase == "plan" and not at.end:
        found["done"] = at.done & set(active(at))
    for seat in SEATS:
        loose = at.phase in ("mix", "deal")
        deck = at.decks[seat]
        found |= {
            f"hand {seat}": sorted(at.hands[seat]),
            f"deck {seat}": sorted(deck) if loose else deck,
            f"extra {seat}": sorted(at.extra[seat]),
            f"core {seat}": sorted(at.core[seat]),
            f"queue {seat}": at.queue[seat],
        }
        faces = ("cards", "hammers") if at.phase in ("use", "mix") else ()
        found |= {f"{name} {seat}": at.points[seat][name] for name in ("lp", "sp", "mp", *faces)}
    for unit in at.units:
        name = f"unit {unit.seat} {unit.number}"
        shown = unit.up or bool(at.end)  # SPH-15.6
        found[name] = (unit.cell, unit.card, shown, unit.defence, unit.set, sorted(unit.under))
        found[f"{name} values"] = (unit.atk, unit.dfn, unit.dip, unit.phase)
        marks = (unit.moved, unit.attacked, unit.stopped, unit.turned, unit.arrived)
        found[f"{name} marks"] = marks
    return found


def read_facts(text: str, setup: Setup) -> dict[str, object]:
    """Return the facts of a position's text."""
    return facts(read(text, setup))


def write(at: GlobePosition) -> str:
    """Return the text of a position in which the players plan."""
    lines = [f"turn {at.turn} plan {active(at)[0]}" + " half=1" * at.half]
    lines += [f"initiative {at.initiative}", *(f"done {s}" for s in SEATS if s not in active(at))]
    lines.append(f"walls {' '.join(sorted(at.walls)) or '-'}")
    for seat in SEATS:
        taken = [c for c, s in at.taken.items() if s == seat and DISCS[seat] != c[0]]
        lines += [f"taken {seat} {' '.join(taken)}"] if taken else []
    if at.powerups:
        lines.append("powerups " + " ".join(f"{c}={p}" for c, p in at.powerups.items()))
    for name, cards in (("pile", at.pile), ("used", at.used)):
        lines.append(f"{name} {' '.join(cards) or '-'}")
    for seat in SEATS:
        for u in sorted((u for u in at.units if u.seat == seat), key=lambda u: u.number):
            marks = [w for w, on in (("down", not u.up), ("defence", u.defence)) if on]
            marks += [w for w, on in (("set", u.set), ("phase", u.phase)) if on]
            marks += [f"{w}={n}" for w, n in (("atk", u.atk), ("def", u.dfn)) if n]
            marks += [f"tributes={u.tributes}"] if u.tributes else []
            marks += [f"under={','.join(u.under)}"] if u.under else []
            name = str(u.number or "dm")
            lines.append(" ".join(("unit", seat, name, u.cell, u.card, *marks)))
        for name, piles in (("hand", at.hands), ("deck", at.decks), ("extra", at.extra)):
            lines.append(f"{name} {seat} {' '.join(piles[seat]) or '-'}")
        lines.append(f"core {seat} {' '.join(at.core[seat]) or '-'}")
        lines += [f"queue {seat} {' '.join(at.queue[seat])}"] if at.queue[seat] else []
        points = at.points[seat]
        lines.append(f"points {seat} lp={points['lp']} sp={points['sp']} mp={points['mp']}")
    return "\n".join(lines)
