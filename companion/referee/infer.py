"""What a change of the table means: the literal action first, then what the rules make of it.

Theory of operation
-------------------
`infer` gets the state, the table as seen (strict cells only, `seen`), and the cards that are new
on a loose pile (`news`).  It answers with one of four values and never guesses:

    1. literal   the game's `gestures` name actions word for word; a legal one that predicts the
                 whole table is accepted
    2. sequence  breadth first, at most `MAX_PLIES` actions, through states whose layouts agree
                 with the table wherever they changed it; what predicts the whole table is accepted
    3. partial   the same, but cards the rules take off the table may still lie there, provided
                 part of what that action takes off is gone already; they are *owed*
    4. several explanations of the same length → ask
    5. chain     one seat's cards, laid or turned up at one go: literal steps one after the other
    6. none      a single literal action → refuse it with its clauses; else → astray

Steps nobody saw.  An action without a trace on the table (declining an invasion) is taken as a
step of a sequence only if the rules call it legal beyond doubt and if its seat made the last
visible move: whoever has just moved may decline what is left of the turn by handing over, but
nobody's turn is passed behind their back.  Where a pass is on offer, an explanation with another
trace-less action counts only if there is none without.  Explanations that lead to the same state
are one.  Chance that nobody sees (a shuffle, a card drawn unseen) is carried out.

The search is bounded by `MAX_NODES` states; a pruned search answers *astray*, never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.referee.table import differences, top_of
from rules import CHANCE, LEGAL, UNKNOWN, Action, Change, Facing, Verb, judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules import Game, Lying, Seat, Verdict

__all__ = [
    "MAX_NODES",
    "MAX_PLIES",
    "Accept",
    "Ask",
    "Astray",
    "Inference",
    "Refuse",
    "advance",
    "infer",
    "unseen_chance",
]

MAX_PLIES = 4
"""What one calm moment may hide: who began, a card, its effect, and what the effect led to.

