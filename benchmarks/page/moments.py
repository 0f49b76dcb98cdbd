"""Snapshots of a seeded match, one for every view, served to `views`."""

from __future__ import annotations

import itertools
import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.frames import Frame
from companion.readings import Trouble
from companion.referee.explain.options import PositionCorrection
from companion.referee.inventory.steps import correction
from companion.referee.notices import NOTICES, EndReason, Refused
from companion.referee.phases import RefereePhase
from companion.referee.state import Asked, Overlays
from companion.referee.table import FaultKind, TableFault
from companion.web.auth.roles import Role
from companion.web.camera_overlay import Crop, OverlayFrame
from companion.web.coach import Coach, Figure
from companion.web.pictures import encode
from companion.web.serve import open_page
from companion.web.snapshot import Recording, Snapshot
from rules import (
    CHANCE,
    LANGUAGES,
    UNKNOWN,
    Action,
    Mat,
    Message,
    PlacedCard,
    Setup,
    Verb,
    load_catalog,
    load_game,
    load_manifest,
)
from rules.core.candidate_actions import Change
from rules.sim.playout import starter_setup
from tests.companion.web.test_playing import Top
from tests.support.referee.inputs import RefereedMatch, put
from tests.support.web.match_page import Table

PAPER = (
    Path(__file__).resolve().parents[2] / "tests" / "companion" / "vision" / "pictures" / "paper"
)
_MOST_PLIES = 300
_LONGEST_PLIES = 3000
_PLIES = {"yggdrasil": 26, "jiguan": 14, "stratosphere": 34, "dicebattle": 50, "spherion": 110}


def serve(slug: str) -> None:
    """Show the view that each input line names; answer with its link, `shown` or `none`."""
    table = Table(slug, starter_setup(load_game(slug), Setup(slug)), 3)
    table.mailbox._encode = encode
    table.viewing.again = True
    table.mat = printed_mat(slug, table.mat)
    table.viewing.board = replace(table.viewing.board, mat=table.mat)
    moments = dict(made(table))
    page = open_page(table.viewing, table.mailbox, port=0)
    links = {role.value: page.link(role) for role in (Role.TABLE, Role.SPECTATOR)}
    print(json.dumps(links), flush=True)
    glance = picture(table)
    page.begin(table.viewing, Top())
    for line in sys.stdin:
        view = line.strip()
        name, _, mouse = view.rpartition(":")[::-1]
        table.viewing.mouse = mouse == "mouse"
        moment = moments.get({"spectator": "referee", "seat": "referee"}.get(name, name))
        if moment is None:
            print("none", flush=True)
            continue
        table.mailbox.look(replace(glance))
        table.mailbox.post(replace(moment, recording=Recording()))
        table.mailbox.look(replace(glance))
        seat = load_catalog(slug).seats[0]
        fresh = {"seat": (Role.SEAT, seat), f"mouse:{name}": (Role.TABLE,)}.get(view)
        print(page.link(*fresh) if fresh else "shown", flush=True)
    page.close()


def printed_mat(slug: str, otherwise: Mat) -> Mat:
    """Return the mat as printed, so that boards look as they do in a match."""
    manifests = (load_manifest(path) for path in sorted(PAPER.glob(f"{slug}/*.manifest.json")))
    mats = (mat for manifest in manifests for mat in manifest.mats)
    return next((mat for mat in mats if mat.name == otherwise.name), otherwise)


def picture(table: Table) -> OverlayFrame:
    """Return a picture of a grey table with the mat's cells."""
    import cv2

    width, height = int(2 * table.mat.width_mm), int(2 * table.mat.height_mm)
    image = np.full((height, width, 3), (52, 60, 52), np.uint8)
    cells = {}
    for cell in table.mat.cells:
        points = np.array([[2 * x, 2 * y] for x, y in cell.outline_mm], np.int32)
        cv2.polylines(image, [points], isClosed=True, color=(120, 150, 140), thickness=3)
        cells[cell.id] = tuple((2 * x / width, 2 * y / height) for x, y in cell.outline_mm)
    frame, cut = Frame(image, 0.0, 0), Crop(0, 0, width, height)
    read = frozenset(itertools.islice(cells, 9))
    return OverlayFrame(frame, cut, hand=False, cells=cells, read=read, covered=frozenset())


