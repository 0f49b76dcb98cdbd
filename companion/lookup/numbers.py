"""Parses clause numbers as people write them: YGG-6.4, ygg 6.4, 6の4, 第6章第4條, 第六條第四款."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

_HAN: Final = str.maketrans("〇一二三四五六七八九", "0123456789")
_TEN: Final = re.compile(r"([1-9]?)十([0-9]?)")
_BETWEEN: Final = r"\s*(?:[.．・·の之,、:-]|[章節條条]\s*(?:の|之|第)?|\s)\s*"
_CITED: Final = re.compile(
    r"^(?P<prefix>[a-z]{2,5}|)\s*(?:-|－)?\s*(?:§|第|section|clause|rule|ルール|規則|條文|条項|no\.?)?\s*"
    rf"(?P<section>\d{{1,2}})(?:{_BETWEEN}(?P<clause>\d{{1,2}})\s*(?P<letter>[a-z]?)\s*(?:條|条|項|项|款|号|號)?"
    r"|\s*(?P<all>[章節條条])|)$"
)


@dataclass(frozen=True, slots=True)
class ClauseNumber:
    """A clause's number. `prefix` is a game's prefix or ""; `clause` is "" for a section.

    If a game numbers its clauses without sections (CRO-1), they are parsed as sections.
    """

    prefix: str
    section: str
    clause: str

    @property
    def identity(self) -> str:
        """The id of the clause with exactly this number, if the game has one."""
        return f"{self.prefix}-{self.section}" + (f".{self.clause}" if self.clause else "")

    @property
    def ending(self) -> str:
        """The end of the clause's id, without the game's prefix."""
        return f"-{self.section}.{self.clause}"


def cited(text: str) -> ClauseNumber | None:
    """Parse the number of a clause or section. Return None for any other text."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip().translate(_HAN)
    plain = _TEN.sub(lambda m: str(int(m[1] or 1) * 10 + int(m[2] or 0)), plain)
    found = _CITED.match(plain)
    if found is None:
        return None
    clause = found["clause"] or ""
    if not clause and not (found["prefix"] or found["all"] or "§" in plain or "section" in plain):
        return None
    return ClauseNumber(found["prefix"].upper(), found["section"], clause + (found["letter"] or ""))
