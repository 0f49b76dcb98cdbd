"""``python -m artwork [GAME …] [--check] [--only NAME]``: draw art into `templates/`.

The same program always writes the same bytes. ``--check`` writes nothing: it lists the entries that
differ from the drawn ones and exits with code 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from artwork.games import GAMES, STYLES, drawn, names, scene_file
from artwork.pack import Entry, dump, entries_of
from printkit.data.toml_source import TEMPLATES
from printkit.errors import EnvironmentFault
from printkit.pdf.pack import SUFFIX, Pack, Style, load_pack


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0, or 1 if ``--check`` found a difference."""
    parser = argparse.ArgumentParser(prog="python -m artwork", description=__doc__)
    parser.add_argument("game", nargs="*", help="folders below templates/; without any: all games")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    parser.add_argument(
        "--only", metavar="NAME", help="a card id, back, mat-NAME or a piece's picture"
    )
    options = parser.parse_args(arguments)
    for game in options.game:
        if game not in GAMES:
            parser.error(f"cannot draw {game!r}: there are {', '.join(GAMES)}")
        if options.only is not None and options.only not in names(game):
            file = scene_file(game)
            parser.error(f"{file} has no scene {options.only!r} to draw: write it there first")
    changes = sum(
        _update(game, style, options.only, check=options.check)
        for game in options.game or GAMES
        for style in STYLES
    )
    return 1 if options.check and changes else 0


def _update(game: str, style: Style, only: str | None, *, check: bool) -> int:
    """Draw one pack; return the number of changed entries."""
    file = TEMPLATES / game / f"{style}{SUFFIX}"
    shipped = _shipped(file, whole=only is None)
    found = dict(drawn(game, style, only))
    changed = [name for name, entry in found.items() if not entry.equals(shipped, name)]
    for name in changed:
        print(f"{'differs' if check else 'drawn'}: {game}/{file.name}: {name}")
    surplus = [] if only else sorted(set(shipped.index) - set(found))
    for name in surplus:
        print(f"left over: {game}/{file.name}: {name}")
    if (changed or surplus) and not check:
        kept: Mapping[str, Entry] = entries_of(shipped)
        unchanged = {name: kept[name] for name in kept if name not in {*changed, *surplus}}
        file.write_bytes(dump({**unchanged, **{name: found[name] for name in changed}}))
    return len(changed) + len(surplus)


def _shipped(file: Path, *, whole: bool) -> Pack:
    """Load the stored pack; if `whole`, return an empty pack for a missing or damaged file."""
    try:
        return load_pack(file)
    except EnvironmentFault:
        if whole:
            return Pack(file, {}, b"")
        raise


if __name__ == "__main__":
    sys.exit(main())
