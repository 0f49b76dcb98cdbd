"""Spherion, written from its specification alone: plain and slow.

A position is filled from its text (`read`) or by playing actions (`apply`). `answer` judges one
action; `actions` lists those that must be legal. A written order may come to nothing later
(SPH-7.2), so `actions` contains only the orders that would be carried out now.

Some conventions come from the texts of the clauses or from the notation, because the specification
leaves them open: the lowest free unit number for a card that leaves the hand (SPH-17.1), the
refusal of an order over budget when it is written (SPH-5.6), and the names of the phases.
"""

from __future__ import annotations

import contextlib
import copy
import random

from benchmarks.oracles.answers import LEGAL, Expectation, refused
from benchmarks.oracles.spherion_globe import cells, distances, image, maze
from benchmarks.oracles.spherion_openings import drawn_setup, opening
from benchmarks.oracles.spherion_position import (
    CARDS,
    RECIPES,
    SEATS,
    SLUG,
    GlobePosition,
    active,
    facts,
    other,
    read,
    read_facts,
    start,
)
from benchmarks.oracles.spherion_steps import (
    OpenQuestion,
    StepResolution,
    check_end,
    claimants,
    cost,
    larger,
    parsed,
    possible,
    way,
    written,
)
from rules import CHANCE, UNKNOWN, Action, Facing, Setup, Verb, load_catalog

__all__ = ["SLUG", "drawn_setup", "facts", "opening", "read", "read_facts", "start"]

SIGNS = ("rock", "paper", "scissors")
BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
VERBS = dict.fromkeys(Verb, 1.0)
HAND = 5
NEVER = tuple(f"SPH-7.{n}" for n in (1, "4a", "4b", "4c", 5, "5b", "5e", 6, 7, 8, 10, 11))
NEVER += ("SPH-2.7", "SPH-3.2", "SPH-17.1")
"""Clauses that may refuse an order when it is written, because it can never be legal."""
PLIES = 20
"""Length of a match; most matches begin in a crowded position."""
VALUES = {
    name: spec.values or tuple(map(str, range(spec.minimum, spec.maximum + 1)))
    for name, spec in load_catalog(SLUG).settings.items()
}
VALUES |= {
    "radius": ("1", "1", "2", "3"),
    "maze_open_gates": ("1", "2", "4"),
    "turn_mode": ("simultaneous", "simultaneous", "alternating"),
    "queue_cap": ("1", "3", "20"),
    "ready_timer": ("0", "5", "300"),
    "powerup_cap": ("0", "1", "3", "none"),
    "max_turns": ("5", "6", "20"),
}
"""Settings to draw from, the rare rules' more often."""


# Phases: SPH-4 to 6


def usable(at: GlobePosition, seat: str) -> bool:
    """Return True if a seat can use a Card or a Hammer (SPH-6.6, 6.7)."""
    points = at.points[seat]
    return bool((points["cards"] and at.decks[seat]) or (points["hammers"] and at.hands[seat]))


def may_draw(at: GlobePosition, seat: str) -> bool:
    """Return True if a seat may draw in the start phase (SPH-5.2)."""
    return len(at.hands[seat]) < HAND and bool(at.decks[seat])


def to_act(at: GlobePosition) -> set[str]:
    """Return who may act now."""
    if at.end:
        unit = at.to_show()
        return {unit.seat} if unit else set()
    if at.asked:
        return {seat for seat in at.asked[1] if seat not in at.signs}
    if at.phase in ("deal", "maze", "pile", "spawn", "restock", "roll", "mix"):
        return {CHANCE}
    if at.phase == "name":
        return {at.seat}
    if at.phase == "jkp":
        return {seat for seat in SEATS if seat not in at.signs}
    if at.phase == "order":
        return {seat for seat in active(at) if UNKNOWN in at.queue[seat][at.step - 1 : at.step]}
    waiting = {
        "draw": [s for s in active(at) if may_draw(at, s)],
        "use": [s for s in active(at) if usable(at, s)],
        "claim": claimants(at) if at.step else claimants(at) & {*active(at)},
        "plan": active(at),
    }
    return set(waiting[at.phase]) - at.done


