"""The verdict with its clauses and reasons, and the pending steps."""

from typing import Any

from companion.referee.inventory.steps import CorrectionStep, StepKind
from companion.referee.notices import (
    TRAITS,
    Accepted,
    Corrected,
    FaultyTable,
    GameEnded,
    MatchResumed,
    Question,
    Refused,
    SetUpReady,
    SetUpWanted,
)
from companion.referee.phases import OPENING, RefereePhase
from companion.referee.words.actions import action_words, deciding_rank
from companion.referee.words.speaker import asked_sentence, tie_sentence
from companion.referee.words.steps import fault_sentence, step_sentence
from companion.web.snapshot import Snapshot
from companion.web.views.log import caption, state_of
from companion.web.views.words import Words
from rules import UNKNOWN, Action, Facing, Message
from rules.messages.message import Text, together

_MOST_STEPS = 6
_MOST_MOMENTS = 3
_TWO = 2


def verdict_of(now: Snapshot, words: Words, *, spectator: bool) -> dict[str, Any] | None:
    """Return the last verdict, or None before the first one."""
    if now.story.verdict is None:
        return None
    record, n = now.story.verdict.record, now.story.verdict.n
    state = state_of(record)
    word = "corrected" if isinstance(record, Corrected) else state
    base: dict[str, Any] = {
        "n": n,
        "state": state,
        "word": Message(f"page.light.{word}"),
        "seat": "",
        "also": [],
        "how": [],
        "versus": [],
    }
    if isinstance(record, Refused) and record.violations:
        return {**base, **_refused(record, words)}
    if isinstance(record, Accepted) and record.action is not None:
        return {**base, **_accepted(record, record.action, words)}
    text = caption(now.story.verdict, words, spectator=spectator)
    if isinstance(record, SetUpReady | MatchResumed):
        return {**base, "word": "", "text": text, "why": "", "clauses": []}
    if isinstance(record, GameEnded):
        return {**base, **_ended(now, text, words)}
    if spectator and isinstance(record, SetUpWanted):
        # This is no difference to report: every match begins in this state.
        return {**base, "state": "watch", "word": "", "text": text, "why": "", "clauses": []}
    if spectator and TRAITS[type(record)].private:
        return {**base, "text": text, "why": "", "clauses": []}
    clauses = [words.clause(each) for each in record.clauses[:1]]
    why: Text = clauses[0]["text"] if clauses else ""
    if isinstance(record, Question):
        why = Message("page.todo.question")
    return {**base, "text": text, "why": why, "clauses": clauses}


def _refused(record: Refused, words: Words) -> dict[str, Any]:
    first, *others = record.violations
    action = record.action
    seen = {first.clause}
    also = []
    for violation in others:
        if violation.clause not in seen:
            seen.add(violation.clause)
            also.append({**words.clause(violation.clause), "text": words.broken(violation)})
    stamp = words.clause(first.clause)
    cells = list(record.cells[:2]) if action and (action.to or action.at) else []
    return {
        "seat": action.seat if action else "",
        "did": words.begun(action_words(words.wording, action)) if action else "",
        "text": words.broken(first),
        "why": stamp["text"],
        "clauses": [stamp],
        "also": also,
        "cells": cells,
        "where": words.cells(cells),
    }


def _accepted(record: Accepted, action: Action, words: Words) -> dict[str, Any]:
    """Return the decision of an action, or else the action; then how it came about, as steps."""
    head, more = words.describe_all(action, record)
    decided = words.headline(record)
    lead = decided or (head,)
    named = [record.mishap] if record.mishap else [e.clause for e in record.events if e.clause]
    clauses = [words.clause(each) for each in (*record.awaits, *named)[:1]]
    stop = Message("page.join.stop").render(words.lang)
    why: Text = "".join(f"{each}{stop}" for each in words.headline(record, 1)).strip()
    if record.awaits:
        why = Message("page.verdict.doubt", clause=record.awaits[0])
    how = [each for each in (head, *more) if each not in lead]
    if record.mishap and not how and not why:
        why = clauses[0]["text"]
    return {
        **({"word": ""} if decided else {}),
        "seat": action.seat,
        "text": "".join(f"{each}{stop}" for each in lead).strip(),
        "why": why,
        "clauses": clauses,
        "how": how,
        "versus": _versus(record, words),
    }


def _versus(record: Accepted, words: Words) -> list[dict[str, Any]]:
    """Return the two numbers that were compared with their seats, or [] if none were."""
    seats = words.catalog.seats
    for event in reversed(record.events if len(seats) == _TWO else ()):
        numbers = event.value.split()
        if len(numbers) == 1 and event.number and event.seat in seats:
            mine = (str(event.number), event.value)
            numbers = list(mine if event.seat == seats[0] else reversed(mine))
        decided = event.kind in words.catalog.deciding
        if decided and len(numbers) == _TWO and all(map(str.isdecimal, numbers)):
            return [
                {"seat": seat, "figure": figure}
                for seat, figure in zip(seats, numbers, strict=True)
            ]
    return []


