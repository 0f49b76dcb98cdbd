"""The game on a table: cells, layouts, and the meaning of changes on the table (JGS section 13)."""

from __future__ import annotations

import pytest

from rules import UNKNOWN, Facing, Match, PlacedCard
from rules.core.candidate_actions import Change
from rules.games.jiguan import GAME
from rules.games.jiguan.state import State
from tests.support.games.jiguan import PLAIN, place, play, position, setup, started, texts, up

TWO_UP = "beast A jb1 up; beast B jb2 up; watched"
B_LEFT = (
    "marker B; A holds jb3 jb4 jb2 jb5 ji1 ji2 ji3; beast B jb2 up; turn B 2; declined B; watched"
)


def back(seat: str, turn: int = 0) -> PlacedCard:
    return PlacedCard(UNKNOWN, seat, Facing.DOWN, turn)


def candidates(state: State, *changes: Change) -> list[str]:
    return texts(GAME.candidate_actions(state, changes))


def test_the_mat_has_every_cell_of_the_specification() -> None:
    form = GAME.table.form(PLAIN)
    tracked = [zone.cell for zone in form.zones if zone.tracked]
    assert tracked == [
        f"{s}.{c}" for s in "AB" for c in ("beast", *(f"item{i}" for i in range(1, 7)))
    ]
    loose = {zone.cell for zone in form.zones if not zone.tracked}
    kept = ("spent", "token", "marker", "control")
    assert loose == {f"{s}.{c}" for s in "AB" for c in kept} | {f"round{n}" for n in range(1, 6)}
    assert form.seat_turns == {"A": 0, "B": 180}
    assert form.owners == {"sun": "A", "moon": "B"}
    assert form.mat == "owner_view"
    assert GAME.table.form(setup(layout="shared_view")).mat == "shared_view"


def test_every_cell_a_layout_uses_is_on_the_mat() -> None:
    cells = {zone.cell for zone in GAME.table.form(PLAIN).zones}
    match = started()
    play(
        match,
        place("A", "jb1"),
        place("B", "jb2"),
        place("B", "ji1", "A.item1"),
        "A pass",
        "B pass",
    )
    assert set(GAME.table.layout(match.state)) <= cells


def test_the_layout_shows_cards_tokens_marker_track_and_piles() -> None:
    text = f"won A =; marker B; A holds jb1 jb2 jb3 ji1; B holds jb1 jb2 jb3 ji1 ji2; {TWO_UP}"
    text += "; phase items; item A.item1 ji1 A; item A.item2 ? B; declined B; turn A 4"
    layout = GAME.table.layout(position(text))
    assert layout == {
        "A.beast": (PlacedCard("jb1", "A"),),
        "B.beast": (PlacedCard("jb2", "B"),),
        "A.item1": (PlacedCard("ji1", "A", Facing.DOWN),),
        "A.item2": (back("B"),),
        "A.spent": tuple(PlacedCard(c, "A") for c in ("jb4", "jb5", "ji2", "ji3")),
        "B.spent": tuple(PlacedCard(c, "B") for c in ("jb4", "jb5", "ji3")),
        "A.token": (PlacedCard("token.turn", "A"),),
        "B.token": (PlacedCard("token.declined", "B"),),
        "B.marker": (PlacedCard("token.marker", "B"),),
        "round1": (PlacedCard("token.won", "A"),),
        "round2": (PlacedCard("token.drawn", "A"),),
    }
    assert "A.marker" not in GAME.table.layout(position("phase lot"))


