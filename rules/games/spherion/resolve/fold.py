"""Kinds of events, and their fold into the state, which needs no rules."""

from collections.abc import Callable
from typing import Final

from rules.core.event import GAME_ENDED, ROLLED, TURN_STARTED, Event, unchanged
from rules.core.event_kinds import event_kinds
from rules.core.hidden_cards import without_card
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE, maze
from rules.games.spherion.resolve.fold_cards import CARD_FOLDS, SEAT_NUMBER, of_player, with_player
from rules.games.spherion.state import DICE, Ask, Order, Phase, Player, State, Unit

EVENTS: Final = event_kinds(
    acted="{seat} acts; this is the first event of every ply.",
    phase="Phase {value:phase} begins for {seat:?}, or for both. If {number} is 1, answers remain.",
    shuffled="The deck of {seat} is {items} now.",
    piled="The power-up pile is {items} now.",
    signed="{seat} shows {value} in secret.",
    compared="{seat:?} wins the initiative, or {cell:?}, with {value:text?} against {items:texts} "
    "under {clause}. Without a seat, both showed the same.",
    named="{seat} holds the initiative.",
    walled="The maze of the seed {value:?} is set up.",
    spawned="The power-up {card} appears on {cell}.",
    touched="The power-up {card} on {cell} is turned up and used.",
    drawn="{seat} draws {card} ({value:start|turn|card|hammer|effect}).",
    put_back="{seat} puts {card} from its hand into its deck.",
    gave_up="{seat} has finished with the phase.",
    opened="{seat} has turned over its order of this step.",
    drafted="{seat} queues the order {value} (ply {number}).",
    undone="{seat} takes back the last order of its queue.",
    ordered="{seat} turns over the order {value} (ply {number}).",
    readied="{seat} is READY.",
    late="{seat} is READY with an empty queue.",
    step_started="Step {number} starts.",
    step_done="The step ends.",
    asked="{seat:?}, or both, must answer {value:jkp|target|face} about {cell:?} under {clause:?} "
    "with one of {items:texts}. It is event {number} of the step.",
    answered="{seat:?}, or both, answer {value:jkp|target|face}: {items:texts}.",
    voided="The order {value} of {seat} into {cell:?} is void under {clause}.",
    turned="{card:?} of {seat} in slot {to:text} changes its position.",
    revealed="{card} of {seat} in slot {to:text} on {cell:?}, played in ply {number}, is turned "
    "up.",
    fused="Slot {to:text} of {seat} becomes {card} on {cell}, in slot {value}, for {number} SP.",
    spent="The set {card} of {seat} on {cell:?} in slot {to:text} is used up.",
    tributed="{card} of {seat} on {cell} in slot {to:text} is paid as a tribute.",
    destroyed="{card} of {seat} on {cell:?} in slot {to:text} is destroyed under {clause}.",
    fell="The illegally played {card} of {seat} on {cell:?} in slot {to:text} falls under "
    "{clause}.",
    recalled="{card} on {cell:?} in slot {to:text} returns to the hand of {seat}.",
    rebuffed="{card}, which moves to slot {to:text}, returns to the hand of {seat}.",
    left="{card:?} of {seat} in slot {to:text} leaves {cell} for {number} MP, face down through a "
    "{value:|wall}.",
    played="{seat} plays {card} into slot {to:text} (ply {number}; {value:|up}). {items:texts} are "
    "kind, facing, position, tributes and SP.",
    entered="{card:?} of {seat} in slot {to:text} enters {cell}.",
    returned="{card:?} of {seat} in slot {to:text} returns to {cell}.",
    stayed="{card:?} of {seat} in slot {to:text} is back on {cell}, through a {value:|wall}, "
    "and its MP is refunded.",
    rolled="{seat} rolls {value}, a letter for each of the faces {items:texts}.",
    points="{seat} has {number} more of {value:sp|mp|lp}.",
    countered="{card:?} of {seat} in slot {to:text} has {number} more of {value:atk|dfn|dip}.",
    marked="{card:?} of {seat} in slot {to:text} is now ({value:attacked|fought|stopped|phase}).",
    unwalled="{seat} opens the wall {value}, the edge {number}.",
    coloured="{cell} has the colour of {seat}.",
    audited="{card} of {seat} on {cell:?} in slot {to:text} violates {clause}.",
    decided="{items:seats} win under {clause}; face-down cards are shown next.",
    evened="After the last turn, each seat has {number} cells and {value} LP ({clause}).",
    rested="Marks are cleared. If {number} is 1, the whole turn is over.",
)


def fold(state: State, event: Event) -> State:
    """Return the state after one event."""
    return _FOLDS[event.kind](state, event)


def _phase(state: State, event: Event) -> State:
    seat = SEAT_NUMBER[event.seat] % 2
    if event.number:
        return state._replace(phase=Phase(event.value), seat=seat)
    return state._replace(phase=Phase(event.value), seat=seat, players=_fresh(state))


def _fresh(state: State) -> tuple[Player, Player]:
    """Return both players, with their answers to the last phase reset."""
    a, b = state.players
    return (_undecided(a), _undecided(b))


def _undecided(player: Player) -> Player:
    return player._replace(done=False, sign="") if player.done or player.sign else player


# Set-up, chance, hands.


