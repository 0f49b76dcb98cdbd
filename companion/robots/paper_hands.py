"""The printed cards of a match, and the hands that move them into a layout."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.robots.acting import Acting
from companion.robots.declarations import Saying, Sayings, pieces_of
from companion.robots.sync_table import TableSync
from companion.simulator.card_supply import CardSupply, is_piece
from companion.simulator.hand_moves import perform
from companion.simulator.stage import HandMove, SceneFrame
from rules import CHANCE, Action, Deck, Event, Facing, Layout, PlacedCard, PrintedCard, Seat


class PaperHands:
    """The cards and tokens on one stage, in hands and in the box."""

    def __init__(
        self,
        acting: Acting,
        cards: Sequence[PrintedCard],
        decks: Mapping[Seat, Deck],
        ignored: Collection[str] = (),
    ) -> None:
        """Prepare the cards of `decks` and all tokens; `ignored` cells are not synchronised."""
        self._acting, self._stage = acting, acting.stage
        self.seats = [seat for seat in acting.game.seats(acting.seen.setup) if seat != CHANCE]
        self.stock = CardSupply(cards, acting.form.owners, decks)
        self.pieces = pieces_of(cards, acting.form.owners)
        self.cells = {cell.id for cell in self._stage.mat.cells}
        self._sync = TableSync(self._stage, self.stock, acting.field, ignored)
        self._sayings: Sayings | None = None

    def set_up(self, layout: Layout) -> None:
        """Place the initial cards, and deal the rest to the hands."""
        for cell, pile in layout.items():
            for placed in pile if cell in self.cells else ():
                tag = self.stock.lay_out(placed)
                if tag is not None:
                    seat, up = placed.owner or self.seats[0], placed.facing is Facing.UP
                    self._stage.do(HandMove(tag, cell, seat, placed.turn, up))
        self.stock.deal(self.seats)

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
        if tag is None:  # it is on the table, and its twin may be in a face-down pile
            shown = (piece.tag for piece in scene.pieces if piece.face_up)
            tag = next(tag for tag in shown if self.stock.card[tag] == card)
        return HandMove(tag, saying.cell, owner or seat)

    def speak(self, saying: Saying, seat: Seat) -> Iterator[SceneFrame]:
        """Place the declaring token, which stays until the next hand moves."""
        yield from perform(self._stage, seat, [self.declaring(saying, seat)])
        yield from self._stage.wait(self._acting.behaviour.settle_s)

    def say(self, action: Action, seat: Seat = "") -> Iterator[SceneFrame]:
        """Declare an action with a token; raise `LookupError` if no token declares it."""
        saying = self.saying(action)
        if saying is None:
            raise LookupError(f"no piece says {action}: {self._acting.seen.state}")
        yield from self.speak(saying, seat or action.seat)

    def towards(
        self,
        layout: Layout,
        seat: Seat,
        hand: list[str] | None = None,
        back: Mapping[str, str] | None = None,
    ) -> list[HandMove]:
        """Return the moves of `seat` that lead to a layout (`TableSync.hand_moves`)."""
        return self._sync.hand_moves(layout, seat, [] if hand is None else hand, back)

    def follow(self, layout: Layout, seat: Seat) -> Iterator[SceneFrame]:
        """Change the table to a layout, which then stays visible for a while."""
        if moves := self.towards(layout, seat):
            yield from perform(self._stage, seat, moves)
            yield from self._stage.wait(self._acting.behaviour.settle_s)

    def dealt(self, events: Iterable[Event], layout: Layout) -> dict[str, tuple[PlacedCard, ...]]:
        """Return the decks after `dealt` events, whose last items are the deck, topmost first."""
        found = {}
        for event in events:
            deck = f"{event.seat}.deck"
            if event.kind == "dealt":
                items = event.items[len(event.items) - len(layout.get(deck, ())) :]
                found[deck] = tuple(PlacedCard(c, event.seat, Facing.DOWN) for c in items[::-1])
        return found

    def draw(self, events: Iterable[Event]) -> Iterator[SceneFrame]:
        """Draw the cards that `events` name from the decks on the mat, if there are any."""
        for event in events:
            deck, tags = self._stage.piles.get(f"{event.seat}.deck", []), list[str]()
            for card in (event.items or (event.card,)) if event.kind == "drawn" else ():
                fitting = (t for t in deck if self.stock.card[t] == card and t not in tags)
                if (tag := next(fitting, None)) is not None:
                    self._stage.to_top(f"{event.seat}.deck", tag)
                    deck.insert(len(deck) - 1 - len(tags), deck.pop())
                    tags.append(tag)
            yield from perform(self._stage, event.seat, [HandMove(tag) for tag in tags])
            for tag in tags:
                self.stock.home(tag, event.seat)


def hands_with_decks(acting: Acting, cards: Sequence[PrintedCard]) -> PaperHands:
    """Return hands with each seat's printed cards, which draw only what events name."""
    owners = acting.form.owners
    own: dict[Seat, list[str]] = {seat: [] for seat in owners.values()}
    for card in cards:
        if card.owner in owners and not is_piece(card.card):
            own[owners[card.owner]].append(card.card)
    decks = {seat: Deck(tuple(names)) for seat, names in own.items()}
    return PaperHands(acting, cards, decks, [f"{seat}.deck" for seat in decks])


def whole(deck: Deck) -> Deck:
    """Return a deck with all of its printed cards in one list."""
    extras = (card for name, cards in deck.extras.items() if name != "side" for card in cards)
    return replace(deck, cards=(*deck.cards, *extras))
