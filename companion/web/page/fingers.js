// Pieces dragged with a pointer, or moved with keys, over the camera's picture.

import { choose, drawn, drop, flip, holder, now, openTo, picture, place, announce, settle, takeUp, send, thing, toHand, turn } from "./deeds.js";
import { find, h } from "./dom.js";
import { middle, pxPerMm, spotAt } from "./plane.js";
import { hideZoom, notePlaced } from "./zoom.js";

const DRAG_PX = 6;
const CARRY_MS = 80;
const WHEEL_MS = 260;
const TWICE_MS = 400;
const LAID_MS = 350;

let drag = null;
let pressed = { n: 0, at: 0 };
let wheeled = 0;

export const dragging = () => Boolean(drag);

export function cancel() {
  if (drag?.carried) send({ do: "back" });
  finish();
  choose(0);
}

function finish() {
  drag?.ghost?.remove();
  drag = null;
  document.body.classList.remove("carrying");
  point("");
}

function point(cell) {
  for (const node of find("playfield").querySelectorAll(".spot")) node.classList.toggle("aim", node.dataset.spot === cell);
}

const cellUnder = (event) =>
  document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.dataset?.spot)?.dataset.spot ?? "";

function press(event) {
  const node = event.target.closest("[data-n]");
  if (!node || event.button > 0 || drag) return;
  const n = Number(node.dataset.n);
  drag = { n, each: thing(n), seat: holder(n), x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, carried: false, busy: false, over: null, sent: null };
}

function begin() {
  const each = thing(drag.n);
  drag.ghost = h("img", { class: "ghost", alt: "", src: picture(each) });
  drag.ghost.style.width = `${each.size[0] * pxPerMm(now.eyes?.mat)}px`;
  drag.ghost.style.setProperty("--turn", `${each.turn ?? now.view?.board.turns[each.owner] ?? 0}deg`);
  document.body.append(drag.ghost);
  document.body.classList.add("carrying");
  hideZoom();
}

function move(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
    if (!thing(drag.n)) {
      finish();
      return;
    }
    begin();
  }
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%) rotate(var(--turn))`;
  drag.over = spotAt(now.eyes?.mat, event);
  point(drag.over ? cellUnder(event) : "");
  if (drag.over && !drag.busy) carry(drag);
}

// The hand in the picture follows the pointer: one position is sent at a time, and the last one always
// arrives.
async function carry(held) {
  held.busy = true;
  held.carried = true;
  while (drag === held && held.over && held.over !== held.sent) {
    held.sent = held.over;
    held.flight = send({ do: "drag", n: held.n, at: held.sent });
    await held.flight;
    await new Promise((done) => setTimeout(done, CARRY_MS));
  }
  held.busy = false;
}

async function release(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const held = drag;
  drag = null;
  if (held.ghost) await putDown(held, event);
  else pressOnce(held.n, event);
}

function pressOnce(n, event) {
  const again = pressed.n === n && event.timeStamp - pressed.at < TWICE_MS;
  pressed = { n: again ? 0 : n, at: event.timeStamp };
  if (again) twice(n);
  else click(n, event);
}

async function putDown(held, event) {
  const at = spotAt(now.eyes?.mat, event);
  const aimed = cellUnder(event);
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const hand = under?.closest("[data-hand]")?.dataset.hand;
  held.ghost.classList.add("laid");
  notePlaced(event);
  document.body.classList.remove("carrying");
  point("");
  await held.flight; // a position that is still being sent must not pick the piece up again
  if (at) await drop(held.n, at, aimed, held.seat, held.each);
  else if (hand && held.each) await toHand(held.each, hand);
  else if (under?.closest("[data-box]")) await settle({ do: "box", n: held.n });
  else if (held.carried) await send({ do: "back" });
  // The picture shows the piece a moment later; until then, its ghost stays in place.
  setTimeout(() => held.ghost.remove(), at ? LAID_MS : 0);
}

function click(n, event) {
  const over = cellUnder(event);
  if (now.chosen && now.chosen !== n && over) place(over);
  else choose(now.chosen === n ? 0 : n);
}

function field(event) {
  if (event.target.closest("[data-n]") || !now.chosen) return;
  const at = spotAt(now.eyes?.mat, event);
  if (at) drop(now.chosen, at, cellUnder(event));
}

// A double press draws a card from a stock, even the last one, and flips any other piece.
function twice(n) {
  const each = thing(n);
  choose(0);
  if (!each) return;
  if (drawn(each)) takeUp(n);
  else flip(n);
}

function wheel(event) {
  const n = drag?.ghost ? drag.n : now.chosen;
  if (!n || performance.now() - wheeled < WHEEL_MS) return;
  wheeled = performance.now();
  event.preventDefault();
  const turns = event.deltaY > 0 ? 1 : 3;
  for (let i = 0; i < turns; i += 1) turn(n);
  if (drag) {
    const before = parseFloat(drag.ghost.style.getPropertyValue("--turn"));
    drag.ghost.style.setProperty("--turn", `${before + 90 * turns}deg`);
  }
}

// Keys.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest place in a direction; the first key press leads to a place where the card may be placed.
function walk(way) {
  const { cells } = now.eyes;
  const open = openTo(now.view?.may ?? [], holder(now.chosen) ?? thing(now.chosen)?.owner).filter((cell) => cells[cell]);
  const from = now.target || thing(now.chosen)?.cell;
  if (!from || !cells[from]) {
    now.target = open[0] ?? Object.keys(cells)[0];
  } else {
    const [x, y] = middle(cells[from]);
    const ahead = Object.entries(cells).map(([cell, outline]) => {
      const [cx, cy] = middle(outline);
      const along = (cx - x) * way[0] + (cy - y) * way[1];
      return [cell, along, along + 2 * (Math.abs((cx - x) * way[1]) + Math.abs((cy - y) * way[0]))];
    }).filter(([, along]) => along > 0.01).sort((a, b) => a[2] - b[2]);
    now.target = ahead[0]?.[0] ?? from;
  }
  announce(now.cells[now.target] ?? now.target);
  now.changed();
}

// Keys for a piece take precedence over the page's keys; returns true if one of them was pressed.
export function key(event) {
  if (!now.table || event.ctrlKey || event.metaKey || event.altKey) return false;
  const focused = Number(event.target.closest?.("[data-n]")?.dataset.n ?? 0);
  const n = drag?.n || now.chosen || focused;
  if (!n) return false;
  const name = event.key.toLowerCase();
  const enter = event.key === "Enter" || event.key === " ";
  if (event.key === "Escape" && (drag || now.chosen)) cancel();
  else if (name === "r") turn(n);
  else if (name === "f") flip(n);
  else if (name === "h" && thing(n)) takeUp(n);
  else if (now.chosen && WAYS[event.key]) walk(WAYS[event.key]);
  else if (now.chosen && now.target && enter) place(now.target);
  else if (focused && enter) choose(now.chosen === focused ? 0 : focused);
  else return false;
  event.preventDefault();
  return true;
}

export function startFingers() {
  find("playfield").addEventListener("click", field);
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", () => drag && cancel());
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("dragstart", (event) => event.preventDefault());
}
