// The board according to the match: the mat's cells in millimetres, cards as small signs.

import { h, s } from "./dom.js";
import { landAt, markIndex, seatColour, seatIndex, signCorners } from "./glyphs.js";
import { counters, pieces } from "./pieces.js";
import { listed, t } from "./words.js";

const points = (outline) => outline.map(([x, y]) => `${x},${y}`).join(" ");

const WAYS = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] };
const SPOTS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1]];

function branches(card, w, height) {
  const d = [...card.branches].map((way) => {
    const [dx, dy] = WAYS[way] ?? [0, 0];
    return `M0 0L${(dx * w) / 2} ${(dy * height) / 2}`;
  }).join("");
  return s("path", { class: "branch", d, "stroke-width": w * 0.17 });
}

function marks(card, w, height) {
  return SPOTS.slice(0, card.marks).map(([dx, dy]) =>
    s("circle", { class: "fruit", cx: dx * w * 0.34, cy: dy * height * 0.37, r: w * 0.085 }));
}

function face(card, w, height) {
  const small = Math.min(w, height);
  const turned = card.turn % 180 !== 0;
  const parts = [];
  if (card.branches) {
    parts.push(s("circle", { class: "hub", r: small * 0.25 }));
    parts.push(s("text", { class: "figure on-hub", "font-size": small * 0.34, dy: ".36em" }, card.figure));
  } else if (card.title) {
    const size = Math.min(small * 0.3, (small * 1.7) / [...card.title].length);
    parts.push(s("text", { class: "figure", "font-size": size, dy: ".36em" }, card.title));
  } else {
    if (card.sign) {
      parts.push(s("text", {
        class: `sign-text ${card.hue ?? ""}`, "font-size": Math.min(small * 0.36, (small * 1.4) / card.sign.length), y: small * -0.3, dy: ".36em",
      }, card.sign));
    }
    parts.push(s("text", {
      class: `figure ${card.hue ?? ""}`, "font-size": small * 0.5, y: card.sign ? small * 0.16 : 0, dy: ".36em",
    }, card.figure ?? ""));
    if (card.foot && !turned) {
      parts.push(s("text", { class: "foot-text", "font-size": small * 0.17, y: height * 0.4, dy: ".2em" }, card.foot));
    }
  }
  return parts;
}

function drawCard(view, cell, size) {
  const card = cell.card;
  const [w, height] = size;
  const owner = `owner-${seatIndex(view, card.owner)}`;
  const turned = s("g", { transform: `rotate(${card.turn})` },
    s("rect", { class: "card", x: -w / 2, y: -height / 2, width: w, height, rx: w * 0.07 }),
    !card.down && card.branches && branches(card, w, height),
    !card.down && card.marks > 0 && marks(card, w, height),
    s("rect", { class: "edge-bar", x: -w / 2 + w * 0.06, y: height / 2 - height * 0.055, width: w * 0.88, height: height * 0.035 }),
    card.down && s("path", { class: "back", d: `M0 ${-height * 0.3}L${w * 0.28} 0L0 ${height * 0.3}L${-w * 0.28} 0Z` }));
  const plain = card.down ? [] : face(card, w, height);
  if (card.count > 1) {
    plain.push(s("text", { class: "count", "font-size": w * 0.2, x: w * 0.46, y: -height * 0.38, dy: ".36em" }, `×${card.count}`));
  }
  return s("g", { class: `${owner} ${seatColour(view, card.owner)}`, transform: `translate(${cell.at[0]} ${cell.at[1]})` }, turned, ...plain);
}

function inner(outline, at, share) {
  return outline.map(([x, y]) => [at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share]);
}

function badge(x, y, r, text, kind) {
  return s("g", { class: `badge ${kind}`, transform: `translate(${x} ${y})` },
    s("circle", { r }), s("text", { "font-size": r * 1.3, dy: ".36em" }, text));
}

