"""Cases of the kernel that no game meets in ordinary play."""

from __future__ import annotations

import dataclasses
import importlib
import json
from types import SimpleNamespace

import pytest

from rules import (
    Action,
    Deck,
    Facing,
    Match,
    Outcome,
    Rules,
    Setup,
    Status,
    Tag,
    TagKind,
    Verb,
    Violation,
    dump_manifest,
    format_tag,
    judge,
    load_game,
    registry,
)
from rules.core.rules import outcome_value
from rules.games.dicebattle import GAME as DICE
from rules.games.spherion import GAME as SPHERION
from rules.records.log import parse_log
from rules.records.manifest_file import parse_manifest
from tests.rules.records.test_manifest import MANIFEST
from tests.support.four_corners import GAME, NUMBERS, SEATS, Corners
from tests.support.rules_parts import with_parts

Worlds = tuple[tuple[Violation, ...], ...]

KNOWN = Setup("toy", {}, {s: Deck(NUMBERS, name="four") for s in SEATS})


def doubtful(_true: object, state: Corners, action: Action) -> Worlds | None:
    """Judge every placement in two possible worlds, in one of which it is illegal."""
    if action.verb is not Verb.PLACE:
        return None
    other = dataclasses.replace(action, to="nowhere")
    return GAME.violations(state, action), GAME.violations(state, other)


def test_what_a_reveal_leaves_in_doubt_is_not_settled() -> None:
    match = Match(with_parts(GAME, violations_by_world=doubtful), KNOWN)
    for _ in range(5):  # four seats place a card, then the die is rolled and all cards are shown
        match.play(next(iter(match.game.legal(match.state))))
    verdict = match.plies[0].verdict
    assert verdict is not None
    assert verdict.status is Status.UNDETERMINED
    assert "revealed" in {event.kind for event in match.plies[-1].events}
    assert "settled" not in {event.kind for event in match.plies[-1].events}


def guessing(*found: tuple[Violation, ...]) -> Rules[Corners]:
    """Return a game that judges an action in possible worlds with these violations."""
    return with_parts(GAME, violations_by_world=lambda *_: found)


def test_of_what_was_guessed_nothing_is_reported() -> None:
    facts = (("card", "1"), ("cell", "b2")), (("card", "2"), ("cell", "b2"))
    start, idle = GAME.start(KNOWN), Action("N", Verb.PASS)
    found = ((Violation("T-1", f), Violation(f"T-{f[0][1]}x")) for f in facts)
    verdict = judge(guessing(*found), start, idle)
    assert verdict.violations == (Violation("T-1", (("cell", "b2"),)),)

    apart = guessing((Violation("T-1", facts[0]),), (Violation("T-2", facts[1]),))
    assert judge(apart, start, idle).violations == (Violation("T-1"),)


def test_a_folder_without_a_game_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    homes = registry._homes()
    monkeypatch.setattr(registry, "_homes", lambda: homes)
    monkeypatch.setattr(registry, "_LOADED", {})
    monkeypatch.setattr(importlib, "import_module", lambda name: SimpleNamespace(GAME=3))
    with pytest.raises(TypeError, match="does not define GAME"):
        load_game("yggdrasil")


def test_an_edited_log_says_how_it_was_saved() -> None:
    for data in (b"\xef\xbb\xbf{}\n", b"{}\r\n"):
        records, error = parse_log(data)
        assert records == ()
        assert error is not None
        assert "encoding or line endings" in str(error)


def test_a_tag_prints_itself() -> None:
    tag = Tag("Y", 1, TagKind.CARD, 3, 1)
    assert str(tag) == format_tag(tag)


def test_what_a_manifest_may_leave_out_takes_its_default() -> None:
    data = json.loads(dump_manifest(MANIFEST))
    optional = [
        field.name
        for field in dataclasses.fields(MANIFEST)
        if field.default is not dataclasses.MISSING and field.name in data
    ]
    optional.remove("manifest")  # the version is never guessed: `test_manifest`
    for name in optional:
        left = {key: value for key, value in data.items() if key != name}
        again = parse_manifest(json.dumps(left), "left.json")
        default = next(f.default for f in dataclasses.fields(MANIFEST) if f.name == name)
        assert getattr(again, name) == default
    assert optional


def test_a_win_is_worth_more_than_any_lead() -> None:
    won = Outcome(("A",), "T-1", {"A": 1, "B": 9})
    drawn = Outcome((), "T-1", {"A": 3, "B": 1})
    assert outcome_value(won, "A") > outcome_value(drawn, "A") > 0 > outcome_value(won, "B")


def test_a_rail_is_read_with_its_orders_still_to_be_turned_over() -> None:
    text = "turn 1 order\nstep 0\nqueue blue ?\nqueue red ?\ndone red\n"
    state = SPHERION.notation.parse(text, Setup("spherion", {"orders": "rail"}))
    assert SPHERION.to_act(state) == {"blue"}
    both = SPHERION.notation.parse(
        text.replace("done red\n", ""), Setup("spherion", {"orders": "rail"})
    )
    assert SPHERION.to_act(both) == {"blue", "red"}


def test_turning_up_says_no_more_than_which_card() -> None:
    text = "turn 1 A flip\ndice A 6 0 set\ndice B 6 0 set\nhand A -\nhand B -\n"
    state = DICE.notation.parse(text + "main A 1=?/down\nmain B 1=m01/up\n", Setup("dicebattle"))
    fine = Action("A", Verb.FLIP, card="m02", at="A.main1")
    assert DICE.violations(state, fine) == ()
    for more in ({"to": "A.main2"}, {"facing": Facing.DOWN}, {"also": ("m02",)}):
        output = DICE.violations(state, dataclasses.replace(fine, **more))
        assert [violation.clause for violation in output] == ["DBM-14.1"]
