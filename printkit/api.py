"""The public API, also used by the commands. Importing it does not load the PDF library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal

    from printkit.books.reference.cards import PrintedReference
    from printkit.books.rulebook.book import PrintedBook
    from printkit.cards.write import Printed
    from printkit.craft.job import PrintedCraft
    from printkit.mats.sheets import PrintedMat
    from printkit.template.card_template import Dress
    from printkit.template.findings import Report
    from rules import Fault

    Edge = Literal["long", "short", "fold", "none"]
    Progress = Callable[[int, int], None]


def print_cards(
    game: str,
    *,
    decks: Mapping[str, str] | None = None,
    owner: str = "all",
    lang: str = "en",
    paper: str = "A4",
    duplex: Edge = "long",
    style: Dress = "full",
    pictures: bool = True,
    controls: bool = True,
    deck_number: int | None = None,
    small: bool = False,
    split: bool = False,
    printer: str = "",
    gutter: float = 0.0,
    out: Path | str = "out",
) -> Printed:
    """Print decks with their backs and control cards to a PDF and its manifest.

    `decks` maps an owner to a deck, by name or as a list file; other owners get the game's default.
    `duplex` is the edge over which sheets turn, "none" without backs, or "fold" with backs next to
    the fronts. `split` writes the backs to a separate file. `printer` is a printer measured by
    `printkit calibrate`; `gutter` is the space between cards, in mm. `deck_number` is encoded in
    the tags. Raises `PrintError` or `RulesError` if the game, the deck or the paper does not allow
    the print.

    >>> printed = print_cards("yggdrasil", owner="sun", pictures=False)
    >>> printed.pdf.name, printed.cards
    ('yggdrasil-cards-orchard-sun-en-plain.pdf', 21)
    >>> printed.manifest.name
    'yggdrasil-cards-orchard-sun-en-plain.manifest.json'
    """
    from printkit.cards.job import CardJob, SheetOptions  # noqa: PLC0415 - loads the PDF library
    from printkit.cards.write import print_cards as write  # noqa: PLC0415 - (same)
    from printkit.pdf.geometry import Duplex  # noqa: PLC0415 - (same)

    return write(
        CardJob(
            game,
            dict(decks or {}),
            owner=owner,
            lang=lang,
            sheet=SheetOptions(paper, Duplex(duplex), split, printer, gutter),
            style=style,
            art=pictures,
            controls=controls,
            deck_number=deck_number,
            small=small,
            out=Path(out),
        )
    )


def print_missing(
    result: Path | str,
    *,
    pieces: Sequence[str] = (),
    lang: str = "",
    paper: str = "",
    duplex: Edge | None = None,
    style: Dress = "full",
    pictures: bool = True,
    split: bool = False,
    printer: str = "",
    gutter: float = 0.0,
    out: Path | str = "out",
) -> list[Printed]:
    """Print the cards that a scan did not find, with new tags: one print per manifest.

    `result` is the file that `companion scan` wrote; `pieces` are lost control cards and tokens.
    `lang`, `paper` and `duplex` default to those of the old print.

    >>> [printed] = print_missing("result.json")
    >>> printed.pdf.name, printed.cards
    ('yggdrasil-cards-orchard-hunt-en-more1.pdf', 1)
    """
    from printkit.cards.job import CardJob, SheetOptions  # noqa: PLC0415 - loads the PDF library
    from printkit.cards.reprint import read_missing  # noqa: PLC0415 - (same)
    from printkit.cards.write import print_cards as write  # noqa: PLC0415 - (same)
    from printkit.pdf.geometry import Duplex  # noqa: PLC0415 - (same)

    found = []
    for reprint in read_missing(Path(result), Path(out), list(pieces)):
        old = reprint.old
        edge = Duplex(duplex or old.duplex)
        job = CardJob(
            old.game,
            lang=lang or old.lang,
            sheet=SheetOptions(paper or old.paper, edge, split, printer, gutter),
            style=style,
            art=pictures,
            controls=False,
            small=old.scale < 1,
            out=Path(out),
        )
        found.append(write(job, reprint))
    return found


def print_mat(
    game: str,
    mat: str = "",
    *,
    lang: str = "en",
    paper: str = "sheet",
    overlap: float = 10.0,
    style: Dress = "full",
    maze: str = "",
    small: bool = False,
    out: Path | str = "out",
) -> PrintedMat:
    """Print a mat as one large sheet, or as tiles on sheets of `paper`, to a PDF and its manifest.

    An empty `mat` is the game's default mat; `maze` is the seed of a maze to print on it.
    `overlap` is the width of the tiles' glue strips, in mm.

    >>> printed = print_mat("yggdrasil", paper="A4", style="ink")
    >>> printed.mat, printed.cells, printed.pages
    ('4x5', 26, 9)
    """
    from printkit.mats.sheets import MatJob  # noqa: PLC0415 - loads the PDF library
    from printkit.mats.sheets import print_mat as write  # noqa: PLC0415 - (same)

    return write(MatJob(game, mat, paper, overlap, lang, style, Path(out), small, maze))


def print_rulebook(
    game: str,
    *,
    lang: str = "en",
    paper: str = "A4",
    booklet: bool = True,
    style: Dress = "full",
    out: Path | str = "out",
) -> PrintedBook:
    """Print the rulebook, with every clause as the referee cites it.

    `booklet` places two pages on each side of a sheet, to be folded and stapled.

    >>> printed = print_rulebook("yggdrasil", booklet=False)
    >>> printed.pdf.name, printed.clauses
    ('yggdrasil-rulebook-en-pages.pdf', 66)
    """
    from printkit.books.rulebook.book import BookJob, print_book  # noqa: PLC0415 - (same)

    return print_book(BookJob(game, lang, paper, booklet, style, Path(out)))


def print_learn(
    game: str,
    *,
    lang: str = "en",
    paper: str = "A4",
    booklet: bool = True,
    style: Dress = "full",
    out: Path | str = "out",
) -> PrintedBook:
    """Print the book from which a game is learnt: set-up, turn and a first round in pictures.

    Its positions are replayed by the rules; `TemplateFaults` lists the examples that no longer
    hold.

    >>> printed = print_learn("jiguan", booklet=False)
    >>> printed.pdf.name, printed.pages
    ('jiguan-learn-en-pages.pdf', 12)
    """
    from printkit.books.rulebook.book import BookJob, print_book  # noqa: PLC0415 - (same)

    return print_book(BookJob(game, lang, paper, booklet, style, Path(out), "learn"))


def print_reference(
    game: str,
    *,
    lang: str = "en",
    paper: str = "A4",
    duplex: Edge = "long",
    style: Dress = "full",
    players: int = 0,
    out: Path | str = "out",
) -> PrintedReference:
    """Print one set of reference cards per player; `players` 0 means one set per seat.

    >>> print_reference("yggdrasil").cards
    4
    """
    from printkit.books.reference.cards import ReferenceJob  # noqa: PLC0415 - (same)
    from printkit.books.reference.cards import print_reference as write  # noqa: PLC0415 - (same)
    from printkit.pdf.geometry import Duplex  # noqa: PLC0415 - (same)

    return write(ReferenceJob(game, lang, paper, Duplex(duplex), style, players, Path(out)))


def print_craft(
    thing: str,
    game: str = "",
    *,
    lang: str = "en",
    paper: str = "A4",
    style: Dress = "full",
    deck: str = "",
    owners: Sequence[str] = (),
    thickness: float | None = None,
    sleeved: bool = False,
    numbers: bool = False,
    mat: str = "",
    small: bool = False,
    copies: int = 0,
    out: Path | str = "out",
) -> PrintedCraft:
    """Print an object to build from paper, such as a box, dice, counters or a phone stand.

    `thing` is an argument of `printkit craft`; `copies` 0 means as many as the game needs. There
    is one box per owner, sized for the cards of `deck`, each `thickness` mm thick and optionally
    `sleeved`. A stand is built from card stock of that thickness. `numbers` prints numbers on
    dice; `mat` is the mat for which counters and walls are made.

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
            deck=deck,
            owners=tuple(owners),
            thickness=thickness,
            sleeved=sleeved,
            numbers=numbers,
            mat=mat,
            small=small,
            copies=copies,
            out=Path(out),
        )
    )


