"""A page's text about the last verdict, and its list of corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    NOTICES,
    Accepted,
    Desynced,
    EndReason,
    Notice,
    Question,
    Resynced,
    TakenBack,
)
from companion.referee.phases import RefereePhase
from companion.referee.words.speaker import tie_sentence
from companion.web.auth.roles import Pass, Role
from companion.web.coach import Coach
from companion.web.story import Story
from companion.web.views.options import MOST_ACTIONS, Choice, choices, fits
from companion.web.views.prompts import worded
from companion.web.views.speech import caption_of
from companion.web.views.verdict import steps_of
from rules import (
    LANGUAGES,
    Action,
    Event,
    Facing,
    Message,
    PlacedCard,
    Verb,
    Violation,
    parse_action,
)
from rules.messages.message import together
from tests.companion.referee.words.test_event_texts import BATTLE
from tests.support.referee.inputs import put, sense
from tests.support.rules_parts import with_parts
from tests.support.web.match_page import Table

TABLE, GUEST = Pass(Role.TABLE), Pass(Role.SPECTATOR)
CARDS = [PlacedCard(card, "A") for card in ("y01", "y02", "y03", "y05", "y06", "y07", "y08", "y09")]
CELLS = ("b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3")


@pytest.fixture
def table() -> Table:
    """Return a match of The Yggdrasil in progress."""
    table = Table.of("yggdrasil", 3)
    *_, _ = table.play(10)
    return table


def issue(table: Table, kind: str, **facts: Any) -> Notice:  # noqa: ANN401 - any kind's facts
    record = NOTICES[kind](**table.referee.now(), **facts)
    table.receive([record])
    return record


def view(table: Table, lang: str = "en", who: Pass = TABLE) -> dict[str, Any]:
    return table.viewing.view(table.snapshot(), who, lang)


@pytest.mark.parametrize(
    ("slug", "lang"),
    [("dicebattle", "en"), ("jiguan", "zh-Hant"), ("stratosphere", "ja"), ("yggdrasil", "en")],
)
def test_when_the_rules_end_a_match_it_is_announced_who_won_and_by_which_clause(
    slug: str, lang: str
) -> None:
    table = Table.of(slug, 2)
    for _ in table.play(600):
        pass
    outcome = table.referee.at.match.outcome
    assert outcome is not None
    put(table.referee, phase=RefereePhase.ENDED)
    issue(table, "game_ended", outcome=outcome, reason=EndReason.RULES)
    words, verdict = table.viewing.words(lang), view(table, lang)["verdict"]
    assert verdict["word"] == Message("page.light.ended").render(words.lang)
    for seat in outcome.winners:
        assert words.seat(seat) in verdict["text"]
    assert [clause["id"] for clause in verdict["clauses"]] == list(outcome.clauses)
    tie = tie_sentence(words.wording, outcome)
    assert bool(tie) == (outcome.tie is not None)
    text = table.viewing.catalog.clauses[outcome.clause].texts[lang]
    assert verdict["why"] == together(tie, text).render(lang)


def test_a_match_that_the_players_stopped_has_no_winner(table: Table) -> None:
    issue(table, "game_ended", reason=EndReason.STOPPED)
    verdict = view(table)["verdict"]
    assert verdict["text"].startswith("The match is stopped")
    assert (verdict["state"], verdict["word"]) == ("pause", "Stopped")
    put(table.referee, phase=RefereePhase.ENDED)
    assert view(table)["light"] == {"state": "pause", "word": "Stopped"}
    assert (verdict["why"], verdict["clauses"]) == ("", [])


def test_a_stopped_match_names_the_command_that_continues_it() -> None:
    table = Table.of("jiguan", 3)
    table.viewing.resume = "companion referee --resume --log match.jsonl"
    for _ in table.play(4):
        pass
    issue(table, "game_ended", reason=EndReason.STOPPED)
    put(table.referee, phase=RefereePhase.ENDED)
    assert table.viewing.resume in view(table)["now"]["todo"]
    guest = table.viewing.view(table.snapshot(), Pass(Role.SPECTATOR), "en")
    assert table.viewing.resume not in str(guest)


@pytest.mark.parametrize("number", range(4))
def test_a_round_s_reason_follows_its_result(number: int) -> None:
    """Regression: the page said who won a round, and never why."""
    table = Table.of("jiguan", number)
    found = 0
    for moment in table.play(60):
        shown = table.viewing.view(moment, Pass(Role.TABLE), "en")["verdict"]
        events = moment.story.verdict.record.events if moment.story.verdict else ()
        if any(event.kind == "matched" for event in events):
            assert re.fullmatch(r"(\w+ beats \w+|Both beasts are \w+)\.", shown["why"]), shown
            assert "ound" in shown["text"]
            found += 1
    assert found > 0


@pytest.mark.parametrize("kind", ["match_resumed", "set_up_ready"])
def test_that_play_begins_or_goes_on_is_no_judgement(table: Table, kind: str) -> None:
    issue(table, kind)
    verdict = view(table)["verdict"]
    assert verdict["word"] == ""
    assert verdict["text"]
    assert verdict["clauses"] == []


def test_each_broken_clause_is_named_once(table: Table) -> None:
    seat = next(iter(table.referee.at.match.to_act))
    action = parse_action(f"{seat} place y17 a3")
    first, second = Violation("YGG-6.2"), Violation("YGG-6.4")
    issue(table, "refused", action=action, violations=(first, second, first, second))
    verdict = view(table)["verdict"]
    assert [clause["id"] for clause in verdict["clauses"]] == ["YGG-6.2"]
    assert [clause["id"] for clause in verdict["also"]] == ["YGG-6.4"]


def test_what_a_hidden_card_decides_is_announced_with_its_clause(table: Table) -> None:
    seat = next(iter(table.referee.at.match.to_act))
    action = parse_action(f"{seat} place y05 {seat}.discard")
    issue(table, "accepted", action=action, events=(), awaits=("YGG-7.1",))
    verdict = view(table)["verdict"]
    assert "YGG-7.1" in verdict["why"]
    assert [clause["id"] for clause in verdict["clauses"]] == ["YGG-7.1"]


def test_of_many_steps_six_are_reported_and_where_the_others_go(table: Table) -> None:
    steps = tuple(
        CorrectionStep(StepKind.PLACE, cell, card) for cell, card in zip(CELLS, CARDS, strict=True)
    )
    issue(table, "desynced", steps=steps)
    *report, more = view(table)["steps"]
    assert [each["cells"] for each in report] == [[cell] for cell in CELLS[:6]]
    assert (more["text"], more["cells"]) == ("And 2 more.", ["d2", "d3"])


def test_what_is_pending_when_a_match_goes_on_is_reported_step_by_step(table: Table) -> None:
    steps = (CorrectionStep(StepKind.PLACE, "b2", CARDS[0]),)
    issue(table, "match_resumed", steps=steps, unexplained=True)
    shown = view(table)
    (step,) = shown["steps"]
    assert (step["do"], step["cells"]) == ("place", ["b2"])
    assert shown["verdict"]["state"] == shown["log"][0]["state"] == "step"


def test_a_done_step_is_no_longer_listed_even_without_a_notice(table: Table) -> None:
    layout, inventory = table.referee.at.layout, table.referee.at.inventory
    resting = [cell for cell, pile in layout.items() if pile and cell in CELLS][:2]
    # The cards there were not placed yet.
    put(table.referee, inventory=replace(inventory, pending=dict.fromkeys(resting)))
    discarding = CorrectionStep(StepKind.PLACE, "A.discard", CARDS[3])
    issue(
        table,
        "accepted",
        action=None,
        events=(),
        steps=(*table.referee.at.pending_steps, discarding),
    )
    for done in (None, *resting):
        if done is not None:
            resting = resting[1:]
            put(table.referee, inventory=replace(inventory, pending=dict.fromkeys(resting)))
        table.look()
        _, shown = table.mailbox.snapshot
        assert shown is not None
        steps = table.viewing.view(shown, TABLE, "en")["steps"]
        assert [step["cells"] for step in steps] == [*([cell] for cell in resting), ["A.discard"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_all_agreed_to_correct_is_not_taken_back(table: Table, lang: str) -> None:
    issue(table, "corrected", position="")
    corrected = view(table, lang)
    assert corrected["verdict"]["state"] == corrected["light"]["state"] == "legal"
    issue(table, "taken_back", to=0)
    back = view(table, lang)["verdict"]
    assert corrected["verdict"]["word"] not in (back["word"], corrected["light"]["word"], "")


@pytest.mark.parametrize(
    ("lang", "back"),
    [
        ("en", "Move undone. Sun, your turn. The table and the match are out of step"),
        ("ja", "その手の前まで戻しました。太陽の番です。盤面と記録が合いません。"),
        ("zh-Hant", "盤面退到那一步之前。輪到太陽。盤面和紀錄對不上，"),
    ],
)
def test_that_a_move_was_taken_back_is_reported_though_the_table_is_out_of_step(
    table: Table, lang: str, back: str
) -> None:
    """Regression: UNDO did not change the page's text, so nobody knew that it had worked."""
    referee = table.referee
    sense(referee, frame=referee.senses.frame + 1)
    facts = {"steps": (CorrectionStep(StepKind.PLACE, "b2", CARDS[0]),)}
    taken = TakenBack(**referee.now(), to=0)
    table.receive([replace(taken, to_act=("A",)), Desynced(**referee.now(), **facts)])
    shown = view(table, lang)
    assert shown["caption"]["text"].startswith(back)
    assert shown["verdict"]["state"] == "step"
    sense(referee, frame=referee.senses.frame + 1)
    issue(table, "desynced", **facts)
    assert not view(table, lang)["caption"]["text"].startswith(back[:5])