def _walled(state: State, event: Event) -> State:
    config = state.config
    walls = maze(config.globe.radius, event.value, config.open_gates, config.share, config.min_open)
    return state._replace(walls=walls)


def _spawned(state: State, event: Event) -> State:
    cell = state.config.globe.index[event.cell]
    powerups = tuple(sorted((*state.powerups, (cell, event.card))))
    first = cell if state.first == NOWHERE else state.first
    return state._replace(
        powerups=powerups, pile=state.pile[1:], first=first, spawned=state.spawned + 1
    )


def _touched(state: State, event: Event) -> State:
    cell = state.config.globe.index[event.cell]
    return state._replace(
        powerups=tuple(p for p in state.powerups if p[0] != cell), used=(*state.used, event.card)
    )


def _drawn(player: Player, event: Event) -> Player:
    hand = tuple(sorted((*player.hand, event.card)))
    cards, hammers = player.faces
    if event.value == "card":
        cards -= 1
    return player._replace(hand=hand, deck=player.deck[1:], faces=(cards, hammers))


def _put_back(player: Player, event: Event) -> Player:
    hand, (cards, hammers) = without_card(player.hand, event.card), player.faces
    return player._replace(hand=hand, deck=(*player.deck, event.card), faces=(cards, hammers - 1))


def _rolled(player: Player, event: Event) -> Player:
    _, _, card, hammer = (event.value.count(face) for face in DICE)
    return player._replace(faces=(card, hammer))


# Queues and steps.


def _ordered(state: State, event: Event) -> State:
    seat, at = SEAT_NUMBER[event.seat], state.step
    player, order = state.players[seat], Order(event.value, event.number)
    queue = (*player.queue[:at], order, *player.queue[at + 1 :])
    return with_player(state, seat, player._replace(queue=queue))


def _step_started(state: State, event: Event) -> State:
    base = state if state.phase is Phase.ORDER else state._replace(phase=Phase.ORDER)
    return state._replace(phase=Phase.STEP, step=event.number, base=base, players=_fresh(state))


def _asked(state: State, event: Event) -> State:
    ask = Ask(event.value, SEAT_NUMBER[event.seat], event.cell, event.items, event.number)
    return state._replace(ask=ask)


# Turns.


def _rested(state: State, event: Event) -> State:
    whole, (a, b) = event.number == 1, state.players
    players = (_rest(a, whole=whole), _rest(b, whole=whole))
    return state._replace(players=players, step=0, half=0 if whole else 1)


def _unmarked(unit: Unit, dip: int) -> Unit:
    return unit._replace(
        moved=0, attacked=False, stopped=False, turned=False, arrived=False, dip=dip
    )


def _rest(player: Player, *, whole: bool) -> Player:
    units = tuple(u and _unmarked(u, 0 if whole else u.dip) for u in player.units)
    return player._replace(units=units, queue=(), purse=(0, 0), done=False, faces=(0, 0))


def _decided(state: State, event: Event) -> State:
    state = state._replace(phase=Phase.SHOW, ending=event.clause, winners=event.items)
    return state._replace(ask=None, base=None, answers=(), players=_fresh(state))


_FOLDS: dict[str, Callable[[State, Event], State]] = {
    **CARD_FOLDS,
    "acted": lambda state, _event: state._replace(ply=state.ply + 1),
    "phase": _phase,
    "shuffled": of_player(lambda player, event: player._replace(deck=event.items)),
    "piled": lambda state, event: state._replace(pile=event.items, used=()),
    "signed": of_player(lambda player, event: player._replace(sign=event.value, done=True)),
    "compared": lambda state, _event: state._replace(players=_fresh(state)),
    "named": lambda state, event: state._replace(initiative=SEAT_NUMBER[event.seat]),
    "walled": _walled,
    "spawned": _spawned,
    "touched": _touched,
    "drawn": of_player(_drawn),
    "put_back": of_player(_put_back),
    "gave_up": of_player(lambda player, _event: player._replace(done=True, faces=(0, 0))),
    "opened": of_player(lambda player, _event: player._replace(done=True)),
    ROLLED: of_player(_rolled),
    "drafted": of_player(
        lambda player, event: player._replace(
            queue=(*player.queue, Order(event.value, event.number))
        )
    ),
    "undone": of_player(lambda player, _event: player._replace(queue=player.queue[:-1])),
    "ordered": _ordered,
    "readied": of_player(
        lambda player, _event: player._replace(done=True, purse=(player.sp, player.mp))
    ),
    "late": of_player(lambda player, _event: player._replace(done=True, queue=())),
    "step_started": _step_started,
    "step_done": lambda state, _event: state._replace(phase=Phase.ORDER, base=None, answers=()),
    "asked": _asked,
    "answered": lambda state, event: state._replace(
        ask=None, answers=(*state.answers, ",".join(event.items)), players=_fresh(state)
    ),
    "voided": unchanged,
    "audited": unchanged,
    "evened": unchanged,
    "rested": _rested,
    TURN_STARTED: lambda state, event: state._replace(
        turn=event.number, initiative=SEATS.index(event.seat), first=NOWHERE, spawned=0
    ),
    "decided": _decided,
    GAME_ENDED: lambda state, _event: state._replace(phase=Phase.END, ask=None),
}
