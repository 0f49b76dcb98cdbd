"""A log determines the referee's value: any prefix of it resumes to the value the live one had."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.readings import Face
from companion.referee.control_cards import ControlCard
from companion.referee.evolve import evolve
from companion.referee.fold import fold_notices
from companion.referee.inputs import Start
from companion.referee.live import LiveReferee
from companion.referee.notices import EndReason, Notice, notice_data
from companion.referee.phases import RefereePhase
from companion.referee.state import Referee, opened
from rules import CHANCE, LogWriter, Match, Setup, Verb, game_slugs, load_game
from rules import Record as Line
from rules.records.log import accepted_data, parse_log, started_data
from rules.sim.playout import starter_setup
from tests.companion.referee.games.test_five_games import GameTable, attacked, to_attack
from tests.support.referee.inputs import declare, finish, history, press, propose, start
from tests.support.referee.oracle_view import run
from tests.support.referee.random_tables import RandomTable


def yggdrasil() -> GameTable:
    """Return a match with a refusal, a take-back, a fault and an unanswered correction."""
    table = GameTable("yggdrasil")
    table.place("y03", "B", "c4")
    table.place("y05", "A", "a1")
    table.receive(run(table.referee, table.hands.clear("a1")))
    table.place("y03", "A", "b2")
    table.piece("ctl.undo", "A.control")
    table.receive(run(table.referee, table.hands.clear("b2")))
    table.hands.put(table.hands.paper("y07", "A"), "c4")
    run(table.referee, table.hands.wait())
    press(table.referee, ControlCard.WHY)
    position = table.referee.at.match.game.notation.format(table.referee.at.match.state)
    propose(table.referee, position, "A")
    press(table.referee, ControlCard.NO, "B")
    press(table.referee, ControlCard.PAUSE)
    return table


def dicebattle() -> GameTable:
    """Return a match with throws, face-down cards and a graveyard."""
    table = GameTable("dicebattle")
    for seat, pips in (("A", 5), ("B", 2), ("A", 4)):
        table.piece(f"token.die{pips}", f"{seat}.tray")
    for seat in ("A", "B"):
        table.place("?", seat, f"{seat}.main1")
        table.piece("token.done", f"{seat}.control")
        table.piece("token.die4", "B.tray")
    table.place("h04", "A", "A.main1")
    table.place("m11", "B", "B.main1")
    for seat in ("A", "B"):
        table.hands.put(table.hands.take(f"{seat}.main1"), f"{seat}.grave")
    run(table.referee, table.hands.wait())
    run(table.referee, table.hands.place(table.hands.paper("", "A", Face.BACK), "A.revival"))
    return table


MATCHES = {
    "yggdrasil": yggdrasil,
    "dicebattle": dicebattle,
    "stratosphere": to_attack,
    "stratosphere-attacked": attacked,
}


@pytest.mark.parametrize("name", MATCHES)
def test_every_prefix_of_a_log_has_the_live_value(name: str, tmp_path: Path) -> None:
    referee = MATCHES[name]().referee
    compare_prefixes(referee.at, history(referee), tmp_path / "m.jsonl")


@pytest.mark.parametrize("slug", game_slugs())
def test_every_prefix_of_a_random_match_s_log_has_the_live_value(slug: str, tmp_path: Path) -> None:
    """Check matches with refusals, questions, undo, corrections, pauses and private orders.

    Their referees are killed on the way; the next one resumes, after the table may have changed.
    """
    kinds = set[str]()
    for seed in range(2):
        table = RandomTable(slug, seed)
        notices: list[Notice] = []
        for number in range(60):
            if number % 10 == 5:
                table.hands.now += 60.0
                table.rest()
                if table.referee.at.overlays.paused:
                    press(table.referee, ControlCard.PAUSE)
            if number % 20 == 19:
                notices += history(table.referee)
                table.referee = LiveReferee(
                    table.referee.at, table.referee.context, Start(resumed=True)
                )
                start(table.referee)
            table.gesture()
        finish(table.referee, EndReason.STOPPED)
        notices += history(table.referee)
        kinds |= {notice.kind for notice in notices}
        compare_prefixes(table.referee.at, notices, tmp_path / f"{seed}.jsonl")
    assert {"refused", "match_resumed", "reminder"} <= kinds


def compare_prefixes(end: Referee, notices: list[Notice], path: Path) -> None:
    """Compare what a log's prefixes resume to with the values on the way to the `end`."""
    assert len(notices) > 8
    lines = logged(notices, path)
    live = opened(replace(end.match, plies=()), end.geometry)
    folded = fold_notices(lines, lambda _: end.geometry)
    for notice, (line, read, at) in zip(notices, folded, strict=True):
        live = evolve(live, notice)
        assert read == notice, json.dumps(line.data)
        assert at == live
    assert live == end


def logged(notices: list[Notice], path: Path) -> tuple[Line, ...]:
    """Return the log's lines of these notices."""
    writer = LogWriter(path, lambda _: None)
    for notice in notices:
        writer.append(notice.kind, **notice_data(notice))
    writer.close()
    lines, fault = parse_log(path.read_bytes())
    assert fault is None
    return lines


def test_a_line_with_an_action_that_cannot_be_read_is_skipped(tmp_path: Path) -> None:
    """Regression: a refused declaration made the whole log unreadable."""
    referee = GameTable("spherion").referee
    (refused,) = declare(referee, "blue", Verb.DECLARE, "turn=9")
    assert refused.kind == "refused"
    notices = history(referee)
    folded = fold_notices(logged(notices, tmp_path / "m.jsonl"))
    assert [notice for _, notice, _ in folded] == notices[:-1]


@pytest.mark.parametrize("slug", ["yggdrasil", "jiguan"])
def test_an_early_log_without_set_up_notices_is_in_sync_from_the_first_move(slug: str) -> None:
    game = load_game(slug)
    match = Match(game, starter_setup(game, Setup(slug)))
    lines, moves = [Line(0, "match_started", started_data(match.setup, ""))], []
    while len(lines) < 12:
        by_chance = CHANCE in match.to_act
        action = (
            game.sample(match.state, lambda _: 0) if by_chance else next(game.legal(match.state))
        )
        lines.append(Line(len(lines), "accepted", accepted_data(match.play(action))))
        moves.append(not by_chance)
    folded = [at for _, _, at in fold_notices(lines)]
    assert folded[-1].match.plies == match.plies
    first = moves.index(True)
    phases = [at.phase for at in folded[-len(moves) :]]
    assert set(phases[:first]) == {RefereePhase.SETUP}
    assert not set(phases[first:]) & {RefereePhase.SETUP}
    assert phases[first] is RefereePhase.IN_SYNC
