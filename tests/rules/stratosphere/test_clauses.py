"""Clause coverage: what each forbidding clause allows and refuses."""

import random
from typing import Any

import pytest

from rules import LANGUAGES, Action, judge, load_catalog, parse_action, refusal
from rules.games.stratosphere import GAME
from rules.games.stratosphere.state import State
from tests.support.clause_examples import (
    examples_of,
    has_examples,
    is_refused_by,
    never_lacks_a_fact,
)
from tests.support.games.stratosphere import any_action, position

EXAMPLES = examples_of("stratosphere")
CATALOG = load_catalog("stratosphere")


def act(text: str) -> Action:
    return parse_action(text.replace("PACK", ",".join(CATALOG.cards)))


def legal_of(example: dict[str, Any]) -> State:
    return position(example["position"], **example.get("settings", {}))


def illegal_of(example: dict[str, Any]) -> State:
    settings = example.get("illegal_settings", example.get("settings", {}))
    return position(example.get("illegal_position", example["position"]), **settings)


def test_every_clause_that_forbids_has_its_examples() -> None:
    has_examples(CATALOG, EXAMPLES)


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_allows(clause: str) -> None:
    example = EXAMPLES[clause]

    assert judge(GAME, legal_of(example), act(example["legal"])).clauses == ()


@pytest.mark.parametrize("clause", EXAMPLES)
def test_what_the_clause_refuses(clause: str) -> None:
    example = EXAMPLES[clause]
    verdict = judge(GAME, illegal_of(example), act(example["illegal"]))

    is_refused_by(CATALOG, verdict, example["broken"])
    assert clause in verdict.clauses


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_refusal_never_lacks_a_fact(clause: str) -> None:
    """Check that every refusal has the facts for its text."""
    example = EXAMPLES[clause]
    state = illegal_of(example)
    rng = random.Random(clause)
    actions = [act(example["illegal"]), *(any_action(state, rng) for _ in range(250))]
    never_lacks_a_fact(GAME, CATALOG, state, actions)


RED = "node 1.L h09 | ?;node 2.R c05 | ?;force 1=red;hand 1 d04 c04 ?;"
NODES = "node 1.C h05 | ?;node 1.R c09 | ?;node 2.C c03 | -;node 2.L d07 | ?"
WINDOW = RED + "turn 3 1 window 2;left 1;attack 1.L 2.R;hand 2 d09 c12"


