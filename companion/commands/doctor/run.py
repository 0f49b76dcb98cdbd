"""Sources and reports of `companion doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from companion.commands.doctor.say import as_data, headline, measured, sentences
from companion.commands.output import print_json
from companion.errors import CameraLost, SourceError
from companion.frames import FrameSource
from companion.storage.out_folder import make_room
from companion.vision.sources.names import PICTURE_SUFFIXES, is_live, pictures_in
from rules import Message
from rules.messages.message import listed, render

if TYPE_CHECKING:
    from companion.vision.doctor.values import Checkup
    from companion.vision.reader.codebook import Codebook
    from companion.vision.reader.image_pyramid import Image
    from companion.vision.sources.camera_list import ListedCamera
    from companion.vision.sources.cameras import CameraSource

_SETTLE_S: Final = 4.0
"""Time for exposure and focus to settle before they are locked, s."""
_VIDEO_EVERY_S: Final = 2.0
_THUMB: Final = (480, 270)
LINE_MM: Final = 100.0
"""Length of the line to be measured on every sheet (or of a tile guide's square), mm."""
_LINE_OFF: Final = 0.01
_LINE_ODD: Final = 0.15
"""Largest deviation that fitting pages to the paper causes; a larger one means a misread ruler.
"""


class CheckupReporter:
    """A reporter that examines pictures one by one; `game` determines the names of places."""

    def __init__(
        self,
        book: Codebook | None,
        lang: str,
        folder: Path | None,
        *,
        game: str = "",
        json: bool,
    ) -> None:
        self.lang = lang
        self._game = game
        self._book, self._folder, self._json = book, folder, json
        self._drawn: set[Path] = set()
        self._last = ""

    def report(self, name: str, image: Image) -> bool:
        """Examine a picture, report on it and save a marked copy; return whether it has faults."""
        checkup = self._examine(image)
        path = self._draw(self._folder, name, image, checkup) if self._folder else None
        if self._json:
            print_json(
                {**as_data(name, checkup, self.lang, self._game), "picture": str(path or "")}
            )
        else:
            self._say(name, checkup, path)
        return bool(checkup.complaints)

    def report_change(self, name: str, image: Image) -> None:
        """Examine a picture, and print its report line if that differs from the previous one."""
        checkup = self._examine(image)
        ailments = " ".join(each.ailment for each in checkup.complaints)
        news = f"{checkup.light} {ailments} {checkup.px_per_module:.1f}"
        if news != self._last:
            self._last = news
            if self._json:
                print_json(as_data(name, checkup, self.lang, self._game))
            else:
                typer.echo(headline(name, checkup, self.lang, self._game))

    def _examine(self, image: Image) -> Checkup:
        from companion.vision.doctor.checkup import examine

        return examine(image, self._book)

    def _draw(self, folder: Path, name: str, image: Image, checkup: Checkup) -> Path:
        from companion.vision.doctor.picture import annotated

        title = Message(f"doctor.light.{checkup.light}").render(self.lang)
        drawn = annotated(image, checkup, title, sentences(checkup, self.lang, self._game)[0])
        stem = "doctor-" + "".join(c if c.isalnum() else "-" for c in Path(name).stem)
        number = 2
        path = folder / f"{stem}.jpg"
        while path in self._drawn:
            path, number = folder / f"{stem}-{number}.jpg", number + 1
        self._drawn.add(path)
        _save(path, drawn)
        return path

    def _say(self, name: str, checkup: Checkup, path: Path | None) -> None:
        lines = sentences(checkup, self.lang, self._game)[1:]
        if figures := measured(checkup):
            lines.append(render(figures, self.lang))
        if checkup.card_scale is not None and not any(
            each.ailment == "scale" for each in checkup.complaints
        ):
            lines.append(Message("doctor.measured.ruler").render(self.lang))
        if path is not None:
            lines.append(Message("doctor.measured.picture", path=str(path)).render(self.lang))
        typer.echo(headline(name, checkup, self.lang, self._game))
        for line in lines:
            typer.echo(f"   {line}")


def _save(path: Path, image: Image) -> None:
    from companion.vision.lettering import save_picture

    make_room(path)
    save_picture(path, image)


def pictures_of(spec: str, lang: str) -> Iterator[tuple[str, Image]]:
    """Yield the pictures by which a source is judged, with their names.

    A folder yields all of its readable pictures, a video one every two seconds, a camera one when
    focus and exposure have settled. Raises `SourceError` if the source cannot be read.
    """
    from companion.vision.sources.open import open_source
    from companion.vision.sources.stills import load_picture

    path = Path(spec)
    if is_live(spec):
        yield _settled(spec, lang)
    elif path.is_dir() and (files := pictures_in(path)):
        for file in files:
            try:
                yield str(file), load_picture(file)
            except SourceError as error:
                passed = Message("fault.source.passed_over", why=error.message)
                typer.echo(passed.render(lang), err=True)
    elif path.is_file() and path.suffix.lower() in PICTURE_SUFFIXES:
        yield spec, load_picture(path)
    else:
        yield from _sampled(open_source(spec))


def _sampled(source: FrameSource) -> Iterator[tuple[str, Image]]:
    due = 0.0
    try:
        while (frame := source.read()) is not None:
            if frame.time_s >= due:
                yield f"{source.name} {frame.time_s:.0f} s", frame.image
                due = frame.time_s + _VIDEO_EVERY_S
    finally:
        source.close()


def _settled(spec: str, lang: str) -> tuple[str, Image]:
    """Return a camera's picture when focus and exposure have settled; report its settings."""
    from companion.vision.sources.open import open_source

    source = open_source(spec)
    try:
        frame = source.read()
        while frame is not None and frame.time_s < _SETTLE_S:
            frame = source.read() or frame
        if frame is None:
            raise SourceError("fault.camera.silent", camera=source.name)
        for line in _granted(source, frame.image):
            typer.echo(line.render(lang), err=True)
    finally:
        source.close()
    return source.name, frame.image


def _granted(source: FrameSource, image: Image) -> list[Message]:
    from companion.vision.sources.cameras import CameraSource

    if not isinstance(source, CameraSource):
        return []
    height, width = image.shape[:2]
    granted = Message(
        "doctor.camera.granted",
        name=source.name,
        width=width,
        height=height,
        format=source.granted.format or "?",
        fps=f"{source.granted.fps:g}",
        steady=_steady(source),
    )
    small = min(width, height) < 720
    return [
        granted,
        *([Message("doctor.camera.small", width=width, height=height)] if small else ()),
    ]


def _steady(source: CameraSource) -> Message:
    focus, exposure = source.steady.focus_locked, source.steady.exposure_locked
    key = {
        (True, True): "locked",
        (True, False): "focus_locked",
        (False, True): "exposure_locked",
        (False, False): "unlocked",
    }[focus, exposure]
    return Message(f"doctor.camera.{key}")


def watch_live(spec: str, reporter: CheckupReporter) -> None:
    """Judge the pictures of a live source until Ctrl-C, or of a video or folder to its end."""
    from companion.vision.sources.open import open_source

    source = open_source(spec)
    away = False
    try:
        while True:
            try:
                frame = source.read()
            except CameraLost as error:
                if not away:
                    typer.echo(error.message.render(reporter.lang), err=True)
                away = True
                continue
            if frame is None:
                return
            away = False
            reporter.report_change(source.name, frame.image)
    except KeyboardInterrupt:
        return
    finally:
        source.close()


def list_all(folder: Path, lang: str, *, json: bool) -> bool:
    """List the cameras, with a small picture of each in `folder`; return whether there are none."""
    from companion.vision.sources.camera_list import list_cameras, system_names

    cameras = list_cameras()
    rows = [(camera, _thumbnail(camera, folder)) for camera in cameras]
    if json:
        print_json([_listed_data(*row) for row in rows])
    elif cameras:
        for camera, path in rows:
            name = camera.name or Message("doctor.camera.unnamed", index=camera.index)
            size = f"{camera.granted.width} × {camera.granted.height}"
            row = {"index": camera.index, "name": name, "size": size, "picture": path}
            typer.echo(Message("doctor.camera.listed", **row).render(lang))
        typer.echo(Message("doctor.camera.choose").render(lang), err=True)
    else:
        typer.echo(Message("doctor.camera.none").render(lang), err=True)
    if names := () if json else system_names():
        typer.echo(Message("doctor.camera.also", names=listed(names)).render(lang), err=True)
    return not cameras


def _thumbnail(camera: ListedCamera, folder: Path) -> Path:
    import cv2
    import numpy as np

    path = folder / f"camera-{camera.index}.jpg"
    height, width = camera.image.shape[:2]
    share = min(_THUMB[0] / width, _THUMB[1] / height, 1.0)
    small = cv2.resize(camera.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    _save(path, np.asarray(small, np.uint8))
    return path


def _listed_data(camera: ListedCamera, path: Path) -> dict[str, object]:
    return {
        "index": camera.index,
        "name": camera.name,
        "width": camera.granted.width,
        "height": camera.granted.height,
        "fps": camera.granted.fps,
        "format": camera.granted.format,
        "picture": str(path),
    }


def check_line(measured_mm: float, lang: str, *, json: bool) -> bool:
    """Judge the print's scale by the measured 100 mm line; return whether it is wrong."""
    scale = measured_mm / LINE_MM
    wrong = abs(scale - 1) > _LINE_OFF
    odd = abs(scale - 1) > _LINE_ODD
    sentence = Message(
        f"doctor.measured.line_{'odd' if odd else 'wrong' if wrong else 'right'}",
        line=f"{measured_mm:g}",
        percent=f"{100 * scale:.1f}",
    ).render(lang)
    if json:
        print_json({"scale": round(scale, 4), "right": not wrong, "sentence": sentence})
    else:
        typer.echo(sentence)
    return wrong
