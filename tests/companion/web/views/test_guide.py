"""The guide of a first game: every phase in which players act has its sentence."""

from __future__ import annotations

import random

import pytest

from companion.texts import sentences
from companion.web.auth.roles import Pass, Role
from companion.web.views.guide import guide_of
from rules import CHANCE, LANGUAGES, Match, Setup, game_slugs, load_game
from rules.sim.playout import starter_setup
from tests.support.web.match_page import Table

_MOVES = 300


def reached(slug: str) -> set[str]:
    """Return the phases in which players act in two random matches."""
    game = load_game(slug)
    found = set()
    for seed in range(2):
        match, rng = Match(game, starter_setup(game, Setup(slug))), random.Random(seed)
        for _ in range(_MOVES):
            if match.outcome is not None:
                break
            if CHANCE in match.to_act:
                match.play(game.sample(match.state, rng.randrange))
                continue
            found.add(match.position.phase)
            match.play(rng.choice(list(game.legal(match.state))))
    return found


@pytest.mark.parametrize("slug", game_slugs())
def test_every_phase_that_players_reach_has_its_sentence(slug: str) -> None:
    phases = reached(slug)
    assert len(phases) > 1
    assert sorted(p for p in phases if f"{slug}.{p}" not in sentences("guide")) == []


@pytest.mark.parametrize("slug", game_slugs())
def test_every_sentence_is_about_a_phase_of_its_game(slug: str) -> None:
    known = {str(phase) for phase in load_game(slug).phases} | {"goal"}
    own = {key.partition(".")[2] for key in sentences("guide") if key.startswith(f"{slug}.")}
    assert own - known == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_is_on_the_drawn_table_only(lang: str) -> None:
    table = Table.of("jiguan")
    *_, _ = table.play(2)
    now = table.snapshot()
    assert {"goal", "now"} == guide_of(now).keys()
    shown = {}
    for mouse in (True, False):
        table.viewing.mouse = mouse
        shown[mouse] = table.viewing.view(now, Pass(Role.TABLE), lang)["guide"]
    assert shown[False] == {}
    assert shown[True]["now"] == sentences("guide")["jiguan.lay"][lang]
