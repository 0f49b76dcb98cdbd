"""Command that adds a photograph to the labelled pictures; see docs/photographs.md.

    python tools/pictures/label.py PHOTO CONDITION NAME --paper SHEETS
        --by "Your Name" --licence CC0-1.0 [--module 1.5] [--add TAG X,Y X,Y X,Y X,Y] [--checked]

The photograph is read at its full size, where tags are large, by the project's reader and by
zxing-cpp. If the two differ, nothing is written. Otherwise it is stored with its labels and
without EXIF data, reduced until the smallest tag has `--module` px per module. A proof with every
label drawn is in out/: examine it, add missing tags with `--add` (corners clockwise from the
symbol's own top left, px of the photograph), and pass `--checked` when all labels are right.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.reader import TagReader
from companion.vision.reader.sightings import px_per_module
from companion.vision.sources.stills import load_picture
from rules import RulesError, load_manifest
from tests.support.vision.labelled_pictures import PAPER, PICTURES, Label, Truth, rounded, stock
from tools.pictures.scenes import encoded, manifests

LICENCES = ("CC0-1.0", "CC-BY-4.0", "MIT")
QUALITY = 85
_SAME_MODULES = 6.0


class Unclear(Exception):
    """Error for a photograph that cannot be labelled yet; it names the reason and a remedy."""


def labelled(image: np.ndarray, book: Codebook, added: list[Label]) -> list[Label]:
    """Return the tags on which two readers agree, and those added by hand.

    Raises `Unclear` if the readers disagree, if only the other reader finds a tag, or if there is
    no tag at all.
    """
    readings = [r for r in TagReader(book).read(image) if r.tag]
    if not readings and not added:
        raise Unclear("no tag of these sheets was found: is --paper the folder they came from?")
    others = list(stock(image))
    for reading in readings:
        centre = np.mean(reading.corners, axis=0)
        near = _SAME_MODULES * px_per_module(reading.corners)
        texts = {text for text, at in others if np.linalg.norm(at - centre) < near}
        if texts and reading.tag not in texts:
            raise Unclear(
                f"at {centre.round().tolist()} we read {reading.tag}, zxing-cpp "
                f"{', '.join(sorted(texts))}: please report this photograph"
            )
    unread = sorted({text for text, _ in others} & set(book.entries) - {r.tag for r in readings})
    missing = [tag for tag in unread if tag not in {label.tag for label in added}]
    if missing:
        raise Unclear(f"zxing-cpp also reads {', '.join(missing)}: give their corners with --add")
    return [Label(r.tag, rounded(np.array(r.corners))) for r in readings] + added


def reduced(
    image: np.ndarray, labels: list[Label], module: float
) -> tuple[np.ndarray, tuple[Label, ...]]:
    """Return picture and labels, reduced until the smallest tag has `module` px per module."""
    scale = min(1.0, module / min(px_per_module(label.corners) for label in labels))
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    ratio = np.array(size) / image.shape[1::-1]
    moved = [
        Label(each.tag, rounded((np.array(each.corners) + 0.5) * ratio - 0.5)) for each in labels
    ]
    return np.asarray(small), tuple(sorted(moved, key=lambda label: label.centre[::-1]))


def proof(image: np.ndarray, labels: tuple[Label, ...], book: Codebook) -> np.ndarray:
    """Return the picture twice as large, with each label's outline, first corner and card name."""
    large = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    for label in labels:
        corners = np.rint(np.array(label.corners) * 2 + 0.5).astype(np.int32)
        cv2.polylines(large, [corners], isClosed=True, color=(40, 40, 230), thickness=2)
        cv2.circle(large, corners[0].tolist(), 5, (40, 200, 40), -1)
        name = book.entries[label.tag].card or str(book.entries[label.tag].face)
        at = (int(corners[:, 0].min()), int(corners[:, 1].max()) + 18)
        cv2.putText(large, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 4)
        cv2.putText(large, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 1)
    return np.asarray(large)


def _added(words: list[str]) -> Label:
    tag, *points = words
    corners = [tuple(float(v) for v in point.split(",")) for point in points]
    if len(corners) != 4 or any(len(corner) != 2 for corner in corners):
        raise Unclear(f"--add {tag}: give four corners, as in --add {tag} 10,10 52,11 51,53 9,52")
    return Label(tag, rounded(np.array(corners)))


def label(given: argparse.Namespace, out: Path, set_folder: Path, paper: Path) -> Path:
    """Write picture, labels, manifests of the sheets, and a proof; return the picture's path."""
    sheets = manifests(given.paper)
    if not sheets:
        raise Unclear(f"{given.paper} holds no manifest: give the folder printkit wrote into")
    book = Codebook(load_manifest(path) for path in sheets)
    found = labelled(load_picture(given.photo), book, [_added(words) for words in given.add])
    small, labels = reduced(load_picture(given.photo), found, given.module)
    made = {"by": given.by, "licence": given.licence, "checked": given.checked}
    folder = set_folder / given.condition
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"{given.name}.jpg"
    picture.write_bytes(encoded(small, QUALITY))
    truth = Truth(f"{given.condition}-{given.name}", labels, made)
    picture.with_suffix(".json").write_text(truth.dump(), encoding="utf-8")
    (paper / truth.paper).mkdir(parents=True, exist_ok=True)
    for path in sheets:
        shutil.copyfile(path, paper / truth.paper / path.name)
    out.mkdir(exist_ok=True)
    cv2.imwrite(str(out / f"proof-{given.condition}-{given.name}.jpg"), proof(small, labels, book))
    return picture


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photo", type=Path)
    parser.add_argument("condition", help="a folder's name, as in real-window")
    parser.add_argument("name")
    parser.add_argument("--paper", type=Path, required=True, help="the folder of printed sheets")
    parser.add_argument("--by", required=True, help="who took it and gives it away")
    parser.add_argument("--licence", choices=LICENCES, required=True)
    parser.add_argument("--module", type=float, default=1.5)
    parser.add_argument("--add", nargs="+", action="append", default=[], metavar="TAG X,Y")
    parser.add_argument("--checked", action="store_true", help="every label was looked at")
    return parser.parse_args(words)


def main() -> int:
    """Label one photograph."""
    given = parsed()
    out = Path(__file__).resolve().parents[2] / "out"
    try:
        picture = label(given, out, PICTURES, PAPER)
    except Unclear as reason:
        print(f"{given.photo}: {reason}", file=sys.stderr)
        return 1
    except (CompanionError, RulesError) as reason:  # these errors name the file
        print(reason, file=sys.stderr)
        return 1
    print(f"{picture}\n{out / f'proof-{given.condition}-{given.name}.jpg'}: look at it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
