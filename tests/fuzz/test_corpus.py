"""Inputs of the fuzzers' corpora: examples, and each input that once broke a promise.

`benchmarks/fuzz/run.py` adds to them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.fuzz import page
from tests.support.fuzz.target import CORPUS, examples
from tests.support.fuzz.targets import TARGETS


@pytest.fixture(scope="module", autouse=True)
def _no_server_afterwards() -> Iterator[None]:
    yield
    page.close()


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_of_a_corpus_breaks_a_promise(name: str) -> None:
    broken = {}
    for path in examples(name):
        try:
            TARGETS[name].check(path.read_bytes())
        except Exception as error:  # noqa: BLE001 - all inputs are tried
            broken[path.name] = repr(error)
    assert not broken


def test_each_target_has_a_small_corpus_and_each_corpus_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)
    sizes = {name: sum(path.stat().st_size for path in examples(name)) for name in TARGETS}
    assert all(0 < size < 60_000 for size in sizes.values()), sizes
