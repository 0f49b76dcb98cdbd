"""The examples in docstrings hold: what a newcomer copies from them works."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITH_EXAMPLES = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for package in ("rules", "printkit", "companion")
    for path in (ROOT / package).rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


def test_there_are_examples() -> None:
    assert "rules" in WITH_EXAMPLES
    assert "rules.core.action" in WITH_EXAMPLES


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_its_examples_hold(name: str) -> None:
    module = importlib.import_module(name)
    # A module in which names come when they are asked for has them in no dictionary.
    names = None if name != "rules" else {each: getattr(module, each) for each in module.__all__}
    result = doctest.testmod(module, globs=names)
    assert result.attempted > 0
    assert result.failed == 0
