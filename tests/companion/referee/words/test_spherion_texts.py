"""Texts for a step of Spherion: void orders, and cards that meet."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.notices import Accepted, Notice
from companion.referee.words.speaker import Speaker
from companion.web.public import public_record
from rules import Action, Event, Match, Setup, Verb, load_catalog
from rules.games.spherion import GAME

CATALOG = load_catalog("spherion")
POSITION = """\
turn 3 plan
initiative red
walls -
pile ?*16
used -
unit blue dm S1.0 M02
unit red dm S1.2 M17
hand blue M23 ?*4
deck blue ?*35
extra blue X01*2 X03
core blue -
points blue lp=5 sp=3 mp=6
hand red M17 ?*4
deck red ?*35
extra red X02*2
core red -
points red lp=5 sp=3 mp=6
ply 40
"""


def report(*events: Event, lang: str = "en") -> str:
    data = {"events": tuple(events)}
    ready = Accepted(action=Action("blue", Verb.READY), **data)
    return Speaker(CATALOG, lang).caption(ready)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Red’s order “MOVE · 1 · 2” comes to nothing (SPH-7.4a)."),
        ("ja", "赤の命令「移動 · 1 · 2」は無効（SPH-7.4a）。"),
        ("zh-Hant", "紅方的指令「移動 · 1 · 2」無效（SPH-7.4a）。"),
    ],
)
def test_every_void_order_is_reported_with_its_clause(lang: str, words: str) -> None:
    """Check SPH-7.2, also for an order that is written twice or announced with much else."""
    cells = ("N1.0", "N1.1", "N1.2", "N1.3", "N1.4", "N1.5", "S1.0")
    moves = [Event("entered", "blue", "M02", cell, to="1") for cell in cells]
    void = Event("voided", "red", value="move:1:2", clause="SPH-7.4a")
    other = Event("voided", "red", value="move:1:1", clause="SPH-7.4g")
    caption = report(Event("readied", "blue"), *moves, void, other, void, lang=lang)
    assert caption.count(words) == 2
    assert caption.count("SPH-7.4g") == 1


def meeting(blue: str, red: str) -> Match[Any]:
    """Return a match in which both order a card from the hand to the same cell in one step."""
    match = Match(GAME, Setup("spherion", {"radius": "1"}))
    match.correct(GAME.notation.parse(POSITION, match.setup))
    direction = next(
        (a, b)
        for a in range(6)
        for b in range(6)
        if _neighbour(match.state, "S1.0", a) == _neighbour(match.state, "S1.2", b) == "S1.1"
    )
    match.play(Action("blue", Verb.DECLARE, value=blue.format(direction[0])))
    match.play(Action("red", Verb.DECLARE, value=red.format(direction[1])))
    match.play(Action("blue", Verb.READY))
    match.play(Action("red", Verb.READY))
    return match


def last(match: Match[Any]) -> Notice:
    """Return the public notice of the last ply."""
    ply = match.plies[-1]
    record = Accepted(action=ply.action, events=ply.events)
    return public_record(record, GAME, ply.before, ply.after)


def last_caption(match: Match[Any], lang: str) -> str:
    return Speaker(CATALOG, lang).caption(last(match))


def met() -> tuple[Match[Any], Notice]:
    """Return a match in which both summon a monster to one cell in one step, and its notice."""
    match = meeting("summon:M23:{}:up:attack", "summon:M17:{}:up:attack")
    return match, last(match)


def _neighbour(state: Any, cell: str, direction: int) -> str:  # noqa: ANN401 - the game's state
    board = state.config.globe
    return str(board.names[board.steps[board.index[cell]][direction]])


@pytest.mark.parametrize(
    ("lang", "fallen", "wrong"),
    [
        (
            "en",
            "Tidepool Crab is destroyed on its way out of Red’s hand.",
            ("attacks", "face-down", "Red’s Tidepool Crab can move no further"),
        ),
        (
            "ja",
            "赤が手札から出そうとした「潮だまりのカニ」を破壊。",
            ("攻撃する", "裏向き", "の「潮だまりのカニ」はこのターンもう動けない"),
        ),
        (
            "zh-Hant",
            "紅方正要從手牌打出的「潮池巨蟹」被破壞。",
            ("發動攻擊", "蓋著", "潮池巨蟹」本回合"),
        ),
    ],
)
def test_two_summons_that_meet_are_reported_as_what_they_are(
    lang: str, fallen: str, wrong: tuple[str, ...]
) -> None:
    """Check SPH-10.2: nobody attacks, the cards are open, and a destroyed card cannot move."""
    caption = Speaker(CATALOG, lang).caption(met()[1])
    assert fallen in caption
    assert not [each for each in wrong if each in caption]


@pytest.mark.parametrize(
    ("lang", "asked", "tied", "won"),
    [
        (
            "en",
            ("Both players’ cards come to S1.1 at the same time (SPH-10.6)",),
            ("Both have shown", "Both show paper", "nobody wins", "SPH-17.6", "S1.1"),
            (
                "On S1.1, Blue wins with scissors against paper (SPH-10.6).",
                "Red’s face-down card finds no room and goes back to the hand.",
            ),
        ),
        (
            "ja",
            ("S1.1に両者のカードが同時に入ろうとしています（SPH-10.6）。",),
            ("両者ともパー：あいこ", "SPH-17.6", "S1.1"),
            (
                "S1.1のじゃんけんはチョキ対パーで青の勝ち（SPH-10.6）。",
                "赤の裏向きのカードは入れず、手札に戻る。",
            ),
        ),
        (
            "zh-Hant",
            ("雙方的牌同時要進入 S1.1（SPH-10.6）",),
            ("雙方都出布，平手", "SPH-17.6", "S1.1"),
            ("S1.1 的猜拳，藍方以剪刀勝布（SPH-10.6）。", "紅方蓋著的牌進不去，回到手牌。"),
        ),
    ],
)
def test_two_set_cards_that_meet_are_asked_about_with_place_and_clause_to_the_end(
    lang: str, asked: tuple[str, ...], tied: tuple[str, ...], won: tuple[str, ...]
) -> None:
    """Check SPH-10.6: captions say why signs are shown, that they tie, and who wins with what."""
    match = meeting("set:T01:{}:down", "set:T02:{}:down")
    report = [last_caption(match, lang)]
    for signs in (("paper", "paper"), ("scissors", "paper")):
        for seat, sign in zip(("blue", "red"), signs, strict=True):
            match.play(Action(seat, Verb.DECLARE, value=sign))
        report.append(last_caption(match, lang))
    for caption, wanted in zip(report, (asked, tied, won), strict=True):
        assert not [words for words in wanted if words not in caption], caption


def test_who_survives_a_meeting_cannot_move_again() -> None:
    _, red = met()[0].plies[-1].after.players
    assert red.core == ("M17",)
    assert not any(unit.stopped for unit in red.units if unit)
    kinds = [(e.seat, e.value) for e in met()[0].plies[-1].events if e.kind == "marked"]
    assert kinds == [("red", "fought"), ("blue", "fought"), ("blue", "stopped")]


def test_of_a_void_order_everybody_hears_all_but_its_card() -> None:
    match, record = met()
    void = Event("voided", "red", value="summon:M08:2:down:attack", clause="SPH-7.5")
    heard = Accepted(action=record.action, events=(void,))
    state = match.state
    (event,) = public_record(heard, GAME, state, state).events
    assert event.value == "summon:?:2:down:attack"
