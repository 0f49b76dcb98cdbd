"""Search for the actions that lead to the observed table; used by `infer`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Accept
from companion.referee.table import card_on, differences, same
from rules import CHANCE, UNKNOWN, Action, Facing, Verb, judge
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules import Game, Layout, PlacedCard, Seat, Verdict

MAX_PLIES = 4
"""What one calm moment may hide: who began, a card, its effect, and what the effect led to.

More is only believed where it can be seen step by step (`_Search.chain`).
"""
MAX_NODES = 400

_SPOKEN = frozenset((Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A state on the way, what led there, and what of the table is still to be accounted for."""

    state: GameState
    actions: tuple[Action, ...]
    last: Seat
    news: tuple[Change, ...]
    pending: frozenset[str] = frozenset()
    guess: bool = False


@dataclass(slots=True)
class Search:
    """One table to be explained; `seen` holds the compared cells only."""

    game: Game[Any]
    seen: Mapping[str, PlacedCard | None]
    nodes: int = 0
    covered: bool = False
    """Whether a card that lies face up may have been laid face down first: nobody watched."""

    def changes(self, node: SearchNode) -> tuple[Change, ...]:
        """Where the table differs from a node's state."""
        return differences(self.game.layout(node.state), self.seen)

    def literal(self, start: SearchNode) -> Accept | None:
        """The first literal action that is legal and predicts the whole table."""
        for action in self.game.candidate_actions(start.state, (*self.changes(start), *start.news)):
            verdict = judge(self.game, start.state, action)
            if not verdict.legal:
                continue
            child = self.step(start, action, verdict, lenient=False)
            if child is not None and not child.news and not self.changes(child):
                return Accept(child.actions)
        return None

    def chain(self, start: SearchNode) -> Accept | None:
        """One seat's cards laid or turned up at one go, more than a search would follow.

        Each step is the first literal one that is legal; in which order they are done is theirs.
        """
        node, seat = start, ""
        for _ in range(len(self.changes(start))):
            child = next(self._literal_steps(node, seat), None)
            if child is None:
                return None
            node, seat = child, child.last
            left = {change.cell for change in self.changes(node)}
            if left <= node.pending and not node.news:
                return Accept(node.actions, tuple(sorted(left)))
        return None

    def _literal_steps(self, node: SearchNode, seat: Seat) -> Iterator[SearchNode]:
        for action in self.game.candidate_actions(node.state, self.changes(node)):
            if action.verb not in (Verb.PLACE, Verb.FLIP) or seat not in ("", action.seat):
                continue
            verdict = judge(self.game, node.state, action)
            child = self.step(node, action, verdict, lenient=True) if verdict.legal else None
            if child is not None:
                yield child

    def run(self, start: SearchNode, *, lenient: bool) -> list[Accept]:
        """The shortest explanations; those that lead to the same state count once."""
        level, known = [start], {start.state}
        self.nodes = 0
        for _ in range(MAX_PLIES):
            found: dict[Any, tuple[bool, Accept]] = {}
            following: list[SearchNode] = []
            for node in level:
                for child in self._children(node, lenient=lenient):
                    left = {c.cell for c in self.changes(child)}
                    if left <= child.pending and not child.news:
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

    def _children(self, node: SearchNode, *, lenient: bool) -> Iterator[SearchNode]:
        passing = False
        for action in self._steps(node):
            verdict = judge(self.game, node.state, action)
            if not verdict.legal:
                continue
            self.nodes += 1
            if self.nodes > MAX_NODES:
                return
            child = self.step(node, action, verdict, lenient=lenient)
            if child is None:
                continue
            if action.verb is Verb.PASS:
                passing = True
            elif passing and action.verb in _SPOKEN and not self._traced(node, child):
                child = replace(child, guess=True)
            yield child

    def _steps(self, node: SearchNode) -> Iterator[Action]:
        """Actions that may have been next, each once: as the table shows them, passes, others."""
        changes = (*self.changes(node), *node.news)
        acting = sorted(self.game.to_act(node.state) - {CHANCE})
        first = [
            *self.game.candidate_actions(node.state, changes),
            *(Action(s, Verb.PASS) for s in acting),
        ]
        cells = {c.cell: c.after for c in changes}
        if self.covered:  # what is laid at all is laid before anything is turned up
            laid = (a for a in self.game.legal(node.state) if a.verb is Verb.PLACE)
            first = [*(a for a in laid if self._shows(a, cells)), *first]
        tried = dict.fromkeys(first)
        yield from tried
        for action in self.game.legal(node.state):
            # What is taken off may be owed still, its consequences gone already.
            open_ = action.verb in _SPOKEN or action.verb is Verb.REMOVE
            if action not in tried and (open_ or self._shows(action, cells)):
                yield action

    def _shows(self, action: Action, cells: Mapping[str, PlacedCard | None]) -> bool:
        """Whether every place a physical action names has changed, and to the card it names."""
        named = [cell for cell in (action.at, action.to) if cell]
        if not named or any(cell not in cells for cell in named):
            return False
        if action.verb is not Verb.PLACE:
            return True
        lying = cells[action.to]
        hidden = self.covered and action.facing is Facing.DOWN and action.card == UNKNOWN
        return lying is not None and (hidden or action.card in (lying.card, UNKNOWN))

    def _turned_up(self, change: Change, after: Layout) -> bool:
        """Whether a card that lies face down there may have been turned up since, unwatched."""
        down, lies = card_on(after, change.cell), change.after
        return (
            self.covered
            and down is not None
            and lies is not None
            and down.facing is Facing.DOWN
            and lies.facing is Facing.UP
            and down.owner == lies.owner
        )

    def _laid_since(self, before: Layout, after: Layout, cell: str) -> bool:
        """Whether a cell that an action clears shows another card: one laid after it."""
        lies, was = self.seen.get(cell), before.get(cell, ())
        return bool(lies is not None and was and not after.get(cell) and not _among(was, lies))

    def _accounts(self, action: Action, news: Change, before: GameState, after: GameState) -> bool:
        """Whether an action accounts for what is new on a pile: it lays it, or is said by it.

        A card that says an action and is then laid by the next one (what is discarded by an
        effect says that the effect was used) is still to be accounted for.
        """
        if _names(action, news):
            return True
        if action not in self.game.candidate_actions(before, (news,)):
            return False
        return not any(_names(later, news) for later in self.game.candidate_actions(after, (news,)))

    def buried(self, start: SearchNode) -> bool:
        """Whether a card laid on a loose pile, and covered there, would explain the table whole."""
        for action in self.game.legal(start.state):
            unseen = action.verb is Verb.PLACE and action.to not in self.seen
            if unseen and not any(_names(action, change) for change in start.news):
                after = self.game.layout(advance(self.game, start.state, action))
                if not differences(after, self.seen):
                    return True
        return False

    def _traced(self, node: SearchNode, child: SearchNode) -> bool:
        before, after = self.game.layout(node.state), self.game.layout(child.state)
        return bool(_moved(before, after, self.seen)) or len(child.news) < len(node.news)

    def _lies_still(self, before: Mapping[str, tuple[PlacedCard, ...]], cell: str) -> bool:
        """Whether a cell is as it was: hands have still to do there what the rules have done."""
        return cell in self.seen and same(self.seen[cell], card_on(before, cell))

    def _in_sight(self, action: Action, before: Layout) -> bool:
        """Whether the card an action turns up lies there face up, though the rules took it off.

        It lay there face down, or where nothing lay: then it came from elsewhere to be turned up.
        """
        lying = self.seen.get(action.at)
        if action.verb is not Verb.FLIP or lying is None or lying.facing is not Facing.UP:
            return False
        there = before.get(action.at, ())
        beneath = not there or any(
            card.facing is Facing.DOWN and card.owner == lying.owner for card in there
        )
        return beneath and lying.card == action.card

    def _laid_aside(self, action: Action, before: Layout, off: set[str]) -> frozenset[str]:
        """The cells to which what covered a card was moved, so that it could be turned up."""
        above = before.get(action.at, ())
        return frozenset(c for c in off if c not in before and self.seen.get(c) in above)

    def _over(
        self, node: SearchNode, action: Action, before: Layout, after: Layout
    ) -> frozenset[str]:
        """Where a card that goes to a loose pile says so first, laid over one that stays there.

        Hands bring it to its pile from there.
        """
        if action.verb is not Verb.PLACE or action.to in self.seen or action.card == UNKNOWN:
            return frozenset()
        if any(earlier.verb is Verb.DECLARE for earlier in node.actions):
            return frozenset()  # nobody answers what nobody has said
        found = set()
        for change in differences(before, self.seen):
            cell, lies = change.cell, change.after
            laid = lies is not None and lies.facing is Facing.UP and lies.card == action.card
            stays = change.before is not None and before.get(cell) == after.get(cell)
            if laid and stays and action in self.game.candidate_actions(node.state, (change,)):
                found.add(cell)
        return frozenset(found)

    def step(
        self, node: SearchNode, action: Action, verdict: Verdict, *, lenient: bool
    ) -> SearchNode | None:
        """The node after an action, or None if the table speaks against it."""
        state = advance(self.game, node.state, action)
        news = tuple(c for c in node.news if not self._accounts(action, c, node.state, state))
        before, after = self.game.layout(node.state), self.game.layout(state)
        moved = _moved(before, after, self.seen)
        off = {c.cell for c in differences(after, self.seen) if not self._turned_up(c, after)}
        shown = self._in_sight(action, before)
        aside = self._laid_aside(action, before, off) if shown else frozenset[str]()
        over = self._over(node, action, before, after)
        wrong = off & (moved | {action.at} | aside if shown else moved) | over
        wrong -= {cell for cell in wrong if self._laid_since(before, after, cell)}
        # A tribute that is shown may leave its place to the very card it was paid for.
        traceless = not (moved or shown) and len(news) == len(node.news)
        if traceless and (verdict.awaits or action.seat not in (node.last, CHANCE)):
            return None
        told = shown or bool(over) or len(news) < len(node.news)
        begun = told or wrong < moved
        left = all(
            _left_over(node, before, after, cell, self.seen[cell])
            or cell in over
            or (told and (cell == action.at or self._lies_still(before, cell)))
            or cell in aside
            for cell in wrong
        )
        if wrong and not (lenient and begun and left):
            return None
        return SearchNode(
            state,
            (*node.actions, action),
            node.last if action.seat == CHANCE else action.seat,
            news,
            (node.pending - moved) | wrong,
            node.guess,
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


def _left_over(
    node: SearchNode, before: Layout, after: Layout, cell: str, lies: PlacedCard | None
) -> bool:
    """Whether what lies on a cell is only what an action takes off there.

    Off a pile the very next action only: further on nobody has seen what was declared.
    """
    was, now = before.get(cell, ()), after.get(cell, ())
    if lies is None or not _among(was, lies):
        return False
    return not now or (not node.actions and len(now) < len(was) and was[: len(now)] == now)


def _among(pile: tuple[PlacedCard, ...], lies: PlacedCard) -> bool:
    """Whether a card that lies somehow may be one of a pile's, turned up since perhaps."""
    own = (card for card in pile if card.owner == lies.owner)
    return any(
        card.facing is Facing.DOWN or (card.card == lies.card and lies.facing is Facing.UP)
        for card in own
    )


def _moved(
    before: Layout,
    after: Layout,
    seen: Mapping[str, PlacedCard | None],
) -> frozenset[str]:
    """The compared cells whose top card differs between two layouts."""
    cells = before.keys() | after.keys()
    return frozenset(c for c in cells if c in seen and card_on(before, c) != card_on(after, c))


def _names(action: Action, news: Change) -> bool:
    """Whether an action accounts for a card that is new on a pile."""
    card = news.after.card if news.after else ""
    return action.to == news.cell and action.card in (card, UNKNOWN)
