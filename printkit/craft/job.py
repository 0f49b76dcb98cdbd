"""Printing a thing to build: what it is called, for which game, on which paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from printkit import art
from printkit.craft import box, flat, stand
from printkit.craft.data import CraftData, Dress, load_craft
from printkit.craft.dice import cube, pyramid
from printkit.craft.net import Net, Print
from printkit.craft.screen import Cover, screen
from printkit.craft.sheet import Bench, Page, Step, Thing, body_of, lay
from printkit.craft.view import Look
from printkit.data import choose
from printkit.desk import Label
from printkit.drawing import PAPER, Node
from printkit.errors import UsageError
from printkit.fonts import LANGUAGES, PT, Fonts
from printkit.geometry import Rect, Size
from printkit.mats import MatPlan, load_mat, usual_mat
from printkit.output import write_whole
from printkit.papers import SMALL, paper
from printkit.reference_data import check_reference, load_reference
from printkit.rulebook_data import inks, load_book, load_game_book
from printkit.template import Style, load_card_template
from rules import Catalog, load_catalog

__all__ = ["MAKERS", "CraftJob", "Planned", "PrintedCraft", "games_of", "plan_craft", "print_craft"]


@dataclass(frozen=True, slots=True)
class CraftJob:
    """What is asked for; `game` may be empty where a thing belongs to one game or to none.

    `thickness` is that of a card (box) or of the card stock (stand), mm; `copies` 0: as many as
    the game needs.
    """

    what: str
    game: str = ""
    lang: str = "en"
    paper: str = "A4"
    style: Style = "full"
    deck: str = ""
    thickness: float | None = None
    sleeved: bool = False
    numbers: bool = False
    mat: str = ""
    small: bool = False
    copies: int = 0
    out: Path = Path("out")


@dataclass(frozen=True, slots=True)
class PrintedCraft:
    """What was written."""

    pdf: Path
    pages: int
    pieces: int
    paper: str


@dataclass(frozen=True, slots=True)
class Order:
    """A job with everything looked up: the game (if any), fonts, sheet, data."""

    job: CraftJob
    data: CraftData
    catalog: Catalog | None
    fonts: Fonts
    size: Size

    @property
    def scale(self) -> float:
        """The size of pieces that lie on a mat."""
        return SMALL if self.job.small else 1.0

    @property
    def known(self) -> Catalog:
        """The game; only asked for things that need one."""
        if self.catalog is None:
            raise UsageError(f"a {self.job.what} is made for a game: name one")
        return self.catalog

    def dresses(self) -> dict[str, Dress]:
        """The owners' inks of the game."""
        return self.data.owner[self.known.slug]

    def mat(self) -> MatPlan:
        """The mat asked for, else the one whose radius is the game's default."""
        return load_mat(self.known.slug, self.job.mat or usual_mat(self.known))


@dataclass(frozen=True, slots=True)
class Planned:
    """A job laid out, not drawn yet."""

    what: str
    game: str
    order: Order
    thing: Thing
    pages: tuple[Page, ...]
    paper: str

    @property
    def pieces(self) -> int:
        """How many nets lie on the pages."""
        return sum(len(page.laid) for page in self.pages)


def plan_craft(job: CraftJob) -> Planned:
    """What a job prints, page by page; raises `PrintError` or the errors of `rules`."""
    what = choose("thing", job.what, MAKERS)
    data = load_craft()
    game = _game(what, job.game, data)
    catalog = load_catalog(game) if game else None
    lang = choose("language", job.lang, LANGUAGES)
    name, size = paper(job.paper)
    maker, wide = MAKERS[what]
    size = size.turned(90) if wide else size
    order = Order(job, data, catalog, Fonts(lang, slug=game), size)
    thing = maker(order)
    return Planned(what, game, order, thing, tuple(lay(thing, size, name)), name)


def print_craft(job: CraftJob) -> PrintedCraft:
    """Write the PDF; raises `PrintError` or the errors of `rules`."""
    found = plan_craft(job)
    fonts, catalog = found.order.fonts, found.order.catalog
    subtitle = catalog.names[fonts.lang] if catalog else ""
    bench = Bench(fonts, found.thing, found.order.size, subtitle)
    pdf = job.out / f"{_stem(job, found.what, found.game, fonts.lang, found.paper)}.pdf"
    write_whole({pdf: bench.draw(found.pages)})
    return PrintedCraft(pdf, len(found.pages), found.pieces, found.paper)


def games_of(what: str, data: CraftData) -> list[str]:
    """The games a thing belongs to; none if it suits every game."""
    return list(getattr(getattr(data, what, None), "games", []))


def _game(what: str, asked: str, data: CraftData) -> str:
    belongs = games_of(what, data)
    if asked and belongs and asked not in belongs:
        raise UsageError(f"{asked} has no {what}: they belong to {', '.join(belongs)}")
    if not asked and len(belongs) == 1:
        return belongs[0]
    if not asked and (belongs or what == "box"):
        raise UsageError(
            f"a {what} is made for a game: name one, as in: printkit craft {what} GAME"
        )
    return asked


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
    parts += [f"x{job.copies}"] if job.copies else []
    return "-".join(parts)


