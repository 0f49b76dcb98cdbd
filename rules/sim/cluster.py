"""Executors of a Dask cluster, for simulations that outgrow one machine (extra: cluster).

Only this module imports distributed. The scheduler replays the tasks of workers that die, and
`rules.sim.playout.spread` those that it gives up.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from rules.errors import NoCluster
from rules.version import __version__

_PATIENCE_S = 10


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to a scheduler; provide an executor and the number of its cores.

    Raise `NoCluster` if the cluster is away, has no workers, or runs another version of `rules`,
    and `ModuleNotFoundError` if the library distributed is missing.
    """
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our sentences replace its own
    try:
        client: Any = Client(address, timeout=_PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call]  # the library lacks types
    except (OSError, ValueError) as error:
        raise NoCluster("cluster_away", address=address, command="dask scheduler") from error
    with client:
        found = client.run(_version)
        if not found:
            raise NoCluster("cluster_idle", address=address, command=f"dask worker {address}")
        other = sorted(set(found.values()) - {__version__})
        if other:
            raise NoCluster("cluster_version", found=", ".join(other), own=__version__)
        with client.get_executor(pure=False) as pool:
            yield pool, sum(client.nthreads().values())


def _version() -> str:
    from rules.version import __version__ as version

    return version
