"""A whole game: cards, mat, reference cards, books, and objects to build from paper.

Every part is printed as its own command prints it, to files with the same names, so that it can be
reprinted separately. Parts are printed one after the other; files already written remain if a
later part fails.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from printkit.books.learn.data import load_learn_book
from printkit.books.reference.cards import ReferenceJob, print_reference
from printkit.books.reference.data import load_reference
from printkit.books.rulebook.book import BookJob, BookKind, booklet_paper, print_book
from printkit.cards.job import CardJob
from printkit.cards.pieces import load_pieces
from printkit.cards.write import print_cards
from printkit.craft.box_dress import boxes
from printkit.craft.job import print_craft
from printkit.craft.order import CraftJob
from printkit.mats.mat import load_mat, usual_mat
from printkit.mats.sheets import SHEET, MatJob, print_mat
from printkit.pdf.geometry import Duplex, Size
from printkit.sheets.papers import SMALL, paper


@dataclass(frozen=True, slots=True)
class WholeJob:
    """A request for a whole game: its cards, and its mat.

    `mat_paper` is "sheet" for one large sheet, or the paper size of tiles.
    """

    cards: CardJob
    mat: str = ""
    mat_paper: str = "sheet"


@dataclass(frozen=True, slots=True)
class Made:
    """The written files, and the number of sheets for a home printer.

    `shop` is the size of a sheet that is too large for a home printer, in mm.
    """

    files: tuple[Path, ...]
    sheets: int
    shop: Size | None = None


@dataclass(frozen=True, slots=True)
class GamePart:
    """One part of a game: its name, and the function that prints it."""

    name: str
    print: Callable[[], Made]


def parts(job: WholeJob) -> tuple[GamePart, ...]:
    """Return the parts of a game in printing order; raise `RulesError` if its data is faulty."""
    cards, game = job.cards, job.cards.game
    found = [GamePart("cards", partial(_cards, cards))]
    if mat := job.mat or usual_mat(game):
        found.append(GamePart("mat", partial(_mat, cards, mat, job.mat_paper)))
    if load_reference(game) is not None:
        found.append(GamePart("reference", partial(_reference, cards)))
    if load_learn_book(game) is not None:
        found.append(GamePart("learn", partial(_book, cards, "learn")))
    found.append(GamePart("rulebook", partial(_book, cards, "rulebook")))
    for built in load_pieces(game).built:
        on = job.mat if built.on_mat else ""
        found.append(GamePart(built.thing, partial(_craft, cards, built.thing, mat=on)))
    for deck, owners in boxes(game, cards.decks).items():
        found.append(GamePart("box", partial(_craft, cards, "box", deck=deck, owners=owners)))
    return tuple(found)


def _cards(job: CardJob) -> Made:
    found = print_cards(job)
    return Made((found.pdf, found.manifest), found.sheets)


def _mat(job: CardJob, mat: str, on: str) -> Made:
    size = load_mat(job.game, mat).scaled(SMALL if job.small else 1.0).size
    found = print_mat(
        MatJob(job.game, mat, on, lang=job.lang, style=job.style, out=job.out, small=job.small)
    )
    files = (found.pdf, found.manifest)
    return Made(files, found.pages) if on != SHEET or _at_home(job, size) else Made(files, 0, size)


def _at_home(job: CardJob, size: Size) -> bool:
    """Return whether a sheet is no larger than the paper of the other parts."""
    _, own = paper(job.sheet.paper)
    pairs = zip(sorted((size.width, size.height)), sorted((own.width, own.height)), strict=True)
    return all(side <= most + 0.1 for side, most in pairs)


def _reference(job: CardJob) -> Made:
    duplex = Duplex.NONE if job.sheet.duplex is Duplex.FOLD else job.sheet.duplex
    found = print_reference(
        ReferenceJob(job.game, job.lang, job.sheet.paper, duplex, style=job.style, out=job.out)
    )
    return Made((found.pdf,), found.sheets)


def _book(job: CardJob, kind: BookKind) -> Made:
    named = booklet_paper(job.sheet.paper)
    found = print_book(BookJob(job.game, job.lang, named, style=job.style, out=job.out, kind=kind))
    return Made((found.pdf,), found.sheets)


def _craft(
    job: CardJob, what: str, *, deck: str = "", mat: str = "", owners: tuple[str, ...] = ()
) -> Made:
    asked = CraftJob(what, job.game, job.lang, job.sheet.paper, job.style, deck, owners, mat=mat)
    found = print_craft(replace(asked, small=job.small, out=job.out))
    return Made((found.pdf,), found.pages)
