"""What several commands share: their common options, and how they tell what was written."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = [
    "Dress",
    "Duplex",
    "Game",
    "Json",
    "Lang",
    "Out",
    "Small",
    "Style",
    "game_named",
    "tell",
    "warn",
]


class Style(StrEnum):
    """How much ink a print takes."""

    full = "full"
    ink = "ink"


class Dress(StrEnum):
    """A style, or black ink only."""

    full = "full"
    ink = "ink"
    bw = "bw"


class Duplex(StrEnum):
    """The edge a printer turns sheets over."""

    long = "long"
    short = "short"
    fold = "fold"
    none = "none"


Game = Annotated[str, typer.Argument(help="The game, for example yggdrasil.", metavar="GAME")]
Out = Annotated[Path, typer.Option(help="Folder to write into.", metavar="DIR")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Small = Annotated[
    bool, typer.Option("--small", help="A small set for small tables: everything at 2/3.")
]
Lang = Annotated[str, typer.Option(help="en, ja or zh-Hant.", metavar="LANG")]


def game_named(word: str) -> str:
    """The game's slug; raises `UsageError` with a near match."""
    from printkit.data import choose, game_slugs

    return choose("game", word, game_slugs("card_data", "game.toml"))


def tell(as_json: bool, paths: list[Path], data: dict[str, Any], talk: str) -> None:
    """Print the paths written, or one JSON object; talk goes to stderr."""
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return
    for path in paths:
        print(path)
    print(talk, file=sys.stderr)


def warn(lines: tuple[str, ...]) -> None:
    """Print what people should know though it was printed."""
    for line in lines:
        print(f"warning: {line}", file=sys.stderr)
