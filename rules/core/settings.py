"""The settings agreed before a match: defaults filled in, every one that is not allowed a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import Fault
from rules.messages.message import Message
from rules.messages.near_matches import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rules.core.card_data import SettingSpec
    from rules.messages.message import Text

_SHORTEST_CLOCK = 5
"""Seconds; less leaves nobody time to think."""


def read_settings(
    specs: Mapping[str, SettingSpec],
    given: Mapping[str, str],
    faults: list[Fault],
    own: Mapping[str, Callable[[SettingSpec, str], Text]] | None = None,
) -> dict[str, str]:
    """The value of every setting, by name; adds a fault for each that is not allowed.

    A value stands if it is the default, one of the words, or a whole number within the bounds,
    written without zeros in front.  `own` are a game's own checks by setting, in place of that:
    they return how to mend the value, or "" where it may stand.  A value at fault comes back as
    the default, so that what is built on it can be checked too.
    """
    faults += [
        Fault("settings", 0, name, Message("is_no_setting"), did_you_mean(name, specs))
        for name in sorted(given.keys() - specs.keys())
    ]
    values = {}
    for name, spec in specs.items():
        value = values[name] = given.get(name, spec.default)
        if value == spec.default:
            continue
        mend = (own or {}).get(name, _fix_for)(spec, value)
        if mend:
            faults.append(Fault("settings", 0, name, Message("cannot_be", value=value), mend))
            values[name] = spec.default
    return values


def check_clock(spec: SettingSpec, value: str) -> Text:
    """How to mend a number of seconds of which 0 means that there is no clock; "" if it stands."""
    seconds = _whole_number(spec, value)
    if seconds is None or 0 < seconds < _SHORTEST_CLOCK:
        return Message("seconds_or_none", least=_SHORTEST_CLOCK, most=spec.maximum)
    return ""


def _whole_number(spec: SettingSpec, value: str) -> int | None:
    """The number a value writes, if it lies within the setting's bounds."""
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(spec.maximum))
    number = int(value) if digits and str(int(value)) == value else -1
    return number if spec.minimum <= number <= spec.maximum else None


def _fix_for(spec: SettingSpec, value: str) -> Text:
    if value in spec.values:
        return ""
    if not spec.integer:
        return did_you_mean(value, spec.values)
    if _whole_number(spec, value) is not None:
        return ""
    use = Message("number", least=spec.minimum, most=spec.maximum)
    return Message("number_or_word", use=use, words=spec.values) if spec.values else use
