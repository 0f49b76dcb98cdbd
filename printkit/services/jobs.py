"""Files for print services: one face per page with trim and bleed and no marks, or pictures.

Theory of operation. A service has its own sizes (`templates/sheets/services.toml`). The face is
drawn in the middle of the service's card, as large as possible, with its own bleed around it. If
the service's card is still wider, the bleed is stretched to the rim (`ServiceCard`), so that no
white shows at the cut. The manifest describes the cards as they come back from the service: with
the service's trim, and with the tag where it is on the smaller face.

Pictures are rasterised from the PDF, which is written as well.
"""

import math
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from printkit.cards.control_cards import GROUND, SetControl
from printkit.cards.face_drawing import draw_face
from printkit.cards.faces import SetCard
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout
from printkit.cards.one_face import SingleFace, empty_sheets, faces_of, load_faces
from printkit.cards.pictures import Picture
from printkit.data.toml_source import choose
from printkit.errors import Findings, UsageError
from printkit.export.preview import png, rasters
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import PAPER, Cmyk
from printkit.pdf.fonts import PT
from printkit.pdf.geometry import FaceSpot, Rect, Size
from printkit.pdf.output import Steps, write_printed
from printkit.pdf.tags import TagPanel
from printkit.preflight import Severity
from printkit.preflight.pdf import check_bytes
from printkit.services.data import Service, inks_of, load_service, profile_of
from printkit.services.order_file import MOST_CARDS, order_file
from printkit.services.pdfx import STANDARDS, OutputIntent, own_intent, separation, with_intent
from printkit.template.card_template import load_card_template
from printkit.template.findings import error
from rules import Manifest, Message, PrintedCard
from rules.messages.languages import Words
from rules.messages.system import system_reason
from rules.records.manifest import Spot as PageSpot
from rules.records.manifest import TagSquare

# A service's card: the position of the face on it, and its picture beyond the bleed.
#
# If the service's card is so wide that the bleed does not reach its rim, the bleed is stretched:
# branches, frames and backgrounds continue. A mirrored bleed would repeat ornaments instead: a
# corner's sun looked like half an 8. If a game has a separate background, its cards have rosettes
# at their corners; next to them, the background is mirrored at the trim, which completes the
# rosettes. Pieces overlap because rasterisers draw the pixels at a clip's edge half transparent,
# and gaps would show as hairlines.


_NOTHING = 1e-6
_CORNER = 5.2
"""Extent of a rosette along a card's edge, from the corner, in mm."""
_PIXEL = 25.4 / 300
"""Size of a pixel in a service's picture, in mm; pieces meet between pixels."""
_INSIDE = 0.003
"""Margin against rounding into the previous pixel, in mm."""
_LAP = 5 * _PIXEL
"""Overlap of the pieces of a picture, in mm."""
_SOUND = 0.93
"""Share of a bleed that is stretched; the outermost pixels of a raster are half transparent."""


