"""Rounds before a camera: cards placed unknown, turned up by hand, audited at the reveal."""

from __future__ import annotations

import pytest

from rules import UNKNOWN, IllegalAction, Match, Status, judge, parse_action
from rules.core.event import SETTLED
from rules.games.jiguan import GAME
from rules.games.jiguan.state import Phase, State
from tests.support.games.jiguan import now, place, play, position, setup, started, texts, up

DOWN = [place("A", UNKNOWN), place("B", UNKNOWN)]


def faces(match: Match[State], a: str, b: str) -> Match[State]:
    return play(match, *DOWN, up("A.beast", a), up("B.beast", b))


def settled(match: Match[State]) -> list[tuple[str, int, tuple[str, ...]]]:
    found = [e for ply in match.plies for e in ply.events if e.kind == SETTLED]
    return [(e.seat, e.number, e.items) for e in found]


def test_a_card_placed_unseen_is_in_doubt_until_it_is_turned_up() -> None:
    match = started()
    ply = play(match, *DOWN).plies[-1]
    assert ply.verdict is not None
    assert ply.verdict.status is Status.UNDETERMINED
    assert ply.verdict.awaits == ("JGS-4.4",)
    assert match.to_act == {"A", "B"}
    assert UNKNOWN in GAME.notation.format(match.state)

    play(match, up("B.beast", "jb2"), up("A.beast", "jb1"))
    assert settled(match) == [("B", 3, ()), ("A", 2, ())]
    assert match.to_act == {"B"}

    ply = play(match, place("B", UNKNOWN, "A.item1")).plies[-1]
    assert ply.verdict is not None
    assert ply.verdict.awaits == ("JGS-5.1",)
    play(match, "A pass", "B pass")
    assert now(match).phase is Phase.TURN_UP
    play(match, up("A.item1", "ji2", "B"))
    assert settled(match)[-1] == ("B", 6, ())
    # Child has turned A's fire into earth, and metal beats earth.
    assert now(match).results == (1,)


def test_the_field_is_cleared_by_hands_card_by_card_or_at_once() -> None:
    match = play(faces(started(), "jb1", "jb2"), "B pass")
    assert now(match).phase is Phase.CLEAR
    assert now(match).results == (0,)
    play(match, "A remove A.beast")
    assert now(match).phase is Phase.CLEAR
    play(match, "B remove B.beast")
    assert now(match).phase is Phase.BEASTS
    assert now(match).held == (0b11111101, 0b11110111)

    play(faces(match, "jb2", "jb3"), "B pass", "B ready")
    assert now(match).phase is Phase.BEASTS
    assert now(match).held == (0b11110101, 0b11110110)


def test_known_and_unknown_cards_mix() -> None:
    match = play(started(), place("A", "jb1"), place("B", UNKNOWN))
    assert now(match).phase is Phase.REVEAL
    assert texts(GAME.legal(match.state))[:2] == [
        "A flip A.beast card=jb1",
        "B flip B.beast card=jb3",
    ]
    play(match, up("B.beast", "jb2"), up("A.beast", "jb1"))
    assert match.to_act == {"B"}


def test_an_exchange_of_unseen_cards() -> None:
    match = play(started(), place("A", UNKNOWN), place("A", UNKNOWN), place("B", "jb1"))
    play(match, up("A.beast", "ji1"), up("B.beast", "jb1"))
    assert settled(match) == [("A", 3, ("JGS-4.4",))]


def test_an_item_on_the_beast_place_is_placed_again() -> None:
    match = faces(started(), "ji1", "jb2")
    assert settled(match) == [("A", 2, ("JGS-4.4",)), ("B", 3, ())]
    assert now(match).phase is Phase.RELAY
    misplayed = [e for e in match.plies[-1].events if e.kind == "misplayed"]
    assert [(e.seat, e.card, e.clause) for e in misplayed] == [("A", "ji1", "JGS-10.2")]
    play(match, "A remove A.beast", "B ready")
    assert now(match).phase is Phase.BEASTS
    assert now(match).results == ()
    assert now(match).held == (255, 255)
    play(match, place("A", "jb1"), place("B", "jb2"), "B pass")
    assert now(match).results == (0,)


