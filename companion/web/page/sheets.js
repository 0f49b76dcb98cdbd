// Look-up next to the match: rules, pairing, settings, keys, a moment of the log. A sheet covers only
// the rail; the light and the verdict stay visible, and nothing has to be dismissed.

import { find, h, put, stay } from "./dom.js";
import { light, sign } from "./glyphs.js";
import { post } from "./link.js";
import { languageButtons } from "./languages.js";
import { isDark } from "./theme.js";
import { language, speak, t } from "./words.js";

let opener = null;

// Return the focus to the control that opened the sheet, even if it was redrawn.
function back() {
  if (opener?.isConnected !== false) opener?.focus?.();
  else if (opener.dataset.keep) stay(document, opener.dataset.keep);
}

export function close() {
  const sheet = find("sheet");
  if (sheet.hidden) return false;
  sheet.hidden = true;
  put(sheet);
  back();
  return true;
}

function open(title, ...content) {
  const sheet = find("sheet");
  if (sheet.hidden) opener = document.activeElement;
  sheet.hidden = false;
  sheet.setAttribute("aria-label", title);
  put(sheet, h("header", {}, h("h2", {}, title),
    h("button", { class: "quiet", type: "button", onclick: close, "aria-label": t("label.close") }, sign("close"))),
  h("div", { class: "content" }, content));
  const at = document.activeElement;
  if (at?.dataset?.keep && sheet.contains(at)) return sheet; // the sheet was redrawn around the focus
  sheet.focus({ preventScroll: true }); // keyboard users continue here, and return to the control after closing
  return sheet;
}

// Rules.

const TYPING_MS = 150;
let asked = 0;

function drawing(example) {
  const picture = h("img", { alt: "", class: "example" });
  picture.src = URL.createObjectURL(new Blob([example.board], { type: "image/svg+xml" }));
  picture.onload = () => URL.revokeObjectURL(picture.src);
  return picture;
}

// "May I place y17 on c3?": such a question is also put to the running match.
async function whyNot(words) {
  if (words.trim().length < 4) return null;
  const answer = await fetch(`/why?lang=${language()}&q=${encodeURIComponent(words)}`);
  return answer.ok ? (await answer.json()).answer : null;
}

function answered(verdict, again) {
  return h("article", { class: "verdict" },
    h("h3", { class: "verdict-line" }, light(verdict.state), h("span", {}, verdict.said)),
    h("p", { class: "muted" }, verdict.asked),
    verdict.reasons.map((each) => h("p", { class: "also" }, h("button", { class: "stamp", type: "button", onclick: again(each.id) }, each.id), h("span", {}, h("b", {}, each.title), " ", each.text))),
    verdict.state === "illegal" && h("p", {}, h("b", {}, verdict.change)),
    verdict.state === "illegal" && h("ul", { class: "changes" }, verdict.changes.map((each) => h("li", {}, each))),
    verdict.board && drawing(verdict));
}

async function ask(words, answers, match) {
  const number = (asked += 1);
  await new Promise((done) => setTimeout(done, TYPING_MS));
  if (number !== asked) return;
  const [answer, verdict] = await Promise.all([fetch(`/rules?lang=${language()}&q=${encodeURIComponent(words)}`), match ? whyNot(words) : null]);
  if (!answer.ok || number !== asked) return;
  const { hits, clause, lacks } = await answer.json();
  const rows = hits.filter((hit) => hit.id !== clause?.id);
  const again = (id) => () => {
    find("search").value = id;
    ask(id, answers, match);
  };
  put(answers,
    verdict && answered(verdict, again),
    lacks && h("p", {}, lacks),
    words && !hits.length && !verdict && !lacks && h("p", { class: "muted" }, t("label.nothing_found")),
    clause && h("article", {},
      h("h3", {}, h("span", { class: "stamp" }, clause.id), " ", clause.title, clause.near && h("small", { class: "muted" }, ` (${clause.near})`)),
      h("p", {}, clause.text),
      clause.examples.length > 0 && h("div", { class: "examples" }, clause.examples.map((each) =>
        h("figure", { "data-state": each.state }, h("figcaption", {}, light(each.state), h("span", {}, h("b", {}, t(`light.${each.state}`)), " ", each.done)),
          each.given.map((given) => h("p", { class: "muted" }, given)), each.said && h("p", {}, each.said), each.board && drawing(each)))),
      clause.why && h("p", { class: "muted" }, h("b", {}, t("label.reason")), " ", clause.why),
      clause.related.length > 0 && h("p", { class: "related" }, h("span", { class: "muted" }, t("label.related")), " ",
        clause.related.map((each) => h("button", { class: "stamp", type: "button", title: each.title, onclick: again(each.id) }, each.id)))),
    rows.length > 0 && h("p", { class: "muted" }, t(clause ? "label.found_more" : "label.found", { count: rows.length })),
    h("ol", { class: "hits" }, rows.map((hit) =>
      h("li", {}, h("button", { type: "button", onclick: again(hit.kind === "clause" ? hit.id : hit.title) },
        hit.kind === "clause" && h("span", { class: "stamp" }, hit.id), " ", h("b", {}, hit.title, hit.near && ` (${hit.near})`), h("span", { class: "muted" }, hit.text))))));
}

