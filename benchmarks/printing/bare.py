"""The least that a program needs for sheets of cards: bare reportlab, with a tag for each card.

    python benchmarks/printing/bare.py COPIES FILE

Prints each card of The Yggdrasil's Japanese data COPIES times: name, text in lines cut by width,
number, and a QR symbol drawn as rectangles, nine cards to an A4 page. `cost.py` compares with it.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parents[2]
MM = 72 / 25.4
CARD = (54 * MM, 90 * MM)


def fill(width: float, text: str, size: float) -> list[str]:
    """Return lines of a text, cut where it exceeds a width."""
    lines = [""]
    for letter in text:
        if pdfmetrics.stringWidth(lines[-1] + letter, "face", size) > width:
            lines.append("")
        lines[-1] += letter
    return lines


def main() -> None:
    """Print the cards."""
    count, target = int(sys.argv[1]), sys.argv[2]
    font = ROOT / "templates" / "fonts" / "NotoSansJP-Regular.ttf"
    pdfmetrics.registerFont(TTFont("face", str(font)))
    with (ROOT / "card_data/yggdrasil/cards.csv").open(encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    canvas = Canvas(target, pagesize=(210 * MM, 297 * MM), invariant=1, pageCompression=1)
    for n in range(count):
        card, place = cards[n % len(cards)], n % 9
        if n and place == 0:
            canvas.showPage()
        canvas.saveState()
        canvas.translate(20 * MM + place % 3 * CARD[0], 10 * MM + place // 3 * CARD[1])
        canvas.rect(0, 0, *CARD)
        canvas.setFont("face", 9)
        canvas.drawString(4 * MM, 80 * MM, card["name_ja"])
        canvas.setFont("face", 6)
        for k, line in enumerate(fill(22 * MM, card.get("text_ja") or "", 6)):
            canvas.drawString(28 * MM, 30 * MM - k * 7, line)
        widget: Any = QrCodeWidget(f"YGG{n:07d}", barLevel="H")
        widget.qr.make()
        side = widget.qr.getModuleCount()
        step = 16 * MM / side
        for row in range(side):
            for column in range(side):
                if widget.qr.isDark(row, column):
                    x, y = 4 * MM + column * step, 10 * MM + row * step
                    canvas.rect(x, y, step, step, stroke=0, fill=1)
        canvas.restoreState()
    canvas.save()


if __name__ == "__main__":
    main()
