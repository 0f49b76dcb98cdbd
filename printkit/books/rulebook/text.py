"""A rulebook's contents as blocks; all words come from the game's data.

`Clauses` sets the rules; `Writer` also sets the parts before and after them. A clause's number,
title and paragraph come from `Catalog.clauses`, so they match the referee's citations and the
look-up. The book adds its related clauses and the settings that change it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from printkit.books.learn.data import LearnBook, LearnPart
from printkit.books.learn.pages import PageSetter
from printkit.books.reference.data import PictureRow, load_reference
from printkit.books.reference.faces import SIGNS, boxes_of
from printkit.books.rulebook.blocks import MARK, Blocks, clause_anchor, rule, section_anchor
from printkit.cards.pieces import Control, load_pieces
from printkit.pdf.geometry import Rect
from printkit.sheets.page_marks import draw_ruler
from printkit.typeset.flow import Bar, Block, Row, RowArt, Sign, Span
from printkit.typeset.typesetter import dotted, line_row, listed
from rules import Clause, Message
from rules.core.card_data import SettingSpec

_TOGETHER = 42.0
"""Maximum height of a clause that is not split between pages, in mm."""
_SHORT = 4
"""Number of rows below which a paragraph stays together with its notes."""


class Clauses(Blocks):
    """Typesetter of the sections and their clauses."""

    _examples: Mapping[str, Sequence[LearnPart]]
    _glossary: Sequence[LearnPart]
    _pages: PageSetter

    def show(self, learn: LearnBook | None, pages: PageSetter) -> None:
        """Print drawn examples below their clauses, and the glossary, of the other book."""
        self._examples = learn.examples() if learn else {}
        self._glossary = learn.terms() if learn else ()
        self._pages = pages

    def sections(self) -> Iterator[Block]:
        """Yield all sections with their clauses; a small game may have clauses but no sections."""
        if not self._catalog.sections:
            for clause in self._catalog.clauses.values():
                yield from self._clause(clause)
        for number, names in self._catalog.sections.items():
            clauses = [c for c in self._catalog.clauses.values() if c.section == number]
            if clauses:
                yield self._section(number, names[self.lang])
                for clause in clauses:
                    yield from self._clause(clause)

    def _section(self, number: str, title: str) -> Block:
        face = self._book.face("section")
        lines = self._set.lines(title, face, self._width - self._number, f"section {number}")
        rows = []
        for n, line in enumerate(lines):
            spans = (Span(line, self._number, face),)
            rows.append(line_row(face, *((Span(number, 0, face), *spans) if n == 0 else spans)))
        rows.append(Row(1.6, 0, bars=(Bar(0, 0.5, self._width, 0.35, "accent"),)))
        anchor = section_anchor(number)
        name = f"{number} {title}"
        return Block(
            tuple(rows), 7.5, keep=True, whole=True, anchor=anchor, title=name, level=1, head=title
        )

    def _clause(self, clause: Clause) -> Iterator[Block]:
        where = f"clause {clause.id}"
        title, text = clause.titles[self.lang], clause.texts[self.lang]
        yield self._clause_heading(clause, title, where)
        why = clause.whys[self.lang] if clause.ruling else ""
        notes = self._notes(clause)
        body = self._book.face("body")
        rows = self._set.rows(text, body, self._width - self._number, where, x=self._number)
        blocks = [Block(rows, 0.2, where=where)]
        if why:
            blocks.append(self._why(why, where))
        if notes:
            note = self._book.face("note")
            lines = self._set.rows(notes, note, self._width - self._number, where, x=self._number)
            blocks.append(Block(lines, 0.5, whole=True, where=where))
        together = sum(block.height for block in blocks) <= _TOGETHER
        blocks += [self._example(part, where) for part in self._examples.get(clause.id, ())]
        for block in blocks[:-1]:
            yield replace(block, keep=together or len(block.rows) < _SHORT)
        yield replace(blocks[-1], whole=together)

    def _example(self, part: LearnPart, where: str) -> Block:
        """Return a drawn example in a box."""
        panel = self._pages.example(part, self._width - self._number, where)
        row = Row(panel.height, 0, art=(RowArt(self._number, panel.paint),))
        return Block((row,), 1.6, whole=True, where=where)

    def _clause_heading(self, clause: Clause, title: str, where: str) -> Block:
        face, number = self._book.face("clause"), self._book.face("number")
        indent = self._number + (MARK + 1.3 if clause.forbids else 0)
        rows = []
        for n, line in enumerate(self._set.lines(title, face, self._width - indent, where)):
            row = line_row(face, Span(line, indent, face))
            if n == 0:
                top = row.baseline - 0.36 * face.size * 0.3528 - MARK / 2
                mark = (Bar(self._number, top, MARK, MARK, "accent"),) if clause.forbids else ()
                row = line_row(face, Span(clause.id, 0, number), *row.spans, bars=mark)
            rows.append(row)
        return Block(
            tuple(rows),
            3.4,
            keep=True,
            whole=True,
            anchor=clause_anchor(clause.id),
            title=f"{clause.id} {title}",
            level=2 if self._catalog.sections else 1,
            where=where,
        )

    def _why(self, why: str, where: str) -> Block:
        """Return the reason for a ruling, next to a bar, with its label in the margin."""
        face, label = self._book.face("why"), self._book.face("why_label")
        indent = self._number + 3.2
        rows = []
        for n, line in enumerate(self._set.lines(why, face, self._width - indent, where)):
            first = (
                (Span(self.word("ruling"), self._number - 2.6, label, "right"),) if n == 0 else ()
            )
            bar = Bar(self._number + 0.4, 0, 0.7, face.height, "accent")
            rows.append(line_row(face, *first, Span(line, indent, face), bars=(bar,)))
        return Block(tuple(rows), 1.0, where=where)

    def _notes(self, clause: Clause) -> str:
        """Return the related clauses and the settings that change this one."""
        comma, parts = self.word("comma"), []
        if clause.related:
            parts.append("→ " + ", ".join(clause.related))
        labels = [self._catalog.settings[name].labels[self.lang] for name in clause.settings]
        if labels:
            parts.append(self.word("changed_by", labels=comma.join(labels)))
        return "  ·  ".join(parts) if self.lang == "en" else "　".join(parts)


_ALL_CONTROLS = 110.0
"""Maximum height of a list of control cards that stays together, in mm."""


class Writer(Clauses):
    """Typesetter of all parts of one game's book, in one language and column width."""

    # Before the rules.

    def start(self) -> Iterator[Block]:
        """Yield the contents of the box and the set-up."""
        for key, steps, ordered in (
            ("need", self._own.need, False),
            ("setup", self._own.setup, True),
        ):
            if steps:
                yield self._subheading(key)
            for n, step in enumerate(steps, 1):
                text = step.text[self.lang]
                yield self._item(f"{n}" if ordered else "", text, step.clauses, key)

    def guide(self) -> Iterator[Block]:
        """Yield the guide to reading the book."""
        example = next((c.id for c in self._catalog.clauses.values() if c.forbids), "")
        blocks = [self._subheading("guide")]
        for paragraph in self._book.guide:
            text = paragraph.text[self.lang].format(example=example)
            blocks.append(self._paragraph(text, "why", "guide", space=0.7))
        digest, version = self._catalog.digest[:8], self._book.version
        colophon = self.word("colophon", digest=digest, version=version)
        blocks.append(self._paragraph(colophon, "note", "guide", space=1.4))
        blocks.append(self._ruler())
        yield from (replace(block, keep=True) for block in blocks[:-1])
        yield blocks[-1]

    def _ruler(self) -> Block:
        """Return the line that shows whether the book is printed at its size."""
        face, check = self._book.face("note"), Message("sheet.actual_size").render(self.lang)
        row = Row(3.0, 0, art=(RowArt(0, lambda x, y: draw_ruler(self._pages.sheets, x, y + 2.4)),))
        rows = self._set.rows(check, face, self._width, "guide")
        return Block((row, *rows), 2.4, whole=True, where="guide")

    def contents(self, front: Sequence[Block], parts: Sequence[str]) -> Iterator[Block]:
        """Yield the lines of the table of contents: `front`, the sections, then `parts`."""
        face, strong = self._book.face("contents"), self._book.face("contents_part")
        own = self.settings_number()
        for block in front:
            yield self._entry("", block.title, block.anchor, strong)
        if front:
            yield Block((Row(2.0, 0),))
        for number, names in self._catalog.sections.items():
            if own and number.isdecimal() and int(number) == int(own) + 1:
                yield self._entry(own, self.word("settings"), "part.settings", face)
            yield self._entry(number, names[self.lang], section_anchor(number), face)
        for n, key in enumerate(part for part in parts if part != "settings" or not own):
            yield self._entry("", self.word(key), f"part.{key}", strong, space=0 if n else 2)

    # After the rules.

    def settings(self, space: float) -> Iterator[Block]:
        """Yield each setting with its clause, help, default and choices, `space` mm apart."""
        name, face, note = (self._book.face(key) for key in ("strong", "why", "note"))
        number = self._book.face("number")
        for spec in self._catalog.settings.values():
            where = f"setting {spec.name}"
            span = self.word("from_to", least=spec.minimum, most=spec.maximum)
            named = dict.fromkeys((*spec.values, *spec.value_labels))
            choices = [*([span] if spec.integer else []), *(self._called(spec, v) for v in named)]
            comma = ", " if self.lang == "en" else "、"
            facts = dotted(
                f"{self.word('default')} {self._called(spec, spec.default)}",
                f"{self.word('choices')} {comma.join(choices)}",
                lang=self.lang,
            )
            label = self._set.lines(spec.labels[self.lang], name, self._width - 20, where)
            rows = [line_row(name, Span(line, 0, name)) for line in label]
            cite = Span(spec.clause, self._width, number, "right")
            rows[0] = line_row(name, *rows[0].spans, cite)
            rows += self._set.rows(spec.helps[self.lang], face, self._width, where)
            rows += self._set.rows(facts, note, self._width, where)
            yield Block((*rows, rule(self._width)), space, whole=True, where=where)

    def _called(self, spec: SettingSpec, value: str) -> str:
        """Return the label of a setting's value."""
        return spec.value_labels.get(value, {}).get(self.lang, value)

    def referee(self) -> Iterator[Block]:
        """Yield the description of the referee, then every control card."""
        strong = self._book.face("strong")
        for paragraph in self._book.referee:
            title, text = (words[self.lang] for words in (paragraph.title, paragraph.text))
            rows = self._set.rows(title, strong, self._width, "referee")
            yield Block(rows, 2.6, keep=True, whole=True)
            shown = text.format(slug=self._catalog.slug)
            yield self._paragraph(shown, "body", "referee", space=0)
        yield from self._controls()

    def _controls(self) -> Iterator[Block]:
        """Yield every control card, two per row; all on one page if possible."""
        cards = load_pieces(self._catalog.slug).control
        pairs = [self._pair(cards[n : n + 2]) for n in range(0, len(cards), 2)]
        together = sum(pair.space + pair.height for pair in pairs) <= _ALL_CONTROLS
        yield self._subheading("controls")
        for n, pair in enumerate(pairs, 1):
            yield replace(pair, keep=together and n < len(pairs))

    def _pair(self, cards: Sequence[Control]) -> Block:
        """Return one or two control cards: pictogram, word and effect."""
        name, face = self._book.face("strong"), self._book.face("entry")
        cell = self._width / 2
        spans: list[list[Span]] = [[] for _ in cards]
        for n, card in enumerate(cards):
            left, words = n * cell + 9, listed(card.help[self.lang], self.lang)
            where = f"control card {card.id}"
            spans[n].append(Span(card.word[self.lang], left, name))
            lines = self._set.lines(words, face, cell - 12, where)
            spans[n] += [Span(line, left, face) for line in lines]
        rows = [line_row(face, *filter(None, row)) for row in zip_longest(*spans)]
        signs = tuple(
            Sign(card.picture, card.plate, n * cell + 3.6, face.height, 3.1)
            for n, card in enumerate(cards)
        )
        rows[0] = replace(rows[0], signs=signs)
        return Block(tuple(rows), 2.0, whole=True, where=f"control card {cards[0].id}")

    def terms(self) -> Iterator[Block]:
        """Yield explanations of words, then each term in all three languages, with its clause."""
        if self._glossary:
            panel = self._pages.terms(self._glossary, "terms")
            row = Row(panel.height, 0, art=(RowArt(0, panel.paint),))
            yield self._subheading("glossary")
            yield Block((row,), 1.6, whole=True, where="terms")
            yield self._subheading("languages")
        languages = [self.lang, *(lang for lang in ("en", "ja", "zh-Hant") if lang != self.lang)]
        room = (self._width - self._number) / 3
        bold, face = self._book.face("strong"), self._book.face("entry")
        head = [self.word(f"lang_{lang}") for lang in languages]
        small = self._book.face("note")
        spans = [Span(text, n * room, small) for n, text in enumerate(head)]
        yield Block((line_row(small, *spans), rule(self._width)), 2, keep=True, whole=True)
        known = {tuple(term.values()): term for term in self._catalog.terms.values()}
        words = list(known.values())  # several keys may have the same term
        if self.lang == "en":
            words.sort(key=lambda term: term["en"].casefold())
        for term in words:
            cells = []
            for n, lang in enumerate(languages):
                kind = bold if n == 0 else face
                lines = self._set.lines(term[lang], kind, room - 2, f"term {term['en']}")
                cells.append([Span(line, n * room, kind, lang=lang) for line in lines])
            cite = Span(self._clause_of(term[self.lang]), self._width, small, "right")
            cells.append([cite])
            rows = [line_row(face, *filter(None, row)) for row in zip_longest(*cells)]
            yield Block(tuple(rows), 0, whole=True, where=f"term {term['en']}")

    def _clause_of(self, term: str) -> str:
        """Return the first clause with the term in its title, or else in its text, or ""."""
        wanted = re.escape(re.split(r"[（(]", term)[0])
        pattern = re.compile(rf"\b{wanted}" if self.lang == "en" else wanted, re.IGNORECASE)
        clauses = self._catalog.clauses.values()
        for texts in ((c.titles for c in clauses), (c.texts for c in clauses)):
            for clause, words in zip(clauses, texts, strict=True):
                if pattern.search(words[self.lang]):
                    return clause.id
        return ""

    def index(self) -> Iterator[Block]:
        """Yield an index of all clauses by number, with their pages."""
        face, number = self._book.face("index"), self._book.face("index_number")
        indent = 1.5 + max(self._set.width(key, number) for key in self._catalog.clauses)
        for clause in self._catalog.clauses.values():
            lines = self._set.lines(
                clause.titles[self.lang], face, self._width - indent - 6, clause.id
            )
            rows = [line_row(face, Span(line, indent, face)) for line in lines]
            rows[0] = line_row(face, Span(clause.id, 0, number), *rows[0].spans)
            page = Span("", self._width, face, "right", page_of=clause_anchor(clause.id))
            rows[-1] = line_row(face, *rows[-1].spans, page)
            yield Block(tuple(rows), 0, whole=True, where=f"index of {clause.id}")

    def _figure(self, figure: PictureRow, title: str) -> Block:
        """Return a row of pictures of a reference card."""
        pictures = replace(self._pages.pictures, signs=SIGNS)
        row, height = boxes_of(figure, pictures, self._width)

        def paint(x: float, y: float) -> None:
            for shown, left, wide in row:
                with pictures.sheets.marked("Figure", title):
                    pictures.draw(shown, Rect(x + left, y, wide, height))

        return Block((Row(height, 0, art=(RowArt(0, paint),)),), 1.6, keep=True, whole=True)

    def glance(self) -> Iterator[Block]:
        """Yield the reference-card sides that the book repeats, such as the course of a turn."""
        reference = load_reference(self._catalog.slug)
        for side in reference.side if reference else ():
            if side.in_book:
                blocks = [self._subheading_of(side.title[self.lang])]
                blocks += [self._figure(figure, side.title[self.lang]) for figure in side.figure]
                for item in side.item:
                    head, text = item.head.get(self.lang, ""), item.text[self.lang]
                    blocks.append(self._item(item.mark, text, item.clauses, "reference", head))
                together = sum(block.space + block.height for block in blocks) <= self._height
                yield from (replace(block, keep=together or block.keep) for block in blocks[:-1])
                yield blocks[-1]
