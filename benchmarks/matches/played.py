"""One whole match at the simulated table: watched, refereed and compared, for `campaign.py`."""

from __future__ import annotations

import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.frames import Frame
from companion.match_setup.app import MatchLoop, build_setup, load_manifests, open_referee
from companion.readings import TableView
from companion.referee.geometry import TableGeometry
from companion.referee.journal import Journal, Utterance, utterance_data
from companion.referee.live import LiveReferee
from companion.referee.words.speaker import Speaker
from companion.robots.acting import Behaviour
from companion.robots.opening import FrameRate, cast, open_table
from companion.robots.script import EntryKind, Script, compare, reported_verdicts
from companion.simulator.camera import SimulatedCamera
from companion.simulator.hands import HAND_HEIGHT_MM
from companion.simulator.private_inputs import PrivateInputs, seeded_lots
from companion.simulator.scene import Hand, Scene, TablePose
from companion.simulator.sensor import CONDITIONS
from companion.simulator.source import VirtualTable
from companion.simulator.stage import SceneFrame
from rules import Manifest, Match, Setup, Verb, load_catalog, load_game, parse_action
from tests.support.simulator.oracle_view import OracleView

__all__ = ["UNSURE", "Conditions", "play", "print_paper"]

UNSURE = (
    "question",
    "desynced",
    "table_fault",
    "trouble",
    "set_up_wanted",
    "not_now",
    "die_unsure",
)
_SHOTS = 3


@dataclass(frozen=True)
class Conditions:
    """The conditions that all matches of a campaign share.

    With `matt`, no lamp is reflected in the mat. With `eye`, an oracle view replaces the pictures.
    """

    game: str
    settings: tuple[str, ...]
    manifests: tuple[Path, ...]
    condition: str
    matt: bool
    width: int
    tilt: float
    fps: tuple[float, float]
    behaviour: Behaviour
    eye: bool
    commit: str
    keep: Path | None