# --- the things -------------------------------------------------------------------------------


def _d6(order: Order) -> Thing:
    edge = order.data.d6.edge
    count = order.job.copies or order.data.d6.copies
    net = cube(edge, numbers=order.job.numbers)
    steps = (Step.of(net, Look(0, 28, 32, share=0.45)), Step.of(net, Look(0, 32, 28)))
    return _thing(order, "d6", ((net,) * count,), steps, edge=f"{edge:g}")


def _pyramid(order: Order) -> Thing:
    data = order.data.pyramid
    count = order.job.copies or data.each
    groups = []
    for dress in order.dresses().values():
        ground, ink = dress.worn(order.job.style)
        groups.append((pyramid(data.edge, ground, ink, dark=dress.dark),) * count)
    net = groups[0][0]
    steps = (Step.of(net, Look(20, 0, 62, share=0.6)), Step.of(net, Look(20, 0, 74)))
    return _thing(order, "pyramid", tuple(groups), steps, edge=f"{data.edge:g}")


def _rings(order: Order) -> Thing:
    data, scale = order.data.rings, order.scale
    nets = [
        flat.ring(
            n, data.outer * scale, data.hole * scale, *dress.worn(order.job.style), dark=dress.dark
        )
        for dress in order.dresses().values()
        for n in range(1, data.numbers + 1)
        for _ in range(order.job.copies or 1)
    ]
    steps = (Step.of(nets[-1], Look(15, 0, 50)),)
    return _thing(order, "rings", (tuple(nets),), steps)


def _chips(order: Order) -> Thing:
    plan = order.mat()
    count = order.job.copies or sum(cell.kind == "cell" for cell in plan.cells)
    one, two = (dress.worn(order.job.style) for dress in order.dresses().values())
    net = flat.chip(order.data.chips.width * order.scale, one, two)
    steps = (Step.of(net, Look(0, 25, 40, share=0.55)), Step.of(net, Look(20, 0, 40)))
    return _thing(order, "chips", ((net,) * count,), steps, count=count)


def _stars(order: Order) -> Thing:
    data = order.data.stars
    count = order.job.copies or data.copies
    net = flat.star_pair(data.outer, *order.dresses()["star"].worn(order.job.style))
    steps = (Step.of(net, Look(0, 25, 40, share=0.55)), Step.of(net, Look(10, 0, 35)))
    return _thing(order, "stars", ((net,) * count,), steps, count=count)


def _walls(order: Order) -> Thing:
    plan, stone, scale = order.mat(), order.data.stone, order.scale
    place = next(cell for cell in plan.cells if cell.kind == "wall")
    length, foot = wall_measures(place.outline)
    count = order.job.copies or most_walls(order.known, plan)
    saved = order.job.style == "ink"
    inks_of = (PAPER, stone.ground) if saved else (stone.ground, stone.mortar)
    net = flat.wall(length * scale, foot / 2 * scale, order.data.walls.height * scale, *inks_of)
    steps = (Step.of(net, Look(0, 35, -25, 180, share=0.6)), Step.of(net, Look(0, 35, -25, 180)))
    return _thing(
        order,
        "walls",
        ((net,) * count,),
        steps,
        length=f"{length * scale:g}",
        mat=plan.name,
        count=count,
    )


