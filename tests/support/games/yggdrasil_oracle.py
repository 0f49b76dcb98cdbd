"""A second, naive implementation of the rules, against which the game is tested.

Written from the specification alone. It imports nothing from the game, reads positions as text and
card facts from the csv file, and checks every cell and every pair by brute force.
"""

from __future__ import annotations

import csv
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

STEP = {"U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}
CLOCK = "URDL"
Cell = tuple[int, int]
"""Column and row, from 0."""
ROOT = "yr1"
"""The root of both players unless their decks name another one: Deep Root."""
_CSV = Path(__file__).parents[3] / "card_data" / "yggdrasil" / "cards.csv"


@dataclass
class Facts:
    pattern: str
    power: int
    fruits: int
    effect: str
    colour: str
    root: bool


def _facts() -> dict[str, Facts]:
    with _CSV.open(encoding="utf-8") as file:
        return {
            row["id"]: Facts(
                row["pattern"],
                int(row["power"]),
                int(row["fruits"]),
                row["effect"],
                row["colour"],
                row["kind"] == "root",
            )
            for row in csv.DictReader(file)
        }


FACTS = _facts()


@dataclass
class Stone:
    card: str
    owner: str
    turn: int = 0

    @property
    def facts(self) -> Facts:
        return FACTS[self.card]

    @property
    def points(self) -> set[str]:
        """Return the directions in which the card's branches point on the table."""
        quarter = self.turn + (2 if self.owner == "B" else 0)
        return {CLOCK[(CLOCK.index(p) + quarter) % 4] for p in self.facts.pattern}

    def bonus(self, name: str) -> int:
        words = self.facts.effect.split()
        return int(words[-1]) if name in words else 0


@dataclass
class Position:
    settings: dict[str, str]
    columns: int
    rows: int
    stones: dict[Cell, Stone] = field(default_factory=dict)
    hand: dict[str, list[str]] = field(default_factory=dict)
    deck: dict[str, list[str]] = field(default_factory=dict)
    discard: dict[str, list[str]] = field(default_factory=lambda: {"A": [], "B": []})
    turn: int = 0
    seat: str = "A"
    phase: str = "place"
    placed: int = 0
    spot: Cell = (-1, -1)

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def cells(self) -> list[Cell]:
        return [(c, r) for r in range(self.rows) for c in range(self.columns)]


def name(cell: Cell) -> str:
    return "abcdefg"[cell[0]] + str(cell[1] + 1)


def cell_of(text: str) -> Cell:
    return "abcdefg".index(text[0]), int(text[1:]) - 1


def read(text: str, settings: dict[str, str]) -> Position:
    size = settings.get("field", "4x5")
    columns, rows = map(int, size.split("x"))
    position = Position(settings, columns, rows)
    for line in text.splitlines():
        key, *words = line.split()
        if key == "field":
            for word in words:
                if word != "-":
                    at, _, rest = word.partition("=")
                    card, owner, *turn = rest.split("/")
                    stone = Stone(card, owner, int(turn[0]) if turn else 0)
                    position.stones[cell_of(at)] = stone
        elif key in ("hand", "deck", "discard"):
            cards = []
            for word in words[1:]:
                card, _, count = word.partition("*")
                cards += [card] * int(count or 1) if card != "-" else []
            getattr(position, key)[words[0]] = cards
        elif key == "turn":
            position.turn, position.seat, position.phase = int(words[0]), words[1], words[2]
        elif key == "laid":
            position.placed = int(words[0])
            position.spot = cell_of(words[1]) if words[1:] else (-1, -1)
    return position


def neighbours(position: Position, cell: Cell) -> Iterator[tuple[str, Cell, Stone | None]]:
    """Yield (direction, cell, stone or None) for every neighbouring cell on the field."""
    for way, (dc, dr) in STEP.items():
        other = (cell[0] + dc, cell[1] + dr)
        if position.inside(other):
            yield way, other, position.stones.get(other)


def connected(position: Position, one: Stone, way: str, two: Stone) -> bool:
    """Return True if two stones of one owner connect; `two` is in direction `way` from `one`."""
    if way not in one.points or BACK[way] not in two.points:
        return False
    if position.settings.get("colour_lock") != "on":
        return True
    colours = {one.facts.colour, two.facts.colour}
    return len(colours) == 1 or "wild" in colours


def reasons(position: Position, card: str, owner: str, cell: Cell, turn: int = 0) -> list[str]:
    """Return the clauses of section 6 (and 13.1) that a placement breaks."""
    if not position.inside(cell) or cell in position.stones:
        return ["YGG-6.1"]
    stone = Stone(card, owner, turn)
    found = []
    for way in stone.points:
        dc, dr = STEP[way]
        if not position.inside((cell[0] + dc, cell[1] + dr)):
            found.append("YGG-6.3")
    links = 0
    for way, _, other in neighbours(position, cell):
        if other is None or other.owner != owner:
            continue
        mine, theirs = way in stone.points, BACK[way] in other.points
        if connected(position, stone, way, other):
            links += 1
            continue
        if mine and theirs:
            found.append("YGG-13.1")
        if mine or theirs or position.settings.get("blank_edges") == "forbidden":
            found.append("YGG-6.4")
    if not links:
        found.append("YGG-6.2")
    order = ["YGG-6.3", "YGG-13.1", "YGG-6.4", "YGG-6.2"]
    return [clause for clause in order if clause in found]


def root_cells(position: Position, owner: str) -> list[Cell]:
    """Return the cells where an owner's root may stand: one, unless its column is chosen."""
    row, last = (0 if owner == "A" else position.rows - 1), position.columns - 1
    middle = [c for c in range(position.columns) if abs(2 * c - last) <= 1]
    how = position.settings.get("root_column", "own_left")
    if how == "same_column":
        middle = middle[:1]
    elif how != "choice":
        from_the_left = middle if owner == "A" else middle[::-1]
        middle = from_the_left[:1] if how == "own_left" else from_the_left[-1:]
    return [(column, row) for column in middle]


def root_reasons(position: Position, card: str, owner: str, cell: Cell) -> list[str]:
    """Return the clauses of sections 2 and 3 that the placement of a root breaks."""
    found = ["YGG-2.3"] if card != ROOT else []
    if cell[1] != (0 if owner == "A" else position.rows - 1):
        found.append("YGG-3.2")
    elif cell not in root_cells(position, owner):
        found.append("YGG-3.3")
    return found


def turns(position: Position) -> range:
    return range(4) if position.settings.get("rotation") == "free" else range(1)


def placements(position: Position, cards: list[str]) -> Iterator[str]:
    seat = position.seat
    for card, cell, turn in itertools.product(
        sorted(set(cards)), position.cells(), turns(position)
    ):
        if not reasons(position, card, seat, cell, turn):
            text = f"{seat} place {card} {name(cell)}"
            yield text + (f" turn={turn}" if turn else "")


def linked(position: Position, owner: str) -> set[Cell]:
    roots = [c for c, s in position.stones.items() if s.owner == owner and s.facts.root]
    seen: set[Cell] = set()
    while roots:
        cell = roots.pop()
        seen.add(cell)
        for way, other, stone in neighbours(position, cell):
            if not stone or stone.owner != owner or other in seen:
                continue
            if connected(position, position.stones[cell], way, stone):
                roots.append(other)
    return seen


def is_sound(position: Position, owner: str) -> bool:
    own = [c for c, s in position.stones.items() if s.owner == owner]
    for cell in own:
        stone = position.stones.pop(cell)
        found = reasons(position, stone.card, owner, cell, stone.turn)
        position.stones[cell] = stone
        if set(found) - {"YGG-6.2"}:
            return False
    return linked(position, owner) == set(own)


def pointed(position: Position, cell: Cell) -> Iterator[tuple[Cell, Stone]]:
    stone = position.stones[cell]
    for way, other, target in neighbours(position, cell):
        if target and target.owner != stone.owner and way in stone.points:
            yield other, target


def power(position: Position, cell: Cell) -> int:
    stone = position.stones[cell]
    return stone.facts.power + sum(
        other.bonus("aura")
        for way, _, other in neighbours(position, cell)
        if other and other.owner == stone.owner and connected(position, stone, way, other)
    )


def fight(position: Position, target: Cell) -> tuple[int, int]:
    """Return the strengths of attack and defence when the card on `spot` invades `target`."""
    stone = position.stones[position.spot]
    strength = stone.bonus("invade_bonus")
    for way, cell, other in neighbours(position, target):
        if other and other.owner == stone.owner and BACK[way] in other.points:
            strength += power(position, cell)
    victim = position.stones[target]
    resistance = power(position, target) + victim.bonus("defend_bonus")
    if victim.facts.root:
        resistance += 6 - victim.facts.power
    return strength, resistance


def fall(position: Position, target: Cell) -> set[str]:
    """Remove a destroyed card and all cards it disconnects; return the remaining cells."""
    owner = position.stones.pop(target).owner
    kept = linked(position, owner)
    for cell in [c for c, s in position.stones.items() if s.owner == owner and c not in kept]:
        del position.stones[cell]
    return {name(cell) for cell in position.stones}


def actions(position: Position) -> set[str]:
    """Return every legal action of a position without hidden cards, as texts.

    Shuffles are not listed, as they are not by the game.
    """
    return set(_actions(position))


def _actions(position: Position) -> Iterator[str]:  # noqa: C901, PLR0912 - one list, phase by phase
    seat, phase = position.seat, position.phase
    hand, deck = position.hand[seat], position.deck[seat]
    declines = {f"{seat} pass"}
    if phase == "begin":
        yield from ("chance choose A", "chance choose B")
    elif phase == "root":
        for cell in position.cells():
            if not root_reasons(position, ROOT, seat, cell):
                yield f"{seat} place {ROOT} {name(cell)}"
    elif phase in ("place", "refill", "extra"):
        places = list(placements(position, hand))
        yield from places
        exchange = not places and hand and deck and phase == "place"
        if exchange:
            yield from (f"{seat} place {card} {seat}.discard" for card in set(hand))
        free = phase == "extra" or position.settings.get("may_pass") == "yes"
        if free or not (places or exchange):
            yield from declines
    elif phase == "discard":
        yield from (f"{seat} place {card} {seat}.discard" for card in set(hand))
    elif phase in ("loot", "mulligan"):
        yield from {f"{seat} choose {phase}"} | declines
    elif phase == "invade":
        roots = position.settings.get("root_attack") == "allowed"
        for cell, target in pointed(position, position.spot):
            if roots or not target.facts.root:
                yield f"{seat} choose {name(cell)}"
        yield from declines
    elif phase == "wither":
        limit = position.stones[position.spot].bonus("wither")
        for cell, target in pointed(position, position.spot):
            if not target.facts.root and target.facts.power <= limit:
                yield f"{seat} remove {name(cell)}"
        yield from declines
    elif phase == "recover":
        for card in set(position.discard[seat]):
            if len(FACTS[card].pattern) == 1 and not FACTS[card].root:
                yield f"{seat} choose {card}"
        yield from declines
    elif phase == "scry":
        top = tuple(deck[: position.stones[position.spot].bonus("scry")])
        for order in set(itertools.permutations(top)):
            yield f"{seat} choose with={','.join(order)}"
        yield from declines
    elif phase == "swap":
        yield from declines
        for one, two in itertools.combinations(position.cells(), 2):
            a, b = position.stones.get(one), position.stones.get(two)
            if not a or not b or a.owner != b.owner or a.card == b.card:
                continue
            if a.facts.root or b.facts.root:
                continue
            position.stones[one], position.stones[two] = b, a
            if is_sound(position, a.owner):
                yield f"{seat} swap {name(one)} {name(two)}"
            position.stones[one], position.stones[two] = a, b


def open_cells(position: Position, owner: str) -> set[Cell]:
    """Return the cells on which an owner may place a card (YGG-6.8)."""
    found = set()
    for cell in set(position.cells()) - set(position.stones):
        own = [
            (BACK[way] in stone.points)
            for way, _, stone in neighbours(position, cell)
            if stone and stone.owner == owner
        ]
        forbidden = position.settings.get("blank_edges") == "forbidden"
        if any(own) and (all(own) or not forbidden):
            found.add(cell)
    return found


def points(position: Position) -> tuple[int, int]:
    """Return the world-tree points of A and B (YGG-11.4, YGG-11.5)."""
    totals: Counter[str] = Counter()
    for stone in position.stones.values():
        if not stone.facts.root or position.settings.get("score_root") == "yes":
            totals[stone.owner] += 1 + stone.facts.fruits
    return totals["A"], totals["B"]
