"""A slow second implementation of The Yggdrasil, written from its specification alone.

The position is filled from the public text form. Nothing here is taken from the game's code: every
rule is stated once, next to its clause, and looks at the whole field each time.

Some things are conventions, because the specification leaves them open. A step in which a player
could only decline is skipped. A swap is listed in one of its two orders. With `may_pass`, a player
who cannot place may pass instead of exchanging. A's deck is dealt first. `laid` stays when the game
ends.
"""

from __future__ import annotations

import copy
import csv
import dataclasses
import functools
import itertools
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.oracles.verdicts import ILLEGAL, LEGAL, Ended, Expected, exactly, forbidden
from rules import CHANCE, Action, Deck, Setup, Verb, parse_action

SLUG = "yggdrasil"
DATA = Path(__file__).parents[2] / "card_data" / SLUG / "cards.csv"
SEATS = ("A", "B")

Cell = tuple[int, int]
"""Column and row, both counted from 0 at a1."""

STEPS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Table directions clockwise from A's "up" (YGG-4.2)."""


@dataclass(frozen=True)
class CardFacts:
    """The facts of a card (YGG-1.2)."""

    root: bool
    pattern: str
    power: int
    fruits: int
    colour: str
    mode: str = ""
    operation: str = ""
    number: int = 0


def _facts() -> dict[str, CardFacts]:
    facts = {}
    with DATA.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            effect = [part.strip() for part in row["effect"].split("/")]
            words = effect[-1].split()
            facts[row["id"]] = CardFacts(
                row["kind"] == "root",
                row["pattern"],
                int(row["power"]),
                int(row["fruits"]),
                row["colour"],
                effect[0],
                words[0] if words else "",
                int(words[1]) if len(words) > 1 and words[1].isdigit() else 0,
            )
    return facts


CARDS = _facts()


def other(seat: str) -> str:
    """Return the opponent of a seat."""
    return "B" if seat == "A" else "A"


def cell_of(name: str) -> Cell:
    """Return the cell with a name such as "b2"."""
    return "abcdefg".index(name[0]), int(name[1:]) - 1


def name_of(cell: Cell) -> str:
    """Return the name of a cell."""
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


@functools.cache
def _directions(pattern: str, turn: int, owner: str) -> frozenset[int]:
    half = 2 if owner == "B" else 0
    return frozenset(("URDL".index(letter) + turn + half) % 4 for letter in pattern)


@dataclass(frozen=True)
class TreeCard:
    """A card on the field."""

    card: str
    owner: str
    turn: int = 0

    def directions(self) -> frozenset[int]:
        """Return the table directions of its branches, as indices of `STEPS` (YGG-4.2)."""
        return _directions(self.fact.pattern, self.turn, self.owner)

    @property
    def fact(self) -> CardFacts:
        """The card's facts."""
        return CARDS[self.card]


@dataclass
class TreePosition:
    """A position, as its text states it."""

    settings: dict[str, str]
    roots: dict[str, str]
    field: dict[Cell, TreeCard] = dataclasses.field(default_factory=dict)
    hand: dict[str, list[str]] = dataclasses.field(default_factory=lambda: {"A": [], "B": []})
    deck: dict[str, list[str]] = dataclasses.field(default_factory=lambda: {"A": [], "B": []})
    discard: dict[str, list[str]] = dataclasses.field(default_factory=lambda: {"A": [], "B": []})
    turn: int = 0
    seat: str = "A"
    phase: str = "place"
    first: str = "A"
    idle: int = 0
    placed: int = 0
    cell: str = ""
    due: int = 0
    end: str = ""

    def __post_init__(self) -> None:
        columns, rows = self.settings["field"].split("x")
        self.size = int(columns), int(rows)  # columns and rows (YGG-3.1)

    def has(self, cell: Cell) -> bool:
        """Return True if the cell is on the field."""
        columns, rows = self.size
        return 0 <= cell[0] < columns and 0 <= cell[1] < rows

    def cells(self) -> list[Cell]:
        """Return every cell of the field."""
        columns, rows = self.size
        return [(column, row) for row in range(rows) for column in range(columns)]


