// The analysis of a replayed match: the seats' winning chances, with the turning points and the moment
// that is shown. A press on the graph leads to its moment.

import { find, h, put, s } from "./dom.js";
import { seatColour, seatIndex } from "./glyphs.js";
import { t } from "./words.js";

let made = "";

const across = (moment, of) => (100 * (moment - 1)) / Math.max(1, of - 1);

function graph(view, ask) {
  const { analysis, film, score } = view;
  const path = ({ chances }) => `M${chances.map(([moment, chance]) => `${across(moment, film.of)} ${100 - 100 * chance}`).join("L")}`;
  const line = (each) => s("path", { class: `seat seat-${seatIndex(view, each.seat)} ${seatColour(view, each.seat)}`, d: path(each) });
  const lines = analysis.seats.filter(({ chances }) => chances.length).slice(0, score.length > 2 ? undefined : 1);
  const jump = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    ask({ to: 1 + Math.round(((event.clientX - left) / width) * (film.of - 1)) });
  };
  const turning = analysis.turning.map(({ to, text }, i) => {
    const button = h("button", {
      class: "turning", type: "button", title: text, "aria-label": t("film.turning", { number: i + 1 }), "data-to": to,
      onclick: (event) => { event.stopPropagation(); ask({ to }); },
    }, String(i + 1));
    button.style.left = `${across(to, film.of)}%`;
    return button;
  });
  return h("div", { class: "chances", onclick: jump },
    s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", role: "img", "aria-label": t("film.chances") },
      s("path", { class: "middle", d: "M0 50H100" }), s("path", { class: "here" }), lines.map(line)),
    turning);
}

// The text is that of the turning point at which the replay stands, or else the sums.
function told({ analysis, film }) {
  const here = analysis.turning.find(({ to }) => to === film.at);
  if (here) return h("p", {}, here.text);
  return [analysis.seats.map((each) => h("p", {}, each.sum)), !analysis.turning.length && h("p", {}, analysis.none)];
}

export function drawAnalysis(view, ask) {
  const place = find("analysis");
  place.hidden = !view.analysis;
  if (!view.analysis) return;
  const { at, of } = view.film;
  if (made !== `${view.lang} ${of}`) {
    made = `${view.lang} ${of}`;
    put(place, graph(view, ask), h("div", { class: "told", role: "status" }));
  }
  place.querySelector(".here").setAttribute("d", `M${across(at, of)} 0V100`);
  for (const node of place.querySelectorAll(".turning")) node.toggleAttribute("data-here", Number(node.dataset.to) === at);
  put(place.querySelector(".told"), told(view));
}