def _laying(now: Snapshot, words: Words, tracked: frozenset[str]) -> list[dict[str, Any]]:
    """Return the steps of the initial layout."""
    tops = [(cell, pile[-1]) for cell, pile in now.position.layout.items() if pile]
    steps: list[dict[str, Any]] = [
        {
            "text": step_sentence(words.wording, CorrectionStep(StepKind.PLACE, cell, top)),
            "do": "place",
            "cells": [cell],
        }
        for cell, top in tops
        if top.card in words.catalog.cards
    ]
    down = [cell for cell, top in tops if top.card == UNKNOWN and cell in tracked]
    if down:
        text = Message("page.todo.lay_down", cells=words.cells(down))
        steps.append({"text": text, "do": "place", "cells": down})
    return _first(steps)


def _first(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first steps, then the number of the other steps and their cells."""
    more = steps[_MOST_STEPS:]
    if not more:
        return steps
    text = Message("page.todo.more", count=len(more))
    cells = [cell for each in more for cell in each["cells"]]
    down = [cell for each in more for cell in each.get("down", ())]
    return [
        *steps[:_MOST_STEPS],
        {"text": text, "cells": cells, **({"down": down} if down else {})},
    ]


def _ended(now: Snapshot, text: str, words: Words) -> dict[str, Any]:
    """Return the winners and the reason."""
    outcome = now.position.outcome
    if outcome is None:
        return {"word": Message("page.light.stopped"), "text": text, "why": "", "clauses": []}
    won = words.listed([words.seat(seat) for seat in outcome.winners])
    head = Message("page.now.won", seats=won) if won else Message("page.now.draw")
    clauses = [words.clause(each) for each in outcome.clauses]
    why = together(tie_sentence(words.wording, outcome), clauses[0]["text"] if clauses else "")
    how = turning_points(now, words)
    ended = Message("page.light.ended")
    return {"word": ended, "text": head, "why": why, "clauses": clauses, "how": how}


def turning_points(now: Snapshot, words: Words) -> list[str]:
    """Return the sentences about the moments that decided the most, in their order."""
    found: dict[str, tuple[int, int]] = {}
    for entry in now.story.entries:
        record = entry.record
        rank = deciding_rank(words.wording, record.events)
        if isinstance(record, Accepted) and rank:
            found |= {words.begun(text): (rank, entry.n) for text in words.headline(record)[:1]}
    moments = sorted(found, key=found.__getitem__)[-_MOST_MOMENTS:]
    return sorted(moments, key=lambda text: found[text][1])


def steps_of(
    now: Snapshot, words: Words, tracked: frozenset[str], *, drawn: bool = False
) -> list[dict[str, Any]]:
    """Return the pending steps with their cells.

    `tracked` are the tracked cells; cards next to them need no step. `drawn`: the table is drawn.
    """
    if now.coach is not None:
        return [{"text": text, "cells": []} for text in now.coach.sentences[words.lang][1:]]
    record = now.story.awaiting.record if now.story.awaiting else None
    if record is None and now.story.verdict is not None and now.story.verdict.record.steps:
        record = now.story.verdict.record
    if record is None:
        laying = now.stage is RefereePhase.SETUP
        return _laying(now, words, tracked) if laying else asked_of(now, words, drawn=drawn)
    if isinstance(record, FaultyTable):
        return [
            {"text": fault_sentence(words.wording, fault), "cells": list(fault.cells)}
            for fault in record.faults[:_MOST_STEPS]
        ]
    unseen = record.unseen if isinstance(record, SetUpWanted) else ()
    steps: list[dict[str, Any]] = [
        {
            "text": step_sentence(words.wording, step),
            "do": step.kind.value,
            "cells": list(step.cells),
            **_down(step),
        }
        for step in record.steps
    ]
    if unseen and not steps:
        shown = words.cells(unseen[:_MOST_STEPS])
        steps.append({"text": Message("page.todo.unseen", cells=shown), "cells": [*unseen]})
    return _first([*steps, *asked_of(now, words, drawn=drawn)])


def _down(step: CorrectionStep) -> dict[str, list[str]]:
    """Return the cell of a face-down placement, so that the page does not show its face."""
    hidden = step.kind is StepKind.PLACE and step.placed.facing is Facing.DOWN
    return {"down": [step.cell]} if hidden else {}


def asked_of(now: Snapshot, words: Words, *, drawn: bool = False) -> list[dict[str, Any]]:
    """Return the game's open requests to the players, which a camera cannot check.

    A `drawn` table shows by itself what belongs to no cell, such as a maze of walls.
    """
    if now.stage in OPENING or now.stage is RefereePhase.ENDED:
        return []
    return [
        {"text": asked_sentence(words.wording, event), "cells": [event.cell] if event.cell else []}
        for event in now.position.game.table.prompts(now.position.state)
        if event.cell or not drawn
    ]
