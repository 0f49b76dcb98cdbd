"""Orders of Spherion and the resolution of a step, for the oracle `spherion`.

A step is resolved on a copy of the position at its start, with the answers that were given so far.
A question without an answer raises `OpenQuestion`; the step is resolved again when the answer is
there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.oracles.spherion_globe import distances, edge, globe
from benchmarks.oracles.spherion_position import (
    CARDS,
    EFFECTS,
    HEAVY,
    PIECES,
    RECIPES,
    SEATS,
    SWIFT,
    GlobePosition,
    GlobeUnit,
    kind,
    other,
    tributes_needed,
)
from rules import CHANCE, UNKNOWN

# Orders


@dataclass
class PlannedOrder:
    """An order in its parts; `names` are the units, cards and tributes that it names."""

    verb: str
    unit: str = ""
    card: str = ""
    direction: int = 0
    up: bool = True
    defence: bool = False
    tributes: tuple[str, ...] = ()
    onto: str = ""


def parsed(text: str) -> PlannedOrder | None:
    """Return an order, or None if it is not one of SPH-7.1."""
    verb, *rest = text.split(":")
    counts = {"wait": (0,), "move": (2,), "flip": (1,), "turn": (1,), "set": (3,), "fuse": (3,)}
    if len(rest) not in counts.get(verb, (4, 5) if verb == "summon" else ()):
        return None
    names = ("dm", *"123456")
    if verb == "wait":
        return PlannedOrder(verb)
    if verb in ("flip", "turn"):
        return PlannedOrder(verb, unit=rest[0]) if rest[0] in names else None
    if verb == "fuse":
        fit = rest[0] in names and rest[1] in names and rest[2] in CARDS
        return PlannedOrder(verb, unit=rest[0], onto=rest[1], card=rest[2]) if fit else None
    if rest[1] not in tuple("012345"):
        return None
    way = int(rest[1])
    if verb == "move":
        return PlannedOrder(verb, unit=rest[0], direction=way) if rest[0] in names else None
    known = rest[0] in CARDS or (rest[0] == UNKNOWN and rest[2] == "down")
    if not known or rest[2] not in ("up", "down"):
        return None
    order = PlannedOrder(verb, card=rest[0], direction=way, up=rest[2] == "up")
    if verb == "summon":
        tributes = tuple(rest[4].split("+")) if len(rest) > 4 else ()
        if rest[3] not in ("attack", "defence") or not set(tributes) <= set(names):
            return None
        order.defence, order.tributes = rest[3] == "defence", tributes
    return order


def cost(at: GlobePosition, text: str) -> tuple[int, int]:
    """Return the SP and MP of an order (SPH-7.3)."""
    verb = text.partition(":")[0]
    sp = {
        "summon": 1,
        "set": int(at.settings["spell_cost"]),
        "fuse": int(at.settings["fuse_cost"]),
    }
    return sp.get(verb, 0), int(verb == "move")


def possible(at: GlobePosition, seat: str, text: str) -> PlannedOrder | None:
    """Return the order if it is legal at the start of a step, or None if it is void.

    Opposing cards in the way of a MOVE are judged later (SPH-7.4f).
    """
    order = parsed(text)
    if order is None or order.verb == "wait":
        return None
    sp, mp = cost(at, text)
    if at.points[seat]["sp"] < sp or at.points[seat]["mp"] < mp:
        return None
    test = {
        "move": _may_move,
        "summon": _may_place,
        "set": _may_place,
        "flip": _may_flip,
        "turn": _may_turn,
        "fuse": _may_fuse,
    }
    return order if test[order.verb](at, seat, order) else None


def written(at: GlobePosition, seat: str) -> Iterator[str]:
    """Generate orders that name own cards."""
    mine = sorted(str(unit.number) for unit in at.own(seat))
    for name in ("dm", *mine):
        for way in range(6):
            yield f"move:{name}:{way}"
    for name in mine:
        yield f"flip:{name}"
        yield f"turn:{name}"
        for onto in mine:
            for card in sorted(set(at.extra[seat])):
                yield f"fuse:{name}:{onto}:{card}"
    for card in sorted(set(at.hands[seat]) - {UNKNOWN}):
        for way, side in itertools.product(range(6), ("up", "down")):
            if kind(card) != "monster":
                yield f"set:{card}:{way}:{side}"
                continue
            for stand in ("attack", "defence"):
                plain = f"summon:{card}:{way}:{side}:{stand}"
                for gone in itertools.combinations(mine, tributes_needed(card)):
                    yield f"{plain}:{'+'.join(gone)}" if gone else plain


def way(at: GlobePosition, seat: str, text: str) -> tuple[str, str]:
    """Return the cell that an order's card leaves, and the one at which it arrives, or ""."""
    order = parsed(text)
    if order is None or order.verb not in ("move", "summon", "set"):
        return "", ""
    unit = at.unit(seat, order.unit) if order.verb == "move" else at.master(seat)
    if unit is None:
        return "", ""
    left = unit.cell if order.verb == "move" else ""
    return left, globe(at.radius)[unit.cell].get(order.direction, "")


