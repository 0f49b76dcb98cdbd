"""Lighting advice of `companion referee`: play begins when the camera sees well enough."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

from companion.errors import CameraLost
from companion.frames import Frame, FrameSource
from companion.web.coach import Coach, Figure
from companion.web.mailbox import Mailbox
from companion.web.publisher import PagePublisher
from rules import LANGUAGES, Manifest, Message

if TYPE_CHECKING:
    from companion.vision.doctor.values import Checkup
    from companion.vision.reader.codebook import Codebook

_EVERY_S: Final = 0.8
_LOST_S: Final = 0.2
_WELL: Final = 2
"""Number of consecutive pictures without a grave fault."""


def coach(
    feed: FrameSource,
    manifests: tuple[Manifest, ...],
    publisher: PagePublisher,
    mailbox: Mailbox,
    *,
    phone: bool = False,
) -> None:
    """Report faults of the pictures until none is grave, or until a player presses START.

    If the pictures come from a `phone`, the page explains how to connect it until the first one
    arrives.
    """
    from companion.vision.reader.codebook import Codebook
    from companion.web.phone import PhoneSource

    book, well, looked = Codebook(manifests), 0, -math.inf
    waiting: Coach | None = _waiting(phone=phone)
    found: tuple[Coach | None, object] = (None, None)
    while well < _WELL and not mailbox.take():
        try:
            frame = feed.read()
        except CameraLost:
            if waiting is not None:
                publisher.coach(waiting)
                waiting = None
            time.sleep(_LOST_S)
            continue
        if frame is None:
            return
        publisher.show_whole(frame, *found)
        if time.monotonic() - looked < _EVERY_S:
            continue
        checkup = _examined(frame, book, manifests[0].game)
        found = checkup, frame.image
        publisher.coach(checkup)
        publisher.show_whole(frame, *found)  # The page also shows this picture to the phone's user.
        well = well + 1 if checkup.light != "red" else 0
        looked = time.monotonic()
    publisher.coach(None)
    if isinstance(feed, PhoneSource):
        feed.again()


def _waiting(*, phone: bool) -> Coach:
    """Return the coach's display before the first picture."""
    keys = ("no_picture", "phone") if phone else ("no_picture",)
    messages = [Message(f"page.coach.{key}") for key in keys]
    return Coach("red", {x: tuple(m.render(x) for m in messages) for x in LANGUAGES}, (), ())


def _examined(frame: Frame, book: Codebook, game: str) -> Coach:
    from companion.commands.doctor.say import sentences
    from companion.vision.doctor.checkup import examine

    checkup = examine(frame.image, book)
    found = {lang: tuple(sentences(checkup, lang, game)) for lang in LANGUAGES}
    height, width = frame.image.shape[:2]
    places = tuple(
        tuple((round(x / width, 4), round(y / height, 4)) for x, y in outline)
        for complaint in checkup.complaints
        for outline in complaint.places
    )
    return Coach(str(checkup.light), found, _figures(checkup), places)


def _figures(checkup: Checkup) -> tuple[Figure, ...]:
    from companion.vision.doctor.values import BURNT_TONE, DARK_TONE, SOFT_PX, Ailment

    figures = []
    if checkup.px_per_module:
        well = checkup.px_per_module >= checkup.need
        px = f"{checkup.px_per_module:.2f}"
        figures.append(Figure("size", px, f"{checkup.need:.1f}", well))
    if checkup.blur_px:
        well = checkup.blur_px <= SOFT_PX
        figures.append(Figure("blur", f"{checkup.blur_px:.1f}", f"≤ {SOFT_PX}", well))
    if checkup.white:
        burnt = any(each.ailment is Ailment.BRIGHT for each in checkup.complaints)
        well = checkup.white >= DARK_TONE and not burnt
        need = f"≤ {BURNT_TONE:.0f}" if burnt else f"{DARK_TONE:.0f}"
        figures.append(Figure("light", f"{checkup.white:.0f}", need, well))
    marks = sum(1 for reading in checkup.readings if reading.face == "mat")
    if checkup.pose is not None:
        all_ = len(checkup.pose.mat.fiducials)
        figures.append(Figure("marks", str(marks), str(all_), marks >= all_))
    figures.append(Figure("tags", str(len(checkup.readings) - marks)))
    return tuple(figures)
