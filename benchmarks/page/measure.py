"""Measurements of a rendered page; everything that they return is a fault.

Faults are names outside their sentence, hidden steps and buttons, horizontal scrolling, texts that
are cut off or overflow, captions with fewer lines than fit, buttons smaller than 44 px, a contrast
below WCAG 2.2's 4.5 : 1 (3 : 1 from 24 px, or bold from 18.66 px), and controls without a name. On
a computer's screen, some texts must be legible from two metres. The type size of status, turn and
clause is at least 2.6 % of the screen's width (14 minutes of arc on a 14-inch screen). Sentences
may be long, so 1.9 % is enough for them.
"""

SIZES = {
    "320": (320, 640),
    "390": (390, 844),
    "xga": (1024, 768),
    "720": (1280, 720),
    "laptop": (1366, 768),
    "hd": (1920, 1080),
    "wide": (2560, 1080),
    "4k": (3840, 2160),
}
"""Viewports in CSS px, by name."""

MEASURE = """() => {
  const shown = (node) => node.getClientRects().length > 0
    && getComputedStyle(node).visibility !== "hidden";
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const wide = innerWidth > 700;
  const middle = document.getElementById("middle")?.getBoundingClientRect();
  const over = wide && middle?.height ? ["now", "score"].filter((id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return box.width > 2 && box.bottom > middle.top + 3;
  }) : [];
  const scrolls = (node) => node.tabIndex === 0 && getComputedStyle(node).overflowY === "auto";
  const cut = (node) => (!scrolls(node) && node.scrollHeight - node.clientHeight > 0.6 * size(node))
    || node.scrollWidth > node.clientWidth + 2;
  const places = "#refusal, #refusal .sentence, #verdict .what, #now p, #now h1";

  const channel = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) =>
    0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (text) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    return pen.getImageData(0, 0, 1, 1).data;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found[3] > 240) return found;
    }
    return [255, 255, 255];
  };
  const faint = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const node = texts.currentNode.parentElement;
    if (!text || !shown(node) || node.closest("svg, .unseen, .skip")) continue;
    const { color, fontWeight } = getComputedStyle(node);
    const pair = [light(colour(color)), light(behind(node))].sort((a, b) => b - a);
    const large = size(node) >= 24 || (size(node) >= 18.66 && Number(fontWeight) >= 700);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < (large ? 3 : 4.5)) faint.add(`${ratio.toFixed(2)} ${text.slice(0, 20)}`);
  }
  const unit = Math.min(innerWidth / 100, innerHeight / 56.25);
  const screen = wide && document.getElementById("frame") && !document.body.dataset.play
    && innerWidth / innerHeight > 1.5;
  const far = screen ? [
    ...all("#light strong, #now h1, #verdict .word, #verdict > .stamp, #refusal .stamp")
      .filter((n) => size(n) < 2.58 * unit),
    ...all("#verdict .what, #refusal .sentence, #steps .asked, #steps li")
      .filter((n) => size(n) < 1.9 * unit),
  ].map((n) => `${(size(n) / unit).toFixed(1)} ${n.textContent.slice(0, 24)}`) : [];
  const named = (node) => node.getAttribute("aria-label") || node.getAttribute("aria-labelledby")
    || node.textContent.trim() || node.title || node.labels?.length;
  const apart = [...new Set(all(".whole:not(h1)")
    .filter((n) => getComputedStyle(n).display !== "inline")
    .map((n) => n.parentElement.textContent.slice(0, 40)))];
  const away = wide ? [
    ...all("#foot, #cards, #verdict, #steps li, #caption > span").filter((n) => {
      const box = n.getBoundingClientRect();
      const out = box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
      return out && !n.closest("#caption.long");
    }),
    ...all("#steps").filter((n) => n.scrollHeight > n.clientHeight + 1),
  ].map((n) => `${n.id} ${n.textContent.slice(0, 24)}`) : [];
  const answer = document.querySelector("#caption.long");
  const board = document.querySelector(document.body.dataset.play ? "#camera" : "#board");
  const [one, other] = [answer, board].map((n) => n?.getBoundingClientRect());
  const covers = wide && answer && board && one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  const brief = [...document.querySelectorAll("#caption:not(.long) > span")].filter(shown)
    .filter((n) => wide && n.scrollHeight > n.clientHeight + 0.6 * size(n)
      && n.scrollHeight <= document.getElementById("foot").clientHeight)
    .map((n) => n.textContent.slice(0, 60));
  return {
    apart,
    brief,
    away,
    covers,
    stuck: answer && !scrolls(answer),
    over,
    sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    small: all("button.control, button.quiet")
      .filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.textContent),
    cut: wide ? all(places).filter(cut).map((n) => n.textContent.slice(0, 60)) : [],
    faint: [...faint],
    far,
    unnamed: all("button, a, input, select, textarea, [role=img], [role=button], [role=gridcell]")
      .filter((n) => !named(n)).map((n) => n.outerHTML.slice(0, 60)),
  };
}"""
