from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from companion.errors import ReaderError
from companion.readings import Face
from companion.vision.reader.codebook import Codebook, Limits
from companion.vision.reader.structure import BLURS, nearest_blur
from rules import Manifest
from tests.support.vision.scenes import card_tag, deck_manifest, mat_manifest


def test_entries_know_what_they_are_printed_on(book: Codebook) -> None:
    card = book.entries[card_tag(3)]
    assert (card.face, card.card, card.copy, card.owner) == (Face.FRONT, "y03", 1, "sun")
    # The symbol's centre is 12 mm to the left of the card's centre and 23.5 mm below it.
    assert (card.dx_mm, card.dy_mm) == pytest.approx((11.976, -23.524))
    faces = [entry.face for entry in book.entries.values()]
    assert (faces.count(Face.BACK), faces.count(Face.MAT)) == (1, 4)


def test_the_turned_card_of_a_sheet_has_its_upright_size() -> None:
    manifest = deck_manifest(1)
    card = manifest.cards[0]
    spot = dataclasses.replace(card.front, width_mm=90.0, height_mm=54.0, turn=90)
    turned = dataclasses.replace(manifest, cards=(dataclasses.replace(card, front=spot),))
    assert Codebook([turned]).entries[card.tag].width_mm == 54.0


def test_the_same_manifest_twice_is_one(deck: Manifest) -> None:
    assert len(Codebook([deck, deck]).entries) == len(Codebook([deck]).entries)


def test_one_tag_for_two_cards_is_refused_with_both_names(deck: Manifest) -> None:
    other = dataclasses.replace(
        deck, pdf="other.pdf", cards=(dataclasses.replace(deck.cards[0], card="y77"),), backs=()
    )
    with pytest.raises(ReaderError, match=r"y00, copy 1, in deck10\.pdf and y77, .*other\.pdf"):
        Codebook([deck, other])


def test_tags_that_the_margin_cannot_separate_are_refused_with_both_names(deck: Manifest) -> None:
    with pytest.raises(ReaderError, match=r"Y0A.* and Y0A.* are too similar"):
        Codebook([deck], Limits(margin=0.6))


def test_no_tags_and_tags_with_nothing_around_them_are_refused(deck: Manifest) -> None:
    with pytest.raises(ReaderError, match="no tag"):
        Codebook([])
    bare = dataclasses.replace(deck, symbol=dataclasses.replace(deck.symbol, frame_mm=0.0))
    with pytest.raises(ReaderError, match="neither a black frame nor a white margin of 4 modules"):
        Codebook([bare])


def test_small_books_are_filled_with_decoys_and_large_ones_are_not() -> None:
    small, large = Codebook([mat_manifest()]), Codebook([deck_manifest(80)])
    assert len(small.pages[0].entries) == 4
    assert len(small.pages[0].panel.white) == 64
    assert len(large.pages[0].panel.white) == 81


def test_quiet_zones_of_two_widths_make_two_pages() -> None:
    book = Codebook([deck_manifest(3), deck_manifest(3, deck=11, quiet=4.0)])
    assert [page.panel.quiet for page in book.pages] == [2.0, 4.0]


def test_blur_leaves_fewer_independent_modules(book: Codebook) -> None:
    panel = book.pages[0].panel
    counts = [panel.match(level).n_eff for level in np.argsort(BLURS)]
    assert counts == sorted(counts, reverse=True)
    # A sharp symbol keeps nearly all of its 238 differing modules.
    assert 190 < counts[0] < 238
    assert counts[-1] < 60
    level = nearest_blur(1.35)
    assert panel.match(level, sharpened=True).n_eff > 1.3 * panel.match(level).n_eff
    assert BLURS[nearest_blur(1.2)] == 1.35
    assert BLURS[nearest_blur(1.2, fine=True)] == 1.16
    assert BLURS[nearest_blur(0.41)] == 0.4
    assert nearest_blur(0.0) == 0
    assert BLURS[nearest_blur(99.0, fine=True)] == max(BLURS)


def test_effective_modules_equal_those_of_sampled_random_symbols(book: Codebook) -> None:
    import numpy as np

    from companion.vision.reader.symbol import blur_means, function_modules

    panel, level = book.pages[0].panel, 3
    rng = np.random.default_rng(5)
    blur = blur_means(panel.modules, BLURS[level])[panel.pad : -panel.pad, panel.pad : -panel.pad]
    data = ~function_modules()
    pictures = np.where(data, rng.integers(0, 2, (600, 21, 21)), panel.white.mean(0))
    greys = (blur @ pictures @ blur.T).reshape(600, -1)
    match = panel.match(level)
    rest = greys - greys.mean(0)
    rest -= (rest @ match.basis.T) @ match.basis
    rest /= np.linalg.norm(rest, axis=1, keepdims=True)
    likeness = (rest @ rest.T)[np.triu_indices(600, 1)]
    assert 1 / np.mean(likeness**2) == pytest.approx(match.n_eff, rel=0.05)


def test_in_small_tags_score_and_lead_together_are_held_against_the_structure() -> None:
    """Check that a tag in a clear picture needs a plain match, in a dark one a relative match."""
    coarse = 41.0
    scores, leads = np.array([0.73, 0.68, 0.79, 0.62]), np.array([0.323, 0.41, 0.38, 0.55])
    structures = np.array([0.978, 0.88, 0.96, 0.83])
    passes = scores >= Limits().score(coarse, leads, structures)
    # A foreign tag that was once accepted; two genuine ones, in hard light and from a webcam; a
    # poor one.
    assert passes.tolist() == [False, True, True, False]


def test_in_large_tags_the_score_alone_has_to_be_beyond_the_nearest_symbols() -> None:
    """Check `Limits.least`, although 0.35 (z / √n_eff) would be beyond chance."""
    need = Limits().score(400.0, np.array([0.25, 0.6]), np.array([0.99, 0.7]))
    assert need == pytest.approx([0.64, 0.64])
