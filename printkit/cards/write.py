"""Writing of a run of cards as a PDF with its manifest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printkit.cards import pictures
from printkit.cards.decks import check_decks
from printkit.cards.draw import draw_cards
from printkit.cards.job import ALL, CardJob
from printkit.cards.layout import CardLayout, lay_out_cards
from printkit.cards.plan import CardPlan, plan_cards
from printkit.cards.reprint import Reprint
from printkit.pdf.geometry import Duplex
from printkit.pdf.output import write_printed
from printkit.sheets.registration import load_machine
from printkit.template.findings import faults_of
from rules import Message


@dataclass(frozen=True, slots=True)
class Printed:
    """The written files and their counts."""

    pdf: Path
    manifest: Path
    pages: int
    sheets: int
    cards: int
    controls: int
    decks: dict[str, str]
    paper: str
    warnings: tuple[Message, ...] = ()
    more_files: tuple[Path, ...] = ()
    notes: tuple[Message, ...] = ()


def print_cards(job: CardJob, reprint: Reprint | None = None) -> Printed:
    """Write the PDF and its manifest; raise `PrintError` or `RulesError` if that fails."""
    return write_cards(job, lay_out_cards(plan_cards(job, reprint)), reprint)


def write_cards(job: CardJob, layout: CardLayout, reprint: Reprint | None = None) -> Printed:
    """Draw a job's layout and write it; raise `PrintError` or `RulesError` if that fails."""
    drawn, plan, paper = draw_cards(layout), layout.plan, layout.plan.paper
    pieces = plan.pieces
    plain = not any(card.picture or card.fittings.plates for card in layout.fronts)
    decks = {owner: plan.decks[owner] for owner in plan.owners}
    names = tuple(decks.values())
    stem = reprint.stem if reprint else _stem(job, names, plan.lang, paper.name, plain=plain)
    manifest = replace(
        plan.manifest(stem, layout.scale),
        duplex=paper.duplex.value,
        cards=drawn.cards,
        backs=drawn.backs,
    )
    if reprint is not None:
        manifest = reprint.manifest(manifest, pieces)
    more_files = {f"{stem}-backs.pdf": drawn.backs_pdf} if drawn.backs_pdf else {}
    pdf, written = write_printed(job.out, manifest, drawn.pdf, more_files)
    warnings = check_decks(plan.catalog, plan.decks, plan.owners) if reprint is None else ()
    warnings += tuple(_warnings(plan, layout.pictureless))
    warnings += tuple(fault.message for fault in faults_of(layout.warnings))
    notes = tuple(fault.message for fault in faults_of(layout.notes))
    notes += tuple(_tiny(job, len(layout.tiny), plan.lang))
    more = tuple(job.out / name for name in more_files)
    cards, extras = len(pieces.cards), len(pieces.controls) + len(pieces.tokens)
    pages, sheets = drawn.pages, drawn.sheets
    return Printed(
        pdf, written, pages, sheets, cards, extras, decks, paper.name, warnings, more, notes
    )


def _warnings(plan: CardPlan, pictureless: Sequence[str]) -> Iterator[Message]:
    """Yield warnings about prints that are probably not intended."""
    slug = plan.catalog.slug
    if plan.art and not pictures.available(slug) and not plan.template.dressed:
        yield Message("sheet.told_no_art", game=slug)
    if plan.paper.duplex is Duplex.NONE:
        yield Message("sheet.told_no_backs")
    if pictureless:
        yield Message("sheet.told_pictureless", cards=", ".join(dict.fromkeys(pictureless)))


def _tiny(job: CardJob, count: int, lang: str) -> Iterator[Message]:
    """Warn that some texts are set in small type, and name the command that lists them."""
    if count:
        small = " --small" if job.small else ""
        asked = f"printkit check {job.game}{'' if lang == 'en' else f' --lang {lang}'}{small}"
        yield Message("sheet.told_tiny", count=count, command=asked)


def _stem(job: CardJob, decks: Sequence[str], lang: str, paper: str, *, plain: bool) -> str:
    sheet, parts = job.sheet, [job.game, "cards", *dict.fromkeys(decks)]
    parts += [job.owner] if job.owner != ALL else []
    parts += [lang]
    parts += [paper] if paper != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += ["small"] if job.small else []
    parts += ["plain"] if plain else []
    parts += [sheet.duplex.value] if sheet.duplex is not Duplex.LONG else []
    parts += ["split"] if sheet.split else []
    parts += [sheet.printer] if sheet.printer else []
    parts += [f"gutter{sheet.gutter:g}"] if sheet.gutter else []
    parts += [f"cut-{load_machine(sheet.machine)[0]}"] if sheet.machine else []
    parts += [f"n{job.deck_number}"] if job.deck_number is not None else []
    return "-".join(parts)
