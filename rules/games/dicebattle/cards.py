"""The card pool as values, read from the catalogue (DBM-1.6, DBM-13.4, vocabulary of DBM-16).

An effect's text is `mode / timing / conditions / operations`. A card has at most one effect, and
its grant side has at most one more.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.core.columns import Column, Number, OneOf, Parsed, Report
from rules.errors import FactError
from rules.messages.message import Message

SLUG: Final = "dicebattle"
MIRACLE: Final = "miracle"
REVIVAL: Final = "revival"
TOKEN: Final = "token"
FACES: Final = ("1", "2", "3", "4", "5", "6")
"""Faces of the die (DBM-1.2)."""

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


@dataclass(frozen=True, slots=True, eq=False)
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
    return load_pool(SLUG, COLUMNS, make_card)


def make_card(row: Row, values: Mapping[str, Any], report: Report) -> Card:
    """Return the card in a catalogue row; report facts that do not agree."""
    kind, level, grant = values["kind"], values["level"], values["grant"]
    right = {"token": ("1",), **dict.fromkeys(_KINDS, FACES)}.get(kind, ("",))
    _check_level("level", level, right, report)
    if grant is not None or values["grant_level"]:
        _check_level("grant_level", values["grant_level"], FACES, report)
    if values["effect"] is not None and values["effect"].mode == "permanent":
        what = Message("dicebattle.only_grant", mode="permanent")
        report("effect", what, Message("one_of", words="forced, optional"))
    if grant is not None and (grant.timing == "always") != (grant.mode == "permanent"):
        what = Message("dicebattle.go_together", mode="permanent", timing="always")
        report("grant", what, Message("dicebattle.mend_either"))
    if grant is not None and grant.timing == "reward":
        fix = Message("dicebattle.write_timing", timing="battle")
        report("grant", Message("dicebattle.grant_in_battle"), fix)
    cost = 4 if values["exception"] == "alone_set4" else level
    grant_level, exception = values["grant_level"], values["exception"]
    return Card(row.id, kind, level, cost, values["effect"], grant_level, grant, exception)


def _check_level(field: str, level: int, right: tuple[str, ...], report: Report) -> None:
    text = str(level or "")
    if text not in right:
        known = ", ".join(filter(None, right))
        fix = Message("one_of", words=known) if known else Message("fact_empty")
        report(field, Message("dicebattle.no_level", text=text), fix)


def _effect(text: str) -> Effect | None:
    """Parse an effect; return None if there is none."""
    if not text:
        return None
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 4 or parts[0] not in _MODES or parts[1] not in _TIMINGS:
        raise FactError(Message("dicebattle.effect_form", text=text))
    mode, timing = parts[:2]
    conditions: list[Condition] = []
    for word in parts[2].split("&") if parts[2] not in ("", "—", "-") else ():
        match = next((m for p in _CONDITIONS if (m := p.fullmatch(word.strip()))), None)
        if match is None:
            what = Message("dicebattle.no_condition", word=word.strip())
            raise FactError(what, Message("dicebattle.use_vocabulary"))
        conditions.append(Condition(match[1], match[2]))
    operations: list[Operation] = []
    for word in parts[3].split(";"):
        hit = next(((m, n) for p, n in _OPERATIONS if (m := p.fullmatch(word.strip()))), None)
        if hit is None:
            what = Message("dicebattle.no_operation", word=word.strip())
            raise FactError(what, Message("dicebattle.use_vocabulary"))
        operations.append(Operation(hit[1], int(hit[0][1]) if hit[0].groups() else 0))
    effect = Effect(mode, timing, tuple(conditions), tuple(operations))
    _check_timing(effect)
    return effect


def _check_timing(effect: Effect) -> None:
    """Raise `FactError` if conditions and operations are meaningless at the effect's timing."""
    names, timing = {c.name for c in effect.conditions}, effect.timing
    if names & _REWARD_ONLY and timing != "reward":
        fix = Message("dicebattle.write_timing", timing="reward")
        raise FactError(Message("dicebattle.after_battle"), fix)
    if timing == "reward" and any(op.name not in _AFTER for op in effect.operations):
        fix = Message("dicebattle.write_timing", timing="battle")
        raise FactError(Message("dicebattle.battle_over"), fix)
    steady = not names - _STEADY and all(op.name == "raise" for op in effect.operations)
    if effect.mode == "permanent" and not steady:
        fix = Message("fact_example", example="permanent / always / own.kind==human / lv own +1")
        raise FactError(Message("dicebattle.steady_only"), fix)


_EFFECT = Parsed(_effect, "forced / battle / — / lv own +2")
COLUMNS: Final[Mapping[str, Column[Any]]] = {
    "kind": OneOf((*_KINDS, *_LOOSE)),
    "level": Number(1, 6, empty=0),
    "effect": _EFFECT,
    "grant_level": Number(1, 6, empty=0),
    "grant": _EFFECT,
    "exception": OneOf(_EXCEPTIONS, optional=True),
}
