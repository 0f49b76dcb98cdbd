// The three questions before the first match: game, camera and cards.

import { drawBoard } from "./board.js";
import { find, h, put } from "./dom.js";
import { languageButtons } from "./languages.js";
import { send } from "./link.js";
import { drawOpponents, opponent } from "./opponents.js";
import "./theme.js";
import { NAMES, bound, language, refused, speak, t } from "./words.js";

const ASK_MS = 700;

let offers = null;
let heard = "";
let going = false;
let pictures = { lang: "", svg: {} };
const chosen = { game: null, camera: null, picked: false, papers: undefined };

// Each group is one tab stop; within it, arrow keys choose, as among radio buttons.
function offer(name, hint, on, pick, picture) {
  return h("button", {
    class: "offer", type: "button", role: "radio", "aria-checked": String(on), tabindex: on ? "0" : "-1",
    onclick: () => { pick(); draw(); },
  },
    picture && h("span", { class: "picture", "aria-hidden": "true" }, picture), h("span", {}, h("b", {}, name), [hint].flat().filter(Boolean).map((text) => h("small", {}, text))), h("i", { "aria-hidden": "true" }));
}

// A match's time and players, and a line about the game.
const facts = ({ players, minutes, about }) => [
  about, [t("start.players", { players }), minutes && t("start.minutes", { minutes })].filter(Boolean).join(" · "),
];

