"""Dice Battle Monsters, written from its specification alone: plain and slow.

A match is one long script (`Duel.match`). It asks a question whenever a decision is due, and
continues when the answer arrives. So this oracle replays a match from its start.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.oracles.answers import LEGAL, Expectation, refused
from rules import CHANCE, UNKNOWN, Action, Facing, Setup, Verb, load_catalog

SLUG = "dicebattle"
VERBS = dict.fromkeys(Verb, 1.0) | {Verb.REMOVE: 0.02, Verb.FLIP: 0.3, Verb.READY: 4.0}
"""Weight with which a player chooses a verb."""
SEATS = ("A", "B")
DRAWN = 5
REDRAWS = 3
PLACES = {"main": 6, "circle": 5, "stock": 12}
TOKEN = "token"

DEFAULTS = {
    "first_player": "roll_off",
    "round_limit": "none",
    "redraw": "compulsory",
    "set_places": "from_left",
    "grant_face": "at_battle",
    "grant_timing": "queue",
    "hand_limit": "none",
    "illegal_set": "token",
    "stars_to_win": "3",
}
VALUES = {
    "first_player": ("roll_off", "choose", "lot"),
    "round_limit": ("none", "1", "2", "5", "99"),
    "redraw": ("compulsory", "optional"),
    "set_places": ("from_left", "any"),
    "grant_face": ("at_battle", "on_trigger"),
    "grant_timing": ("queue", "any_point"),
    "hand_limit": ("none", "1", "3", "6", "30"),
    "illegal_set": ("token", "rewind", "lose_battle"),
    "stars_to_win": ("1", "2", "3", "4", "5"),
}


# The cards of DBM-16


@dataclass(frozen=True)
class Effect:
    """`mode / timing / conditions / operations`, the last two as lists of words."""

    mode: str
    timing: str
    conditions: tuple[str, ...]
    operations: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PoolCard:
    """The facts of a card (DBM-1.6)."""

    kind: str
    level: int
    effect: Effect | None
    grant_level: int
    grant: Effect | None
    exception: str

    @property
    def unit(self) -> bool:
        """Return True for humans and monsters."""
        return self.kind in ("human", "monster")

    @property
    def for_roll(self) -> int:
        """Return the level that counts towards the roll (DBM-13.4)."""
        return 4 if self.exception == "alone_set4" else self.level


def _effect(text: str) -> Effect | None:
    if not text:
        return None
    mode, timing, conditions, operations = (part.strip() for part in text.split(" / "))
    return Effect(
        mode,
        timing,
        () if conditions == "—" else tuple(conditions.split(" & ")),
        tuple(tuple(each.split()) for each in operations.split("; ")),
    )


def _facts() -> dict[str, PoolCard]:
    path = Path(__file__).parents[2] / "card_data" / SLUG / "cards.csv"
    with path.open(encoding="utf-8") as lines:
        return {
            row["id"]: PoolCard(
                row["kind"],
                int(row["level"] or 0),
                _effect(row["effect"]),
                int(row["grant_level"] or 0),
                _effect(row["grant"]),
                row["exception"],
            )
            for row in csv.DictReader(lines)
        }


CARDS = _facts()
POOL = sorted(card for card, fact in CARDS.items() if fact.kind in ("human", "monster", "magic"))


SELDOM = ("h05", "h08", "h10", "m10", "g06", "g08", "g13")
"""Cards whose effects would seldom happen in random matches."""


def other(seat: str) -> str:
    """Return the opponent."""
    return "B" if seat == "A" else "A"


# A match


@dataclass
class ZoneCard:
    """A card in a zone; `old` grants remain from an earlier round."""

    card: str
    up: bool
    ply: int
    old: bool = False


@dataclass
class Side:
    """Everything that belongs to one player."""

    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    grave: list[str] = field(default_factory=list)
    main: dict[int, ZoneCard] = field(default_factory=dict)
    circle: dict[int, ZoneCard] = field(default_factory=dict)
    stock: dict[int, ZoneCard] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    roll: int = 0
    redraws: int = 0
    done: bool = False
    stars: int = 0
    miracle: bool = True
    revival: bool = True
    level: int = 0


@dataclass(frozen=True)
class Ask:
    """A question to a seat or to chance: the phase of the position, and what can be chosen."""

    phase: str
    seat: str
    choices: tuple[str, ...] = ()
    chance: bool = False
    spot: str = ""
    due: int = 0


@dataclass(frozen=True)
class Waiting:
    """An effect that has not had its turn yet."""

    seat: str
    cell: str
    card: str
    level: int
    effect: Effect

    @property
    def kind(self) -> str:
        """Return the kind of effect that a negation names, "" for a grant (DBM-8.9)."""
        return {"main": "unit", "circle": "magic"}.get(self.cell[2:].rstrip("0123456789"), "")


Script = Generator[Ask, Action, None]


class Duel:
    """A match; `ask` is its current question, which `play` answers."""

    def __init__(self, setup: Setup, given: dict[str, Any] | None = None) -> None:
        """Begin before the deal, or with the round of a given position."""
        self.decks = {seat: Counter(setup.decks[seat].cards) for seat in SEATS}
        self.settings = DEFAULTS | dict(setup.settings)
        self.sides = {seat: Side(deck=sorted(setup.decks[seat].cards)) for seat in SEATS}
        self.first = "A"
        self.round = 0
        self.ply = 0
        self.stage = ""
        self.winner = ""
        self.margin = 0
        self.low = False
        self.ties: set[str] = set()
        self.hushed: set[tuple[str, str]] = set()
        self.queue: list[Waiting] = []
        self.forfeits: list[str] = []
        self.both_reset = False
        self.end = ""
        if given:
            self.round, self.first = given["turn"][0], given["first"]
            for seat, side in self.sides.items():
                side.hand, side.deck, side.grave = (
                    given[f"{name} {seat}"] for name in ("hand", "deck", "grave")
                )
                side.stars = given[f"stars {seat}"]
                side.miracle, side.revival = given[f"actions {seat}"]
                for place, (card, up, old, ply) in given[f"stock {seat}"].items():
                    side.stock[place] = ZoneCard(card, up, ply, old)
        self.ask = Ask("end", "")
        self._script = self.match()
        self.ask = next(self._script)

    def play(self, action: Action) -> None:
        """Answer the question with a legal action, and run to the next one."""
        self.ply += 1
        if early(self, action):
            zone, place = split(action.at)
            getattr(self.sides[action.seat], zone)[place].up = True
            return
        try:
            self.ask = self._script.send(action)
        except StopIteration:
            self.ask = Ask("end", "")

    def match(self) -> Script:
        """Play a whole match."""
        if not self.round:
            yield from self.begin()
        while not self.end:
            yield from self.play_round()
            self.round += not self.end

    def begin(self) -> Script:
        """Deal, and decide who is first in round 1."""
        for seat in SEATS:  # DBM-3.3
            dealt = yield Ask("deal", seat, chance=True)
            side = self.sides[seat]
            side.deck = list(dealt.also)
            side.hand = [side.deck.pop(0) for _ in range(DRAWN)]
        yield from self.who_begins()
        self.round = 1

    def who_begins(self) -> Script:
        """Decide who is first in round 1 (DBM-3.4)."""
        how = self.settings["first_player"]
        if how == "lot":
            lot = yield Ask("lot", "A", chance=True)
            self.first = lot.value
        elif how == "choose":
            agreed = yield Ask("lead", "A", SEATS)
            self.first = agreed.value
        else:
            a, b = self.sides["A"], self.sides["B"]
            while a.roll == b.roll:
                for seat in SEATS:
                    thrown = yield Ask("roll_off", seat, chance=True)
                    self.sides[seat].roll = int(thrown.value)
            self.first = "A" if a.roll > b.roll else "B"
            a.roll = b.roll = 0

    def order(self) -> tuple[str, str]:
        """Return the seats, the first player of the round first."""
        return self.first, other(self.first)

    def play_round(self) -> Script:
        """Play the five phases of a round (DBM-4.1)."""
        for seat in self.order():  # DBM-5.1
            yield from self.dice_phase(seat)
        yield from self.battle()
        yield from self.reward()
        if self.end:
            return
        if self.winner and not self.both_reset:
            yield from self.reborn(other(self.winner))
        yield from self.draw_phase()
        if self.settings["round_limit"] == str(self.round):  # DBM-4.3
            self.end = "DBM-4.3"
            return
        self.first = other(self.first)  # DBM-11.4
        for side in self.sides.values():
            side.roll, side.redraws, side.done, side.used = 0, 0, False, []
        self.stage, self.winner, self.margin = "", "", 0

    # Dice phase (DBM-5)

    def dice_phase(self, seat: str) -> Script:
        """Roll, roll again, redraw and set."""
        yield from self.throw(seat)
        yield from self.set_cards(seat)

    def set_cards(self, seat: str) -> Script:
        """Ask for cards, Miracle and redraws until the seat says "set"."""
        side = self.sides[seat]
        while not side.done:
            action = yield Ask("set", seat)
            verb = action.verb
            if verb is Verb.FLIP:  # DBM-5.3
                side.miracle = False
                yield from self.throw(seat)
            elif verb is Verb.DECLARE:  # DBM-5.5
                drawn = yield Ask("redraw", seat, chance=True)
                count = len(side.hand)
                side.redraws += 1
                side.deck = list(drawn.also)
                side.hand = [side.deck.pop(0) for _ in range(count)]
                if not side.deck:
                    yield from self.renew(seat)
            elif verb is Verb.PLACE:
                zone, place = split(action.to)
                if action.card == TOKEN:  # DBM-5.8
                    side.main[place] = ZoneCard(TOKEN, up=True, ply=self.ply)
                    side.done = True
                else:
                    taken(side.hand, action.card)
                    getattr(side, zone)[place] = ZoneCard(action.card, up=False, ply=self.ply)
            elif verb is Verb.REMOVE:
                zone, place = split(action.at)
                side.hand.append(getattr(side, zone).pop(place).card)
            else:
                side.done = True

    def throw(self, seat: str) -> Script:
        """Roll the die (DBM-5.2)."""
        thrown = yield Ask("roll", seat, chance=True)
        self.sides[seat].roll = int(thrown.value)

    # Battle phase (DBM-8)

    def battle(self) -> Script:
        """Turn the cards up, let the effects happen, and compare the levels."""
        yield from self.turn_up()
        self.stage, self.low, self.ties, self.hushed = "battle", False, set(), set()
        late = self.settings["grant_face"] == "on_trigger"
        for side in self.sides.values():
            for each in (*side.main.values(), *side.circle.values()):
                each.up = True
            for each in side.stock.values():  # DBM-7.6
                grant = CARDS[each.card].grant
                assert grant
                each.up = each.up or not late or grant.mode == "permanent"
        for seat, side in self.sides.items():  # DBM-8.2
            side.level = sum(CARDS[each.card].level for each in side.main.values())
            side.level += sum(self.bonus(seat, each) for each in side.stock.values())
        self.queue = [one for seat in self.order() for one in self.effects(seat, "battle")]
        if self.forfeits:  # the battle is decided before any effect
            self.queue = []
        while self.queue:
            yield from self.window()
            yield from self.next_effect()
        if not self.forfeits:
            yield from self.window()
        self.compare()
        self.clear_field()

    def turn_up(self) -> Script:
        """Let the players turn up cards that are unknown (DBM-8.1), and judge the sets (14.2)."""
        while any(card.card == UNKNOWN for _, card in self.face_down()):
            action = yield Ask("flip", "", tuple(cell for cell, _ in self.face_down()))
            zone, place = split(action.at)
            card = getattr(self.sides[action.seat], zone)[place]
            card.card, card.up = action.card, True
        wrong = [seat for seat in self.order() if breaches(self.sides[seat])]
        if wrong and self.settings["illegal_set"] == "rewind":
            for _, card in self.face_down():
                card.up = True
            for seat in wrong:
                self.sides[seat].hand += self.lift(seat)
                self.sides[seat].done = False
            for seat in wrong:
                yield from self.set_cards(seat)
            yield from self.turn_up()
            return
        for seat in wrong:
            self.sides[seat].grave += self.lift(seat)
            if self.settings["illegal_set"] == "token":
                self.sides[seat].main[1] = ZoneCard(TOKEN, up=True, ply=self.ply)
        self.forfeits = wrong if self.settings["illegal_set"] == "lose_battle" else []

    def lift(self, seat: str) -> list[str]:
        """Remove and return the cards that a seat has set in this round."""
        side = self.sides[seat]
        return [
            cards.pop(place).card
            for cards in (side.main, side.circle, side.stock)
            for place in [place for place, card in cards.items() if not card.old]
        ]

    def face_down(self) -> list[tuple[str, ZoneCard]]:
        """Return the cells and cards of this round that are face down."""
        return [
            (f"{seat}.{zone}{place}", card)
            for seat, side in self.sides.items()
            for zone in PLACES
            for place, card in sorted(getattr(side, zone).items())
            if not card.up and not card.old
        ]

    def possible(self, seat: str) -> list[str]:
        """Return the cards that an unknown card of a seat can be."""
        side = self.sides[seat]
        rest = self.decks[seat].copy()
        for cards in (side.hand, side.deck, side.grave):
            rest.subtract(cards)
        for zone in PLACES:
            rest.subtract(card.card for card in getattr(side, zone).values())
        return sorted(card for card, count in rest.items() if count > 0)

    def bonus(self, seat: str, grant_card: ZoneCard) -> int:
        """Return what a permanent grant adds to its owner's level (DBM-7.10)."""
        grant = CARDS[grant_card.card].grant
        if grant is None or grant.mode != "permanent" or not self.holds(seat, grant):
            return 0
        return sum(int(words[2]) for words in grant.operations if words[:2] == ("lv", "own"))

    def effects(self, seat: str, timing: str) -> Iterator[Waiting]:
        """Yield the effects of a seat that wait for their place in the queue (DBM-8.3)."""
        side = self.sides[seat]
        for zone in ("main", "circle"):
            for place, each in sorted(getattr(side, zone).items()):
                fact = CARDS[each.card]
                if fact.effect and fact.effect.timing == timing:
                    cell = f"{seat}.{zone}{place}"
                    yield Waiting(seat, cell, each.card, fact.level, fact.effect)
        for place, each in sorted(side.stock.items()):
            fact = CARDS[each.card]
            if fact.grant and fact.grant.timing == timing and not self.in_windows(fact.grant):
                cell = f"{seat}.stock{place}"
                yield Waiting(seat, cell, each.card, fact.grant_level, fact.grant)

    def in_windows(self, grant: Effect) -> bool:
        """Return True if a grant triggers between effects instead of in the queue (DBM-7.8)."""
        return self.settings["grant_timing"] == "any_point" and grant.mode == "optional"

    def window(self) -> Script:
        """Offer the optional grants between two effects (DBM-7.8).

        A grant that triggers is an effect, too; after it, both players are asked again.
        """
        asked = list(self.order())
        while asked:
            seat = asked.pop(0)
            ready = self.offered(seat)
            action = (yield Ask("window", seat, ready)) if ready else None
            if action is None or action.verb is Verb.PASS:
                continue
            _, place = split(action.value)
            each = self.sides[seat].stock[place]
            grant = CARDS[each.card].grant
            assert grant
            yield from self.happen(Waiting(seat, action.value, each.card, 0, grant))
            asked = list(self.order())

    def offered(self, seat: str) -> tuple[str, ...]:
        """Return the cells of the grants that may trigger in a window."""
        return tuple(
            f"{seat}.stock{place}"
            for place, each in sorted(self.sides[seat].stock.items())
            if (grant := CARDS[each.card].grant)
            and self.in_windows(grant)
            and self.holds(seat, grant)
        )

    def next_effect(self) -> Script:
        """Let the next effect of the queue happen, or not (DBM-8.3 to 8.6)."""
        top = max(one.level for one in self.queue)
        tied = [one for one in self.queue if one.level == top]
        seat = self.first if any(one.seat == self.first for one in tied) else other(self.first)
        tied = [one for one in tied if one.seat == seat]
        chosen = tied[0]
        if len({(one.card, one.kind) for one in tied}) > 1:  # DBM-8.5; copies are alike
            action = yield Ask("order", seat, tuple(one.cell for one in tied))
            (chosen,) = (one for one in tied if one.cell == action.value)
        wanted = self.holds(seat, chosen.effect)
        if wanted and chosen.effect.mode == "optional":
            action = yield Ask("effect", seat, (chosen.cell,), spot=chosen.cell)
            wanted = action.verb is Verb.CHOOSE
        self.queue.remove(chosen)
        if wanted:
            yield from self.happen(chosen)

    def holds(self, seat: str, effect: Effect) -> bool:
        """Return True if all conditions hold now (DBM-16)."""
        return all(self.condition(seat, text) for text in effect.conditions)

    def condition(self, seat: str, text: str) -> bool:
        """Return True if one condition holds now."""
        own, opp = self.sides[seat], self.sides[other(seat)]
        if text == "own.lv<opp.lv":
            return own.level < opp.level
        if text == "own.stars<opp.stars":
            return own.stars < opp.stars
        if text == "own.first":
            return self.first == seat
        if text.startswith("result=="):
            result = "draw" if not self.winner else "win" if self.winner == seat else "lose"
            return result == text.removeprefix("result==")
        if text.startswith("margin>="):
            return self.margin >= int(text.removeprefix("margin>="))
        side = own if text.startswith("own.") else opp
        what = text[4:]
        if what.startswith("roll<="):
            return side.roll <= int(what.removeprefix("roll<="))
        if what.startswith("kind=="):
            return main_kind([each.card for each in side.main.values()]) == what[6:]
        name, _, least = what.partition(">=")
        units = [each for each in side.main.values() if each.card != TOKEN]
        shown = [each for each in side.stock.values() if each.up]
        count = {"main": len(units), "circle": len(side.circle), "stock": len(shown)}[name]
        return count >= int(least)

    def happen(self, one: Waiting) -> Script:
        """Carry out an effect (DBM-8.10), and send a triggered grant away (DBM-7.7)."""
        zone, place = split(one.cell)
        if zone == "stock":
            self.send_away(one.seat, place)
        for words in one.effect.operations:
            yield from self.operate(one.seat, words)

    def send_away(self, seat: str, place: int) -> None:
        """Put a grant into its owner's graveyard as a used card."""
        side = self.sides[seat]
        each = side.stock.pop(place)
        side.grave.append(each.card)
        side.used.append(each.card)

    def operate(self, seat: str, words: tuple[str, ...]) -> Script:
        """Carry out one operation (DBM-8.8 to 8.11, 16)."""
        own, opp = self.sides[seat], self.sides[other(seat)]
        if words[0] == "lv":
            side = own if words[1] == "own" else opp
            side.level = max(0, side.level + int(words[2]))
        elif words == ("swap", "lv"):
            own.level, opp.level = opp.level, own.level
        elif words == ("low", "wins"):
            self.low = not self.low
        elif words == ("tie", "win"):
            self.ties.add(seat)
        elif words[0] == "negate":
            self.hushed.add((other(seat), words[2]))
            self.queue = [one for one in self.queue if not self.stopped(one)]
        elif words[0] == "draw":
            yield from self.draw(seat, int(words[1]))
        elif words[0] == "discard":
            yield from self.discard(seat, int(words[1]))
        elif words[:2] == ("recover", "magic"):
            yield from self.recover(seat, int(words[2]))
        elif words[0] == "star":
            own.stars += int(words[1])
        elif words == ("stand", "miracle"):
            own.miracle = True
        else:
            assert words[0] == "purge"
            yield from self.purge(seat, int(words[1]))

    def stopped(self, one: Waiting) -> bool:
        """Return True if a waiting effect has been negated (DBM-8.9, 13.4)."""
        negated = (one.seat, one.kind) in self.hushed
        return negated and CARDS[one.card].exception != "no_negate"

    def discard(self, seat: str, count: int, spot: str = "") -> Script:
        """Let a seat discard, as many as possible."""
        side = self.sides[seat]
        for due in range(min(count, len(side.hand)), 0, -1):
            action = yield Ask("discard", seat, tuple(side.hand), due=due, spot=spot)
            taken(side.hand, action.card)
            side.grave.append(action.card)

    def recover(self, seat: str, count: int) -> Script:
        """Let a seat take magic from its graveyard."""
        side = self.sides[seat]
        for due in range(count, 0, -1):
            magic = sorted({card for card in side.grave if CARDS[card].kind == "magic"})
            if not magic:
                return
            card = magic[0]
            if len(magic) > 1:
                action = yield Ask("recover", seat, tuple(magic), due=due)
                card = action.value
            side.grave.remove(card)
            side.hand.append(card)

    def purge(self, seat: str, count: int) -> Script:
        """Let a seat send grants of the opponent away (DBM-7.10, 16)."""
        rival = other(seat)
        side = self.sides[rival]
        for due in range(count, 0, -1):
            shown = sorted(place for place, each in side.stock.items() if each.up)
            if not shown:
                return
            cells = tuple(f"{rival}.stock{place}" for place in shown)
            cell = cells[0]
            if len(cells) > 1:
                action = yield Ask("purge", seat, cells, due=due)
                cell = action.at
            _, place = split(cell)
            side.level = max(0, side.level - self.bonus(rival, side.stock[place]))
            self.queue = [one for one in self.queue if one.cell != cell]
            self.send_away(rival, place)

    def compare(self) -> None:
        """Find the winner (DBM-8.11, 8.12)."""
        a, b = self.sides["A"].level, self.sides["B"].level
        self.stage, self.margin = "over", abs(a - b)
        if self.forfeits:
            self.winner = other(self.forfeits[0]) if len(self.forfeits) == 1 else ""
        elif a == b:
            self.winner = next(iter(self.ties)) if len(self.ties) == 1 else ""
        else:
            self.winner = "A" if (a > b) != self.low else "B"

    def clear_field(self) -> None:
        """Send the used cards to the graveyards (DBM-8.13); note the reward effects (9.2)."""
        self.queue = [
            one
            for seat in self.order()
            for one in self.effects(seat, "reward")
            if not self.stopped(one)
        ]
        for side in self.sides.values():
            for zone in (side.main, side.circle):
                cards = [each.card for each in zone.values() if each.card != TOKEN]
                side.used += cards
                side.grave += cards
                zone.clear()
            for each in side.stock.values():
                each.old = True

    # Reward, reborn and draw phase (DBM-9 to 12)

    def reward(self) -> Script:
        """Give the star, let reward effects happen, and look for a winner."""
        if self.winner:
            self.sides[self.winner].stars += 1
        while self.queue:
            yield from self.next_effect()
        needed = int(self.settings["stars_to_win"])
        enough = [seat for seat, side in self.sides.items() if side.stars >= needed]
        self.both_reset = len(enough) == len(SEATS)
        if self.both_reset:  # DBM-9.4
            for side in self.sides.values():
                side.stars = needed - 1
        elif enough:
            self.end = "DBM-9.3"

    def reborn(self, loser: str) -> Script:
        """Offer Revival (DBM-10)."""
        side = self.sides[loser]
        cards = sorted((Counter(side.used) & Counter(side.grave)).keys())
        if not side.revival or not cards:
            return
        action = yield Ask("revival", loser)
        if action.verb is Verb.PASS:
            return
        side.revival = False
        card = cards[0]
        if len(cards) > 1:
            action = yield Ask("revive", loser, tuple(cards))
            card = action.value
        side.grave.remove(card)
        side.hand.append(card)

    def draw_phase(self) -> Script:
        """Draw, and discard down to an agreed limit (DBM-11)."""
        for seat in self.order():
            lost = self.winner == other(seat)
            yield from self.draw(seat, 3 if lost else 2)
        if self.settings["hand_limit"] != "none":
            for seat in self.order():
                extra = len(self.sides[seat].hand) - int(self.settings["hand_limit"])
                yield from self.discard(seat, extra, spot="limit")

    def draw(self, seat: str, count: int) -> Script:
        """Draw cards one by one (DBM-11, 12)."""
        side = self.sides[seat]
        for _ in range(count):
            if not side.deck:
                yield from self.renew(seat)
            if not side.deck:  # DBM-12.4
                return
            side.hand.append(side.deck.pop(0))
            if not side.deck:
                yield from self.renew(seat)

    def renew(self, seat: str) -> Script:
        """Turn the graveyard into a new deck (DBM-12)."""
        side = self.sides[seat]
        if not side.grave:
            return
        shuffled = yield Ask("renew", seat, chance=True)
        side.deck, side.grave = list(shuffled.also), []
        rival = other(seat)
        if self.sides[rival].deck or self.sides[rival].grave:
            action = yield Ask("penalty", rival)
            if action.verb is Verb.CHOOSE:
                yield from self.draw(rival, 1)


