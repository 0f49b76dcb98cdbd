"""Configuration of a match: settings (SPH-18), decks and deck masters, validated once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from rules.catalog.setups import Settings, SetupRules, by_setup
from rules.core.card_data import SettingSpec
from rules.core.deck_report import DeckFinding, DeckReport
from rules.core.settings import check_clock
from rules.core.values import UNKNOWN, Deck, Seat, Setup
from rules.errors import Fault
from rules.games.spherion.cards import SLUG, Card, Kind, Op, pool
from rules.games.spherion.globe import Globe, globe
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean

SEATS: Final = ("blue", "red")
"""Seats; an index is a seat number. Blue's hemisphere is N, red's is S (SPH-1.1)."""
BLUE: Final = 0
RED: Final = 1
MAIN_SIZES: Final = (40, 60)
SIDE_SIZE: Final = 15
COPIES: Final = 3
MAIN_KINDS: Final = frozenset((Kind.MONSTER, Kind.SPELL, Kind.TRAP))
_LARGEST_SHARE = Fraction(1, 3)


class Listed(NamedTuple):
    """The known part of a deck: the main and extra decks, sorted, and the deck master's card."""

    cards: tuple[str, ...]
    extra: tuple[str, ...]
    master: str


Sorts = dict[int, tuple[str, ...]]
"""Cards by the category that decides the verdict on a face-down placement (`Card.sort`)."""


@dataclass(frozen=True, slots=True)
class Config:
    """Settings and decks of a match; a deck is None if it is unknown to the referee.

    `costs` maps each kind of order to its cost in SP and MP (SPH-7.3).

    `limits[s]` maps each card to the maximum number of copies in seat s's main deck; `sorts[s]`
    groups these cards by sort. Two configurations are equal if their settings and decks are equal,
    because all other fields follow from these.
    """

    settings: tuple[tuple[str, str], ...]
    decks: tuple[Listed | None, Listed | None]
    values: Mapping[str, str] = field(compare=False, repr=False)
    cards: Mapping[str, Card] = field(compare=False, repr=False)
    globe: Globe = field(compare=False, repr=False)
    open_gates: int = field(compare=False, repr=False)
    share: Fraction = field(compare=False, repr=False)
    min_open: int = field(compare=False, repr=False)
    queue_cap: int = field(compare=False, repr=False)
    dice: int = field(compare=False, repr=False)
    field_limit: int = field(compare=False, repr=False)
    costs: Mapping[str, tuple[int, int]] = field(compare=False, repr=False)
    powerup_cap: int = field(compare=False, repr=False)
    max_turns: int = field(compare=False, repr=False)
    last_turn: int = field(compare=False, repr=False)
    timed: bool = field(compare=False, repr=False)
    alternating: bool = field(compare=False, repr=False)
    hidden_orders: bool = field(compare=False, repr=False)
    alt_win: bool = field(compare=False, repr=False)
    pile: tuple[str, ...] = field(compare=False, repr=False)
    pieces: frozenset[str] = field(compare=False, repr=False)
    limits: tuple[Mapping[str, int], Mapping[str, int]] = field(compare=False, repr=False)
    sorts: tuple[Sorts, Sorts] = field(compare=False, repr=False)
    digest: int = field(compare=False, repr=False)

    def __hash__(self) -> int:
        """Return the hash of settings and decks, computed once because it is a key of caches."""
        return self.digest

    def on(self, name: str, value: str) -> bool:
        """Return True if a setting has the given value."""
        return self.values[name] == value


def _check(_values: Settings, _setup: Setup, _seat: Seat, deck: Deck) -> DeckReport:
    """Check a deck against SPH-4.1 to 4.4, and return warnings as well."""
    cards, main, extras = pool(), deck.cards, deck.extras
    extra, side, masters = (tuple(extras.get(slot, ())) for slot in ("extra", "side", "master"))
    findings: list[DeckFinding] = []
    least, most = MAIN_SIZES
    if not least <= len(main) <= most:
        findings.append(DeckFinding("SPH-4.1", "", len(main), least if len(main) < least else most))
    findings += [
        DeckFinding("SPH-4.1", card, count, 0)
        for card, count in sorted(Counter(main).items())
        if card not in cards or cards[card].kind not in MAIN_KINDS
    ]
    sizes = (len(extra), len(side))
    findings += [DeckFinding("SPH-4.2", "", n, SIDE_SIZE) for n in sizes if n > SIDE_SIZE]
    findings += [
        DeckFinding("SPH-4.2", card, count, 0)
        for slot, kinds in ((extra, {Kind.FUSION}), (side, MAIN_KINDS | {Kind.FUSION}))
        for card, count in sorted(Counter(slot).items())
        if card not in cards or cards[card].kind not in kinds
    ]
    for card, count in sorted(Counter((*main, *extra, *side)).items()):
        limit = 1 if card in cards and cards[card].has(Op.PIECE) else COPIES
        if count > limit:
            findings.append(DeckFinding("SPH-4.3", card, count, limit))
    if len(masters) != 1:
        findings.append(DeckFinding("SPH-4.4", "", len(masters), 1))
    findings += [
        DeckFinding("SPH-4.4", card, masters.count(card), 0)
        for card in sorted(set(masters))
        if card not in cards or cards[card].kind is not Kind.MONSTER
    ]
    unknown = sorted(extras.keys() - {"extra", "side", "master"})
    findings += [DeckFinding("SPH-4.2", slot, len(extras[slot]), 0) for slot in unknown]
    return DeckReport(tuple(findings), _warnings(main, cards))


