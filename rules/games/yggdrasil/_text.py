"""A position as text, a line for each thing; what is left out takes a sensible default.

    # A has just placed y25 and may invade c3
    field  b1=yr1/A b2=y03/A b3=y27/A c2=y09/A d2=y06/A d3=y25/A c5=yr1/B c4=y03/B c3=y27/B
    hand   A y15 ? ?*2
    hand   B -
    deck   A ?*11
    deck   B y01 y23
    discard B y27
    turn   5 A invade
    first  A
    idle   0
    laid   1 d3

`field`: CELL=CARD/OWNER, and /TURN in quarter turns clockwise from upright for the owner.
`hand`, `deck` (top first), `discard` (top last): cards; `?` is one that nobody knows, `?*5` five
of them, `-` none.  `turn`: its number (0 before the first), the seat that decides (or is dealt
to), the phase; without a phase, `place`.  `first`: who began.  `idle`: complete turns in a row
without a placement.  `laid`: how many cards were placed in this turn, and where the last lies.
`due`: how many are still to be discarded for an effect.  `end`: the clause that ended the game.

Only `field` and `turn` are needed at a prompt: hands and decks are then unknown, with as many
cards as the rules leave them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN
from rules.games.yggdrasil._cards import Op
from rules.games.yggdrasil._config import SEATS
from rules.games.yggdrasil._state import Phase, Player, State, first_state, stone, with_cards
from rules.games.yggdrasil._tree import root_cell

if TYPE_CHECKING:
    from rules.games.yggdrasil._cards import Laid
    from rules.games.yggdrasil._config import Config

__all__ = ["format_state", "parse_state"]

_KEYS = ("field", "hand", "deck", "discard", "turn", "first", "idle", "laid", "due", "end")
_SETTING_UP = frozenset((Phase.BEGIN, Phase.ROOT, Phase.DEAL, Phase.MULLIGAN, Phase.REDEAL))
_AFTER_PLACING = frozenset(Phase) - _SETTING_UP - {Phase.PLACE, Phase.REFILL, Phase.END}
_OF_EFFECT = {Phase(op.value): op for op in Op if op.value in Phase.__members__.values()}
_OF_EFFECT |= {Phase.DISCARD: Op.LOOT, Phase.EXTRA: Op.EXTRA_PLACE}
_ENDINGS = ("YGG-9.6", "YGG-11.1", "YGG-11.2")


def format_state(state: State) -> str:
    """The position's lines."""
    names = state.config.grid.names
    cells = [
        f"{name}={laid.card.id}/{SEATS[laid.owner]}" + (f"/{laid.turn}" if laid.turn else "")
        for name, laid in zip(names, state.field, strict=True)
        if laid is not None
    ]
    lines = ["field " + (" ".join(cells) or "-")]
    for key in ("hand", "deck", "discard"):
        for seat, player in zip(SEATS, state.players, strict=True):
            cards = getattr(player, key)
            if cards or key != "discard":
                lines.append(f"{key} {seat} {_cards_text(cards)}")
    lines.append(f"turn {state.turn} {SEATS[state.seat]} {state.phase}")
    lines.append(f"first {SEATS[state.first]}")
    if state.idle:
        lines.append(f"idle {state.idle}")
    if state.laid:
        lines.append(f"laid {state.laid}" + (f" {names[state.spot]}" if state.spot >= 0 else ""))
    if state.due:
        lines.append(f"due {state.due}")
    if state.ending:
        lines.append(f"end {state.ending}")
    return "\n".join(lines) + "\n"


