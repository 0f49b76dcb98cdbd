"""A table that is played at by hand: where papers go, what of them is shown, what a referee says.

The papers are those of all five games' manifests, without their PDFs: a perfect eye looks on.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion._app import build_setup, load_manifests, mat_of, open_session
from companion.referee.controls import Control
from companion.referee.session import Session
from companion.referee.states import State
from companion.referee.steps import Do
from companion.tabletop import Deed, Doing, Thing
from companion.virtual.dealing import first_layout
from companion.virtual.fingers import Posture
from companion.virtual.playtable import Beginning, PlayTable
from companion.virtual.remembered import Memory
from companion.virtual.sight import PerfectEye
from companion.virtual.stage import Tick
from companion.virtual.stock import Stock, is_piece
from companion.web.desk import Desk, Tidied, Uttered
from companion.web.onlooker import Onlooker
from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Lying,
    Manifest,
    Match,
    Verb,
    load_game,
)
from tests.companion.web.stage import encoded

PAPER = Path(__file__).resolve().parents[1] / "vision" / "pictures" / "paper"
GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
DRAWN_FROM = {"dicebattle": 2, "jiguan": 0, "spherion": 4, "stratosphere": 1, "yggdrasil": 2}
"""On how many face-down piles cards lie that come to hands: decks, extra decks, a resource pile."""
STEP_S = 0.1
ATTACKED = 0
"""A shuffle in which 1.L may attack 2.R once both are turned up."""


class Visit:
    """A visitor at a table, and the referee whose eye sees every tag."""

    def __init__(
        self, slug: str, seed: int = 7, manifests: tuple[Manifest, ...] | None = None
    ) -> None:
        if manifests is None:
            manifests = load_manifests(sorted((PAPER / slug).glob("*.manifest.json")), slug)
        setup = build_setup(slug, manifests=manifests)
        match: Match[Any] = Match(load_game(slug), setup)
        form = match.game.table(setup)
        mat = mat_of(manifests, form)
        assert mat is not None
        layout = first_layout(match.game, match.state, random.Random(seed))
        cards = [card for manifest in manifests for card in manifest.cards]
        begun = Beginning(setup, form, mat, layout)
        self.table = PlayTable(begun, cards, drawn, seed)
        self.mat, self.cards = mat, cards
        self.session: Session = open_session(match, manifests)
        self.eye = PerfectEye(manifests, mat)
        self.now = 0.0
        self.said = [record.kind.value for record in self.session.start()]

    def watch(self, seconds: float = 2.5) -> list[str]:
        """Let the referee look for a while; the kinds of what he says."""
        kinds = []
        for _ in range(round(seconds / STEP_S)):
            self.now += STEP_S
            scene, _ = self.table.scene(self.now)
            records = self.session.feed(self.eye.see(Tick(scene, STEP_S)))
            kinds += [record.kind.value for record in records]
        return kinds

    def lying(self, cell: str) -> Thing | None:
        return next((each for each in self.table.shown().lying if each.cell == cell), None)

    def middle(self, cell: str) -> tuple[float, float]:
        return next((c.x_mm, c.y_mm) for c in self.mat.cells if c.id == cell)

    def drop(self, number: int, cell: str) -> bool:
        return self.table.do(Doing(Deed.DROP, number, self.middle(cell)))

    def take(self, card: str) -> Thing:
        """A piece of this id out of the box."""
        return next(each for each in self.table.shown().box if each.card == card)

    def play_until(self, verb: Verb) -> None:
        """All is said, by players in words and by chance with pieces, until it brings a `verb`."""
        match, said = self.session.match, 0
        while match.to_act != {CHANCE} or self._lot().verb is not verb:
            if match.to_act == {CHANCE}:
                self.table.say(match.game, match.state, self._lot())
            else:
                seat = min(match.to_act)
                choices = [a for a in match.game.legal(match.state) if a.seat == seat]
                action = choices[said % len(choices)]
                self.session.say(seat, action.verb, action.value)
                said += 1
            self.watch()
            self.table.draw(self.session.layout(), "blue")  # as whoever looks after the page does
            self.table.put_right(self.session.layout(), "blue")
            self.watch()
            assert said < 9

    def _lot(self) -> Action:
        match = self.session.match
        return match.game.sample(match.state, lambda _: 0)

    def hand(self, seat: str) -> tuple[Thing, ...]:
        return self.table.shown().hands[seat]

    def papers(self) -> Counter[str]:
        """Where every paper is, by tag."""
        fingers = self.table._fingers
        found = Counter(piece.tag for piece in fingers.stage.scene.pieces)
        found.update(tag for hand in fingers.stock.hands.values() for tag in hand)
        found.update(fingers.stock.box)
        found.update([fingers.carried.tag] if fingers.carried else [])
        return found


def drawn(tag: str, up: bool) -> np.ndarray[Any, np.dtype[np.uint8]]:  # noqa: FBT001 - a `Side`
    """A picture that tells its side and nothing else."""
    return np.full((9, 5, 3), (len(tag) if up else 0), np.uint8)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_laid_out_by_one_button(slug: str) -> None:
    visit = Visit(slug)
    visit.table.set_up()

    assert "set_up_ready" in visit.watch()
    assert visit.session.state is State.PLAYING
    assert set(visit.papers().values()) == {1}


def test_a_hand_is_dealt_from_a_shuffled_deck() -> None:
    hands = set()
    for seed in range(4):
        visit = Visit("yggdrasil", seed)
        visit.table.set_up()
        hands.add(tuple(sorted(each.card for each in visit.hand("A"))))
        assert len(visit.hand("A")) == 5
        assert visit.lying("A.deck") is not None

    assert len(hands) == 4


def test_a_deck_master_is_no_copy_out_of_the_deck() -> None:
    """SPH-4.4: whoever begins has a whole deck beside it, five cards of it in the hand."""
    visit = Visit("spherion")
    visit.table.set_up()
    stock = visit.table._fingers.stock

    for seat, deck in visit.session.match.setup.decks.items():
        piled = visit.table._fingers.stage.piles[f"{seat}.deck"]
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

    visit.table.put_right(visit.session.layout(), "A")
    assert "put_back" in visit.watch(4.0)
    assert len(visit.hand("A")) == 5
    assert visit.session.state is State.PLAYING


def test_a_card_in_the_fingers_lies_nowhere_and_its_hand_is_seen() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    card = visit.hand("A")[0]
    assert visit.table.do(Doing(Deed.DRAG, card.number, (200.0, 300.0)))

    scene, moving = visit.table.scene(1.0)
    assert moving
    assert len(scene.hands) == 1
    assert visit.table.shown().held == card.number
    assert set(visit.papers().values()) == {1}
    assert visit.table.do(Doing(Deed.BACK))
    assert len(visit.hand("A")) == 5
    assert not visit.table.scene(1.1)[0].hands


def test_a_card_goes_back_when_its_page_is_closed() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    root = visit.lying("b1")
    assert root is not None
    visit.table.scene(1.0)
    assert visit.table.do(Doing(Deed.DRAG, root.number, (10.0, 10.0)))
    assert visit.lying("b1") is None
    visit.table.scene(60.0)

    assert visit.lying("b1") == root


def test_a_card_lies_upright_for_its_owner_turns_and_flips() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    near, far = visit.hand("A")[0], visit.hand("B")[0]
    visit.drop(near.number, "a2")
    visit.drop(far.number, "d4")
    own, other = visit.lying("a2"), visit.lying("d4")
    assert own is not None
    assert other is not None
    assert abs((own.turn_deg + 180) % 360 - 180) < 8
    assert abs(other.turn_deg - 180) < 8
    assert visit.table.do(Doing(Deed.TURN, near.number))
    turned = visit.lying("a2")
    assert turned is not None
    assert abs(turned.turn_deg - (own.turn_deg + 90) % 360) < 0.1

    assert visit.table.do(Doing(Deed.FLIP, near.number))
    flipped = visit.lying("a2")
    assert flipped is not None
    assert not flipped.up
    assert flipped.card == ""


def test_a_card_of_a_shared_pack_lies_upright_for_whoever_held_it() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    card = visit.hand("2")[0]
    visit.drop(card.number, "discard")
    lying = visit.lying("discard")

    assert lying is not None
    assert abs(lying.turn_deg - 180) < 8


def test_only_the_topmost_card_of_a_pile_is_picked_up() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    deck = visit.lying("A.deck")
    assert deck is not None
    fingers = visit.table._fingers
    below = visit.table._showing.number[fingers.stage.piles["A.deck"][0]]
    before = len(fingers.stage.piles["A.deck"])

    assert not visit.table.do(Doing(Deed.HAND, below, None, "A"))
    assert visit.table.do(Doing(Deed.HAND, deck.number, None, "A"))
    assert len(visit.hand("A")) == 6
    assert len(fingers.stage.piles["A.deck"]) == before - 1


def test_numbers_and_pictures_tell_nothing_of_what_lies_face_down() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    deck = visit.lying("A.deck")
    assert deck is not None

    assert deck.card == ""
    assert visit.table.picture(deck.number, up=True) == b""
    assert visit.table.picture(deck.number, up=False)
    assert visit.table.picture(visit.hand("A")[0].number, up=True)
    printed = [card.tag for card in visit.cards]
    assert list(visit.table._showing.tags) != printed
    assert visit.table.picture(0, up=True) is None
    assert visit.table.picture(10_000, up=False) is None


@pytest.mark.parametrize(
    "doing",
    [
        Doing(Deed.DROP, 0, (1.0, 1.0)),
        Doing(Deed.DROP, 9999, (1.0, 1.0)),
        Doing(Deed.DROP, 1, None),
        Doing(Deed.HAND, 1, None, "C"),
        Doing(Deed.ROLL, 0, None, "A.tray"),
        Doing(Deed.BACK),
        Doing(Deed.TURN, -1),
    ],
)
def test_what_cannot_be_done_changes_nothing(doing: Doing) -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    before = visit.table.shown()

    assert not visit.table.do(doing)
    assert visit.table.shown() == before


def test_a_card_never_leaves_the_table_however_far_it_is_thrown() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    card = visit.hand("A")[0]
    assert visit.table.do(Doing(Deed.DROP, card.number, (1e4, -1e4)))
    far = next(each for each in visit.table.shown().lying if each.number == card.number)

    assert far.cell == ""
    assert far.x_mm < visit.mat.width_mm + 100
    assert far.y_mm > -100


def test_dice_are_rolled_where_dice_are_thrown() -> None:
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    assert visit.table.do(Doing(Deed.ROLL, 0, None, "A.tray"))

    assert visit.table.shown().dice["A.tray"] in "123456"
    assert "accepted" in visit.watch()


def test_a_table_that_is_put_right_shows_no_result_that_nobody_threw() -> None:
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    die = visit.take("token.die5").number
    assert visit.drop(die, "A.tray")
    assert "accepted" in visit.watch()
    assert visit.table.do(Doing(Deed.BOX, die))
    rolled = visit.session.match.plies

    visit.table.put_right(visit.session.layout(), "A")
    assert visit.watch() == []
    assert visit.session.match.plies == rolled  # else Moon would have rolled a 5, too
    assert visit.lying("A.tray") is None


def test_a_tray_is_emptied_before_a_throw() -> None:
    """On a piece a die leans, and nobody can read it."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    assert visit.drop(visit.take("token.die2").number, "A.tray")
    card = visit.hand("A")[0]
    assert visit.drop(card.number, "B.tray")
    visit.watch()
    assert visit.table.do(Doing(Deed.ROLL, 0, None, "B.tray"))

    assert not any(each.cell.endswith(".tray") for each in visit.table.shown().lying)
    assert card.number in [each.number for each in visit.hand("A")]
    assert set(visit.papers().values()) == {1}


