"""A run of cards: its decks, style, tags and paper."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from printkit.cards.decks import cards_of, is_file, unused_cards, with_files, with_shared
from printkit.cards.faces import CardFaces
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import RunPlan, make_plan
from printkit.cards.reprint import Reprint
from printkit.cards.sheets import CardSheets
from printkit.data.toml_source import choose, game_folder
from printkit.errors import Findings, NoRoom, TemplateFaults, UsageError
from printkit.mats.mat import mat_tags
from printkit.pdf.correction import NO_CORRECTION
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex
from printkit.sheets.papers import SMALL, layout
from printkit.sheets.printers import load_printer
from printkit.sheets.registration import band, load_machine
from printkit.sheets.sheet_layout import OnPaper
from printkit.template.card_template import (
    SHARED,
    CardTemplate,
    Dress,
    check_printable,
    drawn_as,
    load_card_template,
)
from printkit.template.inherit import read_extended
from rules import Catalog, DataError, Message, load_catalog, load_game

ALL = "all"
"""The value of `owner` that means every owner."""


@dataclass(frozen=True, slots=True)
class CardJob:
    """A request for cards; `decks` maps an owner to a deck or a deck list file.

    Owners without an entry get the template's deck. `gutter` is the space between cards, in mm.
    With a cutting `machine`, its registration marks replace the crop marks. `pool` adds the cards
    that are in none of the run's decks, in every owner's colours, for proofing.
    """

    game: str
    decks: dict[str, str] = field(default_factory=dict)
    owner: str = ALL
    lang: str = "en"
    paper: str = "A4"
    duplex: Duplex = Duplex.LONG
    style: Dress = "full"
    art: bool = True
    controls: bool = True
    deck_number: int | None = None
    small: bool = False
    split: bool = False
    printer: str = ""
    gutter: float = 0.0
    machine: str = ""
    pool: bool = False
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class CardRun:
    """A run with resolved decks, tags and paper, before its cards are typeset and drawn."""

    catalog: Catalog
    template: CardTemplate
    owners: tuple[str, ...]
    decks: dict[str, str]
    lang: str
    paper: str
    sheets: CardSheets


def prepare(job: CardJob, reprint: Reprint | None = None) -> CardRun:
    """Resolve a job or a `reprint`; raise `PrintError` or `RulesError` if it is faulty.

    Violations of the game's own card rules are raised later, together with the findings of
    typesetting.
    """
    catalog, template = _read(job.game)
    wrong = load_game(catalog.slug).check_cards(catalog)
    lang = choose("language", job.lang, LANGUAGES)
    if reprint is None:
        owners = _owners(template, job.owner)
        catalog, decks = _decks(catalog, template, job.decks)
    else:
        catalog, decks = reprint.decks(catalog, template)
        owners = tuple(decks)
    scale = SMALL if job.small else 1.0
    correction = load_printer(job.printer) if job.printer else NO_CORRECTION
    machine = load_machine(job.machine)[1] if job.machine else None
    side = band(machine, template.template.bleed * scale) if machine else 0.0
    card = template.size.scaled(scale)
    try:
        paper, sheet = layout(
            job.paper,
            card,
            small=job.small,
            gutter=job.gutter,
            side=side,
            fold=job.duplex is Duplex.FOLD,
        )
    except NoRoom as fault:
        own = read_extended(game_folder(catalog.slug) / "card.toml")
        raise NoRoom(own.fault(("template", "width"), fault.message).message) from fault
    if job.split and job.duplex in (Duplex.NONE, Duplex.FOLD):
        raise UsageError(Message("print.split_edge"))
    plan = _plan(job, catalog, template, decks, owners, reprint)
    fonts = Fonts(lang, slug=catalog.slug)
    faces = CardFaces(catalog, template, fonts, drawn_as(job.style), art=job.art, scale=scale)
    mono = job.style == "bw"
    on_paper = OnPaper(paper, sheet, job.duplex, scale, job.split, correction, mono, machine)
    run = CardSheets(catalog, faces, fonts, plan, decks, on_paper, wrong)
    return CardRun(catalog, template, owners, decks, lang, paper, run)


def _plan(
    job: CardJob,
    catalog: Catalog,
    template: CardTemplate,
    decks: dict[str, str],
    owners: tuple[str, ...],
    reprint: Reprint | None,
) -> RunPlan:
    if reprint is not None:
        return reprint.plan(catalog, template)
    each = cards_of(catalog, template.each.kind) if template.each else ()
    if job.pool:
        each += unused_cards(catalog, (*decks.values(),), each)
    return make_plan(
        catalog,
        decks,
        owners,
        mats=mat_tags(catalog),
        each=each,
        pieces=load_pieces(catalog.slug) if job.controls else None,
        asked_number=job.deck_number,
    )


def _read(game: str) -> tuple[Catalog, CardTemplate]:
    """Load a game's data and its card template; raise one error with the faults of both."""
    try:
        catalog = load_catalog(game)
    except DataError as faults:
        try:
            load_card_template(game)
        except TemplateFaults as more:
            raise Findings([*faults.faults, *more.lines]) from faults
        raise
    check_printable(catalog)
    return catalog, load_card_template(game)


def _owners(template: CardTemplate, asked: str) -> tuple[str, ...]:
    known = tuple(template.owner)
    chosen = choose("owner", asked, [*known, ALL])
    return known if chosen == ALL else (chosen,)


def _decks(
    catalog: Catalog, template: CardTemplate, asked: dict[str, str]
) -> tuple[Catalog, dict[str, str]]:
    """Map each owner to the first available of: requested deck, template's deck, first deck.

    A requested deck list file becomes a deck of the returned catalogue.
    """
    for owner in asked:
        choose("owner", owner, template.owner)
    own = {owner: name for owner, name in asked.items() if is_file(catalog, name)}
    catalog, added = with_files(catalog, list(own.values()))
    asked = {**asked, **{owner: added[name] for owner, name in own.items()}}
    if not catalog.decks:
        folder = f"card_data/{catalog.slug}/decks"
        raise UsageError("print.no_decks", game=catalog.names, folder=folder)
    if template.shared is not None:
        catalog = with_shared(catalog, template.shared.kind)
    names = list(catalog.decks)
    wanted = {
        owner: asked.get(owner) or template.decks.get(owner) or _unasked(template, owner, names)
        for owner in template.owner
    }
    return catalog, {owner: choose("deck", name, names) for owner, name in wanted.items()}


def _unasked(template: CardTemplate, owner: str, names: Sequence[str]) -> str:
    """Return the fallback deck of an owner without a requested or template deck."""
    return SHARED if owner == SHARED and template.shared is not None else names[0]
