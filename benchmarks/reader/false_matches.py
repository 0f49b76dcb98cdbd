"""False reads without a camera: millions of foreign tags through the matcher. Run by hand.

    python benchmarks/reader/false_matches.py random [--tags 100000] [--px 2.2] [--seed 1]
    python benchmarks/reader/false_matches.py deck [--tags 100000] [--px 2.2] [--seed 1]
    python benchmarks/reader/false_matches.py near [--tags 100000] [--px 2.2] [--seed 1]

`random` draws valid tags of any game and deck, `deck` those of the codebook's own deck. `near`
draws symbols near the codebook's tags that need not be valid texts: at most four bits of the
data differ, and of many such changes those are used that differ least outside a supposed region.
With `--painted`, a square over up to a fifth of the symbol is painted over.

A symbol's modules are an affine function of its text's bits over GF(2), because the error
correction (ISO/IEC 18004, 7.5) is linear. So symbols are computed by a matrix product.

Every tag goes through both routes of `companion.vision.reader.matching`, as an upright panel with
a perfect structure: the whole symbol, and a part of it as if the rest were covered. `false` counts
the accepted tags of both. The other columns count, for the part, how many tags stay below their
limit by less than this amount; `nearest` is the least amount. With `--mean`, the tags are matched
as in the mean of many frames: with little noise, sharpened, and only as whole symbols, for which
the columns then count.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import numpy.typing as npt
import qrcode
from qrcode.util import QRData

from benchmarks.reader.tails import fitted
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.covered import Uncovered, explained, suppositions
from companion.vision.reader.matching import Matcher
from companion.vision.reader.register import CAMERA_BLUR
from companion.vision.reader.structure import nearest_blur
from companion.vision.reader.symbol import MODULES, blur_means
from companion.vision.reader.templates import TagTemplates
from tests.support.vision.scenes import MASK, deck_manifest

Bits = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""QR's alphanumeric characters in the order of their values."""
CHECKS = "0123456789ABCDEFGHJKLMNPQRSTUVWX"
PAIRS, PAIR_BITS = 5, 11
ALPHANUMERIC: Final = 2
"""The mode's number in `qrcode`."""
DECK = 10
ROOMS = (0.20, 0.15, 0.10, 0.05)
BATCH = 500
NOISE, MEAN_NOISE = 0.02, 0.005
TONES = (0.03, 0.3, 0.8)
CHANGES = 50_000
"""Number of changes of a few bits from which `near` takes the best hundredth."""


def symbol(text: str) -> Bits:
    """Return the modules (441,) of any alphanumeric text, 1 for white."""
    code = qrcode.QRCode(
        version=1, error_correction=qrcode.ERROR_CORRECT_H, border=0, mask_pattern=MASK
    )
    code.add_data(QRData(text.encode(), ALPHANUMERIC, check_data=False))
    code.make(fit=False)
    return 1 - np.array(code.get_matrix(), np.uint8).ravel()


@functools.lru_cache(maxsize=1)
def changes_by_bit() -> tuple[Bits, Bits]:
    """Return the symbol of ten zeros, and the modules (55, 441) that each bit changes."""
    zeros = symbol("0" * 2 * PAIRS)
    rows = []
    for pair in range(PAIRS):
        for bit in range(PAIR_BITS):
            text = list("0" * 2 * PAIRS)
            high, low = divmod(1 << bit, len(LETTERS))
            text[2 * pair : 2 * pair + 2] = LETTERS[high], LETTERS[low]
            rows.append(symbol("".join(text)) ^ zeros)
    return zeros, np.array(rows)


def bits_of(codes: Codes) -> Bits:
    """Return the data bits (n, 55) of texts, which are given as values of characters (n, 10)."""
    pairs = codes[:, 0::2] * len(LETTERS) + codes[:, 1::2]
    return (
        ((pairs[:, :, None] >> np.arange(PAIR_BITS)) & 1).reshape(len(codes), -1).astype(np.uint8)
    )


def changed(bits: Bits) -> Bits:
    """Return the modules (n, 441) that bits (n, 55) change."""
    sums = bits.astype(np.float32) @ changes_by_bit()[1].astype(np.float32)
    return (sums.astype(np.int64) & 1).astype(np.uint8)


def checked(bodies: Codes) -> Codes:
    """Append the check characters of `rules.records.tag` to seven characters (n, 7)."""
    ascii_codes = np.array([ord(letter) for letter in LETTERS])[bodies]
    register = np.zeros(len(bodies), np.int64)
    for column in ascii_codes.T:
        register ^= column << 7
        for _ in range(8):
            top = register & (1 << 14)
            register = (register << 1) & 0x7FFF
            register = np.where(top, register ^ 0x4599, register)
    values = np.array([LETTERS.index(letter) for letter in CHECKS])
    checks = np.stack([register >> 10, (register >> 5) & 31, register & 31], 1)
    return np.concatenate([bodies, values[checks]], axis=1)


def valid(rng: np.random.Generator, count: int, *, own: bool) -> Bits:
    """Return the symbols (count, 441) of random valid tags of cards."""
    bodies = rng.integers(0, 36, (count, 7))
    bodies[:, 0] = rng.integers(10, 36, count)
    bodies[:, 3] = rng.integers(0, 28, count)
    if own:
        bodies[:, :3] = LETTERS.index("Y"), *divmod(DECK, 36)
    return changes_by_bit()[0] ^ changed(bits_of(checked(bodies)))


