"""Options of `companion referee`, and the match they describe."""

from __future__ import annotations

import gc
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from companion.commands.referee.coach import coach
from companion.commands.referee.correction import proposed, wanted_position
from companion.commands.referee.lobby import paper_for, resume_command
from companion.commands.referee.match import (
    alone,
    begins_session,
    make_loop,
    make_referee,
    make_team,
    match_of,
    open_feed,
    report_no_lock,
    run,
)
from companion.commands.referee.page import PHONE, OpenPage, PageBridge
from companion.drawn_table.values import DrawnTable
from companion.errors import SessionError
from companion.frames import FrameSource
from companion.match_setup.app import (
    MatchLoop,
    check_first,
    load_manifests,
    read_manifests,
    require_mat,
)
from companion.match_setup.match_log import kept_log
from companion.match_setup.opponents import HINTS, hints_in, opponents_in, read_opponents
from companion.match_setup.players import names_in, read_names, source_in
from companion.match_setup.prints import missing_prints, prints_for
from companion.opponent.buttons import MailboxButtons
from companion.opponent.hints import HintGiver
from companion.opponent.joining import opposed
from companion.opponent.thinking import ProcessThinker, Thinker
from companion.recorder.recorder import Recorder, recorded
from companion.referee.live import LiveReferee
from companion.referee.notices import MatchInfo
from companion.replay.moments import recalled
from companion.storage.out_folder import stamped
from companion.tutorial.lesson import Lesson, has_lesson, read_lesson
from companion.tutorial.tutor import Tutor, TutoredTable, TutorialMark
from companion.vision.sources.names import is_live
from companion.web.auth.sessions import Keyring
from companion.web.lobby import DRAWN, MOUSE, VIRTUAL, Lobby
from companion.web.rate_limited_source import RateLimitedSource
from rules import (
    CHANCE,
    LogWriter,
    Manifest,
    Match,
    Message,
    Record,
    Seat,
    Setup,
    load_catalog,
    load_game,
)
from rules.records.log import parse_log
from rules.version import __version__

if TYPE_CHECKING:
    from companion.drawn_table.persistence import TableStore

