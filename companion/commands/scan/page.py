"""`companion scan` with its page: the display, and the uploads and buttons of its visitors.

Everything is done in the scan's own thread: between two pictures `ScanPageBridge.turn` handles
uploads and pressed buttons. FINISH shows and saves the result and stops counting until GO ON is
pressed, so that putting the cards away changes nothing.
"""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.output import announce_link
from companion.commands.referee.page import PageOptions
from companion.commands.scan.show import ScanDisplay
from companion.errors import SessionError, SourceError
from companion.frames import Frame
from companion.scan.result import ScanResult
from companion.scan.saving import SavedFiles
from companion.scan.tally import ScanEvent
from companion.web.camera_overlay import Crop
from companion.web.scan.mailbox import NumberedEvent, ScanMailbox, ScanSnapshot, Upload
from rules import Catalog, Message

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from companion.scan.scanner import Scanner
    from companion.web.serve import Serving

    Keep = Callable[[ScanResult, Path], SavedFiles]

_RECENT = 12
_FIRST_LOOK_S = 20.0
"""Time that a browser may take to open before the page counts as unwatched, s."""
_PAUSE_S = 0.05
_PICTURE_PX = 1280


class ScanPageBridge:
    """The connection between a scan and its page; `kept` is True if saved results are permanent."""

    def __init__(
        self,
        mailbox: ScanMailbox,
        scanner: Scanner,
        show: ScanDisplay,
        keep: Keep,
        where: Path,
        *,
        kept: bool,
    ) -> None:
        self._mailbox, self._scanner, self._show = mailbox, scanner, show
        self._keep, self._where, self._kept = keep, where, kept
        self._last: deque[NumberedEvent] = deque(maxlen=_RECENT)
        self._count = 0
        self._trouble = ""
        self._watching = False
        self._result: ScanResult | None = None
        self._saved: SavedFiles | None = None
        self._begun_s = time.monotonic()

    def receive(self, events: list[ScanEvent]) -> list[NumberedEvent]:
        """Number events, and keep them for the page."""
        numbered = []
        for event in events:
            self._count += 1
            numbered.append(NumberedEvent(self._count, event))
        self._last.extend(numbered)
        self._publish()
        return numbered

    def trouble(self, trouble: str) -> None:
        """Show why the camera cannot see, or "" if it can."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._publish()

    def turn(self, frame: Frame | None = None) -> bool:
        """Handle uploads and buttons; return whether cards are being counted."""
        if frame is not None:
            self._mailbox.look(frame)
            if not self._watching:
                self._watching = True
                self._publish()
        for upload in self._mailbox.uploads():
            self._take(upload)
        for press in self._mailbox.pressed():
            if press.value == "finish":
                self.finish()
            else:
                self._go_on()
        return self._result is None

    def finish(self) -> None:
        """Show and save the result."""
        self._result = self._scanner.session.result()
        self._saved = self._keep(self._result, self._where)
        self._trouble = ""
        self._publish()

    def linger(self) -> None:
        """Accept photographs after the camera has stopped, until somebody has seen the result.

        The scan waits for FINISH without a time limit; Ctrl-C also ends the wait.
        """
        self._watching = False
        self._publish()
        while self.turn() or self.looked_at():
            time.sleep(_PAUSE_S)

    def looked_at(self) -> bool:
        """Return whether the page has a viewer, or may soon have one."""
        return self._mailbox.looked_at() or time.monotonic() - self._begun_s < _FIRST_LOOK_S

    def _go_on(self) -> None:
        self._result = self._saved = None
        self._publish()

    def _take(self, upload: Upload) -> None:
        """Scan a photograph and answer its sender; update the result if it is shown."""
        import cv2

        from companion.vision.sources.stills import decode_picture

        try:
            image = decode_picture(upload.name, upload.data)
            glance = self._scanner.look(upload.name, image)
        except SourceError as error:
            upload.answer.set_exception(error)
            return
        # OpenCV raises its own error for lack of memory, among others
        except (MemoryError, cv2.error):
            refused = SourceError("fault.picture.unbearable", file=upload.name)
            upload.answer.set_exception(refused)
            return
        # Counting is outside the `try`: a log that cannot be written ends the scan.
        shown = self._show.report(self._scanner.take(glance, image))
        if self._result is not None:
            self.finish()
        upload.answer.set_result((shown, self._scanner.session.status()))

    def _publish(self) -> None:
        session = self._scanner.session
        self._mailbox.post(
            ScanSnapshot(
                session.status(),
                dict(session.tally.counted),
                dict(session.tally.twice),
                tuple(self._last),
                self._trouble,
                self._watching,
                self._result,
                self._saved,
                self._kept,
            )
        )


@contextmanager
def serve_scan_page(
    asked: PageOptions,
    scanner: Scanner,
    show: ScanDisplay,
    catalog: Catalog,
    result: Path | None,
    keep: Keep,
) -> Iterator[ScanPageBridge]:
    """Serve the page of a scan while it runs.

    `result`: the result's file; None stores it in a temporary folder until the page is closed.
    Raises `SessionError` if `--lan` finds no network, and `SourceError` if the page cannot be
    served.
    """
    from companion.web.pictures import encode
    from companion.web.scan.routes import ScanSite
    from companion.web.serve import lan_address, open_site

    def jpeg(frame: Frame) -> bytes:
        height, width = frame.image.shape[:2]
        return encode(frame, Crop(0, 0, width, height), _PICTURE_PX)

    lan = lan_address() if asked.lan else ""
    if asked.lan and not lan:
        raise SessionError(Message("fault.page.no_network"))
    stock = scanner.session.stock
    with tempfile.TemporaryDirectory(prefix="companion-scan-") as folder:
        where = result or Path(folder) / f"{stock.game}.json"
        scanner.pictures = scanner.pictures or Path(folder) / "pictures"
        mailbox = ScanMailbox(jpeg, scanner.pictures, phone=bool(lan))

        def site(serving: Serving) -> ASGIApp:
            return ScanSite(mailbox, serving.access, stock, catalog, serving.plain_origin).app

        serving = open_site(site, port=asked.port, lan=lan)
        try:
            text = Message("scan.said.page", link=serving.link()).render(show.captions.lang)
            announce_link(text, serving.link(once=True) if asked.open else "")
            bridge = ScanPageBridge(mailbox, scanner, show, keep, where, kept=result is not None)
            show.observer = bridge
            yield bridge
        finally:
            serving.close()
