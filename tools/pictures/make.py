"""Generator and scorer of the labelled pictures in tests/companion/vision/pictures; run by hand.

    python tools/pictures/make.py make [CONDITION …]    print the sheets, draw pictures
    python tools/pictures/make.py check [CONDITION …]   compare with the stored pictures
    python tools/pictures/make.py score                 show the reader's results
    python tools/pictures/make.py raise                 raise the floors to these results

`make` first prints all five games' cards and mats, and takes about a minute of CPU time. The same
seed, sheets and libraries give the same bytes; `check` lists the files that differ. With
`--paper FOLDER` the sheets in its folders, one per game, are used unchanged. `raise` never lowers
a floor. Photographs are added with tools/pictures/label.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.vision.reader.reader import TagReader
from tests.support.vision.labelled_pictures import (
    FLOORS,
    PAPER,
    PICTURES,
    Score,
    book,
    floors,
    note_risen,
    pictures,
)
from tools.pictures.scenes import SETTINGS, draw, manifests

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")


def print_paper(game: str, folder: Path) -> Path:
    """Print a game's cards and mat; return the folder."""
    out = folder / game
    for what in ("cards", "mat"):
        command = [sys.executable, "-m", "printkit", what, game, "--out", str(out)]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    return out


def drawn(conditions: list[str], printed: Path | None) -> Iterator[tuple[Path, bytes]]:
    """Yield every file of the set that depends on a seed; `printed` has a folder per game."""
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            paper = printed / game if printed else print_paper(game, Path(folder))
            for path in manifests(paper):
                yield PAPER / game / path.name, path.read_bytes()
            for condition in conditions:
                picture, truth = draw(condition, game, paper, game, Path(folder) / "cache")
                yield PICTURES / condition / f"{game}.jpg", picture
                yield PICTURES / condition / f"{game}.json", truth.dump().encode()


def make(conditions: list[str], printed: Path | None) -> int:
    for path, content in drawn(conditions, printed):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    files = [path for path in PICTURES.rglob("*") if path.is_file()]
    print(f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.2f} MB")
    return 0


def check(conditions: list[str], printed: Path | None) -> int:
    other = 0
    for path, content in drawn(conditions, printed):
        if not path.exists() or path.read_bytes() != content:
            other += 1
            print(f"differs: {path.relative_to(PICTURES)}")
    print("all the same" if not other else f"{other} differ: sheets or libraries have changed")
    return 1 if other else 0


def scores() -> dict[str, Score]:
    """Return the reader's score for each condition."""
    found: dict[str, Score] = {}
    for picture in pictures():
        readings = TagReader(book(picture.truth.paper)).read(picture.image())
        found.setdefault(picture.condition, Score()).add(picture.truth, readings, picture.name)
    return found


def score() -> int:
    print("condition          tags   read    near   unknown  false  floors")
    known = floors() if FLOORS.exists() else {}
    for condition, each in scores().items():
        shares, floor = each.shares(), known.get(condition, {})
        print(
            f"{condition:17} {each.readable:5} {shares['read']:7.1%} {shares['near']:7.1%}"
            f" {each.unknown:7} {len(each.false):6}  "
            + " ".join(f"{key} {value:.3f}" for key, value in floor.items())
        )
        if condition in SETTINGS:
            print(f"    {SETTINGS[condition].says}")
        for what, names in (("missed", each.missed), ("FALSE", each.false)):
            print("".join(f"    {what} {name}\n" for name in names), end="")
    return 0


def raise_floors() -> int:
    known = floors() if FLOORS.exists() else {}
    for condition, each in scores().items():
        old = known.get(condition, {})
        known[condition] = {k: max(v, old.get(k, 0.0)) for k, v in each.floor().items()}
        if known[condition] != old:
            print(f"{condition}: {old or 'nothing'} -> {known[condition]}")
    FLOORS.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    note_risen(known)
    return 0


def main() -> int:
    """Execute the command in the first argument."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("make", "check", "score", "raise"))
    parser.add_argument("conditions", nargs="*", default=list(SETTINGS), metavar="CONDITION")
    parser.add_argument("--paper", type=Path, help="sheets that are printed already")
    given = parser.parse_args()
    match given.what:
        case "make":
            return make(given.conditions, given.paper)
        case "check":
            return check(given.conditions, given.paper)
        case "score":
            return score()
        case _:
            return raise_floors()


if __name__ == "__main__":
    sys.exit(main())
