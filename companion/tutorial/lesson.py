"""A tutorial as data: a fixed deal, a script of actions, and a text for each guided move.

`<game>.toml` next to this module contains one tutorial. Its actions are in the game's notation, as
the players know them; `masked` is what the referee can see of them. A script is played from the
first position. Hidden shuffles and the referee's own lots are omitted.

A text may contain `{y24}` (a card), `{seat:A}`, `{cell:A.beast}`, `{fact:y24.power}` (a printed
value), and `{score:A}` (at the beginning of the step). Numbers are therefore never written by hand.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from companion.match_setup.app import build_setup
from companion.referee.explain.hidden_chance import draw_outcome, unseen_chance
from companion.referee.secrecy import masked
from rules import (
    CHANCE,
    LANGUAGES,
    Action,
    Match,
    Seat,
    Setup,
    load_game,
    parse_action,
)
from rules.core.match import MatchState
from rules.messages.languages import Words

_FOLDER: Final = Path(__file__).resolve().parent
_NO_WORDS: Final[Words] = dict.fromkeys(LANGUAGES, "")
FACT: Final = re.compile(r"\{(?:(\w+):)?([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One guided move: the learner's actions, then those that the table performs.

    `text` gives the reason, `task` says what to do, `watch` what the table does. `shows` are cells
    to highlight in addition to the action's own.
    """

    does: tuple[Action, ...]
    then: tuple[Action, ...]
    text: Words
    task: Words
    watch: Words
    shows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A tutorial: `begin` are the table's actions before the first step.

    `decks` and `settings` are written as on the command line.
    `deal`: by hand (a seat) or cell, the cards that are there, the top one first.
    """

    setup: Setup
    decks: tuple[str, ...]
    settings: tuple[str, ...]
    seat: Seat
    first: Seat
    deal: Mapping[str, tuple[str, ...]]
    begin: tuple[Action, ...]
    steps: tuple[LessonStep, ...]
    learnt: Mapping[str, tuple[str, ...]]

    @property
    def script(self) -> tuple[Action, ...]:
        """All actions in order."""
        steps = (action for step in self.steps for action in (*step.does, *step.then))
        return (*self.begin, *steps)


@dataclass(frozen=True, slots=True)
class Progress:
    """The place in a script: `done` actions were performed, and `step` is the current one.

    `due` is the next action, or None after the last one. `learner`: the learner performs it.
    `off_script`: the match has left the script.
    """

    done: int
    step: int
    due: Action | None
    learner: bool = False
    off_script: bool = False


def has_lesson(slug: str) -> bool:
    """Return True if a game has a tutorial."""
    return (_FOLDER / f"{slug}.toml").is_file()


@cache
def read_lesson(slug: str) -> Lesson:
    """Return a game's tutorial."""
    data = tomllib.loads((_FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    decks, settings = (tuple(data.get(key, ())) for key in ("decks", "settings"))
    return Lesson(
        build_setup(slug, settings=settings, decks=decks),
        decks,
        settings,
        data["seat"],
        data.get("first", ""),
        {place: tuple(cards) for place, cards in data.get("deal", {}).items()},
        tuple(map(parse_action, data.get("begin", ()))),
        tuple(map(_step, data["step"])),
        {lang: tuple(data["learnt"][lang]) for lang in LANGUAGES},
    )


def _step(data: dict[str, Any]) -> LessonStep:
    does, then = (tuple(map(parse_action, data.get(key, ()))) for key in ("does", "then"))
    text, task, watch = (data.get(key, _NO_WORDS) for key in ("text", "task", "watch"))
    return LessonStep(does, then, text, task, watch, tuple(data.get("shows", ())))


def progress(lesson: Lesson, match: MatchState[Any]) -> Progress:
    """Return the place in the script that a match has reached."""
    script, done, off_script = lesson.script, 0, False
    for ply in match.plies:
        if done < len(script) and ply.action in (script[done], masked(script[done])):
            done += 1
        elif ply.action is None or not _automatic(match.game, ply.before, ply.action):
            off_script = True
            break
    start = len(lesson.begin)
    if done < start:
        return Progress(done, 0, script[done], off_script=off_script)
    for number, step in enumerate(lesson.steps):
        size = len(step.does) + len(step.then)
        if done < start + size:
            return Progress(done, number, script[done], done < start + len(step.does), off_script)
        start += size
    return Progress(done, len(lesson.steps), None, off_script=off_script)


def _automatic(game: Any, state: Any, action: Action) -> bool:  # noqa: ANN401 - the game's own type
    """Return True for an action that the referee performs by itself."""
    return action.seat == CHANCE and (
        unseen_chance(game, state) == action or game.table.referee_draws(state)
    )


@cache
def positions(slug: str) -> tuple[Any, ...]:
    """Return the public state at the beginning of each step, and the state at the end."""
    lesson = read_lesson(slug)
    match, found = Match(load_game(slug), lesson.setup), []
    for action in lesson.begin:
        _settle(match, action)
        match.play(action)
    for step in lesson.steps:
        actions = (*step.does, *step.then)
        _settle(match, actions[0] if actions else None)
        found.append(match.state)
        for action in actions:
            _settle(match, action)
            match.play(masked(action))
    return (*found, match.state)


def _settle(match: Match[Any], before: Action | None) -> None:
    """Perform the hidden actions of chance, and those that the referee draws."""
    game = match.game
    while hidden := unseen_chance(game, match.state) or draw_outcome(game, match.state, _lowest):
        if hidden == before:
            return
        match.play(hidden)


def _lowest(_: int) -> int:
    return 0