def allowance(at: GlobePosition, unit: GlobeUnit) -> int:
    """Return how many spaces a card may move per turn (SPH-7.4b, c)."""
    if unit.master:
        return int(at.settings["deck_master_speed"])
    if unit.set:
        return 0 if unit.up or at.settings["setcards_move"] == "never" else 1
    if not unit.up:
        return 1
    return 3 if unit.card in SWIFT else 1 if unit.card in HEAVY else 2


def _may_move(at: GlobePosition, seat: str, order: PlannedOrder) -> bool:
    unit = at.unit(seat, order.unit)
    if unit is None or unit.moved >= allowance(at, unit) or unit.stopped:
        return False
    if unit.attacked and at.settings["attacks_per_turn"] == "1":  # SPH-7.4g
        return False
    to = globe(at.radius)[unit.cell].get(order.direction)
    if to is None or (at.walled(unit.cell, to) and not unit.ignores_walls):
        return False
    there = at.at(to)
    return there is None or there.seat != seat


def _may_place(at: GlobePosition, seat: str, order: PlannedOrder) -> bool:
    """Judge SUMMON and SET (SPH-7.5, 7.6, 7.10)."""
    hand = at.hands[seat]
    if order.card not in hand and not (UNKNOWN in hand and order.card in at.unseen(seat)):
        return False
    kinds = ("monster",) if order.verb == "summon" else ("spell", "trap")
    if order.card != UNKNOWN and kind(order.card) not in kinds:
        return False
    gone = [at.unit(seat, name) for name in order.tributes]
    if order.verb == "summon":
        if len(set(order.tributes)) != len(order.tributes):
            return False
        if order.card != UNKNOWN and len(order.tributes) != tributes_needed(order.card):
            return False
        if any(unit is None or not unit.monster for unit in gone):
            return False
    master = at.master(seat)
    to = globe(at.radius)[master.cell].get(order.direction)
    if to is None or at.walled(master.cell, to):
        return False
    there = at.at(to)
    count = len(at.own(seat)) - len(gone)
    free = there is None or any(there is unit for unit in gone)
    return free and count <= int(at.settings["field_limit"]) - 1


def _may_flip(at: GlobePosition, seat: str, order: PlannedOrder) -> bool:
    unit = at.unit(seat, order.unit)
    if unit is None or unit.master or unit.arrived:
        return False
    exposed = unit.set and unit.up and kind(unit.card) == "spell"  # SPH-11.3
    return not unit.up or exposed


def _may_turn(at: GlobePosition, seat: str, order: PlannedOrder) -> bool:
    unit = at.unit(seat, order.unit)
    return unit is not None and unit.monster and not unit.arrived and not unit.turned


def _may_fuse(at: GlobePosition, seat: str, order: PlannedOrder) -> bool:
    one, two = at.unit(seat, order.unit), at.unit(seat, order.onto)
    if one is None or two is None or one is two or order.card not in at.extra[seat]:
        return False
    if not all(unit.monster and unit.up for unit in (one, two)):
        return False
    if two.cell not in at.near(one.cell) or at.walled(one.cell, two.cell):
        return False
    first, second, level = RECIPES[order.card]
    found = sorted(CARDS[unit.card]["element"] for unit in (one, two))
    levels = sum(int(CARDS[unit.card]["level"]) for unit in (one, two))
    return found == sorted((first, second)) and levels >= level


# The resolution of a step


class OpenQuestion(Exception):
    """A decision that a step waits for: its kind, the seats that decide, and the options."""


