// The count of a deck: cards seen, missing and wrong, and the result.

import { find, h, put } from "./dom.js";
import { light, sign } from "./glyphs.js";
import { languageButtons } from "./languages.js";
import { post } from "./link.js";
import { close, rules } from "./sheets.js";
import { isDark, switchTheme } from "./theme.js";
import { upload } from "./upload.js";
import { Voice } from "./voice.js";
import { language, speak, t } from "./words.js";

const AGAIN_MS = 1500;
const PICTURE_MS = 200;
const CHIME_MS = 120;
const MOST_CHIMES = 4;
const CHIMES = { counted: "legal", again: "tick", twice: "illegal", stranger: "illegal", complete: "complete" };
const ALARMS = new Set(["twice", "stranger"]);

const voice = new Voice();
let view = null;
let heard = null;
let sending = 0;
const tiles = new Map();

// Events since the last view: each card has a sound and a word.

function announceNews() {
  const latest = view.last.at(-1);
  const news = heard === null ? [] : view.last.filter((each) => each.n > heard);
  heard = latest?.n ?? heard ?? 0;
  const shown = view.last.filter((each) => each.text && each.kind !== "scan_started").at(-1);
  find("last").dataset.kind = shown?.kind ?? "";
  find("last").textContent = shown?.text ?? "";
  if (voice.on) {
    news.filter((each) => CHIMES[each.kind]).slice(-MOST_CHIMES)
      .forEach((each, i) => setTimeout(() => voice.chime(CHIMES[each.kind]), i * CHIME_MS));
  }
  const announced = news.filter((each) => each.text).at(-1);
  if (announced) find(ALARMS.has(announced.kind) ? "alarm" : "said").textContent = announced.text;
  for (const each of news) flash(each);
}

function flash({ tag, kind }) {
  const tile = tiles.get(tag)?.node;
  if (!tile) return;
  tile.dataset.news = "";
  requestAnimationFrame(() => requestAnimationFrame(() => { tile.dataset.news = kind; }));
}

// The cards in the order they were seen, the newest first; existing tiles stay, so that nothing
// flickers.

function tile(card) {
  const picture = h("img", { alt: "", src: `/seen/${card.tag}`, loading: "lazy", onerror: () => picture.remove() });
  const badge = h("b", { class: "badge" });
  const node = h("li", {}, h("span", { class: "paper" }, picture, h("i", {}, card.name)), badge, h("span", { class: "name" }));
  return { node, badge };
}

function draw_cards() {
  const order = view.cards.map((card) => {
    if (!tiles.has(card.tag)) tiles.set(card.tag, tile(card));
    const { node, badge } = tiles.get(card.tag);
    node.dataset.odd = card.odd;
    badge.textContent = card.places > 1 ? `× ${card.places}` : card.odd ? "!" : "";
    put(node.lastChild, h("b", {}, card.name), h("small", {}, `${card.card} · ${card.copy}`));
    return node;
  });
  const place = find("tiles");
  order.forEach((node, i) => { if (place.children[i] !== node) place.insertBefore(node, place.children[i] ?? null); });
  find("seen-head").textContent = t("page.seen", { count: view.cards.length });
  find("empty").hidden = view.cards.length > 0;
  find("empty").textContent = t(view.watching ? "page.empty_camera" : "page.empty");
}

// The result.

const clause = ({ clause: id, text }) =>
  h("li", {}, h("button", { class: "stamp", type: "button", title: t("page.rule"), onclick: () => rules(id, false) }, id), h("span", {}, text));

function deck(each, i) {
  const rows = [...each.missing, ...each.over].map((text) => h("li", {}, text));
  return h("article", { "data-state": each.state },
    h("h2", {}, light(each.state), h("span", {}, each.head)),
    each.violations.length > 0 && h("ul", { class: "clauses" }, each.violations.map(clause)),
    rows.length > 0 && h("ul", {}, rows),
    each.warnings.length > 0 && h("ul", { class: "clauses muted" }, each.warnings.map(clause)),
    view.files.length > 0 && h("a", { class: "quiet", href: `/result/txt?deck=${i}` }, t("page.list")));
}

function draw_result() {
  const { result } = view;
  find("result").hidden = !result;
  if (!result) return;
  put(find("result"),
    result.findings.length > 0 && h("article", { "data-state": result.state }, h("h2", {}, light(result.state), h("span", {}, t("page.findings"))),
      h("ul", {}, result.findings.map((text) => h("li", {}, text)))),
    result.decks.map(deck),
    view.print && h("p", { class: "print" }, view.print));
}

// The other parts of the page.

function draw_head() {
  document.body.dataset.state = view.light.state;
  document.body.dataset.phase = view.state;
  document.title = `${view.progress} · ${view.game}`;
  put(find("light"), light(view.light.state), h("span", {}, h("strong", {}, view.light.word), h("small", {}, view.light.detail)));
  put(find("progress"), view.progress);
  find("bar").hidden = !view.expected;
  const share = view.expected ? Math.min(1, view.counted / view.expected) : 0;
  find("bar").firstElementChild.style.transform = `scaleX(${share})`;
}

