// Actions on the pieces (cards and tokens) of a drawn table, by pointer, keys or buttons. `now` is the
// latest table, and the state of the current selection.

import { find } from "./dom.js";
import { inverse, middle, project } from "./plane.js";
import { language, t } from "./words.js";

export const now = {
  table: null, // pieces, hands, box, dice
  received: 0, // the number of tables received; the same table may be sent again in another language
  cells: {}, // names of the places
  secret: [], // places for face-down cards from a hand
  fans: [], // the secret places where face-down cards overlap
  stocks: [], // places where cards are drawn from face-down piles
  worded: false, // in this game, cards are drawn with a declaration
  eyes: null,
  view: null,
  chosen: 0, // number of the piece chosen without dragging
  target: "", // place chosen with arrow keys
  note: "", // reason why an action was not performed
  changed: () => {}, // redraws
  redraw: () => {}, // redraws the whole page
  picked: () => {}, // a piece was chosen
};

const sides = new Map(); // cards flipped before they were placed: true if face up

export const thing = (n) => now.table?.lying.find((each) => each.n === n)
  ?? now.table?.hands.flatMap((hand) => hand.cards).find((each) => each.n === n)
  ?? now.table?.box.find((each) => each.n === n);

export const holder = (n) => now.table.hands.find((hand) => hand.cards.some((each) => each.n === n))?.seat;

export const announce = (text) => { find("said").textContent = text; };

// The reason why an action was not performed is announced, and shown long enough to be read.
const NOTE_MS = 8000;
let noted = 0;
export function note(text) {
  clearTimeout(noted);
  now.note = text;
  if (text) {
    announce(text);
    noted = setTimeout(() => note(""), NOTE_MS);
  }
  now.changed();
}

export function takeTable(data) {
  now.table = data;
  now.received += 1;
  if (data.cells) ({ cells: now.cells, secret: now.secret, fans: now.fans, stocks: now.stocks } = data);
  // A card that was turned over on the table loses its chosen side when it returns to a hand.
  for (const each of data.lying) sides.delete(each.n);
  if (now.chosen && !thing(now.chosen)) now.chosen = 0;
  now.changed();
}

