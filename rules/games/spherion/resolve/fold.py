"""Kinds of events, and their fold into the state, which needs no rules.

`to` names a slot of `seat`, `cell` a cell. Events of the game:

    acted           the first event of every ply
    phase           `value` begins; `seat` owns the phase, if one seat does; `number` 1: without
                    resetting the seats' answers
    shuffled        `seat`'s deck is in the order `items`
    piled           the power-up pile is shuffled
    signed          `seat` showed `value` in secret
    compared        `seat` won the initiative or, within a step, `cell`, with `value` against
                    `items`; without `seat`, both showed `items`
    named           `seat` holds the initiative
    walled          the maze of the seed `value` is set up
    spawned         a power-up, `card`, appeared on `cell`
    touched         the power-up `card` on `cell` was turned up and used
    drawn           `seat`, `card`
    put_back        `seat`, `card`: from the hand into the deck
    gave_up         `seat` has finished with the phase
    opened          `seat` has turned over its order of this step
    drafted, undone, ordered   a queue's entry `value` was added, taken back, turned over
    readied         `seat` is READY
    late            `seat` is READY with an empty queue
    step_started    `number`
    step_done       the end of a step
    asked, answered a question in the middle of a step, and its answer (`items`)
    voided          `seat`'s order `value` is void under `clause`
    turned          a monster changed its position
    fused           `to` moved onto slot `value` and became `card`
    spent           a set card was used up
    tributed, destroyed, fell  a card went to the Core
    recalled        a card on the globe went to its owner's hand
    rebuffed        a card in flight went to its owner's hand
    left            a card paid `number` MP and left `cell`; `value` "wall": face down through one
    played          a card left the hand; `number` = ply, `value` "up" if it is face up
    entered         a card arrived in `cell`
    returned        a card in flight is back in its former cell
    stayed          a card is back in its former cell, with its MP refunded; `value` as above
    rolled          `seat` rolled `value`, a letter for each die; `items`: the faces by name
    points          `seat` has `number` more of `value` (sp, mp, lp)
    countered       a card's `value` (atk, dfn, dip) changes by `number`
    marked          a card attacked, fought (met another), is stopped or phase (`value`)
    unwalled        the edge `number` is open
    coloured        `cell` has `seat`'s colour
    audited         a card proved to violate `clause`
    decided         `items` win the game under `clause`; face-down cards are shown next
    evened          a tie after the last turn: each seat has `number` cells and `value` LP
    rested          marks are cleared; `number` 1: the whole turn is over
"""

from collections.abc import Callable

from rules.core.event import GAME_ENDED, ROLLED, TURN_STARTED, Event, unchanged
from rules.core.hidden_cards import without_card
from rules.games.spherion.config import SEATS
from rules.games.spherion.globe import NOWHERE, maze
from rules.games.spherion.resolve.fold_cards import CARD_FOLDS, SEAT_NUMBER, of_player, with_player
from rules.games.spherion.state import DICE, Ask, Order, Phase, Player, State, Unit


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
    a, b = (p._replace(done=False, sign="") if p.done or p.sign else p for p in state.players)
    return (a, b)


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
    base = state._replace(phase=Phase.ORDER)  # the phase between steps is always ORDER
    return state._replace(phase=Phase.STEP, step=event.number, base=base, players=_fresh(state))


def _asked(state: State, event: Event) -> State:
    ask = Ask(event.value, SEAT_NUMBER[event.seat], event.cell, event.items, event.number)
    return state._replace(ask=ask)


# Turns.


def _rested(state: State, event: Event) -> State:
    players = [_rest(p, whole=event.number == 1) for p in state.players]
    return state._replace(players=(players[0], players[1]), step=0, half=0 if event.number else 1)


def _unmarked(unit: Unit, dip: int) -> Unit:
    unit = unit._replace(moved=0, attacked=False, stopped=False, turned=False)
    return unit._replace(arrived=False, dip=dip)


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
    "step_done": lambda state, _event: state._replace(base=None, answers=()),
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
