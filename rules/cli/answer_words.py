"""Words of the output of `check`, `perft` and `new` in three languages; JSON has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "legal": "legal",
        "illegal": "illegal",
        "undetermined": "undetermined",
        "counts": "depth            count",
        "ready": "{slug} is ready:",
    },
    "ja": {
        "legal": "合法",
        "illegal": "反則",
        "undetermined": "まだ判定できない",
        "counts": " 手数         手順の数",
        "ready": "{slug} ができました。次は：",
    },
    "zh-Hant": {
        "legal": "合法",
        "illegal": "不合法",
        "undetermined": "還無法判定",
        "counts": " 深度           序列數",
        "ready": "{slug} 準備好了，接下來：",
    },
}
"""Words by language and key; `counts` heads columns ending 5 and 22 letters from the left."""