@dataclass(frozen=True, slots=True)
class ServiceCard:
    """A service's card: its trim, its bleed, and the position of the faces on it."""

    trim: Size
    bleed: float
    face: Size
    scale: float

    @property
    def page(self) -> Size:
        """Size of the page: trim and bleed."""
        return Size(self.trim.width + 2 * self.bleed, self.trim.height + 2 * self.bleed)

    @property
    def cut(self) -> Rect:
        """Position of the trim on the page."""
        return Rect(self.bleed, self.bleed, self.trim.width, self.trim.height)

    @property
    def spot(self) -> FaceSpot:
        """Position of the face, in the middle of the page."""
        own, page = self.face.scaled(self.scale), self.page
        x, y = (page.width - own.width) / 2, (page.height - own.height) / 2
        return FaceSpot(Rect(x, y, own.width, own.height))

    def reach(self, bleed: float) -> Rect:
        """Return the area in which a face with this bleed is drawn unchanged, in mm."""
        own, page = self.spot.rect, self.page
        x, y = (_edge(gap, bleed) for gap in (own.x, own.y))
        return Rect(x, y, page.width - 2 * x, page.height - 2 * y)

    def go_on(self, sheets: Sheets, picture: Picture, bleed: float) -> None:
        """Draw `bleed` mm of the picture around the area of `reach`, stretched to the rim."""
        spot, reach = self.spot, self.reach(bleed)
        whole = Rect(0, 0, self.page.width, self.page.height)
        columns = _strips(reach.x, whole.width, bleed)
        rows = _strips(reach.y, whole.height, bleed)
        pieces = product(columns, rows)  # Corners first: nearer pieces overlap them.
        for (x, end, wide), (y, low, high) in sorted(pieces, key=_nearness):
            strip = Rect(x, y, end - x, low - y).spread(_LAP).shared(whole)
            if strip is None or (wide is None and high is None):
                continue
            with sheets.on_page(strip) as canvas:
                if wide is not None:
                    line, times = wide
                    canvas.transform(times, 0, 0, 1, (1 - times) * line / PT, 0)
                if high is not None:
                    line, times = high
                    canvas.transform(1, 0, 0, times, 0, (1 - times) * (whole.height - line) / PT)
                picture.place(canvas, spot.rect.x, spot.rect.y, 0, self.scale)
        if (ground := picture.ground) is not None:
            self._corners(sheets, ground, reach)

    def _corners(self, sheets: Sheets, ground: Picture, reach: Rect) -> None:
        """Draw the background next to a face's corners, mirrored at its trim."""
        spot, page, high = self.spot, self.page, _CORNER * self.scale
        tops = (0.0, spot.rect.y + high), (spot.rect.bottom - high, page.height)
        sides = (0.0, reach.x, spot.rect.x), (reach.right, page.width, spot.rect.right)
        for (top, bottom), (left, right, line) in product(tops, sides):
            strip = Rect(left, top, right - left, bottom - top)
            if strip.width < _NOTHING:
                continue
            with sheets.on_page(strip) as canvas:
                canvas.transform(-1, 0, 0, 1, 2 * line / PT, 0)
                ground.place(canvas, spot.rect.x, spot.rect.y, 0, self.scale)


_Stretch = tuple[float, float]
"""The line that stays in place, and the factor by which the part beyond it is widened."""
_Strip = tuple[float, float, _Stretch | None]
"""Start and end of a strip, and its stretching, if any."""


def _edge(gap: float, bleed: float) -> float:
    """Return the distance from the rim to the unchanged area; the face begins at `gap`."""
    return 0.0 if gap <= bleed + _NOTHING else math.ceil(gap / _PIXEL) * _PIXEL + _INSIDE


def _strips(gap: float, length: float, bleed: float) -> list[_Strip]:
    """Return the strips before, on and after a face that ends `gap` from both rims."""
    if gap < _NOTHING:
        return [(0.0, length, None)]
    times, end = gap / (bleed * _SOUND), length - gap
    return [(0.0, gap, (gap, times)), (gap, end, None), (end, length, (end, times))]


def _nearness(piece: tuple[_Strip, _Strip]) -> int:
    """Count the directions, across and down, in which a piece does not extend beyond the face."""
    return sum(stretch is None for _, _, stretch in piece)


@dataclass(frozen=True, slots=True)
class ServiceJob:
    """A request for print files; an empty `size` or `standard` is the service's default."""

    job: CardJob
    service: str
    size: str = ""
    standard: str = ""
    profile: Path | None = None


@dataclass(frozen=True, slots=True)
class ServicePrint:
    """The written files."""

    service: Words
    pdf: Path
    manifest: Path
    pictures: tuple[Path, ...]
    cards: int
    pages: int
    size: str
    trim: str
    """Width and height of a card, for display."""
    scale: float
    standard: str
    warnings: tuple[Message, ...]


