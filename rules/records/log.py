"""The match log: JSON Lines with a hash chain that reveals any change.

One line per record, oldest first:

    {"seq":3,"kind":"accepted", … ,"sum":"9f86d081884c7d65"}

`seq` counts from 0. `sum` is the first 16 hex digits of the SHA-256 of the previous line's `sum`
followed by this line's text before its own `sum`. It is both a checksum and a link of the chain. A
line must be byte for byte what this module writes (no spaces, this order of keys, lower-case hex).
Therefore every changed byte is detected, and every removed, repeated or exchanged line. Whole lines
cut off at the end cannot be detected. A half-written last line is detected, and the records before
it are valid.

The fold handles these kinds; other kinds are kept and have no effect:

    match_started   game, settings, decks {seat: {cards, extras, name}},
                    catalogue: the digest of the game's data and rules;
                    and, if known: names {seat: the player's name}, tool, when
    accepted        action, events
    taken_back      to: the ply returned to
    corrected       position
"""

import codecs
import errno
import hashlib
import inspect
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rules.catalog.reader import load_catalog
from rules.core.action import format_action, parse_action
from rules.core.event import event_data
from rules.core.event_kinds import read_event
from rules.core.match import Ply
from rules.core.values import Deck, Setup
from rules.errors import GameFault, LogError, RulesError
from rules.match import Match
from rules.messages.message import Message, Text
from rules.process.disk import create_private, sync_file, sync_folder
from rules.registry import load_game

MATCH_STARTED: Final = "match_started"
ACCEPTED: Final = "accepted"
TAKEN_BACK: Final = "taken_back"
CORRECTED: Final = "corrected"

