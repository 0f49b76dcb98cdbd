"""A position as text: a few lines that a person can write; what is left out has its default.

    round 2                         the round being played (default: one more than the results)
    phase items                     lot lay reveal items turn_up clear relay discard end
    won B                           the winner of each finished round, "=" if drawn
    marker A                        who has the priority marker
    A holds jb2 jb3 jb4 jb5 ji1     not on the spent pile: in hand or lying (default: all eight)
    beast A jb2 up @3               on A's beast place; "?" unknown, "up" or "down", @ its ply
    item A.item1 ? B down @5        the cell, the card, its owner; in the order they were laid
    turn B 2                        B is to lay or decline, 1 turn having been taken before
                                    (default: the first turn, of the seat that acts first)
    declined A                      whose token says "declined"
    owes A                          has to put a beast on the spent pile (JGS-10.2)
    watched                         hands turn the cards up, as before a camera
    ordered                         A lays before B, as the counting of JGS section 12 does
    ply 7                           actions so far

The empty text is a first round with the marker at A.  `#` starts a comment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN
from rules.games.jiguan._cards import ALL, bits
from rules.games.jiguan._config import SEATS, Config, configure
from rules.games.jiguan._sound import first_turn, two_up, unsound
from rules.games.jiguan._state import CELLS, HIDDEN, ROUNDS, Laid, Phase, State

if TYPE_CHECKING:
    from rules._values import Setup

__all__ = ["format_state", "parse_state"]

_MAX_TEXT = 4000
_MAX_PLY = 10**9
_RESULTS = "=AB"


def format_state(state: State) -> str:
    """The position's lines; defaults that say nothing are left out."""
    lines = [f"round {_round(state)}", f"phase {state.phase.value}"]
    if state.results:
        lines.append("won " + " ".join(_RESULTS[won + 1] for won in state.results))
    lines.append(f"marker {SEATS[state.marker]}")
    for seat, name in enumerate(SEATS):
        cards = state.config.cards[seat]
        lines.append(" ".join([f"{name} holds", *(cards[s] for s in bits(state.held[seat]))]))
    for laid in state.lying():
        place = f"beast {SEATS[laid.owner]}" if laid.place == 0 else f"item {laid.cell}"
        card = UNKNOWN if laid.slot == HIDDEN else state.config.cards[laid.owner][laid.slot]
        owner = f" {SEATS[laid.owner]}" if laid.place else ""
        lines.append(f"{place} {card}{owner} {'up' if laid.up else 'down'} @{laid.ply}")
    if state.phase is Phase.ITEMS or state.turns or state.turn:
        lines.append(f"turn {SEATS[state.turn]} {state.turns + 1}")
    for word, pair in (("declined", state.declined), ("owes", state.owing)):
        if any(pair):
            lines.append(" ".join([word, *(s for s, on in zip(SEATS, pair, strict=True) if on)]))
    lines += [word for word in ("watched", "ordered") if getattr(state, word)]
    lines.append(f"ply {state.ply}")
    return "\n".join(lines) + "\n"


def _round(state: State) -> int:
    return len(state.results) + (state.phase in _BEFORE_RESULT)


_BEFORE_RESULT: Final = frozenset(
    (Phase.LOT, Phase.LAY, Phase.REVEAL, Phase.ITEMS, Phase.TURN_UP, Phase.RELAY)
)


def parse_state(text: str, setup: Setup) -> State:
    """The inverse of `format_state`; raises `NotationError` with position and fix."""
    if len(text) > _MAX_TEXT:
        raise NotationError("a position is a few lines", text, _MAX_TEXT, "shorten it")
    reader = _Reader(text, configure(setup))
    at = 0
    for line in text.split("\n"):
        reader.line(line, at)
        at += len(line) + 1
    return reader.state()


