"""Validation of positions parsed from text, which may be unreachable in a game.

Within a step, cards are in flight, on their way to the Core, or revealed as illegal. Therefore the
cards are checked only in the position at the step's start (`between`).
"""

from collections import Counter
from collections.abc import Collection
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.spherion.cards import Kind
from rules.games.spherion.config import COPIES, MAIN_KINDS, MAIN_SIZES, SEATS, SIDE_SIZE
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.order import read_intent
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
from rules.notation.lines import Lines, span, too_many

# Validation against elapsed time: facts that are impossible so early in a game.
#
# Points come from dice, deck masters move, power-ups appear one by one, and a turn's marks are
# cleared at its end. Therefore more can be checked before a turn's steps than within them.


SETTING_UP: Final = frozenset((Phase.DEAL, Phase.JKP, Phase.NAME, Phase.MAZE, Phase.PILE))
_START: Final = frozenset((Phase.SPAWN, Phase.RESTOCK))
BEFORE_PLAN: Final = SETTING_UP | _START | {Phase.DRAW, Phase.ROLL, Phase.USE, Phase.MIX}
_MARKS: Final = ("moved", "attacked", "stopped", "turned", "arrived")
_SPAWNS: Final = 2
"""Number of power-ups per turn (SPH-12.2)."""


def check_time(lines: Lines, state: State) -> None:
    """Raise `NotationError` for the first fact that is impossible so early in a game."""
    fresh = state.phase in BEFORE_PLAN or state.phase is Phase.PLAN
    if state.phase in _START and state.spawned >= _SPAWNS:
        what = Message("spherion.many_spawned", count=state.spawned)
        fix = Message("spherion.spawned_range", most=_SPAWNS - 1)
        raise lines.at("spawned", 0).wrong(what, fix)
    if fresh and state.step:
        what = Message("spherion.no_step_yet", phase=state.phase)
        raise lines.key("step").wrong(what, Message("spherion.out_or_order"))
    for seat in (0, 1):
        if fresh:
            _marks(lines, state, seat)
        _reach(lines, state, seat, state.turn - (fresh and state.half == 0))
    if fresh and state.turn <= 1 and state.half == 0:
        for seat in (0, 1):
            _first_points(lines, state, seat)


def _marks(lines: Lines, state: State, seat: int) -> None:
    """Check that marks and lost ATK are cleared before the steps of a turn (SPH-5.10)."""
    for slot, unit in enumerate(state.players[seat].units):
        if unit is None:
            continue
        marks = [name for name in _MARKS if getattr(unit, name)]
        marks += ["dip"] if unit.dip and state.half == 0 else []
        if marks:
            words = lines.rest("unit", f"{SEATS[seat]} {slot or 'dm'}")
            word = next(word for word in words if word.text.partition("=")[0] == marks[0])
            what = Message("spherion.cleared", word=marks[0])
            raise word.wrong(what, Message("spherion.nothing_before", phase=state.phase))


def _reach(lines: Lines, state: State, seat: int, turns: int) -> None:
    """Check that a deck master can be this far from its pole already (SPH-4.7, SPH-7.4b)."""
    board, name = state.config.globe, SEATS[seat]
    most = int(state.config.values["deck_master_speed"]) * max(0, turns)
    far = board.distance[board.poles[seat]][master_of(state, seat).cell]
    if far > most:
        what = Message("spherion.too_far", owner=name, far=far, most=most)
        fix = Message("spherion.later_or_near")
        raise lines.at("unit", 0, f"{name} dm").wrong(what, fix)


def _first_points(lines: Lines, state: State, seat: int) -> None:
    """Check that points before the first step come from one roll (SPH-6.3, SPH-6.4)."""
    player, name = state.players[seat], SEATS[seat]
    early = state.turn == 0 or state.phase in (*_START, Phase.DRAW)
    dice = 0 if early or (state.phase is Phase.ROLL and seat >= state.seat) else state.config.dice
    if 2 * (player.sp + sum(player.faces)) + player.mp > 2 * dice:
        what = Message("spherion.many_points", owner=name, dice=dice)
        fix = Message("spherion.points_worth")
        raise lines.key("points", name).wrong(what, fix)