def split(cell: str) -> tuple[str, int]:
    """Return the zone and the place of a cell such as `A.main2`."""
    zone = cell[2:].rstrip("0123456789")
    return zone, int(cell[2 + len(zone) :] or 0)


def taken(hand: list[str], card: str) -> None:
    """Remove a card from a hand; after an unknown one, no card of the hand is known for certain."""
    hand.remove(card if card in hand else UNKNOWN if UNKNOWN in hand else hand[0])
    if card == UNKNOWN:
        hand[:] = [UNKNOWN] * len(hand)


def main_kind(cards: list[str]) -> str:
    """Return the kind of the main unit (DBM-6.3), "" without units."""
    kinds = [CARDS[card].kind for card in cards]
    return next((kind for kind in ("human", "monster", "token") if kind in kinds), "")


# Text of a position


def facts(at: Duel) -> dict[str, object]:
    """Return the facts of a position that two implementations must share, by name."""
    ended = bool(at.end)
    found: dict[str, object] = {
        "turn": (at.round, at.ask.seat, at.ask.phase),
        "first": at.first,
        "ply": at.ply,
        "end": at.end,
    }
    if ended:
        found["turn"] = "end"
    elif at.ask.phase == "flip":
        found["turn"] = (at.round, "", "flip")  # both players act
    for seat, side in at.sides.items():
        found[f"dice {seat}"] = (side.roll, side.redraws, side.done)
        found[f"stars {seat}"] = side.stars
        found[f"actions {seat}"] = (side.miracle, side.revival)
        found[f"hand {seat}"] = sorted(side.hand)
        found[f"deck {seat}"] = side.deck
        found[f"grave {seat}"] = sorted(side.grave)
        found[f"used {seat}"] = sorted(side.used)
        for zone in PLACES:
            cards = getattr(side, zone)
            found[f"{zone} {seat}"] = {
                place: (each.card, each.up, each.old, each.ply) for place, each in cards.items()
            }
    found["battle"] = found["queue"] = None
    if at.stage:
        found["battle"] = (at.stage, at.sides["A"].level, at.sides["B"].level, at.winner)
        found["ties"] = (at.low, at.ties)
        found["queue"] = sorted((one.cell, one.level) for one in at.queue)
    found["ask"] = (at.ask.spot, at.ask.due)
    return found


