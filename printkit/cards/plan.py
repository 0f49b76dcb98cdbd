"""Plan of a run of cards: its decks, style, tags and paper.

A print is three values in a row: `plan_cards` resolves a request to a `CardPlan`, `lay_out_cards`
typesets it as a `CardLayout`, and `draw_cards` draws that as PDF files. Each function depends on
the previous value alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from printkit.cards.decks import cards_of, is_file, unused_cards, with_files, with_shared
from printkit.cards.job import ALL, CardJob
from printkit.cards.pieces import CONTROL, load_pieces
from printkit.cards.reprint import Reprint
from printkit.cards.tagged_pieces import TaggedPieces, tag_pieces
from printkit.data.toml_source import choose, game_folder
from printkit.errors import Findings, NoRoom, TemplateFaults, UsageError
from printkit.mats.mat import mat_tags
from printkit.pdf.correction import NO_CORRECTION
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.geometry import Duplex
from printkit.pdf.tags import symbol_of
from printkit.sheets.imposition import Layout
from printkit.sheets.papers import SMALL, layout
from printkit.sheets.printers import load_printer
from printkit.sheets.registration import band, load_machine
from printkit.sheets.sheet_layout import OnPaper
from printkit.template.card_template import (
    SHARED,
    CardTemplate,
    Style,
    check_printable,
    drawn_as,
    load_card_template,
)
from printkit.template.inherit import read_extended
from rules import Catalog, DataError, Fault, Manifest, Message, load_catalog, load_game
from rules.catalog.reader import check_cards
from rules.version import __version__


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A run with resolved decks, tags and paper, before its cards are typeset."""

    catalog: Catalog
    template: CardTemplate
    owners: tuple[str, ...]
    """Owners whose cards are printed."""
    decks: Mapping[str, str]
    """Deck of each owner of the game."""
    pieces: TaggedPieces
    paper: OnPaper
    fonts: Fonts
    style: Style
    art: bool
    wrong: tuple[Fault, ...] = ()
    """Cards that violate the game's own rules for cards."""

    @property
    def lang(self) -> str:
        """Language of the print."""
        return self.fonts.lang

    @property
    def control_layout(self) -> Layout:
        """The layout of control cards, which keep their size if the game's cards have another."""
        own, size = self.paper.layout, CONTROL.scaled(self.paper.scale)
        if own.card == size:
            return own
        small = self.paper.scale != 1
        return layout(self.paper.name, size, small=small, gutter=own.gutter, side=own.side)[1]

    def manifest(self, stem: str, scale: float) -> Manifest:
        """Return the manifest of a print at this scale, still without its cards."""
        size = self.template.size.scaled(scale)
        return Manifest(
            game=self.catalog.slug,
            tool=f"printkit {__version__}",
            pdf=f"{stem}.pdf",
            template=f"{self.catalog.slug}/{self.template.label}",
            symbol=symbol_of(self.template.front_panel.scaled(scale)),
            deck="+".join(dict.fromkeys(self.decks[owner] for owner in self.owners)),
            deck_number=self.pieces.numbers[self.owners[0]],
            lang=self.lang,
            paper=self.paper.name,
            scale=scale,
            card_width_mm=size.width,
            card_height_mm=size.height,
        )


def plan_cards(job: CardJob, reprint: Reprint | None = None) -> CardPlan:
    """Resolve a job or a `reprint`; raise `PrintError` or `RulesError` if it is faulty.

    Violations of the game's own card rules are raised later, together with the findings of
    typesetting.
    """
    catalog, template = _read(job.game)
    wrong = check_cards(load_game(catalog.slug).data, catalog)
    lang = choose("language", job.lang, LANGUAGES)
    if reprint is None:
        owners = _owners(template, job.owner)
        catalog, decks = _decks(catalog, template, job.decks)
    else:
        catalog, decks = reprint.decks(catalog, template)
        owners = tuple(decks)
    paper = _paper(job, catalog.slug, template)
    if reprint is None:
        pieces = _pieces(job, catalog, template, decks, owners)
    else:
        pieces = reprint.pieces(catalog, template)
    fonts, style = Fonts(lang, slug=catalog.slug), drawn_as(job.style)
    return CardPlan(catalog, template, owners, decks, pieces, paper, fonts, style, job.art, wrong)


def _paper(job: CardJob, slug: str, template: CardTemplate) -> OnPaper:
    """Return the layout of the job's paper; raise `PrintError` if no card has room."""
    asked, scale = job.sheet, SMALL if job.small else 1.0
    correction = load_printer(asked.printer) if asked.printer else NO_CORRECTION
    machine = load_machine(asked.machine)[1] if asked.machine else None
    side = band(machine, template.template.bleed * scale) if machine else 0.0
    try:
        name, sheet = layout(
            asked.paper,
            template.size.scaled(scale),
            small=job.small,
            gutter=asked.gutter,
            side=side,
            fold=asked.duplex is Duplex.FOLD,
        )
    except NoRoom as fault:
        own = read_extended(game_folder(slug) / "card.toml")
        raise NoRoom(own.fault(("template", "width"), fault.message).message) from fault
    if asked.split and asked.duplex in (Duplex.NONE, Duplex.FOLD):
        raise UsageError(Message("print.split_edge"))
    mono = job.style == "bw"
    return OnPaper(name, sheet, asked.duplex, scale, asked.split, correction, mono, machine)


def _pieces(
    job: CardJob,
    catalog: Catalog,
    template: CardTemplate,
    decks: dict[str, str],
    owners: tuple[str, ...],
) -> TaggedPieces:
    each = cards_of(catalog, template.each.kind) if template.each else ()
    if job.pool:
        each += unused_cards(catalog, (*decks.values(),), each)
    return tag_pieces(
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
