"""Set-ups and crowded positions of Spherion, with orders that meet, for the oracle `spherion`."""

from __future__ import annotations

import copy
import random
from collections import Counter

from benchmarks.oracles.spherion_globe import cells, distances, edge, globe, maze
from benchmarks.oracles.spherion_position import (
    CARDS,
    DISCS,
    PIECES,
    PILE,
    RECIPES,
    SEATS,
    SLUG,
    GlobePosition,
    GlobeUnit,
    active,
    kind,
    other,
    start,
    tributes_needed,
    write,
)
from benchmarks.oracles.spherion_steps import (
    OpenQuestion,
    StepResolution,
    cost,
    losers,
    possible,
    way,
    written,
)
from rules import UNKNOWN, Deck, Setup


def drawn_setup(drawn: dict[str, str], rng: random.Random) -> Setup:
    """Return a set-up with these settings and random decks."""
    decks = {}
    main = [c for c, row in CARDS.items() if row["kind"] in ("monster", "spell", "trap")]
    copies = [c for c in main if c not in PIECES for _ in range(3)]
    pieces = sorted(PIECES) if rng.random() < 0.3 else []
    for seat in SEATS:
        cards = pieces + rng.sample(copies, 40 - len(pieces))
        fusions = [c for c in RECIPES for _ in range(3)]
        master = rng.choice([c for c in main if kind(c) == "monster"])
        decks[seat] = Deck(tuple(cards), {"master": (master,), "extra": tuple(fusions)})
    return Setup(SLUG, drawn, decks)


def opening(setup: Setup, rng: random.Random) -> str:
    """Return a crowded position with written orders, or "" for the start of a match."""
    if rng.random() < 0.1:
        return ""
    at = start(setup)
    last = int(at.settings["max_turns"])
    at.turn, at.phase = rng.choice((5, last, last, max(last, 39), max(last, 40))), "plan"
    at.initiative = rng.choice(SEATS)
    at.half = int(at.settings["turn_mode"] == "alternating" and rng.random() < 0.5)
    at.walls = maze(at.settings, str(rng.randrange(1000)))
    if rng.random() < 0.2:
        at.walls = set()
    elif rng.random() < 0.5:
        at.walls = {wall for wall in sorted(at.walls) if rng.random() < 0.5}
    near = distances(at.radius, rng.choice(cells(at.radius)))
    free = sorted(cells(at.radius), key=lambda c: (near[c] + 2 * rng.random(), c))
    free = free[: rng.choice((8, 12, 18, 30))]
    rng.shuffle(free)
    at.pile = rng.sample(PILE, len(PILE))
    ringed = rng.choice(SEATS) if rng.random() < 0.15 else ""
    for seat in SEATS:
        _deal(at, seat, rng, free, ringed)
    if ringed:
        _ring(at, ringed, rng)
    _add_powerups(at, rng, [cell for cell in free if not at.at(cell)])
    for cell in cells(at.radius):
        there = at.at(cell)
        if there or rng.random() < 0.2:
            at.taken[cell] = there.seat if there else rng.choice(SEATS)
    if losers(at):  # such a match is over
        return ""
    _write_orders(at, rng)
    if not at.walls:
        _hide(at)
    if at.settings["orders"] != "companion":  # SPH-17.3
        at.queue = {seat: [UNKNOWN] * len(queue) for seat, queue in at.queue.items()}
    return write(at)


def _hide(at: GlobePosition) -> None:
    """Hide the face-down cards, as on a table (SPH-15.5)."""
    for unit in at.units:
        if not unit.up:
            unit.card = UNKNOWN
    at.powerups = dict.fromkeys(at.powerups, UNKNOWN)
    for cards in (at.pile, *at.decks.values()):
        cards[:] = [UNKNOWN] * len(cards)


def _add_powerups(at: GlobePosition, rng: random.Random, free: list[str]) -> None:
    """Put power-ups into some cells, and some of the pile among the used ones."""
    cap = at.settings["powerup_cap"]
    for cell in free[: min(rng.choice((0, 1, 2, 4)), 9 if cap == "none" else int(cap))]:
        at.powerups[cell] = at.pile.pop()
    if rng.random() < 0.3:
        at.used, at.pile = at.pile[4:], at.pile[:4]


