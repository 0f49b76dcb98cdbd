"""The functions that other programs print with; importing them loads no heavy library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printkit.books.reference.cards import PrintedReference
    from printkit.books.rulebook.book import PrintedBook
    from printkit.cards.write import Printed
    from printkit.craft.job import PrintedCraft
    from printkit.mats.sheets import PrintedMat
    from printkit.template.card_template import Dress
    from printkit.template.findings import Report


def print_cards(
    game: str,
    *,
    decks: Mapping[str, str] | None = None,
    owner: str = "all",
    lang: str = "en",
    paper: str = "A4",
    style: Dress = "full",
    pictures: bool = True,
    controls: bool = True,
    small: bool = False,
    out: Path | str = "out",
) -> Printed:
    """Print decks with their backs and control cards: a PDF and its manifest.

    `decks` gives an owner's deck, by name or as a list file; other owners get the game's own.
    Raise `PrintError` or `RulesError` if the game, the deck or the paper does not allow it.

    >>> printed = print_cards("yggdrasil", owner="sun", pictures=False)
    >>> printed.pdf.name, printed.cards
    ('yggdrasil-cards-orchard-sun-en-plain.pdf', 21)
    >>> printed.manifest.name
    'yggdrasil-cards-orchard-sun-en-plain.manifest.json'
    """
    from printkit.cards.job import CardJob  # noqa: PLC0415 - loads the PDF library
    from printkit.cards.write import print_cards as write  # noqa: PLC0415 - (same)

    return write(
        CardJob(
            game,
            dict(decks or {}),
            owner=owner,
            lang=lang,
            paper=paper,
            style=style,
            art=pictures,
            controls=controls,
            small=small,
            out=Path(out),
        )
    )


def print_mat(
    game: str,
    mat: str = "",
    *,
    lang: str = "en",
    paper: str = "sheet",
    style: Dress = "full",
    maze: str = "",
    small: bool = False,
    out: Path | str = "out",
) -> PrintedMat:
    """Print a mat as one large sheet, or as tiles of a paper: a PDF and its manifest.

    `mat` "" is the game's usual mat; `maze` is the seed of a maze to print on it.

    >>> printed = print_mat("yggdrasil", paper="A4", style="ink")
    >>> printed.mat, printed.cells, printed.pages
    ('4x5', 26, 9)
    """
    from printkit.mats.sheets import MatJob  # noqa: PLC0415 - loads the PDF library
    from printkit.mats.sheets import print_mat as write  # noqa: PLC0415 - (same)

    return write(
        MatJob(
            game,
            mat,
            paper=paper,
            lang=lang,
            style=style,
            out=Path(out),
            small=small,
            maze=maze,
        )
    )


def print_rulebook(
    game: str,
    *,
    lang: str = "en",
    paper: str = "A4",
    booklet: bool = True,
    style: Dress = "full",
    out: Path | str = "out",
) -> PrintedBook:
    """Print the rulebook, every clause as the referee cites it.

    `booklet` arranges two pages per side, to be folded and stapled.

    >>> printed = print_rulebook("yggdrasil", booklet=False)
    >>> printed.pdf.name, printed.clauses
    ('yggdrasil-rulebook-en-pages.pdf', 66)
    """
    from printkit.books.rulebook.book import BookJob, print_book  # noqa: PLC0415 - (same)

    return print_book(BookJob(game, lang, paper, booklet, style, Path(out)))


def print_reference(
    game: str,
    *,
    lang: str = "en",
    paper: str = "A4",
    style: Dress = "full",
    players: int = 0,
    out: Path | str = "out",
) -> PrintedReference:
    """Print reference cards for `players`; 0 means one set per seat.

    >>> print_reference("yggdrasil").cards
    4
    """
    from printkit.books.reference.cards import ReferenceJob  # noqa: PLC0415 - (same)
    from printkit.books.reference.cards import print_reference as write  # noqa: PLC0415 - (same)

    job = ReferenceJob(game, lang, paper, style=style, players=players, out=Path(out))
    return write(job)


def print_craft(
    thing: str,
    game: str = "",
    *,
    lang: str = "en",
    paper: str = "A4",
    style: Dress = "full",
    copies: int = 0,
    small: bool = False,
    out: Path | str = "out",
) -> PrintedCraft:
    """Print something to build from paper: a box, dice, counters, a phone stand.

    `thing` is a word of `printkit craft`; `copies` 0 means as many as the game needs.

    >>> print_craft("d6").pieces
    2
    """
    from printkit.craft.job import print_craft as write  # noqa: PLC0415 - (same)
    from printkit.craft.order import CraftJob  # noqa: PLC0415 - (same)

    return write(
        CraftJob(
            thing,
            game,
            lang=lang,
            paper=paper,
            style=style,
            copies=copies,
            small=small,
            out=Path(out),
        )
    )


def check_game(
    game: str, *, decks: Mapping[str, str] | None = None, lang: str = "en", style: Dress = "full"
) -> Report:
    """Return every finding about a game's cards, before paper is spent.

    Without `decks` the cards that are in no deck are checked, too.

    >>> report = check_game("yggdrasil")
    >>> [finding.code for finding in report.findings if finding.severity != "note"]
    []
    """
    from printkit.cards.job import CardJob  # noqa: PLC0415 - (same)
    from printkit.preflight import GameCheck  # noqa: PLC0415 - (same)
    from printkit.preflight import check_game as check  # noqa: PLC0415 - (same)

    job = CardJob(game, dict(decks or {}), lang=lang, style=style, pool=not decks)
    return check(GameCheck(job))


def check_pdf(pdf: Path | str) -> Report:
    """Return every finding about a PDF: fonts, boxes, inks, and the manifest next to it.

    >>> printed = print_reference("yggdrasil")
    >>> [finding.code for finding in check_pdf(printed.pdf).findings]
    ['pages']
    """
    from printkit.preflight import check_pdf as check  # noqa: PLC0415 - (same)

    return check(Path(pdf))


def preview(
    game: str,
    faces: Sequence[str] = (),
    *,
    lang: str = "en",
    style: Dress = "full",
    dpi: float = 150.0,
    proof: bool = False,
    out: Path | str = "out",
) -> list[Path]:
    """Write pictures of cards as they would be printed; return their paths.

    `faces` are card ids, `back` or a control card's name; without them every face is drawn.
    `proof` adds the lines of trim, bleed and safe zone.

    >>> [path.name for path in preview("yggdrasil", ["y03"])]
    ['y03-sun.png']
    """
    from printkit.cards.job import CardJob  # noqa: PLC0415 - (same)
    from printkit.export.preview import PreviewJob  # noqa: PLC0415 - (same)
    from printkit.export.preview import preview as draw  # noqa: PLC0415 - (same)

    job = CardJob(game, lang=lang, style=style)
    return draw(PreviewJob(job, only=tuple(faces), dpi=dpi, proof=proof, out=Path(out)))
