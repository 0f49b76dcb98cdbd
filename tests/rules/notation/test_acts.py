"""A game's own words for actions, and what is said if an action is not written in full."""

from __future__ import annotations

import random

import pytest

from rules import (
    CHANCE,
    LANGUAGES,
    NotationError,
    Setup,
    game_slugs,
    load_game,
    read_action,
)
from rules.messages.message import render
from rules.notation.words import load_notation
from rules.sim.playout import starter_setup
from tests.support.fault_texts import translated_everywhere


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        ("yggdrasil", "A invade c4", "A choose c4"),
        ("yggdrasil", "a 侵攻 C4", "A choose c4"),
        ("yggdrasil", "A exchange y31", "A place y31 A.discard"),
        ("yggdrasil", "太陽 置く 昇りゆく蔓 b2", "A place y03 b2"),
        ("yggdrasil", "A 放置 y03 b2 turn=1", "A place y03 b2 turn=1"),
        ("stratosphere", "1 supply d11 2.L", "1 place d11 2.L facing=down"),
        ("stratosphere", "1 supply 2.l D11", "1 place d11 2.L facing=down"),
        ("stratosphere", "1 command 2.L c05", "1 flip 2.L card=c05"),
        ("stratosphere", "1 翻開 2.L c05", "1 flip 2.L card=c05"),
        ("stratosphere", "1 attack 1.L 2.L", "1 declare attack at=1.L to=2.L"),
        ("stratosphere", "1 prevent h09", "1 place h09 discard"),
        ("stratosphere", "1 concede with=2", "1 declare concede with=2"),
        ("stratosphere", "1 引く", "1 draw"),
        ("jiguan", "A lay fire", "A place jb1 A.beast facing=down"),
        ("jiguan", "A lay mother item2", "A place ji1 A.item2 facing=down"),
        ("jiguan", "A 伏せる 母 B.item1", "A place ji1 B.item1 facing=down"),
        ("jiguan", "B 棄牌 火", "B place jb1 B.spent"),
        ("jiguan", "A decline", "A pass"),
        ("dicebattle", "A set h13 main1", "A place h13 A.main1 facing=down"),
        ("dicebattle", "A Miracle", "A flip A.miracle"),
        ("dicebattle", "B 復活", "B flip B.revival"),
        ("dicebattle", "A mulligan", "A declare redraw"),
        ("spherion", "blue Summon:m03:0:Up:Attack", "blue declare summon:M03:0:up:attack"),
        ("spherion", "blue declare SUMMON:M03:0:up:attack", "blue declare summon:M03:0:up:attack"),
        ("spherion", "blue summon m03 0 up attack", "blue declare summon:M03:0:up:attack"),
        ("spherion", "blue 召喚 m03 0 up attack 1+2", "blue declare summon:M03:0:up:attack:1+2"),
        ("spherion", "blue march dm 2", "blue declare move:dm:2"),
        ("spherion", "blue 投了", "blue declare concede"),
        ("spherion", "blue 準備完了", "blue ready"),
    ],
)
def test_words_of_the_rulebook_are_understood(slug: str, typed: str, meant: str) -> None:
    assert str(read_action(typed, load_game(slug), Setup(slug))) == meant


@pytest.mark.parametrize(
    ("slug", "typed", "place", "fix"),
    [
        ("yggdrasil", "A place y03", "place", "write A place CARD CELL"),
        ("yggdrasil", "A swap a1", "swap", "write A swap CELL CELL"),
        ("yggdrasil", "A invade", "invade", "write A choose CELL"),
        ("yggdrasil", "A invde c4", "invde", 'did you mean "invade"?'),
        ("yggdrasil", "A exchange y3", "y3", 'did you mean "y03"?'),
        ("stratosphere", "1 declare attack", "attack", "write 1 declare attack at=CELL to=CELL"),
        ("stratosphere", "1 declare atack", "atack", 'did you mean "attack"?'),
        ("stratosphere", "1 flip 2.L", "flip", "write 1 flip CELL card=CARD"),
        ("stratosphere", "1 supply", "supply", "write 1 place CARD CELL facing=down"),
        ("dicebattle", "A discard", "discard", "write A place CARD A.grave"),
        ("spherion", "blue declare", "declare", "write blue declare WORD"),
        (
            "spherion",
            "blue summon:M03:9:up:attack",
            "summon:M03",
            "write blue declare summon:CARD:DIRECTION:FACE:POSITION[:TRIBUTES]",
        ),
        ("spherion", "blue declare sumon:M03:0:up:attack", "sumon", 'did you mean "summon"?'),
    ],
)
def test_what_is_not_said_in_full_is_no_action(slug: str, typed: str, place: str, fix: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_action(typed, load_game(slug), Setup(slug))
    fault = caught.value
    assert fault.text[fault.position :].startswith(place)
    assert render(fault.fix, "en") == fix
    translated_everywhere(fault)


@pytest.mark.parametrize("slug", game_slugs())
def test_every_legal_action_is_said_in_full(slug: str) -> None:
    game, rng = load_game(slug), random.Random(8)
    setup = starter_setup(game, Setup(slug))
    state = game.start(setup)
    for _ in range(150):
        acting = sorted(game.to_act(state))
        if not acting:
            state = game.start(setup)
            continue
        legal = [] if acting[0] == CHANCE else list(game.legal(state))
        action = rng.choice(legal) if legal else game.sample(state, rng.randrange)
        for one in (action, *rng.sample(legal, min(6, len(legal)))):
            assert read_action(str(one), game, setup) == one
        state = game.advance(state, action)[1]


@pytest.mark.parametrize("slug", game_slugs())
def test_every_verb_has_words_in_all_languages(slug: str) -> None:
    for name, entry in load_notation(slug).verbs.items():
        assert entry.forms[0].split()[1] == name
        assert set(entry.meaning) == set(LANGUAGES)
        assert any(not word.isascii() for word in entry.also)
