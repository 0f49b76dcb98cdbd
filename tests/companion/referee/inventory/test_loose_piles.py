"""Off-field cards, paper by paper: falling, returning, shuffled in again."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.referee.geometry import TableGeometry
from companion.referee.inventory.cards import CardInventory
from companion.referee.inventory.loose_piles import (
    LoosePiles,
    find_new_cards,
    find_removed_tops,
)
from companion.referee.table import SeenCard, TableContents
from rules import UNKNOWN, Facing, PlacedCard, TableForm, Zone

PLACES = TableGeometry(
    TableForm(
        "grid",
        (
            Zone("a1"),
            Zone("deck", tracked=True, pile=True),
            Zone("A.discard", tracked=False, owner="A", pile=True),
            Zone("B.discard", tracked=False, owner="B", pile=True),
            Zone("A.control", tracked=False, owner="A", pile=True),
        ),
        {"A": 0, "B": 180},
        {"sun": "A", "moon": "B"},
    )
)


def card(tag: str) -> SeenCard:
    """Return A's card for a tag: `P1` is card p face up, `p1` an unknown card face down."""
    if tag.islower():
        return SeenCard(PlacedCard(UNKNOWN, "A", Facing.DOWN), tag)
    return SeenCard(PlacedCard(tag[0].lower(), "A"), tag)


def pile(*tags: str, **piles: tuple[str, ...]) -> TableContents:
    cells = {"A.discard": tags, **{f"{name}.discard": found for name, found in piles.items()}}
    return TableContents({}, {cell: tuple(map(card, found)) for cell, found in cells.items()})


def seen(piles: LoosePiles, *tables: TableContents) -> LoosePiles:
    for table in tables:
        piles = piles.absorb(table, PLACES)
    return piles


def news(piles: LoosePiles, table: TableContents) -> list[str]:
    return [seen.placed.card for _, seen in find_new_cards(piles, table, PLACES)]


def gone(piles: LoosePiles, table: TableContents) -> list[PlacedCard]:
    return [piles.stacks[cell][tag] for cell, tag in find_removed_tops(piles, table)]


def recalled(piles: LoosePiles, table: TableContents) -> LoosePiles:
    inventory = CardInventory(PLACES, table, piles=piles)
    return inventory.recall_removed_tops().piles


def test_cards_that_are_shuffled_in_again_are_news_when_they_are_discarded_again() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P1", "Q1"))
    piles = piles.release("A.discard", Counter("pq"), visible=())
    piles = seen(piles, pile())
    assert news(piles, pile("P1")) == ["p"]
    assert news(piles, pile("Q1")) == ["q"]


@pytest.mark.parametrize(
    "piles",
    [LoosePiles().expect_unseen("p"), LoosePiles().resumed(pile(), PLACES, Counter([("p", "A")]))],
    ids=["never seen there", "resumed"],
)
def test_a_card_known_by_name_is_news_after_it_was_shuffled_in(piles: LoosePiles) -> None:
    """Regression: a card that was drawn and discarded again was ignored."""
    assert news(piles, pile("P1")) == []
    piles = piles.release("A.discard", Counter("p"), visible=(), owner="A")
    assert news(piles, pile("P1")) == ["p"]


def test_of_twins_only_as_many_come_back_as_the_rules_took() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P2"))
    piles = piles.release("A.discard", Counter("p"), visible=())
    assert news(piles, pile("P2")) == ["p"], "the upper one was taken"
    assert news(piles, pile("P1")) == [], "the lower one lies there still"


def test_a_card_that_is_shuffled_in_and_still_shows_goes_when_hands_take_it() -> None:
    piles = seen(LoosePiles(), pile("P1"))
    piles = piles.release("A.discard", Counter("p"), visible=["P1"])
    assert news(piles, pile("P1")) == [], "nobody has taken it yet"
    piles = seen(piles, pile())
    assert news(piles, pile("P1")) == ["p"]


def test_a_card_that_was_lifted_off_and_is_then_shuffled_in_is_in_play() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile())
    assert "P1" in piles.discarded, "it belongs to the pile wherever it is"
    piles = piles.release("A.discard", Counter("p"), visible=())
    assert "P1" not in piles.discarded
    assert news(piles, pile("P1")) == ["p"]


def test_a_card_that_fell_unseen_is_expected_once() -> None:
    piles = LoosePiles()
    piles = piles.expect_unseen("p")
    piles = piles.expect_unseen(UNKNOWN)
    assert news(piles, pile("P1")) == []
    piles = seen(piles, pile("P1"))
    assert news(piles, pile("P1", "P2")) == ["p"], "the twin was laid by hand"


