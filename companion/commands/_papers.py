"""The paper a game is played with: what was printed here, and printing it now."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands._out import OUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.errors import SessionError
    from companion.texts import Texts
    from companion.web.lobby import Papers
    from rules import Manifest, Words

__all__ = ["find_papers", "lacking", "newest_cards", "newest_papers", "print_paper", "written"]

_MOST_FILES: Final = 80
_SHARED: Final = "shared"
"""Printed with every deck, and nobody's."""


def find_papers(folder: Path) -> tuple[Papers, ...]:
    """The newest cards and mat of every game among a folder's manifests."""
    from companion.web.lobby import Papers

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
            found.append(Papers(game, paths, names, manifest.lang, len(manifest.cards), day))
    return tuple(found)


def newest_papers(game: str) -> list[Path]:
    """The manifests to play a game with, [] if it was not printed here."""
    return next((list(p.manifests) for p in find_papers(OUT) if p.game == game), [])


def lacking(game: str) -> SessionError:
    """What was not printed into `OUT` to play a game with: cards, a mat, or both."""
    from companion.errors import SessionError
    from rules import load_catalog

    about = {"game": load_catalog(game).names, "slug": game, "folder": OUT}
    printed = [manifest for _, manifest in _manifests(OUT) if manifest.game == game]
    if any(manifest.mats for manifest in printed):
        return SessionError.about("option.no_cards", **about)
    if printed:
        return SessionError.about("option.no_mat", **about)
    return SessionError.about("option.no_paper", **about)


def newest_cards(game: str = "") -> list[Path]:
    """The manifest of the cards printed last into `OUT`, of a game if one is named; [] if none."""
    for path, manifest in _manifests(OUT):
        if manifest.cards and manifest.game == (game or manifest.game):
            return [path]
    return []


def print_paper(game: str, out: Path, texts: Texts) -> list[Path]:
    """Cards and mat, printed as a person would; their manifests.  Raises `SourceError`."""
    import json
    import subprocess
    import sys

    import typer

    from companion.errors import SourceError
    from rules.installing import install_command

    typer.echo(texts.say("demo.printing"), err=True)
    paths = []
    for what in ("cards", "mat"):
        command = [sys.executable, "-m", "printkit", what, game]
        command += ["--lang", texts.lang, "--out", str(out), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
        if done.returncode:
            said = done.stderr.strip().splitlines()
            why = said[-1] if said else done.returncode
            mend = install_command("print")
            raise SourceError.about("paper.failed", what=what, game=game, why=why, command=mend)
        facts = json.loads(done.stdout)
        key = "demo.page" if facts["pages"] == 1 else "demo.pages"
        printed = texts.say(key, pages=facts["pages"], paper=facts["paper"])
        typer.echo(f"  {facts['pdf']}  {printed}", err=True)
        paths.append(Path(facts["manifest"]))
    return paths


def written(path: Path) -> float:
    """When a file was written last; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _manifests(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """The manifests of a folder that can be read, the newest first."""
    from rules import DataError, load_manifest

    files = sorted(folder.glob("*.manifest.json"), key=written, reverse=True)
    for path in files[:_MOST_FILES]:
        try:
            yield path, load_manifest(path)
        except DataError:
            continue


def _deck_names(manifest: Manifest) -> dict[str, str]:
    """The printed decks by language; what has no name is called as in the manifest."""
    from rules import LANGUAGES, RulesError, load_catalog

    known: Mapping[str, Words] = {}
    with suppress(RulesError):  # of a game that is not here, or cannot be read
        known = load_catalog(manifest.game).deck_names
    decks = [deck for deck in manifest.deck.split("+") if deck != _SHARED]
    return {
        lang: " + ".join(known.get(deck, {}).get(lang, deck) for deck in decks)
        for lang in LANGUAGES
    }
