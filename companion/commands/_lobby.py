"""`companion referee` without a game: what there is to choose from, asked on the page."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.web.lobby import Camera, Choice, Lobby, Papers, Unfinished
    from rules import Manifest

__all__ = ["OUT", "find_papers", "make_lobby", "newest_cards", "newest_papers", "paper_for"]

OUT: Final = Path("out")
"""Where the tools write, and look first."""
_MOST_FILES: Final = 80
_MOST_LOG: Final = 8_000_000
_SHARED: Final = "shared"
"""Printed with every deck, and nobody's."""


def make_lobby(*, phone: bool) -> Lobby:
    """A lobby with everything found here; cameras are looked for meanwhile.

    `phone`: whether a phone can reach this computer.
    """
    from companion.web.lobby import MOUSE, VIRTUAL, Camera, Game, Lobby, Offers
    from rules import game_slugs, load_catalog

    games = []
    for slug in game_slugs():
        catalog = load_catalog(slug)
        players = "2–4" if len(catalog.seats) > 2 else str(len(catalog.seats))
        games.append(Game(slug, catalog.names, catalog.names, players))
    papers = find_papers(OUT)
    lobby = Lobby(Offers(tuple(games), None, papers, _unfinished(papers)))
    phones = (Camera("phone", "phone"),) if phone else ()
    further = (*phones, Camera(MOUSE, MOUSE), Camera(VIRTUAL, VIRTUAL))

    def look() -> None:
        lobby.found((*_cameras(), *further))

    threading.Thread(target=look, name="cameras", daemon=True).start()
    return lobby


def _cameras() -> list[Camera]:
    from companion.vision.camera_list import list_cameras
    from companion.web.lobby import Camera

    found = []
    for listed in list_cameras():
        height, width = listed.image.shape[:2]
        name = listed.name or f"Camera {listed.index + 1}"
        found.append(Camera(str(listed.index), name, f"{width} × {height}"))
    return found


def find_papers(folder: Path) -> tuple[Papers, ...]:
    """The newest cards and mat of every game among a folder's manifests."""
    from companion.web.lobby import Papers

    files = sorted(folder.glob("*.manifest.json"), key=_written, reverse=True)[:_MOST_FILES]
    cards: dict[str, list[tuple[Path, Manifest]]] = {}
    mats: dict[str, list[tuple[Path, Manifest]]] = {}
    for path in files:
        manifest = _read(path)
        if manifest is None:
            continue
        kind = mats if manifest.mats else cards
        kind.setdefault(manifest.game, []).append((path, manifest))
    found = []
    for game, printed in sorted(cards.items()):
        mat = next(iter(mats.get(game, ())), None)
        if mat is None:
            continue
        path, manifest = printed[0]
        day = datetime.fromtimestamp(_written(path)).astimezone().strftime("%Y-%m-%d")
        names, paths = _deck_names(manifest), (path, mat[0])
        found.append(Papers(game, paths, names, manifest.lang, len(manifest.cards), day))
    return tuple(found)


def _deck_names(manifest: Manifest) -> dict[str, str]:
    """The printed decks by language; what has no name is called as in the manifest."""
    from rules import LANGUAGES, game_slugs, load_catalog

    known = load_catalog(manifest.game).deck_names if manifest.game in game_slugs() else {}
    decks = [deck for deck in manifest.deck.split("+") if deck != _SHARED]
    return {
        lang: " + ".join(known.get(deck, {}).get(lang, deck) for deck in decks)
        for lang in LANGUAGES
    }


def newest_cards(game: str = "") -> list[Path]:
    """The manifest of the cards printed last into `OUT`, of a game if one is named; [] if none."""
    files = sorted(OUT.glob("*.manifest.json"), key=_written, reverse=True)[:_MOST_FILES]
    for path in files:
        manifest = _read(path)
        if manifest is not None and manifest.cards and manifest.game == (game or manifest.game):
            return [path]
    return []


def newest_papers(game: str) -> list[Path]:
    """The manifests to play a game with, [] if it was not printed here."""
    return next((list(p.manifests) for p in find_papers(OUT) if p.game == game), [])


def paper_for(choice: Choice, lang: str) -> list[Path]:
    """The print files that were chosen; printed now if there are none."""
    from companion.commands._demo_stage import print_paper
    from companion.texts import load_texts

    if choice.manifests:
        return list(choice.manifests)
    return print_paper(choice.game, OUT, load_texts(lang, "demo"))


def _unfinished(papers: tuple[Papers, ...]) -> Unfinished | None:
    """The newest match that was not played to its end, if its cards are still here."""
    from companion.web.lobby import Unfinished
    from rules import RulesError, fold_log, parse_log

    logs = sorted((OUT / "matches").glob("*.jsonl"), key=_written, reverse=True)
    for log in logs[:1]:
        try:
            data = log.read_bytes()[:_MOST_LOG]
            records, _ = parse_log(data[: data.rfind(b"\n") + 1])
            match = fold_log(records)
        except (OSError, RulesError):
            return None
        paper = next((p for p in papers if p.game == match.setup.game), None)
        if match.outcome is not None or paper is None or not match.plies:
            return None
        turns = [r.data.get("turn", 0) for r in records]
        turn = max((turn for turn in turns if isinstance(turn, int)), default=0)
        return Unfinished(match.setup.game, log, turn, paper.manifests)
    return None


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path) -> Manifest | None:
    from rules import DataError, load_manifest

    try:
        return load_manifest(path)
    except DataError:
        return None
