"""Strato-Sphere, written from its specification alone: plain and slow.

A position is filled from its text (`read`) or by playing actions (`apply`). `answer` judges one
action; `actions` tries every action that a player could mean, and keeps the legal ones.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from benchmarks.oracles.answers import LEGAL, Expectation, refused
from rules import CHANCE, UNKNOWN, Action, Facing, Setup, Verb

SLUG = "stratosphere"
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
COLOURS = {"c": "black", "d": "red", "h": "red", "s": "black"}
VERBS = dict.fromkeys(Verb, 1.0)
"""Weight with which a player chooses a verb."""
PACK = [f"{suit}{rank:02}" for suit in SUITS for rank in range(1, 14)]
LETTERS = "RCL"
HAND = 7

DEFAULTS = {
    "players": "2",
    "ace": "low",
    "node_depth": "1",
    "moves": "compulsory",
    "opening_moves": "3",
    "direct_command": "off",
    "recycle": "on",
    "reach": "frontline",
    "force_fallback": "choose",
    "prevent_timer": "15",
    "round_cap": "none",
}
VALUES = {
    "players": ("2", "4"),
    "ace": ("low", "high"),
    "node_depth": ("1", "2", "3"),
    "moves": ("compulsory", "optional"),
    "opening_moves": ("1", "2", "3"),
    "direct_command": ("off", "on"),
    "recycle": ("on", "off"),
    "reach": ("frontline", "anywhere"),
    "force_fallback": ("choose", "lowest"),
    "prevent_timer": ("0", "5", "15", "120"),
    "round_cap": ("none", "10", "11", "200"),
}


@dataclass
class Hidden:
    """A face-down card; `seat` supplied it at `ply`, or is "" if it was dealt."""

    card: str
    seat: str
    ply: int


@dataclass
class Node:
    """A pile: the face-up card ("" for none), and the face-down cards from the top."""

    up: str = ""
    down: list[Hidden] = field(default_factory=list)


@dataclass
class Position:
    """Everything that a position of the game consists of."""

    settings: dict[str, str]
    nodes: dict[str, Node] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    force: dict[str, str] = field(default_factory=dict)
    phase: str = "deal"
    turn: int = 0
    seat: str = "1"
    asked: str = ""
    round: int = 0
    left: int = 0
    attack: tuple[str, str] = ("", "")
    fought: set[str] = field(default_factory=set)
    idle: int = 0
    out: set[str] = field(default_factory=set)
    ply: int = 0
    end: tuple[str, str] = ("", "")
    rest: Counter[str] = field(default_factory=Counter)
    """The result of `unseen`, once it has been asked for."""


# Text of a position


def read(text: str, setup: Setup) -> Position:
    """Return the position in a text as `Game.format` writes it."""
    at = start(setup)
    for line in text.splitlines():
        name, _, rest = line.partition(" ")
        words = rest.split()
        if name == "node":
            shown, _, hidden = rest.partition("|")
            node, *up = shown.split()
            at.nodes[node] = Node(up[0] if up else "", _hidden(hidden))
        elif name == "hand":
            at.hands[words[0]] = sorted(_cards(words[1:]))
        elif name in ("pile", "discard"):
            setattr(at, name, _cards(words))
        elif name == "force":
            at.force = dict(word.split("=") for word in words)
        elif name == "turn":
            at.turn, at.seat = int(words[0]), words[1]
            at.phase = words[2] if len(words) > 2 else "move"
            at.asked = words[3] if len(words) > 3 else ""
        elif name in ("round", "left", "idle", "ply"):
            setattr(at, name, int(rest))
        elif name == "attack":
            at.attack = (words[0], words[1])
        elif name in ("fought", "out"):
            setattr(at, name, set(words))
        elif name == "end":
            at.end = (words[0], words[1] if len(words) > 1 and words[1] != "-" else "")
        elif name:
            raise ValueError(f"unknown line: {line}")
    return at


def _cards(words: list[str]) -> list[str]:
    cards = []
    for word in words:
        card, _, count = word.partition("*")
        if card != "-":
            cards += [card] * int(count or 1)
    return cards


def _hidden(text: str) -> list[Hidden]:
    found = []
    for word in text.split():
        if word == "-":
            continue
        each, _, count = word.partition("*")
        body, _, ply = each.partition("@")
        card, _, seat = body.partition("/")
        found += [Hidden(card, seat, int(ply or 0)) for _ in range(int(count or 1))]
    return found


def facts(at: Position) -> dict[str, object]:
    """Return the facts of a position that two implementations must share, by name.

    The order of a hand means nothing. The discard pile's order is not stated by any clause.
    """
    found: dict[str, object] = {
        f"node {name}": (pile.up, [(h.card, h.seat, h.ply) for h in pile.down])
        for name, pile in at.nodes.items()
    }
    found |= {f"hand {seat}": sorted(hand) for seat, hand in at.hands.items()}
    found |= {"pile": at.pile, "discard": sorted(at.discard), "force": at.force}
    found |= {"turn": (at.turn, at.seat, at.phase, at.asked), "round": at.round, "left": at.left}
    found |= {"attack": at.attack, "fought": at.fought, "idle": at.idle, "out": at.out}
    if at.end[0]:  # these facts have no meaning now
        del found["idle"], found["attack"], found["turn"]
    return found | {"ply": at.ply, "end": at.end}


def read_facts(text: str, setup: Setup) -> dict[str, object]:
    """Return the facts of a position's text."""
    return facts(read(text, setup))


