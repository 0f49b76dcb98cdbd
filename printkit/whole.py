"""A game printed whole: cards, mat, reference cards, rulebook, and what is built from paper.

Every part is what its own command prints, with the same names, so that one part can be printed
again by itself. Parts are made one after the other; what is written stays if a later one fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from printkit.cards import CardJob, prepare, print_cards
from printkit.craft.job import print_craft
from printkit.craft.order import CraftJob
from printkit.mat_sheets import MatJob, print_mat
from printkit.mats import usual_mat
from printkit.pieces import load_pieces
from printkit.reference import ReferenceJob, print_reference
from printkit.reference_data import load_reference
from printkit.rulebook import BookJob, print_book
from printkit.template import Dress
from rules import load_catalog

__all__ = ["Part", "WholeJob", "parts"]


@dataclass(frozen=True, slots=True)
class WholeJob:
    """What is asked for; `mat_paper` "sheet" is one large sheet, else the paper of its tiles."""

    game: str
    lang: str = "en"
    paper: str = "A4"
    mat: str = ""
    mat_paper: str = "sheet"
    style: Dress = "full"
    small: bool = False
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a game: its name, and what prints it (the files written and sheets of paper)."""

    name: str
    print: Callable[[], tuple[tuple[Path, ...], int]]


def parts(job: WholeJob) -> tuple[Part, ...]:
    """The parts of a game in the order they are printed; raises the errors of `rules`."""
    return tuple(_parts(job))


def _parts(job: WholeJob) -> Iterator[Part]:
    catalog = load_catalog(job.game)
    yield Part("cards", partial(_cards, job))
    if mat := job.mat or usual_mat(catalog):
        yield Part("mat", partial(_mat, job, mat))
    if load_reference(job.game) is not None:
        yield Part("reference", partial(_reference, job))
    yield Part("rulebook", partial(_book, job))
    for built in load_pieces(job.game).built:
        yield Part(built.thing, partial(_craft, job, built.thing))
    decks = prepare(CardJob(job.game, lang=job.lang, art=False)).decks.values()
    for deck in dict.fromkeys(decks):
        if deck in catalog.decks:
            yield Part("box", partial(_craft, job, "box", deck=deck))


def _cards(job: WholeJob) -> tuple[tuple[Path, ...], int]:
    found = print_cards(
        CardJob(
            job.game,
            lang=job.lang,
            paper=job.paper,
            style=job.style,
            small=job.small,
            out=job.out,
        )
    )
    return (found.pdf, found.manifest), found.sheets


def _mat(job: WholeJob, mat: str) -> tuple[tuple[Path, ...], int]:
    found = print_mat(
        MatJob(
            job.game,
            mat,
            job.mat_paper,
            lang=job.lang,
            style=job.style,
            out=job.out,
            small=job.small,
        )
    )
    return (found.pdf, found.manifest), found.pages


def _reference(job: WholeJob) -> tuple[tuple[Path, ...], int]:
    found = print_reference(
        ReferenceJob(job.game, job.lang, job.paper, style=job.style, out=job.out)
    )
    return (found.pdf,), found.sheets


def _book(job: WholeJob) -> tuple[tuple[Path, ...], int]:
    paper = "A4" if job.paper == "A3" else job.paper  # booklets are A4 or Letter
    found = print_book(BookJob(job.game, job.lang, paper, style=job.style, out=job.out))
    return (found.pdf,), found.sheets


def _craft(job: WholeJob, what: str, *, deck: str = "") -> tuple[tuple[Path, ...], int]:
    found = print_craft(
        CraftJob(
            what,
            job.game,
            job.lang,
            job.paper,
            style=job.style,
            deck=deck,
            small=job.small,
            out=job.out,
        )
    )
    return (found.pdf,), found.pages
