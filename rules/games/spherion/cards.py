"""Cards as values, read from the catalogue (SPH-1.5, SPH-11.1, SPH-19)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.errors import Fault
from rules.messages.message import Message, Text

SLUG: Final = "spherion"
ELEMENTS: Final = ("Fire", "Wind", "Earth", "Water", "Void")
NO_MONSTER: Final = -1
_FILE = "card_data/spherion/cards.csv"


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
    """Facts of one card; `conditions` maps words of SPH-19.2 to their numbers."""

    id: str
    kind: Kind
    element: str
    level: int
    atk: int
    defence: int
    effect: Effect | None
    conditions: Mapping[str, int]
    recipe: Recipe | None
    copies: int

    @property
    def tributes(self) -> int:
        """The number of tributes that a summon requires (SPH-7.5b)."""
        return 2 if self.level >= 7 else 1 if self.level >= 5 else 0

    @property
    def sort(self) -> int:
        """The card's category for SUMMON and SET: its number of tributes, or `NO_MONSTER`."""
        return self.tributes if self.kind is Kind.MONSTER else NO_MONSTER

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
    return load_pool(SLUG, read_card)


def read_card(row: Row, faults: list[Fault]) -> Card:
    """Return the card in a catalogue row; append a fault for every unreadable fact."""
    facts = row.facts

    def fault(column: str, fix: Text) -> None:
        what = Message("fact_unread", text=facts.get(column, ""))
        faults.append(Fault(_FILE, row.line, column, what, fix))

    def number(column: str) -> int:
        text = facts.get(column, "")
        if text and not (text.isascii() and text.isdigit()):
            fault(column, Message("fact_number"))
            return 0
        return int(text or 0)

    kind = facts.get("kind", "")
    if kind not in {k.value for k in Kind}:
        fault("kind", Message("one_of", words=", ".join(Kind)))
        kind = "monster"
    if kind in ("monster", "fusion") and facts.get("element") not in ELEMENTS:
        fault("element", Message("one_of", words=", ".join(ELEMENTS)))
    effect, conditions, recipe = None, {}, None
    try:
        effect = _effect(facts.get("effect", ""))
    except (ValueError, IndexError):
        fault("effect", Message("fact_example", example="on_kill mp 2"))
    try:
        conditions = _conditions(facts.get("condition", ""))
    except (ValueError, IndexError):
        fault("condition", Message("fact_example", example="contact atk_max 1600"))
    try:
        recipe = _recipe(facts.get("materials", ""), kind)
    except ValueError:
        fault("materials", Message("fact_example", example="Fire+Earth 6"))
    return Card(
        id=row.id,
        kind=Kind(kind),
        element=facts.get("element", ""),
        level=number("level"),
        atk=number("atk"),
        defence=number("def"),
        effect=effect,
        conditions=MappingProxyType(conditions),
        recipe=recipe,
        copies=number("copies"),
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


def _recipe(text: str, kind: str) -> Recipe | None:
    if not text and kind != "fusion":
        return None
    pair, _, levels = text.partition(" ")
    a, _, b = pair.partition("+")
    if a not in ELEMENTS or b not in ELEMENTS:
        raise ValueError(text)
    return Recipe((a, b), int(levels))
