"""The mat entries of a game's packs: background, forms, texts and passages."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from types import ModuleType
from typing import Any

from artwork.labels import MatContext, label_data
from artwork.pack import Entry
from printkit.mats.mat import load_mat, mat_names
from printkit.pdf.encoding import Encoded, encode, forms_of
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.template.card_template import Style
from rules import load_catalog


def drawn_mats(game: str, style: Style, only: str | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield the name and content of every entry of a game's mats, or of one mat only."""
    names, artist = load_catalog(game).names, importlib.import_module(f"artwork.{game}.mat")
    for mat in mat_names(game):
        if only in (None, f"mat-{mat}"):
            plan = load_mat(game, mat)
            contexts = [
                MatContext(plan, style, Fonts(lang, slug=game), names[lang]) for lang in LANGUAGES
            ]
            for name, entry in _entries(artist, contexts):
                yield f"mat-{mat}/{name}", entry


def _entries(artist: ModuleType, contexts: list[MatContext]) -> Iterator[tuple[str, Entry]]:
    """Yield the entries of one mat from its drawings in each language."""
    drawings = {context.fonts.lang: artist.picture(context) for context in contexts}
    ground, differing = _shared({lang: encode(each) for lang, each in drawings.items()})
    yield "mat", Entry.of_form(ground)
    for form in forms_of(drawings["en"]).values():
        yield form.name, Entry.of_form(encode(form.drawing))
    context = contexts[0]
    (x, y), ink = artist.ruler(context)
    texts = label_data(artist.labels(context))
    texts |= {"ruler": [x, y], "ink": [ink.c, ink.m, ink.y, ink.k]}
    if differing:
        texts["by_language"] = differing
    if hasattr(artist, "passages"):
        texts["walls"] = artist.walls(context)
        yield "passages", Entry.of_form(encode(artist.passages(context)))
    yield "texts", Entry.of_data(texts)


def _shared(grounds: Mapping[str, Encoded]) -> tuple[Encoded, dict[str, Any]]:
    """Return the background that all languages share, and the lines of its stream that differ.

    Only positions differ between languages, such as those of the sprigs at a title's ends.
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
    """Return the number of leading lines that all rows share."""
    return sum(1 for _ in takewhile(lambda lines: len(set(lines)) == 1, zip(*rows, strict=False)))
