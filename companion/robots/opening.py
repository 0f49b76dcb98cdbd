"""Setting up a simulated table from print manifests: cards, camera, robots."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.errors import SourceError
from companion.robots.acting import Behaviour, RobotPlayers
from companion.robots.holdings import Supply
from companion.robots.party import PublicRobots
from companion.robots.players import KnowingRobots
from companion.robots.script import Script
from companion.robots.spherion.planners import SpherionRobots
from companion.robots.veiled import VeiledRobots
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.private_inputs import lots
from companion.simulator.render import Renderer
from companion.simulator.sensor import CONDITIONS, Condition
from companion.simulator.source import PrefetchedTable, VirtualTable
from companion.simulator.spread import small_pieces
from companion.simulator.stage import Stage
from companion.simulator.textures import PaperShop
from companion.storage.files import cache_folder
from rules import CHANCE, Mat, Match, Message, PrintedCard, Setup, TableForm, load_game

_DPI = 150.0


@dataclass(frozen=True, slots=True)
class FrameRate:
    """Frames per second of the table's clock, while something moves and while nothing moves.

    `shots`: see `companion.simulator.render`; with 0, every frame has noise of its own.
    """

    fps: float = 10.0
    idle_fps: float = 5.0
    shots: int = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """A table ready to play; `script` grows while `source` is read."""

    source: PrefetchedTable
    script: Script


def open_table(
    manifests: Sequence[Path],
    setup: Setup,
    seed: int = 0,
    *,
    condition: Condition | None = None,
    camera: SimulatedCamera | None = None,
    behaviour: Behaviour | None = None,
    pace: FrameRate | None = None,
    cache: Path | None = None,
) -> Opened:
    """Return a whole match of seeded robots with the prints of `manifests` (cards and a mat).

    The camera is positioned so that it sees the whole mat. Raises `SourceError` if the manifests
    lack the cards or the mat of `setup`, or if a PDF is missing.
    """
    shop, pace = PaperShop(manifests, _DPI, cache or cache_folder()), pace or FrameRate()
    play, mat = cast(tuple(shop.cards.values()), shop.mats, setup, seed, behaviour, pace)
    crosswise = mat.height_mm > mat.width_mm
    wanted = camera or SimulatedCamera(heading_deg=90.0 if crosswise else 0.0)
    seen = fit_camera(wanted, mat.width_mm, mat.height_mm)
    light = np.random.default_rng(np.random.SeedSequence([seed, 2]))
    renderer = Renderer(shop, mat.name, seen, condition or CONDITIONS["webcam"], light, pace.shots)
    table = VirtualTable(renderer, play.ticks())
    return Opened(PrefetchedTable(table, play.pages, lots(seed)), play.script)


def rehearse(
    manifests: Sequence[Path],
    setup: Setup,
    seed: int = 0,
    *,
    behaviour: Behaviour | None = None,
    pace: FrameRate | None = None,
) -> tuple[Script, int]:
    """Play a match without pictures; return its script and the number of its frames."""
    shop = PaperShop(manifests, _DPI, None)
    play, _ = cast(tuple(shop.cards.values()), shop.mats, setup, seed, behaviour, pace)
    frames = sum(1 for _ in play.ticks())
    return play.script, frames


def cast(
    cards: Sequence[PrintedCard],
    mats: Mapping[str, Mat],
    setup: Setup,
    seed: int = 0,
    behaviour: Behaviour | None = None,
    pace: FrameRate | None = None,
) -> tuple[RobotPlayers, Mat]:
    """Return robots with their cards at one of `mats`; this needs no PDF.

    Raises `SourceError` if the cards or the mat of `setup` are missing.
    """
    game = load_game(setup.game)
    form = game.table(setup)
    mat = _mat(mats, form, setup.game)
    table = _TableSetup(
        Match(game, setup), form, mat, cards, seed, behaviour or Behaviour(), pace or FrameRate()
    )
    return _PLAYERS.get(setup.game, _party)(table), mat


@dataclass(frozen=True, slots=True)
class _TableSetup:
    """The arguments for creating any robots. All randomness depends only on the seed."""

    match: Match[Any]
    form: TableForm
    mat: Mat
    cards: Sequence[PrintedCard]
    seed: int
    behaviour: Behaviour
    pace: FrameRate

    def stage(self) -> Stage:
        """Return a stage with hands that place cards and, in a game with dice, throw them."""
        fps, idle_fps = self.pace.fps, self.pace.idle_fps
        return Stage(self.mat, self.form.seat_turns, self._hands(), fps=fps, idle_fps=idle_fps)

    def spread(self) -> Stage:
        """Return a stage with hands that place cards and tokens next to and over each other."""
        return replace(self.stage(), small=small_pieces(self.cards))

    def _hands(self) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence([self.seed, 0]))

    def minds(self) -> random.Random:
        """Return the random source for the robots' decisions."""
        seeds = np.random.SeedSequence([self.seed, 1])
        return random.Random(int(seeds.generate_state(1, np.uint64)[0]))

    def again(self, **settings: str) -> Match[Any]:
        """Return a second, equal match for robots that simulate it with all cards known."""
        setup = self.match.setup
        return Match(self.match.game, replace(setup, settings={**setup.settings, **settings}))

    def supply(self) -> Supply:
        """Return every seat's cards; raise `SourceError` if a seat has no cards or no deck."""
        setup, supply = self.match.setup, Supply.sort(self.cards, self.form.owners)
        seats = [seat for seat in self.match.game.seats(setup) if seat != CHANCE]
        lacking = [s for s in seats if s not in setup.decks or not supply.seats.get(s)]
        if lacking:
            raise SourceError("fault.paper.no_deck", seats=", ".join(lacking))
        return supply


def _party(table: _TableSetup) -> RobotPlayers:
    return PublicRobots(table.match, table.stage(), table.cards, table.minds(), table.behaviour)


def _knowing(table: _TableSetup) -> RobotPlayers:
    return KnowingRobots(table.match, table.stage(), table.supply(), table.minds(), table.behaviour)


def _veiled(table: _TableSetup) -> RobotPlayers:
    stage, supply = table.stage(), table.supply()
    return VeiledRobots(table.again(), table.match, stage, supply, table.minds(), table.behaviour)


def _planning(table: _TableSetup) -> RobotPlayers:
    true, lot = table.again(orders="companion"), lots(table.seed)
    spread, minds = table.spread(), table.minds()
    return SpherionRobots(true, table.match, spread, table.cards, minds, table.behaviour, lot=lot)


_PLAYERS: Final[Mapping[str, Callable[[_TableSetup], RobotPlayers]]] = {
    "dicebattle": _veiled,  # every seat needs its complete set of cards
    "spherion": _planning,  # orders are secret: entered on pages, or placed on rails
    "yggdrasil": _knowing,  # a hand's possible actions are known only to its owner
}
"""Robots by the game's name; `PublicRobots`, which need only the rules, play other games."""


def _mat(mats: Mapping[str, Mat], form: TableForm, game: str) -> Mat:
    mat = mats.get(form.mat)
    if mat is None:
        given = ", ".join(mats) or Message("fault.mat.none")
        raise SourceError("fault.mat.other", mat=form.mat, given=given, game=game)
    return mat