def apply(before: GlobePosition, action: Action) -> GlobePosition:
    """Return the position after a legal action."""
    at = copy.deepcopy(before)
    at.ply += 1
    seat, verb, value = action.seat, action.verb, action.value
    if verb is Verb.DECLARE and value == "concede":
        at = _half_resolved(at) if at.asked else at
        at.end, at.asked = ("SPH-14.8", (other(seat),)), None
    elif unit := at.to_show():
        unit.card, unit.up = action.card, True
    elif at.phase == "step":
        _answered(at, seat, action.card or value)
    elif at.phase == "order":
        at.queue[seat][at.step - 1] = value
        if not to_act(at):
            _resolve(at)
    elif at.phase == "plan":
        if verb is Verb.DECLARE and value != "undo":
            at.queue[seat].append(value)
        elif verb is Verb.DECLARE:
            at.queue[seat].pop()
        else:
            at.done.add(seat)
            at.purses[seat] = at.points[seat].copy()
            if verb is Verb.PASS:
                at.queue[seat] = []
            if at.done >= set(active(at)):
                at.done = set()
                _next_step(at)
    else:
        PHASES[at.phase](at, action)
    return at


def _dealt(at: GlobePosition, action: Action) -> None:
    at.decks[at.seat] = list(action.also)
    if at.seat == "blue":
        at.seat = "red"
        return
    for each in SEATS:
        at.hands[each], at.decks[each] = at.decks[each][:HAND], at.decks[each][HAND:]
    at.phase = "jkp"


def _first_signs(at: GlobePosition, action: Action) -> None:
    if winner := _signed(at, action.seat, action.value):
        at.phase, at.seat = "name", winner


def _named(at: GlobePosition, action: Action) -> None:
    at.initiative, at.phase = action.value, "maze"


def _walled(at: GlobePosition, action: Action) -> None:
    at.walls, at.phase = maze(at.settings, action.value), "pile"


def _piled(at: GlobePosition, action: Action) -> None:
    at.pile = list(action.also)
    if at.phase == "pile":
        at.turn = 1
    else:
        at.used = []
    _spawn(at)


def _spawned(at: GlobePosition, action: Action) -> None:
    _appear(at, action.value)
    _spawn(at)


def _drawn(at: GlobePosition, action: Action) -> None:
    seat = action.seat
    if action.verb is Verb.PASS:
        at.done.add(seat)
    else:
        at.hands[seat].append(at.decks[seat].pop(0))
    _after_draw(at)


def _used(at: GlobePosition, action: Action) -> None:
    seat = action.seat
    if action.verb is Verb.PASS:
        at.done.add(seat)
    elif action.verb is Verb.DRAW:
        at.points[seat]["cards"] -= 1
        at.hands[seat].append(at.decks[seat].pop(0))
    else:
        at.points[seat]["hammers"] -= 1
        at.hands[seat].remove(action.card)
        at.decks[seat].append(action.card)
        if UNKNOWN not in at.decks[seat]:
            at.phase, at.seat = "mix", seat
            return
        at.decks[seat][-1] = UNKNOWN  # shuffled by the player
        at.hands[seat].append(at.decks[seat].pop())
    _after_use(at)


def _mixed(at: GlobePosition, action: Action) -> None:
    at.hands[at.seat].append(action.also[0])
    at.decks[at.seat] = list(action.also[1:])
    _after_use(at)


def _shown(at: GlobePosition, action: Action) -> None:
    at.done.add(action.seat)
    if action.value == "claim":
        at.signs[action.seat] = "claim"
    if not to_act(at):
        _claimed(at)


def _signed(at: GlobePosition, seat: str, value: str) -> str:
    """Take a sign; return the winner when both are there (SPH-17.6)."""
    at.signs[seat] = value
    if len(at.signs) < len(SEATS):
        return ""
    signs, at.signs = at.signs, {}
    return next((s for s in SEATS if BEATS[signs[s]] == signs[other(s)]), "")


def _eligible(at: GlobePosition) -> list[str]:
    """Return the cells in which a power-up may appear (SPH-12.2)."""
    reach = [distances(at.radius, at.master(seat).cell) for seat in SEATS]
    return [
        cell
        for cell in cells(at.radius)
        if not at.at(cell) and cell not in at.powerups and all(far[cell] >= 2 for far in reach)
    ]


def _appear(at: GlobePosition, cell: str) -> None:
    at.powerups[cell] = at.pile.pop(0)
    at.spawned += 1
    at.first = at.first or cell