@dataclass
class ArrivingCard:
    """A card that tries to come to rest in a cell; it comes from hand without an `origin`."""

    unit: GlobeUnit
    to: str
    origin: str
    order: PlannedOrder
    fate: str = "open"
    """`entered`, `back`, `gone`, or `open` while it is not resolved."""


class StepResolution:
    """The resolution of one step."""

    def __init__(self, at: GlobePosition) -> None:
        self.at = at
        self.answers = list(at.answers)
        self.arrivals: dict[str, ArrivingCard] = {}
        self.kills: list[GlobeUnit] = []
        self.fallen: list[GlobeUnit] = []
        self.colours: list[tuple[str, str]] = []
        self.bombed: list[str] = []
        self.taken_early: set[str] = set()

    # Questions

    def ask(self, what: str, seats: tuple[str, ...], options: list[str]) -> str:
        if self.answers:
            return self.answers.pop(0)
        raise OpenQuestion(what, seats, tuple(options))

    def target(self, seat: str, options: list[str]) -> str:
        """Return the chosen option (SPH-11.9), or "" if there is none."""
        if len(options) < 2:
            return options[0] if options else ""
        return self.ask("target", (seat,), options)

    def identify(self, unit: GlobeUnit) -> None:
        """Ask for the face of an unknown card (SPH-15.5)."""
        if unit.card == UNKNOWN:
            options = [f"{unit.cell}={card}" for card in self.at.unseen(unit.seat, self.new(unit))]
            unit.card = self.ask("face", (unit.seat,), options)

    def new(self, unit: GlobeUnit) -> list[str]:
        """Return a card that the seat plays from hand and that is in flight."""
        arrival = self.arrivals.get(unit.seat)
        return [arrival.unit.card] if arrival and not arrival.origin and arrival.unit.flying else []

    def power(self, cell: str) -> str:
        """Return the power-up in a cell; ask for the face of an unknown one."""
        if self.at.powerups.get(cell) == UNKNOWN:
            options = [f"{cell}={card}" for card in self.at.unseen(CHANCE)]
            self.at.powerups[cell] = self.ask("face", (CHANCE,), options)
        return self.at.powerups.get(cell, "")

    def jkp(self) -> str:
        """Return the winner of rock-paper-scissors."""
        return self.ask("jkp", SEATS, [])

    # The stages

    def run(self) -> None:
        at = self.at
        texts = {seat: (at.queue[seat][at.step - 1 :] or ["wait"])[0] for seat in SEATS}
        orders = {seat: possible(at, seat, texts[seat]) for seat in at.by_initiative()}
        self.stage_a({seat: order for seat, order in orders.items() if order})
        for seat, order in orders.items():
            if order and order.verb in ("move", "summon", "set"):
                self.depart(seat, order)
        self.drop_void()
        self.arrive()
        self.consequences()

    def stage_a(self, orders: dict[str, PlannedOrder]) -> None:
        at = self.at
        spells, flipped = [], []
        for seat, order in orders.items():
            unit = at.unit(seat, order.unit) if order.unit else None
            if order.verb == "flip" and unit:
                if self.turn_up(unit, effects=False):
                    (spells if kind(unit.card) == "spell" else flipped).append(unit)
            elif order.verb == "turn" and unit:
                unit.defence, unit.turned = not unit.defence, True
        for seat, order in orders.items():
            if order.verb == "fuse":
                self.fuse(seat, order)
        for unit in spells:
            flipped += self.use_spell(unit, facing=False)
            self.fall(unit, by="")
        self.flipped(flipped)

    def fuse(self, seat: str, order: PlannedOrder) -> None:
        """Put a stack together (SPH-7.8)."""
        at = self.at
        one, two = at.unit(seat, order.unit), at.unit(seat, order.onto)
        assert one is not None
        assert two is not None
        at.points[seat]["sp"] -= int(at.settings["fuse_cost"])
        at.extra[seat].remove(order.card)
        stack = GlobeUnit(seat, two.number, two.cell, order.card, defence=two.defence)
        stack.under = [*one.under, one.card, *two.under, two.card]
        stack.moved = max(one.moved, two.moved)
        stack.attacked = one.attacked or two.attacked
        at.units = [unit for unit in at.units if unit not in (one, two)] + [stack]
        at.taken[stack.cell] = seat

    def depart(self, seat: str, order: PlannedOrder) -> None:
        """Pay, remove tributes, and let the card leave (SPH-8.3)."""
        at = self.at
        if order.verb == "move":
            unit = at.unit(seat, order.unit)
            if unit is None:  # exposed and removed in stage A (SPH-15.5)
                return
            at.points[seat]["mp"] -= 1
            unit.moved += 1
            unit.flying = True
            to = globe(at.radius)[unit.cell][order.direction]
            self.arrivals[seat] = ArrivingCard(unit, to, unit.cell, order)
            return
        to = globe(at.radius)[at.master(seat).cell][order.direction]
        gone = [unit for unit in (at.unit(seat, name) for name in order.tributes) if unit]
        if len(gone) < len(order.tributes):  # one was removed in stage A (SPH-15.5)
            return
        for unit in gone:
            self.identify(unit)
            if not unit.up:
                self.sound(unit)
            self.remove(unit)
            at.core[seat] += [unit.card, *unit.under]
        at.points[seat]["sp"] -= 1 if order.verb == "summon" else int(at.settings["spell_cost"])
        hand = at.hands[seat]
        hand.remove(order.card if order.card in hand else UNKNOWN)
        taken = {u.number for u in at.own(seat)}  # SPH-17.1
        number = next(n for n in range(1, 9) if n not in taken)
        card = GlobeUnit(seat, number, "", order.card, order.up, order.defence, flying=True)
        card.arrived, card.tributes = True, len(order.tributes)
        card.set = order.verb == "set"
        self.arrivals[seat] = ArrivingCard(card, to, "", order)

    def may_attack(self, unit: GlobeUnit) -> bool:
        """Judge SPH-7.4e."""
        again = self.at.settings["attacks_per_turn"] == "allowance"
        return unit.monster and not unit.defence and (again or not unit.attacked)

    def drop_void(self) -> None:
        """Take back moves into a cell with an opposing card that stays (SPH-8.5)."""
        for _ in SEATS:
            for seat, arrival in list(self.arrivals.items()):
                there = self.at.at(arrival.to)
                if there and not self.may_attack(arrival.unit):
                    self.void(arrival)
                    del self.arrivals[seat]

    def void(self, arrival: ArrivingCard) -> None:
        arrival.unit.moved -= 1
        arrival.unit.flying = False
        arrival.fate = "back"
        self.at.points[arrival.unit.seat]["mp"] += 1

    def arrive(self) -> None:
        """Resolve the arrivals by the cases of SPH-8.4."""
        found = [self.arrivals[s] for s in self.at.by_initiative() if s in self.arrivals]
        if len(found) == 2:
            one, two = found
            if one.to == two.to:
                self.contest(one, two)
                return
            if one.to == two.origin and two.to == one.origin:
                self.swap(one, two)
                return
            if two.to == one.origin:
                found = [one, two]
            elif one.to == two.origin:
                found = [two, one]
            else:
                self.independent(one, two)
                return
        for arrival, follower in itertools.zip_longest(found, found[1:]):
            there = self.at.at(arrival.to)
            if arrival.fate != "open":
                continue
            if there and not self.may_attack(arrival.unit):
                self.void(arrival)
            else:
                self.single(arrival, there, follower)
                self.settle(arrival)

    def independent(self, one: ArrivingCard, two: ArrivingCard) -> None:
        """Resolve two arrivals from the same values (SPH-8.4, C4)."""
        theres = [self.at.at(one.to), self.at.at(two.to)]
        for arrival, there in zip((one, two), theres, strict=True):
            self.single(arrival, there)
        for arrival in (one, two):
            self.settle(arrival)

    def single(
        self,
        arrival: ArrivingCard,
        there: GlobeUnit | None,
        follower: ArrivingCard | None = None,
    ) -> None:
        """Enter a free cell, or attack (SPH-9)."""
        unit = arrival.unit
        if there is None:
            arrival.fate = "entered"
            return
        unit.attacked = True
        acts = not there.up or kind(there.card) == "trap"  # SPH-11.3, 11.7
        if not self.turn_up(*self.attackers(unit, there)):
            arrival.fate = "gone" if unit.removed else "entered"
        elif there.set:
            self.meet_set_card(arrival, there, acts=acts)
        elif there.master:
            if follower and not self.may_attack(follower.unit):
                self.void(follower)  # the attacker comes back (SPH-8.6, 9.7)
            self.hit(there.seat, unit)
            arrival.fate = "back"
        else:
            a, d = unit.strength(), there.toughness()
            if self.at.settings["defend_stat"] == "position" and not there.defence:
                d = there.strength()
            if a > d:
                self.fall(there, by=unit.seat)
                self.kills.append(unit)
                arrival.fate = "entered"
            else:
                self.lose(unit, d - a)
                arrival.fate = "back"

    def lose(self, unit: GlobeUnit, loss: int) -> None:
        """Lower the ATK after a failed attack (SPH-9.6)."""
        loss = min(loss, unit.strength())
        if self.at.settings["atk_loss"] == "turn":
            unit.dip -= loss
        else:
            unit.atk -= loss

    def turn_up(self, *units: GlobeUnit, effects: bool = True) -> bool:
        """Turn cards up; effects of those on the globe follow (SPH-9.2).

        Return False if one of them was played against the rules (SPH-15.5).
        """
        turned = [unit for unit in units if not unit.up]
        for unit in turned:
            self.identify(unit)
            unit.up = True
        found = [unit for unit in turned if breach(unit)]
        for unit in found:
            self.remove(unit)
            unit.removed = True
            self.at.core[unit.seat].append(unit.card)
            self.sound(unit)
        if effects:
            self.flipped([unit for unit in turned if unit.cell and not unit.removed])
        return not found

    def attackers(self, unit: GlobeUnit, card: GlobeUnit) -> tuple[GlobeUnit, ...]:
        """Return what an attack turns up; the target stays as it is if the attacker may not attack.

        The specification leaves that open (SPH-9.2, 15.5).
        """
        if not unit.up:
            self.identify(unit)
        return (unit, card) if unit.up or not breach(unit) else (unit,)

    def sound(self, unit: GlobeUnit) -> bool:
        """Return False for a shown card that was played against the rules (SPH-15.5)."""
        wrong = breach(unit)
        if wrong and self.at.settings["audit_penalty"] == "forfeit":
            self.at.forfeits.add(unit.seat)
        return not wrong

    def flipped(self, units: list[GlobeUnit]) -> None:
        """Carry out `on_flip` effects (SPH-11.1), the initiative holder's first."""
        units = sorted(units, key=lambda u: self.at.by_initiative().index(u.seat))
        while units:
            unit = units.pop(0)
            if unit.monster and unit.card == "M22":
                foes = [self.at.at(cell) for cell in self.at.near(unit.cell)]
                cells_ = [u.cell for u in foes if u and u.seat != unit.seat and not u.up]
                units += self.expose(self.target(unit.seat, cells_))

    def expose(self, cell: str) -> list[GlobeUnit]:
        unit = self.at.at(cell)
        return [unit] if unit and self.turn_up(unit, effects=False) else []

    # Set cards

    def meet_set_card(self, arrival: ArrivingCard, card: GlobeUnit, *, acts: bool = True) -> None:
        """Let a set card act on a monster, and fall (SPH-11.4 to 11.6)."""
        card.up = True
        arrival.fate = "entered"
        if kind(card.card) == "trap":
            self.spring(arrival, card)
        elif acts:
            self.flipped(self.use_spell(card))
        self.fall(card, by="")  # not destroyed: the cell keeps its colour (SPH-11.6)

    def spring(self, arrival: ArrivingCard, trap: GlobeUnit) -> None:
        """Carry out a contact trap (SPH-19.2)."""
        unit, name = arrival.unit, trap.card
        level, atk = int(CARDS[unit.card]["level"]), unit.strength()
        if (name == "T01" and atk <= 1600) or (name == "T05" and atk >= 2000):
            self.fall(unit, by=trap.seat)
            arrival.fate = "gone"
        elif name == "T02":
            unit.stopped = True
            arrival.fate = "back"
        elif name == "T03":
            unit.atk -= 600
        elif name == "T04" and level <= 6:
            self.recall(unit)
            arrival.fate = "gone"

    def use_spell(self, card: GlobeUnit, *, facing: bool = True) -> list[GlobeUnit]:
        """Carry out a spell; return the cards that it turned up (SPH-11.3)."""
        at, seat, name = self.at, card.seat, card.card
        points = at.points[seat]
        if name in ("S01", "S02"):
            mine = [u.cell for u in at.own(seat) if u.monster and u.up and not u.flying]
            chosen = at.at(self.target(seat, mine))
            if chosen and name == "S01":
                chosen.atk += 400
            elif chosen:
                chosen.dfn += 400
        elif name in ("S03", "S04"):
            points["mp" if name == "S03" else "sp"] += 3 if name == "S03" else 1
        elif name == "S05":
            self.draw(seat, 2)
        elif name == "S06":
            held = [u.cell for u in at.units if u.seat == seat and not u.flying]
            edges = {edge(at.radius, c, n) for c in held for n in at.near(c)} & at.walls
            at.walls.discard(self.target(seat, sorted(edges)))
        elif name == "S07":
            reach = distances(at.radius, at.master(seat).cell)
            foes = [u.cell for u in at.own(other(seat)) if not u.up and not u.flying]
            return self.expose(self.target(seat, [cell for cell in foes if reach[cell] <= 2]))
        elif name == "S08" and points["lp"] <= 3:
            points["lp"] += 1
        return []

    def hit(self, seat: str, monster: GlobeUnit) -> None:
        """Take 1 LP from a deck master, unless a Mirror Aegis acts (SPH-9.7, 11.8)."""
        at = self.at
        shields = [
            u for u in at.own(seat) if u.card == "T06" and u.set and not u.up and not u.flying
        ]
        masked = [u.cell for u in at.own(seat) if u.card == UNKNOWN and u.set and not u.flying]
        if masked and "T06" in at.unseen(seat):  # SPH-11.8
            unit = at.at(self.target(seat, [*masked, "none"]))
            if unit and self.turn_up(unit, effects=False) and unit.card == "T06":
                shields = [unit]
        if not shields:
            at.points[seat]["lp"] = max(0, at.points[seat]["lp"] - 1)
            return
        shield = min(shields, key=lambda u: at.order(u.cell))
        monster.atk -= 300
        self.fall(shield, by="")

    # Two arrivals at one cell, or in each other's

    def contest(self, one: ArrivingCard, two: ArrivingCard) -> None:
        """Resolve a contested cell (SPH-10, 12.6)."""
        at = self.at
        power = self.power(one.to)
        both = {arrival.unit.seat: arrival for arrival in (one, two)}
        if power == "B01":
            at.used.append(at.powerups.pop(one.to))
            for arrival in (one, two):
                arrival.fate = "back"
                if arrival.unit.master:
                    self.bomb(arrival.unit.seat)
                else:
                    self.fall(arrival.unit, by="")
                    arrival.fate = "gone"
        elif power:
            winner = self.jkp()
            if at.settings["powerup_conflict"] == "jkp_only":
                both[winner].fate, both[other(winner)].fate = "entered", "back"
            else:
                at.used.append(at.powerups.pop(one.to))
                self.give(both[winner].unit, power)
                self.clash(one, two)
        else:
            self.clash(one, two)
        for arrival in (one, two):
            self.settle(arrival)

    def clash(self, one: ArrivingCard, two: ArrivingCard, *, crossing: bool = False) -> None:
        """Apply the conflict matrix (SPH-10.2 to 10.9)."""
        for arrival, against in ((one, two), (two, one)):
            unit, foe = arrival.unit, against.unit
            if unit.monster and foe.monster:
                if unit is one.unit:
                    self.duel(one, two)
            elif unit.set and foe.set:
                if unit is one.unit:
                    one.fate = two.fate = "back"
                    if not crossing:
                        winner = self.jkp()
                        (one if one.unit.seat == winner else two).fate = "entered"
            elif unit.master and foe.master:
                arrival.fate = "back"
            elif foe.set:
                self.meet_in_flight(arrival, against)
            elif unit.monster and foe.master:
                against.fate = "back"
                if self.turn_up(unit):
                    self.hit(foe.seat, unit)
                    arrival.fate = "back" if crossing else "entered"
                else:
                    arrival.fate, against.fate = "gone", "entered"

    def duel(self, one: ArrivingCard, two: ArrivingCard) -> None:
        """Compare ATK with ATK (SPH-10.2, 10.3)."""
        for unit in (one.unit, two.unit):  # SPH-7.4g
            unit.attacked = unit.stopped = True
        if not self.turn_up(one.unit, two.unit):
            for arrival in (one, two):
                arrival.fate = "gone" if arrival.unit.removed else "entered"
            return
        a, b = one.unit.strength(), two.unit.strength()
        if a == b and self.at.settings["clash_tie"] == "bounce":
            one.fate = two.fate = "back"
            return
        for arrival, wins, against in ((one, a > b, two), (two, b > a, one)):
            if wins:
                arrival.fate = "entered"
            else:
                self.fall(arrival.unit, by=against.unit.seat)
                arrival.fate = "gone"
                self.kills.append(against.unit)

    def meet_in_flight(self, arrival: ArrivingCard, against: ArrivingCard) -> None:
        """Let an arriving set card act on what it meets (SPH-10.4, 10.5)."""
        unit, card = arrival.unit, against.unit
        against.fate = "gone"
        if unit.monster:
            unit.attacked = True
            sound = self.turn_up(*self.attackers(unit, card))
            if sound:
                self.meet_set_card(arrival, card)
            else:
                arrival.fate = "gone" if unit.removed else "entered"
                against.fate = "gone" if card.removed else "entered"
            return
        arrival.fate = "entered"
        if not self.turn_up(card, effects=False):
            return
        if kind(card.card) == "spell":
            self.flipped(self.use_spell(card))
        self.fall(card, by="")

    def swap(self, one: ArrivingCard, two: ArrivingCard) -> None:
        """Resolve a swap (SPH-10.9)."""
        self.clash(one, two, crossing=True)
        for arrival in (one, two):
            self.settle(arrival)

    # Where cards come to rest

    def settle(self, arrival: ArrivingCard) -> None:
        """Put the card into its cell, or back where it came from (SPH-8.7)."""
        at, unit = self.at, arrival.unit
        unit.flying = False
        if arrival.fate == "entered":
            unit.cell = arrival.to
            if not arrival.origin:
                at.units.append(unit)
        elif arrival.fate == "back" and not arrival.origin:
            at.hands[unit.seat].append(unit.card)

    def there(self, unit: GlobeUnit) -> bool:
        return any(each is unit for each in self.at.units)

    def remove(self, unit: GlobeUnit) -> None:
        self.at.units = [each for each in self.at.units if each is not unit]

    def fall(self, unit: GlobeUnit, by: str) -> None:
        """Drop a card into the Core (SPH-9.10)."""
        self.identify(unit)
        self.remove(unit)
        unit.flying = False
        self.at.core[unit.seat] += [unit.card, *unit.under]
        if unit.cell and (unit.up or self.sound(unit)):
            self.fallen.append(unit)
        if unit.cell and by and self.at.settings["flip_recolours"] == "on":  # SPH-13.4
            self.colours.append((unit.cell, by))

    def recall(self, unit: GlobeUnit) -> None:
        """Return a monster to hand (SPH-7.8a)."""
        self.remove(unit)
        for card in (unit.card, *unit.under):
            where = self.at.extra if kind(card) == "fusion" else self.at.hands
            where[unit.seat].append(card)

    def draw(self, seat: str, count: int) -> None:
        deck = self.at.decks[seat]
        self.at.hands[seat] += deck[:count]
        del deck[:count]

    def bomb(self, seat: str) -> None:
        """Let a bomb hit a deck master (SPH-12.5)."""
        points = self.at.points[seat]
        points["lp"] = max(0, points["lp"] - int(self.at.settings["bomb_vs_deck_master"]))

    def give(self, unit: GlobeUnit, card: str) -> None:
        """Carry out a power-up (SPH-12.4, 19.5)."""
        points = self.at.points[unit.seat]
        if card == "P01" and unit.monster:
            unit.atk += 300
        elif card == "P02" and unit.monster:
            unit.dfn += 300
        elif card == "P03" and not unit.set:
            unit.phase = True
        elif card in ("P04", "P05"):
            points["mp" if card == "P04" else "sp"] += 2 if card == "P04" else 1
        elif card == "P06":
            points["lp"] = min(5, points["lp"] + 1)

    # What follows (SPH-8.8)

    def consequences(self) -> None:
        at = self.at
        entered = [
            self.arrivals[seat]
            for seat in at.by_initiative()
            if seat in self.arrivals and self.arrivals[seat].fate == "entered"
        ]
        for cell, seat in self.colours:
            at.taken[cell] = seat
        for arrival in entered:
            at.taken[arrival.to] = arrival.unit.seat
        for arrival in entered:
            if arrival.to in at.powerups:
                self.touch(arrival)
        for arrival in entered:
            unit = arrival.unit
            used = arrival.order.verb == "set" and unit.up and kind(unit.card) == "spell"
            if used and self.there(unit):
                self.flipped(self.use_spell(unit))
                self.fall(unit, by="")
        summoned = [
            a.unit
            for a in entered
            if a.order.verb == "summon" and a.order.up and self.there(a.unit)
        ]
        for trigger, units in (
            ("on_summon", summoned),
            ("on_kill", self.kills),
            ("on_destroyed", self.fallen),
        ):
            for seat in at.by_initiative():
                for unit in [u for u in units if u.seat == seat]:
                    self.effect(unit, trigger)

    def touch(self, arrival: ArrivingCard) -> None:
        at, unit = self.at, arrival.unit
        card = self.power(arrival.to)
        at.used.append(at.powerups.pop(arrival.to))
        if card != "B01":
            self.give(unit, card)
        elif unit.master:
            self.bomb(unit.seat)
        else:
            self.fall(unit, by="")

    def effect(self, unit: GlobeUnit, trigger: str) -> None:
        """Carry out a monster's effect, if it has this trigger."""
        at, seat = self.at, unit.seat
        has, word, number = EFFECTS.get(unit.card, ("", "", 0))
        if unit.set or has != trigger:
            return
        near = [at.at(cell) for cell in at.near(unit.cell)] if trigger == "on_summon" else []
        foes = [u for u in near if u and u.seat != seat and u.monster and u.up]
        if word in ("mp", "sp"):
            at.points[seat][word] += number
        elif word == "lp":
            at.points[seat]["lp"] = max(0, at.points[seat]["lp"] + number)
        elif word == "draw":
            self.draw(seat, number)
        elif word == "fog":
            for foe in foes:
                foe.atk += number
        elif word == "recall":
            few = [u.cell for u in foes if int(CARDS[u.card]["level"]) <= number]
            foe = at.at(self.target(seat, few))
            if foe:
                self.recall(foe)