def write(at: Position) -> str:
    """Return the text of a position in which a turn begins."""
    lines = [
        f"node {name} {pile.up} | {' '.join(h.card for h in pile.down) or '-'}"
        for name, pile in at.nodes.items()
    ]
    lines += [f"hand {seat} {' '.join(hand) or '-'}" for seat, hand in at.hands.items()]
    lines += [f"pile {' '.join(at.pile) or '-'}", f"discard {' '.join(at.discard) or '-'}"]
    lines += ["force " + " ".join(f"{seat}={name}" for seat, name in at.force.items())]
    lines += [f"turn {at.turn} {at.seat} {at.phase}", f"round {at.round}", f"left {at.left}"]
    return "\n".join(lines)


def opening(setup: Setup, rng: random.Random) -> str:
    """Return a late position in which few cards are left to play, or "" for the deal.

    Players who are stuck (STR-3.2), drawn games (7.6) and naming a force (4.8) are rare otherwise.
    """
    if rng.random() < 0.7:
        return ""
    at = start(setup)
    cards = list(pack(at))
    rng.shuffle(cards)
    for pile in at.nodes.values():
        pile.up = cards.pop() if rng.random() < 0.8 else ""
        hidden = rng.choice((0, 0, 0, 1, 2)) if pile.up else 1
        pile.down = [Hidden(cards.pop(), "", 0) for _ in range(hidden)]
    for hand in at.hands.values():
        hand += [cards.pop() for _ in range(rng.choice((0, 0, 0, 1)))]
    at.pile = [cards.pop() for _ in range(rng.choice((0, 0, 1, 2)))]
    at.discard = cards
    colours = rng.sample(forces(at), len(forces(at)))
    owners = rng.sample(seats(at), rng.choice((2, len(seats(at)), len(seats(at)))))
    at.force = dict(zip(sorted(owners), colours, strict=False))
    _last_force(at)
    at.turn = rng.randrange(len(seats(at)) + 1, 20)
    at.seat = seats(at)[(at.turn - 1) % len(seats(at))]
    at.round = (at.turn - 1) // len(seats(at)) + 1
    at.phase, at.left = "move", 3
    if at.seat not in at.force and all(at.nodes[f"{at.seat}.{n}"].up for n in LETTERS):
        at.phase = "name"
    elif not actions(at)[0] - {Action(at.seat, Verb.PASS)}:
        return ""
    return "" if _won(at) else write(at)


# Setup, ring, forces and control: STR-1, 2 and 4


