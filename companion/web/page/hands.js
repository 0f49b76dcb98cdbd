// The hands next to a drawn table, the pieces in the box, and the dice.

import { nextMatch } from "./again.js";
import { find, h, put } from "./dom.js";
import { mark } from "./glyphs.js";
import { hintOf } from "./hint.js";
import { glow } from "./lesson.js";
import { shareButton } from "./share.js";
import { isLong, listed, t } from "./words.js";

const shown = new Map();
let boxOpen = false;
let seen = "";
let acting = "";
let everySide = false; // one person plays all seats at this page

const card = (each, act, whose = "") => h("button", {
  class: `held${each.n === act.chosenOne() ? " chosen" : ""}${each.up ? "" : " down"}`, type: "button", "data-n": each.n,
  "aria-pressed": String(each.n === act.chosenOne()),
  "aria-label": listed([each.name, whose, each.count > 1 && `×${each.count}`, !each.up && t("play.face_down"), ...each.facts, each.text]),
}, h("img", { src: `/paper/${each.n}/up`, alt: "", draggable: "false", width: each.size[0], height: each.size[1] }),
!each.up && h("small", {}, t("play.face_down")), each.count > 1 && h("small", {}, `×${each.count}`));

// The computer shows its secret hand to nobody.
const isComputers = (view, hand) => view.secret_hands && Boolean(view.computers?.includes(hand.seat));

const people = (view) => view.score.filter((each) => !isComputers(view, each)).length;
const alone = (view) => everySide || people(view) === 1;

// A hand that a game keeps secret is covered until its player shows it, and again after the turn. In
// other games, and for a person who plays alone, the hand of the seat to move is open; in a lesson, the
// learner's.
export function isOpen(view, hand) {
  if (isComputers(view, hand)) return false;
  if (view.lesson) return shown.get(hand.seat) ?? hand.seat === view.lesson.seat;
  return shown.get(hand.seat) ?? ((!view.secret_hands || alone(view)) && (!view.now.seats.length || view.now.seats.includes(hand.seat)));
}

function show(hand, open) {
  shown.set(hand.seat, open);
  drawHands.again();
  glow();
  find("hands").querySelector(`[data-keep="hand/${hand.seat}"]`)?.focus();
}

// The backs of a covered hand are one button, so that no card is taken unseen.
const rears = (hand) => hand.cards.map(() => h("span", { class: "rear" }));

const backs = (hand) => h("button", {
  class: "fan backs", type: "button", "data-keep": `backs/${hand.seat}`, "aria-label": t("play.uncover_hand", { seat: hand.name }), onclick: () => show(hand, true),
}, rears(hand));

function drawHand(hand, view, act) {
  const open = isOpen(view, hand);
  const computers = isComputers(view, hand);
  const acts = view.now.seats.includes(hand.seat);
  return h("section", { class: `hand${acts ? " acts" : ""}${open ? "" : " closed"}`, "data-hand": hand.seat, "aria-label": t("play.hand", { seat: hand.name }) },
    h("header", {}, h("h2", isLong(hand.name) ? { class: "parted" } : {}, mark(view, hand.seat), " ", t("play.hand", { seat: hand.name })),
      h("span", { class: "own" }, h("span", { class: "muted" }, String(hand.cards.length)),
        computers ? h("span", { class: "muted" }, t("play.computer")) : h("button", {
          class: "quiet", type: "button", "data-keep": `hand/${hand.seat}`, "aria-expanded": String(open),
          onclick: () => show(hand, !open),
        }, open ? t("play.cover") : t("play.uncover")))),
    open ? h("div", { class: "fan" }, hand.cards.map((each) => card(each, act))) : computers ? h("div", { class: "fan backs" }, rears(hand)) : backs(hand),
    hintOf(view, hand, open));
}

function sides(view) {
  return view.secret_hands && !view.lesson && people(view) !== 1 && h("button", {
    class: "quiet wide", type: "button", "data-keep": "sides", "aria-pressed": String(everySide), onclick: () => {
      everySide = !everySide;
      shown.clear();
      drawHands.again();
    },
  }, t("play.every_side"));
}

// Chance decides the result of a throw; the button is there while a throw is awaited.
function drawDice(view, act) {
  const seat = view.now.throw;
  return seat && h("div", { class: "dice" },
    h("button", { class: "big", type: "button", "data-keep": `roll/${seat}`, onclick: () => act.send({ do: "throw" }) },
      t("play.roll", { seat: view.score.find((each) => each.seat === seat)?.name ?? seat })));
}

function drawBox(table, act) {
  const seats = new Map(table.hands.map((hand) => [hand.seat, hand.name]));
  return h("section", { class: "box", "data-box": "1" },
    h("button", {
      class: "quiet wide", type: "button", "data-keep": "box", "aria-expanded": String(boxOpen), onclick: () => {
        boxOpen = !boxOpen;
        drawHands.again();
        find("hands").querySelector(".box").scrollIntoView({ block: "start" });
      },
    }, t("play.box"), " ", String(table.box.length)),
    boxOpen && h("div", { class: "fan small" }, table.box.map((each) => card(each, act, seats.get(each.owner)))));
}

export function drawHands(table, view, act) {
  if (!view) return;
  drawHands.again = () => drawHands(table, view, act);
  const first = view.screen === "set_up"; // nothing has been dealt yet
  coverAfterTurn(view);
  const far = (hand) => (view.board.turns[hand.seat] ?? 0) !== 0;
  const hands = [...table.hands.filter(far).reverse(), ...table.hands.filter((hand) => !far(hand))];
  const order = view.lesson ? hands.reverse() : hands;
  const { scrollTop: scrolled } = find("hands");
  // After the match, hands and dice are inactive.
  if (view.screen === "ended") {
    put(find("hands"), view.again && h("div", { class: "lay" }, [nextMatch("big"), shareButton(view, "quiet wide")]));
    return;
  }
  // What is not needed now stands below the hands.
  const urgent = first || ["step", "refusal", "fault"].includes(view.screen);
  const lay = h("div", { class: "lay" }, h("button", { class: urgent ? "big" : "quiet wide", type: "button", "data-keep": "lay", onclick: act.reset },
    first ? t("play.set_up") : t("play.right")));
  put(find("hands"),
    urgent && lay,
    first && h("p", { class: "muted" }, t("play.first")),
    drawDice(view, act),
    !first && [order.map((hand) => drawHand(hand, view, act)), sides(view), !urgent && lay, drawBox(table, act), h("p", { class: "muted hint" }, t("play.hint"))]);
  find("hands").scrollTop = scrolled;
  showTurn(view);
}

function coverAfterTurn(view) {
  const turn = view.now.seats.join();
  if (!view.secret_hands || !turn || turn === acting) return;
  acting = turn;
  shown.clear();
}

// When a seat's turn begins, its hand is scrolled into view.
function showTurn(view) {
  const turn = view.now.seats.join();
  if (turn === seen) return;
  seen = turn;
  const [place, hand] = [find("hands"), find("hands").querySelector(".acts")];
  if (!hand) return;
  const [room, own] = [place, hand].map((each) => each.getBoundingClientRect());
  if (own.top < room.top || own.bottom > room.bottom) place.scrollTop += Math.min(own.top - room.top, own.bottom - room.bottom);
}
