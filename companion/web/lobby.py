"""The lobby: the choices before a match.

Without a game, `companion referee` asks three questions on the page: game, camera, cards. The
command provides the choices (`Offers`), a player chooses on the page, and `Lobby.wait` returns the
choice to the command. Only offers can be chosen: the page refers to them by number, never by path.
"""

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from companion.match_setup.opponents import STRENGTHS
from companion.match_setup.prints import PrintOffer
from rules import Message
from rules.messages.languages import Words

VIRTUAL = "virtual"
MOUSE = "mouse"
"""Source name of a drawn table, on which cards are moved on the page."""
DRAWN = (MOUSE, VIRTUAL)
"""Sources that need no printed paper; missing prints are made when they are needed."""
_POLL_S = 0.2
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game on offer: `about` is a line about it, `minutes` the time that a match takes, or ""."""

    slug: str
    names: Words
    about: Words
    players: str
    lesson: bool = False
    """True if the game has a tutorial."""
    minutes: str = ""


@dataclass(frozen=True, slots=True)
class CameraOffer:
    """A source of pictures on offer: the option's text, the name ("" if unknown), and details.

    `others` are the sources of further cameras over the same table.
    """

    source: str
    name: str
    detail: str = ""
    others: tuple[str, ...] = ()

    def data(self, lang: str) -> dict[str, str]:
        """Return the data for the start page; a source without a name is shown by number."""
        kind = self.source if self.source in (VIRTUAL, MOUSE, "phone") else "camera"
        name = self.name or Message("doctor.camera.unnamed", index=self.source).render(lang)
        return {"name": name, "detail": self.detail, "kind": kind}


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was interrupted.

    `turn`: the turn at which it stopped, as players call it. `source`: its camera, or "" if the log
    has none. `players`: their names; `when`: day and minute of the log's last entry.
    """

    game: str
    log: Path
    turn: Words
    manifests: tuple[Path, ...]
    source: str = ""
    players: tuple[Words, ...] = ()
    when: str = ""


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers; `cameras` is None while the search is running.

    `unfinished`: the matches that can be resumed, newest first. `alone`: phones cannot be the
    camera, because they cannot reach this computer.
    """

    games: tuple[GameOffer, ...] = ()
    cameras: tuple[CameraOffer, ...] | None = None
    papers: tuple[PrintOffer, ...] = ()
    unfinished: tuple[Unfinished, ...] = ()
    alone: bool = False

    def data(self, lang: str) -> dict[str, Any]:
        """Return the JSON object for the start page, which contains no path."""
        names = {game.slug: game.names[lang] for game in self.games}
        return {
            "lobby": 1,
            "alone": self.alone,
            "strengths": STRENGTHS,
            "games": [
                {
                    "slug": g.slug,
                    "name": g.names[lang],
                    "about": g.about[lang],
                    "players": g.players,
                    "lesson": g.lesson,
                    "minutes": g.minutes,
                }
                for g in self.games
            ],
            "cameras": None
            if self.cameras is None
            else [camera.data(lang) for camera in self.cameras],
            "papers": [
                {
                    "game": p.game,
                    "name": p.names.get(lang, ""),
                    "lang": p.lang,
                    "cards": p.cards,
                    "day": p.day,
                }
                for p in self.papers
            ],
            "left": [
                {
                    "name": names.get(left.game, ""),
                    "turn": left.turn[lang],
                    "players": [called[lang] for called in left.players],
                    "when": left.when,
                    "camera": self._camera_of(left),
                }
                for left in self.unfinished
            ],
        }

    def _camera_of(self, left: Unfinished) -> int | None:
        """Return the number of the match's camera among the offers, or None if it is absent."""
        sources = [camera.source for camera in self.cameras or ()]
        return sources.index(left.source) if left.source in sources else None


@dataclass(frozen=True, slots=True)
class LobbyChoice:
    """A player's choice; no `manifests` if the game must be printed. `log`: match to resume.

    `tutorial`: the match is the game's tutorial. `others`: the sources of further cameras.
    `opponent`: the positions that the computer looks at as the others' player, or 0 without it.
    """

    game: str
    source: str
    manifests: tuple[Path, ...]
    log: Path | None = None
    tutorial: bool = False
    others: tuple[str, ...] = ()
    opponent: int = 0


@dataclass(slots=True)
class Lobby:
    """Offers, and the choice among them once there is one; thread-safe."""

    offers: Offers
    choice: LobbyChoice | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _chosen: threading.Event = field(default_factory=threading.Event)

    def found(self, cameras: tuple[CameraOffer, ...]) -> None:
        """Add the cameras found on this computer."""
        with self._lock:
            self.offers = replace(self.offers, cameras=cameras)

    def choose(self, data: dict[str, Any]) -> bool:
        """Accept the page's choice; return False if it is not one of the offers."""
        choice = self._read(data)
        if choice is None:
            return False
        with self._lock:
            if self.choice is None:
                self.choice = choice
        self._chosen.set()
        return True

    def wait(self) -> LobbyChoice:
        """Wait for the choice and return it; polling allows Ctrl-C to interrupt."""
        while self.choice is None:
            self._chosen.wait(_POLL_S)
        return self.choice

    def _read(self, data: dict[str, Any]) -> LobbyChoice | None:
        offers = self.offers
        camera = _at(offers.cameras or (), data.get("camera"))
        if "left" in data:
            left = _at(offers.unfinished, data["left"])
            if left is None or camera is None or camera.source == VIRTUAL:
                return None  # robots can begin only on the first turn
            return LobbyChoice(
                left.game, camera.source, left.manifests, left.log, others=camera.others
            )
        game, papers = _at(offers.games, data.get("game")), data.get("papers")
        if game is not None and data.get("tutorial") is True:
            return LobbyChoice(game.slug, MOUSE, (), tutorial=True) if game.lesson else None
        opponent = data.get("opponent", 0)
        if game is None or camera is None or not _plays(opponent, camera):
            return None
        choice = LobbyChoice(game.slug, camera.source, (), others=camera.others, opponent=opponent)
        if papers is None:
            return choice
        chosen = _at(offers.papers, papers)
        if chosen is None or chosen.game != game.slug:
            return None
        return replace(choice, manifests=chosen.manifests)


def _plays(opponent: object, camera: CameraOffer) -> bool:
    """Return True for no opponent, or one on offer at a table whose cards it can move."""
    if type(opponent) is not int:
        return False
    return not opponent or (opponent in STRENGTHS and camera.source == MOUSE)


def _at(items: tuple[T, ...], number: object) -> T | None:
    """Return the item with this number, or None."""
    return items[number] if type(number) is int and 0 <= number < len(items) else None