@pytest.mark.parametrize(
    ("text", "action", "broken"),
    [
        (RED, "1 draw c05", ["STR-3.4"]),
        (RED, "1 draw value=x", ["STR-3.4"]),
        (RED, "1 place d04 9.L facing=down", ["STR-3.5"]),
        (RED, "1 place d04 2.L facing=down", ["STR-3.11"]),
        (RED, "1 place d04 2.R facing=down turn=1", ["STR-9.4"]),
        (RED, "1 place x1 1.L facing=down", ["STR-8.4"]),
        (RED, "1 place h09 1.L facing=down", ["STR-8.4"]),
        (RED, "1 place to=1.L facing=down", ["STR-3.5"]),
        (RED + "hand 2 d05", "1 place d05 1.L facing=down", ["STR-8.4"]),
        (RED.replace("d04 c04 ?", "?") + "shown 1=d04", "1 place d05 1.L facing=down", ["STR-3.5"]),
        (RED, "1 place d04 1.R", ["STR-3.8"]),
        (RED, "1 place c04 1.L", ["STR-3.8", "STR-4.9"]),
        (RED, "1 place x1 1.L", ["STR-3.8", "STR-8.4", "STR-4.9"]),
        (RED, "1 place d04 discard", ["STR-6.6"]),
        (RED, "1 place to=discard", ["STR-3.5"]),
        (RED, "1 flip 1.R", ["STR-9.3"]),
        (RED, "1 flip 9.R card=c05", ["STR-2.2"]),
        (RED, "1 flip 1.R card=x1", ["STR-8.4"]),
        (RED, "1 flip 2.C card=c06", ["STR-3.11"]),
        (RED, "1 flip 1.R card=c06 turn=2", ["STR-9.4"]),
        (RED + "node 1.R | c07", "1 flip 1.R card=c06", ["STR-8.4"]),
        (RED + "node 1.R | c07", "1 flip 1.R card=c07", []),
        (RED, "1 declare fire", ["STR-9.4"]),
        (RED, "1 declare attack at=1.L to=9.R", ["STR-2.2"]),
        (RED, "1 declare attack at=1.L to=2.R turn=1", ["STR-9.4"]),
        (RED, "1 declare attack at=1.R to=2.L", ["STR-5.1", "STR-5.2"]),
        (RED, "1 turn 1.L 1", ["STR-9.4"]),
        (RED, "1 swap 1.R 1.L", ["STR-3.13"]),
        (RED, "1 move 9.L 1.L", ["STR-4.9"]),
        (RED, "1 remove discard", ["STR-9.4"]),
        (RED, "1 choose red", ["STR-4.6"]),
        (RED, "9 draw", ["STR-3.1"]),
        (RED, "chance draw to=pile with=c01", ["STR-3.1"]),
        (RED, "3 declare concede", ["STR-3.1"]),
        (RED, "1 declare concede with=1", ["STR-7.7"]),
        (RED, "1 declare concede with=2,2", ["STR-7.7"]),
        (RED, "1 declare concede at=1.L", ["STR-7.7"]),
        (RED, "1 pass value=no_attack", ["STR-5.4"]),
        (WINDOW, "2 pass turn=1", ["STR-9.4"]),
        (WINDOW, "2 draw", ["STR-5.4"]),
        (WINDOW, "2 place d09 2.R", ["STR-9.3"]),
        (WINDOW, "2 place ? 2.R facing=down", ["STR-6.1"]),
        (WINDOW, "2 place d09 1.R facing=down", ["STR-5.4"]),
        (WINDOW, "2 place c12 discard", ["STR-6.1"]),
        (WINDOW, "2 place d10 discard", ["STR-6.6"]),
        (WINDOW, "2 place ? discard", ["STR-6.1"]),
        (WINDOW, "2 place x1 discard", ["STR-8.4"]),
        (WINDOW, "2 place d09 discard facing=down", ["STR-9.4"]),
        (WINDOW, "1 place d13 discard", ["STR-6.4", "STR-6.1"]),
        (WINDOW, "1 pass", ["STR-6.4"]),
        (WINDOW + " ?", "2 place h09 discard", ["STR-8.4"]),
        (WINDOW + " ?", "2 place h10 discard", []),
    ],
)
def test_whatever_is_not_allowed_is_refused(text: str, action: str, broken: list[str]) -> None:
    verdict = judge(GAME, position(text), parse_action(action))

    assert list(verdict.clauses) == broken


NAMING = "node 3.L c02 | ?;node 3.C s03 | ?;node 3.R c04 | ?;force 1=clubs 2=spades;turn 7 3 name"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "players", "action", "clause", "says"),
    [
        (RED, "2", "1 flip 1.R", "STR-9.3", "card="),
        (RED, "2", "1 flip 1.R card=?", "STR-9.3", "card="),
        (RED, "2", "1 flip card=c06", "STR-9.3", "CELL card="),
        (RED, "2", "1 declare attack at=1.L to=9.Z", "STR-2.2", "9.Z"),
        (RED, "2", "1 declare attack at=8.Z to=2.R", "STR-2.2", "8.Z"),
        (WINDOW, "2", "2 place d09 2.R", "STR-9.3", "to=discard"),
        (WINDOW, "2", "2 place d09", "STR-9.3", "to=discard"),
        (WINDOW, "2", "2 place to=2.R", "STR-9.3", "card= to=discard"),
        (WINDOW, "2", "2 place to=discard", "STR-9.3", "card="),
        (NAMING, "4", "3 declare hearts", "STR-9.3", "choose hearts"),
        (RED, "2", "1 draw ?", "STR-3.4", ""),
    ],
)
def test_what_an_action_lacks_is_reported(
    text: str, players: str, action: str, clause: str, says: str, lang: str
) -> None:
    (violation,) = judge(GAME, position(text, players=players), parse_action(action)).violations

    assert violation.clause == clause
    words = refusal(CATALOG, violation).render(lang)
    assert words != CATALOG.clauses[clause].titles[lang]
    assert f"“{says}”" in words or f"「{says}」" in words or (clause != "STR-9.3" and says in words)