def drawn_setup(drawn: dict[str, str], rng: random.Random) -> Setup:
    """Return a set-up with these settings."""
    del rng
    return Setup(SLUG, drawn)


def start(setup: Setup) -> Position:
    """Return the position before the deal."""
    at = Position(DEFAULTS | dict(setup.settings))
    at.nodes = {node: Node() for node in ring(at)}
    at.hands = {seat: [] for seat in seats(at)}
    return at


def pack(at: Position) -> list[str]:
    """Return the cards of the pack (STR-1.2)."""
    return PACK if at.settings["players"] == "2" else PACK + PACK


def seats(at: Position) -> list[str]:
    """Return the seats clockwise (STR-2.1)."""
    return [str(n + 1) for n in range(int(at.settings["players"]))]


def ring(at: Position) -> list[str]:
    """Return the nodes in ring order (STR-2.5)."""
    return [f"{seat}.{letter}" for seat in seats(at) for letter in LETTERS]


def adjacent(at: Position, one: str, other: str) -> bool:
    """Return True if two nodes are neighbours in the ring (STR-2.5)."""
    nodes = ring(at)
    gap = (nodes.index(one) - nodes.index(other)) % len(nodes)
    return gap in (1, len(nodes) - 1)


def clockwise_from(at: Position, seat: str) -> list[str]:
    """Return the other seats, in clockwise order after `seat`."""
    every = seats(at)
    i = every.index(seat)
    return every[i + 1 :] + every[:i]


def value(at: Position, card: str) -> int:
    """Return a card's face value (STR-1.3)."""
    rank = int(card[1:])
    return 14 if rank == 1 and at.settings["ace"] == "high" else rank


def force_of(at: Position, card: str) -> str:
    """Return the force that a card belongs to (STR-1.4)."""
    return (COLOURS if at.settings["players"] == "2" else SUITS)[card[0]]


def forces(at: Position) -> list[str]:
    """Return all forces, in the order of STR-4.8."""
    return ["red", "black"] if at.settings["players"] == "2" else list(SUITS.values())


def controller(at: Position, node: str) -> str:
    """Return the seat that controls a node, or "" (STR-4.7)."""
    up = at.nodes[node].up
    holders = [seat for seat, force in at.force.items() if up and force == force_of(at, up)]
    return holders[0] if holders else ""


def in_reach(at: Position, seat: str, node: str) -> bool:
    """Return True if a seat may supply, reveal or command at a node (STR-3.11)."""
    if at.settings["reach"] == "anywhere" or node.startswith(seat) or node in at.fought:
        return True
    held = [other for other in at.nodes if controller(at, other) == seat]
    return node in held or any(adjacent(at, node, other) for other in held)


def can_draw(at: Position) -> bool:
    """Return True if a card is available to be drawn (STR-3.10)."""
    return bool(at.pile) or (at.settings["recycle"] == "on" and bool(at.discard))


def unseen(at: Position) -> Counter[str]:
    """Return how many copies of each card the position does not show (STR-8.4)."""
    if at.rest:
        return at.rest
    at.rest.update(pack(at))
    for pile in at.nodes.values():
        at.rest.subtract([pile.up, *(h.card for h in pile.down)])
    for cards in (*at.hands.values(), at.pile, at.discard):
        at.rest.subtract(cards)
    return at.rest


# Judging


def to_act(at: Position) -> set[str]:
    """Return who may act now."""
    if at.end[0]:
        return set()
    if at.phase in ("deal", "recycle"):
        return {CHANCE}
    return {at.asked} if at.phase == "window" else {at.seat}


def answer(at: Position, action: Action) -> Expectation:
    """Return the oracle's judgement of an action of a seat."""
    if at.end[0]:
        return refused(at.end[0], may=("STR-7.1", "STR-7.6", "STR-7.7"))
    if at.phase in ("deal", "recycle"):
        return refused() if action.seat == CHANCE else _while_shuffling(at, action)
    if action.verb is Verb.DECLARE and action.value == "concede":
        return _concede(at, action)
    if at.phase == "window":
        return _window(at, action)
    if action.seat != at.seat:
        return refused("STR-3.1")
    if at.phase == "name":
        return _name(at, action)
    return _move(at, action)