_KIND = re.compile(r"[a-z][a-z0-9_]*")
_RESERVED = frozenset(("seq", "kind", "sum"))
_GENESIS = "0" * 16
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a log: its number, its kind and its data (JSON values)."""

    seq: int
    kind: str
    data: dict[str, Any]


def dump_record(record: Record, previous: str) -> tuple[str, str]:
    """Return a record's line (without line end) and its sum, given the previous line's sum."""
    if not _KIND.fullmatch(record.kind) or record.data.keys() & _RESERVED:
        msg = f"a record's kind is snake_case and its data names none of seq, kind, sum: {record!r}"
        raise ValueError(msg)
    fields = {"seq": record.seq, "kind": record.kind, **record.data}
    body = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    digest = hashlib.sha256(f"{previous}{body}".encode()).hexdigest()[:16]
    return f'{body[:-1]},"sum":"{digest}"}}', digest


def parse_log(data: bytes) -> tuple[tuple[Record, ...], LogError | None]:
    """Return the records in the valid prefix of a log, and the first fault, or None."""
    records: list[Record] = []
    previous = _GENESIS
    *lines, rest = data.split(b"\n")
    for number, raw in enumerate(lines, 1):
        try:
            record, previous = _read_line(raw, len(records), previous)
        except ValueError as error:
            if data.startswith(_MARKS) or raw.endswith(b"\r"):  # a text editor has saved the log
                return tuple(records), LogError(Message("log_edited"), number, Message("log_save"))
            return tuple(records), LogError(error.args[0], number, _go_on(len(records)))
        records.append(record)
    if rest:
        return tuple(records), LogError(Message("log_half"), len(lines) + 1, Message("log_go_on"))
    return tuple(records), None


def _go_on(good: int) -> Text:
    if not good:
        return ""
    return Message("log_one_good") if good == 1 else Message("log_good", count=good)


def _read_line(raw: bytes, seq: int, previous: str) -> tuple[Record, str]:
    try:
        text = raw.decode()
        fields = json.loads(text)
    except (ValueError, RecursionError):  # not UTF-8, not JSON, or an oversized number
        raise ValueError(Message("log_no_line")) from None
    if not isinstance(fields, dict) or not {"seq", "kind", "sum"} <= fields.keys():
        raise ValueError(Message("log_no_record"))
    if fields["seq"] != seq or type(fields["seq"]) is not int:
        raise ValueError(Message("log_number", number=f"{fields['seq']!r:.20}", wanted=seq))
    kind = fields["kind"]
    rest = {k: v for k, v in fields.items() if k not in _RESERVED}
    record = Record(seq, kind if isinstance(kind, str) else "", rest)
    try:
        line, digest = dump_record(record, previous)
    except ValueError:  # not a record that this module writes
        line, digest = "", ""
    if line != text:
        raise ValueError(Message("log_changed"))
    return record, digest


def read_log(path: Path) -> tuple[Record, ...]:
    """Return all records of a log file; raise `LogError` if a line is invalid."""
    records, error = parse_log(path.read_bytes())
    if error is not None:
        raise error
    return records


class LogWriter:
    """Writer that appends records to a log; each is on disk (fsync) before `append` returns.

    An existing log is continued after its valid prefix. A half-written last line is removed; any
    other fault raises `LogError` and does not change the file. If an append fails, the file is cut
    back to its last good record, and the writer refuses all further records, because they would
    follow from one that is not in the log.
    """

    def __init__(
        self, path: Path, sync: Callable[[int], None] = sync_file, *, fresh: bool = False
    ) -> None:
        """Open or create `path` for appending; raise `LogError` if its log is invalid.

        Only its owner can read a new file. `fresh`: the caller has locked the file, if it exists;
        raise `FileExistsError` if it has content, and remove it if it gets none.
        """
        self.path = path
        self._sync = sync
        self._failed: BaseException | None = None
        there = path.exists()
        self._created = not there
        self._seq = 0
        self._file = io.FileIO(path, "r+") if there else create_private(path)
        try:
            data = self._file.readall()
            if fresh and data:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
            self._created |= fresh
            sync_folder(path.parent)
            whole = data[: data.rfind(b"\n") + 1]
            records, error = parse_log(whole)
            if error is not None:
                raise error
            self._seq, self._size = len(records), len(whole)
            self._previous = json.loads(whole.splitlines()[-1])["sum"] if records else _GENESIS
            self._cut()
        except BaseException:
            with suppress(OSError):
                self.close()
            raise

    def append(self, kind: str, **data: Any) -> Record:  # noqa: ANN401 - any JSON value
        """Write one record and wait until it is on disk; raise `OSError` if that fails."""
        return self.append_all([(kind, data)])[0]

    def append_all(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Record]:
        """Write records, kinds with their data, and wait once until they are on disk; or none."""
        if isinstance(self._failed, OSError):
            raise self._failed
        if self._failed is not None:
            raise OSError(errno.ECANCELED, "an earlier record is missing")
        records, lines, previous = [], b"", self._previous
        try:
            for seq, (kind, data) in enumerate(entries, self._seq):
                records.append(Record(seq, kind, dict(data)))
                line, previous = dump_record(records[-1], previous)
                lines += line.encode() + b"\n"
            rest = memoryview(lines)
            while rest:
                rest = rest[self._file.write(rest) :]
            self._sync(self._file.fileno())
        except BaseException as error:
            self._failed = error
            with suppress(OSError):
                self._cut()
            raise
        self._seq, self._size = self._seq + len(records), self._size + len(lines)
        self._previous = previous
        return records

    def _cut(self) -> None:
        """Remove what follows the last good record."""
        self._file.truncate(self._size)
        self._file.seek(self._size)

    def close(self) -> None:
        """Close the file, and remove it if it was created here for no record at all."""
        if self._file.closed:
            return
        try:
            mine = os.fstat(self._file.fileno())
        finally:
            self._file.close()
        if self._created and not self._seq and os.path.samestat(mine, self.path.stat()):
            self.path.unlink()


@cache
def rules_digest(slug: str) -> str:
    """Return the digest of a game's data and code, which changes whenever its rules do."""
    folder = Path(inspect.getfile(import_module(load_game(slug).start.__module__))).parent
    code = [path.read_bytes() for path in sorted(folder.rglob("*.py"))]
    return hashlib.sha256(b"\0".join((load_catalog(slug).digest.encode(), *code))).hexdigest()[:16]


