"""Label sheets as data (`templates/sheets/labels.toml`): positions of labels, size of tags."""

from __future__ import annotations

from functools import cache
from math import ceil

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Key, Strict, read_toml
from printkit.errors import UsageError
from printkit.pdf.geometry import Rect
from printkit.pdf.tags import TagPanel
from printkit.sheets.papers import paper
from rules import Message
from rules.messages.message import Text

EDGE = 1.0
"""White around a tag's frame that must be within the label, mm."""
_LEAST = 12.0
"""The smallest symbol that is printed, mm: 0.57 per module."""


class LabelSheet(Strict):
    """One format: equal labels in rows and columns, mm."""

    names: list[str]
    version: int = Field(ge=1)
    paper: str
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    columns: int = Field(ge=1)
    rows: int = Field(ge=1)
    left: float = Field(ge=0)
    top: float = Field(ge=0)
    across: float = Field(gt=0)
    down: float = Field(gt=0)

    @property
    def per_page(self) -> int:
        """Number of labels on a sheet."""
        return self.columns * self.rows

    def label(self, index: int) -> Rect:
        """Return label `index` of a page, in reading order."""
        row, column = divmod(index, self.columns)
        return Rect(
            self.left + column * self.across, self.top + row * self.down, self.width, self.height
        )

    def panel(self) -> TagPanel:
        """Return the largest tag, up to full size, that fits the label; raises `UsageError`."""
        whole = TagPanel(0, 0)
        side = min(whole.side, self.width - 2 * EDGE, self.height - 2 * EDGE)
        panel = TagPanel.whole(0, 0, side)
        if panel.symbol < _LEAST:
            least = ceil(_LEAST / whole.symbol * whole.side + 2 * EDGE)
            size = f"{self.width:g} × {self.height:g}"
            raise UsageError(Message("print.small_labels", size=size, least=str(least)))
        return panel


class _Labels(Strict):
    label: dict[str, LabelSheet]

    def faults(self) -> list[tuple[Key, Text]]:
        """Return formats whose last label is off the paper, or whose labels overlap."""
        found: list[tuple[Key, Text]] = []
        for name, entry in self.label.items():
            _, size = paper(entry.paper)
            last = entry.label(entry.per_page - 1)
            if last.right > size.width + 0.01 or last.bottom > size.height + 0.01:
                found.append((("label", name), Message("print.label_off", paper=entry.paper)))
            if entry.across < entry.width - 1e-6 or entry.down < entry.height - 1e-6:
                found.append((("label", name), Message("print.labels_overlap")))
        return found


@cache
def label_sheets() -> dict[str, LabelSheet]:
    """Return the known formats; raises `TemplateFaults`."""
    return read_toml(TEMPLATES / "sheets" / "labels.toml", _Labels).label
