"""Checks for errors in written positions: rendered in three languages, with no stray English."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from rules import NotationError
from rules.data_home import DATA
from rules.messages.message import Message

__all__ = ["foreign", "translated_everywhere"]

_WORD = re.compile(r"[A-Za-z]{2,}(?![a-z0-9])")
_TERMS = frozenset(("LP", "SP", "MP", "YGG", "JGS", "STR", "DBM", "SPH", "CARD", "dm", "token"))
"""Words in Latin letters in every language: counters, clauses, forms and their keywords."""
_ALSO = frozenset(
    _WORD.findall(
        "actions allowed also arrived atk attacked black card cards compare CARDS crossed dip down "
        "free half hammers holds hushed item jump lies limit lp margin miracle mp placed purse red "
        "revival roots sp stopped target tie tributes turned under up wait winner"
    )
)
"""Words used in positions that no form in `notation.toml` contains."""


def translated_everywhere(fault: NotationError) -> None:
    """Require that an error's place, cause and fix are translated into Japanese and Chinese."""
    assert isinstance(fault.what, Message), fault.what
    assert isinstance(fault.fix, Message), fault.fix
    ja, zh = fault.message.render("ja"), fault.message.render("zh-Hant")
    assert not fault.line or ja.startswith(f"{fault.line}行目（"), ja
    assert not fault.line or zh.startswith(f"第{fault.line}行（"), zh
    assert re.search("[ぁ-ん]", ja)
    assert not re.search("[ぁ-ん]", zh)
    for text in (ja, zh):
        assert re.search("[一-龥]", text)
        assert not foreign(text) - set(_WORD.findall(fault.text[:200])), text


def foreign(text: str) -> set[str]:
    """Return the words in Latin letters that are in a text but not in the notation."""
    return set(_WORD.findall(text)) - _written()


@cache
def _written() -> frozenset[str]:
    """Return the words that positions, actions, settings and seats of all games consist of."""
    words = set(_TERMS | _ALSO)
    for path in (DATA / "notation.toml", *DATA.glob("*/notation.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        lines, acts = data.get("line", {}), data["act"]
        forms = " ".join(entry["form"] for entry in (*lines.values(), *acts.values()))
        words |= {*data.get("phase", ()), *acts, *_WORD.findall(forms)}
    for path in DATA.glob("*/settings.toml"):
        for name, setting in tomllib.loads(path.read_text("utf-8")).items():
            agreed = " ".join((name, *setting.get("values", ())))
            words |= {*_WORD.findall(agreed), *_WORD.findall(agreed.replace("_", " "))}
    for path in DATA.glob("*/game.toml"):
        words |= set(tomllib.loads(path.read_text("utf-8"))["seats"])
    return frozenset(words)
