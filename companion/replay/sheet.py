"""Writes a match's score sheet as a PDF: every notice, and the most useful boards.

The page is A4 portrait, for any printer. The sheet begins with a heading with players, settings
and the log's digest. A table with the course of the match follows (number, clock, light, caption).
Then come the boards for all refusals, for every tenth line and for the end, six per page, each
with its number and caption. The same log gives the same bytes.
"""

import io
from collections.abc import Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from companion.replay.drawing import LIGHT, board, mark
from companion.replay.lettering import BOLD, REGULAR, face, leading, lines_of, paragraph
from companion.replay.protocol import clock, heading, resumption
from companion.replay.sessions import PlaySession
from companion.replay.transcript import Transcript, WordedFrame
from rules import Message
from rules.version import AUTHORS

_WIDTH, _HEIGHT = 595.28, 841.89
_MARGIN: Final = 42.0
_BODY: Final = 9.0
_COLUMNS: Final = (_MARGIN + 14, _MARGIN + 34, _MARGIN + 72, _MARGIN + 86)
"""Right edge of the number, and left edges of clock, light and caption."""
_WORDS: Final = _WIDTH - _MARGIN - _COLUMNS[3]
_EVERY: Final = 10
_ACROSS, _DOWN = 2, 3


class _Sheet:
    """A score sheet that is written page by page."""

    def __init__(
        self, transcript: Transcript, lang: str, pages: int, analysis: Sequence[str]
    ) -> None:
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, (_WIDTH, _HEIGHT), invariant=True, pageCompression=1)
        self._telling, self._lang, self._analysis = transcript, lang, analysis
        self._pages, self.page, self._y = pages, 1, _HEIGHT - _MARGIN
        self._title = Message("replay.protocol.title", game=transcript.catalog.names).render(lang)
        self._canvas.setTitle(self._title)
        self._canvas.setSubject(Message("replay.sheet.subject").render(self._lang))
        self._canvas.setAuthor(AUTHORS)
        self._canvas.setCreator("companion replay")

    def write(self) -> bytes:
        """Draw the whole document, and return its bytes."""
        self._head()
        shown = self._telling.shown(self._lang)
        for each in shown:
            if each.resumed is not None:
                self._resumed(each.resumed)
            self._line(each)
        self._analysed()
        self._signatures()
        boards = [each for each in shown if _helps(each, len(shown))]
        for place, each in enumerate(boards):
            self._board(each, place % (_ACROSS * _DOWN))
        self._foot()
        self._canvas.save()
        return self._out.getvalue()

    def _text(self, text: str, size: float, *, bold: bool = False, quiet: bool = False) -> None:
        at, width = (_MARGIN, self._y), _WIDTH - 2 * _MARGIN
        weight, colour = BOLD if bold else REGULAR, LIGHT.quiet if quiet else LIGHT.ink
        self._y -= paragraph(
            self._canvas, text, at, width, lang=self._lang, size=size, weight=weight, colour=colour
        )

    def _head(self) -> None:
        self._text(self._title, 20, bold=True)
        self._y -= 4
        for line in heading(self._telling, self._lang):
            self._text(line, _BODY, quiet=True)
        self._y -= 8
        self._names()

    def _names(self) -> None:
        """Draw the column headings."""
        self._canvas.setFont(face(self._lang, BOLD), 7.5)
        self._canvas.setFillColor(LIGHT.quiet)
        self._label(_COLUMNS[1], self._y - 8, Message("replay.sheet.time"))
        self._label(_COLUMNS[3], self._y - 8, Message("replay.sheet.what"))
        self._canvas.setStrokeColor(LIGHT.quiet)
        self._canvas.setLineWidth(0.5)
        self._canvas.line(_MARGIN, self._y - 12, _WIDTH - _MARGIN, self._y - 12)
        self._y -= 17

    def _resumed(self, session: PlaySession) -> None:
        """Draw a line for a resume, after which the clock restarts at zero."""
        if self._y - 60 < _MARGIN + 20:  # keep it together with the line that follows
            self._turn_over()
            self._names()
        self._text(resumption(session, self._lang), _BODY, bold=True, quiet=True)
        self._y -= 4

    def _line(self, shown: WordedFrame) -> None:
        lines = lines_of(shown.text, self._lang, face(self._lang), _BODY, _WORDS)
        high = len(lines) * leading(_BODY, self._lang) + 3.5
        if self._y - high < _MARGIN + 20:
            self._turn_over()
            self._names()
        canvas, y = self._canvas, self._y - _BODY
        if shown.state == "illegal":
            canvas.setFillColor(LIGHT.cell)
            canvas.rect(
                _MARGIN, self._y - high + 2, _WIDTH - 2 * _MARGIN, high - 1, stroke=0, fill=1
            )
        canvas.setFillColor(LIGHT.quiet)
        canvas.setFont(face("en"), 8)
        canvas.drawRightString(_COLUMNS[0], y, str(shown.number))
        canvas.drawString(_COLUMNS[1], y, clock(shown.moment.time_s))
        mark(canvas, shown.state, _COLUMNS[2] + 4, y + 3, 3.4, LIGHT)
        colour = LIGHT.lights["illegal"] if shown.state == "illegal" else LIGHT.ink
        at = (_COLUMNS[3], self._y)
        paragraph(canvas, shown.text, at, _WORDS, lang=self._lang, size=_BODY, colour=colour)
        self._y -= high

    def _analysed(self) -> None:
        """Draw the analysis, with its title."""
        self._y -= 8
        for number, text in enumerate(self._analysis):
            if self._y < _MARGIN + 60:
                self._turn_over()
            self._text(text, _BODY + 2 * (not number), bold=not number)
            self._y -= 3

    def _signatures(self) -> None:
        seats = list(self._telling.seats(self._lang).values())
        if self._y < _MARGIN + 80:
            self._turn_over()
        self._y -= 42
        width = (_WIDTH - 2 * _MARGIN) / len(seats)
        for number, seat in enumerate(seats):
            x = _MARGIN + number * width
            self._canvas.setStrokeColor(LIGHT.quiet)
            self._canvas.line(x, self._y, x + width - 16, self._y)
            self._canvas.setFillColor(LIGHT.quiet)
            self._canvas.setFont(face(self._lang), 8)
            self._label(x, self._y - 10, Message("replay.sheet.signed", seat=seat))

    def _board(self, shown: WordedFrame, place: int) -> None:
        if place == 0:
            self._turn_over()
        wide = (_WIDTH - 2 * _MARGIN - 16) / _ACROSS
        high = (_HEIGHT - 2 * _MARGIN - 20) / _DOWN
        x = _MARGIN + (place % _ACROSS) * (wide + 16)
        top = _HEIGHT - _MARGIN - (place // _ACROSS) * high
        canvas = self._canvas
        mark(canvas, shown.state, x + 5, top - 7, 4.5, LIGHT)
        canvas.setFillColor(LIGHT.ink)
        canvas.setFont(face(self._lang, BOLD), 8.5)
        self._label(x + 14, top - 10, Message("replay.sheet.move", number=shown.number))
        at, colour = (x, top - 14), LIGHT.quiet
        used = paragraph(
            canvas, shown.text, at, wide, lang=self._lang, size=7.5, colour=colour, most=5
        )
        box = (x, top - high + 8, wide, high - 26 - used)
        board(canvas, self._telling.view(shown.moment, self._lang), box, LIGHT)

    def _turn_over(self) -> None:
        self._foot()
        self._canvas.showPage()
        self.page += 1
        self._y = _HEIGHT - _MARGIN

    def _label(self, x: float, y: float, message: Message) -> None:
        self._canvas.drawString(x, y, message.render(self._lang))

    def _foot(self) -> None:
        self._canvas.setFillColor(LIGHT.quiet)
        self._canvas.setFont(face(self._lang), 8)
        text = Message("replay.sheet.page", page=self.page, pages=self._pages).render(self._lang)
        self._canvas.drawRightString(_WIDTH - _MARGIN, _MARGIN - 12, text)
        self._canvas.drawString(_MARGIN, _MARGIN - 12, self._telling.name)


def _helps(shown: WordedFrame, lines: int) -> bool:
    """Return True if the sheet shows a board for this frame of the match."""
    return shown.state == "illegal" or shown.number % _EVERY == 0 or shown.number == lines


def score_sheet(
    transcript: Transcript, lang: str, analysis: Sequence[str] = ()
) -> tuple[bytes, int]:
    """Return the sheet as a PDF, and the number of its pages. Raise `LogError` for an empty log.

    `analysis`: the title and the lines of an analysis.
    """
    draft = _Sheet(transcript, lang, 0, analysis)
    draft.write()
    return _Sheet(transcript, lang, draft.page, analysis).write(), draft.page