_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Options from the command line or the page."""

    game: str
    source: str
    manifests: tuple[Path, ...]
    decks: tuple[str, ...]
    settings: tuple[str, ...]
    names: tuple[str, ...]
    first: str
    log: Path | None
    lang: str
    keep: bool
    resume: bool
    json: bool
    seed: int
    max_seconds: float | None
    correct: Path | None = None
    record: Path | None = None
    record_secrets: bool = False
    tutorial: bool = False
    others: tuple[str, ...] = ()
    """The sources of further cameras over the same table."""
    opponents: tuple[str, ...] = ()
    hints: int | None = None
    """The hints that each person may ask for at a drawn table; None for the usual number."""
    setup: Setup | None = None
    """Decks and settings carried over from another match, if any."""


def with_paper(wish: MatchOptions) -> MatchOptions:
    """Return the options with the newest matching prints if no prints were named.

    At a drawn table, missing prints are made, in the language of the match; a resumed match keeps
    its prints. Paper in another language is used, but reported.
    """
    if wish.manifests:
        return wish
    load_game(wish.game)
    _seats_known(wish)
    drawn = wish.source in DRAWN
    found = prints_for(_setup(wish), wish.lang, drawn=drawn, any_language=wish.resume)
    if not found:
        raise missing_prints(wish.game)
    if wish.lang and not drawn:
        _report_language(found, wish)
    return replace(wish, manifests=tuple(found))


def tutorial_sources(sources: tuple[str, ...], *, wanted: bool, fixed: bool) -> tuple[str, ...]:
    """Return the sources, which are only the mouse for a tutorial.

    Raises `SessionError` if options contradict a tutorial. `fixed`: others would change its match.
    """
    if not wanted:
        return sources
    if sources not in ((), (MOUSE,)) or fixed:
        raise SessionError(Message("fault.option.tutorial"))
    return (MOUSE,)


def with_lesson(wish: MatchOptions) -> MatchOptions:
    """Return the options with the decks and settings of the tutorial, if one was asked for."""
    if not wish.tutorial:
        return wish
    if not has_lesson(wish.game):
        raise SessionError("fault.option.no_tutorial", game=load_catalog(wish.game).names)
    lesson = read_lesson(wish.game)
    return replace(wish, decks=lesson.decks, settings=lesson.settings)


def _report_language(found: Sequence[Path], wish: MatchOptions) -> None:
    """Report cards that are printed in another language than that of the match."""
    for path, manifest in read_manifests(found)[0]:
        if manifest.cards and manifest.lang != wish.lang:
            other = Message(
                "referee.console.other_language",
                file=path,
                printed=manifest.lang,
                lang=wish.lang,
                game=wish.game,
            )
            typer.echo(other.render(wish.lang), err=True)


def _seats_known(wish: MatchOptions) -> None:
    """Raise an error for wrong names or a wrong first player before any prints are made."""
    catalog = load_catalog(wish.game)
    check_first(wish.first, catalog)
    read_names(wish.names, catalog)


def _setup(wish: MatchOptions) -> Setup:
    """Return the set-up before the prints are known: from the log, or else from the options."""
    log = wish.log if wish.resume else None
    return match_of(wish.game, list(wish.decks), list(wish.settings), (), log).setup


def chosen(wish: MatchOptions, lobby: Lobby) -> MatchOptions:
    """Return the options with the choices made on the page.

    A match to resume may already be named; its prints are found through its log.
    """
    choice = lobby.wait()
    named = wish.manifests and choice.log is None
    made = replace(
        wish,
        game=choice.game,
        source=choice.source,
        others=choice.others,
        log=choice.log or wish.log,
        resume=wish.resume or choice.log is not None,
        tutorial=choice.log is None and (wish.tutorial or choice.tutorial),
    )
    made = _facing(with_lesson(made), choice.opponent)
    if named:
        return made
    if choice.log is None and wish.resume:
        return with_paper(made)
    return replace(made, manifests=tuple(paper_for(choice, _setup(made), wish.lang)))


def _facing(wish: MatchOptions, positions: int) -> MatchOptions:
    """Return the options with the computer in every seat but the first, if it is to play."""
    if not positions:
        return wish
    setup = _setup(wish)
    _, *others = load_game(wish.game).seats(setup)
    return replace(wish, opponents=tuple(f"{seat}={positions}" for seat in others))


def game_of(manifests: Sequence[Path]) -> str:
    """Return the game of the named manifests, or "" if none of them can be read."""
    return next((each.game for _, each in read_manifests(manifests)[0]), "")


def check_sources(sources: Sequence[str]) -> None:
    """Raise `SessionError` for several sources that cannot be cameras over the same table."""
    if len(sources) < _SEVERAL:
        return
    live = {source == PHONE or is_live(source) for source in sources}
    twice = len(set(sources)) < len(sources)
    if twice or len(live) > 1 or any(source in DRAWN for source in sources):
        raise SessionError("fault.option.sources", sources=" ".join(sources))


def gone_on(log: Path, game: str | None, source: str | None) -> tuple[str, str | None]:
    """Return the named game and source of a resumed match; missing values come from its log.

    A log may have several sources, separated by spaces.

    Raises `SessionError` and `SourceError` for a log that cannot be resumed or belongs to another
    game, and `UnknownGame`.
    """
    if game is not None:
        load_game(game)
    match = match_of(game or "", [], [], (), log)
    recorded = source_in(parse_log(log.read_bytes())[0])
    # simulated players begin on the first turn, so the source must be named
    drawn = recorded == VIRTUAL
    return match.setup.game, source if source is not None or drawn else recorded or None


def prepare(wish: MatchOptions) -> tuple[tuple[Manifest, ...], Match[Any], dict[Seat, str]]:
    """Return the manifests, the match and the players' names; raise an error if any is faulty.

    A resumed match keeps the names in its log, unless new ones are given.
    """
    if wish.resume and wish.source == VIRTUAL:
        raise SessionError(Message("fault.match.drawn"))
    if wish.record is not None and wish.record.exists():
        raise SessionError("fault.file.there", file=wish.record)
    manifests = load_manifests(wish.manifests, wish.game)
    log = wish.log if wish.resume else None
    if wish.setup is not None:
        match = Match(load_game(wish.setup.game), wish.setup)
    else:
        match = match_of(wish.game, list(wish.decks), list(wish.settings), manifests, log)
    require_mat(manifests, match)
    catalog = load_catalog(wish.game)
    check_first(wish.first, catalog)
    kept = names_in(parse_log(log.read_bytes())[0], catalog) if log is not None else {}
    names = {**kept, **read_names(wish.names, catalog)}
    _opponents(wish, match, names)
    return manifests, match, names


def _opponents(
    wish: MatchOptions, match: Match[Any], names: Mapping[Seat, str]
) -> Mapping[Seat, int]:
    """Return the seats that the computer plays, with their strength.

    A resumed match keeps those in its log, unless new ones are given. Raises `SessionError` for a
    wrong one.
    """
    kept: Mapping[Seat, int] = {}
    if wish.resume and wish.log is not None and not wish.opponents:
        kept = opponents_in(parse_log(wish.log.read_bytes())[0])
    seats = match.game.seats(match.setup)
    given = read_opponents(wish.opponents, load_catalog(wish.game), names, seats)
    if given and wish.source != MOUSE:
        raise SessionError("fault.option.only_drawn", source=wish.source)
    return given or kept if wish.source == MOUSE else {}


def check(wish: MatchOptions) -> None:
    """Raise an error for faulty options or a locked log before anything is opened."""
    with alone(wish.log if wish.resume else None):
        prepare(wish)


def play(wish: MatchOptions, served: OpenPage | None) -> None:
    """Play the match, with its page if there is one."""
    following: MatchOptions | None = wish
    while following is not None:
        following = _followed(following, served)
        # The parts of a match refer to each other. Python would free them many matches later.
        gc.collect()


def _followed(wish: MatchOptions, served: OpenPage | None) -> MatchOptions | None:
    """Play the match; return the next one's options, or None. Nothing of this match is kept."""
    # The lock is held from before the log is read until its last line is written.
    with alone(wish.log if wish.resume else None, wish.lang):
        bridge, after = _played(wish, served)
    return after if bridge is None or bridge.linger(wish.lang) else None


