"""Judges a recording again: its inputs by today's referee, its pictures by today's reader."""

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from companion.match_setup.app import open_referee
from companion.readings import Face, Reading, TableView
from companion.recorder.archive import HEADER, LOG, Archive
from companion.recorder.events import ANSWER, WITHHELD, InputCodec, dump_notice
from companion.referee.inputs import Input
from companion.referee.live import LiveReferee
from companion.referee.notices import read_notice
from rules import LogError, Manifest, Record, fold_log
from rules.records.log import MATCH_STARTED, parse_log
from rules.records.manifest_file import parse_manifest

NoticeData = list[dict[str, Any]]
Cards = dict[str, tuple[str, ...]]
_NOT_COMPARED: Final = "catalogue"
"""A fact that differs without a fault: the digest of the game's data."""
_SURE: Final = 0.5
"""Readings of less confidence are remembered, not read."""


class JudgedInput(NamedTuple):
    """One input, with its recorded notices and today's; `got` is None if it cannot be judged."""

    number: int
    line: dict[str, Any]
    time_s: float
    expected: NoticeData
    got: NoticeData | None


class JudgedPicture(NamedTuple):
    """The face-up cards of a frame, by cell: those recorded, and those read today."""

    frame: int
    time_s: float
    expected: Cards
    got: Cards


@dataclass(slots=True)
class Rejudging:
    """A recording that is judged again; `withheld` is the first input after a missing secret."""

    archive: Archive
    manifests: list[Manifest] = field(default_factory=list)
    withheld: JudgedInput | None = None
    _views: dict[int, TableView] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the manifests; raise `SessionError` or `DataError` if that fails."""
        digests = self.archive.header.get("manifests")
        if not isinstance(digests, list):
            raise self.archive.damaged(HEADER)
        for number, digest in enumerate(digests):
            name = f"manifests/{number}.json"
            data = self.archive.read(name)
            if hashlib.sha256(data).hexdigest() != digest:
                raise self.archive.damaged(name)
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                raise self.archive.damaged(name) from error
            self.manifests.append(parse_manifest(text, f"{self.archive.path}: {name}"))

    def inputs(self) -> Iterator[JudgedInput]:
        """Judge input after input."""
        codec, referee = InputCodec(), self._referee()
        pictured = {frame for frame, _ in self._pictures()}
        judging, time_s = not self.archive.header.get(WITHHELD), 0.0
        for number, line in enumerate(self.archive.inputs(), 1):
            try:
                expected: NoticeData = line.get("notices", [])
                item = None if WITHHELD in line or line["input"] == ANSWER else codec.load(line)
                played = any(each["kind"] == "accepted" for each in expected)
                lots, salts = deque(line.get("lots", ())), deque(line.get("salts", ()))
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                raise self.archive.damaged(f"inputs ({number})") from error
            if isinstance(item, TableView):
                time_s = item.time_s
                if item.frame in pictured and item.trouble is None:
                    self._views.setdefault(item.frame, item)
            judging = judging and not (item is None and played)
            got = self._judge(referee, item, lots, salts) if judging and item is not None else None
            for data in expected if judging and item is None else ():
                kinds = referee.at.match.game.events
                notice = read_notice(data["kind"], data, kinds, referee.at.last)
                if notice is not None:
                    referee.announce(notice)
            found = JudgedInput(number, line, time_s, expected, got)
            if not judging and self.withheld is None:
                self.withheld = found
            yield found

    def pictures(self) -> Iterator[JudgedPicture]:
        """Read picture after picture, once the inputs are read.

        One picture does not show what covers a cell, or was remembered from an earlier picture.
        Only cells that were read, or were seen empty, are compared.
        """
        if not (pictures := self._pictures()):
            return
        from companion.vision.reader.codebook import Codebook  # noqa: PLC0415 - loads OpenCV
        from companion.vision.sources.stills import decode_picture, read_still  # noqa: PLC0415

        book = Codebook(self.manifests)
        for frame, name in pictures:
            if (view := self._views.get(frame)) is None:
                continue
            image = decode_picture(name, self.archive.read(name))
            then, now = _cards(view.readings), _cards(read_still(image, book))
            held = {r.cell for r in view.readings if r.confidence < _SURE}
            sure = {cell: cards for cell, cards in then.items() if cell not in held}
            known = {*sure, *view.empty, *(cell for cell in held if cell in now)}
            got = {cell: cards for cell, cards in now.items() if cell in known}
            expected = {cell: cards for cell, cards in then.items() if cell in known}
            yield JudgedPicture(frame, view.time_s, expected, got)

    def _pictures(self) -> list[tuple[int, str]]:
        """Return the frame and the part of each picture, oldest first."""
        names = self.archive.names("pictures/")
        numbers = ((name[9:].partition("-")[0], name) for name in names)
        return sorted((int(number), name) for number, name in numbers if number.isdecimal())

    def _referee(self) -> LiveReferee:
        """Return the referee at the beginning of the recording."""
        header = self.archive.header
        try:
            match = fold_log([Record(0, MATCH_STARTED, header["setup"])])
            before: tuple[Record, ...] = ()
            if header["resumed"] and LOG in self.archive.names(LOG):
                before, _ = parse_log(self.archive.read(LOG))
                match = fold_log(before)
            referee = open_referee(match, self.manifests, lines=before)
            referee.context = replace(referee.context, **header["context"])
        except (LogError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise self.archive.damaged(HEADER) from error
        return referee

    def _judge(
        self, referee: LiveReferee, item: Input, lots: deque[int], salts: deque[str]
    ) -> NoticeData:
        """Return today's notices, or the error of a referee that fails."""
        secrets = bool(self.archive.header.get("secrets"))
        referee.context = replace(
            referee.context,
            lots=lambda _: lambda _: lots.popleft() if lots else 0,
            make_salt=lambda _: salts.popleft() if salts else "",
        )
        try:
            transitions = referee.receive(item)
        except Exception as error:  # noqa: BLE001 - a referee that breaks is a finding
            return [{"kind": "error", "error": f"{type(error).__name__}: {error}"}]
        match = referee.at.match
        found = [dump_notice(each, match, secrets=secrets) for each, _ in transitions]
        plain: NoticeData = json.loads(json.dumps(found))
        return plain


def differs(judged: JudgedInput) -> bool:
    """Return True if today's notices differ from those recorded."""
    if judged.got is None:
        return False
    expected, got = (
        [{k: v for k, v in each.items() if k != _NOT_COMPARED} for each in found]
        for found in (judged.expected, judged.got)
    )
    return expected != got


def _cards(readings: tuple[Reading, ...]) -> Cards:
    """Return the face-up cards on each cell."""
    found: dict[str, list[str]] = {}
    for each in readings:
        if each.face is Face.FRONT and each.card and each.cell:
            found.setdefault(each.cell, []).append(each.card)
    return {cell: tuple(sorted(cards)) for cell, cards in sorted(found.items())}
