// The page for the table and for spectators.

import { walk } from "./board.js";
import { newest, redraw, takeEyes, takePicture, takeView } from "./camera.js";
import { flip, now, takeTable, send } from "./deeds.js";
import { find } from "./dom.js";
import { key as paperKey } from "./fingers.js";
import { drawFilm, filmKey, jump } from "./film.js";
import { mark } from "./glyphs.js";
import { Link, post } from "./link.js";
import * as play from "./play.js";
import { controlWord, draw, drawLight } from "./screens.js";
import * as sheets from "./sheets.js";
import { switchTheme } from "./theme.js";
import { Voice } from "./voice.js";
import { language, sentences, speak, t } from "./words.js";

const LEGAL_MS = 2000;
const HANDS_MS = 300;

const voice = new Voice();
let view = null;
let eyes = null;
let since = 0;
let handSince = 0;
let down = null;
let coming = false;
let link = null;

// The light also depends on facts that are not in the view: its age, and hands over the table right
// now.
function shownLight(current) {
  const { state } = current.light;
  const word = (name) => t(`light.${name}`);
  if (current.screen === "ended") return current.light;
  if (coming) return { state: "pause", word: word("pause") };
  if (down) return { state: "trouble", word: t("label.offline") };
  const calm = state === "legal" || state === "watch";
  if (calm && handSince && performance.now() - handSince > HANDS_MS) return { state: "hands", word: word("hands") };
  if (state === "legal" && performance.now() - since > LEGAL_MS) return { state: "watch", word: word("watch") };
  return current.light;
}

function detail(current) {
  if (down) return t("label.reconnecting", { seconds: Math.max(1, Math.round(down / 1000)) });
  if (coming || ["ended", "coach"].includes(current.screen) || current.who !== "table" || !eyes) return current.game.name;
  return eyes.count.all ? t(eyes.pending ? "seen.closer" : "seen.cards", eyes.count) : current.game.name;
}

const act = {
  light: shownLight,
  detail,
  press: (control, seat = "") => post("/press", { control, seat }),
  record: (on) => post("/record", { on }),
  // For keys: ask for the seat if there may be several.
  ask(control) {
    const seats = view.whose[control] ?? [];
    if (seats.length < 2) act.press(control, seats[0]?.seat);
    else sheets.whose(controlWord(view, control), seats, (seat) => act.press(control, seat), (seat) => mark(view, seat));
  },
  rule: (words) => sheets.rules(words),
  pair: () => sheets.pairing(view),
  settings: () => sheets.settings(act),
  moment: (entry) => (view?.film ? jump(entry.n) : sheets.moment(entry)),
  mute: () => { voice.toggle(); render(); },
  all: () => voice.toggleAll(),
  keys: () => localStorage.getItem("companion.keys") !== "off",
  toggleKeys: () => localStorage.setItem("companion.keys", act.keys() ? "off" : "on"),
  // A replayed match is served only to this computer.
  pairs: () => view?.who === "table" && !view.film,
  sounds: () => voice.on,
  saysAll: () => voice.all,
  hasVoice: () => Boolean(voice.voice(language())),
  replan: () => now.redraw(),
  say: ({ action }) => send({ do: "say", action }),
  faceDown: (cells) => (now.table?.lying ?? []).filter((each) => cells.includes(each.cell) && !each.up)
    .map(({ n, cell }) => ({ cell, name: now.cells[cell] ?? cell, turn: () => flip(n) })),
  theme: switchTheme,
  async speak(lang) {
    await speak(lang);
    link.speak();
    sheets.close();
  },
  point(cells) {
    const wanted = new Set(cells);
    for (const node of document.querySelectorAll("[data-cell]")) node.classList.toggle("pointed", wanted.has(node.dataset.cell));
  },
};

// While the match is not available yet, the page shows an older state; the turn's place says so.
function standing() {
  if (!coming) return view;
  return { ...view, now: { ...view.now, seats: [], clock: "", head: t("label.taken_up"), todo: t("label.taken_up_rest") } };
}

