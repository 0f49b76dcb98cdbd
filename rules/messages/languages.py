"""Languages of texts, and substitution of placeholders in texts.

A text agrees with a number by `{count:one|other}`: the forms stand in the order of the language's
plural categories in CLDR, and `#` is the number. English has two categories; Japanese and Chinese
have one and need no forms.
"""

import re
import string
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "ja", "zh-Hant")
"""Languages in which every text exists."""

Words = Mapping[str, str]
"""One text in every language of `LANGUAGES`."""

_HAN: Final = re.compile(r"[\u3001-\u30ff\u3400-\u9fff]")


_PARTS: Final = string.Formatter()
_ONE: Final = ("1", "+1", "-1", "−1")
"""Numbers that take the singular."""


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Return a template with its facts filled in; raise `KeyError` for a missing fact.

    Templates have spaces around Latin text ("放在 b2 上"). Around a Chinese or Japanese fact, these
    spaces are removed. The facts themselves do not change.

    >>> fill("放在 {cell} 上", {"cell": "b2"}), fill("放在 {cell} 上", {"cell": "棄牌堆"})
    ('放在 b2 上', '放在棄牌堆上')
    >>> fill("讀不到 {path} 這個檔", {"path": "牌 表/甲"})
    '讀不到牌 表/甲這個檔'
    >>> fill("{n:# cell differs|# cells differ}", {"n": 1}), fill("{n:a|# more}", {"n": 2})
    ('1 cell differs', '2 more')
    """
    text = ""
    for literal, name, form, _ in _PARTS.parse(template):
        text = _joined(text, literal)
        if name is not None:
            value = facts[name]
            plural = form is not None and "|" in form
            shown = plural_form(form or "", value) if plural else format(value, form or "")
            text = _joined(text, shown)
    return text


def plural_form(forms: str, value: object) -> str:
    """Return the form of `one|other` that agrees with a number, with the number for `#`."""
    one, _, other = forms.partition("|")
    return (one if str(value) in _ONE else other).replace("#", str(value))


def _joined(text: str, more: str) -> str:
    """Join two parts of a sentence, removing a space between two East Asian characters."""
    if text[-1:] == " " and _HAN.match(text[-2:-1]) and _HAN.match(more):
        return text[:-1] + more
    if more[:1] == " " and _HAN.match(text[-1:]) and _HAN.match(more[1:2]):
        return text + more[1:]
    return text + more
