"""Rules of sets (DBM-6, DBM-7.1 to 7.5, DBM-13.4).

In this module, unknown cards have no weight and violate nothing. The package `hidden` handles their
possible identities.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.config import PLACES, SEATS, Config
from rules.games.dicebattle.state import Placed, Player, State


def staged_faults(config: Config, player: Player) -> tuple[Violation, ...]:
    """Return every violation in the set of this round, when it is complete."""
    faults: list[Violation] = []
    if not player.main:
        grants = [placed for placed in player.stock if placed.new]
        if player.circle:
            faults.append(without_unit("circle", player.circle[0].card))
        if grants:
            faults.append(without_unit("stock", grants[0].card))
        faults = faults or [breach("DBM-5.10")]
    return (*faults, *card_faults(player.roll, staged_spread(config, player)))


def without_unit(zone: str, card: str) -> Violation:
    """Return the violation for magic or a grant without a unit; an unseen card is not named."""
    clause = "DBM-6.5" if zone == "circle" else "DBM-7.2"
    return breach(clause, case="unseen") if card == UNKNOWN else breach(clause, card=card)


class Spread(NamedTuple):
    """Known cards of a set by zone, with the total number of cards in each zone."""

    main: list[Card]
    circle: list[Card]
    stock: list[Card]
    mains: int
    circles: int
    grants: int

    def added(self, zone: str, card: Card | None) -> Spread:
        """Return the set with one more card, or with an unseen one."""
        main, circle, stock, mains, circles, grants = self
        more = [] if card is None else [card]
        if zone == "main":
            return Spread([*main, *more], circle, stock, mains + 1, circles, grants)
        if zone == "circle":
            return Spread(main, [*circle, *more], stock, mains, circles + 1, grants)
        return Spread(main, circle, [*stock, *more], mains, circles, grants + 1)


def staged_spread(config: Config, player: Player) -> Spread:
    """Return the cards that a player has placed in this round."""
    cards, main, circle = config.cards, player.main, player.circle
    grants = [placed.card for placed in player.stock if placed.new]
    return Spread(
        [cards[placed.card] for placed in main if placed.card != UNKNOWN],
        [cards[placed.card] for placed in circle if placed.card != UNKNOWN],
        [cards[card] for card in grants if card != UNKNOWN],
        len(main),
        len(circle),
        len(grants),
    )


def card_faults(roll: int, spread: Spread, joiner: int | None = None) -> list[Violation]:
    """Return the violations that a set's known cards cause: first by kind, then by weight.

    `joiner` is the level of a human that may still join the set's only monster (DBM-13.4). Magic
    may wait for this human, because a set is one decision in any order (DBM-5.11).
    """
    weights = weigh(spread)
    joins = weights.allow(roll, joiner)
    return kind_faults(spread, joins=joins) + weight_faults(roll, weights)


def kind_faults(spread: Spread, *, joins: bool = False) -> list[Violation]:
    """Return the violations in zones and combinations of cards (DBM-6.1, 6.4, 7.1, 7.3, 13.4).

    `joins` is True if a human may still join the set's only monster.
    """
    main, circle, stock, mains, _, grants = spread
    humans: list[Card] = []
    monsters: list[Card] = []
    faults: list[Violation] = []
    for card in main:
        if card.kind == "human":
            humans.append(card)
        elif card.kind == "monster":
            monsters.append(card)
        else:
            faults.append(breach("DBM-6.4", card=card.id, cell="main"))
    if circle:
        faults += [breach("DBM-6.4", card=c.id, cell="circle") for c in circle if c.kind != "magic"]
    if stock:
        faults += [breach("DBM-7.1", card=card.id) for card in stock if card.grant is None]
    if grants > 1:
        faults.append(breach("DBM-7.3", count=grants, limit=1))
    if mains > 1:
        faults += _shared(humans, monsters, mains)
    waits = joins and mains == 1 and all(card.exception != "alone_set4" for card in monsters)
    if monsters and circle and not humans and len(main) == mains and not waits:
        faults += [
            breach("DBM-6.4", card=card.id, neighbour=monsters[0].id)
            for card in circle
            if card.kind == "magic" and card.exception != "with_any_unit"
        ]
    return faults


def _shared(humans: list[Card], monsters: list[Card], count: int) -> list[Violation]:
    """Return the violations among cards that share the main zone (DBM-6.1 and its exceptions)."""
    faults: list[Violation] = []
    plain = next((card for card in humans if card.exception != "with_monster"), None)
    if len(humans) > 1 or (plain is not None and monsters):
        faults.append(breach("DBM-6.1", card=(plain or humans[0]).id))
    elif humans and len(monsters) > 1:
        faults.append(breach("DBM-13.4", case="beside", card=humans[0].id))
    alone = next((card for card in monsters if card.exception == "alone_set4"), None)
    if alone is not None and count > 1:
        faults.append(breach("DBM-13.4", case="alone", card=alone.id))
    return faults


class Weights(NamedTuple):
    """Weights of a set's units, circle and grant of this round, and the kinds of cards present."""

    human: bool
    monster: bool
    spell: bool
    units: int
    circle: int
    stock: int

    def added(self, zone: str, card: Card) -> Weights:
        """Return the weights with one more card; magic in the main zone weighs nothing."""
        human, monster, spell, units, circle, stock = self
        if zone == "stock":
            return self._replace(stock=stock + card.grant_level)
        if zone == "circle":
            return self._replace(spell=True, circle=circle + card.cost)
        human, monster = human or card.kind == "human", monster or card.kind == "monster"
        return Weights(human, monster, spell, units + card.cost * card.unit, circle, stock)

    def allow(self, roll: int, joiner: int | None) -> bool:
        """Return True if the roll also allows the joining human, if there is one."""
        return joiner is not None and self.units + self.circle + self.stock + joiner <= roll


