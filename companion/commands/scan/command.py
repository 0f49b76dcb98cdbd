"""`companion scan`: count and check a deck from a camera, pictures or a list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, USAGE, checked_output, print_json
from companion.errors import SessionError
from rules import Manifest, Message, load_catalog
from rules.cli.completion import games

if TYPE_CHECKING:
    from companion.commands.referee.page import PageOptions
    from companion.commands.scan.paths import ScanFiles
    from companion.scan.judging import ScanOptions
    from companion.scan.result import ScanResult
    from companion.scan.saving import SavedFiles
    from companion.scan.session import ScanStatus
    from companion.scan.specs import SourceSpec
    from companion.scan.words import Captions


def scan(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Camera number, URL, video, photos, folders of photos, or one deck list file.",
            metavar="SOURCE",
            show_default=False,
        ),
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option(
            "--manifest",
            "-m",
            help="Manifest of a printed deck; by default the newest in out/; repeatable.",
        ),
    ] = None,
    deck_rules: Annotated[
        str,
        typer.Option(
            help="The game whose deck rules apply; by default the manifests' game.",
            autocompletion=games,
        ),
    ] = "",
    setting: Annotated[
        list[str] | None, typer.Option(help="Change a setting of the rules.", metavar="NAME=VALUE")
    ] = None,
    wanted: Annotated[
        str,
        typer.Option(
            "--list",
            help="The expected deck: a built-in deck, a list file or an earlier result; by "
            "default the printed deck.",
            metavar="DECK",
        ),
    ] = "",
    owner: Annotated[
        str, typer.Option(help="The owner of the deck, if the print has several.", metavar="OWNER")
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Check each seen deck separately.")
    ] = False,
    again: Annotated[
        Path | None,
        typer.Option(
            "--again",
            "--resume",
            help="Continue an earlier scan from its result or its log; show only the missing "
            "cards.",
            metavar="FILE",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Name of the result (.json, with .csv, .txt, .html and the log next to it); by "
            "default in out/scans/.",
            metavar="FILE",
        ),
    ] = None,
    no_save: Annotated[
        bool, typer.Option("--no-save", help="Save neither result nor log.")
    ] = False,
    lang: Lang = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
    events: Annotated[
        bool,
        typer.Option("--events", help="Print one JSON line per event; the last has the result."),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Make no sound.")] = False,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop a camera scan after this many seconds.", min=0)
    ] = None,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--no-page", help="Show the scan in a browser. [default: in a terminal]"
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    port: Annotated[int | None, typer.Option(help="The page's port.", min=0)] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones on this network send photos to the page.")
    ] = False,
) -> None:
    """Count and check a deck from a camera, photos or a list.

    Deal the cards under the camera one by one, riffle them, or spread them out. The result names
    broken clauses, missing cards and cards that do not belong to the deck. Exit code 0 if there is
    no finding, 1 otherwise.

    In a terminal, it opens a page that shows every card it has seen and accepts photos, also from
    phones. A camera scan ends when all cards have been seen, or with Ctrl-C; the count is saved.
    `printkit cards --missing RESULT` reprints missing cards.
    """
    from companion.commands.referee.page import PageOptions
    from companion.commands.scan.paths import kept, loaded, wished
    from companion.storage.out_folder import stamped
    from rules.catalog.reader import game_called

    spoken = language(lang)
    deck_rules = game_called(deck_rules) if deck_rules else ""
    files = kept(again, save, manifest or [], keep=not no_save)
    if not files.manifests:
        files = replace(files, manifests=_newest(sources or [], deck_rules, spoken))
    manifests = loaded(files.manifests)
    game = manifests[0].game if manifests else _game_listed(sources or [])
    if not (deck_rules or game):
        raise SessionError(Message("fault.manifest.which"))
    wish = wished(
        deck_rules or game, setting or [], wanted=wanted, owner=owner, everything=everything
    )
    if not no_save and files.result is None:
        files = replace(files, result=stamped("scans", game or deck_rules, ".json"))
    asked = PageOptions(page, browser, port, lan)
    shown = asked if asked.wanted(json=json or events) else None
    telling_how = _OutputOptions(spoken, shown, json=json, events=events, quiet=quiet)
    with checked_output():
        code = _scan(sources or [], manifests, wish, files, telling_how, max_seconds)
    if code:
        raise typer.Exit(code)


def _game_listed(sources: list[str]) -> str:
    """Return the game of the only source if that is a deck list, or ""."""
    from companion.scan.lists import game_of_list
    from companion.scan.specs import SourceKind, sorted_specs

    specs = sorted_specs(sources)
    if len(specs) != 1 or specs[0].sort is not SourceKind.LIST:
        return ""
    return game_of_list(Path(specs[0].name))


def _newest(sources: list[str], game: str, lang: str) -> tuple[Path, ...]:
    """Return the newest printed cards as the default manifest, and report this guess."""
    from companion.match_setup.prints import announce_newest_cards
    from companion.scan.specs import SourceKind, sorted_specs

    if any(spec.sort is SourceKind.LIST for spec in sorted_specs(sources)):
        return ()
    return tuple(announce_newest_cards(game, lang))


@dataclass(frozen=True, slots=True)
class _OutputOptions:
    """The output of a scan: language, JSON or words, sound.

    `page`: the page's options, or None for no page.
    """

    lang: str
    page: PageOptions | None
    json: bool
    events: bool
    quiet: bool


def _scan(
    sources: list[str],
    manifests: tuple[Manifest, ...],
    wish: ScanOptions,
    files: ScanFiles,
    how: _OutputOptions,
    max_seconds: float | None,
) -> int:
    """Scan every source and report the result; return the exit code."""
    from companion.scan.specs import SourceKind, sorted_specs

    specs = sorted_specs(sources)
    lists = [spec for spec in specs if spec.sort is SourceKind.LIST]
    if lists and len(specs) > 1:
        raise SessionError("fault.source.list_alone", file=lists[0].name)
    if lists:
        return _check_list(lists[0], wish, files, how)
    if not manifests:
        raise SessionError(Message("fault.manifest.missing"))
    if not specs and not files.earlier and how.page is None:
        raise SessionError(Message("fault.source.none"))
    return _look(specs, manifests, wish, files, how, max_seconds)


def _check_list(spec: SourceSpec, wish: ScanOptions, files: ScanFiles, how: _OutputOptions) -> int:
    from companion.scan.judging import judge_list
    from companion.scan.lists import read_list
    from companion.scan.words import Captions

    catalog = load_catalog(wish.rules)
    listed = read_list(Path(spec.name), catalog)
    result = judge_list(listed.deck, replace(wish, player=listed.player), Path(spec.name).stem)
    return _save_and_report(result, Captions(catalog, how.lang), None, files, how)


def _look(
    specs: list[SourceSpec],
    manifests: tuple[Manifest, ...],
    wish: ScanOptions,
    files: ScanFiles,
    how: _OutputOptions,
    max_seconds: float | None,
) -> int:
    from contextlib import ExitStack

    from companion.commands.scan.page import serve_scan_page
    from companion.commands.scan.run import run
    from companion.commands.scan.show import ScanDisplay
    from companion.scan.saving import save_result
    from companion.scan.scanner import Scanner
    from companion.scan.session import ScanSession
    from companion.scan.stock import PrintedStock
    from companion.scan.words import Captions

    catalog = load_catalog(manifests[0].game)
    stock = PrintedStock.of(manifests, catalog)
    if not stock.copies:
        raise SessionError(Message("fault.manifest.no_card"))
    session = ScanSession(stock, wish, files.log, files.manifests)
    captions = Captions(catalog, how.lang)
    show = ScanDisplay(
        session, captions, events=how.events, talk=not how.events, sound=not how.quiet
    )
    scanner = Scanner(manifests, session, files.pictures)
    if files.log is not None:
        typer.echo(Message("scan.result.log", path=str(files.log)).render(captions.lang), err=True)
    with ExitStack() as opened:
        if how.page is not None:

            def keep(result: ScanResult, path: Path) -> SavedFiles:
                return save_result(result, path, captions, files.manifests, scanner.pictures)

            page = serve_scan_page(how.page, scanner, show, catalog, files.result, keep)
            opened.enter_context(page)
        show.report(session.begin(files.earlier))
        whole = run(specs, scanner, show, max_seconds)
    status, result = session.status(), session.end()
    code = _save_and_report(result, captions, status, files, how)
    return code if whole else USAGE


def _save_and_report(
    result: ScanResult,
    captions: Captions,
    status: ScanStatus | None,
    files: ScanFiles,
    how: _OutputOptions,
) -> int:
    """Save the result, then report it; return the exit code."""
    from companion.commands.scan.show import ended, report
    from companion.scan.saving import result_data, save_result

    if files.result is not None:
        save_result(result, files.result, captions, files.manifests, files.pictures)
    if how.json or how.events:
        data = result_data(result, captions, list(map(str, files.manifests)))
        data["saved"] = str(files.result or "")
        print_json(data if how.json else ended(data, status))
    else:
        typer.echo(report(result, captions, files.result))
    if files.result is not None:
        typer.echo(
            Message("scan.result.saved", path=str(files.result)).render(captions.lang), err=True
        )
    return 0 if result.fine else FINDINGS
