"""Combines search and count: turns pictures into events, and stores a picture of each card."""

from collections.abc import Iterable
from pathlib import Path

import cv2

from companion.errors import SourceError
from companion.frames import Frame
from companion.scan.look import LiveLook, card_picture, look_at_photo
from companion.scan.session import ScanSession
from companion.scan.tally import ScanEvent, ScanEventKind, TagsInView
from companion.vision.reader.codebook import Codebook
from companion.vision.reader.image_pyramid import Image
from rules import Manifest
from rules.messages.system import reason
from rules.process.disk import write_whole


class Scanner:
    """Passes pictures to a session. `pictures` is the folder for the cards' pictures, or None.

    `trouble` is the trouble with the last picture (`TagsInView.trouble`). Raises `ReaderError` if
    the manifests' tags cannot be distinguished.
    """

    def __init__(
        self, manifests: Iterable[Manifest], session: ScanSession, pictures: Path | None = None
    ) -> None:
        self.session, self.pictures = session, pictures
        self._book = Codebook(manifests)
        self._live: dict[str, LiveLook] = {}
        self.trouble = ""

    def photo(self, source: str, image: Image) -> list[ScanEvent]:
        """Count the cards in a photograph named `source`."""
        return self.take(self.look(source, image), image)

    def look(self, source: str, image: Image) -> TagsInView:
        """Find the tags in a photograph without counting them.

        Raises `SourceError` if the photograph needs more memory than is available. Its sender gets
        the message, and the scan continues without that photograph.
        """
        try:
            return look_at_photo(image, self._book, self.session.stock, source)
        except (cv2.error, MemoryError) as error:
            raise SourceError("fault.picture.unbearable", file=source) from error

    def frame(self, source: str, frame: Frame) -> list[ScanEvent]:
        """Count the cards in a frame from a camera or a video."""
        look = self._live.get(source)
        if look is None:
            look = self._live[source] = LiveLook(self._book, self.session.stock, source)
        return self.take(look.see(frame), frame.image)

    def take(self, glance: TagsInView, image: Image) -> list[ScanEvent]:
        """Count the tags in a picture, and store a picture of each new card."""
        self.trouble = glance.trouble
        events = self.session.look(glance)
        if self.pictures is not None:
            new = {
                str(event.facts["tag"]) for event in events if event.kind is ScanEventKind.COUNTED
            }
            for reading in glance.readings:
                if reading.tag in new:
                    path = self.pictures / f"{reading.tag}.jpg"
                    _write(path, card_picture(image, reading, self._book))
        return events


def _write(path: Path, jpeg: bytes) -> None:
    try:
        write_whole(path, jpeg)
    except OSError as error:
        raise SourceError("fault.scan.full", file=path, why=reason(error)) from error
