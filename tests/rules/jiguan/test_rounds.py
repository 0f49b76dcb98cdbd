"""Whole rounds under every setting: openings, declining, markers, results, and the end."""

from __future__ import annotations

import pytest

from rules import GAME_ENDED, Event, Match
from rules.errors import MatchError
from rules.games.jiguan import GAME
from rules.games.jiguan.state import Phase, State
from tests.support.games.jiguan import place, play, position, setup, started


def beasts(match: Match[State], a: str, b: str) -> Match[State]:
    return play(match, place("A", a), place("B", b))


def events(match: Match[State]) -> list[Event]:
    return list(match.plies[-1].events)


def kinds(match: Match[State]) -> list[str]:
    return [event.kind for event in events(match)]


def test_placing_is_simultaneous_and_may_be_changed_until_both_have_placed() -> None:
    match = started()
    assert match.to_act == {"A", "B"}
    play(match, place("B", "jb2"))
    assert match.to_act == {"A", "B"}
    play(match, place("B", "jb5"), place("A", "jb1"))
    assert match.state.phase is Phase.ITEMS
    # Water beats fire: A lost the opening and acts first.
    assert match.to_act == {"A"}
    revealed = [(e.card, e.cell, e.number) for e in events(match) if e.kind == "revealed"]
    assert revealed == [("jb1", "A.beast", 4), ("jb5", "B.beast", 3)]


def test_the_loser_who_declines_at_once_ends_the_round() -> None:
    match = beasts(started(), "jb1", "jb2")
    play(match, "B pass")
    assert match.state.results == (0,)
    assert match.state.phase is Phase.BEASTS
    # The marker goes to the loser (JGS-7.3).
    assert match.state.marker == 1
    assert match.turn == 2, "players count rounds, from the moment one begins"
    assert kinds(match)[:3] == ["declined", "matched", "round_ended"]
    assert kinds(match)[3:] == ["marker_moved", "cleared", "round_started"]
    assert match.state.held == (0b11111101, 0b11110111)


def test_the_example_of_the_source_step_by_step() -> None:
    """Check that Child turns A's fire into earth, Mother B's water into metal, and metal wins."""
    match = beasts(started(), "jb1", "jb5")
    play(match, place("A", "ji2", "A.item1"), place("B", "ji1", "B.item1"), "A pass", "B pass")
    shifted = [(e.seat, e.card, e.value) for e in events(match) if e.kind == "shifted"]
    assert shifted == [("A", "ji2", "earth"), ("B", "ji1", "metal")]
    matched, ended = (e for e in events(match) if e.kind in ("matched", "round_ended"))
    assert (matched.seat, matched.value, matched.items) == ("B", "metal", ("earth",))
    assert (ended.seat, ended.number, ended.clause) == ("B", 1, "JGS-7.1")
    reveals = [(e.card, e.number) for e in events(match) if e.kind == "revealed"]
    assert reveals == [("ji2", 4), ("ji1", 5)]
    assert match.state.marker == 0


def test_items_act_on_their_row_under_either_owner() -> None:
    match = beasts(started(), "jb1", "jb2")
    # B turns A's fire into earth, then metal; A's Unmoved changes nothing on B's side.
    play(match, place("B", "ji2", "A.item1"), place("A", "ji3", "B.item1"))
    play(match, place("B", "ji1", "A.item2"), "A pass")
    assert match.to_act == {"B"}
    play(match, "B pass")
    shifted = [(e.seat, e.value) for e in events(match) if e.kind == "shifted"]
    assert shifted == [("A", "earth"), ("B", "metal"), ("A", "fire")]
    assert match.state.results == (0,)


