"""A set in the making, summed up: what may still be laid beside it (DBM-6, DBM-7.1 to 7.5).

All of it is known; what is wrong with a set, whatever it hides, says `rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rules.games.dicebattle.cards import Card
    from rules.games.dicebattle.config import Config
    from rules.games.dicebattle.state import Player


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
