// Conversion between millimetres on the mat and shares of the picture, for drawing pieces and for the
// pointer. `mat` is the homography from the mat to the picture, row by row.

import { find } from "./dom.js";

export function project(m, x, y) {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

export function inverse([a, b, c, d, e, f, g, i, k]) {
  return [e * k - f * i, c * i - b * k, b * f - c * e, f * g - d * k, a * k - c * g, c * d - a * f, d * i - e * g, b * g - a * i, a * e - b * d];
}

// The pointer's position in millimetres; null outside the picture.
export function spotAt(mat, event) {
  const r = find("playfield").getBoundingClientRect();
  const inside = event.clientX >= r.left && event.clientX <= r.right && event.clientY >= r.top && event.clientY <= r.bottom;
  if (!inside || !mat?.length) return null;
  return project(inverse(mat), (event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height);
}

export function pxPerMm(mat) {
  const r = find("playfield").getBoundingClientRect();
  if (!mat?.length) return 1;
  const [x0, y0] = project(mat, 100, 100);
  const [x1, y1] = project(mat, 150, 100);
  return Math.hypot((x1 - x0) * r.width, (y1 - y0) * r.height) / 50;
}

// A piece's corners in the picture.
export function corners(mat, { size, turn, at }) {
  const [w, high] = size.map((mm) => mm / 2);
  const [c, si] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return [[-w, -high], [w, -high], [w, high], [-w, high]]
    .map(([x, y]) => project(mat, at[0] + c * x - si * y, at[1] + si * x + c * y));
}

// Shares as points of the playfield's drawing, which is a thousand units wide and high.
export const line = (points) => points.map(([x, y]) => `${(1000 * x).toFixed(1)},${(1000 * y).toFixed(1)}`).join(" ");

export const middle = (outline) => [0, 1].map((i) => outline.reduce((sum, point) => sum + point[i], 0) / outline.length);
