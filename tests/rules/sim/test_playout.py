"""Simulation: the same seed gives the same table for any number of processes."""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from rules import (
    CHANCE,
    UNKNOWN,
    Action,
    DataError,
    Deck,
    Setup,
    Verb,
    Violation,
    game_slugs,
    load_catalog,
    load_game,
)
from rules.__main__ import main
from rules.players.policies import greedy_policy
from rules.sim.playout import (
    _ctrl_c_waits,
    _part,
    play_game,
    playouts,
    playouts_on,
    simulate,
    starter_setup,
)
from rules.sim.tally import (
    CSV_COLUMNS,
    Played,
    Tally,
    format_tally,
    share,
    tally_csv,
    tally_data,
    tally_of,
)
from tests.support.four_corners import GAME as FOUR_CORNERS
from tests.support.rules_parts import with_parts
from tests.support.waiting import PATIENCE_S, until

ROOT = Path(__file__).resolve().parents[3]


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["playout", *(str(a) for a in arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_run_over_two_processes_is_the_run_over_one() -> None:
    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    seen: list[int] = []
    alone = playouts(game, setup, 9, "s", {"A": greedy_policy})
    assert playouts_on(1, setup, 9, "s", {"A": "greedy"}) == alone
    assert playouts_on(2, setup, 9, "s", {"A": "greedy"}, seen.append) == alone
    assert seen == sorted(seen)
    assert seen[-1] == 9
    assert playouts(game, setup, 9, "t", {"A": greedy_policy}) != alone


def test_a_process_plays_its_part_of_the_run() -> None:
    game = load_game("jiguan")
    setup = starter_setup(game, Setup("jiguan"))
    part = _part(setup, "s", range(2, 4), named={"A": "greedy"})
    assert part == [simulate(game, setup, "s", n, {"A": greedy_policy}) for n in (2, 3)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_stopped_counts_what_was_played(jobs: int) -> None:
    def stop(done: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    tally = playouts_on(jobs, Setup("jiguan"), 400, "s", progress=stop)
    assert 20 <= tally.games < 400
    assert sum(tally.clauses.values()) == tally.games
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_stopped_before_its_first_game_is_only_stopped(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rules.sim.playout.simulate", interrupted)
    monkeypatch.setattr("rules.sim.playout.wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        playouts_on(jobs, Setup("jiguan"), 400, "s")
    assert not multiprocessing.active_children()


ORPHANS = """
import sys
from rules import Setup
from rules.sim.playout import playouts_on

def told(done):
    import multiprocessing
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)

if __name__ == "__main__":
    playouts_on(2, Setup("jiguan"), 1_000_000, "s", progress=told)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX signal")
def test_no_process_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    """Regression: workers of a killed run, whose pool never shut down, waited for ever."""
    (tmp_path / "run.py").write_text(ORPHANS, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "run.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert len(process.stdout.readline().split()) == 2
        process.kill()
        process.communicate(timeout=PATIENCE_S)  # until no process that could write there is left


def test_where_signals_cannot_wait_a_run_begins_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with _ctrl_c_waits():
        seen = signal.getsignal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is seen


def test_ctrl_c_is_not_lost_while_processes_begin() -> None:
    begun = []

    def begin() -> None:
        with _ctrl_c_waits():
            signal.raise_signal(signal.SIGINT)
            begun.append(True)

    # a background process ignores SIGINT unless a handler is set
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            begin()
    finally:
        signal.signal(signal.SIGINT, before)
    assert begun


def test_a_fault_in_a_process_is_not_taken_for_an_end() -> None:
    def fail(done: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        playouts_on(2, Setup("jiguan"), 400, "s", progress=fail)
    for process in multiprocessing.active_children():
        process.join(20)  # the pool's own thread may have reaped it and not yet updated its state
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid or 0, 0)


def test_a_faulty_set_up_is_reported_before_anything_runs() -> None:
    with pytest.raises(DataError, match="blank_egdes") as caught:
        playouts_on(2, Setup("yggdrasil", {"blank_egdes": "allowed"}), 4, "s")
    assert caught.value.faults[0].field == "blank_egdes"


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ({"violations": lambda *_: (Violation("TOY-1"),)}, "TOY-1"),
        ({"outcome": lambda *_: None}, "has not ended"),
    ],
)
def test_rules_that_break_their_word_are_a_bug_with_its_position(
    fault: dict[str, Callable[..., object]], says: str
) -> None:
    decks = {seat: Deck(("1", "2", "3", "4")) for seat in "NESW"}
    faulty = with_parts(FOUR_CORNERS, **fault)
    with pytest.raises(AssertionError, match=says) as caught:
        play_game(faulty, Setup("toy", {}, decks), random.Random(1))
    assert "round" in str(caught.value)


def test_without_cards_there_is_no_list_of_cards() -> None:
    text = format_tally(tally_of([Played((), "X-1", 1, {})], ("A", "B")), {})
    assert "drawn" in text
    assert "played" not in text


@pytest.mark.parametrize("slug", game_slugs())
def test_every_game_has_decks_to_start_with_and_counts_its_cards(slug: str) -> None:
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    catalog = load_catalog(slug)
    assert set(setup.decks) == (set(game.seats(setup)) if catalog.decks else set())
    played = simulate(game, setup, "cards", 0)
    assert played == simulate(game, setup, "cards", 0)
    assert {seat for seat, _ in played.cards} <= set(game.seats(setup))
    named = {card for _, card in played.cards if "." not in card}
    assert named
    assert named <= catalog.cards.keys()
    assert UNKNOWN not in named


def test_a_card_that_is_there_from_the_start_was_not_played() -> None:
    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    seen = [simulate(game, setup, "roots", number).cards for number in range(5)]
    assert all(cards for cards in seen)
    assert not any(card.startswith("yr") for cards in seen for _, card in cards)


@pytest.mark.parametrize("slug", game_slugs())
def test_greedy_seats_play_every_game_to_its_end(slug: str) -> None:
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    policies = dict.fromkeys(game.seats(setup), greedy_policy)
    seats: list[str] = []
    stream = random.Random("greedy")
    played = play_game(game, setup, stream, policies, lambda _, action: seats.append(action.seat))
    assert played.plies == len(seats) - seats.count(CHANCE)
    assert played.clause in load_catalog(slug).clauses


def test_the_greedy_seat_takes_the_best_lead_it_sees() -> None:
    game = load_game("yggdrasil")
    setup = starter_setup(game, Setup("yggdrasil"))
    judged = []

    def watched(game, state, actions, rng):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        chosen = greedy_policy(game, state, actions, rng)
        values = {}
        for action in actions:
            after = state
            for event in game.advance(state, action)[0]:
                if game.reveals(event):
                    break
                after = game.fold(after, event)
            values[action] = game.value(after, action.seat)
        assert values[chosen] == max(values.values())
        judged.append(len(set(values.values())))
        return chosen

    play_game(game, setup, random.Random("best"), {"A": watched})
    assert max(judged) > 1


@pytest.mark.parametrize("slug", game_slugs())
def test_no_seat_values_what_it_does_not_know(slug: str) -> None:
    game = load_game(slug)
    setup = starter_setup(game, Setup(slug))
    judged = []

    def watch(state: object, action: Action) -> None:
        for seat in game.seats(setup):
            value = game.value(state, seat)
            assert value == game.value(game.view(state, seat), seat)
            judged.append(value)

    play_game(game, setup, random.Random("peek"), watch=watch)
    assert len(set(judged)) > 5


@pytest.mark.parametrize(
    ("slug", "games"),
    [
        ("yggdrasil", 60),
        ("jiguan", 60),
        ("stratosphere", 10),
        ("dicebattle", 40),
        ("spherion", 6),
    ],
)
def test_greedy_seats_beat_random_ones(slug: str, games: int) -> None:
    game = load_game(slug)
    shipped = starter_setup(game, Setup(slug))
    seats = game.seats(shipped)
    # Both sides play the same deck, and each takes either side equally often.
    decks = dict.fromkeys(seats, shipped.decks[seats[0]])
    won = 0
    for number in range(games):
        seat = seats[number % 2]
        stream = random.Random(f"skill/{number}")
        played = play_game(game, Setup(slug, {}, decks), stream, {seat: greedy_policy})
        won += played.winners == (seat,)
    assert won / games >= 0.6


def test_a_set_with_the_dice_token_or_an_unseen_card_is_worth_something() -> None:
    game = load_game("dicebattle")
    text = "turn 1 B set\nfirst A\ndice A 3 0 set\ndice B 4\nhand A m02\nmain A 1={}/down\n"
    token, unseen, pup = (
        game.value(game.notation.parse(text.format(card), Setup("dicebattle")), "A")
        for card in ("token", "?", "m01")
    )
    # The unseen card's value is unknown.
    assert token == unseen < pup


def test_a_seat_foresees_the_card_it_supplied_itself() -> None:
    game = load_game("stratosphere")
    text = "node 2.R | {} ?\nnode 1.L h09 | ?\nforce 1=red 2=black\nturn 3 1 move\nhand 1 -\n"
    turned = []
    for placed in ("d09/1@4", "s09/1@4", "d09/2@4"):
        state = game.notation.parse(text.format(placed), Setup("stratosphere"))
        actions = [action for action in game.legal(state) if action.at == "2.R"]
        actions += [action for action in game.legal(state) if action.verb is Verb.DRAW]
        chosen = {greedy_policy(game, state, actions, random.Random(n)).at for n in range(20)}
        turned.append(chosen)
    # Its own red card always, its own black one never, and a rival's card by chance.
    assert turned == [{"2.R"}, {""}, {"2.R", ""}]


def test_the_value_of_a_position_is_the_outcome_and_then_the_lead() -> None:
    game = load_game("jiguan")
    ends = []
    for number in range(3):
        state = game.start(Setup("jiguan"))
        rng = random.Random(number)
        assert game.value(state, "A") == 0
        while seats := game.to_act(state):
            chance = CHANCE in seats
            action = (
                game.sample(state, rng.randrange) if chance else rng.choice([*game.legal(state)])
            )
            for event in game.advance(state, action)[0]:
                state = game.fold(state, event)
        outcome = game.outcome(state)
        assert outcome is not None
        ends.append(outcome)
        for seat, other in (("A", "B"), ("B", "A")):
            value = game.value(state, seat)
            assert value == -game.value(state, other)
            if outcome.winners:
                assert (value > 1000) is (outcome.winners == (seat,))
    assert len(ends) == 3


@pytest.mark.parametrize("slug", game_slugs())
def test_no_lead_is_worth_as_much_as_a_won_game(slug: str) -> None:
    """Check that no unfinished position is valued like a finished one, and that a win beats all."""
    game = load_game(slug)
    setup, rng = starter_setup(game, Setup(slug)), random.Random(slug)
    state = game.start(setup)
    while seats := game.to_act(state):
        for seat in game.seats(setup):
            assert abs(game.value(state, seat)) < 10_000
        chance = CHANCE in seats
        action = game.sample(state, rng.randrange) if chance else rng.choice([*game.legal(state)])
        _, state = game.advance(state, action)
    outcome = game.outcome(state)
    assert outcome is not None
    for seat in game.seats(setup):
        won = outcome.winners and (1 if seat in outcome.winners else -1)
        assert game.value(state, seat) * (won or 0) > 100_000 or not won


def test_room_to_grow_counts_for_its_owner_and_against_the_rival() -> None:
    game, setup = load_game("yggdrasil"), Setup("yggdrasil")
    even = game.notation.parse("field b1=yr1/A c5=yr1/B\nturn 3 A", setup)
    ahead = game.notation.parse("field b1=yr1/A b2=y03/A c5=yr1/B\nturn 3 A", setup)
    for seat, rival in (("A", "B"), ("B", "A")):
        assert game.value(even, seat) == 0
        assert game.value(ahead, seat) == -game.value(ahead, rival)
    assert game.value(ahead, "A") > 0


def test_the_interval_is_wilsons_and_not_nothing_where_nobody_lost() -> None:
    """Check intervals against Newcombe 1998, table I, method 3 (such as 81 of 263, 0 of 20)."""
    for count, of, low, high in (
        *((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)),
        *((0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (20, 20, 0.8389, 1.0)),
    ):
        found = share(count, of)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
        assert 0 <= found.low <= found.rate == count / of <= found.high <= 1


def test_the_table_shows_where_an_interval_begins_and_ends() -> None:
    tally = tally_of([Played(("A",), "X-1", 1, {})] * 20, ("A", "B"))
    lines = format_tally(tally, {}).splitlines()
    assert "  A      wins 100.0% ( 83.9 … 100.0)" in lines
    assert "  B      wins   0.0% (  0.0 …  16.1)" in lines


def test_a_tally_counts_a_card_once_a_seat_and_game() -> None:
    played = [
        Played(("A",), "X-1", 5, {"A": 3, "B": 1}, frozenset({("A", "c1"), ("B", "c1")})),
        Played((), "X-2", 9, {"A": 1, "B": 1}, frozenset({("B", "c2"), ("B", "token.x")})),
        Played(("A", "B"), "X-1", 7, {}, frozenset()),
    ]
    tally = tally_of(played, ("A", "B"))
    assert tally.wins == {"A": 1, "B": 0}
    assert tally.draws == 2
    assert tally.plies == (5, 7, 9)
    assert {c: (n.played, n.won) for c, n in tally.cards.items()} == {"c1": (2, 1), "c2": (1, 0)}
    rows = list(csv.DictReader(io.StringIO(tally_csv(tally))))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert rows[0]["rate"] == "0.333333"
    assert (rows[0]["low"], rows[0]["high"]) == ("0.061492", "0.792340")
    assert tally_data(tally)["intervals"]["A"] == [0.061492, 0.79234]
    by_name = {(row["part"], row["name"]): row for row in rows}
    assert by_name["played", "c1"]["of"] == "6"
    assert by_name["won_when_played", "c1"]["count"] == "1"
    assert by_name["plies", "mean"]["count"] == "7.0"
    assert by_name["length", "9"]["rate"] == "0.333333"
    assert by_name["ended_by", "X-1"]["count"] == "2"


def test_a_full_disk_leaves_the_older_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "o.csv"
    file.write_text("older")

    def full(path: Path, _: bytes) -> int:
        path.open("wb").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    code, _, err = run(capsys, "jiguan", "--games", "1", "--jobs", "1", "--csv", file)
    assert code == 3
    assert f"{file} can't be written (the disk is full)" in err
    assert [path.name for path in tmp_path.iterdir()] == ["o.csv"]
    assert file.read_text() == "older"


def test_the_command_writes_table_and_csv(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / "1.csv", tmp_path / "2.csv"]
    arguments = ("yggdrasil", "--games", "6", "--seed", "7", "--decks", "A=hunt,B=orchard")
    report = [
        run(capsys, *arguments, "--seats", "A=greedy,B=random", "--jobs", jobs, "--csv", file)
        for jobs, file in zip((1, 2), files, strict=True)
    ]
    assert report[0] == report[1]
    code, out, err = report[0]
    assert (code, err) == (0, "")
    assert "Sun (A) – greedy – Wild Hunt · Moon (B) – random – Golden Orchard" in out
    assert "Wide Bough" in out
    assert files[0].read_bytes() == files[1].read_bytes()
    code, out, _ = run(capsys, *arguments, "--json")
    assert json.loads(out)["cards"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "C=greedy"), "no seat 'C'"),
        (("--seats", "A=gredy"), 'did you mean "greedy"'),
        (("--seats", "greedy"), "write SEAT=PLAYER"),
        (("--csv", "{folder}/no/such.csv"), "the folder does not exist"),
        (("--csv", "{folder}"), "is a folder"),
        (("--plot", "{folder}/picture.gif"), "use one of the extensions .svg, .png, .pdf"),
        (("--csv", "/proc/such.csv", "--games", "1", "--jobs", "1"), "cannot be written"),
    ],
)
def test_a_slip_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    given = [a.replace("{folder}", str(tmp_path)) for a in arguments]
    code, out, err = run(capsys, "yggdrasil", *given)
    assert (code, out) == (3 if says == "cannot be written" else 2, "")
    assert says in err


def test_on_a_terminal_a_bar_grows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "70")
    code, out, err = run(capsys, "jiguan", "--games", "4", "--jobs", "1")
    assert code == 0
    assert "4/4" in err
    assert "4/4" not in out
    monkeypatch.setitem(sys.modules, "rich.console", None)
    code, plain, err = run(capsys, "jiguan", "--games", "4", "--jobs", "1")
    assert (code, plain, err) == (0, out, "")


def test_on_a_terminal_a_count_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "70")

    assert main(["perft", "jiguan", "--depth", "2"]) == 0

    out, err = capsys.readouterr()
    assert "5/5" in err  # the beasts that may be placed first
    assert out.splitlines()[1].split() == ["1", "5"]


def test_ctrl_c_ends_with_one_line_and_reports_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def cut_short(*arguments: object) -> Tally:
        return playouts(load_game("jiguan"), Setup("jiguan"), 3, "0")

    monkeypatch.setattr("rules.cli.playout.playouts_on", cut_short)
    file = tmp_path / "run.csv"
    code, out, err = run(capsys, "jiguan", "--games", "9", "--csv", file)
    assert code == 130
    monkeypatch.setattr("sys.stderr", None)
    assert main(["playout", "jiguan", "--games", "9"]) == 130
    capsys.readouterr()
    assert err == "interrupted: counted the 3 of 9 games that were finished\n"
    assert out.startswith("Ji Guan: 3 games, seed 0: ")
    assert "win,A," in file.read_text("utf-8")


def until_counting(pid: int) -> None:
    """Wait until a run has started its two worker processes."""
    tasks = Path("/proc") / str(pid) / "task" / str(pid) / "children"
    if tasks.is_file():
        until(lambda: len(tasks.read_text("ascii").split()) >= 2)
    else:
        time.sleep(10)  # only Linux lists them


def test_ctrl_c_in_a_real_run_ends_every_process() -> None:
    command = [sys.executable, "-m", "rules", "playout", "jiguan", "--games", "1000000"]
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until_counting(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130
    assert err.startswith("interrupted")
    assert err.count("\n") == 1
    assert out.startswith("Ji Guan: ") or err == "interrupted\n"


def test_names_are_reported_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("yggdrasil", "--games", "6", "--jobs", "1", "--lang")
    assert "広がる大枝" in run(capsys, *arguments, "ja")[1]
    assert "寬展大枝" in run(capsys, *arguments, "zh-Hant")[1]
