"""The table of judging, listing and oracle functions in CONTRIBUTING names what exists."""

import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from rules import game_slugs
from tests.support.clause_examples import table_rows

ROOT = Path(__file__).resolve().parents[2]
NAME = re.compile(r"`([\w.]+)`")


def resolve(slug: str, module: ModuleType | None, name: str) -> ModuleType:
    """Require that a name exists, and return its module; a bare name belongs to `module`."""
    head, _, rest = name.rpartition(".")
    parts = head.split(".") if head else []
    for size in range(len(parts), 0, -1):
        path = f"rules.games.{slug}.{'.'.join(parts[:size])}"
        try:
            module = import_module(path)
        except ModuleNotFoundError:
            continue
        rest = ".".join((*parts[size:], rest))
        break
    assert module is not None, name
    attrgetter(rest)(module)
    return module


def test_the_table_names_functions_that_exist() -> None:
    found = list(table_rows())
    assert {slug for slug, _ in found} == set(game_slugs())
    for slug, (judges, lists, oracle) in found:
        for cell in (judges, lists):
            module = None
            for name in NAME.findall(cell):
                module = resolve(slug, module, name)
            assert module is not None, cell
        second = import_module(f"tests.support.games.{slug}_oracle")
        for name in NAME.findall(oracle):
            if name.endswith(".py"):
                assert (ROOT / "tests/rules" / slug / name).is_file(), name
            else:
                attrgetter(name)(second)
        assert NAME.search(oracle) or oracle == "none", oracle
