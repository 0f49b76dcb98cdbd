"""Counters on Spherion's cards: players place them, so each is requested and announced."""

from __future__ import annotations

import pytest

from companion.readings import Face
from companion.referee.inventory.steps import StepKind
from companion.referee.notices import Notice
from companion.referee.words.speaker import Speaker
from rules import Facing, Verb, load_catalog
from tests.companion.referee.games.test_five_games import GameTable
from tests.support.referee.inputs import correct, declare
from tests.support.referee.oracle_view import run

CATALOG = load_catalog("spherion")
POSITION = """\
turn 3 plan
initiative blue
walls -
pile ?*16
used -
unit blue dm N2.8 M02
unit blue 1 N1.0 {blue}
{more}
unit red dm S0 M17
unit red 1 N1.1 {red}
hand blue ?*4
deck blue ?*35
extra blue X01*2 X03
core blue -
points blue lp=5 sp=3 mp=8
hand red ?*4
deck red ?*35
extra red X02*2
core red -
points red lp=5 sp=3 mp=8
ply 40
"""


def ready(blue: str, red: str = "M03", more: str = "", orders: str = "move:1:2") -> Notice:
    """Return the notice after Blue's orders from N1.0 to N1.1 have been carried out."""
    table = GameTable("spherion")
    referee = table.referee
    correct(referee, POSITION.format(blue=blue, red=red, more=more))
    place(table)
    for order in orders.split():
        declare(referee, "blue", Verb.DECLARE, order)
    declare(referee, "blue", Verb.READY)
    return declare(referee, "red", Verb.READY)[0]


def place(table: GameTable) -> None:
    """Place the cards as in the position."""
    hands, layout = (
        table.hands,
        table.referee.at.match.game.table.layout(table.referee.at.match.state),
    )
    for cell in ("N0", "S0"):
        hands.take(cell)
    for cell, pile in layout.items():
        if table.referee.at.geometry.is_tracked(cell):
            card = next(each for each in pile if not each.card.startswith("token."))
            face = Face.FRONT if card.facing is Facing.UP else Face.BACK
            turn = hands.upright(card.owner) + 90 * card.turn
            hands.put(hands.paper(card.card, card.owner, face), cell, turn)
    assert [r.kind for r in run(table.referee, hands.wait())] == ["resynced"]


def counters(record: Notice) -> list[tuple[StepKind, str, str, str]]:
    """Return kind, cell, token and wrong token of every step for a token that is not a chip."""
    return [
        (step.kind, step.cell, step.placed.card, step.wrong.card if step.wrong else "")
        for step in record.steps
        if step.placed.card.startswith("token.") and step.placed.card != "token.chip"
    ]


def test_a_counter_that_a_card_comes_to_bear_is_asked_for() -> None:
    """Check SPH-9.6 and SPH-17.8: players place the token, and the camera does not compare it."""
    assert counters(ready("M01")) == [(StepKind.PLACE, "N1.0", "token.atk.-400", "")]


def test_a_counter_that_another_takes_the_place_of_is_asked_for_as_that() -> None:
    report = counters(ready("M08 atk=-600"))
    assert report == [(StepKind.REPLACE, "N1.0", "token.atk.-700", "token.atk.-600")]


def test_a_counter_on_a_card_that_is_turned_up_is_asked_for() -> None:
    assert counters(ready("M01 down")) == [(StepKind.PLACE, "N1.0", "token.atk.-400", "")]


def test_what_is_on_a_card_travels_with_it_and_goes_with_it() -> None:
    """Check that the next card in the cell, or the destroyer, has its own pieces."""
    more = "unit blue 2 N1.5 M08 atk=-300"
    assert counters(ready("M01 atk=-100", "M03 down defence", more, "move:dm:0")) == []
    assert counters(ready("M05 atk=-100", "M03 atk=-300", more)) == []


@pytest.mark.parametrize(
    ("lang", "report", "step"),
    [
        ("en", "ATK counter on Blue’s Cinder Imp: -400", "Place ATK counter −400 on N1.0."),
        (
            "ja",
            "青の「燃え殻の小鬼」に攻撃力カウンター：-400",
            "N1.0に攻撃力カウンター「−400」を置いてください。",
        ),
        (
            "zh-Hant",
            "藍方的「燼火小鬼」攻擊力計數器：-400",
            "請把攻擊力計數器「−400」放在 N1.0。",
        ),
    ],
)
def test_a_counter_is_announced_and_requested_in_the_caption(
    lang: str, report: str, step: str
) -> None:
    caption = Speaker(CATALOG, lang).caption(ready("M01"))
    assert report in caption
    assert step in caption