# The end: SPH-14


def losers(at: GlobePosition) -> dict[str, str]:
    """Return who loses at the end of a step, and by which clause."""
    found = {}
    for seat in SEATS:
        if at.points[seat]["lp"] <= 0:
            found[seat] = "SPH-14.1"
        elif surrounded(at, seat):
            found[seat] = "SPH-14.2"
        elif seat in at.forfeits:
            found[seat] = "SPH-15.5"
    return found


def breach(unit: GlobeUnit) -> bool:
    """Return True if a card was played against SPH-7.5 or 7.6 (SPH-15.5)."""
    if unit.set:
        return kind(unit.card) not in ("spell", "trap") or unit.defence
    return kind(unit.card) != "monster" or unit.tributes != tributes_needed(unit.card)


def surrounded(at: GlobePosition, seat: str) -> bool:
    """Judge SPH-14.2."""
    cell = at.master(seat).cell
    foes, closed = 0, True
    for near in at.near(cell):
        there = at.at(near)
        foe = bool(there and there.seat != seat and there.monster and there.up)
        foes += foe
        walled = at.settings["surround"] == "sealed" and at.walled(cell, near)
        closed &= foe or walled
    least = int(at.settings["surround_min"]) if at.settings["surround"] == "sealed" else 0
    return closed and foes >= least


def larger(at: GlobePosition) -> tuple[str, ...]:
    """Return the seat with more cells, or no seat."""
    return tuple(s for s in SEATS if at.territory(s) > at.territory(other(s)))


def check_end(at: GlobePosition) -> bool:
    """End the game if somebody loses (SPH-8.9, 14.7)."""
    lost = losers(at)
    if len(lost) == 2:
        at.end = ("SPH-14.7", larger(at) if at.settings["double_loss"] == "territory" else ())
    elif lost:
        ((seat, clause),) = lost.items()
        at.end = (clause, (other(seat),))
    return bool(lost)


def claimants(at: GlobePosition) -> set[str]:
    """Return who may show the piece set (SPH-14.3)."""
    on = at.settings["alt_win"] == "on"
    return {seat for seat in SEATS if on and set(at.hands[seat]) >= PIECES}
