"""What may be set (DBM-6, DBM-7.1 to 7.5, DBM-13.4).

Cards that nobody knows weigh nothing here and forbid nothing; what they may turn out to be is
asked in `_hidden`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules._values import UNKNOWN
from rules._verdict import Violation
from rules.games.dicebattle._config import SEATS

if TYPE_CHECKING:
    from rules.games.dicebattle._cards import Card
    from rules.games.dicebattle._config import Config
    from rules.games.dicebattle._state import Laid, Player, State

__all__ = ["Staged", "free_cell", "no", "set_faults", "settable", "staged", "staged_faults"]


def no(clause: str, **facts: object) -> Violation:
    """A violation with its facts."""
    return Violation(clause, tuple((name, str(value)) for name, value in facts.items()))


class Staged(NamedTuple):
    """A set so far, summed up: `left` of the roll, and what lies in the zones.

    `tamer`: its human may share the zone with one monster; `alone`: its monster may not share it.
    """

    left: int
    humans: int
    monsters: int
    tamer: bool
    alone: bool
    plain: int
    grants: int

    def takes_unit(self, card: Card) -> bool:
        """Whether a unit may be added in the main zone."""
        if card.cost > self.left or self.alone:
            return False
        if card.kind == "human":
            beside = card.exception == "with_monster" and self.monsters == 1
            return self.humans == 0 and (self.monsters == 0 or beside)
        if self.humans:
            return self.tamer and self.monsters == 0 and card.exception != "alone_set4"
        return self.plain == 0 and (self.monsters == 0 or card.exception != "alone_set4")

    def takes_magic(self, card: Card) -> bool:
        """Whether magic may be added in the circle; its unit may still follow."""
        if card.cost > self.left:
            return False
        return bool(self.humans or not self.monsters) or card.exception == "with_any_unit"

    def takes_grant(self, card: Card) -> bool:
        """Whether a card may be added as this round's grant."""
        return card.grant is not None and card.grant_level <= self.left and not self.grants


def staged(config: Config, player: Player) -> Staged:
    """The sum of what a player has laid in this round, all of it known."""
    cards = config.cards
    left, humans, monsters, plain, grants = player.roll, 0, 0, 0, 0
    tamer = alone = False
    for laid in player.main:
        card = cards[laid.card]
        left -= card.cost
        if card.kind == "human":
            humans += 1
            tamer = card.exception == "with_monster"
        else:
            monsters += 1
            alone = alone or card.exception == "alone_set4"
    for laid in player.circle:
        card = cards[laid.card]
        left -= card.cost
        plain += card.exception != "with_any_unit"
    for laid in player.stock:
        if laid.new:
            left -= cards[laid.card].grant_level
            grants += 1
    return Staged(left, humans, monsters, tamer, alone, plain, grants)


def staged_faults(config: Config, player: Player, *, whole: bool) -> tuple[Violation, ...]:
    """What is wrong with the cards a player has laid in this round."""
    main = tuple(laid.card for laid in player.main)
    circle = tuple(laid.card for laid in player.circle)
    grants = tuple(laid.card for laid in player.stock if laid.new)
    return set_faults(config, player.roll, main, circle, grants, whole=whole)


def set_faults(
    config: Config,
    roll: int,
    main: tuple[str, ...],
    circle: tuple[str, ...],
    grants: tuple[str, ...],
    *,
    whole: bool,
) -> tuple[Violation, ...]:
    """Every clause a set breaks; unless it is `whole` its unit may still follow."""
    found: list[Violation] = []
    if whole and not main:
        if circle:
            found.append(no("DBM-6.5", card=circle[0]))
        if grants:
            found.append(no("DBM-7.2", card=grants[0]))
        if not circle and not grants:
            found.append(no("DBM-5.10"))
    cards = config.cards
    lying = [cards[card] for card in main if card != UNKNOWN]
    spells = [cards[card] for card in circle if card != UNKNOWN]
    granted = [cards[card] for card in grants if card != UNKNOWN]
    humans = [card for card in lying if card.kind == "human"]
    monsters = [card for card in lying if card.kind == "monster"]
    found += [no("DBM-6.4", card=card.id, cell="main") for card in lying if not card.unit]
    found += [no("DBM-6.4", card=card.id, cell="circle") for card in spells if card.kind != "magic"]
    found += [no("DBM-7.1", card=card.id) for card in granted if card.grant is None]
    if len(grants) > 1:
        found.append(no("DBM-7.3", count=len(grants), limit=1))
    found += _shared(humans, monsters, len(main))
    if monsters and not humans and UNKNOWN not in main:
        found += [
            no("DBM-6.4", card=card.id, neighbour=monsters[0].id)
            for card in spells
            if card.kind == "magic" and card.exception != "with_any_unit"
        ]
    found += _too_much(roll, humans, monsters, spells, granted)
    return tuple(found)


def _shared(humans: list[Card], monsters: list[Card], count: int) -> list[Violation]:
    """DBM-6.1 and the exceptions: who may share the main zone with whom."""
    found: list[Violation] = []
    plain = next((card for card in humans if card.exception != "with_monster"), None)
    if len(humans) > 1 or (plain is not None and monsters):
        found.append(no("DBM-6.1", card=(plain or humans[0]).id))
    elif humans and len(monsters) > 1:
        found.append(no("DBM-13.4", card=humans[0].id, count=len(monsters), limit=1))
    alone = next((card for card in monsters if card.exception == "alone_set4"), None)
    if alone is not None and count > 1:
        found.append(no("DBM-13.4", card=alone.id, count=count, limit=1))
    return found


def _too_much(
    roll: int, humans: list[Card], monsters: list[Card], spells: list[Card], granted: list[Card]
) -> list[Violation]:
    """DBM-6.2, 6.6, 6.7: the roll limits the units, the human with the magic, and all of it."""
    found: list[Violation] = []
    unit_cost = sum(card.cost for card in humans + monsters)
    magic_cost = sum(card.cost for card in spells)
    total = unit_cost + magic_cost + sum(card.grant_level for card in granted)
    if monsters and not humans and unit_cost > roll:
        found.append(no("DBM-6.2", count=unit_cost, limit=roll))
    if humans and spells and unit_cost + magic_cost > roll:
        found.append(no("DBM-6.6", count=unit_cost + magic_cost, limit=roll))
    if total > roll:
        found.append(no("DBM-6.7", count=total, limit=roll))
    return found


def settable(state: State, seat: int) -> int:
    """Whether a seat can set a unit under its roll (DBM-5.5): 1 yes, 0 no, −1 nobody knows."""
    player, cards = state.players[seat], state.config.cards
    if player.main:
        return 1
    unknown = False
    for name in player.hand:
        if name == UNKNOWN:
            unknown = True
        else:
            card = cards[name]
            if card.cost <= player.roll and card.unit:
                return 1
    return -1 if unknown else 0


_CELLS = {
    (seat, zone): tuple(f"{name}.{zone}{n}" for n in range(1, 101))
    for seat, name in enumerate(SEATS)
    for zone in ("main", "circle", "stock")
}


def free_cell(seat: int, zone: str, lying: tuple[Laid, ...]) -> str:
    """The leftmost free place of a zone (DBM-6.3)."""
    cells = _CELLS[seat, zone]
    if not lying:  # asked most often
        return cells[0]
    taken = {laid.cell for laid in lying}
    return next(cell for cell in cells if cell not in taken)
