"""What fitted panels show: one of the printed tags, an unknown one, or nothing that can be told.

Theory of operation

1. Match: the mean greys of the 441 modules, freed of what brightness, contrast and the book's mean
   tag explain, are correlated with every tag of the book, blurred as the lens blurs.  The camera's
   blur is not known; three are tried and the clearest answer counts.
2. Accept the best tag if its correlation is at least z / √n_eff *and* the runner-up is at least the
   margin (0.25) worse.  In small tags n_eff is so small that z asks for more than blur and noise
   leave of any tag; there correlation and lead together decide, see below.
3. What looks like a panel and shows no tag may be partly covered: `covered` explains it by a tag
   and a region that is hidden, on harder terms.  The whole symbol and a part of it are two answers:
   one of them has to pass its own score *and* its own margin.  Half of each is worth nothing: two
   bounds that are each missed now and then, by different greys, would be passed by chance.

Why a false read does not happen.  Let a picture pass as a panel without being one of ours.  If
its modules are unrelated to the book, each correlation is about normal with variance 1 / n_eff
(`templates`), so one of K tags reaches z / √n_eff with probability at most K·Q(z): for K = 500
and z = 7, 500 · 1.3e-12 = 6e-10 per such picture, before the margin is asked for.  If it is a tag
of the same family (same deck, another copy), it shares modules with many tags of the book at once:
tags of a print run differ in at least 56 of about 208 data modules, so its likeness to the best and
to the second best differ only by the spread of those distances; it may reach 0.45 at any size
(5 / √n_eff at 3 px), so that z is larger than unrelated greys ask for.  How fast false tags become
rarer towards the bounds was counted (benchmarks/reader/tails.py, 40,000 a size, half of the
same deck, a book of 300): ten times for every 0.04.  At 3 and 1.7 px a module the nearest stayed
0.09 and 0.11 below its bound, which leaves fewer than one in a million.

Small tags, below about 1.7 px a module.  Blur and noise take from a genuine tag's correlation what
they take from the panel's structure, the part that all tags share: it keeps three quarters of that
and more.  A relative of one of ours loses as much, and lacks the modules besides in which the two
differ.  So correlation is measured against structure, and what is missing in it the lead may make
up for: both together are 1.12 at least.  (Genuine ones, hard light at 1.0 and 1.1 px, scenes that
the bound was set on: one of 500 has less, their least 1.10; 89 of the webcam at 0.85 px all have
1.27.)  Of 10,080 foreign tags of 0.9 to 1.7 px the largest sums were 0.97 and 0.94; of all that
were ever shown 1.07, one whose other modules blur hid, and which older bounds, 0.75, or 0.64 with a
lead of 0.32, let pass.  Every 0.04 leaves two to three times fewer; carried on, one in half a
million passes 1.12.

A panel that fits well but is no tag of the book becomes a reading with tag "" — only if it is
large and clear enough that a known tag would have been recognised; else nothing is said.

Confidence: 0.5 at the bound of acceptance, 1 for a picture equal to the template, by the weaker
of score and margin.  Below 0.5 are only readings that the watcher holds from an earlier frame.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.readings import Point, Reading
from companion.vision.reader.codebook import Codebook, Entry, Page
from companion.vision.reader.covered import Uncovered, uncover
from companion.vision.reader.image_pyramid import Pyramid
from companion.vision.reader.register import CAMERA_BLUR, Fit, register, sample
from companion.vision.reader.sightings import px_per_module
from companion.vision.reader.structure import nearest_blur
from companion.vision.reader.symbol import MODULES
from companion.vision.reader.templates import GREY_SAMPLES

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Answers = tuple[npt.NDArray[np.intp], Floats, Floats, Floats]
"""Of each panel: the best tag's row, its score, its lead over the runner-up, the score it needs."""
Corners = tuple[Point, Point, Point, Point]

_BLURS_PX = (CAMERA_BLUR, 0.55, 1.3)
"""The blur of a webcam, of a sharp photograph scaled down, and of a shaken or soft camera, px."""
_STRANGER_STRUCTURE = 0.88
_STRANGER_MODULE = 1.3
_STRANGER_SCORE = 0.6
_COVERED_MOST = 24
"""So many panels without a tag are tried as partly covered ones in one search: it costs."""


class Matcher:
    """Compares what lies in quadrangles with the tags of one book."""

    def __init__(self, codebook: Codebook) -> None:
        self.codebook = codebook

    def sightings(
        self,
        pyramid: Pyramid,
        page: Page,
        quads: Floats,
        *,
        turned: bool,
        expected: Sequence[str] = (),
    ) -> list[Reading]:
        """What each quadrangle (n, 4, 2) shows; `expected`: what was last read there, each."""
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
                # A foreign tag is not much more like one of ours than like the next.
                and (score[i] < _STRANGER_SCORE or not known)
                and (not (doubtful[i] or margin[i] >= limits.margin) or not known)
            ):
                found.append(Reading("", place, float(fit.structure[i])))
        return found

    def _uncover(
        self,
        page: Page,
        greys: Singles,
        fit: Fit,
        answers: Answers,
        corners: Floats,
        expected: Sequence[str],
    ) -> npt.NDArray[np.bool_]:
        """Better answers, in place, where a panel shows no tag because part of it is covered.

        Also the panels (n,) that are too much like a tag to be called strangers: what is told of
        a part alone must never help what is told of the whole over a bound.
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
        self, page: Page, greys: Singles, module: float, expected: str
    ) -> tuple[Uncovered | None, float]:
        """What a symbol's greys (441,) show if it is partly covered, and the score that needs.

        `module`: its size, px.  Where the tag that is `expected` leads widely, less of it is
        enough: what lay there lies there still.
        """
        limits = self.codebook.limits
        part = uncover(greys, page.panel.match(nearest_blur(CAMERA_BLUR / module)))
        if part is None or part.margin < limits.wide or part.row >= len(page.entries):
            return part, limits.covered
        still = page.entries[part.row].tag == expected
        return part, limits.least if still else limits.covered

    def match(self, page: Page, greys: Singles, fit: Fit) -> Answers:
        """Best tag, its score, its lead over the runner-up, and the score it needs; each (n,)."""
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


def module_greys(pyramid: Pyramid, page: Page, fit: Fit) -> Singles:
    """Mean light of each module, (n, 441)."""
    greys = np.zeros((len(fit.origin), MODULES * MODULES), np.float32)
    for level in sorted(set(fit.level.tolist())):
        rows = np.flatnonzero(fit.level == level)
        fine = sample(pyramid.light(level), fit.H[rows], page.panel.grey_points)
        greys[rows] = fine.reshape(len(rows), -1, GREY_SAMPLES**2).mean(2)
    return greys


def _corners(quad: Floats) -> Corners:
    (a, b), (c, d), (e, f), (g, h) = quad.tolist()
    return (a, b), (c, d), (e, f), (g, h)


def _known(entry: Entry, corners: Corners, confidence: float) -> Reading:
    return Reading(
        tag=entry.tag,
        corners=corners,
        confidence=confidence,
        face=entry.face,
        card=entry.card,
        copy=entry.copy,
        owner=entry.owner,
    )
