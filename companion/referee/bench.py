"""Where the table is judged: what a settled table means to the match, and what follows.

Theory of operation
-------------------
`consider` compares the table with the match.  What differs, apart from what is owed, is put to
`infer`; what comes of its answers is `companion.referee.ledger`'s.

Taking back needs no word: a table that equals the layout after an earlier ply, of the same
papers, with nothing revealed since, is that ply again.  If a legal action explains the same
table, the players are asked.  Faults of the paper hold judging up until they are put right.

What comes in from outside (views, control cards, clocks) is `companion.referee.listening`'s and
`companion.referee.session`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.referee.chances import advance
from companion.referee.infer import infer
from companion.referee.ledger import Ledger, TakeBack, same_saying
from companion.referee.meanings import BY_HAND, Accept, Ask, Astray, Inference, Refuse
from companion.referee.paper import differing
from companion.referee.records import Kind, Record
from companion.referee.states import OPENING, State, Trigger
from companion.referee.table import Table, differences
from rules import UNKNOWN, Change, Verb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules import Lying, Ply

__all__ = ["UNSEEN_S", "Bench"]


UNSEEN_S = 3.0
"""How long cells may stay unread at the set-up before the players are told."""


class Bench(Ledger):
    """A ledger that is shown tables."""

    def consider(self, table: Table) -> list[Record]:
        """Judge a table as it lies, unless its paper is at fault."""
        self.papers.table = table
        if table.faults:
            if table.faults == self.faults:
                return []
            self.faults = table.faults
            self.restart_clock()
            return [self.stand(self.record(Kind.TABLE_FAULT, faults=table.faults))]
        records = [self.record(Kind.PUT_BACK)] if self.faults else []
        self.faults = ()
        if self.state in OPENING:
            return records + self._open()
        return records + self.judge()

    def _open(self) -> list[Record]:
        """Compare the table with the first layout, or with the last one of a log."""
        seen = self.papers.seen()
        changes = differences(self.layout(), seen)
        if self.state is State.RESUMING:
            return self._resume(changes)
        unseen = sorted(z.cell for z in self.places.form.zones if z.strict and z.cell not in seen)
        first_move = not any(c.before for c in changes) and isinstance(self._infer(seen), Accept)
        if unseen and not changes and self.time - self.since < UNSEEN_S:
            return []  # an eye that has just opened needs a moment
        if unseen or (changes and not first_move):
            steps, data = self.put_right(changes), {"unseen": unseen}
            wanted = self.record(Kind.SET_UP_WANTED, steps=steps, data=data)
            if same_saying(self.standing, wanted):
                return []
            self.restart_clock()
            return [self.stand(wanted)]
        self.papers.account()
        self.go(Trigger.AGREES)
        return [self.stand(self.record(Kind.SET_UP_READY, next_turn=True)), *self.judge()]

    def _resume(self, changes: tuple[Change, ...]) -> list[Record]:
        """Go on from a log: what differs may be one move that was made and not yet judged."""
        self.papers.inherit(self.layout())
        self.papers.bind(self.layout(), len(self.match.plies))
        told = self.record(Kind.MATCH_RESUMED, next_turn=True, data={"differing": len(changes)})
        if changes and self._still_owed(changes):
            self.papers.owe(self.layout(), [change.cell for change in changes])
            self.go(Trigger.OWES)
            return [self.stand(replace(told, steps=self.owed_steps()))]
        if not changes or self._one_move(changes):
            self.go(Trigger.AGREES)
            return [self.stand(told), *(self.judge() if changes or self.papers.news() else ())]
        self.go(Trigger.DIFFERS)
        return [self.stand(replace(told, steps=self.put_right(changes)))]

    def _still_owed(self, changes: tuple[Change, ...]) -> bool:
        """Whether hands have not followed yet what was said: no card shows that it was done.

        The table then lies as before, as after a take-back; but a word is taken back by a word.
        """
        back = self._earlier_ply(changes)
        return back is not None and not any(map(self._by_hand, self.match.plies[back:]))

    def _by_hand(self, ply: Ply[Any]) -> bool:
        """Whether a ply was shown by a card on a compared cell."""
        action = ply.action
        if action is None or action.verb not in BY_HAND:
            return False
        return any(self.places.strict(cell) for cell in (action.at, action.to) if cell)

    def _one_move(self, changes: tuple[Change, ...]) -> bool:
        """Whether what one seat did explains a table, or one refused action, or one taken back.

        While nobody watched things may have been moved about; more than that is no play.  What
        was declined before it is no action of its own: only the next one tells of it.
        """
        if self._earlier_ply(changes) is not None:
            return True
        found = self._infer(self.papers.seen())
        if isinstance(found, Accept):
            return len({a.seat for a in found.actions if a.verb is not Verb.PASS}) == 1
        laid = len(changes) == 1 and changes[0].after is not None
        return isinstance(found, Refuse) and laid and not found.first

    def judge(self) -> list[Record]:
        """What the table, as it lies now, means to the match."""
        self.papers.strike(self.layout())
        fresh = self.papers.fresh()
        changes, news = differences(self.layout(), fresh), self.papers.news()
        found = self._infer(fresh, news) if changes or news else None
        early = False
        if news and isinstance(found, Astray | Refuse):
            # A card on a pile that means nothing now may mean something later; it does no harm.
            alone = self._infer(fresh) if changes else None
            early = isinstance(found, Astray) or isinstance(alone, Accept)
            found, news = (alone, ()) if early else (found, news)
        if found is None:
            return self.agree()
        back = self._earlier_ply(changes) if changes else None
        if back is not None:
            returned = [c.cell for c in changes if c.after is not None]
            if not isinstance(found, Accept):
                return [*self.take_back(back), *self.judge()]
            if not self._comes_to_the_same(found, back):
                if self.papers.dismissed(returned):
                    return [*self.take_back(back), *self.judge()]
                return self.ask([TakeBack(back), found])
        if isinstance(found, Accept):
            records = self.accept(found, news=bool(news))
            return records + self.judge() if early and self.state is not State.ENDED else records
        if isinstance(found, Ask):
            return self.ask(list(found.options))
        return self.refuse(found, news) if isinstance(found, Refuse) else self.astray()

    def _infer(self, seen: Mapping[str, Lying | None], news: tuple[Change, ...] = ()) -> Inference:
        return infer(self.match.game, self.match.state, seen, news, self.last_seat())

    def _earlier_ply(self, changes: tuple[Change, ...]) -> int | None:
        """The latest earlier ply whose layout lies on the table and that may be gone back to."""
        game, seen = self.match.game, self.papers.seen()
        back = [c.cell for c in changes if c.after is not None]
        for ply in range(len(self.match.plies) - 1, self.match.undo_limit() - 1, -1):
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
