"""Rules of sets (DBM-6, DBM-7.1 to 7.5, DBM-13.4).

Theory of operation. A `Staged` summarises a set in progress. For each zone, `bans` lists the
clauses that forbid cards there, each with the mask of these cards. The cards in no mask may be
added; the masks that contain a card give the violations; an unseen card is judged by the masks that
contain some or all of its possible identities. A whole set is legal if its cards can be added one
after the other.

Unknown cards have no weight and violate nothing. The package `hidden` handles their identities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.config import PLACES, SEATS, Config
from rules.games.dicebattle.sets.masks import Masks
from rules.games.dicebattle.state import ZONES, Placed, Player, State

Make = Callable[["Staged", Card], Violation]


class Staged(NamedTuple):
    """Summary of a set in progress: its weights, and the cards that its clauses name.

    `units`, `magic` and `grant` are the weights of the zones. `human` is a human that must be
    alone, or else the first human; `plain` is the first magic that a monster cannot use. `mains`
    counts the cards in the main zone, `unseen` the unknown ones among them, `hidden` the unknown
    ones in all zones. `broken` holds the
    violations that no further card can remove, each clause once.
    """

    masks: Masks
    roll: int
    units: int = 0
    magic: int = 0
    grant: int = 0
    human: Card | None = None
    monster: Card | None = None
    alone: Card | None = None
    plain: Card | None = None
    monsters: int = 0
    mains: int = 0
    unseen: int = 0
    spells: int = 0
    grants: int = 0
    hidden: int = 0
    broken: tuple[Violation, ...] = ()

    @property
    def room(self) -> int:
        """The part of the roll that remains."""
        return self.roll - self.units - self.magic - self.grant

    @property
    def waiting(self) -> bool:
        """True if the set is legal only if a human joins its only monster (DBM-13.4)."""
        if self.plain is None or self.human is not None or self.unseen:
            return False
        return self.monster is not None


@lru_cache(maxsize=65536)
def added(staged: Staged, zone: str, card: Card | None) -> Staged:
    """Return the set with one more card; None is an unknown card."""
    (masks, roll, units, magic, grant, human, monster, alone, plain, monsters, mains, unseen,
     spells, grants, hidden, broken) = staged  # fmt: skip
    hidden += card is None
    if card is not None and not allowed(staged, zone, 0) & masks.bits[card]:
        # A later violation of a clause has the larger sum.
        broken = tuple({v.clause: v for v in card_faults(staged, zone, card, 0)}.values())
    if zone == "stock":
        grant, grants = grant + (card.grant_level if card else 0), grants + 1
    elif zone == "circle":
        if card is not None:
            magic, spells = magic + card.cost, spells + 1
            if plain is None and card.kind == "magic" and card.exception != "with_any_unit":
                plain = card
    else:
        mains += 1
        if card is None:
            unseen += 1
        elif card.kind == "human":
            units += card.cost
            if human is None or (tame(human) and not tame(card)):
                human = card
        elif card.kind == "monster":
            units, monsters = units + card.cost, monsters + 1
            monster = monster or card
            if alone is None and card.exception == "alone_set4":
                alone = card
    return Staged(masks, roll, units, magic, grant, human, monster, alone, plain, monsters, mains,
                  unseen, spells, grants, hidden, broken)  # fmt: skip


def tame(human: Card) -> bool:
    """Return True if a human may share the main zone with one monster (DBM-13.4)."""
    return human.exception == "with_monster"


class Ban(NamedTuple):
    """A clause that forbids cards: their mask, and the function that makes the violation."""

    cards: int
    violation: Make


@lru_cache(maxsize=32768)
def bans(staged: Staged, zone: str, joiner: int | None = None) -> tuple[Ban, ...]:
    """Return the clauses that forbid adding cards to a zone, first by kind, then by weight.

    `joiner` is the level of a human that may still join the set's only monster (DBM-13.4). Magic
    may wait for this human, because a set is one decision in any order (DBM-5.11).
    """
    masks = staged.masks
    broken = tuple(Ban(masks.all, _known(violation)) for violation in staged.broken)
    found = _ZONES[zone](staged, masks, joiner)
    return broken + tuple(Ban(mask, make) for mask, make in found if mask)


def _known(violation: Violation) -> Make:
    return lambda _, __: violation


@lru_cache(maxsize=32768)
def allowed(staged: Staged, zone: str, joiner: int | None = None) -> int:
    """Return the mask of the cards that may be added to a zone."""
    mask = staged.masks.all
    for ban in bans(staged, zone, joiner):
        mask &= ~ban.cards
    return mask


def card_faults(
    staged: Staged, zone: str, card: Card, joiner: int | None = None
) -> list[Violation]:
    """Return the violations caused by adding a card to a zone."""
    bit = staged.masks.bits[card]
    return [b.violation(staged, card) for b in bans(staged, zone, joiner) if b.cards & bit]


def _in_main(s: Staged, masks: Masks, joiner: int | None) -> Iterable[tuple[int, Make]]:
    units, monsters, tamers = masks.units, masks.monsters, masks.tamers
    yield masks.all & ~units, lambda _, card: _misplaced("main", card)
    if s.human is not None:
        yield masks.humans if tame(s.human) else units, _not_alone
        if s.monsters and tame(s.human):
            yield monsters, _one_monster
    elif s.monsters:
        yield masks.humans & ~tamers, _not_alone
        if s.monsters > 1:
            yield tamers, _one_monster
    if s.mains:
        yield masks.all if s.alone else masks.alone, _alone
    if s.plain is not None and s.human is None and not s.unseen:
        waits = not s.mains and joiner is not None
        late = masks.alone | _without_room(s, "main", joiner) if waits else masks.all
        yield monsters & late, _without_human
    if s.human is None:
        yield monsters & masks.over("main", s.roll - s.units), _units
    if s.spells:
        counted = masks.humans if s.human is None else units
        yield counted & masks.over("main", s.roll - s.units - s.magic), _spells
    yield units & masks.over("main", s.room), _total("main")


def _in_circle(s: Staged, masks: Masks, joiner: int | None) -> Iterable[tuple[int, Make]]:
    yield masks.all & ~masks.magic, lambda _, card: _misplaced("circle", card)
    if s.monsters and s.human is None and not s.unseen:
        late = _without_room(s, "circle", joiner if s.mains == 1 and s.alone is None else None)
        yield late & (masks.magic if s.plain else masks.magic & ~masks.serving), _without_human
    if s.human is not None:
        yield masks.over("circle", s.roll - s.units - s.magic), _spells
    yield masks.over("circle", s.room), _total("circle")


def _in_stock(s: Staged, masks: Masks, joiner: int | None) -> Iterable[tuple[int, Make]]:
    yield masks.all & ~masks.grants, lambda _, card: _misplaced("stock", card)
    if s.grants:
        yield masks.all, lambda s, _: breach("DBM-7.3", count=s.grants + 1, limit=1)
    if s.waiting:
        yield _without_room(s, "stock", joiner), _without_human
    yield masks.over("stock", s.room), _total("stock")


_ZONES: Final[Mapping[str, Callable[[Staged, Masks, int | None], Iterable[tuple[int, Make]]]]] = {
    "main": _in_main,
    "circle": _in_circle,
    "stock": _in_stock,
}


def _without_room(s: Staged, zone: str, joiner: int | None) -> int:
    """Return the cards that leave no room for the joining human, or all without such a human."""
    return s.masks.all if joiner is None else s.masks.over(zone, s.room - joiner)


def _misplaced(zone: str, card: Card) -> Violation:
    """Return the violation of a card that does not belong in a zone (DBM-6.4, DBM-7.1)."""
    if zone == "stock":
        return breach("DBM-7.1", card=card.id)
    return breach("DBM-6.4", card=card.id, cell=zone)


def _not_alone(s: Staged, card: Card) -> Violation:
    """Return the violation of a human that must be alone in the main zone (DBM-6.1)."""
    named = card if s.human is None or (tame(s.human) and not tame(card)) else s.human
    return breach("DBM-6.1", card=named.id)


def _one_monster(s: Staged, card: Card) -> Violation:
    return breach("DBM-13.4", case="beside", card=(s.human or card).id)


def _alone(s: Staged, card: Card) -> Violation:
    return breach("DBM-13.4", case="alone", card=(s.alone or card).id)


def _without_human(s: Staged, card: Card) -> Violation:
    """Return the violation of magic that the set's monster cannot use (DBM-6.4)."""
    return breach("DBM-6.4", card=(s.plain or card).id, neighbour=(s.monster or card).id)


