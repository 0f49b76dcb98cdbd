// What is done to the papers of a table that is played at on the page, whichever way it is asked
// for: by pointer, by keys or by buttons. `now` is the table as it was told last, and what of it is
// in somebody's fingers.

import { find } from "./dom.js";
import { inverse, middle, project } from "./plane.js";
import { language, t } from "./words.js";

export const now = {
  table: null, // papers, hands, box, dice
  cells: {}, // the places' names
  secret: [], // where a card out of a hand lies face down
  fans: [], // of these, where backs lie on each other
  stocks: [], // where cards are drawn from backs
  eyes: null,
  view: null,
  chosen: 0, // the paper that was chosen without dragging, by its number
  target: "", // the place that arrows have come to
  changed: () => {}, // draws anew
};

const flipped = new Set(); // cards of a hand that are laid as they were turned, by their numbers

export const thing = (n) => now.table?.lying.find((each) => each.n === n)
  ?? now.table?.hands.flatMap((hand) => hand.cards).find((each) => each.n === n)
  ?? now.table?.box.find((each) => each.n === n);

export const holder = (n) => now.table.hands.find((hand) => hand.cards.some((each) => each.n === n))?.seat;

export const say = (text) => { find("said").textContent = text; };

export function takeTable(data) {
  now.table = data;
  if (data.cells) ({ cells: now.cells, secret: now.secret, fans: now.fans, stocks: now.stocks } = data);
  // Turned over where it lies, a card comes to the hand, and out of it, like any other.
  for (const each of data.lying) flipped.delete(each.n);
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
  if (!(await tell(data))) say(t("play.no"));
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

// A card out of a hand is laid face down where the rules only know it so; and in a game that lays so,
// where none may be laid now or beside every place: nobody is to see it because a hand slipped. A back
// laid on a back is seen by no camera: the piece that says it is laid, too, even where it is illegal.
export async function drop(n, at, cell, seat = holder(n)) {
  const lays = now.view.may.filter((may) => may.verb === "place" && may.seat === seat && may.cells.includes(cell));
  const hidden = now.secret.length > 0 && (!cell || now.secret.includes(cell));
  const down = lays.length > 0 ? lays.every((may) => may.down) : hidden && Boolean(seat);
  const unseen = now.view.screen === "referee" && Boolean(seat) && now.fans.includes(cell);
  if (down && !flipped.has(n)) await tell({ do: "flip", n });
  flipped.delete(n);
  await settle({ do: "drop", n, at });
  if (unseen && down) tell({ do: "say", action: `${seat} place ? ${cell} facing=down` });
}

export const turn = (n) => tell({ do: "turn", n });

// A card of a hand stays chosen, to be laid so; one that lies there is done with: the next one that
// is clicked is not where it goes.
export function flip(n) {
  flipped.add(n);
  if (now.chosen === n && !holder(n)) choose(0);
  return tell({ do: "flip", n });
}

// A card goes back to whoever laid it; one off a stock is drawn by whoever is to move.
export const drawn = (each) => !each.up && now.stocks.includes(each.cell);

export function takeUp(n) {
  const each = thing(n);
  const laid = drawn(each) ? "" : each.held;
  return settle({ do: "hand", n, place: each.owner || laid || now.view?.now.seats[0] || now.table.hands[0].seat });
}

// A paper as it is printed: the side that is to be seen.
export const picture = (each) => `/paper/${each.n}/${each.up ? "up" : "down"}`;
