"""`python -m rules check GAME --help`: what a position and an action are, with the game's examples.

The examples lie beside the game's cards, in `examples.txt`: a position's lines, then a line
`> ACTION` for each action that is legal in it, and an empty line between examples.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rules._catalog import HOMES
from rules._faults import read_data_text
from rules._registry import game_slugs

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GameHelp", "examples"]

_FORMS = """\
A position is a text of a few lines, one thing each: what lies on the table, whose turn it is,
what somebody holds. What is left out is unknown, or as the rules leave it. "?" is a card that
nobody has seen.

An action is one line: who acts, a verb, then what the verb needs.
  SEAT place CARD CELL       SEAT move CELL CELL       SEAT swap CELL CELL
  SEAT flip CELL             SEAT turn CELL QUARTERS   SEAT remove CELL
  SEAT roll NUMBER           SEAT draw                 SEAT declare WORD
  SEAT choose WORD           SEAT pass                 SEAT ready
and, where it matters, facing=down, turn=1, card=CARD, at=CELL, to=CELL, with=CARD,CARD.
"""


class GameHelp(argparse.Action):
    """`--help` behind the name of a game: shows that game's examples, too."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Print the help and leave."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.epilog = f"{_FORMS}\n{_told(getattr(namespace, 'game', None) or '')}".rstrip()
        parser.print_help()
        parser.exit()


def _told(game: str) -> str:
    found = examples(game)
    if not found:
        return "" if game in game_slugs() else "Examples: python -m rules check GAME --help"
    head = f"Positions of {game}, and behind each > an action that is legal there:\n\n"
    return head + "\n\n".join(
        "\n".join([*(f"  {line}" for line in lines), *(f"  > {action}" for action in actions)])
        for lines, actions in found
    )


def examples(game: str) -> list[tuple[list[str], list[str]]]:
    """The lines of each example position of a game, and the actions shown for it."""
    paths = (home / game / "examples.txt" for home in HOMES if game)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return []
    found = []
    for block in read_data_text(path, f"{game}/{path.name}").strip().split("\n\n"):
        lines = block.splitlines()
        actions = [line[2:] for line in lines if line.startswith("> ")]
        found.append(([line for line in lines if not line.startswith("> ")], actions))
    return found