def wall_measures(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Length and breadth of a place for a wall, whichever way it is turned."""
    (ax, ay), (bx, by), (cx, cy), *_ = outline
    one, two = ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5, ((bx - cx) ** 2 + (by - cy) ** 2) ** 0.5
    return round(max(one, two), 3), round(min(one, two), 3)


def most_walls(catalog: Catalog, plan: MatPlan) -> int:
    """The walls of a maze at the default settings: closed gates, and twice the quota (SPH-3.4)."""
    radius = int(plan.name.rpartition("-")[2])
    gates = catalog.settings["maze_open_gates"].default
    opened = 2 * radius if gates == "auto" else int(gates)
    quota = int(Fraction(catalog.settings["maze_share"].default) * (9 * radius**2 + 3 * radius))
    return 12 * radius - opened + 2 * quota


def _box(order: Order) -> Thing:
    data, catalog, job = order.data.box, order.known, order.job
    template = load_card_template(catalog.slug)
    usual = next(iter(template.decks.values()), "") or next(iter(catalog.decks))
    name = choose("deck", job.deck or usual, catalog.decks)
    deck = catalog.decks[name]
    count = len(deck.cards) + sum(len(cards) for cards in deck.extras.values())
    card = job.thickness if job.thickness is not None else data.card
    size, each = template.size, card
    if job.sleeved:
        size = Size(size.width + data.sleeve, size.height + data.sleeve)
        each += data.sleeve_card
    inside = box.inside_of(size, count, each, data.play)
    own = load_game_book(catalog.slug)
    colours = inks(load_book(), own, job.style)
    title, deck_name = catalog.names[order.fonts.lang], catalog.deck_names[name][order.fonts.lang]
    words = (title, f"{deck_name} · {count}")
    labels, prints, over = _box_dress(order, inside, words)
    net = box.tuck_box(
        inside, data.tuck, data.tab, colours["ground"], labels=labels, prints=prints, over=over
    )
    steps = (Step.of(net, Look(0, -28, 22, share=0.55)), Step.of(net, Look(0, -30, 24)))
    room = " × ".join(f"{length:.1f}" for length in inside)
    return _thing(order, "box", ((net,),), steps, cards=count, card=f"{each:g}", inside=room)


def _box_dress(
    order: Order, inside: box.Inside, words: tuple[str, str]
) -> tuple[tuple[Label, ...], tuple[Print, ...], tuple[Node, ...]]:
    """The game's name and picture on front and back, its name on both sides."""
    catalog, style = order.known, order.job.style
    own = load_game_book(catalog.slug)
    colours = inks(load_book(), own, style)
    labels: list[Label] = []
    prints: list[Print] = []
    over: list[Node] = []
    for n, name in enumerate(("front", "back")):
        face = box.face_of(inside, name)
        middle = face.centre[0]
        field = Rect(face.x + 4, face.bottom - 24, face.width - 8, 18)
        if own.window:
            window = own.window[n % len(own.window)]
            crop = Rect(*window.crop)
            top = face.y + 13
            room = Rect(face.x + 4, top, face.width - 8, field.y - 3 - top)
            scale = min(room.width / crop.width, room.height / crop.height)
            picture = art.front(catalog.slug, window.card, window.owner, style)
            at = (middle - crop.width * scale / 2, room.centre[1] - crop.height * scale / 2)
            prints.append(Print(picture, crop, at, scale))
        over += box.plate(field, colours["accent"])
        for text, role, y, most in zip(
            words, ("name", "text"), (9.5, 15.0), (15.0, 8.0), strict=True
        ):
            size = _fitting(order.fonts, role, text, field.width - 4, most)
            labels.append(Label(text, middle, field.y + y, role, size, colours["text"]))
    for name, turn in (("left", 90.0), ("right", 90.0)):
        face = box.face_of(inside, name)
        size = _fitting(
            order.fonts, "name", words[0], face.height - 12, min(14.0, 0.5 * face.width / PT)
        )
        x = face.centre[0] - 0.5 * order.fonts.cap("name") * size * PT
        labels.append(
            Label(words[0], x, face.centre[1], "name", size, colours["on_ground"], "centre", turn)
        )
    return tuple(labels), tuple(prints), tuple(over)


def _fitting(fonts: Fonts, role: str, text: str, width: float, most: float) -> float:
    """The largest size, at most `most` pt, at which the text is no wider than `width` mm."""
    natural = fonts.width(role, text, most)
    return most if natural <= width else most * width / natural


def _stand(order: Order) -> Thing:
    room = body_of(order.size, band=False)
    made = stand.measures(order.data, room.width, order.job.thickness)
    parts = stand.stand(made)
    nets = (parts["B"], parts["D"], parts["C"], parts["C"], parts["A"])
    joined = stand.assembly(made)
    behind = Look(0, 218, 28)
    steps = (
        Step((joined["A"], joined["B"]), behind),
        Step((joined["A"], joined["B"], joined["C"], joined["C2"]), behind),
        Step(tuple(joined.values()), behind),
    )
    down = 90 - made.slope
    return _thing(
        order,
        "stand",
        (nets,),
        steps,
        slot=f"{made.slot:g}",
        camera=f"{made.camera:.0f}",
        down=f"{down:g}",
    )


def _screen(order: Order) -> Thing:
    catalog, lang = order.known, order.fonts.lang
    reference = load_reference(catalog.slug)
    if reference is None:
        raise UsageError(f"{catalog.slug} has no reference cards, whose words a screen shows")
    check_reference(reference, catalog)
    own, style = load_game_book(catalog.slug), order.job.style
    colours = inks(load_book(), own, style)
    room = body_of(order.size, band=True)
    cover = Cover(
        catalog.slug, catalog.names[lang], own, style, colours["ground"], colours["on_ground"]
    )
    size = Size(room.width - 2, (room.height - 2) / 2)
    sides = order.data.screen.sides.get(catalog.slug, [])
    net = screen(size, cover, reference, sides, order.fonts)
    steps = (Step.of(net, Look(0, 30, 15, share=0.5)), Step.of(net, Look(0, 20, 20)))
    return _thing(order, "screen", ((net,) * (order.job.copies or 1),), steps)


def _thing(
    order: Order,
    name: str,
    groups: tuple[tuple[Net, ...], ...],
    steps: tuple[Step, ...],
    **facts: object,
) -> Thing:
    told = tuple((key, str(value)) for key, value in facts.items())
    return Thing(name, groups, steps, told, version=order.data.version)


Maker = Callable[[Order], Thing]

MAKERS: Final[dict[str, tuple[Maker, bool]]] = {
    "box": (_box, False),
    "chips": (_chips, False),
    "d6": (_d6, False),
    "pyramid": (_pyramid, False),
    "rings": (_rings, False),
    "screen": (_screen, False),
    "stand": (_stand, True),
    "stars": (_stars, False),
    "walls": (_walls, False),
}
"""Every thing: what makes it, and whether its sheets lie on their long edge."""
