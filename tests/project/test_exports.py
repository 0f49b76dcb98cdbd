"""An `__init__` that re-exports has an `__all__`, complete and in order."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = sorted(
    path
    for name in ("rules", "printkit", "companion")
    for path in (ROOT / name).rglob("__init__.py")
)


def re_exported(tree: ast.Module, package: str) -> set[str]:
    """Return the public names that an `__init__` imports from its own package only to pass on."""
    names = set()
    for node in tree.body:
        inside = isinstance(node, ast.ImportFrom) and (
            node.level or (node.module or "").split(".")[0] == package
        )
        if inside:
            names |= {alias.asname or alias.name for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return {name for name in names - used if not name.startswith("_")}


def declared(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return None


def test_there_are_packages_to_look_at() -> None:
    assert len(PACKAGES) >= 3


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_all_is_complete_and_in_order(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = re_exported(tree, path.relative_to(ROOT).parts[0])
    listed = declared(tree)
    if listed is None:
        assert not names, f"__all__ is missing; re-exported: {sorted(names)}"
        return

    # The order that ruff enforces: CONSTANTS, then Classes, then functions.
    rank = {True: 0, False: 1}
    in_order = sorted(listed, key=lambda n: (rank[n.isupper()], rank[n[:1].isupper()], n))
    assert listed == in_order
    assert len(set(listed)) == len(listed)
    assert names <= set(listed)
