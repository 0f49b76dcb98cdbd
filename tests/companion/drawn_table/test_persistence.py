"""A drawn table, resumed after its program was killed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.drawn_table.persistence import TableStore
from companion.drawn_table.values import DragCommand, DragKind
from companion.referee.inputs import Start
from companion.referee.live import LiveReferee
from companion.referee.phases import RefereePhase
from tests.support.referee.inputs import start
from tests.support.simulator.visits import Visit


def sown(memory: TableStore | None = None) -> tuple[Visit, dict[str, str]]:
    """Start Ji Guan with a face-down beast per seat; return the visit and the beasts' ids."""
    visit = Visit("jiguan")
    if memory is not None:
        visit.table.remember(memory)
    visit.table.set_up()
    visit.watch()
    lots = [
        a for a in visit.referee.at.match.game.legal(visit.referee.at.match.state) if a.value == "A"
    ]
    assert visit.table.say(visit.referee.at.match.game, visit.referee.at.match.state, lots[0])
    visit.watch(4.0)
    chosen = {}
    for seat in "AB":
        beast = [each for each in visit.hand(seat) if each.card.startswith("jb")][-1]
        visit.table.do(DragCommand(DragKind.FLIP, beast.number))
        assert visit.drop(beast.number, f"{seat}.beast")
        chosen[f"{seat}.beast"] = beast.card
        assert "accepted" in visit.watch()
    return visit, chosen


def gone_on(before: Visit) -> Visit:
    """Return a new visit that resumes the match of a killed program with all printed cards."""
    visit = Visit(before.referee.at.match.setup.game, seed=8)
    visit.referee = LiveReferee(before.referee.at, opening=Start(resumed=True))
    start(visit.referee)
    return visit


def turned_up(visit: Visit) -> dict[str, str]:
    """Turn both beasts face up; return their cards by cell."""
    cards = {}
    for cell in ("A.beast", "B.beast"):
        resting = visit.top(cell)
        assert resting is not None
        assert not resting.up
        visit.table.do(DragCommand(DragKind.FLIP, resting.number))
        shown = visit.top(cell)
        assert shown is not None
        cards[cell] = shown.card
    return cards


def test_after_a_kill_face_down_cards_are_still_there(tmp_path: Path) -> None:
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    before, chosen = sown(memory)
    carried = before.hand("A")[0]
    before.table.do(DragCommand(DragKind.DRAG, carried.number, (200.0, 300.0)))

    visit = gone_on(before)
    visit.table.remember(memory, restore=True)
    assert visit.watch() == ["match_resumed"]
    assert visit.referee.at.phase is RefereePhase.IN_SYNC
    assert visit.papers().keys() == before.papers().keys()
    assert set(visit.papers().values()) == {1}
    assert {each.card for each in visit.hand("A")} == {
        each.card for each in (*before.hand("A"), carried)
    }
    assert turned_up(visit) == chosen


def test_after_a_kill_a_back_that_was_taken_up_is_placed_again(tmp_path: Path) -> None:
    """Regression: only the killed page knew which card a hand had taken off a cell."""
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    before, chosen = sown(memory)
    resting = before.top("A.beast")
    assert resting is not None
    assert before.table.do(DragCommand(DragKind.HAND, resting.number, place="A"))

    visit = gone_on(before)
    visit.table.remember(memory, restore=True)
    visit.watch()
    visit.table.rearrange(visit.referee.at.layout, "A")
    visit.watch(4.0)
    assert set(visit.papers().values()) == {1}
    assert turned_up(visit) == chosen


def test_after_a_kill_it_is_known_which_card_of_a_hand_was_open(tmp_path: Path) -> None:
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    before, _ = sown(memory)
    beast = before.hand("A")[0]
    assert before.drop(beast.number, "A.spent")
    assert before.table.do(DragCommand(DragKind.HAND, beast.number, place="A"))
    assert before.table._pieces.memory.seen

    visit = gone_on(before)
    visit.table.remember(memory, restore=True)
    assert visit.table._pieces.memory.seen == before.table._pieces.memory.seen


def test_without_memory_nobody_s_choice_is_made_for_him() -> None:
    """Check that open cards are placed, but a player has to choose a face-down card again."""
    before, chosen = sown()
    visit = gone_on(before)
    assert visit.watch() == ["match_resumed"]
    visit.table.rearrange(visit.referee.at.layout, "A")
    assert "resynced" not in visit.watch(4.0)
    assert visit.top("A.marker") is not None
    for cell, card in chosen.items():
        assert visit.top(cell) is None
        (own,) = (each for each in visit.hand(cell[0]) if each.card == card)
        visit.table.do(DragCommand(DragKind.FLIP, own.number))
        assert visit.drop(own.number, cell)
    assert "resynced" in visit.watch()
    assert turned_up(visit) == chosen


def test_a_back_that_was_pushed_aside_comes_back_and_no_other() -> None:
    visit, chosen = sown()
    back = visit.top("A.beast")
    assert back is not None
    assert visit.drop(back.number, "A.item3")
    visit.watch()
    visit.table.rearrange(visit.referee.at.layout, "A")
    visit.watch(4.0)
    assert turned_up(visit) == chosen


def test_a_die_is_taken_up_before_a_match_goes_on(tmp_path: Path) -> None:
    """Regression: a die on the tray's print at start-up made every later throw hard to read."""
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    before = Visit("dicebattle")
    before.table.remember(memory)
    before.table.set_up()
    before.watch()
    assert before.table.do(DragCommand(DragKind.ROLL, 0, None, "A.tray"))
    assert before.table.scene(before.now)[0].dice
    after = Visit("dicebattle")
    after.table.remember(memory, restore=True)
    scene, _ = after.table.scene(0.0)
    assert scene.pieces
    assert not scene.dice


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("box", []),
        ("piles", {"nowhere": []}),
        ("piles", {"A.item1": ["nothing"]}),
        ("hands", {}),
        ("lying", [["x"]]),
    ],
)
def test_a_memory_of_other_papers_places_nothing(key: str, value: object, tmp_path: Path) -> None:
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    before, _ = sown(memory)
    data = json.loads(memory.path.read_bytes())
    data[key] = value
    memory.path.write_text(json.dumps(data), "utf-8")
    visit = gone_on(before)
    visit.table.remember(memory, restore=True)
    assert not visit.table.shown().topmost
    assert set(visit.papers().values()) == {1}
    memory.forget()
    assert not memory.path.exists()
    memory.forget()


@pytest.mark.parametrize("text", ["", "[", "null", "[]", '"x"', "[" * 100_000])
def test_a_file_that_is_none_places_nothing(text: str, tmp_path: Path) -> None:
    memory = TableStore.for_log(tmp_path / "m.jsonl")
    memory.path.write_text(text, "utf-8")
    visit = Visit("jiguan")
    visit.table.remember(memory, restore=True)
    assert not visit.table.shown().topmost


def test_where_nothing_can_be_kept_the_match_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    visit, _ = sown(TableStore.for_log(tmp_path / "file" / "m.jsonl"))
    assert visit.referee.at.phase is RefereePhase.IN_SYNC
    before = visit.table.version
    visit.table.remember(None)
    assert visit.table.version == before
