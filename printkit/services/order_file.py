"""The order file that the tool MPC Autofill reads to fill in an order at MakePlayingCards.

The file names a picture for every slot of the order, front and back; paths are relative to the
file. A shop sells decks in fixed steps, so the bracket is the least step that holds all cards.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final
from xml.etree import ElementTree as ET

_BRACKETS: Final = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards at which the shop's price changes; the last is the most in one order."""
_STOCK: Final = "(S30) Standard Smooth"
MOST_CARDS: Final = _BRACKETS[-1]


def order_file(fronts: Sequence[str], backs: Sequence[str]) -> bytes:
    """Return the order of these pictures; each front has the back at the same position."""
    root = ET.Element("order")
    details = ET.SubElement(root, "details")
    bracket = next(size for size in _BRACKETS if size >= len(fronts))
    for key, value in (
        ("quantity", str(len(fronts))),
        ("bracket", str(bracket)),
        ("stock", _STOCK),
        ("foil", "false"),
    ):
        ET.SubElement(details, key).text = value
    usual = max(dict.fromkeys(backs), key=backs.count)
    _list(root, "fronts", _slots(fronts))
    others = {name: at for name, at in _slots(backs).items() if name != usual}
    if others:
        _list(root, "backs", others)
    ET.SubElement(root, "cardback").text = usual
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _slots(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the positions of each picture in the order."""
    found: dict[str, list[int]] = {}
    for slot, name in enumerate(names):
        found.setdefault(name, []).append(slot)
    return found


def _list(root: ET.Element, side: str, pictures: Mapping[str, Sequence[int]]) -> None:
    """Add the pictures of one side, each with the slots that show it."""
    parent = ET.SubElement(root, side)
    for name, slots in pictures.items():
        card = ET.SubElement(parent, "card")
        ET.SubElement(card, "id").text = name
        ET.SubElement(card, "slots").text = ",".join(map(str, slots))
        ET.SubElement(card, "name").text = PurePosixPath(name).name
