// What is done to the papers of a table that is played at on the page, whichever way it is asked
// for: by pointer, by keys or by buttons. `now` is the table as it was told last, and what of it is
// in somebody's fingers.

import { find } from "./dom.js";
import { inverse, middle, project } from "./plane.js";
import { language, t } from "./words.js";

export const now = {
  table: null, // papers, hands, box, dice
  told: 0, // how often it was told: the same table comes again in another language
  cells: {}, // the places' names
  secret: [], // where a card out of a hand lies face down
  fans: [], // of these, where backs lie on each other
  stocks: [], // where cards are drawn from backs
  worded: false, // whether a word draws them in this game
  eyes: null,
  view: null,
  chosen: 0, // the paper that was chosen without dragging, by its number
  target: "", // the place that arrows have come to
  note: "", // why something was not done
  changed: () => {}, // draws anew
};

const sides = new Map(); // of a card that was flipped before it was laid: whether its face is up

export const thing = (n) => now.table?.lying.find((each) => each.n === n)
  ?? now.table?.hands.flatMap((hand) => hand.cards).find((each) => each.n === n)
  ?? now.table?.box.find((each) => each.n === n);

export const holder = (n) => now.table.hands.find((hand) => hand.cards.some((each) => each.n === n))?.seat;

export const say = (text) => { find("said").textContent = text; };

// Why something is not done is seen and heard, for as long as it takes to read.
const NOTE_MS = 8000;
let noted = 0;
export function note(text) {
  clearTimeout(noted);
  now.note = text;
  if (text) {
    say(text);
    noted = setTimeout(() => note(""), NOTE_MS);
  }
  now.changed();
}

export function takeTable(data) {
  now.table = data;
  now.told += 1;
  if (data.cells) ({ cells: now.cells, secret: now.secret, fans: now.fans, stocks: now.stocks } = data);
  // Turned over where it lies, a card comes to the hand, and out of it, like any other.
  for (const each of data.lying) sides.delete(each.n);
  if (now.chosen && !thing(now.chosen)) now.chosen = 0;
  now.changed();
}

