"""Checks that the clause examples of every game must pass, in code or in a table."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from rules import LANGUAGES, refusal
from rules.catalog.sentences import FACT_NAMES
from tests.support.paths import TESTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules import Action, Catalog, Rules, Verdict, Violation

__all__ = [
    "examples_of",
    "forbidding",
    "has_examples",
    "is_refused_by",
    "is_rendered",
    "never_lacks_a_fact",
    "table_rows",
    "where_judged",
]


def examples_of(slug: str) -> dict[str, dict[str, Any]]:
    """Return the examples in a game's `clauses.toml`, by clause."""
    path = TESTS / "rules" / slug / "clauses.toml"
    return tomllib.loads(path.read_text("utf-8"))


def forbidding(catalog: Catalog) -> set[str]:
    """Return the clauses that an action or a deck can break."""
    return {clause.id for clause in catalog.clauses.values() if clause.forbids}


def has_examples(catalog: Catalog, examples: Iterable[str]) -> None:
    """Require exactly one entry for each clause that forbids."""
    file, odd = f"tests/rules/{catalog.slug}/clauses.toml", forbidding(catalog) ^ {*examples}
    assert not odd, f"{file}: add or remove the examples of {', '.join(sorted(odd))}"


def table_rows() -> Iterator[tuple[str, list[str]]]:
    """Yield the game and the cells of each row in CONTRIBUTING's table of "Add a clause"."""
    text = (TESTS.parent / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## Add a clause")[2].partition("\n## ")[0]
    slug = ""
    for line in re.findall(r"^ *\|(?! Game|-)(.*)\|$", section, re.MULTILINE):
        game, _, *cells = [cell.strip() for cell in line.split("|")]
        slug = game.strip("`") or slug
        yield slug, cells


def where_judged(slug: str) -> str:
    """Return the files in which the table finds a game's judging and listing functions."""
    home, files = f"rules/games/{slug}", dict[str, None]()
    for name in (n for game, cells in table_rows() if game == slug for n in cells[:2]):
        for parts in (dotted.split(".") for dotted in re.findall(r"`([\w.]+)`", name)):
            paths = ("/".join((home, *parts[:n])) + ".py" for n in range(len(parts), 0, -1))
            files.update(dict.fromkeys(p for p in paths if (TESTS.parent / p).is_file()))
    return ", ".join(files)


def is_refused_by(catalog: Catalog, verdict: Verdict, broken: Iterable[str]) -> None:
    """Require that the verdict refuses by exactly these clauses, and that each can be rendered."""
    report = f"{verdict}: for {', '.join(broken)}, see {where_judged(catalog.slug)}"
    assert verdict.status == "illegal", report
    assert list(verdict.clauses) == list(broken), report
    for violation in verdict.violations:
        is_rendered(catalog, violation)


def is_rendered(catalog: Catalog, violation: Violation) -> None:
    """Require a refusal in every language, and all the facts that its text needs."""
    odd = sorted({name for name, _ in violation.facts} - FACT_NAMES)
    assert not odd, f"{violation}: there are no facts {odd}, only {sorted(FACT_NAMES)}"
    assert violation.clause in catalog.clauses, f"{violation}: there is no such clause"
    clause = catalog.clauses[violation.clause]
    for lang in LANGUAGES:
        words, own = refusal(catalog, violation).render(lang), clause.refusals[lang]
        report = f"{violation}: in {lang} it is said as {words!r}"
        assert words, report
        lacks = f"{report}, the title: the refusal {own!r} asks for a fact that is not given"
        assert not own or words != clause.titles[lang], lacks
        assert not set("{}") & set(words), f"{report}, with braces in it"
        assert words == words.strip(), f"{report}: a fact at its beginning or end is empty"


def never_lacks_a_fact(
    game: Rules[Any], catalog: Catalog, state: object, actions: Iterable[Action]
) -> None:
    """Require that every violation in a position can be rendered."""
    for action in actions:
        for violation in game.violations(state, action):
            is_rendered(catalog, violation)
