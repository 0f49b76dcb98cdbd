"""Commands print through `printkit.api`, so other programs get the same result."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

import printkit
from printkit import cli
from printkit.errors import UsageError

ASKED = {
    "check_game": ("check", "jiguan", "--small", "--camera-px", "640x480"),
    "check_pdf": ("check", "cards.pdf"),
    "preview": ("preview", "jiguan", "j01", "--proof", "--as", "svg"),
    "print_cards": ("cards", "jiguan", "--owner", "sun", "--duplex", "short"),
    "print_craft": ("craft", "d6", "--numbers"),
    "print_learn": ("learn", "jiguan", "--no-booklet"),
    "print_mat": ("mat", "jiguan", "--overlap", "12"),
    "print_missing": ("cards", "--missing", "result.json", "--piece", "why"),
    "print_reference": ("reference", "jiguan", "--players", "3"),
    "print_rulebook": ("rulebook", "jiguan", "--no-booklet"),
}
GIVEN = {
    "check_game": {"game": "jiguan", "small": True, "camera": (640, 480)},
    "check_pdf": {"pdf": Path("cards.pdf")},
    "preview": {"game": "jiguan", "faces": ["j01"], "proof": True, "kind": "svg"},
    "print_cards": {"game": "jiguan", "owner": "sun", "duplex": "short"},
    "print_craft": {"thing": "d6", "numbers": True},
    "print_learn": {"game": "jiguan", "booklet": False},
    "print_mat": {"game": "jiguan", "overlap": 12.0},
    "print_missing": {"result": Path("result.json"), "pieces": ["why"]},
    "print_reference": {"game": "jiguan", "players": 3},
    "print_rulebook": {"game": "jiguan", "booklet": False},
}


def test_every_function_has_its_command() -> None:
    assert sorted(ASKED) == sorted(GIVEN) == sorted(printkit.__all__)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_command_calls_its_function(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that only the given options differ from the function's own defaults."""
    monkeypatch.chdir(tmp_path)
    Path("result.json").write_text('{"scan": 1, "game": "jiguan", "manifests": []}', "utf-8")
    command, *arguments = ASKED[name]
    function = getattr(printkit, name)
    signature = inspect.signature(function)
    calls: list[dict[str, object]] = []

    def called(*args: object, **kwargs: object) -> None:
        calls.append(signature.bind(*args, **kwargs).arguments)
        raise UsageError("called")

    module = importlib.import_module(f"printkit.commands.{command}")
    (own,) = [key for key, value in vars(module).items() if value is function]
    monkeypatch.setattr(module, own, called)
    assert cli.run([command, *arguments]) == 2
    (given,) = calls
    defaults = {key: parameter.default for key, parameter in signature.parameters.items()}
    changed = {
        key: value
        for key, value in given.items()
        if key not in ("progress", "faulty", "out") and (value or None) != (defaults[key] or None)
    }
    assert changed == GIVEN[name]
