"""The tutorial on the page: the current step's texts, and the expected action."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from companion.tutorial.lesson import FACT, positions, read_lesson
from companion.tutorial.tutor import LessonMoment
from companion.web.views.options import is_bare
from companion.web.views.prompts import saying_text
from companion.web.views.words import Words
from rules import CHANCE, UNKNOWN, Action, Verb, format_action, load_game, parse_action


def lesson_view(moment: LessonMoment, words: Words) -> dict[str, Any]:
    """Return the page's data of a tutorial's moment."""
    lesson, lang = read_lesson(moment.slug), words.lang
    view: dict[str, Any] = {
        "stage": moment.stage,
        "step": min(moment.step + 1, len(lesson.steps)),
        "of": len(lesson.steps),
        "seat": lesson.seat,
        "swapped": moment.swapped,
        "text": "",
        "task": "",
        "wants": None,
        "say": "",
    }
    if moment.stage == "learnt":
        return {**view, "learnt": [fill(x, words, moment) for x in lesson.learnt[lang]]}
    step = lesson.steps[moment.step]
    watches = moment.stage == "watch"
    text = step.watch[lang] if watches and step.watch[lang] else step.text[lang]
    view["text"] = fill(text, words, moment)
    if moment.wants is not None and not watches:
        view["task"] = fill(step.task[lang], words, moment)
        view["wants"] = wanted(moment.wants, words, step.shows)
        if is_bare(moment.wants) and moment.wants.seat != CHANCE and ":" not in moment.wants.value:
            view["say"] = _button_text(format_action(moment.wants), words, moment)
    return view


def wanted(action: Action, words: Words, shows: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return what to highlight for an action: cards and cells."""
    named = [part for part in action.value.split(":") if part in words.catalog.cards]
    named_cells = () if action.verb is Verb.ROLL else (action.at, action.to)
    cells = [cell for cell in (*named_cells, *shows) if cell]
    cards = [card for card in (action.card, *named) if card and card != UNKNOWN]
    return {"seat": action.seat, "action": format_action(action), "cells": cells, "cards": cards}


def fill(text: str, words: Words, moment: LessonMoment) -> str:
    """Return a text with its facts in words."""
    return FACT.sub(partial(_fact, words=words, moment=moment), text)


def _fact(found: re.Match[str], words: Words, moment: LessonMoment) -> str:
    kind, name = found[1], found[2]
    if kind is None:
        return words.card(name) or words.wording.card(name)
    if kind == "seat":
        return words.seat(name)
    if kind == "cell":
        return words.wording.cell(name)
    if kind == "fact":
        card, _, column = name.partition(".")
        return str(words.catalog.cards[card].facts[column])
    if kind == "say":
        return _button_text(name, words, moment)
    return str(_number(kind, name, moment))


def _button_text(action: str, words: Words, moment: LessonMoment) -> str:
    """Return the text of the button that declares an action."""
    state = positions(moment.slug)[moment.step]
    return saying_text(load_game(moment.slug), state, parse_action(action), words)


def _number(kind: str, name: str, moment: LessonMoment) -> int | None:
    """Return a number of the position at the beginning of the step."""
    if kind == "score":
        return load_game(moment.slug).scores(positions(moment.slug)[moment.step])[name]
    raise KeyError(kind)
