"""A drawn table: its set-up, the possible actions, and what it shows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.drawn_table.persistence import TableStore
from companion.drawn_table.values import DragCommand, DragKind
from companion.referee.phases import RefereePhase
from rules import (
    Action,
    Verb,
)
from tests.support.referee.inputs import RefereedMatch
from tests.support.simulator.visits import (
    GAMES,
    Visit,
)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_laid_out_by_one_button(slug: str) -> None:
    visit = Visit(slug)
    visit.table.set_up()

    assert "set_up_ready" in visit.watch()
    assert visit.referee.at.phase is RefereePhase.IN_SYNC
    assert set(visit.papers().values()) == {1}


def test_a_hand_is_dealt_from_a_shuffled_deck() -> None:
    hands = set()
    for seed in range(4):
        visit = Visit("yggdrasil", seed)
        visit.table.set_up()
        hands.add(tuple(sorted(each.card for each in visit.hand("A"))))
        assert len(visit.hand("A")) == 5
        assert visit.top("A.deck") is not None

    assert len(hands) == 4


def test_roots_whose_column_is_chosen_are_placed_from_the_hands() -> None:
    visit = Visit("yggdrasil", settings=("root_column=choice",))
    visit.table.set_up()
    visit.watch()
    for seat, cell in (("A", "b1"), ("B", "c5")):
        (root,) = visit.hand(seat)
        assert root.card == "yr1"
        assert visit.drop(root.number, cell)
        assert "accepted" in visit.watch(4.0)
    assert visit.referee.at.match.to_act == {"A"}


def test_a_deck_master_is_no_copy_out_of_the_deck() -> None:
    """Check SPH-4.4: each player starts with a whole deck, of which five cards are in the hand."""
    visit = Visit("spherion")
    visit.table.set_up()
    stock = visit.table._pieces.stock

    for seat, deck in visit.referee.at.match.setup.decks.items():
        piled = visit.table._pieces.stage.piles[f"{seat}.deck"]
        held = [each.card for each in visit.hand(seat)]
        assert len(held) == 5
        assert Counter([*held, *(stock.card[tag] for tag in piled)]) == Counter(deck.cards)


def test_a_game_is_played_and_refused_by_hand() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    visit.watch()
    card = visit.hand("A")[0]
    assert visit.drop(card.number, "a5")
    assert "refused" in visit.watch()

    visit.table.rearrange(visit.referee.at.layout, "A")
    assert "put_back" in visit.watch(4.0)
    assert len(visit.hand("A")) == 5
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_card_in_the_fingers_is_in_no_place_and_its_hand_is_seen() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    card = visit.hand("A")[0]
    assert visit.table.do(DragCommand(DragKind.DRAG, card.number, (200.0, 300.0)))

    scene, moving = visit.table.scene(1.0)
    assert moving
    assert len(scene.hands) == 1
    assert visit.table.shown().held == card.number
    assert set(visit.papers().values()) == {1}
    assert visit.table.do(DragCommand(DragKind.BACK))
    assert len(visit.hand("A")) == 5
    assert not visit.table.scene(1.1)[0].hands


def test_a_card_goes_back_when_its_page_is_closed() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    root = visit.top("b1")
    assert root is not None
    visit.table.scene(1.0)
    assert visit.table.do(DragCommand(DragKind.DRAG, root.number, (10.0, 10.0)))
    assert visit.top("b1") is None
    visit.table.scene(60.0)

    assert visit.top("b1") == root


def test_a_card_is_upright_for_its_owner_turns_and_flips() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    near, far = visit.hand("A")[0], visit.hand("B")[0]
    visit.drop(near.number, "a2")
    visit.drop(far.number, "d4")
    own, other = visit.top("a2"), visit.top("d4")
    assert own is not None
    assert other is not None
    assert abs((own.turn_deg + 180) % 360 - 180) < 8
    assert abs(other.turn_deg - 180) < 8
    assert visit.table.do(DragCommand(DragKind.TURN, near.number))
    turned = visit.top("a2")
    assert turned is not None
    assert abs(turned.turn_deg - (own.turn_deg + 90) % 360) < 0.1

    assert visit.table.do(DragCommand(DragKind.FLIP, near.number))
    flipped = visit.top("a2")
    assert flipped is not None
    assert not flipped.up
    assert flipped.card == ""


def test_a_card_of_a_shared_pack_is_upright_for_its_last_holder() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    card = visit.hand("2")[0]
    visit.drop(card.number, "discard")
    resting = visit.top("discard")

    assert resting is not None
    assert abs(resting.turn_deg - 180) < 8


def test_only_the_topmost_card_of_a_pile_is_picked_up() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    deck = visit.top("A.deck")
    assert deck is not None
    pieces = visit.table._pieces
    below = visit.table._visible.number[pieces.stage.piles["A.deck"][0]]
    before = len(pieces.stage.piles["A.deck"])

    assert not visit.table.do(DragCommand(DragKind.HAND, below, None, "A"))
    assert visit.table.do(DragCommand(DragKind.HAND, deck.number, None, "A"))
    assert len(visit.hand("A")) == 6
    assert len(pieces.stage.piles["A.deck"]) == before - 1


def test_numbers_and_pictures_reveal_nothing_of_face_down_cards() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    deck = visit.top("A.deck")
    assert deck is not None

    assert deck.card == ""
    assert visit.table.picture(deck.number, up=True) == b""
    assert visit.table.picture(deck.number, up=False)
    assert visit.table.picture(visit.hand("A")[0].number, up=True)
    printed = [card.tag for card in visit.cards]
    assert list(visit.table._visible.tags) != printed
    assert visit.table.picture(0, up=True) is None
    assert visit.table.picture(10_000, up=False) is None


@pytest.mark.parametrize(
    "doing",
    [
        DragCommand(DragKind.DROP, 0, (1.0, 1.0)),
        DragCommand(DragKind.DROP, 9999, (1.0, 1.0)),
        DragCommand(DragKind.DROP, 1, None),
        DragCommand(DragKind.HAND, 1, None, "C"),
        DragCommand(DragKind.ROLL, 0, None, "A.tray"),
        DragCommand(DragKind.BACK),
        DragCommand(DragKind.TURN, -1),
    ],
)
def test_what_cannot_be_done_changes_nothing(doing: DragCommand) -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    before = visit.table.shown()

    assert not visit.table.do(doing)
    assert visit.table.shown() == before


def test_a_card_never_leaves_the_table_however_far_it_is_thrown() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    card = visit.hand("A")[0]
    assert visit.table.do(DragCommand(DragKind.DROP, card.number, (1e4, -1e4)))
    far = next(each for each in visit.table.shown().topmost if each.number == card.number)

    assert far.cell == ""
    assert far.x_mm < visit.mat.width_mm + 100
    assert far.y_mm > -100


def test_what_no_card_shows_is_announced_by_its_piece() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    match = RefereedMatch(visit.referee)
    supply = next(a for a in match.game.legal(match.state) if a.verb is Verb.PLACE and a.to)
    hidden = Action(supply.seat, Verb.PLACE, card="?", to=supply.to, facing=supply.facing)

    assert visit.table.say(match.game, match.state, hidden)
    assert "accepted" in visit.watch(4.0)
    assert not visit.table.say(match.game, match.state, Action("1", Verb.SWAP, at="1.L", to="1.C"))


def test_drawn_cards_come_to_the_hand_they_belong_to() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    layout = dict(visit.referee.at.layout)
    visit.table.draw(layout, "A")
    assert len(visit.hand("B")) == 5  # before the first action the match has not dealt

    deck = visit.table._pieces.stage.piles["B.deck"]
    layout["B.deck"] = layout["B.deck"][: len(deck) - 2]
    visit.table.draw(layout, "A")
    assert len(visit.hand("B")) == 7
    assert len(visit.hand("A")) == 5


def test_hands_in_the_middle_of_something_make_way_for_the_visitor() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    root = visit.top("b1")
    card = visit.hand("A")[0]
    assert root is not None
    visit.drop(root.number, "d3")
    visit.table.rearrange(visit.referee.at.layout, "A")
    assert visit.table.scene(0.1)[1]
    assert visit.drop(card.number, "a1")

    assert visit.top("b1") is not None
    assert visit.top("d3") is None
    assert set(visit.papers().values()) == {1}


def test_a_card_knows_out_of_whose_hand_it_was_placed(tmp_path: Path) -> None:
    visit, again = Visit("stratosphere"), Visit("stratosphere")
    for each in (visit, again):
        each.table.set_up()
    visit.table.remember(TableStore(tmp_path / "m.table.json"))
    card = visit.hand("2")[0]
    visit.drop(card.number, "discard")
    again.table.remember(TableStore(tmp_path / "m.table.json"), restore=True)

    for each in (visit, again):
        placed, dealt = each.top("discard"), each.top("1.L")
        assert placed is not None
        assert dealt is not None
        assert (placed.held, dealt.held) == ("2", "")