@pytest.mark.parametrize("count", [1, 9])
def test_where_a_card_is_to_be_placed_face_down_the_page_knows(table: Table, count: int) -> None:
    """Regression: the page placed a card face up if its face-down step was not in the list."""
    back, open_ = PlacedCard("?", "A", Facing.DOWN), PlacedCard("y03", "A")
    steps = [CorrectionStep(StepKind.PLACE, "d3", open_)] + [
        CorrectionStep(StepKind.PLACE, cell, back) for cell in CELLS[:count]
    ]
    issue(table, "desynced", steps=(*steps, CorrectionStep(StepKind.TAKE, "d4", back)))
    report = [cell for step in view(table)["steps"] for cell in step.get("down", ())]
    assert report == list(CELLS[:count])


def test_before_a_match_it_is_reported_what_cannot_be_read_yet(table: Table) -> None:
    issue(table, "set_up_wanted", unseen=tuple(CELLS))
    (step,) = view(table)["steps"]
    assert step["cells"] == list(CELLS)
    assert step["text"].startswith("I can’t read b2, ")
    assert "d3" not in step["text"]


def test_while_the_light_is_judged_its_advice_is_what_to_do(table: Table) -> None:
    advice = dict.fromkeys(LANGUAGES, ("It is dark.", "More light.", "No flash."))
    now = replace(table.snapshot(), coach=Coach("red", advice))
    words = table.viewing.words("en")
    assert [step["text"] for step in steps_of(now, words, frozenset())] == [
        "More light.",
        "No flash.",
    ]


