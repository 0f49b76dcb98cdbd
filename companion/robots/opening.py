"""Setting up a simulated table from print manifests: cards, camera, robots."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.errors import SourceError
from companion.referee.lots import Lots
from companion.robots.acting import Acting, Behaviour
from companion.robots.dicebattle import DiceBattleRobots
from companion.robots.players import GameRobots, RobotPlayers
from companion.robots.public import PublicRobots
from companion.robots.script import Script
from companion.robots.spherion.planners import SpherionRobots
from companion.simulator.camera import SimulatedCamera, fit_camera
from companion.simulator.private_inputs import seeded_lots
from companion.simulator.render import Renderer
from companion.simulator.sensor import CONDITIONS, Condition
from companion.simulator.source import OtherCamera, VirtualTable
from companion.simulator.spread import small_pieces
from companion.simulator.stage import Stage
from companion.simulator.textures import PaperShop
from companion.storage.files import cache_folder
from rules import Mat, Match, Message, PrintedCard, Setup, load_game

_DPI = 150.0


@dataclass(frozen=True, slots=True)
class FrameRate:
    """Frames per second of the table's clock, while something moves and while nothing moves.

    `shots`: see `companion.simulator.render`; with 0, every frame has noise of its own. `ahead`:
    see `VirtualTable`.
    """

    fps: float = 10.0
    idle_fps: float = 5.0
    shots: int = 0
    ahead: int = 6


@dataclass(frozen=True, slots=True)
class Opened:
    """A table ready to play; `script` grows while `source` is read.

    `others` show the same table through the other cameras; read them after `source`.
    """

    source: VirtualTable
    script: Script
    others: tuple[OtherCamera, ...] = ()


def open_table(
    manifests: Sequence[Path],
    setup: Setup,
    seed: int = 0,
    *,
    condition: Condition | None = None,
    camera: SimulatedCamera | None = None,
    others: Sequence[SimulatedCamera] = (),
    behaviour: Behaviour | None = None,
    pace: FrameRate | None = None,
    cache: Path | None = None,
) -> Opened:
    """Return a whole match of seeded robots with the prints of `manifests` (cards and a mat).

    The camera is positioned so that it sees the whole mat; `others` stay where they are. Raises
    `SourceError` if the manifests lack the cards or the mat of `setup`, or if a PDF is missing.
    """
    shop, pace = PaperShop(manifests, _DPI, cache or cache_folder()), pace or FrameRate()
    play, mat = cast(tuple(shop.cards.values()), shop.mats, setup, seed, behaviour, pace)
    crosswise = mat.height_mm > mat.width_mm
    wanted = camera or SimulatedCamera(heading_deg=90.0 if crosswise else 0.0)
    seen = fit_camera(wanted, mat.width_mm, mat.height_mm)
    light = np.random.default_rng(np.random.SeedSequence([seed, 2]))
    renderer = Renderer(shop, mat.name, seen, condition or CONDITIONS["webcam"], light, pace.shots)
    lots = seeded_lots(seed)
    table = VirtualTable(renderer, play.ticks(), play.pages, lots, pace.ahead)
    further = []
    for number, other in enumerate(others, 3):
        light = np.random.default_rng(np.random.SeedSequence([seed, number]))
        drawn = Renderer(
            shop, mat.name, other, condition or CONDITIONS["webcam"], light, pace.shots
        )
        further.append(OtherCamera(table, drawn))
    return Opened(table, play.script, tuple(further))


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

    All randomness depends only on the seed. Raises `SourceError` if the cards or the mat of
    `setup` are missing.
    """
    match, pace = Match(load_game(setup.game), setup), pace or FrameRate()
    form = match.game.table.form(setup)
    mat = mats.get(form.mat)
    if mat is None:
        given = ", ".join(mats) or Message("fault.mat.none")
        raise SourceError("fault.mat.other", mat=form.mat, given=given, game=setup.game)
    hands = np.random.default_rng(np.random.SeedSequence([seed, 0]))
    small, fps, idle_fps = small_pieces(cards), pace.fps, pace.idle_fps
    stage = Stage(mat, form.seat_turns, hands, small, fps=fps, idle_fps=idle_fps)
    minds = np.random.SeedSequence([seed, 1]).generate_state(1, np.uint64)
    rng = random.Random(int(minds[0]))
    return seat_robots(match, stage, cards, rng, behaviour, seeded_lots(seed)), mat


def seat_robots(
    match: Match[Any],
    stage: Stage,
    cards: Sequence[PrintedCard],
    rng: random.Random,
    behaviour: Behaviour | None = None,
    lots: Lots | None = None,
) -> RobotPlayers:
    """Return robots for a fresh match on a stage; `lots` are those that the referee draws.

    Raises `SourceError` if cards have owners, and a seat has no cards or no deck.
    """
    setup, true = match.setup, match
    robots, settings = _ROBOTS.get(setup.game, (PublicRobots, None))
    if settings is not None:
        true = Match(match.game, replace(setup, settings={**setup.settings, **settings}))
    acting = Acting(true, match, stage, rng, behaviour, lots)
    supplied = {acting.form.owners.get(card.owner) for card in cards} & setup.decks.keys()
    lacking = [seat for seat in acting.seats if seat not in supplied]
    if acting.form.owners and lacking:
        raise SourceError("fault.paper.no_deck", seats=", ".join(lacking))
    return RobotPlayers(acting, robots(acting, cards))


_Robots = Callable[[Acting, Sequence[PrintedCard]], GameRobots]
_ROBOTS: Final[Mapping[str, tuple[_Robots, Mapping[str, str] | None]]] = {
    "dicebattle": (DiceBattleRobots, {}),
    "spherion": (SpherionRobots, {"orders": "companion"}),
}
"""Robots by the game's name, and other settings of the true match; others need one match."""
