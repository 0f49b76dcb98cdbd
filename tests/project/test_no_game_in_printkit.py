"""printkit knows no game: its code contains no word of one, except in docstring examples."""

import ast
import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from artwork.games import GAMES
from printkit.typeset.pictograms import pictograms
from rules import Catalog, load_catalog

NAMES = rf"{'|'.join(GAMES)}|strato-sphere|dice battle|ji guan"
SHAPES = frozenset({"moon", "sun"})
"""Owners of some games, and shapes that any game's template may name."""
ALLOWED = {
    "mats/sheets.py": frozenset({"maze"}),  # for `TableRules.walls`, which any game may have
    "services/order_file.py": frozenset({"order"}),  # an element of another program's file
    "template/card_template.py": SHAPES,
    "typeset/icons.py": SHAPES,
    "typeset/pictograms.py": SHAPES,
}
COMMON = frozenset(
    {
        # words of printing, of templates and of every game's data
        *("cell", "colour", "condition", "control", "copies", "deck", "extra", "field", "first"),
        *("full", "id", "item", "kana_ja", "keyword", "kind", "name", "none", "owner", "paper"),
        *("place", "reference", "role", "side", "stock", "token", "zone"),
        # outlines, and symbols on dice
        *("arrow", "card", "disc", "hammer", "ring", "round", "star"),
    }
)
"""Words that have one meaning in a game and another in printkit."""


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def words_of(root: Path, catalog: Catalog) -> Iterator[str]:
    """Yield a game's names for settings, seats, owners, decks, terms, cards, places and pieces."""
    data, templates = root / "card_data" / catalog.slug, root / "templates" / catalog.slug
    yield from catalog.settings
    yield from (*catalog.seats, *catalog.owners)
    yield from catalog.decks
    yield from catalog.terms
    with (data / "cards.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    yield from rows[0]
    yield from (row[column] for row in rows for column in ("id", "kind") if column in row)
    for path in templates.glob("mat-*.toml"):
        mat = read(path)
        yield from (
            place.get("kind", "") for part in ("zone", "cell") for place in mat.get(part, ())
        )
    pieces = read(templates / "pieces.toml")
    for part in ("control", "token"):
        yield from (piece["id"] for piece in pieces.get(part, ()))
        yield from (piece["picture"] for piece in pieces.get(part, ()))


def game_words(root: Path) -> frozenset[str]:
    """Return the words of all games that are not words of printkit."""
    found = {word for slug in GAMES for word in words_of(root, load_catalog(slug))}
    return frozenset(word for word in found if len(word) > 1) - COMMON - frozenset(pictograms())


def without_examples(source: str) -> list[str]:
    """Return the lines of a module, with those of docstring examples blanked."""
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


def findings(source: str, words: frozenset[str]) -> list[int]:
    """Return the lines of a module that name a game, cite its clauses or use one of its words."""
    clauses = "|".join(load_catalog(slug).prefix for slug in GAMES)
    named = re.compile(rf"{NAMES}|\b(?:{clauses})-\d", re.IGNORECASE)
    found = {n for n, line in enumerate(without_examples(source), 1) if named.search(line)}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str() as text) if text in words:
                found.add(node.lineno)
            case _:
                pass
    return sorted(found)


def test_the_code_of_printkit_has_no_word_of_a_game(root: Path) -> None:
    words, package = game_words(root), root / "printkit"
    found = []
    for path in sorted(package.rglob("*.py")):
        name, source = path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")
        lines = source.splitlines()
        numbers = findings(source, words - ALLOWED.get(name, frozenset()))
        found += [f"{name}:{number}: {lines[number - 1].strip()}" for number in numbers]
    assert found == []


def test_each_word_of_a_game_is_found_wherever_it_decides(root: Path) -> None:
    planted = '''"""Walls of a maze (SPH-3.4)."""
share = catalog.settings["maze_share"].default
radius = int(catalog.settings["radius"].default)
line = 0.7 if owner == "sun" else 1.4
marks = {"red": disc}
HALTS = frozenset({"undo", "prevent"})
place = next(cell for cell in cells if cell.kind == "wall")
GAME = "spherion"
radius, red = 1.0, "a sun, a wall and a radius in a sentence"
'''
    assert findings(planted, game_words(root)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_every_allowed_word_is_in_use(root: Path) -> None:
    for name, words in ALLOWED.items():
        source = (root / "printkit" / name).read_text(encoding="utf-8")
        assert findings(source, words), name


def test_only_examples_are_left_out() -> None:
    source = '''"""About spherion.

    >>> play("spherion")
    """
GAME = "spherion"
'''
    assert findings(source, frozenset()) == [1, 5]