def print_paper(folder: Path, game: str, settings: Sequence[str]) -> tuple[Path, ...]:
    """Return the manifests of cards and mat in `folder`; if there are none, print the sheets."""
    found = sorted(folder.glob("*.manifest.json"))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        cards, mat = _deck_of(game, settings), _mat_of_form(game, settings)
        for what in (["cards", game, *cards], ["mat", game, *mat]):
            command = [sys.executable, "-m", "printkit", *what, "--out", str(folder)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = sorted(folder.glob("*.manifest.json"))
    return tuple(found)


def _deck_of(game: str, settings: Sequence[str]) -> list[str]:
    """Return the option for the deck to print, or [] if the settings allow the default deck."""
    return ["--deck", "two-packs"] if game == "stratosphere" and "players=4" in settings else []


def _mat_of_form(game: str, settings: Sequence[str]) -> list[str]:
    """Return the option for the mat that these settings need."""
    chosen = dict(setting.split("=", 1) for setting in settings)
    return ["--mat", load_game(game).table.form(Setup(game, chosen)).mat]


class _Moments:
    """A `FrameSource` without pictures; `see` returns the oracle's view of each moment."""

    name = "perfect eye"

    def __init__(self, ticks: Iterator[SceneFrame], eye: OracleView) -> None:
        self._ticks, self._eye = ticks, eye
        self._view: TableView | None = None
        self.shown: Counter[str] = Counter()

    def read(self) -> Frame | None:
        tick = next(self._ticks, None)
        if tick is None:
            return None
        self._view = self._eye.see(tick)
        blank = np.zeros((1, 1, 3), np.uint8)
        return Frame(blank, self._view.time_s, self._view.frame)

    def see(self, frame: Frame) -> TableView:
        del frame
        assert self._view is not None
        return self._view

    def lost(self, time_s: float, frame: int) -> TableView:
        return TableView(time_s, frame)

    def close(self) -> None:
        pass

    def play_out(self) -> None:
        for _ in self._ticks:
            pass


class CountedTable:
    """A simulated table; `shown` counts frames with hands, glare and dice, and pushes of the mat.

    A hand counts if its fingertips are in the picture.
    """

    def __init__(self, table: VirtualTable) -> None:
        self._table, self.name = table, table.name
        self._mat: TablePose | None = None
        self.shown: Counter[str] = Counter()
        self.close, self.play_out = table.close, table.play_out

    def read(self) -> Frame | None:
        frame = self._table.read()
        if frame is not None:
            self._count(self._table.scene)
        return frame

    def _count(self, scene: Scene) -> None:
        hands = [hand for hand in scene.hands if self._over(hand, scene.mat)]
        kinds = {"hands": hands, "glare": scene.glints, "dice": scene.dice}
        pushed = self._mat is not None and scene.mat != self._mat
        self._mat = scene.mat
        self.shown.update([kind for kind, there in kinds.items() if there])
        self.shown.update(["pushed"] * pushed)

    def _over(self, hand: Hand, pose: TablePose) -> bool:
        renderer = self._table.renderer
        at = renderer.place(pose) @ np.array([hand.x_mm, hand.y_mm, 1.0])
        x, y = renderer.camera.project(at[None, :2], HAND_HEIGHT_MM)[0]
        return bool(0 <= x < renderer.camera.width and 0 <= y < renderer.camera.height)


def _unseen(
    under: Conditions, setup: Setup, loaded: tuple[Manifest, ...], seed: int
) -> tuple[Any, Any, Script, PrivateInputs]:
    cards = [card for manifest in loaded for card in manifest.cards]
    mats = {mat.name: mat for manifest in loaded for mat in manifest.mats}
    acting, mat = cast(cards, mats, setup, seed, under.behaviour, FrameRate(*under.fps))
    moments = _Moments(acting.ticks(), OracleView(loaded, mat))
    return moments, moments, acting.script, acting.pages


def _filmed(
    under: Conditions, setup: Setup, loaded: tuple[Manifest, ...], seed: int, places: TableGeometry
) -> tuple[Any, Any, Script, PrivateInputs]:
    import cv2

    from companion.vision.mat.printed import printed_mats
    from companion.vision.watcher import Watcher

    cv2.setNumThreads(1)
    mat = places.mat
    assert mat is not None
    camera = SimulatedCamera(
        width=under.width,
        height=under.width * 9 // 16,
        heading_deg=90.0 if mat.height_mm > mat.width_mm else 0.0,
        tilt_deg=under.tilt,
    )
    light = CONDITIONS[under.condition]
    opened = open_table(
        under.manifests,
        setup,
        seed,
        condition=replace(light, glare=0) if under.matt else light,
        camera=camera,
        behaviour=under.behaviour,
        pace=FrameRate(*under.fps, _SHOTS, ahead=1),
    )
    watcher = Watcher(loaded, printed=printed_mats(under.manifests), dice=places.dice_zones)
    return CountedTable(opened.source), watcher, opened.script, opened.source.pages


def play(seed: int, under: Conditions) -> dict[str, Any]:
    """Play one match and compare it with the script; return JSON data, with any `error`."""
    loaded = load_manifests(under.manifests, under.game)
    setup = build_setup(under.game, settings=under.settings, manifests=loaded)
    referee = open_referee(Match(load_game(under.game), setup), loaded)
    if under.eye:
        source, watcher, script, pages = _unseen(under, setup, loaded, seed)
    else:
        source, watcher, script, pages = _filmed(under, setup, loaded, seed, referee.at.geometry)
    events: list[dict[str, Any]] = []
    heard: list[str] = []

    def receive(utterance: Utterance) -> None:
        events.append(utterance_data(utterance))
        heard.append(utterance.record.kind)

    pages.heard = heard
    journal = Journal(Speaker(load_catalog(under.game)), receive)
    referee.context = replace(referee.context, lots=seeded_lots(seed))
    observer = pages.observer(referee)
    loop = MatchLoop(referee, journal, source, watcher.see, watcher.lost, observer=observer)
    begun, cpu, error = time.perf_counter(), time.process_time(), ""
    try:
        loop.run()
        cpu = time.process_time() - cpu
        source.play_out()
    except Exception:  # noqa: BLE001 - a match that fails is a result like any other
        error = traceback.format_exc()
    result = {
        "seed": seed,
        "commit": under.commit,
        "game": under.game,
        "eye": under.eye,
        "condition": under.condition + " matt" * under.matt,
        "width": under.width,
        "tilt": under.tilt,
        "fps": under.fps,
        "frames": events[-1]["frame"] + 1,
        "cpu_s": round(cpu, 1),
        "wall_s": round(time.perf_counter() - begun, 1),
        "shown": dict(source.shown),
        **_judged(referee, script, events),
        "error": error,
    }
    if under.keep is not None:
        under.keep.mkdir(parents=True, exist_ok=True)
        story = "\n".join(_story(script, events))
        (under.keep / f"{under.game}-{seed}.txt").write_text(story + "\n" + error, "utf-8")
    return result


def _judged(referee: LiveReferee, script: Script, events: list[dict[str, Any]]) -> dict[str, Any]:
    """Compare the verdicts and their clauses in order, the final layout, winner and scores."""
    found = compare(script, reported_verdicts(events))
    halves = _half_done(script)
    kinds = Counter(
        event["kind"]
        for event in events
        if not any(begun <= event.get("time_s", 0.0) <= done for begun, done in halves)
    )
    layout = referee.at.match.game.table.layout(referee.at.match.state)
    tracked = [zone.cell for zone in referee.at.geometry.form.zones if zone.tracked]
    outcome = referee.at.match.outcome
    done = Counter(
        deed.note if deed.kind is EntryKind.DISTRACTION else deed.kind.value
        for deed in script.deeds
    )
    # A placed card that does not count yet is picked up by an action of its own.
    done["taken_up"] = sum(
        d.kind is EntryKind.ACTION and parse_action(d.action).verb is Verb.REMOVE
        for d in script.deeds
    )
    return {
        "seconds": round(script.deeds[-1].done_s, 1) if script.deeds else 0.0,
        "deeds": dict(+done),
        "clauses": len({deed.clauses for deed in script.of(EntryKind.ILLEGAL)}),
        "right": found.right,
        "missing": [" ".join([w.kind, w.action, *w.clauses]) for w in found.missing],
        "extra": [" ".join([w.kind, w.action, *w.clauses]) for w in found.extra],
        "unsure": {kind: kinds[kind] for kind in UNSURE if kinds[kind]},
        "layout": all(layout.get(c, ()) == script.layout.get(c, ()) for c in tracked),
        "outcome": outcome is not None
        and (outcome.winners, dict(outcome.scores)) == (script.winners, script.scores),
        "stuck": outcome is None,
    }


def _half_done(script: Script) -> list[tuple[float, float]]:
    """Return the periods in which a card had yet to be removed, or a die leaned.

    In these periods it is correct to report a desync or an unreadable die.
    """
    pairs = zip(script.deeds, script.deeds[1:], strict=False)
    return [
        (d.begun_s, then.done_s)
        for d, then in pairs
        if d.kind is EntryKind.FORGOTTEN or d.note == "cocked"
    ]


def _story(script: Script, events: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the robots' actions and the notices, in the order of the table's clock."""
    lines = [
        (d.done_s, f"{d.kind} {d.seat} {d.action or d.note} {' '.join(d.clauses)}")
        for d in script.deeds
    ]
    for e in events:
        words = [e["kind"], e.get("action", ""), *e.get("clauses", ()), e["caption"]]
        lines.append((e.get("time_s", 0.0), "    " + " ".join(filter(None, words))))
    for at, line in sorted(lines, key=lambda each: each[0]):
        yield f"{at:8.1f}  {line}"
