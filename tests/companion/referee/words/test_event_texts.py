"""Every event of a game has a caption text, or is listed here with the reason for its absence."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import Accepted
from companion.referee.words.actions import describe
from companion.referee.words.speaker import Speaker
from companion.referee.words.steps import step_sentence
from companion.referee.words.wording import MAX_SENTENCES, Wording
from rules import (
    CHANCE,
    GAME_ENDED,
    LANGUAGES,
    UNKNOWN,
    Action,
    Event,
    Facing,
    Match,
    PlacedCard,
    Setup,
    Verb,
    game_slugs,
    load_catalog,
    load_game,
)
from rules.core.event import REVEALED, ROLLED, TURN_STARTED
from rules.core.event_kinds import SHARED
from tests.support.golden_match import golden_match
from tests.support.referee.inputs import refereed, start

ASKS = {"asked"}
"""A question is announced as the asked seat's turn; `asked_VALUE` adds words where needed."""
SILENT = {
    # The action's own text says it, and nobody sees the deal.
    "yggdrasil": {"began", "root_laid", "dealt", "placed", "passed", "shown"} | {"swapped"} | ASKS,
    "jiguan": {"flipped"} | ASKS,  # the face that was turned up is announced
    "stratosphere": {"dealt", "drawn"} | ASKS,  # `drew` already announces a drawn card
    "dicebattle": {"dealt"},
    "spherion": {"acted", "phase", "opened", "step_done", "shuffled"} | ASKS,  # internal events
}


DESCRIBED = {
    "yggdrasil": {"choose", "tied"},
    "jiguan": {"tied"},
    "stratosphere": {"choose"},
    "dicebattle": {"choose"},
    "spherion": {"choose", "tied"},
}
"""Kinds that describe an option or a tie-breaker, and are never emitted."""


@functools.cache
def kinds(slug: str) -> frozenset[str]:
    """Return the kinds of all events that a game reports, except those the referee words."""
    declared = load_game(slug).events
    own = {kind for kind in declared if declared[kind] is not SHARED.get(kind)}
    emitted = {event.kind for ply in golden_match(slug).plies for event in ply.events}
    return frozenset(own | emitted | DESCRIBED[slug]) - {TURN_STARTED, GAME_ENDED}


def kind_of(key: str, slug: str) -> str:
    """Return the event kind that a text's key names, or "" (as for `battle_over`)."""
    key = key.removeprefix("may_")  # options use the same keys with a prefix
    named = (k for k in kinds(slug) if key == k or key.startswith(f"{k}_"))
    return max(named, key=len, default="")


def unworded(slug: str, says: set[str]) -> set[str]:
    return set(kinds(slug)) - {kind_of(key, slug) for key in says} - SILENT[slug]


@pytest.mark.parametrize("slug", game_slugs())
def test_every_event_has_its_words(slug: str) -> None:
    says = set(load_catalog(slug).event_texts)
    made = kinds(slug)
    assert len(made) > 10
    assert not unworded(slug, says)
    assert made >= SILENT[slug], "a silence that is not needed any more"
    for key in says:
        ours = (
            "begin",
            "turn",
            "of_seat",
            "silence",
            TURN_STARTED,
        )  # these say more than whose turn it is
        # `may_wait`: an offered option may also be a value.
        assert kind_of(key, slug) or key.startswith(("at_", "may_", "piece_")) or key in ours, (
            f"{key} words no event"
        )


@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if slug != "yggdrasil"])
def test_a_missing_one_is_noticed(slug: str) -> None:
    says = set(load_catalog(slug).event_texts)
    for kind in kinds(slug) & says:
        left = {key for key in says if kind_of(key, slug) != kind}
        assert unworded(slug, left) == {kind} - SILENT[slug]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", game_slugs())
def test_words_are_in_their_language_and_no_raw_value_is_left(slug: str, lang: str) -> None:
    for key, words in load_catalog(slug).event_texts.items():
        if lang != "en" and words["en"] != "{card}":  # a bare name has no language of its own
            assert words[lang] != words["en"], key
        whole = words[lang].endswith((".", "。"))
        assert whole == (key == "begin"), f"{key}: a caption puts the stop"


def caption(slug: str, lang: str, action: Action, *events: Event) -> str:
    speaker = Speaker(load_catalog(slug), lang)
    data = {"events": tuple(events)}
    return speaker.caption(Accepted(action=action, **data))


def test_the_action_and_what_follows_are_reported_once_each() -> None:
    down = Action("A", Verb.PLACE, "?", to="A.beast", facing=Facing.DOWN)
    turned = (
        Event("placed", "A", "?", "A.beast", number=3),
        Event(REVEALED, "A", "jb1", "A.beast", number=3),
        Event(REVEALED, "B", "jb2", "B.beast", number=2),
        Event("compared", "", clause="JGS-4.5"),
    )
    assert caption("jiguan", "en", down, *turned) == (
        "The beasts are equal. Sun: a card face down on Sun’s beast place. "
        "Vermilion Bird turns up on Sun’s beast place. "
        "White Tiger turns up on Moon’s beast place."
    ).replace("White Tiger", load_catalog("jiguan").cards["jb2"].names["en"])
    prevent = Action("2", Verb.PLACE, "c12", to="discard")
    report = caption("stratosphere", "zh-Hant", prevent, Event("prevented", "2", "c12"))
    assert report == "2號玩家：以「梅花Q」阻止攻擊。"


