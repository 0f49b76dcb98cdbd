"""Resume info: facts for the next referee that are in a log but not in its match.

A match folded from a log contains the name and place of each card. The log's records also contain
the players' pending steps, and the copies on the loose piles:

    steps       the players' pending steps, until a record reports that all are done
    loose       tag → card, seat and pile ("" if not seen on a pile yet) of the cards whose loose
                pile is new since the last record; lower cards first
    not_loose   the tags of cards that are no longer loose
    returning   the tags of loose cards that must return to a hand, if these changed
    (kind)      the last record of a pause's start or end shows whether the match was paused
    private     the seats with private pages, when one is added
    correction  the position that a question proposes; open until all have agreed or one declined
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.referee.inventory.loose_piles import LooseCard
from companion.referee.notices import NoticeKind
from rules import PlacedCard, Record, Seat
from rules.records.log import parse_log

_PAUSES: Mapping[str, bool] = {
    NoticeKind.PAUSED: True,
    NoticeKind.RESUMED: False,
    NoticeKind.MATCH_RESUMED: False,
}


@dataclass(frozen=True, slots=True)
class ResumeInfo:
    """Facts at the end of a log; the defaults apply without a log.

    `has_pending`: the players had pending steps. `loose_cards`: copies on loose piles.
    `returning`: the tags of those that the players still had to take into a hand. `private_seats`:
    seats with private pages. `paused`: the match was paused. `open_correction`: the position under
    discussion, or "" if there is none.
    """

    has_pending: bool = True
    loose_cards: Mapping[str, LooseCard] = field(default_factory=dict)
    returning: frozenset[str] = frozenset()
    private_seats: frozenset[Seat] = frozenset()
    paused: bool = False
    open_correction: str = ""


def read_resume_info(path: Path) -> ResumeInfo:
    """Read the facts for the next referee from a log; raise `OSError` if it cannot be read."""
    data = path.read_bytes()
    paused = False
    has_pending, loose, returning = False, dict[str, LooseCard](), frozenset[str]()
    private = frozenset[Seat]()
    records = parse_log(data[: data.rfind(b"\n") + 1])[0]
    for record in records:
        kind, steps = record.kind, bool(record.data.get("steps"))
        if kind in (
            NoticeKind.RESYNCED,
            NoticeKind.MATCH_RESUMED,
            NoticeKind.TAKEN_BACK,
            NoticeKind.CORRECTED,
        ):
            has_pending = steps
        has_pending |= steps and kind == NoticeKind.ACCEPTED
        paused = _PAUSES.get(kind, paused)
        private |= frozenset(_strings(record.data.get("private")))
        added, dropped = _read_loose(record.data.get("loose")), record.data.get("not_loose")
        dropped = {*added, *_strings(dropped)}
        if "returning" in record.data:
            returning = frozenset(_strings(record.data["returning"]))
        loose = {tag: each for tag, each in loose.items() if tag not in dropped} | added
    return ResumeInfo(has_pending, loose, returning, private, paused, _open_correction(records))


def _open_correction(records: Iterable[Record]) -> str:
    """Return the correction that is still open at the end, even if other questions followed it."""
    open_correction = last = ""
    for record in records:
        if record.kind == NoticeKind.QUESTION:
            last = str(record.data.get("correction", ""))
            open_correction = last or open_correction
        refused = record.kind == NoticeKind.ANSWERED and not record.data["yes"] and last
        if refused or record.kind == NoticeKind.CORRECTED:
            open_correction = ""
    return open_correction


def _strings(values: object) -> list[str]:
    """Return a list's items as strings, or none if it is not a list."""
    return [str(tag) for tag in values] if isinstance(values, list) else []


def _read_loose(inventory: object) -> dict[str, LooseCard]:
    """Return the loose cards of one record; ignore invalid entries."""
    if not isinstance(inventory, dict):
        return {}
    try:
        return {
            tag: LooseCard(PlacedCard(card, seat), cell)
            for tag, (card, seat, cell) in inventory.items()
        }
    except (TypeError, ValueError):
        return {}
