"""A typesetter of reference cards with their pictures, apart from a print."""

from __future__ import annotations

from printkit.books.reference.cards import pictures_of
from printkit.books.reference.data import load_reference
from printkit.books.reference.faces import SideSetter
from printkit.pdf.canvas import Sheets
from printkit.pdf.fonts import Fonts
from printkit.template.card_template import Style
from printkit.typeset.setting import Setter
from rules import load_catalog


def side_setter(game: str, fonts: Fonts, style: Style) -> SideSetter:
    """Return a typesetter of a game's reference cards."""
    catalog, cards, setter = load_catalog(game), load_reference(game), Setter(fonts)
    assert cards is not None
    pictures = pictures_of(catalog, cards, Sheets("test", fonts), setter, style)
    return SideSetter(catalog, fonts, setter, style, pictures)
