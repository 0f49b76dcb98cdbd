"""The examples in docstrings work, so that a newcomer can copy them."""

import doctest
import importlib
import json
import shutil
from pathlib import Path

import pytest

from rules import load_manifest, parse_tag

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


PICTURES = ROOT / "tests" / "companion" / "vision" / "pictures"
PAPER = PICTURES / "paper" / "yggdrasil"


def missing_one(manifest: Path) -> dict[str, object]:
    """Return the result of a scan that missed a card of the first owner."""
    card = next(card for card in load_manifest(manifest).cards if card.card == "y03")
    row = {
        "card": card.card,
        "tag": card.tag,
        "number": parse_tag(card.tag).deck,
        "slot": card.slot,
    }
    result = {"scan": 1, "game": "yggdrasil", "manifests": ["cards.manifest.json"]}
    return {**result, "decks": [{"missing": [row]}]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the examples: a picture of a table, its manifests, a scan's result."""
    shutil.copy(PICTURES / "distance-mat" / "yggdrasil.jpg", tmp_path / "table.jpg")
    shutil.copy(PAPER / "yggdrasil-mat-4x5-en.manifest.json", tmp_path / "mat.manifest.json")
    cards = PAPER / "yggdrasil-cards-orchard-hunt-en.manifest.json"
    shutil.copy(cards, tmp_path / "cards.manifest.json")
    (tmp_path / "result.json").write_text(json.dumps(missing_one(cards)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_its_examples_hold(name: str, folder: Path) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("package", ["printkit", "companion"])
def test_every_public_function_has_an_example(package: str) -> None:
    module = importlib.import_module(package)
    lacking = [n for n in module.__all__ if ">>>" not in (getattr(module, n).__doc__ or "")]
    assert lacking == (["replay_log"] if package == "companion" else [])  # requires referee_match
