"""The real sheets, printed as if the black frames of their tags were white."""

from __future__ import annotations

import numpy as np

from companion.simulator.textures import PaperShop, Texture
from companion.vision.reader.symbol import MODULES
from rules.records.manifest import TagSquare

_SMEAR_MM = 0.2
"""Width, in mm, by which a raster's blurred edges extend beyond the frame."""
_WHITE = 250


class UnframedShop(PaperShop):
    """Textures of fronts and backs without tag frames; mats keep their frames."""

    def front(self, tag: str) -> Texture:
        """Return the front of the card with this tag, without the tag's frame."""
        return self._without_frame(super().front(tag), self.cards[tag].square)

    def back(self, tag: str) -> Texture:
        """Return the card's back without a tag frame, or plain paper if the print has no back."""
        card = self.cards[tag]
        backs = (back for sheet in self.manifests for back in sheet.backs)
        square = next((b.square for b in backs if b.owner == card.owner), None)
        side = super().back(tag)
        return side if square is None or card.back is None else self._without_frame(side, square)

    def _without_frame(self, side: Texture, square: TagSquare) -> Texture:
        symbol = self.manifests[0].symbol
        scale = side.image.shape[1] / side.width_mm
        quiet = symbol.quiet_modules * square.size_mm / MODULES
        image = side.image.copy()

        def around(room: float) -> tuple[slice, slice]:
            ends = ((at - room, at + square.size_mm + room) for at in (square.y_mm, square.x_mm))
            down, along = (slice(max(round(a * scale), 0), round(b * scale)) for a, b in ends)
            return down, along

        inner = around(quiet - _SMEAR_MM)
        kept = np.array(image[inner])
        image[around(quiet + symbol.frame_mm + _SMEAR_MM)] = _WHITE
        image[inner] = kept
        return Texture(image, side.width_mm, side.height_mm)
