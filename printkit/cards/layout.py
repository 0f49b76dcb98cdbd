"""Layout of a planned run: every face typeset and checked, and the pages on which it is printed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from printkit.cards.control_cards import SetControl, set_controls
from printkit.cards.extra_pages import ExtraPage, place_extras
from printkit.cards.faces import CardFaces, SetCard, place
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import CardPlan
from printkit.cards.tokens import SetToken, set_tokens
from printkit.errors import (
    BadPictures,
    Findings,
    MissingGlyphs,
    StalePictures,
    TextOverflow,
    UsageError,
)
from printkit.template.findings import Finding, error, faults_of, finding_of
from printkit.typeset.setting import Setter
from rules import Message

_KINDS: dict[tuple[str, ...], type[Findings]] = {
    ("data",): Findings,
    ("stale",): StalePictures,
    ("glyph", "no_icon"): MissingGlyphs,
    ("picture",): BadPictures,
    ("too_long", "too_wide", "too_low"): TextOverflow,
}
"""Codes of the findings that prevent drawing, the most serious first, and their exceptions."""

_SHOWN = (BadPictures, TextOverflow)
"""Exceptions whose findings a preview can show in a face."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A typeset run at one scale. With `errors`, it cannot be drawn and may be incomplete."""

    plan: CardPlan
    scale: float
    """Scale of the faces."""
    fronts: tuple[SetCard, ...] = ()
    backs: Mapping[str, SetCard] = field(default_factory=dict)
    controls: tuple[SetControl, ...] = ()
    tokens: tuple[SetToken, ...] = ()
    extras: tuple[ExtraPage, ...] = ()
    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    """Findings that do not prevent printing, but probably point to a mistake."""
    tiny: tuple[Finding, ...] = ()
    """Texts in hard-to-read small type."""
    notes: tuple[Finding, ...] = ()
    """Notes that may interest the designer."""
    pictureless: tuple[str, ...] = ()
    """Faces without a shipped picture."""

    @property
    def bleed(self) -> float:
        """The faces' bleed on paper, in mm."""
        return self.plan.template.template.bleed * self.scale

    @property
    def safe(self) -> float:
        """Safe margin inside the trim, in mm on paper."""
        return self.plan.template.template.safe * self.scale

    def checked(self, *, shown: bool = False) -> Self:
        """Return the layout; raise one error of the gravest kind, with all findings.

        With `shown`, errors that a preview can show in red are not raised.
        """
        for codes, kind in _KINDS.items():
            if shown and kind in _SHOWN:
                continue
            if any(each.code in codes for each in self.errors):
                raise kind(faults_of(self.errors))
        return self

    def card_pages(self) -> Iterator[tuple[SetCard, ...]]:
        """Yield the fronts of each page.

        Cards with light and dark backgrounds never share a page. On a shared cut, an error of half
        a millimetre would show as a dark edge on a light card.
        """
        step = self.plan.paper.cards_a_page
        for ground in dict.fromkeys(map(self._ground, self.fronts)):
            alike = tuple(card for card in self.fronts if self._ground(card) == ground)
            for start in range(0, len(alike), step):
                yield alike[start : start + step]

    def _ground(self, card: SetCard) -> tuple[str, str]:
        """Return a key for a card's background: its owner, and the fact named by the template."""
        facts = self.plan.catalog.cards[card.piece.id].facts
        return card.piece.owner, facts.get(self.plan.template.apart, "")


def lay_out_cards(plan: CardPlan, scale: float | None = None) -> CardLayout:
    """Set every text of a run; `scale` of the faces is by default the paper's."""
    pieces, fonts, paper = plan.pieces, plan.fonts, plan.paper
    scale = paper.scale if scale is None else scale
    faces = CardFaces(plan.catalog, plan.template, fonts, plan.style, art=plan.art, scale=scale)
    setter, found = Setter(fonts, paper.scale), list(map(finding_of, plan.wrong))
    for piece in pieces.cards[:1]:
        slips = faces.slips(piece, plan.decks[piece.owner])
        if slips:  # otherwise every card would repeat them
            return CardLayout(plan, scale, errors=(*found, *slips))
    fronts = []
    for piece in pieces.cards:
        try:
            fronts.append(faces.set_front(piece, setter))
        except UsageError as fault:  # a slot needs a fact that the card does not have
            where = place(plan.catalog, plan.catalog.cards[piece.id])
            found.append(error("data", where, what=fault.message))
    backs = {
        owner: faces.set_back(owner, tag, plan.decks[owner], setter)
        for owner, tag in pieces.backs.items()
    }
    data = load_pieces(plan.catalog.slug)
    controls = set_controls(pieces.controls, data, plan.catalog.prefix, setter, plan.lang)
    items = {item.id: item for item in data.token}
    tokens = set_tokens(pieces.tokens, items, setter, plan.lang)
    bleed = plan.template.template.bleed * paper.scale
    extras = place_extras(plan.control_layout, controls, tokens, paper.scale, bleed)
    foot = footer(plan, 1, sheet_count(plan, len(extras)), "")
    setter.check("text", foot + Message("sheet.actual_size").render(plan.lang), "footer")
    fitter = faces.fitter
    found += [*(finding_of(fault, "stale") for fault in faces.stale), *fitter.faults]
    glyphs, overflow = setter.findings()
    return CardLayout(
        plan,
        scale,
        tuple(fronts),
        backs,
        tuple(controls),
        tuple(tokens),
        extras,
        errors=(*found, *glyphs, *overflow),
        warnings=(*setter.warnings, *fitter.warnings),
        tiny=tuple(setter.tiny),
        notes=(*fitter.notes, *fitter.reduced(), *setter.notes),
        pictureless=tuple(faces.pictureless),
    )


def deck_words(plan: CardPlan) -> str:
    """Return the names of the printed decks."""
    names = [plan.catalog.deck_names[plan.decks[owner]][plan.lang] for owner in plan.pieces.backs]
    return " + ".join(dict.fromkeys(names))


def footer(plan: CardPlan, sheet: int, sheets: int, side: str) -> str:
    """Return the text at the foot of a sheet."""
    parts = [plan.catalog.names[plan.lang], deck_words(plan), f"{sheet}/{sheets}"]
    parts += [Message(f"sheet.{side}").render(plan.lang)] if side else []
    return " · ".join((*parts, plan.template.label))


def sheet_count(plan: CardPlan, extras: int) -> int:
    """Return the number of sheets of paper, of which `extras` are control cards and tokens."""
    owned = Counter(piece.owner for piece in plan.pieces.cards).values()
    return sum(-(-n // plan.paper.cards_a_page) for n in owned) + extras
