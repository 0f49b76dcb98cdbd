"""The help of `python -m rules check GAME`: notation of positions and actions, with examples.

The reference of lines, phases and actions is `notation.toml` in the game's data. Its `examples.txt`
holds examples separated by empty lines: the lines of a position, then a line `> ACTION` for each
action shown as legal there.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rules.catalog.data_files import read_data_text
from rules.catalog.reader import load_catalog
from rules.data_home import DATA_FOLDERS
from rules.messages.catalogs import command_words
from rules.notation.words import Entry, load_notation
from rules.registry import game_slugs

_WIDTH: Final = 96


class GameHelp(argparse.Action):
    """The option `--help` after the name of a game: adds that game's reference and examples.

    `const` is the language.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Print the help and exit."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        words = command_words("help", self.const)
        game = getattr(namespace, "game", None) or ""
        parts = [words["forms"], *_reference(game, self.const, words)]
        parser.epilog = "\n\n".join(parts).rstrip()
        parser.print_help()
        parser.exit()


def _reference(game: str, lang: str, words: Mapping[str, str]) -> list[str]:
    if game not in game_slugs():
        return [words["else"]]
    catalog, notation = load_catalog(game), load_notation(game)
    named = (
        words["seat"].format(seat=seat, name=names[lang])
        for seat, names in catalog.seat_names.items()
    )
    parts = [words["seats"].format(seats=words["comma"].join(named))]
    for key, entries in (
        ("line", notation.lines),
        ("phase", notation.phases),
        ("act", notation.acts),
    ):
        if entries:
            parts.append("\n".join([words[key], *_rows(entries.values(), lang, key)]))
    return parts + _shown(game, words["head"].format(game=game))


def _rows(entries: Iterable[Entry], lang: str, key: str) -> list[str]:
    """Return the lines of the entries: form (or phase), meaning, and the acts of a phase."""
    rows = []
    for entry in entries:
        rows.append(f"  {entry.name if key == 'phase' else entry.forms[0]}")
        rows += textwrap.wrap(
            entry.meaning[lang], _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
        rows += [f"      > {form}" for form in entry.forms if key == "phase"]
    return rows


def _shown(game: str, head: str) -> list[str]:
    blocks = examples(game)
    if not blocks:
        return []
    return [head] + [
        "\n".join([*(f"  {line}" for line in lines), *(f"  > {action}" for action in actions)])
        for lines, actions in blocks
    ]


def examples(game: str) -> list[tuple[list[str], list[str]]]:
    """Return each example position of a game as lines, with the actions shown for it."""
    paths = (home / game / "examples.txt" for home in DATA_FOLDERS if game)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return []
    blocks = []
    for block in read_data_text(path, f"{game}/{path.name}").strip().split("\n\n"):
        lines = block.splitlines()
        actions = [line[2:] for line in lines if line.startswith("> ")]
        blocks.append(([line for line in lines if not line.startswith("> ")], actions))
    return blocks