@pytest.mark.parametrize(
    ("rule", "lines", "open_"),
    [
        # After a tie the first decline is not the end (JGS-5.4); the second one is.
        ("consecutive", ["A pass"], True),
        ("consecutive", ["A pass", "B pass"], False),
        ("single", ["A pass"], True),
        ("single", ["A pass", "B pass"], False),
        ("final", ["A pass"], True),
        ("final", ["A pass", "B pass"], False),
        # A seat that declined may place again if the other has placed in between (JGS-5.5).
        (
            "consecutive",
            ["A pass", place("B", "ji3", "B.item1"), place("A", "ji1", "A.item1")],
            True,
        ),
        ("consecutive", ["A pass", place("B", "ji3", "B.item1"), "A pass"], True),
        ("consecutive", ["A pass", place("B", "ji3", "B.item1"), "A pass", "B pass"], False),
        ("single", ["A pass", place("B", "ji3", "B.item1"), "A pass"], False),
        ("final", ["A pass", place("B", "ji3", "B.item1"), place("B", "ji1", "B.item2")], True),
        ("final", ["A pass", place("B", "ji3", "B.item1"), "B pass"], False),
        ("final", [place("A", "ji3", "B.item1"), "B pass", place("A", "ji1", "B.item2")], True),
        ("single", [place("A", "ji3", "B.item1"), "B pass"], False),
    ],
)
def test_when_the_placing_phase_ends(rule: str, lines: list[str], open_: bool) -> None:  # noqa: FBT001
    match = beasts(started(setup(decline_rule=rule)), "jb1", "jb1")
    play(match, *lines)
    assert (match.state.phase is Phase.ITEMS) is open_


@pytest.mark.parametrize("ties", ["token", "alternate", "draw"])
def test_the_marker_after_won_and_tied_rounds(ties: str) -> None:
    match = beasts(started(setup(tie_opening=ties), marker="B"), "jb1", "jb1")
    if ties == "draw":
        assert match.state.results == (-1,)
        assert [e.clause for e in events(match) if e.kind == "round_ended"] == ["JGS-5.3"]
        assert match.state.marker == 1
        return
    assert match.to_act == {"B"}
    # The tie becomes A's win: B turns its own fire into earth.
    play(match, place("B", "ji2", "B.item1"), "A pass", "B pass")
    assert match.state.results == (0,)
    assert match.state.marker == (1 if ties == "token" else 0)
    # An alternating marker does not move after a round without a tie in the opening.
    beasts(match, "jb2", "jb3")
    play(match, "B pass")
    assert match.state.marker == (1 if ties == "token" else 0)


def test_a_drawn_round_leaves_the_marker() -> None:
    match = beasts(started(), "jb1", "jb1")
    play(match, "A pass", "B pass")
    assert (match.state.results, match.state.marker) == ((-1,), 0)
    assert "marker_moved" not in kinds(match)


ROUNDS = [("jb1", "jb2"), ("jb2", "jb3"), ("jb3", "jb4"), ("jb4", "jb5"), ("jb5", "jb1")]


def test_all_five_rounds_are_played_unless_agreed_otherwise() -> None:
    match = started()
    for a, b in ROUNDS:
        assert match.outcome is None
        play(beasts(match, a, b), "B pass")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.clause) == (("A",), "JGS-8.1")
    assert match.outcome.scores == {"A": 5, "B": 0}
    assert match.to_act == frozenset()
    assert list(GAME.legal(match.state)) == []
    assert events(match)[-1] == Event(GAME_ENDED, clause="JGS-8.1", items=("A",))
    # The last round's cards stay on the table.
    assert match.state.hand_size(0) == match.state.hand_size(1) == 3


def test_early_stop_ends_a_game_that_is_decided() -> None:
    match = started(setup(early_stop="on"))
    for a, b in ROUNDS[:3]:
        assert match.outcome is None
        play(beasts(match, a, b), "B pass")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.clause) == (("A",), "JGS-8.4")


def test_equal_rounds_are_decided_by_cards_left_and_then_by_nothing() -> None:
    last = "won A = = B\nA holds jb1 ji1{}\nB holds jb1 ji1 ji2\nmarker A"
    for more, winners, clause in ((" ji2 ji3", ("A",), "JGS-8.2"), (" ji2", (), "JGS-8.3"),
                                  ("", ("B",), "JGS-8.2")):  # fmt: skip
        match = Match(GAME, setup(), position(last.format(more)))
        play(beasts(match, "jb1", "jb1"), "A pass", "B pass")
        assert match.outcome is not None
        assert (match.outcome.winners, match.outcome.clause) == (winners, clause)
        assert match.outcome.tie == Event("tied", clause="JGS-8.2", value="hand")
        assert len(set(match.outcome.counts.values())) == 1 + bool(winners)


def test_undo_stops_where_a_face_was_seen() -> None:
    match = started()
    play(match, place("A", "jb1"))
    match.undo(1)
    assert match.state.beasts == (None, None)
    beasts(match, "jb1", "jb2")
    assert match.undo_limit() == 3
    play(match, place("B", "ji1", "B.item1"), "A pass")
    match.undo(3)
    assert match.state.items == ()
    with pytest.raises(MatchError, match="revealed"):
        match.undo(2)
