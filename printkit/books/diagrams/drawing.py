"""Drawing of the pictures in books from the game's own faces, mats and art.

A face is drawn once per document, as a form, and placed at any size and angle. Its tag is replaced
by a sign that no camera can read. Every picture is drawn in a box on the page; lengths are in mm.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from printkit.books.diagrams.data import (
    BoardPicture,
    CardRow,
    Diagram,
    Knot,
    PictureSign,
    Shown,
    Tie,
)
from printkit.books.diagrams.positions import PicturedPosition, Positions, placed_card
from printkit.cards.control_cards import draw_control, set_controls
from printkit.cards.faces import CardFaces
from printkit.cards.images_and_panels import draw_fittings
from printkit.cards.pictures import piece_art
from printkit.cards.pieces import load_pieces
from printkit.cards.tagged_pieces import PlannedPiece
from printkit.cards.tokens import draw_token, set_tokens
from printkit.errors import UsageError
from printkit.mats.mat import load_mat
from printkit.mats.plan import MatPlan
from printkit.mats.ready_mat import MatArt, mat_art
from printkit.mats.walls import draw_walls
from printkit.pdf.canvas import Sheets
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Contour,
    Drawing,
    Node,
    Path,
    Shape,
    Stroke,
    ellipse,
    polygon,
    rounded,
)
from printkit.pdf.fonts import PT, Fonts
from printkit.pdf.geometry import FaceSpot, Point, Rect, Size
from printkit.template.card_template import (
    SHARED,
    CardTemplate,
    Dress,
    drawn_as,
    load_card_template,
)
from printkit.typeset.lettering import draw
from printkit.typeset.setting import Setter
from rules import Catalog, Facing, PlacedCard, load_game

_UNREADABLE = "book"
"""Stands for a tag's text on the pictures, where no tag is drawn."""
_STACK = (1.6, -1.6)
"""Shift of each further card on a pile, in mm on the mat."""
_SHOWN_OF_PILE = 5
_DISC = 2.5
"""Radius of a callout, in mm."""
_STAR, _CHIP = "token.star", "token.chip"
_CHIP_SIDE = 96.0
"""Diameter of a pictured chip, which shows around a card on it, in mm."""
_SHADE = Cmyk(0, 0, 0, 45)
_GOOD, _BAD = Cmyk(85, 10, 90, 25), Cmyk(5, 90, 85, 15)
"""Inks of ✓ and ✗. Signs also differ in shape."""
_HEAD = 2.6
"""Length of an arrow's head, in mm."""


@dataclass(frozen=True, slots=True)
class _StoredFace:
    """A face that is drawn once: its size, and its form."""

    size: Size
    form: str


