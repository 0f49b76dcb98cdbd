"""The table form: gestures, control cards and tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Facing, NotationError, PlacedCard
from rules.core.candidate_actions import Change
from rules.games.dicebattle import GAME
from tests.support.fault_texts import translated_everywhere
from tests.support.games.dicebattle import position, setup

UP, DOWN = Facing.UP, Facing.DOWN
BATTLE = "main A 1=h01/up;main B 1=m01/up;battle battle 1,1;agenda queue.A.0 compare.A.0;"
EFFECT = "turn 1 A effect;queue A.main1=h01/1;spot A.main1;" + BATTLE
OVER = "battle over 5,3 winner.A margin.2;used B g01 h04;grave B g01 h04;agenda next.A.0"


def back(seat: str, turn: int = 0) -> PlacedCard:
    return PlacedCard("?", seat, DOWN, turn)


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("turn 1 A roll", Change("A.tray", None, PlacedCard("token.die4", "A")),
         ["chance roll 4 to=A"]),
        ("turn 1 A set;dice A 4", Change("B.tray", None, PlacedCard("token.die4", "A")),
         ["chance roll 4 to=B"]),
        ("turn 1 A roll", Change("A.tray", None, PlacedCard("token.die9", "A")), []),
        ("turn 1 A set;dice A 4", Change("A.tray", None, PlacedCard("die.3", "A")),
         ["chance roll 3 to=A"]),
        ("turn 1 A set;dice A 4", Change("A.tray", None, PlacedCard("die.4", "A")), []),
        ("turn 1 B roll;first A;dice A 4 0 set;main A 1=?/down",
         Change("A.tray", None, PlacedCard("die.4", "A")), []),
        ("turn 0 A roll_off;dice A 4", Change("A.tray", None, PlacedCard("die.4", "A")),
         ["chance roll 4 to=A"]),
        ("turn 1 A set;dice A 4", Change("A.main1", None, back("B")),
         ["A place ? A.main1 facing=down"]),
        ("turn 1 A set;dice A 4", Change("A.stock1", None, back("A", 1)),
         ["A place ? A.stock1 facing=down turn=1"]),
        ("turn 1 A set;dice A 4", Change("A.main1", None, PlacedCard("token", "A")),
         ["A place token A.main1"]),
        ("turn 1 A set;dice A 4;main A 1=?/down", Change("A.main1", back("A"), None),
         ["A remove A.main1"]),
        ("turn 1 A set;dice A 4",
         Change("A.miracle", PlacedCard("miracle", "A"), PlacedCard("miracle", "A", DOWN)),
         ["A flip A.miracle"]),
        ("turn 1 A set;dice A 4",
         Change("A.miracle", PlacedCard("miracle", "A", DOWN), PlacedCard("miracle", "A")), []),
        ("turn 1 A set;dice A 4", Change("A.redraw", None, PlacedCard("token.redraw", "A")),
         ["A declare redraw"]),
        ("turn 1 A set;dice A 4", Change("A.control", None, PlacedCard("ctl.ready", "A")),
         ["A ready"]),
        ("turn 1 A set;dice A 4", Change("A.control", None, PlacedCard("ctl.yes", "A")), []),
        ("turn 1 A flip;main A 1=token/up;main B 1=?/down",
         Change("B.main1", back("B"), PlacedCard("m04", "B")), ["B flip B.main1 card=m04"]),
        ("turn 0 A lot", Change("B.first", None, PlacedCard("token.first", "B")),
         ["chance choose B"]),
        ("turn 0 A lead", Change("B.first", None, PlacedCard("token.first", "B")), ["A choose B"]),
        (EFFECT, Change("A.control", None, PlacedCard("ctl.yes", "A")), ["A choose A.main1"]),
        (EFFECT, Change("A.control", None, PlacedCard("ctl.no", "A")), ["A pass"]),
        (EFFECT, Change("A.control", None, PlacedCard("ctl.why", "A")), []),
        (EFFECT.replace("effect", "order"), Change("A.control", None, PlacedCard("ctl.yes", "A")),
         ["A choose A.main1"]),
        ("turn 1 A discard;due 1;hand A g01;" + BATTLE,
         Change("A.grave", None, PlacedCard("g01", "A")), ["A place g01 A.grave"]),
        ("turn 1 A discard;due 1;hand A g01;" + BATTLE,
         Change("A.control", None, PlacedCard("ctl.yes", "A")), []),
        ("turn 1 A purge;due 1;stock B 1=g10/up/old 2=m03/up/old;" + BATTLE,
         Change("B.grave", None, PlacedCard("m03", "B")), ["A remove B.stock2"]),
        ("turn 1 B revival;" + OVER, Change("B.control", None, PlacedCard("ctl.yes", "B")),
         ["B flip B.revival"]),
        ("turn 1 B revive;" + OVER, Change("B.grave", PlacedCard("g01", "B"), None),
         ["B choose g01"]),
        ("turn 1 B revive;" + OVER, Change("B.control", None, PlacedCard("g01", "B")),
         ["B choose g01"]),
        ("turn 1 B revive;" + OVER, Change("B.grave", None, PlacedCard("g01", "B")), []),
        ("turn 1 A penalty;agenda next.A.0", Change("A.control", None, PlacedCard("ctl.yes", "A")),
         ["A choose draw"]),
        ("turn 1 A set;dice A 4;main A 1=m01/up",
         Change("A.main1", PlacedCard("m01", "A"), PlacedCard("m01", "A", turn=1)),
         ["A turn A.main1 1"]),
        ("turn 1 A set;dice A 4", Change("A.star", None, PlacedCard("token.star", "A")), []),
    ],
)  # fmt: skip
def test_gestures(text: str, change: Change, expected: list[str]) -> None:
    assert [str(a) for a in GAME.candidate_actions(position(text), (change,))] == expected


def test_the_layout_of_a_position() -> None:
    state = position(
        "turn 3 B set;first A;dice A 5 0 set;dice B 2 1;stars A 1;actions B revival;"
        "main A 1=h04/down;stock A 1=g10/up/old 2=m03/down;grave B g01;hand A -;deck A -;deck B ?"
    )
    layout = GAME.table.layout(state)
    assert layout["A.main1"] == (back("A"),)
    assert layout["A.stock1"] == (PlacedCard("g10", "A", turn=1),)
    assert layout["A.stock2"] == (back("A", 1),)
    assert layout["B.miracle"] == (PlacedCard("miracle", "B", DOWN),)
    assert layout["B.revival"] == (PlacedCard("revival", "B", UP),)
    assert layout["A.tray"] == (PlacedCard("token.die5", "A"),)
    assert layout["B.redraw"] == (PlacedCard("token.redraw", "B"),)
    assert layout["A.star"] == (PlacedCard("token.star", "A"),)
    assert layout["A.first"] == (PlacedCard("token.first", "A"),)
    assert layout["B.grave"] == (PlacedCard("g01", "B"),)
    assert "A.deck" not in layout
    form = GAME.table.form(setup())
    assert (form.mat, form.seat_turns) == ("battle", {"A": 0, "B": 180})
    assert {zone.cell for zone in form.zones if zone.tracked} >= {"A.main6", "B.circle5"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("trun 1 A set", "did you mean"),
        ("hand C ?", "is not a name that"),
        ("hand", "needs a name after it"),
        ("turn 1 A set\nturn 1 A set", "twice"),
        ("turn 1 A", "cannot be read"),
        ("turn x A set", "not a number"),
        ("turn 1 C set", "no seat"),
        ("turn 1 A sat", "not a valid phase"),
        ("turn 0 A set", "no phase set"),
        ("turn 1 A roll\nfirst C", "no seat"),
        ("turn 1 A roll\nend DBM-1.1", "not a valid clause"),
        ("turn 1 A end", "go together"),
        ("turn 1 A roll\ndice A 7", "not a number"),
        ("turn 1 A roll\ndice A 4 0 sett", "not a valid word"),
        ("turn 1 A roll\nactions A miracel", "not a valid action card"),
        ("turn 1 A roll\nhand A x9", "not a valid card"),
        ("turn 1 A roll\nhand A ?*x", "not a number of cards"),
        ("turn 1 A roll\nhand A -\ngrave A ?", "not a valid card"),
        ("turn 1 A roll\nmain A h04", "cannot be read"),
        ("turn 1 A roll\nmain A - 1=?/up", "not a valid deck card"),
        ("turn 1 A roll\nmain A 1=h04/up 1=h04/up", "is occupied"),
        ("turn 1 A roll\nmain A 1=h04/up/old", "only grants stay"),
        ("turn 1 A roll\nbattle battle", "cannot be read"),
        ("turn 1 A roll\nbattle battle 5-3", "cannot be read"),
        ("turn 1 A roll\nbattle begun 1,2", "not a valid stage"),
        ("turn 1 A roll\nbattle battle 1,2 hgh", "not a valid part"),
        ("turn 1 A roll\nbattle battle 1,2\nqueue h04", "cannot be read"),
        ("turn 1 A roll\nbattle battle 1,2\nqueue A.main1=h11/5", "no effect"),
        ("turn 1 A roll\nagenda queue", "not a step"),
        ("turn 1 A roll\ndue x", "not a number"),
        ("turn 1 A penalty", "the phase penalty decides"),
        ("turn 1 A order\nbattle battle 1,1\nagenda next.A.0", "the phase order decides"),
        ("turn 1 A effect\nbattle battle 1,1\nagenda next.A.0", "the phase effect decides"),
        ("turn 1 A revival\nagenda next.A.0", "the phase revival decides"),
        ("turn 1 A recover\nbattle over 1,1\ndue 1\nagenda next.A.0", "the phase recover decides"),
        ("turn 1 A purge\nbattle battle 1,1\ndue 1\nagenda next.A.0", "the phase purge decides"),
        ("turn 1 A discard\nhand A -\ndue 1\nagenda next.A.0", "the phase discard decides"),
    ],
)  # fmt: skip
def test_a_wrong_position_is_named(text: str, what: str) -> None:
    with pytest.raises(NotationError, match=what) as error:
        GAME.notation.parse(text, setup())
    translated_everywhere(error.value)


@given(st.text(alphabet="turnhadmismc AB12=/?*\n-0.,", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for prefix in ("", "turn 1 A set\ndice A 4\n"):
        try:
            state = GAME.notation.parse(prefix + text, setup())
        except NotationError:
            continue
        assert GAME.notation.parse(GAME.notation.format(state), setup()) == state
