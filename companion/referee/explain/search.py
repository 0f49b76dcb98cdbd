"""Search for the actions that lead to the observed table, for `infer`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Accept
from companion.referee.table import card_on, differences, same
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Facing,
    Game,
    Layout,
    PlacedCard,
    Seat,
    Verb,
    Verdict,
    judge,
)
from rules.core.candidate_actions import Change
from rules.core.event import REVEALED

MAX_PLIES = 4
"""Maximum number of actions between two calm moments: the choice of the first seat, a card, its
effect, and its consequence. Longer sequences are accepted only if each step is visible
(`Search.chain`).
"""
MAX_NODES = 400

SPOKEN = frozenset((Verb.CHOOSE, Verb.DECLARE, Verb.PASS, Verb.READY))


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A state reached by the search, the actions that led to it, and the unexplained changes."""

    state: GameState
    actions: tuple[Action, ...]
    last: Seat
    news: tuple[Change, ...]
    pending: frozenset[str] = frozenset()
    guess: bool = False


@dataclass(slots=True)
class Search:
    """A table to be explained; `seen` contains only the tracked cells."""

    game: Game[Any]
    seen: Mapping[str, PlacedCard | None]
    nodes: int = 0
    covered: bool = False
    """True if a face-up card may have been placed face down first while nothing watched."""

    def changes(self, node: SearchNode) -> tuple[Change, ...]:
        """Return the changes between a node's layout and the table."""
        return differences(self.game.layout(node.state), self.seen)

    def node_after(self, start: SearchNode, reading: Accept) -> SearchNode:
        """Return the node after the actions of an explanation."""
        state, last, news = start.state, start.last, start.news
        for action in reading.actions:
            before, state = state, advance(self.game, state, action)
            news = tuple(c for c in news if not self._accounts(action, c, before, state))
            last = last if action.seat == CHANCE else action.seat
        return SearchNode(state, reading.actions, last, news, frozenset(reading.pending))

    def literal(self, start: SearchNode) -> Accept | None:
        """Return the first literal action that is legal and predicts the whole table."""
        for action in self.game.candidate_actions(start.state, (*self.changes(start), *start.news)):
            verdict = judge(self.game, start.state, action)
            if not verdict.legal:
                continue
            child = self.step(start, action, verdict, lenient=False)
            if child is not None and not child.news and not self.changes(child):
                return Accept(child.actions)
        return None

    def chain(self, start: SearchNode) -> Accept | None:
        """Explain one seat's cards placed or turned up together, beyond the search's depth.

        Each step is the first legal literal action; the seat may choose the order.
        """
        node, seat = start, ""
        for _ in range(len(self.changes(start))):
            child = next(self._literal_steps(node, seat), None)
            if child is None:
                return None
            node, seat = child, child.last
            remaining = {change.cell for change in self.changes(node)}
            if remaining <= node.pending and not node.news:
                return Accept(node.actions, tuple(sorted(remaining)))
        return None

    def _literal_steps(self, node: SearchNode, seat: Seat) -> Iterator[SearchNode]:
        """Yield the nodes after one seat's literal actions."""
        for action in self.game.candidate_actions(node.state, self.changes(node)):
            if action.verb not in (Verb.PLACE, Verb.FLIP) or seat not in ("", action.seat):
                continue
            verdict = judge(self.game, node.state, action)
            child = self.step(node, action, verdict, lenient=True) if verdict.legal else None
            if child is not None:
                yield child

    def run(self, start: SearchNode, *, lenient: bool) -> list[Accept]:
        """Return the shortest explanations, one per resulting state.

        An explanation without a tolerated fault is preferred, even if it is longer.
        """
        level, known = [start], {start.state}
        blaming: list[Accept] = []
        self.nodes = 0
        for _ in range(MAX_PLIES):
            explained: dict[Any, tuple[bool, Accept]] = {}
            following: list[SearchNode] = []
            for node in level:
                for child in self._children(node, lenient=lenient):
                    remaining = {c.cell for c in self.changes(child)}
                    if remaining <= child.pending and not child.news:
                        pending = tuple(sorted(remaining))
                        explained.setdefault(
                            child.state, (child.guess, Accept(child.actions, pending))
                        )
                    elif child.state not in known:
                        known.add(child.state)
                        following.append(child)
            played = len(start.actions)
            fair = [
                each
                for each in explained.values()
                if not blames(self.game, start.state, each[1].actions[played:])
            ]
            kept = fair or list(explained.values())
            found = _orderless([a for guess, a in kept if not guess] or [a for _, a in kept])
            if fair:
                return found
            blaming = blaming or found
            level = following
            if self.nodes > MAX_NODES:
                break
        return blaming

    def _children(self, node: SearchNode, *, lenient: bool) -> Iterator[SearchNode]:
        """Yield the nodes after one more action."""
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
            elif passing and action.verb in SPOKEN and not self._traced(node, child):
                child = replace(child, guess=True)
            yield child

    def _steps(self, node: SearchNode) -> Iterator[Action]:
        """Yield possible next actions, each once: literal actions, passes, others."""
        changes = (*self.changes(node), *node.news)
        acting = sorted(self.game.to_act(node.state) - {CHANCE})
        first = [
            *self.game.candidate_actions(node.state, changes),
            *(Action(s, Verb.PASS) for s in acting),
        ]
        cells = {c.cell: c.after for c in changes}
        if self.covered:  # cards are placed before any card is turned up
            placements = (a for a in self.game.legal(node.state) if a.verb is Verb.PLACE)
            first = [*(a for a in placements if self._shows(a, cells)), *first]
        tried = dict.fromkeys(first)
        yield from tried
        for action in self.game.legal(node.state):
            # A removed card may be pending although the players have applied its consequences.
            open_ = action.verb in SPOKEN or action.verb is Verb.REMOVE
            if action not in tried and (open_ or self._shows(action, cells)):
                yield action

    def _shows(self, action: Action, cells: Mapping[str, PlacedCard | None]) -> bool:
        """Return True if the cells of an action show the cards that it names."""
        named = [cell for cell in (action.at, action.to) if cell]
        if not named or any(cell not in cells for cell in named):
            return False
        if action.verb is not Verb.PLACE:
            return True
        placed = cells[action.to]
        hidden = self.covered and action.facing is Facing.DOWN and action.card == UNKNOWN
        return placed is not None and (hidden or action.card in (placed.card, UNKNOWN))

    def _turned_up(self, change: Change, after: Layout) -> bool:
        """Return True if a face-down card may have been turned up while nothing watched it."""
        down, after_card = card_on(after, change.cell), change.after
        return (
            self.covered
            and down is not None
            and after_card is not None
            and down.facing is Facing.DOWN
            and after_card.facing is Facing.UP
            and down.owner == after_card.owner
        )

    def _placed_since(self, before: Layout, after: Layout, cell: str) -> bool:
        """Return True if a cell that an action clears shows a card placed after that action."""
        after_card, earlier = self.seen.get(cell), before.get(cell, ())
        return bool(
            after_card is not None
            and earlier
            and not after.get(cell)
            and not _among(earlier, after_card)
        )

    def _accounts(self, action: Action, news: Change, before: GameState, after: GameState) -> bool:
        """Return True if an action explains a new card on a pile: it places the card or needs it.

        A card may signal one action and be placed by the next one: a discard may signal that an
        effect was used. Such a card remains to be explained.
        """
        if _names(action, news):
            return True
        if action not in self.game.candidate_actions(before, (news,)):
            return False
        return not any(_names(later, news) for later in self.game.candidate_actions(after, (news,)))

    def buried(self, start: SearchNode) -> bool:
        """Return True if a card placed on a loose pile, and then covered, explains the table."""
        for action in self.game.legal(start.state):
            unseen = action.verb is Verb.PLACE and action.to not in self.seen
            if unseen and not any(_names(action, change) for change in start.news):
                after = self.game.layout(advance(self.game, start.state, action))
                if not differences(after, self.seen):
                    return True
        return False

    def _traced(self, node: SearchNode, child: SearchNode) -> bool:
        """Return True if an action left a trace on the table."""
        before, after = self.game.layout(node.state), self.game.layout(child.state)
        return bool(_moved(before, after, self.seen)) or len(child.news) < len(node.news)

    def _is_unchanged(self, before: Mapping[str, tuple[PlacedCard, ...]], cell: str) -> bool:
        """Return True if a cell is unchanged, so that the players still have to act there."""
        return cell in self.seen and same(self.seen[cell], card_on(before, cell))

    def _in_sight(self, action: Action, before: Layout) -> bool:
        """Return True if the card to turn up is in place, even if the rules have removed it since.

        Either the card was there face down, or the cell was empty and the card came from elsewhere.
        """
        placed = self.seen.get(action.at)
        if action.verb is not Verb.FLIP or placed is None or placed.facing is not Facing.UP:
            return False
        pile = before.get(action.at, ())
        beneath = not pile or any(
            card.facing is Facing.DOWN and card.owner == placed.owner for card in pile
        )
        return beneath and placed.card == action.card

    def _moved_aside(self, action: Action, before: Layout, off: set[str]) -> frozenset[str]:
        """Return the cells to which the cards above a revealed card were moved."""
        above = before.get(action.at, ())
        return frozenset(c for c in off if c not in before and self.seen.get(c) in above)

    def _cells_covered_by(
        self, node: SearchNode, action: Action, before: Layout, after: Layout
    ) -> frozenset[str]:
        """Return the cells that show a card on its way to a loose pile.

        A player may first place such a card over another one, and then move it to its pile.
        """
        if action.verb is not Verb.PLACE or action.to in self.seen or action.card == UNKNOWN:
            return frozenset()
        if any(earlier.verb is Verb.DECLARE for earlier in node.actions):
            return frozenset()  # cards after a declaration are not placed this way
        cells = set()
        for change in differences(before, self.seen):
            cell, after_card = change.cell, change.after
            is_placed = (
                after_card is not None
                and after_card.facing is Facing.UP
                and after_card.card == action.card
            )
            remains = change.before is not None and before.get(cell) == after.get(cell)
            if (
                is_placed
                and remains
                and action in self.game.candidate_actions(node.state, (change,))
            ):
                cells.add(cell)
        return frozenset(cells)

    def step(
        self, node: SearchNode, action: Action, verdict: Verdict, *, lenient: bool
    ) -> SearchNode | None:
        """Return the node after an action, or None if the table contradicts it."""
        state = advance(self.game, node.state, action)
        news = tuple(c for c in node.news if not self._accounts(action, c, node.state, state))
        before, after = self.game.layout(node.state), self.game.layout(state)
        moved = _moved(before, after, self.seen)
        off = {c.cell for c in differences(after, self.seen) if not self._turned_up(c, after)}
        shown = self._in_sight(action, before)
        moved_aside = self._moved_aside(action, before, off) if shown else frozenset[str]()
        covered_cells = self._cells_covered_by(node, action, before, after)
        wrong = off & (moved | {action.at} | moved_aside if shown else moved) | covered_cells
        wrong -= {cell for cell in wrong if self._placed_since(before, after, cell)}
        # A tribute that was shown may be replaced by the card it paid for.
        traceless = not (moved or shown) and len(news) == len(node.news)
        if traceless and (verdict.awaits or action.seat not in (node.last, CHANCE)):
            return None
        is_shown = shown or bool(covered_cells) or len(news) < len(node.news)
        begun = is_shown or wrong < moved
        all_left_over = all(
            _left_over(node, before, after, cell, self.seen[cell])
            or cell in covered_cells
            or (is_shown and (cell == action.at or self._is_unchanged(before, cell)))
            or cell in moved_aside
            for cell in wrong
        )
        if wrong and not (lenient and begun and all_left_over):
            return None
        return SearchNode(
            state,
            (*node.actions, action),
            node.last if action.seat == CHANCE else action.seat,
            news,
            (node.pending - moved) | wrong,
            node.guess,
        )


