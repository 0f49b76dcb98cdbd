"""Words of printed sheets, from `templates/sheets/words.toml` and each game's own."""

from __future__ import annotations

import re
from functools import cache

from printkit.errors import UsageError
from printkit.template.messages import Spoken, in_language, spoken
from printkit.template.toml_source import TEMPLATES, Strict, game_folder, read_toml
from rules.messages.near_matches import did_you_mean

_SHEETS = TEMPLATES / "sheets"


class WordFile(Strict):
    """Words by language, `[word.KEY]`."""

    word: dict[str, dict[str, str]]
    """Each word by its key, in each language."""


@cache
def _words() -> WordFile:
    return read_toml(_SHEETS / "words.toml", WordFile)


@cache
def _own_words(slug: str) -> dict[str, dict[str, str]]:
    file = game_folder(slug) / "words.toml"
    return read_toml(file, WordFile).word if file.is_file() else {}


def word(key: str, lang: str, **facts: object) -> str:
    """Return a sheet's word or sentence in a language, its braces filled in."""
    return _words().word[key][lang].format(**facts)


def worded(key: str, **facts: object) -> Spoken:
    """The same in every language; facts may be spoken themselves."""

    def say(lang: str) -> str:
        told = {
            name: in_language(fact, lang) if isinstance(fact, str) else fact
            for name, fact in facts.items()
        }
        return word(key, lang, **told)

    return Spoken.by(say)


def mat_title(slug: str, name: str, lang: str) -> str:
    """Return the title of a mat; its name in the data if the game's words have none."""
    return _own_words(slug).get(f"mat_{name}", {}).get(lang, name)


def place_name(slug: str, kind: str, lang: str) -> str:
    """Return the name of places of a kind on a mat; "" if the game's words have none."""
    return _own_words(slug).get(f"zone_{kind}", {}).get(lang, "")


def game_word(slug: str, key: str, lang: str, **facts: object) -> str:
    """Return a word of a game's own `templates/<slug>/words.toml`, else of the shared one."""
    own = _own_words(slug).get(key)
    if own is None and key not in _words().word:
        known = sorted({*_own_words(slug), *_words().word})
        file, near = f"templates/{slug}/words.toml", did_you_mean(key, known)
        raise UsageError(spoken("no_word", file=file, word=key, near=near))
    return own[lang].format(**facts) if own else word(key, lang, **facts)


def file_subject(what: str, paper: str, lang: str) -> str:
    """Return what a file is, for its properties: "Cards, A4, English"."""
    sides = re.fullmatch(r"(\d+)x(\d+)", paper)
    shown = f"{sides[1]} × {sides[2]} mm" if sides else paper
    return word("file_subject", lang, what=what, paper=shown)


_PARTS = {
    "cards": "shop_cards",
    "reference": "shop_reference",
    "rulebook": "shop_rulebook",
    "mat": "shop_tiles",
    "sheet_mat": "shop_sheet_mat",
}


def part_name(part: str, lang: str) -> str:
    """Return the name of a part of a game."""
    return word(_PARTS.get(part, f"craft_{part}"), lang)
