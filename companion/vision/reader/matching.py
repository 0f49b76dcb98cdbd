"""Matches fitted panels with the printed tags. The result is known, unknown or undecided.

Theory of operation

1. Match: the mean greys of the 441 modules are correlated with every tag of the codebook, blurred
like the camera's picture. Brightness, contrast and the codebook's mean tag are regressed out
first. The camera's blur is unknown, so three are tried and the clearest answer counts.
2. Accept: the best tag is accepted if its correlation is at least z / √n_eff *and* it leads the
runner-up by at least the margin (0.25). For small tags, n_eff is so small that not even a genuine
tag reaches that limit through blur and noise. For these tags, correlation and lead decide together
(see below).
3. Uncover: a panel that matches no tag may be partly covered. `covered` explains it by a tag and a
hidden region, with stricter limits. The whole symbol and a part of it give two answers, and one of
them must pass its own limits for score *and* margin. If one answer passes the first limit and the
other the second, the tag is not accepted, because that happens by chance.

False reads. Assume that a foreign picture is fitted as a panel. If its modules are unrelated to
the codebook, each correlation is approximately normal with variance 1 / n_eff (`templates`). One
of K tags then reaches z / √n_eff with probability at most K·Q(z): for K = 500 and z = 7, 500 ·
1.3e-12 = 6e-10 per such picture, before the margin. A tag of the same family (same deck, another
copy) shares modules with many tags of the codebook, because tags of a print run differ in as few
as 56 of about 208 data modules. Its correlations with the best and the second-best tag
therefore differ only by the spread of those distances. They may reach 0.45 at any size (5 / √n_eff
at 3 px), so z is larger than unrelated greys would require. The tail of false tags near the bounds
was measured (benchmarks/reader/tails.py; 40,000 tags per size, half of them from the same deck; a
codebook of 300). Their number falls to a tenth for every 0.04 nearer to the bound. At 3 and 1.7 px
per module, the nearest false tag stayed 0.09 and 0.11 below its bound, which leaves fewer than one
in a million.

Large tags. Above 2.2 px per module, z / √n_eff falls below the correlation of the nearest symbols
of the code. Two symbols differ in at least 44 modules, and their correlation is at most 0.61
(benchmarks/reader/false_matches.py near). A score of at least 0.64 is therefore always required.

Small tags, below about 1.7 px per module. Blur and noise reduce a genuine tag's correlation and
that of the panel's structure (the part common to all tags) equally. The tag's correlation is at
least three quarters of the structure's. A relative of a known tag loses as much, and also lacks
the modules in which the two differ. The correlation is therefore divided by the structure's, and a
large lead may compensate for a low quotient: their sum must be at least 1.12. (The bound comes
from scenes in hard light at 1.0 and 1.1 px. There, one genuine tag in 500 has a lower sum, but at
least 1.10. All 89 tags from the webcam at 0.85 px have 1.27.) Of 10,080 foreign tags at 0.9 to 1.7
px, the largest sums were 0.97 and 0.94. The largest sum ever seen was 1.07, from a foreign tag
whose differing modules were hidden by blur. Older bounds (0.75, or 0.64 with a lead of 0.32)
accepted it. Each increase of the bound by 0.04 leaves a half to a third as many. By extrapolation,
one in half a million passes 1.12.

A panel that fits well but matches no tag of the codebook becomes a reading with the tag "" if it
is so large and clear that a known tag would have been recognised. Otherwise there is no reading.

Confidence is 0.5 at the limit of acceptance and 1 for a picture equal to the template. The weaker
of score and margin decides. Only readings that the watcher holds from an earlier frame have a
confidence below 0.5.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.readings import Reading
from companion.vision.reader.codebook import Codebook, TagPage
from companion.vision.reader.covered import Uncovered, uncover
from companion.vision.reader.image_pyramid import ImagePyramid
from companion.vision.reader.register import CAMERA_BLUR, PanelFit, register, sample
from companion.vision.reader.sightings import corners_of, px_per_module
from companion.vision.reader.structure import nearest_blur
from companion.vision.reader.symbol import MODULES
from companion.vision.reader.templates import GREY_SAMPLES

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Answers = tuple[npt.NDArray[np.intp], Floats, Floats, Floats]
"""Each panel's best tag (row), score, lead over the runner-up, and required score."""