def step(cell: Cell, direction: int) -> Cell:
    """Return the neighbouring cell in a direction."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


# The text of a position.


def _cards(words: list[str]) -> list[str]:
    cards: list[str] = []
    for word in words:
        card, _, count = word.partition("*")
        if card != "-":
            cards += [card] * int(count or 1)
    return cards


def read(text: str, setup: Setup, settings: dict[str, str]) -> TreePosition:
    """Return the position in a text."""
    roots = {seat: deck.extras["root"][0] for seat, deck in setup.decks.items()}
    position = TreePosition(settings, roots)
    for line in text.splitlines():
        name, *words = line.split()
        if name == "field":
            for word in words if words != ["-"] else []:
                cell, _, rest = word.partition("=")
                card, owner, *turn = rest.split("/")
                position.field[cell_of(cell)] = TreeCard(card, owner, int(turn[0]) if turn else 0)
        elif name in ("hand", "deck", "discard"):
            getattr(position, name)[words[0]] = _cards(words[1:])
        elif name == "turn":
            position.turn, position.seat = int(words[0]), words[1]
            position.phase = words[2] if len(words) > 2 else "place"
        elif name == "laid":
            position.placed, position.cell = int(words[0]), words[1] if len(words) > 1 else ""
        elif name in ("idle", "due"):
            setattr(position, name, int(words[0]))
        elif name in ("first", "end"):
            setattr(position, name, words[0])
        else:
            raise ValueError(line)
    return position


def differences(expected: TreePosition, got: TreePosition) -> list[str]:
    """Return what differs, one line per field.

    The hands have no order, nor has a deck before it is shuffled. Cards destroyed together may be
    put on the pile in any order (YGG-9.7); `after` marks them by `LoosePile`.
    """
    found = []
    for name in ("field", "turn", "seat", "phase", "first", "idle", "placed", "cell", "due", "end"):
        one, two = getattr(expected, name), getattr(got, name)
        if one != two:
            found.append(f"{name}: expected {one}, game has {two}")
    for seat in SEATS:
        if Counter(expected.hand[seat]) != Counter(got.hand[seat]):
            found.append(f"hand {seat}: expected {expected.hand[seat]}, {got.hand[seat]}")
        shuffled = got.turn or got.hand[seat]
        one, two = expected.deck[seat], got.deck[seat]
        if (one != two) if shuffled else (Counter(one) != Counter(two)):
            found.append(f"deck {seat}: expected {one}, game has {two}")
        one, two = expected.discard[seat], got.discard[seat]
        fixed = one.fixed if isinstance(one, LoosePile) else len(one)
        if one[:fixed] != two[:fixed] or Counter(one) != Counter(two):
            found.append(f"discard {seat}: expected {one}, game has {two}")
    return found


class LoosePile(list[str]):
    """A discard pile whose cards from number `fixed` on may be in any order."""

    fixed = 0


# The field.


def colours_agree(position: TreePosition, one: TreeCard, two: TreeCard) -> bool:
    """Return True if branches of these cards may meet (YGG-13.1)."""
    if position.settings["colour_lock"] == "off":
        return True
    colours = {one.fact.colour, two.fact.colour}
    return len(colours) == 1 or "wild" in colours


def connected(position: TreePosition, cell: Cell, direction: int) -> bool:
    """Return True if the card on a cell is connected to its own neighbour (YGG-6.2, 13.1)."""
    one = position.field.get(cell)
    return one is not None and _meets(position, one, cell, direction) == "connected"


def _meets(position: TreePosition, one: TreeCard, cell: Cell, direction: int) -> str:
    """Return how a card on a cell meets its own neighbour in a direction.

    This is "" if there is none (YGG-6.5, 6.6), "connected" (6.2), "half" (6.4), "clash" if branches
    of different colours meet (13.1), or "blank" if two plain edges do.
    """
    two = position.field.get(step(cell, direction))
    if two is None or two.owner != one.owner:
        return ""
    here, there = direction in one.directions(), (direction + 2) % 4 in two.directions()
    if here and there:
        return "connected" if colours_agree(position, one, two) else "clash"
    return "half" if here or there else "blank"


def branch_faults(position: TreePosition, cell: Cell, card: TreeCard) -> list[str]:
    """Return the clauses that a card on a cell violates, in the order of YGG-6.7.

    Branches of different colours are a half-connection, so YGG-13.1 never comes alone.
    """
    met = [_meets(position, card, cell, direction) for direction in range(4)]
    found = []
    if any(not position.has(step(cell, direction)) for direction in card.directions()):
        found.append("YGG-6.3")
    forbidden_blank = position.settings["blank_edges"] == "forbidden" and "blank" in met
    if "half" in met or "clash" in met or forbidden_blank:
        found.append("YGG-6.4")
    if "connected" not in met:
        found.append("YGG-6.2")
    if "clash" in met:
        found.append("YGG-13.1")
    return found


def faults(position: TreePosition, seat: str, card: str, cell: Cell, turn: int) -> list[str]:
    """Return the clauses of section 6 that a placement violates, in the order of YGG-6.7."""
    if not position.has(cell) or cell in position.field:
        return ["YGG-6.1"]
    return branch_faults(position, cell, TreeCard(card, seat, turn))


def turns(position: TreePosition) -> range:
    """Return the turns in which a card may be placed (YGG-4.3)."""
    return range(4 if position.settings["rotation"] == "free" else 1)


def placements(position: TreePosition, seat: str, cards: list[str]) -> list[tuple[str, Cell, int]]:
    """Return every card, cell and turn that section 6 allows a seat."""
    return [
        (card, cell, turn)
        for card in sorted(set(cards))
        for cell in position.cells()
        for turn in turns(position)
        if not faults(position, seat, card, cell, turn)
    ]


def root_of(position: TreePosition, seat: str) -> Cell | None:
    """Return the cell of a seat's root, or None after its fall."""
    for cell, card in position.field.items():
        if card.owner == seat and card.fact.root:
            return cell
    return None


