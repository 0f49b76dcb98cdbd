"""Writes a match as a film: board, captions and turn, with one still picture per moment.

Each moment is drawn as a PDF page (`companion.replay.drawing`), so that texts in all languages use
the project's fonts. The page is rasterised once and shown for its reading time. OpenCV's own
libraries write these formats on every system, without a system encoder:

.webm (VP8, for every browser), .mp4 (MPEG-4 part 2, for players and editors on every system), .avi
(MPEG-4 part 2 in the older container).
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt
from reportlab.pdfgen.canvas import Canvas

from companion.errors import SourceError
from companion.pdf_pages import drawn_page
from companion.referee.words.wording import Wording
from companion.replay.drawing import DARK, board, mark
from companion.replay.lettering import BOLD, face, paragraph
from companion.replay.subtitles import Cue
from companion.replay.transcript import Transcript
from rules import load_catalog

CODECS: Final = {".webm": "VP80", ".mp4": "mp4v", ".avi": "XVID"}
WIDTH, HEIGHT, FPS = 1280, 720, 5
_EDGE: Final = 28
_BAND: Final = 150
"""Height of the caption's band."""
_SIDE: Final = 800
_LOG: Final = 7
_STDERR: Final = 2
_TRACK_ID: Final = b"\x73\xc5\x88"
"""The beginning of Matroska's element TrackUID. Its eight-byte value is repeated in the track's
tags."""
_ID: Final = b"\0\0\0\0\0\0\0\x01"
_HEAD: Final = 1024
"""Number of bytes at a file's beginning that contain both copies of the track id."""

Picture = npt.NDArray[np.uint8]


def write_film(transcript: Transcript, shown: tuple[Cue, ...], path: Path, lang: str) -> int:
    """Write a film, and return the number of its pictures; raise `SourceError` if that fails."""
    codec = CODECS.get(path.suffix.lower())
    if codec is None:
        raise SourceError("fault.file.film_suffix", file=path, known=", ".join(CODECS))
    fourcc = cv2.VideoWriter.fourcc(*codec)
    with _muted_codecs():
        writer = cv2.VideoWriter(str(path), fourcc, FPS, (WIDTH, HEIGHT))
    if not writer.isOpened():
        raise SourceError("fault.file.film_codec", file=path, codec=codec)
    count = 0
    try:
        for cue, picture in zip(shown, pictures(transcript, shown, lang), strict=True):
            until = round(cue.end_s * FPS)
            for _ in range(until - count):
                writer.write(picture)
            count = max(count, until)
    finally:
        writer.release()
    if not path.exists() or not path.stat().st_size:
        raise SourceError("fault.file.film", file=path)
    if codec == CODECS[".webm"]:
        _replace_track_id(path)
    return count


def _replace_track_id(path: Path) -> None:
    """Replace the random track id in a .webm file, so that the same match gives the same bytes."""
    with path.open("r+b") as file:
        head = file.read(_HEAD)
        _, found, rest = head.partition(_TRACK_ID)
        if found:
            file.seek(0)
            file.write(head.replace(rest[: len(_ID)], _ID))


@contextmanager
def _muted_codecs() -> Iterator[None]:
    """Mute the codec library, which prints a line to the terminal for every .webm file."""
    sys.stderr.flush()
    try:
        kept = os.dup(_STDERR)
    except OSError:  # stderr is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    try:
        yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)
        os.close(nowhere)


def pictures(transcript: Transcript, shown: tuple[Cue, ...], lang: str) -> Iterator[Picture]:
    """Yield one BGR picture per moment, (720, 1280, 3)."""
    whole = shown[-1].end_s if shown else 1.0
    for number, cue in enumerate(shown):
        view = transcript.view(cue.moment, lang)
        page = _page(view, cue, shown[max(0, number - _LOG) : number], cue.end_s / whole)
        yield np.ascontiguousarray(drawn_page(page, 1, 1.0)[:HEIGHT, :WIDTH])


def _page(view: dict[str, Any], cue: Cue, before: tuple[Cue, ...], share: float) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, (WIDTH, HEIGHT), invariant=True)
    canvas.setFillColor(DARK.ground)
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    lang = view["lang"]
    high = HEIGHT - _BAND - 2 * _EDGE
    board(canvas, view, (_EDGE, _BAND + _EDGE, _SIDE - 2 * _EDGE, high), DARK)
    _side_column(canvas, view, before, lang)
    _caption(canvas, view, cue, lang)
    canvas.setFillColor(DARK.quiet)
    canvas.rect(0, 0, WIDTH * share, 5, stroke=0, fill=1)
    canvas.save()
    return out.getvalue()


def _side_column(canvas: Canvas, view: dict[str, Any], before: tuple[Cue, ...], lang: str) -> None:
    """Draw the column next to the board: game, turn, score and earlier captions."""
    width, y = WIDTH - _SIDE - _EDGE, float(HEIGHT - _EDGE)
    turn = Wording(load_catalog(view["game"]["slug"])).turn(view["now"]["turn"]).render(lang)
    heading = f"{view['game']['name']}  ·  {turn}" if view["now"]["turn"] else view["game"]["name"]
    y -= paragraph(canvas, heading, (_SIDE, y), width, lang=lang, size=17, colour=DARK.quiet) + 8
    head = view["now"]["head"]
    y -= paragraph(
        canvas, head, (_SIDE, y), width, lang=lang, size=32, weight=BOLD, colour=DARK.ink, most=2
    )
    y -= 12
    for number, side in enumerate(view["score"]):
        canvas.setFillColor(DARK.seat(side["seat"], number))
        canvas.circle(_SIDE + 9, y - 15, 9, stroke=0, fill=1)
        canvas.setFillColor(DARK.ink)
        canvas.setFont(face(lang, BOLD), 21)
        figure = "" if side["figure"] is None else f"  {side['figure']}"
        canvas.drawString(_SIDE + 28, y - 22, f"{side['name']}{figure}")
        y -= 34
    y -= 14
    for each in reversed(before):
        text = each.texts.get(lang, "")
        if y < _BAND + 2 * _EDGE + 24 or not text:
            break
        y -= 6 + paragraph(
            canvas, text, (_SIDE, y), width, lang=lang, size=14, colour=DARK.quiet, most=2
        )


def _caption(canvas: Canvas, view: dict[str, Any], cue: Cue, lang: str) -> None:
    """Draw the caption below the board. The subtitles repeat it in all languages."""
    canvas.setFillColor(DARK.cell)
    canvas.rect(0, 0, WIDTH, _BAND, stroke=0, fill=1)
    verdict = view["verdict"]
    state = verdict["state"] if verdict and verdict["n"] == cue.moment.entry.n else "watch"
    mark(canvas, state, _EDGE + 20, _BAND - 48, 20, DARK)
    text, at, width = cue.texts.get(lang, ""), (_EDGE + 62, _BAND - 20), WIDTH - 2 * _EDGE - 62
    paragraph(canvas, text, at, width, lang=lang, size=29, weight=BOLD, colour=DARK.ink, most=3)
