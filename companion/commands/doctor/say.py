"""Reports on a checkup, for people and as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import typer

from companion.commands.output import coloured
from companion.referee.words.speaker import mat_owner
from companion.referee.words.wording import Wording
from rules import RulesError, load_catalog
from rules.messages.message import Fact, Message, Text, listed

if TYPE_CHECKING:
    from companion.vision.doctor.values import Checkup, Complaint

_SIGNS: Final = {"green": "●", "yellow": "▲", "red": "■"}
_COLOURS: Final = {
    "green": typer.colors.GREEN,
    "yellow": typer.colors.YELLOW,
    "red": typer.colors.RED,
}
_MANY_CELLS: Final = 5


def headline(name: str, checkup: Checkup, lang: str, game: str = "") -> str:
    """Return the status light as a sign and a word, and the most important sentence."""
    light = str(checkup.light)
    word = f"{_SIGNS[light]} {Message(f'doctor.light.{light}').render(lang)}"
    word = coloured(word, _COLOURS[light], bold=True)
    return f"{word}  {name}: {sentences(checkup, lang, game)[0]}"


def sentences(checkup: Checkup, lang: str, game: str = "") -> list[str]:
    """Return a checkup's complaints, the gravest first, or one sentence that says all is well.

    Places have the names that the referee of `game` uses.
    """
    if checkup.complaints:
        return [_sentence(each, lang, game) for each in checkup.complaints]
    if not checkup.px_per_module:
        return [Message("doctor.fine_unmeasured").render(lang)]
    px, need = f"{checkup.px_per_module:.2f}", f"{checkup.need:.1f}"
    return [Message("doctor.fine", px=px, need=need).render(lang)]


def _sentence(complaint: Complaint, lang: str, game: str) -> str:
    key = f"doctor.{complaint.ailment}"
    facts: dict[str, Fact] = {**complaint.facts}
    if complaint.ailment == "far" and not complaint.grave:
        key = "doctor.far_slight"
    elif complaint.ailment == "dark" and complaint.places:
        key = "doctor.dark_side"
    elif complaint.ailment == "no_mat" and facts["seen"] == "0":
        key = "doctor.no_mat_none"
    elif complaint.ailment == "foreign_mat":
        facts["other"] = mat_owner(complaint.facts["letter"])
    elif complaint.ailment == "glare":
        key = key if complaint.cells else "doctor.glare_aside"
        more = ["…"] if len(complaint.cells) > _MANY_CELLS else []
        called = _called(complaint.cells[:_MANY_CELLS], lang, game)
        facts["cells"] = listed([*called, *more])
    elif complaint.ailment == "scale":
        facts["what"] = Message(f"doctor.scale_{facts['what']}")
    return Message(key, **facts).render(lang)


def _called(cells: Iterable[str], lang: str, game: str) -> list[str]:
    """Return the players' names for these cells, or the manifest's if the game is not installed."""
    try:
        words = Wording(load_catalog(game), lang)
    except RulesError:
        return list(cells)
    return [words.cell(cell) for cell in cells]


def measured(checkup: Checkup) -> Text:
    """Return the available measurements in one line."""
    parts = []
    if checkup.px_per_module:
        px, need = f"{checkup.px_per_module:.2f}", f"{checkup.need:.1f}"
        parts.append(Message("doctor.measured.px", px=px, need=need))
    if checkup.blur_px:
        parts.append(Message("doctor.measured.blur", blur=f"{checkup.blur_px:.1f}"))
    if checkup.white:
        parts.append(Message("doctor.measured.white", tone=f"{checkup.white:.0f}"))
    seen, marks = _counts(checkup)
    if checkup.pose is not None:
        of = len(checkup.pose.mat.fiducials)
        parts.append(Message("doctor.measured.tags", tags=seen, marks=marks, all=of))
    if checkup.card_scale is not None:
        parts.append(Message("doctor.measured.scale", percent=f"{100 * checkup.card_scale:.1f}"))
    return Message("comma", words=parts) if parts else ""


def _counts(checkup: Checkup) -> tuple[int, int]:
    """Return the number of tags, and of the mat's visible fiducials."""
    marks = sum(1 for r in checkup.readings if r.face == "mat")
    return len(checkup.readings) - marks, marks


def as_data(name: str, checkup: Checkup, lang: str, game: str = "") -> dict[str, Any]:
    """Return a checkup as `companion doctor --json` prints it."""
    seen, marks = _counts(checkup)
    scale = checkup.card_scale
    lines = sentences(checkup, lang, game)
    return {
        "source": name,
        "light": str(checkup.light),
        "sentence": lines[0],
        "complaints": [
            {
                "what": str(each.ailment),
                "grave": each.grave,
                "sentence": sentence,
                "cells": list(each.cells),
                "places": [[[round(x, 1), round(y, 1)] for x, y in p] for p in each.places],
                "facts": dict(each.facts),
            }
            for each, sentence in zip(checkup.complaints, lines, strict=False)
        ],
        "px_per_module": round(checkup.px_per_module, 2),
        "need": checkup.need,
        "blur_px": round(checkup.blur_px, 2),
        "white_tone": round(checkup.white),
        "noise": round(checkup.noise, 1),
        "card_scale": None if scale is None else round(scale, 4),
        "mat": checkup.pose.mat.name if checkup.pose else "",
        "marks": marks,
        "tags": seen,
    }