def linked(position: TreePosition, seat: str) -> set[Cell]:
    """Return the cells that are linked to a seat's root (YGG-9.7)."""
    root = root_of(position, seat)
    reached: set[Cell] = set()
    waiting = [root] if root is not None else []
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [step(cell, d) for d in range(4) if connected(position, cell, d)]
    return reached


def own_cells(position: TreePosition, seat: str) -> list[Cell]:
    """Return the cells of a seat's cards."""
    return [cell for cell in position.cells() if cell in position.field
            and position.field[cell].owner == seat]  # fmt: skip


def sound(position: TreePosition, seat: str) -> bool:
    """Return True if a seat's tree is sound (YGG-8.4)."""
    for cell in own_cells(position, seat):
        found = branch_faults(position, cell, position.field[cell])
        if "YGG-6.3" in found or "YGG-6.4" in found:
            return False
    return linked(position, seat) == set(own_cells(position, seat))


def open_cells(position: TreePosition, seat: str) -> list[Cell]:
    """Return a seat's open cells (YGG-6.8)."""
    found = []
    for cell in position.cells():
        if cell in position.field:
            continue
        near = [
            (position.field[step(cell, d)], (d + 2) % 4)
            for d in range(4)
            if step(cell, d) in position.field and position.field[step(cell, d)].owner == seat
        ]
        point = [back in card.directions() for card, back in near]
        if any(point) and (all(point) or position.settings["blank_edges"] == "allowed"):
            found.append(cell)
    return found


def can_grow(position: TreePosition, seat: str) -> bool:
    """Return True if a seat has a cell in the sense of YGG-11.1."""
    if position.settings["end_cells"] == "open_cell":
        return bool(open_cells(position, seat))
    return bool(placements(position, seat, position.hand[seat] + position.deck[seat]))


# Powers (YGG-8.7, 9.3, 9.4).


def power(position: TreePosition, cell: Cell) -> int:
    """Return a card's power with every blessing on it."""
    total = position.field[cell].fact.power
    for direction in range(4):
        if connected(position, cell, direction):
            fact = position.field[step(cell, direction)].fact
            total += fact.number if fact.operation == "aura" else 0
    return total


def attack(position: TreePosition, cell: Cell, target: Cell) -> int:
    """Return the attack of the card just placed and all its supporters (YGG-9.3)."""
    fact = position.field[cell].fact
    total = fact.number if fact.operation == "invade_bonus" else 0
    for own in own_cells(position, position.field[cell].owner):
        if any(step(own, d) == target for d in position.field[own].directions()):
            total += power(position, own)
    return total


def defence(position: TreePosition, target: Cell) -> int:
    """Return the defence of a target (YGG-9.4, 9.6)."""
    fact = position.field[target].fact
    if fact.root:
        return 6
    return power(position, target) + (fact.number if fact.operation == "defend_bonus" else 0)


def branch_ends(position: TreePosition, cell: Cell) -> list[Cell]:
    """Return the cells of the opponent's cards at the ends of a card's branches."""
    card = position.field[cell]
    ends = [step(cell, direction) for direction in sorted(card.directions())]
    return [e for e in ends if e in position.field and position.field[e].owner != card.owner]


def targets(position: TreePosition) -> list[Cell]:
    """Return the cards that the card just placed may invade (YGG-9.1, 9.6)."""
    allowed = position.settings["root_attack"] == "allowed"
    ends = branch_ends(position, cell_of(position.cell))
    return [end for end in ends if allowed or not position.field[end].fact.root]


def withering(position: TreePosition) -> list[Cell]:
    """Return the cards that the card just placed may wither (YGG-8.6)."""
    cell = cell_of(position.cell)
    limit = position.field[cell].fact.number
    facts = [(end, position.field[end].fact) for end in branch_ends(position, cell)]
    return [end for end, fact in facts if not fact.root and fact.power <= limit]


