"""No printed line of any product ends inside a word, a term, or a number with its unit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest

from printkit.cards.job import CardJob
from printkit.craft import assembler
from printkit.everything import WholeJob, parts
from printkit.typeset import setting
from printkit.typeset.breaks import SPLIT, strains
from printkit.typeset.setting import lexicon_of
from printkit.typeset.typesetter import Typesetter
from rules import load_catalog

GAMES = ("dicebattle", "jiguan", "spherion", "stratosphere", "yggdrasil")
ICONS = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd]")


def squeezed(text: str) -> str:
    """Return text without the spaces and soft hyphens that a PDF reader may add or lose."""
    return re.sub(r"[\s\u00a0\u00ad\u200b\ufffe\u0002]+", "", text)


def drawn_lines(folder: Path) -> Iterator[str]:
    """Yield the lines of all PDFs in a folder, as a PDF reader finds them."""
    for path in folder.glob("*.pdf"):
        with pypdfium2.PdfDocument(path) as document:
            for page in document:
                yield from page.get_textpage().get_text_bounded().splitlines()


def ends(lines: tuple[str, ...], text: str) -> Iterator[int]:
    """Yield where in the text each line but the last ends, unless a line feed ends it."""
    at = 0
    for line in lines[:-1]:
        at = text.index(line.strip(), at) + len(line.strip())
        if text[at] != "\n":
            yield at + (text[at] == " ")


class Lines:
    """Every text that was broken into lines, also those that were tried and not printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: dict[tuple[str, ...], str] = {}
        monkeypatch.setattr(Typesetter, "lines", self._noted(Typesetter.lines, 1))
        for module in (setting, assembler):
            monkeypatch.setattr(module, "fit", self._noted(module.fit, 0))

    def _noted(self, original: Callable[..., object], at: int) -> Callable[..., object]:
        def noting(*args: str, **kwargs: object) -> object:
            result = original(*args, **kwargs)
            lines = tuple(getattr(result, "lines", result) or ())
            if len(lines) > 1:
                self.found[lines] = args[at]
            return result

        return noting


@pytest.mark.parametrize("lang", ["ja", "zh-Hant"])
@pytest.mark.parametrize("game", GAMES)
def test_no_printed_line_ends_inside_a_word(
    game: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Lines(monkeypatch)
    for part in parts(WholeJob(CardJob(game, lang=lang, art=False, out=tmp_path))):
        part.print()
    drawn = "\n".join(map(squeezed, drawn_lines(tmp_path)))
    lexicon = lexicon_of(game, lang)
    terms = {names[lang] for names in load_catalog(game).terms.values()}
    split, seen = [], 0
    for broken, text in lines.found.items():
        whole = [squeezed(line) for line in ICONS.sub("\n", "\n".join(broken)).split("\n")]
        tried = any(a + b in drawn for a, b in pairwise(map(squeezed, broken)) if a and b)
        if text in terms or tried or not all(line in drawn for line in whole):
            continue  # a column of a glossary may be narrower than a term; or not printed
        seen += 1
        found = strains(text, lexicon)
        split += [(broken, text[:end][-9:]) for end in ends(broken, text) if found[end] >= SPLIT]
    assert seen >= 50, "hardly any line was found in the print"
    assert not split