def test_views_hide_what_is_face_down_from_all_but_its_owner() -> None:
    text = f"{TWO_UP}; phase items; item A.item1 ji1 A; item A.item2 ji2 B; item B.item1 ji3 B up"
    state = position(f"{text}; turn A 4")
    seen = {
        seat: [placed.slot for placed in GAME.view(state, seat).items] for seat in ("A", "B", None)
    }
    assert seen == {"A": [5, -1, 7], "B": [-1, 6, 7], None: [-1, -1, 7]}
    half = position("beast B jb1")
    assert GAME.view(half, "B") == half
    assert "jb1" not in GAME.notation.format(GAME.view(half, "A")).split("beast")[1]


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("", [Change("A.beast", None, back("A"))], ["A place ? A.beast facing=down"]),
        ("", [Change("A.beast", None, back("A")), Change("B.beast", None, back("B"))],
         ["A place ? A.beast facing=down", "B place ? B.beast facing=down"]),
        ("", [Change("A.beast", None, back("A", 1))], ["A place ? A.beast facing=down turn=1"]),
        ("phase lot", [Change("B.marker", None, PlacedCard("token.marker", "B"))],
         ["chance choose B"]),
        # The marker has no meaning after the lot is drawn, nor does a token on "my turn".
        ("", [Change("B.marker", None, PlacedCard("token.marker", "B"))], []),
        ("", [Change("B.token", None, PlacedCard("token.turn", "B"))], []),
        ("", [Change("B.marker", PlacedCard("token.marker", "B"), None)], []),
        # An item, identified by its owner's card back, on either side.
        (f"{TWO_UP}; phase items; turn B", [Change("A.item1", None, back("B"))],
         ["B place ? A.item1 facing=down"]),
        (f"{TWO_UP}; phase items; turn B",
          [Change("B.token", None, PlacedCard("token.declined", "B"))],
         ["B pass"]),
        (f"{TWO_UP}; phase items; turn B", [Change("B.control", None, PlacedCard("ctl.pass", ""))],
         ["B pass"]),
        (f"{TWO_UP}; phase items; turn B", [Change("B.control", None, PlacedCard("ctl.why", ""))],
         []),
        # A card on the field is turned up, by its owner or by the seat to act.
        ("beast A ?; beast B ?; phase reveal",
         [Change("B.beast", back("B"), PlacedCard("jb2", "B")),
          Change("A.beast", back("A"), PlacedCard("jb1", "A"))],
         ["A flip A.beast card=jb1", "B flip B.beast card=jb2"]),
        ("beast A ?; watched", [Change("A.beast", back("A"), PlacedCard("jb1", "A"))],
         ["A flip A.beast card=jb1"]),
        # Clearing: one card, all cards, all cards and the next beast in one change.
        (f"won A; {TWO_UP}; phase clear", [Change("A.beast", PlacedCard("jb1", "A"), None)],
         ["A remove A.beast"]),
        (f"won A; {TWO_UP}; phase clear",
         [Change("A.beast", PlacedCard("jb1", "A"), None),
          Change("B.beast", PlacedCard("jb2", "B"), None)],
         ["A ready"]),
        (f"won A; {TWO_UP}; phase clear",
         [Change("A.beast", PlacedCard("jb1", "A"), back("A")),
          Change("B.beast", PlacedCard("jb2", "B"), None)],
         ["A ready", "A place ? A.beast facing=down"]),
        # The last card: its owner removes it, and no seat counts as ready.
        (f"won A; {B_LEFT}; phase clear", [Change("B.beast", PlacedCard("jb2", "B"), None)],
         ["B remove B.beast"]),
        (f"won A; {B_LEFT}; phase clear", [Change("B.beast", PlacedCard("jb2", "B"), back("B"))],
         ["B remove B.beast", "B place ? B.beast facing=down"]),
        (f"won A; {TWO_UP}; phase clear", [Change("B.control", None, PlacedCard("ctl.ready", ""))],
         ["B ready"]),
        (f"won A; {TWO_UP}; phase clear", [Change("A.item1", None, back("B"))],
         ["B place ? A.item1 facing=down"]),
        # A penalty goes to the spent pile; at other times a change of the pile has no meaning.
        ("won B; owes A; beast A ji1 up; beast B jb2 up; watched; phase discard",
         [Change("A.spent", None, PlacedCard("jb5", "A"))], ["A place jb5 A.spent"]),
        ("", [Change("A.spent", None, PlacedCard("jb5", "A"))], []),
        # A placed item is moved.
        (f"{TWO_UP}; phase items; turn B 2; item A.item1 ? A",
         [Change("A.item1", back("A"), None), Change("B.item1", None, back("A"))],
         ["B move A.item1 B.item1"]),
        (f"won A A A = =; A holds jb1; B holds jb2; {TWO_UP}; phase end",
         [Change("A.beast", back("A"), PlacedCard("jb1", "A"))], []),
    ],
)  # fmt: skip
def test_gestures(text: str, changes: list[Change], expected: list[str]) -> None:
    assert candidates(position(text), *changes) == expected


def test_a_whole_round_by_gestures_alone() -> None:
    """Check that table changes alone, as a camera sees them, lead through a whole round."""
    match = Match(GAME, PLAIN)

    def see(*changes: Change) -> None:
        play(match, *candidates(match.state, *changes))

    see(Change("A.marker", None, PlacedCard("token.marker", "A")))
    see(Change("B.beast", None, back("B")))
    see(Change("A.beast", None, back("A")))
    see(
        Change("A.beast", back("A"), PlacedCard("jb1", "A")),
        Change("B.beast", back("B"), PlacedCard("jb5", "B")),
    )
    see(Change("A.item1", None, back("A")))
    see(Change("B.token", None, PlacedCard("token.declined", "B")))
    see(Change("A.token", None, PlacedCard("token.declined", "A")))
    see(Change("A.item1", back("A"), PlacedCard("ji2", "A")))
    see(
        Change("A.beast", PlacedCard("jb1", "A"), None),
        Change("B.beast", PlacedCard("jb5", "B"), None),
        Change("A.item1", PlacedCard("ji2", "A"), None),
    )
    # Fire has become earth, and earth beats water.
    assert match.state.results == (0,)
    assert match.state.held == (0b10111101, 0b11101111)


def test_undo_is_bound_by_faces_and_by_the_lot() -> None:
    match = play(started(), place("A", UNKNOWN), place("B", UNKNOWN), up("A.beast", "jb1"))
    bound = [e.kind for ply in match.plies for e in ply.events if GAME.reveals(e)]
    assert bound == ["marker_given", "revealed"]