def _while_shuffling(at: Position, action: Action) -> Expectation:
    if action.verb is Verb.DECLARE and action.value == "concede":
        return refused(may=("STR-2.4", "STR-3.10")) if at.phase == "deal" else _concede(at, action)
    return refused("STR-2.4" if at.phase == "deal" else "STR-3.10")


def _concede(at: Position, action: Action) -> Expectation:
    if not _only(action, "value", "also"):
        return refused()
    if action.seat not in seats(at):
        return refused()
    playing = set(seats(at)) - at.out
    named = action.also
    if action.seat in at.out or len(named) > 1:
        return refused("STR-7.7")
    if named and (named[0] not in playing or named[0] == action.seat):
        return refused("STR-7.7")
    return LEGAL


def _only(action: Action, *fields: str) -> bool:
    """Return True if an action has no other fields than these."""
    plain = {"card": "", "at": "", "to": "", "value": "", "also": (), "turn": 0, "facing": "up"}
    return all(
        name in fields or getattr(action, name) == default for name, default in plain.items()
    )


def _name(at: Position, action: Action) -> Expectation:
    free = set(forces(at)) - set(at.force.values())
    if action.verb is Verb.CHOOSE and _only(action, "value") and action.value in free:
        return LEGAL
    return refused("STR-4.8")


def _window(at: Position, action: Action) -> Expectation:
    """Judge an answer to an attack (STR-5.4 and 6)."""
    passing = action.verb is Verb.PASS
    sideways = action.facing is Facing.DOWN and action.verb is not Verb.PLACE
    if sideways or (passing and not _only(action)):
        return refused()
    preventing = action.verb is Verb.PLACE and action.to == "discard"
    if action.verb is Verb.PLACE and not preventing:
        return refused(("STR-5.4", "STR-6.1", "STR-6.4", "STR-9.3"), may=("STR-3.1",))
    if not passing and not preventing:
        return refused("STR-5.4", may=("STR-6.4", "STR-3.1"))
    if preventing and not _only(action, "card", "to"):
        return refused(may=("STR-6.1", "STR-6.4", "STR-6.6"))
    if action.seat != at.asked:
        may = ("STR-6.1",) if action.seat == at.seat else ()
        return refused("STR-6.4", may=(*may, "STR-3.1"))
    if passing:
        return LEGAL
    if not _holds(at, action.seat, action.card):
        return refused(("STR-6.6", "STR-8.4"), may=("STR-6.1",))
    attacking = at.nodes[at.attack[0]].up
    if action.card == UNKNOWN:
        return refused()
    same = force_of(at, action.card) == force_of(at, attacking)
    if same and value(at, action.card) >= value(at, attacking):
        return LEGAL
    return refused("STR-6.1", may=("STR-6.6",))


def _holds(at: Position, seat: str, card: str) -> bool:
    """Return True if a card is in a hand, or may be one of its unknown cards."""
    hand = at.hands.get(seat, [])
    return card in hand or (UNKNOWN in hand and unseen(at)[card] > 0)


def _move(at: Position, action: Action) -> Expectation:
    verb = action.verb
    if verb is Verb.DRAW:
        return _draw(at, action)
    if verb is Verb.PLACE:
        return _place(at, action)
    if verb is Verb.FLIP:
        return _flip(at, action)
    if verb is Verb.DECLARE and action.value == "attack":
        return _attack(at, action)
    if verb is Verb.PASS:
        if not _only(action):
            return refused()
        return LEGAL if at.settings["moves"] == "optional" else refused("STR-3.2")
    if verb is Verb.CHOOSE:
        return refused("STR-4.6")
    there = action.to in at.nodes or verb is Verb.REMOVE
    if verb in (Verb.MOVE, Verb.REMOVE, Verb.SWAP) and action.at in at.nodes and there:
        return _disturbed(at, action)
    return refused()