def test_chance_is_reported_where_the_game_has_words_for_it() -> None:
    roll = Action(CHANCE, Verb.ROLL, to="B", value="4")
    rolled = Event(ROLLED, "B", value="4")
    assert caption("dicebattle", "ja", roll, rolled) == "月の出目は4。"
    assert caption("yggdrasil", "ja", Action(CHANCE, Verb.CHOOSE, value="A")) == ""


@pytest.mark.parametrize("slug", game_slugs())
def test_before_the_table_is_set_up_nothing_else_is_asked_for(slug: str) -> None:
    game = load_game(slug)
    match = Match(game, Setup(slug))
    referee = refereed(match)
    speaker = Speaker(load_catalog(slug), "ja")
    spoken = [(record.kind, speaker.caption(record)) for record in start(referee)]
    assert [kind for kind, caption in spoken if caption] == ["match_started"]


def test_in_play_a_roll_is_asked_for() -> None:
    shuffled = Action(CHANCE, Verb.DRAW, to="A.deck", also=("?",))
    asked = Event("asked", "A", value="roll_off")
    record = Accepted(action=shuffled, events=(asked,), frame=90)
    speaker = Speaker(load_catalog("dicebattle"), "ja")
    assert "太陽" in speaker.caption(record)
    assert speaker.caption(replace(record, frame=0)) == ""


def test_a_long_resolution_is_cut_to_one_breath() -> None:
    cells = [Event(REVEALED, "blue", "M01", f"N1.{n}") for n in range(9)]
    report = caption("spherion", "en", Action("blue", Verb.READY), *cells)
    assert report.count("turns up on") + report.count("READY") <= MAX_SENTENCES


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [
        ("en", "can’t be exchanged any more. (JGS-10.5)"),
        ("ja", "もう替えられません。（JGS-10.5）"),
        ("zh-Hant", "也不能再換。（JGS-10.5）"),
    ],
)
def test_a_card_turned_up_too_early_is_reported_with_what_comes_of_it(
    lang: str, spoken: str
) -> None:
    flip = Action("A", Verb.FLIP, "jb1", at="A.beast")
    early = Event(REVEALED, "A", "jb1", "A.beast", number=3, clause="JGS-10.5")
    assert spoken in caption("jiguan", lang, flip, Event("flipped", cell="A.beast"), early)
    in_time = Event(REVEALED, "A", "jb1", "A.beast", number=3)
    assert "JGS" not in caption("jiguan", lang, flip, Event("flipped", cell="A.beast"), in_time)


def misplayed(*cells: str) -> list[Event]:
    return [Event("misplayed", cell[0], "jb2", cell, clause="JGS-10.3") for cell in cells]


def test_each_card_that_counts_for_nothing_is_reported_whatever_follows() -> None:
    flip = Action("B", Verb.FLIP, "jb2", at="B.item2")
    turned = Event(REVEALED, "B", "jb2", "B.item2", number=9)
    after = [Event("shifted", "A", "ji2", "A.item2", value="earth")]
    after += [Event("round_ended", "A", number=1), Event("marker_moved", "B")]
    report = caption("jiguan", "zh-Hant", flip, turned, *misplayed("A.item1", "B.item2"), *after)
    assert report.count("不算") == 2
    assert all(seat in report for seat in ("日方的道具列1號位", "月方的道具列2號位", "第 1 局"))


@pytest.mark.parametrize(
    ("lang", "spoken"),
    [("en", "lay a new beast"), ("ja", "伏せ直してください"), ("zh-Hant", "重新蓋放靈獸")],
)
def test_after_a_misplayed_beast_it_is_reported_what_hands_do_next(lang: str, spoken: str) -> None:
    flip = Action("B", Verb.FLIP, "ji2", at="B.beast")
    turned = Event(REVEALED, "B", "ji2", "B.beast", number=2)
    wrong = Event("misplayed", "B", "ji2", "B.beast", clause="JGS-10.2")
    report = caption("jiguan", lang, flip, turned, wrong, Event("asked", value="relay"))
    assert spoken in report


