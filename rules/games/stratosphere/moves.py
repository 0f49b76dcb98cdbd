"""Violations that the moves of a turn cause (STR-3, STR-5.1).

The priority is: the card, the node, the reach, the six conditions of an attack, and fields that the
move does not use. A missing field or an unknown node is the only violation reported for an action.
`legal` lists the moves for which the same functions find nothing.
"""

from collections.abc import Callable, Iterator

from rules.core.action import (
    CHOOSE,
    DECLARE,
    DRAW,
    FLIP,
    MOVE,
    PASS,
    PLACE,
    REMOVE,
    SWAP,
    Action,
    Verb,
)
from rules.core.values import DOWN, UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.stratosphere.actions import ATTACK, DISCARD, attack, command, plain, reveal, supply
from rules.games.stratosphere.config import LIMIT
from rules.games.stratosphere.control import adjacent, bits, reach, revealable, rivals
from rules.games.stratosphere.hidden import has, left_of
from rules.games.stratosphere.state import State

_LACKING = {"at=": "from", "to=": "whom", "at= to=": "attack"}
"""Cases of STR-9.3, by the fields that an attack lacks."""

_CONDITIONS = {"STR-2.5": "far", "STR-5.2": "rival", "STR-5.7": "higher", "STR-5.8": "bare"}
"""Cases of STR-5.1, by the clause that explains the condition."""

Found = tuple[Violation, ...]
"""Violations found so far."""


def refused(action: Action) -> Violation:
    """Return the violation for an action that no clause mentions (STR-9.4)."""
    return breach("STR-9.4", seat=action.seat)


def takes(words: str) -> Violation:
    """Return the violation for an action that lacks the required fields `words` (STR-9.3)."""
    return breach("STR-9.3", _LACKING.get(words, ""), target=words)


def move(state: State, action: Action) -> Found:
    """Return every clause violated by a move of the seat to move."""
    judge = _VERBS.get(action.verb)
    return judge(state, action) if judge else (refused(action),)


def _exact(action: Action, found: list[Violation], canonical: Action) -> Found:
    # Actions are cached, so most are the same object, and comparing fields is slow.
    exact = action is canonical or action == canonical
    return tuple(found) if found or exact else (refused(action),)


def draw_faults(state: State) -> list[Violation]:
    """Return the violations of drawing a card (STR-3.9, STR-3.10)."""
    found: list[Violation] = []
    count = len(state.hands[state.seat])
    if count >= LIMIT:
        found.append(breach("STR-3.9", count=count, limit=LIMIT))
    if not state.pile and not (state.config.recycle and state.discard):
        found.append(breach("STR-3.10"))
    return found


def _draw(state: State, action: Action) -> Found:
    found = draw_faults(state)
    if action != plain(action.seat, DRAW):
        found.append(breach("STR-3.4", seat=action.seat))
    return tuple(found)


def _place(state: State, action: Action) -> Found:
    p = state.config.index.get(action.to, -1)
    if action.to == DISCARD and action.card:
        return (breach("STR-6.6", card=action.card, seat=action.seat),)
    if p < 0:
        return (breach("STR-3.5", card=action.card, cell=action.to),)
    return _supply(state, action, p) if action.facing is DOWN else _command(state, action, p)


def misread(state: State, card: str) -> Violation:
    """Return the violation for a card that appears more often than the pack has it (STR-8.4)."""
    limit = state.config.copies if card in state.config.value else 0
    return breach("STR-8.4", card=card, count=limit + 1, limit=limit)


def card_faults(state: State, seat: int, card: str, lacking: Violation) -> list[Violation]:
    """Return the violation if a seat cannot have a card: `lacking`, or STR-8.4."""
    if has(state, seat, card):
        return []
    maybe = UNKNOWN in state.hands[seat] and left_of(state, card) <= 0
    foreign = card not in state.config.value
    return [misread(state, card) if card not in ("", UNKNOWN) and (foreign or maybe) else lacking]


def _far(state: State, p: int) -> list[Violation]:
    """Return the violation if a node is out of reach (STR-3.11)."""
    return [] if reach(state) >> p & 1 else [breach("STR-3.11", cell=state.config.names[p])]


def _supply(state: State, action: Action, p: int) -> Found:
    lacking = breach("STR-3.5", card=action.card, cell=action.to)
    found = card_faults(state, state.seat, action.card, lacking) + _far(state, p)
    return _exact(action, found, supply(action.seat, action.card, action.to))


def has_force(state: State, card: str) -> bool:
    """Return True if a card is of the force of the seat to move, as a command requires."""
    return state.config.force.get(card, -2) == state.forces[state.seat]


def _command(state: State, action: Action, p: int) -> Found:
    """Judge a command, a card played face up from the hand if the settings allow it (STR-3.8)."""
    found: list[Violation] = []
    config, card = state.config, action.card
    if not config.command:
        found.append(breach("STR-3.8", "off"))
    wrong = breach("STR-3.8", card=card, cell=action.to)
    found += card_faults(state, state.seat, card, wrong)
    if not has_force(state, card):
        found.append(wrong)
    if state.nodes[p].up:
        found.append(breach("STR-4.9", cell=action.to, card=state.nodes[p].up))
    found += _far(state, p)
    return _exact(action, found, command(action.seat, card, action.to))


