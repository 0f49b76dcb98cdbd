"""Reading a position's text (its form: `_text`), every fault with its place and how to mend it.

Lines are taken apart first; then turn and phase, forces, cards, and what is left, each checked
against what was read before it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules._errors import NotationError
from rules._faults import did_you_mean
from rules._values import UNKNOWN
from rules.games.stratosphere._config import HAND, LIMIT
from rules.games.stratosphere._rules import controls, needs_force
from rules.games.stratosphere._state import Down, Node, Phase, State, first_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.games.stratosphere._config import Config

__all__ = ["parse_state"]

_KEYS = (
    "node",
    "hand",
    "pile",
    "discard",
    "force",
    "turn",
    "round",
    "left",
    "attack",
    "fought",
    "idle",
    "out",
    "ply",
    "end",
)
_KEYED = frozenset(("node", "hand"))
_ENDINGS = ("STR-7.1", "STR-7.6", "STR-7.7")
_DOWN = re.compile(r"([^/@*]+)(?:/([1-4]))?(?:@(\d{1,6}))?(?:\*(\d{1,3}))?")
_LARGEST = 999_999


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
    """One reading; `lines` maps a key (and a seat or node) to its words, the key itself first."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.lines: dict[tuple[str, str], list[_Word]] = {}

    def read(self, text: str) -> State:
        for number, line in enumerate(text.splitlines(), 1):
            self.line(line.partition("#")[0].rstrip(), number)
        state = self.turn(first_state(self.config))
        if state.phase is not Phase.DEAL:
            return self.counts(self.cards(self.forces(state)))
        for key, words in self.lines.items():
            if key[0] != "turn":
                fix = "write turn 1 1, or take this line out"
                raise words[0].wrong("nothing is dealt before turn 1", fix)
        return state

    def line(self, line: str, number: int) -> None:
        words = [_Word(m[0], line, number, m.start()) for m in re.finditer(r"\S+", line)]
        if not words:
            return
        key, rest = words[0], words[1:]
        if key.text not in _KEYS:
            raise key.wrong(f"{key.text!r} is no line", did_you_mean(key.text, _KEYS))
        which = ""
        if key.text in _KEYED:
            known = self.config.names if key.text == "node" else self.config.seats
            if not rest or rest[0].text not in known:
                word = rest[0] if rest else key
                raise word.wrong(f"{key.text} needs one of its names", did_you_mean("", known))
            which = rest[0].text
        if (key.text, which) in self.lines:
            raise key.wrong(f"{key.text} {which}".rstrip() + " is given twice", "take one out")
        if not rest:
            raise key.wrong(f"the line {key.text} is empty", "write its values, or take it out")
        self.lines[key.text, which] = words

    # Words.

    def words(self, key: str, least: int = 1, most: int = 1) -> list[_Word]:
        """The words of a line without its key; none if it is not there."""
        words = self.lines.get((key, ""), [])
        if words and not least <= len(words) - 1 <= most:
            fix = f"write {least}" + (f" to {most}" if most > least else "") + " after it"
            raise words[0].wrong(f"{key} has {len(words) - 1} values", fix)
        return words[1:]

    def whole(self, word: _Word, most: int = _LARGEST) -> int:
        text = word.text
        if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= most):
            raise word.wrong(f"{text!r} is no number", f"write 0 to {most}")
        return int(text)

    def number(self, key: str, default: int, most: int = _LARGEST) -> int:
        words = self.words(key)
        return self.whole(words[0], most) if words else default

    def seat(self, word: _Word) -> int:
        if word.text not in self.config.seats:
            raise word.wrong(f"{word.text!r} is no seat", "use " + " ".join(self.config.seats))
        return self.config.seats.index(word.text)

    def cell(self, word: _Word) -> int:
        if word.text not in self.config.index:
            fix = did_you_mean(word.text, self.config.names)
            raise word.wrong(f"{word.text!r} is no node", fix)
        return self.config.index[word.text]

    def known(self, word: _Word, card: str) -> str:
        if card != UNKNOWN and card not in self.config.value:
            raise word.wrong(f"{card!r} is no card", did_you_mean(card, self.config.value))
        return card

    def laid(self, words: list[_Word]) -> Iterator[tuple[_Word, Down]]:
        """Cards with their counts; who supplied them and when."""
        for word in words:
            if word.text == "-":
                continue
            found = _DOWN.fullmatch(word.text)
            if found is None:
                raise word.wrong(f"{word.text!r} cannot be read", "write for example c05 or ?*5")
            card = self.known(word, found[1])
            by = self.seat(_Word(found[2], word.line, word.number, word.at)) if found[2] else -1
            for _ in range(int(found[4] or 1)):
                yield word, Down(card, by, int(found[3] or 0))

    def plain(self, key: str, which: str = "") -> tuple[str, ...] | None:
        """The cards of a hand or pile; None if nothing is written."""
        words = self.lines.get((key, which))
        if words is None:
            return None
        cards = []
        for word, laid in self.laid(words[2:] if which else words[1:]):
            if laid.by >= 0 or laid.ply:
                raise word.wrong("only a node's cards were supplied", "write the card alone")
            cards.append(laid.card)
        return tuple(cards)

    # Parts of a position.

    def turn(self, state: State) -> State:
        """The line `turn`."""
        words = self.words("turn", 2, 4)
        number, seat, phase, asked = (1, 0, Phase.MOVE, -1)
        if words:
            number, seat = self.whole(words[0]), self.seat(words[1])
            phase = Phase.MOVE if number else Phase.DEAL
            if words[2:]:
                phases = [p.value for p in Phase]
                if words[2].text not in phases:
                    fix = did_you_mean(words[2].text, phases)
                    raise words[2].wrong(f"{words[2].text!r} is no phase", fix)
                phase = Phase(words[2].text)
            if (number == 0) != (phase is Phase.DEAL):
                raise words[0].wrong(f"turn {number} has no phase {phase}", "deal is turn 0")
            if (len(words) == 4) != (phase is Phase.WINDOW):
                fix = "write for example: turn 5 1 window 2"
                raise words[-1].wrong("a window, and only it, says who is asked", fix)
            asked = self.seat(words[3]) if words[3:] else -1
        return state._replace(turn=number, seat=seat, phase=phase, asked=asked)

    def forces(self, state: State) -> State:
        """The line `force`."""
        forces = list(state.forces)
        names = self.config.forces
        words = self.words("force", 1, 4)
        for word in words:
            who, equals, what = word.text.partition("=")
            if not equals or what not in names:
                fix = f"write for example 1={names[0]}; forces: " + " ".join(names)
                raise word.wrong(f"{word.text!r} is no force of a seat", fix)
            seat = self.seat(_Word(who, word.line, word.number, word.at))
            if names.index(what) in forces or forces[seat] >= 0:
                raise word.wrong(f"{word.text} stands twice", "each seat has a force of its own")
            forces[seat] = names.index(what)
        state = state._replace(forces=tuple(forces))
        if forces.count(-1) == 1:  # the last force is allotted at once (STR-4.4)
            seat = forces.index(-1)
            force = next(f for f in range(len(names)) if f not in forces)
            state = state._replace(forces=(*forces[:seat], force, *forces[seat + 1 :]))
        return state

    def cards(self, state: State) -> State:
        """Nodes, hands and piles; the pack has to come out even (STR-1.2)."""
        config = self.config
        nodes = tuple(self.node(name) for name in config.names)
        hands = []
        for seat in config.seats:
            hand = self.plain("hand", seat)
            if hand is not None and len(hand) > LIMIT:
                raise self.lines["hand", seat][0].wrong(
                    f"a hand of {len(hand)} cards", f"a hand holds at most {LIMIT} (STR-3.9)"
                )
            hands.append((UNKNOWN,) * HAND if hand is None else tuple(sorted(hand)))
        discard = self.plain("discard") or ()
        laid = sum(len(node.down) + bool(node.up) for node in nodes)
        rest = len(config.pack) - laid - sum(map(len, hands)) - len(discard)
        pile = self.plain("pile")
        if rest < 0 or (pile is not None and len(pile) != rest):
            word = self.lines.get(("pile", ""), next(iter(self.lines.values())))[0]
            raise word.wrong(
                "the cards do not add up to the pack", f"{max(rest, 0)} are left for the pile"
            )
        state = state._replace(
            nodes=nodes,
            hands=tuple(hands),
            discard=discard,
            pile=(UNKNOWN,) * rest if pile is None else pile,
        )
        self.even(state)
        return state

    def node(self, name: str) -> Node:
        words = self.lines.get(("node", name))
        if words is None:
            return Node("", (Down(UNKNOWN),) * self.config.depth)
        bars = [n for n, word in enumerate(words) if word.text == "|"]
        if len(bars) > 1 or (bars and bars[0] > 3):
            raise words[bars[-1]].wrong("more than one card shows", "write CARD | CARDS")
        bar = bars[0] if bars else 3
        up = words[2].text if bar == 3 and len(words) > 2 else ""
        if up:
            self.known(words[2], up)
        if len(words) > 3 and not bars:
            raise words[3].wrong("cards without a bar", "write CARD | CARDS")
        down = tuple(laid for _, laid in self.laid(words[bar + 1 :]))
        if up == UNKNOWN or not (up or down):
            raise words[1].wrong(f"no card shows or lies at {name}", "write CARD | CARDS (STR-2.7)")
        return Node(up, down)

    def even(self, state: State) -> None:
        """No card stands more often than the pack has it (STR-8.4)."""
        counts = Counter((*state.pile, *state.discard))
        for hand in state.hands:
            counts.update(hand)
        for up, down in state.nodes:
            counts.update((up, *(laid.card for laid in down)))
        for card, count in sorted(counts.items()):
            if card in self.config.value and count > self.config.copies:
                word = next(w for words in self.lines.values() for w in words if card in w.text)
                fix = f"the pack has it {self.config.copies} times"
                raise word.wrong(f"{card} stands {count} times", fix)

    def counts(self, state: State) -> State:
        """The lines that are left, and what they must agree on."""
        config = self.config
        out = 0
        for word in self.words("out", 1, 4):
            out |= 1 << self.seat(word)
        fought = 0
        for word in self.words("fought", 1, len(config.names)):
            fought |= 1 << self.cell(word)
        seats = len(config.seats)
        end = self.words("end", 1, 2)
        left = 0 if state.phase in (Phase.RECYCLE, Phase.WINDOW, Phase.END) else 1
        most = config.moves(state.turn)
        default = most if left else 0
        state = state._replace(
            round=self.number("round", (state.turn - 1) // seats + 1),
            left=self.number("left", default, most),
            fought=fought,
            idle=self.number("idle", 0),
            out=out,
            ply=self.number("ply", 0),
        )
        if state.left < left:
            raise self.lines["left", ""][1].wrong("no move is left", f"write 1 to {most}")
        state = self.attack(state)
        self.alive(state)
        return self.ended(state, end)

    def attack(self, state: State) -> State:
        """The line `attack`."""
        words = self.words("attack", 2, 2)
        if bool(words) != (state.phase is Phase.WINDOW):
            word = self.lines["attack" if words else "turn", ""][0]
            raise word.wrong("a window and an attack go together", "add: attack 1.L 2.R")
        if not words:
            return state
        x, y = self.cell(words[0]), self.cell(words[1])
        held = controls(state)
        if y not in self.config.near[x] or held[x] != state.seat or held[y] in (-1, state.seat):
            fix = "name a node of the seat on turn and one of a rival's next to it"
            raise words[0].wrong("nobody can attack like that", fix)
        if state.asked == state.seat or state.out >> state.asked & 1:
            raise self.lines["turn", ""][4].wrong("that seat is not asked", "name another one")
        return state._replace(source=x, target=y, fought=state.fought | 1 << x | 1 << y)

    def alive(self, state: State) -> None:
        """The seat to act has not conceded, and is asked what can be asked."""
        words = self.lines.get(("turn", ""))
        if words is None:
            return
        if state.out >> state.seat & 1 and state.phase is not Phase.END:
            raise words[2].wrong("this seat has conceded", "give the turn to another one")
        if state.phase is Phase.NAME and not needs_force(state):
            fix = "a force is named by a seat without one whose nodes all show a card"
            raise words[3].wrong("there is no force to name", fix)
        if state.phase is Phase.RECYCLE and (state.pile or not state.discard):
            raise words[3].wrong("there is nothing to recycle", "write pile - and a discard pile")

    def ended(self, state: State, end: list[_Word]) -> State:
        """The line `end`."""
        if bool(end) != (state.phase is Phase.END):
            word = end[0] if end else self.lines["turn", ""][0]
            raise word.wrong("the phase end and a line end go together", "add: end STR-7.1 2")
        if not end:
            return state
        if end[0].text not in _ENDINGS:
            raise end[0].wrong(f"{end[0].text} does not end a game", did_you_mean("", _ENDINGS))
        won = self.seat(end[1]) if end[1:] and end[1].text != "-" else -1
        if (won < 0) != (end[0].text == "STR-7.6"):
            raise end[0].wrong("a win has a winner, a draw none", "write end STR-7.1 2")
        return state._replace(ending=end[0].text, winner=won)