def _spawn(at: GlobePosition) -> None:
    """Let power-ups appear; begin the draws when no more can (SPH-12.2)."""
    cap = at.settings["powerup_cap"]
    while at.spawned < 2 and _eligible(at) and (at.pile or at.used):
        if cap != "none" and len(at.powerups) >= int(cap):
            break
        if not at.pile:
            at.phase = "restock"
            return
        mirrored = at.settings["powerup_spawn"] == "mirrored" and at.spawned == 1
        if not mirrored or image(at.first) not in _eligible(at):
            at.phase = "spawn"
            return
        _appear(at, image(at.first))
    _start_draws(at)


def _start_draws(at: GlobePosition) -> None:
    at.phase, at.done = "draw", set()
    _after_draw(at)


def _after_draw(at: GlobePosition) -> None:
    if not to_act(at):
        at.phase, at.done, at.seat = "roll", set(), active(at)[0]


def _rolled(at: GlobePosition, action: Action) -> None:
    """Apply the faces of the dice (SPH-6.3 to 6.7)."""
    points = at.points[at.seat]
    for face, name in zip("SACH", ("sp", "mp", "cards", "hammers"), strict=True):
        points[name] += action.value.count(face) * (2 if name == "mp" else 1)
    if at.seat != active(at)[-1]:
        at.seat = active(at)[-1]
    else:
        at.done = set()
        _after_use(at)


def _after_use(at: GlobePosition) -> None:
    at.phase = "use"
    for seat in SEATS:
        if seat in at.done or not usable(at, seat):
            at.points[seat]["cards"] = at.points[seat]["hammers"] = 0
            at.done.add(seat)
    if not to_act(at):
        at.done, at.step = set(), 0
        at.phase = "claim" if claimants(at) & {*active(at)} else "plan"


def _claimed(at: GlobePosition) -> None:
    """End the game if somebody has shown the piece set (SPH-14.3, 14.7)."""
    shown, at.signs, at.done = set(at.signs), {}, set()
    if len(shown) == 2:
        at.end = ("SPH-14.7", larger(at) if at.settings["double_loss"] == "territory" else ())
    elif shown:
        at.end = ("SPH-14.3", tuple(shown))
    elif at.step:
        _next_step(at)
    else:
        at.phase = "plan"


PHASES = {
    "deal": _dealt,
    "jkp": _first_signs,
    "name": _named,
    "maze": _walled,
    "pile": _piled,
    "restock": _piled,
    "spawn": _spawned,
    "draw": _drawn,
    "roll": _rolled,
    "use": _used,
    "mix": _mixed,
    "claim": _shown,
}


# Execution: SPH-5.9, 5.10


def _next_step(at: GlobePosition) -> None:
    """Resolve steps until a question, the end of the game or of the turn."""
    while at.step < max(len(queue) for queue in at.queue.values()):
        at.step += 1
        at.answers, at.asked, at.phase = [], None, "order"  # SPH-17.4
        if to_act(at):
            return
        at.phase = "step"
        if not _resolved(at) or _stopped(at):
            return
    _end_phase(at)


def _resolve(at: GlobePosition) -> None:
    """Resolve a step whose orders were turned over, and what follows."""
    at.phase = "step"
    if _resolved(at) and not _stopped(at):
        _next_step(at)


def _resolved(at: GlobePosition) -> bool:
    """Resolve one step; return False if it waits for an answer."""
    trial = StepResolution(copy.deepcopy(at))
    try:
        trial.run()
    except OpenQuestion as question:
        at.asked = question.args
        return False
    at.__dict__.update(trial.at.__dict__)
    at.asked = None
    return True


def _half_resolved(at: GlobePosition) -> GlobePosition:
    """Return the position at the question of a step, as it is on the table."""
    trial = StepResolution(at)
    with contextlib.suppress(OpenQuestion):
        trial.run()
    return trial.at


def _stopped(at: GlobePosition) -> bool:
    """Return True if the step ends the game, or somebody may claim the end."""
    if check_end(at):
        return True
    if claimants(at):
        at.phase, at.done = "claim", set()
        return True
    return False


def _answered(at: GlobePosition, seat: str, value: str) -> None:
    assert at.asked
    if at.asked[0] == "jkp":
        value = _signed(at, seat, value)
        if not value:
            return
    at.answers.append(value)
    _resolve(at)