def _disturbed(at: Position, action: Action) -> Expectation:
    """Judge moving cards of nodes (STR-3.13, 4.9)."""
    touched = [action.at] if action.verb is not Verb.SWAP else [action.at, action.to]
    bans = {"STR-4.9" if at.nodes[node].up else "STR-3.13" for node in touched}
    return refused(tuple(bans), may=("STR-4.9", "STR-3.13"))


def _draw(at: Position, action: Action) -> Expectation:
    """Judge a draw (STR-3.4, 3.9, 3.10)."""
    if not _only(action):
        return refused()
    bans = []
    if len(at.hands[action.seat]) >= HAND:
        bans.append("STR-3.9")
    if not can_draw(at):
        bans.append("STR-3.10")
    return refused(*bans, may=("STR-3.4",)) if bans else LEGAL


def _place(at: Position, action: Action) -> Expectation:
    """Judge a supply (STR-3.5) or a command (STR-3.8)."""
    if not _only(action, "card", "to", "facing"):
        return refused()
    if action.to == "discard":
        return refused("STR-6.6")
    if action.to not in at.nodes:
        return refused(("STR-2.2", "STR-9.3", "STR-9.4", "STR-3.5"), may=("STR-3.8",))
    bans: list[str | tuple[str, ...]] = []
    seat, node = action.seat, at.nodes[action.to]
    commanding = action.facing is Facing.UP
    if not _holds(at, seat, action.card):
        bans.append(("STR-3.5", "STR-3.8", "STR-8.4"))
    if not in_reach(at, seat, action.to):
        bans.append("STR-3.11")
    may = ["STR-8.4"]
    if commanding:
        known = action.card in pack(at)
        own = known and at.force.get(seat) == force_of(at, action.card)
        if at.settings["direct_command"] == "off" or not own:
            bans.append("STR-3.8")
        if node.up:
            bans.append(("STR-3.8", "STR-4.9"))
            may += ["STR-3.8", "STR-4.9"]
    return refused(*bans, may=may) if bans else LEGAL


def _flip(at: Position, action: Action) -> Expectation:
    """Judge a reveal (STR-3.6)."""
    if not _only(action, "at", "card"):
        return refused()
    if action.at not in at.nodes:
        return refused(("STR-2.2", "STR-9.3", "STR-9.4"))
    bans: list[str | tuple[str, ...]] = []
    node = at.nodes[action.at]
    if not in_reach(at, action.seat, action.at):
        bans.append("STR-3.11")
    if node.up:
        bans.append("STR-3.6")
        return refused(*bans, may=("STR-8.4", "STR-9.3"))
    if not action.card or action.card == UNKNOWN:
        return refused(*bans, may=("STR-9.3", "STR-9.4"))
    top = node.down[0].card
    possible = top == action.card or (top == UNKNOWN and unseen(at)[action.card] > 0)
    if not possible:
        bans.append("STR-8.4")
    return refused(*bans) if bans else LEGAL


def _attack(at: Position, action: Action) -> Expectation:
    """Judge an attack (STR-5.1, 5.2, 5.7, 5.8, 2.5)."""
    if not _only(action, "value", "at", "to"):
        return refused()
    x, y = action.at, action.to
    if x not in at.nodes or y not in at.nodes:
        return refused(("STR-9.3", "STR-2.2", "STR-9.4"))
    one, other = at.nodes[x], at.nodes[y]
    mine = controller(at, x) == action.seat
    theirs = controller(at, y) not in ("", action.seat)
    higher = bool(one.up and other.up) and value(at, other.up) > value(at, one.up)
    bans = {
        "STR-2.5": not adjacent(at, x, y),
        "STR-5.2": not theirs,
        "STR-5.8": (mine and not one.down) or (theirs and not other.down),
    }
    broken = [clause for clause, breaks in bans.items() if breaks]
    if not broken and mine and not higher:
        return LEGAL
    bare = any(pile.up and not pile.down for pile in (one, other))
    return refused("STR-5.1", *broken, may=["STR-5.7"] * higher + ["STR-5.8"] * bare)