def _units(s: Staged, card: Card) -> Violation:
    return breach("DBM-6.2", count=s.units + card.cost, limit=s.roll)


def _spells(s: Staged, card: Card) -> Violation:
    return breach("DBM-6.6", count=s.units + s.magic + card.cost, limit=s.roll)


def _total(zone: str) -> Make:
    return lambda s, card: breach(
        "DBM-6.7", count=s.roll - s.room + card.weight(zone), limit=s.roll
    )


# Sets on the table.

_WEIGHED = ("DBM-6.2", "DBM-6.6", "DBM-6.7")
Set = list[tuple[str, Card | None]]
"""Cards of a set, each with its zone; None is an unknown card."""


def staged(config: Config, player: Player) -> Staged:
    """Summarise the cards that a player has placed in this round."""
    main, circle = _names(player.main), _names(player.circle)
    return _staged(config.masks, player.roll, main, circle, _names(player.stock))


def _names(zone: tuple[Placed, ...]) -> tuple[str, ...]:
    return tuple([placed.card for placed in zone if placed.new]) if zone else ()


@lru_cache(maxsize=4096)
def _staged(masks: Masks, roll: int, *zones: tuple[str, ...]) -> Staged:
    cards = masks.cards
    listed = [(z, cards.get(c)) for z, names in zip(ZONES, zones, strict=True) for c in names]
    return summary(masks, roll, listed)