def _reveal(state: State, action: Action) -> Found:
    """Judge a reveal (STR-3.6); the card seen must be possible at the node (STR-8.4)."""
    config, card = state.config, action.card
    p = config.index.get(action.at, -1)
    if not action.at or card in ("", UNKNOWN):
        return (takes("CELL card=" if not action.at else "card="),)
    if p < 0:
        return (breach("STR-2.2", cell=action.at),)
    found: list[Violation] = []
    node = state.nodes[p]
    top = node.up or node.down[0].card
    if node.up:
        found.append(breach("STR-3.6", cell=action.at, card=top))
    elif card != top and (top != UNKNOWN or left_of(state, card) <= 0):
        found.append(misread(state, card))
    found += _far(state, p)
    return _exact(action, found, reveal(action.seat, action.at, card))


def _protecting(state: State, rival: int, x: int, y: int) -> list[str]:
    """Return the clauses that protect node `y` from an attack by node `x` (STR-5.1).

    `rival` are the nodes that rivals control.
    """
    source, target, value = state.nodes[x], state.nodes[y], state.config.value
    found = [] if y in state.config.near[x] else ["STR-2.5"]
    if not rival >> y & 1:
        found.append("STR-5.2")
    elif source.up and value[target.up] > value[source.up]:
        found.append("STR-5.7")
    if (source.up and not source.down) or (target.up and not target.down):
        found.append("STR-5.8")
    return found


def attacks(state: State) -> Iterator[tuple[int, int]]:
    """Yield every attack that the seat to move may declare, as source and target."""
    rival = rivals(state)
    for x in bits(state.held[state.seat] & adjacent(state, rival)):
        for y in state.config.near[x]:
            if rival >> y & 1 and not _protecting(state, rival, x, y):
                yield x, y


def _attack_faults(state: State, x: int, y: int) -> list[Violation]:
    """Return the violations of an attack; STR-5.1 leads and says which condition is not met."""
    nodes, names = state.nodes, state.config.names
    both = {"cell": names[x], "target": names[y]}
    own = state.held[state.seat] >> x & 1
    found = [] if own else [breach("STR-5.1", **both)]
    for clause in _protecting(state, rivals(state), x, y):
        facts = both
        if clause == "STR-5.7":
            facts = {"card": nodes[x].up, "neighbour": nodes[y].up, **both}
        elif clause == "STR-5.8":
            p = y if nodes[x].down or not nodes[x].up else x
            facts = {"cell": names[p], "card": nodes[p].up}
        if not found:
            found.append(breach("STR-5.1", _CONDITIONS[clause], **facts | both))
        found.append(breach(clause, **facts))
    return found


def _declare(state: State, action: Action) -> Found:
    """Judge an attack (STR-5.1)."""
    if action.value != ATTACK:
        return (refused(action),)
    index, at, to = state.config.index, action.at, action.to
    missing = [f"{word}=" for word, cell in (("at", at), ("to", to)) if not cell]
    if missing:
        return (takes(" ".join(missing)),)
    if at not in index or to not in index:
        return (breach("STR-2.2", cell=to if at in index else at),)
    found = _attack_faults(state, index[at], index[to])
    return _exact(action, found, attack(action.seat, at, to))


def can_move(state: State) -> bool:
    """Return True if the seat to move has a legal move (STR-3.2).

    A card in hand can always be supplied to the seat's own zone.
    """
    if state.hands[state.seat] or not draw_faults(state):
        return True
    return bool(revealable(state, reach(state))) or any(attacks(state))


def _pass(state: State, action: Action) -> Found:
    """Judge a pass, which is illegal if there is a legal move (STR-3.2)."""
    if state.config.compulsory and can_move(state):
        return (breach("STR-3.2", seat=action.seat, count=state.left),)
    return _exact(action, [], plain(action.seat, PASS))


def _disturb(state: State, action: Action) -> Found:
    """Return the violation for moving, taking or changing cards at a node (STR-4.9, STR-3.13)."""
    for cell in (action.at, action.to):
        p = state.config.index.get(cell, -1)
        if p >= 0:
            up = state.nodes[p].up
            return (breach("STR-4.9", cell=cell, card=up) if up else breach("STR-3.13", cell=cell),)
    return (refused(action),)


_VERBS: dict[Verb, Callable[[State, Action], Found]] = {
    DRAW: _draw,
    PLACE: _place,
    FLIP: _reveal,
    DECLARE: _declare,
    PASS: _pass,
    MOVE: _disturb,
    REMOVE: _disturb,
    SWAP: _disturb,
    # A force is chosen only when STR-4.8 allows it.
    CHOOSE: lambda _state, action: (breach("STR-4.6", seat=action.seat),),
}