def test_results_of_dice_laid_down_together_lie_beside_each_other(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """SPH-6.8: three pieces on one control place are one throw; each can be taken again."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()
    visit.play_until(Verb.ROLL)
    seat = "blue"
    for face in ("star", "arrow", "arrow"):
        assert visit.drop(visit.take(f"token.die.{face}").number, f"{seat}.control")

    laid = [each for each in visit.table.shown().lying if each.cell == f"{seat}.control"]
    assert [each.below for each in laid] == [0, 0, 0]
    spread = sorted(each.x_mm for each in laid)
    assert all(
        b - a > each.size_mm[0] for a, b, each in zip(spread, spread[1:], laid, strict=False)
    )
    first = laid[0]
    assert visit.table.do(Doing(Deed.DRAG, first.number, (200.0, 300.0)))
    assert visit.table.do(Doing(Deed.BACK))

    assert "accepted" in visit.watch()
    rolled = next(p.action for p in visit.session.match.plies if p.action.verb is Verb.ROLL)
    assert rolled.value == "SAA"


def test_the_powerup_pile_is_laid_with_the_table(spherion_paper: tuple[Manifest, ...]) -> None:
    """SPH-1.4, 4.11: it waits to be shuffled while the initiative is won."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()

    assert visit.session.match.state.phase == "jkp"
    fingers = visit.table._fingers
    pile = fingers.stage.piles["pile"]
    assert len(pile) == 16
    assert {fingers.stock.owner[tag] for tag in pile} == {""}
    assert {fingers.stock.card[tag][0] for tag in pile} <= {"P", "B"}
    assert not any(piece.face_up for piece in map(fingers.stage.scene.find, pile) if piece)


def test_powerups_lie_face_down_on_their_pile_and_come_from_nowhere_else(
    spherion_paper: tuple[Manifest, ...],
) -> None:
    """SPH-12.1, 12.2, 15.3: nobody's cards are in no hand, and no player's card is one of them."""
    visit = Visit("spherion", manifests=spherion_paper)
    visit.table.set_up()
    visit.watch()
    visit.play_until(Verb.ROLL)
    layout, fingers = visit.session.layout(), visit.table._fingers
    printed = [card.tag for card in visit.cards if not card.owner and not is_piece(card.card)]

    spawned = [cell for cell in layout if layout[cell][-1] == Lying("?", "", Facing.DOWN)]
    assert len(spawned) == 3
    assert "pile" in spawned
    lying = [tag for cell in spawned for tag in fingers.stage.piles[cell]]
    assert sorted(lying) == sorted(printed)
    assert not any(each.card for each in visit.table.shown().lying if each.cell in spawned)
    assert [len(visit.hand(seat)) for seat in ("blue", "red")] == [5, 5]


def test_a_place_as_wide_as_a_card_takes_small_pieces_in_its_middle() -> None:
    visit = Visit("jiguan")
    piece = visit.take("token.turn")
    assert visit.drop(piece.number, "A.control")

    x, y = visit.middle("A.control")
    lying = visit.lying("A.control")
    assert lying is not None
    assert (lying.x_mm, lying.y_mm) == pytest.approx((x, y), abs=4)


def test_what_no_card_shows_is_said_by_its_piece() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    match = visit.session.match
    supply = next(a for a in match.game.legal(match.state) if a.verb is Verb.PLACE and a.to)
    hidden = Action(supply.seat, Verb.PLACE, card="?", to=supply.to, facing=supply.facing)

    assert visit.table.say(match.game, match.state, hidden)
    assert "accepted" in visit.watch(4.0)
    assert not visit.table.say(match.game, match.state, Action("1", Verb.SWAP, at="1.L", to="1.C"))


def test_drawn_cards_come_to_the_hand_they_belong_to() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    layout = dict(visit.session.layout())
    visit.table.draw(layout, "A")
    assert len(visit.hand("B")) == 5  # before the first action the match has not dealt

    deck = visit.table._fingers.stage.piles["B.deck"]
    layout["B.deck"] = layout["B.deck"][: len(deck) - 2]
    visit.table.draw(layout, "A")
    assert len(visit.hand("B")) == 7
    assert len(visit.hand("A")) == 5


@pytest.mark.parametrize("slug", GAMES)
def test_the_last_card_of_every_face_down_pile_is_drawn(slug: str) -> None:
    """A layout says nothing of an empty pile: one back stayed there, and a hand lacked a card."""
    visit = Visit(slug)
    visit.table.set_up()
    visit.watch()
    whole, fingers = visit.session.layout(), visit.table._fingers
    backs = {cell for cell, pile in whole.items() if pile and pile[-1].card == UNKNOWN}
    cells = sorted(backs & {z.cell for z in fingers.form.zones if z.pile and not z.strict})
    held = [cell for cell in cells if fingers.stock.held(fingers.stage.piles[cell][-1])]
    assert len(held) == DRAWN_FROM[slug]
    for cell in held:
        seat = next(zone.owner for zone in fingers.form.zones if zone.cell == cell) or "1"
        count, before = len(fingers.stage.piles[cell]), len(visit.hand(seat))
        visit.table.draw({**whole, cell: whole[cell][:1]}, seat)
        assert (len(fingers.stage.piles[cell]), len(visit.hand(seat))) == (1, before + count - 1)
        whole = {name: pile for name, pile in whole.items() if name != cell}
        visit.table.draw(whole, seat)
        assert len(visit.hand(seat)) == before + count
        assert not fingers.stage.piles.get(cell)
    assert set(visit.papers().values()) == {1}


def test_what_lies_face_down_where_no_pile_is_drawn_from_stays_there() -> None:
    """A written order is on no layout, either; its hand is not to get it back (SPH-17.3)."""
    visit = Visit("spherion")
    visit.table.set_up()
    card = visit.hand("blue")[0]
    visit.table.do(Doing(Deed.FLIP, card.number))
    assert visit.drop(card.number, "blue.rail.1")
    visit.table.draw({}, "blue")
    assert len(visit.table._fingers.stage.piles["blue.rail.1"]) == 1


def test_hands_in_the_middle_of_something_make_way_for_the_visitor() -> None:
    visit = Visit("yggdrasil")
    visit.table.set_up()
    root = visit.lying("b1")
    card = visit.hand("A")[0]
    assert root is not None
    visit.drop(root.number, "d3")
    visit.table.put_right(visit.session.layout(), "A")
    assert visit.table.scene(0.1)[1]
    assert visit.drop(card.number, "a1")

    assert visit.lying("b1") is not None
    assert visit.lying("d3") is None
    assert set(visit.papers().values()) == {1}


def supplied(visit: Visit, seat: str, cell: str) -> list[str]:
    """Drop a card of a hand face down on a node and say so, as the page does."""
    card = visit.hand(seat)[0]
    visit.table.do(Doing(Deed.FLIP, card.number))
    assert visit.drop(card.number, cell)
    match = visit.session.match
    said = Action(seat, Verb.PLACE, card="?", to=cell, facing=Facing.DOWN)
    assert visit.table.say(match.game, match.state, said)
    return visit.watch(4.0)


def turned_up(visit: Visit, cell: str) -> str:
    """Turn a node's card up; what it is."""
    lying = visit.lying(cell)
    assert lying is not None
    visit.table.do(Doing(Deed.FLIP, lying.number))
    assert "accepted" in visit.watch()
    shown = visit.lying(cell)
    assert shown is not None
    return shown.card


def test_a_card_laid_face_down_on_a_controlled_node_slides_beneath_its_card() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    card = turned_up(visit, "1.C")

    assert supplied(visit, "1", "1.C") == ["accepted"]
    lying = visit.lying("1.C")
    assert lying is not None
    assert (lying.card, lying.up, lying.below) == (card, True, 1)
    assert len(visit.hand("1")) == 5
    assert visit.session.state is State.PLAYING


def supplied_beneath(visit: Visit, cell: str) -> list[str]:
    """Player 2 lays a card beneath the card that controls a node; the pile, the top last."""
    visit.table.set_up()
    visit.watch()
    for node in ("1.L", "1.C", "1.R", "2.R"):
        turned_up(visit, node)
    assert supplied(visit, "2", cell) == ["accepted"]
    return visit.table._fingers.stage.piles[cell]


def test_a_card_that_another_seat_laid_beneath_stays_when_the_table_is_put_right() -> None:
    visit = Visit("stratosphere", ATTACKED)
    pile = list(supplied_beneath(visit, "1.L"))
    visit.table.put_right(visit.session.layout(), "2")

    assert visit.watch(4.0) == []
    assert visit.table._fingers.stage.piles["1.L"] == pile


def test_a_back_that_came_to_lie_on_top_goes_beneath_again_and_no_other_does() -> None:
    visit = Visit("stratosphere", ATTACKED)
    pile = supplied_beneath(visit, "2.R")
    wanted = list(pile)
    pile[-2:] = pile[:-3:-1]
    slipped = visit.hand("1")[0]  # lies beneath another node's card, and nobody has said so
    visit.table.do(Doing(Deed.FLIP, slipped.number))
    assert visit.drop(slipped.number, "1.L")
    visit.table.put_right(visit.session.layout(), "2")
    visit.watch(4.0)

    assert visit.table._fingers.stage.piles["2.R"] == wanted
    assert slipped.card in {each.card for each in visit.hand("1")}
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [6, 5]


def test_a_face_down_card_that_was_taken_into_a_hand_by_mistake_is_put_back() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    for cell, seat in (("1.R", "1"), ("2.C", "1")):
        taken = visit.lying(cell)
        assert taken is not None
        assert visit.table.do(Doing(Deed.HAND, taken.number, None, seat))
        assert visit.watch() == ["refused"]
        visit.table.put_right(visit.session.layout(), "1")
        assert visit.watch(4.0) == ["put_back"]
        back = visit.lying(cell)
        assert back is not None
        assert (back.number, back.up) == (taken.number, False)
    assert [len(visit.hand(each)) for each in ("1", "2")] == [6, 6]


def test_a_card_knows_out_of_whose_hand_it_was_laid(tmp_path: Path) -> None:
    visit, again = Visit("stratosphere"), Visit("stratosphere")
    for each in (visit, again):
        each.table.set_up()
    visit.table.remember(Memory(tmp_path / "m.table.json"))
    card = visit.hand("2")[0]
    visit.drop(card.number, "discard")
    again.table.remember(Memory(tmp_path / "m.table.json"), lay=True)

    for each in (visit, again):
        laid, dealt = each.lying("discard"), each.lying("1.L")
        assert laid is not None
        assert dealt is not None
        assert (laid.held, dealt.held) == ("2", "")


class Page:
    """The page's half of a visit: what is pressed there, and who looks on."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.desk = Desk(lambda *_: b"")
        self.onlooker = Onlooker(visit.session, visit.mat, self.desk, visit.table)

    def says(self, action: Action) -> list[str]:
        """Say an action; the kinds of what the referee says to it, now and by and by."""
        self.desk.press(Uttered(action))
        scene, _ = self.visit.table.scene(self.visit.now)
        told = self.onlooker.look(None, self.visit.eye.see(Tick(scene, STEP_S)))
        return [*(record.kind.value for record in told), *self.visit.watch(4.0)]

    def supplies(self, seat: str, cell: str) -> list[str]:
        """Drop a card of a hand face down on a node, as the page does."""
        card = self.visit.hand(seat)[0]
        self.visit.table.do(Doing(Deed.FLIP, card.number))
        assert self.visit.drop(card.number, cell)
        return self.says(Action(seat, Verb.PLACE, card="?", to=cell, facing=Facing.DOWN))


def test_a_second_supply_to_the_same_node_is_heard_though_its_piece_lies_there() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)

    for number in (1, 2, 3):
        assert page.supplies("1", "1.C") == ["accepted"]
        assert len(visit.session.layout()["1.C"]) == 1 + number
    assert visit.session.match.to_act == {"2"}
    assert page.supplies("2", "1.C") == ["refused"]
    there = visit.session.told
    assert there is not None
    assert [step.do for step in there.steps] == [Do.WITHDRAW]


def test_supplies_in_haste_are_heard_one_by_one_and_a_button_pressed_twice_once() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()
    page = Page(visit)
    said = Action("1", Verb.PLACE, card="?", to="1.C", facing=Facing.DOWN)
    page.desk.press(Uttered(said))
    assert page.says(said) == ["accepted", "accepted"]


def test_an_illegal_supply_is_refused_with_the_step_that_mends_it() -> None:
    visit = Visit("stratosphere")
    visit.table.set_up()
    visit.watch()

    assert supplied(visit, "1", "2.C") == ["refused"]
    told = visit.session.told
    assert told is not None
    assert told.clauses == ("STR-3.11",)
    assert [(step.do, step.cell) for step in told.steps] == [(Do.WITHDRAW, "2.C")]
    visit.table.put_right(visit.session.layout(), "2")
    visit.watch(4.0)
    there = visit.lying("2.C")
    assert there is not None
    assert there.below == 0
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [6, 6]
    assert visit.session.layout()["1.move.1"]
    assert visit.lying("1.move.1") is not None


def test_a_destroyed_card_is_discarded_though_none_was_laid_beneath_it() -> None:
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    match = visit.session.match
    destroyed = Counter[str]()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        destroyed[turned_up(visit, node)] += 1
        said = Action(seat, Verb.PLACE, card="?", to=node, facing=Facing.DOWN)
        assert visit.table.say(match.game, match.state, said)
        visit.watch(4.0)
        turned_up(visit, other)
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    visit.watch(4.0)
    visit.session.say("2", Verb.PASS)
    visit.table.put_right(visit.session.layout(), "1")
    visit.watch(8.0)

    fingers = visit.table._fingers
    assert Counter(fingers.stock.card[tag] for tag in fingers.stage.piles["discard"]) == destroyed


def test_destroyed_cards_go_to_the_discard_pile_when_the_table_is_put_right() -> None:
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    destroyed: Counter[str] = Counter()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        destroyed[turned_up(visit, node)] += 1
        assert "accepted" in supplied(visit, seat, node)
        turned_up(visit, other)
    match = visit.session.match
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    assert "accepted" in visit.watch(4.0)
    assert [r.kind.value for r in visit.session.say("2", Verb.PASS)] == ["accepted"]

    visit.table.put_right(visit.session.layout(), "1")
    visit.watch(8.0)
    fingers = visit.table._fingers
    assert Counter(fingers.stock.card[tag] for tag in fingers.stage.piles["discard"]) == destroyed
    for node in ("1.L", "2.R"):
        lying = visit.lying(node)
        assert lying is not None
        assert (lying.up, lying.below) == (False, 0)
    assert visit.session.state is State.PLAYING


def test_a_destroyed_card_that_came_to_some_hand_is_discarded_when_the_table_is_put_right() -> None:
    """It stayed there, and the hand had a card more than the match counts."""
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        turned_up(visit, node)
        assert "accepted" in supplied(visit, seat, node)
        turned_up(visit, other)
    match = visit.session.match
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    visit.watch(4.0)
    fallen = {node: visit.lying(node) for node in ("1.L", "2.R")}
    for each, hand in zip(fallen.values(), ("2", "1"), strict=True):
        assert each is not None
        assert visit.table.do(Doing(Deed.HAND, each.number, None, hand))
    visit.session.say("2", Verb.PASS)
    counts = [len(visit.hand(seat)) for seat in ("1", "2")]

    visit.table.put_right(visit.session.layout(), "1")
    visit.watch(8.0)
    fingers = visit.table._fingers
    discarded = {fingers.stock.card[tag] for tag in fingers.stage.piles["discard"]}
    assert discarded == {each.card for each in fallen.values() if each is not None}
    assert [len(visit.hand(seat)) for seat in ("1", "2")] == [n - 1 for n in counts]
    assert visit.session.state is State.PLAYING


def test_a_card_that_was_seen_is_taken_out_of_a_hand_rather_than_its_twin() -> None:
    some = next(card for card in Visit("stratosphere").cards if not is_piece(card.card))
    cards = [replace(some, tag=tag, card="c09") for tag in ("T1", "T2", "T3")]
    stock = Stock(cards, {}, {})
    stock.deal(["1", "2", "3"])

    assert stock.from_hands("1", "c09", {"T3"}) == "T3"
    assert stock.from_hands("1", "c09") == "T1"
    assert stock.from_hands("1", "c09") == "T2"
    assert stock.from_hands("1", "c09") is None
    assert stock.from_hands("1", "?", {"T3"}) is None


def laid_on_stock(visit: Visit) -> tuple[Thing, str]:
    """Roll until somebody sets, and drop a card of that hand face down on the stock zone."""
    visit.table.set_up()
    visit.watch()
    match = visit.session.match
    while CHANCE in match.to_act:
        seat = next(iter(match.game.legal(match.state))).to
        visit.table.do(Doing(Deed.ROLL, 0, None, f"{seat}.tray"))
        visit.watch()
    seat = min(match.to_act)
    card = visit.hand(seat)[0]
    visit.table.do(Doing(Deed.FLIP, card.number))
    assert visit.drop(card.number, f"{seat}.stock1")
    return card, seat


def test_a_card_dropped_on_a_stock_place_lies_sideways_and_upright_again_elsewhere() -> None:
    visit = Visit("dicebattle", 3)
    card, seat = laid_on_stock(visit)
    assert visit.watch() == ["accepted"]
    lying = visit.lying(f"{seat}.stock1")
    assert lying is not None
    assert abs(lying.turn_deg % 180 - 90) < 8
    visit.drop(card.number, f"{seat}.main1")
    moved = visit.lying(f"{seat}.main1")
    assert moved is not None
    assert abs((moved.turn_deg + 90) % 180 - 90) < 8


def test_a_card_laid_upright_where_grants_lie_sideways_is_only_to_be_turned() -> None:
    visit = Visit("dicebattle", 3)
    card, seat = laid_on_stock(visit)
    for _ in range(3):
        assert visit.table.do(Doing(Deed.TURN, card.number))
    assert visit.watch() == ["refused"]
    told = visit.session.told
    assert told is not None
    assert told.clauses == ("DBM-7.1",)
    assert [(step.do, step.cell) for step in told.steps] == [(Do.SIDEWAYS, f"{seat}.stock1")]
    assert visit.table.do(Doing(Deed.TURN, card.number))
    assert visit.watch() == ["accepted"]


def test_a_hand_that_is_redrawn_is_shuffled_into_its_deck_and_comes_anew() -> None:
    """DBM-5.5: no hand at a page can shuffle; with the same cards again nobody could go on."""
    visit = Visit("dicebattle")
    visit.table.set_up()
    visit.watch()
    layout, fingers = visit.session.layout(), visit.table._fingers
    seen = set()
    for _ in range(6):
        visit.table.shuffle(Event("redrawn", "A"), layout)
        seen.add(tuple(sorted(each.card for each in visit.hand("A"))))
        assert (len(visit.hand("A")), len(fingers.stage.piles["A.deck"])) == (5, 25)

    assert len(seen) > 3
    assert set(visit.papers().values()) == {1}
    other = visit.hand("B")
    visit.table.shuffle(Event("drawn", "B"), layout)
    assert visit.hand("B") == other
    lying = visit.lying("A.deck")
    assert lying is not None
    assert (lying.up, lying.card) == (False, "")


def test_a_graveyard_that_becomes_the_deck_is_shuffled() -> None:
    """DBM-12.1: it had to be laid over card by card, in an order that everybody knew."""
    orders = set()
    for seed in range(4):
        visit = Visit("dicebattle", seed)
        visit.table.set_up()
        visit.watch()
        layout, fingers = dict(visit.session.layout()), visit.table._fingers
        deck = tuple(fingers.stage.piles["A.deck"])
        for tag in deck:
            fingers.stage.lift(tag)
            fingers.lay(tag, "A.grave", Posture("A"))
        back = Lying(UNKNOWN, "A", Facing.DOWN)
        layout["A.deck"] = (back,) * 24
        layout["A.grave"] = (Lying(fingers.stock.card[deck[0]], "A"),)
        visit.table.shuffle(Event("renewed", "A"), layout)
        renewed = tuple(fingers.stage.piles["A.deck"])
        assert len(renewed) == 24
        assert len(fingers.stage.piles["A.grave"]) == 1
        assert renewed != deck[1:]
        assert set(visit.papers().values()) == {1}
        orders.add(tuple(sorted(renewed).index(tag) for tag in renewed))

    assert len(orders) > 1


def test_orders_that_lie_face_down_on_a_rail_stay_when_the_table_is_put_right() -> None:
    """SPH-17.3: what is written is not to be lost, nor changed, between two steps."""
    visit = Visit("spherion")
    visit.table.set_up()
    for cell, flips in (("blue.rail.1", 0), ("blue.rail.2", 1)):
        for card in ("ctl.dm", "ctl.move.1"):
            number = visit.take(card).number
            assert visit.drop(number, cell)
            if flips:
                assert visit.table.do(Doing(Deed.FLIP, number))
    piles = visit.table._fingers.stage.piles
    written = list(piles["blue.rail.2"])
    visit.table.put_right(visit.session.layout(), "blue")
    visit.watch()

    assert len(written) == 2
    assert piles["blue.rail.2"] == written
    assert not piles["blue.rail.1"]


def test_what_is_printed_beside_the_decks_waits_in_the_box() -> None:
    """DBM-5.8: whoever can set no unit lays the dice token; it goes to no hand and back again."""
    known = load_manifests(sorted((PAPER / "dicebattle").glob("*.manifest.json")), "dicebattle")
    aside = ("miracle", "revival", "token")
    printed = tuple(
        replace(
            each,
            cards=tuple(
                replace(card, slot="beside" if card.card in aside else "") for card in each.cards
            ),
        )
        for each in known
    )
    visit = Visit("dicebattle", manifests=printed)
    visit.table.set_up()
    visit.watch()
    boxed = [(each.card, each.owner) for each in visit.table.shown().box]
    assert [each for each in boxed if each[0] in aside] == [("token", "A"), ("token", "B")]
    miracle = visit.lying("A.miracle")
    assert miracle is not None

    token = next(each for each in visit.table.shown().box if each.card == "token")
    assert visit.drop(token.number, "A.main1")
    laid = visit.lying("A.main1")
    assert laid is not None
    assert (laid.card, laid.up) == ("token", True)
    layout = visit.session.layout()
    visit.table.put_right(layout, "A")
    visit.watch()
    assert visit.lying("A.main1") is None
    assert "token" not in [each.card for each in visit.hand("A")]
    visit.table.put_right({**layout, "A.main1": (Lying("token", "A"),)}, "A")
    visit.watch()
    laid = visit.lying("A.main1")
    assert laid is not None
    assert laid.card == "token"
    assert set(visit.papers().values()) == {1}


def attacked(seed: int = ATTACKED) -> Visit:
    """Player 1 attacks 2.R from 1.L, and player 2 is asked; both cards lie on a back."""
    visit = Visit("stratosphere", seed)
    visit.table.set_up()
    visit.watch()
    for seat, node, other in (("1", "1.L", "1.C"), ("2", "2.R", "2.C")):
        turned_up(visit, node)
        assert "accepted" in supplied(visit, seat, node)
        turned_up(visit, other)
    match = visit.session.match
    attack = Action("1", Verb.DECLARE, at="1.L", to="2.R", value="attack")
    assert visit.table.say(match.game, match.state, attack)
    assert "accepted" in visit.watch(4.0)
    return visit


def test_a_prevention_may_lie_on_the_target() -> None:
    """STR-9.3: it was out of step there, though clause and guide tell to lay it there."""
    visit = attacked()
    own, attacker = visit.lying("2.R"), visit.lying("1.L")
    assert own is not None
    assert attacker is not None
    card = next(each for each in visit.hand("2") if each.card[0] == attacker.card[0])
    weaker = next(each for each in visit.hand("2") if each.card[0] != attacker.card[0])
    assert visit.drop(weaker.number, "2.R")
    assert visit.watch() == ["refused"]
    told = visit.session.told
    assert told is not None
    assert told.clauses == ("STR-6.1",)
    assert [(step.do, step.cell) for step in told.steps] == [(Do.TAKE, "2.R")]
    visit.table.do(Doing(Deed.HAND, weaker.number, None, "2"))
    assert visit.watch() == ["put_back"]

    assert visit.drop(card.number, "2.R")
    assert visit.watch() == ["accepted"]
    steps = [(step.do, step.cell) for step in visit.session.owed_steps()]
    assert steps == [(Do.TAKE, "1.L"), (Do.TAKE, "2.R")]
    visit.table.put_right(visit.session.layout(), "2")
    visit.watch(6.0)
    fingers = visit.table._fingers
    discarded = Counter(fingers.stock.card[tag] for tag in fingers.stage.piles["discard"])
    assert discarded == Counter((card.card, attacker.card))
    lying = visit.lying("2.R")
    assert lying is not None
    assert (lying.card, lying.below) == (own.card, 1)
    assert visit.session.state is State.PLAYING


def test_a_refused_prevention_is_to_be_taken_off_when_the_time_is_up_too() -> None:
    """It was to be "turned over", being taken for the back that belongs there."""
    visit = attacked()
    attacker = visit.lying("1.L")
    assert attacker is not None
    card = next(each for each in visit.hand("2") if each.card[0] != attacker.card[0])
    assert visit.drop(card.number, "2.R")
    assert visit.watch() == ["refused"]
    assert "time_up" in visit.watch(16.0)

    steps = [(step.do, step.cell) for step in visit.session.owed_steps()]
    assert steps == [(Do.TAKE, "1.L"), (Do.TAKE, "2.R")]
    visit.table.put_right(visit.session.layout(), "2")
    visit.watch(6.0)
    assert card.card in [each.card for each in visit.hand("2")]
    assert visit.session.state is State.PLAYING


def test_a_card_that_was_turned_up_beneath_one_taken_away_is_turned_over_again() -> None:
    """The step told to take the node's own card off, and whoever did spoilt the table."""
    visit = attacked()
    attacker, hands = visit.lying("1.L"), [len(visit.hand(seat)) for seat in "12"]
    assert attacker is not None
    pile = list(visit.table._fingers.stage.piles["1.L"])
    visit.table.do(Doing(Deed.HAND, attacker.number, None, "1"))
    assert visit.watch() == ["out_of_step"]
    beneath = visit.lying("1.L")
    assert beneath is not None
    visit.table.do(Doing(Deed.FLIP, beneath.number))
    visit.watch()
    told = visit.session.told
    assert told is not None
    assert [(step.do, step.cell) for step in told.steps] == [(Do.FLIP, "1.L")]
    visit.table.put_right(visit.session.layout(), "1")
    visit.watch(6.0)

    assert visit.table._fingers.stage.piles["1.L"] == pile
    lying = visit.lying("1.L")
    assert lying is not None
    assert (lying.card, lying.below) == (attacker.card, 1)
    assert [len(visit.hand(seat)) for seat in "12"] == hands
    assert visit.session.state is State.PLAYING


def test_an_open_card_on_the_resource_pile_is_drawn_by_nobody() -> None:
    """The card that was laid there by mistake goes home, and the supply that was undone, too."""
    visit = Visit("stratosphere", ATTACKED)
    visit.table.set_up()
    visit.watch()
    stray = visit.hand("1")[5]
    before = sorted(each.card for each in visit.hand("1"))
    pile = list(visit.table._fingers.stage.piles["pile"])
    assert "accepted" in supplied(visit, "1", "1.L")
    assert visit.drop(stray.number, "pile")
    visit.session.press(Control.UNDO, "1")
    visit.watch()
    visit.table.draw(visit.session.layout(), "2")
    assert len(visit.hand("2")) == 6
    visit.table.put_right(visit.session.layout(), "1")
    visit.watch(6.0)

    assert sorted(each.card for each in visit.hand("1")) == before
    assert visit.table._fingers.stage.piles["pile"] == pile


def test_a_die_thrown_out_of_turn_is_taken_out_when_the_table_is_put_right() -> None:
    """DBM-3.4: "take the dice out of the tray" was a thing that no mouse could do."""
    visit = Visit("dicebattle", 3)
    visit.table.set_up()
    visit.watch()
    match = visit.session.match
    seat = next(iter(match.game.legal(match.state))).to
    other = "B" if seat == "A" else "A"
    desk = Desk(encoded)
    onlooker = Onlooker(visit.session, visit.mat, desk, visit.table)
    visit.table.do(Doing(Deed.ROLL, 0, None, f"{other}.tray"))
    assert visit.watch() == ["refused"]
    desk.press(Tidied())
    onlooker.look(None, visit.eye.see(Tick(visit.table.scene(visit.now)[0], STEP_S)))
    assert not visit.table.shown().dice

    visit.watch()
    visit.table.do(Doing(Deed.ROLL, 0, None, f"{seat}.tray"))
    assert visit.watch() == ["accepted"]
    desk.press(Tidied())
    onlooker.look(None, visit.eye.see(Tick(visit.table.scene(visit.now)[0], STEP_S)))
    assert list(visit.table.shown().dice) == [f"{seat}.tray"]