def read_facts(text: str, setup: Setup) -> dict[str, object]:
    """Return the facts of a position's text as `Game.format` writes it."""
    del setup
    found: dict[str, object] = {"end": "", "battle": None, "queue": None, "ply": 0}
    for seat in SEATS:
        found |= {f"dice {seat}": (0, 0, False), f"stars {seat}": 0}
        found |= {f"actions {seat}": (True, True)}
        found |= {f"{name} {seat}": [] for name in ("hand", "deck", "grave", "used")}
        found |= {f"{zone} {seat}": {} for zone in PLACES}
    spot, due = "", 0
    for line in text.splitlines():
        name, *words = line.split() or [""]
        if name in ("first", "end"):
            found[name] = words[0]
        elif name == "turn":
            seat = "" if words[2] == "flip" else words[1]
            found["turn"] = (int(words[0]), seat, words[2])
        elif name == "battle":
            found |= _battle(words)
            found["queue"] = found["queue"] or []
        elif name == "queue":
            waiting = [word.partition("=") for word in words]
            found["queue"] = sorted((cell, int(rest.split("/")[1])) for cell, _, rest in waiting)
        elif name == "due":
            due = int(words[0])
        elif name == "spot":
            spot = words[0]
        elif name == "ply":
            found["ply"] = int(words[0])
        elif name not in ("", "agenda"):
            found[f"{name} {words[0]}"] = _of_seat(name, words[1:])
    if found["end"]:
        found["turn"] = "end"
    return found | {"ask": (spot, due)}


