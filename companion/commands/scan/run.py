"""Scanning the sources of `companion scan`, one after another."""

from __future__ import annotations

import math
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CameraLost, PhoneSilent, SourceError
from companion.frames import Frame, FrameSource
from companion.scan.specs import SourceKind, SourceSpec
from companion.vision.sources.names import is_live

if TYPE_CHECKING:
    from companion.commands.scan.show import ScanDisplay
    from companion.scan.scanner import Scanner

_AFTER_LAST_S = 3.0
"""Time for which a complete scan waits for a surplus card, s."""
_LOST_PAUSE_S = 0.1


def run(
    specs: list[SourceSpec], scanner: Scanner, show: ScanDisplay, max_seconds: float | None
) -> bool:
    """Scan every source in turn; return whether all could be read. Ctrl-C ends the scan."""
    import cv2

    from companion.vision.sources.stills import load_picture

    cv2.setNumThreads(1)  # threads that wait for each other take half as long again
    sound = True
    try:
        for spec in specs:
            try:
                if spec.sort is SourceKind.PHOTO:
                    show.report(scanner.photo(Path(spec.name).name, load_picture(Path(spec.name))))
                else:
                    _watch(spec.name, scanner, show, max_seconds)
            except SourceError as error:
                if spec.sort is not SourceKind.PHOTO:
                    raise
                show.clear()
                print(error.message.render(show.captions.lang), file=sys.stderr)
                sound = False
        if show.observer is not None:
            if specs:
                show.observer.finish()
            show.observer.linger()
    except KeyboardInterrupt:
        pass
    finally:
        show.clear()
    return sound


def _watch(spec: str, scanner: Scanner, show: ScanDisplay, max_seconds: float | None) -> None:
    """Watch a camera or a video until all cards are counted, it ends, or time is up."""
    from companion.vision.sources.open import open_source

    source = open_source(spec)
    live = is_live(spec)
    name = re.sub(r"//[^/@]*@", "//", source.name)  # people share results, but not passwords
    if live:
        show.hint()
    last_s = begun = time.monotonic()
    until_s = math.inf if max_seconds is None else begun + max_seconds
    complete = False
    try:
        while time.monotonic() <= until_s:
            frame = _next(source, show, until_s)
            if frame is None:
                return
            if show.observer is not None and not show.observer.turn(frame):
                if live and not show.observer.looked_at():
                    return
                complete = False
                continue
            events = scanner.frame(name, frame)
            show.report(events)
            show.trouble(scanner.trouble)
            complete |= any(event.kind.value == "complete" for event in events)
            if any(event.kind.value != "again" for event in events):
                last_s = time.monotonic()
            if live and complete and time.monotonic() - last_s > _AFTER_LAST_S:
                if show.observer is None:
                    return
                show.observer.finish()
    finally:
        source.close()


def _next(source: FrameSource, show: ScanDisplay, until_s: float) -> Frame | None:
    """Return the next frame; while a camera is lost, report it and wait until `until_s`."""
    while True:
        try:
            return source.read()
        except CameraLost as error:
            show.trouble("phone" if isinstance(error, PhoneSilent) else "lost")
            page = show.observer
            if page is not None and not page.turn() and not page.looked_at():
                return None
            if time.monotonic() > until_s:
                return None
            time.sleep(_LOST_PAUSE_S)