export async function tell(data) {
  const answer = await fetch(`/table?lang=${language()}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data),
  });
  if (answer.status === 200) takeTable(await answer.json());
  return answer.ok;
}

export async function settle(data) {
  choose(0);
  const done = await tell(data);
  note(done ? "" : t("play.no"));
}

// Choosing a paper, and where it goes, without dragging.
export function choose(n) {
  now.chosen = n;
  now.target = "";
  const each = thing(n);
  if (each) say(t("play.chosen", { card: each.name }));
  now.changed();
  // On a phone the playfield may have been scrolled away.
  if (each && holder(n) && innerWidth <= 700) find("playfield").scrollIntoView({ block: "center" });
}

export function place(cell) {
  const outline = now.eyes?.cells[cell];
  if (!now.chosen || !outline) return;
  drop(now.chosen, project(inverse(now.eyes.mat), ...middle(outline)), cell);
}

// Where a seat may lay something, and after that where it may do anything else.
export function openTo(may, seat) {
  const own = may.filter((each) => !seat || each.seat === seat);
  return [...own.filter((each) => each.verb === "place"), ...own].flatMap((each) => each.cells);
}

const onBacks = (cell) => now.stocks?.includes(cell) && now.table.lying.find((each) => each.cell === cell)?.up === false;

// A card out of a hand is laid face down where it may lie so, but for the very one that may lie open
// there; and in a game that lays so, where none may be laid now or beside every place: nobody is to see
// it because a hand slipped. Whoever flips it first has it as it was flipped.
function liesDown(n, up, seat, cell, each) {
  if (sides.has(n)) return !up;
  // On a pile of backs nobody lays a card open, nor where the referee waits for a back.
  if (seat && (onBacks(cell) || now.view.steps?.some((step) => step.down?.includes(cell)))) return true;
  const fits = (may) => may.down || !may.card || may.card === each?.card;
  const lays = now.view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell) && fits(may));
  if (!up || lays.some((may) => !may.down && may.card)) return !up;
  const hidden = now.secret.length > 0 && (!cell || now.secret.includes(cell));
  return lays.length > 0 ? lays.some((may) => may.down) : hidden && Boolean(seat);
}

// Whose hand a card of a common pack came from nobody sees once it lies open on the field, or where
// another seat is asked for one.
function forAnother(seat, each, cell) {
  if (!seat || each?.owner || now.view.screen !== "referee") return false;
  const { seats } = now.view.now;
  if (now.fans.includes(cell)) return seats.length > 0 && !seats.includes(seat);
  const lays = now.view.may.filter((one) => one.verb === "place" && one.cells.includes(cell));
  return lays.length > 0 && lays.every((one) => one.seat !== seat);
}

// Where a card of this hand may only lie open: beside the nodes nobody hears of a back.
function shut(seat, cell) {
  const lays = now.view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell));
  return lays.length > 0 && lays.every((may) => !may.down) && !now.secret.includes(cell) && !onBacks(cell);
}

// Where no card of any hand may be laid: beside the nodes none is thrown off, and nobody would hear of it.
function thrown(seat, cell) {
  if (!seat || !now.fans.length || !now.stocks.includes(cell) || now.view.screen !== "referee") return false;
  return !now.view.may.some((may) => may.verb === "place" && may.cells.includes(cell));
}

// A back laid on a back is seen by no camera: the piece that says it is laid, too, even where it is illegal.
// While the referee waits for something else nobody would hear of it: such a card goes back. So does one
// that would lie open on a back, which would look as if that had been turned up; what is wrong is said.
const WAITS = ["refusal", "step", "fault", "question", "paused", "trouble"];
const LAID = ["place", "replace"];
export async function drop(n, at, cell, seat = holder(n), each = thing(n)) {
  const { view } = now;
  const fan = Boolean(seat) && now.fans.includes(cell);
  const top = fan && now.table.lying.find((other) => other.cell === cell);
  const waits = WAITS.includes(view.screen);
  const wanted = top && waits && view.steps.some((step) => LAID.includes(step.do) && step.cells[0] === cell);
  const up = sides.get(n) ?? each?.up ?? true;
  const down = wanted && !sides.has(n) ? !up : liesDown(n, up, seat, cell, each);
  const opens = waits || view.may.some((may) => may.verb === "place" && may.seat === seat && !may.down && may.cells.includes(cell));
  sides.delete(n);
  if (down && !waits && (shut(seat, cell) || thrown(seat, cell))) {
    choose(0);
    await tell({ do: "back" });
    await tell({ do: "say", action: `${seat} place ? ${cell} facing=down` });
    return;
  }
  if ((top && (down ? waits : !top.up && !opens)) || (!down && (forAnother(seat, each, cell) || thrown(seat, cell)))) {
    choose(0);
    await tell({ do: "back" });
    if (waits) note(t("play.first_right"));
    else await tell({ do: "say", action: `${seat} place ? ${cell}` });
    return;
  }
  if (down && up) await tell({ do: "flip", n });
  await settle({ do: "drop", n, at });
  if (fan && down && view.screen === "referee") tell({ do: "say", action: `${seat} place ? ${cell} facing=down` });
}

export const turn = (n) => tell({ do: "turn", n });

// A card of a hand stays chosen, to be laid so; one that lies there is done with: the next one that
// is clicked is not where it goes.
export function flip(n) {
  sides.set(n, !(sides.get(n) ?? thing(n)?.up ?? true));
  if (now.chosen === n && !holder(n)) choose(0);
  return tell({ do: "flip", n });
}

// A card goes back to whoever laid it; one off a stock is drawn by whoever is to move.
// What lies on a numbered place was laid there, a slot of a rail say: nobody draws it.
export const drawn = (each) => !each.up && now.stocks.includes(each.cell) && !/\.\d+$/.test(each.cell);

// Where a word draws a card it is said: the card then comes by itself, and the referee knows of it. Who
// may draw none just now (a full hand, an attack) is told why.
export async function toHand(each, seat) {
  const word = now.view?.sayings.some(({ action }) => action === `${seat} draw`);
  const said = drawn(each) && (word || (now.worded && now.view?.screen === "referee"));
  if (drawn(each) && now.worded && !said) {
    choose(0);
    await tell({ do: "back" });
    note(t("play.no"));
    return;
  }
  if (!said) {
    await settle({ do: "hand", n: each.n, place: seat });
    return;
  }
  choose(0);
  await tell({ do: "back" });
  await tell({ do: "say", action: `${seat} draw` });
}

export async function takeUp(n) {
  if (holder(n)) { // it is in a hand already, and stays in that one
    choose(0);
    return;
  }
  const each = thing(n);
  const laid = drawn(each) ? "" : each.held;
  // Nobody knows whose hand it came out of: whose place it lies on, before whoever is to move.
  const place = now.table.hands.find(({ seat }) => (each.cell ?? "").startsWith(`${seat}.`))?.seat;
  await toHand(each, each.owner || laid || place || now.view?.now.seats[0] || now.table.hands[0].seat);
}

// A paper as it is printed: the side that is to be seen.
export const picture = (each) => `/paper/${each.n}/${each.up ? "up" : "down"}`;