def check_game(
    game: str,
    *,
    decks: Mapping[str, str] | None = None,
    lang: str = "en",
    style: Dress = "full",
    small: bool = False,
    mat: str = "",
    camera: tuple[int, int] | None = None,
    distance: float = 0.0,
    view: float = 70.0,
    progress: Progress | None = None,
) -> Report:
    """Return every finding about a game's cards, before anything is printed.

    Without `decks`, cards that are in no deck are checked, too. Tags are judged as seen by a
    `camera` with this width and height (px) above `mat` ("all" means every mat). The camera is far
    enough away to see the whole mat, or at `distance` (mm) with a field of view of `view` degrees.

    >>> report = check_game("yggdrasil")
    >>> [finding.code for finding in report.findings if finding.severity != "note"]
    []
    """
    from printkit.cards.job import CardJob  # noqa: PLC0415 - (same)
    from printkit.pdf.output import Steps  # noqa: PLC0415 - (same)
    from printkit.preflight import GameCheck  # noqa: PLC0415 - (same)
    from printkit.preflight import check_game as check  # noqa: PLC0415 - (same)
    from printkit.preflight.camera import AssumedCamera  # noqa: PLC0415 - (same)

    job = CardJob(game, dict(decks or {}), lang=lang, style=style, small=small, pool=not decks)
    width, height = camera or (1920, 1080)
    seen = AssumedCamera(width, height, distance, view, named=bool(camera or distance))
    return check(GameCheck(job, seen, mat), Steps(progress) if progress else None)


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
    decks: Mapping[str, str] | None = None,
    owner: str = "all",
    sheets: bool = False,
    mat: str = "",
    kind: Literal["png", "svg"] = "png",
    lang: str = "en",
    style: Dress = "full",
    pictures: bool = True,
    small: bool = False,
    dpi: float = 150.0,
    proof: bool = False,
    out: Path | str = "out",
    progress: Progress | None = None,
    faulty: Callable[[Fault], None] | None = None,
) -> list[Path]:
    """Write pictures of cards as they would be printed; return their paths.

    `faces` are card ids, `back` or a control card's name; without them every face is drawn.
    With `sheets`, whole sheets are drawn instead; with `mat`, a mat. `proof` adds lines for trim,
    bleed and safe zone. With `faulty`, texts and pictures of a face that do not fit are drawn in
    red and passed to it; without it, they raise `Findings`.

    >>> [path.name for path in preview("yggdrasil", ["y03"])]
    ['y03-sun.png']
    """
    from printkit.cards.job import CardJob  # noqa: PLC0415 - (same)
    from printkit.export.preview import PreviewJob  # noqa: PLC0415 - (same)
    from printkit.export.preview import preview as draw  # noqa: PLC0415 - (same)
    from printkit.pdf.output import Steps  # noqa: PLC0415 - (same)

    job = CardJob(
        game, dict(decks or {}), owner=owner, lang=lang, style=style, art=pictures, small=small
    )
    subject: Literal["faces", "sheets", "mat"] = "sheets" if sheets else "mat" if mat else "faces"
    asked = PreviewJob(job, subject, tuple(faces), mat, kind, dpi, proof, Path(out))
    return draw(asked, Steps(progress) if progress else None, faulty)