def blames(game: Game[Any], state: GameState, actions: tuple[Action, ...]) -> bool:
    """Return True if an action turns up a card too early: a tolerated fault with a clause."""
    for action in actions:
        events = game.resolve(state, action) if action.verb is Verb.FLIP else ()
        if any(event.kind == REVEALED and event.clause for event in events):
            return True
        state = advance(game, state, action)
    return False


def _orderless(found: list[Accept]) -> list[Accept]:
    """Keep one explanation for each set of cards placed face down or turned up together.

    The order within such a set is invisible and irrelevant.
    """
    distinct: dict[object, Accept] = {}
    for accept in found:
        blind = all(a.facing is Facing.DOWN or a.verb is Verb.FLIP for a in accept.actions)
        key = tuple(sorted(map(str, accept.actions))) if blind else accept.actions
        distinct.setdefault(key, accept)
    return list(distinct.values())


def _left_over(
    node: SearchNode, before: Layout, after: Layout, cell: str, after_card: PlacedCard | None
) -> bool:
    """Return True if a cell shows a card that an action has removed from it.

    If part of the pile remains, only the very next action counts, because later ones were not
    declared.
    """
    earlier, after_pile = before.get(cell, ()), after.get(cell, ())
    if after_card is None or not _among(earlier, after_card):
        return False
    return not after_pile or (
        not node.actions
        and len(after_pile) < len(earlier)
        and earlier[: len(after_pile)] == after_pile
    )


def _among(pile: tuple[PlacedCard, ...], after_card: PlacedCard) -> bool:
    """Return True if a card may be one of a pile's cards, perhaps turned up in the meantime."""
    same_owner = (card for card in pile if card.owner == after_card.owner)
    return any(
        card.facing is Facing.DOWN
        or (card.card == after_card.card and after_card.facing is Facing.UP)
        for card in same_owner
    )


def _moved(
    before: Layout,
    after: Layout,
    seen: Mapping[str, PlacedCard | None],
) -> frozenset[str]:
    """Return the tracked cells whose top card differs between two layouts."""
    cells = before.keys() | after.keys()
    return frozenset(c for c in cells if c in seen and card_on(before, c) != card_on(after, c))


def _names(action: Action, news: Change) -> bool:
    """Return True if an action explains a new card on a pile."""
    card = news.after.card if news.after else ""
    return action.to == news.cell and action.card in (card, UNKNOWN)
