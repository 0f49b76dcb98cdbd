"""What may be set (DBM-6, DBM-7.1 to 7.5, DBM-13.4).

Cards that nobody knows weigh nothing here and forbid nothing; what they may turn out to be is
asked in `views`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.dicebattle.config import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.dicebattle.cards import Card
    from rules.games.dicebattle.config import Config
    from rules.games.dicebattle.state import Laid, Player, State


def staged_faults(config: Config, player: Player, *, whole: bool) -> tuple[Violation, ...]:
    """What is wrong with the cards a player has laid in this round."""
    return set_faults(config, player.roll, *_laid(player), whole=whole)


def staged_spread(config: Config, player: Player) -> Spread:
    """The cards a player has laid in this round."""
    return spread_of(config, *_laid(player))


def _laid(player: Player) -> tuple[list[str], list[str], list[str]]:
    return (
        [laid.card for laid in player.main],
        [laid.card for laid in player.circle],
        [laid.card for laid in player.stock if laid.new],
    )


def without_unit(clause: str, card: str) -> Violation:
    """DBM-6.5, DBM-7.2: magic or a grant and no unit; a card nobody has seen is not named."""
    return breach(clause, case="unseen") if card == UNKNOWN else breach(clause, card=card)


def set_faults(
    config: Config,
    roll: int,
    main: Sequence[str],
    circle: Sequence[str],
    grants: Sequence[str],
    *,
    whole: bool,
) -> tuple[Violation, ...]:
    """Every clause a set breaks; unless it is `whole` its unit may still follow."""
    found: list[Violation] = []
    if whole and not main:
        if circle:
            found.append(without_unit("DBM-6.5", circle[0]))
        if grants:
            found.append(without_unit("DBM-7.2", grants[0]))
        if not circle and not grants:
            found.append(breach("DBM-5.10"))
    return (*found, *card_faults(roll, spread_of(config, main, circle, grants)))


class Spread(NamedTuple):
    """The known cards of a set by zone, and how many lie in two of the zones in all."""

    main: list[Card]
    circle: list[Card]
    stock: list[Card]
    mains: int
    grants: int

    def added(self, zone: str, card: Card) -> Spread:
        """The set with one card more."""
        main, circle, stock, mains, grants = self
        if zone == "main":
            return Spread([*main, card], circle, stock, mains + 1, grants)
        if zone == "circle":
            return Spread(main, [*circle, card], stock, mains, grants)
        return Spread(main, circle, [*stock, card], mains, grants + 1)


def spread_of(
    config: Config, main: Sequence[str], circle: Sequence[str], grants: Sequence[str]
) -> Spread:
    """The cards of a set, those left out that nobody knows."""
    cards = config.cards
    return Spread(
        [cards[card] for card in main if card != UNKNOWN],
        [cards[card] for card in circle if card != UNKNOWN],
        [cards[card] for card in grants if card != UNKNOWN],
        len(main),
        len(grants),
    )


def card_faults(roll: int, spread: Spread) -> list[Violation]:
    """What the known cards of a set break: by what they are, then by what they weigh."""
    return kind_faults(spread) + weight_faults(roll, weigh(spread))


def kind_faults(spread: Spread) -> list[Violation]:
    """DBM-6.1, 6.4, 7.1, 7.3, 13.4: what lies in the wrong zone, or beside the wrong card."""
    main, circle, stock, mains, grants = spread
    humans: list[Card] = []
    monsters: list[Card] = []
    found: list[Violation] = []
    for card in main:
        if card.kind == "human":
            humans.append(card)
        elif card.kind == "monster":
            monsters.append(card)
        else:
            found.append(breach("DBM-6.4", card=card.id, cell="main"))
    if circle:
        found += [breach("DBM-6.4", card=c.id, cell="circle") for c in circle if c.kind != "magic"]
    if stock:
        found += [breach("DBM-7.1", card=card.id) for card in stock if card.grant is None]
    if grants > 1:
        found.append(breach("DBM-7.3", count=grants, limit=1))
    if mains > 1:
        found += _shared(humans, monsters, mains)
    if monsters and circle and not humans and len(main) == mains:
        found += [
            breach("DBM-6.4", card=card.id, neighbour=monsters[0].id)
            for card in circle
            if card.kind == "magic" and card.exception != "with_any_unit"
        ]
    return found


def _shared(humans: list[Card], monsters: list[Card], count: int) -> list[Violation]:
    """DBM-6.1 and the exceptions: who may share the main zone with whom."""
    found: list[Violation] = []
    plain = next((card for card in humans if card.exception != "with_monster"), None)
    if len(humans) > 1 or (plain is not None and monsters):
        found.append(breach("DBM-6.1", card=(plain or humans[0]).id))
    elif humans and len(monsters) > 1:
        found.append(breach("DBM-13.4", case="beside", card=humans[0].id))
    alone = next((card for card in monsters if card.exception == "alone_set4"), None)
    if alone is not None and count > 1:
        found.append(breach("DBM-13.4", case="alone", card=alone.id))
    return found


class Weights(NamedTuple):
    """What a set weighs: its units, the circle, this round's grant, and who and what is there."""

    human: bool
    monster: bool
    spell: bool
    units: int
    circle: int
    stock: int

    def added(self, zone: str, card: Card) -> Weights:
        """The weights with one card more; magic among the units weighs nothing."""
        human, monster, spell, units, circle, stock = self
        if zone == "stock":
            return self._replace(stock=stock + card.grant_level)
        if zone == "circle":
            return self._replace(spell=True, circle=circle + card.cost)
        human, monster = human or card.kind == "human", monster or card.kind == "monster"
        return Weights(human, monster, spell, units + card.cost * card.unit, circle, stock)


def weigh(spread: Spread) -> Weights:
    """The weights of the known cards of a set."""
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
    """DBM-6.2, 6.6, 6.7: the roll limits the units, the human with the magic, and all of it."""
    human, monster, spell, units, circle, stock = of
    total = units + circle + stock
    if total <= roll:
        return []
    found: list[Violation] = []
    if monster and not human and units > roll:
        found.append(breach("DBM-6.2", count=units, limit=roll))
    if human and spell and units + circle > roll:
        found.append(breach("DBM-6.6", count=units + circle, limit=roll))
    found.append(breach("DBM-6.7", count=total, limit=roll))
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
