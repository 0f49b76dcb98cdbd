"""Cards as values, read from the catalogue (SPH-1.5, SPH-11.1, SPH-19)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.core.columns import Column, Number, OneOf, Parsed, Report
from rules.messages.message import Message

SLUG: Final = "spherion"
ELEMENTS: Final = ("Fire", "Wind", "Earth", "Water", "Void")
NO_MONSTER: Final = -1
FUSION: Final = -2


class Kind(enum.StrEnum):
    """Kinds of cards (SPH-1.5)."""

    MONSTER = "monster"
    SPELL = "spell"
    TRAP = "trap"
    FUSION = "fusion"
    POWERUP = "powerup"


class Op(enum.StrEnum):
    """Operations of effects (SPH-11.1)."""

    SWIFT = "swift"
    HEAVY = "heavy"
    PHASE = "phase"
    GUARD = "guard"
    PIECE = "piece"
    ATK = "atk"
    DEF = "def"
    SP = "sp"
    MP = "mp"
    DRAW = "draw"
    LP = "lp"
    EXPOSE = "expose"
    UNWALL = "unwall"
    RECALL = "recall"
    HALT = "halt"
    DESTROY = "destroy"
    AEGIS = "aegis"
    BOMB = "bomb"


_WHEN = frozenset(("on_summon", "on_flip", "on_kill", "on_destroyed"))
_TARGETS = frozenset(("own", "it", "foe", "foes", "near"))
_CONDITIONS = frozenset(("contact", "dm_hit", "atk_min", "atk_max", "level_max", "lp_max"))


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: its trigger ("" for a quality, a use or a trap), operation, amount and target.

    `target`: `own` is one of the player's face-up monsters; `it` is the card in question; `foe` and
    `foes` are one or all adjacent opposing cards; `near` is one opposing card within distance `n`
    of the deck master.
    """

    op: Op
    n: int = 0
    when: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Materials of a fusion: a monster of each element, with a total printed level (SPH-19.3)."""

    elements: tuple[str, str]
    levels: int


@dataclass(frozen=True, slots=True)
class Card:
    """Facts of one card; `conditions` maps words of SPH-19.2 to their numbers.

    `sort` is its category for orders: a monster's number of tributes, `NO_MONSTER` or `FUSION`.
    """

    id: str
    kind: Kind
    sort: int
    element: str
    level: int
    atk: int
    defence: int
    effect: Effect | None
    conditions: Mapping[str, int]
    recipe: Recipe | None
    copies: int

    def has(self, op: Op) -> bool:
        """Return True if the card has a quality of this kind."""
        return self.effect is not None and self.effect.op is op

    def due(self, when: str) -> Effect | None:
        """Return the effect with this trigger, if the card has one."""
        return self.effect if self.effect is not None and self.effect.when == when else None

    @property
    def required_effect(self) -> Effect:
        """The effect of a card that must have one; its absence (`LookupError`) is a bug."""
        if self.effect is None:
            raise LookupError(f"{self.id} has no effect")
        return self.effect

    @property
    def guard(self) -> int:
        """The bonus to DEF in defence position."""
        return self.effect.n if self.effect is not None and self.effect.op is Op.GUARD else 0


@cache
def pool() -> Mapping[str, Card]:
    """Return the shipped cards by id; raise `DataError` with all faults in the facts."""
    return load_pool(SLUG, COLUMNS, make_card)


def make_card(row: Row, values: Mapping[str, Any], report: Report) -> Card:
    """Return the card in a catalogue row; report a fact that its kind requires."""
    kind = Kind(values["kind"])
    if kind in (Kind.MONSTER, Kind.FUSION) and not values["element"]:
        fix = Message("one_of", words=", ".join(ELEMENTS))
        report("element", Message("fact_unread", text=""), fix)
    if kind is Kind.FUSION and values["materials"] is None:
        fix = Message("fact_example", example="Fire+Earth 6")
        report("materials", Message("fact_unread", text=""), fix)
    tributes = 2 if values["level"] >= 7 else 1 if values["level"] >= 5 else 0  # SPH-7.5b
    return Card(
        id=row.id,
        kind=kind,
        sort={Kind.MONSTER: tributes, Kind.FUSION: FUSION}.get(kind, NO_MONSTER),
        element=values["element"],
        level=values["level"],
        atk=values["atk"],
        defence=values["def"],
        effect=values["effect"],
        conditions=MappingProxyType(values["condition"]),
        recipe=values["materials"],
        copies=values["copies"],
    )


def _effect(text: str) -> Effect | None:
    words = text.split()
    if not words:
        return None
    when = words.pop(0) if words[0] in _WHEN else ""
    op, n, target = Op(words.pop(0)), 0, ""
    for word in words:
        if word in _TARGETS:
            target = word
        else:
            n = int(word)
    return Effect(op, n, when, target)


def _conditions(text: str) -> dict[str, int]:
    words, numbers = text.split(), {}
    while words:
        name = words.pop(0)
        if name not in _CONDITIONS:
            raise ValueError(name)
        numbers[name] = int(words.pop(0)) if "_m" in name else 0
    return numbers


def _recipe(text: str) -> Recipe | None:
    if not text:
        return None
    pair, _, levels = text.partition(" ")
    a, _, b = pair.partition("+")
    if a not in ELEMENTS or b not in ELEMENTS:
        raise ValueError(text)
    return Recipe((a, b), int(levels))


COLUMNS: Final[Mapping[str, Column[Any]]] = {
    "kind": OneOf(tuple(Kind)),
    "element": OneOf(ELEMENTS, optional=True),
    **dict.fromkeys(("level", "atk", "def", "copies"), Number(empty=0)),
    "effect": Parsed(_effect, "on_kill mp 2"),
    "condition": Parsed(_conditions, "contact atk_max 1600"),
    "materials": Parsed(_recipe, "Fire+Earth 6"),
}
