"""Captions: golden files in three languages, complete, and always with the clause."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.match_setup.players import with_player_names
from companion.readings import Trouble
from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    TRAITS,
    Accepted,
    Answered,
    CameraTrouble,
    Desynced,
    EndReason,
    Explained,
    FaultyTable,
    GameEnded,
    MatchResumed,
    NotNow,
    PutBack,
    Question,
    Refused,
    TakenBack,
    notice_data,
)
from companion.referee.table import FaultKind
from companion.referee.words.speaker import Speaker, notice_caption, tie_sentence, turns_sentence
from companion.referee.words.wording import MAX_STEPS, Wording
from companion.texts import sentences
from rules import (
    LANGUAGES,
    Action,
    Event,
    Outcome,
    PlacedCard,
    Verb,
    Violation,
    game_slugs,
    load_catalog,
    parse_action,
)
from rules.catalog.sentences import FACT_NAMES
from rules.messages.message import render
from tests.support.referee import golden_captions as golden


@pytest.mark.parametrize("lang", LANGUAGES)
def test_captions_are_as_they_were_agreed(lang: str) -> None:
    path = golden.GOLDEN / f"captions.{lang}.txt"
    agreed = path.read_text(encoding="utf-8")
    assert golden.captions(lang) == agreed, (
        "python -m tests.support.referee.golden_captions writes it"
    )


TIES = [
    ("yggdrasil", "AB", "fruits", (4, 1), "YGG-11.6", "果実"),
    ("yggdrasil", "AB", "second_player", (), "YGG-11.6", "後攻"),
    ("jiguan", "AB", "hand", (2, 1), "JGS-8.2", "手札"),
    ("spherion", ("blue", "red"), "lp", (4, 5), "SPH-14.5", "LP"),
]


@pytest.mark.parametrize(("slug", "seats", "value", "counts", "clause", "word"), TIES)
def test_who_wins_at_equal_points_hears_by_what(
    slug: str, seats: Sequence[str], value: str, counts: tuple[int, ...], clause: str, word: str
) -> None:
    tie = Event("tied", clause=clause, value=value)
    had = dict(zip(seats, counts, strict=False))
    outcome = Outcome((seats[0],), clause, dict.fromkeys(seats, 5), tie, had)
    record = GameEnded(outcome=outcome, reason=EndReason.RULES)
    assert record.clauses == (clause,)
    for lang in LANGUAGES:
        speaker = Speaker(load_catalog(slug), lang)
        report = render(tie_sentence(Wording(load_catalog(slug), lang), outcome), lang)
        assert report in speaker.caption(record)
        assert clause in report
        assert all(str(count) in report for count in counts)
        assert word in report or lang != "ja"


def test_the_script_says_everything_there_is_to_say() -> None:
    records = list(golden.script())
    assert {r.kind for r in records} == {t.kind for t in TRAITS.values() if t.announced}
    assert {r.trouble for r in records if isinstance(r, CameraTrouble)} == set(Trouble)
    assert {f.kind for r in records if isinstance(r, FaultyTable) for f in r.faults} == set(
        FaultKind
    )
    assert {r.reason for r in records if isinstance(r, GameEnded)} == set(EndReason)
    assert {s.kind for r in records for s in r.steps} >= {
        StepKind.TAKE,
        StepKind.PLACE,
        StepKind.MOVE,
        StepKind.REPLACE,
    }


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_key_the_code_can_ask_for_is_there() -> None:
    keys = sentences("referee").keys()
    assert {f"do.{verb.value}" for verb in Verb} <= keys
    assert {f"step.{do.value}" for do in StepKind} <= keys
    assert {f"fault.{kind.value}" for kind in FaultKind} <= keys
    assert {f"trouble.{trouble.value}" for trouble in Trouble} <= keys
    assert {
        f"ended.{reason.value}" for reason in EndReason if reason is not EndReason.RULES
    } <= keys


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_every_refusal_names_its_clause_and_says_why(slug: str, lang: str) -> None:
    catalog = load_catalog(slug)
    speaker = Speaker(catalog, lang)
    facts = tuple((name, "b2") for name in sorted(FACT_NAMES))
    for clause in catalog.clauses.values():
        if clause.forbids:
            record = Refused(action=None, violations=(Violation(clause.id, facts),))
            caption = speaker.caption(record)
            assert clause.id in caption
            assert len(caption) > len(clause.id) + 8
            assert "{" not in caption
        explained = speaker.caption(
            Explained(about=Refused(action=None, violations=(Violation(clause.id),)))
        )
        assert clause.id in explained
        assert clause.texts[lang] in explained


CHOICES = {
    "invade": {
        "en": (
            "Moon: the invasion of {card} on b3 succeeds, 3 against 2. "
            "{card} on b3 falls. {next} on b2 falls."
        ),
        "ja": (
            "月、b3の「{card}」への侵攻は成功、攻撃3対防御2。b3の「{card}」を破壊。b2の「{next}」を破壊。"
        ),
        "zh-Hant": (
            "月亮：入侵 b3 的「{card}」成功，攻擊值 3 對防禦值 2。b3 的「{card}」被摧毀。"
            "b2 的「{next}」被摧毀。"
        ),
    },
    "loot": {
        "en": "Moon: a card drawn by the effect.",
        "ja": "月、効果でカードを引く。",
        "zh-Hant": "月亮：以效果抽牌。",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_is_reported_as_what_it_brings_about(choice: str, lang: str) -> None:
    speaker = Speaker(load_catalog("yggdrasil"), lang)
    vine = speaker.catalog.cards["y09"].names[lang]
    events = {
        "invade": (
            Event("invaded", "B", "y09", "b3", number=3, value="2"),
            Event("destroyed", "A", "y09", "b3", clause="YGG-9.5"),
            Event("destroyed", "A", "y03", "b2", clause="YGG-9.7"),
        ),
        "loot": (Event("drawn", "B", "y03", value="effect"), Event("asked", "B", value="discard")),
    }[choice]
    action = Action("B", Verb.CHOOSE, value="b3" if choice == "invade" else "loot")
    data = {"events": tuple(events)}
    record = Accepted(action=action, **data, next_turn=True, to_act=("B",))
    fallen = {"card": vine, "next": speaker.catalog.cards["y03"].names[lang]}
    assert speaker.caption(record) == CHOICES[choice][lang].format(**fallen)


QUESTIONS = {
    "en": "Moon: the invasion of {card} on b3 succeeds, 3 against 2. "
    "Is that right? Show YES or NO.",
    "ja": "月、b3の「{card}」への侵攻は成功、攻撃3対防御2。"
    "これでよいですか。「はい」か「いいえ」を見せてください。",
    "zh-Hant": "月亮：入侵 b3 的「{card}」成功，攻擊值 3 對防禦值 2。"
    "是這樣嗎？請出示「是」或「否」。",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_reports_what_would_happen(lang: str) -> None:
    speaker = Speaker(load_catalog("yggdrasil"), lang)
    vine = speaker.catalog.cards["y09"].names[lang]
    would = [
        (Event("invaded", "B", "y09", "b3", number=3, value="2"),),
    ]
    asked = Question(
        options=((Action("B", Verb.CHOOSE, value="b3"),),), take_back=False, predicted=would
    )
    assert speaker.caption(asked) == QUESTIONS[lang].format(card=vine)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_choice_that_is_asked_about_is_no_raw_token(lang: str) -> None:
    speaker = Speaker(load_catalog("yggdrasil"), lang)
    sift = speaker.catalog.cards["y11"].keywords[lang]
    asked = Question(options=((Action("B", Verb.CHOOSE, value="loot"),),))
    assert sift in speaker.caption(asked)
    assert "loot" not in speaker.caption(asked)


def test_a_seat_that_goes_on_is_not_announced_again() -> None:
    speaker = Speaker(load_catalog("yggdrasil"), "en")
    played = Accepted(action=Action("B", Verb.PASS), next_turn=True, to_act=("B",), events=())
    assert speaker.caption(played) == "Moon: no further action."
    assert "Sun, your turn." in speaker.caption(replace(played, to_act=("A",)))


def test_the_language_goes_round() -> None:
    speaker = Speaker(golden.CATALOG, "en")
    assert [speaker.next_language() for _ in range(3)] == ["ja", "zh-Hant", "en"]


def test_long_corrections_are_cut_and_say_how_much_more() -> None:
    speaker = Speaker(golden.CATALOG, "en")
    steps = tuple(
        CorrectionStep(StepKind.PLACE, f"k{n}", PlacedCard("p", "L")) for n in range(1, 7)
    )
    caption = speaker.caption(Desynced(steps=steps))
    assert caption.count("Place ") == MAX_STEPS
    assert caption.endswith("And 3 more.")


REQUIRED = ("events", "facts", "catalogue", "winners")
"""Fields without a default, which are in the JSON even if they are empty."""


def test_records_become_plain_json_without_empty_fields() -> None:
    import json

    for record in golden.script():
        data = notice_data(record)
        assert json.loads(json.dumps(data)) == data
        assert {"ply", "frame"} <= data.keys()
        assert all(v not in ("", []) for k, v in data.items() if k not in REQUIRED)


def test_thanks_and_echoes_are_shown_not_announced() -> None:
    assert not any(TRAITS[each].spoken for each in (PutBack, Answered))
    assert all(TRAITS[each].spoken for each in (Refused, Question, Desynced, CameraTrouble))


@pytest.mark.parametrize(
    ("lang", "report"),
    [("en", "Blue draws a card."), ("ja", "青がカードを1枚引く。"), ("zh-Hant", "藍方抽一張牌。")],
)
def test_nobody_is_named_twice_in_a_row(lang: str, report: str) -> None:
    """Check Spherion's sentence against "Blue: Blue draws a card.", which names the seat twice."""
    event = Event("drawn", "blue", value="card")
    record = Accepted(action=parse_action("blue draw"), events=(event,))
    assert Speaker(load_catalog("spherion"), lang).caption(record) == report


