"""Where the table is judged: what a settled table means to the match, and what follows.

Theory of operation
-------------------
`consider` compares the table with the match.  What differs, apart from what is owed, is put to
`infer`; what comes of its answers is `companion.referee.transitions`'s.

Taking back needs no word: a table that equals the layout after an earlier ply, of the same
papers, with nothing revealed since, is that ply again.  If a legal action explains the same
table, the players are asked.  Faults of the paper hold judging up until they are put right.

What comes in from outside (views, control cards, clocks) is `companion.referee.input_router`'s and
`companion.referee.referee`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee.explain.hidden_chance import advance
from companion.referee.explain.infer import infer, tolerated_reveal
from companion.referee.explain.interpretations import (
    BY_HAND,
    Accept,
    Ambiguous,
    Inference,
    Refuse,
    Unexplained,
)
from companion.referee.explain.options import TakeBack
from companion.referee.inventory.cards import differing
from companion.referee.inventory.steps import withdrawals
from companion.referee.occlusion import Occlusion, allowed
from companion.referee.phases import OPENING, RefereePhase, Trigger
from companion.referee.records import Notice, NoticeKind
from companion.referee.referee_state import same_saying
from companion.referee.table import TableContents, card_on, differences, same
from companion.referee.transitions import Transitions
from rules import UNKNOWN, Facing, Status, Verb, Verdict, Violation, judge
from rules.core.candidate_actions import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.referee.geometry import TableGeometry
    from rules import Action, Match, PlacedCard, Ply

UNSEEN_S = 3.0
"""How long cells may stay unread at the set-up before the players are told."""


LATELY = 8
"""So many plies back may have left on the table what hands have still to see to."""


class TableJudge(Transitions):
    """A ledger that is shown tables."""

    _unseen: frozenset[str] | set[str] = frozenset()
    """Of a resumed match: the compared cells that were not seen since."""
    _bare_at = -1
    """Of one resumed on a bare mat: the ply after which its cards lay there; they come back first,
    or somebody says what happened."""
    new_sitting = False
    """Of a resumed match: whether it lay so long that the mat may have been put away meanwhile."""
    unwatched = False
    """Whether nobody saw the table for a while before it lay as it does."""

    def __init__(self, match: Match[Any], places: TableGeometry, *, resumed: bool) -> None:
        """Nothing is hidden yet."""
        super().__init__(match, places, resumed=resumed)
        self.blind = Occlusion(zone.cell for zone in places.form.zones if zone.tracked)
        self.held = False

    def hangs_on(self) -> frozenset[str]:
        """The cells that cannot be seen though something may have been done there by now."""
        return self.within_rules(self.blind.lasting(self.time))

    def within_rules(self, hidden: frozenset[str]) -> frozenset[str]:
        """Those of some cells in which the rules allow a seat something now."""
        return allowed(self.match.game, self.match.state, hidden) if hidden else hidden

    def hold(self, cells: frozenset[str]) -> list[Notice]:
        """Accuse nobody of what cells may excuse that nobody can see; the table waits for them."""
        self.held = self.unwatched = True
        return self.tell_hidden(cells)

    def tell_hidden(self, cells: frozenset[str]) -> list[Notice]:
        """Say which cells cannot be seen."""
        self.blind.tell(cells)
        told = self.record(NoticeKind.NOT_NOW, reason="hidden", data={"cells": sorted(cells)})
        return [self.tell(told)]

    def _accuses(self, found: Inference | None) -> bool:
        """Whether somebody is told to have done what the rules do not allow, or only bear."""
        if isinstance(found, Accept):
            return tolerated_reveal(self.match.game, self.match.state, found.actions[0])
        return isinstance(found, Refuse | Unexplained)

    def consider(self, table: TableContents) -> list[Notice]:
        """Judge a table as it lies, unless its paper is at fault."""
        self.papers.table = table
        if table.faults:
            if table.faults == self.faults:
                return []
            self.faults = table.faults
            self.restart_clock()
            return [self.stand(self.record(NoticeKind.TABLE_FAULT, faults=table.faults))]
        records = [self.record(NoticeKind.PUT_BACK)] if self.faults else []
        self.faults = ()
        if self.state in OPENING:
            return records + self._open()
        return records + self.judge()

    def _open(self) -> list[Notice]:
        """Compare the table with the first layout, or with the last one of a log."""
        seen = self.papers.seen()
        changes = differences(self.layout(), seen)
        if self.state is RefereePhase.RESUMING:
            return self._resume(changes)
        unseen = sorted(z.cell for z in self.places.form.zones if z.tracked and z.cell not in seen)
        first_move = not any(c.before for c in changes) and isinstance(self._infer(seen), Accept)
        if unseen and not changes and self.time - self.since < UNSEEN_S:
            return []  # an eye that has just opened needs a moment
        if unseen or (changes and not first_move):
            steps, data = self.handwork.put_right(changes), {"unseen": unseen}
            wanted = self.record(NoticeKind.SET_UP_WANTED, steps=steps, data=data)
            if same_saying(self.standing, wanted):
                return []
            self.restart_clock()
            return [self.stand(wanted)]
        self.papers.account()
        self.go(Trigger.AGREES)
        return [self.stand(self.record(NoticeKind.SET_UP_READY, next_turn=True)), *self.judge()]

    def _resume(self, changes: tuple[Change, ...]) -> list[Notice]:
        """Go on from a log: what differs may be one move that was made and not yet judged.

        A mat on which nothing lies any more was cleared away between two sittings: no move.  In
        the same sitting it was cleared in play, if any play clears it.
        """
        self.papers.inherit(self.layout(), self.left.aside, self.left.returning)
        self.papers.bind(self.layout(), len(self.match.plies))
        data = {"differing": len(changes), **self.about}
        told = self.record(NoticeKind.MATCH_RESUMED, next_turn=True, data=data)
        self._unseen = {
            z.cell for z in self.places.form.zones if z.tracked
        } - self.papers.seen().keys()
        if changes and not any(self.papers.seen().values()) and not self._bared_in_play(changes):
            self._bare_at = len(self.match.plies)
            self.go(Trigger.DIFFERS)
            return [self.stand(replace(told, steps=self.handwork.put_right(changes)))]
        late = self._late_cells(changes)
        self.papers.owe(self.layout(), late)
        rest = tuple(change for change in changes if change.cell not in late)
        if late and not rest:
            self.go(Trigger.OWES)
            return [self.stand(replace(told, steps=self.owed_steps()))]
        if not rest or self._one_move(rest):
            self.go(Trigger.AGREES)
            new = rest or self.papers.news() or self.papers.taken()
            return [self.stand(told), *(self.judge() if new else ())]
        self.go(Trigger.DIFFERS)
        return [self.stand(replace(told, steps=self.handwork.put_right(changes)))]

    def _bared_in_play(self, changes: tuple[Change, ...]) -> bool:
        """Whether a mat on which nothing lies was cleared by a move, or by taking one card back."""
        if self.new_sitting:
            return False
        cleared = isinstance(self._infer(self.papers.seen()), Accept)
        return cleared or (len(changes) == 1 and self._earlier_ply(changes) is not None)

    def _late_cells(self, changes: tuple[Change, ...]) -> list[str]:
        """The cells in which hands have not followed yet what was said.

        They lie as before it, as after a take-back; but a word is taken back by a word.
        """
        back = self._earlier_ply(changes)
        if not self.left.owing or (
            back is not None and any(map(self._by_hand, self.match.plies[back:]))
        ):
            return []
        return [change.cell for change in changes if self._left_over(change)]

    def _left_over(self, change: Change) -> bool:
        """Whether a cell lies as it did before the rules, not a hand, changed it."""
        game, plies = self.match.game, self.match.plies
        for ply in reversed(range(max(0, len(plies) - LATELY), len(plies))):
            if change.cell in self._by_hand(plies[ply]):
                return _shown_by(plies[ply].action, change)
            before = card_on(game.layout(self.match.state_at(ply)), change.cell)
            if same(change.after, before):
                return True
        return False

    def _by_hand(self, ply: Ply[Any]) -> list[str]:
        """The compared cells on which a card showed this ply."""
        action = ply.action
        if action is None or action.verb not in BY_HAND:
            return []
        return [cell for cell in (action.at, action.to) if cell and self.places.is_tracked(cell)]

    def _one_move(self, changes: tuple[Change, ...]) -> bool:
        """Whether what one seat did explains a table, or one refused action, or one taken back.

        While nobody watched things may have been moved about; more than that is no play.  What
        was declined before it is no action of its own: only the next one tells of it.  Where all
        that changed is what passing clears, a battle allowed say, the pass is the move.
        """
        if self._earlier_ply(changes) is not None:
            return True
        found = self._infer(self.papers.seen())
        if isinstance(found, Accept):
            moved = {a.seat for a in found.actions if a.verb is not Verb.PASS}
            return len(moved or {a.seat for a in found.actions}) == 1
        laid = len(changes) == 1 and changes[0].after is not None
        return isinstance(found, Refuse) and laid and not found.first

    def judge(self) -> list[Notice]:
        """What the table, as it lies now, means to the match."""
        self.papers.strike(self.layout())
        missing = differences(self.layout(), self.papers.seen())
        bare = self._bare_at == len(self.match.plies) and all(c.after is None for c in missing)
        if bare and missing:
            return self.astray()
        self._bare_at = -1
        self._catch_up()
        fresh = self.papers.fresh()
        changes, news = differences(self.layout(), fresh), self.papers.news()
        found = self._infer(fresh, news) if changes or news else None
        if changes and (again := self._unlawful_in(changes)):
            return again
        if self._accuses(found) and (hidden := self.hangs_on()):
            return self.hold(hidden) if self.blind.untold(hidden) else []
        early = False
        if changes or news:
            late = None if isinstance(found, Accept | Ambiguous) else self._too_late(fresh, news)
            if late is not None:
                return self.refuse(late, news)
        if news and isinstance(found, Unexplained | Refuse):
            # A card on a pile that means nothing now may mean something later; it does no harm.
            alone = self._infer(fresh) if changes else None
            early = isinstance(found, Unexplained) or isinstance(alone, Accept) or alone == found
            found, news = (alone, ()) if early else (found, news)
        if found is None:
            refused = self._hidden_on_piles()
            return self.refuse(*refused) if refused else self.agree()
        if (gone_back := self._gone_back(found, changes)) is not None:
            return gone_back
        if isinstance(found, Accept):
            records = self.accept(found, news=bool(news))
            return (
                records + self.judge()
                if early and self.state is not RefereePhase.ENDED
                else records
            )
        if isinstance(found, Ambiguous):
            return self.ask(list(found.options))
        # Out of step the match may be the one that is wrong: then nobody is refused anything.
        if isinstance(found, Refuse) and (self.state is not RefereePhase.ASTRAY or not changes):
            return self.refuse(found, news)
        return self.astray()

    def _gone_back(self, found: Inference, changes: tuple[Change, ...]) -> list[Notice] | None:
        """What a table means that lies as after an earlier ply, None if it lies as after none."""
        back = self._earlier_ply(changes) if changes else None
        if back is None:
            return None
        if isinstance(found, Accept):
            if self._comes_to_the_same(found, back):
                return None
            if not self.papers.dismissed([c.cell for c in changes if c.after is not None]):
                return self.ask([TakeBack(back), found])
        return [*self.take_back(back), *self.judge()]

    def _unlawful_in(self, changes: tuple[Change, ...]) -> list[Notice]:
        """The refusal of a card among backs once more, where something shows that it lies there.

        One that only a piece tells of may be gone, and its piece forgotten.
        """
        cells = {change.cell for change in changes}
        for at, (old, piece) in enumerate(self.unseen):
            refused = old.kind is NoticeKind.REFUSED and not piece
            steps = withdrawals(old.steps) if refused else ()
            if not cells.isdisjoint(step.cell for step in steps):
                told = self.record(
                    NoticeKind.REFUSED, action=old.action, violations=old.violations, steps=steps
                )
                self.unseen[at] = told, piece
                return [self.tell(told)]
        return []

    def _hidden_on_piles(self) -> tuple[Refuse, tuple[Change, ...]] | None:
        """A card laid face down where it should show, if that means something to the game.

        A back that says nothing by itself lies there for no matter what reason.
        """
        match = self.match
        for change in self.papers.hidden(self.layout()):
            said = match.game.candidate_actions(match.state, (change,))
            laid = next((a for a in said if a.facing is Facing.DOWN), None)
            if laid is not None and not (verdict := match.judge(laid)).legal:
                return Refuse(laid, verdict), (change,)
        return None

    def _too_late(
        self, seen: Mapping[str, PlacedCard | None], news: tuple[Change, ...]
    ) -> Refuse | None:
        """A card that would have answered a question had its time not been up, if nothing else."""
        lapsed, game = self.lapsed, self.match.game
        if lapsed is None or lapsed.ply != len(self.match.plies):
            return None
        changes = (*differences(game.layout(lapsed.state), seen), *news)
        for action in game.candidate_actions(lapsed.state, changes):
            if action.verb is Verb.PLACE and judge(game, lapsed.state, action).legal:
                breach = Violation(lapsed.clause, case="late")
                return Refuse(action, Verdict(Status.ILLEGAL, (breach,)))
        return None

    def _catch_up(self) -> None:
        """What a resumed referee sees for the first time may be as it lay before the last word."""
        if self._unseen:
            changes = differences(self.layout(), self.papers.fresh())
            news = tuple(change for change in changes if change.cell in self._unseen)
            self.papers.owe(self.layout(), self._late_cells(news))
            self._unseen -= self.papers.seen().keys()

    def _infer(
        self, seen: Mapping[str, PlacedCard | None], news: tuple[Change, ...] = ()
    ) -> Inference:
        match, last = self.match, self.last_seat()
        return infer(match.game, match.state, seen, news, last, unwatched=self.unwatched)

    def _earlier_ply(self, changes: tuple[Change, ...]) -> int | None:
        """The latest earlier ply whose layout lies on the table and that may be gone back to."""
        game, seen = self.match.game, self.papers.seen()
        back = [c.cell for c in changes if c.after is not None]
        for ply in range(len(self.match.plies) - 1, self.undo_limit() - 1, -1):
            there = not differences(game.layout(self.match.state_at(ply)), seen)
            if there and self.papers.same_paper(back, ply):
                return ply
        return None

    def _comes_to_the_same(self, found: Accept, back: int) -> bool:
        """Whether taking a move back and what the rules allow come to the same.

        So it is when a card was taken up again before it counted, or laid face down again: the
        same seat goes on from the same table, and there is nothing to ask.
        """
        game, state, there = self.match.game, self.match.state, self.match.state_at(back)
        for action in found.actions:
            if action.verb is not Verb.REMOVE and action.card != UNKNOWN:
                return False
            state = advance(game, state, action)
        same_table = not differing(game.layout(state), game.layout(there))
        return same_table and game.to_act(state) == game.to_act(there)


def _shown_by(action: Action | None, change: Change) -> bool:
    """Whether a card lies as an action laid it or turned it up, though the rules took it off."""
    was, lies = change.before, change.after
    gone = was is None or lies is None or was.card != lies.card
    return gone and action is not None and lies is not None and action.card == lies.card