def _end_phase(at: GlobePosition) -> None:
    """Clear the marks, compare territories, and begin the next turn (SPH-5.10, 14.5, 14.6)."""
    for unit in at.units:
        unit.moved = 0
        unit.attacked = unit.stopped = unit.turned = unit.arrived = False
    at.step, at.queue = 0, {seat: [] for seat in SEATS}
    if at.settings["turn_mode"] == "alternating" and not at.half:
        at.half = 1
        _start_draws(at)
        return
    for unit in at.units:
        unit.dip = 0  # SPH-9.6: lost for the turn, not for its half
    if at.turn >= int(at.settings["max_turns"]):
        life = {seat: at.points[seat]["lp"] for seat in SEATS}
        winner = larger(at) or tuple(s for s in SEATS if life[s] > life[other(s)])
        cap = at.settings["sudden_death_cap"]
        if winner:
            sudden = at.turn > int(at.settings["max_turns"])
            at.end = ("SPH-14.6" if sudden else "SPH-14.5", winner)
        elif cap != "none" and at.turn >= int(cap):
            at.end = ("SPH-14.6", ())
        if at.end:
            return
    at.half, at.turn, at.spawned, at.first = 0, at.turn + 1, 0, ""
    if at.settings["initiative"] == "alternating":
        at.initiative = other(at.initiative)
    _spawn(at)


def outcome(at: GlobePosition) -> tuple[tuple[str, ...], str, dict[str, int]] | None:
    """Return the winners, the clause that ended the game, and the cells of both colours."""
    if not at.end or at.to_show():
        return None
    return at.end[1], at.end[0], {seat: at.territory(seat) for seat in SEATS}


# Verdicts


def actions(at: GlobePosition) -> tuple[set[Action], set[Action] | None]:
    """Return the actions that must be listed, and those that may be (None: any)."""
    found: set[Action] = set()
    for seat in {at.seen_by} & to_act(at) if at.seen_by else to_act(at):
        found |= _answers(at, seat) if at.asked or at.end else _choices(at, seat)
    return found, None if at.phase in ("plan", "order") or at.seen_by else found


def _answers(at: GlobePosition, seat: str) -> set[Action]:
    """Return the answers to a question of a step, or the faces of a card shown after the end."""
    if unit := at.to_show():
        return {Action(seat, Verb.FLIP, at=unit.cell, card=card) for card in at.unseen(seat)}
    assert at.asked
    if at.asked[0] == "target":
        return {Action(seat, Verb.CHOOSE, value=each) for each in at.asked[2]}
    if at.asked[0] == "face":
        faces = [each.partition("=") for each in at.asked[2]]
        return {Action(seat, Verb.FLIP, at=cell, card=card) for cell, _, card in faces}
    return {Action(seat, Verb.DECLARE, value=sign) for sign in SIGNS}


def _choices(at: GlobePosition, seat: str) -> set[Action]:
    """Return the actions of a phase that must be listed."""
    found: set[Action] = set()
    if at.phase == "jkp":
        found |= {Action(seat, Verb.DECLARE, value=sign) for sign in SIGNS}
    elif at.phase == "name":
        found |= {Action(seat, Verb.CHOOSE, value=each) for each in SEATS}
    elif at.phase == "draw":
        found |= {Action(seat, Verb.DRAW), Action(seat, Verb.PASS)}
    elif at.phase == "use":
        found.add(Action(seat, Verb.PASS))
        if at.points[seat]["cards"] and at.decks[seat]:
            found.add(Action(seat, Verb.DRAW))
        if at.points[seat]["hammers"]:
            cards = set(at.hands[seat])
            found |= {Action(seat, Verb.PLACE, card=c, to=f"{seat}.deck") for c in cards}
    elif at.phase == "claim":
        found |= {Action(seat, Verb.DECLARE, value="claim"), Action(seat, Verb.PASS)}
    elif at.phase == "plan":
        found |= _plans(at, seat)
    elif at.phase == "order":
        found |= _orders(at, seat)
    return found


def _plans(at: GlobePosition, seat: str) -> set[Action]:
    """Return the orders that would be legal now, and the other actions of the plan phase."""
    found = {Action(seat, Verb.READY)}
    if at.queue[seat]:
        found.add(Action(seat, Verb.DECLARE, value="undo"))
    if at.done & set(active(at)) and at.settings["ready_timer"] != "0":  # SPH-5.8
        found.add(Action(seat, Verb.PASS))
    if len(at.queue[seat]) < int(at.settings["queue_cap"]):
        hidden = at.settings["orders"] != "companion"  # SPH-17.3
        unseen = {Action(seat, Verb.DECLARE, value=UNKNOWN)}
        found |= unseen if hidden else _orders(at, seat)
    return found