def tried(at: Position) -> Iterator[Action]:
    """Yield every action that the seats to act could mean, legal or not."""
    for seat in sorted(to_act(at) - {CHANCE}):
        yield Action(seat, Verb.DRAW)
        yield Action(seat, Verb.PASS)
        for force in forces(at):
            yield Action(seat, Verb.CHOOSE, value=force)
        hand = set(at.hands[seat])
        if UNKNOWN in hand:
            hand |= set(pack(at))
        for card in sorted(hand):
            yield Action(seat, Verb.PLACE, card=card, to="discard")
            for node in at.nodes:
                for facing in Facing:
                    yield Action(seat, Verb.PLACE, card=card, to=node, facing=facing)
        for node, pile in at.nodes.items():
            top = pile.down[0].card if pile.down else ""
            for card in sorted(set(pack(at))) if top == UNKNOWN else [top or "c01"]:
                yield Action(seat, Verb.FLIP, card=card, at=node)
            for other in at.nodes:
                yield Action(seat, Verb.DECLARE, at=node, to=other, value="attack")


def actions(at: Position) -> tuple[set[Action], set[Action]]:
    """Return the legal actions except conceding, and those that are left open (none)."""
    return {action for action in tried(at) if answer(at, action).legal}, set()


# Playing


def apply(before: Position, action: Action) -> Position:
    """Return the position after a legal action."""
    at = copy.deepcopy(before)
    at.ply += 1
    at.rest = Counter()
    verb = action.verb
    if action.seat == CHANCE:
        _shuffled(at, action)
    elif verb is Verb.DECLARE and action.value == "concede":
        _conceded(at, action)
    elif at.phase == "window":
        _answered(at, action)
    elif at.phase == "name":
        at.force[action.seat] = action.value
        at.phase = "move"
        _last_force(at)
        _close_move(at)
    elif verb is Verb.PASS:
        at.idle = at.idle + 1 if at.left == _moves_of_turn(at) else 0
        _next_turn(at)
    else:
        _moved(at, action)
    return at


def _shuffled(at: Position, action: Action) -> None:
    if at.phase == "recycle":  # STR-3.10: then the draw that asked for it
        at.pile, at.discard = list(action.also), []
        at.phase = "move"
        at.hands[at.seat].append(at.pile.pop(0))
        _close_move(at)
        return
    cards = list(action.also)
    for _ in range(int(at.settings["node_depth"])):  # STR-2.3
        for node in ring(at):
            at.nodes[node].down.insert(0, Hidden(cards.pop(0), "", at.ply))
    for _ in range(6):  # STR-2.4
        for seat in seats(at):
            at.hands[seat].append(cards.pop(0))
    at.pile = cards
    at.seat = seats(at)[-1]
    _next_turn(at)


def _moved(at: Position, action: Action) -> None:
    """Make a move of the turn."""
    seat = action.seat
    if action.verb is Verb.DRAW:
        if not at.pile:  # the move counts before the shuffle that it needs
            at.left -= 1
            at.phase = "recycle"
            return
        at.hands[seat].append(at.pile.pop(0))
    elif action.verb is Verb.PLACE:
        _taken(at.hands[seat], action.card)
        node = at.nodes[action.to]
        if action.facing is Facing.UP:  # STR-3.8
            node.up = action.card
        else:  # STR-3.5: on top of the pile, or directly beneath the face-up card
            node.down.insert(0, Hidden(action.card, seat, at.ply))
    elif action.verb is Verb.FLIP:
        node = at.nodes[action.at]
        node.down.pop(0)
        node.up = action.card
        _allot(at, seat, action.card)
    else:
        at.attack = (action.at, action.to)
        at.fought |= {action.at, action.to}
        at.left -= 1  # STR-5.3
        at.phase = "window"
        _ask_next(at)
        return
    _made(at)


def _taken(hand: list[str], card: str) -> None:
    hand.remove(card if card in hand else UNKNOWN)


