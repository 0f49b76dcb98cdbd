"""Registry of all objects to build, with their nets, band pictures and facts for their texts."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from printkit.books.reference.data import check_reference, load_reference
from printkit.books.rulebook.data import inks, load_book, load_game_book
from printkit.craft import box, box_dress, flat, stand
from printkit.craft.box_dress import held
from printkit.craft.dice import cube, pyramid
from printkit.craft.net import Net
from printkit.craft.order import Order
from printkit.craft.screen import ScreenCover, screen
from printkit.craft.sheet import CraftThing, Step, body_of
from printkit.craft.view import Viewpoint
from printkit.data.toml_source import choose
from printkit.errors import UsageError
from printkit.pdf.drawing import PAPER
from printkit.pdf.geometry import Size
from printkit.template.card_template import load_card_template
from printkit.template.words import mat_title


def _d6(order: Order) -> CraftThing:
    edge = order.data.d6.edge
    count = order.count(order.data.d6.copies)
    net = cube(edge, numbers=order.job.numbers)
    steps = (Step.of(net, Viewpoint(0, 28, 32, share=0.45)), Step.of(net, Viewpoint(0, 32, 28)))
    return _thing(order, ((net,) * count,), steps, edge=f"{edge:g}")


def _pyramid(order: Order) -> CraftThing:
    data = order.data.pyramid
    count = order.job.copies or order.for_each()
    groups = []
    for inks_of in order.counter_inks():
        ground, ink = inks_of.worn(order.style)
        die = pyramid(data.edge, ground, ink, order.built.signs, dark=inks_of.dark)
        groups.append((die,) * count)
    net = groups[0][0]
    steps = (Step.of(net, Viewpoint(20, 0, 62, share=0.6)), Step.of(net, Viewpoint(20, 0, 74)))
    return _thing(order, tuple(groups), steps, edge=f"{data.edge:g}")


def _rings(order: Order) -> CraftThing:
    data, scale = order.data.rings, order.scale
    nets = [
        flat.ring(n, data.outer * scale, data.hole * scale, *worn.worn(order.style), dark=worn.dark)
        for worn in order.counter_inks()
        for n in range(1, order.for_each() + 1)
        for _ in range(order.job.copies or 1)
    ]
    steps = (Step.of(nets[-1], Viewpoint(15, 0, 50)),)
    return _thing(order, (tuple(nets),), steps)


def _chips(order: Order) -> CraftThing:
    count = order.count()
    sides = [worn.worn(order.style) for worn in order.counter_inks()]
    net = flat.chip(order.data.chips.width * order.scale, sides[0], sides[-1])
    steps = (Step.of(net, Viewpoint(0, 25, 40, share=0.55)), Step.of(net, Viewpoint(20, 0, 40)))
    return _thing(order, ((net,) * count,), steps, count=count)


def _stars(order: Order) -> CraftThing:
    data = order.data.stars
    count = order.count()
    net = flat.star_pair(data.outer, *order.counter_inks()[0].worn(order.style))
    steps = (Step.of(net, Viewpoint(0, 25, 40, share=0.55)), Step.of(net, Viewpoint(10, 0, 35)))
    return _thing(order, ((net,) * count,), steps, count=count)


def _walls(order: Order) -> CraftThing:
    plan, stone, scale = order.mat(), order.data.stone, order.scale
    places = {cell.kind: cell for cell in reversed(plan.cells)}
    place = places[choose("place", order.built.place, places)]
    length, foot = wall_measures(place.outline)
    count = order.count()
    saved = order.style == "ink"
    inks_of = (PAPER, stone.ground) if saved else (stone.ground, stone.mortar)
    net = flat.wall(length * scale, foot / 2 * scale, order.data.walls.height * scale, *inks_of)
    steps = (
        Step.of(net, Viewpoint(0, 35, -25, 180, share=0.6)),
        Step.of(net, Viewpoint(0, 35, -25, 180)),
    )
    title, size = mat_title(order.known.slug, plan.name, order.fonts.lang), f"{length * scale:g}"
    return _thing(order, ((net,) * count,), steps, length=size, mat=title, count=count)


def wall_measures(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Return the length and width of a wall's cell, in any rotation."""
    sides = [round(math.dist(*side), 3) for side in pairwise(outline[:3])]
    return max(sides), min(sides)


def _box(order: Order) -> CraftThing:
    data, catalog, job = order.data.box, order.known, order.job
    deck = held(catalog.slug, job.deck, order.fonts.lang, job.owners)
    card = job.thickness if job.thickness is not None else data.card
    size, each = load_card_template(catalog.slug).size.scaled(order.scale), card
    if job.sleeved:
        size = Size(size.width + data.sleeve, size.height + data.sleeve)
        each += data.sleeve_card
    inside = box.inside_of(size, deck.cards, each, data.play)
    made = [box_dress.dressed(order, inside, deck, owner) for owner in deck.owners]
    nets = tuple(made[n % len(made)] for n in range(order.count(max(1, len(job.owners)))))
    steps = (
        Step.of(nets[0], Viewpoint(0, -28, 22, share=0.55)),
        Step.of(nets[0], Viewpoint(0, -30, 24)),
    )
    room = " × ".join(f"{length:.1f}" for length in inside)
    return _thing(order, (nets,), steps, cards=deck.cards, card=f"{each:g}", inside=room)


def _stand(order: Order) -> CraftThing:
    room = body_of(order.size, band=False)
    made = stand.measures(order.data.stand, room.width, order.job.thickness)
    parts = stand.stand(made)
    nets = (parts["B"], parts["D"], parts["C"], parts["C"], parts["A"])
    joined = stand.assembly(made)
    behind = Viewpoint(0, 218, 28)
    steps = (
        Step((joined["A"], joined["B"]), behind),
        Step((joined["A"], joined["B"], joined["C"], joined["C2"]), behind),
        Step(tuple(joined.values()), behind),
    )
    down = 90 - made.slope
    return _thing(
        order, (nets,), steps, slot=f"{made.slot:g}", camera=f"{made.camera:.0f}", down=f"{down:g}"
    )


def _screen(order: Order) -> CraftThing:
    catalog, lang = order.known, order.fonts.lang
    reference = load_reference(catalog.slug)
    if reference is None:
        raise UsageError("print.screen_words", game=catalog.names)
    check_reference(reference, catalog)
    own, style = load_game_book(catalog.slug), order.style
    colours = inks(load_book(), own, style)
    room = body_of(order.size, band=True)
    cover = ScreenCover(
        catalog.slug, catalog.names[lang], own, style, colours["ground"], colours["on_ground"]
    )
    size = Size(room.width - 2, (room.height - 2) / 2)
    net = screen(size, cover, reference, order.built.sides, order.fonts)
    steps = (Step.of(net, Viewpoint(0, 30, 15, share=0.5)), Step.of(net, Viewpoint(0, 20, 20)))
    return _thing(order, ((net,) * order.count(),), steps)


def _thing(
    order: Order, groups: tuple[tuple[Net, ...], ...], steps: tuple[Step, ...], **facts: object
) -> CraftThing:
    shown = tuple((key, str(value)) for key, value in facts.items())
    return CraftThing(order.what, groups, steps, shown, version=order.data.version)


Maker = Callable[[Order], CraftThing]

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
"""Each object's maker, and a flag that is True for landscape sheets."""
