"""The rules of a rulebook: every clause as the referee cites it and as the look-up shows it.

Its number, its title and its paragraph are those of `Catalog.clauses`. The book adds its place, its
related clauses and the settings that change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printkit.books.rulebook.blocks import MARK, Blocks, clause_anchor, section_anchor
from printkit.typeset.flow import Bar, Block, Row, Span
from printkit.typeset.typesetter import line_row
from rules import Clause

_TOGETHER = 42.0
"""A clause no higher than this is not split, mm."""
_SHORT = 4
"""A paragraph of fewer rows stays together with its notes."""


class Clauses(Blocks):
    """Sets the sections and their clauses."""

    def sections(self) -> Iterator[Block]:
        """Yield all sections with their clauses, each once; a small game may have no sections."""
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
        for block in blocks[:-1]:
            yield replace(block, keep=together or len(block.rows) < _SHORT)
        yield replace(blocks[-1], whole=together)

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