// Boards in play are the games' pictures. They arrive once for each language.
async function takePictures() {
  const lang = language();
  if (pictures.lang === lang) return;
  pictures = { lang, svg: pictures.svg };
  const answer = await fetch(`/lobby/boards?lang=${lang}`).catch(() => null);
  if (!answer?.ok) return;
  const nothing = { screen: "ended", steps: [], may: [], last: [], fits: [], edges: {}, now: { seats: [] } };
  for (const [slug, shown] of Object.entries(await answer.json())) {
    const [, svg] = drawBoard({ ...nothing, ...shown }, "");
    for (const node of svg.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
    pictures.svg[slug] = svg;
  }
  draw();
}

const papersOf = (slug) => offers.papers.map((papers, i) => ({ ...papers, i })).filter((papers) => papers.game === slug);

function named(camera) {
  if (camera.kind === "virtual") return [t("start.virtual"), t("start.virtual_hint")];
  if (camera.kind === "mouse") return [t("start.mouse"), t("start.mouse_hint")];
  if (camera.kind === "phone") return [t("start.phone"), t("start.phone_hint")];
  return [camera.name, camera.detail];
}

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function arrow(event) {
  const group = event.target.closest("[role=radiogroup]");
  if (!group || !STEPS[event.key]) return;
  const all = [...group.querySelectorAll("[role=radio]:not([disabled])")];
  const next = all[(all.indexOf(event.target) + STEPS[event.key] + all.length) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}

// The page is redrawn after every choice; the focused group keeps the focus.
function draw() {
  const group = document.activeElement?.closest("[role=radiogroup]");
  redraw();
  group?.querySelector("[aria-checked=true]")?.focus();
}

// The game whose cards were printed last, or else the first game.
export function likeliest({ games, papers }) {
  const [last] = [...papers].sort((a, b) => (a.day < b.day ? 1 : -1));
  return Math.max(0, games.findIndex((game) => game.slug === last?.game));
}

// An unavailable option, with instructions for enabling it.
const shut = (name, why) => h("button", { class: "offer", type: "button", role: "radio", "aria-checked": "false", disabled: true },
  h("span", {}, h("b", {}, name), h("small", {}, why)));

function redraw() {
  if (!offers) return;
  chosen.game ??= likeliest(offers);
  for (const part of document.querySelectorAll("main, footer")) part.hidden = false;
  find("lead").textContent = t("start.lead");
  find("ask-game").textContent = t("start.game");
  find("ask-camera").textContent = t("start.camera");
  find("ask-papers").textContent = t("start.papers");
  put(find("languages"), languageButtons(async (lang) => { await speak(lang); await look(); draw(); }));
  put(find("games"), offers.games.map((game, i) =>
    offer(game.name, facts(game), i === chosen.game, () => { chosen.game = i; chosen.papers = undefined; }, pictures.svg[game.slug])));
  if (offers.cameras && chosen.camera === null) chosen.camera = offers.left[0]?.camera ?? 0;
  const lone = !offers.cameras?.some((camera) => camera.kind === "camera");
  put(find("cameras"), offers.cameras
    ? [lone && h("p", { class: "muted" }, t(offers.alone ? "start.no_camera_lan" : "start.no_camera")),
      ...offers.cameras.map((camera, i) => offer(...named(camera), i === chosen.camera, () => { chosen.camera = i; chosen.picked = true; })),
      offers.alone && !lone && shut(t("start.phone"), t("start.phone_lan"))]
    : h("p", { class: "muted" }, t("start.looking")));
  const drawn = ["mouse", "virtual"].includes(offers.cameras?.[chosen.camera]?.kind);
  drawOpponents(offers, offers.cameras?.[chosen.camera]?.kind === "mouse");
  const papers = papersOf(offers.games[chosen.game]?.slug);
  if (chosen.papers === undefined) chosen.papers = papers[0]?.i ?? null;
  put(find("papers"), papers.map((each) =>
    offer(bound(`${each.name} · ${NAMES[each.lang] ?? each.lang}`), t("start.printed", { cards: each.cards, day: each.day.replaceAll("-", "\u2060-\u2060") }), chosen.papers === each.i, () => { chosen.papers = each.i; })),
  offer(drawn ? t("start.draw") : t("start.print"), drawn ? t("start.draw_hint") : t("start.print_hint"), chosen.papers === null, () => { chosen.papers = null; }));
  find("left").hidden = !offers.left.length;
  find("ask-left").textContent = t("start.left");
  const held = document.activeElement?.dataset?.match;
  put(find("matches"), offers.left.map(stopped));
  if (held) find("matches").querySelector(`[data-match="${held}"]`)?.focus();
  const taught = offers.games[chosen.game]?.lesson;
  put(find("learn"), taught && h("button", { class: "quiet", type: "button", disabled: going, title: t("lesson.start_hint"), onclick: () => start({ game: chosen.game, tutorial: true }) }, t("lesson.start")));
  put(find("go"), going ? t("start.going") : t("start.go"));
  find("go").disabled = going || !offers.cameras;
}

// The button for an interrupted match, with players, turn and time; pressing it resumes the match.
function stopped(match, i) {
  const before = offers.cameras?.[again(i)];
  const camera = before && before.kind !== "mouse" ? named(before)[0] : "";
  const facts = (...texts) => h("small", {}, texts.filter(Boolean).map((text, n) => [n > 0 && " · ", h("span", { class: "whole" }, text)]));
  return h("button", { class: "offer", type: "button", "data-match": i, disabled: going, onclick: () => goOn(i) }, h("span", {},
    h("b", {}, match.name), facts(match.turn, ...match.players), facts(match.when, camera)));
}

// The camera of a resumed match: the chosen one, or else the previous one. It is null if that camera is
// absent, or if simulated players were chosen, who can begin only on the first turn; then a choice is
// required.
const again = (i) => {
  const camera = chosen.picked ? chosen.camera : offers.left[i].camera;
  return offers.cameras?.[camera]?.kind === "virtual" ? null : camera;
};

function goOn(i) {
  if (!offers.cameras) return;
  if (again(i) !== null) {
    start({ left: i, camera: again(i) });
    return;
  }
  find("message").textContent = t("start.left_which");
  find("cameras").querySelector("[aria-checked=true]")?.focus();
}

async function look() {
  const answer = await fetch(`/lobby?lang=${language()}`);
  if (answer.status === 202) {
    find("lead").textContent = t("start.coming"); // everything has been chosen already
    return;
  }
  if (over(answer)) return;
  if (answer.ok) {
    const text = await answer.text();
    if (text === heard) return;
    heard = text;
    offers = JSON.parse(text);
    draw();
    takePictures();
  }
}

// True if nothing remains to be chosen: a match has begun, perhaps from another page, or this page
// belongs to a program that has ended. The current page is then loaded from the same address.
function over({ status }) {
  if (status !== 410 && status !== 403) return false;
  location.reload();
  return true;
}

async function start(data) {
  going = true;
  find("message").textContent = "";
  draw();
  const answer = await send("/start", data).catch(() => null);
  if (answer?.ok || (answer && over(answer))) return;
  going = false;
  find("message").textContent = answer ? await refused(answer, t("start.failed")) : t("start.failed");
  draw();
}

// Polled indefinitely, because the match may be started from another open page.
async function watch() {
  try {
    await look();
  } catch {
    if (going) {
      going = false;
      find("message").textContent = t("start.failed");
      draw();
    }
  }
  setTimeout(watch, ASK_MS);
}

async function begin() {
  document.addEventListener("keydown", arrow);
  await speak();
  find("go").addEventListener("click", () => start({ game: chosen.game, camera: chosen.camera, papers: chosen.papers, ...opponent(offers.cameras[chosen.camera]?.kind === "mouse") }));
  watch();
}

begin();
