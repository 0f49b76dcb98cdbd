"""Clause coverage: what each forbidding clause allows and refuses."""

import random
from typing import Any

import pytest

from rules import Setup, judge, parse_action
from rules.games.dicebattle import GAME
from rules.games.dicebattle.state import State
from tests.support.clause_examples import (
    examples_of,
    has_examples,
    is_refused_by,
    never_lacks_a_fact,
)
from tests.support.games.dicebattle import CATALOG, any_action, position, setup

EXAMPLES = examples_of("dicebattle")


def agreed(example: dict[str, Any]) -> Setup:
    return setup(**example.get("settings", {}))


def illegal_state(example: dict[str, Any]) -> State:
    return position(example.get("illegal_position", example["position"]), agreed(example))


def test_every_clause_that_forbids_has_its_examples() -> None:
    has_examples(CATALOG, EXAMPLES)


def test_every_ruling_says_why() -> None:
    for clause in CATALOG.clauses.values():
        assert clause.ruling == all(clause.whys.values()) == any(clause.whys.values())


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_allows(clause: str) -> None:
    example = EXAMPLES[clause]
    state = position(example["position"], agreed(example))

    assert judge(GAME, state, parse_action(example["legal"])).violations == ()
    assert judge(GAME, state, parse_action(example["legal"])).legal


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_refuses(clause: str) -> None:
    example = EXAMPLES[clause]
    verdict = judge(GAME, illegal_state(example), parse_action(example["illegal"]))

    is_refused_by(CATALOG, verdict, example["broken"])
    assert clause in verdict.clauses


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_refusal_never_lacks_a_fact(clause: str) -> None:
    """Check that every refusal has the facts for its text."""
    example = EXAMPLES[clause]
    state = illegal_state(example)
    rng = random.Random(clause)
    actions = [parse_action(example["illegal"]), *(any_action(state, rng) for _ in range(150))]
    never_lacks_a_fact(GAME, CATALOG, state, actions)


SET = "turn 1 A set;dice A 4;hand A h04 g01 m03"
DONE = ";first A;dice A 4 0 set;main A 1=?/down;hand A ?*4;hand B ?*5"
"""A has called "set", B has not."""
TOKEN_SET = ";first A;dice A 1 3 set;hand A g01 ?;main A 1=token/up;hand B ?*5"
"""A had no unit and has put the token into the main zone."""
REVIVAL = ";grave A m01;grave B h04;battle over 5,3 winner.A;used A m01;used B h04;agenda next.A.0"
EFFECT = (
    "turn 1 A effect;main A 1=h01/up;main B 1=m01/up;battle battle 1,1;queue A.main1=h01/1;"
    "spot A.main1;agenda queue.A.0 compare.A.0"
)
FLIP = "turn 1 A flip;main B 1=token/up;main A 1=?/down"