def _orders(at: GlobePosition, seat: str) -> set[Action]:
    """Return the orders that would be carried out now, and WAIT."""
    texts = [t for t in written(at, seat) if _affordable(at, seat, t) and possible(at, seat, t)]
    return {Action(seat, Verb.DECLARE, value=text) for text in ("wait", *texts)}


def _affordable(at: GlobePosition, seat: str, text: str) -> bool:
    """Judge SPH-5.6 for a queue with one more order."""
    costs = [cost(at, each) for each in (*at.queue[seat], text)]
    points = at.purses[seat] if at.phase == "order" else at.points[seat]
    return sum(c[0] for c in costs) <= points["sp"] and sum(c[1] for c in costs) <= points["mp"]


def answer(at: GlobePosition, action: Action) -> Expectation:
    """Return the oracle's judgement of an action of a seat."""
    seat, verb = action.seat, action.verb
    if at.seen_by not in ("", seat):
        return Expectation(legal=True, open=True)
    if at.end and not at.to_show():
        return refused("SPH-8.9", may=(at.end[0],))
    if verb is Verb.DECLARE and action.value == "concede" and not at.end:
        return LEGAL if action == Action(seat, verb, value="concede") else refused()
    certain, _ = actions(at)
    if action in certain:
        return LEGAL
    if at.end:
        return refused()
    if at.phase == "order" and verb is Verb.DECLARE and seat in to_act(at):
        fits = parsed(action.value) and _affordable(at, seat, action.value)
        return Expectation(legal=True, open=True) if fits else refused()
    return _refused_plan(at, action) if at.phase == "plan" else refused()


def _refused_plan(at: GlobePosition, action: Action) -> Expectation:
    """Return the judgement of an action of the plan phase that `actions` does not list."""
    seat, verb, value = action.seat, action.verb, action.value
    if seat not in active(at):
        return refused(("SPH-5.1", "SPH-5.7", "SPH-7.1"))
    if verb is Verb.READY or (verb is Verb.DECLARE and seat in at.done):
        return refused(("SPH-5.7", "SPH-7.1", "SPH-17.3")) if seat in at.done else refused()
    if verb is Verb.PASS:
        return refused(("SPH-5.7", "SPH-5.8") if seat in at.done else "SPH-5.8")
    if verb is not Verb.DECLARE or value in ("undo", "claim"):
        return refused()
    if at.settings["orders"] != "companion":
        return refused(("SPH-17.3", "SPH-5.5", "SPH-7.1"))
    if parsed(value) is None:
        return refused(("SPH-7.1", *NEVER), may=("SPH-5.5", "SPH-5.6"))
    if len(at.queue[seat]) >= int(at.settings["queue_cap"]):
        return refused("SPH-5.5", may=("SPH-5.6", *NEVER))
    if not _affordable(at, seat, value):
        return refused("SPH-5.6", may=NEVER)
    return Expectation(legal=True, open=True)


# What the campaign plays


def can_hide(setup: Setup) -> bool:
    """Return True if a match with unknown cards can be replayed: not here."""
    del setup
    return False


def watchers(at: GlobePosition) -> list[str | None]:
    """Return who sees the position: the public and each seat, but not in the middle of a step."""
    return [] if at.asked or at.end else [None, *SEATS]


def view(at: GlobePosition, seat: str | None) -> GlobePosition:
    """Return the position as a seat sees it, or the public (SPH-15.1 to 15.3)."""
    seen = copy.deepcopy(at)
    seen.seen_by = seat or "public"
    hidden = [seen.pile, *seen.decks.values()]
    hidden += [piles[each] for each in SEATS if each != seat for piles in (seen.hands, seen.extra)]
    for cards in hidden:
        cards[:] = [UNKNOWN] * len(cards)
    seen.powerups = dict.fromkeys(seen.powerups, UNKNOWN)
    for unit in seen.units:
        if not unit.up and unit.seat != seat:
            unit.card = UNKNOWN
    for each in {*SEATS} - {seat}:
        queue = seen.queue[each] if at.phase != "plan" else []  # SPH-17.3
        seen.queue[each] = [_masked(text) for text in queue]
    shown = {each: sign for each, sign in seen.signs.items() if each == seat or sign == "claim"}
    seen.signs = shown  # a claim shows the cards (SPH-14.3)
    return seen


