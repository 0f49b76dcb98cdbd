"""Targets that are files: logs, manifests, templates, card tables and a game's data."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.referee.fold import resume
from companion.replay.moments import recalled
from companion.replay.protocol import protocol
from companion.replay.transcript import Transcript
from companion.vision.reader.codebook import Codebook
from printkit.data.toml_source import checked, game_folder
from printkit.errors import PrintError
from printkit.mats.mat import MatFile
from printkit.scaffold.tables import read_table
from printkit.template.card_template import CardTemplate
from printkit.template.inherit import read_extended
from rules import LogError, Record, RulesError, fold_log
from rules.catalog.reader import read_catalog
from rules.cli.scaffold import new_game
from rules.records.log import dump_record, parse_log
from rules.records.manifest_file import dump_manifest, load_manifest, parse_manifest
from tests.support.fuzz.target import chosen, headed, helps

_GENESIS = "0" * 16


def logs(data: bytes) -> None:
    """Read a log, also with valid sums; a verified one can be resumed, replayed and described."""
    _log(data)
    _log(sealed(data))


def sealed(data: bytes) -> bytes:
    """Return lines of JSON objects as a log: numbered, and with the sums that belong to them."""
    lines, previous = [], _GENESIS
    for raw in data.splitlines():
        try:
            fields = json.loads(raw)
            kind = fields.pop("kind")
            rest = {key: value for key, value in fields.items() if key not in ("seq", "sum")}
            line, previous = dump_record(Record(len(lines), kind, rest), previous)
            lines.append(line.encode() + b"\n")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue
    return b"".join(lines)


def _log(data: bytes) -> None:
    records, broken = parse_log(data)
    if broken is not None:
        helps(broken)
    transcript = Transcript(data, "match.jsonl")
    if transcript.fault is not None:
        helps(transcript.fault)
    if transcript.match is None:
        return
    assert fold_log(transcript.good).state == transcript.match.state
    at = resume(transcript.good)
    assert at is not None
    assert at.match.plies == transcript.match.plies
    recalled(transcript.good)
    try:
        text = protocol(transcript, "zh-Hant")
    except CompanionError as error:  # a game without a mat has no page
        helps(error)
        return
    assert text
    for moment in transcript.moments[-1:]:
        json.dumps(transcript.view(moment, "ja"), allow_nan=False)
    if transcript.good != records:
        try:
            resume(records)
        except LogError as error:
            helps(error)


def manifests(data: bytes) -> None:
    """Read a manifest, write it again, and learn its tags."""
    with _file("m.manifest.json", data) as path:
        try:
            manifest = load_manifest(path)
        except RulesError as error:
            helps(error)
            return
    written = dump_manifest(manifest)
    assert dump_manifest(parse_manifest(written)) == written
    try:
        Codebook([manifest])
    except CompanionError as error:
        helps(error)


@contextmanager
def _file(name: str, data: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


def templates(data: bytes) -> None:
    """Read the template of a card or of a mat, as the first line says."""
    head, rest = headed(data)
    with _file(f"{chosen(head, ['card', 'mat'])}.toml", rest) as path:
        try:
            if path.stem == "card":
                checked(read_extended(path), CardTemplate).placed()
            else:
                checked(read_extended(path), MatFile)
        except PrintError as error:
            helps(error)


_KINDS = ["csv", "tsv", "toml", "yaml", "xlsx", "sheet"]
_PARTS = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Target="xl/workbook.xml" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>'
        "</Relationships>"
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Target="worksheets/sheet1.xml" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/>'
        "</Relationships>"
    ),
    "xl/workbook.xml": (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        '<sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>'
    ),
}
"""The smallest workbook around a sheet."""


def tables(data: bytes) -> None:
    """Read a card table of the kind in the first line; `sheet` is the XML inside a workbook."""
    head, rest = headed(data)
    kind = chosen(head, _KINDS)
    if kind == "sheet":
        kind, rest = "xlsx", _workbook(rest)
    with _file(f"cards.{kind}", rest) as path:
        try:
            table = read_table(path)
        except PrintError as error:
            helps(error)
            return
    assert table.rows
    for row in table.rows:
        assert row.cells.keys() <= set(table.columns)


def _workbook(sheet: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as book:
        for name, text in {**_PARTS, "xl/worksheets/sheet1.xml": sheet}.items():
            book.writestr(name, text)
    return packed.getvalue()


@cache
def _sample() -> Mapping[str, str]:
    """Return the data of the sample game by file."""
    place = "card_data/fuzzed/"
    files = new_game(Path("fuzzed"))[1]
    return {n.removeprefix(place): text for n, text in files.items() if n.startswith(place)}


def games(data: bytes) -> None:
    """Read a game's data in which the file of the first line has other contents."""
    head, rest = headed(data)
    files: dict[str, Any] = {name: text.encode() for name, text in _sample().items()}
    files[chosen(head, sorted(files))] = rest
    with tempfile.TemporaryDirectory() as folder:
        for name, contents in files.items():
            path = Path(folder, "fuzzed", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
        try:
            read_catalog(Path(folder, "fuzzed"))
        except RulesError as error:
            helps(error)


def starter_file(name: str) -> bytes:
    """Return a file of the sample game's data."""
    return _sample()[name].encode()


def template_file(slug: str, name: str) -> bytes:
    """Return a shipped template."""
    return (game_folder(slug) / name).read_bytes()