More is only believed where it can be seen step by step (`_Search.chain`).
"""
MAX_NODES = 400
_MAX_OPTIONS = 4
_UP = Facing.UP

_SPOKEN = frozenset((Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))

# The state's type belongs to the game; the referee never looks inside.
State = Any


@dataclass(frozen=True, slots=True)
class Accept:
    """The actions that happened; `owed` are the cells where hands still have to follow."""

    actions: tuple[Action, ...]
    owed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """More than one thing may have happened."""

    options: tuple[Accept, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """One literal action, and the clauses it breaks; `first` are legal actions before it."""

    action: Action
    verdict: Verdict
    first: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Astray:
    """Nothing explains the table."""

    changes: tuple[Change, ...]


Inference = Accept | Ask | Refuse | Astray


@dataclass(frozen=True, slots=True)
class _Node:
    state: State
    actions: tuple[Action, ...]
    last: Seat
    news: tuple[Change, ...]
    owed: frozenset[str] = frozenset()
    guess: bool = False


def infer(
    game: Game[Any],
    state: State,
    seen: Mapping[str, Lying | None],
    news: tuple[Change, ...] = (),
    last: Seat = "",
) -> Inference:
    """What happened since `state`; `last` is the seat that acted last ("" if none did)."""
    search = _Search(game, seen)
    start = _Node(state, (), last, news)
    literal = search.literal(start)
    if literal is not None:
        return literal
    for lenient in (False, True):
        found = search.run(start, lenient=lenient)
        if len(found) == 1:
            return found[0]
        if 1 < len(found) <= _MAX_OPTIONS:
            return Ask(tuple(found))
        if found:
            break
    return search.chain(start) or _refuse(search, start) or Astray(search.changes(start))


def unseen_chance(game: Game[Any], state: State) -> Action | None:
    """The chance seat's action that needs no eyes: the only one there is, or one kept hidden.

    Where outcomes are too many to list (a shuffle), one is drawn and every card in it is hidden:
    what nobody sees may be anything.
    """
    if game.to_act(state) != frozenset((CHANCE,)):
        return None
    outcomes = list(islice(game.legal(state), 2))
    if len(outcomes) == 1:
        return outcomes[0]
    if not outcomes:
        outcomes = [_hidden(game.sample(state, lambda _: 0))]
    found = next((a for a in map(_hidden, outcomes) if a.card or a.also), None)
    return found if found is not None and judge(game, state, found).legal else None


def _hidden(action: Action) -> Action:
    """A chance action with its cards face down."""
    card = UNKNOWN if action.card else ""
    return replace(action, card=card, also=(UNKNOWN,) * len(action.also))


def advance(game: Game[Any], state: State, action: Action) -> State:
    """The state after an action that is not illegal, and after the unseen chance it leads to."""
    following: Action | None = action
    while following is not None:
        for event in game.happen(state, following):
            state = game.fold(state, event)
        following = unseen_chance(game, state)
    return state


@dataclass(slots=True)
class _Search:
    game: Game[Any]
    seen: Mapping[str, Lying | None]
    nodes: int = 0

    def changes(self, node: _Node) -> tuple[Change, ...]:
        return differences(self.game.layout(node.state), self.seen)

    def literal(self, start: _Node) -> Accept | None:
        """The first literal action that is legal and predicts the whole table."""
        for action in self.game.gestures(start.state, (*self.changes(start), *start.news)):
            verdict = judge(self.game, start.state, action)
            if not verdict.legal:
                continue
            child = self._step(start, action, verdict, lenient=False)
            if child is not None and not child.news and not self.changes(child):
                return Accept(child.actions)
        return None

    def chain(self, start: _Node) -> Accept | None:
        """One seat's cards laid or turned up at one go, more than a search would follow.

        Each step is the first literal one that is legal; in which order they are done is theirs.
        """
        node, seat = start, ""
        for _ in range(len(self.changes(start))):
            child = next(self._literal_steps(node, seat), None)
            if child is None:
                return None
            node, seat = child, child.last
            if not node.news and not self.changes(node):
                return Accept(node.actions)
        return None

    def _literal_steps(self, node: _Node, seat: Seat) -> Iterator[_Node]:
        for action in self.game.gestures(node.state, self.changes(node)):
            if action.verb not in (Verb.PLACE, Verb.FLIP) or seat not in ("", action.seat):
                continue
            verdict = judge(self.game, node.state, action)
            child = self._step(node, action, verdict, lenient=False) if verdict.legal else None
            if child is not None:
                yield child

    def run(self, start: _Node, *, lenient: bool) -> list[Accept]:
        """The shortest explanations; those that lead to the same state count once."""
        level, known = [start], {start.state}
        self.nodes = 0
        for _ in range(MAX_PLIES):
            found: dict[Any, tuple[bool, Accept]] = {}
            following: list[_Node] = []
            for node in level:
                for child in self._children(node, lenient=lenient):
                    left = {c.cell for c in self.changes(child)}
                    if left <= child.owed and not child.news:
                        owed = tuple(sorted(left))
                        found.setdefault(child.state, (child.guess, Accept(child.actions, owed)))
                    elif child.state not in known:
                        known.add(child.state)
                        following.append(child)
            if found:
                sure = [accept for guess, accept in found.values() if not guess]
                return _orderless(sure or [accept for _, accept in found.values()])
            level = following
            if self.nodes > MAX_NODES:
                return []
        return []

    def _children(self, node: _Node, *, lenient: bool) -> Iterator[_Node]:
        passing = False
        for action in self._steps(node):
            verdict = judge(self.game, node.state, action)
            if not verdict.legal:
                continue
            self.nodes += 1
            if self.nodes > MAX_NODES:
                return
            child = self._step(node, action, verdict, lenient=lenient)
            if child is None:
                continue
            if action.verb is Verb.PASS:
                passing = True
            elif passing and action.verb in _SPOKEN and not self._traced(node, child):
                child = replace(child, guess=True)
            yield child

    def _steps(self, node: _Node) -> Iterator[Action]:
        """Actions that may have been next, each once: as the table shows them, passes, others."""
        changes = (*self.changes(node), *node.news)
        acting = sorted(self.game.to_act(node.state) - {CHANCE})
        first = [*self.game.gestures(node.state, changes), *(Action(s, Verb.PASS) for s in acting)]
        tried = dict.fromkeys(first)
        yield from tried
        cells = {c.cell: c.after for c in changes}
        for action in self.game.legal(node.state):
            # What is taken off may be owed still, its consequences gone already.
            open_ = action.verb in _SPOKEN or action.verb is Verb.REMOVE
            if action not in tried and (open_ or _shows(action, cells)):
                yield action

    def _accounts(self, action: Action, news: Change, before: State, after: State) -> bool:
        """Whether an action accounts for what is new on a pile: it lays it, or is said by it.

        A card that says an action and is then laid by the next one (what is discarded by an
        effect says that the effect was used) is still to be accounted for.
        """
        if _names(action, news):
            return True
        if action not in self.game.gestures(before, (news,)):
            return False
        return not any(_names(later, news) for later in self.game.gestures(after, (news,)))

    def _traced(self, node: _Node, child: _Node) -> bool:
        before, after = self.game.layout(node.state), self.game.layout(child.state)
        return bool(_moved(before, after, self.seen)) or len(child.news) < len(node.news)

    def _in_sight(self, action: Action, before: Mapping[str, tuple[Lying, ...]]) -> bool:
        """Whether the card an action turns up lies there face up, though the rules took it off."""
        if action.verb is not Verb.FLIP or not action.card:
            return False
        was, lying = top_of(before, action.at), self.seen.get(action.at)
        turned = was is not None and was.facing is Facing.DOWN
        return turned and lying is not None and lying == replace(was, card=action.card, facing=_UP)

    def _step(
        self, node: _Node, action: Action, verdict: Verdict, *, lenient: bool
    ) -> _Node | None:
        """The node after an action, or None if the table speaks against it."""
        state = advance(self.game, node.state, action)
        news = tuple(c for c in node.news if not self._accounts(action, c, node.state, state))
        before, after = self.game.layout(node.state), self.game.layout(state)
        moved = _moved(before, after, self.seen)
        wrong = {c.cell for c in differences(after, self.seen)} & moved
        traceless = not moved and len(news) == len(node.news)
        if traceless and (verdict.awaits or action.seat not in (node.last, CHANCE)):
            return None
        told = len(news) < len(node.news) or self._in_sight(action, before)
        begun = told or wrong < moved
        if wrong and not (lenient and begun and all(not after.get(c) for c in wrong)):
            return None
        return _Node(
            state,
            (*node.actions, action),
            node.last if action.seat == CHANCE else action.seat,
            news,
            (node.owed - moved) | wrong,
        )


def _orderless(found: list[Accept]) -> list[Accept]:
    """One explanation of each set of cards laid face down or turned up, in whatever order.

    Whoever does that at one go means no order by it, and none can be seen.
    """
    kept: dict[object, Accept] = {}
    for accept in found:
        blind = all(a.facing is Facing.DOWN or a.verb is Verb.FLIP for a in accept.actions)
        key = tuple(sorted(map(str, accept.actions))) if blind else accept.actions
        kept.setdefault(key, accept)
    return list(kept.values())


def _moved(
    before: Mapping[str, tuple[Lying, ...]],
    after: Mapping[str, tuple[Lying, ...]],
    seen: Mapping[str, Lying | None],
) -> frozenset[str]:
    """The compared cells whose top card differs between two layouts."""
    cells = before.keys() | after.keys()
    return frozenset(
        c for c in cells if c in seen and before.get(c, ())[-1:] != after.get(c, ())[-1:]
    )


def _shows(action: Action, cells: Mapping[str, Lying | None]) -> bool:
    """Whether every place a physical action names has changed, and to the card it names."""
    named = [cell for cell in (action.at, action.to) if cell]
    if not named or any(cell not in cells for cell in named):
        return False
    if action.verb is not Verb.PLACE:
        return True
    lying = cells[action.to]
    return lying is not None and action.card in (lying.card, UNKNOWN)


def _names(action: Action, news: Change) -> bool:
    """Whether an action accounts for a card that is new on a pile."""
    card = news.after.card if news.after else ""
    return action.to == news.cell and action.card in (card, UNKNOWN)


def _refuse(search: _Search, start: _Node) -> Refuse | None:
    """The one literal action the table shows, judged where its seat would be to move."""
    game = search.game
    changes = search.changes(start)
    literal = list(game.gestures(start.state, (*changes, *start.news)))
    if len(literal) == 1:
        return _judged(game, start, literal[0])
    rests = [r for a in literal if (r := _rest(search, start, a)) is not None]
    if len(rests) == 1:
        return rests[0]
    if not rests and literal and _is_new(literal[0], changes):
        return _judged(game, start, literal[0])
    return None


def _is_new(action: Action, changes: tuple[Change, ...]) -> bool:
    """Whether an action lays a card that was not on the table before."""
    moved = {(c.before.card, c.before.owner) for c in changes if c.before is not None}
    return action.verb is Verb.PLACE and (action.card, action.seat) not in moved


def _judged(game: Game[Any], node: _Node, action: Action) -> Refuse | None:
    """A refusal of `action`, judged where its seat is to move if nothing visible stands between.

    Before anybody has begun, what no seat can be told for is put to the first that might begin.
    """
    if action.seat == CHANCE:
        for outcome in islice(game.legal(node.state), 1):
            state = advance(game, node.state, outcome)
            action = replace(action, seat=next(iter(sorted(game.to_act(state))), CHANCE))
            verdict = judge(game, state, action)
            return None if verdict.legal else Refuse(action, verdict)
    for state in _until(game, node, action.seat):
        verdict = judge(game, state, action)
        return None if verdict.legal else Refuse(action, verdict)
    verdict = judge(game, node.state, action)
    return None if verdict.legal else Refuse(action, verdict)


def _until(game: Game[Any], node: _Node, seat: Seat) -> Iterator[State]:
    """The states in which `seat` acts after what may go unseen: a declined step, an open start."""
    state = node.state
    for _ in range(MAX_PLIES):
        acting = game.to_act(state)
        if seat in acting:
            yield state
            return
        if acting == frozenset((CHANCE,)):
            for outcome in islice(game.legal(state), _MAX_OPTIONS):
                after = advance(game, state, outcome)
                if seat in game.to_act(after):
                    yield after
            return
        decline = Action(node.last, Verb.PASS)
        if node.last not in acting or judge(game, state, decline) != LEGAL:
            return
        state = advance(game, state, decline)


def _rest(search: _Search, start: _Node, action: Action) -> Refuse | None:
    """`action` is legal and what is left is one illegal literal action."""
    verdict = judge(search.game, start.state, action)
    if not verdict.legal:
        return None
    node = search._step(start, action, verdict, lenient=False)  # noqa: SLF001 - one module
    if node is None:
        return None
    left = list(search.game.gestures(node.state, (*search.changes(node), *node.news)))
    refused = _judged(search.game, node, left[0]) if len(left) == 1 else None
    return Refuse(refused.action, refused.verdict, (action,)) if refused else None
