"""The fuzz targets by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.support.fuzz import files, page, pictures, recordings, texts
from tests.support.fuzz.target import Target

TARGETS: Final[Mapping[str, Target]] = {
    "positions": Target(texts.positions, ("rules",)),
    "actions": Target(texts.actions, ("rules",)),
    "decks": Target(texts.decks, ("rules",)),
    "logs": Target(files.logs, ("rules", "companion.replay", "companion.referee")),
    "manifests": Target(files.manifests, ("rules.records", "companion.vision.reader")),
    "templates": Target(files.templates, ("printkit.data", "printkit.template", "printkit.mats")),
    "tables": Target(files.tables, ("printkit.scaffold", "printkit.data", "rules.catalog")),
    "games": Target(files.games, ("rules",)),
    "frames": Target(pictures.frames, ("companion.vision",)),
    "photos": Target(pictures.photos, ("companion.vision.sources", "companion.web.phone")),
    "recordings": Target(recordings.recordings, ("companion.recorder", "companion.referee")),
    "http": Target(page.http, ("companion.web", "h11", "starlette", "uvicorn")),
    "sockets": Target(page.sockets, ("companion.web", "uvicorn", "websockets")),
}