def _warnings(main: tuple[str, ...], cards: Mapping[str, Card]) -> tuple[DeckFinding, ...]:
    """Return warnings about an incomplete piece set and too few monsters without tributes."""
    known = [cards[card] for card in main if card in cards]
    pieces = len({card.id for card in known if card.has(Op.PIECE)})
    free = sum(card.sort == 0 for card in known)
    findings = []
    if 0 < pieces < 5:
        findings.append(DeckFinding("SPH-14.3", "", pieces, 5))
    if free < 10:
        findings.append(DeckFinding("SPH-7.5", "", free, 10))
    return tuple(findings)


def _too_many_gates(values: Settings) -> Iterator[Fault]:
    gates, rim = values["maze_open_gates"], 12 * int(values["radius"])
    if gates != "auto" and int(gates) > rim:
        what, fix = Message("cannot_be", value=gates), Message("spherion.fewer_gates", most=rim)
        yield Fault("settings", 0, "maze_open_gates", what, fix)


def _share_fix(spec: SettingSpec, value: str) -> Text:
    """Return a fix for a share that is no fraction or too large (SPH-3.4); "" for a valid share."""
    good = value in spec.values or _is_share(value)
    return "" if good else did_you_mean(value, spec.values)


def _is_share(value: str) -> bool:
    top, slash, bottom = value.partition("/")
    if not slash or not all(t.isascii() and t.isdigit() and len(t) < 4 for t in (top, bottom)):
        return False
    return int(bottom) > 0 and Fraction(int(top), int(bottom)) <= _LARGEST_SHARE


SETUP: Final = SetupRules(
    SLUG,
    _check,
    lambda _values: SEATS,
    {"maze_share": _share_fix, "ready_timer": check_clock},
    _too_many_gates,
)


@by_setup
def configure(setup: Setup) -> Config:
    """Return the configuration for a set-up; raise `DataError` with every fault."""
    values = SETUP.read(setup)
    settings = tuple(values.items())
    listed = (_listed(setup.decks.get(SEATS[0])), _listed(setup.decks.get(SEATS[1])))
    radius, gates = int(values["radius"]), values["maze_open_gates"]
    cap, last = values["powerup_cap"], values["sudden_death_cap"]
    cards_ = pool()
    limits = (_limits(listed[0], cards_), _limits(listed[1], cards_))
    return Config(
        settings=settings,
        decks=listed,
        values=values,
        cards=cards_,
        globe=globe(radius),
        open_gates=2 * radius if gates == "auto" else int(gates),
        share=Fraction(values["maze_share"]),
        min_open=int(values["maze_min_open"]),
        queue_cap=int(values["queue_cap"]),
        dice=int(values["dice"]),
        field_limit=int(values["field_limit"]),
        costs={
            **dict.fromkeys(("wait", "flip", "turn"), (0, 0)),
            "move": (0, 1),
            "summon": (1, 0),
            "set": (int(values["spell_cost"]), 0),
            "fuse": (int(values["fuse_cost"]), 0),
        },
        powerup_cap=10_000 if cap == "none" else int(cap),
        max_turns=int(values["max_turns"]),
        last_turn=0 if last == "none" else int(last),
        timed=values["ready_timer"] != "0",
        alternating=values["turn_mode"] == "alternating",
        hidden_orders=values["orders"] != "companion",
        alt_win=values["alt_win"] == "on",
        pile=tuple(c.id for c in cards_.values() for _ in range(c.copies)),
        pieces=frozenset(c.id for c in cards_.values() if c.has(Op.PIECE)),
        limits=limits,
        sorts=(_sorts(limits[0], cards_), _sorts(limits[1], cards_)),
        digest=hash((settings, listed)),
    )


def _listed(deck: Deck | None) -> Listed | None:
    if deck is None:
        return None
    master = deck.extras.get("master", (UNKNOWN,))[0]
    return Listed(tuple(sorted(deck.cards)), tuple(sorted(deck.extras.get("extra", ()))), master)


def _limits(listed: Listed | None, cards: Mapping[str, Card]) -> Mapping[str, int]:
    """Return the maximum number of copies of each card in a main deck (SPH-4.3)."""
    if listed is not None:
        return Counter(listed.cards)
    return {
        card.id: 1 if card.has(Op.PIECE) else COPIES
        for card in cards.values()
        if card.kind in MAIN_KINDS
    }


def _sorts(limits: Mapping[str, int], cards: Mapping[str, Card]) -> Sorts:
    """Group monsters by number of tributes; other cards form one group (SPH-7.5, SPH-7.6)."""
    groups: dict[int, list[str]] = {}
    for name in limits:
        groups.setdefault(cards[name].sort, []).append(name)
    return {sort: tuple(names) for sort, names in sorted(groups.items(), reverse=True)}