@pytest.mark.parametrize("name", ["Bo", "Boar", "Wide"])
def test_whose_name_a_card_begins_with_is_named_all_the_same(name: str) -> None:
    catalog = with_player_names(load_catalog("yggdrasil"), {"B": name})
    card = {"Wide": "y03"}.get(name, "y10")
    record = Accepted(action=parse_action(f"B place {card} c4"), events=())
    report = Speaker(catalog, "en").caption(record)
    assert report == f"{name}: {catalog.cards[card].names['en']} on c4."


@pytest.mark.parametrize(
    ("lang", "both", "hidden"),
    [
        ("en", "Both of you may act.", "Moon’s face-down card"),
        ("ja", "お二人の番です。", "月の裏向きのカード"),
        ("zh-Hant", "輪到雙方。", "月方蓋著的牌"),
    ],
)
def test_both_players_and_what_is_face_down_are_called_as_players_say(
    lang: str, both: str, hidden: str
) -> None:
    words = Wording(load_catalog("jiguan"), lang)
    assert turns_sentence(words, ["A", "B"]).render(lang) == both
    resumed = MatchResumed(turn=2, to_act=("A", "B"), differing=0)
    assert words.seat("A") not in notice_caption(words, resumed)
    assert words.placed_card(PlacedCard("?", "B")) == hidden
    four = Wording(load_catalog("stratosphere"), lang)
    assert four.seats(["1", "2"]) in turns_sentence(four, ["1", "2"]).render(lang)


