"""Possible sets for a seat's face-down cards: a legal set, and sets that violate clauses.

A legal set's main zone holds monsters alone, one human, or a tamer with a monster (DBM-6.1,
DBM-13.4). In each case, only weight limits the cards, so the lightest remaining cards decide
whether a set is legal. The set's single grant may use up a card that the main zone or circle needs.
Therefore each possible grant is tried, lightest first.
"""

from collections.abc import Iterator, Sequence

from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.hidden.guess import Guesses
from rules.games.dicebattle.hidden.views import Stock, joiner, stock_of
from rules.games.dicebattle.resolve.fold import with_player
from rules.games.dicebattle.sets.refusals import Violations
from rules.games.dicebattle.sets.rules import Spread, card_faults, staged_spread
from rules.games.dicebattle.state import Player, State

_ZONES = {"m": "main", "c": "circle", "s": "stock"}
"""Zone by the letter after the seat in its cells' names."""
_Wanted = tuple[tuple[tuple["Card", ...], int], ...]
"""Groups of cards with the number needed from each."""


def has_unseen_cards(player: Player) -> bool:
    """Return True if this round's set contains a card of unknown identity."""
    return any(placed.card == UNKNOWN for placed in player.set_now)


def set_worlds(state: State, player: Player) -> list[Violations]:
    """Return the violations in possible sets: a legal set, if any, and sets with many violations.

    If no legal set exists, sets with few violations are added, because only violations common to
    every set may be reported.
    """
    set_cards = _set_cards(state, player)
    stock, guesses = stock_of(state, state.seat), state.config.guesses[state.seat]
    sets = [_filled(set_cards, stock, guesses, order) for order in range(4)]
    legal = not card_faults(player.roll, sets[0]) or may_be_legal(state, player)
    if not legal:
        sets.append(_filled(set_cards, stock, guesses, 4))
        # Fill the zones in reverse order, too: the circle may use up the card that the grant needs.
        sets.append(_filled(set_cards[::-1], stock, guesses, 0))
    distinct = [spread for n, spread in enumerate(sets) if spread not in sets[:n]]
    violations = [tuple(card_faults(player.roll, spread)) for spread in distinct]
    return [(), *violations] if legal else violations


def _set_cards(state: State, player: Player) -> list[tuple[str, Card | None]]:
    """Return the zone and the card (None if unknown) of each card set in this round."""
    cards = state.config.cards
    return [
        (_ZONES[placed.cell[2]], None if placed.card == UNKNOWN else cards[placed.card])
        for placed in player.set_now
    ]


def _filled(
    set_cards: list[tuple[str, Card | None]], stock: Stock, guesses: Guesses, order: int
) -> Spread:
    """Replace each unseen card with the first remaining one in `orders[zone][order]`, unnamed."""
    zones: dict[str, list[Card]] = {"main": [], "circle": [], "stock": []}
    limits, seen = stock.limits, dict(stock.seen)
    for zone, known in set_cards:
        if known is not None:
            zones[zone].append(known)
            continue
        for card in guesses.orders[zone][order]:
            count = seen.get(card.id, 0)
            if limits[card.id] > count:
                seen[card.id] = count + 1
                zones[zone].append(guesses.unnamed[card.id])
                break
    main, circle, grants = zones["main"], zones["circle"], zones["stock"]
    return Spread(main, circle, grants, len(main), len(circle), len(grants))


def may_be_legal(state: State, player: Player) -> bool:
    """Return True if this round's set is legal for some identities of its unseen cards."""
    known = staged_spread(state.config, player)
    return _completes(state, known, _unseen(player), stock_of(state, state.seat))


