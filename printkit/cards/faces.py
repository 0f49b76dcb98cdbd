"""Typesetting of a card's front and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from printkit.cards import pictures
from printkit.cards.images_and_panels import NO_FITTINGS, Fitter, Fittings, icon_count
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.data.toml_source import Key, game_folder
from printkit.errors import UsageError
from printkit.pdf.fonts import Fonts
from printkit.template.anchors import Part
from printkit.template.card_template import CardTemplate, Style
from printkit.template.findings import Finding, finding_of
from printkit.template.inherit import PARTS, read_extended
from printkit.template.parts import Repeat, Slot, asked_by
from printkit.template.words import game_word
from printkit.typeset.icons import icons_of
from printkit.typeset.lettering import SetText
from printkit.typeset.setting import Setter
from rules import Card, Catalog, Fault, Message
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean

_SHOWN = ("show", "short", "icon", "count")
"""The keys of a template's part that define its text."""


class Fact(str):
    """A value from the card data; in a template, `{kind:term}` shows the term for the value."""

    __slots__ = ("_lang", "_terms")

    _terms: Mapping[str, Mapping[str, str]]
    _lang: str

    def __new__(cls, value: str, terms: Mapping[str, Mapping[str, str]], lang: str) -> Self:
        """Create a fact from its value and the terms in which it is looked up."""
        found = super().__new__(cls, value)
        found._terms, found._lang = terms, lang
        return found

    def __format__(self, spec: str) -> str:
        """Format as text. `term` looks up the value's term; `Term` capitalises the term."""
        if spec not in ("term", "Term") or not self:
            return super().__format__(spec)
        key = self.lower().replace(" ", "-")
        if key not in self._terms:
            raise UsageError("print.no_term", value=str(self), term=key)
        found = self._terms[key][self._lang]
        return found[:1].upper() + found[1:] if spec == "Term" else found


class Facts(dict[str, str]):
    """A card's facts for its slots; `{=key}` is one of the game's terms or words."""

    def __init__(self, facts: Mapping[str, str], catalog: Catalog, lang: str) -> None:
        """Store the facts, and the catalogue in which `{=key}` is looked up."""
        super().__init__(facts)
        self._catalog, self._lang = catalog, lang

    def __missing__(self, name: str) -> str:
        """Return a term or word if the name begins with `=`; raise `UsageError` otherwise."""
        if name.startswith("="):
            term = self._catalog.terms.get(name[1:])
            return term[self._lang] if term else game_word(self._catalog.slug, name[1:], self._lang)
        raise UsageError("print.no_fact", fact=f"{{{name}}}", near=did_you_mean(name, self))


@dataclass(frozen=True, slots=True)
class SetCard:
    """One front or `back` ready to be drawn: its texts are set and its picture is found."""

    piece: PlannedPiece
    texts: tuple[SetText, ...]
    picture: pictures.Picture | None
    fittings: Fittings = NO_FITTINGS
    back: bool = False


def place(catalog: Catalog, card: Card) -> str:
    """Return the file and line that define a card, for findings."""
    return f"card_data/{catalog.slug}/cards.csv:{card.line}"