@pytest.mark.parametrize(
    ("slug", "report"),
    [
        ("jiguan", ("Round 3", "第3局", "第 3 局")),
        ("dicebattle", ("Round 3", "第3ラウンド", "第 3 輪")),
        ("yggdrasil", ("Turn 3", "3ターン目", "第 3 回合")),
    ],
)
def test_players_hear_the_number_that_they_count_by(slug: str, report: tuple[str, ...]) -> None:
    resumed = MatchResumed(turn=3, to_act=("A",), differing=0)
    for lang, words in zip(("en", "ja", "zh-Hant"), report, strict=True):
        speaker = Speaker(load_catalog(slug), lang)
        assert Wording(load_catalog(slug), lang).turn(3).render(lang) == words
        assert speaker.caption(resumed).startswith(words)
        back = speaker.caption(TakenBack(turn=3, to_act=("A",), to=0))
        assert "3" not in back, "where a match went back to is told by whose turn it is"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_many_hidden_cells_the_first_are_named_and_the_others_counted(lang: str) -> None:
    """Regression: nineteen names filled a phone's caption and pushed out the instruction."""
    speaker = Speaker(load_catalog("spherion"), lang, "spherion")
    cells = ["N0", "S0", "N1.1", "N1.2", "N1.3", *(f"S2.{n}" for n in range(9))]

    def named(count: int) -> tuple[list[str], str]:
        hidden = NotNow(reason="hidden", hidden=cells[:count])
        spoken = speaker.caption(hidden)
        return [cell for cell in cells if cell in spoken], spoken

    assert named(4)[0] == cells[:4]
    assert named(5)[0] == named(14)[0] == cells[:3]
    assert "11" in named(14)[1].split(cells[2])[1]
