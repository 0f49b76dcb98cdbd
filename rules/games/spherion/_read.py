"""Reading a position's text; the form is described in `_text`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN
from rules.games.spherion._config import SEATS
from rules.games.spherion._globe import NOWHERE
from rules.games.spherion._intent import read_intent
from rules.games.spherion._legal import HAND, SIGNS
from rules.games.spherion._maze import maze
from rules.games.spherion._sense import nonsense
from rules.games.spherion._state import (
    HIDDEN_ORDER,
    MAX_LP,
    Ask,
    Order,
    Phase,
    Player,
    State,
    Unit,
    first_state,
)
from rules.games.spherion._stream import SEED_FORM
from rules.games.spherion._words import Word, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.spherion._config import Config

__all__ = ["parse_state"]

_FLAGS = ("phase", "attacked", "stopped", "turned", "arrived")
_COUNTS = {"atk": "atk", "def": "dfn", "dip": "dip"}
_ASKED = {"blue": 0, "red": 1, "both": 2, "chance": 3}
_KINDS = ("jkp", "face", "target")
_MOST = 9999
_DECK = 40
_LONGEST = 100_000
_ENDING = re.compile(r"SPH-[0-9]{1,2}\.[0-9]{1,2}")


def parse_state(text: str, config: Config) -> State:
    """The position a text describes; raises `NotationError` with place and fix."""
    if len(text) > _LONGEST:
        raise NotationError("a position is shorter than this", text, _LONGEST, "shorten it")
    return _Reader(text, config).state()


@dataclass(slots=True)
class _Reader(Words):
    """One reading, and what it has found so far; `between` two steps nobody is asked."""

    between: bool = False
    start: State = field(init=False)
    top: dict[str, object] = field(default_factory=dict)
    players: tuple[dict[str, object], dict[str, object]] = field(default_factory=lambda: ({}, {}))
    units: tuple[dict[int, Unit], dict[int, Unit]] = field(default_factory=lambda: ({}, {}))
    colours: int = 0
    taken: set[int] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def state(self) -> State:
        self.start = first_state(self.config)
        self.colours = self.start.colours
        nested: list[str] = []
        begin = at = 0
        for line in self.text.splitlines(keepends=True):
            if line.startswith("|"):
                begin = begin if nested else at
                nested.append(line[1:].removeprefix(" "))
            else:
                self.line(line.partition("#")[0], at)
            at += len(line)
        if "phase" not in self.top:
            self.no("a position says whose turn it is", 0, "add a line like: turn 1 plan")
        if nested:
            self.top["base"] = self.base("".join(nested), begin)
        self.complete()
        players = tuple(Player(units=self.slots(s), **self.players[s]) for s in (0, 1))  # type: ignore[arg-type]  # read by name
        state = State(
            self.config,
            players=(players[0], players[1]),
            colours=self.colours,
            **self.top,  # type: ignore[arg-type]  # read by name
        )
        fault = nonsense(state, between=self.between)
        if fault is not None:
            self.no(fault[0], 0, fault[1])
        return state

    def base(self, text: str, at: int) -> State:
        if any(line.startswith("|") for line in text.splitlines()):
            self.no("a step's start has no step under way", at, "leave out the inner | lines")
        try:
            return _Reader(text, self.config, between=True).state()
        except NotationError as error:
            what = f"the position at the start of the step: {error.what}"
            raise NotationError(what, self.text, at, error.fix) from error

    def line(self, line: str, start: int) -> None:
        words = [(m.group(), start + m.start()) for m in re.finditer(r"\S+", line)]
        if not words:
            return
        (key, at), *rest = words
        seat = rest[0][0] if rest and rest[0][0] in SEATS else ""
        if key in _OF_SEAT:
            if not seat:
                self.no(f"{key} belongs to a seat", at, f"write {key} blue … or {key} red …")
            name = key if key != "unit" else f"unit {rest[1][0] if len(rest) > 1 else ''}"
            self.once(f"{name} {seat}", at)
            _OF_SEAT[key](self, SEATS.index(seat), rest[1:], at)
        elif key in _TOP:
            self.once(key, at)
            _TOP[key](self, rest, at)
        else:
            self.no(f"{key!r} is no key", at, did_you_mean(key, (*_TOP, *_OF_SEAT)))

    def once(self, key: str, at: int) -> None:
        if key in self.seen:
            self.no(f"{key} stands twice", at, "put it into one line")
        self.seen.add(key)

    # The table.

    def turn(self, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "turn 3 plan")
        self.top["turn"] = self.number(*words[0], 0, _MOST)
        self.top["phase"] = Phase.PLAN
        for word, place in words[1:]:
            if word in SEATS:
                self.top["seat"] = SEATS.index(word)
            elif word.startswith("half="):
                self.top["half"] = self.number(word[5:], place, 0, 1)
            else:
                self.top["phase"] = Phase(self.one_of((word, place), list(Phase)))

    def initiative(self, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "initiative blue")
        self.top["initiative"] = SEATS.index(self.one_of(words[0], SEATS))

    def walls(self, words: list[Word], _at: int) -> None:
        walls, config = 0, self.config
        for word, at in words:
            if word == "-":
                continue
            a, dash, b = word.partition("-")
            index = config.globe.index
            if len(words) == 1 and a not in index and SEED_FORM.fullmatch(word):
                radius = config.globe.radius
                walls = maze(radius, word, config.open_gates, config.share, config.min_open)
                continue
            if not dash:
                self.no(f"{word!r} is no edge", at, "write it like N1.0-N2.1")
            one, two = self.cell((a, at)), self.cell((b, at + len(a) + 1))
            if two not in config.globe.around[one]:
                self.no(f"{a} and {b} are not adjacent", at, "a wall stands between neighbours")
            walls |= 1 << config.globe.edge(one, two)
        self.top["walls"] = walls

    def taken_by(self, seat: int, words: list[Word], _at: int) -> None:
        for word in words:
            cell = self.cell(word)
            if cell in self.taken:
                self.no(f"{word[0]} has one colour", word[1], "name it once")
            self.taken.add(cell)
            bit = 1 << cell
            self.colours = self.colours | bit if seat else self.colours & ~bit

    def lying(self, words: list[Word], _at: int) -> None:
        found: dict[int, str] = {}
        for word, at in words:
            name, _, card = word.partition("=")
            cell = self.cell((name, at))
            if cell in found:
                self.no(f"two power-ups lie on {name}", at, "leave one out")
            found[cell] = self.powerup(card or UNKNOWN, at)
        self.top["lying"] = tuple(sorted(found.items()))

    def powerup(self, card: str, at: int) -> str:
        if card != UNKNOWN and card not in self.config.pile:
            self.no(f"{card!r} is no power-up", at, did_you_mean(card, set(self.config.pile)))
        return card

    def pile(self, words: list[Word], _at: int) -> None:
        cards = self.cards(words)
        self.top["pile"] = tuple(self.powerup(card, words[0][1]) for card in cards)

    def used(self, words: list[Word], _at: int) -> None:
        cards = self.cards(words)
        self.top["used"] = tuple(self.powerup(card, words[0][1]) for card in cards)

    def spawned(self, words: list[Word], at: int) -> None:
        self.need(words, 2, at, "spawned 1 N2.0")
        self.top["spawned"] = self.number(*words[0], 0, 2)
        self.top["first"] = self.cell(words[1])

    # Seats.

    def unit(self, seat: int, words: list[Word], at: int) -> None:
        self.need(words, 3, at, "unit blue 1 N1.0 M03")
        (number, place), cell, (card, card_at), *rest = words
        limit = self.config.field_limit
        slot = 0 if number == "dm" else self.number(number, place, 1, limit)
        values: dict[str, object] = {}
        for word, where in rest:
            name, _, value = word.partition("=")
            if word == "down":
                values["up"] = False
            elif word == "defence":
                values["sideways"] = True
            elif word == "set":
                values["spell"] = True
            elif word in _FLAGS:
                values[word] = True
            elif name in _COUNTS:
                values[_COUNTS[name]] = self.number(value, where, -_MOST, _MOST)
            elif name in ("moved", "tributes", "laid"):
                values[name] = self.number(value, where, 0, _MOST * 10)
            elif name == "under":
                values["stack"] = tuple(self.card(each, where) for each in value.split(","))
            else:
                known = ("down", "defence", "set", *_FLAGS, *_COUNTS, "moved", "tributes", "laid")
                self.no(f"{word!r} cannot stand here", where, did_you_mean(name, known))
        self.units[seat][slot] = self.stand(self.card(card, card_at), cell, values)

    def stand(self, card: str, cell: Word, values: dict[str, object]) -> Unit:
        word, at = cell
        here = origin = NOWHERE
        if word.startswith(">"):
            origin = NOWHERE if word == ">hand" else self.cell((word[1:], at + 1))
        else:
            here = self.cell(cell)
            if any(u.cell == here for units in self.units for u in units.values()):
                self.no(f"two cards stand on {word}", at, "move one of them")
        return Unit(card=card, cell=here, origin=origin, **values)  # type: ignore[arg-type]  # read by name

    def hand(self, seat: int, words: list[Word], _at: int) -> None:
        self.players[seat]["hand"] = tuple(sorted(self.cards(words)))

    def deck(self, seat: int, words: list[Word], _at: int) -> None:
        self.players[seat]["deck"] = self.cards(words)

    def extra(self, seat: int, words: list[Word], _at: int) -> None:
        self.players[seat]["extra"] = tuple(sorted(self.cards(words)))

    def core(self, seat: int, words: list[Word], _at: int) -> None:
        self.players[seat]["core"] = self.cards(words)

    def points(self, seat: int, words: list[Word], _at: int) -> None:
        found = self.players[seat]
        faces = {"cards": 0, "hammers": 0}
        for word, at in words:
            name, _, value = word.partition("=")
            if name == "lp":
                found["lp"] = self.number(value, at, 0, MAX_LP)
            elif name in ("sp", "mp"):
                found[name] = self.number(value, at, 0, _MOST)
            elif name in faces:
                faces[name] = self.number(value, at, 0, 3)
            elif name == "purse":
                a, _, b = value.partition("/")
                found["purse"] = (self.number(a, at, 0, _MOST), self.number(b, at, 0, _MOST))
            else:
                known = ("lp", "sp", "mp", "cards", "hammers", "purse")
                self.no(f"{word!r} cannot stand here", at, did_you_mean(name, known))
        found["faces"] = (faces["cards"], faces["hammers"])

    def queue(self, seat: int, words: list[Word], _at: int) -> None:
        orders = []
        for word, at in words:
            text, _, ply = word.partition("@")
            if text != HIDDEN_ORDER and read_intent(text) is None:
                self.no(f"{text!r} is no order", at, "write it like move:2:0 or wait")
            orders.append(Order(text, self.number(ply or "0", at, 0, _MOST * 10)))
        self.players[seat]["queue"] = tuple(orders)

    def done(self, seat: int, _words: list[Word], _at: int) -> None:
        self.players[seat]["done"] = True

    def sign(self, seat: int, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "sign blue rock")
        self.players[seat]["sign"] = self.one_of(words[0], (*SIGNS, "claim", UNKNOWN))
        self.players[seat]["done"] = True

    # The step.

    def ply(self, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "ply 12")
        self.top["ply"] = self.number(*words[0], 0, _MOST * 10)

    def step(self, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "step 1")
        self.top["step"] = self.number(*words[0], 0, 20)

    def answers(self, words: list[Word], _at: int) -> None:
        self.top["answers"] = tuple(word for word, _ in words)

    def ask(self, words: list[Word], at: int) -> None:
        self.need(words, 4, at, "ask target blue - 3 N1.0 N1.1")
        kind, seat, cell, told, *options = words
        where = "" if cell[0] == "-" else self.config.globe.names[self.cell(cell)]
        self.top["ask"] = Ask(
            self.one_of(kind, _KINDS),
            _ASKED[self.one_of(seat, _ASKED)],
            where,
            tuple(word for word, _ in options),
            self.number(*told, 0, _MOST),
        )

    def end(self, words: list[Word], at: int) -> None:
        self.need(words, 1, at, "end SPH-14.1 blue")
        if not _ENDING.fullmatch(words[0][0]):
            self.no(f"{words[0][0]!r} is no clause", words[0][1], "write it like SPH-14.1")
        self.top["ending"] = words[0][0]
        self.top["winners"] = tuple(self.one_of(word, SEATS) for word in words[1:])

    # What was left out.

    def complete(self) -> None:
        """Defaults: deck masters on their poles, unknown hands, decks and pile."""
        for seat in (0, 1):
            found, units = self.players[seat], self.units[seat]
            master, told = self.start.players[seat].units[0], self.config.decks[seat]
            if 0 not in units and master is not None:
                if any(u.cell == master.cell for all_ in self.units for u in all_.values()):
                    fix = f"say where the deck master stands: unit {SEATS[seat]} dm …"
                    self.no("a card stands on the deck master's pole", 0, fix)
                units[0] = master
            found.setdefault("extra", told.extra if told else ())
            found.setdefault("core", ())
            found.setdefault("hand", (UNKNOWN,) * HAND)
            if "deck" not in found:
                size = len(told.cards) if told else _DECK
                out = len(units) - 1 + sum(len(u.stack) for u in units.values())
                kept = size - out - len(_tuple(found["hand"])) - len(_tuple(found["core"]))
                found["deck"] = (UNKNOWN,) * max(0, kept)
        gone = len(_tuple(self.top.get("lying", ()))) + len(_tuple(self.top.get("used", ())))
        self.top.setdefault("pile", (UNKNOWN,) * max(0, len(self.config.pile) - gone))

    def slots(self, seat: int) -> tuple[Unit | None, ...]:
        return tuple(self.units[seat].get(slot) for slot in range(self.config.field_limit + 1))


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


_TOP: dict[str, Callable[[_Reader, list[Word], int], None]] = {
    "turn": _Reader.turn,
    "initiative": _Reader.initiative,
    "walls": _Reader.walls,
    "lying": _Reader.lying,
    "pile": _Reader.pile,
    "used": _Reader.used,
    "spawned": _Reader.spawned,
    "ply": _Reader.ply,
    "step": _Reader.step,
    "answers": _Reader.answers,
    "ask": _Reader.ask,
    "end": _Reader.end,
}
_OF_SEAT: dict[str, Callable[[_Reader, int, list[Word], int], None]] = {
    "taken": _Reader.taken_by,
    "unit": _Reader.unit,
    "hand": _Reader.hand,
    "deck": _Reader.deck,
    "extra": _Reader.extra,
    "core": _Reader.core,
    "points": _Reader.points,
    "queue": _Reader.queue,
    "done": _Reader.done,
    "sign": _Reader.sign,
}
