"""Violations that an order causes when it is written (SPH-5.5, SPH-5.6, SPH-7, SPH-15.5).

The checks cover the length of the queue, the named units, the card and the cost. All except the
check of the card give the same result for every identity of a face-down card.
"""

from rules.core.values import UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.spherion.cards import NO_MONSTER, Kind
from rules.games.spherion.config import SEATS, Config
from rules.games.spherion.legal import claim_cards
from rules.games.spherion.orders.draft import Draft, candidates, draft, may_hold
from rules.games.spherion.orders.options import fusions
from rules.games.spherion.orders.order import Intent
from rules.games.spherion.state import Phase, State

Violations = tuple[Violation, ...]

_PLAN = Phase.PLAN  # an enum look-up takes a tenth of a microsecond


def breaks(clause: str, *, case: str = "", **about: str | int) -> Violations:
    """Return a tuple with one violation, for concatenation."""
    return (breach(clause, case, **about),)


def too_long(state: State, seat: int) -> Violations:
    """Check the length of the queue during planning (SPH-5.5)."""
    limit, count = state.config.queue_cap, len(state.players[seat].queue) + 1
    if state.phase is _PLAN and count > limit:
        return breaks("SPH-5.5", count=count, limit=limit)
    return ()


def unavailable_orders(state: State, seat: int) -> tuple[tuple[str, Violation], ...]:
    """Return the kinds of orders that a planning seat cannot afford or fit into its queue.

    With rails and slips, orders are not chosen on a page, so all kinds are available. The claim is
    unavailable if an unknown hand may contain the five pieces, because they must be shown at the
    table.
    """
    player, config = state.players[seat], state.config
    if state.phase is not _PLAN or player.done or config.hidden_orders:
        return ()
    full = too_long(state, seat)
    if full:
        return (("", full[0]),)
    units, sp, mp = draft(state, seat)
    hand = {*player.hand, *(candidates(state, seat) if UNKNOWN in player.hand else ())}
    cards = {config.cards[card].kind for card in hand - {UNKNOWN}}
    fuses = len(units) > 1 and bool(fusions(state, seat))
    wanted = (
        ("move", "MP", 1, mp, True),
        ("summon", "SP", 1, sp, Kind.MONSTER in cards),
        ("set", "SP", config.costs["set"][0], sp, bool(cards - {Kind.MONSTER})),
        ("fuse", "SP", config.costs["fuse"][0], sp, fuses),
    )
    dear = tuple(
        (kind, breach("SPH-5.6", count=cost, limit=max(0, has), target=points))
        for kind, points, cost, has, able in wanted
        if able and cost > has
    )
    if not claim_cards(state, seat):
        return dear
    return (*dear, ("claim", breach("SPH-14.3", case="show", seat=SEATS[seat])))


def ordered(state: State, seat: int, intent: Intent, resources: Draft) -> Violations:
    """Return every violation that an order causes, without a check of the queue's length."""
    before, after = around(state, seat, intent, resources)
    return before + _carded(state, seat, intent) + after


def around(
    state: State, seat: int, intent: Intent, resources: Draft
) -> tuple[Violations, Violations]:
    """Return an order's violations that come before, and after, those that its card causes."""
    return _named(state, seat, intent, resources.units), _dear(state.config, intent, resources)


def _dear(config: Config, intent: Intent, resources: Draft) -> Violations:
    """Check that the order is affordable (SPH-5.6)."""
    violated: Violations = ()
    need_sp, need_mp = config.costs[intent.kind]
    if need_sp > max(0, resources.sp):
        violated += breaks("SPH-5.6", count=need_sp, limit=max(0, resources.sp), target="SP")
    if need_mp > max(0, resources.mp):
        violated += breaks("SPH-5.6", count=need_mp, limit=max(0, resources.mp), target="MP")
    return violated


def _named(state: State, seat: int, intent: Intent, units: tuple[int, ...]) -> Violations:
    """Check that the named units exist, and that only a move names the deck master."""
    kind, named = intent.kind, intent.named
    if not named:
        return ()
    violated: Violations = ()
    if kind != "move" and 0 in named:
        violated += breaks("SPH-7.11", seat=SEATS[seat])
    if kind == "fuse" and intent.unit == intent.other:
        violated += breaks("SPH-7.8", card=intent.card)
    missing = [slot for slot in named if slot and slot not in units]
    if missing:
        violated += breaks("SPH-17.1", target=str(missing[0]), limit=state.config.field_limit)
    return violated


def _carded(state: State, seat: int, intent: Intent) -> Violations:
    if intent.kind in ("summon", "set"):
        return _from_hand(state, seat, intent)
    if intent.kind == "fuse" and intent.card not in fusions(state, seat):
        return breaks("SPH-7.8", card=intent.card)
    return ()


def _from_hand(state: State, seat: int, intent: Intent) -> Violations:
    card, clause = intent.card, "SPH-7.5" if intent.kind == "summon" else "SPH-7.6"
    facts = state.config.cards.get(card)
    if card == UNKNOWN:
        if UNKNOWN not in state.players[seat].hand:
            return breaks(clause, card=card)
        if intent.up:
            return breaks("SPH-15.5", card=card)
        return _tributes(intent, (0, 1, 2), {"card": card})
    if facts is not None and facts.kind is Kind.FUSION:
        return breaks("SPH-7.5e", card=card)
    if facts is None or not may_hold(state, seat, card):
        return breaks(clause, card=card)
    return unfit(intent, facts.sort, {"card": card})


def unfit(intent: Intent, sort: int, about: dict[str, str]) -> Violations:
    """Check that monsters are summoned and other cards are set (SPH-7.5, SPH-7.6).

    `about` names the card if it is known.
    """
    summoned = intent.kind == "summon"
    if summoned != (sort != NO_MONSTER):
        if summoned:
            return breaks("SPH-7.5", case="spell", **about)
        return breaks("SPH-7.6", case="monster", **about)
    return _tributes(intent, (sort,), about)


def _tributes(intent: Intent, needs: tuple[int, ...], about: dict[str, str]) -> Violations:
    """Check the number of tributes of a summon (SPH-7.5b)."""
    if intent.kind == "set" or len(intent.tributes) in needs:
        return ()
    return breaks("SPH-7.5b", **about, count=len(intent.tributes), limit=needs[-1])
