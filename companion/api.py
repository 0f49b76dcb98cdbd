"""Public functions for other programs. Importing them loads no heavy library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.lookup import Hit
    from companion.readings import Reading, TableView
    from companion.referee.journal import Utterance
    from companion.replay.moments import ReplayFrame
    from companion.scan.result import ScanResult
    from rules import Match


def read_picture(picture: Path | str, manifests: Iterable[Path | str]) -> tuple[Reading, ...]:
    """Return the tags in one picture, each identified or marked as unknown.

    Raise `SourceError` if the picture cannot be read.

    >>> readings = read_picture("table.jpg", ["cards.manifest.json", "mat.manifest.json"])
    >>> sorted({reading.card for reading in readings if reading.card and reading.cell})
    ['ctl.no', 'y01', 'y02', 'y03', 'y13', 'y19', 'y24', 'y33']
    """
    from companion.vision.reader.codebook import Codebook  # noqa: PLC0415 - loads OpenCV
    from companion.vision.sources.stills import load_picture, read_still  # noqa: PLC0415 - as above
    from rules import load_manifest  # noqa: PLC0415 - loads the rules

    book = Codebook([load_manifest(Path(path)) for path in manifests])
    return read_still(load_picture(Path(picture)), book)


def watch_table(source: str, manifests: Iterable[Path | str]) -> Iterator[TableView]:
    """Yield a view of the table for every frame of a camera, stream, video or folder of pictures.

    Raise `SourceError` if the source cannot be opened, and `CameraLost` if a camera disconnects.

    >>> view = next(watch_table("table.jpg", ["cards.manifest.json", "mat.manifest.json"]))
    >>> view.mat, len(view.readings)
    ('4x5', 23)
    """
    from companion.vision.mat.printed import printed_mats  # noqa: PLC0415 - loads OpenCV
    from companion.vision.sources.open import open_source  # noqa: PLC0415 - as above
    from companion.vision.watcher import Watcher  # noqa: PLC0415 - as above
    from rules import load_manifest  # noqa: PLC0415 - loads the rules

    paths = [Path(path) for path in manifests]
    watcher = Watcher([load_manifest(path) for path in paths], printed=printed_mats(paths))
    frames = open_source(source)
    try:
        while (frame := frames.read()) is not None:
            yield watcher.see(frame)
    finally:
        frames.close()


def referee_match(
    game: str,
    source: str,
    manifests: Iterable[Path | str],
    listen: Callable[[Utterance], None],
    *,
    settings: Iterable[str] = (),
    decks: Iterable[str] = (),
    first: str = "",
    lang: str = "en",
    log: Path | str | None = None,
    max_seconds: float | None = None,
) -> Match[Any]:
    """Run the referee on a match until it is over or the source ends; return the match.

    `listen` is called with every utterance after it has been written to `log`, a new file.
    `settings` are of the form `NAME=VALUE`, `decks` of the form `SEAT=DECK`; `first` is the seat
    that begins. Raise `CompanionError` or `RulesError` if the match cannot be refereed as
    requested.

    >>> match = referee_match(
    ...     "yggdrasil",
    ...     "table.jpg",
    ...     ["cards.manifest.json", "mat.manifest.json"],
    ...     lambda utterance: print(utterance.caption),
    ...     log="match.jsonl",
    ...     max_seconds=0.5,
    ... )
    The Yggdrasil: Sun and Moon. Please set up the table.
    Time is up, so the match stops here. You can resume it later.
    >>> match
    <Match of yggdrasil after ply 0: chance to act>
    >>> [moment.seq for moment in replay_log("match.jsonl")]
    [0, 1]
    """
    from companion.match_setup.app import (  # noqa: PLC0415 - loads the referee
        MatchLoop,
        build_setup,
        check_first,
        load_manifests,
        open_referee,
    )
    from companion.match_setup.match_log import kept_log  # noqa: PLC0415 - as above
    from companion.referee.journal import Journal  # noqa: PLC0415 - as above
    from companion.referee.words.speaker import Speaker  # noqa: PLC0415 - as above
    from companion.vision.mat.printed import printed_mats  # noqa: PLC0415 - loads OpenCV
    from companion.vision.sources.open import open_source  # noqa: PLC0415 - as above
    from companion.vision.watcher import Watcher  # noqa: PLC0415 - as above
    from rules import Match, load_catalog, load_game  # noqa: PLC0415 - as above

    paths = [Path(path) for path in manifests]
    printed, catalog = load_manifests(paths, game), load_catalog(game)
    setup = build_setup(game, settings=settings, decks=decks, manifests=printed)
    match = Match(load_game(game), setup)
    referee = open_referee(match, printed, first=check_first(first, catalog))
    watcher = Watcher(printed, printed=printed_mats(paths), dice=referee.at.geometry.dice_zones)
    speaker = Speaker(catalog, lang, referee.at.geometry.form.mat)
    with kept_log(Path(log) if log is not None else None, resume=False) as writer:
        journal = Journal(speaker, listen, writer)
        frames = open_source(source)
        MatchLoop(referee, journal, frames, watcher.see, watcher.lost).run(max_seconds)
    return match


def scan_pictures(
    pictures: Iterable[Path | str], manifests: Iterable[Path | str], *, owner: str = ""
) -> ScanResult:
    """Count the cards in photographs, each copy once, and check the decks they form.

    An empty `owner` checks the deck with the most visible cards.
    Raise `CompanionError` if a picture cannot be read.

    >>> result = scan_pictures(["table.jpg"], ["cards.manifest.json"])
    >>> [(deck.owner, len(deck.deck.cards), len(deck.missing)) for deck in result.decks]
    [('sun', 8, 13)]
    """
    from companion.scan.judging import ScanOptions, read_owner  # noqa: PLC0415 - loads OpenCV
    from companion.scan.scanner import Scanner  # noqa: PLC0415 - as above
    from companion.scan.session import ScanSession  # noqa: PLC0415 - as above
    from companion.scan.stock import PrintedStock  # noqa: PLC0415 - as above
    from companion.vision.sources.stills import load_picture  # noqa: PLC0415 - as above
    from rules import load_catalog, load_manifest  # noqa: PLC0415 - as above

    printed = [load_manifest(Path(path)) for path in manifests]
    catalog = load_catalog(printed[0].game)
    options = ScanOptions(catalog.slug, owner=read_owner(owner, catalog))
    session = ScanSession(PrintedStock.of(printed, catalog), options)
    scanner = Scanner(printed, session, None)
    session.begin()
    for picture in pictures:
        scanner.photo(Path(picture).name, load_picture(Path(picture)))
    return session.end()


def look_up(
    question: str, game: str | None = None, *, lang: str = "en", limit: int | None = 10
) -> list[Hit]:
    """Return the clauses, cards, terms and settings that answer a question, best first.

    A question is a number, a name, some words or a whole sentence. With `game` None, all games are
    searched; with `limit` None, all hits are returned. Raise `UnknownGame` for an unknown game.

    >>> best, *_ = look_up("when do I draw?", "yggdrasil")
    >>> best.id, best.title
    ('YGG-5.2', 'Draw')
    """
    from companion.lookup import load_lookup  # noqa: PLC0415 - loads the games' texts

    return load_lookup(game).search(question, game=game, lang=lang, limit=limit)


def replay_log(log: Path | str) -> Iterator[ReplayFrame]:
    """Yield the moments of a match from its log, as the live page showed them.

    Raise `LogError` at the first line that is damaged or inconsistent with the lines before it.
    The example of `referee_match` writes a log and replays it.
    """
    from companion.replay.moments import moments  # noqa: PLC0415 - loads the referee
    from rules import read_log  # noqa: PLC0415 - as above

    return moments(read_log(Path(log)))
