"""A game's mats against its rules: printed places must be where the referee expects them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from printkit.data.toml_source import data_folder, game_folder, rules_folder, shown_path
from printkit.mats.mat import load_mat, mat_names, table_form
from printkit.template.findings import Finding, error, warning
from rules import Catalog, Message, Setup, TableForm, load_game
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean


def check_mat_cells(catalog: Catalog) -> Iterator[Finding]:
    """Compare mats with the game's table forms, place by place, and the owners of cards.

    The default mat must exist. Other settings may use mats that have not been drawn: the referee
    then asks for their manifest.
    """
    slug, names = catalog.slug, mat_names(catalog.slug)
    usual = load_game(slug).table(Setup(slug))
    code = shown_path(rules_folder(slug)).as_posix()
    plans = {plan.name: (name, plan) for name in names for plan in (load_mat(slug, name),)}
    if names and usual.mat not in plans:
        yield error("no_mat", code, mat=usual.mat, near=_near(usual.mat, plans))
    yield from _owners(catalog, usual)
    for mat, (name, plan) in plans.items():
        form = table_form(slug, mat)
        if form is not None:
            yield from _cells(
                game_folder(slug) / f"mat-{name}.toml",
                [zone.cell for zone in form.zones],
                [cell.id for cell in plan.cells],
            )


def _cells(file: Path, asked: Iterable[str], printed: Iterable[str]) -> Iterator[Finding]:
    asked, printed = dict.fromkeys(asked), dict.fromkeys(printed)
    more = [cell for cell in printed if cell not in asked]
    for cell in asked:
        if cell not in printed:
            yield error("no_cell", _at(file), cell=cell, near=_near(cell, more))
    for cell in more:
        yield warning("odd_cell", _at(file, cell), cell=cell)


def _near(word: str, known: Iterable[str]) -> Text:
    """Return a suggestion for the end of a sentence."""
    near = did_you_mean(word, known)
    return Message("check.near", near=near) if near else ""


def _at(file: Path, cell: str = "") -> str:
    """Return the file, and the line that names a place; cells of a grid are not named."""
    lines = file.read_text("utf-8").splitlines()
    words = f'"{cell}"', "[grid]"
    found = [n for word in words if cell for n, line in enumerate(lines, 1) if word in line]
    return ":".join((shown_path(file).as_posix(), *map(str, found[:1])))


def _owners(catalog: Catalog, form: TableForm) -> Iterator[Finding]:
    """Compare the owners of each seat's cards in the data with those in the rules."""
    file = shown_path(data_folder(catalog.slug) / "game.toml").as_posix()
    for owner in dict.fromkeys((*catalog.owners, *form.owners)):
        if catalog.owners.get(owner) != form.owners.get(owner):
            known, rules = catalog.owners.get(owner, "–"), form.owners.get(owner, "–")
            yield error("other_owner", file, owner=owner, data=known, rules=rules)