// `match` is false on a scan's page, where there is no match to ask.
export function rules(words, match = true) {
  const answers = h("div", { class: "answers", "aria-live": "polite" });
  const field = h("input", {
    id: "search", type: "search", autocomplete: "off", placeholder: t("label.search"), "aria-label": t("label.search"),
    oninput: (event) => ask(event.target.value, answers, match),
  });
  field.value = words;
  open(t("label.rules"), h("div", { class: "search" }, sign("search"), field), h("p", { class: "muted" }, t(match ? "label.ask_hint" : "label.find_hint")), answers);
  if (words) ask(words, answers, match);
  else field.focus();
}

// Pairing.

// `use`: the code's purpose if there are two codes. It is shown above the code, so that nobody scans
// the wrong one.
function code(role, name, { link, qr }, use, about) {
  const picture = h("img", { alt: link, class: "qr" });
  picture.src = URL.createObjectURL(new Blob([qr], { type: "image/svg+xml" }));
  return h("figure", { class: "paired" }, h("h3", {}, use || name), picture,
    h("figcaption", {}, about && h("p", {}, about), role !== "spectator" && h("p", { class: "muted" }, t("label.pair_once")), h("p", { class: "link" }, link)));
}

// The codes for a role, or the reason why there are none.
export async function codesFor(role, name, data = {}) {
  const answer = await post(`/pair/${role}`, data);
  const { photos, ...first } = answer ? await answer.json() : { link: "", qr: "" };
  if (!first.link) return h("p", {}, t("label.pair_lan"));
  return [code(role, name, first, photos && t("label.pair_live"), photos && t("label.pair_live_hint")),
    photos && code(role, name, photos, t("label.pair_photos"), t("label.pair_photos_hint"))];
}

export function pairing(view) {
  const codes = h("div", { class: "codes", "aria-live": "polite" });
  const give = (role, seat, name) => async ({ currentTarget }) => {
    for (const each of currentTarget.parentElement.children) each.setAttribute("aria-pressed", String(each === currentTarget));
    put(codes, await codesFor(role, name, seat ? { seat } : {}));
    codes.scrollIntoView({ block: "nearest" });
  };
  const choices = [
    ["spectator", "", t("label.pair_spectator")],
    ...view.score.map((each) => ["seat", each.seat, t("label.pair_seat", { seat: each.name })]),
    ...(view.phone ? [["camera", "", t("label.pair_camera")]] : []),
  ];
  open(t("label.pair"), h("div", { class: "choices" }, choices.map(([role, seat, name]) =>
    h("button", { class: "quiet", type: "button", onclick: give(role, seat, name) }, name))), codes);
}

// Choosing the seat for a control card.

export function whose(word, seats, press, signOf) {
  open(t("label.whose", { control: word }), h("div", { class: "choices" }, seats.map((each) =>
    h("button", { class: "quiet", type: "button", onclick: () => { press(each.seat); close(); } }, signOf(each.seat), " ", each.name))))
    .querySelector(".choices button").focus();
}

// Settings and keys.

export function settings(act) {
  open(t("label.more"),
    h("div", { class: "choices" },
      h("button", { class: "quiet", type: "button", onclick: () => act.rule("") }, t("label.rules")),
      act.pairs() && h("button", { class: "quiet", type: "button", onclick: act.pair }, t("label.pair"))),
    h("h3", {}, t("label.language")),
    h("div", { class: "choices" }, languageButtons(act.speak)),
    h("div", { class: "choices" },
      h("button", { class: "quiet", type: "button", "data-keep": "theme", onclick: () => { act.theme(); settings(act); } }, t(isDark() ? "label.theme_dark" : "label.theme_light")),
      h("button", { class: "quiet", type: "button", "data-keep": "mute", onclick: () => { act.mute(); settings(act); }, "aria-pressed": String(act.sounds()) }, act.sounds() ? t("label.sound") : t("label.sound_off")),
      h("button", { class: "quiet", type: "button", "data-keep": "all", onclick: () => { act.all(); settings(act); } }, act.saysAll() ? t("label.voice_all") : t("label.voice_some"))),
    !act.hasVoice() && h("p", { class: "muted" }, t("label.no_voice")),
    h("h3", {}, t("label.keys")),
    h("div", { class: "choices" }, h("button", {
      class: "quiet", type: "button", "data-keep": "keys", "aria-pressed": String(act.keys()), onclick: () => { act.toggleKeys(); settings(act); },
    }, t(act.keys() ? "label.keys_on" : "label.keys_off"))),
    keyList());
}

const KEYS = [["W", "why"], ["U", "undo"], ["R", "repeat"], ["P", "pause"], ["Y", "yes"], ["N", "no"], ["/", "rules"], ["L", "log"],
  ["B", "board"], ["C", "camera"], ["M", "mute"], ["D", "theme"], ["1 2 3", "language"], ["?", "help"], ["Esc", "back"]];

function keyList() {
  return h("dl", { class: "keys" }, KEYS.map(([key, name]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`key.${name}`)))));
}

// A moment of the log, next to the current one.

export function moment(entry) {
  const then = h("img", { alt: entry.text, class: "then" });
  then.src = `/moment/${entry.n}`;
  then.onerror = () => then.remove();
  const now = h("canvas", { class: "present", "aria-hidden": "true" });
  const live = find("picture");
  now.width = live.width;
  now.height = live.height;
  if (live.width) now.getContext("2d").drawImage(live, 0, 0);
  open(t("label.moment"), h("p", { class: "verdict-line" }, light(entry.state), h("b", {}, entry.text)),
    then, h("p", { class: "muted" }, t("label.present")), now);
}

export { speak };
