"""Every tutorial: its actions are legal, its texts complete, and it can be played to the end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from companion.referee.phases import RefereePhase
from companion.tutorial.lesson import FACT, has_lesson, positions, read_lesson
from companion.tutorial.tutor import LessonMoment, TutorialMark
from companion.web.views.lesson import fill, lesson_view
from companion.web.views.words import Words
from rules import CHANCE, LANGUAGES, UNKNOWN, Manifest, Verb, load_catalog
from tests.support.simulator.lessons import GAMES, LessonVisit

_CLAUSE = re.compile(r"\b[A-Z]{3}-\d[\d.]*")


Papers = dict[str, tuple[Manifest, ...] | None]


@pytest.fixture
def papers(spherion_paper: tuple[Manifest, ...]) -> Papers:
    """Return the prints of each game, or None for those that the tests keep."""
    return {slug: spherion_paper if slug == "spherion" else None for slug in GAMES}


@cache
def words(slug: str, lang: str) -> Words:
    return Words(load_catalog(slug), lang)


@pytest.mark.parametrize("slug", GAMES)
def test_a_tutorial_is_played_to_its_end_at_the_drawn_table(slug: str, papers: Papers) -> None:
    """The learner does what each step asks for, and the table does the rest."""
    visit = LessonVisit(slug, manifests=papers[slug])
    for number, step in enumerate(visit.lesson.steps):
        for action in step.does:
            assert visit.until("task", step=number).wants == action
            visit.do(action)
            visit.wait(1.0)
    assert visit.until("learnt").step == len(visit.lesson.steps)
    assert "refused" not in visit.kinds
    assert "desynced" not in visit.kinds


@pytest.mark.parametrize("slug", GAMES)
def test_every_step_can_be_done_by_the_table(slug: str, papers: Papers) -> None:
    visit = LessonVisit(slug, manifests=papers[slug])
    for number, step in enumerate(visit.lesson.steps):
        for action in step.does:
            assert visit.until("task", step=number).wants == action
            visit.ask("help")
            visit.wait(2.0)
    assert visit.until("learnt").step == len(visit.lesson.steps)
    assert "refused" not in visit.kinds


@pytest.mark.parametrize("slug", GAMES)
def test_a_tutorial_has_eight_to_twelve_steps_with_all_texts(slug: str) -> None:
    lesson = read_lesson(slug)
    assert 8 <= len(lesson.steps) <= 12
    assert len(positions(slug)) == len(lesson.steps) + 1
    for lang in LANGUAGES:
        assert len(lesson.learnt[lang]) == 3
        for step in lesson.steps:
            assert step.does
            assert step.text[lang]
            assert step.task[lang]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_facts_in_texts_come_from_the_position(slug: str, lang: str) -> None:
    """Numbers are written as facts in braces, which every language shares."""
    lesson, catalog = read_lesson(slug), load_catalog(slug)
    for number, step in enumerate(lesson.steps):
        moment = LessonMoment(slug, number, "task", step.does[0])
        for text in (step.text, step.task, step.watch):
            shown = fill(text[lang], words(slug, lang), moment)
            assert "{" not in shown
            assert set(_CLAUSE.findall(shown)) <= catalog.clauses.keys()
            bare = FACT.sub("", _CLAUSE.sub("", text[lang]))
            assert not re.search(r"\d", bare), bare


@pytest.mark.parametrize("slug", GAMES)
def test_languages_name_the_same_facts(slug: str) -> None:
    for step in read_lesson(slug).steps:
        for text in (step.text, step.task, step.watch):
            facts = {lang: set(FACT.findall(text[lang])) for lang in LANGUAGES}
            assert facts["ja"] == facts["en"] == facts["zh-Hant"]


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_step_wants_is_there_to_be_used(slug: str, papers: Papers) -> None:
    """The card is in the hand and the cell on the mat, or there is a button."""
    visit = LessonVisit(slug, manifests=papers[slug])
    cells = {cell.id for cell in visit.mat.cells}
    for number, step in enumerate(visit.lesson.steps):
        for action in step.does:
            moment = visit.until("task", step=number)
            shown = lesson_view(moment, words(slug, "en"))
            assert set(shown["wants"]["cells"]) <= cells
            if action.verb is Verb.PLACE and action.card != UNKNOWN:
                held = visit.table.shown().hands[action.seat]
                assert action.card in [each.card for each in held]
            elif action.seat != CHANCE:
                assert shown["say"] or shown["wants"]["cells"] or action.verb is Verb.DECLARE
            visit.do(action)
            visit.wait(1.0)


def test_another_face_down_card_is_exchanged() -> None:
    visit = LessonVisit("jiguan")
    wants = visit.until("task").wants
    assert wants is not None
    visit.do(type(wants)(wants.seat, wants.verb, card="jb1", to=wants.to, facing=wants.facing))
    while not visit.moment.swapped:
        visit.tick()
    assert visit.table.holds("A.beast") == ("jb3",)
    assert "jb1" in [each.card for each in visit.table.shown().hands["A"]]
    visit.until("task", step=1)


def test_an_illegal_move_is_refused_and_the_table_helps_out() -> None:
    visit = LessonVisit("jiguan")
    visit.until("task")
    wrong = visit.lesson.steps[2].does[0]
    visit.drop(wrong)
    visit.wait()
    assert "refused" in visit.kinds
    visit.ask("help")
    visit.until("task", step=1)


def test_a_legal_move_off_the_script_is_taken_back() -> None:
    visit = LessonVisit("jiguan")
    for step in visit.lesson.steps[:2]:
        visit.until("task")
        visit.do(step.does[0])
        visit.wait()
    visit.until("task", step=2)
    item = visit.lesson.steps[5].does[0]
    visit.drop(type(item)(item.seat, item.verb, card="ji1", to="B.item1", facing=item.facing))
    visit.until("off_script")
    visit.ask("back")
    assert visit.until("task", step=2).wants == visit.lesson.steps[2].does[0]


def test_a_tutorial_can_be_left_at_any_time(tmp_path: Path) -> None:
    mark = TutorialMark.for_log(tmp_path / "m.jsonl")
    visit = LessonVisit("jiguan", mark)
    visit.until("task")
    assert mark.there
    visit.ask("leave")
    assert visit.tutor.moment is None
    assert not mark.there
    visit.do(visit.lesson.steps[0].does[0])
    visit.wait(8)
    assert len(visit.referee.at.match.plies) == 2
    assert visit.referee.at.phase is RefereePhase.IN_SYNC


def test_a_real_match_is_asked_for() -> None:
    visit, stopped = LessonVisit("jiguan"), []
    visit.tutor.stop = lambda: stopped.append(True)
    visit.ask("match")
    assert visit.tutor.wants_match
    assert stopped == [True]


def test_games_without_a_tutorial_are_known() -> None:
    assert not has_lesson("chess")
    assert all(map(has_lesson, GAMES))
