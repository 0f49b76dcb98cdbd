"""Scenarios of the failing world: a match, its sidecars and recording, a print, a scan.

A scenario runs in an empty folder and reports what it has acknowledged; its check returns what is
wrong in the folder afterwards. The matches are short, and their notices are decided only once, so
that thousands of faults a minute are possible. All that writes is the program's own: the loop, the
journal, the log, the lock, the sidecars, the recorder's writer, the print's and the scan's files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from companion.commands.fault import explained as companion_explained
from companion.commands.referee.match import alone
from companion.errors import SessionError
from companion.frames import Frame
from companion.match_setup.app import MatchLoop, build_setup, load_manifests, open_referee
from companion.match_setup.match_log import kept_log
from companion.readings import TableView
from companion.recorder.archive import HEADER, Archive, json_part
from companion.recorder.writer import RecordedInput, RecordingWriter
from companion.referee.inputs import Finish, Input, Start
from companion.referee.journal import Journal, Utterance, resume_match
from companion.referee.live import LiveReferee
from companion.referee.notices import EndReason, notice_data
from companion.referee.state import Referee, Transition
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast
from companion.scan.judging import ScanOptions
from companion.scan.saving import save_result
from companion.scan.session import ScanSession
from companion.scan.words import Captions
from companion.simulator.private_inputs import seeded_lots
from companion.web.auth.roles import Pass, Role
from companion.web.auth.sessions import Keyring
from printkit.cli import explained as print_explained
from printkit.pdf.output import write_printed, write_whole
from rules import LogWriter, Manifest, Match, fold_log, load_catalog, load_game, load_manifest
from rules.messages.message import render
from rules.messages.system import reason
from rules.process.disk import create_private, make_folder
from rules.records.log import parse_log
from tests.support.printed_decks import seen, stock, tags_of
from tests.support.simulator.oracle_view import OracleView

PAPER = Path(__file__).resolve().parents[2] / "companion" / "vision" / "pictures" / "paper"
KEYS = {hashlib.sha256(b"a key").digest(): Pass(Role.TABLE)}
ENVIRONMENT = 3


class Scenario(Protocol):
    """Something that writes files; after a power cut, `synced` ones keep what they said."""

    name: str
    synced: bool

    def prepare(self, folder: Path) -> None:
        """Write what is there before."""

    def run(self, folder: Path, said: list[Any]) -> None:
        """Write; append to `said` whatever is acknowledged. May raise an error."""

    def problems(self, folder: Path, said: list[Any]) -> Iterator[str]:
        """Yield what is wrong with the folder."""

    def explained(self, error: Exception) -> tuple[int, str]:
        """Return the exit code and the sentence for an error."""


@dataclass
class Decided:
    """The notices of a real match, by the views that led to them."""

    start: LiveReferee
    opening: tuple[Transition, ...]
    steps: tuple[tuple[TableView, tuple[Transition, ...]], ...]
    views: tuple[TableView, ...] = ()
    """All views, also those without notices."""

    @classmethod
    def of(cls, slug: str, seed: int, most: int) -> Decided:
        """Let robots play until the referee has given `most` notices."""
        manifests = load_manifests(sorted((PAPER / slug).glob("*.manifest.json")), slug)
        setup = build_setup(slug, manifests=manifests)
        cards = [card for manifest in manifests for card in manifest.cards]
        mats = {mat.name: mat for manifest in manifests for mat in manifest.mats}
        behaviour = Behaviour(blunder=0.3, take_back=0.2)
        party, mat = cast(cards, mats, setup, seed, behaviour, FrameRate(5.0, 2.5))
        referee = open_referee(Match(load_game(slug), setup), manifests)
        referee.context = replace(referee.context, lots=seeded_lots(seed), make_salt=None)
        eye, start = OracleView(manifests, mat), LiveReferee(referee.at, referee.context)
        opening = referee.receive(Start())
        steps: list[tuple[TableView, tuple[Transition, ...]]] = []
        views: list[TableView] = []
        count = 0
        for tick in party.ticks():
            view = eye.see(tick)
            views.append(view)
            transitions = referee.receive(view)
            if transitions:
                steps.append((view, transitions))
                count += len(transitions)
            if count >= most:
                break
        return cls(start, opening, tuple(steps), tuple(views))


class Replayed:
    """A referee that repeats decided notices, and really decides how the match ends."""

    def __init__(self, decided: Decided) -> None:
        self.at: Referee = decided.start.at
        self.opening = Start()
        self.context = decided.start.context
        self._said = {id(view): transitions for view, transitions in decided.steps}
        self._opening = decided.opening

    def receive(self, item: Input) -> tuple[Transition, ...]:
        """Return an input's notices."""
        if isinstance(item, Start):
            transitions = self._opening
        elif isinstance(item, Finish):
            transitions = LiveReferee(self.at, self.context).receive(item)
        else:
            transitions = self._said[id(item)]
        self.at = transitions[-1].at if transitions else self.at
        return transitions