@dataclass
class PictureDrawer:
    """Drawer of one book's pictures; `prepare` draws the faces before the first page."""

    sheets: Sheets
    catalog: Catalog
    fonts: Fonts
    setter: Setter
    dress: Dress
    inks: dict[str, Cmyk]
    positions: Positions
    signs: float = 1.0
    """Scale of arrows and callouts, whose size does not depend on that of their picture."""
    missing: dict[str, None] = field(default_factory=dict)
    """Names of faces without a picture."""
    _faces: dict[str, _StoredFace] = field(default_factory=dict)
    _mats: dict[str, tuple[MatPlan, MatArt]] = field(default_factory=dict)
    _shown: dict[int, PicturedPosition | None] = field(default_factory=dict)

    # Preparation.

    def prepare(self, pictures: Sequence[tuple[str, Shown]]) -> None:
        """Find the position of every picture and draw every face once, as a form.

        Each picture comes with its place, for faults, which `positions` collects.
        """
        for where, shown in pictures:
            for name in self._names(shown, where):
                self._face(name)

    def _names(self, shown: Shown, where: str) -> Iterator[str]:
        if shown.row:
            yield from shown.row.faces
        elif shown.diagram:
            yield from (knot.face for knot in shown.diagram.knot if knot.face)
        elif shown.board:
            position = self.positions.of(shown.board, where)
            self._shown[id(shown.board)] = position
            if position and not shown.board.bare:
                for cards in position.layout.values():
                    pile = cards[-_SHOWN_OF_PILE:]
                    yield from map(self._named, pile)
                yield from (self._named(placed_card(card)) for card in position.drawn)

    def _named(self, card: PlacedCard) -> str:
        """Return the name of the face that a card on the table shows."""
        owner = self._owners.get(card.owner, SHARED)
        if card.facing is Facing.DOWN and card.card in (*self.catalog.cards, "?"):
            owner = owner if owner in self._template.owner else SHARED
            return f"back/{owner}"
        return f"{card.card}/{owner}"

    @cached_property
    def _owners(self) -> dict[str, str]:
        """The owner's name of each seat."""
        return {seat: owner for owner, seat in self.catalog.owners.items()}

    @cached_property
    def _template(self) -> CardTemplate:
        return load_card_template(self.catalog.slug)

    @cached_property
    def _card_faces(self) -> CardFaces:
        style = drawn_as(self.dress)
        return CardFaces(self.catalog, self._template, self.fonts, style, art=True)

    def _face(self, name: str) -> _StoredFace:
        """Return a face, drawn as a form if it is new."""
        if name not in self._faces:
            size, paint = self._painter(name)
            form = f"face.{name.replace(chr(47), chr(46))}"
            with self.sheets.stored(form, Rect(0, 0, size.width, size.height)):
                paint()
            self._faces[name] = _StoredFace(size, form)
        return self._faces[name]

    def _painter(self, name: str) -> tuple[Size, Callable[[], None]]:
        """Return a face's size and the function that draws it at the origin."""
        identity, _, owner = name.partition("/")
        pieces, game = load_pieces(self.catalog.slug), self.catalog.prefix
        if identity in (item.id for item in pieces.control):
            piece = PlannedPiece(identity, 1, 1, "", _UNREADABLE)
            (control,) = set_controls([piece], pieces, game, self.setter, self.fonts.lang)
            spot = FaceSpot(Rect(0, 0, 54, 90))
            return Size(54, 90), lambda: draw_control(
                self.sheets, control, spot, spot.rect, drawn_as(self.dress), tagged=False
            )
        tokens = {item.id: item for item in pieces.token}
        if identity not in tokens and identity.rpartition(".")[0] in tokens:
            identity = identity.rpartition(".")[0]  # a marker with the number at which it is
        if identity in tokens:
            item = tokens[identity]
            owner = owner if owner in item.owners else next(iter(item.owners), "")
            piece = PlannedPiece(identity, 1, 1, owner, _UNREADABLE)
            (token,) = set_tokens([piece], tokens, self.setter, self.fonts.lang)
            box = Rect(0, 0, *item.size)
            slug, style = self.catalog.slug, drawn_as(self.dress)
            return Size(*item.size), lambda: draw_token(
                self.sheets, token, FaceSpot(box), box, slug, style, tagged=False
            )
        if identity.startswith("die."):
            return Size(20, 20), lambda: self._die(identity.partition(".")[2])
        if identity == _STAR:
            return Size(26, 26), self._star
        if identity == _CHIP:
            ground = pieces.counters[owner].ground
            return Size(_CHIP_SIDE, _CHIP_SIDE), lambda: self._chip(ground, owner)
        return self._template.size, self._card_painter(identity, owner)

    def _card_painter(self, identity: str, owner: str) -> Callable[[], None]:
        template, style = self._template, drawn_as(self.dress)
        owner = owner if owner in template.owner else SHARED
        if identity == "back":
            deck = template.decks.get(owner) or next(iter(self.catalog.decks))
            card = self._card_faces.set_back(owner, _UNREADABLE, deck, self.setter)
        elif identity in self.catalog.cards:
            piece = PlannedPiece(identity, 1, 1, owner, _UNREADABLE)
            card = self._card_faces.set_front(piece, self.setter)
        else:
            raise UsageError("print.no_face", face=f"{identity}/{owner}")
        if card.picture is None:
            self.missing[f"{identity} ({owner})"] = None
        inks = template.plain if card.picture is None else template.owner[owner][style]
        panel = template.back_panel if card.back else template.front_panel

        def paint() -> None:
            whole = Rect(0, 0, template.size.width, template.size.height)
            if card.picture is not None:
                with self.sheets.on_page(whole) as page:
                    card.picture.place(page, 0, 0)
            else:
                self.sheets.fill(whole, PAPER)
                self.sheets.lines(whole.sides, inks.get("text", _SHADE), 0.5)
            draw_fittings(self.sheets, card.fittings, inks)
            self.sheets.mock_tag(panel)
            draw(self.sheets, card.texts, inks)

        return paint

    def _chip(self, ground: Cmyk, owner: str) -> None:
        """Draw a chip that shows whose a cell is."""
        half = _CHIP_SIDE / 2
        shape = Shape(ellipse(half, half, half - 1), ground, Stroke(self.inks["text"], 0.7))
        self.sheets.picture(Drawing((0, 0, 2 * half, 2 * half), (shape,)), f"chip.{owner}")

    def _star(self) -> None:
        """Draw a star that is built from paper and has no face of its own."""
        angles = [math.radians(-90 + 36 * n) for n in range(10)]
        radii = [12.5 if n % 2 == 0 else 6.4 for n in range(10)]
        corners = [
            (13 + r * math.cos(a), 13.5 + r * math.sin(a))
            for r, a in zip(radii, angles, strict=True)
        ]
        shape = Shape(polygon(corners), Cmyk(0, 15, 90, 0), Stroke(self.inks["text"], 0.7))
        self.sheets.picture(Drawing((0, 0, 26, 27), (shape,)), "star")

    def _die(self, pips: str) -> None:
        """Draw a die's face."""
        nodes: list[Node] = [
            Shape(rounded(0.5, 0.5, 19, 19, 3), PAPER, Stroke(self.inks["text"], 0.7))
        ]
        nodes += [
            Shape(ellipse(10 + 5 * x, 10 + 5 * y, 1.9), self.inks["text"])
            for x, y in _PIPS.get(pips, ())
        ]
        self.sheets.picture(Drawing((0, 0, 20, 20), tuple(nodes)), f"die.{pips}")

    # Sizes and drawing.

    def ratio(self, shown: Shown) -> float:
        """Return a picture's height divided by its width."""
        if shown.board:
            view = self._view(shown.board)
            return view.height / view.width
        if shown.row:
            _, size = self._row(shown.row)
            return size.height / size.width
        if shown.diagram:
            return shown.diagram.height / shown.diagram.width
        left, top, right, bottom = self._art(shown.art).box
        return (bottom - top) / (right - left)

    def draw(self, shown: Shown, box: Rect) -> None:
        """Draw a picture as large as fits in a box, in its middle."""
        height = min(box.height, box.width * self.ratio(shown))
        width = height / self.ratio(shown)
        at = Rect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
        if shown.board:
            self._board(shown.board, at)
        elif shown.row:
            self._draw_row(shown.row, at)
        elif shown.diagram:
            self._diagram(shown.diagram, at)
        else:
            art = self._art(shown.art)
            scale = at.width / (art.box[2] - art.box[0])
            with self.sheets.moved((at.x - art.box[0] * scale, at.y - art.box[1] * scale), scale):
                self.sheets.picture(art, f"art.{shown.art}")

    def _art(self, name: str) -> Drawing:
        entry, _, owner = name.partition("/")
        found = piece_art(self.catalog.slug, entry, owner, drawn_as(self.dress))
        if found is None:
            raise UsageError("print.no_face", face=name)
        return found

    def _place(self, face: _StoredFace, at: Point, scale: float, turn: float) -> None:
        """Draw a face with its centre at a point, turned clockwise."""
        corner = (-face.size.width / 2, -face.size.height / 2)
        with self.sheets.moved(at, scale, turn), self.sheets.moved(corner):
            self.sheets.put(face.form)

    def _board(self, picture: BoardPicture, box: Rect) -> None:
        view = self._view(picture)
        plan, art = self._mat(picture)
        scale = box.width / view.width
        corner = (-view.x * scale, -view.y * scale)
        with self.sheets.face(FaceSpot(box), box), self.sheets.moved(corner, scale):
            self.sheets.form(art.ground, f"mat.{plan.name}", art.form)
            for panel in plan.marks:
                self.sheets.mock_tag(panel)
            if picture.maze and art.walls is not None:
                walls = load_game(plan.slug).table.walls(
                    self.positions.setup(picture), picture.maze
                )
                box_of_mat = (0.0, 0.0, plan.size.width, plan.size.height)
                maze = Drawing(box_of_mat, tuple(draw_walls(art.walls, walls)))
                self.sheets.picture(maze, f"maze.{plan.name}.{picture.maze}")
            for label in art.labels:
                if view.holds(Rect(label.x, label.baseline, 0, 0)):  # others would be hidden text
                    label.write(self.sheets)
            if not picture.bare:
                self._cards(picture, plan)
        self.sheets.lines(box.sides, self.inks["text"], 0.35)

        def on_page(point: Point) -> Point:
            return box.x + (point[0] - view.x) * scale, box.y + (point[1] - view.y) * scale

        for one, other in picture.arrow:
            ends = (on_page(self._spot(plan, one)), on_page(self._spot(plan, other)))
            self._arrow(*ends, short=0.12 * math.dist(*ends))
        for callout in picture.callout:
            x, y = self._spot(plan, callout.at)
            at = on_page((x + callout.shift[0], y + callout.shift[1]))
            self._callout(callout, at)

    def _cards(self, picture: BoardPicture, plan: MatPlan) -> None:
        """Draw the cards of a position in coordinates of the mat."""
        position = self._shown.get(id(picture))
        if position is None:
            return
        piles = {cell: list(cards) for cell, cards in position.layout.items()}
        for added in position.drawn:
            if picture.open:
                piles[added.at] = []
            piles.setdefault(added.at, []).append(placed_card(added))
        cells = {cell.id: cell for cell in plan.cells}
        turns = load_game(self.catalog.slug).table.form
        seat_turns = turns(self.positions.setup(picture)).seat_turns
        for name, cards in piles.items():
            cell = cells.get(name)
            if cell is None:
                continue
            for n, card in enumerate(cards[-_SHOWN_OF_PILE:]):
                upright = cell.turn if cell.seat else seat_turns.get(card.owner, 0)
                x, y = cell.centre
                at = (x + n * _STACK[0], y + n * _STACK[1])
                self._place(self._face(self._named(card)), at, 1.0, upright + 90 * card.turn)

    def _spot(self, plan: MatPlan, at: str | list[float]) -> Point:
        """Return a point of the mat: a cell's centre, the middle of two cells, or a point."""
        if not isinstance(at, str):
            return at[0], at[1]
        points = [plan.cell(name).centre for name in at.split("|")]
        return (
            sum(point[0] for point in points) / len(points),
            sum(point[1] for point in points) / len(points),
        )

    def _mat(self, picture: BoardPicture) -> tuple[MatPlan, MatArt]:
        position = self._shown.get(id(picture))
        name = picture.mat or (position.mat if position else "")
        if name not in self._mats:
            slug, lang = self.catalog.slug, self.fonts.lang
            plan = load_mat(slug, name)
            art = mat_art(plan, drawn_as(self.dress), self.fonts, self.catalog.names[lang])
            self._mats[name] = plan, art
        return self._mats[name]

    def _view(self, picture: BoardPicture) -> Rect:
        """Return the part of the mat that a picture shows."""
        plan, _ = self._mat(picture)
        if not picture.view:
            return Rect(0, 0, plan.size.width, plan.size.height)
        if isinstance(picture.view[0], str):
            cells = [plan.cell(str(name)).rect for name in picture.view]
            return Rect.around_all(cells).spread(picture.margin)
        left, top, width, height = map(float, picture.view)
        return Rect(left, top, width, height)

    def _row(self, row: CardRow) -> tuple[list[tuple[str, Rect]], Size]:
        """Return the boxes of a row's faces, and its size, at full scale."""
        x, boxes = 0.0, []
        sizes = [self._face(name).size for name in row.faces]
        high = max(size.height for size in sizes)
        for name, size in zip(row.faces, sizes, strict=True):
            boxes.append((name, Rect(x, (high - size.height) / 2, size.width, size.height)))
            x += size.width * (1 - row.overlap)
        return boxes, Size(boxes[-1][1].right, high)

    def _draw_row(self, row: CardRow, at: Rect) -> None:
        boxes, size = self._row(row)
        scale = at.width / size.width
        for name, box in boxes:
            x, y = box.centre
            where = (at.x + x * scale, at.y + y * scale)
            self._place(self._face(name), where, scale, row.turn)
        for callout in row.callout:
            if not isinstance(callout.at, str):
                x, y = callout.at
                self._callout(callout, (at.x + x * scale, at.y + y * scale))

    # Diagrams.

    def _diagram(self, diagram: Diagram, at: Rect) -> None:
        scale = at.width / diagram.width
        spots = {
            knot.id: (at.x + knot.at[0] * scale, at.y + knot.at[1] * scale) for knot in diagram.knot
        }
        knots = {knot.id: knot for knot in diagram.knot}
        for tie in diagram.tie:
            one, other = ((spots[name], self._half(knots[name], scale)) for name in tie.ends)
            self._tie(tie, one, other, scale)
        sizes = self._knot_sizes(diagram.knot, scale)
        for knot in diagram.knot:
            self._knot(knot, spots[knot.id], scale, sizes[_kind(knot)])

    def _half(self, knot: Knot, scale: float) -> Size:
        """Return half the size of the box around a node from which arrows keep away."""
        high = knot.size * scale / 2
        if knot.face:
            size = self._face(knot.face).size
            return Size(high * size.width / size.height + 1.0, high + 1.0)
        wide = 1.7 if knot.shape == "box" else 1.0
        return Size(wide * high + 0.8, high + 0.8)

    def _tie(
        self, tie: Tie, start: tuple[Point, Size], end: tuple[Point, Size], scale: float
    ) -> None:
        (one, near), (other, far) = start, end
        long = math.dist(one, other)
        dx, dy = (other[0] - one[0]) / long, (other[1] - one[1]) / long
        bend = tie.bend * scale
        middle = (
            (one[0] + other[0]) / 2 + 2 * bend * dy,
            (one[1] + other[1]) / 2 - 2 * bend * dx,
        )
        first, last = _leaving(one, middle, near), _leaving(other, middle, far)
        self._arrow(first, last, middle=middle, both=tie.both, plain=tie.plain, dashed=tie.dashed)
        if words := tie.word.get(self.fonts.lang):
            x = (first[0] + 2 * middle[0] + last[0]) / 4
            y = (first[1] + 2 * middle[1] + last[1]) / 4
            self._label(words, (x, y), 8.0, self.inks["text"], halo=PAPER)

    def _knot_sizes(self, knots: Sequence[Knot], scale: float) -> dict[str, float]:
        """Return the size at which all words at nodes of one kind fit, in pt."""
        sizes: dict[str, float] = {}
        for knot in knots:
            most, room = _KNOT_WORDS[_kind(knot)]
            for line in knot.word.get(self.fonts.lang, "").split("\n"):
                wide = self.fonts.width("strong", line, most)
                fitted = most * min(1.0, room * knot.size * scale / 2 / wide) if wide else most
                sizes[_kind(knot)] = min(fitted, sizes.get(_kind(knot), most))
        return sizes

    def _knot(self, knot: Knot, at: Point, scale: float, size: float) -> None:
        radius = knot.size * scale / 2
        if knot.face:
            face = self._face(knot.face)
            self._place(face, at, 2 * radius / face.size.height, knot.turn)
            words_at = (at[0], at[1] + radius + 3.2)
            ink = self.inks["text"]
        else:
            ground, ink = self._tones(knot.tone)
            if knot.shape != "none":
                half = radius if knot.shape == "disc" else 1.7 * radius
                path = (
                    ellipse(0, 0, radius)
                    if knot.shape == "disc"
                    else rounded(-half, -radius, 2 * half, 2 * radius, 1.5)
                )
                nodes = (Shape(path, ground, Stroke(self.inks["accent"], 0.5)),)
                box = (-half - 1, -radius - 1, half + 1, radius + 1)
                with self.sheets.moved(at):
                    key = f"knot.{knot.shape}.{radius:.3f}.{knot.tone}"
                    self.sheets.picture(Drawing(box, nodes), key)
            else:
                ink = self.inks["text"]
            words_at = at
        if words := knot.word.get(self.fonts.lang):
            self._label(words, words_at, size, ink)

    def _tones(self, tone: str) -> tuple[Cmyk, Cmyk]:
        return {
            "ground": (self.inks["ground"], self.inks["on_ground"]),
            "pale": (self.inks["pale"], self.inks["text"]),
            "accent": (self.inks["accent"], PAPER),
        }[tone]

    def _label(
        self,
        words: str,
        at: Point,
        size: float,
        ink: Cmyk,
        *,
        halo: Cmyk | None = None,
    ) -> None:
        """Draw one or more centred lines around a point."""
        lines = words.split("\n")
        step = size * PT * 1.25
        down = self.fonts.cap("strong") * size * PT / 2 - (len(lines) - 1) * step / 2
        for n, line in enumerate(lines):
            self.setter.check("strong", line, "picture")
            y = at[1] + down + n * step
            self.sheets.text(
                line, at[0], y, role="strong", size=size, colour=ink, align="centre", halo=halo
            )

    def _arrow(
        self,
        start: Point,
        end: Point,
        *,
        middle: Point | None = None,
        short: float = 0.0,
        both: bool = False,
        plain: bool = False,
        dashed: bool = False,
    ) -> None:
        """Draw an arrow with a light edge, so that it is visible on any picture."""
        middle = middle or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        start, end = _towards(start, middle, short), _towards(end, middle, short)
        head, thick = _HEAD * self.signs, 1.1 * self.signs
        heads = [] if plain else [(end, middle), *([(start, middle)] if both else [])]
        line = [
            start if plain or not both else _towards(start, middle, head * 0.8),
            end if plain else _towards(end, middle, head * 0.8),
        ]
        k = 2 / 3
        curve = (
            line[0][0] + k * (middle[0] - line[0][0]),
            line[0][1] + k * (middle[1] - line[0][1]),
            line[1][0] + k * (middle[0] - line[1][0]),
            line[1][1] + k * (middle[1] - line[1][1]),
            *line[1],
        )
        ink = self.inks["accent"]
        nodes: list[Node] = []
        path = (
            Path((Contour(line[0], (curve,), closed=False),))
            if not dashed
            else _dashes(line[0], curve)
        )
        triangles = [Shape(_head(tip, base, head), ink, Stroke(PAPER, 0.35)) for tip, base in heads]
        if not dashed:
            nodes.append(Shape(path, stroke=Stroke(PAPER, thick + 0.8 * self.signs, cap=0)))
        nodes.append(Shape(path, stroke=Stroke(ink, thick, cap=0)))
        nodes += triangles
        xs, ys = zip(start, end, middle, strict=True)
        box = (min(xs) - 4, min(ys) - 4, max(xs) + 4, max(ys) + 4)
        values = (*start, *end, *middle)
        key = "arrow." + ".".join(f"{value:.2f}" for value in values)
        self.sheets.picture(Drawing(box, tuple(nodes)), f"{key}.{both}{plain}{dashed}")

    def _callout(self, callout: PictureSign, at: Point) -> None:
        """Draw a number on a disc, ✓, ✗, or a ring."""
        accent = self.inks["accent"]
        signs: dict[str, tuple[float, list[tuple[str, Cmyk]]]] = {
            "ring": (4.5, [("ring", accent)]),
            "ok": (3.2, [("disc", _GOOD), ("tick", PAPER)]),
            "no": (3.2, [("disc", _BAD), ("cross", PAPER)]),
        }
        radius, shapes = signs.get(callout.sign, (_DISC, [("disc", accent)]))
        nodes = [_sign_shape(kind, radius, self._ink(ink)) for kind, ink in shapes]
        edge = radius + 0.6
        with self.sheets.moved(at, self.signs):
            drawing = Drawing((-edge, -edge, edge, edge), tuple(nodes))
            named = callout.sign if callout.sign in ("ring", "ok", "no") else "disc"
            self.sheets.picture(drawing, f"callout.{named}")
        if callout.sign not in ("ring", "ok", "no"):
            self._label(callout.sign, at, 9.0 * self.signs, PAPER)

    def _ink(self, ink: Cmyk) -> Cmyk:
        """Return an ink of a sign, black in the ink-saving styles."""
        saving = drawn_as(self.dress) == "ink" and ink != PAPER
        return self.inks["text"] if saving else ink