@pytest.mark.parametrize(
    ("text", "action", "broken"),
    [
        (SET, "A place h04 A.main1 facing=down value=x", ["DBM-14.1"]),
        (SET, "A place m01 A.main1 facing=down", ["DBM-5.11"]),
        (SET, "A place token A.main1", ["DBM-5.10"]),
        (SET, "A place token A.main2", ["DBM-5.8", "DBM-5.10"]),
        (SET, "A place x9 A.main1 facing=down", ["DBM-5.11"]),
        (SET, "A place g01 A.main1 facing=down", ["DBM-6.4"]),
        (SET, "A place h04 A.circle1 facing=down", ["DBM-6.4"]),
        (SET, "A place m03 A.stock1 facing=down", ["DBM-7.1"]),
        (SET, "A place h04 A.grave", ["DBM-3.1"]),
        (SET, "A remove A.main1", ["DBM-5.11"]),
        (SET, "A remove A.main1 value=x", ["DBM-14.1"]),
        (SET, "A ready value=x", ["DBM-14.1"]),
        (SET, "A declare fire", ["DBM-14.1"]),
        (SET, "A pass", ["DBM-5.10"]),
        (SET, "A draw g01", ["DBM-11.3"]),
        (SET, "A flip A.main1", ["DBM-14.1"]),
        (SET, "A flip A.revival", ["DBM-10.1"]),
        (SET + ";main A 1=m01/down", "A flip A.main1", ["DBM-8.1"]),
        (SET, "B flip B.miracle", ["DBM-5.1", "DBM-5.3"]),
        (SET, "chance roll 3 to=A", ["DBM-5.2"]),
        (SET, "chance roll 3 to=B", ["DBM-5.1"]),
        (SET, "chance roll 3", ["DBM-5.1"]),
        ("turn 1 B roll", "chance roll 3 to=A", ["DBM-5.1"]),
        ("turn 0 A roll_off", "chance roll 3 to=B", ["DBM-3.4"]),
        ("turn 0 A lot", "chance roll 3 to=A", ["DBM-3.4"]),
        (FLIP, "chance roll 3 to=A", ["DBM-5.2"]),
        ("turn 1 A roll", "A ready", ["DBM-5.1"]),
        ("turn 1 A roll", "A flip A.miracle", ["DBM-5.1", "DBM-5.3"]),
        # After "set", nothing is added, moved or taken back (DBM-5.11).
        ("turn 1 B roll" + DONE, "A place ? A.circle1 facing=down", ["DBM-5.11"]),
        ("turn 1 B set;dice B 3" + DONE, "A place ? A.main2 facing=down", ["DBM-5.11"]),
        ("turn 1 B set;dice B 3" + DONE, "A remove A.main1", ["DBM-5.11"]),
        ("turn 1 B set;dice B 3" + DONE, "A move A.main1 A.main2", ["DBM-5.11"]),
        ("turn 1 B set;dice B 3" + DONE, "A ready", ["DBM-5.1"]),
        ("turn 1 B roll" + DONE, "B place ? B.main1 facing=down", ["DBM-5.1"]),
        ("turn 1 B roll" + DONE, "A place ? B.main1 facing=down", ["DBM-5.1"]),
        # Nothing is set beside the token, which ends the dice phase without "set" (DBM-5.8).
        ("turn 1 B roll" + TOKEN_SET, "A place g01 A.circle1 facing=down", ["DBM-5.8"]),
        ("turn 1 B roll" + TOKEN_SET, "A place ? A.main2 facing=down", ["DBM-5.8"]),
        ("turn 1 B set;dice B 3" + TOKEN_SET, "A remove A.main1", ["DBM-5.8"]),
        # A player who answers for the other in a battle is told what is being decided, not
        # DBM-5.1.
        ("turn 1 B revival" + REVIVAL, "A pass", ["DBM-10.1"]),
        ("turn 1 B revive;actions B miracle" + REVIVAL, "A choose m01", ["DBM-10.2"]),
        ("turn 1 B penalty;battle over 3,3;agenda next.A.0", "A choose draw", ["DBM-12.2"]),
        (EFFECT, "B choose A.main1", ["DBM-8.6"]),
        (EFFECT, "B pass", ["DBM-8.6"]),
        (FLIP, "B pass", ["DBM-8.1"]),
        ("turn 1 A set;dice A 1;hand A h04", "A ready", ["DBM-5.6"]),
        ("turn 1 A set;dice A 1;hand A h04", "A pass", ["DBM-5.6"]),
        ("turn 1 A set;dice A 1 3;hand A h04", "A pass", ["DBM-5.8"]),
        ("turn 1 A set;dice A 3;hand A ?*5", "A place ? B.main1 facing=down", ["DBM-3.1"]),
        ("turn 1 A set;dice A 3;hand A ?*5", "A ready", ["DBM-5.10", "DBM-5.6"]),
        ("turn 1 A set;dice A 3;hand A ?*5", "A place token A.main1", ["DBM-5.6"]),
        ("turn 1 A set;dice A 3 3;hand A ?*5", "A pass", ["DBM-5.10", "DBM-5.8"]),
        ("turn 1 A set;dice A 1;hand A g01", "A place g01 A.circle1 facing=down", ["DBM-6.5"]),
        ("turn 1 A set;dice A 1;hand A g09", "A place g09 A.stock1 facing=down turn=1",
         ["DBM-7.2"]),
        ("turn 1 A set;dice A 1;hand A g01;circle A 1=g11/down", "A declare redraw",
         ["DBM-5.5"]),
        ("turn 1 A set;dice A 1 3;hand A g01;circle A 1=g11/down", "A place token A.main1",
         ["DBM-5.8"]),
        ("turn 1 A set;dice A 1;hand A ?*2", "A declare redraw with=g01", ["DBM-5.5"]),
        ("turn 1 A set;dice A 1;hand A ?*2", "A declare redraw with=m01,g01", ["DBM-5.7"]),
        ("turn 1 A set;dice A 1;hand A ?*3", "A declare redraw with=g01,g01,g01", ["DBM-2.2"]),
        (FLIP, "A flip A.main1 card=m01 value=x", ["DBM-14.1"]),
        (FLIP, "A flip A.main1 card=token", ["DBM-2.3"]),
        (FLIP, "A flip A.main1 card=x9", ["DBM-8.1"]),
        (FLIP, "A flip A.revival", ["DBM-10.1"]),
        (FLIP + " 2=m01/up", "A flip A.main2 card=m01", ["DBM-8.1"]),
        (FLIP + ";grave A m01*2", "A flip A.main1 card=m01", ["DBM-2.2"]),
        ("turn 0 A deal", "chance draw to=A.deck with=" + ",".join(["m01"] * 3 + ["?"] * 27),
         ["DBM-2.2"]),
        ("turn 0 A deal", "chance draw to=A.deck with=" + ",".join(["token"] + ["?"] * 29),
         ["DBM-2.3"]),
        ("turn 1 A redraw;dice A 1;hand A g01;deck A h04", "chance draw to=A.deck with=g01,?", []),
        ("turn 1 A redraw;dice A 1;hand A g01 g02;deck A ?*2",
         "chance draw to=A.deck with=m01,m02,?,m04", ["DBM-5.5"]),
        ("turn 1 B revive;grave B g01 h04;battle over 5,3 winner.A;used B g01 h04;agenda next.A.0",
         "B flip B.revival", ["DBM-10.2"]),
        ("turn 1 B penalty;battle over 3,3;agenda next.A.0;actions B -", "B flip B.revival",
         ["DBM-10.4", "DBM-10.1"]),
    ],
)  # fmt: skip
def test_whatever_is_not_allowed_is_refused(text: str, action: str, broken: list[str]) -> None:
    assert list(judge(GAME, position(text), parse_action(action)).clauses) == broken