def _of_seat(name: str, words: list[str]) -> object:
    """Return the facts of a line that belongs to a seat."""
    if name == "dice":
        return int(words[0]), int(words[1]) if len(words) > 1 else 0, "set" in words
    if name == "stars":
        return int(words[0])
    if name == "actions":
        return "miracle" in words, "revival" in words
    if name in PLACES:
        return dict(map(_zone_card, words))
    if name not in ("hand", "deck", "grave", "used"):
        raise ValueError(name)
    return _cards(words) if name == "deck" else sorted(_cards(words))


def _battle(words: list[str]) -> dict[str, object]:
    levels = [int(level) for level in words[1].split(",")]
    winner = "".join(word[7:] for word in words if word.startswith("winner."))
    ties = {word[4:] for word in words if word.startswith("tie.")}
    return {"battle": (words[0], *levels, winner), "ties": ("low" in words, ties)}


def _cards(words: list[str]) -> list[str]:
    cards = []
    for word in words:
        card, _, count = word.partition("*")
        if card != "-":
            cards += [card] * int(count or 1)
    return cards


def _zone_card(word: str) -> tuple[int, tuple[str, bool, bool, int]]:
    place, _, rest = word.partition("=")
    card, facing, *notes = rest.split("/")
    ply = next((int(note[3:]) for note in notes if note.startswith("ply")), 0)
    return int(place), (card, facing == "up", "old" in notes, ply)