def test_an_item_on_the_beast_place_forfeits_the_round_if_agreed() -> None:
    match = faces(started(setup(misplay="forfeit")), "ji1", "jb2")
    assert now(match).results == (1,)
    assert now(match).marker == 0
    assert match.to_act == {"A"}
    assert [a.card for a in GAME.legal(match.state)] == ["jb3", "jb1", "jb4", "jb2", "jb5"]
    play(match, "A place jb5 A.spent")
    assert [event.kind for event in match.plies[-1].events] == ["discarded", "asked"]
    assert now(match).phase is Phase.CLEAR
    play(match, "A ready")
    # A has lost Mother and a beast, B the beast it placed.
    assert now(match).held == (0b11001111, 0b11110111)


def test_two_items_forfeit_to_nobody() -> None:
    match = faces(started(setup(misplay="forfeit", tie_opening="alternate")), "ji1", "ji1")
    assert now(match).results == (-1,)
    assert now(match).marker == 0
    assert match.to_act == {"A", "B"}
    play(match, "B place jb5 B.spent")
    assert match.to_act == {"A"}
    play(match, "A place jb1 A.spent", "B ready")
    assert now(match).held == (0b11011101, 0b11001111)


def test_a_forfeit_in_the_last_round_ends_the_game() -> None:
    text = "won A = = B\nA holds jb1 ji1 ji2\nB holds jb1 ji1"
    given = setup(misplay="forfeit")
    match = faces(Match(GAME, given, position(text, given)), "ji1", "jb1")
    play(match, "A place jb1 A.spent")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.clause) == (("B",), "JGS-8.1")


def test_a_beast_in_an_item_row_has_no_effect_and_comes_back() -> None:
    match = faces(started(), "jb1", "jb2")
    play(match, place("B", UNKNOWN, "B.item1"), place("A", UNKNOWN, "B.item2"), "B pass", "A pass")
    play(match, up("B.item2", "ji3", "A"), up("B.item1", "jb1"))
    assert settled(match)[-2:] == [("A", 7, ()), ("B", 6, ("JGS-5.1",))]
    last = match.plies[-1].events
    assert [(e.kind, e.card) for e in last if e.kind in ("misplayed", "shifted")] == [
        ("misplayed", "jb1"),
        ("shifted", "ji3"),
    ]
    assert now(match).results == (0,)
    play(match, "B remove B.item1")
    taken = match.plies[-1].events[0]
    assert (taken.kind, taken.value) == ("taken", "hand")
    play(match, "A ready")
    assert now(match).held == (0b01111101, 0b11110111)


def test_a_beast_turned_up_too_early_stays_up_and_cannot_be_exchanged() -> None:
    match = play(started(), place("A", UNKNOWN), "B flip A.beast card=jb1")
    flipped, revealed = match.plies[-1].events[:2]
    assert (flipped.kind, revealed.kind) == ("flipped", "revealed")
    assert (revealed.number, revealed.clause) == (2, "JGS-10.5")
    with pytest.raises(IllegalAction, match=r"JGS-10\.5"):
        play(match, place("A", "jb2"))
    assert match.to_act == {a.seat for a in GAME.legal(match.state)} == {"B"}
    play(match, place("B", UNKNOWN), up("B.beast", "jb2"))
    assert match.to_act == {"B"}


@pytest.mark.parametrize(("turned", "clauses"), [([1, 0], ["JGS-10.4", ""]), ([0, 1], ["", ""])])
def test_items_turned_up_in_the_wrong_order_count_and_name_the_clause(
    turned: list[int], clauses: list[str]
) -> None:
    """Check JGS-10.4: the item placed first is to be turned up first, across both rows."""
    match = play(faces(started(), "jb1", "jb2"), place("B", UNKNOWN, "B.item1"))
    play(match, place("A", UNKNOWN, "A.item1"), "B pass", "A pass")
    before = len(match.plies)
    items = [up("B.item1", "ji1"), up("A.item1", "ji2")]
    play(match, *(items[n] for n in turned))

    events = [event for ply in match.plies[before:] for event in ply.events]
    assert [event.clause for event in events if event.kind == "revealed"] == clauses
    assert [event.cell for event in events if event.kind == "shifted"] == ["B.item1", "A.item1"]


def test_an_item_turned_up_too_early_changes_no_turn() -> None:
    match = faces(started(), "jb1", "jb2")
    play(match, place("B", UNKNOWN, "B.item1"), "A flip B.item1 card=ji1")
    assert match.to_act == {"A"}
    assert now(match).items_left(1) == 2
    assert match.judge(parse_action(place("A", "ji1", "B.item2"))).status is Status.LEGAL


