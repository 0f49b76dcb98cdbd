// The camera's picture with its readings. Pictures are JPEG; the overlay shows the mat's cells, whose
// outlines are shares of the picture.

import { find, put, s } from "./dom.js";
import { ghost, shownOn, wantedOn } from "./board.js";
import { project } from "./plane.js";

let bitmap = null;
let eyes = null;
let view = null;
let at = 0;
let decoding = false;
let waiting = false;
let drawnFor = "";

export function newest() {
  return { bitmap, eyes };
}

export const age = () => (at ? (performance.now() - at) / 1000 : 0);

export async function takePicture(blob) {
  if (decoding) return; // a newer picture will follow
  decoding = true;
  let next;
  try {
    next = await createImageBitmap(blob);
  } finally {
    decoding = false;
  }
  bitmap?.close();
  bitmap = next;
  at = performance.now();
  redraw();
}

let changes = 0;

export function takeEyes(data) {
  eyes = data;
  changes += 1;
  redraw();
}

export function takeView(data) {
  view = data;
  changes += 1;
  redraw();
}

export function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    if (bitmap) draw();
  });
}

const WHOLE = [0, 0, 1, 1];

// The part of the picture around some cells, as shares of the picture.
export function around(cells, room, aspect) {
  const outlines = cells.map((cell) => eyes?.cells[cell]).filter(Boolean).flat();
  if (!outlines.length || !bitmap) return WHOLE;
  const xs = outlines.map(([x]) => x);
  const ys = outlines.map(([, y]) => y);
  let [left, right] = [Math.min(...xs), Math.max(...xs)];
  let [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const grow = room * Math.max((right - left) * bitmap.width, (bottom - top) * bitmap.height);
  left -= grow / bitmap.width;
  right += grow / bitmap.width;
  top -= grow / bitmap.height;
  bottom += grow / bitmap.height;
  if (aspect) {
    const wide = (right - left) * bitmap.width;
    const high = (bottom - top) * bitmap.height;
    if (wide < high * aspect) {
      const more = (high * aspect - wide) / bitmap.width / 2;
      [left, right] = [left - more, right + more];
    } else {
      const more = (wide / aspect - high) / bitmap.height / 2;
      [top, bottom] = [top - more, bottom + more];
    }
  }
  [left, top] = [Math.max(0, left), Math.max(0, top)];
  [right, bottom] = [Math.min(1, right), Math.min(1, bottom)];
  return [left, top, right - left, bottom - top];
}

function part() {
  if (!view || view.mouse) return WHOLE;
  if (view.screen === "step") return around(view.board.cells.filter((c) => !c.loose).map((c) => c.id), 0.04);
  if (view.screen === "refusal" && view.verdict?.cells?.length) return around(view.verdict.cells, 0.75, 1.5);
  return WHOLE;
}

// In thousandths of the shown part, because browsers paint thin fills solid in a drawing that is one
// unit wide.
const line = (outline, [x, y, w, height]) =>
  outline.map(([px, py]) => `${(1000 * (px - x)) / w},${(1000 * (py - y)) / height}`).join(" ");

// Every line is drawn over a wider dark line, so that it is visible on any picture.
function ring(outline, cut, kind) {
  const points = line(outline, cut);
  return [s("polygon", { class: "under", points }), s("polygon", { class: kind, points })];
}

// The map from millimetres on the mat, near a cell, to the shown picture.
function near([x, y], [left, top, w, height]) {
  const shown = (mm) => {
    const [px, py] = project(eyes.mat, ...mm);
    return [(1000 * (px - left)) / w, (1000 * (py - top)) / height];
  };
  const [at, across, down] = [shown([x, y]), shown([x + 1, y]), shown([x, y + 1])];
  const [a, b, c, d] = [across[0] - at[0], across[1] - at[1], down[0] - at[0], down[1] - at[1]];
  return `matrix(${[a, b, c, d, at[0] - a * x - c * y, at[1] - b * x - d * y].join(" ")})`;
}

function ghosts(cut, read) {
  if (!eyes.mat.length) return [];
  const wanted = wantedOn(view, read);
  return view.board.cells.filter((cell) => wanted.has(cell.id))
    .map((cell) => ghost(view, cell, wanted.get(cell.id), near(cell.at, cut)));
}

function overlay(cut) {
  const place = find("overlay");
  if (!eyes || !view) return put(place);
  const shown = shownOn(view);
  const read = new Set(eyes.read);
  const covered = new Set(eyes.covered);
  const field = new Set(view.board.cells.filter((cell) => !cell.loose).map((cell) => cell.id));
  const walls = new Set(view.board.cells.filter((cell) => cell.tokens?.[0].kind === "wall").map((cell) => cell.id));
  const drawn = (view.coach?.places ?? []).map((outline) => ring(outline, cut, "ailing"));
  for (const [cell, outline] of Object.entries(eyes.cells)) {
    if (shown.wrong.has(cell)) drawn.push(ring(outline, cut, "wrong"));
    else if (shown.steps.has(cell)) drawn.push(ring(outline, cut, "differs"));
    else if (shown.last.has(cell)) drawn.push(ring(outline, cut, "last"));
    else if (shown.open.has(cell) && field.has(cell)) drawn.push(ring(outline, cut, "open"));
    else if (walls.has(cell)) drawn.push(ring(outline, cut, "raised"));
    else if (read.has(cell) && field.has(cell)) drawn.push(ring(outline, cut, "read"));
    else if (covered.has(cell) && field.has(cell)) drawn.push(ring(outline, cut, "covered"));
  }
  place.setAttribute("viewBox", "0 0 1000 1000");
  put(place, drawn, ghosts(cut, read));
}

function draw() {
  const canvas = find("picture");
  const cut = part();
  const [sx, sy] = [cut[0] * bitmap.width, cut[1] * bitmap.height];
  const [sw, sh] = [Math.max(1, cut[2] * bitmap.width), Math.max(1, cut[3] * bitmap.height)];
  canvas.parentElement.style.setProperty("--ratio", String(sw / sh));
  // As many pixels as are shown, because browsers draw a small picture better than they shrink a
  // canvas.
  const shown = canvas.clientWidth * devicePixelRatio;
  const wide = Math.round(shown > 0 ? Math.min(sw, shown) : sw);
  const high = Math.round((wide * sh) / sw);
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, sx, sy, sw, sh, 0, 0, canvas.width, canvas.height);
  // The overlay changes far less often than the picture.
  const wanted = `${changes} ${cut.join()}`;
  if (wanted !== drawnFor) {
    drawnFor = wanted;
    overlay(cut);
  }
}