# Judging


def to_act(at: Duel) -> set[str]:
    """Return who may act now."""
    if at.ask.phase == "end":
        return set()
    if at.ask.phase == "flip":
        return {cell[0] for cell in at.ask.choices}
    return {CHANCE} if at.ask.chance else {at.ask.seat}


@dataclass(frozen=True)
class Staged:
    """The cards of one set: units, magic and the grants of this round."""

    units: tuple[str, ...]
    magic: tuple[str, ...]
    grants: tuple[str, ...]

    @property
    def total(self) -> int:
        """Return the sum that the roll bounds (DBM-6.7)."""
        return (
            sum(CARDS[card].for_roll for card in self.units)
            + sum(CARDS[card].level for card in self.magic)
            + sum(CARDS[card].grant_level for card in self.grants)
        )


def staged(side: Side) -> Staged:
    """Return what a seat has set in this round."""
    return Staged(
        tuple(each.card for each in side.main.values()),
        tuple(each.card for each in side.circle.values()),
        tuple(each.card for each in side.stock.values() if not each.old),
    )


def lasting(cards: Staged, roll: int) -> set[str]:
    """Return the clauses that a set breaks and that no further card can repair."""
    humans = [card for card in cards.units if CARDS[card].kind == "human"]
    monsters = [card for card in cards.units if CARDS[card].kind == "monster"]
    exceptions = {CARDS[card].exception for card in cards.units}
    broken = set()
    if cards.total > roll:
        broken.add("DBM-6.7")
        if sum(CARDS[card].for_roll for card in monsters) > roll:
            broken.add("DBM-6.2")
        if cards.magic and humans:
            broken.add("DBM-6.6")
    if "alone_set4" in exceptions and len(cards.units) > 1:
        broken.add("DBM-13.4")
    tamer = exceptions & {"with_monster"}
    if len(humans) > 1 or (humans and monsters and not tamer):
        broken.add("DBM-6.1")
    if tamer and len(humans) == 1 and len(monsters) > 1:
        broken.add("DBM-13.4")
    if len(cards.grants) > 1:
        broken.add("DBM-7.3")
    return broken


def lacking(cards: Staged) -> set[str]:
    """Return the clauses that a complete set breaks and that a further card might repair."""
    humans = any(CARDS[card].kind == "human" for card in cards.units)
    broken = set()
    if cards.magic and not cards.units:
        broken.add("DBM-6.5")
    picky = any(CARDS[card].exception != "with_any_unit" for card in cards.magic)
    if cards.units and not humans and picky:
        broken.add("DBM-6.4")
    if cards.grants and not cards.units:
        broken.add("DBM-7.2")
    return broken


def breaches(side: Side) -> bool:
    """Return True if a complete set is illegal (DBM-6, 7)."""
    cards = staged(side)
    if cards.units == (TOKEN,):
        return bool(cards.magic or cards.grants)
    misplaced = (
        any(not CARDS[card].unit for card in cards.units)
        or any(CARDS[card].unit for card in cards.magic)
        or any(not CARDS[card].grant for card in cards.grants)
    )
    return misplaced or not cards.units or bool(lasting(cards, side.roll) | lacking(cards))