def test_repetitions_are_announced_to_onlookers_as_little_as_before(table: Table) -> None:
    asked = ((parse_action("A pass"),), (parse_action("A place y03 b2"),))
    question = Question(**table.referee.now(), options=asked)
    issue(table, "repeated", about=question)
    watch = Message("page.watch.question").render("en")
    assert view(table, who=GUEST)["caption"]["text"] == watch
    assert view(table)["caption"]["text"] != watch


def test_what_players_are_asked_is_theirs_and_onlookers_hear_only_that_it_is(
    table: Table,
) -> None:
    asked = ((parse_action("A pass"),), (parse_action("A place y03 b2"),))
    put(table.referee, phase=RefereePhase.ASKING)
    issue(table, "question", options=asked)
    words = table.viewing.words("en")
    players, onlookers = view(table), view(table, who=GUEST)

    assert players["verdict"]["why"] == Message("page.todo.question").render(words.lang)
    assert onlookers["verdict"]["text"] == Message("page.watch.question").render("en")
    assert (onlookers["verdict"]["why"], onlookers["verdict"]["clauses"]) == ("", [])


def test_a_change_of_language_is_not_announced_to_onlookers(table: Table) -> None:
    before = view(table, who=GUEST)["caption"]
    issue(table, "language")
    assert view(table, who=GUEST)["caption"] == before


def test_before_any_notice_there_is_no_caption(table: Table) -> None:
    nothing = caption_of(Story(), table.viewing.words("en"), spectator=False)
    assert (nothing["n"], nothing["text"], nothing["spoken"]) == (0, "", False)