Fault = tuple[Message, Message]
"""Messages of a fault and its fix."""

_FUSED = 2
"""Minimum number of cards under a fusion monster (SPH-7.8)."""


def no_master(state: State, unit: Unit) -> Fault | None:
    """Return a fault if a deck master is not an upright, face-up monster (SPH-4.4, SPH-7.11)."""
    card = state.config.cards.get(unit.card)
    if card is not None and card.kind is not Kind.MONSTER:
        return Message("spherion.no_master", card=unit.card), Message("spherion.name_monster")
    if not unit.up or unit.sideways or unit.spell or unit.stack or unit.attacked:
        return Message("spherion.master_moves"), Message("spherion.master_flags")
    return None


def no_unit(state: State, unit: Unit) -> Fault | None:
    """Return a fault for an impossible card or orientation on the globe (SPH-7.5 to 7.8)."""
    card, name = state.config.cards.get(unit.card), unit.card
    if unit.spell and unit.sideways:
        return Message("spherion.set_upright"), Message("spherion.no_defence")
    if card is None:
        return (Message("known_card"), Message("spherion.down_or_name")) if unit.up else None
    if card.kind is Kind.POWERUP:
        return Message("spherion.a_powerup", card=name), Message("spherion.to_lying")
    if card.kind in (Kind.SPELL, Kind.TRAP) and not unit.spell:
        kind = Message(f"spherion.{card.kind}")
        return Message("spherion.is_set", card=name, kind=kind), Message("spherion.add_set")
    if card.kind in (Kind.MONSTER, Kind.FUSION) and unit.spell:
        return Message("spherion.is_summoned", card=name), Message("spherion.no_set")
    if card.kind is Kind.FUSION and (len(unit.stack) < _FUSED or not unit.up):
        what = Message("spherion.on_stack", card=name)
        return what, Message("add_example", form="under=M01,M11")
    if card.kind is not Kind.FUSION and unit.stack:
        return Message("spherion.no_stack", card=name), Message("spherion.no_under")
    return None


ENDINGS: Final = (*(f"SPH-14.{n}" for n in (1, 2, 3, 5, 6, 7, 8)), "SPH-15.5")
_ASKING = frozenset((Phase.JKP, Phase.DRAW, Phase.USE, Phase.CLAIM, Phase.PLAN, Phase.ORDER))
_HALVES = _ASKING - {Phase.JKP} | {Phase.ROLL, Phase.MIX}
"""Phases in which a seat acts alone if the seats alternate."""
_ASKED = frozenset((Phase.STEP, Phase.SHOW))
_DECIDED = frozenset((Phase.SHOW, Phase.END))
_ONE_WINNER = frozenset(("SPH-14.1", "SPH-14.2", "SPH-14.3", "SPH-14.8", "SPH-15.5"))


def check(lines: Lines, state: State, *, between: bool) -> None:
    """Raise `NotationError` for the first impossible fact; `between` steps, no seat is asked."""
    fault = _under_way(state) or _in_flight(state)
    fault = fault or (None if between else _stuck(state) or _wrong_half(state))
    if fault is not None:
        raise lines.key("turn").wrong(*fault)
    _turns(lines, state)
    _ended(lines, state)
    for seat in (0, 1):
        _queue(lines, state, seat)
    if state.phase in _ASKED | _DECIDED:
        return
    for seat in (0, 1):
        _units(lines, state, seat)
        _cards(lines, state, seat)
        _points(lines, state, seat)
        _colours(lines, state, seat)
    _powerups(lines, state)
    check_time(lines, state)
    result = after_step(state, ())
    if result is not None:
        line = " ".join(("end", result.clause, *result.winners))
        fix = Message("add_and_line", form=f"turn {state.turn} end", line=line)
        raise lines.key("turn").wrong(Message("spherion.is_over", clause=result.clause), fix)