def completions(at: Duel, seat: str, cards: Staged) -> bool:
    """Return True if cards of the hand complete a set to a legal one; none may be needed."""
    side = at.sides[seat]
    hand = Counter(side.hand)
    hand.subtract(())
    rest = [card for card in hand.elements() if CARDS[card].unit]
    for count in range(3):
        for more in combinations(rest, count):
            whole = replace(cards, units=(*cards.units, *more))
            if whole.units and not lasting(whole, side.roll) and not lacking(whole):
                return True
    return False


def settable(at: Duel, seat: str) -> bool:
    """Return True if the seat holds or has set a unit that can be set (DBM-5.5, 13.3)."""
    side = at.sides[seat]
    cards = [*side.hand, *(each.card for each in side.main.values())]
    return any(CARDS[card].unit and CARDS[card].for_roll <= side.roll for card in cards)


QUESTIONS = {
    "lead": "DBM-3.4",
    "order": "DBM-8.5",
    "effect": "DBM-8.6",
    "window": "DBM-7.8",
    "discard": "DBM-8.10",
    "recover": "DBM-8.10",
    "purge": "DBM-8.10",
    "revival": "DBM-10.1",
    "revive": "DBM-10.2",
    "penalty": "DBM-12.2",
}
"""The clause that a question comes from, by phase."""


def early(at: Duel, action: Action) -> bool:
    """Return True if a card that is set is turned up too early, and stays (DBM-14.3)."""
    phases = ("set", "roll", "redraw")
    if action.verb is not Verb.FLIP or action.seat == at.ask.seat or at.ask.phase not in phases:
        return False
    cells = dict(at.face_down()) if at.sides[action.seat].done else {}
    there = cells.get(action.at)
    mine = action.at[:1] == action.seat
    return there is not None and mine and action.card == there.card and _only(action, "at", "card")


def unlisted(at: Duel, action: Action) -> bool:
    """Return True if an action is legal but no choice."""
    return early(at, action)


def answer(at: Duel, action: Action) -> Expectation:
    """Return the oracle's judgement of an action of a seat."""
    ask = at.ask
    if early(at, action):
        return OPENED if hides(at) else LEGAL
    if ask.phase == "end":
        return refused(at.end)
    if ask.chance:
        return refused(("DBM-5.1", "DBM-5.2"))
    if ask.phase == "set" and action.seat != ask.seat:
        return refused("DBM-5.1")
    if ask.phase == "set":
        return OPENED if hides(at) else _setting(at, action)
    if action in choices(at):
        return LEGAL
    if hides(at):
        return OPENED
    clause = "DBM-11.3" if ask.spot == "limit" else QUESTIONS[ask.phase]
    if action.seat != ask.seat:
        return refused((clause, "DBM-5.1"))
    return _besides(at, action, clause)


def _besides(at: Duel, action: Action, clause: str) -> Expectation:
    """Judge an action that is no answer to the question (DBM-5.3, 5.11, 7.7, 10)."""
    seat, side = action.seat, at.sides[action.seat]
    if action.verb is Verb.FLIP and action.at == f"{seat}.miracle":
        return refused("DBM-5.3", may=(clause,))
    if action.verb is Verb.FLIP and action.at == f"{seat}.revival":
        reason = "DBM-10.1"
        if at.stage == "over" and at.winner in ("", seat):
            reason = "DBM-10.4"
        elif at.stage == "over" and not Counter(side.used) & Counter(side.grave):
            reason = "DBM-10.3"
        return refused((reason, "DBM-10.1"), may=(clause, "DBM-10.3", "DBM-10.4"))
    if action.verb in (Verb.PLACE, Verb.REMOVE):
        alone = [card.card for card in side.main.values()] == [TOKEN]
        return refused(
            (
                clause,
                "DBM-5.8" if alone else "DBM-5.11",
                "DBM-5.11",
                "DBM-7.7",
                "DBM-3.1",
                "DBM-14.1",
            )
        )
    return refused((clause, "DBM-5.11", "DBM-8.1", "DBM-14.1"))


def choices(at: Duel) -> set[Action]:
    """Return the legal answers to a question outside the dice phase."""
    ask = at.ask
    seat, own = ask.seat, {Action(ask.seat, Verb.PASS)}
    if ask.phase in ("order", "lead", "recover", "revive"):
        return {Action(seat, Verb.CHOOSE, value=choice) for choice in ask.choices}
    if ask.phase in ("effect", "window"):
        return own | {Action(seat, Verb.CHOOSE, value=choice) for choice in ask.choices}
    if ask.phase == "penalty":
        return own | {Action(seat, Verb.CHOOSE, value="draw")}
    if ask.phase == "revival":
        return own | {Action(seat, Verb.FLIP, at=f"{seat}.revival")}
    if ask.phase == "purge":
        return {Action(seat, Verb.REMOVE, at=choice) for choice in ask.choices}
    if ask.phase == "flip":
        return {
            Action(cell[0], Verb.FLIP, at=cell, card=known)
            for cell, card in at.face_down()
            for known in (at.possible(cell[0]) if card.card == UNKNOWN else [card.card])
        }
    assert ask.phase == "discard"
    cards = set(ask.choices)
    if UNKNOWN in cards:
        cards = cards - {UNKNOWN} | set(at.possible(seat))
    return {Action(seat, Verb.PLACE, card=card, to=f"{seat}.grave") for card in cards}


def _only(action: Action, *fields: str) -> bool:
    """Return True if an action has no other fields than these."""
    plain = {"card": "", "at": "", "to": "", "value": "", "also": (), "turn": 0, "facing": "up"}
    return all(
        name in fields or getattr(action, name) == default for name, default in plain.items()
    )


def _setting(at: Duel, action: Action) -> Expectation:
    """Judge an action of the dice phase after the roll."""
    seat = action.seat
    side = at.sides[seat]
    begun = bool(side.main or side.circle or any(not each.old for each in side.stock.values()))
    possible = settable(at, seat)
    if action.verb is Verb.FLIP:
        return _turn_down(at, action, begun=begun)
    if action.verb is Verb.DECLARE and action.value == "redraw":
        return _redraw(at, action, begun=begun, possible=possible)
    if action.verb is Verb.REMOVE:
        return _take_back(at, action)
    if action.verb is Verb.READY:
        return _say_set(at, action, possible=possible)
    if action.verb is Verb.PLACE:
        if action.card == TOKEN:
            return _token(at, action, begun=begun, possible=possible)
        return _set_down(at, action)
    if action.verb is Verb.PASS:
        return refused(("DBM-5.6", "DBM-5.8", "DBM-5.9", "DBM-5.10", "DBM-14.1"))
    return refused(("DBM-14.1", "DBM-14.3", "DBM-8.1", "DBM-5.11"))


