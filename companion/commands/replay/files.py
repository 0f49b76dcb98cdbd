"""The files that `companion replay` writes, and what it says of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from companion.storage.out_folder import make_room
from rules import Message

if TYPE_CHECKING:
    from companion.replay.telling import Transcript


@dataclass(frozen=True, slots=True)
class ReplayOutputs:
    """Files to write; None: not."""

    text: Path | None
    sheet: Path | None
    video: Path | None
    bundle: Path | None
    manifests: tuple[Path, ...]
    pictures: Path | None
    secrets: bool

    @property
    def any(self) -> bool:
        """Return whether there is anything to write."""
        return any((self.text, self.sheet, self.video, self.bundle))


def read_log_file(log: Path) -> tuple[bytes, Transcript]:
    """Return a log's bytes and its transcript; raises `SourceError` if it cannot be read."""
    from companion.errors import broken_source
    from companion.replay.telling import Transcript

    try:
        data = log.read_bytes()
    except OSError as error:
        raise broken_source(error) from error
    return data, Transcript(data, log.name)


def named(data: bytes, told: Transcript, names: list[str]) -> Transcript:
    """Return the transcript with the players' names; raises `SessionError`."""
    from companion.match_setup.players import read_names
    from companion.replay.telling import Transcript

    return Transcript(data, told.name, read_names(names, told.catalog))


def write_files(wanted: ReplayOutputs, data: bytes, told: Transcript, lang: str) -> None:
    """Write what is wanted, one file after the other; raises `SourceError`."""
    from companion.replay.protocol import protocol

    if wanted.text is not None:
        markdown = wanted.text.suffix.lower() == ".md"
        _write(wanted.text, protocol(told, lang, markdown=markdown).encode())
        _say(lang, wanted.text, "protocol")
    if wanted.sheet is not None:
        _sheet(wanted.sheet, told, lang)
    if wanted.video is not None:
        _video(wanted.video, told, lang)
    if wanted.bundle is not None:
        from companion.replay.bundle import names_told, write_bundle

        make_room(wanted.bundle)
        count = write_bundle(
            wanted.bundle,
            data,
            told,
            lang,
            manifests=wanted.manifests,
            pictures=wanted.pictures,
            secrets=wanted.secrets,
        )
        _say(lang, wanted.bundle, "bundle", files=count)
        if told.names:
            typer.echo(names_told(told, lang), err=True)


def _sheet(path: Path, told: Transcript, lang: str) -> None:
    from companion.errors import SourceError
    from rules.process.installing import install_command

    try:
        from companion.replay.sheet import score_sheet
    except ModuleNotFoundError as error:
        need = {"library": str(error.name), "command": install_command("companion")}
        raise SourceError(Message("fault.file.sheet", file=path, **need)) from error
    sheet, pages = score_sheet(told, lang)
    _write(path, sheet)
    _say(lang, path, "sheet", pages=pages)


def _video(path: Path, told: Transcript, lang: str) -> None:
    from companion.replay.film import write_film
    from companion.replay.subtitles import cues, srt, vtt
    from rules import LANGUAGES

    shown = cues(told)
    make_room(path)
    frames = write_film(told, shown, path, lang)
    _say(lang, path, "video", seconds=round(shown[-1].end_s) if shown else 0, frames=frames)
    for each in LANGUAGES:
        for suffix, form in ((".vtt", vtt), (".srt", srt)):
            beside = path.with_name(f"{path.stem}.{each}{suffix}")
            _write(beside, form(shown, each).encode())
            _say(lang, beside, "subtitles")


def _write(path: Path, data: bytes) -> None:
    from companion.errors import broken_source

    make_room(path)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise broken_source(error) from error


def _say(lang: str, path: Path, key: str, **facts: int) -> None:
    from companion.texts import load_texts

    say = load_texts(lang, "replay").say
    typer.echo(say("said.wrote", path=str(path), what=say(f"said.{key}", **facts)), err=True)