def made(table: Table) -> list[tuple[str, Snapshot]]:
    """Return one snapshot for every view."""
    referee, match = table.referee, RefereedMatch(table.referee)
    put(referee, phase=RefereePhase.SETUP)
    first = table.snapshot()
    put(referee, phase=RefereePhase.IN_SYNC)
    coach = Coach(
        "red",
        {
            lang: tuple(Message(f"doctor.{key}").render(lang) for key in ("dark", "covered"))
            for lang in LANGUAGES
        },
        (Figure("size", "0.71", "1.0", well=False), Figure("light", "48", "90", well=False)),
        (((0.1, 0.1), (0.4, 0.1), (0.4, 0.4), (0.1, 0.4)),),
    )
    moments = [("set_up", first), ("coach", replace(first, coach=coach))]
    for moment in table.play(_PLIES[table.slug]):
        if CHANCE not in match.to_act and match.to_act:
            last = moment
    moments += [("referee", last), ("decided", decided(table))]
    while CHANCE in match.to_act:
        list(table.play(1))
    action, verdict = worst(table)
    placed = PlacedCard(action.card, action.seat)
    steps = correction((Change(action.to, None, placed),), covered_cell=action.to)

    def record(view: str, state: RefereePhase, kind: str, **facts: Any) -> None:  # noqa: ANN401 - a record's own fields
        put(referee, phase=state)
        table.receive([NOTICES[kind](**referee.now(), **facts)])
        moments.append((view, table.snapshot()))

    refused = {"action": action, "violations": verdict.violations, "steps": steps}
    record("refusal", RefereePhase.REFUSED, "refused", **refused)
    record(
        "why",
        RefereePhase.REFUSED,
        "explained",
        about=Refused(**referee.now(), **refused),
    )
    record("later", RefereePhase.IN_SYNC, "taken_back", to=0)
    moments.pop()
    record(
        "later",
        RefereePhase.IN_SYNC,
        "explained",
        about=Refused(**referee.now(), **refused),
    )
    record(
        "question",
        RefereePhase.ASKING,
        "question",
        options=((action,),),
        predicted=((),),
    )
    put(referee, asked=Asked((PositionCorrection(match.state, "?"),)))
    record(
        "consent",
        RefereePhase.ASKING,
        "question",
        options=((),),
        steps=steps,
        correction="?",
        awaiting=tuple(sorted(referee.at.players)),
    )
    changes = strays(table, placed)
    record("step", RefereePhase.DESYNCED, "desynced", steps=correction(changes))
    record(
        "resumed",
        RefereePhase.DESYNCED,
        "match_resumed",
        steps=correction(changes),
        differing=len(changes),
        unexplained=True,
    )
    other = next(
        c for c, zone in referee.at.geometry.zones.items() if zone.tracked and c != action.to
    )
    fault = TableFault(FaultKind.ACROSS, (action.to, other), action.card)
    put(referee, faults=(fault,))
    record("fault", RefereePhase.IN_SYNC, "table_fault", faults=(fault,))
    put(referee, faults=())
    put(referee, overlays=Overlays(paused=True))
    record("paused", RefereePhase.IN_SYNC, "paused")
    put(referee, overlays=Overlays(paused=False))
    put(referee, overlays=Overlays(trouble=Trouble.DARK))
    record("trouble", RefereePhase.IN_SYNC, "trouble", trouble=Trouble.DARK)
    put(referee, overlays=Overlays())
    record("trouble", RefereePhase.IN_SYNC, "recovered")
    moments.pop()
    record("ended", RefereePhase.ENDED, "game_ended", reason=EndReason.STOPPED)
    return [*moments, ("over", finished(table))]


def finished(shown: Table) -> Snapshot:
    """Return the end of another match, played to its result."""
    table, seed = shown, 0
    while table.referee.at.match.outcome is None:
        table, seed = Table(shown.slug, shown.referee.at.match.setup, seed), seed + 1
        list(table.play(_LONGEST_PLIES))
    put(table.referee, phase=RefereePhase.ENDED)
    now, outcome = table.referee.now(), table.referee.at.match.outcome
    table.receive([NOTICES["game_ended"](**now, reason=EndReason.RULES, outcome=outcome)])
    return table.snapshot()


def decided(shown: Table) -> Snapshot:
    """Return the moment of another match in which the most was decided at once."""
    table = Table(shown.slug, shown.referee.at.match.setup, 5)
    moments = [moment for moment in table.play(_MOST_PLIES) if _decides(moment)]
    return max(moments, key=lambda one: len(one.story.verdict.record.events))


def _decides(moment: Snapshot) -> bool:
    """Return True if the last verdict decided something: a battle, an invasion, a round."""
    ranks = load_catalog(moment.position.setup.game).deciding
    verdict = moment.story.verdict
    events = verdict.record.events if verdict is not None else ()
    return any(ranks.get(event.kind, 0) > 1 for event in events)


def worst(table: Table) -> tuple[Action, Any]:
    """Return the placement that violates the most clauses, and its verdict."""
    match, rng = table.referee.at.match, random.Random(1)
    seat = min(match.to_act)
    cells = [zone.cell for zone in table.referee.at.geometry.form.zones if zone.tracked]
    own = [a for a in match.game.legal(match.state) if a.verb is Verb.PLACE and a.card != UNKNOWN]
    placements = {(a.card, a.facing, a.turn): replace(a, seat=seat) for a in own}
    cards = rng.sample(sorted(load_catalog(table.slug).cards), 8)
    tried = list(placements.values()) or [Action(seat, Verb.PLACE, card=card) for card in cards]
    judged = [(at, match.judge(at)) for a in tried for at in (replace(a, to=c) for c in cells)]
    return max(judged, key=lambda pair: len(pair[1].violations))


def strays(table: Table, placed: PlacedCard) -> list[Change]:
    """Return changes in which four cards are missing and one is surplus."""
    layout, zones = table.referee.at.layout, table.referee.at.geometry.zones
    gone = [c for c in layout if layout[c] and c in zones and zones[c].tracked][:4]
    free = [c for c, zone in zones.items() if zone.tracked and not layout.get(c)][:1]
    changes = [Change(cell, layout[cell][-1], None) for cell in gone]
    return changes + [Change(cell, None, placed) for cell in free]
