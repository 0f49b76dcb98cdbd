"""The entries of a game's mats in its packs: ground, the forms it uses, texts, passages."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from types import ModuleType
from typing import Any

from artwork.labels import Desk, label_data
from artwork.pack import Entry
from printkit.mats.mat import load_mat, mat_names
from printkit.pdf.encoding import Encoded, encode, forms_of
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.template.card_template import Style
from rules import load_catalog


def drawn_mats(game: str, style: Style, only: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of all mats of a game with their names, or of one."""
    names, artist = load_catalog(game).names, importlib.import_module(f"artwork.{game}.mat")
    for mat in mat_names(game):
        if only in (None, f"mat-{mat}"):
            plan = load_mat(game, mat)
            desks = [Desk(plan, style, Fonts(lang, slug=game), names[lang]) for lang in LANGUAGES]
            for name, entry in _entries(artist, desks):
                yield f"mat-{mat}/{name}", entry


def _entries(artist: ModuleType, desks: list[Desk]) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of a mat, drawn in each language."""
    drawings = {desk.fonts.lang: artist.picture(desk) for desk in desks}
    ground, differing = _shared({lang: encode(each) for lang, each in drawings.items()})
    yield "mat", Entry.of_form(ground)
    for form in forms_of(drawings["en"]).values():
        yield form.name, Entry.of_form(encode(form.drawing))
    desk = desks[0]
    (x, y), ink = artist.ruler(desk)
    texts = label_data(artist.labels(desk))
    texts |= {"ruler": [x, y], "ink": [ink.c, ink.m, ink.y, ink.k]}
    if differing:
        texts["by_language"] = differing
    if hasattr(artist, "passages"):
        texts["walls"] = artist.walls(desk)
        yield "passages", Entry.of_form(encode(artist.passages(desk)))
    yield "texts", Entry.of_data(texts)


def _shared(grounds: Mapping[str, Encoded]) -> tuple[Encoded, dict[str, Any]]:
    """Return what all languages have of a ground, and the lines each has for itself.

    Nothing but positions tells the languages' grounds apart: of sprigs at the ends of a title.
    """
    streams = {lang: zlib.decompress(each.stream).split(b"\n") for lang, each in grounds.items()}
    english, lines = grounds["en"], streams["en"]
    first = _alike(streams.values())
    if first == len(lines):
        return english, {}
    last = len(lines) - _alike(each[::-1] for each in streams.values())
    common = b"".join(line + b"\n" for line in lines[:first])
    differing = {
        lang: b"".join(line + b"\n" for line in each[first:last]).decode("ascii")
        for lang, each in streams.items()
    }
    shared = replace(english, stream=zlib.compress(common + b"\n".join(lines[last:]), 9))
    return shared, {"at": len(common), **differing}


def _alike(rows: Iterable[list[bytes]]) -> int:
    """Return how many lines all have in common, from the first on."""
    return sum(1 for _ in takewhile(lambda lines: len(set(lines)) == 1, zip(*rows, strict=False)))
