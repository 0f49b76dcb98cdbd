"""The table of judging, listing and oracle functions in CONTRIBUTING names what exists."""

import re
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType

from rules import game_slugs

ROOT = Path(__file__).resolve().parents[2]
NAME = re.compile(r"`([\w.]+)`")


def rows() -> Iterator[tuple[str, list[str]]]:
    """Yield the game and the cells of each row in the table of "Add a clause"."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## Add a clause")[2].partition("\n## ")[0]
    slug = ""
    for line in re.findall(r"^ *\|(?! Game|-)(.*)\|$", section, re.MULTILINE):
        game, _, *cells = [cell.strip() for cell in line.split("|")]
        slug = game.strip("`") or slug
        yield slug, cells


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
    found = list(rows())
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
