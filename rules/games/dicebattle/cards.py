"""The card pool as values, read from the catalogue (DBM-1.6, DBM-13.4, vocabulary of DBM-16).

An effect's text is `mode / timing / conditions / operations`. A card has at most one effect, and
its grant side has at most one more.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.errors import Fault
from rules.messages.message import Message, Text

SLUG: Final = "dicebattle"
MIRACLE: Final = "miracle"
REVIVAL: Final = "revival"
TOKEN: Final = "token"
FACES: Final = ("1", "2", "3", "4", "5", "6")
"""Faces of the die (DBM-1.2)."""

_FILE = "card_data/dicebattle/cards.csv"
_KINDS = ("human", "monster", "magic")
_LOOSE = ("action", "token", "reference")
"""Kinds of cards that are printed but never part of a deck (DBM-2.3)."""
_MODES = ("forced", "optional", "permanent")
_TIMINGS = ("battle", "reward", "always")
_EXCEPTIONS = ("with_monster", "alone_set4", "with_any_unit", "no_negate")
_OPERATIONS: Final = (
    (re.compile(r"lv own \+([1-9])"), "raise"),
    (re.compile(r"lv opp -([1-9])"), "lower"),
    (re.compile(r"swap lv"), "swap"),
    (re.compile(r"low wins"), "low"),
    (re.compile(r"tie win"), "tie"),
    (re.compile(r"negate opp magic"), "hush_magic"),
    (re.compile(r"negate opp unit"), "hush_unit"),
    (re.compile(r"draw ([1-9])"), "draw"),
    (re.compile(r"discard ([1-9])"), "discard"),
    (re.compile(r"recover magic ([1-9])"), "recover"),
    (re.compile(r"star ([1-9])"), "star"),
    (re.compile(r"stand miracle"), "stand"),
    (re.compile(r"purge ([1-9])"), "purge"),
)
_AFTER = ("star", "stand", "recover", "draw", "discard")
"""Operations that an effect in the reward phase may use."""
_CONDITIONS: Final = (
    re.compile(r"(own\.roll)<=([1-6])"),
    re.compile(r"(own\.kind|opp\.kind)==(human|monster|token)"),
    re.compile(r"(own\.lv)<opp\.lv()"),
    re.compile(r"(own\.main|opp\.main|own\.circle|opp\.circle|opp\.stock|margin)>=([1-9])"),
    re.compile(r"(own\.stars)<opp\.stars()"),
    re.compile(r"(own\.first)()"),
    re.compile(r"(result)==(win|lose|draw)"),
)
_STEADY = frozenset(("own.roll", "own.kind", "opp.kind", "own.first", "own.stars"))
"""Quantities that a battle does not change; a permanent grant may test only these (DBM-8.2)."""
_REWARD_ONLY = frozenset(("result", "margin"))


class Condition(NamedTuple):
    """A condition: a quantity, and the bound or word to compare it with ("" for none)."""

    name: str
    value: str


class Operation(NamedTuple):
    """An operation and its amount (0 for one without a number)."""

    name: str
    n: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect; all its conditions must hold."""

    mode: str
    timing: str
    conditions: tuple[Condition, ...]
    operations: tuple[Operation, ...]

    @property
    def bonus(self) -> int:
        """The amount that a permanent effect adds to its owner's battle level."""
        return sum(op.n for op in self.operations if op.name == "raise")


@dataclass(frozen=True, slots=True)
class Card:
    """Facts of one card; `cost` is the part of the roll that a unit or magic uses (DBM-13.4)."""

    id: str
    kind: str
    level: int
    cost: int
    effect: Effect | None = None
    grant_level: int = 0
    grant: Effect | None = None
    exception: str = ""

    @property
    def unit(self) -> bool:
        """True if the card is a unit, which belongs in the main zone."""
        return self.kind in ("human", "monster")

    def weight(self, zone: str) -> int:
        """Return the amount of the roll that the card uses in a zone (DBM-6.7)."""
        return self.grant_level if zone == "stock" else self.cost

    def fits(self, zone: str) -> bool:
        """Return True if the card belongs in a zone (DBM-6.1, DBM-6.2, DBM-6.4, DBM-7.1)."""
        if zone == "stock":
            return self.grant is not None
        return self.unit if zone == "main" else self.kind == "magic"

    @property
    def deckable(self) -> bool:
        """True if a deck may contain the card (DBM-2.3)."""
        return self.kind in _KINDS


@cache
def pool() -> Mapping[str, Card]:
    """Return the shipped cards by id; raise `DataError` with all faults in their facts."""
    return load_pool(SLUG, read_card)