def _turns(lines: Lines, state: State) -> None:
    """Check that set-up precedes turn 1 and no turn follows the last (SPH-5.1, 14.5, 14.6)."""
    word, config = lines.at("turn", 0), state.config
    if (state.turn == 0) != (state.phase in SETTING_UP) and state.phase not in _DECIDED:
        fix = Message("turn_zero")
        raise word.wrong(Message("turn_phase", number=state.turn, phase=state.phase), fix)
    if config.last_turn and state.turn > max(config.last_turn, config.max_turns):
        last = max(config.last_turn, config.max_turns)
        what = Message("spherion.last_turn", number=state.turn)
        raise word.wrong(what, span("", 1, last))
    if state.half and not config.alternating:
        fix = Message("spherion.no_half")
        raise word.wrong(Message("spherion.halves"), fix)


def _ended(lines: Lines, state: State) -> None:
    """Check that the winner's opponent has in fact lost (SPH-14.1 to 14.3, SPH-14.8)."""
    if not state.ending:
        return
    word, alone = lines.at("end", 0), state.ending in _ONE_WINNER
    if alone and len(state.winners) != 1:
        fix = Message("write", words=f"end {state.ending} blue")
        raise word.wrong(Message("spherion.one_winner"), fix)
    losers = [state.players[1 - SEATS.index(seat)] for seat in state.winners]
    if state.ending == "SPH-14.1" and losers[0].lp:
        loser = SEATS[1 - SEATS.index(state.winners[0])]
        what = Message("spherion.lp_left", owner=loser, count=losers[0].lp)
        raise word.wrong(what, Message("add_line", form=f"points {loser} lp=0"))


def _colours(lines: Lines, state: State, seat: int) -> None:
    """Check that the cell of each card has its player's colour (SPH-13.2)."""
    names = state.config.globe.names
    theirs = {u.cell for u in state.players[1 - seat].units if u is not None}
    for word in lines.rest("taken", SEATS[seat]):
        if any(names[cell] == word.text for cell in theirs):
            what = Message("spherion.coloured", owner=SEATS[1 - seat], cell=word.text)
            raise word.wrong(what, Message("spherion.take_cell"))


def _queue(lines: Lines, state: State, seat: int) -> None:
    """Check the number of orders and the units that they name (SPH-5.5, SPH-17.1)."""
    config, name, queue = state.config, SEATS[seat], state.players[seat].queue
    key = lines.key("queue", name)
    if len(queue) > config.queue_cap:
        what = Message("spherion.many_orders", owner=name, count=len(queue))
        raise key.wrong(what, Message("spherion.write_most", most=config.queue_cap))
    if queue and state.phase in BEFORE_PLAN:
        what = Message("spherion.no_orders_yet", phase=state.phase)
        raise key.wrong(what, Message("spherion.out_or_plan"))
    for word, order in zip(lines.rest("queue", name), queue, strict=True):
        intent = read_intent(order.text)
        if intent is None:
            continue
        if intent.card not in ("", UNKNOWN):
            word.part(intent.card, word.text.find(intent.card)).one_of(config.cards, "card")
        if max(intent.named, default=0) > config.field_limit:
            fix = Message("spherion.unit_numbers", most=config.field_limit)
            raise word.wrong(Message("spherion.no_unit", word=order.text), fix)


def _units(lines: Lines, state: State, seat: int) -> None:
    for slot, unit in enumerate(state.players[seat].units):
        if unit is None:
            continue
        fault = no_master(state, unit) if slot == 0 else no_unit(state, unit)
        if fault is not None:
            raise lines.key("unit", f"{SEATS[seat]} {slot or 'dm'}").wrong(*fault)


