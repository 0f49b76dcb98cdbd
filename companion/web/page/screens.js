// Drawing a view: every region of the page is drawn from the same view.

import { nextMatch } from "./again.js";
import { shareButton } from "./share.js";
import { drawBoard, side } from "./board.js";
import { newest } from "./camera.js";
import { find, h, put, s } from "./dom.js";
import { fitAll } from "./fit.js";
import { dot, light, mark, sign, tag } from "./glyphs.js";
import { codesFor } from "./sheets.js";
import { drawLesson } from "./lesson.js";
import { isHalf, openedSeals, orderChoices } from "./orders.js";
import { bound, isBrief, isLong, paired, t } from "./words.js";

export function stamp(clause, act) {
  if (!clause) return null;
  return h("button", { class: "stamp", type: "button", "data-keep": `stamp/${clause}`, onclick: () => act.rule(clause), title: t("label.rules") }, clause);
}

// Cells are highlighted in a line of text, as they are on the table. Clause numbers and short
// quotations ("「はい」か") are not broken across lines; browsers would break them wherever they assume the
// end of a phrase.
function withCells(text) {
  return bound(text).split(/(\b[a-z]\d{1,2}\b|\b[A-Z]+-\d[\d.]*[a-z]?\b|「[^」]{1,6}」[ぁ-ん]?)/).map((part, i) => {
    if (i % 2 === 0) return part;
    return /^[a-z]/.test(part) ? h("b", {}, part) : h("span", { class: "whole" }, part);
  });
}

// A player's name is not broken across lines, although CJK texts may be broken between any two
// characters. A name that would fill a line is broken, because it would cover its neighbour.
function withNames(view, text) {
  const names = view.score.map((each) => each.name);
  const parts = names.reduce((all, name) => all.flatMap((part) =>
    (typeof part === "string" ? part.split(name).flatMap((left, i) => (i ? [h("span", { class: isLong(name) ? "parted" : "whole" }, name), left] : left)) : part)), [text]);
  return parts.flatMap((part) => (typeof part === "string" ? withCells(part) : part));
}

// The name of a control card; a game has its own words for some of them.
export function controlWord(view, control) {
  if (view.screen === "coach") return t("control.start");
  return view.called[control] ?? t(`control.${control}`);
}

export function drawLight(view, act) {
  const { state, word } = act.light(view);
  document.body.dataset.state = state;
  const place = find("light");
  const detail = act.detail(view);
  if (place.dataset.said === `${state} ${word} ${detail}`) return;
  place.dataset.said = `${state} ${word} ${detail}`;
  put(place, light(state), h("div", {}, h("strong", {}, word), h("small", {}, detail)));
}

// The last two characters stay together, so that none is alone on the last line; names are unchanged.
function headline(view) {
  const parts = withNames(view, view.now.head);
  return parts.map((part, i) => (i === parts.length - 1 && typeof part === "string" ? paired(part) : part));
}

function drawNow(view) {
  const said = view.mouse && view.sayings.length > 0; // the buttons below say it
  put(find("now"),
    view.now.seats.map((seat) => mark(view, seat)),
    h("div", {}, h("h1", isBrief(view.now.head) ? { class: "whole" } : {}, headline(view)), !said && h("p", {}, withNames(view, view.now.todo)),
      view.clock && h("p", { class: "clock", role: "timer" }, withCells(view.clock))));
}

function drawScore(view) {
  put(find("score"), view.score.map((each) =>
    h("div", { class: view.now.seats.includes(each.seat) ? "side acts" : "side" },
      h("span", { class: isLong(each.name) ? "name parted" : "name" }, each.name),
      h("span", { class: "figure" }, mark(view, each.seat), each.figure === null ? "" : String(each.figure)),
      each.unit && h("span", { class: "unit" }, each.unit),
      each.counts.length > 0 && h("span", { class: "counts" }, each.counts.join(" · ")))));
}

function drawVerdict(view, act) {
  const place = find("verdict");
  const steps = view.steps;
  if (view.screen === "refusal") {
    const head = steps[0]?.text ?? "";
    const fits = view.fits.length ? t("label.fits", { cells: view.fits_on }) : "";
    put(place, light("back"),
      h("div", { class: "says" }, h("p", { class: "over" }, t("label.to_right")), h("p", { class: "what" }, h("strong", {}, withNames(view, head)))),
      fits && h("p", { class: "fits" }, light("legal"), h("span", {}, fits)));
    place.dataset.kind = "correction";
    return;
  }
  const verdict = view.verdict;
  place.dataset.kind = verdict?.state ?? "none";
  if (!verdict) {
    put(place, h("p", { class: "says muted" }, t("label.log_empty")));
    return;
  }
  // An accepted action needs no word: what it decided is the news.
  const word = verdict.state === "legal" ? "" : verdict.word;
  put(place, versus(view) ?? light(verdict.state),
    h("div", { class: "says" },
      h("p", { class: "what" }, word && [h("strong", { class: "word" }, word), " "], h("strong", {}, withNames(view, verdict.text))),
      verdict.why && h("p", { class: "why" }, withNames(view, verdict.why))),
    stamp(verdict.clauses[0]?.id, act));
}