function cross(x, y, r) {
  return s("g", { class: "cross", transform: `translate(${x} ${y}) scale(${r / 50}) translate(-50 -50)` },
    s("path", { class: "fill", d: "M31 4H69L96 31V69L69 96H31L4 69V31Z" }),
    s("path", { class: "ink", d: "M33 33L67 67M67 33L33 67", fill: "none", "stroke-width": 13, "stroke-linecap": "round" }));
}

function tick(x, y, r) {
  return s("g", { class: "tick", transform: `translate(${x} ${y}) scale(${r / 50}) translate(-50 -50)` },
    s("circle", { cx: 50, cy: 50, r: 40, fill: "none", "stroke-width": 10 }),
    s("path", { d: "M31 52L45 66L70 36", fill: "none", "stroke-width": 12, "stroke-linecap": "round" }));
}

// The current meaning of a cell, announced by screen readers and drawn for everybody else.
function meaning(cell, shown) {
  const meanings = [];
  if (shown.last.has(cell.id)) meanings.push(t("label.legend_last"));
  if (shown.open.has(cell.id)) meanings.push(t("label.legend_open"), shown.edges[cell.id]?.text);
  if (shown.fits.has(cell.id)) meanings.push(t("label.legend_fits"));
  if (shown.wrong.has(cell.id)) meanings.push(t("label.legend_wrong"));
  if (shown.steps.has(cell.id)) meanings.push(t("label.legend_step", { number: shown.steps.get(cell.id) }));
  return meanings;
}

function described(view, cell, shown) {
  const card = cell.card;
  const owner = card && view.score.find((each) => each.seat === card.owner);
  const parts = [cell.name];
  if (card) parts.push(card.name, owner?.name, ...(card.facts ?? []));
  parts.push(...(cell.tokens ?? []).map((token) => token.word));
  const lord = view.score.find((each) => each.seat === cell.land);
  if (lord) parts.push(t("label.land", { seat: lord.name }));
  return listed([...parts, ...meaning(cell, shown)]);
}

// The sides of a card that would fit an open cell: with a branch, without one, or either.
export function side(way, kind, w, high) {
  const [dx, dy] = WAYS[way];
  const [x, y] = [(dx * w) / 2, (dy * high) / 2];
  if (kind === "free") return s("circle", { class: "side free", cx: x * 0.72, cy: y * 0.78, r: w * 0.04 });
  if (kind === "must") return s("path", { class: "side must", d: `M${x * 0.86} ${y * 0.86}L${x * 0.46} ${y * 0.56}`, "stroke-width": w * 0.15 });
  const [ax, ay] = [dy ? w * 0.24 : 0, dx ? high * 0.18 : 0];
  return s("path", { class: "side never", d: `M${x * 0.76 - ax} ${y * 0.8 - ay}L${x * 0.76 + ax} ${y * 0.8 + ay}`, "stroke-width": w * 0.06 });
}

function sides(cell, edges) {
  if (!edges) return [];
  const xs = cell.outline.map(([x]) => x);
  const ys = cell.outline.map(([, y]) => y);
  const size = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const kind = (way) => (edges.must.includes(way) ? "must" : edges.never.includes(way) ? "never" : "free");
  return [s("g", { transform: `translate(${cell.at[0]} ${cell.at[1]})` }, Object.keys(WAYS).map((way) => side(way, kind(way), ...size)))];
}

function numbered(cell, w, number) {
  const [left, top] = cell.outline.reduce(([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)], [1e9, 1e9]);
  return badge(left + w * 0.18, top + w * 0.18, w * 0.2, String(number), "step");
}

