"""Writing of a run of cards as a PDF with its manifest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from printkit.cards import pictures
from printkit.cards.decks import check_decks
from printkit.cards.faces import CardFaces
from printkit.cards.job import ALL, CardJob, prepare
from printkit.cards.reprint import Reprint
from printkit.pdf.geometry import Duplex
from printkit.pdf.output import write_printed
from printkit.pdf.tags import symbol_of
from printkit.sheets.registration import load_machine
from printkit.template.findings import faults_of
from rules import Catalog, Manifest, Message
from rules.version import __version__


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
    found = prepare(job, reprint)
    catalog, template, owners, decks = found.catalog, found.template, found.owners, found.decks
    lang, paper, run = found.lang, found.paper, found.sheets
    plan, faces, scale = run.plan, run.faces, run.paper.scale
    run.set_all()
    run.draw_all()
    plain = not any(card.picture or card.fittings.plates for card in run.fronts)
    names = [decks[owner] for owner in owners]
    stem = reprint.stem if reprint else _stem(job, names, lang, paper, plain=plain)
    manifest = Manifest(
        game=catalog.slug,
        tool=f"printkit {__version__}",
        pdf=f"{stem}.pdf",
        template=f"{catalog.slug}/{template.label}",
        symbol=symbol_of(template.front_panel.scaled(scale)),
        deck="+".join(dict.fromkeys(names)),
        deck_number=plan.numbers[owners[0]],
        lang=lang,
        paper=paper,
        duplex=job.duplex.value,
        scale=scale,
        card_width_mm=template.size.width * scale,
        card_height_mm=template.size.height * scale,
        cards=tuple(run.printed),
        backs=run.printed_backs(),
    )
    if reprint is not None:
        manifest = reprint.manifest(manifest, plan)
    split = run.back_sheets is not run.sheets and run.back_sheets.pages > 0
    more_files = {f"{stem}-backs.pdf": run.back_sheets.data()} if split else {}
    pdf, written = write_printed(job.out, manifest, run.sheets.data(), more_files)
    return Printed(
        pdf,
        written,
        run.sheets.pages + (run.back_sheets.pages if split else 0),
        run.paper_sheets,
        len(plan.cards),
        len(plan.controls) + len(plan.tokens),
        {owner: decks[owner] for owner in owners},
        paper,
        (
            *(check_decks(catalog, decks, owners) if reprint is None else ()),
            *_warnings(job, catalog, faces),
            *(fault.message for fault in faults_of(run.warnings)),
        ),
        tuple(job.out / name for name in more_files),
        (
            *(fault.message for fault in faults_of(run.notes)),
            *_tiny(job, len(run.tiny), lang),
        ),
    )


def _warnings(job: CardJob, catalog: Catalog, faces: CardFaces) -> Iterator[Message]:
    """Yield warnings about prints that are probably not intended."""
    slug, missing = catalog.slug, dict.fromkeys(faces.pictureless)
    if job.art and not pictures.available(slug) and not faces.template.dressed:
        yield Message("sheet.told_no_art", game=slug)
    if job.duplex is Duplex.NONE:
        yield Message("sheet.told_no_backs")
    if missing:
        yield Message("sheet.told_pictureless", cards=", ".join(missing))


def _tiny(job: CardJob, count: int, lang: str) -> Iterator[Message]:
    """Warn that some texts are set in small type, and name the command that lists them."""
    if count:
        small = " --small" if job.small else ""
        asked = f"printkit check {job.game}{'' if lang == 'en' else f' --lang {lang}'}{small}"
        yield Message("sheet.told_tiny", count=count, command=asked)


def _stem(job: CardJob, decks: Sequence[str], lang: str, paper: str, *, plain: bool) -> str:
    parts = [job.game, "cards", *dict.fromkeys(decks)]
    parts += [job.owner] if job.owner != ALL else []
    parts += [lang]
    parts += [paper] if paper != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += ["small"] if job.small else []
    parts += ["plain"] if plain else []
    parts += [job.duplex.value] if job.duplex is not Duplex.LONG else []
    parts += ["split"] if job.split else []
    parts += [job.printer] if job.printer else []
    parts += [f"gutter{job.gutter:g}"] if job.gutter else []
    parts += [f"cut-{load_machine(job.machine)[0]}"] if job.machine else []
    parts += [f"n{job.deck_number}"] if job.deck_number is not None else []
    return "-".join(parts)
