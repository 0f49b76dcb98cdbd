"""Foreign symbols that resemble printed tags most, without a camera."""

import numpy as np

from benchmarks.reader.false_matches import best_changes
from benchmarks.reader.tails import fitted
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.covered import suppositions
from companion.vision.reader.matching import Matcher
from companion.vision.reader.register import CAMERA_BLUR
from companion.vision.reader.structure import nearest_blur
from companion.vision.reader.symbol import MODULES, blur_means
from tests.support.vision.scenes import deck_manifest

PX = 4.0


def test_the_nearest_symbols_of_the_code_are_not_accepted() -> None:
    matcher = Matcher(Codebook([deck_manifest(300)]))
    (page,) = matcher.codebook.pages
    blur = blur_means(page.panel.modules, CAMERA_BLUR / PX)[page.panel.pad : -page.panel.pad]
    regions = suppositions(page.panel.match(nearest_blur(CAMERA_BLUR / PX))).weights
    changes = best_changes(np.random.default_rng(9), regions)
    nearest = changes[np.argsort(changes.sum(1), kind="stable")[:20]]
    printed = page.panel.white[: len(page.entries)].reshape(-1, MODULES**2)
    foreign = (printed[:, None] ^ nearest).reshape(-1, MODULES, MODULES)
    around = ((0, 0), (1, 1), (1, 1))
    quiet = np.pad(foreign, ((0, 0), (2, 2), (2, 2)), constant_values=1)
    greys = (blur @ np.pad(quiet, around) @ blur.T).reshape(len(foreign), -1).astype(np.float32)

    best, score, margin, need = matcher.match(page, greys, fitted(PX, len(greys)))

    accepted = (best < len(page.entries)) & (score >= need)
    assert np.max(score) > 0.5, "these symbols resemble printed tags"
    assert not (accepted & (margin >= matcher.codebook.limits.margin)).any()
