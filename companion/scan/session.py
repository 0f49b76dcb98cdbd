"""One scan from its first picture to its result. Its events are logged before they are reported.

A record is on the disk (fsync) before it is reported, so that a power cut loses no count. If the
log exists, the scan is resumed. The scan command and the web page use this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.errors import SessionError, SourceError
from companion.scan.findings import grave
from companion.scan.judging import ScanOptions, aimed, judge, places_left
from companion.scan.result import (
    FindingKind,
    MissingCard,
    ScanFinding,
    ScanLight,
    ScanResult,
    seen_from,
)
from companion.scan.stock import PrintedStock
from companion.scan.tally import ScanEvent, ScanEventKind, ScanTally, TagsInView, copy_facts
from companion.storage.file_lock import hold_lock
from rules import LogError, LogWriter
from rules.messages.system import reason
from rules.process.disk import PRIVATE, make_folder
from rules.records.log import parse_log

_UNLOGGED = frozenset((ScanEventKind.AGAIN, ScanEventKind.COMPLETE))


@dataclass(frozen=True, slots=True)
class ScanStatus:
    """The progress of a scan. `expected` is 0 while the deck is unknown.

    With a list, only its cards are `counted`, and any other card turns the `light` red. `odd`
    contains the other reasons for a red light: cards of other decks, duplicates, unknown tags.
    """

    counted: int
    expected: int
    missing: tuple[MissingCard, ...]
    light: ScanLight
    odd: tuple[ScanFinding, ...] = ()

    @property
    def strays(self) -> list[ScanFinding]:
        """The findings about cards that belong to a deck other than the counted one."""
        return [one for one in self.odd if one.kind is FindingKind.OTHER_DECK]


class ScanSession:
    """A scan of a stock with options. `log` is the log's file, or None for no log.

    An existing log is resumed. A new one names the `manifests`. Raises `SessionError` if the log
    is damaged, in use or from another scan, and `SourceError` if it cannot be written.
    """

    def __init__(
        self,
        stock: PrintedStock,
        wish: ScanOptions,
        log: Path | None = None,
        manifests: Sequence[Path] = (),
    ) -> None:
        self.stock, self.wish, self.log = stock, wish, log
        self._manifests = [seen_from(log, path) if log else str(path) for path in manifests]
        self.tally = ScanTally(stock)
        self.resumed = False
        self._complete = False
        self._alone = ExitStack()
        self._writer = None if log is None else self._open(log)

    def begin(self, earlier: Mapping[str, str] | None = None) -> list[ScanEvent]:
        """Begin or resume. `earlier` are the tags (tag → source) in a result to continue from."""
        events = [] if self.resumed else [self._started()]
        for tag, source in (earlier or {}).items():
            copy = self.stock.copies.get(tag)
            if copy is not None and tag not in self.tally.counted:
                self.tally.counted[tag] = source
                events.append(ScanEvent(ScanEventKind.COUNTED, copy_facts(copy, source)))
        self._keep(events)
        if self.resumed or earlier:
            # Cards counted earlier are not reported again.
            return [self._started()]
        return events

    def look(self, glance: TagsInView) -> list[ScanEvent]:
        """Count the tags in a picture, and return its events after storing them on the disk."""
        events = self.tally.take(glance)
        self._keep(events)
        if events and not self._complete and self._is_complete():
            self._complete = True
            events.append(ScanEvent(ScanEventKind.COMPLETE))
        return events

    def status(self) -> ScanStatus:
        """Return the scan's progress."""
        expected, missing = places_left(self.stock, self.tally.counted, self.wish)
        decks = aimed(self.stock, self.tally.counted, self.wish)
        mine = {deck.number for deck in decks}
        counted = sum(self.stock.copies[tag].number in mine for tag in self.tally.counted)
        odd = tuple(grave(self.stock, self.tally, decks))
        wrong = bool(odd)
        # A card that is not on the list is not counted.
        if self.wish.wanted is not None and expected:
            wrong, counted = wrong or counted > expected - len(missing), expected - len(missing)
        unfinished = missing or not counted
        light = ScanLight.RED if wrong else ScanLight.YELLOW if unfinished else ScanLight.GREEN
        return ScanStatus(counted, expected, tuple(missing), light, odd)

    def result(self) -> ScanResult:
        """Return the result so far."""
        return judge(self.stock, self.tally, self.wish)

    def end(self) -> ScanResult:
        """Close the log, and return the final result."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self._alone.close()
        return self.result()

    def _is_complete(self) -> bool:
        expected, missing = places_left(self.stock, self.tally.counted, self.wish)
        return bool(expected) and not missing

    def _started(self) -> ScanEvent:
        facts = {
            "game": self.stock.game,
            "rules": self.wish.rules,
            "manifests": self._manifests,
            "resumed": self.resumed,
        }
        return ScanEvent(ScanEventKind.SCAN_STARTED, facts)

    def _open(self, path: Path) -> LogWriter:
        try:
            make_folder(path.parent)
            path.touch(PRIVATE)
            with ExitStack() as stack:
                stack.enter_context(hold_lock(path))
                self._recall(path)
                writer = LogWriter(path)
                self._alone = stack.pop_all()
                return writer
        except BlockingIOError as error:
            raise SessionError("fault.scan.held", file=path) from error
        except LogError as error:
            raise SessionError("fault.scan.log_damaged", file=path, why=reason(error)) from error
        except OSError as error:
            raise SourceError("fault.scan.another_file", file=path, why=reason(error)) from error

    def _recall(self, path: Path) -> None:
        data = path.read_bytes()
        # A partial last line was never reported.
        records, error = parse_log(data[: data.rfind(b"\n") + 1])
        if error is not None:
            raise error
        if not records:
            return
        if records[0].kind != ScanEventKind.SCAN_STARTED:
            raise SessionError("fault.scan.no_log", file=path)
        if records[0].data.get("game") != self.stock.game:
            game = str(records[0].data.get("game"))
            raise SessionError(
                "fault.scan.other_game", file=path, game=game, wanted=self.stock.game
            )
        for record in records:
            self.tally.recall(record.kind, record.data)
        self.resumed = True

    def _keep(self, events: Iterable[ScanEvent]) -> None:
        if self._writer is None:
            return
        try:
            kept = [(each.kind.value, each.facts) for each in events if each.kind not in _UNLOGGED]
            if kept:
                self._writer.append_all(kept)
        except OSError as error:
            raise SourceError(
                "fault.scan.full", file=self._writer.path, why=reason(error)
            ) from error


def event_data(event: ScanEvent, status: ScanStatus) -> dict[str, object]:
    """Return an event's JSON object."""
    return {
        "kind": event.kind.value,
        **event.facts,
        "counted": status.counted,
        "expected": status.expected,
        "light": status.light.value,
    }
