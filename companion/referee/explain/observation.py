"""Observations: a table to be explained, and what it shows of an action."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.referee.explain.hidden_chance import GameState, advance
from companion.referee.explain.interpretations import Accept
from companion.referee.table import card_on, differences, same
from rules import CHANCE, UNKNOWN, Action, Facing, Layout, PlacedCard, Rules, Seat, Verb, Verdict
from rules.core.candidate_actions import Change


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A state reached by the search, the actions that led to it, and the unexplained changes."""

    state: GameState
    actions: tuple[Action, ...]
    last: Seat
    news: tuple[Change, ...]
    pending: frozenset[str] = frozenset()
    guess: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """A table to be explained; `seen` contains only the tracked cells.

    `covered`: a face-up card may have been placed face down first while nothing watched.
    """

    game: Rules[Any]
    seen: Mapping[str, PlacedCard | None]
    covered: bool = False

    def changes(self, node: SearchNode) -> tuple[Change, ...]:
        """Return the changes between a node's layout and the table."""
        return differences(self.game.table.layout(node.state), self.seen)

    def explanation(self, node: SearchNode) -> Accept | None:
        """Return the actions of a node that explains the whole table, except pending cells."""
        remaining = {change.cell for change in self.changes(node)}
        if node.news or not remaining <= node.pending:
            return None
        return Accept(node.actions, tuple(sorted(remaining)))

    def node_after(self, start: SearchNode, reading: Accept) -> SearchNode:
        """Return the node after the actions of an explanation."""
        state, last, news = start.state, start.last, start.news
        for action in reading.actions:
            before, state = state, advance(self.game, state, action)
            news = self._remaining_news(news, action, before, state)
            last = last if action.seat == CHANCE else action.seat
        return SearchNode(state, reading.actions, last, news, frozenset(reading.pending))

    def step(
        self, node: SearchNode, action: Action, verdict: Verdict, *, lenient: bool
    ) -> SearchNode | None:
        """Return the node after an action, or None if the table contradicts it."""
        state = advance(self.game, node.state, action)
        news = self._remaining_news(node.news, action, node.state, state)
        before, after = self.game.table.layout(node.state), self.game.table.layout(state)
        moved = _moved(before, after, self.seen)
        off = {c.cell for c in differences(after, self.seen) if not self._turned_up(c, after)}
        shown = self._in_sight(action, before)
        above = before.get(action.at, ()) if shown else ()  # cards above a revealed one
        moved_aside = {c for c in off if c not in before and self.seen.get(c) in above}
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
            or (is_shown and (cell == action.at or same(self.seen[cell], card_on(before, cell))))
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

    def shows(self, action: Action, cells: Mapping[str, PlacedCard | None]) -> bool:
        """Return True if the cells of an action show the cards that it names."""
        named = [cell for cell in (action.at, action.to) if cell]
        if not named or any(cell not in cells for cell in named):
            return False
        if action.verb is not Verb.PLACE:
            return True
        placed = cells[action.to]
        hidden = self.covered and action.facing is Facing.DOWN and action.card == UNKNOWN
        return placed is not None and (hidden or action.card in (placed.card, UNKNOWN))

    def traces(self, node: SearchNode, child: SearchNode) -> bool:
        """Return True if the action between two nodes left a trace on the table."""
        before, after = self.game.table.layout(node.state), self.game.table.layout(child.state)
        return bool(_moved(before, after, self.seen)) or len(child.news) < len(node.news)

    def buried(self, start: SearchNode) -> bool:
        """Return True if a card placed on a loose pile, and then covered, explains the table."""
        for action in self.game.legal(start.state):
            unseen = action.verb is Verb.PLACE and action.to not in self.seen
            if unseen and not any(_names(action, change) for change in start.news):
                after = self.game.table.layout(advance(self.game, start.state, action))
                if not differences(after, self.seen):
                    return True
        return False

    def _remaining_news(
        self, news: tuple[Change, ...], action: Action, before: GameState, after: GameState
    ) -> tuple[Change, ...]:
        """Return the new cards on piles that an action neither places nor needs.

        A card may signal one action and be placed by the next one: a discard may signal that an
        effect was used. Such a card remains to be explained.
        """
        candidates = self.game.candidate_actions
        return tuple(
            new
            for new in news
            if not _names(action, new)
            and (
                action not in candidates(before, (new,))
                or any(_names(later, new) for later in candidates(after, (new,)))
            )
        )

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
        return frozenset(
            change.cell
            for change in differences(before, self.seen)
            if change.before is not None
            and change.after is not None
            and change.after.facing is Facing.UP
            and change.after.card == action.card
            and before.get(change.cell) == after.get(change.cell)
            and action in self.game.candidate_actions(node.state, (change,))
        )


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


def _moved(before: Layout, after: Layout, seen: Mapping[str, PlacedCard | None]) -> frozenset[str]:
    """Return the tracked cells whose top card differs between two layouts."""
    cells = before.keys() | after.keys()
    return frozenset(c for c in cells if c in seen and card_on(before, c) != card_on(after, c))


def _names(action: Action, news: Change) -> bool:
    """Return True if an action explains a new card on a pile."""
    card = news.after.card if news.after else ""
    return action.to == news.cell and action.card in (card, UNKNOWN)
