"""Planning and printing of an object to build."""

from dataclasses import dataclass, replace
from pathlib import Path

from printkit.craft.assembler import Bench
from printkit.craft.box_dress import boxes
from printkit.craft.order import CraftJob, Order, games_of, load_craft
from printkit.craft.registry import MAKERS
from printkit.craft.sheet import CraftPage, CraftThing, lay_out
from printkit.data.toml_source import choose
from printkit.errors import UsageError
from printkit.pdf.fonts import LANGUAGES, Fonts
from printkit.pdf.output import write_whole
from printkit.sheets.papers import paper
from printkit.template.words import part_name
from rules import Message, load_catalog

_NAMED = ("box", "screen")
"""Objects made for one game, whose name is part of their file names."""
_GENERAL = ("d6", "stand")
"""Objects for any game."""


@dataclass(frozen=True, slots=True)
class PrintedCraft:
    """The written PDF, its counts and its summary."""

    pdf: Path
    pages: int
    pieces: int
    paper: str
    summary: Message


@dataclass(frozen=True, slots=True)
class Planned:
    """A job that is laid out but not drawn yet."""

    what: str
    game: str
    order: Order
    thing: CraftThing
    pages: tuple[CraftPage, ...]
    paper: str

    @property
    def pieces(self) -> int:
        """Number of nets on the pages."""
        return sum(len(page.placed_nets) for page in self.pages)


def plan_craft(job: CraftJob) -> Planned:
    """Plan a job page by page; raise `PrintError` or `RulesError` if that fails."""
    what = choose("thing", job.what, MAKERS)
    game = _game(what, job.game)
    if what == "box" and not job.deck:  # every command uses the same file name
        job = replace(job, deck=next(iter(boxes(game, {}))))
    catalog = load_catalog(game) if game else None
    lang = choose("language", job.lang, LANGUAGES)
    name, size = paper(job.paper)
    maker, wide = MAKERS[what]
    size = size.turned(90) if wide else size
    order = Order(job, what, load_craft(), catalog, Fonts(lang, slug=game), size)
    thing = maker(order)
    return Planned(what, game, order, thing, tuple(lay_out(thing, size, name)), name)


def print_craft(job: CraftJob) -> PrintedCraft:
    """Write the PDF; raise `PrintError` or `RulesError` if that fails."""
    found = plan_craft(job)
    fonts, catalog = found.order.fonts, found.order.catalog
    subtitle = catalog.names[fonts.lang] if catalog else ""
    mono = job.style == "bw"
    author = catalog.author if catalog else ""
    bench = Bench(
        fonts, found.thing, found.order.size, subtitle, mono=mono, paper=found.paper, author=author
    )
    pdf = job.out / f"{_stem(found.order.job, found.what, found.game, fonts.lang, found.paper)}.pdf"
    write_whole({pdf: bench.draw(found.pages)})

    part = part_name(found.what)
    title = Message("sheet.part_of", part=part, game=catalog.names) if catalog else part
    pages, pieces, sheet = len(found.pages), found.pieces, found.paper
    summary = Message("sheet.told_craft", what=title, pieces=pieces, sheets=pages, paper=sheet)
    return PrintedCraft(pdf, pages, pieces, sheet, summary)


def _game(what: str, asked: str) -> str:
    if what in _GENERAL or (asked and what in _NAMED):
        return asked
    belongs = [] if what in _NAMED else games_of(what)
    if asked and asked not in belongs:
        raise UsageError("print.thing_elsewhere", game=asked, thing=what, games=", ".join(belongs))
    if not asked and len(belongs) != 1:
        raise UsageError("print.thing_game", thing=what)
    return asked or belongs[0]


def _stem(job: CraftJob, what: str, game: str, lang: str, paper_name: str) -> str:
    parts = [game] if game else []
    parts += ["craft", what]
    parts += [Path(job.deck).stem] if job.deck else []
    parts += [job.mat] if job.mat else []
    parts += [lang]
    parts += [paper_name] if paper_name != "A4" else []
    parts += [job.style] if job.style != "full" else []
    parts += ["numbers"] if job.numbers else []
    parts += ["sleeved"] if job.sleeved else []
    parts += ["small"] if job.small else []
    parts += [f"t{job.thickness:g}"] if job.thickness is not None else []
    copies = job.copies or (len(job.owners) if len(job.owners) > 1 else 0)
    parts += [f"x{copies}"] if copies else []
    return "-".join(parts)
