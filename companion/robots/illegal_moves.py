"""Deliberate faults of robots: an action against the rules, and the moves that show and undo it.

An attempt changes one cell. It is used only if the referee's correct verdict is certain: the game's
`candidate_actions` must name exactly one action for the change, the rules must forbid this action
whatever the hidden cards are, and no legal actions without a trace may clear the same cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.pieces import is_piece
from companion.referee.control_cards import read_control
from companion.referee.explain.hidden_chance import advance
from companion.referee.table import card_on, same
from companion.robots.acting import Acting
from companion.robots.paper_hands import PaperHands
from companion.simulator.stage import HandMove
from rules import CHANCE, UNKNOWN, Action, Facing, Match, PlacedCard, Seat, Status, Verb, Zone
from rules.core.candidate_actions import Change

_UNSEEN: Final = (Verb.CHOOSE, Verb.PASS)
"""Verbs of actions that players may only speak."""
_STEPS: Final = 3
"""Number of spoken actions between two moves of a hand."""


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """An action, the clauses that it violates, and the moves of `hand` that show and undo it."""

    action: Action
    clauses: tuple[str, ...]
    hand: Seat
    done: HandMove
    undone: HandMove


_Attempt = tuple[Change, Seat, HandMove, HandMove]
"""A change of one cell that may be illegal, and the moves of a seat that make and undo it."""


def illegal_moves(acting: Acting, hands: PaperHands, seat: Seat) -> Iterator[IllegalMove]:
    """Yield every move of one piece in the turn of `seat` that would certainly break a rule."""
    match, cleared = acting.seen, spoken_away(acting.seen)
    for change, hand, done, undone in _Attempts(acting, hands, seat).all():
        meant = list(match.game.candidate_actions(match.state, (change,)))
        if len(meant) != 1 or (change.after is None and change.cell in cleared):
            continue
        verdict = match.judge(meant[0])
        if verdict.status is Status.ILLEGAL:
            yield IllegalMove(meant[0], verdict.clauses, hand, done, undone)


def spoken_away(match: Match[Any]) -> frozenset[str]:
    """Return the cells that legal spoken actions may clear.

    To a camera, a card removed from there may be the first of those that these actions remove.
    """
    game, layout = match.game, match.game.table.layout
    last, reached = {match.state}, {match.state}
    for _ in range(_STEPS):
        asked = [state for state in last if CHANCE not in game.to_act(state)]
        spoken = ((s, a) for s in asked for a in game.legal(s) if a.verb in _UNSEEN)
        last = {advance(game, state, action) for state, action in spoken} - reached
        reached |= last
    before, after = layout(match.state), [layout(state) for state in reached]
    return frozenset(cell for cell in before if not all(each.get(cell) for each in after))


class _Attempts:
    """The moves of one card or token that are possible in the turn of a seat.

    Other seats' cards are placed by their owners, out of turn.
    """

    def __init__(self, acting: Acting, hands: PaperHands, seat: Seat) -> None:
        self._acting, self._hands, self._seat = acting, hands, seat
        self._stage, self._stock, self._layout = acting.stage, hands.stock, acting.layout()
        plies = acting.seen.plies
        self._begun = any(ply.action and ply.action.seat != CHANCE for ply in plies)
        # Before the first action, any player may begin; a card without a colour may be anybody's.
        self._placing = acting.seats if self._begun and acting.form.owners else [seat]

    def all(self) -> Iterator[_Attempt]:
        """Yield the attempts, cell by cell."""
        for zone in self._acting.form.zones:
            if zone.cell not in self._hands.cells:
                continue
            if zone.tracked:
                yield from self._on_field(zone)
            elif zone.owner in ("", self._seat):
                pieces = self._hands.pieces
                there = {placed.card for placed in self._layout.get(zone.cell, ())}
                for name in (*pieces.get(self._seat, ()), *pieces.get("", ())):
                    if name not in there:
                        yield from self._token(name, zone)

    def _token(self, name: str, zone: Zone) -> Iterator[_Attempt]:
        """Yield a token placed off the field, which then returns to its former place.

        Control cards have places of their own; some are commands to the referee.
        """
        if name.startswith("ctl.") is not zone.cell.endswith(".control") or read_control(name):
            return
        fitting = PlacedCard(name, self._seat)
        tag = next((tag for tag in self._stock.card if self._stock.alike(tag, fitting)), None)
        home = self._stage.place_of(tag) or "" if tag is not None else zone.cell
        if tag is None or home == zone.cell:
            return
        placed = self._stage.scene.find(tag)
        change = Change(zone.cell, None, PlacedCard(name, zone.owner or self._seat))
        back = HandMove(tag, home, self._seat, 0, placed.face_up if placed else True)
        yield change, self._seat, HandMove(tag, zone.cell, self._seat), back

    def _on_field(self, zone: Zone) -> Iterator[_Attempt]:
        """Yield a face-down card turned up, a card removed, and cards placed from the hand."""
        top, tags = card_on(self._layout, zone.cell), self._stage.piles.get(zone.cell, [])
        if top is not None and tags and not is_piece(self._stock.card[tags[-1]]):
            tag, owner = tags[-1], top.owner or self._seat
            back = HandMove(tag, zone.cell, owner, top.turn, top.facing is Facing.UP)
            if top.facing is Facing.DOWN:
                turned = Change(zone.cell, top, PlacedCard(self._stock.card[tag], top.owner))
                up = HandMove(tag, zone.cell, owner, top.turn)
                yield turned, self._seat, up, back
            if len(tags) == 1 and not self._undoes(zone.cell):
                yield Change(zone.cell, top, None), self._seat, HandMove(tag), back
        if top is not None and (not zone.pile or top.facing is Facing.DOWN):
            # Two cards on a cell for one are a table fault, not an illegal action. A card on a
            # face-down one looks like that card turned up.
            return
        for seat in self._placing:
            copies = {self._stock.card[tag]: tag for tag in self._stock.hands[seat]}
            for tag in copies.values():
                yield from self._placed(zone, top, seat, tag, Facing.UP)
            for tag in [*copies.values()][:1]:  # all backs look the same
                yield from self._placed(zone, top, seat, tag, Facing.DOWN)

    def _placed(
        self, zone: Zone, top: PlacedCard | None, seat: Seat, tag: str, facing: Facing
    ) -> Iterator[_Attempt]:
        """Yield a card placed on the field: upright, sideways and upside down."""
        owner = self._stock.owner[tag] or zone.owner or seat
        card = self._stock.card[tag] if facing is Facing.UP else UNKNOWN
        for turn in range(3) if zone.oriented else (0,):
            placed = PlacedCard(card, owner, facing, turn)
            if not same(placed, top):
                done = HandMove(tag, zone.cell, owner, turn, facing is Facing.UP)
                yield Change(zone.cell, top, placed), seat, done, HandMove(tag)

    def _undoes(self, cell: str) -> bool:
        """Return True if the field without this cell's card equals an earlier position."""
        match, field = self._acting.seen, self._acting.field
        if not self._begun:
            return True
        left = {each: self._layout.get(each, ()) for each in field} | {cell: ()}
        earlier = range(match.undo_limit(), len(match.plies))
        layouts = (match.game.table.layout(match.state_at(ply)) for ply in earlier)
        return any(all(old.get(c, ()) == pile for c, pile in left.items()) for old in layouts)
