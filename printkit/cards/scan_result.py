"""A scan's result for printing: its game, its missing cards, its manifests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printkit.errors import UsageError
from rules import Message
from rules.messages.system import system_reason

_RESULT = 1


@dataclass(frozen=True, slots=True)
class Lost:
    """A card to be printed again: the copy that is missing, "" if it was never printed."""

    card: str
    tag: str
    number: int
    slot: str


def game_of(path: Path) -> str:
    """Return the game whose cards a result counted; raises `UsageError`."""
    return str(read_result(path)["game"])


def manifest_file(result: Path, name: str) -> Path:
    """Return a manifest by the path in a result, else from the result's folder."""
    plain = name.replace("\\", "/").rpartition("/")[2]
    for place in (result.parent / name, result.parent / plain):
        if place.is_file():
            return place
    raise UsageError(Message("print.missing_manifest", file=str(result), manifest=name))


def read_result(path: Path) -> dict[str, Any]:
    """Read the JSON object of a result; raises `UsageError` if the file is not one."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(
            Message("print.missing_unread", file=str(path), why=system_reason(error))
        ) from error
    except (ValueError, RecursionError):
        data = None
    if (
        not isinstance(data, dict)
        or data.get("scan") != _RESULT
        or not isinstance(data.get("game"), str)
        or not isinstance(data.get("manifests"), list)
    ):
        raise UsageError(Message("print.missing_result", file=str(path)))
    return data


def lost_cards(path: Path, data: dict[str, Any]) -> list[Lost]:
    """Return the missing cards of every deck."""
    try:
        return [
            Lost(str(row["card"]), str(row["tag"]), int(row["number"]), str(row["slot"]))
            for deck in data["decks"]
            for row in deck["missing"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(Message("print.missing_result", file=str(path))) from error