def best_changes(rng: np.random.Generator, regions: Singles) -> Bits:
    """Return the changes (n, 441) of a few data bits that change least outside a region."""
    bits = np.zeros((CHANGES, PAIRS * PAIR_BITS), np.uint8)
    np.put_along_axis(bits, rng.integers(0, bits.shape[1], (CHANGES, 4)), 1, axis=1)
    changes = changed(np.unique(bits, axis=0))
    outside = (changes.astype(np.float32) @ regions.T).min(1)
    return changes[np.argsort(outside, kind="stable")[: len(changes) // 100]]


def explanations(greys: Singles, match: TagTemplates, known: int) -> list[Uncovered]:
    """Return the printed tags that explain upright greys (n, 441) as partly covered."""
    suppose = suppositions(match)
    lead = np.full(len(greys), -1.0)
    region, row = np.zeros((2, len(greys)), np.intp)
    for each, (weights, basis, length) in enumerate(
        zip(suppose.weights, suppose.basis, suppose.length, strict=True)
    ):
        rest = greys * weights
        rest -= (rest @ basis) @ basis.T
        rest /= np.maximum(np.linalg.norm(rest, axis=1, keepdims=True), 1e-6)
        likeness = rest @ match.tags.T / length
        top = np.partition(likeness, -2, axis=1)[:, -2:]
        better = top[:, 1] - top[:, 0] > lead
        lead[better] = (top[:, 1] - top[:, 0])[better]
        region[better], row[better] = each, likeness.argmax(1)[better]
    found = []
    for i in np.flatnonzero(row < known).tolist():
        part = explained(greys[i : i + 1], match, 0, int(region[i]), int(row[i]))
        found += [part] if part else []
    return found


def painted(greys: Singles, rng: np.random.Generator) -> Singles:
    """Paint a square of 5 to 9 modules over each symbol (n, 21, 21)."""
    for each in greys:
        side = rng.integers(5, 10)
        x, y = rng.integers(0, MODULES - side + 1, 2)
        each[y : y + side, x : x + side] = rng.choice(TONES)
    return greys


def main() -> None:
    """Push the tags through the matcher, and print one line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("random", "deck", "near"))
    parser.add_argument("--tags", type=int, default=100_000)
    parser.add_argument("--px", type=float, default=2.2)
    parser.add_argument("--blur", type=float, default=CAMERA_BLUR, help="px")
    parser.add_argument("--book", type=int, default=300)
    parser.add_argument("--painted", action="store_true")
    parser.add_argument("--mean", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    matcher = Matcher(Codebook([deck_manifest(given.book)]))
    (page,) = matcher.codebook.pages
    limits, pad = matcher.codebook.limits, page.panel.pad
    match = page.panel.match(nearest_blur(CAMERA_BLUR / given.px))
    blur = blur_means(page.panel.modules, given.blur / given.px)[pad:-pad].astype(np.float32)
    printed = page.panel.white.reshape(-1, MODULES**2)
    there = {white.tobytes() for white in printed}
    rng = np.random.default_rng([given.seed, round(1000 * given.px)])
    few = best_changes(rng, suppositions(match).weights)
    draw: dict[str, Callable[[], Bits]] = {
        "random": lambda: valid(rng, BATCH, own=False),
        "deck": lambda: valid(rng, BATCH, own=True),
        "near": lambda: (
            printed[rng.integers(len(printed), size=BATCH)]
            ^ few[rng.integers(len(few), size=BATCH)]
        ),
    }
    shown = false = 0
    rooms: list[float] = []
    while shown < given.tags:
        white = draw[given.kind]()
        foreign = np.array([each.tobytes() not in there for each in white])
        whole = white[foreign].reshape(-1, MODULES, MODULES)
        around = np.pad(whole, ((0, 0), (pad - 1, pad - 1), (pad - 1, pad - 1)), constant_values=1)
        framed = np.pad(around, ((0, 0), (1, 1), (1, 1))).astype(np.float32)
        seen = np.asarray(blur @ framed @ blur.T, np.float32)
        seen = painted(seen, rng) if given.painted else seen
        noise = MEAN_NOISE if given.mean else NOISE
        seen += np.asarray(rng.normal(0, noise, seen.shape), np.float32)
        greys = seen.reshape(len(seen), -1)
        fit = fitted(given.px, len(greys))
        best, score, margin, need = matcher.match(page, greys, fit, sharpened=given.mean)
        printed_best = best < len(page.entries)
        false += int(np.sum(printed_best & (score >= need) & (margin >= limits.margin)))
        if given.mean:
            near_limit = np.maximum(need - score, limits.margin - margin)[printed_best].tolist()
        else:
            parts = explanations(greys, match, len(page.entries))
            near_limit = [max(limits.covered - p.score, limits.margin - p.margin) for p in parts]
            false += sum(room <= 0 for room in near_limit)
        rooms += [room for room in near_limit if room < ROOMS[0]]
        shown += len(greys)
    counts = "".join(f"  <{least:.2f} {sum(room < least for room in rooms)}" for least in ROOMS)
    nearest = f"{min(rooms):.3f}" if rooms else f"over {ROOMS[0]}"
    print(f"{given.kind} {given.px} px  {shown} tags  {false} false  nearest {nearest}{counts}")


if __name__ == "__main__":
    main()
