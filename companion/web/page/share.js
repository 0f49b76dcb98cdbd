// After a match: one click saves a picture of the final table with the result.

import { newest } from "./camera.js";
import { h } from "./dom.js";
import { listed, t } from "./words.js";

const WIDE = 1600;
const BAND = 210;
const MARGIN = 48;

// The largest size, in px, at which a text fits the picture's width.
function fitted(context, text, size) {
  const family = getComputedStyle(document.body).fontFamily;
  context.font = `700 ${size}px ${family}`;
  const share = (WIDE - 2 * MARGIN) / context.measureText(text).width;
  context.font = `700 ${Math.floor(size * Math.min(1, share))}px ${family}`;
}

function painted(view, bitmap) {
  const style = getComputedStyle(document.documentElement);
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = BAND + Math.round((WIDE * bitmap.height) / bitmap.width);
  const context = canvas.getContext("2d");
  context.fillStyle = style.getPropertyValue("--bg");
  context.fillRect(0, 0, WIDE, canvas.height);
  context.fillStyle = style.getPropertyValue("--text");
  fitted(context, view.verdict.text, 84);
  context.fillText(view.verdict.text, MARGIN, 100);
  const scores = listed([view.game.name, ...view.score.map((side) => `${side.name} ${side.figure ?? ""}`.trim())]);
  context.fillStyle = style.getPropertyValue("--muted");
  fitted(context, scores, 44);
  context.fillText(scores, MARGIN, 172);
  context.drawImage(bitmap, 0, BAND, WIDE, canvas.height - BAND);
  return canvas;
}

function save(view) {
  const { bitmap } = newest();
  painted(view, bitmap).toBlob((blob) => {
    const link = h("a", { href: URL.createObjectURL(blob), download: `${view.game.slug}.png` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

export function shareButton(view, kind) {
  if (!view.verdict || !newest().bitmap) return null;
  return h("button", { class: kind, type: "button", "data-keep": "share", onclick: () => save(view) }, h("span", {}, t("label.share")));
}