def test_a_force_that_is_named_with_the_wrong_verb_or_taken() -> None:
    state = position(NAMING, players="4")

    assert judge(GAME, state, parse_action("3 choose hearts")).legal
    for action in ("3 declare clubs", "3 choose spades", "3 pass"):
        assert judge(GAME, state, parse_action(action)).clauses == ("STR-4.8",)


@pytest.mark.parametrize(
    ("action", "broken"),
    [
        ("chance draw to=pile with=PACK", []),
        ("chance draw to=deck with=PACK", ["STR-2.4"]),
        ("chance roll 3", ["STR-2.4"]),
        ("chance draw to=pile with=PACK,c05", ["STR-1.2", "STR-8.4"]),
        ("chance draw to=pile with=x1", ["STR-1.2", "STR-8.4"]),
        ("1 declare concede", ["STR-2.4"]),
    ],
)
def test_the_deal(action: str, broken: list[str]) -> None:
    assert list(judge(GAME, position("turn 0 1"), act(action)).clauses) == broken


RECYCLE = "hand 1 ?*3;discard c01 c02 c03;pile -;turn 9 1 recycle;left 2;" + ";".join(
    f"node {n} | ?*5" for n in ("1.R", "1.C", "1.L", "2.R", "2.C", "2.L")
)


@pytest.mark.parametrize(
    ("action", "broken"),
    [
        ("chance draw to=pile with=c02,?,c01", []),
        ("chance draw to=pile with=c02,c02,c01", ["STR-3.10"]),
        ("chance draw to=pile with=c02,c01", ["STR-3.10"]),
        ("chance draw to=deck with=c02,c01,c03", ["STR-3.10"]),
        ("1 draw", ["STR-3.10"]),
        ("2 declare concede", ["STR-3.10"]),
    ],
)
def test_recycling(action: str, broken: list[str]) -> None:
    text = RECYCLE.replace("node 1.R | ?*5", "node 1.R | ?*15") + ";hand 2 ?*6"
    assert list(judge(GAME, position(text), parse_action(action)).clauses) == broken


@pytest.mark.parametrize(
    ("action", "report"),
    [
        ("1 declare attack", "Please name the node you attack from and the node you attack."),
        ("1 declare attack at=1.L", "Please also name the node you attack."),
        ("1 declare attack to=1.L", "Please also name the node you attack from."),
        (
            "1 declare attack at=2.R to=1.L",
            "You cannot attack 1.L from 2.R because you do not control 2.R.",
        ),
        (
            "1 declare attack at=1.L to=2.L",
            "You cannot attack 2.L from 1.L because the two nodes are not adjacent.",
        ),
        ("1 declare attack at=1.L to=1.C", "You cannot attack 1.C because no opponent"),
        (
            "1 declare attack at=1.C to=1.R",
            "You cannot attack 1.R from 1.C because Nine of Clubs is higher than Five of Hearts.",
        ),
        (
            "1 declare attack at=2.L to=2.C",
            "You cannot attack 2.C from 2.L because there is no face-down card beneath",
        ),
    ],
)
def test_an_attack_is_refused_by_what_is_wrong_with_it(action: str, report: str) -> None:
    """Check that STR-5.1 leads and says which of its conditions is not met."""
    state = position(RED + NODES, players="2")
    first = judge(GAME, state, parse_action(action)).violations[0]

    assert refusal(CATALOG, first).render("en").startswith(report)
    assert not set("=“「") & set(
        refusal(CATALOG, first).render("ja") + refusal(CATALOG, first).render("zh-Hant")
    )


@pytest.mark.parametrize(
    ("agreed", "report"),
    [("off", "You have not agreed on commands"), ("on", "You can command only with a card of")],
)
def test_a_command_is_refused_by_what_is_wrong_with_it(agreed: str, report: str) -> None:
    """Regression (STR-3.8): without the setting, the refusal spoke of a wrong node."""
    state = position(RED, direct_command=agreed)
    first = judge(GAME, state, parse_action("1 place c04 1.R")).violations[0]

    assert first.clause == "STR-3.8"
    assert refusal(CATALOG, first).render("en").startswith(report)
