"""The sizes of a game's mats and tags before they are printed.

The sizes are data that both programs may read: in `templates/<slug>/`, the `[mat]` of each
`mat-NAME.toml`, the `[tag]` of `card.toml` and the pieces' `tag_symbol`; and the papers' sizes in
`templates/sheets/papers.toml`. A test compares them with printkit's output. For an existing print,
the manifest contains the same sizes.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import SessionError
from companion.pieces import templates_of
from companion.vision.doctor.plan import MatSheet
from rules import Manifest, Message
from rules.data_home import data_home
from rules.messages.system import reason

_SMALL = 2 / 3
"""Scale of a small set's cards and mats."""


def template_sheets(slug: str) -> tuple[MatSheet, ...]:
    """Return a game's mats, the smallest first. Raise `SessionError` if it has none."""
    folder = templates_of(slug)
    files = sorted(folder.glob("mat-*.toml"))
    if not files:
        raise SessionError("fault.mat.unprinted", game=slug)
    tag = _smallest_tag(folder)
    sheets = [_sheet(path, tag) for path in files]
    return tuple(sorted(sheets, key=lambda s: (s.width_mm * s.height_mm, s.name)))


def shrunk(sheet: MatSheet) -> MatSheet:
    """Return the same mat as printed in a small set."""
    width, height, tag = (_SMALL * mm for mm in (sheet.width_mm, sheet.height_mm, sheet.tag_mm))
    return replace(sheet, width_mm=width, height_mm=height, tag_mm=tag, small=True)


def printed_sheets(manifests: Iterable[Manifest]) -> tuple[MatSheet, ...]:
    """Return the manifests' mats, each with the size of the smallest tag used on it.

    Only cards printed at the mat's scale count. Without any, the templates give the size. Raises
    `SessionError` if there is no mat.
    """
    manifests = tuple(manifests)
    sheets = []
    for manifest in manifests:
        scale = round(manifest.scale, 2)
        alike = [m for m in manifests if (m.game, round(m.scale, 2)) == (manifest.game, scale)]
        tags = [card.square.size_mm for m in alike for card in m.cards]
        if manifest.mats and not tags:
            tags = [manifest.scale * _smallest_tag(templates_of(manifest.game))]
        sheets += [
            MatSheet(mat.name, mat.width_mm, mat.height_mm, min(tags), small=manifest.scale < 1)
            for mat in manifest.mats
        ]
    if not sheets:
        raise SessionError(Message("fault.mat.unnamed"))
    return tuple(sheets)


def mat_title(slug: str, name: str, lang: str) -> str:
    """Return a mat's title in a language, or its name if it has none."""
    path = templates_of(slug) / "words.toml"
    words = _read(path).get("word", {}) if path.exists() else {}
    return str(words.get(f"mat_{name}", {}).get(lang, name))


def _smallest_tag(folder: Path) -> float:
    """Return the side of the symbol in a game's smallest tag, mm."""
    card = _read(folder / "card.toml")
    sizes = [float(card.get("tag", {}).get("symbol", 16.0))]
    pieces = folder / "pieces.toml"
    if pieces.exists():
        for rows in _read(pieces).values():
            listed = rows if isinstance(rows, list) else []
            sizes += [float(row["tag_symbol"]) for row in listed if "tag_symbol" in row]
    return min(sizes)


def _sheet(path: Path, tag_mm: float) -> MatSheet:
    mat = _read(path)["mat"]
    if "size" in mat:
        width, height = mat["size"]
    else:
        papers = _read(Path(data_home(), "templates", "sheets", "papers.toml"))["paper"]
        width, height = papers[mat["paper"]]["width"], papers[mat["paper"]]["height"]
    return MatSheet(str(mat["name"]), float(width), float(height), tag_mm)


def _read(path: Path) -> dict[str, Any]:
    """Read a template. Raise `SessionError` if it is missing or not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        named = f"{path.parent.name}/{path.name}"
        raise SessionError("fault.mat.template", file=named, why=reason(error)) from error
