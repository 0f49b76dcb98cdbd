"""A virtual table out of printed manifests: paper, camera, players, ready to be watched."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import SourceError
from companion.virtual.camera import Camera, fit_camera
from companion.virtual.players import Manners, Performance, Supply
from companion.virtual.render import Renderer
from companion.virtual.script import Script
from companion.virtual.sensor import CONDITIONS
from companion.virtual.source import VirtualTable
from companion.virtual.stage import Stage
from companion.virtual.textures import PaperShop, cache_directory
from rules import Deck, Match, PrintedCard, Seat, Setup, load_catalog, load_game

__all__ = ["Opened", "decks_of", "open_table"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A table about to be played at: `script` fills while `source` is read."""

    source: VirtualTable
    script: Script
    setup: Setup


def decks_of(cards: Sequence[PrintedCard], slug: str) -> dict[Seat, Deck]:
    """Each seat's deck as it was printed: cards by owner, roots and the like apart by kind."""
    catalog = load_catalog(slug)
    plain: dict[Seat, list[str]] = {}
    extras: dict[Seat, dict[str, list[str]]] = {}
    for card in cards:
        seat = catalog.owners.get(card.owner)
        facts = catalog.cards.get(card.card)
        if seat is None or facts is None:
            continue
        kind = facts.facts.get("kind", "")
        if kind in _EXTRAS:
            extras.setdefault(seat, {}).setdefault(kind, []).append(card.card)
        else:
            plain.setdefault(seat, []).append(card.card)
    return {
        seat: Deck(
            tuple(sorted(own)),
            {kind: tuple(ids) for kind, ids in extras.get(seat, {}).items()},
        )
        for seat, own in plain.items()
    }


_EXTRAS = ("root", "extra", "side", "master")


def open_table(
    manifests: Sequence[Path],
    seed: int = 0,
    *,
    condition: str = "webcam",
    camera: Camera | None = None,
    manners: Manners | None = None,
    settings: Mapping[str, str] | None = None,
    fps: float = 10.0,
    idle_fps: float = 5.0,
    cache: Path | None = None,
    choose: Callable[[Any, list[Any]], Any] | None = None,
) -> Opened:
    """A whole match between seeded players on the paper of `manifests` (cards and a mat).

    `condition` is a key of `CONDITIONS`; `camera` is moved so that it sees the whole mat.
    Raises `SourceError` if the manifests lack cards or the mat of these settings.
    """
    shop = PaperShop(manifests, 150.0, cache or cache_directory())
    slug = next((m.game for m in shop.manifests if m.cards), "")
    if not slug:
        raise SourceError("no cards in these manifests: add the one that was printed with the deck")
    game = load_game(slug)
    setup = Setup(slug, dict(settings or {}), decks_of(tuple(shop.cards.values()), slug))
    form = game.table(setup)
    mat = shop.mats.get(form.mat)
    if mat is None:
        have = ", ".join(shop.mats) or "none"
        raise SourceError(
            f"these settings are played on the mat {form.mat}, the manifests hold: {have}: "
            f"print it and give its manifest, too"
        )
    streams = np.random.SeedSequence(seed).spawn(3)
    table_rng, light_rng = (np.random.default_rng(stream) for stream in streams[:2])
    players_rng = random.Random(int(streams[2].generate_state(1, np.uint64)[0]))
    landscape = mat.height_mm > mat.width_mm
    wanted = camera or Camera(heading_deg=90.0 if landscape else 0.0)
    seen = fit_camera(wanted, mat.width_mm, mat.height_mm)
    stage = Stage(mat, dict(form.seat_turns), table_rng, fps=fps, idle_fps=idle_fps)
    supply = Supply.sort(tuple(shop.cards.values()), form.owners)
    play = Performance(Match(game, setup), stage, supply, players_rng, manners, choose)
    renderer = Renderer(shop, mat.name, seen, CONDITIONS[condition], light_rng)
    return Opened(VirtualTable(renderer, play.ticks()), play.script, setup)
