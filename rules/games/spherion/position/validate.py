"""Checks of positions parsed from text: what play requires, and what no match can reach.

Within a step, cards are in flight, on their way to the Core, or revealed as illegal. Therefore the
cards are checked only in the position at the step's start.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Kind
from rules.games.spherion.config import COPIES, MAIN_KINDS, MAIN_SIZES, SEATS, SIDE_SIZE
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.legal import eligible
from rules.games.spherion.resolve.ends import after_step
from rules.games.spherion.state import (
    BOTH,
    HIDDEN_ORDER,
    Ask,
    Phase,
    State,
    Unit,
    active,
    at_cell,
    master_of,
)
from rules.messages.message import Message
from rules.notation.lines import Lines, too_many

ENDINGS: Final = (*(f"SPH-14.{n}" for n in (1, 2, 3, 5, 6, 7, 8)), "SPH-15.5")
_ONE_WINNER: Final = frozenset(("SPH-14.1", "SPH-14.2", "SPH-14.3", "SPH-14.8", "SPH-15.5"))
_SETTING_UP: Final = frozenset((Phase.DEAL, Phase.JKP, Phase.NAME, Phase.MAZE, Phase.PILE))
_START: Final = frozenset((Phase.SPAWN, Phase.RESTOCK))
_BEFORE_PLAN: Final = _SETTING_UP | _START | {Phase.DRAW, Phase.ROLL, Phase.USE, Phase.MIX}
_ASKING: Final = frozenset((Phase.JKP, Phase.DRAW, Phase.USE, Phase.CLAIM, Phase.PLAN, Phase.ORDER))
_HALVES: Final = _ASKING - {Phase.JKP} | {Phase.ROLL, Phase.MIX}
"""Phases in which a seat acts alone if the seats alternate."""
_DECIDED: Final = frozenset((Phase.SHOW, Phase.END))
_LINES: Final[Mapping[Phase, str]] = {
    Phase.STEP: "ask, |",
    Phase.SHOW: "ask, end",
    Phase.END: "end",
}
"""The lines of a phase that no other phase has."""


# What play requires.


def check(lines: Lines, state: State, *, between: bool) -> None:
    """Raise `NotationError` if the match could not go on; `between` steps, no seat is asked."""
    fault = _unfit(state) or (None if between else _stuck(state))
    if fault is not None:
        raise lines.key("turn").wrong(*fault)


def _unfit(state: State) -> tuple[Message, Message] | None:
    """Return a fault and its fix if the lines about a step or the end do not fit the phase."""
    found = {"ask": state.ask, "end": state.ending, "|": state.base}
    due = _LINES.get(state.phase, "-")
    if (", ".join(line for line in found if found[line]) or "-") != due:
        what = Message("spherion.other_lines", phase=state.phase, lines=due)
        return what, Message("spherion.lines_or_plan")
    if state.ask is not None and not _answerable(state, state.ask):
        return Message("spherion.no_answer"), Message("spherion.step_anew")
    flying = any(u is not None and u.cell == NOWHERE for p in state.players for u in p.units)
    if flying and state.phase not in (Phase.STEP, *_DECIDED):
        return Message("spherion.in_flight"), Message("spherion.write_cell")
    return None


def _answerable(state: State, ask: Ask) -> bool:
    """Return True if the step, or the end of the game, can ask this question."""
    if state.base is None:
        cell = state.config.globe.index.get(ask.cell, NOWHERE)
        found = at_cell(state, cell) if cell != NOWHERE else None
        if found is None or ask.kind != "face":
            return False
        return found[0] == ask.seat and found[1] > 0 and not found[2].up
    if not state.base.step + 1 == state.step <= max(len(p.queue) for p in state.base.players):
        return False
    if ask.kind == "face":
        return ask.seat != BOTH and bool(ask.cell)
    if ask.kind == "target":
        return ask.seat < BOTH and len(ask.options) > 1
    return ask.seat == BOTH


def _stuck(state: State) -> tuple[Message, Message] | None:
    """Return a fault and its fix if no seat can do what the phase asks."""
    phase, step = state.phase, state.step
    waiting = [player for player in state.players if not player.done]
    stuck = phase in _ASKING and not waiting
    match phase:
        case Phase.SPAWN:
            stuck = not state.pile or not eligible(state)
        case Phase.RESTOCK:
            stuck = not state.used
        case Phase.MIX:
            stuck = not state.players[state.seat].deck
        case Phase.ORDER:
            due = [player.queue[step : step + 1] for player in waiting]
            stuck = stuck or any(not order or order[0].text != HIDDEN_ORDER for order in due)
    fault = Message("spherion.stuck", phase=phase), Message("spherion.other_phase")
    return fault if stuck else None


# What no match can reach. Each predicate is True for an impossible position.


def flags(state: State) -> Iterator[str]:
    """Yield the reasons why no sequence of actions leads to a position, as keys of sentences."""
    config, over = state.config, state.phase in _DECIDED
    if (state.turn == 0) != (state.phase in _SETTING_UP) and not over:
        yield "not_set_up"
    if config.last_turn and state.turn > max(config.last_turn, config.max_turns):
        yield "after_last"
    if _other_half(state):
        yield "other_half"
    if _wrong_end(state):
        yield "wrong_end"
    start = state.base or state
    if over:
        return
    if after_step(start, ()) is not None:
        yield "is_over"
    board = config.globe
    if any(start.walls >> edge & 1 for pole in board.poles for edge in board.edges[pole]):
        yield "walled_pole"
    if _many_powerups(start):
        yield "many_powerups"
    if any(at_cell(start, cell) for cell, _ in start.powerups):
        yield "untouched"
    for flag, wrong in _OF_SEAT.items():
        if wrong(start, 0) or wrong(start, 1):
            yield flag


def _other_half(state: State) -> bool:
    phase, due = state.phase, active(state)
    if not state.config.alternating:
        return state.half > 0
    if phase not in _HALVES or (phase is Phase.CLAIM and state.step):
        return False
    if phase in (Phase.ROLL, Phase.MIX):
        return state.seat not in due
    return not state.players[1 - due[0]].done


def _wrong_end(state: State) -> bool:
    if state.ending not in _ONE_WINNER:
        return False
    if len(state.winners) != 1:
        return True
    loser = state.players[1 - SEATS.index(state.winners[0])]
    return state.ending == "SPH-14.1" and loser.lp > 0


def _many_powerups(state: State) -> bool:
    config, on_globe = state.config, [card for _, card in state.powerups]
    cards = [*state.pile, *state.used, *on_globe]
    return (
        too_many(cards, Counter(config.pile)) is not None
        or len(cards) > len(config.pile)
        or len(on_globe) > config.powerup_cap
        or state.spawned > 2 - (state.phase in _START)
    )


def _fresh(state: State) -> bool:
    """Return True if no step of the turn, or of its half, can have been carried out yet."""
    return state.phase in _BEFORE_PLAN or state.phase is Phase.PLAN


def _too_early(state: State, seat: int) -> bool:
    """Return True if a step, its marks or its queue precede the turn's steps (SPH-5.10)."""
    player = state.players[seat]
    if not _fresh(state):
        return False
    marked = any(
        unit.moved or unit.attacked or unit.stopped or unit.turned or unit.arrived
        or (unit.dip and state.half == 0)
        for unit in player.units
        if unit is not None
    )  # fmt: skip
    return marked or state.step > 0 or (bool(player.queue) and state.phase is not Phase.PLAN)


