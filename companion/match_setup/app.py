"""A match's set-up (options, manifests, referee, journal) and its main loop.

The commands and the page use this module. It writes no output, and imports vision only when a
source is opened.
"""

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.errors import CameraLost, PhoneSilent, SessionError, SourceError
from companion.frames import Frame, FrameSource
from companion.match_setup.decks import named_deck, printed_decks
from companion.readings import TableView, Trouble
from companion.referee.fold import resume
from companion.referee.geometry import TableGeometry
from companion.referee.inputs import Finish, Start
from companion.referee.journal import Journal
from companion.referee.live import LiveReferee
from companion.referee.lots import secret_lots, secret_salts
from companion.referee.notices import EndReason
from companion.referee.phases import RefereePhase
from companion.referee.ruling import Context
from companion.referee.state import Transition, opened
from rules import (
    Catalog,
    DataError,
    Fault,
    Manifest,
    Mat,
    Match,
    Message,
    Record,
    Seat,
    Setup,
    TableForm,
    load_catalog,
    load_game,
    load_manifest,
)
from rules.errors import UnreadableFile
from rules.messages.near_matches import did_you_mean
from rules.records.log import rules_digest
from rules.records.manifest_file import other_game

_LOST_PAUSE_S = 0.1


def load_manifests(paths: Iterable[Path], game: str) -> tuple[Manifest, ...]:
    """Read manifests; raise `DataError` with all of their faults, such as a wrong game.

    Raises `UnknownGame` if they belong to another game, and the named game does not exist.
    """
    named = tuple(paths)
    found, faults = read_manifests(named)
    others = [(path, manifest) for path, manifest in found if manifest.game != game]
    if others:
        load_catalog(game)  # raises an error if the game is missing
    faults += [other_game(str(path), manifest.game, game) for path, manifest in others]
    report_faults(named, faults)
    return tuple(manifest for _, manifest in found)


def report_faults(paths: Iterable[Path], faults: list[Fault]) -> None:
    """Raise the faults of some manifests, if any; `UnreadableFile` if a manifest is missing."""
    if faults:
        there = all(path.is_file() for path in paths)
        raise (DataError if there else UnreadableFile)(faults)


def read_manifests(paths: Iterable[Path]) -> tuple[list[tuple[Path, Manifest]], list[Fault]]:
    """Read the manifests; return the readable ones with their paths, and the others' faults."""
    found: list[tuple[Path, Manifest]] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            found.append((path, load_manifest(path)))
        except DataError as error:
            faults += error.faults
    return found, faults


def mat_of(manifests: Iterable[Manifest], form: TableForm) -> Mat | None:
    """Return the mat of a table form, if one of the manifests describes it."""
    mats = [mat for manifest in manifests for mat in manifest.mats]
    return next((mat for mat in mats if mat.name == form.mat), None)


def require_mat(manifests: Iterable[Manifest], match: Match[Any]) -> Mat:
    """Return the mat of a match; raise `SessionError` if no manifest describes it."""
    form, every = match.game.table.form(match.setup), tuple(manifests)
    mat = mat_of(every, form)
    if mat is None:
        names = ", ".join(m.name for each in every for m in each.mats)
        given = names or Message("fault.mat.none")
        raise SessionError("fault.mat.other", mat=form.mat, given=given, game=match.setup.game)
    return mat


def build_setup(
    slug: str,
    *,
    settings: Iterable[str] = (),
    decks: Iterable[str] = (),
    manifests: Iterable[Manifest] = (),
) -> Setup:
    """Build the set-up of a match from typed options: `name=value`, `SEAT=deck`.

    SEAT is a seat or its colour. A deck is the name of a shipped deck, the file of a list, or the
    result of `companion scan`. Seats without a deck play the deck of the manifests. Raises
    `UnknownGame`, `DataError` or `SessionError` for a wrong option.
    """
    catalog, game = load_catalog(slug), load_game(slug)
    chosen = dict(_pair(text, "--setting", catalog.settings) for text in settings)
    named = dict(_pair(text, "--deck", (*catalog.seats, *catalog.owners)) for text in decks)
    lists = {
        seat: named_deck(name, seat, catalog)
        for word, name in named.items()
        for seat in (catalog.owners.get(word, word),)
    }
    setup = Setup(slug, chosen, {**printed_decks(manifests, catalog, game, chosen), **lists})
    game.start(setup)
    return setup


