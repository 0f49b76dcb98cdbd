// A seat's own page: the player's private knowledge, the board with this player at the bottom, and
// notes that stay on this device. The page goes blank when the device is put away.

import { drawBoard } from "./board.js";
import { find, h, put, s } from "./dom.js";
import { light, mark, tag } from "./glyphs.js";
import { languageButtons } from "./languages.js";
import { Link, post } from "./link.js";
import { Notes } from "./notes.js";
import { aimsOf, barOf, isHalf, isHeld, openedSeals, orderChoices, takeAim } from "./orders.js";
import { close, rules } from "./sheets.js";
import "./theme.js";
import { bound, listed, sentences, speak, t } from "./words.js";

let view = null;
let down = null;
let coming = false;
let link = null;
let hidden = false;

function hide(on) {
  hidden = on;
  find("seat").classList.toggle("covered-page", on);
  find("hide").textContent = on ? t("seat.show") : t("seat.hide");
  find("hide").setAttribute("aria-label", on ? t("seat.hidden") : t("seat.hide"));
}

function own(cards) {
  if (!cards?.length) return h("p", { class: "muted" }, t("seat.nothing"));
  return h("ul", { class: "hand" }, cards.map((card) =>
    h("li", {}, h("b", {}, card.name), card.count > 1 && ` ×${card.count}`, card.where && h("span", { class: "muted" }, ` · ${card.where}`),
      card.text && h("p", { class: "muted" }, card.text))));
}

let holding = 0;
const HOLD_MS = 800;

const say = (verb, value) => post("/orders", { verb, value });

// READY must be held down, so that a thumb does not press it by accident; pressing Enter twice has the
// same effect.
function ready() {
  let armed = 0;
  const done = () => say("ready", "");
  return h("button", {
    class: "big", type: "button",
    onpointerdown: () => { holding = setTimeout(done, HOLD_MS); },
    onpointerup: () => clearTimeout(holding),
    onpointerleave: () => clearTimeout(holding),
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.repeat) return;
      if (performance.now() - armed < 2000) done();
      armed = performance.now();
    },
  }, t("seat.ready"));
}

// Orders are given on the board: planned ways, and what can be touched next.
function drawAims(svg, orders) {
  if (!orders?.map?.at || hidden) return;
  const places = new Map(view.board.cells.map((cell) => [cell.id, cell]));
  const way = ({ from, to }, kind) => {
    const [[x, y], [tx, ty]] = [from, to].map((cell) => places.get(cell).at);
    const turn = (Math.atan2(ty - y, tx - x) * 180) / Math.PI;
    return s("g", { class: `way ${kind}`, "aria-hidden": "true" }, s("polyline", { points: `${x},${y} ${tx},${ty}` }),
      s("polyline", { transform: `translate(${tx} ${ty}) rotate(${turn})`, points: "-10,-7 0,0 -10,7" }));
  };
  const aims = aimsOf(view.seat, view.now.turn, orders).filter((aim) => places.has(aim.cell));
  const take = (aim) => takeAim(view.seat, view.now.turn, orders, aim, say, draw);
  svg.append(...orders.map.ways.map((each) => way(each, "planned")), ...aims.filter((aim) => aim.from).map((aim) => way({ from: aim.from, to: aim.cell }, "offered")),
    ...aims.map((aim) => s("polygon", {
      class: `aim ${aim.from ? "goal" : "unit"}`, points: places.get(aim.cell).outline.map((point) => point.join()).join(" "), tabindex: "0", role: "button",
      "data-keep": `aim/${aim.wanted.join(":")}`, "aria-label": listed([...aim.wanted.map((part) => orders.words[part] ?? part), places.get(aim.cell).name]),
      onclick: () => take(aim), onkeydown: (event) => ["Enter", " "].includes(event.key) && take(aim),
    })));
}