def started_data(setup: Setup, catalogue: str) -> dict[str, Any]:
    """Return the data of a `match_started` record; `catalogue` is the game's `rules_digest`."""
    decks = {
        seat: {
            "cards": list(deck.cards),
            "extras": {k: list(v) for k, v in deck.extras.items()},
            "name": deck.name,
        }
        for seat, deck in setup.decks.items()
    }
    return {
        "game": setup.game,
        "settings": dict(setup.settings),
        "decks": decks,
        "catalogue": catalogue,
    }


def accepted_data(ply: Ply[Any]) -> dict[str, Any]:
    """Return the data of an `accepted` record."""
    if ply.action is None or ply.verdict is None:
        raise ValueError("a correction is not an accepted action")
    return {
        "ply": ply.number,
        "action": format_action(ply.action),
        "verdict": ply.verdict.status.value,
        "clauses": list(ply.verdict.clauses),
        "events": [event_data(e) for e in ply.events],
    }


def fold_log(records: Iterable[Record]) -> Match[Any]:
    """Replay a log into a match, judging and executing every action again.

    Raise `LogError` with the line (record number + 1) of the first record that does not follow from
    the records before it.
    """
    last: Match[Any] | None = None
    for _, match in fold_steps(records):
        last = match
    if last is None:
        raise LogError(Message("log_no_match"), 1)
    return last


def fold_steps(records: Iterable[Record]) -> Iterator[tuple[Record, Match[Any] | None]]:
    """Yield each record with the match after it, always the same `Match` object.

    The match is None before it starts. Raise the same errors as `fold_log`.
    """
    match: Match[Any] | None = None
    started: dict[str, Any] = {}
    for record in records:
        try:
            if record.kind == MATCH_STARTED:
                if match is not None:
                    raise LogError(Message("log_second"), record.seq + 1)
                match, started = _started(record.data), record.data
            elif record.kind in (ACCEPTED, TAKEN_BACK, CORRECTED):
                if match is None:
                    raise LogError(Message("log_not_begun"), record.seq + 1)
                _fold_one(match, record)
        except GameFault:
            raise
        except (RulesError, KeyError, TypeError, ValueError, AttributeError) as error:
            if started and record.kind != MATCH_STARTED and _has_other_rules(started):
                other = Message("log_other_rules", tool=started.get("tool") or "companion")
                raise LogError(other, record.seq + 1, Message("log_that_version")) from error
            if isinstance(error, LogError):
                raise
            why = error.message if isinstance(error, RulesError) else str(error)
            raise LogError(Message("log_follow", why=why), record.seq + 1) from error
        yield record, match


def _has_other_rules(started: dict[str, Any]) -> bool:
    """Return True if a match was started with other rules or data of its game than today's."""
    try:
        return started.get("catalogue", "") not in ("", rules_digest(started["game"]))
    except RulesError:  # a game without readable data
        return False


def _started(data: dict[str, Any]) -> Match[Any]:
    decks = {
        seat: Deck(
            tuple(deck["cards"]),
            {slot: tuple(cards) for slot, cards in deck["extras"].items()},
            deck["name"],
        )
        for seat, deck in data["decks"].items()
    }
    return Match(load_game(data["game"]), Setup(data["game"], data["settings"], decks))


def _fold_one(match: Match[Any], record: Record) -> None:
    if record.kind == TAKEN_BACK:
        match.undo(record.data["to"])
    elif record.kind == CORRECTED:
        match.correct(match.game.notation.parse(record.data["position"], match.setup))
    else:
        ply = match.play(parse_action(record.data["action"]))
        if [event_data(e) for e in ply.events] != record.data["events"]:
            for event in record.data["events"]:
                read_event(event, match.game.events)
            raise LogError(Message("log_events"), record.seq + 1)