def swap_fault(position: TreePosition, one: Cell, two: Cell) -> bool:
    """Return True if two cells may not be swapped (YGG-8.4)."""
    first, second = position.field.get(one), position.field.get(two)
    if first is None or second is None or first.owner != second.owner:
        return True
    if first.fact.root or second.fact.root or first.card == second.card:
        return True
    after = copy.copy(position)
    after.field = {**position.field, one: second, two: first}
    return not sound(after, first.owner)


def swaps(position: TreePosition) -> list[tuple[Cell, Cell]]:
    """Return every pair of cells that may be swapped, each once."""
    pairs = itertools.combinations(sorted(position.field), 2)
    return [(one, two) for one, two in pairs if not swap_fault(position, one, two)]


def orders(position: TreePosition) -> list[tuple[str, ...]]:
    """Return every order of the deck's top cards for Foresight (YGG-8.5)."""
    number = position.field[cell_of(position.cell)].fact.number
    return sorted(set(itertools.permutations(position.deck[position.seat][:number])))


def tips(position: TreePosition) -> list[str]:
    """Return the tips on the discard pile of the seat to move (YGG-1.5)."""
    pile = sorted(set(position.discard[position.seat]))
    return [card for card in pile if len(CARDS[card].pattern) == 1]


# Actions.


def acting(position: TreePosition) -> set[str]:
    """Return the seats that may act."""
    if position.phase == "end":
        return set()
    return {CHANCE if position.phase in ("begin", "deal", "redeal") else position.seat}


def actions(position: TreePosition) -> set[str] | None:
    """Return the texts of all legal actions, or None if a shuffle is due."""
    seat, phase = position.seat, position.phase
    if phase == "end":
        return set()
    if phase == "begin":
        return {f"{CHANCE} choose {each}" for each in SEATS}
    if phase in ("deal", "redeal"):
        return None
    words = {"pass"} if _may_pass(position) else set()
    if phase in ("place", "refill", "extra"):
        words |= _main_words(position)
    else:
        words |= _effect_words(position)
    return {f"{seat} {word}" for word in words}


def _main_words(position: TreePosition) -> set[str]:
    """Return the placements and exchanges of the seat to move."""
    seat = position.seat
    words = set()
    for card, cell, turn in placements(position, seat, position.hand[seat]):
        words.add(f"place {card} {name_of(cell)}" + (f" turn={turn}" if turn else ""))
    if _may_exchange(position):
        words |= {f"place {card} {seat}.discard" for card in position.hand[seat]}
    return words


def _effect_words(position: TreePosition) -> set[str]:
    """Return what else the seat to move may do, besides declining."""
    seat, phase = position.seat, position.phase
    if phase == "root":
        return {f"place {position.roots[seat]} {name_of(c)}" for c in root_cells(position, seat)}
    if phase in ("mulligan", "draw", "loot"):
        return {f"choose {phase}"}
    if phase == "swap":
        return {f"swap {name_of(one)} {name_of(two)}" for one, two in swaps(position)}
    if phase == "discard":
        return {f"place {card} {seat}.discard" for card in position.hand[seat]}
    if phase == "scry":
        return {f"choose with={','.join(cards)}" for cards in orders(position)}
    if phase == "recover":
        return {f"choose {card}" for card in tips(position)}
    if phase == "wither":
        return {f"remove {name_of(cell)}" for cell in withering(position)}
    return {f"choose {name_of(cell)}" for cell in targets(position)}  # invade


def canonical(action: str) -> str:
    """Return the text of an action in the order that `actions` uses."""
    seat, verb, *words = action.split()
    if verb == "swap":
        words.sort(key=cell_of)
    return " ".join([seat, verb, *words])