def _made(at: Position) -> None:
    at.left -= 1
    _close_move(at)


def _close_move(at: Position) -> None:
    """Look for a winner after a complete move, then go on (STR-3.12, 7.1)."""
    if not _won(at):
        _next_move(at)


def _allot(at: Position, seat: str, card: str) -> None:
    """Give a force after a reveal (STR-4.2 to 4.5)."""
    force = force_of(at, card)
    if seat not in at.force and force not in at.force.values():
        at.force[seat] = force
        _last_force(at)


def _last_force(at: Position) -> None:
    """Give the remaining force to the last player without one (STR-4.4)."""
    without = [seat for seat in seats(at) if seat not in at.force]
    if len(without) == 1:
        (rest,) = set(forces(at)) - set(at.force.values())
        at.force[without[0]] = rest


def _ask_next(at: Position) -> bool:
    """Ask the next seat about the attack (STR-6.4); return False if everybody was asked."""
    defender = controller(at, at.attack[1])
    order = [defender, *(seat for seat in clockwise_from(at, at.seat) if seat != defender)]
    after = order[order.index(at.asked) + 1 :] if at.asked else order
    at.asked = next((seat for seat in after if seat not in at.out), "")
    return bool(at.asked)


def _answered(at: Position, action: Action) -> None:
    x, y = at.attack
    if action.verb is not Verb.PLACE:
        if _ask_next(at):
            return
        at.discard += [at.nodes[x].up, at.nodes[y].up]  # STR-5.5
        at.nodes[x].up = at.nodes[y].up = ""
    else:  # STR-6.3
        _taken(at.hands[action.seat], action.card)
        at.discard += [action.card, at.nodes[x].up]
        at.nodes[x].up = ""
    _close_window(at)
    _close_move(at)


def _close_window(at: Position) -> None:
    at.phase, at.asked, at.attack = "move", "", ("", "")


def _moves_of_turn(at: Position) -> int:
    return int(at.settings["opening_moves"]) if at.turn == 1 else 3


def _next_move(at: Position) -> None:
    """Continue the turn if moves remain and one is possible (STR-3.2)."""
    if at.left == 0:
        at.idle = 0
        _next_turn(at)
    elif not actions(at)[0] - {Action(at.seat, Verb.PASS)}:
        at.idle = at.idle + 1 if at.left == _moves_of_turn(at) else 0
        _next_turn(at)


def _next_turn(at: Position) -> None:
    """Begin the next turn of a player who is still in the game."""
    playing = [seat for seat in seats(at) if seat not in at.out]
    if at.idle >= len(playing):
        at.end, at.phase = ("STR-7.6", ""), "end"
        return
    seat = next(seat for seat in [*clockwise_from(at, at.seat), at.seat] if seat not in at.out)
    if at.turn == 0 or seats(at).index(seat) <= seats(at).index(at.seat):
        if at.settings["round_cap"] == str(at.round):
            at.end, at.phase = ("STR-7.6", ""), "end"
            return
        at.round += 1
    at.turn += 1
    at.seat, at.phase, at.fought = seat, "move", set()
    at.left = _moves_of_turn(at)
    own = [node for node in at.nodes if node.startswith(seat)]
    if seat not in at.force and all(at.nodes[node].up for node in own):  # STR-4.8
        if at.settings["force_fallback"] == "choose":
            at.phase = "name"
            return
        free = [force for force in forces(at) if force not in at.force.values()]
        at.force[seat] = free[0]
        _last_force(at)
    _close_move(at)


def _won(at: Position) -> bool:
    """End the game if somebody controls a whole zone of an opponent (STR-7.1, 7.4)."""
    for seat in [at.seat, *clockwise_from(at, at.seat)]:
        for rival in seats(at):
            zone = [node for node in at.nodes if node.startswith(rival)]
            whole = all(controller(at, node) == seat for node in zone)
            if whole and rival != seat and seat not in at.out:
                at.end, at.phase = ("STR-7.1", seat), "end"
                return True
    return False


