"""Classes are composed: a line of inheritance has at most three classes of the project.

Errors are real variants, and the referee will be restructured; both are exempt.
"""

import ast
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEEPEST = 3


def bases_in(sources: Iterable[str]) -> dict[str, set[str]]:
    """Return the names of each class's bases; classes of one name count as one."""
    found: dict[str, set[str]] = {}
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                plain = (
                    base.value if isinstance(base, ast.Subscript) else base for base in node.bases
                )
                names = {ast.unparse(base).rpartition(".")[2] for base in plain}
                found.setdefault(node.name, set()).update(names)
    return found


def depth(name: str, bases: dict[str, set[str]], below: frozenset[str] = frozenset()) -> int:
    """Return a class's depth of inheritance within the project."""
    if name not in bases or name in below:
        return 0
    return 1 + max((depth(base, bases, below | {name}) for base in bases[name]), default=0)


def too_deep(bases: dict[str, set[str]]) -> dict[str, int]:
    found = {name: depth(name, bases) for name in bases}
    return {name: deep for name, deep in found.items() if deep > DEEPEST}


def test_no_class_is_deeper_than_three() -> None:
    files = [
        file for name in ("rules", "printkit", "companion") for file in (ROOT / name).rglob("*.py")
    ]
    kept = [file for file in files if file.name != "errors.py" and file.parent.name != "referee"]
    assert len(kept) > 500
    assert too_deep(bases_in(file.read_text(encoding="utf-8") for file in kept)) == {}


def test_a_fourth_class_is_found() -> None:
    tower = "class A: ...\nclass B(A[int]): ...\nclass C(m.B): ...\nclass D(C): ..."
    assert too_deep(bases_in([tower])) == {"D": 4}
