"""A stopwatch in the browser, from the pointer's release to the visible and audible result.

`PROBE` is added to a page before its own scripts. After `REARM` (with the target cell of a card, or
"") it records, in ms after the next release of the pointer: `read`, when the page received that the
camera had read that cell; `shown`, when a new caption had been painted; `sound`, when the first
chime leaves the computer; `voice`, when a voice was asked to speak (with `VOICE` or `SPEAKER`); and
`speaks`, when it began (with `SPEAKER`).
"""

from __future__ import annotations

import statistics

PROBE = """(() => {
  const m = window.measured = { cell: "", up: 0 };
  window.rearm = (cell) => {
    for (const what of Object.keys(m)) delete m[what];
    Object.assign(m, { cell, up: 0 });
  };
  const note = window.note = (what, at) => {
    if (m.up && m[what] === undefined) m[what] = at - m.up;
  };
  addEventListener("pointerup", () => { m.up ||= performance.now(); }, true);
  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        if (typeof data !== "string" || !data.includes('"eyes"')) return;
        if (m.cell && JSON.parse(data).read.includes(m.cell)) note("read", performance.now());
      });
    }
  };
  addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("caption");
    if (!place) return;
    let text = "";
    new MutationObserver(() => {
      if (place.textContent === text) return;
      text = place.textContent;
      requestAnimationFrame(() => setTimeout(() => note("shown", performance.now())));
    }).observe(place, { childList: true, subtree: true, characterData: true });
  });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when = 0) {
    const { currentTime, baseLatency = 0, outputLatency = 0 } = this.context;
    const wait = Math.max(0, when - currentTime) + baseLatency + outputLatency;
    note("sound", performance.now() + 1000 * wait);
    return start.call(this, when);
  };
})()"""
VOICE = """(() => {
  const note = (spoken) => spoken.text.trim() && window.note("voice", performance.now());
  const voices = ["en-US", "ja-JP", "zh-TW"].map((lang) => ({ lang, localService: true }));
  const speech = { getVoices: () => voices, cancel() {}, speak: note, addEventListener() {} };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
})()"""
"""Simulated voices for computers without voices; they record when they are asked to speak.
"""
SPEAKER = """(() => {
  const speak = SpeechSynthesis.prototype.speak;
  SpeechSynthesis.prototype.speak = function (spoken) {
    if (spoken.text.trim()) {
      window.note("voice", performance.now());
      spoken.addEventListener("start", () => window.note("speaks", performance.now()));
    }
    return speak.call(this, spoken);
  };
})()"""
"""The computer's own voices; records when a voice was asked to speak and when it began."""
REARM = "cell => window.rearm(cell)"
NAMES = {"read": "the camera had read it", "shown": "the verdict was shown", "sound": "first chime",
         "voice": "a voice was asked", "speaks": "a voice spoke"}  # fmt: skip


def measured(found: list[dict[str, float]]) -> list[str]:
    """Return one line per measured value."""
    lines = []
    for what, name in NAMES.items():
        values = sorted(each[what] for each in found if what in each)
        if values:
            p95 = values[round(0.95 * (len(values) - 1))]
            lines.append(
                f"  let go → {name}: p50 {statistics.median(values):.0f}, p95 {p95:.0f}, "
                f"worst {values[-1]:.0f} ms, n {len(values)}"
            )
    return lines
