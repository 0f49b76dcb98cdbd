"""What a referee left behind that a log knows and its match does not: read for the next one.

A match folded from a log says what lies where by the cards' names.  Beyond that its records tell
whether hands had still to see to something, and which papers lie aside, on the loose piles:

    steps       of what hands have still to do, until it is told that all of it is done
    aside       tag → card, seat and pile ("" if it was seen on none yet), of papers that came to
                lie aside, or on another pile, since the last record; lower ones first
    not_aside   the tags of those that do no longer
    returning   the tags of all that lie there still and belong in a hand again, if these changed
    (kind)      whether the match was paused: by the last record of a pause's beginning or end
    apart       the seats that order on pages of their own, once there is one more
    correction  the position that a question is about; open until all or one have answered
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.referee.inventory.loose_piles import LooseCard
from companion.referee.notices import NoticeKind
from rules import PlacedCard, Seat
from rules.records.log import parse_log

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rules import Record

_PAUSES: Mapping[str, bool] = {
    NoticeKind.PAUSED: True,
    NoticeKind.RESUMED: False,
    NoticeKind.MATCH_RESUMED: False,
}


@dataclass(frozen=True, slots=True)
class ResumeInfo:
    """What the end of a log leaves to be known; without one hands may have anything to see to.

    `owing`: whether hands had still to see to something.  `aside`: the papers on loose piles.
    `returning`: those on them that hands had still to take up again.
    `apart`: the seats that ordered on pages of their own.  `paused`: whether the match was paused.
    `asked`: the position that everybody was asked to agree on, "" if that was answered.
    """

    has_pending: bool = True
    loose_cards: Mapping[str, LooseCard] = field(default_factory=dict)
    returning: frozenset[str] = frozenset()
    private_seats: frozenset[Seat] = frozenset()
    paused: bool = False
    open_correction: str = ""


def read_resume_info(path: Path) -> ResumeInfo:
    """What a log leaves to the next referee, as far as it tells; `OSError` if it cannot be read."""
    data = path.read_bytes()
    paused = False
    owing, aside, returning = False, dict[str, LooseCard](), frozenset[str]()
    apart = frozenset[Seat]()
    records = parse_log(data[: data.rfind(b"\n") + 1])[0]
    for record in records:
        kind, steps = record.kind, bool(record.data.get("steps"))
        if kind in (
            NoticeKind.RESYNCED,
            NoticeKind.MATCH_RESUMED,
            NoticeKind.TAKEN_BACK,
            NoticeKind.CORRECTED,
        ):
            owing = steps
        owing |= steps and kind == NoticeKind.ACCEPTED
        paused = _PAUSES.get(kind, paused)
        apart |= frozenset(_tags(record.data.get("private")))
        came, gone = _came(record.data.get("loose")), record.data.get("not_loose")
        gone = {*came, *_tags(gone)}
        if "returning" in record.data:
            returning = frozenset(_tags(record.data["returning"]))
        aside = {tag: each for tag, each in aside.items() if tag not in gone} | came
    return ResumeInfo(owing, aside, returning, apart, paused, _asked(records))


def _asked(records: Iterable[Record]) -> str:
    """The correction that was still a question at the end; others may be asked in between."""
    asked = last = ""
    for record in records:
        if record.kind == NoticeKind.QUESTION:
            last = str(record.data.get("correction", ""))
            asked = last or asked
        refused = record.kind == NoticeKind.ANSWERED and record.data.get("reason") == "no" and last
        if refused or record.kind == NoticeKind.CORRECTED:
            asked = ""
    return asked


def _tags(told: object) -> list[str]:
    return [str(tag) for tag in told] if isinstance(told, list) else []


def _came(inventory: object) -> dict[str, LooseCard]:
    """The papers of one record; what does not read as they are written is known by name only."""
    if not isinstance(inventory, dict):
        return {}
    try:
        return {
            tag: LooseCard(PlacedCard(card, seat), cell)
            for tag, (card, seat, cell) in inventory.items()
        }
    except (TypeError, ValueError):
        return {}
