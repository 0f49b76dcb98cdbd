"""The arena: the same study on any executor, fair seats, and reports in three languages."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import LANGUAGES, DataError, Deck, Setup, game_slugs, load_catalog, load_game
from rules.__main__ import main
from rules.messages.catalogs import command_words
from rules.sim.arena import Contender, Studied, arena, elo, study, study_of
from rules.sim.playout import processes, starter_setup
from rules.sim.study_report import study_csv, study_data, study_page, study_table

YGG = starter_setup(load_game("yggdrasil"), Setup("yggdrasil"))
PAIR = tuple(Contender("random", YGG.decks[seat]) for seat in "AB")


class LosingPool(Executor):
    """An executor that finishes tasks in the wrong order and loses some with their workers."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: object, **more: object) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args, **more)))
        if len(self.waiting) == 3:
            for each, task in reversed(self.waiting):
                self.calls += 1
                if self.calls % 5 == 0:
                    lost = RuntimeError("worker died")
                    lost.last_worker = "tcp://…"  # type: ignore[attr-defined]
                    each.set_exception(CancelledError() if self.calls % 2 else lost)
                else:
                    each.set_result(task())
            self.waiting = []
        return future


def test_a_seed_gives_the_same_study_on_any_executor() -> None:
    alone = arena(None, YGG, PAIR, 150, "s")
    assert alone.games == 150
    assert sum(alone.wins) + alone.draws == 150
    with ThreadPoolExecutor(3) as threads:
        assert arena(threads, YGG, PAIR, 150, "s", ahead=5) == alone
    with processes(2) as pool:
        assert arena(pool, YGG, PAIR, 150, "s") == alone
    losing = LosingPool()
    assert arena(losing, YGG, PAIR, 150, "s", ahead=3) == alone
    assert losing.calls > 15  # some chunks were played again
    assert arena(None, YGG, PAIR, 150, "t") != alone


def test_a_run_whose_workers_all_die_ends() -> None:
    class Dying(LosingPool):
        def submit(self, fn: Callable[..., Any], /, *_: object, **__: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(CancelledError())
            return future

    with pytest.raises(CancelledError):
        arena(Dying(), YGG, PAIR, 20, "s")


def test_a_run_ends_when_its_rates_are_known_well_enough() -> None:
    seen: list[tuple[int, float]] = []

    def watch(done: int, half: float) -> None:
        seen.append((done, half))

    found = arena(None, YGG, PAIR, 1000, "u", until=0.09, progress=watch)
    assert found.games == seen[-1][0] < 200
    assert found.widest == seen[-1][1] <= 0.09
    assert all(half > 0.09 for _, half in seen[:-1])
    with ThreadPoolExecutor(3) as threads:
        assert arena(threads, YGG, PAIR, 1000, "u", until=0.09, ahead=6) == found


def test_contenders_change_seats() -> None:
    game = load_game("yggdrasil")
    contenders = (Contender("greedy", YGG.decks["A"]), Contender("random", YGG.decks["A"]))
    games = [study(game, YGG, contenders, "seats", number) for number in range(4)]
    assert [one.seats for one in games] == [("A", "B"), ("B", "A")] * 2
    found = arena(None, YGG, contenders, 40, "seats")
    assert found.wins[0] > 25
    assert min(found.by_seat.values()) > 8


@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if slug != "spherion"])
def test_every_game_can_be_studied(slug: str) -> None:
    setup = starter_setup(load_game(slug), Setup(slug))
    seats = load_game(slug).seats(setup)
    contenders = tuple(Contender("random", setup.decks.get(seat)) for seat in seats)
    found = arena(None, setup, contenders, 6, "all")
    catalog = load_catalog(slug)
    assert found.plies[0] > 5
    assert 1 < found.branching < found.most
    assert set(found.dead) < set(catalog.clauses)
    assert found.dead
    assert all(catalog.clauses[clause].forbids for clause in found.dead)
    assert found.played.keys() <= catalog.cards.keys()
    if slug != "jiguan":  # hands are open, and never drawn
        assert found.drawn.keys() <= catalog.cards.keys()
        assert found.drawn
    assert all(0 <= effect.won <= effect.count <= 12 for effect in found.played.values())


def test_a_deck_that_does_not_fit_is_reported_before_anything_runs() -> None:
    with pytest.raises(DataError):
        arena(None, YGG, (PAIR[0], Contender("random", Deck(("y01",)))), 5, "s")


def studied(winner: int, *cards: str) -> Studied:
    pairs = frozenset((0, card) for card in cards) | {(1, "y09")}
    return Studied(
        winner, ("A", "B"), 0, 10, 30, 5, "YGG-11.2", pairs, pairs, frozenset({"YGG-11.2"})
    )


def test_a_card_that_another_one_beats_is_named() -> None:
    games = [studied(0, "y01", "y03")] * 40 + [studied(1, "y02", "y03")] * 40
    found = study_of(games, "yggdrasil", PAIR)
    assert found.dominated == {"y02": "y01", "y03": "y01"}
    assert found.first.share.rate == 0.5
    # Cards of different contenders are not compared.
    assert "y09" not in found.dominated.values()
    assert found.branching == 3