def _cards(lines: Lines, state: State, seat: int) -> None:
    """Check each pile's kinds of cards and the number of copies (SPH-4.1 to 4.3)."""
    config, name, player = state.config, SEATS[seat], state.players[seat]
    allowed: dict[str, Collection[Kind]] = {
        "hand": MAIN_KINDS,
        "deck": MAIN_KINDS,
        "extra": (Kind.FUSION,),
        "core": (*MAIN_KINDS, Kind.FUSION),
    }
    for key, kinds in allowed.items():
        for card in getattr(player, key):
            if card != UNKNOWN and config.cards[card].kind not in kinds:
                kind = Message(f"spherion.{config.cards[card].kind}")
                what = Message("spherion.kind_elsewhere", card=card, kind=kind)
                fix = Message("take_from_line", line=f"{key} {name}")
                raise lines.key(key, name).wrong(what, fix)
    on_globe = [c for u in player.units[1:] if u is not None for c in (u.card, *u.stack)]
    every = [*player.hand, *player.deck, *player.extra, *player.core, *on_globe]
    fused = [c for c in every if c != UNKNOWN and config.cards[c].kind is Kind.FUSION]
    fusions = {c.id: COPIES for c in config.cards.values() if c.kind is Kind.FUSION}
    listed = config.decks[seat]
    limits = {**config.limits[seat], **(fusions if listed is None else Counter(listed.extra))}
    extra = too_many(every, limits)
    if extra is not None:
        card, count, limit = extra
        what = Message(
            "spherion.too_many", owner=name, card=card, count=count, limit=limit, clause="SPH-4.3"
        )
        fix = Message("spherion.count_all")
        raise lines.naming(card).wrong(what, fix)
    most = MAIN_SIZES[1] + SIDE_SIZE if listed is None else len(listed.cards) + len(listed.extra)
    if len(every) > most or len(fused) > SIDE_SIZE:
        what = Message("spherion.too_many_cards", owner=name, count=len(every), fusions=len(fused))
        key = next((key for key in ("deck", "hand", "core") if (key, name) in lines), "extra")
        raise lines.key(key, name).wrong(what, Message("spherion.decks_hold", most=most))


def _points(lines: Lines, state: State, seat: int) -> None:
    """Check the life points (SPH-14.1) and the number of unused dice faces (SPH-6.2)."""
    player, name = state.players[seat], SEATS[seat]
    word = lines.key("points", name)
    if player.lp == 0:
        line = f"end SPH-14.1 {SEATS[1 - seat]}"
        fix = Message("spherion.over_or_lp", form=f"turn {state.turn} end", line=line)
        raise word.wrong(Message("spherion.no_lp", owner=name), fix)
    if sum(player.faces) > state.config.dice:
        what = Message("spherion.many_faces", count=sum(player.faces), dice=state.config.dice)
        raise word.wrong(what, Message("spherion.fewer_faces"))


def _powerups(lines: Lines, state: State) -> None:
    """Check the power-ups and their cells (SPH-12.1, SPH-12.2, SPH-12.4)."""
    config, powerups = state.config, [card for _, card in state.powerups]
    cards = [*state.pile, *state.used, *powerups]
    extra = too_many(cards, Counter(config.pile))
    if extra is not None:
        card, count, limit = extra
        what = Message("there_are", card=card, count=count, limit=limit, clause="SPH-19.5")
        raise lines.naming(card).wrong(what, Message("spherion.count_powerups"))
    if len(cards) > len(config.pile):
        what = Message("spherion.many_powerups", count=len(cards), limit=len(config.pile))
        key = next((key for key in ("pile", "used", "powerups") if key in lines), "turn")
        raise lines.key(key).wrong(what, Message("spherion.count_powerups"))
    if len(powerups) > config.powerup_cap:
        what = Message("spherion.many_lie", count=len(powerups))
        fix = Message("spherion.most_lie", most=config.powerup_cap)
        raise lines.key("powerups").wrong(what, fix)
    for cell, _ in state.powerups:
        if at_cell(state, cell) is not None:
            stands = config.globe.names[cell]
            what = Message("spherion.taken_powerup", cell=stands)
            raise lines.naming(stands).wrong(what, Message("move_one"))