def _conceded(at: Position, action: Action) -> None:
    """Take a player out of the game (STR-7.7)."""
    at.out.add(action.seat)
    playing = [seat for seat in seats(at) if seat not in at.out]
    if action.also or len(playing) == 1:
        at.end, at.phase = ("STR-7.7", action.also[0] if action.also else playing[0]), "end"
    elif at.phase == "window" and action.seat == at.seat:
        _close_window(at)
        _next_turn(at)
    elif at.phase == "window" and action.seat == at.asked:
        _answered(at, action)
    elif action.seat == at.seat:
        _next_turn(at)


def outcome(at: Position) -> tuple[tuple[str, ...], str, dict[str, int]] | None:
    """Return the winners, the clause that ended the game, and the scores, or None.

    No clause defines scores; the game counts each seat's nodes in the best rival zone.
    """
    if not at.end[0]:
        return None
    scores = {
        seat: max(
            sum(controller(at, node) == seat for node in at.nodes if node.startswith(rival))
            for rival in seats(at)
            if rival != seat
        )
        for seat in seats(at)
    }
    return ((at.end[1],) if at.end[1] else ()), at.end[0], scores


def can_hide(setup: Setup) -> bool:
    """Return True if a match with unknown cards can be replayed."""
    del setup
    return True


def watchers(at: Position) -> list[str | None]:
    """Return who sees the position: the public and each seat."""
    return [None, *seats(at)]


def view(at: Position, seat: str | None) -> Position:
    """Return the position as a seat sees it, or the public (STR-8.1, 8.2)."""
    seen = copy.deepcopy(at)
    for owner, hand in seen.hands.items():
        if owner != seat:
            seen.hands[owner] = [UNKNOWN] * len(hand)
    seen.pile = [UNKNOWN] * len(seen.pile)
    for node in seen.nodes.values():
        for hidden in node.down:
            if not hidden.seat or hidden.seat != seat:
                hidden.card = UNKNOWN
    seen.rest = Counter()
    return seen


# Actions to judge


def unlisted(at: Position, action: Action) -> bool:
    """Return True if an action is legal but no choice: conceding."""
    del at
    return action.value == "concede"


def strange(at: Position, legal: list[Action], rng: random.Random) -> Action:
    """Return an action that is often illegal, and nearly legal."""
    seat = rng.choice(sorted(to_act(at) - {CHANCE}) or seats(at))
    kind = rng.random()
    if kind < 0.002:
        also = () if rng.random() < 0.5 else (rng.choice([*seats(at), "5", "x"]),)
        return Action(rng.choice(seats(at)), Verb.DECLARE, value="concede", also=also)
    if kind < 0.1:
        verb = rng.choice((Verb.MOVE, Verb.REMOVE, Verb.SWAP, Verb.READY, Verb.ROLL, Verb.TURN))
        if verb in (Verb.READY, Verb.ROLL):
            return Action(seat, verb, value="3" if verb is Verb.ROLL else "")
        one, other = rng.sample(sorted(at.nodes), 2)
        return Action(seat, verb, at=one, to=other if verb in (Verb.MOVE, Verb.SWAP) else "")
    if kind < 0.15 and legal:
        return rng.choice(legal)
    action = rng.choice(list(tried(at)) or [Action(seat, Verb.DRAW)])
    if kind < 0.25:
        return replace(action, seat=rng.choice(seats(at)))
    if kind < 0.4:
        card = rng.choice([*pack(at), *sorted(set(at.hands[seat]) - {UNKNOWN}), "c14", "x"])
        return replace(action, card=card) if action.card else action
    if kind < 0.5:
        wrong: list[dict[str, Any]] = [
            {"card": "c05"},
            {"at": "1.L"},
            {"to": "2.C"},
            {"to": "5.C"},
            {"at": "pile"},
            {"value": "hearts"},
            {"value": "attacks"},
            {"also": ("1",)},
            {"facing": Facing.DOWN},
            {"facing": Facing.UP},
        ]
        return replace(action, **rng.choice(wrong))
    return action