// The two numbers that were compared, each with its seat's sign.
function versus(view) {
  const pair = view.verdict.versus;
  return pair.length > 0 ? h("p", { class: "versus" }, pair.map((each) => h("span", {}, mark(view, each.seat), h("b", {}, each.figure)))) : null;
}

// How the decision came about, step by step; the last steps are in sight, the others can be scrolled to.
function drawHow(view) {
  const place = find("how");
  const how = ["referee", "ended"].includes(view.screen) ? view.verdict?.how ?? [] : [];
  const key = `${view.lang} ${view.verdict?.n} ${how.length}`;
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  put(place, how.length > 0 && [h("h2", {}, t("label.how")), h("ol", {}, how.map((each) => h("li", {}, h("span", {}, withNames(view, each)))))]);
}

// A requested answer, or a text that is shown nowhere else, is not truncated; a refusal's complete
// clause replaces its number.
const asked = (view) => ["explained", "repeated"].includes(view.caption.kind);
const alone = (view) => asked(view) || view.caption.kind === "not_now";

function drawRefusal(view, act) {
  const place = find("refusal");
  if (view.screen !== "refusal" || !view.verdict) {
    put(place);
    return;
  }
  const { verdict } = view;
  const { title, text, why } = verdict.clauses[0] ?? {};
  put(place,
    h("div", { class: "head" }, light("illegal"), h("strong", {}, verdict.word)),
    h("p", { class: "sentence" }, verdict.text),
    h("div", { class: "rule" }, stamp(verdict.clauses[0]?.id, act), h("div", {}, h("p", {}, h("b", {}, title)), asked(view) && [text, why].map((each) => h("p", {}, each)))));
}

function drawSee(view, act) {
  const place = find("see");
  if (view.screen !== "refusal") {
    put(place);
    return;
  }
  put(place, (view.verdict?.also ?? []).slice(0, 3).map((clause) =>
    h("p", { class: "also" }, stamp(clause.id, act), h("span", {}, h("b", {}, `${t("label.also")} `), clause.text))));
}

function drawSteps(view) {
  const place = find("steps");
  if (!["step", "set_up", "fault", "question", "coach"].includes(view.screen)) {
    put(place);
    return;
  }
  const list = view.steps.map((step, i) =>
    h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, String(i + 1)), h("p", {}, withNames(view, step.text))));
  const asked = view.screen === "question" && h("p", { class: "asked" }, withNames(view, view.verdict?.text ?? view.caption.text));
  const other = view.screen === "step" && h("div", { class: "other" },
    h("h2", {}, t("label.or_right")), h("p", {}, h("span", { class: "mini-card" }, tag(), t("control.undo")), t("label.undo_right")));
  const measured = view.coach && h("dl", { class: "figures" }, view.coach.figures.map((each) =>
    h("div", {}, each.need ? light(each.state) : h("span", { class: "nobody" }), h("dt", {}, each.name), h("dd", {}, h("b", {}, each.value), h("small", {}, each.need)))));
  put(place, measured, asked, list.length > 0 && h("ol", {}, list), other);
}

function drawSeals(view) {
  return view.seals.length > 0 && h("p", { class: "seals muted" }, view.seals.slice(-2).map((each) =>
    h("span", { title: each.digest }, mark(view, each.seat), " ", t("seat.committed", { digest: each.short }))));
}

function drawPlan(view, plan, act) {
  if (plan.apart) return h("p", { class: "plan" }, mark(view, plan.seat), " ", plan.apart);
  const say = (verb, value) => act.say({ action: `${plan.seat} ${verb} ${value}` });
  return h("section", { class: "plan" },
    h("p", {}, mark(view, plan.seat), " ", h("b", {}, plan.said.join(" → "))),
    plan.refused && h("p", { class: "also" }, light("illegal"), h("span", {}, plan.refused)),
    orderChoices(plan.seat, view.now.turn, plan, say, act.replan));
}

// At a drawn table, each card that may be turned up has a button.
function flips(view, may, act) {
  const found = view.mouse && may.verb === "flip" ? act.faceDown(may.cells) : [];
  return found.length ? h("span", { class: "choices" }, found.map(({ cell, name, turn }) =>
    h("button", { class: "quiet", type: "button", "data-keep": `flip/${cell}`, onclick: turn }, t("play.turn_up", { cell: name })))) : null;
}

