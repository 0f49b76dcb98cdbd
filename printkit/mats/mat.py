"""A mat's geometry, from `templates/<slug>/mat-*.toml`: cells, places, fiducials; no PDF code.

Coordinates are those of `plan`. A mat consists of a grid (columns are letters from the first seat's
left, row 1 is nearest to it, at the bottom), of zones (boxes, which may be repeated for the
opposite seat by half a turn about the mat's centre) and of single cells (a turned box, or any
outline). The game's table form (`rules`, `Game.table`) defines the required cells.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from printkit.data.toml_source import choose, game_folder, read_toml
from printkit.mats.mat_file import MatFile, boxed
from printkit.mats.plan import MatCell, MatPlan
from printkit.pdf.geometry import Rect
from printkit.pdf.tags import TagPanel, stable_number
from rules import (
    Catalog,
    DataError,
    Setup,
    TableForm,
    Tag,
    TagKind,
    game_slugs,
    load_catalog,
    load_game,
)

__all__ = [
    "ALL_MATS",
    "MatCell",
    "MatPlan",
    "load_mat",
    "mat_names",
    "mat_tags",
    "table_form",
    "usual_mat",
]


ALL_MATS = "all"
"""The name that requests every mat of a game."""


def mat_names(slug: str) -> list[str]:
    """Return the names of a game's mats."""
    found = game_folder(slug).glob("mat-*.toml")
    return sorted(path.stem.removeprefix("mat-") for path in found)


def usual_mat(slug: str) -> str:
    """Return the mat of the game's default settings, else its first; "" if it has none."""
    names = mat_names(slug)
    if len(names) > 1 and slug in game_slugs():
        usual = load_game(slug).table(Setup(slug)).mat
        names = [name for name in names if name == usual] or names
    return next(iter(names), "")


@cache
def load_mat(slug: str, name: str) -> MatPlan:
    """Load a mat's places; raises `UsageError` for an unknown mat, or `TemplateFaults`."""
    name = choose("mat", name, mat_names(slug))
    data = read_toml(game_folder(slug) / f"mat-{name}.toml", MatFile)
    paper_name, size = data.mat.sheet()
    side, inset = data.fiducial.side, data.fiducial.inset
    far_x, far_y = size.width - inset - side, size.height - inset - side
    corners = ((inset, inset), (far_x, inset), (far_x, far_y), (inset, far_y))
    plan = MatPlan(
        slug=slug,
        name=data.mat.name,
        version=data.mat.version,
        paper=paper_name,
        size=size,
        card=data.card.trim,
        columns=data.grid.columns if data.grid else 0,
        rows=data.grid.rows if data.grid else 0,
        cells=(),
        marks=tuple(TagPanel.whole(x, y, side) for x, y in corners),
    )
    zones = [cell for zone in data.zone for cell in zone.cells(plan)]
    cells = [spot.cell(plan.card) for spot in data.cell]
    return replace(plan, cells=(*_grid_cells(plan), *zones, *cells))


def _grid_cells(plan: MatPlan) -> list[MatCell]:
    field, card = plan.field, plan.card
    return [
        boxed(
            f"{letter}{row}",
            "field",
            Rect(
                field.x + column * card.width,
                field.bottom - row * card.height,
                card.width,
                card.height,
            ),
        )
        for row in range(1, plan.rows + 1)
        for column, letter in enumerate(string.ascii_lowercase[: plan.columns])
    ]


def table_form(slug: str, mat: str) -> TableForm | None:
    """Return the form of the game on this mat, under the first setting that uses the mat."""
    setup = mat_setup(slug, mat)
    return load_game(slug).table(setup) if setup else None


def mat_setup(slug: str, mat: str) -> Setup | None:
    """Return the first set-up that uses this mat: defaults except for one setting."""
    game = load_game(slug)
    for setup in _setups(slug):
        try:
            form = game.table(setup)
        except DataError:  # a value that is incompatible with the other defaults
            continue
        if form.mat == mat:
            return setup
    return None


def _setups(slug: str) -> Iterator[Setup]:
    """Yield the default settings, then each of them changed to each of its other values."""
    yield Setup(slug)
    for name, spec in load_catalog(slug).settings.items():
        values = map(str, range(spec.minimum, spec.maximum + 1)) if spec.integer else spec.values
        for value in values:
            yield Setup(slug, settings={name: value})


def mat_tags(catalog: Catalog) -> tuple[Tag, ...]:
    """Return the fiducials' tags of all mats of a game in a fixed order, without salts.

    The deck field names the mat and its version, the number the corner (clockwise from top left).
    """
    slug = catalog.slug
    found = []
    for name in mat_names(slug):
        plan = load_mat(slug, name)
        deck = stable_number(slug, "mat", plan.name, str(plan.version))
        found += [
            Tag(catalog.letter, deck, TagKind.FIDUCIAL, corner) for corner in range(len(plan.marks))
        ]
    return tuple(found)
