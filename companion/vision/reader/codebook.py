"""The printed tags from one or several manifests, ready for matching.

A tag is read as *one of these known pictures*, not as data, so the pictures must be sufficiently
different. A codebook with two tags that could be confused is rejected.

Decoys. A match must beat the runner-up by a margin. That excludes foreign tags only if there are
enough tags of the same family to be runners-up. Small codebooks are therefore filled up with
unprinted tags, the decoys. If a decoy wins, the tag is unknown.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from companion.errors import ReaderError
from companion.readings import Face, Point, Reading
from companion.vision.reader.symbol import symbol_matrix
from companion.vision.reader.templates import PanelPattern
from rules import Manifest, Mat, Message, PrintedCard, Tag, TagKind, format_tag, parse_tag
from rules.records.manifest import TagSquare

Floats = npt.NDArray[np.float64]

_FACES = {
    TagKind.CARD: Face.FRONT,
    TagKind.BACK: Face.BACK,
    TagKind.CONTROL: Face.CONTROL,
    TagKind.FIDUCIAL: Face.MAT,
    TagKind.TOKEN: Face.TOKEN,
}
_BOOK_SIZE = 64
"""Number of tags up to which small codebooks are filled with decoys."""
_BARE_QUIET = 4.0
"""Minimum quiet zone of a tag without a frame, in modules (ISO/IEC 18004, 6.3.8)."""
_CHECK_BLUR = 2
"""Index into `BLURS` of the blur (0.4 modules) at which tags are compared with each other."""
_GENUINE = 0.9
"""The correlation of a genuine tag in an ordinary picture."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Acceptance limits for a reading; `companion.vision.reader.matching` derives the error bound.

    If a picture is too coarse for `z`, the sum of score and lead must reach `together`, with the
    score as a share of the structure's fit. For the sharpened mean of many frames with fewer than
    `many` independent greys, the sum must reach more, up to `strict` with `few`. The score alone
    must always reach `least`. `covered` is
    the minimum correlation for a partly covered tag (`companion.vision.reader.covered`). For a tag
    that is known to be there, `least` is enough if its lead is at least `wide`.
    """

    z: float = 7.0
    together: float = 1.12
    strict: float = 1.22
    few: float = 24.0
    many: float = 39.0
    least: float = 0.64
    wide: float = 0.32
    covered: float = 0.86
    margin: float = 0.25
    structure: float = 0.80

    def score(
        self, n_eff: float, margin: Floats, structure: Floats, *, sharpened: bool = False
    ) -> Floats:
        """Return the correlations required of the best tags, (n,), with the leads `margin` (n,).

        `n_eff` is the number of independent greys after the blur. `structure` (n,) is the fit (0
        to 1) of the part that all tags have in common.
        """
        together = self.together
        if sharpened:
            together = np.interp(n_eff, (self.few, self.many), (self.strict, self.together))
        led = structure * (together - margin)
        return np.maximum(np.minimum(led, self.z / math.sqrt(n_eff)), self.least)


@dataclass(frozen=True, slots=True)
class CodebookEntry:
    """One tag of the codebook, and the piece of paper on which it is printed.

    `size_mm` is the symbol's side. (`dx_mm`, `dy_mm`) is the offset from the symbol's centre to
    the centre of the upright piece of paper, whose size is `width_mm` × `height_mm`. For a mat's
    fiducial, `x_mm` and `y_mm` are its centre on the mat named `mat`. `pdf` is used in messages.
    """

    tag: str
    face: Face
    mask: int
    quiet: float
    framed: bool
    size_mm: float
    card: str | None = None
    copy: int = 0
    owner: str = ""
    dx_mm: float = 0.0
    dy_mm: float = 0.0
    width_mm: float = 0.0
    height_mm: float = 0.0
    mat: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    pdf: str = ""

    @property
    def drawn(self) -> tuple[float, bool]:
        """The quiet zone's width in modules, and True if a black frame surrounds it."""
        return self.quiet, self.framed

    def read_at(self, corners: tuple[Point, Point, Point, Point], confidence: float) -> Reading:
        """Return the reading of this tag at a place in the picture."""
        face, card = self.face, self.card
        return Reading(self.tag, corners, confidence, face, card, self.copy, self.owner)


@dataclass(frozen=True, slots=True, eq=False)
class TagPage:
    """A codebook's tags that share a layout. Row i of `panel` is `entries[i]`; decoys follow."""

    panel: PanelPattern
    entries: tuple[CodebookEntry, ...]


