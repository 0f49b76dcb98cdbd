"""printkit knows no game: its code names none. Examples in docstrings have to play one."""

import ast
import re
from pathlib import Path

from artwork.games import GAMES

NAMES = re.compile(rf"{'|'.join(GAMES)}|strato-sphere|dice battle|ji guan", re.IGNORECASE)


def without_examples(source: str) -> list[str]:
    """Return the lines of a module; those of examples in docstrings are empty."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text) as docstring) if ">>>" in text:
                first = docstring.lineno + text[: text.index(">>>")].count("\n")
                for number in range(first, docstring.end_lineno or first):
                    lines[number - 1] = ""
            case _:
                pass
    return lines


def test_the_code_of_printkit_names_no_game(root: Path) -> None:
    named = [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for path in sorted((root / "printkit").rglob("*.py"))
        for number, line in enumerate(without_examples(path.read_text(encoding="utf-8")), 1)
        if NAMES.search(line)
    ]
    assert named == []


def test_only_examples_are_left_out() -> None:
    source = '''"""About spherion.

    >>> play("spherion")
    """
GAME = "spherion"
'''
    assert [bool(NAMES.search(line)) for line in without_examples(source)] == [
        True,
        False,
        False,
        False,
        True,
    ]
