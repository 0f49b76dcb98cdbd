"""Summary of a set in progress, to test further cards (DBM-6, DBM-7.1 to 7.5).

All its cards are known; `rules` also judges sets with unknown cards.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.config import Config
from rules.games.dicebattle.state import Player


class Staged(NamedTuple):
    """Summary of a set so far: `room` under the roll, and the cards in the zones.

    `tamer`: its human may share the zone with one monster. `alone`: its monster may not share it.
    """

    room: int
    humans: int
    monsters: int
    tamer: bool
    alone: bool
    plain: int
    grants: int

    def takes_unit(self, card: Card) -> bool:
        """Return True if a unit may be added in the main zone."""
        if card.cost > self.room or self.alone:
            return False
        if card.kind == "human":
            joins_monster = card.exception == "with_monster" and self.monsters == 1
            return self.humans == 0 and (self.monsters == 0 or joins_monster)
        if self.humans:
            return self.tamer and self.monsters == 0 and card.exception != "alone_set4"
        return self.plain == 0 and (self.monsters == 0 or card.exception != "alone_set4")

    def takes_magic(self, card: Card) -> bool:
        """Return True if magic may be added in the circle; its unit may still follow."""
        if card.cost > self.room:
            return False
        return bool(self.humans or not self.monsters) or card.exception == "with_any_unit"

    def takes_grant(self, card: Card) -> bool:
        """Return True if a card may be added as this round's grant."""
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