class CardFaces:
    """Typesetter of one game's cards in one language and style; it collects faulty pictures."""

    def __init__(
        self,
        catalog: Catalog,
        template: CardTemplate,
        fonts: Fonts,
        style: Style,
        *,
        art: bool,
        scale: float = 1.0,
    ) -> None:
        """Create empty findings; `pictureless` and `stale` grow while cards are typeset."""
        self.pictureless: list[str] = []
        self.stale: dict[Fault, None] = {}
        self._catalog = catalog
        self._template = template
        self._lang = fonts.lang
        self._roles = fonts.roles
        self._style = style
        self._art = art and pictures.available(catalog.slug)
        self._plain = not art
        self.fitter = Fitter(catalog.slug, template, scale)

    def set_front(self, piece: PlannedPiece, setter: Setter) -> SetCard:
        """Set the texts of a card's front, and find its picture."""
        card = self._catalog.cards[piece.id]
        facts = self._facts(card, piece)
        where = f"{place(self._catalog, card)}: card {card.id}"
        texts = setter.set(self._template.slot, facts, where)
        found = NO_FITTINGS if self._plain else self.fitter.fit_out(facts, where, "front")
        picture = self._picture(self._portrait(piece), piece.owner)
        if picture is not None:
            self._bind(card, picture)
        return SetCard(piece, tuple(texts), picture, found)

    def _portrait(self, piece: PlannedPiece) -> str:
        """Return the name of a card's picture: one for its role (`master-M01`), or else its id."""
        name = f"{piece.extra}-{piece.id}"
        drawn = pictures.Picture(self._catalog.slug, name, piece.owner, self._style).is_drawn
        return name if piece.extra and drawn else piece.id

    def set_back(self, owner: str, tag: str, deck: str, setter: Setter) -> SetCard:
        """Set the texts of an owner's card back, and find its picture."""
        facts = self._back_facts(owner, deck)
        texts = setter.set(self._template.back, facts, f"back of {owner}")
        where, piece = f"back of {owner}", PlannedPiece("back", 0, 0, owner, tag)
        found = NO_FITTINGS if self._plain else self.fitter.fit_out(facts, where, "back")
        return SetCard(piece, tuple(texts), self._picture("back", owner), found, back=True)

    def _facts(self, card: Card, piece: PlannedPiece) -> dict[str, str]:
        terms = {
            name: Fact(value, self._catalog.terms, self._lang) for name, value in card.facts.items()
        }
        own = f"_{self._lang}"
        translated = {
            name.removesuffix(own): fact for name, fact in terms.items() if name.endswith(own)
        }
        facts = {
            **terms,
            **translated,  # a game-specific column in three languages, such as `grant_text_ja`
            "name": card.names[self._lang],
            "text": card.texts.get(self._lang, ""),
            "kana_ja": card.kana,
            "keyword": card.keywords.get(self._lang, ""),
            "id": card.id,
            "owner": piece.owner,
            "extra": piece.extra,
            "game": self._catalog.prefix,
            "copy": str(piece.copy),
            "copies": str(piece.copies),
            "version": str(self._template.template.version),
        }
        return Facts(facts, self._catalog, self._lang)

    def _back_facts(self, owner: str, deck: str) -> dict[str, str]:
        facts = {
            "game": self._catalog.prefix,
            "deck": self._catalog.deck_names[deck][self._lang],
            "owner": owner,
            "version": str(self._template.template.version),
        }
        return Facts(facts, self._catalog, self._lang)

    def slips(self, piece: PlannedPiece, deck: str) -> list[Finding]:
        """Return the faults in the template itself, each once with its line, not once per card."""
        facts = {
            "front": self._facts(self._catalog.cards[piece.id], piece),
            "back": self._back_facts(piece.owner, deck),
        }
        found: list[tuple[Key, Text]] = []
        for key in PARTS:
            for n, part in enumerate(getattr(self._template, key)):
                side = "back" if key == "back" else getattr(part, "side", "front")
                for field in _SHOWN:
                    wording = getattr(part, field, "")
                    slips = self._asked_in_vain(wording, facts[side], icon=field == "icon")
                    found += [((key, n, field), what) for what in slips]
                found += [((key, n, field), what) for field, what in self._unfit(part)]
        if not found:
            return []
        source = read_extended(game_folder(self._catalog.slug) / "card.toml")
        return [finding_of(source.fault(loc, what)) for loc, what in found]

    def _unfit(self, part: Part) -> Iterator[tuple[str, Message]]:
        """Yield a part's unknown role, and a count of icons that is wrong for every card."""
        if isinstance(part, Slot) and part.role not in self._roles:
            near = Message("one_of", words=self._roles)
            yield "role", Message("print.no_role", role=repr(part.role), near=near)
        if isinstance(part, Repeat) and not asked_by(part.count)[0]:
            what = icon_count(part.count)
            if isinstance(what, Message):
                yield "count", what

    def _asked_in_vain(
        self, wording: str, facts: Mapping[str, str], *, icon: bool
    ) -> Iterator[Message]:
        """Yield the unknown facts, words and icons in a template's text."""
        names, shown = asked_by(wording)
        for name in names:
            try:
                facts[name]
            except UsageError as fault:
                yield fault.message
        icons = icons_of(self._catalog.slug)
        for name in [wording] if icon and wording and not names else shown:
            if name not in icons.names:
                yield Message("print.no_icon", icon=name, near=icons.near(name))

    def _bind(self, card: Card, picture: pictures.Picture) -> None:
        """Record every fact of a card that its shipped picture contradicts."""
        slug = self._catalog.slug
        where = place(self._catalog, card)
        fix = Message("print.redraw", file=f"artwork/{slug}", game=slug)
        for column, what in pictures.stale(picture, card.facts):
            self.stale[Fault(where, 0, column, what, fix)] = None

    def _picture(self, name: str, owner: str) -> pictures.Picture | None:
        if not self._art:
            return None
        try:
            return pictures.front(self._catalog.slug, name, owner, self._style)
        except UsageError:
            self.pictureless.append(f"{name} ({owner})")
            return None
