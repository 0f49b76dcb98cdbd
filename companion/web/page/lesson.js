// The tutorial: what the step teaches, what to do, and the cards, places and buttons to use for it.

import { nextMatch } from "./again.js";
import { now, send } from "./deeds.js";
import { find, h, put } from "./dom.js";
import { isOpen } from "./hands.js";
import { suggested } from "./hint.js";
import { t } from "./words.js";

const button = (word, label, kind = "quiet") =>
  h("button", { class: kind, type: "button", "data-keep": `lesson/${word}`, onclick: () => send({ do: `lesson_${word}` }) }, label);

function learnt(view) {
  const over = view.screen === "ended";
  return [
    h("h2", {}, t("lesson.learnt")),
    h("ol", { class: "learnt" }, view.lesson.learnt.map((each) => h("li", {}, each))),
    over ? view.again && nextMatch("big") : [button("match", t("lesson.match"), "big"), button("leave", t("lesson.on"))],
  ];
}

function step(view) {
  const { stage, step: number, text, task, swapped, wants, say } = view.lesson;
  if (stage === "off_script") return [h("p", { class: "task" }, t("lesson.off_script")), h("div", { class: "choices" }, button("back", t("lesson.back"), "big"), button("leave", t("lesson.leave")))];
  return [
    h("p", {}, swapped && h("em", {}, t("lesson.swapped"), " "), text),
    stage === "task" ? h("p", { class: "task" }, task) : h("p", { class: "muted" }, t("lesson.watch")),
    number === 1 && stage === "task" && h("p", { class: "muted" }, t("lesson.fixed")),
    say && h("button", { class: "big taught", type: "button", "data-keep": `lesson/${wants.action}`, onclick: () => send({ do: "say", action: wants.action }) }, say),
    h("div", { class: "choices" }, stage === "task" && button("help", t("lesson.help")), button("leave", t("lesson.leave"))),
  ];
}

export function drawLesson(view) {
  const place = find("lesson");
  const { lesson } = view;
  document.body.toggleAttribute("data-lesson", Boolean(lesson));
  if (!lesson) {
    put(place);
    return;
  }
  const dots = Array.from({ length: lesson.of }, (_, i) => h("i", { class: i + 1 < lesson.step || lesson.stage === "learnt" ? "done" : i + 1 === lesson.step ? "here" : "" }));
  const head = lesson.stage !== "learnt" && h("header", {}, h("b", {}, t("lesson.step", { step: lesson.step, of: lesson.of })), h("span", { class: "dots", "aria-hidden": "true" }, dots));
  put(place, head, lesson.stage === "learnt" ? learnt(view) : step(view));
}

// What is to be used glows: the cards of the hand, the cells, and the button.
export function glow() {
  const wants = now.view?.lesson?.wants ?? suggested(isOpen);
  const cards = new Set(wants ? now.table?.hands.find((hand) => hand.seat === wants.seat)?.cards.filter((each) => wants.cards.includes(each.card)).slice(0, 1).map((each) => String(each.n)) : []);
  for (const node of document.querySelectorAll(".held")) node.classList.toggle("taught", cards.has(node.dataset.n));
  for (const node of document.querySelectorAll("[data-spot]")) node.classList.toggle("taught", Boolean(wants?.cells.includes(node.dataset.spot)));
  // An order is given part by part; each part has a button, or a cell on the board.
  const order = wants?.action.split(" ").at(-1) ?? "";
  const parts = new Set(order.includes(":") ? order.split(":").map((part) => `order:${wants.seat}.${part}`) : []);
  const aimed = (keep) => keep.startsWith("aim/") && order.includes(":") && `${order}:`.startsWith(`${keep.split("/")[2]}:`);
  for (const node of document.querySelectorAll("[data-keep]")) {
    const { keep } = node.dataset;
    node.classList.toggle("taught", Boolean(wants) && (parts.has(keep) || aimed(keep) || keep === `say/${wants.action}` || keep === `lesson/${wants.action}` || (keep.startsWith("roll/") && wants.seat === "chance")));
  }
}