function layer(view, cell, shown, w) {
  const [x, y] = cell.at;
  const ring = points(inner(cell.outline, cell.at, 0.97));
  const parts = [];
  if (shown.open.has(cell.id) && !cell.card) {
    parts.push(s("polygon", { class: "open", points: points(inner(cell.outline, cell.at, 0.86)) }));
    parts.push(...sides(cell, shown.edges[cell.id]));
    if (!shown.fits.has(cell.id)) {
      parts.push(s("text", { class: "cell-name", x, y, "font-size": w * 0.32, dy: ".36em" }, cell.name.length < 6 ? cell.name : ""));
    }
  }
  if (shown.fits.has(cell.id)) {
    parts.push(s("polygon", { class: "fits", points: points(inner(cell.outline, cell.at, 0.86)) }), tick(x, y, w * 0.22));
  }
  if (shown.last.has(cell.id)) parts.push(s("polygon", { class: "last", points: ring }));
  if (shown.wrong.has(cell.id)) parts.push(s("polygon", { class: "wrong", points: ring }), cross(x, y, w * 0.24));
  const number = shown.steps.get(cell.id);
  if (number) {
    parts.push(s("polygon", { class: cell.card ? "differs" : "differs bare", points: ring }), numbered(cell, w, number));
  }
  return parts;
}

export function shownOn(view) {
  const refused = view.screen === "refusal" ? view.verdict?.cells ?? [] : [];
  const steps = new Map();
  if (["step", "set_up", "fault"].includes(view.screen)) {
    view.steps.forEach((step, i) => step.cells.forEach((cell) => steps.set(cell, i + 1)));
  }
  const playing = ["referee", "refusal"].includes(view.screen);
  const seats = new Set(view.now.seats);
  const open = playing ? view.may.filter((may) => seats.has(may.seat)).flatMap((may) => may.cells) : [];
  return {
    last: new Set(view.screen === "referee" ? view.last : []),
    open: new Set(view.screen === "referee" ? open : []),
    fits: new Set(view.screen === "refusal" ? view.fits : []),
    wrong: new Set(refused),
    edges: view.edges,
    steps,
  };
}

const LISTED = ["step", "set_up"];

// Cells with a missing card, each with its number in the list of steps (0: not listed). Before any step
// is listed, as after resuming, every card in the match's layout may be missing.
export function wantedOn(view, read) {
  const wanted = new Map();
  const cells = new Map(view.board.cells.map((cell) => [cell.id, cell]));
  const want = (id, number, over) => {
    if (cells.get(id)?.card && (over || !read.has(id))) wanted.set(id, number);
  };
  const listed = LISTED.includes(view.screen);
  if (listed || view.screen === "referee") {
    view.steps.forEach((step, i) => step.cells.forEach((id) => want(id, listed ? i + 1 : 0, step.do === "replace")));
  }
  if (view.screen === "set_up" && !view.steps.length) {
    for (const cell of view.board.cells) if (!cell.loose) want(cell.id, 0);
  }
  return wanted;
}

// A missing card, drawn as small as the cards on the board.
export function ghost(view, cell, number, transform) {
  const w = view.board.card[0];
  return s("g", { class: "board wanted", transform }, s("g", { class: "pale" }, drawCard(view, cell, view.board.card)), number > 0 && numbered(cell, w, number));
}

// A cell's owner: the coloured edge, and the seat's sign for people who cannot distinguish the colours.
function land(view, cell) {
  const colour = `${seatColour(view, cell.land)} owner-${seatIndex(view, cell.land)}`;
  return [
    s("polygon", { class: `land ${colour}`, points: points(inner(cell.outline, cell.at, 0.93)) }),
    s("polygon", { class: `land-sign ${colour}`, points: points(signCorners(markIndex(view, cell.land), landAt(cell.outline, cell.at), view.board.card[0] * 0.13)) }),
  ];
}

function axes(view, cells) {
  // Boards with cell names like those of a chessboard have letters and numbers at the edge.
  const field = cells.filter((cell) => /^[a-z]\d+$/.test(cell.id));
  if (field.length < 4 || field.length !== cells.filter((cell) => !cell.loose).length) return [];
  const [left, , , ] = view.board.box;
  const bottom = view.board.box[1] + view.board.box[3];
  const rows = new Map(field.map((cell) => [cell.id.slice(1), cell.at[1]]));
  const columns = new Map(field.map((cell) => [cell.id[0], cell.at[0]]));
  return [
    ...[...rows].map(([name, y]) => s("text", { class: "axis", x: left - 12, y, "font-size": 18, dy: ".36em" }, name)),
    ...[...columns].map(([name, x]) => s("text", { class: "axis", x, y: bottom + 12, "font-size": 18, dy: ".36em" }, name)),
  ];
}

