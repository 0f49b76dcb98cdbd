"""Settings of a match, with defaults filled in and one fault per invalid value."""

from collections.abc import Callable, Mapping

from rules.core.card_data import SettingSpec
from rules.errors import Fault
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean

_SHORTEST_CLOCK = 5
"""Minimum number of seconds; a shorter clock leaves no time to think."""


def read_settings(
    specs: Mapping[str, SettingSpec],
    given: Mapping[str, str],
    faults: list[Fault],
    own: Mapping[str, Callable[[SettingSpec, str], Text]] | None = None,
) -> dict[str, str]:
    """Return the value of every setting by name; append a fault for each invalid one.

    A value is valid if it is the default, one of the listed words, or a whole number within the
    bounds and without leading zeros. `own` replaces that check for the settings it names: its
    functions return a fix, or "" for a valid value. An invalid value is replaced by the default, so
    that later checks can continue.
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
        fix = (own or {}).get(name, _fix_for)(spec, value)
        if fix:
            faults.append(Fault("settings", 0, name, Message("cannot_be", value=value), fix))
            values[name] = spec.default
    return values


def check_clock(spec: SettingSpec, value: str) -> Text:
    """Return a fix for an invalid number of seconds (0: no clock), or "" if it is valid."""
    seconds = _whole_number(spec, value)
    if seconds is None or 0 < seconds < _SHORTEST_CLOCK:
        return Message("seconds_or_none", least=_SHORTEST_CLOCK, most=spec.maximum)
    return ""


def _whole_number(spec: SettingSpec, value: str) -> int | None:
    """Return the number if the text is a whole number within the setting's bounds."""
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