_KNOT_WORDS = {"face": (8.5, 1.5), "none": (9.0, 3.2), "disc": (13.0, 1.6), "box": (13.0, 1.6)}
"""Largest size of words at each kind of node, in pt, and their width in radii of the node."""


def _kind(knot: Knot) -> str:
    return "face" if knot.face else knot.shape


_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Pips of each face, in half sides from the centre."""


def _towards(start: Point, aim: Point, by: float) -> Point:
    long = math.dist(start, aim)
    if not by or not long:
        return start
    share = by / long
    return start[0] + share * (aim[0] - start[0]), start[1] + share * (aim[1] - start[1])


def _leaving(start: Point, aim: Point, half: Size) -> Point:
    """Return the point where a line from a box's centre leaves the box."""
    dx, dy = abs(aim[0] - start[0]), abs(aim[1] - start[1])
    share = min(half.width / dx if dx else math.inf, half.height / dy if dy else math.inf)
    return start[0] + share * (aim[0] - start[0]), start[1] + share * (aim[1] - start[1])


def _dashes(start: Point, curve: tuple[float, ...]) -> Path:
    """Return every other piece of a curve."""
    points = [_on_curve(start, curve, n / 16) for n in range(17)]
    pieces = [polygon(points[n : n + 2], closed=False) for n in range(0, 16, 2)]
    return Path(tuple(piece.contours[0] for piece in pieces))


