// The table played at on the page: papers are dragged over the camera's picture, which shows what
// hands do. What lies where is told by the table itself, in millimetres on the mat; where that is in
// the picture, by what the camera read. Everything a pointer does, keys do, too.

import { find, h, put, s } from "./dom.js";
import { drawHands } from "./hands.js";
import { language, t } from "./words.js";

const DRAG_PX = 6;
const CARRY_MS = 80;
const WHEEL_MS = 260;
const ZOOM_MS = 300;
const TWICE_MS = 400;

let table = null;
let cells = {};
let eyes = null;
let view = null;
let act = null;
let asked = "";
let chosen = 0;
let target = "";
let drag = null;
let drawn = "";
const flipped = new Set();

const thing = (n) => table?.lying.find((each) => each.n === n)
  ?? table?.hands.flatMap((hand) => hand.cards).find((each) => each.n === n)
  ?? table?.box.find((each) => each.n === n);

// The mat's millimetres and the picture's shares.

function project(m, x, y) {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
}

function inverse([a, b, c, d, e, f, g, i, k]) {
  return [e * k - f * i, c * i - b * k, b * f - c * e, f * g - d * k, a * k - c * g, c * d - a * f, d * i - e * g, b * g - a * i, a * e - b * d];
}

function spotAt(event) {
  const r = find("playfield").getBoundingClientRect();
  const inside = event.clientX >= r.left && event.clientX <= r.right && event.clientY >= r.top && event.clientY <= r.bottom;
  if (!inside || !eyes?.mat.length) return null;
  return project(inverse(eyes.mat), (event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height);
}

function pxPerMm() {
  const r = find("playfield").getBoundingClientRect();
  if (!eyes?.mat.length) return 1;
  const [x0, y0] = project(eyes.mat, 100, 100);
  const [x1, y1] = project(eyes.mat, 150, 100);
  return Math.hypot((x1 - x0) * r.width, (y1 - y0) * r.height) / 50;
}

function corners(each) {
  const [w, high] = each.size.map((mm) => mm / 2);
  const [c, si] = [Math.cos((each.turn * Math.PI) / 180), Math.sin((each.turn * Math.PI) / 180)];
  return [[-w, -high], [w, -high], [w, high], [-w, high]]
    .map(([x, y]) => project(eyes.mat, each.at[0] + c * x - si * y, each.at[1] + si * x + c * y));
}

const line = (points) => points.map(([x, y]) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ");

const middle = (outline) => [0, 1].map((i) => outline.reduce((sum, point) => sum + point[i], 0) / outline.length);

// What is told to the table.

export async function tell(data) {
  const answer = await fetch(`/table?lang=${language()}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  });
  if (answer.status === 200) takeTable(await answer.json());
  return answer.ok;
}

export const lay = () => tell({ do: "lay" });

const say = (text) => { find("said").textContent = text; };

async function settle(data) {
  choose(0);
  if (!(await tell(data))) say(t("play.no"));
}

// Choosing a paper, and where it goes, without dragging.

export const chosenOne = () => chosen;

export function choose(n) {
  chosen = n;
  target = "";
  const each = thing(n);
  if (each) say(t("play.chosen", { card: each.name }));
  render();
  // On a phone the playfield may have been scrolled away.
  if (each && holder(n) && innerWidth <= 700) find("playfield").scrollIntoView({ block: "center", behavior: "smooth" });
}

function place(cell) {
  const outline = eyes?.cells[cell];
  if (!chosen || !outline) return;
  drop(chosen, project(inverse(eyes.mat), ...middle(outline)), cell);
}

// A card out of a hand is laid face down where the rules only know it so. A back laid on a back is
// seen by no camera: the piece that says it is laid, too.
async function drop(n, at, cell, seat = holder(n)) {
  const lays = view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell));
  const down = lays.length > 0 && lays.every((may) => may.down);
  const said = view.sayings.find(({ action }) => action === `${seat} place ? ${cell} facing=down`);
  if (down && !flipped.has(n)) await tell({ do: "flip", n });
  flipped.delete(n);
  await settle({ do: "drop", n, at });
  if (said && down) tell({ do: "say", action: said.action });
}

const holder = (n) => table.hands.find((hand) => hand.cards.some((each) => each.n === n))?.seat;

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(key) {
  const way = WAYS[key];
  const open = view?.may.flatMap((may) => may.cells).filter((cell) => eyes.cells[cell]) ?? [];
  const from = target || thing(chosen)?.cell;
  if (!from || !eyes.cells[from]) {
    target = open[0] ?? Object.keys(eyes.cells)[0];
  } else {
    const [x, y] = middle(eyes.cells[from]);
    const ahead = Object.entries(eyes.cells).map(([cell, outline]) => {
      const [cx, cy] = middle(outline);
      const along = (cx - x) * way[0] + (cy - y) * way[1];
      return [cell, along, along + 2 * (Math.abs((cx - x) * way[1]) + Math.abs((cy - y) * way[0]))];
    }).filter(([, along]) => along > 0.01).sort((a, b) => a[2] - b[2]);
    target = ahead[0]?.[0] ?? from;
  }
  say(cells[target] ?? target);
  render();
}

function flip(n) {
  flipped.add(n);
  tell({ do: "flip", n });
}

function seatOf(each) {
  return each.owner || view?.now.seats[0] || table.hands[0].seat;
}

// Keys that mean a paper come before the page's own.
export function key(event) {
  if (!table || event.ctrlKey || event.metaKey || event.altKey) return false;
  const focused = Number(event.target.closest?.("[data-n]")?.dataset.n ?? 0);
  const n = drag?.n || chosen || focused;
  if (!n) return false;
  const each = thing(n);
  const name = event.key.toLowerCase();
  if (event.key === "Escape" && (drag || chosen)) cancel();
  else if (name === "r") tell({ do: "turn", n });
  else if (name === "f") flip(n);
  else if (name === "h" && each) settle({ do: "hand", n, place: seatOf(each) });
  else if (chosen && WAYS[event.key]) walk(event.key);
  else if (chosen && target && (event.key === "Enter" || event.key === " ")) place(target);
  else if (focused && (event.key === "Enter" || event.key === " ")) choose(chosen === focused ? 0 : focused);
  else return false;
  event.preventDefault();
  return true;
}

// Pointers.

function cancel() {
  if (drag?.carried) tell({ do: "back" });
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

function press(event) {
  const node = event.target.closest("[data-n]");
  if (!node || event.button > 0 || drag) return;
  const n = Number(node.dataset.n);
  drag = { n, seat: holder(n), x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, carried: false, busy: false, over: null, told: null };
}

function begin() {
  const each = thing(drag.n);
  const scale = pxPerMm();
  const turn = each.turn ?? view?.board.turns[each.owner] ?? 0;
  drag.ghost = h("img", { class: "ghost", alt: "", src: picture(each) });
  drag.ghost.style.width = `${each.size[0] * scale}px`;
  drag.ghost.style.setProperty("--turn", `${turn}deg`);
  document.body.append(drag.ghost);
  document.body.classList.add("carrying");
  hideZoom();
}

function move(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PX) return;
    if (!thing(drag.n)) return finish();
    begin();
  }
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%) rotate(var(--turn))`;
  drag.over = spotAt(event);
  point(drag.over ? cellUnder(event) : "");
  if (drag.over && !drag.busy) carry(drag);
}

// The hand in the picture follows: one place is on its way at a time, the last one always arrives.
async function carry(held) {
  held.busy = true;
  held.carried = true;
  while (drag === held && held.over && held.over !== held.told) {
    held.told = held.over;
    held.flight = tell({ do: "drag", n: held.n, at: held.told });
    await held.flight;
    await new Promise((done) => setTimeout(done, CARRY_MS));
  }
  held.busy = false;
}

const cellUnder = (event) =>
  document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.dataset?.spot)?.dataset.spot ?? "";

async function release(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const held = drag;
  if (!held.ghost) {
    drag = null;
    const again = pressed.n === held.n && event.timeStamp - pressed.at < TWICE_MS;
    pressed = { n: again ? 0 : held.n, at: event.timeStamp };
    if (again) twice(held.n);
    else click(held.n, event);
    return;
  }
  const at = spotAt(event);
  const aimed = cellUnder(event);
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const hand = under?.closest("[data-hand]")?.dataset.hand;
  const box = under?.closest("[data-box]");
  held.ghost.classList.add("laid");
  laidAt = [event.clientX, event.clientY];
  drag = null;
  document.body.classList.remove("carrying");
  point("");
  await held.flight; // what is still on its way must not pick up again what is laid down
  if (at) await drop(held.n, at, aimed, held.seat);
  else if (hand) await settle({ do: "hand", n: held.n, place: hand });
  else if (box) await settle({ do: "box", n: held.n });
  else if (held.carried) await tell({ do: "back" });
  // The picture needs a moment to show it; until then the ghost lies there.
  setTimeout(() => held.ghost.remove(), at ? 350 : 0);
}

function click(n, event) {
  const over = cellUnder(event);
  if (chosen && chosen !== n && over) place(over);
  else choose(chosen === n ? 0 : n);
}

function field(event) {
  if (event.target.closest("[data-n]") || !chosen) return;
  const at = spotAt(event);
  if (at) drop(chosen, at, cellUnder(event));
}

let pressed = { n: 0, at: 0 };

// A double press draws from a pile of backs, and flips anything else.
function twice(n) {
  const each = thing(n);
  choose(0);
  if (!each) return;
  if (each.below && !each.up) settle({ do: "hand", n: each.n, place: seatOf(each) });
  else flip(each.n);
}

let wheeled = 0;

function wheel(event) {
  const n = drag?.ghost ? drag.n : chosen;
  if (!n || performance.now() - wheeled < WHEEL_MS) return;
  wheeled = performance.now();
  event.preventDefault();
  const turns = event.deltaY > 0 ? 1 : 3;
  for (let i = 0; i < turns; i += 1) tell({ do: "turn", n });
  if (drag) {
    const now = parseFloat(drag.ghost.style.getPropertyValue("--turn"));
    drag.ghost.style.setProperty("--turn", `${now + 90 * turns}deg`);
  }
}

// A paper seen large.

export const picture = (each) => `/paper/${each.n}/${each.up ? "up" : "down"}`;

export function zoom(each, node) {
  if (drag?.ghost || !each?.up) return hideZoom();
  const r = node.getBoundingClientRect();
  const place = find("zoom");
  put(place, h("img", { src: picture(each), alt: "" }));
  place.hidden = false;
  const [wide, high] = [place.offsetWidth + 12, place.offsetHeight];
  const beside = r.right + wide < innerWidth ? r.right + 12 : r.left - wide;
  const left = node.classList.contains("held") ? beside : find("playfield").getBoundingClientRect().left - wide;
  place.style.left = `${Math.max(4, left)}px`;
  place.style.top = `${Math.max(4, Math.min(innerHeight - high - 4, r.top + (r.height - high) / 2))}px`;
  return undefined;
}

export function hideZoom() {
  find("zoom").hidden = true;
}

let resting = 0;
let laidAt = [0, 0];

function hover(event) {
  if (event.pointerType === "touch") return;
  const node = event.target.closest?.("[data-n]");
  clearTimeout(resting);
  const moved = event.clientX === undefined || Math.hypot(event.clientX - laidAt[0], event.clientY - laidAt[1]) > 12;
  if (node && moved) resting = setTimeout(() => node.isConnected && zoom(thing(Number(node.dataset.n)), node), ZOOM_MS);
  else hideZoom();
}

// Drawing.

function paper(each) {
  const seat = table.hands.find((hand) => hand.seat === each.owner)?.name;
  const words = [each.name, seat, each.cell && t("play.on", { cell: cells[each.cell] ?? each.cell }), each.below > 0 && t("play.pile", { count: each.below + 1 })];
  return s("polygon", {
    class: each.n === chosen ? "paper chosen" : "paper", points: line(corners(each)), "data-n": each.n, tabindex: "0",
    role: "button", "aria-pressed": String(each.n === chosen), "aria-label": words.filter(Boolean).join(", "),
  });
}

function spots() {
  return Object.entries(eyes.cells).map(([cell, outline]) =>
    s("polygon", { class: cell === target ? "spot aim" : "spot", points: line(outline), "data-spot": cell }));
}

function tools() {
  const each = thing(chosen);
  const place = find("tools");
  place.hidden = !each;
  if (!each) return;
  const button = (text, keys, onclick) => h("button", { class: "quiet", type: "button", onclick }, text, h("kbd", {}, keys));
  const into = each.at ? table.hands.filter((hand) => !each.owner || hand.seat === each.owner) : [];
  const hands = into.map((hand) => h("button", {
    class: "quiet", type: "button", onclick: () => settle({ do: "hand", n: chosen, place: hand.seat }),
  }, t("play.to_hand", { seat: hand.name })));
  put(place, h("b", {}, each.name), button(t("play.turn"), "R", () => tell({ do: "turn", n: chosen })), button(t("play.flip"), "F", () => flip(chosen)),
    hands, button(t("play.leave"), "Esc", cancel));
}

export function render() {
  if (!table || !eyes?.mat.length) return;
  const wanted = `${table.play} ${chosen} ${target} ${eyes.mat.join()} ${language()} ${view?.now.seats} ${view?.screen}`;
  if (wanted === drawn) return;
  drawn = wanted;
  const held = document.activeElement?.closest?.("[data-n]")?.dataset.n;
  const place = find("playfield");
  put(place, spots(), [...table.lying].sort((a, b) => b.size[0] * b.size[1] - a.size[0] * a.size[1]).map(paper));
  drawHands(table, view, act);
  tools();
  if (held) document.querySelector(`[data-n="${held}"]`)?.focus({ preventScroll: true });
}

export function takeTable(data) {
  table = data;
  if (data.cells) cells = data.cells;
  if (chosen && !thing(chosen)) chosen = 0;
  render();
}

export function takeEyes(data) {
  const first = !eyes?.mat.length;
  eyes = data;
  if (first || !drag) render();
}

export async function takeView(told) {
  view = told;
  act = { lay, tell, choose, zoom, hideZoom, chosenOne };
  if (asked !== told.lang) {
    asked = told.lang;
    const answer = await fetch(`/table?lang=${told.lang}`);
    if (answer.ok) takeTable(await answer.json());
  }
  render();
}

export function start() {
  document.body.dataset.play = "1";
  find("camera").setAttribute("role", "group");
  const papers = find("playfield");
  papers.addEventListener("click", field);
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", () => drag && cancel());
  document.addEventListener("pointerover", hover);
  document.addEventListener("focusin", hover);
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("dragstart", (event) => event.preventDefault());
}