def _too_far(state: State, seat: int) -> bool:
    board = state.config.globe
    turns = state.turn - (_fresh(state) and state.half == 0)
    most = int(state.config.values["deck_master_speed"]) * max(0, turns)
    return board.distance[board.poles[seat]][master_of(state, seat).cell] > most


def _many_points(state: State, seat: int) -> bool:
    """Return True for more faces than dice, or more points than the first roll can give."""
    player, phase, dice = state.players[seat], state.phase, state.config.dice
    if sum(player.faces) > dice:
        return True
    if not _fresh(state) or state.turn > 1 or state.half:
        return False
    rolled = phase not in (*_START, Phase.DRAW) and (phase is not Phase.ROLL or seat < state.seat)
    dice = dice if state.turn and rolled else 0
    return 2 * (player.sp + sum(player.faces)) + player.mp > 2 * dice


def _odd_master(state: State, seat: int) -> bool:
    unit = master_of(state, seat)
    card = state.config.cards.get(unit.card)
    other = card is not None and card.kind is not Kind.MONSTER
    return other or not unit.up or bool(unit.sideways or unit.spell or unit.stack or unit.attacked)


def _odd_cards(state: State, seat: int) -> bool:
    return any(unit is not None and _odd(state, unit) for unit in state.players[seat].units[1:])


def _odd(state: State, unit: Unit) -> bool:
    """Return True if a card cannot be on the globe in this way (SPH-7.5 to 7.8)."""
    card = state.config.cards.get(unit.card)
    if unit.spell and unit.sideways:
        return True
    if card is None:
        return unit.up
    if card.kind is Kind.FUSION:
        return unit.spell or not unit.up or len(unit.stack) < 2
    set_ = card.kind in (Kind.SPELL, Kind.TRAP)
    return card.kind is Kind.POWERUP or unit.spell != set_ or bool(unit.stack)


def _misplaced(state: State, seat: int) -> bool:
    cards, player = state.config.cards, state.players[seat]
    piles: tuple[tuple[tuple[str, ...], Collection[Kind]], ...] = (
        ((*player.hand, *player.deck), MAIN_KINDS),
        (player.extra, (Kind.FUSION,)),
        (player.core, MAIN_KINDS | {Kind.FUSION}),
    )
    return any(
        card != UNKNOWN and cards[card].kind not in kinds for pile, kinds in piles for card in pile
    )


def _many_cards(state: State, seat: int) -> bool:
    """Return True for more copies, or more cards, than a deck can have (SPH-4.1 to 4.3)."""
    config, player, listed = state.config, state.players[seat], state.config.decks[seat]
    on_globe = [c for u in player.units[1:] if u is not None for c in (u.card, *u.stack)]
    cards = [*player.hand, *player.deck, *player.extra, *player.core, *on_globe]
    fusions = {card.id: COPIES for card in config.cards.values() if card.kind is Kind.FUSION}
    extra = fusions if listed is None else Counter(listed.extra)
    most = MAIN_SIZES[1] + SIDE_SIZE if listed is None else len(listed.cards) + len(listed.extra)
    return (
        too_many(cards, {**config.limits[seat], **extra}) is not None
        or len(cards) > most
        or sum(card in fusions for card in cards) > SIDE_SIZE
    )


_OF_SEAT: Final[Mapping[str, Callable[[State, int], bool]]] = {
    "many_orders": lambda state, seat: len(state.players[seat].queue) > state.config.queue_cap,
    "too_early": _too_early,
    "too_far": _too_far,
    "many_points": _many_points,
    "odd_master": _odd_master,
    "odd_cards": _odd_cards,
    "misplaced": _misplaced,
    "many_cards": _many_cards,
}
