// The drawn table: pieces are drawn over the camera's picture, in which hands move them. The table
// sends the pieces' places in millimetres on the mat; the camera's readings determine the places in the
// picture. Actions on pieces are in `deeds.js`, pointer and keys in `fingers.js`; whatever a pointer
// can do, keys can do, too.

import { choose, flip, holder, now, openTo, takeTable, send, thing, toHand, turn } from "./deeds.js";
import { find, h, put, s } from "./dom.js";
import { cancel, dragging, startFingers } from "./fingers.js";
import { landAt, mark, markIndex, seatColour, seatIndex, signCorners } from "./glyphs.js";
import { drawHands } from "./hands.js";
import { glow } from "./lesson.js";
import { aimsOf, beginWith, takeAim } from "./orders.js";
import { corners, line, middle, project } from "./plane.js";
import { isLong, language, listed, t } from "./words.js";
import { startZoom } from "./zoom.js";

const act = { reset: () => send({ do: "lay" }), send, choose, chosenOne: () => now.chosen };

let asked = "";
let drawn = "";

function paper(each) {
  const { table, cells, chosen } = now;
  const seat = table.hands.find((hand) => hand.seat === each.owner)?.name;
  const words = [each.name, seat, each.cell && t("play.on", { cell: cells[each.cell] ?? each.cell }), each.below > 0 && t("play.pile", { count: each.below + 1 }), ...each.facts];
  return s("polygon", {
    class: each.n === chosen ? "paper chosen" : "paper", points: line(corners(now.eyes.mat, each)), "data-n": each.n, tabindex: "0",
    role: "button", "aria-pressed": String(each.n === chosen), "aria-label": listed(words),
  });
}

// A cell's owner, shown over the picture, because only cards are printed in a seat's colour.
function lands() {
  const { eyes, view } = now;
  return (view?.board.cells ?? []).filter((cell) => cell.land && eyes.cells[cell.id]).flatMap((cell) => {
    const colour = `${seatColour(view, cell.land)} owner-${seatIndex(view, cell.land)}`;
    const [w] = view.board.card;
    const sign = signCorners(markIndex(view, cell.land), landAt(cell.outline, cell.at), w * 0.13);
    const rim = cell.outline.map(([x, y]) => [cell.at[0] + (x - cell.at[0]) * 0.93, cell.at[1] + (y - cell.at[1]) * 0.93]);
    return [["land", rim], ["land-sign", sign]].map(([kind, corner]) =>
      s("polygon", { class: `${kind} ${colour}`, points: line(corner.map(([x, y]) => project(eyes.mat, x, y))), "data-land": cell.id, "aria-hidden": "true" }));
  });
}

// Orders are given on the board: planned ways, and what can be touched next.
const spotMiddle = (cell) => middle(now.eyes.cells[cell]).map((share) => 1000 * share);

function way({ from, to }, kind) {
  const [[x, y], [tx, ty]] = [from, to].map(spotMiddle);
  const ratio = parseFloat(getComputedStyle(find("camera")).getPropertyValue("--ratio")) || 1.6;
  const [dx, dy] = [(tx - x) * ratio, ty - y];
  const [c, si] = [dx, dy].map((each) => each / (Math.hypot(dx, dy) || 1));
  const tip = [[-14, -9], [0, 0], [-14, 9]].map(([a, b]) => `${tx + (c * a - si * b) / ratio},${ty + si * a + c * b}`);
  return s("g", { class: `way ${kind}`, "aria-hidden": "true" },
    s("polyline", { class: "under", points: `${x},${y} ${tx},${ty}` }), s("polyline", { points: `${x},${y} ${tx},${ty}` }), s("polyline", { points: tip.join(" ") }));
}

function orderLayer() {
  const { view, eyes } = now;
  const seen = ({ from, to, cell }) => [from, to, cell].every((each) => !each || eyes.cells[each]);
  return (view?.screen === "referee" ? view.plans : []).filter((plan) => !plan.apart && plan.map?.at).flatMap((plan) => {
    const say = (verb, value) => act.send({ do: "say", action: `${plan.seat} ${verb} ${value}` });
    const take = (aim) => takeAim(plan.seat, view.now.turn, plan, aim, say, () => { choose(0); now.redraw(); });
    const colour = `${seatColour(view, plan.seat)} owner-${seatIndex(view, plan.seat)}`;
    const aims = aimsOf(plan.seat, view.now.turn, plan).filter(seen);
    return [...plan.map.ways.filter(seen).map((each) => way(each, `planned ${colour}`)),
      ...aims.filter((aim) => aim.from).map((aim) => way({ from: aim.from, to: aim.cell }, `offered ${colour}`)),
      ...aims.map((aim) => s("polygon", {
        class: `aim ${aim.from ? "goal" : "unit"} ${colour}`, points: line(eyes.cells[aim.cell]), tabindex: "0", role: "button", "data-keep": `aim/${plan.seat}/${aim.wanted.join(":")}`,
        "aria-label": listed([...aim.wanted.slice(0, aim.from ? -1 : undefined).map((part) => plan.words[part] ?? part), now.cells[aim.cell] ?? aim.cell]),
        onclick: (event) => { event.stopPropagation(); take(aim); },
        onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); take(aim); } },
      }))];
  });
}

// The parts chosen so far, to know when to draw again.
const plansKey = (view) => JSON.stringify((view?.plans ?? []).map((plan) => [plan.seat, plan.said, plan.values.length, aimsOf(plan.seat, view.now.turn, plan).map((aim) => aim.wanted)]));