def may_follow(state: State, zone: str, names: Sequence[str]) -> list[str]:
    """Return the cards of `names` with which the set may still become legal."""
    player, cards = state.players[state.seat], state.config.cards
    if UNKNOWN in names:  # an unseen card may also be a known one of the hand
        state = with_player(state, state.seat, player._replace(hand=(UNKNOWN,) * len(player.hand)))
    known, hidden = staged_spread(state.config, player), _unseen(player)
    stock = stock_of(state, state.seat)
    found = []
    for name in names:
        more = known.added(zone, None if name == UNKNOWN else cards[name])
        unseen = [*hidden, zone] if name == UNKNOWN else hidden
        left = stock if name in player.hand else stock.less(cards[name])
        follows = joiner(state, state.seat, more, name) if more.mains else 0
        if _completes(state, more, unseen, left, follows):
            found.append(name)
    return found


def _unseen(player: Player) -> list[str]:
    return [_ZONES[placed.cell[2]] for placed in player.set_now if placed.card == UNKNOWN]


def _completes(
    state: State, known: Spread, hidden: list[str], stock: Stock, follows: int | None = None
) -> bool:
    """Return True if a set is legal for some identities of the cards `hidden` in its zones.

    `follows` is the level kept for a unit that may follow: the human that may join a monster
    (DBM-13.4), or 0 for the set's first unit.
    """
    grants = hidden.count("stock")
    if known.grants > 1 or any(card.grant is None for card in known.stock):
        return False
    if not all(card.unit for card in known.main):
        return False
    if any(card.kind != "magic" for card in known.circle):
        return False
    room = state.players[state.seat].roll - sum(card.cost for card in known.main + known.circle)
    room -= sum(card.grant_level for card in known.stock)
    shapes = _shapes(state, known, hidden)
    if any(_affords(state, wanted, grants, room, stock) for wanted in shapes):
        return True
    of = state.config.guesses[state.seat]
    if follows is None or known.mains > 1 or any(card not in of.together for card in known.main):
        return False
    wanted = (of.together, hidden.count("main")), (of.magic, hidden.count("circle"))
    return _affords(state, wanted, grants, room - follows, stock)


def _shapes(state: State, known: Spread, hidden: list[str]) -> Iterator[_Wanted]:
    """Yield the groups from which the unseen cards must come, for each legal kind of main zone."""
    of, size = state.config.guesses[state.seat], known.mains
    unseen, spells = hidden.count("main"), hidden.count("circle")
    humans = [card for card in known.main if card.kind == "human"]
    monsters = [card for card in known.main if card.kind == "monster"]
    alone = any(card.exception == "alone_set4" for card in monsters)
    serving = all(card.exception == "with_any_unit" for card in known.circle)
    if serving and not humans and not (alone and size > 1):
        yield (of.together if size > 1 else of.monsters, unseen), (of.any_unit, spells)
    if size == 1 and not monsters:
        yield (of.humans, unseen), (of.magic, spells)
    tamed = all(card.exception == "with_monster" for card in humans) and not alone
    if size == 2 and tamed and len(humans) < 2 and len(monsters) < 2:
        pair = (of.tamers, 1 - len(humans)), (of.together, 1 - len(monsters))
        yield (*pair, (of.magic, spells))


def _affords(state: State, wanted: _Wanted, grants: int, room: int, stock: Stock) -> bool:
    """Return True if the wanted cards and at most one grant remain and are light enough."""
    chosen = _lightest(wanted, stock)
    spare = -1 if chosen is None else room - sum(card.cost for card in chosen)
    if chosen is None or not grants:
        return spare >= 0
    for grant in state.config.guesses[state.seat].grants:
        if grant.grant_level > spare:
            break
        copies = stock.remaining(grant.id)
        if copies > chosen.count(grant):
            return True
        if copies > 0:  # the set needs the last copy, too
            others = _lightest(wanted, stock.less(grant))
            if others is not None and sum(c.cost for c in others) <= room - grant.grant_level:
                return True
    return False


def _lightest(wanted: _Wanted, stock: Stock) -> list[Card] | None:
    """Return the lightest remaining cards from the groups, or None if there are too few."""
    chosen: list[Card] = []
    for cards, count in wanted:
        missing = count
        for card in cards:
            if missing <= 0:
                break
            some = [card] * min(missing, stock.remaining(card.id))
            chosen += some
            missing -= len(some)
        if missing > 0:
            return None
    return chosen