def _played(
    wish: MatchOptions, served: OpenPage | None
) -> tuple[PageBridge | None, MatchOptions | None]:
    """Play the match until it ends or is stopped; return its page and the next match's options.

    Without a page, the page that there was is closed.
    """
    manifests, match, names = prepare(wish)
    resumed = wish.log if wish.resume else None
    new_session = resumed is not None and begins_session(resumed)  # Opening may change its time.
    named = wish.log or (partial(stamped, "matches", wish.game, ".jsonl") if wish.keep else None)
    unlocked = partial(report_no_lock, wish.lang)
    with kept_log(named, resume=wish.resume, unlocked=unlocked) as writer:
        return _refereed(wish, served, writer, manifests, match, names, new_session=new_session)


def _refereed(
    wish: MatchOptions,
    served: OpenPage | None,
    writer: LogWriter | None,
    manifests: tuple[Manifest, ...],
    match: Match[Any],
    names: dict[Seat, str],
    *,
    new_session: bool,
) -> tuple[PageBridge | None, MatchOptions | None]:
    """Play the match with an open log that is locked."""
    path = None if writer is None else writer.path
    lesson = _lesson(wish, path)
    first = wish.first or (lesson.first if lesson else _lot(wish, match))
    data = wish.log.read_bytes() if wish.resume and wish.log is not None else b""
    lines = parse_log(data)[0]
    referee = make_referee(match, manifests, first, lines)
    opponents = _opponents(wish, match, names)
    # A rematch of a resumed match keeps the opponents of its log.
    wish = replace(wish, opponents=tuple(f"{seat}={n}" for seat, n in opponents.items()))
    allowed = _hints(wish, lines)
    about, kept = _about(wish, names, opponents, allowed), path is not None
    referee.context = replace(
        referee.context, match_info=about, new_session=new_session, resumable=kept
    )
    story = recalled(lines)
    position = wanted_position(referee, wish.correct) if wish.correct else ""
    memory = _memory(wish, path)
    feed, drawn_table = _opened(wish, served, match, memory)
    bridge = tutor = None
    if lesson is not None and drawn_table is not None:
        mark = TutorialMark.for_log(path) if path is not None else None
        tutor = Tutor(lesson, referee, drawn_table, mark)
    thinker = ProcessThinker()
    feeds = _with_others(feed, wish, served, match)
    recorder = _recorder(wish, referee, data, path, served)
    keyring = _keyring(wish, served, path)
    if served is not None:
        phone = PHONE in (wish.source, *wish.others)
        bridge = PageBridge.begin(
            served,
            referee,
            manifests,
            names,
            phone=phone,
            drawn_table=drawn_table,
            log=path,
            again=_repeats(wish),
            story=story,
            recorder=recorder,
            tutor=tutor,
            computers=opponents,
            adviser=_adviser(referee, drawn_table, thinker, allowed, opponents),
        )
        if tutor is not None and not wish.resume:
            tutor.begin()
        elif drawn_table is not None and not wish.resume:
            drawn_table.set_up()
        if phone or is_live(wish.source):
            for each in feeds:
                coach(each, manifests, bridge.publisher, served.mailbox, phone=phone)
    loop = make_loop(
        referee,
        _joined(wish, feeds, manifests, referee),
        manifests,
        wish.lang,
        writer,
        json=wish.json,
        bridge=bridge,
        paths=list(wish.manifests),
        names=names,
    )
    if position:
        loop.observer = proposed(referee, position, loop.observer)
    if tutor is not None:
        tutor.stop = loop.halt
    with (
        closing(thinker),
        _opposed(loop, served, drawn_table, opponents, thinker, wish.lang),
        recorded(recorder, loop, begin=wish.record is not None),
    ):
        run(loop, writer, wish.max_seconds, wish.lang)
    if tutor is not None and tutor.wants_match:
        return None, _next(wish, match, names)
    over = referee.at.match.outcome is not None
    _say_how_to_resume(path, referee, wish.lang)
    if memory is not None and over:
        memory.forget()
    if keyring is not None and over:
        keyring.forget()
    after = _next(wish, match, names) if over and bridge is not None else None
    # A match that Ctrl-C stopped has no next match, so its page closes with it.
    return (None if loop.stop and not over else bridge), after