_BLURS_PX = (CAMERA_BLUR, 0.55, 1.3)
"""Blur of a webcam, of a downscaled sharp photograph, and of a shaken or soft camera, px."""
_STRANGER_STRUCTURE = 0.88
_STRANGER_MODULE = 1.3
_STRANGER_SCORE = 0.6
_COVERED_MOST = 24
"""Maximum number of panels tried as partly covered in one search, to limit its cost."""


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
        """Return the readings in quadrangles (n, 4, 2). `expected` are the tags last read there."""
        if not len(quads):
            return []
        limits, panel = self.codebook.limits, page.panel
        fit = register(pyramid, panel, quads, limits.structure, turned=turned)
        if not len(fit.origin):
            return []
        greys = module_greys(pyramid, page, fit)
        answers = self.match(page, greys, fit, sharpened=pyramid.is_mean)
        corners = fit.corners(panel.half)
        tags = [expected[i] for i in fit.origin.tolist()] if expected else [""] * len(greys)
        doubtful = np.zeros(len(greys), np.bool_)
        if not pyramid.is_mean:  # Tags that need a mean are too small for a part of them to count.
            doubtful = self._uncover(page, greys, fit, answers, corners, tags)
        best, score, margin, need = answers
        found = []
        for i in range(len(fit.origin)):
            place = corners_of(corners[i])
            known = best[i] < len(page.entries)
            if known and score[i] >= need[i] and margin[i] >= limits.margin:
                clear = min(
                    (score[i] - need[i]) / (1 - need[i]),
                    (margin[i] - limits.margin) / (1 - limits.margin),
                )
                entry = page.entries[best[i]]
                found.append(entry.read_at(place, 0.5 + 0.5 * float(clear)))
            elif (
                fit.whole[i]
                and fit.structure[i] >= _STRANGER_STRUCTURE
                and px_per_module(place) >= _STRANGER_MODULE
                # A foreign tag does not resemble one known tag much more than others.
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
        """Improve the answers, in place, for panels that are partly covered.

        Return a mask (n,) of the panels that are too similar to a tag to count as unknown. A
        part's result never helps the whole symbol to pass a limit.
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
        """Return the tag that a partly covered symbol's greys (441,) show, and the required score.

        `module` is the module size, px. If the `expected` tag has a wide lead, a lower score is
        enough, because the tag is probably still there.
        """
        limits = self.codebook.limits
        part = uncover(greys, page.panel.match(nearest_blur(CAMERA_BLUR / module)))
        if part is None or part.margin < limits.wide or part.row >= len(page.entries):
            return part, limits.covered
        still = page.entries[part.row].tag == expected
        return part, limits.least if still else limits.covered

    def match(
        self, page: TagPage, greys: Singles, fit: PanelFit, *, sharpened: bool = False
    ) -> Answers:
        """Return the best tag, its score, its lead over the runner-up, and the required score.

        The mean of many frames is `sharpened` (`companion.vision.reader.templates`).
        """
        n = len(greys)
        best, score = np.zeros(n, np.intp), np.zeros(n)
        margin, need = np.full(n, -1.0), np.ones(n)
        for blur_px in _BLURS_PX:
            level = np.array([nearest_blur(blur_px / m, fine=sharpened) for m in fit.module])
            for each in sorted(set(level.tolist())):
                rows = np.flatnonzero(level == each)
                match = page.panel.match(each, sharpened=sharpened)
                likeness = match.correlate(greys[rows])
                first = likeness.argmax(1)
                top = np.partition(likeness, -2, axis=1)[:, -2:]
                lead = top[:, 1] - top[:, 0]
                better = lead > margin[rows]
                rows = rows[better]
                best[rows], score[rows] = first[better], top[better, 1]
                margin[rows] = lead[better]
                need[rows] = self.codebook.limits.score(
                    match.n_eff, margin[rows], fit.structure[rows], sharpened=sharpened
                )
        return best, score, margin, need


def module_greys(pyramid: ImagePyramid, page: TagPage, fit: PanelFit) -> Singles:
    """Return the mean light of each panel's modules, (n, 441)."""
    greys = np.zeros((len(fit.origin), MODULES * MODULES), np.float32)
    for level in sorted(set(fit.level.tolist())):
        rows = np.flatnonzero(fit.level == level)
        fine = sample(pyramid.light(level), fit.H[rows], page.panel.grey_points)
        greys[rows] = fine.reshape(len(rows), -1, GREY_SAMPLES**2).mean(2)
    return greys