@pytest.mark.parametrize(
    ("rule", "tied", "lines", "phase", "seat"),
    [
        # The loser's first turn counts as declining immediately: the round is decided.
        ("consecutive", False, ["A flip B.item1 card=jb1"], Phase.CLEAR, ""),
        # After a tie the first decline does not end the phase; the other seat continues.
        ("consecutive", True, ["A flip B.item1 card=jb3"], Phase.ITEMS, "A"),
        ("consecutive", True, ["A flip B.item1 card=jb3", "A pass"], Phase.CLEAR, ""),
        ("single", True, ["A flip B.item1 card=jb3"], Phase.ITEMS, "A"),
        # The card placed since then stays, and the turn is not taken back.
        ("consecutive", False, [place("A", UNKNOWN, "A.item1"), "B flip B.item1 card=jb1"],
         Phase.ITEMS, "B"),
        ("final", True, [place("A", UNKNOWN, "A.item1"), "B flip B.item1 card=jb3"],
         Phase.ITEMS, "A"),
        ("single", True, [place("A", UNKNOWN, "A.item1"), "B flip B.item1 card=jb3"],
         Phase.TURN_UP, ""),
    ],
)  # fmt: skip
def test_a_beast_turned_up_early_in_a_row_counts_as_declining(
    rule: str,
    tied: bool,  # noqa: FBT001
    lines: list[str],
    phase: Phase,
    seat: str,
) -> None:
    match = started(setup(decline_rule=rule), marker="B")
    faces(match, "jb1", "jb1" if tied else "jb2")
    play(match, place("B", UNKNOWN, "B.item1"), *lines)
    assert now(match).phase is phase
    assert match.to_act == ({seat} if seat else GAME.to_act(match.state))


def test_a_watched_game_ends_with_its_cards_on_the_table() -> None:
    text = "won A = = B\nA holds jb1\nB holds jb2\nmarker A"
    match = faces(Match(GAME, setup(), position(text)), "jb1", "jb2")
    play(match, "B pass")
    assert match.outcome is not None
    assert match.outcome.winners == ("A",)
    assert len(GAME.table.layout(match.state)["A.beast"]) == 1
    assert GAME.notation.parse(GAME.notation.format(match.state), setup()) == match.state


def test_every_face_a_hidden_card_can_have_is_generated_and_only_those() -> None:
    text = "won = = A; A holds jb2 jb3 ji1; B holds jb2 jb4 ji1 ji2; phase turn_up; watched"
    text += "; beast A jb2 up; beast B jb2 up; item A.item1 ? A; item A.item2 ji1 B up"
    text += "; item B.item1 ? B"
    state = position(text)
    generated = texts(GAME.legal(state))
    assert generated == [
        "A flip A.item1 card=jb3",
        "A flip A.item1 card=ji1",
        "B flip B.item1 card=jb4",
        "B flip B.item1 card=ji2",
    ]
    every = [up(cell, f"j{k}{n}") for cell in ("A.item1", "B.item1", "A.item2") for k in "bi"
             for n in range(1, 6)]  # fmt: skip
    legal = [t for t in every if not GAME.violations(state, parse_action(t))]
    assert sorted(legal) == sorted(generated)


def test_a_card_placed_unknown_is_illegal_where_every_card_would_be() -> None:
    state = position("phase items; beast A jb1 up; beast B jb2 up; turn B")
    out_of_turn = judge(GAME, state, parse_action(place("A", UNKNOWN, "A.item1")))
    assert out_of_turn.clauses == ("JGS-5.2",)
    nobody = judge(GAME, state, parse_action("C place ? A.item1"))
    assert nobody.clauses == ("JGS-1.1",)
    # All three items of B are face down: a fourth card is not allowed, whatever it is.
    rows = "; ".join(f"item B.item{n} ? B" for n in (1, 2, 3))
    state = position(f"phase items; watched; beast A jb1 up; beast B jb2 up; {rows}; turn B 4")
    fourth = judge(GAME, state, parse_action(place("B", UNKNOWN, "B.item4")))
    assert fourth.clauses == ("JGS-5.6",)
    assert texts(a for a in GAME.legal(state) if a.verb != "flip") == ["B pass"]


def test_a_card_that_can_only_be_of_the_wrong_kind_has_no_world() -> None:
    text = "round 3; won A B; phase items; A holds jb3 jb4 jb5; B holds jb3 jb4 jb5 ji1; "
    text += "beast A jb4 up; beast B jb3 up; item A.item1 ? A down; turn B 1"
    assert GAME.world(position(text), "B", lambda _: 0) is None
    item = GAME.world(position(text.replace("A holds jb3", "A holds jb3 ji2")), "B", lambda _: 0)
    assert item is not None
    assert [item.card(placed) for placed in item.items] == ["ji2"]