class Views:
    """The decided views as a source of pictures."""

    name = "views"

    def __init__(self, decided: Decided) -> None:
        self._views = [view for view, _ in decided.steps]
        self.next = 0

    def read(self) -> Frame | None:
        """Return a frame that stands for the next view."""
        if self.next == len(self._views):
            return None
        self.next += 1
        return Frame(None, self._views[self.next - 1].time_s, self.next)  # type: ignore[arg-type]

    def see(self, _frame: Frame) -> TableView:
        """Return the view of a frame."""
        return self._views[self.next - 1]

    def close(self) -> None:
        """Have nothing to close."""


@dataclass
class MatchScenario:
    """A match with its log, lock and keys; `said` are the announced notices with their numbers."""

    decided: Decided
    resumed: bool = False
    name: str = "match"
    synced: bool = True
    _folded: set[str] = field(default_factory=set)
    _before: bytes = b""

    def __post_init__(self) -> None:
        """Prepare the speaker, which every match shares."""
        self.slug = self.decided.start.at.match.setup.game
        mat = self.decided.start.at.geometry.form.mat
        self.speaker = Speaker(load_catalog(self.slug), "en", mat)
        self.name = f"{self.slug} {'resumed' if self.resumed else 'match'}"

    def prepare(self, folder: Path) -> None:
        """Write half of the match, with half a line, if it is to be resumed."""
        if not self.resumed:
            return
        half = Decided(
            self.decided.start, self.decided.opening, self.decided.steps[: len(self._steps) // 2]
        )
        MatchScenario(half).run(folder, [])
        self._before = self._log(folder).read_bytes()
        with self._log(folder).open("ab") as file:
            file.write(b'{"seq":99,"kind":"acc')

    @property
    def _steps(self) -> tuple[tuple[TableView, tuple[Transition, ...]], ...]:
        return self.decided.steps

    @staticmethod
    def _log(folder: Path) -> Path:
        return folder / "out" / "matches" / "m.jsonl"

    def run(self, folder: Path, said: list[Any]) -> None:
        """Play the match; announce what is in the log."""
        path = self._log(folder)

        def announce(utterance: Utterance) -> None:
            said.append((utterance.seq, utterance.record))
            if len(said) % 8 == 1:
                Keyring.for_log(path, 8737).write(KEYS)

        if self.resumed:
            with alone(path):
                resume_match(path, self.slug)
                with kept_log(path, resume=True) as writer:
                    assert writer is not None
                    Keyring.for_log(path).read()
                    journal = Journal(self.speaker, announce, writer)
                    journal.record(Replayed(self.decided).receive(Finish(EndReason.STOPPED)))
            return
        with kept_log(path, resume=False) as writer:
            source = Views(self.decided)
            journal = Journal(self.speaker, announce, writer)
            referee: Any = Replayed(self.decided)
            MatchLoop(referee, journal, source, source.see, self._never).run()

    @staticmethod
    def _never(time_s: float, frame: int) -> TableView:
        return TableView(time_s, frame)

    def problems(self, folder: Path, said: list[Any]) -> Iterator[str]:
        """Yield what is lost, and why the match can't be resumed."""
        path = self._log(folder)
        data = path.read_bytes() if path.exists() else b""
        records, error = parse_log(data[: data.rfind(b"\n") + 1])
        if error is not None:
            yield f"the log is damaged: {error}"
        if not data.startswith(self._before):
            yield "lines of the log before the resumption are lost"
        for seq, notice in said:
            if seq >= len(records) or records[seq].kind != notice.kind:
                yield f"record {seq} was announced and is lost"
            elif records[seq].data != json.loads(json.dumps(notice_data(notice))):
                yield f"record {seq} is another than announced"
        if error is not None:
            return
        keys = Keyring.for_log(path)
        if keys.path.exists() and keys.read() != KEYS:
            yield "the keys are half a file"
        if not records:
            return
        last = data[: data.rfind(b"\n")].rpartition(b"\n")[2]
        mark = json.loads(last)["sum"]
        if mark not in self._folded and records[0].kind == "match_started":
            fold_log(records)
            self._folded.add(mark)
        writer = LogWriter(path)
        writer.append("paused")
        writer.close()
        if parse_log(path.read_bytes())[1] is not None:
            yield "the log does not go on"

    def explained(self, error: Exception) -> tuple[int, str]:
        """Return what `companion` says."""
        return companion_explained(error, "en", shown=False)


@dataclass
class RecordingScenario:
    """A recording; an error ends it, and what was written before stays readable."""

    decided: Decided
    name: str = "recording"
    synced: bool = False

    def __post_init__(self) -> None:
        """Name the game."""
        self.name = f"{self.decided.start.at.match.setup.game} recording"

    def prepare(self, folder: Path) -> None:
        """Need nothing."""

    def run(self, folder: Path, said: list[Any]) -> None:
        """Record the views, a part for each."""
        make_folder(folder / "out")
        writer = RecordingWriter(lambda: json_part(HEADER, {"recording": 1}))
        writer.begin(create_private(folder / "out" / "m.tar"))
        try:
            for view, transitions in self.decided.steps:
                notices = tuple(notice for notice, _ in transitions)
                writer.take([RecordedInput(view, notices, transitions[-1].at.match, (), ())], [])
                writer._flush()
                said.append(view)
            writer.end()
        finally:
            writer.abandon()
            writer.forget()

    def problems(self, folder: Path, said: list[Any]) -> Iterator[str]:
        """Yield why the recording can't be read."""
        path = folder / "out" / "m.tar"
        if not path.exists():
            yield from ["the recording is lost"] if said else []
            return
        try:
            found = list(Archive(path).inputs())
        except SessionError as error:
            if said:
                yield f"the recording cannot be read: {error}"
            return
        if len(found) < len(said):
            yield f"{len(said) - len(found)} inputs are lost"

    def explained(self, error: Exception) -> tuple[int, str]:
        """Return what the recorder reports; the match goes on."""
        return ENVIRONMENT, render(reason(error), "en")


class PrintScenario:
    """A print over an old one: PDF, preview and manifest, old or new as wholes."""

    synced = True

    def __init__(self, *, over: bool, seal: bool = True) -> None:
        self.over, self.seal = over, seal
        self.name = f"{'print' if seal else 'pictures'}{' over an old one' if over else ''}"
        one: Manifest = load_manifest(next((PAPER / "yggdrasil").glob("*mat*.manifest.json")))
        self.old, self.new = (self._files(one, tail) for tail in (b"old", b"new"))
        self.manifest = one

    def _files(self, one: Manifest, tail: bytes) -> dict[str, bytes]:
        return {one.pdf: b"%PDF" + tail * 8_000, "preview.png": tail * 900}

    def prepare(self, folder: Path) -> None:
        """Write the old print."""
        if self.over:
            self._write(folder, self.old)

    def _write(self, folder: Path, files: dict[str, bytes]) -> None:
        out = folder / "out"
        (pdf, data), *others = files.items()
        if self.seal:
            assert pdf == self.manifest.pdf
            write_printed(out, self.manifest, data, dict(others))
        else:
            write_whole({out / name: data for name, data in files.items()})

    def run(self, folder: Path, said: list[Any]) -> None:
        """Write the new print."""
        self._write(folder, self.new)
        said.append("printed")

    def problems(self, folder: Path, said: list[Any]) -> Iterator[str]:
        """Yield the half files, and the manifest of another PDF."""
        out = folder / "out"
        for name, data in self.new.items():
            path = out / name
            if path.exists() and path.read_bytes() not in (data, self.old[name]):
                yield f"half a {name}"
            if said and (not path.exists() or path.read_bytes() != data):
                yield f"the new {name} is lost"
            if not said and self.over and not path.exists():
                yield f"the old {name} is lost"
        sealing = (out / self.manifest.pdf).with_suffix(".manifest.json")
        if self.seal and sealing.exists():
            read = load_manifest(sealing)
            pdf = out / read.pdf
            found = hashlib.sha256(pdf.read_bytes()).hexdigest() if pdf.exists() else ""
            if found != read.pdf_sha256:
                yield "a manifest of another PDF"
        elif self.seal and said:
            yield "the manifest is lost"

    def explained(self, error: Exception) -> tuple[int, str]:
        """Return what `printkit` says."""
        code, text = print_explained(error, "en")
        return code, render(text, "en")


class ScanScenario:
    """A scan with its log and its files; `said` are the tags reported as counted."""

    name = "scan"
    synced = True

    def __init__(self) -> None:
        self.stock = stock()
        self.tags = tags_of(self.stock, "sun")
        self.captions = Captions(load_catalog("yggdrasil"), "en")
        self.whole: dict[str, bytes] = {}

    def prepare(self, folder: Path) -> None:
        """Need nothing."""

    def run(self, folder: Path, said: list[Any]) -> None:
        """Count the deck, three cards a picture, and save the result."""
        path = folder / "out" / "scans" / "s.json"
        session = ScanSession(self.stock, ScanOptions("yggdrasil"), path.with_suffix(".jsonl"))
        try:
            session.begin()
            for first in range(0, len(self.tags), 3):
                events = session.look(seen(*self.tags[first : first + 3], source=f"{first}.jpg"))
                said += [e.facts["tag"] for e in events if e.kind.value == "counted"]
            save_result(session.end(), path, self.captions)
            said.append("saved")
        finally:
            session.end()

    def problems(self, folder: Path, said: list[Any]) -> Iterator[str]:
        """Yield lost counts and half files."""
        out = folder / "out" / "scans"
        path = out / "s.jsonl"
        data = path.read_bytes() if path.exists() else b""
        records, error = parse_log(data[: data.rfind(b"\n") + 1])
        if error is not None:
            yield f"the log is damaged: {error}"
        kept = {record.data.get("tag") for record in records}
        lost = {tag for tag in said if tag != "saved"} - kept
        if lost:
            yield f"counts are lost: {lost}"
        files = {each.name: each.read_bytes() for each in out.glob("s.*")} if out.exists() else {}
        files.pop("s.jsonl", None)
        if not self.whole:
            self.whole = files
        for name, content in files.items():
            if content != self.whole[name]:
                yield f"half a {name}"
        if "saved" in said and files.keys() != self.whole.keys():
            yield "a saved file is lost"
        if records:
            again = ScanSession(self.stock, ScanOptions("yggdrasil"), path)
            again.begin()
            if not kept - {None} <= again.tally.counted.keys():
                yield "the scan does not go on"
            again.end()

    def explained(self, error: Exception) -> tuple[int, str]:
        """Return what `companion` says."""
        return companion_explained(error, "en", shown=False)


OF_A_MATCH: Final[Mapping[str, Callable[[Decided], Scenario]]] = {
    "match": MatchScenario,
    "resumed": partial(MatchScenario, resumed=True),
    "recording": RecordingScenario,
}
OTHERS: Final[Mapping[str, Callable[[], Scenario]]] = {
    "print": partial(PrintScenario, over=False),
    "print over": partial(PrintScenario, over=True),
    "pictures over": partial(PrintScenario, over=True, seal=False),
    "scan": ScanScenario,
}
"""The scenarios without a match, by name."""
