"""The words of a game's mats, which are read from the players' seats."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.mats.mat import load_mat, mat_names
from printkit.mats.ready_mat import mat_art
from printkit.pdf.fonts import Fonts
from printkit.template.card_template import Style
from printkit.template.findings import Finding, warning
from printkit.typeset.min_sizes import cut, least_on_mat
from rules import Catalog, Message


def check_mat_words(
    catalog: Catalog, fonts: Fonts, style: Style, scale: float
) -> Iterator[Finding]:
    """Find the words on mats that are too small to read across the table."""
    slug, least = catalog.slug, least_on_mat(scale)
    for name in mat_names(slug):
        art = mat_art(load_mat(slug, name), style, fonts, catalog.names[fonts.lang])
        for label in art.labels:
            size = label.size * scale
            if size < least - 0.05:
                facts = {"size": f"{size:.1f}", "least": f"{least:.3g}"}
                yield warning(
                    "tiny",
                    Message("check.at_mat", mat=f"{name} ({fonts.lang})"),
                    text=cut(label.text),
                    **facts,
                )