def _on_curve(start: Point, curve: tuple[float, ...], t: float) -> Point:
    x1, y1, x2, y2, x3, y3 = curve
    parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    xs, ys = (start[0], x1, x2, x3), (start[1], y1, y2, y3)
    return sum(map(float.__mul__, parts, xs)), sum(map(float.__mul__, parts, ys))


def _head(tip: Point, base: Point, long: float) -> Path:
    """Return an arrow's head that points from `base` to `tip`."""
    back = _towards(tip, base, long)
    dx, dy = (tip[0] - back[0]) / long, (tip[1] - back[1]) / long
    half = long * 0.55
    return polygon(
        [
            tip,
            (back[0] - dy * half, back[1] + dx * half),
            (back[0] + dy * half, back[1] - dx * half),
        ]
    )


def _sign_shape(kind: str, radius: float, ink: Cmyk) -> Shape:
    r = radius
    match kind:
        case "ring":
            return Shape(ellipse(0, 0, r), stroke=Stroke(ink, 1.1))
        case "tick":
            path = polygon(
                [(-0.45 * r, 0.05 * r), (-0.1 * r, 0.4 * r), (0.5 * r, -0.4 * r)], closed=False
            )
            return Shape(path, stroke=Stroke(ink, 0.8))
        case "cross":
            a, b = (-0.4 * r, 0.4 * r)
            one = polygon([(a, a), (b, b)], closed=False)
            return Shape(one + polygon([(a, b), (b, a)], closed=False), stroke=Stroke(ink, 0.8))
        case _:
            return Shape(ellipse(0, 0, r), ink, Stroke(PAPER, 0.5))