def print_service(asked: ServiceJob, steps: Steps | None = None) -> ServicePrint:
    """Write the files for a service; raise `PrintError` or `RulesError` if that fails."""
    name, service = load_service(asked.service)
    standard = _standard(asked, service)
    size = choose("size", asked.size, service.size) if asked.size else next(iter(service.size))
    face = load_card_template(asked.job.game).size
    width, height = service.size[size]
    trim = Size(width, height) if width and height else face
    scale = min(trim.width / face.width, trim.height / face.height)
    layout = load_faces(asked.job, scale)
    card = ServiceCard(trim, service.bleed, face, scale)
    own = _own_profile(asked.profile)
    profile = own.profile if own else b""
    ordered = size in service.order_file
    run = _ServiceRun(layout, service, card, profile, steps or Steps(), ordered=ordered)
    if ordered and len(run.cards) > MOST_CARDS:
        count = str(len(run.cards))
        raise UsageError("print.large_order", cards=count, most=str(MOST_CARDS))
    run.draw()
    pdf = run.sheets.data()
    if service.kind == "pdf":
        pdf = with_intent(
            pdf, standard, own or OutputIntent(service.condition, profile_of(service))
        )
        check_order(pdf, service)
    stem = _stem(asked.job, name, service, size, layout.plan.lang)
    manifest = run.manifest(stem)
    pictures = run.pictures(pdf, stem) if service.kind == "png" else {}
    if ordered:
        pictures[f"{stem}/order.xml"] = run.order()
    written, more_files = write_printed(asked.job.out, manifest, pdf, pictures)
    drawn = tuple(asked.job.out / each for each in pictures)
    cards, pages, warnings = len(run.cards), run.sheets.pages, _warnings(layout, service, card)
    return ServicePrint(
        service.called,
        written,
        more_files,
        drawn,
        cards,
        pages,
        size,
        f"{trim.width:g} × {trim.height:g} mm",
        scale,
        standard,
        tuple(warnings),
    )


def _standard(asked: ServiceJob, service: Service) -> str:
    """Return the file's PDF/X standard, or "" if the service accepts pictures."""
    named = STANDARDS[choose("standard", asked.standard, STANDARDS)] if asked.standard else ""
    if service.kind == "pdf":
        return named or service.standard
    if named:
        raise UsageError("print.not_pdfx", service=service.called)
    return ""


def _own_profile(profile: Path | None) -> OutputIntent | None:
    """Return the printing condition of a user's profile."""
    if profile is None:
        return None
    try:
        return own_intent(profile.read_bytes())
    except OSError as fault:
        raise UsageError("print.no_profile", file=str(profile), why=system_reason(fault)) from fault


def check_order(pdf: bytes, service: Service) -> None:
    """Raise `Findings` with every reason why the service would reject the file."""
    report = check_bytes(pdf, service.title)
    faults = [found for found in report.findings if found.severity is Severity.ERROR]
    most = max(
        (int(str(f.message.facts["most"])) for f in report.findings if f.code == "pages"), default=0
    )
    if most > service.ink:
        faults.append(error("ink", Message("check.at_document"), most=most, limit=service.ink))
    if faults:
        refused = Message("print.service_refuses", service=service.called)
        raise Findings([refused, *(found.line for found in faults)])


def _stem(job: CardJob, name: str, service: Service, size: str, lang: str) -> str:
    parts = [job.game, name, f"v{service.version}", size, lang]
    parts += [job.owner] if job.owner != "all" else []
    parts += [job.style] if job.style != "full" else []
    parts += sorted({Path(deck).stem for deck in job.decks.values()})
    return "-".join(parts)


def _warnings(layout: CardLayout, service: Service, card: ServiceCard) -> list[Message]:
    found: list[Message] = []
    inside = layout.safe + min(card.spot.rect.x - card.bleed, card.spot.rect.y - card.bleed)
    if inside < service.safe - 0.05:
        facts = {"inside": f"{inside:.2f}", "asked": f"{service.safe:.2f}"}
        found.append(Message("sheet.told_service_safe", service=service.called, **facts))
    if card.scale < 0.9:
        found.append(Message("sheet.told_service_scale", percent=f"{card.scale * 100:.0f}"))
    if tokens := len(layout.tokens):
        found.append(Message("sheet.told_service_tokens", tokens=tokens))
    return found


_PLAIN_BACK = "backs/control"


