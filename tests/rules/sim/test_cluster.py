"""A Dask cluster: the same study as at home, though workers die; clusters that cannot play."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from distributed import LocalCluster

from rules import Setup, load_game
from rules.__main__ import main
from rules.errors import NoCluster
from rules.sim import cluster
from rules.sim.arena import Contender, arena
from rules.sim.cluster import connected
from rules.sim.playout import starter_setup


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX signal")
def test_workers_may_die_and_nothing_is_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = starter_setup(load_game("jiguan"), Setup("jiguan"))
    contenders = tuple(Contender("random", setup.decks[seat]) for seat in "AB")
    alone = arena(None, setup, contenders, 200, "cluster")
    killed = []
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as machines:

        def kill(done: int, _half: float) -> None:
            if done in (20, 100):
                worker = list(machines.workers.values())[done == 20]
                os.kill(worker.process.process.pid, signal.SIGKILL)
                killed.append(done)

        address = machines.scheduler_address
        with connected(address) as (pool, cores):
            assert cores == 2
            assert arena(pool, setup, contenders, 200, "cluster", progress=kill) == alone
        assert killed == [20, 100]
        monkeypatch.setattr(cluster, "__version__", "0.0.0")
        with pytest.raises(NoCluster, match=r"0\.0\.0"), connected(address):
            pass


def test_a_cluster_without_workers_is_reported() -> None:
    with (
        LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1") as machines,
        pytest.raises(NoCluster, match="no workers"),
        connected(machines.scheduler_address),
    ):
        pass


def test_a_cluster_that_is_away_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE_S", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        command = ["arena", "jiguan", "--games", "2", "--cluster", address, "--lang", "en"]
        assert main(command) == 3
        assert f"no cluster answers at {address}" in capsys.readouterr().err