def _cards_text(cards: tuple[str, ...]) -> str:
    """Cards in order; neighbours of the same id are counted."""
    words: list[str] = []
    at = 0
    while at < len(cards):
        count = 1
        while at + count < len(cards) and cards[at + count] == cards[at]:
            count += 1
        words.append(cards[at] if count == 1 else f"{cards[at]}*{count}")
        at += count
    return " ".join(words) or "-"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, the line it stands in and where."""

    text: str
    line: str
    number: int
    at: int

    def wrong(self, what: str, fix: str) -> NotationError:
        return NotationError(f"line {self.number}: {what}", self.line, self.at, fix)


def parse_state(text: str, config: Config) -> State:
    """Read a position; raises `NotationError` with the line, the place and how to mend it."""
    return _Reader(config).read(text)


class _Reader:
    """One reading; `lines` maps a key (and a seat) to its words, the key itself first."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.lines: dict[tuple[str, str], list[_Word]] = {}

    def read(self, text: str) -> State:
        for number, line in enumerate(text.splitlines(), 1):
            self.split(number, line)
        state = first_state(self.config)
        turn = self.turn(state)
        if ("field", "") in self.lines:
            turn = self.field(turn)
        turn = self.counts(turn)
        players = tuple(self.player(turn, seat) for seat in SEATS)
        state = turn._replace(players=(players[0], players[1]))
        self.whole(state)
        return state

    def split(self, number: int, line: str) -> None:
        code = line.partition("#")[0]
        words = [_Word(m[0], line, number, m.start()) for m in re.finditer(r"\S+", code)]
        if not words:
            return
        key, seat = words[0], ""
        if key.text not in _KEYS:
            raise key.wrong(
                f"{key.text[:40]!r} is nothing a position has", did_you_mean(key.text, _KEYS)
            )
        if key.text in ("hand", "deck", "discard"):
            if len(words) < 2 or words[1].text not in SEATS:
                raise key.wrong("whose cards?", f"write {key.text} A … or {key.text} B …")
            seat = words.pop(1).text
        if (key.text, seat) in self.lines:
            raise key.wrong(f"{key.text} {seat}".strip() + " stands twice", "keep one of them")
        self.lines[key.text, seat] = words

    def words(self, key: str, least: int, most: int, fix: str) -> list[_Word]:
        """The words after a key; none if its line was left out."""
        words = self.lines.get((key, ""), [])
        if words and not least < len(words) <= most + 1:
            raise words[0].wrong(f"{key} cannot be read", fix)
        return words[1:]

    def number(self, word: _Word) -> int:
        if not word.text.isascii() or not word.text.isdigit() or len(word.text) > 6:
            raise word.wrong(f"{word.text!r} is no number", "write 0, 1, 2 …")
        return int(word.text)

    def seat(self, word: _Word) -> int:
        if word.text not in SEATS:
            raise word.wrong(f"{word.text!r} is no seat", "write A or B")
        return SEATS.index(word.text)

    def cell(self, word: _Word, name: str) -> int:
        index = self.config.grid.index
        if name not in index:
            last = self.config.grid.names[-1]
            raise word.wrong(f"{name!r} is no cell of this field", f"use a1 to {last}")
        return index[name]

    def turn(self, state: State) -> State:
        """The lines `turn` and `first`."""
        words = self.words("turn", 2, 3, "write for example: turn 3 B place")
        number, seat, phase = 1, 0, Phase.PLACE
        if words:
            number, seat = self.number(words[0]), self.seat(words[1])
            if words[2:]:
                if words[2].text not in Phase.__members__.values():
                    fix = did_you_mean(words[2].text, Phase.__members__.values())
                    raise words[2].wrong(f"{words[2].text!r} is no phase", fix)
                phase = Phase(words[2].text)
            if (number == 0) != (phase in _SETTING_UP) and phase is not Phase.END:
                fix = "before the first turn write turn 0, later a number from 1"
                raise words[0].wrong(f"turn {number} has no phase {phase}", fix)
        first = seat if number % 2 or not number else 1 - seat
        for word in self.words("first", 1, 1, "write first A or first B"):
            if number and phase is not Phase.END and self.seat(word) != first:
                fix = "A and B take turns: mend the turn's number or its seat"
                raise word.wrong(f"then turn {number} is not {SEATS[seat]}'s", fix)
            first = self.seat(word)
        return state._replace(turn=number, seat=seat, phase=phase, first=first)

    def field(self, state: State) -> State:
        changes: dict[int, Laid] = {}
        for word in self.lines["field", ""][1:]:
            if word.text == "-":
                continue
            found = re.fullmatch(r"([^=/]+)=([^=/]+)/([AB])(?:/([0-3]))?", word.text)
            if found is None:
                fix = "write CELL=CARD/OWNER, for example b1=yr1/A"
                raise word.wrong(f"{word.text!r} cannot be read", fix)
            i = self.cell(word, found[1])
            if found[2] not in self.config.cards:
                fix = did_you_mean(found[2], self.config.cards)
                raise word.wrong(f"{found[2]!r} is no card", fix)
            if i in changes:
                raise word.wrong(f"{found[1]} is taken twice", "one card lies on a cell")
            owner, turn = SEATS.index(found[3]), int(found[4] or 0)
            changes[i] = self.config.lay(found[2], owner, turn)
            if sum(c.card.root and c.owner == owner for c in changes.values()) > 1:
                raise word.wrong(f"{found[3]} has two roots", "each seat has one")
        bare = state._replace(field=(None,) * len(state.field), sides=((0,) * 5, (0,) * 5))
        field, sides = with_cards(bare, tuple(changes.items()))
        return bare._replace(field=field, sides=sides)

    def counts(self, state: State) -> State:
        """The lines `idle`, `laid`, `due` and `end`."""
        idle = [self.number(w) for w in self.words("idle", 1, 1, "write for example: idle 2")]
        due = [self.number(w) for w in self.words("due", 1, 1, "write for example: due 1")]
        laid = self.words("laid", 1, 2, "write for example: laid 1 b2")
        end = self.words("end", 1, 1, "write for example: end YGG-11.2")
        for word in end:
            if word.text not in _ENDINGS:
                fix = "use one of: " + " ".join(_ENDINGS)
                raise word.wrong(f"{word.text} does not end a game", fix)
        spot = -1
        if laid[1:]:
            spot = self.cell(laid[1], laid[1].text)
            card = state.field[spot]
            if card is None or card.owner != state.seat or card.card.root:
                fix = "name the cell of the card that was placed in this turn"
                raise laid[1].wrong(f"no card just placed lies on {laid[1].text}", fix)
        return state._replace(
            idle=idle[0] if idle else 0,
            due=due[0] if due else 0,
            laid=self.number(laid[0]) if laid else 0,
            spot=spot,
            ending=end[0].text if end else "",
        )

    def player(self, state: State, seat: str) -> Player:
        """One seat's cards; unknown ones where nothing is written."""
        found = {key: self.cards(key, seat) for key in ("hand", "deck", "discard")}
        discard = found["discard"] or ()
        config = state.config
        dealt = state.phase not in (Phase.BEGIN, Phase.ROOT, Phase.DEAL, Phase.REDEAL)
        hand = found["hand"]
        if hand is None:
            hand = (UNKNOWN,) * config.hand_size if dealt else ()
        deck = found["deck"]
        if deck is None:
            owner = SEATS.index(seat)
            laid = sum(c is not None and c.owner == owner and not c.card.root for c in state.field)
            deck = (UNKNOWN,) * max(0, config.deck_size - len(hand) - len(discard) - laid)
        return Player(tuple(sorted(hand)), deck, discard)

    def cards(self, key: str, seat: str) -> tuple[str, ...] | None:
        words = self.lines.get((key, seat))
        if words is None:
            return None
        cards: list[str] = []
        for word in words[1:]:
            name, star, count = word.text.partition("*")
            if word.text == "-":
                continue
            if name != UNKNOWN and name not in self.config.cards:
                raise word.wrong(f"{name!r} is no card", did_you_mean(name, self.config.cards))
            if star and not (count.isascii() and count.isdigit() and 0 < int(count) < 1000):
                raise word.wrong(f"{word.text!r} is no number of cards", "write for example ?*5")
            cards += [name] * (int(count) if star else 1)
        return tuple(cards)

    def whole(self, state: State) -> None:
        """What the lines must agree on."""
        word = next(iter(self.lines.values()), [_Word("", "", 1, 0)])[0]
        if state.phase in _AFTER_PLACING and state.spot < 0:
            fix = "add for example: laid 1 b2"
            raise word.wrong(f"phase {state.phase} follows a placement", fix)
        if state.phase in _OF_EFFECT:
            card = stone(state.field, state.spot).card
            if card.effect is None or card.effect.op != _OF_EFFECT[state.phase]:
                fix = "mend the phase, or the cell in the line laid"
                raise word.wrong(f"{card.id} does not lead to the phase {state.phase}", fix)
        if (state.phase is Phase.END) != bool(state.ending):
            raise word.wrong("the phase end and a line end go together", "add: end YGG-11.2")
        if state.phase not in _SETTING_UP | {Phase.END}:
            for seat in (0, 1):
                if root_cell(state.field, seat) < 0:
                    grid, owner = self.config.grid, SEATS[seat]
                    free = [i for i in self.config.root_cells(seat) if state.field[i] is None]
                    cell = grid.names[free[0] if free else self.config.root_cells(seat)[0]]
                    fix = f"write for example {cell}={self.config.roots[seat]}/{owner}"
                    raise word.wrong(f"{SEATS[seat]} has no root on the field", fix)