def weigh(spread: Spread) -> Weights:
    """Return the weights of a set's known cards."""
    human = monster = False
    units = 0
    for card in spread.main:
        if card.kind == "human":
            human = True
        elif card.kind == "monster":
            monster = True
        else:
            continue
        units += card.cost
    circle, stock = spread.circle, spread.stock
    magic = sum([card.cost for card in circle]) if circle else 0
    grant = sum([card.grant_level for card in stock]) if stock else 0
    return Weights(human, monster, bool(circle), units, magic, grant)


def weight_faults(roll: int, of: Weights) -> list[Violation]:
    """Return the violations of the roll's limits (DBM-6.2, 6.6, 6.7)."""
    human, monster, spell, units, circle, stock = of
    total = units + circle + stock
    if total <= roll:
        return []
    faults: list[Violation] = []
    if monster and not human and units > roll:
        faults.append(breach("DBM-6.2", count=units, limit=roll))
    if human and spell and units + circle > roll:
        faults.append(breach("DBM-6.6", count=units + circle, limit=roll))
    faults.append(breach("DBM-6.7", count=total, limit=roll))
    return faults


def settable(state: State, seat: int) -> int:
    """Return 1 if a seat can set a unit under its roll, 0 if not, −1 if unknown (DBM-5.5)."""
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
    (seat, zone): tuple(f"{name}.{zone}{n}" for n in range(1, most + 1))
    for seat, name in enumerate(SEATS)
    for zone, most in PLACES.items()
}


def free_cells(
    config: Config, seat: int, zone: str, occupied: tuple[Placed, ...]
) -> tuple[str, ...]:
    """Return the places for the next card: the leftmost free one, or all if agreed (DBM-6.3)."""
    free = _CELLS[seat, zone]
    if occupied:
        taken = {placed.cell for placed in occupied}
        free = tuple([cell for cell in free if cell not in taken])
    return free if config.any_place else free[:1]


# Summary of a set in progress, for testing further cards (DBM-6, DBM-7.1 to 7.5).
#
# All its cards are known; the functions above also judge sets with unknown cards.


class Staged(NamedTuple):
    """Summary of a set in progress: the remaining `room` under the roll, and the zones' cards.

    `tamer` is True if the set's human may share the main zone with one monster. `alone` is True if
    its monster may not share the zone.
    """

    room: int
    humans: int
    monsters: int
    tamer: bool
    alone: bool
    plain: int
    grants: int

    def takes_unit(self, card: Card) -> bool:
        """Return True if `card`, a unit, may be added to the main zone."""
        if card.cost > self.room or self.alone:
            return False
        if card.kind == "human":
            joins_monster = card.exception == "with_monster" and self.monsters == 1
            return self.humans == 0 and (self.monsters == 0 or joins_monster)
        if self.humans:
            return self.tamer and self.monsters == 0 and card.exception != "alone_set4"
        return self.plain == 0 and (self.monsters == 0 or card.exception != "alone_set4")

    def takes_magic(self, card: Card) -> bool:
        """Return True if a magic card may be added to the circle; its unit may still follow."""
        if card.cost > self.room:
            return False
        return bool(self.humans or not self.monsters) or card.exception == "with_any_unit"

    def takes_grant(self, card: Card) -> bool:
        """Return True if `card` may be added as this round's grant."""
        return card.grant is not None and card.grant_level <= self.room and not self.grants


def staged(config: Config, player: Player) -> Staged:
    """Summarise the known cards that a player has placed in this round."""
    cards = config.cards
    room, humans, monsters, plain, grants = player.roll, 0, 0, 0, 0
    tamer = alone = False
    for placed in player.main:
        card = cards[placed.card]
        room -= card.cost
        if card.kind == "human":
            humans += 1
            tamer = card.exception == "with_monster"
        else:
            monsters += 1
            alone = alone or card.exception == "alone_set4"
    for placed in player.circle:
        card = cards[placed.card]
        room -= card.cost
        plain += card.exception != "with_any_unit"
    for placed in player.stock:
        if placed.new:
            room -= cards[placed.card].grant_level
            grants += 1
    return Staged(room, humans, monsters, tamer, alone, plain, grants)
