"""Branch cards and roots as values, read from the catalogue (YGG-1.2 to 1.5, YGG-8).

Directions count quarter turns clockwise from up: 0 up, 1 right, 2 down, 3 left, as A sees the
table. A pattern is a bit set of directions, so a clockwise turn of a card rotates its four bits.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.catalog.reader import load_pool
from rules.core.card_data import Card as Row
from rules.core.columns import Column, Number, OneOf, Parsed, Report
from rules.errors import FactError
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean

SLUG: Final = "yggdrasil"
DIRECTIONS: Final = ("up", "right", "down", "left")
"""Names of the directions in table coordinates (YGG-4.2); an index is a direction."""
WILD: Final = "wild"
"""Colour that connects with every colour (YGG-13.1)."""
_LETTERS = "URDL"


class Op(enum.StrEnum):
    """Operations of effects (YGG-8.3 to 8.7)."""

    EXTRA_PLACE = "extra_place"
    SWAP = "swap"
    DRAW = "draw"
    LOOT = "loot"
    SCRY = "scry"
    RECOVER = "recover"
    WITHER = "wither"
    INVADE_BONUS = "invade_bonus"
    DEFEND_BONUS = "defend_bonus"
    AURA = "aura"


_STATIC = frozenset((Op.INVADE_BONUS, Op.DEFEND_BONUS, Op.AURA))
_COUNTED = _STATIC | {Op.DRAW, Op.LOOT, Op.SCRY, Op.WITHER}


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect; `n` is its number, or 0 if it has none."""

    op: Op
    forced: bool
    n: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """Facts of one card; `colours` is indexed by printed direction, with "" for no branch."""

    id: str
    root: bool
    arms: int
    power: int
    fruits: int
    colours: tuple[str, str, str, str]
    effect: Effect | None = None

    @property
    def tip(self) -> bool:
        """True if the card has only one branch (YGG-1.5)."""
        return self.arms.bit_count() == 1

    def amount(self, op: Op) -> int:
        """Return the number of the card's effect `op`; 0 if it does not have that effect."""
        return self.effect.n if self.effect is not None and self.effect.op is op else 0


@dataclass(frozen=True, slots=True)
class FieldCard:
    """A card on the field.

    `turn` counts quarter turns clockwise from upright for the card's owner. `arms` is the pattern
    of its branches in table coordinates (YGG-4.2).
    """

    card: Card
    owner: int
    turn: int
    arms: int

    def colour(self, direction: int) -> str:
        """Return the colour of the branch that points in a table direction."""
        return self.card.colours[(direction - 2 * self.owner - self.turn) % 4]


Field = tuple[FieldCard | None, ...]
"""The cards on the field by cell."""


def stone(field: Field, i: int) -> FieldCard:
    """Return the card on an occupied cell; raise `LookupError` if the cell is empty."""
    placed = field[i] if i >= 0 else None
    if placed is None:
        raise LookupError(f"no card lies on cell number {i}")
    return placed


def turned(arms: int, quarters: int) -> int:
    """Turn a pattern clockwise by a number of quarter turns."""
    quarters %= 4
    return (arms << quarters | arms >> (4 - quarters)) & 15


@cache
def pool() -> Mapping[str, Card]:
    """Return every card of the shipped pool by id; raise `DataError` with all faults."""
    return load_pool(SLUG, COLUMNS, make_card)


def make_card(row: Row, values: Mapping[str, Any], report: Report) -> Card:
    """Return the card in a catalogue row; report facts that do not agree."""
    root, arms = values["kind"] == "root", values["pattern"]
    if root and arms >> 2 & 1:
        fix = Message("yggdrasil.take_out", letter="D")
        report("pattern", Message("yggdrasil.root_down"), fix)
    colours, what = _colours(values["colour"], arms)
    if what:
        report("colour", what, Message("yggdrasil.write_colour", example="U=red R=green"))
    return Card(row.id, root, arms, values["power"], values["fruits"], colours, values["effect"])


def _arms(pattern: str) -> int:
    """Return a pattern's bit set."""
    if not pattern or set(pattern) - set(_LETTERS) or len(set(pattern)) != len(pattern):
        fix = Message("yggdrasil.write_pattern", letters=_LETTERS)
        raise FactError(Message("yggdrasil.no_pattern", text=pattern), fix)
    return sum(1 << _LETTERS.index(letter) for letter in pattern)


def _effect(text: str) -> Effect | None:
    """Return the effect in a text `mode / timing / operation n`."""
    if text in ("", "—", "-"):
        return None
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 3 or parts[0] not in ("forced", "optional"):
        raise FactError(Message("yggdrasil.effect_form", text=text))
    word, _, rest = parts[2].partition(" ")
    if word not in Op.__members__.values():
        near = did_you_mean(word, Op.__members__.values())
        raise FactError(Message("yggdrasil.no_operation", word=word, near=near))
    op = Op(word)
    if parts[1] != ("static" if op in _STATIC else "on_place"):
        raise FactError(Message("yggdrasil.wrong_timing", word=word, timing=parts[1]))
    if op in _COUNTED and not (rest.isascii() and rest.isdigit()):
        raise FactError(Message("yggdrasil.needs_number", word=word))
    if op not in _COUNTED and rest != ("tip" if op is Op.RECOVER else ""):
        raise FactError(Message("fact_unknown", text=parts[2]))
    return Effect(op, parts[0] == "forced", int(rest) if op in _COUNTED else 0)


def _colours(text: str, arms: int) -> tuple[tuple[str, str, str, str], Text]:
    """Return one colour per branch, by direction, and the text's fault or ""."""
    found = ["", "", "", ""]
    named = dict(part.partition("=")[::2] for part in text.split())
    for direction, letter in enumerate(_LETTERS):
        if arms >> direction & 1:
            found[direction] = text if "=" not in text else named.get(letter, "")
    a, b, c, d = found
    extra = set(named) - set(_LETTERS) if "=" in text else set()
    lacking = any(arms >> d & 1 and not found[d] for d in range(4))
    what = Message("yggdrasil.not_coloured", text=text) if lacking or extra else ""
    return (a, b, c, d), what


COLUMNS: Final[Mapping[str, Column[Any]]] = {
    "kind": OneOf(("branch", "root")),
    "pattern": Parsed(_arms, "URD"),
    "power": Number(),
    "fruits": Number(),
    "effect": Parsed(_effect, "optional / on_place / loot 1"),
    "colour": Parsed(str, "U=red R=green"),
}
