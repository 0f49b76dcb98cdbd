"""A requested hand action stays on every page until it is done, and its result is announced."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.notices import Accepted, Resynced
from companion.web.auth.roles import Pass, Role
from rules import CHANCE, Action, Verb, parse_action
from tests.companion.drawn_table.test_powerups import POSITION
from tests.support.referee.inputs import RefereedMatch
from tests.support.web.match_page import Table

TABLE, GUEST, PHONE = Pass(Role.TABLE), Pass(Role.SPECTATOR), Pass(Role.SEAT, "blue")
ASKED = {
    "en": "Turn up the power-up on N2.6 and put it on top",
    "ja": "N2.6のパワーアップを表にして、いちばん上に置いてください",
    "zh-Hant": "請翻開 N2.6 的強化牌，放在最上面",
}


def played(table: Table, *actions: str, frame: int = 5) -> None:
    match = RefereedMatch(table.referee)
    for text in actions:
        ply = match.play(parse_action(text))
        facts: dict[str, Any] = {"action": ply.action, "events": ply.events}
        table.receive([Accepted(frame=frame, ply=ply.number + 1, **facts)])


@pytest.fixture
def table() -> Table:
    """Return a table at which Red's monster has reached a power-up."""
    table = Table.of("spherion", 3)
    match = RefereedMatch(table.referee)
    match.correct(match.game.notation.parse(POSITION.format(monster="M16"), match.setup))
    played(table, "red declare move:1:2", "red ready", "blue ready")
    return table


@pytest.mark.parametrize("lang", ASKED)
def test_what_is_awaited_stays_when_the_table_matches(table: Table, lang: str) -> None:
    table.receive([Resynced(**table.referee.now())])
    view = table.viewing.view(table.snapshot(), TABLE, lang)
    assert view["now"]["head"].startswith(ASKED[lang])
    assert [step["cells"] for step in view["steps"]] == [["N2.6"]]
    assert view["steps"][0]["text"].startswith(ASKED[lang])
    watching = table.viewing.view(table.snapshot(), GUEST, lang)
    assert watching["now"]["head"].startswith(ASKED[lang])


def test_a_mouse_gets_a_button_for_what_is_beneath(table: Table) -> None:
    table.viewing.mouse = True
    (button,) = table.viewing.view(table.snapshot(), TABLE, "en")["sayings"]
    flip = parse_action(button["action"])
    assert (flip.seat, flip.verb, flip.at) == (CHANCE, Verb.FLIP, "N2.6")


@pytest.mark.parametrize("who", [TABLE, GUEST, PHONE])
def test_what_a_bomb_did_is_reported_though_powerups_appear_at_once(
    table: Table, who: Pass
) -> None:
    played(table, "chance flip N2.6 card=B01", frame=9)
    while table.referee.at.match.to_act == {CHANCE}:
        lots = table.referee.at.match.game.legal(table.referee.at.match.state)
        lot = next(iter(lots))
        if lot.verb is not Verb.CHOOSE:
            break
        played(table, f"chance choose {lot.value}", frame=9)
    view = table.viewing.view(table.snapshot(), who, "en")
    assert "Drip Familiar on N2.6 is destroyed" in view["caption"]["text"]
    assert view["caption"]["text"].count("A power-up appears on") == 2
    assert view["verdict"]["text"] == "Drip Familiar on N2.6 is destroyed."
    assert view["verdict"]["how"][0] == "Core Bomb on N2.6 is used"


def test_the_maze_is_asked_for_until_the_first_roll(table: Table) -> None:
    match = RefereedMatch(table.referee)
    maze = POSITION.format(monster="M16").replace("turn 3 plan", "turn 1 roll blue")
    maze = maze.replace("walls -", "walls N1.0-N2.0").replace("lp=5 sp=3 mp=6", "lp=5 sp=0 mp=0")
    game = match.game
    first = game.notation.parse(maze, match.setup)
    match.correct(first)
    view = table.viewing.view(table.snapshot(), TABLE, "en")
    assert [s["text"] for s in view["steps"]] == [
        "Build the maze: put a wall on every edge where the page shows one."
    ]
    rolled = match.game.advance(first, Action(CHANCE, Verb.ROLL, value="SSS", to="blue"))[1]
    assert game.table.prompts(rolled) == ()


def test_the_maze_is_reported_with_the_pile_that_follows_it() -> None:
    table = Table.of("spherion", 3)
    match = RefereedMatch(table.referee)
    signs = ("blue declare rock", "red declare scissors", "blue choose red")
    while match.to_act == {CHANCE}:
        match.play(match.game.sample(match.state, lambda _: 0))
    played(table, *signs, frame=7)
    while match.state.phase.value in ("maze", "pile"):
        ply = match.play(match.game.sample(match.state, lambda _: 0))
        facts: dict[str, Any] = {"action": ply.action, "events": ply.events}
        table.receive([Accepted(frame=7, ply=ply.number + 1, **facts)])
    text = table.viewing.view(table.snapshot(), GUEST, "en")["caption"]["text"]
    assert "Build the maze: put a wall on every edge where the page shows one." in text
    assert "The power-up pile is ready." in text


@pytest.mark.parametrize("who", [TABLE, GUEST, PHONE])
def test_every_board_reports_whose_each_cell_is(table: Table, who: Pass) -> None:
    """Check SPH-13.1: each cell of the globe reports its current owner on every board."""
    cells = table.viewing.view(table.snapshot(), who, "en")["board"]["cells"]
    lands = {cell["id"]: cell.get("land") for cell in cells if not cell.get("loose")}
    passed = {"N2.6", "N2.7"}
    assert {lands[cell] for cell in passed} == {"red"}, "red's monster went from N2.7 to N2.6"
    assert all(
        lands[cell] == ("blue" if cell[0] == "N" else "red") for cell in lands.keys() - passed
    )
    other = Table.of("jiguan", 3)
    report = other.viewing.view(other.snapshot(), TABLE, "en")["board"]["cells"]
    assert not any("land" in cell for cell in report)
