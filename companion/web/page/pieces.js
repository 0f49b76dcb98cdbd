// Pieces other than cards: walls, dice, plates with a printed word, counters on cards.

import { s } from "./dom.js";
import { seatColour, seatIndex } from "./glyphs.js";

const points = (outline) => outline.map(([x, y]) => `${x},${y}`).join(" ");

// Positions of a die's pips, in thirds of its side.
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

const side = ([x, y], [to, down]) => Math.hypot(to - x, down - y);

// A wall's place is a narrow strip in either direction; places for trays and plates are not.
const narrow = (outline) => Math.min(side(outline[0], outline[1]), side(outline[1], outline[2])) < 20;

function die(x, y, size, value) {
  return [
    s("rect", { class: "die", x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.18 }),
    ...PIPS[value].map(([dx, dy]) => s("circle", { class: "pip", cx: x + dx * size * 0.27, cy: y + dy * size * 0.27, r: size * 0.095 })),
  ];
}

// Start and end of an attack's arrow, from one card to another.
function arrow(view, cell) {
  const [from, to] = cell.id.split(">").map((id) => view.board.cells.find((each) => each.id === id)?.at);
  if (!from || !to) return null;
  const turn = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return s("path", { class: "arrow", transform: `translate(${cell.at[0]} ${cell.at[1]}) rotate(${turn})`, d: "M-24-7H4V-18L26 0L4 18V7H-24Z" });
}

// A bold text's width in em, estimated.
const em = (letter) => (letter > "\u2100" ? 1 : /[MWm]/.test(letter) ? 0.95 : /[A-Zw]/.test(letter) ? 0.7 : 0.58);
const wide = (text) => [...text].reduce((sum, letter) => sum + em(letter), 0);

function plate(cell, token, owner) {
  const xs = cell.outline.map(([x]) => x);
  const ys = cell.outline.map(([, y]) => y);
  const [w, high] = [(Math.max(...xs) - Math.min(...xs)) * 0.88, (Math.max(...ys) - Math.min(...ys)) * 0.8];
  const [x, y] = cell.at;
  const value = token.kind.match(/^die([1-6])$/)?.[1];
  if (value) return die(x, y, Math.min(w, high), value);
  const text = token.text || token.word;
  const size = Math.min(high * 0.6, (w * 0.9) / Math.max(1, wide(text)));
  return [
    s("rect", { class: `plate ${owner}`, x: x - w / 2, y: y - high / 2, width: w, height: high, rx: Math.min(w, high) * 0.16 }),
    s("text", { class: `plate-text ${owner}`, x, y, "font-size": size, dy: ".36em" }, text),
  ];
}

// Pieces in places without a card.
export function pieces(view, cell) {
  const token = cell.tokens?.at(-1);
  if (!token || cell.card) return null;
  if (narrow(cell.outline)) return s("polygon", { class: "wall", points: points(cell.outline) });
  if (token.kind === "arrow") return arrow(view, cell);
  return plate(cell, token, token.owner ? `owner-${seatIndex(view, token.owner)} ${seatColour(view, token.owner)}` : "");
}

// Pieces on or under a card, shown by their numbers at the card's lower edge.
export function counters(cell, w) {
  const shown = cell.card ? (cell.tokens ?? []).filter((token) => token.text) : [];
  return shown.slice(0, 3).map((token, i) => {
    const text = token.text.slice(-4);
    const half = w * Math.max(0.17, 0.07 * text.length);
    return s("g", { transform: `translate(${cell.at[0] + w * (0.32 - 0.4 * i)} ${cell.at[1] + w * 0.52})` },
      s("rect", { class: "token", x: -half, y: -w * 0.17, width: 2 * half, height: w * 0.34, rx: w * 0.17 }),
      s("text", { class: "token-text", "font-size": w * 0.22, dy: ".36em" }, text));
  });
}