def _say_how_to_resume(log: Path | None, referee: LiveReferee, lang: str) -> None:
    """Print the command that continues a stopped match, if it has a log and a move."""
    match = referee.at.match
    if log is not None and match.outcome is None and match.plies:
        command = resume_command(log)
        typer.echo(Message("referee.console.resume", command=command).render(lang), err=True)


def _recorder(
    wish: MatchOptions,
    referee: LiveReferee,
    log: bytes,
    path: Path | None,
    served: OpenPage | None,
) -> Recorder | None:
    """Return the recorder if a recording is wanted, or if the page can start one.

    By default, the file has the log's name.
    """
    if wish.record is None and served is None:
        return None
    default = path.with_suffix(".tar") if path else stamped("matches", wish.game, ".tar")
    return Recorder(
        referee,
        wish.manifests,
        wish.record or default,
        lambda message: typer.echo(message.render(wish.lang), err=True),
        log=log,
        secrets=wish.record_secrets,
        standby=served is not None,
    )


def _repeats(wish: MatchOptions) -> bool:
    """Return whether a rematch is possible: people play, and no program is reading the output."""
    live = wish.source in (PHONE, MOUSE) or is_live(wish.source)
    return live and not wish.json and wish.max_seconds is None


def _next(wish: MatchOptions, match: Match[Any], names: dict[Seat, str]) -> MatchOptions | None:
    """Return the options of a rematch, with a log of its own."""
    if not _repeats(wish):
        return None
    called = tuple(f"{seat}={name}" for seat, name in names.items())
    fresh = replace(wish, log=None, resume=False, correct=None, record=None, tutorial=False)
    return replace(fresh, setup=match.setup, names=called)


def _lesson(wish: MatchOptions, log: Path | None) -> Lesson | None:
    """Return the tutorial of a match, also of one that is resumed, or None."""
    marked = wish.resume and log is not None and TutorialMark.for_log(log).there
    return read_lesson(wish.game) if wish.tutorial or marked else None


def _memory(wish: MatchOptions, log: Path | None) -> TableStore | None:
    """Return the store of a drawn table's layout, or None for a real table."""
    if log is None or wish.source != MOUSE:
        return None
    from companion.drawn_table.persistence import TableStore

    return TableStore.for_log(log)


def _keyring(wish: MatchOptions, served: OpenPage | None, log: Path | None) -> Keyring | None:
    """Return the store for the sessions of the page's visitors; a resumed match keeps them."""
    if served is None or log is None:
        return None

    port, access = served.page.port, served.page.access
    before = Keyring.for_log(log).ports_before() if wish.resume else ()
    if before and port not in before:
        _announce_move(before[-1], wish.lang)
    keyring = Keyring.for_log(log, *(each for each in before if each != port), port)
    if wish.resume:
        access.recall(keyring.read())
    access.keep(keyring.write)
    return keyring


def _announce_move(before: int, lang: str) -> None:
    """Report that the page has moved: cookies and open pages belong to its old address."""
    typer.echo(Message("referee.console.moved", before=before).render(lang), err=True)