def _masked(text: str) -> str:
    """Return an order as the other player sees it when it is turned over (SPH-17.4)."""
    verb, *rest = text.split(":")
    down = verb in ("summon", "set") and rest[2] == "down"
    return ":".join((verb, UNKNOWN, *rest[1:])) if down else text


def unlisted(at: GlobePosition, action: Action) -> bool:
    """Return True if an action is legal but no choice: conceding."""
    del at
    return action.value == "concede"


def choose(at: GlobePosition, legal: list[Action], rng: random.Random) -> Action:
    """Return an action to play; in the plan phase mostly orders that lead to fights."""
    if at.end or at.phase not in ("plan", "order"):
        return rng.choice(legal)
    seat = rng.choice([action.seat for action in legal])
    mine = [action for action in legal if action.seat == seat]
    ready = Action(seat, Verb.READY)
    enough = len(at.queue[seat]) >= rng.choice((1, 2, 4)) or rng.random() < 0.1
    if at.phase == "plan" and enough:
        return ready if rng.random() < 0.95 or len(mine) == 1 else rng.choice(mine)
    verbs: dict[str, list[Action]] = {}
    for action in mine:
        verbs.setdefault(action.value.partition(":")[0], []).append(action)
    likes = {
        UNKNOWN: 8,
        "move": 8,
        "summon": 3,
        "set": 3,
        "flip": 2,
        "turn": 1,
        "fuse": 4,
        "wait": 0.5,
    }
    names = [name for name in verbs if name in likes]
    if not names:
        return ready
    verb = rng.choices(names, [likes[name] for name in names])[0]
    wanted = [action for action in verbs[verb] if possible(at, seat, action.value)]
    if wanted and rng.random() < 0.85:
        return rng.choice([each for each in wanted if _meets(at, each)] or wanted)
    return rng.choice(verbs[verb])


def _meets(at: GlobePosition, action: Action) -> bool:
    """Return True if an order meets what the other player has written for the same step."""
    seat = action.seat
    step = at.step - 1 if at.phase == "order" else len(at.queue[seat])
    against = at.queue[other(seat)][step : step + 1]
    if not against:
        return False
    mine, theirs = way(at, seat, action.value), way(at, other(seat), against[0])
    return bool({*mine} & {*theirs} - {""})


def strange(at: GlobePosition, legal: list[Action], rng: random.Random) -> Action:
    """Return an action that is often illegal, and nearly legal."""
    seat = rng.choice(SEATS)
    roll = rng.random()
    torn = at.asked and any(unit.card == UNKNOWN for unit in at.units)
    if (
        roll < (0.1 if at.asked else 0.01) and not torn
    ):  # no clause says how a half resolved step is shown
        return Action(seat, Verb.DECLARE, value="concede")
    if roll < 0.2:
        verb = rng.choice((Verb.READY, Verb.PASS, Verb.DRAW, Verb.DECLARE, Verb.CHOOSE))
        value = {Verb.DECLARE: rng.choice(("undo", "rock")), Verb.CHOOSE: rng.choice(SEATS)}
        return Action(seat, verb, value=value.get(verb, ""))
    if roll < 0.3:
        cards = sorted({*at.hands[seat], "M01", "S01"})
        card = rng.choice(cards)
        return Action(seat, Verb.PLACE, card=card, to=f"{seat}.deck", facing=Facing.UP)
    if roll < 0.4 and legal:
        return rng.choice(legal)
    orders = [
        f"move:{rng.choice(('dm', '1', '3', '7', '0', 'x'))}:{rng.randrange(8)}",
        f"summon:{rng.choice(sorted(CARDS))}:{rng.randrange(7)}:up:attack",
        f"summon:{rng.choice(sorted(at.hands[seat]) or ['M01'])}:{rng.randrange(6)}:down:attack:1",
        f"set:{rng.choice(sorted(CARDS))}:{rng.randrange(6)}:up",
        f"fuse:{rng.randrange(7)}:{rng.randrange(7)}:{rng.choice(sorted(RECIPES))}",
        f"{rng.choice(('flip', 'turn'))}:{rng.choice(('dm', '1', '2', '9'))}",
    ]
    return Action(seat, Verb.DECLARE, value=rng.choice(orders))