// Cells from the upper left to the lower right; cells whose middles are at about the same height form a
// row.
function inRows(cells, high) {
  const rows = [];
  for (const cell of [...cells].sort((a, b) => a.at[1] - b.at[1])) {
    const row = rows.at(-1);
    if (row && cell.at[1] - row[0].at[1] < high / 3) row.push(cell);
    else rows.push([cell]);
  }
  return rows.map((row) => row.sort((a, b) => a.at[0] - b.at[0]));
}

// A box that is wide enough for the pieces next to the cells, too.
function around([x, y, wide, high], cells) {
  const xs = cells.filter((cell) => cell.loose).flatMap((cell) => cell.outline.map(([at]) => at));
  const [left, right] = [Math.min(x, ...xs), Math.max(x + wide, ...xs)];
  return [left, y, right - left, high];
}

export function drawBoard(view, titled) {
  const shown = shownOn(view);
  const { box, cells, card } = view.board;
  const w = card[0];
  const rim = axes(view, cells);
  const margin = rim.length ? 24 : 0;
  const frame = around([box[0] - margin, box[1], box[2] + margin, box[3] + margin], cells);
  const quiet = shown.steps.size > 0 && view.screen === "step";
  // Empty cells are drawn first, so that no cell covers the card of another one on mats with
  // overlapping cells. Cards follow row by row.
  const agrees = (cell) => (quiet && !shown.steps.has(cell.id) ? " agrees" : "");
  const places = cells.filter((cell) => !cell.loose).map((cell) => s("polygon", {
    class: `place${agrees(cell)}`, points: points(inner(cell.outline, cell.at, 0.96)),
  }));
  const lands = cells.filter((cell) => cell.land).flatMap((cell) => land(view, cell));
  const rows = inRows(cells, view.board.card[1]).map((row) => s("g", { role: "row" }, row.map((cell) => s("g", {
    class: `cell${agrees(cell)}`, role: "gridcell", tabindex: cell.loose ? undefined : "-1", "data-cell": cell.id,
    "aria-label": described(view, cell, shown),
  },
  !cell.loose && !cell.card && (cell.tokens ?? []).some((token) => token.owner) && s("polygon", {
    class: `tint owner-${seatIndex(view, cell.tokens[0].owner)} ${seatColour(view, cell.tokens[0].owner)}`, points: points(inner(cell.outline, cell.at, 0.9)),
  }),
  cell.card && drawCard(view, cell, card),
  cell.loose && pieces(view, cell), counters(cell, w),
  !cell.loose && s("polygon", { class: "ring", points: points(inner(cell.outline, cell.at, 0.96)) })))));
  rows.find((row) => row.querySelector("[tabindex]"))?.querySelector("[tabindex]").setAttribute("tabindex", "0");
  const over = cells.map((cell) => s("g", { "aria-hidden": "true" }, layer(view, cell, shown, w)));
  const svg = s("svg", {
    viewBox: frame.join(" "), class: "board", role: "grid", "aria-label": t("label.board"),
    preserveAspectRatio: "xMidYMid meet",
  }, s("g", { "aria-hidden": "true" }, rim, places, lands), rows, ...over);
  const wide = frame[2] / frame[3];
  document.body.dataset.board = wide > 1.35 ? "wide" : wide > 0.85 ? "square" : "tall";
  return [titled && h("h2", {}, titled), svg];
}

// Arrow keys move from a cell to the nearest one in that direction.
export function walk(svg, from, key) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return null;
  const middle = (node) => {
    const r = node.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const node of svg.querySelectorAll("[data-cell][tabindex]")) {
    const [nx, ny] = middle(node);
    const along = (nx - x) * way[0] + (ny - y) * way[1];
    const across = Math.abs((nx - x) * way[1]) + Math.abs((ny - y) * way[0]);
    if (along > 4 && along + 2 * across < least) {
      least = along + 2 * across;
      best = node;
    }
  }
  return best;
}
