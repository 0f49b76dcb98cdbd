"""The files that `companion replay` writes, and its report on each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from companion.errors import SessionError, SourceError, broken_source
from companion.match_setup.players import read_names
from companion.recorder.archive import HEADER
from companion.replay.protocol import protocol
from companion.replay.subtitles import cues, srt, vtt
from companion.replay.transcript import Transcript
from companion.storage.out_folder import make_room
from rules import LANGUAGES, Message
from rules.process.disk import write_whole
from rules.process.installing import install_command


@dataclass(frozen=True, slots=True)
class ReplayOutputs:
    """The files to write, each None if it is not wanted."""

    text: Path | None
    sheet: Path | None
    video: Path | None
    bundle: Path | None
    manifests: tuple[Path, ...]
    pictures: Path | None
    secrets: bool

    @property
    def any(self) -> bool:
        """Return whether there is a file to write."""
        return any((self.text, self.sheet, self.video, self.bundle))


def read_log_file(log: Path) -> tuple[bytes, Transcript]:
    """Return a log's bytes and its transcript; raise `SourceError` if it cannot be read."""
    try:
        data = log.read_bytes()
    except OSError as error:
        raise broken_source(error) from error
    if data.startswith(HEADER.encode()):
        raise SessionError("fault.recording.replayed", file=log)
    return data, Transcript(data, log.name)


def named(data: bytes, transcript: Transcript, names: list[str]) -> Transcript:
    """Return the transcript with other names for players; raise `SessionError` if one is wrong."""
    return Transcript(data, transcript.name, read_names(names, transcript.catalog))


def write_files(
    wanted: ReplayOutputs,
    data: bytes,
    transcript: Transcript,
    lang: str,
    analysis: Sequence[str] = (),
) -> None:
    """Write the requested files one after the other; raise `SourceError` if one fails.

    `analysis`: the lines of an analysis, for the text and the sheet.
    """
    if wanted.text is not None:
        markdown = wanted.text.suffix.lower() == ".md"
        _write(
            wanted.text, protocol(transcript, lang, markdown=markdown, analysis=analysis).encode()
        )
        _say(lang, wanted.text, "protocol")
    if wanted.sheet is not None:
        _sheet(wanted.sheet, transcript, lang, analysis)
    if wanted.video is not None:
        _video(wanted.video, transcript, lang)
    if wanted.bundle is not None:
        from companion.replay.bundle import names_note, write_bundle

        make_room(wanted.bundle)
        count = write_bundle(
            wanted.bundle,
            data,
            transcript,
            lang,
            manifests=wanted.manifests,
            pictures=wanted.pictures,
            secrets=wanted.secrets,
        )
        _say(lang, wanted.bundle, "bundle", files=count)
        if transcript.names:
            typer.echo(names_note(transcript, lang), err=True)


def _sheet(path: Path, transcript: Transcript, lang: str, analysis: Sequence[str]) -> None:
    try:
        from companion.replay.sheet import score_sheet
    except ModuleNotFoundError as error:
        need = {"library": str(error.name), "command": install_command("companion")}
        raise SourceError("fault.file.sheet", file=path, **need) from error
    sheet, pages = score_sheet(transcript, lang, analysis)
    _write(path, sheet)
    _say(lang, path, "sheet", pages=pages)


def _video(path: Path, transcript: Transcript, lang: str) -> None:
    from companion.replay.film import write_film

    shown = cues(transcript)
    make_room(path)
    frames = write_film(transcript, shown, path, lang)
    _say(lang, path, "video", seconds=round(shown[-1].end_s) if shown else 0, frames=frames)
    for each in LANGUAGES:
        for suffix, form in ((".vtt", vtt), (".srt", srt)):
            subtitles = path.with_name(f"{path.stem}.{each}{suffix}")
            _write(subtitles, form(shown, each).encode())
            _say(lang, subtitles, "subtitles")


def _write(path: Path, data: bytes) -> None:
    make_room(path)
    try:
        write_whole(path, data)
    except OSError as error:
        raise broken_source(error) from error


def _say(lang: str, path: Path, key: str, **facts: int) -> None:
    what = Message(f"replay.said.{key}", **facts)
    typer.echo(Message("replay.said.wrote", path=path, what=what).render(lang), err=True)
