"""Values of the options of `python -m rules`: decks by seat, settings, numbers."""

import argparse
import re
import sys
from fractions import Fraction
from pathlib import Path

from rules.catalog.card_names import fold
from rules.catalog.data_files import decode_text, read_data_text
from rules.catalog.reader import load_catalog, read_decklist
from rules.core.card_data import Catalog, SettingSpec
from rules.core.values import Deck, Setup
from rules.errors import RulesError
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean, folded

_BETWEEN_PAIRS = re.compile(r",(?=[^,=]+=)")
"""Comma before another NAME=VALUE; other commas belong to the value, such as a file name."""
_MOST = 10_000_000


def positive(text: str) -> int:
    """Parse a positive number (of games, plies or processes)."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < value <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {_MOST}")
    return value


def percentage(text: str) -> float:
    """Parse a percentage between 0 and 100, such as `2%`, as a share."""
    number = text.removesuffix("%")
    value = float(number) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", number) else 0.0
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a percentage such as 2%")
    return value / 100


def printable(text: str) -> str:
    """Return the text if it is printable, or report a usage error."""
    if not text.isprintable():  # undecodable bytes are not printable either
        raise argparse.ArgumentTypeError(f"{text!a} is not text: write letters or digits")
    return text


def given_text(path: Path) -> str:
    """Return the text of a UTF-8 file, or of standard input for `-`."""
    if str(path) != "-":
        return read_data_text(path, str(path))
    return decode_text(sys.stdin.buffer.read() if sys.stdin else b"", "-")


def given_setup(arguments: argparse.Namespace) -> Setup:
    """Return the set-up described by the options `--setting` and `--deck`."""
    catalog = load_catalog(arguments.game)
    settings = dict(
        _setting(catalog, name, value)
        for name, value in pairs(arguments.setting, "--setting", "NAME=VALUE")
    )
    decks = {
        _seat(catalog, seat): given_deck(catalog, name)
        for seat, name in pairs(arguments.deck, "--deck")
    }
    return Setup(arguments.game, settings, decks)


def pairs(texts: list[str], option: str, form: str = "SEAT=DECK") -> list[tuple[str, str]]:
    """Return the pairs given with a repeatable option; raise `RulesError` if one is invalid."""
    by_name: dict[str, tuple[str, str]] = {}
    for text in (part for given in texts for part in _BETWEEN_PAIRS.split(given)):
        name, equals, value = text.partition("=")
        if not equals:
            raise RulesError("no_pair", option=option, text=text, form=form)
        if folded(name) in by_name:
            raise RulesError("twice", option=option, name=name)
        by_name[folded(name)] = (name, value)
    return list(by_name.values())


def _seat(catalog: Catalog, name: str) -> str:
    """Return the seat with this name, ignoring case and width; return an unknown name unchanged."""
    return next((seat for seat in catalog.seats if folded(seat) == folded(name)), name)


def _setting(catalog: Catalog, name: str, value: str) -> tuple[str, str]:
    """Return the setting and value with these names, ignoring case and width."""
    spec = {folded(known): spec for known, spec in catalog.settings.items()}.get(folded(name))
    if spec is None:
        raise RulesError("no_setting", name=name, near=did_you_mean(name, catalog.settings))
    return spec.name, _value(spec, value)


def _value(spec: SettingSpec, given: str) -> str:
    value = folded(given).strip()
    number = _number(value)
    for known in (*spec.values, spec.default):
        if value == folded(known) or (number is not None and number == _number(known)):
            return known
    if spec.integer and (number is None or not spec.minimum <= number <= spec.maximum):
        near: Text = Message("number", least=spec.minimum, most=spec.maximum)
    elif spec.integer or "/" in value:  # the game checks fractions
        return value
    else:
        near = did_you_mean(given, spec.values)
    raise RulesError("no_value", name=spec.name, value=repr(given), near=near)


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def given_deck(catalog: Catalog, name: str) -> Deck:
    """Return a shipped deck by its file name or printed name, or read a deck list file."""
    if name in catalog.decks:
        return catalog.decks[name]
    path = Path(name)
    if path.is_file():
        return read_decklist(path, catalog.cards)[0]
    printed = {fold(stem): stem for stem in catalog.decks}
    for stem, names in catalog.deck_names.items():
        printed |= {fold(text): stem for text in names.values()}
    if (stem := printed.get(fold(name), "")) and fold(name):
        return catalog.decks[stem]
    key = "deck_folder" if path.is_dir() else "no_deck"
    near = did_you_mean(name, catalog.decks) or Message("name_a_list")
    raise RulesError(key, name=repr(name), near=near)