def test_a_top_that_is_taken_into_play_is_no_part_of_the_pile_any_more() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("Q1"))
    (change,) = CardInventory(PLACES, pile("P1"), piles=piles).removed_tops()
    assert (change.before, change.after) == (card("Q1").placed, card("P1").placed)
    (bare,) = CardInventory(PLACES, pile(), piles=piles).removed_tops()
    assert bare.after is None

    piles = recalled(piles, pile("P1"))
    assert gone(piles, pile("P1")) == []
    assert news(piles, pile("P1", "Q1")) == ["q"]


def test_of_what_was_placed_only_the_last_is_taken_back() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P1", "Q1"))
    piles = piles.undo_placements("A.discard", Counter("q"))
    piles = piles.undo_placements("B.discard", Counter("p"))
    piles = seen(piles, pile())
    assert news(piles, pile("Q1")) == ["q"]
    assert news(piles, pile("P1")) == []


def test_a_pile_that_is_compared_is_none_of_these() -> None:
    table = TableContents({}, {"deck": (card("P1"),)})
    piles = seen(LoosePiles(), table)
    assert news(piles, table) == []
    assert gone(piles, TableContents({}, {"deck": ()})) == []
    assert piles.resumed(table, PLACES, Counter([("p", "A")])).discarded == {}
    piles = LoosePiles().resumed(table, PLACES, Counter())
    assert news(piles, table) == []


def test_what_is_aside_is_named_by_its_papers_and_what_hides_is_not() -> None:
    log = Counter([("p", "A"), ("q", "A"), ("r", "A"), (UNKNOWN, "A")])
    nothing = TableContents({}, {})
    piles = seen(LoosePiles(), pile("P1", "x1", B=("Q1",)), pile("R1", B=("Q1",)))
    assert set(piles.resumed(nothing, PLACES, log).discarded) == {"P1", "Q1", "R1"}
    piles = piles.undo_placements("A.discard", Counter("r"))
    resumed = piles.resumed(nothing, PLACES, log)
    assert set(resumed.discarded) == {"P1", "Q1"}, "it goes back to the hand"


def test_a_card_that_fell_is_the_top_of_its_pile_once_it_is_seen_there() -> None:
    """Regression: a resumed match took it for the lowest, and missed it when it was lifted."""
    piles = seen(LoosePiles(), pile("P1", "Q1")).mark_discarded("R1", card("R1").placed)
    piles = seen(piles, pile("R1"))
    resumed = piles.resumed(pile("R1"), PLACES, Counter([("p", "A"), ("q", "A"), ("r", "A")]))
    assert list(resumed.stacks["A.discard"]) == ["P1", "Q1", "R1"]


@pytest.mark.parametrize(
    ("shown", "report"),
    [
        (("P1",), []),  # the exact paper of the log
        (("P2",), ["p"]),  # its twin, placed on it while nobody watched
        (("Q1",), []),  # known by its name only
        (("R1",), ["r"]),  # not in the log
        (("x1",), []),  # a face-down card has no meaning
    ],
)
def test_a_resumed_match_knows_the_papers_its_log_names(
    shown: tuple[str, ...], report: list[str]
) -> None:
    log = Counter([("p", "A"), ("q", "")])
    before = LoosePiles(discarded={tag: card(tag).placed for tag in ("P1", "S1")})
    piles = before.resumed(pile(*shown), PLACES, log)
    assert news(piles, pile(*shown)) == report
    assert ("P1" in piles.discarded) is (shown != ("P1",)), "wherever it turns up, it means nothing"
    assert "S1" not in piles.discarded, "the log names it, and its match has it in play"


def test_cards_that_leave_a_pile_are_there_still_unless_a_hand_took_them_first() -> None:
    piles = LoosePiles()
    piles = seen(piles, pile("P1"))
    piles = seen(piles, pile("P1", "Q1"))
    for card, tag in (("q", "Q1"), ("p", "P1")):
        piles = piles.release("A.discard", Counter(card), ["Q1"], to_hand=True)
        assert piles.to_take()[tag][1].card == card
    assert set(piles.returned) == {"P1", "Q1"}

    piles = seen(piles, pile("b"))
    piles = piles.release("A.discard", Counter([UNKNOWN]), ["b"], to_hand=True)
    assert "b" not in piles.to_take(), "a card is drawn"

    piles = LoosePiles()
    piles = seen(piles, pile("P1", "P2"))
    piles = recalled(piles, pile("P1"))
    piles = piles.release("A.discard", Counter("p"), ["P1"], to_hand=True)
    assert piles.to_take() == {}, "its twin stays"
    assert piles.returned == {}