class _Reader:
    """The words of a position, line by line; `values` are the fields of the state so far."""

    def __init__(self, text: str, config: Config) -> None:
        self.text, self.config = text, config
        self.values: dict[str, Any] = {"phase": Phase.LAY}
        self.held = [ALL, ALL]
        self.beasts: list[Laid | None] = [None, None]
        self.items: list[Laid] = []
        self.round: int | None = None
        self.seen: set[str] = set()
        self.words: list[str] = []
        self.places: list[int] = []
        self.turn_at = 0

    def fault(self, what: str, word: int = 0, fix: str = "") -> NotationError:
        at = self.places[word] if word < len(self.places) else self.end
        return NotationError(what, self.text, at, fix)

    def line(self, line: str, at: int) -> None:
        content = line.partition("#")[0]
        self.words = content.split()
        self.end = at + len(content.rstrip())
        self.places = []
        start = 0
        for word in self.words:
            start = content.index(word, start)
            self.places.append(at + start)
            start += len(word)
        if not self.words:
            return
        key = self.words[0]
        if key in SEATS and self.words[1:2] == ["holds"]:
            self.once(f"{key} holds")
            self.holds(SEATS.index(key))
            return
        read = _LINES.get(key)
        if read is None:
            fix = did_you_mean(key, [*_LINES, "A holds", "B holds"])
            raise self.fault(f"no line begins with {key!r}", 0, fix)
        if key not in ("beast", "item"):
            self.once(key)
        read(self)

    def once(self, key: str) -> None:
        if key in self.seen:
            raise self.fault(f"{key!r} stands twice", 0, "take one of them out")
        self.seen.add(key)

    def count(self, least: int, most: int, form: str) -> None:
        if not least <= len(self.words) - 1 <= most:
            word = min(len(self.words), most + 1)
            raise self.fault(f"{self.words[0]!r} needs other words", word, f"write: {form}")

    def number(self, word: int, least: int, most: int, prefix: str = "") -> int:
        text = self.words[word].removeprefix(prefix)
        if text.isascii() and text.isdigit() and len(text) < 11 and least <= int(text) <= most:
            return int(text)
        raise self.fault(f"{text!r} is no number here", word, f"write {least} to {most}")

    def seat(self, word: int) -> int:
        if self.words[word] not in SEATS:
            raise self.fault(f"{self.words[word]!r} is no seat", word, "write A or B")
        return SEATS.index(self.words[word])

    def slot(self, word: int, seat: int) -> int:
        slots = self.config.slots[seat]
        card = self.words[word]
        if card not in slots:
            what = f"{card!r} is no card of {SEATS[seat]}'s set"
            raise self.fault(what, word, did_you_mean(card, slots))
        return slots[card]

    # One line each.

    def read_round(self) -> None:
        self.count(1, 1, "round 2")
        self.round = self.number(1, 1, ROUNDS)

    def read_phase(self) -> None:
        self.count(1, 1, "phase items")
        try:
            self.values["phase"] = Phase(self.words[1])
        except ValueError:
            known = [phase.value for phase in Phase]
            what = f"{self.words[1]!r} is no phase"
            raise self.fault(what, 1, did_you_mean(self.words[1], known)) from None

    def read_won(self) -> None:
        self.count(0, ROUNDS, "won A = B")
        for word, text in enumerate(self.words[1:], 1):
            if text not in tuple(_RESULTS):
                raise self.fault(f"{text!r} is no result", word, "write A, B or = for a draw")
        self.values["results"] = tuple(_RESULTS.index(text) - 1 for text in self.words[1:])

    def read_marker(self) -> None:
        self.count(1, 1, "marker A")
        self.values["marker"] = self.seat(1)

    def holds(self, seat: int) -> None:
        held = 0
        for word in range(2, len(self.words)):
            bit = 1 << self.slot(word, seat)
            if held & bit:
                raise self.fault(f"{self.words[word]!r} stands twice", word, "take one out")
            held |= bit
        self.held[seat] = held

    def read_beast(self) -> None:
        self.count(2, 4, "beast A jb1 up @3")
        seat = self.seat(1)
        if self.beasts[seat] is not None:
            raise self.fault("a second card lies on this beast place", 0, "take one out")
        self.beasts[seat] = self.lying(seat, seat, 0, 3)

    def read_item(self) -> None:
        self.count(3, 5, "item A.item1 ji1 B down @5")
        cells = [cell for row in CELLS for cell in row[1:]]
        if self.words[1] not in cells:
            what = f"{self.words[1]!r} is no item place"
            raise self.fault(what, 1, "write A.item1 to B.item6")
        row, place = divmod(cells.index(self.words[1]), 6)
        self.items.append(self.lying(self.seat(3), row, place + 1, 4))

    def lying(self, owner: int, row: int, place: int, word: int) -> Laid:
        slot = HIDDEN if self.words[2] == UNKNOWN else self.slot(2, owner)
        up, ply = False, 0
        for at in range(word, len(self.words)):
            text = self.words[at]
            if text in ("up", "down"):
                up = text == "up"
            elif text.startswith("@"):
                ply = self.number(at, 0, _MAX_PLY, "@")
            else:
                raise self.fault(f"{text!r} is not understood", at, "write up, down or @3")
        return Laid(owner, row, place, slot, ply, up)

    def read_turn(self) -> None:
        self.count(1, 2, "turn B 2")
        self.values["turn"] = self.seat(1)
        self.turn_at = self.places[1]
        if len(self.words) > 2:
            self.values["turns"] = self.number(2, 1, 999) - 1

    def read_pair(self) -> None:
        self.count(0, 2, f"{self.words[0]} A")
        seats = [self.seat(word) for word in range(1, len(self.words))]
        field = {"declined": "declined", "owes": "owing"}[self.words[0]]
        self.values[field] = (0 in seats, 1 in seats)

    def read_flag(self) -> None:
        self.count(0, 0, self.words[0])
        self.values[self.words[0]] = True

    def read_ply(self) -> None:
        self.count(1, 1, "ply 7")
        self.values["ply"] = self.number(1, 0, _MAX_PLY)

    def state(self) -> State:
        state = State(
            self.config,
            held=(self.held[0], self.held[1]),
            beasts=(self.beasts[0], self.beasts[1]),
            items=tuple(self.items),
            **self.values,
        )
        if self.round is not None and self.round != _round(state):
            what = f"round {self.round} does not go with {len(state.results)} results"
            fix = f"write round {_round(state)}, or as many results as rounds were finished"
            raise NotationError(what, self.text, self.text.index("round"), fix)
        opened = state.phase is Phase.ITEMS and two_up(state)
        begun = replace(state, turn=state.first()) if opened else state
        if "turn" not in self.seen:
            state = begun
        what, fix = unsound(state)
        if what:
            raise NotationError(what, self.text, 0, fix)
        if state.turns == 0 and state != begun:
            what, fix = first_turn(begun)
            raise NotationError(what, self.text, self.turn_at, fix)
        return state


_LINES: Final[dict[str, Callable[[_Reader], None]]] = {
    "round": _Reader.read_round,
    "phase": _Reader.read_phase,
    "won": _Reader.read_won,
    "marker": _Reader.read_marker,
    "beast": _Reader.read_beast,
    "item": _Reader.read_item,
    "turn": _Reader.read_turn,
    "declined": _Reader.read_pair,
    "owes": _Reader.read_pair,
    "watched": _Reader.read_flag,
    "ordered": _Reader.read_flag,
    "ply": _Reader.read_ply,
}
