"""Sources and reports of `companion doctor`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from companion.commands.doctor.say import as_data, headline, measured, sentences
from companion.commands.output import print_json
from companion.errors import SourceError
from companion.storage.out_folder import make_room
from rules import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.frames import FrameSource
    from companion.texts import Texts
    from companion.vision.doctor.values import Checkup
    from companion.vision.reader.codebook import Codebook
    from companion.vision.reader.image_pyramid import Image
    from companion.vision.sources.camera_list import ListedCamera
    from companion.vision.sources.cameras import CameraSource

_SETTLE_S: Final = 4.0
"""Time that exposure and focus need, s; they are locked afterwards."""
_VIDEO_EVERY_S: Final = 2.0
_THUMB: Final = (480, 270)
LINE_MM: Final = 100.0
"""Length of the line on every sheet (or of a tile guide's square) that is to be measured, mm."""
_LINE_OFF: Final = 0.01
_LINE_ODD: Final = 0.15
"""Largest deviation that printers cause by fitting pages to paper; a larger one is a misread ruler.
"""


class CheckupReporter:
    """Examination and report of pictures one after the other; `game` names the places."""

    def __init__(
        self,
        book: Codebook | None,
        texts: Texts,
        folder: Path | None,
        *,
        game: str = "",
        json: bool,
    ) -> None:
        self.texts = texts
        self._game = game
        self._book, self._folder, self._json = book, folder, json
        self._drawn: set[Path] = set()
        self._last = ""

    def report(self, name: str, image: Image) -> bool:
        """Examine a picture, report on it and draw it; return whether it has faults."""
        checkup = self._examine(image)
        path = self._draw(self._folder, name, image, checkup) if self._folder else None
        if self._json:
            print_json(
                {**as_data(name, checkup, self.texts, self._game), "picture": str(path or "")}
            )
        else:
            self._say(name, checkup, path)
        return bool(checkup.complaints)

    def report_change(self, name: str, image: Image) -> None:
        """Examine a picture, and report one line if it differs from the last line."""
        checkup = self._examine(image)
        ailments = " ".join(each.ailment for each in checkup.complaints)
        news = f"{checkup.light} {ailments} {checkup.px_per_module:.1f}"
        if news != self._last:
            self._last = news
            if self._json:
                print_json(as_data(name, checkup, self.texts, self._game))
            else:
                typer.echo(headline(name, checkup, self.texts, self._game))

    def _examine(self, image: Image) -> Checkup:
        from companion.vision.doctor.checkup import examine

        return examine(image, self._book)

    def _draw(self, folder: Path, name: str, image: Image, checkup: Checkup) -> Path:
        from companion.vision.doctor.picture import annotated

        title = self.texts.say(f"light.{checkup.light}")
        drawn = annotated(image, checkup, title, sentences(checkup, self.texts, self._game)[0])
        stem = "doctor-" + "".join(c if c.isalnum() else "-" for c in Path(name).stem)
        number = 2
        path = folder / f"{stem}.jpg"
        while path in self._drawn:
            path, number = folder / f"{stem}-{number}.jpg", number + 1
        self._drawn.add(path)
        _save(path, drawn)
        return path

    def _say(self, name: str, checkup: Checkup, path: Path | None) -> None:
        lines = sentences(checkup, self.texts, self._game)[1:]
        if figures := measured(checkup, self.texts):
            lines.append(figures)
        if checkup.card_scale is not None and not any(
            each.ailment == "scale" for each in checkup.complaints
        ):
            lines.append(self.texts.say("measured.ruler"))
        if path is not None:
            lines.append(self.texts.say("measured.picture", path=str(path)))
        typer.echo(headline(name, checkup, self.texts, self._game))
        for line in lines:
            typer.echo(f"   {line}")


def _save(path: Path, image: Image) -> None:
    from companion.vision.lettering import save_picture

    make_room(path)
    save_picture(path, image)


def pictures_of(spec: str, texts: Texts) -> Iterator[tuple[str, Image]]:
    """Yield the pictures that a source is judged by, with their names; raise `SourceError`.

    A folder yields all of its pictures, a video one every two seconds, a camera one when focus and
    exposure have settled.
    """
    from companion.vision.sources.names import PICTURE_SUFFIXES, is_live, pictures_in
    from companion.vision.sources.open import open_source
    from companion.vision.sources.stills import load_picture

    path = Path(spec)
    if is_live(spec):
        yield _settled(spec, texts)
    elif path.is_dir() and (files := pictures_in(path)):
        for file in files:
            try:
                yield str(file), load_picture(file)
            except SourceError as error:
                passed = Message("fault.source.passed_over", why=error.message)
                typer.echo(passed.render(texts.lang), err=True)
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


def _settled(spec: str, texts: Texts) -> tuple[str, Image]:
    """Return a camera's picture when focus and exposure have settled; report its settings."""
    from companion.vision.sources.open import open_source

    source = open_source(spec)
    try:
        frame = source.read()
        while frame is not None and frame.time_s < _SETTLE_S:
            frame = source.read() or frame
        if frame is None:
            raise SourceError(Message("fault.camera.silent", camera=source.name))
        for line in _granted(source, frame.image, texts):
            typer.echo(line, err=True)
    finally:
        source.close()
    return source.name, frame.image


def _granted(source: FrameSource, image: Image, texts: Texts) -> list[str]:
    from companion.vision.sources.cameras import CameraSource

    if not isinstance(source, CameraSource):
        return []
    height, width = image.shape[:2]
    facts = {
        "name": source.name,
        "width": width,
        "height": height,
        "format": source.granted.format or "?",
        "fps": f"{source.granted.fps:g}",
    }
    lines = [texts.say("camera.granted", **facts) + f" ({_steady(source, texts)})"]
    if min(width, height) < 720:
        lines.append(texts.say("camera.small", width=width, height=height))
    return lines


def _steady(source: CameraSource, texts: Texts) -> str:
    focus, exposure = source.steady.focus_locked, source.steady.exposure_locked
    key = {
        (True, True): "locked",
        (True, False): "focus_locked",
        (False, True): "exposure_locked",
        (False, False): "unlocked",
    }[focus, exposure]
    return texts.say(f"camera.{key}")


def watch_live(spec: str, reporter: CheckupReporter) -> None:
    """Judge the pictures of a live source until Ctrl-C, or of a video or folder to its end."""
    from companion.errors import CameraLost
    from companion.vision.sources.open import open_source

    source = open_source(spec)
    away = False
    try:
        while True:
            try:
                frame = source.read()
            except CameraLost as error:
                if not away:
                    typer.echo(error.message.render(reporter.texts.lang), err=True)
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


def list_all(folder: Path, texts: Texts, *, json: bool) -> bool:
    """List the cameras, with a small picture of each in `folder`; return whether there is none."""
    from companion.vision.sources.camera_list import list_cameras, system_names

    cameras = list_cameras()
    rows = [(camera, _thumbnail(camera, folder)) for camera in cameras]
    if json:
        print_json([_listed_data(*row) for row in rows])
    elif cameras:
        for camera, path in rows:
            name = camera.name or texts.say("camera.unnamed", index=camera.index)
            size = f"{camera.granted.width} × {camera.granted.height}"
            typer.echo(
                texts.say(
                    "camera.listed", index=camera.index, name=name, size=size, picture=str(path)
                )
            )
        typer.echo(texts.say("camera.choose"), err=True)
    else:
        typer.echo(texts.say("camera.none"), err=True)
    if names := () if json else system_names():
        typer.echo(texts.say("camera.also", names=texts.listed(list(names))), err=True)
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


def check_line(measured_mm: float, texts: Texts, *, json: bool) -> bool:
    """Judge the print's scale by the measured 100 mm line; return whether it is wrong."""
    scale = measured_mm / LINE_MM
    wrong = abs(scale - 1) > _LINE_OFF
    odd = abs(scale - 1) > _LINE_ODD
    sentence = texts.say(
        f"measured.line_{'odd' if odd else 'wrong' if wrong else 'right'}",
        line=f"{measured_mm:g}",
        percent=f"{100 * scale:.1f}",
    )
    if json:
        print_json({"scale": round(scale, 4), "right": not wrong, "sentence": sentence})
    else:
        typer.echo(sentence)
    return wrong
