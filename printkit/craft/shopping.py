"""A game's shopping list: sheets by kind, sleeves, tools and time.

All parts are laid out as by the printing commands, in a temporary folder, so the numbers match the
actual prints.
"""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from printkit.books.learn.data import load_learn_book
from printkit.books.reference.cards import ReferenceJob, print_reference
from printkit.books.reference.data import load_reference
from printkit.books.rulebook.book import BookJob, booklet_paper, print_book
from printkit.cards.draw import draw_cards
from printkit.cards.job import CardJob, SheetOptions
from printkit.cards.layout import lay_out_cards
from printkit.cards.pieces import load_pieces
from printkit.cards.plan import plan_cards
from printkit.craft.box_dress import boxes
from printkit.craft.job import plan_craft
from printkit.craft.order import CraftJob, load_craft
from printkit.data.toml_source import choose
from printkit.mats.mat import load_mat, usual_mat
from printkit.mats.sheets import MatJob, print_mat
from printkit.pdf.fonts import LANGUAGES
from printkit.sheets.papers import paper as known_paper
from printkit.template.words import mat_title, part_name
from rules import Catalog, Message, load_catalog

Stock = Literal["card", "paper"]
_PACK = 50
"""Number of sleeves in a pack."""
_TOOLS = ("knife", "glue", "pen")


@dataclass(frozen=True, slots=True)
class ShoppingItem:
    """Sheets for one part of the game: their number, their stock, and the number of pieces."""

    part: str
    stock: Stock
    sheets: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Shopping:
    """A shopping list; `sleeves` is the number of cards to sleeve, each of size `card` in mm."""

    game: str
    name: str
    lang: str
    paper: str
    entries: tuple[ShoppingItem, ...]
    sleeves: int
    card: tuple[float, float]
    mat: str
    mat_size: tuple[float, float]
    minutes: int

    @property
    def sheets(self) -> int:
        """Total number of sheets."""
        return sum(entry.sheets for entry in self.entries)

    def of(self, stock: Stock) -> int:
        """Return the number of sheets of one stock."""
        return sum(entry.sheets for entry in self.entries if entry.stock == stock)

    def data(self) -> dict[str, Any]:
        """Return the list as JSON data."""
        return {
            "game": self.game,
            "paper": self.paper,
            "sheets": {"card": self.of("card"), "paper": self.of("paper"), "all": self.sheets},
            "parts": [asdict(entry) for entry in self.entries],
            "sleeves": self.sleeves,
            "card_mm": list(self.card),
            "mat": self.mat,
            "mat_mm": list(self.mat_size),
            "tools": list(_TOOLS),
            "minutes": self.minutes,
        }

    def lines(self) -> Iterator[str]:
        """Yield the list as readable lines, in its language."""
        lang = self.lang
        yield Message("sheet.shop_title", game=self.name).render(lang)
        for stock in ("card", "paper"):
            count = self.of(stock)
            if not count:
                continue
            yield Message(f"sheet.shop_{stock}", n=count, paper=self.paper).render(lang)
            for entry in self.entries:
                if entry.stock == stock:
                    yield "  " + Message(
                        "sheet.shop_part",
                        part=part_name(entry.part),
                        n=entry.sheets,
                        paper=self.paper,
                        pieces=entry.pieces,
                    ).render(lang)
        size = dict(zip(("width", "height"), (f"{side:g}" for side in self.card), strict=True))
        packs = math.ceil(self.sleeves / _PACK)
        yield Message("sheet.shop_sleeves", n=self.sleeves, packs=packs, **size).render(lang)
        if self.mat:
            width, height = (f"{side:g}" for side in self.mat_size)
            title = mat_title(self.game, self.mat, lang)
            yield Message("sheet.shop_mat", mat=title, width=width, height=height).render(lang)
        for tool in _TOOLS:
            yield Message(f"sheet.shop_{tool}").render(lang)
        hours, minutes = divmod(self.minutes, 60)
        yield Message("sheet.told_stock", sheets=self.sheets, paper=self.paper).render(lang)
        if hours:
            yield Message("sheet.shop_time", hours=hours, minutes=f"{minutes:02d}").render(lang)
        else:
            yield Message("sheet.shop_minutes", minutes=minutes).render(lang)