function drawOrders(orders) {
  const place = find("orders");
  const opened = view.screen === "ended" && openedSeals(view);
  if (opened) {
    put(place, opened);
    return;
  }
  const busy = orders && (orders.values.length || orders.said.length || isHeld(orders));
  if (!busy) {
    put(place);
    return;
  }
  const sealed = orders.seal && h("p", { class: "muted" }, t("seat.committed", { digest: orders.seal.slice(0, 10) }));
  put(place, h("h2", {}, t("seat.orders")),
    h("ol", { class: "said" }, orders.said.map((order) => h("li", {}, order))),
    orders.refused && h("p", { class: "status", role: "alert" }, light("illegal"), h("span", {}, orders.refused)),
    sealed, orders.seal && !orders.ready && h("p", {}, t("seat.waiting")),
    orders.values.length > 0 && orderChoices(view.seat, view.now.turn, orders, say, draw),
    isHeld(orders) && (isHalf(view.seat, view.now.turn) ? h("p", { class: "withheld" }, t("seat.half")) : ready()));
}

// The state of the match, or a note that the connection is lost and the last view may be outdated.
function drawState() {
  const away = Boolean(down) || coming;
  document.body.classList.toggle("offline", away);
  for (const part of ["seat-board", "orders", "seat-cards"]) find(part).inert = coming; // they show an older state
  const seconds = Math.max(1, Math.round(down / 1000));
  const lost = () => sentences(t("label.offline"), t("label.reconnecting", { seconds }));
  const status = coming ? sentences(t("label.taken_up"), t("label.taken_up_rest"))
    : down ? lost() : sentences(view.now.head, view.now.todo);
  put(find("seat-light"), light(away ? "trouble" : view.light.state), h("span", {}, bound(status)));
  find("seat-clock").textContent = away ? "" : view.clock;
  find("seat-said").textContent = away ? "" : bound(view.caption.text);
}

function draw() {
  if (!view) return;
  const name = view.private?.name ?? "";
  find("name").replaceChildren(mark(view, view.seat), ` ${t("seat.title", { seat: name })}`);
  find("only").textContent = t("seat.only_you");
  drawState();
  put(find("seat-board"), drawBoard(view, ""));
  find("seat-board").querySelector("svg").classList.toggle("turned", (view.board.turns[view.seat] ?? 0) === 180);
  drawAims(find("seat-board").querySelector("svg"), view.private?.orders);
  drawOrders(view.private?.orders);
  find("own-title").textContent = t("seat.own");
  put(find("own"), own(view.private?.cards));
  find("notes-title").textContent = t("seat.notes");
  find("notes-hint").textContent = t("seat.notes_hint");
  put(find("seat-cards"), barOf(view.controls, view.private?.orders).map((control) =>
    h("button", { class: "control", type: "button", onclick: () => post("/press", { control }) }, tag(), h("span", {}, view.called[control] ?? t(`control.${control}`)))));
  hide(hidden);
}

// Settings and look-up, which every viewer has.
function drawTools() {
  put(find("seat-tools"), languageButtons(choose),
    h("button", { class: "quiet", type: "button", onclick: () => rules("") }, t("label.rules")));
}

async function choose(lang) {
  await speak(lang);
  link.speak();
  close();
  drawTools();
  draw();
}

async function begin() {
  await speak();
  drawTools();
  find("seat-said").textContent = t("start.coming");
  const notes = new Notes(find("notes"));
  link = new Link({
    onview(current) {
      if (view?.screen === "ended" && current.screen !== "ended") location.reload(); // another match
      view = current;
      notes.take(current);
      draw();
    },
    oneyes() {},
    async onpicture() {},
    onstate({ up, wait, coming: rests = false }) {
      down = up ? null : wait;
      coming = rests;
      if (view) drawState();
    },
  });
  find("hide").addEventListener("click", () => hide(!hidden));
  window.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("visibilitychange", () => document.hidden && hide(true));
  window.addEventListener("deviceorientation", (event) => {
    if (Math.abs(event.beta ?? 0) > 150) hide(true); // the device was placed screen down
  });
}

begin();