def read_card(row: Row, faults: list[Fault]) -> Card:
    """Return the card in a catalogue row; append the row's faults to `faults`."""

    def fault(field: str, what: Text, fix: Text) -> None:
        faults.append(Fault(_FILE, row.line, field, what, fix))

    facts = row.facts
    kind = facts.get("kind", "")
    if kind not in (*_KINDS, *_LOOSE):
        known = ", ".join((*_KINDS, *_LOOSE))
        fault("kind", Message("fact_unknown", text=kind), Message("one_of", words=known))
    level = _level(facts.get("level", ""), kind, fault)
    exception = facts.get("exception", "")
    if exception and exception not in _EXCEPTIONS:
        known = ", ".join(_EXCEPTIONS)
        fault("exception", Message("fact_unknown", text=exception), Message("one_of", words=known))
    effect = _effect("effect", facts.get("effect", ""), fault)
    if effect is not None and effect.mode == "permanent":
        what = Message("dicebattle.only_grant", mode="permanent")
        fault("effect", what, Message("one_of", words="forced, optional"))
    grant, grant_level = None, 0
    if facts.get("grant") or facts.get("grant_level"):
        grant = _effect("grant", facts.get("grant", ""), fault)
        grant_level = _level(facts.get("grant_level", ""), "grant", fault, "grant_level")
        if grant is not None and (grant.timing == "always") != (grant.mode == "permanent"):
            what = Message("dicebattle.go_together", mode="permanent", timing="always")
            fault("grant", what, Message("dicebattle.mend_either"))
        if grant is not None and grant.timing == "reward":
            fix = Message("dicebattle.write_timing", timing="battle")
            fault("grant", Message("dicebattle.grant_in_battle"), fix)
    cost = 4 if exception == "alone_set4" else level
    return Card(row.id, kind, level, cost, effect, grant_level, grant, exception)


def _level(
    text: str, kind: str, fault: Callable[[str, Text, Text], None], field: str = "level"
) -> int:
    if kind == "token":
        right: tuple[str, ...] = ("1",)
    else:
        right = ("",) if kind in _LOOSE else FACES
    if text in right:
        return int(text or 0)
    known = ", ".join(right)
    fix = Message("one_of", words=known) if known else Message("fact_empty")
    fault(field, Message("dicebattle.no_level", text=text), fix)
    return 1


def _effect(field: str, text: str, fault: Callable[[str, Text, Text], None]) -> Effect | None:
    """Parse an effect; return None if there is none or it is faulty."""
    if not text:
        return None
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 4 or parts[0] not in _MODES or parts[1] not in _TIMINGS:
        fix = Message("fact_example", example="forced / battle / — / lv own +2")
        fault(field, Message("dicebattle.effect_form", text=text), fix)
        return None
    mode, timing = parts[:2]
    conditions: list[Condition] = []
    for word in parts[2].split("&") if parts[2] not in ("", "—", "-") else ():
        match = next((m for p in _CONDITIONS if (m := p.fullmatch(word.strip()))), None)
        if match is None:
            what = Message("dicebattle.no_condition", word=word.strip())
            fault(field, what, Message("dicebattle.use_vocabulary"))
            return None
        conditions.append(Condition(match[1], match[2]))
    operations: list[Operation] = []
    for word in parts[3].split(";"):
        hit = next(((m, n) for p, n in _OPERATIONS if (m := p.fullmatch(word.strip()))), None)
        if hit is None:
            what = Message("dicebattle.no_operation", word=word.strip())
            fault(field, what, Message("dicebattle.use_vocabulary"))
            return None
        operations.append(Operation(hit[1], int(hit[0][1]) if hit[0].groups() else 0))
    _agree(field, mode, timing, conditions, operations, fault)
    return Effect(mode, timing, tuple(conditions), tuple(operations))


def _agree(
    field: str,
    mode: str,
    timing: str,
    conditions: list[Condition],
    operations: list[Operation],
    fault: Callable[[str, Text, Text], None],
) -> None:
    """Check that conditions and operations are meaningful at the effect's timing."""
    names = {c.name for c in conditions}
    if names & _REWARD_ONLY and timing != "reward":
        fix = Message("dicebattle.write_timing", timing="reward")
        fault(field, Message("dicebattle.after_battle"), fix)
    if timing == "reward" and any(op.name not in _AFTER for op in operations):
        fix = Message("dicebattle.write_timing", timing="battle")
        fault(field, Message("dicebattle.battle_over"), fix)
    if mode == "permanent" and (names - _STEADY or any(op.name != "raise" for op in operations)):
        fix = Message("fact_example", example="permanent / always / own.kind==human / lv own +1")
        fault(field, Message("dicebattle.steady_only"), fix)
