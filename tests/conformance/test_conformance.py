"""Every installed game, and so any new one, satisfies every claim of the conformance suite."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules import game_slugs
from tests.conformance.suite import CLAIMS, PROOFS, Subject, subject

SEEDS = range(3)


@pytest.fixture(scope="module", params=game_slugs())
def it(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_the_game_keeps_the_claim(
    it: Subject, claim: Callable[[Subject, int], None], seed: int
) -> None:
    claim(it, seed)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.__name__)
def test_the_game_has_the_proof(it: Subject, proof: Callable[[Subject], None]) -> None:
    proof(it)


def test_nothing_hangs_on_the_order_of_sets(it: Subject, root: Path) -> None:
    """Check that two processes with different hash seeds write the same transcripts."""
    transcripts = [
        subprocess.run(
            [sys.executable, "-m", "tests.conformance.transcript", it.game.slug],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert transcripts[0] == transcripts[1]
    assert b'"accepted"' in transcripts[0]