def shopping_list(game: str, lang: str, paper: str = "A4", mat: str = "") -> Shopping:
    """Plan a whole game and count its sheets; raise `PrintError` or `RulesError` if that fails."""
    catalog = load_catalog(game)
    lang = choose("language", lang, LANGUAGES)
    name, _ = known_paper(paper)
    plan = plan_cards(CardJob(game, lang=lang, sheet=SheetOptions(name), art=False))
    cards, count = draw_cards(lay_out_cards(plan)), len(plan.pieces.cards)
    extras = len(plan.pieces.controls) + len(plan.pieces.tokens)
    entries = [ShoppingItem("cards", "card", cards.sheets, count + extras)]
    chosen = mat or usual_mat(game)
    size = load_mat(game, chosen).size if chosen else None
    with TemporaryDirectory() as folder:
        entries += _printed(catalog, lang, name, chosen, Path(folder))
    entries += _built(catalog, lang, name, mat)
    parts, minutes = tuple(entries), _minutes(entries)
    card = (plan.template.size.width, plan.template.size.height)
    sheet = (size.width, size.height) if size else (0.0, 0.0)
    return Shopping(
        game, catalog.names[lang], lang, name, parts, count, card, chosen, sheet, minutes
    )


def _printed(
    catalog: Catalog, lang: str, paper: str, mat: str, folder: Path
) -> Iterator[ShoppingItem]:
    """Yield the reference cards, books and mat, as printed by their own commands."""
    game = catalog.slug
    if load_reference(game) is not None:
        cards = print_reference(ReferenceJob(game, lang, paper, out=folder))
        yield ShoppingItem("reference", "card", cards.sheets, cards.cards)
    if booklet_paper(paper) == paper:
        if load_learn_book(game) is not None:
            learn = print_book(BookJob(game, lang, paper, out=folder, kind="learn"))
            yield ShoppingItem("learn", "paper", learn.sheets, 1)
        book = print_book(BookJob(game, lang, paper, out=folder))
        yield ShoppingItem("rulebook", "paper", book.sheets, 1)
    if mat:
        tiles = print_mat(MatJob(game, mat, paper, lang=lang, out=folder))
        yield ShoppingItem("mat", "paper", tiles.pages, 1)


def _built(catalog: Catalog, lang: str, paper: str, mat: str) -> Iterator[ShoppingItem]:
    """Yield the objects to build for this game, and the boxes of its decks."""
    game = catalog.slug
    for built in load_pieces(game).built:
        on = mat if built.on_mat else ""
        found = plan_craft(CraftJob(built.thing, game, lang, paper, mat=on))
        yield ShoppingItem(built.thing, "card", len(found.pages), found.pieces)
    plans = [
        plan_craft(CraftJob("box", game, lang, paper, deck=deck, owners=owners))
        for deck, owners in boxes(game, {}).items()
    ]
    pages, pieces = sum(len(plan.pages) for plan in plans), sum(plan.pieces for plan in plans)
    yield ShoppingItem("box", "card", pages, pieces)


def _minutes(entries: list[ShoppingItem]) -> int:
    """Estimate the minutes of handwork for all pieces, with the times in `craft.toml`."""
    time, seconds = load_craft().time, 0
    for entry in entries:
        match entry.part:
            case "cards" | "reference":
                seconds += entry.pieces * time.cut
            case "mat":
                seconds += entry.sheets * time.tile
            case "learn" | "rulebook":
                seconds += time.staple
            case _:
                seconds += entry.pieces * time.fold
    return round(seconds / 60)
