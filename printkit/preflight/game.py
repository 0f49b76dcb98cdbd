"""Preflight of a game: its texts, pictures, tags and the sheets it would print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from printkit.cards.job import CardJob, prepare
from printkit.cards.one_face import Singles, singles_of
from printkit.data.toml_source import choose
from printkit.errors import Findings
from printkit.mats.mat import ALL_MATS, mat_names, usual_mat
from printkit.pdf.output import Steps
from printkit.pdf.tags import TagPanel
from printkit.preflight.camera import AssumedCamera, check_tags
from printkit.preflight.inks import MOST_INK, heaviest_of_picture
from printkit.preflight.mat_cells import check_mat_cells
from printkit.preflight.mat_words import check_mat_words
from printkit.preflight.pdf import check_bytes
from printkit.preflight.texts import check_texts
from printkit.template.findings import Finding, Report, error, finding_of, note, warning
from rules import DataError, Message


@dataclass(frozen=True, slots=True)
class GameCheck:
    """A request: a run of cards, and the camera that will look at them."""

    job: CardJob
    camera: AssumedCamera = field(default_factory=lambda: AssumedCamera(named=False))
    mat: str = ""
    """The mat under the camera; "": the game's first, "all": each of them."""


_STAGES = 5
"""The stages: data and texts, sizes of type, ink, tags and mat, the sheets."""


def check_game(asked: GameCheck, steps: Steps | None = None) -> Report:
    """Return every finding about a run; raises `UsageError` for an unknown game or deck.

    `steps` is called as each stage begins.
    """
    steps = steps or Steps()
    steps.total = _STAGES
    steps.step()
    subject = f"{asked.job.game} ({asked.job.lang})"
    try:
        run = prepare(asked.job)
    except DataError as faults:
        return Report.of(subject, map(finding_of, faults.faults))
    except Findings as faults:
        return Report.of(subject, map(finding_of, faults.lines))
    undrawn = run.sheets.findings()
    found = [*undrawn, *check_mat_cells(run.catalog)]
    if undrawn:  # nothing can be drawn, so there are no sheets to measure
        return Report.of(subject, found)
    found += run.sheets.tiny
    found += [*run.sheets.warnings, *run.sheets.notes]
    steps.step()
    singles = singles_of(run, run.sheets.paper.scale)
    found += check_texts(singles)
    steps.step()
    if asked.job.style != "bw":  # whose pictures are turned into black ink when they are placed
        found += _check_ink(singles)
    steps.step()
    found += _check_tags_of(singles, asked)
    fonts, style = run.sheets.fonts, run.sheets.faces.style
    found += check_mat_words(run.catalog, fonts, style, singles.scale)
    steps.step()
    run.sheets.draw_all()
    of_pages = check_bytes(run.sheets.sheets.data(), "sheets", home=True).findings
    found += [
        each for each in of_pages if each.code != "coarse"
    ]  # Reported with their cards above.
    slug = run.catalog.slug
    missing = dict.fromkeys(run.sheets.faces.pictureless)
    found += [warning("no_picture", name, game=slug) for name in missing]
    return Report.of(subject, found)


def _check_ink(singles: Singles) -> Iterator[Finding]:
    """Check the heaviest paint of every shipped picture, and of the inks of texts."""
    heaviest, seen = 0.0, 0
    for face in singles.different():
        picture = getattr(face.item, "picture", None)
        if picture is None:
            continue
        most = heaviest_of_picture(picture)
        seen, heaviest = seen + 1, max(heaviest, most)
        if most > MOST_INK + 0.5:
            yield error("ink", face.label, most=f"{most:.0f}", limit=MOST_INK)
    if seen:
        yield note(
            "ink_fine",
            Message("check.at_pictures", count=seen),
            most=f"{heaviest:.0f}",
            limit=MOST_INK,
        )


def _check_tags_of(singles: Singles, asked: GameCheck) -> list[Finding]:
    panels: dict[str, TagPanel] = {}
    for face in singles.different():
        if face.panel is not None:
            kind = f"{face.kind} {face.panel.symbol:g}" if face.kind == "token" else face.kind
            panels.setdefault(kind, face.panel)
    slug = singles.run.catalog.slug
    names = mat_names(slug)
    mats = [usual] if (usual := usual_mat(slug)) else []
    if asked.mat:
        mats = names if asked.mat == ALL_MATS else [choose("mat", asked.mat, names)]
    return check_tags(slug, mats, panels, singles.scale, asked.camera)