def test_where_too_much_is_allowed_nothing_is_listed(table: Table) -> None:
    game, state = table.referee.at.match.game, table.snapshot().position.state
    assert choices(game, state)

    def endless(*_: object) -> Iterator[Action]:
        return (Action("A", Verb.PLACE, to=f"x{n}") for n in range(MOST_ACTIONS + 1))

    assert choices(with_parts(game, options=endless), state) == ()


def test_of_many_open_cells_some_are_named_and_how_many_there_are(table: Table) -> None:
    words = table.viewing.words("en")
    few, many = (Choice("A", Verb.PLACE, down=False, cells=CELLS[:n], values=()) for n in (6, 8))
    report = worded((few, many), words)
    assert [each["cells"] for each in report] == [list(CELLS[:6]), list(CELLS)]
    assert "b2, b3, b4, c2, c3 or c4" in report[0]["text"]
    assert "b2, b3, b4 … (8 places)" in report[1]["text"]


def test_only_a_card_that_was_to_be_placed_is_reported_where_it_fits(table: Table) -> None:
    game, state = table.referee.at.match.game, table.snapshot().position.state
    seat = next(iter(table.referee.at.match.to_act))
    assert fits(game, state, Action(seat, Verb.PASS), CELLS) == []
    assert fits(game, state, Action(seat, Verb.PLACE, card="?", to="a1"), CELLS) == []


def test_a_clause_that_the_data_no_longer_have_is_shown_by_its_number(table: Table) -> None:
    assert table.viewing.words("en").clause("YGG-99.9") == {
        "id": "YGG-99.9",
        "title": "",
        "text": "",
        "why": "",
    }


def test_a_set_that_was_not_allowed_is_no_clean_verdict_and_all_of_a_battle_is_shown() -> None:
    table = Table.of("dicebattle", 3)
    *_, _ = table.play(12)
    flip = parse_action("B flip B.main2 card=m04")
    issue(table, "accepted", action=flip, events=tuple(BATTLE))
    for who in (TABLE, GUEST):
        shown = view(table, who=who)
        verdict, line = shown["verdict"], shown["log"][0]
        assert verdict["state"] == line["state"] == "illegal"
        assert "Sun’s set" in line["text"]
        assert line["clause"] == "DBM-6.6"
        assert line["text"].endswith("the Dice Token fights instead")
        assert verdict["text"] == "Moon wins the battle by 3: Sun 1, Moon 4."
        assert [each["figure"] for each in verdict["versus"]] == ["1", "4"]
        for report in ("battle level 4", "the battle is over", "draws 3", "draws 2"):
            assert any(report.casefold() in each.casefold() for each in verdict["how"])


STEP = (
    Event("readied", "red"),
    Event("step_started", number=1),
    Event("left", "blue", cell="N0", to="0", number=1),
    Event("entered", "blue", cell="N1.0", to="0"),
    Event("entered", "red", cell="S1.0", to="1"),
    Event("step_started", number=2),
    Event("left", "blue", cell="N1.0", to="0", number=1),
    Event("entered", "blue", cell="N0", to="0"),
)


def test_what_was_executed_is_shown_and_heard_though_chance_acts_at_once() -> None:
    table = Table.of("spherion", 2)
    *_, _ = table.play(3)
    place = (CorrectionStep(StepKind.PLACE, "S1.0", PlacedCard("M16", "red")),)
    events = {"events": tuple(STEP)}
    spawned = {"events": (Event("spawned", cell="N2.2"),)}
    acts = (
        Accepted(frame=9, action=Action("red", Verb.READY), steps=place, **events),
        Accepted(frame=9, action=parse_action("chance choose N2.2"), **spawned),
    )
    put(table.referee, memory=replace(table.referee.at.memory, comparing=True))
    table.receive(acts)
    shown = view(table)
    assert any("N1.0" in each for each in shown["verdict"]["how"])
    assert [step["cells"] for step in shown["steps"]] == [["S1.0"]]
    assert "N1.0" in shown["log"][1]["text"]
    assert "N2.2" in shown["log"][0]["text"]
    text = shown["caption"]["text"]
    assert text.index("READY") < text.index("N1.0") < text.index("comes to N0") < text.index("N2.2")
    table.receive([Resynced(**table.referee.now())])
    assert view(table)["steps"] == []
    table.receive([replace(acts[1], frame=12)])
    assert "READY" not in view(table)["caption"]["text"]
    assert "N2.2" in view(table)["verdict"]["text"]
