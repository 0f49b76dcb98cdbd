"""One face per page: every card, back, control card and token of a run, with its bleed.

The faces are the same as on home-printed sheets, but drawn one by one for previews, print services
and measurements. A page is as large as the face's trim and its bleed; coordinates are those of
`printkit.pdf.geometry` (mm, origin top left, y down).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from printkit.cards.control_cards import CONTROL, SetControl, draw_control
from printkit.cards.faces import CardFaces, SetCard
from printkit.cards.job import CardJob, CardRun, prepare
from printkit.cards.plan import PlannedPiece
from printkit.cards.tokens import SetToken, draw_token
from printkit.pdf.canvas import Sheets
from printkit.pdf.geometry import FaceSpot, Rect, Size
from printkit.pdf.tags import TagPanel
from printkit.template.card_template import SHARED
from printkit.template.words import file_subject
from rules import Message

Kind = Literal["card", "back", "control", "token"]


@dataclass(frozen=True, slots=True)
class SingleFace:
    """One face to be drawn; `size` is its trim at full size, in mm."""

    kind: Kind
    item: SetCard | SetControl | SetToken
    size: Size
    panel: TagPanel | None

    @property
    def piece(self) -> PlannedPiece:
        """The card or token on the face, with its owner and tag."""
        return self.item.piece

    @property
    def label(self) -> str:
        """The face's label without a copy number, such as `y03-sun` or `control-ready`."""
        piece = self.piece
        words: list[str] = [self.kind] if self.kind in ("control", "token") else []
        words += [piece.id] if piece.id else []
        words += [piece.owner] if piece.owner and piece.owner != SHARED else []
        return "-".join(words)

    @property
    def name(self) -> str:
        """The physical piece's name, such as `y03-sun-2`, which is valid in file names."""
        return self.label if self.kind == "back" else f"{self.label}-{self.piece.copy}"

    @property
    def bare(self) -> SingleFace:
        """The same face without its texts, which shows their background."""
        return replace(self, item=replace(self.item, texts=()))


@dataclass(frozen=True, slots=True)
class Singles:
    """All faces of a run, typeset, checked and ready to be drawn at `scale`."""

    run: CardRun
    scale: float
    cards: tuple[SingleFace, ...]
    backs: dict[str, SingleFace]
    controls: tuple[SingleFace, ...]
    tokens: tuple[SingleFace, ...]

    @property
    def bleed(self) -> float:
        """Bleed on paper, in mm."""
        return self.run.template.template.bleed * self.scale

    @property
    def safe(self) -> float:
        """Safe margin inside the trim, mm on paper."""
        return self.run.template.template.safe * self.scale

    def different(self) -> Iterator[SingleFace]:
        """Yield each distinct face once, because copies of a card differ only in their tags."""
        seen: set[str] = set()
        for face in (*self.cards, *self.backs.values(), *self.controls, *self.tokens):
            if face.label not in seen:
                seen.add(face.label)
                yield face

    def draw(self, sheets: Sheets, face: SingleFace, spot: FaceSpot, clip: Rect) -> None:
        """Draw a face at a spot of its size, clipped to `clip`; both are in mm on the page."""
        faces, item = self.run.sheets.faces, face.item
        if isinstance(item, SetControl):
            draw_control(sheets, item, spot, clip, faces.style, self.scale)
        elif isinstance(item, SetToken):
            draw_token(sheets, item, spot, clip, self.run.catalog.slug, faces.style, self.scale)
        elif face.kind == "back":
            faces.draw_back(sheets, item, spot, clip)
        else:
            faces.draw_front(sheets, item, spot, clip)

    def page(self, sheets: Sheets, face: SingleFace) -> None:
        """Draw a face on its own page, with trim and bleed as page boxes."""
        size, spot, whole = self.sheet_of(face)
        with sheets.page(size, spot.rect, whole):
            self.draw(sheets, face, spot, whole)

    def sheet_of(self, face: SingleFace) -> tuple[Size, FaceSpot, Rect]:
        """Return a face's own page: its size, the position of the trim, and the bleed box."""
        trim, bleed = face.size.scaled(self.scale), self.bleed
        size = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
        spot = FaceSpot(Rect(bleed, bleed, trim.width, trim.height))
        return size, spot, Rect(0, 0, size.width, size.height)

    def sheets(self, *, sealed: bool = False) -> Sheets:
        """Return an empty document for these faces."""
        held = self.run.sheets
        catalog, lang = self.run.catalog, self.run.lang
        return Sheets(
            catalog.names[lang],
            held.fonts,
            mono=held.paper.mono,
            sealed=sealed,
            subject=file_subject(Message("sheet.file_cards").render(lang), self._trim, lang),
            author=catalog.author,
        )

    @property
    def _trim(self) -> str:
        """The card size as text for a file's metadata."""
        trim = self.run.template.size.scaled(self.scale)
        return f"{trim.width:g} × {trim.height:g} mm"


def load_singles(job: CardJob, scale: float = 1.0) -> Singles:
    """Set all faces of a job at `scale`. Raises the same errors as `print_cards`."""
    run = prepare(job)
    sheets = run.sheets
    style = sheets.faces.style
    sheets.faces = CardFaces(
        run.catalog, run.template, sheets.fonts, style, art=job.art, scale=scale
    )
    sheets.set_all()
    return singles_of(run, scale)


def singles_of(run: CardRun, scale: float) -> Singles:
    """Return the faces of a run that is already typeset."""
    template, sheets = run.template, run.sheets
    front, back = template.front_panel, template.back_panel
    return Singles(
        run,
        scale,
        tuple(SingleFace("card", card, template.size, front) for card in sheets.fronts),
        {
            owner: SingleFace("back", card, template.size, back)
            for owner, card in sheets.backs.items()
        },
        tuple(SingleFace("control", item, CONTROL, item.panel) for item in sheets.controls),
        tuple(
            SingleFace("token", item, item.item.trim, item.item.panel if item.item.tagged else None)
            for item in sheets.tokens
        ),
    )
