"""An independent, slow Spherion for counting, written from the specification alone.

It covers only what the counted position can reach. There is a globe of radius 1, with deck masters
and single face-up monsters that wait, move, flip and turn. There is one die and one order per
seat, and there are no hands, decks or power-ups. Cells are names, sides are found by geometry, and
steps follow the words of SPH-8.
"""

from __future__ import annotations

from collections import Counter

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CARDS = {"M03": (1700, 1000), "M08": (1500, 1000)}
SWIFT = {"M08"}
State = dict


def neighbours() -> dict[str, list[str]]:
    """Return the neighbours of each cell for radius 1 (SPH-2.5 to 2.7); "" is a missing side."""
    table = {}
    for half, other, shift in (("N", "S", 0), ("S", "N", -1)):
        table[f"{half}0"] = [f"{half}1.{d}" for d in range(6)]
        for i in range(6):
            x, y = DIRECTIONS[i]
            row = [""] * 6
            for d, (dx, dy) in enumerate(DIRECTIONS):
                if (x + dx, y + dy) == (0, 0):
                    row[d] = f"{half}0"
                elif (x + dx, y + dy) in DIRECTIONS:
                    row[d] = f"{half}1.{DIRECTIONS.index((x + dx, y + dy))}"
            row[i] = f"{other}1.{(i + shift) % 6}"
            row[(i + 1) % 6] = f"{other}1.{(i + shift + 1) % 6}"
            table[f"{half}1.{i}"] = row
    return table


TABLE = neighbours()
WALLS = {frozenset(("N1.0", "N1.1")), frozenset(("N1.0", "S1.0"))}


def start() -> State:
    """Return the first state. `pieces` maps (seat, slot) to [cell, card, defence, ATK lost]."""
    return {
        "pieces": {
            (0, 0): ["N0", "dm", False, 0],
            (0, 1): ["N1.0", "M03", False, 0],
            (1, 0): ["S1.2", "dm", False, 0],
            (1, 1): ["S1.1", "M08", False, 0],
        },
        "mp": [1, 1],
        "sp": [0, 0],
        "lp": [5, 5],
        "first": 0,
        "queue": [None, None],
        "ready": [False, False],
        "turn": 1,
    }


def copied(state: State) -> State:
    return {
        **{k: list(v) if isinstance(v, list) else v for k, v in state.items()},
        "pieces": {k: list(v) for k, v in state["pieces"].items()},
    }


def orders(state: State, seat: int) -> list[tuple]:
    found: list[tuple] = [("wait",)]
    units = [slot for s, slot in state["pieces"] if s == seat and slot]
    if state["mp"][seat]:
        found += [("move", slot, d) for slot in (0, *units) for d in range(6)]
    found += [(kind, slot) for slot in units for kind in ("flip", "turn")]
    if state["sp"][seat] and len(units) > 1:
        raise AssertionError("fusions are out of reach here")
    return found


def decisions(state: State) -> list[tuple]:
    """Return each seat's possible decisions in the plan phase (SPH-5.5 to 5.8)."""
    found = []
    for seat in (0, 1):
        if state["ready"][seat]:
            continue
        if state["queue"][seat] is None:
            found += [(seat, order) for order in orders(state, seat)]
        else:
            found.append((seat, "undo"))
        found.append((seat, "ready"))
        if state["ready"][1 - seat]:
            found.append((seat, "late"))
    return found


def follow(state: State, decision: tuple) -> list[State]:
    """Return the next plan phases, one per result of the two dice; [] if the game has ended."""
    seat, what = decision
    state = copied(state)
    if what == "undo":
        state["queue"][seat] = None
    elif what in ("ready", "late"):
        state["ready"][seat] = True
        if what == "late":
            state["queue"][seat] = None
    else:
        state["queue"][seat] = what
    if not all(state["ready"]):
        return [state]
    if any(state["queue"]):
        step(state)
        if not all(state["lp"]) or surrounded(state):
            return []
    found = []
    for blue in "SACH":
        for red in "SACH":
            after = copied(state)
            for s, face in enumerate((blue, red)):
                after["sp"][s] += face == "S"
                after["mp"][s] += 2 * (face == "A")
            after |= {"queue": [None, None], "ready": [False, False]}
            after |= {"first": 1 - state["first"], "turn": state["turn"] + 1}
            found.append(after)
    return found