export async function send(data) {
  const answer = await fetch(`/table?lang=${language()}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  });
  if (answer.status === 200) takeTable(await answer.json());
  return answer.ok;
}

export async function settle(data) {
  choose(0);
  const done = await send(data);
  note(done ? "" : t("play.no"));
}

// Choosing a piece, and its destination, without dragging.
export function choose(n) {
  now.chosen = n;
  now.target = "";
  const each = thing(n);
  if (each) {
    announce(t("play.chosen", { card: each.name }));
    now.picked(each, holder(n));
  }
  now.changed();
  // On a phone the playfield may have been scrolled away.
  if (each && holder(n) && innerWidth <= 700) find("playfield").scrollIntoView({ block: "center" });
}

export function place(cell) {
  const outline = now.eyes?.cells[cell];
  if (!now.chosen || !outline) return;
  drop(now.chosen, project(inverse(now.eyes.mat), ...middle(outline)), cell);
}

// Cells where a seat may place a card, followed by the cells of its other actions.
export function openTo(may, seat) {
  const own = may.filter((each) => !seat || each.seat === seat);
  return [...own.filter((each) => each.verb === "place"), ...own].flatMap((each) => each.cells);
}

const onBacks = (cell) => now.stocks?.includes(cell) && now.table.lying.find((each) => each.cell === cell)?.up === false;

// A card from a hand is placed face down where that is legal, unless this card may be placed face up
// there. In a game with secret places, this also applies if no card may be placed now, and outside all
// places, so that a slip of the hand reveals nothing. Players can choose the side by flipping the card
// first.
function goesFaceDown(n, up, seat, cell, each) {
  if (sides.has(n)) return !up;
  // No card is placed face up on a face-down pile, or where the referee waits for a face-down card.
  if (seat && (onBacks(cell) || now.view.steps?.some((step) => step.down?.includes(cell)))) return true;
  const fits = (may) => may.down || !may.card || may.card === each?.card;
  const placements = now.view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell) && fits(may));
  if (!up || placements.some((may) => !may.down && may.card)) return !up;
  const hidden = now.secret.length > 0 && (!cell || now.secret.includes(cell));
  return placements.length > 0 ? placements.some((may) => may.down) : hidden && Boolean(seat);
}

// True if a card of a shared deck must not be placed from this hand, because the referee could not tell
// whose card it is: face up on the field, or when another seat was asked for a card.
function forAnother(seat, each, cell) {
  if (!seat || each?.owner || now.view.screen !== "referee") return false;
  const { seats } = now.view.now;
  if (now.fans.includes(cell)) return seats.length > 0 && !seats.includes(seat);
  const placements = now.view.may.filter((one) => one.verb === "place" && one.cells.includes(cell));
  return placements.length > 0 && placements.every((one) => one.seat !== seat);
}

// True if a card from this hand may only be placed face up: outside the secret places the referee would
// not notice a face-down card.
function shut(seat, cell) {
  const placements = now.view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell));
  return placements.length > 0 && placements.every((may) => !may.down) && !now.secret.includes(cell) && !onBacks(cell);
}

// True if no card from any hand may be placed on this pile off the field, where the referee would not
// notice it.
function thrown(seat, cell) {
  if (!seat || !now.fans.length || !now.stocks.includes(cell) || now.view.screen !== "referee") return false;
  return !now.view.may.some((may) => may.verb === "place" && may.cells.includes(cell));
}

// A camera cannot see a face-down card being placed on another one, so the token that declares it is
// placed, too, even if the action is illegal. While the referee waits for something else, the card
// returns, because it would go unnoticed. A face-up card on a face-down one also returns, because it
// would look as if the latter had been turned up; the fault is announced.
const WAITS = ["refusal", "step", "fault", "question", "paused", "trouble"];
const PLACING = ["place", "replace"];
export async function drop(n, at, cell, seat = holder(n), each = thing(n)) {
  const { view } = now;
  const fan = Boolean(seat) && now.fans.includes(cell);
  const top = fan && now.table.lying.find((other) => other.cell === cell);
  const waits = WAITS.includes(view.screen);
  const wanted = top && waits && view.steps.some((step) => PLACING.includes(step.do) && step.cells[0] === cell);
  const up = sides.get(n) ?? each?.up ?? true;
  const down = wanted && !sides.has(n) ? !up : goesFaceDown(n, up, seat, cell, each);
  const opens = waits || view.may.some((may) => may.verb === "place" && may.seat === seat && !may.down && may.cells.includes(cell));
  sides.delete(n);
  if (down && !waits && (shut(seat, cell) || thrown(seat, cell))) {
    choose(0);
    await send({ do: "back" });
    await send({ do: "say", action: `${seat} place ? ${cell} facing=down` });
    return;
  }
  if ((top && (down ? waits : !top.up && !opens)) || (!down && (forAnother(seat, each, cell) || thrown(seat, cell)))) {
    choose(0);
    await send({ do: "back" });
    if (waits) note(t("play.first_right"));
    else await send({ do: "say", action: `${seat} place ? ${cell}` });
    return;
  }
  if (down && up) await send({ do: "flip", n });
  await settle({ do: "drop", n, at });
  if (fan && down && view.screen === "referee") send({ do: "say", action: `${seat} place ? ${cell} facing=down` });
}

export const turn = (n) => send({ do: "turn", n });

// A card in a hand stays chosen, to be placed with this side up. A card on the table does not, so that
// the next click is not interpreted as its destination.
export function flip(n) {
  sides.set(n, !(sides.get(n) ?? thing(n)?.up ?? true));
  if (now.chosen === n && !holder(n)) choose(0);
  return send({ do: "flip", n });
}

// A card returns to the hand from which it was placed; the seat to move draws a card from a stock.
// Cards on a numbered place, such as a rail's slot, were placed there and are not drawn.
export const drawn = (each) => !each.up && now.stocks.includes(each.cell) && !/\.\d+$/.test(each.cell);

// If cards are drawn with a declaration, this declaration is sent: the card then comes automatically,
// and the referee is informed. A seat that may not draw now (a full hand, an attack) is shown the
// reason.
export async function toHand(each, seat) {
  const word = now.view?.sayings.some(({ action }) => action === `${seat} draw`);
  const declared = drawn(each) && (word || (now.worded && now.view?.screen === "referee"));
  if (drawn(each) && now.worded && !declared) {
    choose(0);
    await send({ do: "back" });
    note(t("play.no"));
    return;
  }
  if (!declared) {
    await settle({ do: "hand", n: each.n, place: seat });
    return;
  }
  choose(0);
  await send({ do: "back" });
  await send({ do: "say", action: `${seat} draw` });
}

export async function takeUp(n) {
  if (holder(n)) { // the card is in a hand already and stays there
    choose(0);
    return;
  }
  const each = thing(n);
  const origin = drawn(each) ? "" : each.held;
  // The card's original hand is unknown: use the owner of its place, or else the seat to move.
  const place = now.table.hands.find(({ seat }) => (each.cell ?? "").startsWith(`${seat}.`))?.seat;
  await toHand(each, each.owner || origin || place || now.view?.now.seats[0] || now.table.hands[0].seat);
}

// The printed picture of a piece's visible side.
export const picture = (each) => `/paper/${each.n}/${each.up ? "up" : "down"}`;
