"""Configuration of a match: settings (STR-10), the ring (STR-2.5) and the packs (STR-1.2).

A node's number is its place in the ring: 3·seat + {R: 0, C: 1, L: 2}, with seats counted from 0.
Sets of nodes are bit sets of these numbers.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.catalog.setups import Settings, SetupRules, by_setup
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.settings import check_clock
from rules.core.values import Deck, Seat, Setup
from rules.games.stratosphere.cards import COLOURS, SLUG, SUITS, pool

SEATS: Final = ("1", "2", "3", "4")
"""Seats in clockwise order; seat 1 is at the south edge and begins (STR-2.1)."""
HAND: Final = 6
"""Number of cards dealt to each hand (STR-2.4)."""
LIMIT: Final = 7
"""Maximum number of cards in a hand (STR-3.9)."""
MOVES: Final = 3
"""Number of moves in a turn (STR-3.1)."""


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one match, with values derived from them; equal if the settings are equal.

    `value` and `force` are indexed by card id. `near[p]` holds the two nodes next to node p, and
    `zones[s]` is the bit set of seat s's nodes.
    """

    settings: tuple[tuple[str, str], ...]
    seats: tuple[str, ...] = field(compare=False, repr=False)
    names: tuple[str, ...] = field(compare=False, repr=False)
    index: Mapping[str, int] = field(compare=False, repr=False)
    near: tuple[tuple[int, int], ...] = field(compare=False, repr=False)
    zones: tuple[int, ...] = field(compare=False, repr=False)
    pack: tuple[str, ...] = field(compare=False, repr=False)
    copies: int = field(compare=False, repr=False)
    value: Mapping[str, int] = field(compare=False, repr=False)
    force: Mapping[str, int] = field(compare=False, repr=False)
    forces: tuple[str, ...] = field(compare=False, repr=False)
    depth: int = field(compare=False, repr=False)
    opening: int = field(compare=False, repr=False)
    compulsory: bool = field(compare=False, repr=False)
    command: bool = field(compare=False, repr=False)
    recycle: bool = field(compare=False, repr=False)
    anywhere: bool = field(compare=False, repr=False)
    choose: bool = field(compare=False, repr=False)
    round_cap: int = field(compare=False, repr=False)

    def moves(self, turn: int) -> int:
        """Return the number of moves in a turn (STR-3.1, STR-3.3)."""
        return self.opening if turn == 1 else MOVES


def _check(values: Settings, _setup: Setup, _seat: Seat, deck: Deck) -> DeckReport:
    """Check that a deck list is this match's pack (STR-1.2), as there is no deck building."""
    copies = int(values["players"]) // 2
    listed = deck.cards + tuple(card for cards in deck.extras.values() for card in cards)
    counts, wanted = Counter(listed), dict.fromkeys(pool(), copies)
    faulty = [card for card in wanted if counts[card] != copies]
    faulty += sorted(counts.keys() - wanted.keys())
    found = [DeckFinding("STR-1.2", card, counts[card], wanted.get(card, 0)) for card in faulty]
    if len(listed) != 52 * copies:
        found.insert(0, DeckFinding("STR-1.2", "", len(listed), 52 * copies))
    return DeckReport(tuple(found))


SETUP: Final = SetupRules(
    SLUG,
    _check,
    lambda values: SEATS[: int(values["players"])],
    {"prevent_timer": check_clock},
)


@by_setup
def configure(setup: Setup) -> Config:
    """Return the configuration for a set-up; raise `DataError` with every fault."""
    values = SETUP.read(setup)
    players = int(values["players"])
    size, cards = 3 * players, pool().values()
    names = tuple(f"{seat}.{letter}" for seat in SEATS[:players] for letter in "RCL")
    high = values["ace"] == "high"
    return Config(
        settings=tuple(values.items()),
        seats=SEATS[:players],
        names=names,
        index={name: p for p, name in enumerate(names)},
        near=tuple(((p - 1) % size, (p + 1) % size) for p in range(size)),
        zones=tuple(0b111 << 3 * seat for seat in range(players)),
        pack=tuple(card.id for card in cards) * (players // 2),
        copies=players // 2,
        value={card.id: 14 if high and card.rank == 1 else card.rank for card in cards},
        force={card.id: card.force(players) for card in cards},
        forces=COLOURS if players == 2 else SUITS,
        depth=int(values["node_depth"]),
        opening=int(values["opening_moves"]),
        compulsory=values["moves"] == "compulsory",
        command=values["direct_command"] == "on",
        recycle=values["recycle"] == "on",
        anywhere=values["reach"] == "anywhere",
        choose=values["force_fallback"] == "choose",
        round_cap=0 if values["round_cap"] == "none" else int(values["round_cap"]),
    )
