"""Looks up rules by number, name, card or question, and explains refusals.

`load_lookup()` returns a `Lookup`; `Lookup.search` finds `Hit`s; `ask` judges an action in a
position. The package uses no camera and writes no output.
"""

from companion.lookup.boards import BoardCell, ExampleBoard, board_of
from companion.lookup.drawing import board_svg, board_text
from companion.lookup.lookup import Lookup, load_lookup
from companion.lookup.plain_data import answer_data, hit_data, page_data
from companion.lookup.values import CardPage, ClausePage, Example, Hit, HitKind, MatchKind
from companion.lookup.whynot import Answer, Remedy, RemedyChange, ask

__all__ = [
    "Answer",
    "BoardCell",
    "CardPage",
    "ClausePage",
    "Example",
    "ExampleBoard",
    "Hit",
    "HitKind",
    "Lookup",
    "MatchKind",
    "Remedy",
    "RemedyChange",
    "answer_data",
    "ask",
    "board_of",
    "board_svg",
    "board_text",
    "hit_data",
    "load_lookup",
    "page_data",
]
