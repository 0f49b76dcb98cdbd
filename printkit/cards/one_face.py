"""One face per page: every card, back, control card and token of a run, with its bleed.

The faces are the same as on home-printed sheets, but drawn one by one for previews, print services
and measurements. A page is as large as the face's trim and its bleed; coordinates are those of
`printkit.pdf.geometry` (mm, origin top left, y down).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from printkit.cards.control_cards import SetControl
from printkit.cards.face_drawing import draw_face
from printkit.cards.faces import SetCard
from printkit.cards.job import CardJob
from printkit.cards.layout import CardLayout, lay_out_cards
from printkit.cards.pieces import CONTROL
from printkit.cards.plan import plan_cards
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.cards.tokens import SetToken
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


def load_faces(job: CardJob, scale: float = 1.0, *, shown: bool = False) -> CardLayout:
    """Set all faces of a job at `scale`. Raises the same errors as `print_cards`.

    With `shown`, faces with errors that can be shown in red are returned, too.
    """
    return lay_out_cards(plan_cards(job), scale).checked(shown=shown)


def faces_of(layout: CardLayout, *kinds: Kind) -> list[SingleFace]:
    """Return a layout's faces of these kinds, or all of them."""
    template = layout.plan.template
    size, front, back = template.size, template.front_panel, template.back_panel
    faces = [SingleFace("card", card, size, front) for card in layout.fronts]
    faces += [SingleFace("back", card, size, back) for card in layout.backs.values()]
    faces += [SingleFace("control", item, CONTROL, item.panel) for item in layout.controls]
    faces += [
        SingleFace("token", item, item.item.trim, item.item.panel if item.item.tagged else None)
        for item in layout.tokens
    ]
    return [face for face in faces if not kinds or face.kind in kinds]


def different(layout: CardLayout) -> list[SingleFace]:
    """Return each distinct face once, because copies of a card differ only in their tags."""
    found: dict[str, SingleFace] = {}
    for face in faces_of(layout):
        found.setdefault(face.label, face)
    return list(found.values())


def draw_page(sheets: Sheets, layout: CardLayout, face: SingleFace) -> None:
    """Draw a face on its own page, with trim and bleed as page boxes."""
    trim, bleed = face.size.scaled(layout.scale), layout.bleed
    size = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    spot = FaceSpot(Rect(bleed, bleed, trim.width, trim.height))
    whole = Rect(0, 0, size.width, size.height)
    with sheets.page(size, spot.rect, whole):
        draw_face(sheets, layout, face.item, spot, whole)


def empty_sheets(layout: CardLayout, *, sealed: bool = False) -> Sheets:
    """Return an empty document for these faces."""
    plan, trim = layout.plan, layout.plan.template.size.scaled(layout.scale)
    size = f"{trim.width:g} × {trim.height:g} mm"
    return Sheets(
        plan.catalog.names[plan.lang],
        plan.fonts,
        mono=plan.paper.mono,
        sealed=sealed,
        subject=file_subject(Message("sheet.file_cards").render(plan.lang), size, plan.lang),
        author=plan.catalog.author,
    )