@dataclass
class _ServiceRun:
    layout: CardLayout
    service: Service
    card: ServiceCard
    profile: bytes
    """The press's own profile, if one was given."""
    steps: Steps
    ordered: bool = False
    """True if an order file names a back for every card."""

    def __post_init__(self) -> None:
        self.sheets: Sheets = empty_sheets(self.layout, sealed=True)
        if self.service.kind == "pdf":
            profile = self.profile or inks_of(self.service)
            self.sheets.separate = separation(profile, self.service.ink)
        self.cards = faces_of(self.layout, "card", "control")
        self.names: list[str] = []
        self.printed: list[PrintedCard] = []
        self.plain = self.ordered and any(face.kind == "control" for face in self.cards)
        drawn = len(self.layout.backs) + self.plain
        backs = drawn if self.service.kind == "png" else len(self.cards)
        self.steps.total = len(self.cards) + backs  # pages, then pictures of them if requested
        self.steps.total *= 2 if self.service.kind == "png" else 1

    def draw(self) -> None:
        """Draw the pages in the service's order: front and back in turn, or fronts, then backs."""
        backs = {face.piece.owner: face for face in faces_of(self.layout, "back")}
        if self.service.kind == "png":
            for number, face in enumerate(self.cards, 1):
                self._page(face, f"fronts/{number:03d}-{face.name}")
                self._list(face, self.sheets.pages, None)
            for face in backs.values():
                self._page(face, f"backs/{face.name}")
            if self.plain:
                self._page(None, _PLAIN_BACK)
            return
        for face in self.cards:
            # A control card has no owner: with a deck's back it would look like one of the deck's
            # cards.
            back = None if face.kind == "control" else backs[face.piece.owner]
            order = [back, face] if self.service.order == "back-front" else [face, back]
            for each in order:
                self._page(each, each.name if each else f"{face.name}-back")
            page = self.sheets.pages - 1
            behind = None if back is None else page + order.index(back)
            self._list(face, page + order.index(face), behind)

    def order(self) -> bytes:
        """Return the order file of the pictures; control cards have a plain back."""
        backs = {face.piece.owner: face.name for face in faces_of(self.layout, "back")}
        behind = [
            _PLAIN_BACK if face.kind == "control" else f"backs/{backs[face.piece.owner]}"
            for face in self.cards
        ]
        fronts = self.names[: len(self.cards)]
        return order_file([f"{name}.png" for name in fronts], [f"{name}.png" for name in behind])

    def pictures(self, pdf: bytes, stem: str) -> dict[str, bytes]:
        """Return every page as a PNG file of exactly the service's size in pixels."""
        dpi, page = self.service.dpi, self.card.page
        pixels = (round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi))
        found, pages = {}, rasters(pdf, dpi, mono=self.sheets.mono)
        for name, picture in zip(self.names, pages, strict=True):
            found[f"{stem}/{name}.png"] = png(picture.crop((0, 0, *pixels)), dpi)
            self.steps.step()
        return found

    def manifest(self, stem: str) -> Manifest:
        """Return the manifest of the cards as they come back from the service."""
        plan, card = self.layout.plan, self.card
        return replace(
            plan.manifest(stem, card.scale),
            paper=f"{card.page.width:g}x{card.page.height:g}",
            card_width_mm=card.trim.width,
            card_height_mm=card.trim.height,
            cards=tuple(self.printed),
            backs=plan.pieces.printed_backs(self._shown(plan.template.back_panel)),
        )

    def _ground(self, face: SingleFace | None) -> Cmyk:
        """Return the ink of a page beyond its face's bleed."""
        inks = face.item.inks if face is not None and isinstance(face.item, SetControl) else None
        if inks is not None and self.layout.plan.style == "full":
            return inks.paper
        return GROUND if face is None or face.kind == "control" else PAPER

    def _page(self, face: SingleFace | None, name: str) -> None:
        """Draw a card's page; without a face, a plain page in the control cards' colour."""
        card, layout = self.card, self.layout
        whole, spot = Rect(0, 0, card.page.width, card.page.height), card.spot
        reach = card.reach(layout.bleed)
        with self.sheets.page(card.page, card.cut, whole):
            self.sheets.fill(whole, self._ground(face))
            if face is not None:
                if isinstance(face.item, SetCard) and face.item.picture is not None:
                    card.go_on(self.sheets, face.item.picture, layout.bleed)
                draw_face(self.sheets, layout, face.item, spot, reach)
        self.names.append(name)
        self.steps.step()

    def _list(self, face: SingleFace, front: int, back: int | None) -> None:
        cut, panel = self.card.cut, face.panel or self.layout.plan.template.front_panel
        spot = PageSpot(front, cut.x, cut.y, cut.width, cut.height)
        back_spot = None if back is None else replace(spot, page=back)
        self.printed.append(face.piece.printed(spot, self._shown(panel), back_spot))

    def _shown(self, panel: TagPanel) -> TagSquare:
        """Return the square of a face's tag on the service's card."""
        drawn, spot, cut = panel.scaled(self.card.scale), self.card.spot.rect, self.card.cut
        x, y = spot.x - cut.x + drawn.square.x, spot.y - cut.y + drawn.square.y
        return TagSquare(x, y, drawn.symbol)
