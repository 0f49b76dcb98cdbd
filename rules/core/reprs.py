"""Short reprs that `eval` accepts, for prompts, logs and failed tests."""

import dataclasses
import enum
from collections.abc import Mapping
from typing import Any


class Word(enum.StrEnum):
    """Closed vocabulary whose members have a repr that `eval` accepts, such as `Verb.PLACE`."""

    __hash__ = str.__hash__  # an enum's own hash is a Python function

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


def short_repr(value: Any) -> str:  # noqa: ANN401 - any dataclass
    """Return a constructor call for a dataclass value, without arguments equal to their defaults.

    >>> from rules import Action, Verb
    >>> Action("A", Verb.PLACE, card="y03", to="b2")
    Action('A', Verb.PLACE, card='y03', to='b2')
    """
    words = []
    for field in dataclasses.fields(value):
        given = getattr(value, field.name)
        if field.default is not dataclasses.MISSING:
            default = field.default
        elif field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        else:
            words.append(repr(given))
            continue
        if given != default:
            shown = dict(given) if isinstance(given, Mapping) else given
            words.append(f"{field.name}={shown!r}")
    return f"{type(value).__name__}({', '.join(words)})"