BATTLE = (
    Event(REVEALED, "B", "m04", "B.main2", number=13),
    Event("set_refused", "A", value="token", clause="DBM-6.6", items=("A.main1",)),
    Event("battle", value="1 3"),
    Event("effect", "B", "m04", "B.main2", value="happens"),
    Event("level", "B", number=4),
    Event("compared", "B", number=3, value="1 4"),
    Event("battle_over"),
    Event("star", "B", number=1),
    Event("drawn", "A", items=("?", "?", "?")),
    Event("drawn", "B", items=("?", "?")),
    Event("turn_started", "B", number=2),
    Event("asked", "B", value="roll"),
)


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", ("by 3", "DBM-6.6", "Dice Token", "win star", "draws 3", "draws 2", "rolls")),
        ("ja", ("3レベル差", "DBM-6.6", "サイコロトークン", "勝ち星", "3枚", "2枚", "振")),
        ("zh-Hant", ("3 級", "DBM-6.6", "骰子衍生物", "勝星", "3 張", "2 張", "擲骰")),
    ],
)
def test_how_a_battle_is_decided_is_reported_before_how_it_went(
    lang: str, report: tuple[str, ...]
) -> None:
    flip = Action("B", Verb.FLIP, "m04", at="B.main2")
    heard = caption("dicebattle", lang, flip, *BATTLE)
    places = [heard.rindex(each) for each in report]
    assert places == sorted(places)


LONG = (
    Event(REVEALED, "A", "g09", "A.stock1", number=14),
    Event("battle", value="4 5"),
    Event("effect", "B", "m10", "B.main1", value="happens"),
    Event("level", "A", number=3),
    Event("effect", "A", "h06", "A.main1", value="happens"),
    Event("level", "A", number=5),
    Event("effect", "B", "m04", "B.main2", value="happens"),
    Event("level", "B", number=6),
    Event("effect", "A", "g01", "A.circle1", value="happens"),
    Event("level", "A", number=7),
    Event("compared", "A", number=1, value="7 6"),
    Event("battle_over"),
    Event("star", "A", number=1),
    Event("asked", "B", value="revival"),
)


@pytest.mark.parametrize(
    ("lang", "won", "drawn"),
    [
        ("en", "Sun wins the battle by 1: Sun 7, Moon 6.", "The battle is a draw: Sun 2, Moon 2."),
        (
            "ja",
            "バトルレベルは太陽が7、月が6。1レベル差で太陽の勝ち。",
            "バトルレベルは太陽が2、月が2。バトルは引き分け。",
        ),
        (
            "zh-Hant",
            "戰鬥等級是太陽 7、月亮 6，太陽以 1 級之差贏得戰鬥。",
            "戰鬥等級是太陽 2、月亮 2，這場戰鬥平手。",
        ),
    ],
)
def test_the_levels_that_decided_are_reported_and_none_that_was_left_behind(
    lang: str, won: str, drawn: str
) -> None:
    flip = Action("A", Verb.FLIP, "g09", at="A.stock1")
    heard = caption("dicebattle", lang, flip, *LONG)
    assert won in heard
    assert not any(char in heard for char in "35"), "levels on the way"
    tied = Event("compared", value="2 2")
    assert drawn in caption("dicebattle", lang, flip, LONG[0], tied)


def test_two_of_a_kind_are_both_reported_where_there_is_room() -> None:
    force = [Event("forced", seat, value=v) for seat, v in (("3", "hearts"), ("4", "clubs"))]
    flip = Action("4", Verb.FLIP, "c09", at="4.C")
    report = caption("stratosphere", "en", flip, Event(REVEALED, "4", "c09", "4.C"), *force)
    assert "hearts" in report
    assert "clubs" in report
    spawned = [Event("spawned", cell=cell) for cell in ("N2.7", "S2.5")]
    report = caption("spherion", "en", Action("red", Verb.READY), *spawned, *spawned[:1])
    assert report.count("N2.7") == report.count("S2.5") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_of_one_common_pack_is_nobodys(lang: str) -> None:
    words, name = Wording(load_catalog("stratosphere"), lang), load_catalog("stratosphere").cards
    step = CorrectionStep(StepKind.TAKE, "2.R", PlacedCard("h07", "2"))
    taken = step_sentence(words, step).render(lang)
    assert name["h07"].names[lang] in taken
    for card in ("h07", UNKNOWN):
        assert words.seat("2") not in words.placed_card(PlacedCard(card, "2"))
    owned = Wording(load_catalog("dicebattle"), lang)
    assert owned.seat("B") in owned.placed_card(PlacedCard("m04", "B"))


@pytest.mark.parametrize(
    ("lang", "report"),
    [
        ("en", "Blue draws a card"),
        ("ja", "青がカードを1枚引く"),
        ("zh-Hant", "藍方抽一張牌"),
    ],
)
def test_a_card_that_is_drawn_at_the_start_of_a_turn_is_reported(lang: str, report: str) -> None:
    drawn = Event("drawn", "blue", UNKNOWN, value="turn")
    events = (Event("acted", "blue"), drawn, Event("gave_up", "blue"))
    words = Wording(load_catalog("spherion"), lang)
    head, *_ = describe(words, Action("blue", Verb.DRAW), events)
    assert head == report
