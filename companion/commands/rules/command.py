"""`companion rules`: looks up a rule, a card or a word, or explains why an action is illegal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.api import look_up
from companion.commands.language import Lang, language
from companion.commands.output import FINDINGS, checked_output, print_json
from companion.commands.unreadable_games import report_unread
from companion.errors import SessionError, broken_source
from rules import (
    Match,
    Message,
    NotationError,
    Record,
    Seat,
    fold_log,
    load_catalog,
    load_game,
    parse_action,
    read_action,
    read_log,
    read_position,
)
from rules.cli.completion import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.lookup import Answer, Hit


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="Words, a question, a clause (6.4, YGG-6.4), or a card.", show_default=False
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            "-g",
            help="Search only this game, for example yggdrasil.",
            autocompletion=games,
        ),
    ] = None,
    lang: Lang = None,
    card: Annotated[
        str | None, typer.Option("--card", "-c", help="A card: id, name, number, or its tag.")
    ] = None,
    show: Annotated[
        str | None, typer.Option(help="Camera number or picture that shows the card.")
    ] = None,
    manifest: Annotated[
        list[Path] | None,
        typer.Option(
            "--manifest",
            "-m",
            help="For --show: manifest of the printed deck; by default the newest in out/.",
        ),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help="Log of a match: explain a refusal in it. See --event.")
    ] = None,
    event: Annotated[
        int | None,
        typer.Option(help="Event of the log, from 0; by default its last refusal.", min=0),
    ] = None,
    position: Annotated[Path | None, typer.Option(help="Position file for --may.")] = None,
    may: Annotated[
        str | None, typer.Option(help="Judge this move in --position or --log.", metavar="TEXT")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option(help="Change a setting of the rules.", metavar="NAME=VALUE")
    ] = None,
    history: Annotated[
        bool, typer.Option("--history", help="Also show what the rules' source says.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", "-n", help="Maximum number of results.", min=1)
    ] = 8,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
) -> None:
    """Look up a rule, a card or a word, or ask why a move is not allowed.

    Searches all games in English, Japanese and Chinese, whatever --lang is.  A clause is shown with
    its text, reason, examples and related clauses; --may shows what would make a move legal.  Exit
    code 1 if there is no hit, or the move is not allowed.
    """
    from rules.catalog.reader import game_called

    lang = language(lang)

    def wrong(key: str, **facts: str | int) -> SessionError:
        return SessionError(Message(f"fault.lookup.{key}", **facts))

    game = game_called(game) if game is not None else None
    if event is not None and log is None:
        raise wrong("event")
    if position is not None and may is None:
        raise wrong("may")
    if position is not None and game is None:
        raise wrong("game")
    if may is not None and position is None and log is None:
        raise wrong("where")
    if position is not None and game is not None and may is not None:
        _answer(_asked_of(game, position, may, setting or [], lang), lang, json=json)
    elif log is not None:
        _of_log(log, event, may, lang, json=json, history=history)
    elif show is not None:
        _show(show, manifest or [], game, lang, json=json)
    elif card is not None:
        _card((card,), game, lang, json=json)
    elif words and (asked := " ".join(words).strip()):
        _search(asked, game, limit, lang, json=json, history=history)
    else:
        raise wrong("words")


def _search(
    asked: str, game: str | None, limit: int, lang: str, *, json: bool, history: bool
) -> None:
    """Print the page of a named entry, or else the hits; terms and settings have no page."""
    from companion.commands.rules.say import hit_lines
    from companion.lookup import HitKind, MatchKind, hit_data, load_lookup

    if game is None:
        report_unread(lang)
    lookup = load_lookup(game)
    hits = look_up(asked, game, lang=lang, limit=None)
    lacks = None if hits else lookup.lacks(asked, game, lang)
    named = [hit for hit in hits if hit.match is MatchKind.ID]
    shown = hits[:limit]
    if json:
        page = _page(named[0], lang) if len(named) == 1 else None
        _print_json(
            {
                "words": asked,
                "count": len(hits),
                "hits": list(map(hit_data, shown)),
                "page": page,
                "lacks": lacks.render(lang) if lacks else "",
            }
        )
    elif not hits:
        example = f"{lookup.shelf(lookup.games[0]).catalog.prefix}-6.1"
        why = lacks or Message("rules.hit.none", words=asked)
        none = why, Message("rules.hit.try", clause=example)
        _print(line.render(lang) for line in none)
    elif [hit.kind for hit in named] in ([HitKind.CLAUSE], [HitKind.CARD]) and hits[0] is named[0]:
        _print(_page_lines(named[0], lang, history=history))
    else:
        _print(hit_lines(shown, lang, games=game is None))
        if len(hits) > limit:
            _print([Message("rules.hit.more", count=len(hits) - limit).render(lang)])
    if not hits:
        raise typer.Exit(FINDINGS)


def _show(source: str, manifests: list[Path], game: str | None, lang: str, *, json: bool) -> None:
    """Print the page of each shown card; raise `SessionError` if none is recognised.

    Without manifests, the newest prints are used.
    """
    from companion.commands.rules.show import shown_tags
    from companion.match_setup.prints import announce_newest_cards
    from companion.storage.out_folder import OUT

    given = manifests or announce_newest_cards(game or "", lang)
    if not given:
        raise SessionError("fault.lookup.manifest", folder=str(OUT))
    tags = shown_tags(source, given)
    if not tags:
        raise SessionError("fault.lookup.show", source=source)
    _card(tags, None, lang, json=json)


def _card(asked: tuple[str, ...], game: str | None, lang: str, *, json: bool) -> None:
    """Print the page of each card with that name; raise `SessionError` if there is none."""
    from companion.commands.rules.cards import called, not_called

    if game is None:
        report_unread(lang)
    named = {(hit.game, hit.id): hit for text in asked for hit in called(text, game, lang)}
    if not named:
        raise not_called(asked[0], game, lang)
    if json:
        _print_json({"words": list(asked), "cards": [_page(h, lang) for h in named.values()]})
        return
    for n, hit in enumerate(named.values()):
        _print((*([""] if n else []), *_page_lines(hit, lang)))


def _page(hit: Hit, lang: str) -> dict[str, Any] | None:
    """Return the page of a hit as data, or None for terms and settings."""
    from companion.lookup import HitKind, load_lookup, page_data

    lookup = load_lookup(hit.game)
    if hit.kind is HitKind.CLAUSE:
        return page_data(lookup.clause(hit.id, lang))
    if hit.kind is HitKind.CARD:
        return page_data(lookup.card(hit.game, hit.id, lang))
    return None


def _page_lines(hit: Hit, lang: str, *, history: bool = False) -> Iterable[str]:
    from companion.commands.rules.say import card_lines, clause_lines, hit_lines
    from companion.lookup import HitKind, load_lookup

    lookup = load_lookup(hit.game)
    if hit.kind is HitKind.CLAUSE:
        return clause_lines(lookup.clause(hit.id, lang), lang, history=history)
    if hit.kind is HitKind.CARD:
        return card_lines(lookup.card(hit.game, hit.id, lang), lang)
    return hit_lines([hit], lang, games=True)


def _asked_of(game: str, position: Path, may: str, settings: list[str], lang: str) -> Answer:
    """Return the verdict on an action in a position."""
    from companion.lookup import ask
    from companion.match_setup.app import build_setup
    from rules.catalog.data_files import read_data_text

    played, setup = load_game(game), build_setup(game, settings=settings)
    state = read_position(read_data_text(position, str(position)), played, setup)
    return ask(played, setup, state, read_action(may, played, setup), lang)


def _of_log(
    log: Path, event: int | None, may: str | None, lang: str, *, json: bool, history: bool
) -> None:
    """Explain why an event of a match was refused, or judge an action after it."""
    from companion.commands.rules.say import clause_lines
    from companion.lookup import ask, load_lookup, page_data
    from companion.match_setup.players import names_in

    try:
        records = read_log(log)
    except OSError as error:
        raise broken_source(error) from error
    number = _event(log, records, event) if may is None or event is not None else None
    match = fold_log(records if number is None else records[: number + 1])
    record = None if number is None else records[number]
    if may is not None:
        action = read_action(may, match.game, match.setup)
        _answer(ask(match.game, match.setup, match.state, action, lang), lang, json=json)
        return
    event_data = record.data if record is not None else {}
    clauses = [c for c in event_data.get("clauses", ()) if isinstance(c, str)]
    if not clauses:
        raise SessionError("fault.lookup.no_clause", log=str(log), number=number or 0)
    lookup, catalog = load_lookup(match.setup.game), load_catalog(match.setup.game)
    pages = [lookup.clause(clause, lang) for clause in clauses]
    if json:
        data = {"log": str(log), "event": number, "kind": record.kind if record else ""}
        _print_json(
            {**data, "action": event_data.get("action", ""), "pages": list(map(page_data, pages))}
        )
        return
    _print((_event_line(number or 0, event_data, match, names_in(records, catalog), lang), ""))
    for page in pages:
        _print((*clause_lines(page, lang, history=history), ""))


def _event_line(
    number: int, data: dict[str, Any], match: Match[Any], names: Mapping[Seat, str], lang: str
) -> str:
    """Describe an event: the player's name, the action in words, and its notation for --may."""
    from companion.match_setup.players import with_player_names
    from companion.referee.words.actions import action_words
    from companion.referee.words.wording import Wording

    catalog = with_player_names(load_catalog(match.setup.game), names)
    seat, action = data.get("seat", ""), data.get("action", "")
    wording = Wording(catalog, lang, match.game.table.form(match.setup).mat)
    with suppress(NotationError):
        what = action_words(wording, parse_action(action))
        action = Message("rules.page.done", what=what, more=action)
    name = catalog.seat_names.get(seat, seat)
    return Message("rules.ask.event", number=number, seat=name, action=action).render(lang)


def _event(log: Path, records: tuple[Record, ...], event: int | None) -> int:
    """Return the requested event, or the last refusal; raise `SessionError` if there is none."""
    if event is None:
        refused = [record.seq for record in records if record.kind == "refused"]
        if not refused:
            raise SessionError("fault.lookup.no_refusal", log=str(log))
        return refused[-1]
    if event >= len(records):
        last = len(records) - 1
        raise SessionError("fault.lookup.log_event", log=str(log), number=event, last=last)
    return event


def _answer(answer: Answer, lang: str, *, json: bool) -> None:
    from companion.commands.rules.say import answer_lines
    from companion.lookup import answer_data

    if json:
        _print_json(answer_data(answer))
    else:
        _print(answer_lines(answer, lang))
    if answer.status.value == "illegal":
        raise typer.Exit(FINDINGS)


def _print(lines: Iterable[str]) -> None:
    with checked_output():
        for line in lines:
            print(line)


def _print_json(data: dict[str, Any]) -> None:
    with checked_output():
        print_json(data)