class Codebook:
    """All tags of the given manifests. Raises `ReaderError` if they cannot be read safely."""

    def __init__(self, manifests: Iterable[Manifest], limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        manifests = tuple(manifests)
        entries: dict[str, CodebookEntry] = {}
        for manifest in manifests:
            for entry in _entries(manifest):
                known = entries.setdefault(entry.tag, entry)
                if dataclasses.replace(entry, pdf=known.pdf) != known:  # a sheet may be in both
                    first, second = _called(known), _called(entry)
                    raise ReaderError("fault.tag.twice", tag=entry.tag, first=first, second=second)
        if not entries:
            raise ReaderError(Message("fault.tag.none"))
        self.entries = entries
        self.mats: dict[str, Mat] = {m.name: m for manifest in manifests for m in manifest.mats}
        ordered = sorted(entries.values(), key=lambda e: (e.drawn, e.tag))
        pages = itertools.groupby(ordered, key=lambda e: e.drawn)
        self.pages = tuple(self._page(tuple(page)) for _, page in pages)

    def _page(self, entries: tuple[CodebookEntry, ...]) -> TagPage:
        symbols = [symbol_matrix(e.tag, e.mask) for e in entries]
        symbols += itertools.islice(_decoys(entries), max(0, _BOOK_SIZE - len(entries)))
        quiet, framed = entries[0].drawn
        page = TagPage(PanelPattern(quiet, np.array(symbols), framed=framed), entries)
        self._refuse_twins(page)
        return page

    def _refuse_twins(self, page: TagPage) -> None:
        """Reject tags so similar that a genuine tag, with a score of 0.9, could miss its margin."""
        tags = page.panel.match(_CHECK_BLUR).tags[: len(page.entries)]
        likeness = np.triu(tags @ tags.T, 1)
        a, b = np.unravel_index(int(likeness.argmax()), likeness.shape)
        if likeness[a, b] > 1 - self.limits.margin / _GENUINE:
            first, second = page.entries[int(a)], page.entries[int(b)]
            called = {"first": _called(first), "second": _called(second)}
            raise ReaderError("fault.tag.alike", tag=first.tag, other=second.tag, **called)


def _entries(manifest: Manifest) -> Iterator[CodebookEntry]:
    symbol = manifest.symbol
    framed = symbol.frame_mm > 0
    if not framed and symbol.quiet_modules < _BARE_QUIET:
        raise ReaderError("fault.tag.bare", file=manifest.pdf, modules=f"{_BARE_QUIET:g}")
    entry = partial(
        CodebookEntry, mask=symbol.mask, quiet=symbol.quiet_modules, framed=framed, pdf=manifest.pdf
    )
    sizes: dict[str, tuple[float, float]] = {}
    for card in manifest.cards:
        width, height = _upright(card)
        sizes.setdefault(card.owner, (width, height))
        face, lengths = _FACES[parse_tag(card.tag).kind], _lengths(card.square, width, height)
        yield entry(
            tag=card.tag, face=face, card=card.card, copy=card.copy, owner=card.owner, **lengths
        )
    for back in manifest.backs:
        width, height = sizes.get(back.owner, (manifest.card_width_mm, manifest.card_height_mm))
        lengths = _lengths(back.square, width, height)
        yield entry(tag=back.tag, face=Face.BACK, owner=back.owner, **lengths)
    for mat in manifest.mats:
        for mark in mat.fiducials:
            yield entry(
                tag=mark.tag,
                face=Face.MAT,
                size_mm=mark.size_mm,
                mat=mat.name,
                x_mm=mark.x_mm,
                y_mm=mark.y_mm,
            )


def _called(entry: CodebookEntry) -> Message:
    """Return a message that names the card, card back or mat on which a tag is printed."""
    if entry.mat:
        place = {"x": f"{entry.x_mm:g}", "y": f"{entry.y_mm:g}"}
        return Message("fault.tag.mark", mat=entry.mat, file=entry.pdf, **place)
    if entry.card is not None:
        return Message("fault.tag.card", card=entry.card, copy=entry.copy, file=entry.pdf)
    if entry.owner:
        return Message("fault.tag.back", owner=entry.owner, file=entry.pdf)
    return Message("fault.tag.common_back", file=entry.pdf)


def _upright(card: PrintedCard) -> tuple[float, float]:
    """Return the width and height of a card's upright face, mm."""
    spot = card.front
    size = spot.width_mm, spot.height_mm
    return size if spot.turn % 180 == 0 else size[::-1]


class _Lengths(TypedDict):
    size_mm: float
    dx_mm: float
    dy_mm: float
    width_mm: float
    height_mm: float


def _lengths(square: TagSquare, width: float, height: float) -> _Lengths:
    half = square.size_mm / 2
    return {
        "size_mm": square.size_mm,
        "dx_mm": width / 2 - (square.x_mm + half),
        "dy_mm": height / 2 - (square.y_mm + half),
        "width_mm": width,
        "height_mm": height,
    }


def _decoys(entries: Sequence[CodebookEntry]) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the symbols of unprinted tags from the same decks, always in the same order."""
    taken = {entry.tag for entry in entries}
    families = sorted({(e.tag[:3], e.mask) for e in entries})
    for salt, copy, number in itertools.product(range(36), range(1, 36), (900, 901, 902, 903)):
        for head, mask in families:
            tag = parse_tag(next(e.tag for e in entries if e.tag.startswith(head)))
            text = format_tag(Tag(tag.game, tag.deck, TagKind.CARD, number, copy, salt))
            if text not in taken:
                yield symbol_matrix(text, mask)
