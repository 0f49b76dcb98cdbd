"""Control cards on top of each other, or where nobody means to declare something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.readings import Face, Reading
from companion.referee.control_cards import ControlCard
from companion.referee.geometry import TableGeometry
from companion.referee.notices import Notice
from companion.referee.stacking import StackDetector, TokenChanges
from rules import Setup
from tests.support.referee.oracle_view import Hands, Paper, kinds, run
from tests.support.referee.tables import YGG, RefereedTable

PLACES = TableGeometry(YGG.table.form(Setup("yggdrasil")))


def placed(name: str, x: float, cell: str = "A.control", face: Face = Face.CONTROL) -> Reading:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Reading(f"C{name}", corners, 1.0, face, f"ctl.{name}", cell=cell, x_mm=x, y_mm=20.0)


WHY, UNDO = placed("why", 10.0), placed("undo", 40.0)


class Stacks:
    """A detector of stacks that keeps what it has seen."""

    def __init__(self) -> None:
        self._detector = StackDetector()

    def classify(self, shown: Sequence[Reading]) -> TokenChanges:
        return self._detector.classify(PLACES, shown)

    def update(
        self, shown: Sequence[Reading], gone: Sequence[Reading], now: float, *cards: Reading
    ) -> None:
        self._detector = self._detector.updated(PLACES, now, shown, gone, cards)


def test_of_two_that_come_at_once_one_upon_another_none_is_announced() -> None:
    assert Stacks().classify((WHY, UNDO)) == ([], [WHY, UNDO], [])


@pytest.mark.parametrize(
    "other",
    [
        placed("undo", 70.0),
        placed("undo", 40.0, "B.deck"),
        placed("undo", 40.0, face=Face.TOKEN),
        replace(UNDO, x_mm=None),
    ],
    ids=["beside it", "on a pile", "a token", "without a mat"],
)
def test_what_is_not_stacked_is_announced(other: Reading) -> None:
    assert Stacks().classify((WHY, other)) == ([WHY, other], [], [])


def test_what_a_card_was_placed_over_is_not_announced_when_that_is_taken_away() -> None:
    stacks = covered(UNDO, WHY)
    assert stacks.classify((UNDO,)) == ([], [], [UNDO]), "WHY was taken off it"
    stacks.update((UNDO,), (), 2.2)
    stacks.update((), (WHY,), 2.7)
    stacks.update((), (UNDO,), 4.0)
    assert stacks.classify((UNDO,)) == ([UNDO], [], []), "taken up, and laid again"


@pytest.mark.parametrize(
    "again", [replace(UNDO, x_mm=43.0), replace(UNDO, rotation_deg=6.0)], ids=["aside", "turned"]
)
def test_a_card_that_is_swapped_for_the_one_before_is_announced(again: Reading) -> None:
    stacks = covered(UNDO, WHY)
    assert stacks.classify((again,)) == ([again], [], []), "no hand lays it as it lay"


def test_what_was_taken_up_with_the_card_upon_it_is_announced_when_it_is_placed_again() -> None:
    stacks = covered(UNDO, WHY)
    stacks.update((), (WHY,), 3.0)
    stacks.update((), (), 6.0)
    assert stacks.classify((UNDO,)) == ([UNDO], [], [])


def test_two_that_are_taken_up_at_once_were_beneath_nothing() -> None:
    stacks = Stacks()
    stacks.update((UNDO, WHY), (), 1.0)
    stacks.update((), (UNDO, WHY), 2.0)
    assert stacks.classify((UNDO,)) == ([UNDO], [], [])


def test_what_was_beneath_is_announced_when_it_is_placed_elsewhere() -> None:
    moved = placed("undo", 120.0, "B.control")
    assert covered(UNDO, WHY).classify((moved,)) == ([moved], [], [])


def test_a_store_next_to_the_mat_means_nothing_by_growing_smaller() -> None:
    why, undo = (replace(each, cell="", x_mm=x) for each, x in ((WHY, -60.0), (UNDO, -70.0)))
    assert covered(undo, why).classify((undo,)).placed == []


def test_the_lower_card_of_a_pair_is_not_announced_when_the_upper_is_taken_away() -> None:
    """Check a pair that was laid squared, so that only its upper card was visible."""
    stacks = Stacks()
    stacks.update((WHY,), (), 1.0)
    lower = replace(UNDO, x_mm=11.0)
    assert stacks.classify((lower,)) == ([], [], [lower])
    stacks.update((), (WHY,), 2.0)
    assert stacks.classify((lower,)) == ([lower], [], []), "laid after WHY was taken away"


@pytest.mark.parametrize("is_known", [True, False])
def test_a_card_beneath_a_face_down_card_is_not_announced_when_that_is_taken_away(
    *, is_known: bool
) -> None:
    stacks = Stacks()
    back = placed("", 10.0 if is_known else 40.0, face=Face.BACK)
    if is_known:
        stacks.update((UNDO,), (), 1.0)
        back = replace(back, x_mm=30.0)
    for now in (2.0, 3.0, 4.0, 5.0):
        stacks.update((), (UNDO,) if is_known and now == 3.0 else (), now, back)
    stacks.update((), (), 5.5)
    assert stacks.classify((UNDO,)) == ([], [], [UNDO])
    stacks.update((), (), 9.0)
    assert stacks.classify((UNDO,)) == ([UNDO], [], []), "laid later"


def test_a_face_down_card_still_covers_another_while_a_hand_is_in_view() -> None:
    back, detector = placed("", 30.0, face=Face.BACK), StackDetector().updated(PLACES, 1.0, (UNDO,))
    detector = detector.updated(PLACES, 2.0, (), (UNDO,), (back,))
    for now in (3.0, 5.0, 7.0, 9.0):
        detector = detector.updated(PLACES, now, (), (), (back,), hand=True)
    assert detector.classify(PLACES, (UNDO,)).uncovered == [UNDO]


def covered(lower: Reading, upper: Reading) -> Stacks:
    """Return a detector after one card was seen and another covered it at second 2."""
    stacks = Stacks()
    for shown, gone, now in (((lower,), (), 1.0), ((upper,), (), 1.5), ((), (lower,), 2.0)):
        assert stacks.classify(shown).placed == [*shown], "it was laid alone"
        stacks.update(shown, gone, now)
    return stacks


# At the table.


@pytest.fixture
def places_mm(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Set control cards' places, in mm by tag, for all readings."""
    where: dict[str, float] = {}
    plain = Hands.reading

    def report(self: Hands, paper: Paper, cell: str, degrees: float) -> Reading:
        return replace(plain(self, paper, cell, degrees), x_mm=where.get(paper.tag), y_mm=0.0)

    monkeypatch.setattr(Hands, "reading", report)
    return where


