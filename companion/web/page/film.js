// A replayed match: the bar at the bottom of the page, its keys, and the position in the match. The bar
// only requests a position; the server determines what is shown.

import { drawAnalysis } from "./analysis.js";
import { find, h, put, s } from "./dom.js";
import { post } from "./link.js";
import { t } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4];

const ask = (wish) => post("/step", wish);

export const jump = (entry) => ask({ entry });

const SIGNS = {
  first: "M4 4V20M21 4L13 12L21 20ZM13 4L5 12L13 20Z",
  back: "M6 4V20M19 4L8 12L19 20Z",
  play: "M7 3L20 12L7 21Z",
  pause: "M6 4H10V20H6ZM14 4H18V20H14Z",
  next: "M18 4V20M5 4L16 12L5 20Z",
  last: "M20 4V20M3 4L11 12L3 20ZM11 4L19 12L11 20Z",
};

const picture = (name) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));

function button(name, label, act) {
  return h("button", { class: "quiet", type: "button", "aria-label": label, title: label, onclick: act }, picture(name));
}

function build(place) {
  const slider = h("input", { type: "range", min: "1", id: "film-at", oninput: (event) => ask({ to: Number(event.target.value) }) });
  put(place,
    button("first", t("film.first"), () => ask({ to: 1 })),
    button("back", t("film.back"), () => ask({ to: Number(slider.value) - 1 })),
    h("button", { class: "quiet play", type: "button", id: "film-play" }),
    button("next", t("film.next"), () => ask({ to: Number(slider.value) + 1 })),
    button("last", t("film.last"), () => ask({ to: Number(slider.max) })),
    slider,
    h("output", { for: "film-at", id: "film-said" }),
    h("label", {}, `${t("film.speed")} `, h("select", { id: "film-speed", onchange: (event) => ask({ speed: Number(event.target.value) }) },
      SPEEDS.map((each) => h("option", { value: each, selected: each === 1 }, `${each}×`)))));
}

export function drawFilm(view) {
  const place = find("film");
  place.hidden = !view.film;
  if (!view.film) return;
  document.body.dataset.film = "";
  document.body.dataset.who = "spectator"; // a replay has no camera; the board is shown in its place
  find("camera").hidden = true;
  if (place.dataset.lang !== view.lang) {
    place.dataset.lang = view.lang;
    build(place);
  }
  drawAnalysis(view, ask);
  const { at, of, playing } = view.film;
  const slider = find("film-at");
  slider.max = String(of);
  if (document.activeElement !== slider || playing) slider.value = String(at);
  slider.setAttribute("aria-label", t("film.slider"));
  slider.setAttribute("aria-valuetext", t("film.position", { at, of }));
  find("film-said").textContent = `${at} / ${of}`;
  const play = find("film-play");
  if (play.dataset.playing !== String(playing)) put(play, picture(playing ? "pause" : "play"));
  play.dataset.playing = String(playing);
  play.setAttribute("aria-label", t(playing ? "film.pause" : "film.play"));
  play.onclick = () => ask({ play: !playing });
}

// The keys of common video players; returns true if one of them was pressed.
export function filmKey(event, view) {
  if (!view?.film || event.target.closest("select, [data-cell], #film-at")) return false;
  const { at, of, playing } = view.film;
  const wishes = { ArrowLeft: { to: at - 1 }, ArrowRight: { to: at + 1 }, Home: { to: 1 }, End: { to: of }, " ": { play: !playing } };
  const wish = wishes[event.key];
  if (!wish || (event.key === " " && event.target.closest("button"))) return false;
  ask(wish);
  event.preventDefault();
  return true;
}