const landsKey = (view) => (view?.board.cells ?? []).map((cell) => cell.land ?? "").join();

// The places where the chosen card may go are lit.
function spots() {
  const seat = now.chosen ? holder(now.chosen) ?? thing(now.chosen)?.owner : "";
  const lit = new Set(now.chosen && now.view?.screen === "referee" ? openTo(now.view.may.filter((may) => may.verb === "place"), seat) : []);
  return Object.entries(now.eyes.cells).map(([cell, outline]) =>
    s("polygon", { class: `spot${cell === now.target ? " aim" : ""}${lit.has(cell) ? " lit" : ""}`, points: line(outline), "data-spot": cell }));
}

// On a phone, a piece's buttons overlay the page. For pieces in the lower half of the screen they are
// at the top; otherwise the second press of a double press would hit one of them.
function isLow(n) {
  const rect = find("playfield").querySelector(`[data-n="${n}"]`)?.getBoundingClientRect();
  return Boolean(rect) && rect.y + rect.height / 2 > innerHeight / 2;
}

// All hands in one row, whatever their number and names: each is shown by its sign.
function handTools(each) {
  const { hands } = now.table;
  const into = each.at ? hands.filter((hand) => !each.owner || hand.seat === each.owner) : [];
  return into.map((hand) => {
    const whole = t("play.to_hand", { seat: hand.name });
    const brief = into.length > 1 || isLong(hand.name);
    return h("button", {
      class: "quiet", type: "button", "data-keep": `tool/${hand.seat}`, onclick: () => toHand(each, hand.seat),
      ...(brief && { title: whole, "aria-label": whole }),
    }, brief ? [mark(now.view, hand.seat), " ", t("play.to_a_hand")] : whole);
  });
}

function tools() {
  const { chosen, note } = now;
  const each = thing(chosen);
  const place = find("tools");
  place.hidden = !each && !note;
  place.dataset.paper = each ? chosen : "";
  place.classList.toggle("above", Boolean(each) && isLow(chosen));
  if (!each) {
    put(place, note && h("b", { class: "note" }, note));
    return;
  }
  const button = (text, keys, onclick) => h("button", { class: "quiet", type: "button", "data-keep": `tool/${keys}`, onclick }, text, h("kbd", {}, keys));
  put(place, h("b", {}, each.name), button(t("play.turn"), "R", () => turn(chosen)), button(t("play.flip"), "F", () => flip(chosen)),
    handTools(each), button(t("play.leave"), "Esc", cancel));
}

// The guide of a first game; whoever knows the game hides it, and this device remembers that.
const GUIDE = "companion.guide";
const guided = () => localStorage.getItem(GUIDE) !== "off";

function guide() {
  const { goal, now: hint } = now.view?.guide ?? {};
  const turn = (on) => { localStorage.setItem(GUIDE, on ? "on" : "off"); guide(); };
  if (!goal) put(find("guide"));
  else if (!guided()) put(find("guide"), h("button", { class: "quiet", type: "button", "data-keep": "guide", onclick: () => turn(true) }, t("play.guide_show")));
  else put(find("guide"), hint ? h("p", {}, h("b", {}, hint)) : h("p", {}, goal),
    h("button", { class: "quiet", type: "button", "data-keep": "guide", onclick: () => turn(false) }, t("play.guide_hide")));
}

const large = (each) => each.size[0] * each.size[1];

function render() {
  const { table, eyes, view, chosen, target } = now;
  if (!table || !eyes?.mat.length) return;
  const wanted = `${now.received} ${chosen} ${target} ${now.note} ${eyes.mat.join()} ${language()} ${view?.now.seats} ${view?.screen} ${landsKey(view)} ${plansKey(view)} ${JSON.stringify(view?.hints)}`;
  if (wanted === drawn) return;
  drawn = wanted;
  const held = heldPaper();
  put(find("playfield"), spots(), lands(), [...table.lying].sort((a, b) => large(b) - large(a)).map(paper), orderLayer());
  drawHands(table, view, act);
  tools();
  glow();
  if (held && !find("tools").contains(document.activeElement)) stayOn(held);
}

// The focused piece, or the piece whose buttons have the focus.
function heldPaper() {
  const at = document.activeElement;
  return find("tools").contains(at) ? find("tools").dataset.paper : at?.closest?.("[data-n]")?.dataset.n;
}

// The focus follows a piece; if the piece returns to the closed box, the focus moves to the box.
function stayOn(n) {
  const node = document.querySelector(`[data-n="${n}"]`) ?? find("hands").querySelector("[data-keep=box]");
  node?.focus({ preventScroll: true });
}

export function takeEyes(data) {
  const first = !now.eyes?.mat.length;
  now.eyes = data;
  if (first || !dragging()) render();
}

export async function takeView(current) {
  now.view = current;
  now.worded ||= current.sayings.some(({ action }) => action.endsWith(" draw"));
  if (asked !== current.lang) {
    asked = current.lang;
    const answer = await fetch(`/table?lang=${current.lang}`);
    if (answer.ok) takeTable(await answer.json());
  }
  guide();
  render();
  glow();
}

export function start(redraw) {
  now.changed = render;
  now.redraw = () => { redraw(); render(); glow(); };
  // A card of the hand begins the order that places it.
  now.picked = (each, seat) => {
    const plan = now.view?.plans.find((one) => one.seat === seat && !one.apart);
    if (plan && beginWith(seat, now.view.now.turn, plan, each.name)) now.redraw();
  };
  document.body.dataset.play = "1";
  find("camera").setAttribute("role", "group");
  startFingers();
  startZoom();
}
