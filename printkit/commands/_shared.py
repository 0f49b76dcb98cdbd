"""Functions that several commands share, and the report of written files."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from printkit.errors import Findings
from rules import DataError, Message


def game_named(word: str) -> str:
    """Return the slug of a game given by slug or name. Raises `UsageError` with a near match."""
    from printkit.data.toml_source import choose, game_slugs
    from rules.catalog.reader import game_called

    known = game_slugs("card_data", "game.toml")
    return choose("game", word if word in known else game_called(word), known)


def languages_of(lang: str | None) -> tuple[str, str]:
    """Return the languages of the print and of the messages.

    By default, the print is in English, regardless of the user's system, and the messages are in
    the system's language.
    """
    from printkit.data.toml_source import choose
    from printkit.pdf.fonts import LANGUAGES
    from rules.messages.locale import system_language

    if lang is None:
        return "en", system_language()
    known = choose("language", lang, LANGUAGES)
    return known, known


def decks_named(slug: str, words: list[str] | None) -> dict[str, str]:
    """Return the requested decks by owner; empty if the data is faulty, which is reported later."""
    from printkit.cards.decks import decks_asked

    try:
        return decks_asked(slug, words or [])
    except (DataError, Findings):
        return {}


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection while a document is made. The process exits afterwards."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def on_terminal() -> Iterator[Callable[[str], None]]:
    """Show progress in one line that disappears at the end, if stderr is a terminal."""
    seen = sys.stderr.isatty()

    def show(text: str) -> None:
        if seen:
            print(f"\r\033[K{text} …", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if seen:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def pictures_counted(lang: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many pictures are drawn so far, if stderr is a terminal."""
    with on_terminal() as show:
        yield lambda done, all_: show(
            Message("sheet.told_pictures", pictures=f"{done}/{all_}").render(lang)
        )


def data_of(printed: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """Return a print's files and counts as JSON data: its fields without the messages."""
    values = {field.name: getattr(printed, field.name) for field in fields(printed)}
    shown = {name: v for name, v in values.items() if not isinstance(v, Message | tuple)}
    return {name: str(v) if isinstance(v, Path) else v for name, v in shown.items()}


def report(as_json: bool, paths: list[Path], data: dict[str, Any], talk: str) -> None:
    """Print the written paths and, on stderr, `talk`; or print one JSON object."""
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return
    for path in paths:
        print(path)
    print(talk, file=sys.stderr)


def warn(lines: Sequence[Message], lang: str, severity: str = "warning") -> None:
    """Print warnings about a finished print to stderr."""
    for line in lines:
        shown = Message("fault", parts=(Message(f"check.{severity}"), line))
        print(shown.render(lang), file=sys.stderr)