def _turn_down(at: Duel, action: Action, *, begun: bool) -> Expectation:
    """Judge turning an action card down in the dice phase (DBM-5.3, 10.1)."""
    if not _only(action, "at"):
        return refused()
    if action.at == f"{action.seat}.miracle":
        free = at.sides[action.seat].miracle and not begun
        return LEGAL if free else refused("DBM-5.3")
    return refused("DBM-10.1") if action.at == f"{action.seat}.revival" else refused()


def _say_set(at: Duel, action: Action, *, possible: bool) -> Expectation:
    """Judge saying "set" (DBM-5.10, 5.11, 6, 7)."""
    if not _only(action):
        return refused()
    side = at.sides[action.seat]
    cards = staged(side)
    broken = lasting(cards, side.roll) | lacking(cards)
    if broken:
        return refused(*sorted(broken), may=("DBM-5.10", "DBM-5.6", "DBM-5.8", "DBM-5.9"))
    if cards.units:
        return LEGAL
    return refused(_without_unit(at, action.seat, possible=possible))


def _without_unit(at: Duel, seat: str, *, possible: bool) -> str:
    """Return the clause that forbids a set without cards (DBM-5.6, 5.8 to 5.10)."""
    side = at.sides[seat]
    if possible:
        return "DBM-5.10"
    if not side.hand:
        return "DBM-5.9"
    must = side.redraws < REDRAWS and at.settings["redraw"] == "compulsory"
    return "DBM-5.6" if must else "DBM-5.8"


def _redraw(at: Duel, action: Action, *, begun: bool, possible: bool) -> Expectation:
    """Judge a redraw (DBM-5.5 to 5.9)."""
    side = at.sides[action.seat]
    if not _only(action, "value"):
        return refused()
    bans = []
    if any(CARDS[card].unit and CARDS[card].for_roll <= side.roll for card in side.hand):
        bans.append(("DBM-5.7",))
    if not side.hand:
        bans.append(("DBM-5.9",))
    elif side.redraws >= REDRAWS:
        bans.append(("DBM-5.5",))
    if bans:
        return refused(*bans, may=("DBM-5.5", "DBM-5.7", "DBM-5.9", "DBM-5.8"))
    if possible:
        return refused()
    return OPENED if begun else LEGAL


def _token(at: Duel, action: Action, *, begun: bool, possible: bool) -> Expectation:
    """Judge taking the dice token (DBM-5.6, 5.8 to 5.10)."""
    seat = action.seat
    side = at.sides[seat]
    if not _only(action, "card", "to"):
        return refused()
    if action.to != f"{seat}.main1":
        return refused() if action.to != f"{seat}.main2" else OPENED
    bans: list[tuple[str, ...]] = []
    if possible:
        bans.append(("DBM-5.10", "DBM-5.8"))
    elif side.hand and side.redraws < REDRAWS and at.settings["redraw"] == "compulsory":
        bans.append(("DBM-5.6",))
    if begun:
        bans.append(("DBM-5.8",))
    return refused(*bans, may=("DBM-5.8", "DBM-5.10", "DBM-5.6")) if bans else LEGAL


def _take_back(at: Duel, action: Action) -> Expectation:
    """Judge taking a card back before saying "set" (DBM-5.11)."""
    if not _only(action, "at") or action.at[:2] != f"{action.seat}.":
        return refused()
    zone, place = split(action.at)
    there = getattr(at.sides[action.seat], zone).get(place) if zone in PLACES else None
    if there is None:
        return refused()
    return refused("DBM-7.7") if there.old else LEGAL


def _set_down(at: Duel, action: Action) -> Expectation:
    """Judge laying one card (DBM-6, 7)."""
    seat, side = action.seat, at.sides[action.seat]
    if not _only(action, "card", "to", "facing", "turn"):
        return refused()
    zone, place = split(action.to) if action.to.startswith(f"{seat}.") else ("", 0)
    if zone not in PLACES:
        return refused("DBM-3.1", may=("DBM-5.11",))
    if not 1 <= place <= PLACES[zone]:
        return refused()
    if action.card not in POOL:
        return refused()
    zones: dict[int, ZoneCard] = getattr(side, zone)
    free = next((n for n in range(1, PLACES[zone] + 1) if n not in zones), 0)
    bans = _misplaced(action, zone)
    if action.card not in side.hand or action.facing is Facing.UP:
        bans.append(("DBM-5.11", "DBM-14.1"))
    fits = not any("DBM-7.1" in ban or "DBM-6.4" in ban for ban in bans)
    if place in zones or (place != free and at.settings["set_places"] == "from_left"):
        bans.append(("DBM-6.3", "DBM-3.1", "DBM-14.1"))
    if fits:
        name = {"main": "units", "circle": "magic", "stock": "grants"}[zone]
        before = staged(side)
        after = replace(before, **{name: (*getattr(before, name), action.card)})
        broken = lasting(after, side.roll)
        sums = broken & {"DBM-6.2", "DBM-6.6", "DBM-6.7"}
        bans += [(clause,) for clause in sorted(broken - sums)] + [tuple(sums)] * bool(sums)
        if not bans and not completions(at, seat, after):
            return OPENED
    return refused(*bans, may=OF_SETS) if bans else LEGAL


def _misplaced(action: Action, zone: str) -> list[tuple[str, ...]]:
    """Return the clauses that forbid this card or its orientation in a zone (DBM-6.4, 7.1)."""
    bans: list[tuple[str, ...]] = []
    fact = CARDS[action.card]
    if zone == "stock" and (not fact.grant or action.turn % 2 == 0):
        bans.append(("DBM-7.1",))
    if zone != "stock" and action.turn:
        bans.append(("DBM-7.1",))
    if (zone == "main" and not fact.unit) or (zone == "circle" and fact.unit):
        bans.append(("DBM-6.4",))
    return bans


OF_SETS = (
    *("DBM-5.8", "DBM-5.11", "DBM-6.1", "DBM-6.2", "DBM-6.3", "DBM-6.4", "DBM-6.5", "DBM-6.6"),
    *("DBM-6.7", "DBM-7.1", "DBM-7.2", "DBM-7.3", "DBM-13.4"),
)
"""Clauses that a set may break, too."""
OPENED = Expectation(legal=True, open=True)