def root_cells(position: TreePosition, seat: str) -> list[Cell]:
    """Return the cells on which a seat's root may start (YGG-3.2, 3.3)."""
    columns, rows = position.size
    row = 0 if seat == "A" else rows - 1
    if columns % 2:
        return [(columns // 2, row)]
    left, right = (columns // 2 - 1, row), (columns // 2, row)
    if seat == "B":  # as its owner sees it
        left, right = right, left
    where = position.settings["root_column"]
    if where == "own_left":
        return [left]
    if where == "own_right":
        return [right]
    if where == "same_column":  # A's left one for both
        return [(columns // 2 - 1, row)]
    return [left, right]


def _may_exchange(position: TreePosition) -> bool:
    """Return True if the seat may exchange a card (YGG-7.1, 7.2, 7.3)."""
    hand, deck = position.hand[position.seat], position.deck[position.seat]
    stuck = not placements(position, position.seat, hand)
    return position.phase == "place" and stuck and bool(deck) and bool(hand)


def _may_pass(position: TreePosition) -> bool:
    """Return True if the seat may pass or decline."""
    if position.phase in ("root", "discard"):
        return False
    if position.phase == "refill":
        return position.settings["may_pass"] == "yes"  # YGG-5.4
    if position.phase == "place":
        if placements(position, position.seat, position.hand[position.seat]):
            return position.settings["may_pass"] == "yes"  # YGG-5.4
        if position.settings["may_pass"] == "yes":
            return True
        return not _may_exchange(position)  # YGG-7.2, 7.3
    if position.phase in ("swap", "draw", "loot", "scry", "recover", "wither"):
        return position.field[cell_of(position.cell)].fact.mode == "optional"  # YGG-8.1
    return True


def possible(position: TreePosition, action: Action) -> bool:
    """Return True if the card that the action takes from the hand is there."""
    if action.verb is not Verb.PLACE or position.phase == "root":
        return True
    return action.seat in SEATS and action.card in position.hand[action.seat]


def sees_all(position: TreePosition) -> bool:
    """Return True if each seat's view shows everything that its own actions depend on."""
    return position.phase != "scry"


def expected(position: TreePosition, action: Action, legal: set[str] | None) -> Expected:
    """Return the verdict on an action of a seat; `legal` is what `actions` returned."""
    seat, verb = position.seat, action.verb
    if position.phase == "end":
        return forbidden(position.end)
    if legal is None or position.phase == "begin":
        return ILLEGAL  # only chance acts
    if canonical(str(action)) in legal:
        return LEGAL
    if verb is Verb.CHOOSE and position.phase == "scry" and action.seat == seat:
        return LEGAL if action.also in orders(position) else forbidden("YGG-8.5")
    if position.turn == 0:
        return ILLEGAL
    if verb is Verb.PLACE and "." not in action.to:
        return _placing(position, action)
    return forbidden("YGG-5.1") if action.seat != seat else _other(position, action)


def _other(position: TreePosition, action: Action) -> Expected:
    """Return the verdict on another illegal action of the seat to move."""
    verb = action.verb
    if verb is Verb.PLACE:
        return _discarding(position, action)
    if verb is Verb.PASS:
        return _passing(position)
    if verb is Verb.SWAP:
        if position.phase == "swap":
            return forbidden("YGG-8.4")
        return forbidden("YGG-5.1", "YGG-8.4", "YGG-4.4")
    if verb is Verb.REMOVE and position.phase == "wither":
        return forbidden("YGG-8.6")
    if verb is Verb.CHOOSE and position.phase == "invade" and not action.also:
        return _invading(position, action)
    if verb in (Verb.MOVE, Verb.TURN):
        return forbidden("YGG-4.4", "YGG-4.1", "YGG-5.1")
    return ILLEGAL


DECK = ("YGG-2.1", "YGG-2.2", "YGG-2.3")
"""Clauses of a card that its deck does not have, or not so often."""


def shown(action: Action, clauses: tuple[str, ...]) -> bool:
    """Return True if a view may refuse a legal action: a hand that was not shown (YGG-7.4)."""
    return action.to.endswith(".discard") and clauses == ("YGG-7.4",)


def _placing(position: TreePosition, action: Action) -> Expected:
    """Return the verdict on an illegal placement on the field."""
    cell = cell_of(action.to)
    branch = action.card in CARDS and not CARDS[action.card].root
    turn = action.turn if action.turn in turns(position) else 0  # YGG-12.3
    found = faults(position, action.seat, action.card, cell, turn)
    also = list(found)
    main: list[str] = []
    if action.turn not in turns(position):
        main += ["YGG-4.3"]
    if not branch or action.card not in position.hand[action.seat]:
        main += ["YGG-5.4", *DECK]
    if position.phase not in ("place", "refill", "extra"):
        # A second card in the turn, or a step before the next card.
        main = [*main, "YGG-5.1", "YGG-5.4", "YGG-5.6", "YGG-8.1", "YGG-8.3", "YGG-8.5"]
    if action.seat != position.seat:
        also += main
        main = ["YGG-5.1"]
    if main:
        return forbidden(*main, also=tuple(also))
    clash = tuple(clause for clause in found if clause == "YGG-13.1")
    return exactly(*[clause for clause in found if clause not in clash], anywhere=clash)


def _discarding(position: TreePosition, action: Action) -> Expected:
    """Return the verdict on an illegal discard or exchange."""
    seat = position.seat
    if action.to != f"{seat}.discard":
        return ILLEGAL
    hand = position.hand[seat]
    stray = ("YGG-5.4", "YGG-7.1", *DECK) if action.card not in hand else ()
    empty = position.phase == "place" and not position.deck[seat]
    if position.phase == "place" and placements(position, seat, hand):
        return forbidden("YGG-5.4", "YGG-7.1", also=(*stray, *(["YGG-7.2"] if empty else [])))
    if empty:
        return forbidden("YGG-7.2", also=stray)
    if position.phase == "discard":
        return forbidden(*stray, "YGG-8.5")
    if position.phase == "place":
        return forbidden(*stray)
    main = ("YGG-5.1", "YGG-5.4", "YGG-7.1", "YGG-8.1", "YGG-8.5", "YGG-5.6")
    return forbidden(*main, also=stray)


def _passing(position: TreePosition) -> Expected:
    """Return the verdict on an illegal pass."""
    if position.phase == "refill":
        return forbidden("YGG-5.4")
    if position.phase == "place":
        if placements(position, position.seat, position.hand[position.seat]):
            return forbidden("YGG-5.4")
        return forbidden("YGG-7.1")
    return forbidden("YGG-8.1", "YGG-8.5", "YGG-5.1")


def _invading(position: TreePosition, action: Action) -> Expected:
    """Return the verdict on an illegal choice of a target."""
    try:
        cell = cell_of(action.value)
    except (ValueError, IndexError):
        return ILLEGAL
    card = position.field.get(cell)
    points = cell in branch_ends(position, cell_of(position.cell))
    if card is not None and card.fact.root and card.owner != position.seat and points:
        return forbidden("YGG-9.6")
    return forbidden("YGG-9.1", also=("YGG-9.6", "YGG-6.1"))


# Effects of actions.


def after(before: TreePosition, action: Action) -> TreePosition:
    """Return the position after a legal action."""
    position = copy.copy(before)
    position.field = dict(before.field)
    for name in ("hand", "deck", "discard"):
        piles = getattr(before, name)
        setattr(position, name, {each: list(piles[each]) for each in SEATS})
    if position.phase in ("begin", "root", "deal", "mulligan", "redeal"):
        _set_up(position, action)
    elif position.phase in ("place", "refill", "extra"):
        _main_step(position, action)
    elif position.phase == "discard":
        position.hand[position.seat].remove(action.card)
        position.discard[position.seat].append(action.card)
        position.due -= 1
        if not position.due:
            _invasion(position)
    elif position.phase == "invade":
        if action.verb is Verb.CHOOSE:
            target = cell_of(action.value)
            if attack(position, cell_of(position.cell), target) >= defence(position, target):
                _destroy(position, target)
        _extra(position)
    else:
        _effect(position, action)
    return position


def _set_up(position: TreePosition, action: Action) -> None:
    """Take one step of the set-up (section 3)."""
    seat = position.seat
    if position.phase == "begin":
        position.first = action.value
        position.phase, position.seat = "root", action.value
        if position.size[0] % 2 or position.settings["root_column"] != "choice":
            for each in SEATS:
                position.field[root_cells(position, each)[0]] = TreeCard(position.roots[each], each)
            position.phase, position.seat = "deal", "A"
    elif position.phase == "root":
        position.field[cell_of(action.to)] = TreeCard(action.card, seat)
        if seat == position.first:
            position.seat = other(seat)
        else:
            position.phase, position.seat = "deal", "A"
    elif position.phase == "mulligan" and action.verb is Verb.PASS:
        _next_mulligan(position)
    elif position.phase == "mulligan":
        position.phase = "redeal"
        position.deck[seat] += position.hand[seat]
        position.hand[seat] = []
    else:
        _deal(position, list(action.also))


def _deal(position: TreePosition, cards: list[str]) -> None:
    """Deal a shuffled deck (YGG-3.4, 3.6)."""
    seat, size = position.seat, int(position.settings["hand_size"])
    position.hand[seat], position.deck[seat] = cards[:size], cards[size:]
    if position.phase == "redeal":
        _next_mulligan(position)
    elif seat == "A":
        position.seat = "B"
    elif position.settings["mulligan"] == "one":
        position.phase, position.seat = "mulligan", position.first
    else:
        _first_turn(position)


def _first_turn(position: TreePosition) -> None:
    position.turn, position.seat, position.phase = 1, position.first, "place"


def _next_mulligan(position: TreePosition) -> None:
    if position.seat == position.first:
        position.phase, position.seat = "mulligan", other(position.first)
    else:
        _first_turn(position)


def _draw(position: TreePosition, seat: str, number: int) -> None:
    """Draw as far as possible (YGG-5.3, 8.5)."""
    position.hand[seat] += position.deck[seat][:number]
    del position.deck[seat][:number]


def _main_step(position: TreePosition, action: Action) -> None:
    seat = position.seat
    if action.verb is Verb.PASS:
        _end_turn(position)
    elif action.to == f"{seat}.discard":
        position.hand[seat].remove(action.card)
        position.discard[seat].append(action.card)
        _draw(position, seat, 1)
        again = position.settings["exchange_then_place"] == "yes"
        if again and placements(position, seat, position.hand[seat]):
            position.phase = "refill"
        else:
            _end_turn(position)
    else:
        position.hand[seat].remove(action.card)
        position.field[cell_of(action.to)] = TreeCard(action.card, seat, action.turn)
        position.placed += 1
        position.cell = action.to
        _begin_effect(position)


def _begin_effect(position: TreePosition) -> None:
    """Begin the effect of the card just placed (YGG-8.1), or skip it."""
    seat = position.seat
    fact = position.field[cell_of(position.cell)].fact
    if fact.operation == "draw" and fact.mode == "forced":
        _draw(position, seat, fact.number)
        _invasion(position)
        return
    steps = {
        "swap": bool(swaps(position)) if fact.operation == "swap" else False,
        "draw": bool(position.deck[seat]),
        "loot": bool(position.deck[seat] or position.hand[seat]),
        "scry": bool(position.deck[seat]),
        "recover": bool(tips(position)),
        "wither": bool(withering(position)) if fact.operation == "wither" else False,
    }
    if steps.get(fact.operation, False):
        position.phase = fact.operation
    else:
        _invasion(position)


def _effect(position: TreePosition, action: Action) -> None:
    """Carry out an effect that its owner uses or declines."""
    seat, phase = position.seat, position.phase
    number = position.field[cell_of(position.cell)].fact.number
    if action.verb is not Verb.PASS:
        if phase == "swap":
            one, two = cell_of(action.at), cell_of(action.to)
            on = position.field
            on[one], on[two] = on[two], on[one]
            here = cell_of(position.cell)
            position.cell = name_of({one: two, two: one}.get(here, here))
        elif phase == "scry":
            position.deck[seat][: len(action.also)] = action.also
        elif phase == "recover":
            position.discard[seat].remove(action.value)
            position.hand[seat].append(action.value)
        elif phase == "wither":
            _destroy(position, cell_of(action.at))
        else:
            _draw(position, seat, number)
            if phase == "loot" and position.hand[seat]:
                position.phase = "discard"
                position.due = min(number, len(position.hand[seat]))
                return
    _invasion(position)


def _invasion(position: TreePosition) -> None:
    position.phase = "invade"
    if not targets(position):
        _extra(position)


def _destroy(position: TreePosition, target: Cell) -> None:
    """Destroy a card and all cards that are isolated then (YGG-9.7, 9.8)."""
    gone = [position.field.pop(target)]
    for seat in SEATS:
        safe = linked(position, seat)
        fallen = [cell for cell in own_cells(position, seat) if cell not in safe]
        gone += [position.field.pop(cell) for cell in fallen]
    for card in gone:
        if not card.fact.root:
            pile = position.discard[card.owner]
            if not isinstance(pile, LoosePile):
                position.discard[card.owner] = pile = LoosePile(pile)
                pile.fixed = len(pile)
            pile.append(card.card)
    if gone[0].fact.root:
        position.end, position.phase = "YGG-9.6", "end"


def _extra(position: TreePosition) -> None:
    """Offer the second card of Surge after the invasion step (YGG-8.3), or end the turn."""
    if position.phase == "end":  # a root has fallen
        return
    seat = position.seat
    surge = position.field[cell_of(position.cell)].fact.operation == "extra_place"
    if surge and position.placed == 1 and placements(position, seat, position.hand[seat]):
        position.phase = "extra"
    else:
        _end_turn(position)


def _end_turn(position: TreePosition) -> None:
    """End the turn: look for the end of the game (YGG-11.3), else begin the next turn."""
    position.idle = 0 if position.placed else position.idle + 1
    count, position.placed, position.cell = position.placed, 0, ""
    if not any(can_grow(position, seat) for seat in SEATS):
        position.end, position.phase, position.placed = "YGG-11.1", "end", count
    elif position.idle >= 4:
        position.end, position.phase, position.placed = "YGG-11.2", "end", count
    else:
        position.turn += 1
        position.seat = other(position.seat)
        position.phase = "place"
        _draw(position, position.seat, 1)  # YGG-5.2


# The end.


def points(position: TreePosition, seat: str) -> int:
    """Return a seat's world-tree points (YGG-11.4, 11.5)."""
    rooted = position.settings["score_root"] == "yes"
    facts = [position.field[cell].fact for cell in own_cells(position, seat)]
    return sum(1 + fact.fruits for fact in facts if rooted or not fact.root)


def fruits(position: TreePosition, seat: str) -> int:
    """Return the fruits that count for a seat."""
    rooted = position.settings["score_root"] == "yes"
    facts = [position.field[cell].fact for cell in own_cells(position, seat)]
    return sum(fact.fruits for fact in facts if rooted or not fact.root)


def result(position: TreePosition) -> Ended | None:
    """Return the result of an ended game."""
    if position.phase != "end":
        return None
    scores = {seat: points(position, seat) for seat in SEATS}
    counts = scores
    if scores["A"] == scores["B"]:
        tie = position.settings["tie_break"]
        if tie == "fruits":
            counts = {seat: fruits(position, seat) for seat in SEATS}
        elif tie == "second_player":
            counts = {position.first: 0, other(position.first): 1}
    winners = [seat for seat in SEATS if counts[seat] > counts[other(seat)]]
    if position.end == "YGG-9.6":  # a root has fallen
        winners = [seat for seat in SEATS if root_of(position, seat) is not None]
    return Ended(tuple(winners), position.end, tuple(sorted(scores.items())))


# What the campaign plays.


def draw_setup(settings: dict[str, str], rng: random.Random) -> tuple[Setup, dict[str, str]]:
    """Return a set-up with random decks, and the settings with the number of cards filled in."""
    columns, rows = map(int, settings["field"].split("x"))
    auto = {"4x5": 20, "5x7": 30}.get(settings["field"], columns * rows)
    size = auto if settings["deck_size"] == "auto" else int(settings["deck_size"])
    copies = int(settings["max_copies"])
    pool = [card for card, fact in CARDS.items() if not fact.root]
    copies = max(copies, -(-size // len(pool)))  # a deck of that size must exist (YGG-2.2)
    root = rng.choice(["yr1", "yr2"])
    decks = {}
    for seat in SEATS:
        if settings["roots"] == "free":
            root = rng.choice(["yr1", "yr2"])
        cards = rng.sample(pool * copies, size)
        decks[seat] = Deck(tuple(sorted(cards)), {"root": (root,)})
    whole = {**settings, "max_copies": str(copies)}
    return Setup(SLUG, whole, decks), whole


def attempts(position: TreePosition, rng: random.Random) -> list[Action]:
    """Return actions to judge, legal or not, of every kind."""
    columns, rows = position.size
    cells = [name_of((c, r)) for c in range(columns) for r in range(rows)]
    beyond = [name_of((c, r)) for c in range(7) for r in range(9) if not position.has((c, r))]
    seat = rng.choice([position.seat] * 5 + [other(position.seat)])
    mine = position.hand[position.seat] or ["y01"]
    texts = [f"{position.seat} place {rng.choice(mine)} {rng.choice(cells)}" for _ in range(6)]
    turn = rng.choice(["", " turn=1", " turn=2", " turn=3"])
    texts.append(f"{seat} place {rng.choice(mine)} {rng.choice(cells)}{turn}")
    texts.append(f"{seat} place {rng.choice(mine)} {rng.choice(beyond or cells)}")
    texts.append(f"{seat} place {rng.choice(sorted(CARDS))} {rng.choice(cells)}{turn}")
    texts.append(f"{seat} place {rng.choice(mine)} {rng.choice(SEATS)}.discard")
    texts.append(f"{seat} place {rng.choice(sorted(CARDS))} {seat}.discard")
    texts.append(f"{seat} pass")
    taken = [name_of(cell) for cell in position.field] or cells
    texts.append(f"{seat} swap {rng.choice(taken)} {rng.choice(taken)}")
    texts.append(f"{seat} choose {rng.choice(taken)}")
    texts.append(f"{seat} choose {rng.choice([*sorted(CARDS), *cells, 'draw', 'loot'])}")
    texts.append(f"{seat} remove {rng.choice(taken)}")
    texts.append(f"{seat} move {rng.choice(taken)} {rng.choice(cells)}")
    texts.append(f"{seat} turn {rng.choice(taken)} {rng.choice([1, 2, 3])}")
    if position.phase == "scry":
        top = position.deck[seat][:2] or ["y01"]
        texts += [f"{seat} choose with={','.join(cards)}" for cards in (top, top[::-1], top[:1])]
        texts.append(f"{seat} choose with={top[0]},{rng.choice(mine)}")
    return [parse_action(text) for text in texts]


def choose(_position: TreePosition, legal: list[Action], rng: random.Random) -> Action:
    """Choose an action to play, with fewer passes."""
    weights = [0.3 if action.verb is Verb.PASS else 1.0 for action in legal]
    return rng.choices(legal, weights)[0]
