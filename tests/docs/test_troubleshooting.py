"""Troubleshooting by symptom covers every complaint of doctor, referee and play.py."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import play
from tests.support import guide_pages as pages

HARMLESS = ("fine", "fine_unmeasured", "glare_aside", "scale_cards", "scale_mat", "no_mat")
"""Praise, parts of sentences, and texts that repeat another one with other facts."""
SET_UP = {*play.DIAGNOSES.values(), *play.REFUSALS.values(), "broken", "failed", "no_library"}
"""The keys of play.py's problems."""


def quoted(root: Path, tongue: str) -> list[re.Pattern[str]]:
    """Return patterns for the page's quotations, in which "…" stands for anything."""
    lines = pages.guide(root, "troubleshooting", tongue).splitlines()
    cells = [line.split("|")[1] for line in lines if line.startswith("| ")]
    quotes = [quote for cell in cells for quote in re.findall(r"`([^`]+)`", cell)]
    return [re.compile(".*?".join(map(re.escape, quote.split("…")))) for quote in quotes]


def sentences(root: Path, tongue: str) -> dict[str, str]:
    def texts(name: str) -> dict[str, dict[str, str]]:
        return tomllib.loads((root / "companion" / "texts" / name).read_text("utf-8"))

    doctor, referee = texts(f"doctor.{tongue}.toml"), texts(f"referee.{tongue}.toml")
    report = {
        f"doctor.{key}": text for key, text in doctor["doctor"].items() if key not in HARMLESS
    }
    for group in ("trouble", "fault"):
        report |= {f"{group}.{key}": text for key, text in referee[group].items()}
    setup = json.loads((root / "play_texts.json").read_text("utf-8"))
    lines = {key: setup[key][tongue].replace("{library}", "libGL.so.1") for key in SET_UP}
    return report | {f"play.{key}": line for key, line in lines.items()}


@pytest.mark.parametrize("tongue", pages.NAMES)
def test_every_complaint_has_a_row(root: Path, tongue: str) -> None:
    known = quoted(root, tongue)
    assert len(known) > 60
    report = sentences(root, tongue)
    lacking = [
        f"{key}: {text}"
        for key, text in report.items()
        if not any(quote.search(text) for quote in known)
    ]
    assert not lacking, lacking


def test_a_complaint_that_nobody_wrote_down_is_found(root: Path) -> None:
    assert not any(quote.search("The table is on fire.") for quote in quoted(root, "en"))


@pytest.mark.parametrize("word", ["Starting", "Printing", "At the table", "Scanning"])
def test_every_row_says_what_to_do(root: Path, word: str) -> None:
    page = pages.guide(root, "troubleshooting")
    table = page.partition(f"## {word}\n")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 8
    assert all(len(row.strip("|").split("|")) == 3 for row in rows)
    assert all(row.strip("|").split("|")[2].strip() for row in rows)
