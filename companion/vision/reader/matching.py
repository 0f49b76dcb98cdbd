"""Matches fitted panels with the printed tags: known, unknown, or undecided.

Theory of operation

1. Match: the mean greys of the 441 modules, without the part explained by brightness, contrast and
the codebook's mean tag, are correlated with every tag of the codebook, blurred as by the lens. The
camera's blur is unknown; three are tried and the clearest answer counts.
2. Accept the best tag if its correlation is at least z / √n_eff *and* the runner-up is at least the
margin (0.25) worse. In small tags n_eff is so small that z exceeds what blur and noise leave of any
tag; there correlation and lead together decide, see below.
3. A panel without a tag may be partly covered: `covered` explains it by a tag and a hidden region,
with stricter limits. The whole symbol and a part of it are two answers: one of them must pass its
own score *and* its own margin. A mixture of both is not accepted: two bounds that are each missed
now and then, by different greys, would be passed by chance.

False reads. Let a foreign picture pass as a panel. If its modules are unrelated to the codebook,
each correlation is about normal with variance 1 / n_eff (`templates`). One of K tags then reaches
z / √n_eff with probability at most K·Q(z): for K = 500 and z = 7, 500 · 1.3e-12 = 6e-10 per such
picture, before the margin. A tag of the same family (same deck, another copy) shares modules with
many tags of the codebook at once: tags of a print run differ in at least 56 of about 208 data
modules. Its correlations with the best and the second best tag therefore differ only by the spread
of those distances. They may reach 0.45 at any size (5 / √n_eff at 3 px), so z is larger than
unrelated greys would need. The tail of false tags towards the bounds was counted
(benchmarks/reader/tails.py, 40,000 per size, half of the same deck, a codebook of 300): it falls by
a factor of ten per 0.04. At 3 and 1.7 px per module the nearest false tag stayed 0.09 and 0.11
below its bound, which leaves fewer than one in a million.

Small tags, below about 1.7 px per module. Blur and noise reduce a genuine tag's correlation as they
reduce that of the panel's structure, the part common to all tags: the tag keeps three quarters of
that and more. A relative of a known tag loses as much, and also lacks the modules in which the two
differ. Correlation is therefore measured against structure, and the lead may compensate for a
deficit: the two together must be at least 1.12. (Of the genuine tags in the scenes that set the
bound, hard light at 1.0 and 1.1 px, one in 500 has less, 1.10 at least; all 89 of the webcam at
0.85 px have 1.27.) Of 10,080 foreign tags of 0.9 to 1.7 px the largest sums were 0.97 and 0.94. The
largest sum ever seen was 1.07, from a foreign tag whose differing modules were hidden by blur;
older bounds, 0.75, or 0.64 with a lead of 0.32, accepted it. Every 0.04 leaves two to three times
fewer; extrapolated, one in half a million passes 1.12.

A panel that fits well but is not a tag of the codebook becomes a reading with tag "", but only if
it is large and clear enough that a known tag would have been recognised. Otherwise there is no
reading.

Confidence: 0.5 at the bound of acceptance, 1 for a picture equal to the template, by the weaker of
score and margin. Only readings that the watcher holds from an earlier frame are below 0.5.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.readings import Point, Reading
from companion.vision.reader.codebook import Codebook, CodebookEntry, TagPage
from companion.vision.reader.covered import Uncovered, uncover
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.register import CAMERA_BLUR, PanelFit, register, sample
from companion.vision.reader.sightings import px_per_module
from companion.vision.reader.structure import nearest_blur
from companion.vision.reader.symbol import MODULES
from companion.vision.reader.templates import GREY_SAMPLES

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Answers = tuple[npt.NDArray[np.intp], Floats, Floats, Floats]
"""Each panel's best tag (row), score, lead over the runner-up, and required score."""
Corners = tuple[Point, Point, Point, Point]

_BLURS_PX = (CAMERA_BLUR, 0.55, 1.3)
"""Blur of a webcam, of a sharp photograph scaled down, and of a shaken or soft camera, px."""
_STRANGER_STRUCTURE = 0.88
_STRANGER_MODULE = 1.3
_STRANGER_SCORE = 0.6
_COVERED_MOST = 24
"""Number of panels without a tag tried as partly covered in one search, to limit its cost."""