def _pair(text: str, option: str, names: Iterable[str]) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    known = list(names)
    if not equals or not value:
        raise SessionError("fault.option.form", option=option, word=text, form="NAME=VALUE")
    if name not in known:
        hint = did_you_mean(name, known)
        raise SessionError("fault.option.unknown", option=option, word=text, name=name, hint=hint)
    return name, value


def open_referee(
    match: Match[Any],
    manifests: Iterable[Manifest],
    *,
    first: Seat = "",
    lines: Iterable[Record] = (),
) -> LiveReferee:
    """Return a referee for the manifests' mat; raise `SessionError` if they have no mat.

    `first`: the seat that begins, if the game lets chance decide. `lines`: the log of a match to
    resume, which has no wrong line.
    """
    form, mat = match.game.table.form(match.setup), require_mat(manifests, match)
    geometry = TableGeometry(form, mat)
    at = resume(lines, lambda _: geometry)
    start = Start(rules_digest(match.setup.game), first, resumed=at is not None)
    at = opened(match.now, geometry) if at is None else replace(at, match=match.now)
    seed = secrets.token_bytes()
    context = Context(lots=secret_lots(seed), make_salt=secret_salts(seed))
    return LiveReferee(at, context, start)


@dataclass(slots=True)
class MatchLoop:
    """The loop that reads a source until the match ends; a signal or a thread may set `stop`.

    `see` turns a frame into a view. `lost` returns the view while the source is unavailable.
    `done` is called when the loop has ended. `observer` receives every frame (None while the
    source is unavailable) and its view, and may return commands from a page. `broke` receives an
    error before the match ends.
    """

    referee: LiveReferee
    journal: Journal
    source: FrameSource
    see: Callable[[Frame], TableView]
    lost: Callable[[float, int], TableView]
    done: Callable[[], None] | None = None
    stop: bool = False
    observer: Callable[[Frame | None, TableView], Iterable[Transition]] | None = None
    broke: Callable[[Exception], None] | None = None
    _time: float = 0.0
    _frame: int = 0
    _shown: Frame | None = None

    def run(self, max_seconds: float | None = None) -> None:
        """Run the match until it is over or stopped, or for `max_seconds` of the frames' clock.

        Raises `SourceError` when the source fails for good; the match is closed even then.
        """
        self.journal.record(self.referee.receive(self.referee.opening))
        reason = EndReason.STOPPED  # assumed to be Ctrl-C, unless another reason is found
        try:
            reason = self._watch(max_seconds)
        except Exception as error:
            reason = EndReason.BROKEN
            if self.broke is not None:
                self.broke(error)
            raise
        finally:
            self._end(reason)

    def halt(self) -> None:
        """Stop the match after the current frame."""
        self.stop = True

    def _end(self, reason: EndReason) -> None:
        try:
            self.journal.record(self.referee.receive(Finish(reason)))
        except SourceError:  # the fault may be that the log cannot be written
            if reason is not EndReason.BROKEN:
                raise
        finally:
            self.source.close()
            if self.done is not None:
                self.done()

    def _watch(self, max_seconds: float | None) -> EndReason:
        begun: float | None = None
        while self.referee.at.phase is not RefereePhase.ENDED:
            if self.stop:
                return EndReason.STOPPED
            view = self._view()
            if view is None:
                return EndReason.SOURCE_ENDED
            begun = view.time_s if begun is None else begun
            if max_seconds is not None and view.time_s - begun > max_seconds:
                return EndReason.TIME
            self.journal.record(self.referee.receive(view))
            if self.observer is not None:
                self.journal.record(self.observer(self._shown, view))
        return EndReason.RULES

    def _view(self) -> TableView | None:
        begun = time.monotonic()
        try:
            frame = self.source.read()
        except CameraLost as error:
            time.sleep(_LOST_PAUSE_S)
            self._time += time.monotonic() - begun
            self._shown = None
            view = self.lost(self._time, self._frame)
            silent = isinstance(error, PhoneSilent) and view.trouble is Trouble.LOST
            return replace(view, trouble=Trouble.PHONE) if silent else view
        if frame is None:
            return None
        self._time, self._frame = max(frame.time_s, self._time), frame.index
        self._shown = frame
        return self.see(frame)


def check_first(first: str, catalog: Catalog) -> Seat:
    """Return the seat with an id or a colour; raise `SessionError` if there is none."""
    seat = catalog.owners.get(first, first)
    if first and seat not in catalog.seats:
        hint = did_you_mean(first, (*catalog.seats, *catalog.owners))
        raise SessionError("fault.option.seat", option="--first", word=first, hint=hint)
    return seat