def test_a_card_that_was_sent_away_is_beneath_what_shows_unless_it_is_seen_elsewhere() -> None:
    def released(owner: str, elsewhere: str = "", visible: str = "Q1") -> list[str]:
        piles = seen(LoosePiles(), pile("Q1"))
        for tag, seat in (("P1", "B"), ("P2", "A")):
            piles = piles.mark_discarded(tag, PlacedCard("p", seat))
        piles = piles.release(
            "A.discard",
            Counter("p"),
            [visible] if visible else [],
            to_hand=True,
            elsewhere=[elsewhere],
            owner=owner,
        )
        assert all(piles.returned.values())
        assert len(piles.discarded.keys() & {"P1", "P2"}) == 1
        return list(piles.to_take())

    assert released("A") == ["P2"], "not the other seat's"
    assert released("") == ["P1"]
    assert released("A", elsewhere="P2") == [], "it lies on the field still"
    assert released("A", visible="") == [], "nothing lies there"


def test_what_a_new_pile_was_made_of_is_asked_off_the_old_one_by_nobody() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P1", "Q1"))
    piles = piles.release("A.discard", Counter("pq"), ["Q1"])
    assert piles.to_take() == {}
    assert set(piles.returned) == {"Q1"}, "it goes when the hands take it"


def test_a_card_that_belongs_on_its_pile_again_is_not_asked_for() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P1", "Q1"))
    piles = piles.release("A.discard", Counter("pq"), ["Q1"], to_hand=True)
    piles = piles.keep_cards("A.discard", Counter("q"))
    assert set(piles.returned) == {"P1"}


def test_a_card_in_play_again_is_no_longer_one_that_was_to_be_taken_up() -> None:
    piles = seen(LoosePiles(), pile("P1"), pile("P1", "Q1"))
    piles = piles.release("A.discard", Counter("q"), ["Q1"], to_hand=True)
    piles = piles.back_in_play("Q1")
    assert seen(piles, pile("Q1")).returned == {}, "it came there anew"


def test_a_card_that_a_hand_had_still_to_take_off_when_the_log_ended_is_no_news() -> None:
    before = seen(LoosePiles(), pile("P1", "Q1"))
    before = before.release("A.discard", Counter("q"), visible=["Q1"])
    assert set(before.returned) == {"Q1"}

    piles = before.resumed(pile("P1", "Q1"), PLACES, Counter([("p", "A")]))
    assert news(piles, pile("P1", "Q1")) == []
    piles = seen(piles, pile("P1"))
    assert piles.returned == {}
    assert news(piles, pile("P1", "Q1")) == ["q"], "taken up it may be laid again"


def test_a_paper_of_the_log_that_is_on_the_other_seat_s_pile_counts_for_its_own_card() -> None:
    theirs = PlacedCard("p", "B")
    before = LoosePiles(discarded={"P1": theirs})
    piles = before.resumed(pile(), PLACES, Counter([("p", "A")]))
    assert "P1" in piles.discarded
    assert news(piles, pile("P1")) == []


def test_a_top_that_was_taken_while_nobody_watched_is_missed_where_the_log_saw_it() -> None:
    before = seen(LoosePiles(), pile("P1", "Q1"))
    owned = Counter([("p", "A"), ("q", "A")])
    piles = before.resumed(pile("P1"), PLACES, owned)
    assert gone(piles, pile("P1")) == [card("Q1").placed]

    piles = before.resumed(pile("R1"), PLACES, owned)
    assert gone(piles, pile("R1")) == [], "another card lies on it: nothing can be missed"
    assert news(piles, pile("R1")) == ["r"]


@pytest.mark.parametrize("cell", ["deck", "A.control"])
def test_a_card_that_was_elsewhere_on_the_mat_is_news_when_it_is_discarded(cell: str) -> None:
    shown = TableContents({}, {cell: (card("P1"), card("Q1"))})
    piles = seen(LoosePiles(), shown, TableContents({}, {cell: ()}))
    assert news(piles, pile("P1")) == ["p"]
    assert news(piles, pile("Q1")) == ["q"]