def tried(at: Duel) -> Iterator[Action]:
    """Yield every action that the seat to act could mean, legal or not."""
    ask = at.ask
    seat = ask.seat or "A"
    side = at.sides[seat]
    if ask.phase != "set":
        yield from choices(at)
    yield Action(seat, Verb.PASS)
    yield Action(seat, Verb.READY)
    yield Action(seat, Verb.DECLARE, value="redraw")
    yield Action(seat, Verb.FLIP, at=f"{seat}.miracle")
    yield Action(seat, Verb.FLIP, at=f"{seat}.revival")
    for place in (1, 2):
        yield Action(seat, Verb.PLACE, card=TOKEN, to=f"{seat}.main{place}")
    for card in sorted(set(side.hand)):
        yield Action(seat, Verb.PLACE, card=card, to=f"{seat}.grave")
        for zone, count in PLACES.items():
            turn = 1 if zone == "stock" else 0
            zones = getattr(side, zone)
            most = count if at.settings["set_places"] == "any" else max(zones, default=0) + 2
            for place in range(1, min(count, most) + 1):
                to = f"{seat}.{zone}{place}"
                yield Action(seat, Verb.PLACE, card=card, to=to, facing=Facing.DOWN, turn=turn)
    for zone in PLACES:
        for place in getattr(side, zone):
            yield Action(seat, Verb.REMOVE, at=f"{seat}.{zone}{place}")
            yield Action(seat, Verb.CHOOSE, value=f"{seat}.{zone}{place}")


def actions(at: Duel) -> tuple[set[Action], set[Action] | None]:
    """Return the actions that must be legal, and those that may be (None: all others)."""
    if at.ask.phase != "set":
        return choices(at), set()
    if hides(at):
        return set(), None
    answers = {action: answer(at, action) for action in tried(at)}
    certain = {action for action, got in answers.items() if got == LEGAL}
    return certain, {action for action, got in answers.items() if got == OPENED}


def strange(at: Duel, legal: list[Action], rng: random.Random) -> Action:
    """Return an action that is often illegal, and nearly legal."""
    kind = rng.random()
    if kind < 0.1 and legal:
        return rng.choice(legal)
    down = at.face_down()
    if kind < 0.15 and down:
        cell, there = rng.choice(down)
        return Action(cell[0], Verb.FLIP, at=cell, card=there.card)
    action = rng.choice(list(tried(at)))
    if kind < 0.25:
        return replace(action, seat=rng.choice(SEATS))
    if kind < 0.4:
        card = rng.choice(POOL)
        return replace(action, card=card) if action.card else action
    if kind < 0.5:
        wrong: list[dict[str, Any]] = [
            {"at": "A.main1"},
            {"to": "B.main1"},
            {"to": "A.circle1"},
            {"to": "A.main9"},
            {"value": "redraw"},
            {"also": ("h01",)},
            {"facing": Facing.DOWN},
            {"facing": Facing.UP},
            {"turn": 1},
            {"turn": 0},
        ]
        return replace(action, **rng.choice(wrong))
    return action


def outcome(at: Duel) -> tuple[tuple[str, ...], str, dict[str, int]] | None:
    """Return the winners, the clause that ended the game, and the stars, or None."""
    if not at.end:
        return None
    stars = {seat: side.stars for seat, side in at.sides.items()}
    best = [seat for seat in SEATS if stars[seat] > stars[other(seat)]]
    return tuple(best), at.end, stars


def apply(at: Duel, action: Action) -> Duel:
    """Return the match after a legal action; the match itself goes on."""
    at.play(action)
    return at


def start(setup: Setup) -> Duel:
    """Return a match before its first action."""
    return Duel(setup)


def drawn_setup(drawn: dict[str, str], rng: random.Random) -> Setup:
    """Return a set-up with shipped decks, or decks drawn from all cards (DBM-2)."""
    shipped = list(load_catalog(SLUG).decks.values())
    chosen = {}
    for seat in SEATS:
        deck = rng.choice(shipped)
        if rng.random() < 0.6:
            always = [*SELDOM, *SELDOM] if rng.random() < 0.5 else []
            others = sorted((Counter([*POOL, *POOL]) - Counter(always)).elements())
            cards = tuple(sorted([*always, *rng.sample(others, 30 - len(always))]))
            deck = replace(deck, cards=cards, name="")
        chosen[seat] = deck
    return Setup(SLUG, drawn, chosen)


def opening(setup: Setup, rng: random.Random) -> str:
    """Return a late round in which decks run out and stars decide, or "" for the deal."""
    if rng.random() < 0.5 or setup.settings.get("round_limit") == "1":
        return ""
    needed = int(setup.settings.get("stars_to_win", "3"))
    limit = setup.settings.get("round_limit", "none")
    number = rng.randrange(2, 5) if limit == "none" else min(2, int(limit))
    first = rng.choice(SEATS)
    lines = [f"turn {number} {first} roll", f"first {first}"]
    for seat in SEATS:
        cards = rng.sample(setup.decks[seat].cards, 30)
        grants = [card for card in cards if CARDS[card].grant][: rng.choice((0, 1, 3))]
        rest = list((Counter(cards) - Counter(grants)).elements())
        rng.shuffle(rest)
        if rng.random() < 0.5:
            rest.sort(key=SELDOM.__contains__, reverse=True)
        held, kept = rng.choice((1, 4, 8, 12)), rng.choice((1, 1, 2, 3, 5, 9))
        hand, deck, grave = rest[:held], rest[held : held + kept], rest[held + kept :]
        kept_up = rng.choice(("miracle revival", "miracle", "revival", "-"))
        stars = rng.choice((needed - 1, rng.randrange(needed)))
        lines += [f"stars {seat} {stars}", f"actions {seat} {kept_up}"]
        lines += [f"hand {seat} {' '.join(hand)}", f"deck {seat} {' '.join(deck)}"]
        lines += [f"grave {seat} {' '.join(grave)}"]
        if grants:
            places = (f"{n}={card}/up/old" for n, card in enumerate(grants, 1))
            lines.append(f"stock {seat} {' '.join(places)}")
    return "\n".join(lines)


def read(text: str, setup: Setup) -> Duel:
    """Return a match that continues with the round of a position."""
    return Duel(setup, read_facts(text, setup))


def hides(at: Duel) -> bool:
    """Return True if the match is played with cards that the referee does not know."""
    return any(UNKNOWN in (*side.deck, *side.hand) for side in at.sides.values())


def can_hide(setup: Setup) -> bool:
    """Return True if a match with unknown cards can be replayed.

    Unknown grants that stay face down are not implemented.
    """
    return setup.settings.get("grant_face") != "on_trigger"


def watchers(at: Duel) -> list[str | None]:
    """Return no seat: what may be expected of hidden cards is not compared."""
    del at
    return []


def view(at: Duel, seat: str | None) -> Duel:
    """Return the match itself; there are no watchers."""
    del seat
    return at