def together(table: RefereedTable, *controls: ControlCard) -> list[Notice]:
    """Put several control cards on A's place together."""
    for control in controls:
        table.hands.put(Paper(f"C{control}", f"ctl.{control}", face=Face.CONTROL), "A.control")
    return run(table.referee, [*table.hands.reach(), *table.hands.wait()])


def test_a_handful_is_answered_and_changes_nothing(
    mid: RefereedTable, places_mm: dict[str, float]
) -> None:
    before = mid.referee.at.match.state
    places_mm.update(Cundo=10.0, Cwhy=40.0, Cend_turn=25.0)
    mid.hands.spread.add("A.control")
    (report,) = together(mid, ControlCard.UNDO, ControlCard.WHY, ControlCard.END_TURN)
    assert (report.kind, report.reason) == ("not_now", "stacked")
    assert mid.referee.at.match.state == before
    assert kinds(mid.clear("A.control", "A.control")) == [], "the one that is left was not laid"
    assert mid.referee.at.match.state == before


@pytest.mark.parametrize(("beneath", "spoken"), [("undo", "uncovered"), ("why", "no_reason")])
def test_a_card_that_was_beneath_another_is_answered_if_it_would_change_the_match(
    mid: RefereedTable, places_mm: dict[str, float], beneath: str, spoken: str
) -> None:
    """Check the reply to a lower control card that is put down again at its old place."""
    upper = "repeat"
    places_mm.update({f"C{beneath}": 10.0, f"C{upper}": 12.0})
    before = mid.referee.at.match.state
    together(mid, ControlCard(beneath))
    mid.hands.take("A.control")
    together(mid, ControlCard(upper))
    mid.hands.take("A.control")
    report = together(mid, ControlCard(beneath))
    assert [r.reason for r in report] == [spoken]
    if spoken == "uncovered":
        assert mid.referee.at.match.state != before, "it had counted once, when it was laid"
        mid.clear("A.control")
        assert [getattr(r, "reason", "") for r in together(mid, ControlCard(beneath))] != [
            spoken
        ], "laid once more"


@pytest.mark.parametrize("carried", [True, False])
def test_a_card_that_a_hand_carries_over_a_control_card_is_not_upon_it(
    mid: RefereedTable, places_mm: dict[str, float], *, carried: bool
) -> None:
    """Check a control card that is shown twice, in between which a card is drawn above it."""
    places_mm["Cundo"] = 10.0
    together(mid, ControlCard.UNDO)
    mid.hands.take("A.control")
    back = replace(placed("", 12.0, face=Face.BACK), y_mm=0.0)
    views = [*mid.hands.reach(), *mid.hands.wait(0.3), *mid.hands.wait(0.9)]
    above = [view for view in views if view.hand is carried][:3]
    run(mid.referee, [replace(v, readings=(back,)) if v in above else v for v in views])
    reasons = [getattr(record, "reason", "") for record in together(mid, ControlCard.UNDO)]
    assert ("uncovered" in reasons) is not carried


@pytest.mark.parametrize(
    ("cell", "spoken"), [("", []), ("A.discard", ["whose"]), ("B.deck", ["whose"])]
)
@pytest.mark.parametrize(
    "control", [ControlCard.UNDO, ControlCard.END_TURN, ControlCard.NO, ControlCard.READY]
)
def test_what_changes_the_match_counts_on_a_place_for_control_cards_only(
    mid: RefereedTable, control: ControlCard, cell: str, spoken: list[str]
) -> None:
    before = mid.referee.at.match.state
    paper = Paper(f"C{control}", f"ctl.{control}", face=Face.CONTROL)
    if cell:
        report = run(mid.referee, mid.hands.place(paper, cell))
    else:
        mid.hands.loose.append(paper)
        report = run(mid.referee, [*mid.hands.reach(), *mid.hands.wait()])
    assert [r.reason for r in report] == spoken
    assert mid.referee.at.match.state == before


def test_what_changes_nothing_is_heard_wherever_it_is(mid: RefereedTable) -> None:
    (report,) = run(mid.referee, mid.hands.show("why", "B.deck"))
    assert report.reason == "no_reason"
