"""Docstrings, comments and names follow the language rules of CONTRIBUTING."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

import pytest

PACKAGES = ("rules", "printkit", "companion", "artwork", "benchmarks", "tools")

# Names of more than one class, except in games and artwork; lower it with every rename.
SHARED_CLASS_NAMES = 7

CLAUSE = re.compile(r"(What|Whether|Who|Whom|Whose|Which|Where|How|Why|Of)\b")
# Typesetting may "lay out"; everything else is placed, and is somewhere.
DENIED = re.compile(
    r"\b(told|tells?|said|lies?|lain|lying|lays?(?! out)|laid(?! out)|beside|ow(?:e|es|ed|ing)|anew"
    r"|mend(?:s|ed)?|aright|astray|who(?:so)?ever|nobody|of ours"
    r"|(?:go|goes|going|gone|went) on with|put(?:s|ting)? right)\b",
    re.IGNORECASE,
)
# Names are denied where they are defined; an indented line begins with a data key.
QUOTED = re.compile(r"`[^`]*`|(?m:^ *>>> .*(?:\n *\S.*)*)|(?m:^ {4,}\S+)")
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
IMPERATIVES = frozenset(
    Path(__file__).with_name("imperatives.txt").read_text(encoding="utf-8").split()
)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Nodes = Sequence[ast.AST]


def sources(root: Path) -> Iterator[tuple[PurePath, str]]:
    """Yield every module of the packages: its path from the root, and its source."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            yield path.relative_to(root), path.read_text(encoding="utf-8")


def documented(nodes: Nodes) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yield each docstring with its owner: a module, class or function, or an assignment."""
    for node in nodes:
        if not isinstance(node, ast.Module | ast.ClassDef | Function):
            continue
        for owner, statement in zip([node, *node.body], node.body, strict=False):
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as text):
                    if owner is node or isinstance(owner, ast.Assign | ast.AnnAssign):
                        yield owner, text


def is_property(function: Function) -> bool:
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any(re.search(r"(^|[._])property\b|\.setter$", name) for name in decorators)


def docstring_faults(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Find summaries that begin with a clause, and functions' that begin without an imperative."""
    for owner, text in documented(nodes):
        first = text.value.split(maxsplit=1)[0] if text.value.strip() else ""
        if CLAUSE.match(first):
            yield text.lineno, f"a docstring begins with {first!r}"
        elif isinstance(owner, Function) and not is_property(owner):
            verb = first.rstrip(".,:;")
            if not verb[:1].isupper() or verb.lower() not in IMPERATIVES:
                yield text.lineno, f"{owner.name}: {first!r} is not in imperatives.txt"


def comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def defined(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Yield every name that a module defines, with its line."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
                yield node.lineno, name
            case ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name


def word_faults(path: PurePath, source: str, nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Find denied words in docstrings, comments, names and file names."""
    prose = [(text.lineno, text.value) for _, text in documented(nodes)]
    for line, words in [*prose, *comments(source)]:
        for hit in DENIED.finditer(" ".join(QUOTED.sub("", words).split())):
            yield line, f"says {hit.group()!r}"
    for line, name in [(1, path.stem), *defined(nodes)]:
        if DENIED.search(" ".join(PARTS.findall(name))):
            yield line, f"names something {name!r}"


def faults(path: PurePath, source: str, nodes: Nodes) -> list[str]:
    found = [*docstring_faults(nodes), *word_faults(path, source, nodes)]
    return [f"{path}:{line}: {fault}" for line, fault in sorted(found)]


def parsed(source: str) -> Nodes:
    """Return all nodes of a module's syntax tree, so that several rules share one walk."""
    return list(ast.walk(ast.parse(source)))


@pytest.fixture(scope="module")
def found(root: Path) -> tuple[list[str], Counter[str]]:
    """Return the faults of all modules and the number of classes with each name.

    Classes in games and artwork are not counted: they may share names.
    """
    listed: list[str] = []
    classes = Counter[str]()
    for path, source in sources(root):
        nodes = parsed(source)
        listed += faults(path, source, nodes)
        if not path.as_posix().startswith(("rules/games/", "artwork/")):
            classes.update(node.name for node in nodes if isinstance(node, ast.ClassDef))
    return listed, classes


def test_docstrings_comments_and_names_keep_the_rules(
    found: tuple[list[str], Counter[str]],
) -> None:
    listed, _ = found

    assert not listed, "\n".join(listed)


def test_a_class_name_names_one_class(found: tuple[list[str], Counter[str]]) -> None:
    _, classes = found
    shared = sorted(name for name, count in classes.items() if count > 1)

    assert len(shared) <= SHARED_CLASS_NAMES, shared


GOOD = '''"""Places of cards."""

TOLERANCE = 2.0
"""Millimetres of play."""


class Placed:
    """A card and its place."""

    @property
    def cell(self) -> str:
        """The cell's name."""

    def move(self) -> None:
        """Move the card; lay out its text."""  # before anybody looks
'''


def test_good_language_has_no_fault() -> None:
    assert faults(PurePath("cards.py"), GOOD, parsed(GOOD)) == []


def test_each_rule_finds_a_fault() -> None:
    bad = {
        '"""Places': '"""Where they are: places',
        '"""Millimetres': '"""How many millimetres',
        '"""A card and': '"""Which card, and',
        '"""The cell': '"""Of the cell, the',
        '"""Move the': '"""The move of the',
        "lay out": "lay",
        "before anybody": "before nobody",
        "TOLERANCE": "TOLD_OFF",
        "move(self)": "move(self, laid: int)",
        "Placed": "Lying",
    }
    for good, planted in bad.items():
        source = GOOD.replace(good, planted)
        hits = faults(PurePath("cards.py"), source, parsed(source))
        assert len(hits) == 1, (planted, hits)
    assert len(faults(PurePath("beside.py"), GOOD, parsed(GOOD))) == 1