def _deal(at: GlobePosition, seat: str, rng: random.Random, free: list[str], ringed: str) -> None:
    """Give a seat random cards on the globe and in hand, and points."""
    master = at.master(seat)
    pole, rival = distances(at.radius, master.cell), at.master(other(seat)).cell
    spots = [c for c in free if pole[c] <= 4]  # a space per turn
    spots += [c for c in cells(at.radius) if not at.at(c) and pole[c] <= 4][:1]
    reach = distances(at.radius, rival)
    few = [c for c in spots if reach[c] <= 3] if seat == "red" and rng.random() < 0.7 else []
    master.cell = (few or spots)[0]
    free[:] = [cell for cell in free if cell != master.cell]
    deck = at.decks[seat]
    rng.shuffle(deck)
    if rng.random() < 0.1 or ringed == other(seat):  # monsters at the end
        deck.sort(key=lambda card: kind(card) == "monster")
    count = 5 if ringed else rng.choice((1, 3, 4, 5, 5))
    for number in range(1, (count if ringed != seat else 0) + 1):
        if free:
            _place(at, GlobeUnit(seat, number, free.pop(), deck.pop()), rng)
    held = sorted(PIECES & {*deck})
    if len(held) == len(PIECES) and rng.random() < 0.6:  # SPH-14.3
        deck[:] = [card for card in deck if card not in PIECES]
        deck[:0] = held[: rng.choice((0, 1))]
        at.hands[seat] = [card for card in held if card not in deck]
    at.hands[seat] += [deck.pop() for _ in range(rng.choice((1, 4, 6)))]
    if rng.random() < 0.6:
        gone = min(len(deck) - 1, rng.choice((3, 30)))
        at.core[seat] = [deck.pop() for _ in range(gone)]
    if rng.random() < 0.1:
        at.core[seat] += deck
        deck.clear()
    sp, mp = rng.choice((0, 1, 3, 5)), rng.choice((1, 2, 6, 10))
    at.points[seat] = Counter(lp=rng.choice((1, 1, 2, 3, 5)), sp=sp, mp=mp)


def _place(at: GlobePosition, unit: GlobeUnit, rng: random.Random) -> None:
    """Put a card on the globe; some monsters become stacks."""
    unit.up, unit.set = rng.random() < 0.6, kind(unit.card) != "monster"
    at.units.append(unit)
    wrong = not unit.up and rng.random() < 0.1  # SPH-15.5
    if wrong:
        unit.set &= rng.random() < 0.5
    if unit.set:
        return
    if kind(unit.card) == "monster":
        unit.tributes = tributes_needed(unit.card)
    if wrong:
        unit.tributes = rng.randrange(3)
    unit.defence = rng.random() < 0.3
    unit.phase = rng.random() < 0.1
    if unit.up and rng.random() < 0.2:
        unit.atk, unit.dfn = rng.choice((-100, 300, 400)), rng.choice((0, 400))
    deck, extra = at.decks[unit.seat], at.extra[unit.seat]
    for fusion, recipe in RECIPES.items() if unit.up else ():
        fits = [card for card in deck if kind(card) == "monster" and _fits(recipe, unit.card, card)]
        if fits and rng.random() < 0.1:
            deck.remove(fits[0])
            unit.under, unit.card = [unit.card, fits[0]], fusion
            extra.remove(fusion)
            return


def _fits(recipe: tuple[str, str, int], one: str, two: str) -> bool:
    found = sorted(CARDS[card]["element"] for card in (one, two))
    levels = sum(int(CARDS[card]["level"]) for card in (one, two))
    return found == sorted(recipe[:2]) and levels >= recipe[2]


def _ring(at: GlobePosition, seat: str, rng: random.Random) -> None:
    """Put opposing monsters around a deck master, all but one that has a move to go."""
    centre = at.master(seat).cell
    sides = at.near(centre)
    rng.shuffle(sides)
    foes = [unit for unit in at.own(other(seat)) if unit.monster]
    held = list(zip(foes, sides, strict=False))
    at.walls |= {edge(at.radius, centre, side) for side in sides[len(held) :]}
    at.walls -= {edge(at.radius, centre, side) for _, side in held}
    outside = [c for c in cells(at.radius) if c not in sides and c != centre]
    rng.shuffle(outside)
    for unit in [unit for unit in at.units if unit.seat != seat]:
        unit.cell = outside.pop()
    for unit, side in held:
        unit.cell, unit.up = side, unit.up or rng.random() < 0.9
    for unit, side in held[:1]:
        spots = [cell for cell in at.near(side) if cell in outside]
        if spots:
            unit.cell, unit.defence = rng.choice(spots), False
            at.walls.discard(edge(at.radius, side, unit.cell))
            ways = globe(at.radius)[unit.cell] if unit.seat in active(at) else {}
            at.queue[unit.seat] = [f"move:{unit.number}:{d}" for d in ways if ways[d] == side]
            at.points[unit.seat]["mp"] += 1
    pole = distances(at.radius, f"{DISCS[other(seat)]}0")
    spots = [cell for cell in outside if pole[cell] <= 4 and not at.at(cell)]
    if spots:
        at.master(other(seat)).cell = spots[0]


