"""A second, naive implementation of the rules, written from the specification alone.

Everything is text and lists; nothing is shared with the game's code. `Twin` deals a shuffled pack,
lists the possible actions as texts, and carries them out.
"""

from __future__ import annotations

import copy
from typing import Any

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RED = ("d", "h")


class Twin:
    def __init__(self, agreed: dict[str, str], cards: list[str]) -> None:
        self.agreed = agreed
        self.players = [str(n + 1) for n in range(int(agreed.get("players", "2")))]
        self.ring = [f"{seat}.{letter}" for seat in self.players for letter in "RCL"]
        cards = list(cards)
        self.up: dict[str, str] = {}
        self.down: dict[str, list[str]] = {name: [] for name in self.ring}
        for _ in range(int(agreed.get("node_depth", "1"))):
            for name in self.ring:
                self.down[name].insert(0, cards.pop(0))
        self.hands: dict[str, list[str]] = {seat: [] for seat in self.players}
        for _ in range(6):
            for seat in self.players:
                self.hands[seat].append(cards.pop(0))
        self.pile, self.discard = cards, []
        self.force: dict[str, str] = {}
        self.asked: list[str] = []
        self.attack: tuple[str, str] | None = None
        self.phase = "move"
        self.out: set[str] = set()
        self.turn, self.round, self.fruitless = 0, 1, 0
        self.seat = ""
        self.end: tuple[str, str] | None = None
        self.start_turn(self.players[0])

    # Visible facts.

    def value(self, card: str) -> int:
        rank = int(card[1:])
        return 14 if rank == 1 and self.agreed.get("ace") == "high" else rank

    def force_of(self, card: str) -> str:
        if len(self.players) == 4:
            return SUITS[card[0]]
        return "red" if card[0] in RED else "black"

    def all_forces(self) -> list[str]:
        return ["black", "red"] if len(self.players) == 2 else list(SUITS.values())

    def free(self) -> list[str]:
        return [f for f in self.all_forces() if f not in self.force.values()]

    def holder(self, name: str) -> str:
        for seat, force in self.force.items():
            if name in self.up and self.force_of(self.up[name]) == force:
                return seat
        return ""

    def adjacent(self, name: str) -> list[str]:
        at = self.ring.index(name)
        return [self.ring[at - 1], self.ring[(at + 1) % len(self.ring)]]

    def within(self, name: str) -> bool:
        if self.agreed.get("reach") == "anywhere":
            return True
        mine = [n for n in self.ring if self.holder(n) == self.seat]
        return (
            name.startswith(self.seat)
            or name in mine
            or any(n in mine for n in self.adjacent(name))
            or name in self.fought
        )

    # Possible actions.

    def actions(self) -> list[str]:
        if self.end or self.phase == "recycle":
            return []
        if self.phase == "name":
            return [f"{self.seat} choose {force}" for force in self.free()]
        if self.attack:
            return self.answers()
        return self.moves() + ([f"{self.seat} pass"] if self.optional() else [])

    def optional(self) -> bool:
        return self.agreed.get("moves") == "optional"

    def moves(self) -> list[str]:
        seat, hand = self.seat, sorted(set(self.hands[self.seat]))
        found = []
        if len(self.hands[seat]) < 7 and (
            self.pile or (self.discard and self.agreed.get("recycle") != "off")
        ):
            found.append(f"{seat} draw")
        for name in filter(self.within, self.ring):
            found += [f"{seat} place {card} {name} facing=down" for card in hand]
            if name not in self.up:
                found.append(f"{seat} flip {name} card={self.down[name][0]}")
                if self.agreed.get("direct_command") == "on":
                    own = [c for c in hand if self.force_of(c) == self.force.get(seat)]
                    found += [f"{seat} place {card} {name}" for card in own]
        for x in self.ring:
            for y in self.adjacent(x):
                if self.may_attack(x, y):
                    found.append(f"{seat} declare attack at={x} to={y}")
        return found

    def may_attack(self, x: str, y: str) -> bool:
        if self.holder(x) != self.seat or self.holder(y) in ("", self.seat):
            return False
        if not self.down[x] or not self.down[y]:
            return False
        return self.value(self.up[y]) <= self.value(self.up[x])

    def answers(self) -> list[str]:
        assert self.attack
        seat, attacker = self.asked[0], self.up[self.attack[0]]
        found = [f"{seat} pass"]
        for card in sorted(set(self.hands[seat])):
            enough = self.value(card) >= self.value(attacker)
            if enough and self.force_of(card) == self.force_of(attacker):
                found.append(f"{seat} place {card} discard")
        return found

    # Effects.

    def play(self, text: str) -> None:
        seat, verb, *rest = text.split()
        if seat == "chance":
            self.pile, self.discard = rest[-1].partition("=")[2].split(","), []
            self.hands[self.seat].append(self.pile.pop(0))
            self.phase = "move"
            self.after()
        elif "concede" in rest:
            self.concede(seat)
        elif verb == "choose":
            self.allot(self.seat, rest[0])
            self.phase = "move"
            self.after()
        elif self.attack:
            self.answer(seat, verb, rest)
        elif verb == "pass":
            self.next_turn()
        else:
            self.left -= 1
            self.move(verb, rest)

    def move(self, verb: str, rest: list[str]) -> None:
        if verb == "draw":
            if not self.pile:
                self.phase = "recycle"
                return
            self.hands[self.seat].append(self.pile.pop(0))
        elif verb == "place":
            card, name = rest[0], rest[1]
            self.hands[self.seat].remove(card)
            if len(rest) == 3:
                self.down[name].insert(0, card)
            else:
                self.up[name] = card
        elif verb == "flip":
            name = rest[0]
            self.up[name] = self.down[name].pop(0)
            force = self.force_of(self.up[name])
            if self.seat not in self.force and force in self.free():
                self.allot(self.seat, force)
        else:
            x, y = rest[1].partition("=")[2], rest[2].partition("=")[2]
            self.attack = (x, y)
            self.fought |= {x, y}
            others = self.clockwise(self.seat)
            self.asked = sorted(others, key=lambda s: s != self.holder(y))
            self.asked = [s for s in self.asked if s not in self.out]
            return
        self.after()

    def clockwise(self, seat: str) -> list[str]:
        at = self.players.index(seat)
        return self.players[at + 1 :] + self.players[:at]

    def allot(self, seat: str, force: str) -> None:
        self.force[seat] = force
        rest = [s for s in self.players if s not in self.force]
        if len(rest) == 1:
            self.force[rest[0]] = self.free()[0]

    def answer(self, seat: str, verb: str, rest: list[str]) -> None:
        assert self.attack
        if verb == "pass":
            self.asked.pop(0)
            if self.asked:
                return
            for name in self.attack:
                self.discard.append(self.up.pop(name))
        else:
            self.hands[seat].remove(rest[0])
            self.discard += [rest[0], self.up.pop(self.attack[0])]
        self.attack = None
        self.after()

    def after(self) -> None:
        for seat in [self.seat, *self.clockwise(self.seat)]:
            for rival in set(self.players) - {seat}:
                zone = [n for n in self.ring if n.startswith(rival)]
                if seat not in self.out and all(self.holder(n) == seat for n in zone):
                    self.end = ("STR-7.1", seat)
                    return
        if self.left == 0 or not self.moves():
            self.next_turn()

    def next_turn(self) -> None:
        whole = int(self.agreed.get("opening_moves", "3")) if self.turn == 1 else 3
        if self.seat not in self.out:
            self.fruitless = self.fruitless + 1 if self.left == whole else 0
        following = [s for s in self.clockwise(self.seat) if s not in self.out]
        following = following or [self.seat]
        if self.fruitless >= len(self.players) - len(self.out):
            self.end = ("STR-7.6", "")
            return
        if following[0] <= self.seat:
            if str(self.round) == self.agreed.get("round_cap"):
                self.end = ("STR-7.6", "")
                return
            self.round += 1
        self.start_turn(following[0])

    def start_turn(self, seat: str) -> None:
        self.seat, self.turn, self.attack, self.asked = seat, self.turn + 1, None, []
        self.left = int(self.agreed.get("opening_moves", "3")) if self.turn == 1 else 3
        self.fought: set[str] = set()
        zone = [n for n in self.ring if n.startswith(seat)]
        if seat not in self.force and all(n in self.up for n in zone):
            if self.agreed.get("force_fallback") != "lowest":
                self.phase = "name"
                return
            self.allot(seat, self.free()[0])
            self.after()
        elif not self.moves():
            self.next_turn()

    def concede(self, seat: str) -> None:
        self.out.add(seat)
        rest = [s for s in self.players if s not in self.out]
        if len(rest) == 1:
            self.end = ("STR-7.7", rest[0])
        elif seat == self.seat:
            self.phase = "move"
            self.next_turn()
        elif self.attack:
            if self.asked[0] == seat:
                self.answer(seat, "pass", [])
            elif seat in self.asked:
                self.asked.remove(seat)

    # Counting.

    def perft(self, depth: int) -> list[int]:
        counts = [0] * depth
        self._count(0, counts)
        return counts

    def _count(self, at: int, counts: list[int]) -> None:
        actions = self.actions()
        counts[at] += len(actions)
        if at + 1 < len(counts):
            for text in actions:
                after: Any = copy.deepcopy(self)
                after.play(text)
                after._count(at + 1, counts)
