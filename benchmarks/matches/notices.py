"""What was said over all lives of one referee, for `kill_campaign.py`."""

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


def answered(said: str, events: Iterable[dict[str, Any]]) -> bool:
    """Whether one of `events` answers what a piece says, given as its tag and its place.

    What lies on a seat's control place is that seat's word: another seat's action, declined by
    the same word and told before it, is no answer to it.
    """
    seat, _, place = said.partition(" ")[2].partition(".")
    own = (seat, CHANCE, "") if place == "control" else None
    return any(
        event["kind"] in ANSWERS
        and (own is None or event["kind"] != "accepted" or event.get("seat", "") in own)
        for event in events
    )


def told_once(events: list[dict[str, Any]]) -> list[ScriptVerdict]:
    """The words of a log; what stands is told again by each new referee, and counts once."""
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
    """The words that are still missing, and how many removals were told as differences.

    So a new referee tells of a card that is gone: nobody saw who took it, it is to lie there.
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
    """The papers of each card, by their tags."""
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
    """The scene with the cards that a new referee asks for laid where it wants them.

    Only if it asks for nothing else, and if each of them lies face up elsewhere on the table, as
    one paper: then they were there, and what came of it is to be seen beneath them.  A card whose
    face nobody knows (`?`) is no paper's.
    """
    wanted = [e for e in events if e["kind"] in ("match_resumed", "desynced")]
    steps = wanted[-1].get("steps", []) if wanted else []
    if any(step["do"] != "place" for step in steps):
        return scene
    places = {cell.id: (cell.x_mm, cell.y_mm) for cell in mat.cells}
    asked = scene
    for step in steps:
        lying = [
            piece for tag in papers.get(step["card"], []) if (piece := scene.find(tag)) is not None
        ]
        if len(lying) != 1 or not lying[0].face_up:
            return scene
        x_mm, y_mm = places[step["cell"]]
        asked = asked.with_piece(replace(lying[0], x_mm=x_mm, y_mm=y_mm))
    return asked