# Orders that meet

CASES = {"cell": 5, "swap": 4, "follow": 4, "attack": 2, "none": 1}
"""Cases of two orders of a step, with their weights."""


def _write_orders(at: GlobePosition, rng: random.Random) -> None:
    """Write orders for some steps; each is chosen for the position after the steps before it."""
    trial = copy.deepcopy(at)
    cap = int(at.settings["queue_cap"])
    for i in range(min(cap, rng.choice((1, 1, 2, 3, 4)))):
        trial.queue = {seat: at.queue[seat][i : i + 1] for seat in SEATS}
        for seat, text in _pair(trial, rng).items():
            costs = [cost(at, each) for each in (*at.queue[seat], text)]
            points = at.points[seat]
            enough = all(
                sum(column) <= points[name]
                for name, column in zip(("sp", "mp"), zip(*costs, strict=True), strict=True)
            )
            if len(at.queue[seat]) == i and enough:
                at.queue[seat].append(text)
        trial.queue = {seat: at.queue[seat][i : i + 1] for seat in SEATS}
        trial.step, trial.answers = 1, []
        trial = _tried(trial, rng)


def _tried(at: GlobePosition, rng: random.Random) -> GlobePosition:
    """Return the position after a step with random answers."""
    while True:
        step = StepResolution(copy.deepcopy(at))
        try:
            step.run()
        except OpenQuestion as question:
            answer = rng.choice(question.args[2] or SEATS)
            at.answers.append(answer.partition("=")[2] or answer)
        else:
            return step.at


def _pair(at: GlobePosition, rng: random.Random) -> dict[str, str]:
    """Return an order for each active seat, mostly two that meet."""
    found: dict[str, list[tuple[str, str, tuple[str, str]]]] = {}
    for seat in active(at):
        texts = [text for text in written(at, seat) if possible(at, seat, text)]
        rng.shuffle(texts)
        kinds: dict[tuple[str, tuple[str, str]], str] = {}
        for text in at.queue[seat] or texts or ["wait"]:
            kinds.setdefault((_kind(at, seat, text), way(at, seat, text)), text)
        found[seat] = [(text, name, cells_) for (name, cells_), text in kinds.items()]
    if len(found) == 1:
        ((seat, some),) = found.items()
        return {seat: rng.choice(some)[0]}
    cases: dict[str, dict[tuple[str, str], list[tuple[str, str]]]] = {}
    for text, name, mine in found["blue"]:
        for against, rival, theirs in found["red"]:
            pairs = cases.setdefault(_case(at, mine, theirs), {})
            pairs.setdefault((name, rival), []).append((text, against))
    case = rng.choices(list(cases), [CASES[name] for name in cases])[0]
    kinds_ = rng.choice(list(cases[case].values()))
    return dict(zip(SEATS, rng.choice(kinds_), strict=True))


def _kind(at: GlobePosition, seat: str, text: str) -> str:
    """Return the kind of an order: its verb, and the card that it moves."""
    verb, _, rest = text.partition(":")
    if verb == "summon":
        return "summon"
    unit = at.unit(seat, rest.partition(":")[0]) if verb == "move" else None
    if unit is None:
        return verb if verb != "set" else f"set {kind(rest[:3])}{'up' in rest}"
    return f"move {'dm' if unit.master else 'set' if unit.set else unit.up}"


def _case(at: GlobePosition, mine: tuple[str, str], theirs: tuple[str, str]) -> str:
    if mine[1] and mine[1] == theirs[1]:
        return "cell"
    meets = [bool(one[1]) and one[1] == two[0] for one, two in ((mine, theirs), (theirs, mine))]
    if any(meets):
        return "swap" if all(meets) else "follow"
    return "attack" if any(cell and at.at(cell) for cell in (mine[1], theirs[1])) else "none"