def test_elo_is_the_logarithm_of_the_odds() -> None:
    assert elo(0.5) == 0
    assert round(elo(0.64)) == 100
    assert elo(0.0) == pytest.approx(-elo(1.0))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reports_show_every_rate(lang: str) -> None:
    games = [studied(0, "y01")] * 30 + [studied(1, "y02")] * 30 + [studied(-1, "y01")]
    found, catalog = study_of(games, "yggdrasil", PAIR), load_catalog("yggdrasil")
    table = study_table(found, catalog, lang)
    page = study_page(found, catalog, lang, "seed <1>")
    for text in (table, page):
        assert catalog.cards["y01"].names[lang] in text
        assert catalog.clauses["YGG-11.2"].titles[lang] in text
        assert "random – hunt" in text
        assert "49.2%" in text
    assert "&lt;1&gt;" in page
    assert page.count("<svg") == 1 + 2 + 1 + 2 + 1 + 1 + 3 + 3
    rows = list(csv.DictReader(study_csv(found, catalog).splitlines()))
    drawn = {row["name"]: row for row in rows if row["part"] == "drawn"}
    assert drawn["y01"]["count"] == "30"
    assert drawn["y01"]["of"] == "31"
    assert study_data(found, catalog)["rates"]["draw"][0]["count"] == 1
    # Clauses that only describe, and those that were applied, are not listed.
    assert "YGG-6.2" in found.dead
    assert not {"YGG-6.5", "YGG-11.2"} & set(found.dead)
    for text in (table, page):
        assert f"YGG-6.2 {catalog.clauses['YGG-6.2'].titles[lang]}" in text
    assert [row["name"] for row in rows if row["part"] == "dead"] == list(found.dead)


def test_rates_that_a_study_lacks_are_left_out() -> None:
    applied = frozenset(load_catalog("yggdrasil").clauses)
    shown = frozenset({(0, "y03"), (1, "y03.token")})
    one = Studied(2, ("A", "B", "C"), -1, 10, 30, 5, "YGG-11.2", shown, shown, applied)
    found, catalog = study_of([one], "yggdrasil", (*PAIR, PAIR[0])), load_catalog("yggdrasil")
    catalog = replace(catalog, seat_names={**catalog.seat_names, "C": catalog.seat_names["A"]})
    assert set(found.drawn) == {"y03"}  # a token is not drawn
    words = command_words("arena", "en")
    for text in (study_table(found, catalog, "en"), study_page(found, catalog, "en", "")):
        assert words["first"] not in text
        assert words["dead"] not in text
        assert "Elo" not in text
        assert words["seat"] in text


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, table = tmp_path / "a.html", tmp_path / "a.csv"
    command = ["arena", "jiguan", "--games", "400", "--until", "12%", "--seats", "A=greedy"]
    runs = []
    for jobs in "12":
        assert main([*command, "--jobs", jobs, "--csv", str(table), "--html", str(page)]) == 0
        runs.append((capsys.readouterr().out, table.read_bytes(), page.read_bytes()))
    assert runs[0] == runs[1]
    assert "greedy – court" in runs[0][0]
    assert main([*command, "--games", "10", "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["game"] == "jiguan"
    assert data["games"] == 10


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--until", "0%"), "not a percentage"),
        (("--until", "1.2.3"), "not a percentage"),
        (("--seats", "A=gredy"), 'did you mean "greedy"'),
        (("--seats", "C=greedy"), "no seat 'C'"),
        (("--csv", "x", "--html", "x"), "x"),
    ],
)
def test_bad_options_are_refused(
    options: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "jiguan", "--lang", "en", *options]) == 2
    assert says in capsys.readouterr().err


def test_an_interrupted_run_reports_the_finished_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def stopped(*arguments: Any) -> Studied:  # noqa: ANN401 - passed on
        played.append(arguments)
        if len(played) > 25:
            raise KeyboardInterrupt
        return study(*arguments)

    monkeypatch.setattr("rules.sim.arena.study", stopped)
    assert main(["arena", "jiguan", "--jobs", "1", "--lang", "en"]) == 130
    shown = capsys.readouterr()
    assert "games 20" in shown.out
    assert "counted the 20 of 100 games" in shown.err
    played.clear()
    monkeypatch.setattr("sys.stderr", None)
    assert main(["arena", "jiguan", "--jobs", "1", "--lang", "en"]) == 130
    assert "games 20" in capsys.readouterr().out


def test_a_cluster_plays_the_same_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    @contextmanager
    def connected(address: str) -> Iterator[tuple[Executor, int]]:
        asked.append(address)
        with ThreadPoolExecutor(2) as threads:
            yield threads, 2

    monkeypatch.setattr("rules.sim.cluster.connected", connected)
    runs = []
    for where in (("--jobs", "1"), ("--cluster", "tcp://host:1")):
        assert main(["arena", "jiguan", "--games", "30", "--seed", "c", *where]) == 0
        runs.append(capsys.readouterr().out)
    assert runs[0] == runs[1]
    assert asked == ["tcp://host:1"]


def test_without_output_the_results_need_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(["arena", "jiguan", "--lang", "en"]) == 3
    assert "--csv" in capsys.readouterr().err