function render() {
  if (view) draw(standing(), act);
  if (view) drawFilm(view);
  redraw();
}

function relight() {
  if (view) drawLight(view, act);
}

function take(current) {
  const before = view;
  // Another match has begun, so nothing stored here is valid any more.
  if (before?.screen === "ended" && current.screen !== "ended" && !current.film) location.reload();
  view = current;
  if (before?.verdict?.n !== current.verdict?.n) {
    since = performance.now();
    setTimeout(relight, LEGAL_MS + 50);
  }
  if (current.mouse && !before) play.start(render); // the drawn table has its own fitted texts
  takeView(current);
  render();
  voice.report(current);
  if (current.mouse) play.takeView(current);
}

function watch(data) {
  eyes = data;
  if (data.hand && !handSince) {
    handSince = performance.now();
    setTimeout(relight, HANDS_MS + 20);
  } else if (!data.hand && handSince) {
    handSince = 0;
  }
  takeEyes(data);
  play.takeEyes(data);
  if (view) drawLight(view, act);
}

// While the match is not available, the page shows an older state, and nothing can be pressed.
function rest() {
  for (const part of ["refusal", "middle", "verdict", "foot"]) find(part).inert = coming;
  if (coming) sheets.close();
  find("alarm").textContent = coming ? sentences(t("label.taken_up"), t("label.taken_up_rest")) : "";
}

const PRESSED = { w: "why", u: "undo", r: "repeat", p: "pause", y: "yes", n: "no" };

const ACTS = {
  "/": () => act.rule(""),
  l: () => find("log").querySelector("button")?.focus(),
  b: () => document.body.classList.toggle("large-board"),
  c: () => document.body.classList.toggle("large-camera"),
  m: () => act.mute(),
  d: () => switchTheme(),
  1: () => act.speak("en"),
  2: () => act.speak("ja"),
  3: () => act.speak("zh-Hant"),
  "?": () => act.settings(),
};

function key(event) {
  if (coming) return;
  if (!event.target.closest("input, textarea") && act.keys() && paperKey(event)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (!sheets.close()) document.body.classList.remove("large-board", "large-camera");
    return;
  }
  if (act.keys() && filmKey(event, view)) return;
  if (event.target.closest("input, textarea") || !act.keys()) return;
  if (event.key.startsWith("Arrow")) {
    arrow(event);
    return;
  }
  const name = event.key.toLowerCase();
  if (PRESSED[name] && view?.controls.includes(PRESSED[name])) act.ask(PRESSED[name]);
  else if (ACTS[name]) ACTS[name]();
  else return;
  event.preventDefault();
}

function arrow(event) {
  const cell = event.target.closest("[data-cell]");
  if (cell) {
    walk(cell.closest("svg"), cell, event.key)?.focus();
    event.preventDefault();
    return;
  }
  const entry = event.target.closest("[data-entry]");
  if (entry && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    const all = [...document.querySelectorAll("[data-entry]")];
    all[all.indexOf(entry) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    event.preventDefault();
  } else if (entry && event.key === "ArrowRight") {
    entry.parentElement.querySelector(".stamp")?.focus();
    event.preventDefault();
  } else if (event.target === find("board")) {
    find("board").querySelector("[data-cell][tabindex]")?.focus();
    event.preventDefault();
  }
}

async function begin() {
  await speak();
  find("now").textContent = t("start.coming"); // until the first view arrives
  link = new Link({
    onview: take,
    oneyes: watch,
    onplay: takeTable,
    async onpicture(blob) {
      const first = !newest().bitmap;
      await takePicture(blob);
      if (first) render();
    },
    onstate({ up, wait, coming: rests = false }) {
      const turned = up === Boolean(down || coming);
      const changed = coming !== rests;
      down = up ? null : wait;
      coming = rests;
      document.body.classList.toggle("offline", !up);
      if (turned || changed) render();
      else relight();
      if (changed) rest();
    },
  });
  window.addEventListener("keydown", key);
}

begin();
