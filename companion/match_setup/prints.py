"""A game's prints: finding them in the output folder, and printing missing ones."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

from companion.errors import SessionError, SourceError
from companion.match_setup.matching_prints import has_deck_cards, mat_name, print_options
from companion.storage.out_folder import OUT
from rules import (
    LANGUAGES,
    DataError,
    Manifest,
    Message,
    RulesError,
    Setup,
    load_catalog,
    load_manifest,
)
from rules.messages.languages import Words
from rules.messages.message import Fact
from rules.messages.usage_errors import error_line
from rules.process.installing import install_command

_MOST_FILES: Final = 80
_SHARED: Final = "shared"
"""Deck slot of cards that are printed with every deck and have no owner."""
_BOTH: Final[Mapping[str, Sequence[str]]] = MappingProxyType({"cards": (), "mat": ()})


@dataclass(frozen=True, slots=True)
class PrintOffer:
    """Print files of one game that belong together; if there are none, they are printed first.

    `names` are the printed decks, `lang` is the language of the cards.
    """

    game: str
    manifests: tuple[Path, ...] = ()
    names: Words = field(default_factory=dict)
    lang: str = ""
    cards: int = 0
    day: str = ""


def find_prints(folder: Path) -> tuple[PrintOffer, ...]:
    """Return the newest cards and mat of every game among a folder's manifests."""
    cards: dict[str, tuple[Path, Manifest]] = {}
    mats: dict[str, Path] = {}
    for path, manifest in _manifests(folder):
        if manifest.mats:
            mats.setdefault(manifest.game, path)
        else:
            cards.setdefault(manifest.game, (path, manifest))
    found = []
    for game, (path, manifest) in sorted(cards.items()):
        if game in mats:
            day = datetime.fromtimestamp(written(path)).astimezone().strftime("%Y-%m-%d")
            names, paths = _deck_names(manifest), (path, mats[game])
            found.append(PrintOffer(game, paths, names, manifest.lang, len(manifest.cards), day))
    return tuple(found)


def prints_for(setup: Setup, lang: str, *, drawn: bool, any_language: bool = False) -> list[Path]:
    """Return the manifests of the newest prints for a match, or [] if there are none.

    At a `drawn` table, prints in another language than `lang` do not count, and missing prints are
    made; at a real table, the newest prints are assumed. Raises `SourceError` if
    they cannot be printed.
    """
    ours = [found for found in _manifests(OUT) if found[1].game == setup.game]
    if drawn and not any_language:
        ours = [found for found in ours if found[1].lang == lang]
    cards = [found for found in ours if not found[1].mats]
    mats, wanted = [found for found in ours if found[1].mats], mat_name(setup)
    # The decks must match only if this program deals them, or if the match names them.
    judged = cards if drawn or setup.decks else cards[:1]
    found = {
        "cards": next((path for path, each in judged if has_deck_cards(each, setup)), None),
        "mat": next((p for p, each in mats if wanted in (m.name for m in each.mats)), None),
    }
    with TemporaryDirectory() as lists:
        asked = print_options(setup, Path(lists)) if drawn else {}
        for what, newest in (("cards", cards), ("mat", mats)):
            if found[what] is None and newest and what not in asked:
                found[what] = newest[0][0]
        lacks = [what for what, path in found.items() if path is None]
        if lacks and not drawn:
            return []
        if lacks:
            parts = {what: asked.get(what, ()) for what in lacks}
            found |= zip(lacks, print_match(setup.game, OUT, lang, parts), strict=False)
    return [path for path in found.values() if path is not None]


def missing_prints(game: str) -> SessionError:
    """Return the error for prints that are missing in `OUT`: cards, a mat, or both."""
    about: dict[str, Fact] = {"game": load_catalog(game).names, "slug": game, "folder": OUT}
    printed = [manifest for _, manifest in _manifests(OUT) if manifest.game == game]
    if any(manifest.mats for manifest in printed):
        return SessionError("fault.option.no_cards", **about)
    if printed:
        return SessionError("fault.option.no_mat", **about)
    return SessionError("fault.option.no_paper", **about)


def newest_cards(game: str = "") -> list[Path]:
    """Return the manifest of the cards last printed into `OUT` (for `game`, if named), or []."""
    for path, manifest in _manifests(OUT):
        if manifest.cards and manifest.game == (game or manifest.game):
            return [path]
    return []


def announce_newest_cards(game: str, lang: str) -> list[Path]:
    """Report and return the result of `newest_cards`, which is a guess."""
    import typer

    found = newest_cards(game)
    for path in found:
        typer.echo(Message("scan.said.newest", file=str(path)).render(lang), err=True)
    return found


_PRINTED_AND_PLAYED = ("reportlab", "qrcode", "pypdfium2", "numpy", "cv2", "starlette", "uvicorn")


def print_match(
    game: str, out: Path, lang: str, asked: Mapping[str, Sequence[str]] = _BOTH
) -> list[Path]:
    """Print cards and mat with printkit, and return the manifests.

    `asked` maps the parts to print to their options. Raises `SourceError` if a library is
    missing or printing fails.
    """
    import typer

    _all_there()
    typer.echo(Message("demo.printing").render(lang), err=True)
    paths = []
    for what, words in asked.items():
        command = [sys.executable, "-m", "printkit", what, game, *words]
        command += ["--lang", lang, "--out", str(out), "--json"]
        done = subprocess.run(  # noqa: S603 - our own program
            command, capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            silent = Message("fault.paper.silent", code=done.returncode)
            why = lines[-1].removeprefix(error_line("", lang)) if lines else silent
            alone = shlex.join(("printkit", what, game, *words, "--out", str(out)))
            raise SourceError("fault.paper.failed", command=alone, why=why)
        facts = json.loads(done.stdout)
        key = "demo.page" if facts["pages"] == 1 else "demo.pages"
        printed = Message(key, pages=facts["pages"], paper=facts["paper"]).render(lang)
        typer.echo(f"  {facts['pdf']}  {printed}", err=True)
        paths.append(Path(facts["manifest"]))
    return paths


def _all_there() -> None:
    """Raise `SourceError` if a library for printing or simulating a table is missing.

    One command installs all of them, so one message covers every missing library.
    """
    missing_prints = next((name for name in _PRINTED_AND_PLAYED if find_spec(name) is None), None)
    if missing_prints is not None:
        command = install_command("virtual,print")
        raise SourceError("fault.library.absent", name=missing_prints, command=command)


def written(path: Path) -> float:
    """Return the time at which a file was last written, or 0 if it no longer exists."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _manifests(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """Yield the readable manifests of a folder, newest first."""
    files = sorted(folder.glob("*.manifest.json"), key=written, reverse=True)
    for path in files[:_MOST_FILES]:
        try:
            yield path, load_manifest(path)
        except DataError:
            continue


def _deck_names(manifest: Manifest) -> dict[str, str]:
    """Return the names of the printed decks by language; an unknown deck keeps its id."""
    known: Mapping[str, Words] = {}
    with suppress(RulesError):  # the game is not installed, or cannot be read
        known = load_catalog(manifest.game).deck_names
    decks = [deck for deck in manifest.deck.split("+") if deck != _SHARED]
    return {
        lang: " + ".join(known.get(deck, {}).get(lang, deck) for deck in decks)
        for lang in LANGUAGES
    }