def listed(masks: Masks, zones: Iterable[tuple[Placed, ...]]) -> Set:
    """Return the cards that are placed in this round, in zone order."""
    cards, found = masks.cards, Set()
    for zone, placed in zip(ZONES, zones, strict=True):
        if placed:
            found += [(zone, cards.get(c.card)) for c in placed if c.new]
    return found


def summary(masks: Masks, roll: int, cards: Set) -> Staged:
    """Summarise a set; the unknown cards come first, because known ones are judged next to them."""
    whole = Staged(masks, roll)
    for zone, card in sorted(cards, key=_is_known) if len(cards) > 1 else cards:
        whole = added(whole, zone, card)
    return whole


def _is_known(item: tuple[str, Card | None]) -> bool:
    return item[1] is not None


def set_faults(whole: Staged, joiner: int | None = None) -> list[Violation]:
    """Return the violations in a whole set: each clause once, first by kind, then by weight."""
    found = {violation.clause: violation for violation in whole.broken}
    if whole.waiting and (joiner is None or whole.room < joiner) and whole.monster:
        found.setdefault("DBM-6.4", _without_human(whole, whole.monster))
    return sorted(found.values(), key=lambda violation: violation.clause in _WEIGHED)


def staged_faults(config: Config, player: Player) -> tuple[Violation, ...]:
    """Return every violation in the set of this round, when it is complete."""
    missing: list[Violation] = []
    if not player.main:
        grants = [placed for placed in player.stock if placed.new]
        if player.circle:
            missing.append(without_unit("circle", player.circle[0].card))
        if grants:
            missing.append(without_unit("stock", grants[0].card))
        missing = missing or [breach("DBM-5.10")]
    return (*missing, *set_faults(staged(config, player)))


def without_unit(zone: str, card: str) -> Violation:
    """Return the violation for magic or a grant without a unit; an unseen card is not named."""
    clause = "DBM-6.5" if zone == "circle" else "DBM-7.2"
    return breach(clause, case="unseen") if card == UNKNOWN else breach(clause, card=card)


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


_CELLS: Final = {
    zone: tuple(tuple(f"{name}.{zone}{n}" for n in range(1, most + 1)) for name in SEATS)
    for zone, most in PLACES.items()
}


def free_cells(
    config: Config, seat: int, zone: str, occupied: tuple[Placed, ...]
) -> tuple[str, ...]:
    """Return the places for the next card: the leftmost free one, or all if agreed (DBM-6.3)."""
    cells, taken = _CELLS[zone][seat], [placed.cell for placed in occupied]
    if config.any_place:
        return tuple([cell for cell in cells if cell not in taken])
    for cell in cells:
        if cell not in taken:
            return (cell,)
    return ()