function draw_missing() {
  const open = view.state === "counting" && view.missing.length > 0 && view.counted > 0;
  put(find("missing"), open && h("h2", {}, t("page.missing", { count: view.missing.length })),
    open && h("ul", {}, view.missing.map((name) => h("li", {}, name))));
}

function draw_foot() {
  const press = (name) => () => post("/press", { press: name });
  const save = (form, word) => h("a", { class: "quiet", href: `/result/${form}`, target: form === "html" ? "_blank" : null, rel: "noopener" }, t(word));
  put(find("foot"), view.result
    ? [view.files.length > 0 && [save("html", "page.sheet"), save("csv", "page.csv"), save("json", "page.json")],
      h("button", { class: "go", type: "button", onclick: press("go_on") }, t("page.go_on"))]
    : h("button", { class: "go", type: "button", onclick: press("finish"), disabled: view.cards.length === 0 }, t("page.finish")));
}

function draw() {
  if (!view) return;
  draw_head();
  draw_cards();
  draw_result();
  draw_missing();
  draw_foot();
  find("watch").hidden = !view.watching || view.state === "result";
  announceNews();
}

// Photographs from this computer, or from a phone paired by a code.

function tracked(name) {
  sending += 1;
  const row = h("p", { class: "sent" }, light("hands"), h("span", {}, `${name}${t("join.colon")}${t("page.sending")}`));
  find("sent").prepend(row);
  return ({ state, texts }) => {
    sending -= 1;
    put(row, light(state), h("span", {}, texts.join(" · ")));
    while (find("sent").children.length > 4 + sending) find("sent").lastChild.remove();
  };
}

async function pair(place) {
  const answer = await post("/pair/camera", {});
  const { link, qr } = answer ? await answer.json() : { link: "", qr: "" };
  if (!link) {
    put(place, h("p", { class: "muted" }, t("page.lan")));
    return;
  }
  const picture = h("img", { alt: link, class: "qr" });
  picture.src = URL.createObjectURL(new Blob([qr], { type: "image/svg+xml" }));
  put(place, picture, h("p", { class: "muted" }, t("page.pair_hint")), h("p", { class: "link" }, link));
}

function draw_add() {
  const code = h("div", { class: "code" });
  const field = h("input", { type: "file", accept: "image/*", multiple: true, onchange: (event) => {
    upload([...event.target.files], tracked);
    event.target.value = "";
  } });
  put(find("add"), h("div", { class: "choices" },
    h("label", { class: "quiet choose" }, h("span", {}, t("page.add")), field),
    h("button", { class: "quiet", type: "button", onclick: () => pair(code) }, t("page.pair"))), code, h("div", { id: "sent" }));
  find("watch").lastElementChild.textContent = t("label.camera");
}

function draw_tools() {
  put(find("tools"),
    languageButtons(async (lang) => { await speak(lang); redraw(); }),
    h("button", { class: "quiet", type: "button", "aria-pressed": String(voice.on), "aria-label": t("label.sound"), onclick: () => { voice.toggle(); draw_tools(); } }, sign(voice.on ? "speaker" : "muted")),
    h("button", { class: "quiet", type: "button", onclick: () => rules("", false), "aria-label": t("label.search") }, sign("search")),
    h("button", { class: "quiet", type: "button", onclick: () => { switchTheme(); draw_tools(); } }, t(isDark() ? "label.theme_dark" : "label.theme_light")));
}

function redraw() {
  close();
  draw_tools();
  draw_add();
  asking?.abort();
  after = 0;
}

// Polling: the server answers when there is news.

let after = 0;
let asking = null;

async function ask() {
  asking = new AbortController();
  try {
    const answer = await fetch(`/view?after=${after}&lang=${language()}`, { signal: asking.signal });
    if (answer.status === 403) {
      location.reload();
      return;
    }
    document.body.classList.remove("offline");
    if (answer.status === 200) {
      view = await answer.json();
      after = view.n;
      draw();
    }
    setTimeout(ask, 0);
  } catch (error) {
    if (error.name === "AbortError") {
      ask();
      return;
    }
    document.body.classList.add("offline");
    put(find("light"), light("trouble"), h("span", {}, h("strong", {}, t("page.gone")), h("small", {}, t("page.gone_hint"))));
    setTimeout(ask, AGAIN_MS);
  }
}

async function look() {
  if (view?.watching && view.state === "counting" && !document.hidden) {
    const answer = await fetch("/picture").catch(() => null);
    if (answer?.ok) {
      const picture = find("picture");
      const old = picture.src;
      picture.src = URL.createObjectURL(await answer.blob());
      if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    }
  }
  setTimeout(look, PICTURE_MS);
}

function drop(event) {
  event.preventDefault();
  if (event.type === "drop") upload([...event.dataTransfer.files], tracked);
}

async function begin() {
  await speak();
  draw_tools();
  draw_add();
  for (const kind of ["dragover", "drop"]) window.addEventListener(kind, drop);
  window.addEventListener("keydown", (event) => event.key === "Escape" && close());
  ask();
  look();
}

begin();
