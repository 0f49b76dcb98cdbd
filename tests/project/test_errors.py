"""One exception tree per package, drawn at the top of its file and up to date."""

import importlib
import pkgutil
import re
from types import ModuleType

import pytest

TREES = {
    "rules": "rules.errors",
    "printkit": "printkit.errors",
    "companion": "companion.errors",
}


def raised(package: str) -> set[type[BaseException]]:
    """Return every exception class that a module of `package` defines."""
    top = importlib.import_module(package)
    names = [found.name for found in pkgutil.walk_packages(top.__path__, f"{package}.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith(".__main__")]
    return {
        value
        for module in [top, *modules]
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BaseException)
        and value.__module__.split(".")[0] == package
    }


def drawn(module: ModuleType) -> dict[str, str]:
    """Return each class in the docstring's tree with its parent's name, or ``""`` for the root."""
    parents: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in (module.__doc__ or "").splitlines():
        found = re.match(r"([\s│├└─]*)([A-Z][A-Za-z]+)(?:\s{2,}\S|$)", line)
        if not found:
            continue
        depth, name = len(found.group(1)), found.group(2)
        while above and above[-1][0] >= depth:
            above.pop()
        parents[name] = above[-1][1] if above else ""
        above.append((depth, name))
    return parents


@pytest.mark.parametrize("package", TREES)
def test_every_exception_hangs_on_the_drawn_tree(package: str) -> None:
    tree = drawn(importlib.import_module(TREES[package]))
    classes = raised(package)

    assert [name for name, parent in tree.items() if not parent] == [next(iter(tree))]
    ours = {each.__name__ for each in classes}
    actual = {
        each.__name__: next((base.__name__ for base in each.__bases__ if base.__name__ in ours), "")
        for each in classes
    }
    assert tree == actual
