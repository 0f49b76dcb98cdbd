"""The help of `python -m rules check GAME`: notation of positions and actions, with examples.

The reference of lines, phases and actions is `notation.toml` in the game's data. Its `examples.txt`
holds examples separated by empty lines: the lines of a position, then a line `> ACTION` for each
action shown as legal there.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rules.catalog.data_files import read_data_text
from rules.catalog.reader import load_catalog
from rules.data_home import DATA_FOLDERS
from rules.notation.words import Entry, load_notation
from rules.registry import game_slugs

_TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "forms": """\
A position is a text of a few lines, one thing each: what lies on the table, whose turn it is,
what somebody holds. What is left out is unknown, or as the rules leave it. "?" is a card that
nobody has seen; # begins a comment. Case and width of letters make no difference. A card may be
written by its name in any language, in quotes if there are blanks in it: "Storm Crown".

An action is one line: who acts, a verb, then what the verb needs.
  SEAT place CARD CELL       SEAT move CELL CELL       SEAT swap CELL CELL
  SEAT flip CELL             SEAT turn CELL QUARTERS   SEAT remove CELL
  chance roll NUMBER to=SEAT SEAT draw                 SEAT declare WORD
  SEAT choose WORD           SEAT pass                 SEAT ready
and, where it matters, facing=down, turn=1, card=CARD, at=CELL, to=CELL, with=CARD,CARD.
Dice and shuffles are actions of the seat "chance".""",
        "seats": "Seats: {seats}",
        "seat": "{seat} = {name}",
        "comma": ", ",
        "line": "Lines of a position:",
        "phase": "Phases, and what may be done in each:",
        "act": "How to …",
        "head": "Positions of {game}, and behind each > an action that is legal there:",
        "else": "Examples: python -m rules check GAME --help",
    },
    "ja": {
        "forms": """\
局面は数行の文で、1行に1つのことを書きます：場のカード、誰の番か、誰が何を持つか。
書かないことは「不明」か、ルールどおりの値になります。?は誰も見ていないカード、#からはコメント。
大文字と小文字、全角と半角は区別しません。カードはどの言語の名前でも書けます。
名前に空白があれば引用符で囲みます："Storm Crown"、「荒ぶる狩り」。

アクションは1行で、行う人、動詞、動詞に必要なものの順に書きます。
  SEAT place CARD CELL       SEAT move CELL CELL       SEAT swap CELL CELL
  SEAT flip CELL             SEAT turn CELL QUARTERS   SEAT remove CELL
  chance roll NUMBER to=SEAT SEAT draw                 SEAT declare WORD
  SEAT choose WORD           SEAT pass                 SEAT ready
必要なら facing=down、turn=1、card=CARD、at=CELL、to=CELL、with=CARD,CARD を加えます。
サイコロとシャッフルは chance という席のアクションです。""",
        "seats": "席：{seats}",
        "seat": "{seat}＝{name}",
        "comma": "、",
        "line": "局面の行：",
        "phase": "フェイズと、そこでできること：",
        "act": "こう書きます：",
        "head": "{game}の局面の例。> はそこで合法なアクション：",
        "else": "例：python -m rules check GAME --help --lang ja",
    },
    "zh-Hant": {
        "forms": """\
局面是幾行文字，一行說一件事：桌上有什麼牌、輪到誰、誰拿著什麼。
沒寫的就是不知道，或照規則的預設。?是沒人看過的牌，#之後是註解。
大小寫、全形半形都可以。牌可以寫任何語言的牌名，有空格就加引號："Storm Crown"、「牌名」。

動作是一行：誰、動詞、動詞需要的東西。
  SEAT place CARD CELL       SEAT move CELL CELL       SEAT swap CELL CELL
  SEAT flip CELL             SEAT turn CELL QUARTERS   SEAT remove CELL
  chance roll NUMBER to=SEAT SEAT draw                 SEAT declare WORD
  SEAT choose WORD           SEAT pass                 SEAT ready
需要時加上 facing=down、turn=1、card=CARD、at=CELL、to=CELL、with=CARD,CARD。
骰子與洗牌是 chance 這個座位的動作。""",
        "seats": "座位：{seats}",
        "seat": "{seat}＝{name}",
        "comma": "、",
        "line": "局面的各行：",
        "phase": "階段，以及各階段可以做的事：",
        "act": "這樣寫：",
        "head": "{game}的局面範例，> 之後是當時合法的動作：",
        "else": "範例：python -m rules check GAME --help --lang zh-Hant",
    },
}
_WIDTH: Final = 96


class GameHelp(argparse.Action):
    """The option `--help` after the name of a game: adds that game's reference and examples.

    `const` is the language.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        _option: str | None = None,
    ) -> None:
        """Print the help and exit."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        words = _TEXTS[self.const]
        game = getattr(namespace, "game", None) or ""
        parts = [words["forms"], *_reference(game, self.const, words)]
        parser.epilog = "\n\n".join(parts).rstrip()
        parser.print_help()
        parser.exit()


def _reference(game: str, lang: str, words: Mapping[str, str]) -> list[str]:
    if game not in game_slugs():
        return [words["else"]]
    catalog, notation = load_catalog(game), load_notation(game)
    named = (
        words["seat"].format(seat=seat, name=names[lang])
        for seat, names in catalog.seat_names.items()
    )
    parts = [words["seats"].format(seats=words["comma"].join(named))]
    for key, entries in (
        ("line", notation.lines),
        ("phase", notation.phases),
        ("act", notation.acts),
    ):
        if entries:
            parts.append("\n".join([words[key], *_rows(entries.values(), lang, key)]))
    return parts + _shown(game, words["head"].format(game=game))


def _rows(entries: Iterable[Entry], lang: str, key: str) -> list[str]:
    """Return the lines of the entries: form (or phase), meaning, and the acts of a phase."""
    rows = []
    for entry in entries:
        rows.append(f"  {entry.name if key == 'phase' else entry.forms[0]}")
        rows += textwrap.wrap(
            entry.meaning[lang], _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
        rows += [f"      > {form}" for form in entry.forms if key == "phase"]
    return rows


def _shown(game: str, head: str) -> list[str]:
    blocks = examples(game)
    if not blocks:
        return []
    return [head] + [
        "\n".join([*(f"  {line}" for line in lines), *(f"  > {action}" for action in actions)])
        for lines, actions in blocks
    ]


def examples(game: str) -> list[tuple[list[str], list[str]]]:
    """Return each example position of a game as lines, with the actions shown for it."""
    paths = (home / game / "examples.txt" for home in DATA_FOLDERS if game)
    path = next((path for path in paths if path.is_file()), None)
    if path is None:
        return []
    blocks = []
    for block in read_data_text(path, f"{game}/{path.name}").strip().split("\n\n"):
        lines = block.splitlines()
        actions = [line[2:] for line in lines if line.startswith("> ")]
        blocks.append(([line for line in lines if not line.startswith("> ")], actions))
    return blocks