def _under_way(state: State) -> Fault | None:
    phase, ask, ending = state.phase, state.ask, state.ending
    step = phase is Phase.STEP
    if step != (state.base is not None) or (step and ask is None):
        fix = Message("spherion.both_or_plan")
        return Message("spherion.step_asks"), fix
    if phase is Phase.SHOW and not (ask and ending):
        return Message("spherion.shown_at_end"), Message("spherion.ask_and_end")
    if ask and phase not in _ASKED:
        return Message("spherion.step_only"), Message("spherion.no_ask")
    if phase is Phase.END and not ending:
        return Message("spherion.names_clause"), Message("add_line", form="end SPH-14.1 blue")
    if ending and phase not in _DECIDED:
        return Message("spherion.goes_on"), Message("spherion.out_or_end", form="turn N end")
    if ask and not _answerable(state, ask):
        return Message("spherion.no_answer"), Message("spherion.step_anew")
    return None


def _answerable(state: State, ask: Ask) -> bool:
    """Return True if a step or the end of a game can ask this question."""
    if state.phase is Phase.SHOW:
        cell = state.config.globe.index.get(ask.cell, NOWHERE)
        found = at_cell(state, cell) if cell != NOWHERE else None
        if found is None or ask.kind != "face":
            return False
        return found[0] == ask.seat and found[1] > 0 and not found[2].up
    if ask.kind == "face":
        return ask.seat != BOTH and bool(ask.cell)
    if ask.kind == "target":
        return ask.seat < BOTH and len(ask.options) > 1
    return ask.seat == BOTH


def _in_flight(state: State) -> Fault | None:
    flying = any(u is not None and u.cell == NOWHERE for p in state.players for u in p.units)
    if flying and state.phase not in _ASKED | _DECIDED:
        return Message("spherion.in_flight"), Message("spherion.write_cell")
    return None


def _wrong_half(state: State) -> Fault | None:
    """Return a fault if a seat is asked in the half of a turn that it does not play (SPH-5.1)."""
    phase, due = state.phase, active(state)
    if (
        not state.config.alternating
        or phase not in _HALVES
        or (phase is Phase.CLAIM and state.step)
    ):
        return None
    if phase in (Phase.ROLL, Phase.MIX):
        fix = Message("write", words=f"turn {state.turn} {phase} {SEATS[due[0]]} half={state.half}")
        idle = state.seat not in due
    else:
        fix = Message("add_line", form=f"done {SEATS[1 - due[0]]}")
        idle = not state.players[1 - due[0]].done
    return (Message("spherion.other_half", owner=SEATS[due[0]]), fix) if idle else None


def _stuck(state: State) -> Fault | None:
    """Return a fault if no seat can do what the phase asks."""
    phase = state.phase
    waiting = [player for player in state.players if not player.done]
    if (phase is Phase.SPAWN and not state.pile) or (phase is Phase.RESTOCK and not state.used):
        return Message("spherion.no_powerup"), Message("spherion.add_powerup")
    if phase is Phase.MIX and not state.players[state.seat].deck:
        return Message("spherion.no_deck"), Message("spherion.write_deck")
    if phase in _ASKING and not waiting:
        return Message("spherion.nobody_asked"), Message("spherion.less_done")
    if phase is Phase.ORDER:
        for player in waiting:
            orders = player.queue[state.step : state.step + 1]
            if not orders or orders[0].text != HIDDEN_ORDER:
                return Message("spherion.no_hidden_order"), Message("spherion.add_done")
    return None
