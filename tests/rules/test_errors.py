"""An error in a worker process is reported as it would be in the main process."""

from __future__ import annotations

import pickle

import pytest

from rules import LEGAL, DataError, Fault, IllegalAction, LogError, NotationError, RulesError
from rules.errors import GameFault, MalformedTag, MatchError, UnknownGame

FAULT = Fault("cards.toml", 4, "attack", "is no number", "write one, like 300")


@pytest.mark.parametrize(
    "raised",
    [
        DataError([FAULT, Fault("cards.toml", 9, "name", "is missing")]),
        GameFault(FAULT),
        NotationError("no such verb", "blue flies", 5, "say place, turn or pass", 3),
        MalformedTag("too short", "S9"),
        MatchError("the match is over"),
        IllegalAction("blue pass", LEGAL),
        LogError("a line was edited", 12, "take the copy"),
        UnknownGame("chess"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_out_of_another_process_as_it_went_in(raised: RulesError) -> None:
    came = pickle.loads(pickle.dumps(raised))  # noqa: S301 - our own bytes
    assert type(came) is type(raised)
    assert vars(came) == vars(raised)
    for lang in ("en", "ja", "zh-Hant"):
        assert came.message.render(lang) == raised.message.render(lang)
    assert str(came) == str(raised)
