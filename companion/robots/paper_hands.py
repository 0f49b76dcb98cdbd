"""The printed cards of a match, and the hands that move them into a layout."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from companion.robots.acting import Acting
from companion.robots.declarations import Saying, Sayings, pieces_of
from companion.robots.sync_table import TableSync
from companion.simulator.card_supply import open_stock
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import Action, Facing, Layout, PlacedCard, PrintedCard, Seat


class PaperHands:
    """The cards and tokens on one stage, in hands and in the box."""

    def __init__(
        self,
        acting: Acting,
        cards: Sequence[PrintedCard],
        layout: Layout,
        ignored: Collection[str] = (),
    ) -> None:
        """Place the cards of `layout`, shuffled; `ignored` cells are not synchronised."""
        self._acting, self._stage, owners = acting, acting.stage, acting.form.owners
        self.stock = open_stock(cards, owners, acting.seen.setup, layout)
        self.pieces = pieces_of(cards, owners)
        self.cells = {cell.id for cell in self._stage.mat.cells}
        self._ignored = ignored
        self._sayings: Sayings | None = None
        for tag, cell, placed in self.stock.lay_out(acting.rng, self.cells, acting.seats):
            seat, up = placed.owner or acting.seats[0], placed.facing is Facing.UP
            self._stage.do(HandMove(tag, cell, seat, placed.turn, up))

    def saying(self, action: Action) -> Saying | None:
        """Return the token that declares an action in the seen match, or None."""
        acting, state = self._acting, self._acting.seen.state
        if self._sayings is None or self._sayings.state is not state:
            self._sayings = Sayings(acting.game, state, acting.form, self.pieces)
        return self._sayings.say(action)

    def declaring(self, saying: Saying, seat: Seat) -> HandMove:
        """Return the move that places a declaring token or card."""
        owner, card, scene = saying.owner, saying.card, self._stage.scene
        tag = self.stock.from_box(card, owner) or self.stock.from_hand(owner, card)
        if tag is None and saying.cell in self._acting.field:  # any token points at a cell
            others = (*self.pieces.get(owner, ()), *self.pieces.get("", ()))
            tokens = (self.stock.from_box(c, owner) for c in others if c.startswith("token."))
            tag = next(filter(None, tokens), None)
        if tag is None:  # it is on the table, and its twin may be in a face-down pile
            shown = (piece.tag for piece in scene.pieces if piece.face_up)
            tag = next(tag for tag in shown if self.stock.card[tag] == card)
        return HandMove(tag, saying.cell, owner or seat)

    def speak(self, saying: Saying, seat: Seat) -> Iterator[SceneFrame]:
        """Place the declaring token, which stays until the next hand moves."""
        yield from self.show([self.declaring(saying, seat)], seat)

    def say(self, action: Action, seat: Seat = "") -> Iterator[SceneFrame]:
        """Declare an action with a token; raise `LookupError` if no token declares it."""
        saying = self.saying(action)
        if saying is None:
            raise LookupError(f"no piece says {action}: {self._acting.seen.state}")
        yield from self.speak(saying, seat or action.seat)

    def show(self, moves: Sequence[HandMove], seat: Seat) -> Iterator[SceneFrame]:
        """Perform moves, whose result then stays visible for a while."""
        yield from perform(self._stage, seat, moves)
        yield from self._stage.wait(self._acting.behaviour.settle_s)

    def towards(
        self,
        layout: Layout,
        seat: Seat,
        hand: list[str] | None = None,
        back: Mapping[str, str] | None = None,
    ) -> list[HandMove]:
        """Return the moves of `seat` that lead to a layout (`TableSync.hand_moves`)."""
        sync = TableSync(self._stage, self.stock, self._acting.form, layout, self._ignored)
        return sync.hand_moves(seat, hand, back)

    def follow(self, layout: Layout, seat: Seat) -> Iterator[SceneFrame]:
        """Change the table to a layout, which then stays visible for a while."""
        if moves := self.towards(layout, seat):
            yield from self.show(moves, seat)


def backs(cards: Iterable[str], seat: Seat) -> tuple[PlacedCard, ...]:
    """Return a face-down pile of known cards."""
    return tuple(PlacedCard(card, seat, Facing.DOWN) for card in cards)