def surrounded(state: State) -> bool:
    """Return True if a seat has enough monsters to surround anything; two cannot (SPH-14.2)."""
    return any(sum(s != seat and slot > 0 for s, slot in state["pieces"]) >= 4 for seat in (0, 1))


def step(state: State) -> None:
    pieces = state["pieces"]
    before = {key: value[0] for key, value in pieces.items()}
    going: list[tuple[int, int, str, str]] = []
    for seat in (state["first"], 1 - state["first"]):
        match state["queue"][seat]:
            case ("turn", slot):
                pieces[seat, slot][2] = not pieces[seat, slot][2]
            case ("move", slot, direction):
                here = before[seat, slot]
                there = TABLE[here][direction]
                own = {cell for (s, _), cell in before.items() if s == seat}
                if there and frozenset((here, there)) not in WALLS and there not in own:
                    going.append((seat, slot, here, there))
    for seat, slot, _, _ in going:
        state["mp"][seat] -= 1
        pieces[seat, slot][0] = ""
    if len(going) < 2:
        for one in going:
            arrive(state, one)
        return
    a, b = going
    if a[3] == b[3] or (a[3], b[3]) == (b[2], a[2]):
        collide(state, a, b, swap=a[3] != b[3])
    elif a[3] == b[2]:
        arrive(state, b)
        arrive(state, a)
    else:
        arrive(state, a)
        arrive(state, b)


def attack_value(piece: list) -> int:
    return CARDS[piece[1]][0] - piece[3]


def arrive(state: State, one: tuple[int, int, str, str]) -> None:
    seat, slot, here, there = one
    pieces = state["pieces"]
    mine = pieces[seat, slot]
    target = next((key for key, value in pieces.items() if value[0] == there), None)
    if target is None:
        mine[0] = there
    elif slot == 0 or mine[2]:  # may not attack: void, the point is refunded
        mine[0] = here
        state["mp"][seat] += 1
    elif target[1] == 0:
        state["lp"][1 - seat] -= 1
        mine[0] = here
    else:
        a, d = attack_value(mine), CARDS[pieces[target][1]][1]
        if a > d:
            del pieces[target]
            mine[0] = there
        else:
            mine[0] = here
            mine[3] += max(0, min(a, d - a))


def collide(state: State, a: tuple, b: tuple, *, swap: bool) -> None:
    pieces = state["pieces"]
    one, two = pieces[a[0], a[1]], pieces[b[0], b[1]]
    if a[1] and b[1]:
        x, y = attack_value(one), attack_value(two)
        if x == y:
            one[0], two[0] = a[2], b[2]
        elif x > y:
            one[0] = a[3]
            del pieces[b[0], b[1]]
        else:
            two[0] = b[3]
            del pieces[a[0], a[1]]
    elif not a[1] and not b[1]:
        one[0], two[0] = a[2], b[2]
    else:
        monster, master = (a, b) if a[1] else (b, a)
        state["lp"][master[0]] -= 1
        pieces[master[0], 0][0] = master[2]
        pieces[monster[0], monster[1]][0] = monster[2] if swap else monster[3]


def counts(depth: int) -> list[int]:
    """Count the sequences of 1 … `depth` decisions. Dice results are followed but not counted."""
    level: Counter = Counter({_key(start()): 1})
    states = {_key(start()): start()}
    found = []
    for at in range(depth):
        following: Counter = Counter()
        total = 0
        for key, times in level.items():
            options = decisions(states[key])
            total += times * len(options)
            for decision in options if at + 1 < depth else ():
                for after in follow(states[key], decision):
                    new = _key(after)
                    states.setdefault(new, after)
                    following[new] += times
        found.append(total)
        level = following
    return found


def _key(state: State) -> str:
    return repr(sorted(state["pieces"].items())) + repr(
        [state[k] for k in ("mp", "sp", "lp", "first", "queue", "ready", "turn")]
    )
