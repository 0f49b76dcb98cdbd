"""A virtual table out of printed manifests: paper, camera, players, ready to be watched."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.errors import SourceError
from companion.keeping import cache_folder
from companion.virtual.acting import Acting, Manners
from companion.virtual.camera import Camera, fit_camera
from companion.virtual.holdings import Supply
from companion.virtual.pages import lots
from companion.virtual.party import Party
from companion.virtual.planners import Planners
from companion.virtual.players import Performance
from companion.virtual.render import Renderer
from companion.virtual.script import Script
from companion.virtual.sensor import CONDITIONS, Condition
from companion.virtual.source import Ahead, VirtualTable
from companion.virtual.spread import SpreadStage
from companion.virtual.textures import PaperShop
from companion.virtual.throws import DiceStage
from companion.virtual.veiled import VeiledPerformance
from rules import CHANCE, Mat, Match, PrintedCard, Setup, TableForm, load_game

__all__ = ["Opened", "Pace", "cast", "open_table", "rehearse"]

_DPI = 150.0
_KNOW_ALL = frozenset(("yggdrasil",))
"""Games in which only who knows a hand can say what may be done with it."""
_PLANNED = frozenset(("spherion",))
"""Games of secret orders, which are given on pages or laid on rails."""
_VEILED = frozenset(("dicebattle",))
"""Of the others, those whose sets must be whole: players look ahead in a match that knows all."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Frames a second of the table's clock: while something moves, and while nothing does.

    `shots`: see `companion.virtual.shots`; 0 for a camera's own noise in every frame.
    """

    fps: float = 10.0
    idle_fps: float = 5.0
    shots: int = 0


@dataclass(frozen=True, slots=True)
class Opened:
    """A table about to be played at: `script` fills while `source` is read."""

    source: Ahead
    script: Script


def open_table(
    manifests: Sequence[Path],
    setup: Setup,
    seed: int = 0,
    *,
    condition: Condition | None = None,
    camera: Camera | None = None,
    manners: Manners | None = None,
    pace: Pace | None = None,
    cache: Path | None = None,
) -> Opened:
    """A whole match between seeded players on the paper of `manifests` (cards and a mat).

    The camera is moved so that it sees the whole mat.  Raises `SourceError` if the manifests
    lack the cards or the mat that `setup` is played with, or a PDF is missing.
    """
    shop, pace = PaperShop(manifests, _DPI, cache or cache_folder()), pace or Pace()
    play, mat = cast(tuple(shop.cards.values()), shop.mats, setup, seed, manners, pace)
    lying_across = mat.height_mm > mat.width_mm
    wanted = camera or Camera(heading_deg=90.0 if lying_across else 0.0)
    seen = fit_camera(wanted, mat.width_mm, mat.height_mm)
    light = np.random.default_rng(np.random.SeedSequence([seed, 2]))
    renderer = Renderer(shop, mat.name, seen, condition or CONDITIONS["webcam"], light, pace.shots)
    table = VirtualTable(renderer, play.ticks())
    return Opened(Ahead(table, play.pages, lots(seed)), play.script)


def rehearse(
    manifests: Sequence[Path],
    setup: Setup,
    seed: int = 0,
    *,
    manners: Manners | None = None,
    pace: Pace | None = None,
) -> tuple[Script, int]:
    """The same match without pictures: its script and the number of its frames."""
    shop = PaperShop(manifests, _DPI, None)
    play, _ = cast(tuple(shop.cards.values()), shop.mats, setup, seed, manners, pace)
    frames = sum(1 for _ in play.ticks())
    return play.script, frames


def cast(
    cards: Sequence[PrintedCard],
    mats: Mapping[str, Mat],
    setup: Setup,
    seed: int = 0,
    manners: Manners | None = None,
    pace: Pace | None = None,
) -> tuple[Acting, Mat]:
    """Players with their cards at one of `mats`; no PDF is needed until they are rendered.

    Raises `SourceError` if the cards or the mat that `setup` is played with are lacking.
    """
    game = load_game(setup.game)
    form = game.table(setup)
    mat = _mat(mats, form)
    manners, pace = manners or Manners(), pace or Pace()
    hands, minds = np.random.SeedSequence([seed, 0]), np.random.SeedSequence([seed, 1])
    stage = DiceStage(
        mat,
        form.seat_turns,
        np.random.default_rng(hands),
        fps=pace.fps,
        idle_fps=pace.idle_fps,
    )
    rng = random.Random(int(minds.generate_state(1, np.uint64)[0]))
    match = Match(game, setup)
    if setup.game in _PLANNED:
        spread = SpreadStage(
            mat,
            form.seat_turns,
            np.random.default_rng(hands),
            cards,
            fps=pace.fps,
            idle_fps=pace.idle_fps,
        )
        known = replace(setup, settings={**setup.settings, "orders": "companion"})
        return Planners(Match(game, known), match, spread, cards, rng, manners, lot=lots(seed)), mat
    if setup.game not in _KNOW_ALL | _VEILED:
        return Party(match, stage, cards, rng, manners), mat
    supply = Supply.sort(cards, form.owners)
    seats = [seat for seat in game.seats(setup) if seat != CHANCE]
    lacking = [s for s in seats if s not in setup.decks or not supply.seats.get(s)]
    if lacking:
        raise SourceError.about("paper.no_deck", seats=", ".join(lacking))
    if setup.game in _VEILED:
        return VeiledPerformance(Match(game, setup), match, stage, supply, rng, manners), mat
    return Performance(match, stage, supply, rng, manners), mat


def _mat(mats: Mapping[str, Mat], form: TableForm) -> Mat:
    mat = mats.get(form.mat)
    if mat is None:
        given = ", ".join(mats) or SourceError.about("mat.none")
        raise SourceError.about("mat.other", mat=form.mat, given=given)
    return mat