@contextmanager
def _opposed(
    loop: MatchLoop,
    served: OpenPage | None,
    table: DrawnTable | None,
    opponents: Mapping[Seat, int],
    thinker: Thinker,
    lang: str,
) -> Iterator[None]:
    """Let the computer play its seats; report which, and a game without an evaluation."""
    if not opponents or served is None or table is None:
        yield
        return
    match = loop.referee.at.match
    names = load_catalog(match.setup.game).seat_names
    notes = [
        Message("referee.console.opponent", seat=names[seat][lang], nodes=nodes)
        for seat, nodes in opponents.items()
    ]
    if match.game.robots.evaluate is None:
        notes.append(Message("referee.console.no_value"))
    for note in notes:
        typer.echo(note.render(lang), err=True)
    opposed(loop, table, MailboxButtons(served.mailbox), opponents, thinker)
    yield


def _hints(wish: MatchOptions, lines: Iterable[Record]) -> int:
    """Return the number of hints for each person, which a resumed match keeps; none in a tutorial.

    Raises `SessionError` if there is no drawn table: the program does not know a hand on paper.
    """
    if wish.tutorial:
        return 0
    if wish.source != MOUSE:
        if wish.hints:
            raise SessionError("fault.option.no_hints", source=wish.source)
        return 0
    if wish.hints is not None:
        return wish.hints
    kept = hints_in(lines)
    return HINTS if kept is None else kept


def _adviser(
    referee: LiveReferee,
    table: DrawnTable | None,
    thinker: ProcessThinker,
    most: int,
    computers: Iterable[Seat],
) -> HintGiver | None:
    if table is None or not most:
        return None
    thinker.begin(referee.at.match.setup.game)
    return HintGiver(referee, table, thinker, most, computers)


def _about(
    wish: MatchOptions, names: dict[Seat, str], opponents: Mapping[Seat, int], hints: int = 0
) -> MatchInfo:
    """Return the facts that a log records about players, source, time and program.

    A simulated table has no date. Only cameras are named: an address may contain a password.
    """
    about: MatchInfo = {"tool": f"companion {__version__}"}
    if names:
        about["names"] = names
    if opponents:
        about["opponents"] = opponents
    if hints:
        about["hints"] = hints
    named = (PHONE, MOUSE, VIRTUAL)
    sources = [s for s in (wish.source, *wish.others) if s in named or s.isdecimal()]
    if sources:
        about["source"] = " ".join(sources)
    if wish.source in (PHONE, MOUSE) or is_live(wish.source):
        about["when"] = datetime.now().astimezone().isoformat(timespec="minutes")
    return about


def _lot(wish: MatchOptions, match: Match[Any]) -> Seat:
    """Draw the first player by lot; return "" if a piece on the table decides."""
    if wish.source != MOUSE or match.to_act != {CHANCE}:
        return ""
    game, state = match.game, match.state
    places, seats = set(game.table.layout(state)), game.seats(match.setup)
    silent = [
        lot.value
        for lot in game.legal(state)
        if lot.value in seats and set(game.table.layout(game.advance(state, lot)[1])) == places
    ]
    return secrets.choice(silent) if silent else ""


def _opened(
    wish: MatchOptions, served: OpenPage | None, match: Match[Any], memory: TableStore | None
) -> tuple[FrameSource, TutoredTable | None]:
    """Return the source of pictures, and the drawn table if there is one."""
    if wish.source == MOUSE:
        from companion.drawn_table.source import open_play

        played = open_play(wish.manifests, match, memory=memory, resumed=wish.resume)
        return played, played.table
    feed = _camera(wish.source, wish, served, match)
    return (
        RateLimitedSource(feed) if served is not None and wish.source == VIRTUAL else feed
    ), None


def _with_others(
    feed: FrameSource, wish: MatchOptions, served: OpenPage | None, match: Match[Any]
) -> tuple[FrameSource, ...]:
    """Return the first camera's pictures and those of the others over the same table."""
    return feed, *(_camera(each, wish, served, match) for each in wish.others)


def _joined(
    wish: MatchOptions,
    feeds: Sequence[FrameSource],
    manifests: tuple[Manifest, ...],
    referee: LiveReferee,
) -> FrameSource:
    """Return all cameras as one source."""
    if not wish.others:
        return feeds[0]
    sources = dict(zip((wish.source, *wish.others), feeds, strict=True))
    return make_team(sources, manifests, referee, wish.manifests, wish.lang)


def _camera(
    source: str, wish: MatchOptions, served: OpenPage | None, match: Match[Any]
) -> FrameSource:
    """Return one source of pictures: the phone, or what `open_feed` opens."""
    phone = served.watched(source) if served is not None else None
    return phone or open_feed(source, match, list(wish.manifests), wish.seed)
