// The lights, the players' marks and a few signs. Shapes convey as much information as colours. Every
// sign has its word next to it, so all signs are hidden from screen readers.

import { s } from "./dom.js";

const box = (kind, ...children) =>
  s("svg", { viewBox: "0 0 100 100", class: `glyph ${kind}`, "aria-hidden": "true" }, ...children);

const LINE = { fill: "none", "stroke-width": 9, "stroke-linecap": "round", "stroke-linejoin": "round" };

const LIGHTS = {
  watch: () => [
    s("path", { ...LINE, class: "line", d: "M5 50Q50-8 95 50Q50 108 5 50Z" }),
    s("circle", { class: "solid", cx: 50, cy: 50, r: 16 }),
  ],
  hands: () => [
    s("rect", { ...LINE, class: "line", x: 6, y: 25, width: 88, height: 50, rx: 25 }),
    ...[28, 50, 72].map((x) => s("circle", { class: "solid", cx: x, cy: 50, r: 8 })),
  ],
  legal: () => [
    s("circle", { ...LINE, class: "line", cx: 50, cy: 50, r: 42 }),
    s("path", { ...LINE, class: "line", d: "M31 52L45 66L70 36", "stroke-width": 11 }),
  ],
  illegal: () => [
    s("path", { class: "fill", d: "M31 4H69L96 31V69L69 96H31L4 69V31Z" }),
    s("path", { ...LINE, class: "ink", d: "M33 33L67 67M67 33L33 67", "stroke-width": 13 }),
  ],
  unsure: () => [
    s("path", { class: "fill", d: "M50 2L98 50L50 98L2 50Z" }),
    s("path", { ...LINE, class: "ink", d: "M37 40Q38 26 50 26Q64 27 63 39Q62 48 50 53V60" }),
    s("circle", { class: "inked", cx: 50, cy: 75, r: 6.5 }),
  ],
  void: () => [
    s("circle", { ...LINE, class: "line", cx: 50, cy: 50, r: 42 }),
    s("path", { ...LINE, class: "line", d: "M22 78L78 22", "stroke-width": 11 }),
  ],
  step: () => [
    s("rect", { ...LINE, class: "line", x: 7, y: 7, width: 54, height: 54, rx: 9 }),
    s("rect", { class: "solid", x: 38, y: 38, width: 58, height: 58, rx: 9 }),
  ],
  pause: () => [
    s("rect", { ...LINE, class: "line", x: 7, y: 7, width: 86, height: 86, rx: 14 }),
    s("path", { ...LINE, class: "line", d: "M38 32V68M62 32V68", "stroke-width": 12 }),
  ],
  trouble: () => [
    s("path", { class: "fill", d: "M50 5L97 92H3Z" }),
    s("path", { ...LINE, class: "ink", d: "M50 36V62" }),
    s("circle", { class: "inked", cx: 50, cy: 78, r: 6.5 }),
  ],
  back: () => [s("path", { ...LINE, class: "line", d: "M36 18L12 42L36 66M12 42H62Q88 44 86 78", "stroke-width": 12 })],
};

export const light = (state) => box(`light-${state}`, ...(LIGHTS[state] ?? LIGHTS.watch)());

const MARKS = [
  () => [
    s("circle", { class: "mark", cx: 50, cy: 50, r: 23 }),
    s("path", {
      class: "rays", fill: "none", "stroke-width": 9, "stroke-linecap": "round",
      d: "M50 5V15M50 85V95M5 50H15M85 50H95M18 18L25 25M75 75L82 82M18 82L25 75M75 25L82 18",
    }),
  ],
  () => [s("path", { class: "mark", d: "M40 8A43 43 0 1 0 92 62A38 38 0 0 1 40 8Z" })],
  () => [s("path", { class: "mark", d: "M50 6L62 38H96L68 58L79 92L50 71L21 92L32 58L4 38H38Z" })],
  () => [s("path", { class: "mark", d: "M50 5Q95 30 80 70Q70 95 50 95Q30 95 20 70Q5 30 50 5Z" })],
];

export const seatIndex = (view, seat) => Math.max(0, view.score.findIndex((each) => each.seat === seat));

// The CSS class for the colour in which a seat's cards are printed.
export const seatColour = (view, seat) => {
  const colour = view.board?.colours?.[seat];
  return colour ? `colour-${colour}` : "";
};

// Red cards have the sun and blue cards the moon, whichever seat begins.
const PRINTED = { sun: 0, red: 0, moon: 1, blue: 1 };

export const markIndex = (view, seat) => PRINTED[view.board?.colours?.[seat]] ?? seatIndex(view, seat);

export function mark(view, seat) {
  const shape = MARKS[markIndex(view, seat)] ?? MARKS[0];
  return box(`seat seat-${seatIndex(view, seat)} ${seatColour(view, seat)}`, ...shape());
}

const SIGNS = {
  speaker: "M8 38H26L50 16V84L26 62H8ZM63 32Q78 50 63 68M76 20Q100 50 76 80",
  muted: "M8 38H26L50 16V84L26 62H8ZM66 36L94 64M94 36L66 64",
  search: "M42 8A34 34 0 1 0 42 76A34 34 0 1 0 42 8M67 67L94 94",
  close: "M18 18L82 82M82 18L18 82",
  menu: "M10 24H90M10 50H90M10 76H90",
  lock: "M20 45H80V94H20ZM32 45V28Q32 8 50 8Q68 8 68 28V45",
};

export const sign = (name) =>
  box(`sign sign-${name}`, s("path", { ...LINE, class: "line", d: SIGNS[name], "stroke-width": 8 }));

// The recorder's sign.
export const dot = () =>
  box("sign", s("circle", { ...LINE, class: "line", cx: 50, cy: 50, r: 42, "stroke-width": 8 }), s("circle", { class: "solid", cx: 50, cy: 50, r: 22 }));

// A drawing of a printed control card; no reader recognises the pattern that stands for its tag.
export const tag = () =>
  box("tag",
    s("rect", { class: "solid", x: 0, y: 0, width: 100, height: 100, rx: 10 }),
    s("path", { class: "holes", d: [0, 1, 2, 3, 4].flatMap((y) => [0, 1, 2, 3, 4]
      .filter((x) => (x * 3 + y * y * 2 + x * y) % 5 > 1)
      .map((x) => `M${16 + x * 14} ${16 + y * 14}h12v12h-12z`)).join("") }));

// A seat's sign as corner points, for drawings in units other than the page's: the sun's rays, the
// moon's two arcs, or else a diamond.
export function signCorners(index, [x, y], r) {
  const at = (degrees, radius, from = 0) => {
    const angle = (degrees * Math.PI) / 180;
    return [x + r * (from + radius * Math.cos(angle)), y + r * radius * Math.sin(angle)];
  };
  const bow = (from, to, radius, middle) => Array.from({ length: 11 }, (_, i) => at(from + ((to - from) * i) / 10, radius, middle));
  if (index === 0) return Array.from({ length: 16 }, (_, i) => at(i * 22.5, i % 2 ? 0.5 : 1));
  if (index === 1) return [...bow(45, 315, 1), ...bow(290, 70, 0.75, 0.45)];
  return [0, 90, 180, 270].map((degrees) => at(degrees, 1));
}

// The place of the sign in a cell: the lowest corner, clear of the cell's cards.
export function landAt(outline, [x, y]) {
  const [cx, cy] = outline.reduce((low, each) => (each[1] > low[1] + 1 ? each : low));
  return [x + (cx - x) * 0.8, y + (cy - y) * 0.8];
}
