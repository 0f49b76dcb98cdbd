"""Preflight of a game: its texts, pictures and tags, and the sheets it would print."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from printkit.cards.draw import draw_cards
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout, lay_out_cards
from printkit.cards.one_face import different
from printkit.cards.plan import plan_cards
from printkit.data.toml_source import choose, data_folder, game_folder, rules_folder, shown_path
from printkit.errors import Findings
from printkit.mats.mat import ALL_MATS, load_mat, mat_names, table_form, usual_mat
from printkit.mats.ready_mat import mat_art
from printkit.pdf.fonts import Fonts
from printkit.pdf.output import Steps
from printkit.pdf.tags import TagPanel
from printkit.preflight.camera import AssumedCamera, check_tags
from printkit.preflight.inks import MOST_INK, heaviest_of_picture
from printkit.preflight.pdf import check_bytes
from printkit.preflight.texts import check_texts
from printkit.template.card_template import Style
from printkit.template.findings import Finding, Report, error, finding_of, note, warning
from printkit.typeset.min_sizes import cut, least_on_mat
from rules import Catalog, DataError, Message, Setup, TableForm, load_game
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean


@dataclass(frozen=True, slots=True)
class GameCheck:
    """A request to check a run of cards for a camera."""

    job: CardJob
    camera: AssumedCamera = field(default_factory=lambda: AssumedCamera(named=False))
    mat: str = ""
    """The mat under the camera: "" for the game's default mat, "all" for each of its mats."""


_STAGES = 5
"""Number of stages: data and texts, type sizes, ink, tags and mat, sheets."""


def check_game(asked: GameCheck, steps: Steps | None = None) -> Report:
    """Return every finding about a run; raise `UsageError` for an unknown game or deck.

    `steps` is called as each stage begins.
    """
    steps = steps or Steps()
    steps.total = _STAGES
    steps.step()
    subject = f"{asked.job.game} ({asked.job.lang})"
    try:
        plan = plan_cards(asked.job)
    except DataError as faults:
        return Report.of(subject, map(finding_of, faults.faults))
    except Findings as faults:
        return Report.of(subject, map(finding_of, faults.lines))
    layout = lay_out_cards(plan)
    found = [*layout.errors, *check_mat_cells(plan.catalog)]
    if layout.errors:  # nothing can be drawn, so there are no sheets to measure
        return Report.of(subject, found)
    found += [*layout.tiny, *layout.warnings, *layout.notes]
    steps.step()
    found += check_texts(layout)
    steps.step()
    if asked.job.style != "bw":  # its pictures become black ink only when they are placed
        found += _check_ink(layout)
    steps.step()
    found += _check_tags_of(layout, asked)
    found += check_mat_words(plan.catalog, plan.fonts, plan.style, layout.scale)
    steps.step()
    of_pages = check_bytes(draw_cards(layout).pdf, "sheets", home=True).findings
    # coarse pictures are already reported with their cards
    found += [each for each in of_pages if each.code != "coarse"]
    missing = dict.fromkeys(layout.pictureless)
    found += [warning("no_picture", name, game=plan.catalog.slug) for name in missing]
    return Report.of(subject, found)


def _check_ink(layout: CardLayout) -> Iterator[Finding]:
    """Check the maximum ink coverage of every shipped picture."""
    heaviest, seen = 0.0, 0
    for face in different(layout):
        picture = getattr(face.item, "picture", None)
        if picture is None:
            continue
        most = heaviest_of_picture(picture)
        seen, heaviest = seen + 1, max(heaviest, most)
        if most > MOST_INK + 0.5:
            yield error("ink", face.label, most=f"{most:.0f}", limit=MOST_INK)
    if seen:
        where = Message("check.at_pictures", count=seen)
        yield note("ink_fine", where, most=f"{heaviest:.0f}", limit=MOST_INK)


def _check_tags_of(layout: CardLayout, asked: GameCheck) -> list[Finding]:
    panels: dict[str, TagPanel] = {}
    for face in different(layout):
        if face.panel is not None:
            kind = f"{face.kind} {face.panel.symbol:g}" if face.kind == "token" else face.kind
            panels.setdefault(kind, face.panel)
    slug = layout.plan.catalog.slug
    names = mat_names(slug)
    mats = [usual] if (usual := usual_mat(slug)) else []
    if asked.mat:
        mats = names if asked.mat == ALL_MATS else [choose("mat", asked.mat, names)]
    return check_tags(slug, mats, panels, layout.scale, asked.camera)


def check_mat_cells(catalog: Catalog) -> Iterator[Finding]:
    """Compare mats with the game's table forms, cell by cell, and check the owners of cards.

    The default mat must exist. Other settings may use mats that have not been drawn: the referee
    then asks for their manifest.
    """
    slug, names = catalog.slug, mat_names(catalog.slug)
    usual = load_game(slug).table.form(Setup(slug))
    code = shown_path(rules_folder(slug)).as_posix()
    plans = {plan.name: (name, plan) for name in names for plan in (load_mat(slug, name),)}
    if names and usual.mat not in plans:
        yield error("no_mat", code, mat=usual.mat, near=_near(usual.mat, plans))
    yield from _owners(catalog, usual)
    for mat, (name, plan) in plans.items():
        form = table_form(slug, mat)
        if form is not None:
            asked, printed = ([z.cell for z in form.zones], [cell.id for cell in plan.cells])
            yield from _cells(game_folder(slug) / f"mat-{name}.toml", asked, printed)


def _cells(file: Path, asked: Iterable[str], printed: Iterable[str]) -> Iterator[Finding]:
    asked, printed = dict.fromkeys(asked), dict.fromkeys(printed)
    more = [cell for cell in printed if cell not in asked]
    for cell in asked:
        if cell not in printed:
            yield error("no_cell", _at(file), cell=cell, near=_near(cell, more))
    for cell in more:
        yield warning("odd_cell", _at(file, cell), cell=cell)


def _near(word: str, known: Iterable[str]) -> Text:
    """Return a near match as the end of a sentence, or ""."""
    near = did_you_mean(word, known)
    return Message("check.near", near=near) if near else ""


def _at(file: Path, cell: str = "") -> str:
    """Return the file and the line that names a cell; for a grid's cell, the grid's line."""
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


def check_mat_words(
    catalog: Catalog, fonts: Fonts, style: Style, scale: float
) -> Iterator[Finding]:
    """Find the words on mats that are too small to read across the table."""
    slug, least = catalog.slug, least_on_mat(scale)
    for name in mat_names(slug):
        art = mat_art(load_mat(slug, name), style, fonts, catalog.names[fonts.lang])
        where = Message("check.at_mat", mat=f"{name} ({fonts.lang})")
        for label in art.labels:
            size = label.size * scale
            if size < least - 0.05:
                facts = {"size": f"{size:.1f}", "least": f"{least:.3g}"}
                yield warning("tiny", where, text=cut(label.text), **facts)
