"""``python -m artwork GAME [--check] [--only ID]``: draw a game's pictures into its templates.

The same program always writes the same bytes. With ``--check`` nothing is written: pictures that
differ from what the program draws are named, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

from printkit.cards.pictures import Style
from printkit.mats.artists import scene_file
from printkit.pdf import pack
from printkit.pdf.encoding import encode, forms_of
from printkit.template.toml_source import TEMPLATES

_STYLES: tuple[Style, ...] = ("full", "ink")


def drawn(game: str, only: str | None = None) -> Iterator[tuple[str, bytes]]:
    """Every file of a game's art: its path below the art folder, and its bytes."""
    artist = importlib.import_module(f"artwork.{game}")
    for owner in artist.OWNERS:
        for style in _STYLES:
            done: set[str] = set()
            for name in artist.pictures(owner):
                if only not in (None, name):
                    continue
                drawing = artist.draw(name, owner, style)
                parts = {form.name: form.drawing for form in forms_of(drawing).values()}
                bound = {name: artist.facts(name)}
                for part, picture in {**parts, name: drawing}.items():
                    if part not in done:
                        done.add(part)
                        yield (
                            f"{owner}-{style}/{part}{pack.SUFFIX}",
                            pack.dump(encode(picture), bound.get(part)),
                        )


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 0, or 1 if ``--check`` found a difference."""
    parser = argparse.ArgumentParser(prog="python -m artwork", description=__doc__)
    parser.add_argument("game", help="folder below templates/, for example yggdrasil")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    parser.add_argument("--only", metavar="ID", help="one card id, or back")
    options = parser.parse_args(arguments)
    try:
        artist = importlib.import_module(f"artwork.{options.game}")
    except ModuleNotFoundError as error:
        parser.error(f"cannot draw {options.game!r}: {error}")
    known = {name for owner in artist.OWNERS for name in artist.pictures(owner)}
    if options.only is not None and options.only not in known:
        file = scene_file(options.game)
        parser.error(f"{file} has no scene {options.only!r} to draw: write it there first")
    folder = TEMPLATES / options.game / "art"
    stale, current = 0, set()
    for name, data in drawn(options.game, options.only):
        file = folder / name
        current.add(file)
        if file.is_file() and pack.same(file.read_bytes(), data):
            continue
        stale += 1
        print(f"{'differs' if options.check else 'drawn'}: {name}")
        if not options.check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    if options.only is None:
        stale += _left_over(folder, current, check=options.check)
    return 1 if options.check and stale else 0


def _left_over(folder: Path, known: set[Path], *, check: bool) -> int:
    """Files no picture uses any more: named, and removed unless only checking."""
    old = [file for file in sorted(folder.rglob(f"*{pack.SUFFIX}")) if file not in known]
    for file in old:
        print(f"left over: {file.relative_to(folder)}")
        if not check:
            file.unlink()
    return len(old)


if __name__ == "__main__":
    sys.exit(main())
