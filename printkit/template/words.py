"""Words of printed sheets, from `templates/sheets/words.toml` and each game's own."""

import re
from functools import cache

from printkit.data.toml_source import Strict, game_folder, read_toml
from printkit.errors import UsageError
from rules import Message
from rules.messages.catalogs import sentences
from rules.messages.message import Text
from rules.messages.near_matches import did_you_mean


class WordFile(Strict):
    """Words by language (`[word.KEY]`)."""

    word: dict[str, dict[str, str]]
    """Words by key and language."""


@cache
def _own_words(slug: str) -> dict[str, dict[str, str]]:
    file = game_folder(slug) / "words.toml"
    return read_toml(file, WordFile).word if file.is_file() else {}


def mat_title(slug: str, name: str, lang: str) -> str:
    """Return a mat's title, or its name in the data if the game's words have none."""
    return _own_words(slug).get(f"mat_{name}", {}).get(lang, name)


def place_name(slug: str, kind: str, lang: str) -> str:
    """Return the name of a kind of place on a mat, or "" if the game's words have none."""
    return _own_words(slug).get(f"zone_{kind}", {}).get(lang, "")


def game_word(slug: str, key: str, lang: str, **facts: object) -> str:
    """Return a word from the game's own `words.toml`, otherwise from the shared file."""
    own, shared = _own_words(slug).get(key), sentences("sheet")
    if own is None and key not in shared:
        file, near = f"templates/{slug}/words.toml", did_you_mean(key, {*_own_words(slug), *shared})
        raise UsageError("print.no_word", file=file, word=key, near=near)
    return (own or shared[key])[lang].format(**facts)


def file_subject(what: Text, paper: str, lang: str) -> str:
    """Return the text for a PDF file's `Subject` property: "Cards, A4, English"."""
    sides = re.fullmatch(r"(\d+)x(\d+)", paper)
    shown = f"{sides[1]} × {sides[2]} mm" if sides else paper
    return Message("sheet.file_subject", what=what, paper=shown).render(lang)


_PARTS = {
    "cards": "shop_cards",
    "reference": "shop_reference",
    "learn": "shop_learn",
    "rulebook": "shop_rulebook",
    "mat": "shop_tiles",
    "sheet_mat": "shop_sheet_mat",
}


def part_name(part: str) -> Message:
    """Return the name of a part of a game, such as its cards."""
    return Message(f"sheet.{_PARTS.get(part, f'craft_{part}')}")