const LEGEND = [["must", "label.legend_must"], ["never", "label.legend_never"], ["free", "label.legend_free"]];

function drawMay(view, act) {
  const place = find("may");
  const opened = view.screen === "ended" && openedSeals(view);
  if (opened) {
    put(place, opened);
    return;
  }
  const declared = new Set(view.sayings.flatMap(({ action, seat, text }) => [action, `${seat} ${text}`]));
  // A declaration with a button needs no line.
  const acting = view.may.filter((may) => view.now.seats.includes(may.seat) && !declared.has(`${may.seat} ${may.verb}`) && !declared.has(`${may.seat} ${may.text}`));
  if (view.screen !== "referee" || !(acting.length || view.plans.length || view.sayings.length || view.steps.length)) {
    put(place);
    return;
  }
  const pointing = (cells, text) => ({
    tabindex: "0", "data-keep": `may/${text}`, onmouseenter: () => act.point(cells), onmouseleave: () => act.point([]), onfocus: () => act.point(cells), onblur: () => act.point([]),
  });
  const still = view.steps.length > 0 && [h("h2", {}, t("label.still")), h("ul", { class: "still" }, view.steps.map((step) =>
    h("li", pointing(step.cells, step.text), h("span", {}, withNames(view, step.text)))))];
  const open = acting.length > 0 || view.plans.length > 0 || view.sayings.length > 0;
  // While a player composes an order, only its next parts are offered.
  const half = view.plans.find(({ seat }) => isHalf(seat, view.now.turn));
  const plans = half ? [half] : view.plans.filter(({ seat }) => !view.lesson || seat === view.lesson.seat);
  const planned = new Set(view.plans.flatMap((plan) => (plan.values ?? []).map(([verb, value]) => `${plan.seat} ${verb} ${value}`)));
  const words = view.sayings.filter(({ action }) => !action.includes(" place ") && !planned.has(action));
  put(place, still, drawSeals(view), open && h("h2", {}, t("label.may")), plans.map((plan) => drawPlan(view, plan, act)), !half && words.length > 0 && h("div", { class: "choices" }, words.map((each) =>
    h("button", { class: "quiet", type: "button", "data-keep": `say/${each.action}`, onclick: () => act.say(each) }, view.now.seats.length > 1 && mark(view, each.seat), each.text))), h("ul", {}, acting.slice(0, 5).map((may) =>
    h("li", pointing(may.cells, may.text),
      view.now.seats.length > 1 && mark(view, may.seat), h("span", {}, flips(view, may, act) ?? withCells(may.text))))),
  Object.keys(view.edges).length > 0 && h("p", { class: "legend", "aria-hidden": "true" }, LEGEND.map(([kind, label]) =>
    h("span", {}, s("svg", { viewBox: "-14 -46 28 28" }, side("U", kind, 60, 90)), t(label)))));
}

function drawLog(view, act) {
  const place = find("log");
  const held = document.activeElement?.dataset?.entry;
  put(place, h("h2", {}, t("label.log")),
    view.log.length ? h("ol", {}, view.log.map((entry, i) =>
      h("li", {}, h("button", { type: "button", "data-entry": entry.n, tabindex: i ? "-1" : "0", onclick: () => act.moment(entry), disabled: view.who !== "table" },
        h("span", { class: "turn", "aria-label": t("label.turn", { turn: entry.turn }) }, entry.turn || ""), view.score.some((each) => each.seat === entry.seat) ? mark(view, entry.seat) : h("span", { class: "nobody" }), light(entry.state),
        h("span", { class: "text" }, withNames(view, entry.text))), stamp(entry.clause, act))))
      : h("p", { class: "muted" }, t("label.log_empty")));
  if (held) place.querySelector(`[data-entry="${held}"]`)?.focus();
}

function drawCaption(view, act) {
  const place = find("caption");
  place.dataset.n = view.caption.n;
  place.hidden = view.screen === "coach" && !view.caption.text; // the coach's sentences are above
  // A requested answer may overlay the foot (`fit.js`).
  place.toggleAttribute("data-asked", alone(view) && view.screen !== "refusal");
  put(place,
    h("button", { class: "sound", type: "button", "data-keep": "sound", onclick: act.mute, "aria-label": t("label.sound"), "aria-pressed": String(act.sounds()) },
      sign(act.sounds() ? "speaker" : "muted")),
    h("span", { "aria-hidden": "true" }, withNames(view, view.caption.text)),
    h("button", { class: "quiet shut", type: "button", "aria-label": t("label.close"), onclick: () => place.classList.remove("long") }, sign("close")));
}

// The data of the row of control cards: if any of it differs, the row is redrawn. YES has a different
// meaning for each question, even if the same seat is asked.
export function rowKey({ screen, lang, controls, whose, called, who, again, recording }) {
  return JSON.stringify([screen === "coach", lang, controls, whose, called, who, again, recording]);
}

