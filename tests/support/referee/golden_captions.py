"""The script of the golden captions: a toy match in which the referee says everything it can.

`python -m tests.support.referee.golden_captions` regenerates the golden files; review the
difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.readings import Face, Trouble
from companion.referee.control_cards import ControlCard
from companion.referee.geometry import TableGeometry
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.live import LiveReferee
from companion.referee.notices import (
    Accepted,
    Answered,
    DieUnsure,
    EndReason,
    FaultyTable,
    GameEnded,
    HintGiven,
    Notice,
    NotNow,
    Question,
    SetUpReady,
    StrayCard,
    TimeUp,
)
from companion.referee.table import FaultKind, TableFault
from companion.referee.words.speaker import Speaker
from rules import LANGUAGES, Action, Facing, Match, PlacedCard, Setup, Verb, parse_action
from rules.catalog.reader import read_catalog
from tests.support.paths import TESTS
from tests.support.referee import kiln as toy
from tests.support.referee.inputs import correct, finish, press, refereed, start
from tests.support.referee.inputs import resumed as resumed_referee
from tests.support.referee.oracle_view import Hands, Paper, run

HERE = Path(__file__).parent
CATALOG = read_catalog(HERE / "data" / "kiln")
GOLDEN = TESTS / "companion" / "referee" / "words" / "golden"


def sit_down() -> tuple[LiveReferee, Hands]:
    match = Match(toy.GAME, Setup("kiln"))
    form = toy.GAME.table.form(match.setup)
    return refereed(match), Hands(form)


def mishaps() -> Iterator[Notice]:
    """Yield set-up, refusals, paper faults, trouble, a desynced table and corrections."""
    referee, hands = sit_down()

    def put_card(card: str, seat: str, cell: str, turn: float | None = None) -> list[Notice]:
        return run(referee, hands.place(hands.paper(card, seat), cell, turn))

    yield from start(referee)
    yield from run(referee, (hands.view(mat="") for _ in range(20)))
    hands.covered = {"k1", "k2"}
    yield from run(referee, hands.wait(5))
    yield from put_card("q", "R", "k3")
    yield from press(referee, ControlCard.UNDO)
    yield from run(referee, hands.clear("k3"))
    hands.covered = set()
    yield from run(referee, hands.wait())
    for control in (ControlCard.WHY, ControlCard.UNDO, ControlCard.YES, ControlCard.END_TURN):
        yield from press(referee, control)
    yield from run(referee, hands.show("end_turn", "k4"))
    yield from put_card("r", "R", "k4")
    yield from press(referee, ControlCard.WHY)
    yield from press(referee, ControlCard.REPEAT)
    yield from run(referee, hands.wait(12))
    yield from run(referee, hands.clear("k4"))
    yield from put_card("p", "L", "k1")
    yield from put_card("r", "R", "k1")
    yield from press(referee, ControlCard.WHY)
    yield from run(referee, hands.clear("k1"))
    yield from put_card("q", "R", "k2", 330.0)
    yield from run(referee, hands.clear("k2"))
    yield from run(referee, hands.place(Paper("", "", face=Face.UNKNOWN), "k2"))
    yield from run(referee, hands.clear("k2"))
    yield from put_card("q", "R", "k4")
    paper = hands.papers["k1"][-1][0]
    yield from run(referee, hands.place(paper, "k3"))
    yield from run(referee, hands.clear("k3"))
    hands.loose = [paper]
    yield from run(referee, hands.wait())
    hands.loose = []
    yield from run(referee, hands.wait())
    q = hands.take("k4")
    hands.put(q, "k2")
    hands.put(hands.take("k1"), "k4")
    yield from run(referee, hands.wait())
    for trouble in Trouble:
        yield from run(referee, hands.suffer(trouble, 2))
        yield from run(referee, hands.wait(1))
    yield from press(referee, ControlCard.PAUSE)
    yield from press(referee, ControlCard.PAUSE)
    yield from run(referee, hands.reach(25))
    yield from correct(referee, "pLu0 - - - R 2 0 0")
    hands.put(hands.take("k4"), "k1")
    yield from run(referee, hands.clear("k2"))
    yield from press(referee, ControlCard.UNDO)
    yield from press(referee, ControlCard.LANGUAGE)
    yield from finish(referee, EndReason.STOPPED)


def questions() -> Iterator[Notice]:
    """Yield notices of a question, its answers, a take-back, and an end by the rules."""
    referee, hands = sit_down()
    yield from start(referee)
    yield from run(referee, hands.wait())
    yield from run(referee, hands.place(hands.paper("p", "L"), "k1"))
    yield from run(referee, hands.place(hands.paper("q", "R"), "k4"))
    yield from run(referee, hands.clear("k4"))
    yield from run(referee, hands.place(hands.paper("q", "R"), "k4"))
    yield from run(referee, hands.clear("k1"))
    yield from run(referee, hands.wait(12))
    yield from run(referee, hands.show("no"))
    yield from run(referee, hands.show("yes"))
    back = Paper("S1", "", face=Face.BACK)
    yield from run(referee, hands.place(back, "k1", 270.0))
    for seat in "LRLRLRLR":
        yield from press(referee, ControlCard.END_TURN, seat)


def resumed() -> Iterator[Notice]:
    """Yield notices of a resumed match, with the table as recorded and with a card missing."""
    for missing in (False, True):
        match = Match(toy.GAME, Setup("kiln"))
        for text in ("L place p k1", "R place q k2"):
            match.play(parse_action(text))
        form = toy.GAME.table.form(match.setup)
        referee, hands = resumed_referee(match, TableGeometry(form)), Hands(form)
        start(referee)
        yield from press(referee, ControlCard.REPEAT)
        hands.follow(dict(toy.GAME.table.layout(match.state)), "LR")
        if missing:
            hands.put(hands.take("k1"), "k4")
            hands.take("k2")
        yield from run(referee, hands.wait())


def made() -> Iterator[Notice]:
    """Yield notices that this toy game cannot cause, built as values."""
    place = Action("L", Verb.PLACE, "p", to="L.discard")
    yield Accepted(action=place, awaits=("KLN-3",), next_turn=True, to_act=("L", "R"), events=())
    for text in ("L swap k1 k2", "L turn k1 1", "L remove k1", "L declare storm", "L ready"):
        yield Accepted(action=parse_action(text), events=())
    yield Accepted(action=replace(place, to="k1", turn=1), events=())
    yield Accepted(action=replace(place, to="k1", facing=Facing.DOWN), events=())
    for kind, cells in ((FaultKind.ACROSS, ("k1", "k2")), (FaultKind.CROWDED, ("k1",))):
        yield FaultyTable(faults=(TableFault(kind, cells, "p"),))
    yield FaultyTable(faults=(TableFault(FaultKind.WRONG_MAT, card="5x7"),))
    yield StrayCard(card="p")
    yield DieUnsure(cell="k1")
    for remaining in (1, 0):
        yield HintGiven(seat="L", remaining=remaining)
    yield TimeUp(action=Action("L", Verb.PASS), clause="KLN-3")
    for reason in (EndReason.SOURCE_ENDED, EndReason.TIME, EndReason.BROKEN):
        yield GameEnded(reason=reason)
    yield NotNow(reason="revealed")
    yield NotNow(reason="agreed")
    yield SetUpReady(to_act=("chance",))
    yield Question(options=((),), take_back=True)
    yield Question(action=place, options=((),), take_back=True)
    yield Question(options=((),), correction="turn 2 L")
    noted = {"correction": "turn 2 L", "lines": ("turn 2 L",)}
    yield Question(options=((),), **noted)
    step = CorrectionStep(StepKind.TAKE, "k1", PlacedCard("p", "L"))
    yield Question(options=((),), steps=(step,), **noted)
    yield Answered(yes=True, agreed="L", awaiting=("R",))
    yield Answered(yes=True, agreed="R", awaiting=())


def script() -> Iterator[Notice]:
    """Yield every notice of the script."""
    for part in (mishaps, questions, resumed, made):
        yield from part()


def captions(lang: str) -> str:
    """Return every caption of the script, one line per notice."""
    speaker = Speaker(CATALOG, lang, "kiln")
    report = ((record.kind, speaker.caption(record)) for record in script())
    return "".join(f"{kind:<14} {caption}\n" for kind, caption in report if caption)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for language in LANGUAGES:
        path = GOLDEN / f"captions.{language}.txt"
        path.write_text(captions(language), encoding="utf-8")
