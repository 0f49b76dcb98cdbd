"""The cues of a film: each moment's time and its subtitles (WebVTT, SubRip).

A film does not use the match's own times, because players may think for minutes. A moment is shown
for as long as it takes to read its words in the slowest of the three languages, so that one film
fits all subtitles. The formats are W3C, "WebVTT", section 4, and SubRip as media players read it
(with a comma before the milliseconds).
"""

from dataclasses import dataclass
from typing import Final

from companion.replay.moments import ReplayFrame
from companion.replay.transcript import Transcript
from rules import LANGUAGES

_LEAST_S, _MOST_S = 1.6, 9.0
_LETTER_S: Final = {"en": 0.055, "ja": 0.11, "zh-Hant": 0.11}
"""Reading times for subtitles, in seconds per letter or character."""

_WIDE: Final = str.maketrans("<>{}", "＜＞｛｝")


@dataclass(frozen=True, slots=True)
class Cue:
    """A moment in a film: its start and end in seconds, and its words by language."""

    moment: ReplayFrame
    start_s: float
    end_s: float
    texts: dict[str, str]


def cues(transcript: Transcript) -> tuple[Cue, ...]:
    """Return a match's moments in sequence, each shown for its reading time."""
    worded = {lang: {s.moment.entry.n: s for s in transcript.shown(lang)} for lang in LANGUAGES}
    found: list[Cue] = []
    now = 0.0
    for number, shown in worded[LANGUAGES[0]].items():
        texts = {lang: worded[lang][number].text for lang in LANGUAGES if number in worded[lang]}
        reading = max(len(text) * _LETTER_S[lang] for lang, text in texts.items())
        end = round(now + min(_MOST_S, max(_LEAST_S, 0.8 + reading)), 1)
        found.append(Cue(shown.moment, now, end, texts))
        now = end
    return tuple(found)


def vtt(shown: tuple[Cue, ...], lang: str) -> str:
    """Return the subtitles for browsers (WebVTT)."""
    parts = [f"WEBVTT\nLanguage: {lang}\n"]
    for number, cue in enumerate(shown, 1):
        text = cue.texts.get(lang, "").replace("&", "&amp;").replace("<", "&lt;")
        parts.append(f"{number}\n{_time(cue.start_s, '.')} --> {_time(cue.end_s, '.')}\n{text}\n")
    return "\n".join(parts)


def srt(shown: tuple[Cue, ...], lang: str) -> str:
    """Return the subtitles for media players (SubRip), without markup characters.

    SubRip has no escapes, and a player's name may contain `<b>`.
    """
    parts = []
    for number, cue in enumerate(shown, 1):
        start, end = _time(cue.start_s, ","), _time(cue.end_s, ",")
        parts.append(f"{number}\n{start} --> {end}\n{cue.texts.get(lang, '').translate(_WIDE)}\n")
    return "\n".join(parts)


def _time(seconds: float, point: str) -> str:
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, left = divmod(whole, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{left:02}{point}{thousandths:03}"