// One click records the match for a report, a second one stops.
function recordButton({ recording }, act) {
  if (!recording) return null;
  const { on, file, failed } = recording;
  const word = on ? t("label.recording", { file }) : t(failed ? "label.record_failed" : "label.record");
  return h("button", { class: "quiet menu record", type: "button", "data-keep": "record", onclick: () => act.record(!on), "aria-pressed": String(on), "aria-label": word, title: word },
    failed ? light("trouble") : dot());
}

function drawFoot(view, act) {
  drawCaption(view, act);
  const guest = view.who === "spectator" && h("span", { class: "guest" }, sign("lock"), t("label.spectator"), " · ", t("label.never"));
  const card = (control, seat = "", name = "") => {
    const word = controlWord(view, control);
    const whose = name && { "aria-label": `${name}${t("join.colon")}${word}`, title: name };
    // A button with another name is a new button, which a key held down on the old button does not
    // press.
    const keep = `control/${control}/${seat}/${encodeURIComponent(word)}`;
    return h("button", { class: "control", type: "button", "data-keep": keep, onclick: () => act.press(control, seat), ...whose },
      name ? mark(view, seat) : tag(), h("span", {}, word));
  };
  // If several seats may use a control card, or all have to agree, each of them has a button with its
  // sign; otherwise the button is for the only seat that may.
  const cards = view.controls.map((control) => {
    const seats = view.whose[control] ?? [];
    const own = seats.length > 1 || control === "yes";
    return seats.length ? seats.map((each) => card(control, each.seat, own ? each.name : "")) : card(control);
  });
  const own = h("button", { class: "quiet menu", type: "button", "data-keep": "menu", onclick: act.settings, "aria-label": t("label.more") }, sign("menu"));
  const key = rowKey(view);
  const place = find("cards");
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    const again = view.again && !view.mouse && [nextMatch("control"), shareButton(view, "control")];
    const stood = place.contains(document.activeElement);
    put(place, guest, again, cards, recordButton(view, act), own);
    if (stood && !place.contains(document.activeElement)) own.focus(); // the pressed button is no longer offered
  }
}

function camera(view) {
  const place = find("camera");
  place.hidden = view.who !== "table";
  const label = !newest().bitmap ? t("label.no_picture") : view.screen === "refusal"
    ? t("label.see", { cells: view.verdict?.where })
    : view.screen === "step" ? t("label.table") : t("label.camera");
  put(place.querySelector("figcaption"), label);
  place.setAttribute("aria-label", label);
  awaitPhone(view, place);
}

// Until a phone sends its first picture, its code is where the picture will be. A code works once, so
// it is asked for once in each language.
async function awaitPhone(view, place) {
  const codes = find("phone-codes");
  const awaited = view.screen === "coach" && view.phone && view.who === "table" && !newest().bitmap;
  const key = awaited ? view.lang : "";
  if (codes.dataset.key === key) return;
  codes.dataset.key = key;
  place.setAttribute("role", awaited ? "group" : "img");
  const shown = awaited ? await codesFor("camera", t("label.pair_camera")) : [];
  if (codes.dataset.key === key) put(codes, shown);
}

// Screen readers announce each message once: faults immediately, others at the next pause. Hands in
// view are not announced.
function drawSaid(view) {
  const grave = ["illegal", "unsure", "step", "trouble"].includes(view.light.state);
  const text = `${view.light.word}${t("join.stop")}${view.caption.text}`;
  const [place, other] = grave ? [find("alarm"), find("said")] : [find("said"), find("alarm")];
  other.textContent = "";
  const which = `${view.lang} ${view.caption.n}`; // after a change of language, the other's words are stale
  if (place.dataset.which !== which) place.textContent = text;
  place.dataset.which = which;
}

// The board is redrawn with every view; a focused cell keeps the focus.
function redrawBoard(view) {
  const place = find("board");
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.cell : "";
  put(place, drawBoard(view, view.screen === "step" ? t("label.should") : ""));
  if (held) place.querySelector(`[data-cell="${held}"]`)?.focus({ preventScroll: true });
}

export function draw(view, act) {
  document.body.dataset.screen = view.screen;
  document.body.dataset.who = view.who;
  document.body.dataset.seats = String(view.score.length);
  document.title = `${view.now.head} · ${view.game.name}`;
  find("skip").textContent = t("label.skip");
  drawLight(view, act);
  drawNow(view);
  drawScore(view);
  drawRefusal(view, act);
  camera(view);
  redrawBoard(view);
  drawSee(view, act);
  drawSteps(view);
  drawLesson(view);
  drawMay(view, act);
  drawLog(view, act);
  drawVerdict(view, act);
  drawHow(view);
  drawFoot(view, act);
  drawSaid(view);
  fitAll();
}
