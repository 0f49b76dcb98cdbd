"""Functions for the notices of all lives of a referee, used by `kills.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.robots.script import ScriptVerdict, reported_verdicts
from companion.simulator.scene import Scene
from rules import CHANCE, Mat, PrintedCard

ANSWERS = frozenset(
    ("accepted", "refused", "taken_back", "question", "answered", "not_now", "paused", "resumed")
)
_SAME = ("kind", "action", "clauses")


def answered(piece: str, events: Iterable[dict[str, Any]]) -> bool:
    """Return True if one of `events` answers a piece, given as its tag and cell.

    A piece on a seat's control place is that seat's declaration. An accepted action of another
    seat does not answer it.
    """
    seat, _, place = piece.partition(" ")[2].partition(".")
    own = (seat, CHANCE, "") if place == "control" else None
    return any(
        event["kind"] in ANSWERS
        and (own is None or event["kind"] != "accepted" or event.get("seat", "") in own)
        for event in events
    )


def verdicts_once(events: list[dict[str, Any]]) -> list[ScriptVerdict]:
    """Return a log's verdicts; a refusal that a new referee repeats counts once."""
    kept: list[dict[str, Any]] = []
    standing: dict[str, Any] | None = None
    for event in events:
        same = standing is not None and all(event.get(k) == standing.get(k) for k in _SAME)
        if event["kind"] == "refused" and same:
            continue
        if event["kind"] in ("refused", "accepted", "taken_back", "put_back", "resynced"):
            standing = event if event["kind"] == "refused" else None
        kept.append(event)
    return reported_verdicts(kept)


def as_differences(
    missing: Sequence[ScriptVerdict], events: Iterable[dict[str, Any]]
) -> tuple[Counter[ScriptVerdict], int]:
    """Return the missing verdicts, and the number of removals that were reported differently.

    Instead of refusing a removal, a new referee asks for the card, because it is unknown who
    removed it.
    """
    asked = Counter(
        step["cell"]
        for event in events
        if event["kind"] == "match_resumed"
        for step in event.get("steps", ())
        if step["do"] == "place"
    )
    left: Counter[ScriptVerdict] = Counter()
    count = 0
    for word in missing:
        _, verb, *cells = (*word.action.split(), "", "")
        if word.kind == "refused" and verb == "remove" and asked[cells[0]] > 0:
            asked[cells[0]] -= 1
            count += 1
        else:
            left[word] += 1
    return left, count


def by_card(cards: Iterable[PrintedCard]) -> dict[str, list[str]]:
    """Return the tags of each card's printed copies."""
    found: dict[str, list[str]] = {}
    for card in cards:
        found.setdefault(card.card, []).append(card.tag)
    return found


def with_asked(
    scene: Scene,
    events: Sequence[dict[str, Any]],
    papers: Mapping[str, list[str]],
    mat: Mat,
) -> Scene:
    """Return the scene with the cards that a new referee asks for moved to their cells.

    The scene is unchanged if the referee asks for anything else, or if a card is not face up on
    the table in exactly one copy. Otherwise the cards were in these cells before, and the
    consequences are visible beneath them.
    """
    wanted = [e for e in events if e["kind"] in ("match_resumed", "desynced")]
    steps = wanted[-1].get("steps", []) if wanted else []
    if any(step["do"] != "place" for step in steps):
        return scene
    places = {cell.id: (cell.x_mm, cell.y_mm) for cell in mat.cells}
    asked = scene
    for step in steps:
        papers_there = [
            piece for tag in papers.get(step["card"], []) if (piece := scene.find(tag)) is not None
        ]
        if len(papers_there) != 1 or not papers_there[0].face_up:
            return scene
        x_mm, y_mm = places[step["cell"]]
        asked = asked.with_piece(replace(papers_there[0], x_mm=x_mm, y_mm=y_mm))
    return asked
