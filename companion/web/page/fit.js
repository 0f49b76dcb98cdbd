// Texts that are read from afar are never truncated: a text that is too long for its place is made
// smaller, step by step. On a phone, places grow with their texts instead.

import { find } from "./dom.js";

const SHARES = [1, 0.88, 0.78, 0.69, 0.61, 0.54];

const READABLE = 0.65; // smallest size of a requested answer; rather than get smaller, it overlays the foot

// True if two places overlap.
function meet(one, other) {
  const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// True if a place is taller than its container, or extends below it.
function leaves(place, within) {
  const [a, b] = [place, within].map((each) => each.getBoundingClientRect());
  return a.height > b.height || a.bottom > b.bottom + 2;
}

// True if light, turn and score have places of their own on the page instead of one row.
const apart = () => getComputedStyle(find("top")).display === "contents";
const MOST_ASKED = 0.3; // share of the screen's height for what is asked

const PLACES = {
  light: (place) => (apart() ? place.scrollHeight > place.clientHeight : place.offsetHeight > find("top").clientHeight) || meet(place, find("score")),
  now: (place) => (apart() ? place.offsetHeight > MOST_ASKED * innerHeight : leaves(place, find("top"))) || place.scrollWidth > place.clientWidth + 1 || meet(place, find("score")),
  verdict: (place) => (place.querySelector(".says")?.scrollHeight ?? 0) > place.clientHeight,
  caption: (place) => place.querySelector(":scope > span").scrollHeight > find("foot").clientHeight,
  refusal: (place) => place.scrollHeight > place.clientHeight,
  see: (place) => place.scrollHeight > place.clientHeight,
  steps: (place) => place.scrollHeight > place.clientHeight,
};

const done = new Map();

function fit(id) {
  const place = find(id);
  const key = `${document.body.dataset.screen} ${innerWidth} ${innerHeight} ${place.dataset.n ?? ""} ${place.textContent}`;
  if (done.get(id) === key) return;
  done.set(id, key);
  place.style.removeProperty("--fit");
  if (innerWidth <= 700 || !place.clientHeight) return;
  place.classList.remove("long", "unfit");
  for (const share of SHARES) {
    place.style.setProperty("--fit", share);
    if (!PLACES[id](place)) return;
    if (share < READABLE && "asked" in place.dataset) break;
  }
  place.classList.add("asked" in place.dataset ? "long" : "unfit");
  if (place.classList.contains("long")) place.style.removeProperty("--fit");
}

// A long answer fills the visible place next to the board, and can be scrolled; so does a refusal with
// a requested clause. Scrollable places can also be reached with the keyboard.
function scrolled() {
  const caption = find("caption");
  const long = caption.classList.contains("long");
  if (long) {
    const place = ["rail", "steps", "verdict"].map(find).find((each) => each.clientHeight);
    const { left, bottom, width, height } = place.getBoundingClientRect();
    const around = { left, bottom: innerHeight - bottom, width, room: height };
    for (const [name, px] of Object.entries(around)) caption.style.setProperty(`--${name}`, `${Math.floor(px)}px`);
  }
  const refusal = find("refusal");
  refusal.classList.toggle("scrolls", innerWidth > 700 && refusal.scrollHeight > refusal.clientHeight + 1);
  for (const [each, on] of [[caption, long], [refusal, refusal.classList.contains("scrolls")]]) {
    if (on) each.setAttribute("tabindex", "0");
    else each.removeAttribute("tabindex");
  }
}

// A list shows only whole rows; the others can be scrolled to.
function wholeRows(list) {
  for (const bound of ["min-height", "max-height"]) list.style.removeProperty(bound);
  if (innerWidth <= 700 || list.scrollHeight <= list.clientHeight + 1) return;
  const { top } = list.getBoundingClientRect();
  const room = list.clientHeight + 1;
  const ends = [...list.querySelectorAll("li, .choices > :is(button, p), .legend")].map((row) => row.getBoundingClientRect().bottom - top + list.scrollTop);
  const last = Math.max(0, ...ends.filter((end) => end <= room));
  if (!last) return;
  list.style.minHeight = "0";
  list.style.maxHeight = `${Math.ceil(last)}px`;
}

// The last steps that led to a decision are in sight, whole; the others can be scrolled to.
function lastRows(list) {
  list.style.removeProperty("max-height");
  if (innerWidth <= 700 || list.scrollHeight <= list.clientHeight + 1) return;
  let room = list.clientHeight;
  let high = 0;
  for (const row of [...list.children].reverse()) {
    const { height } = row.getBoundingClientRect();
    if (height > room) break;
    room -= height;
    high += height;
  }
  if (high) list.style.maxHeight = `${Math.floor(high)}px`;
  list.scrollTop = list.scrollHeight;
}

// On a wide screen, the minimum shares of the width for the turn and the light. Next to a refusal, the
// light is hidden.
const LEAST = { now: 0.34, light: 0.15 };
const crushed = ([id, share]) => getComputedStyle(find(id)).position !== "absolute" && find(id).clientWidth < find("top").clientWidth * share;

// On a small phone, long names may break the light's word across lines, or be covered by the turn. On a
// wide screen, they may leave the turn or the light a column one character wide.
function roomForNames() {
  document.body.classList.remove("crowded");
  if (innerWidth > 700) {
    const score = find("score");
    const high = score.clientHeight > find("top").clientHeight;
    document.body.classList.toggle("crowded", !apart() && score.clientWidth > 0 && (high || Object.entries(LEAST).some(crushed)));
    return;
  }
  if (innerWidth > 460) return;
  const light = find("light");
  const word = getComputedStyle(light).position === "absolute" ? null : light.querySelector("strong"); // hidden next to a refusal
  const [head, names] = [find("now").querySelector("h1"), find("score")].map((each) => each?.getBoundingClientRect());
  const broken = word && (light.scrollWidth > light.clientWidth + 1 || word.clientHeight > 1.5 * parseFloat(getComputedStyle(word).lineHeight));
  const beneath = head && find("now").scrollWidth > find("now").clientWidth && head.bottom > names.top && names.bottom > head.top;
  const narrow = head && names.bottom > head.top && head.bottom > names.top && names.width > innerWidth / 2;
  document.body.classList.toggle("crowded", Boolean(broken || beneath || narrow));
}

export function fitAll() {
  roomForNames();
  Object.keys(PLACES).forEach(fit);
  scrolled();
  const [log, rail] = [find("log"), find("rail")];
  // A heading would be useless without room for at least one entry.
  const row = log.querySelector("li") ?? log;
  const end = Math.max(log.getBoundingClientRect().bottom, row.getBoundingClientRect().bottom);
  log.classList.toggle("cut", innerWidth > 700 && end > rail.getBoundingClientRect().bottom + 1);
  for (const list of document.querySelectorAll("#may, #log ol")) wholeRows(list);
  for (const list of document.querySelectorAll("#how ol")) lastRows(list);
}

function again() {
  done.clear();
  fitAll();
}

window.addEventListener("resize", fitAll);
// A font is loaded when the first text needs it, which may be long after the page is ready.
document.fonts.addEventListener("loadingdone", again);
// The frame has grown or shrunk, and with it the space inside.
find("frame")?.addEventListener("transitionend", (event) => event.target === event.currentTarget && again());