class Matcher:
    """Compares the contents of quadrangles with the tags of one codebook."""

    def __init__(self, codebook: Codebook) -> None:
        self.codebook = codebook

    def sightings(
        self,
        pyramid: ImagePyramid,
        page: TagPage,
        quads: Floats,
        *,
        turned: bool,
        expected: Sequence[str] = (),
    ) -> list[Reading]:
        """Return the reading of each quadrangle (n, 4, 2); `expected`: the latest tag of each."""
        if not len(quads):
            return []
        limits, panel = self.codebook.limits, page.panel
        fit = register(pyramid, panel, quads, limits.structure, turned=turned)
        if not len(fit.origin):
            return []
        greys = module_greys(pyramid, page, fit)
        answers = self.match(page, greys, fit)
        corners = fit.corners(panel.half)
        tags = [expected[i] for i in fit.origin.tolist()] if expected else [""] * len(greys)
        doubtful = self._uncover(page, greys, fit, answers, corners, tags)
        best, score, margin, need = answers
        found = []
        for i in range(len(fit.origin)):
            place = _corners(corners[i])
            known = best[i] < len(page.entries)
            if known and score[i] >= need[i] and margin[i] >= limits.margin:
                clear = min(
                    (score[i] - need[i]) / (1 - need[i]),
                    (margin[i] - limits.margin) / (1 - limits.margin),
                )
                entry = page.entries[best[i]]
                found.append(_known(entry, place, 0.5 + 0.5 * float(clear)))
            elif (
                fit.whole[i]
                and fit.structure[i] >= _STRANGER_STRUCTURE
                and px_per_module(place) >= _STRANGER_MODULE
                # A foreign tag is not much more like one known tag than like the next.
                and (score[i] < _STRANGER_SCORE or not known)
                and (not (doubtful[i] or margin[i] >= limits.margin) or not known)
            ):
                found.append(Reading("", place, float(fit.structure[i])))
        return found

    def _uncover(
        self,
        page: TagPage,
        greys: Singles,
        fit: PanelFit,
        answers: Answers,
        corners: Floats,
        expected: Sequence[str],
    ) -> npt.NDArray[np.bool_]:
        """Improve the answers in place where a panel is partly covered.

        Return the panels (n,) that are too similar to a tag to be unknown. The result of a part
        must never help the whole over a limit.
        """
        best, score, margin, need = answers
        limits = self.codebook.limits
        doubtful = np.zeros(len(best), np.bool_)
        unread = np.flatnonzero((score < need) | (margin < limits.margin))
        for i in unread[np.argsort(-fit.structure[unread])][:_COVERED_MOST].tolist():
            part, least = self.part(page, greys[i], float(fit.module[i]), expected[i])
            if part is None:
                continue
            if part.margin >= limits.margin and part.score >= least:
                best[i], score[i], margin[i], need[i] = part.row, part.score, part.margin, least
                corners[i] = np.roll(corners[i], -part.quarter, axis=0)
            doubtful[i] = part.margin >= limits.wide and part.score >= limits.least
        return doubtful

    def part(
        self, page: TagPage, greys: Singles, module: float, expected: str
    ) -> tuple[Uncovered | None, float]:
        """Return the tag of a symbol's greys (441,) if partly covered, and the required score.

        `module`: its size, px. If the `expected` tag leads widely, a lower score suffices: the tag
        is probably still there.
        """
        limits = self.codebook.limits
        part = uncover(greys, page.panel.match(nearest_blur(CAMERA_BLUR / module)))
        if part is None or part.margin < limits.wide or part.row >= len(page.entries):
            return part, limits.covered
        still = page.entries[part.row].tag == expected
        return part, limits.least if still else limits.covered

    def match(self, page: TagPage, greys: Singles, fit: PanelFit) -> Answers:
        """Return best tag, score, lead over the runner-up, and required score; each (n,)."""
        n = len(greys)
        best, score = np.zeros(n, np.intp), np.zeros(n)
        margin, need = np.full(n, -1.0), np.ones(n)
        for blur_px in _BLURS_PX:
            level = np.array([nearest_blur(blur_px / m) for m in fit.module])
            for each in sorted(set(level.tolist())):
                rows = np.flatnonzero(level == each)
                match = page.panel.match(each)
                likeness = match.correlate(greys[rows])
                first = likeness.argmax(1)
                top = np.partition(likeness, -2, axis=1)[:, -2:]
                lead = top[:, 1] - top[:, 0]
                better = lead > margin[rows]
                rows = rows[better]
                best[rows], score[rows] = first[better], top[better, 1]
                margin[rows] = lead[better]
                need[rows] = self.codebook.limits.score(
                    match.n_eff, margin[rows], fit.structure[rows]
                )
        return best, score, margin, need


def module_greys(pyramid: ImagePyramid, page: TagPage, fit: PanelFit) -> Singles:
    """Return the mean light of each module, (n, 441)."""
    greys = np.zeros((len(fit.origin), MODULES * MODULES), np.float32)
    for level in sorted(set(fit.level.tolist())):
        rows = np.flatnonzero(fit.level == level)
        fine = sample(pyramid.light(level), fit.H[rows], page.panel.grey_points)
        greys[rows] = fine.reshape(len(rows), -1, GREY_SAMPLES**2).mean(2)
    return greys


def _corners(quad: Floats) -> Corners:
    (a, b), (c, d), (e, f), (g, h) = quad.tolist()
    return (a, b), (c, d), (e, f), (g, h)


def _known(entry: CodebookEntry, corners: Corners, confidence: float) -> Reading:
    return Reading(
        tag=entry.tag,
        corners=corners,
        confidence=confidence,
        face=entry.face,
        card=entry.card,
        copy=entry.copy,
        owner=entry.owner,
    )
