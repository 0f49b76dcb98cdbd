// The page's own labels in the viewer's language, which is kept on this device and never changes by
// itself.

export const LANGUAGES = ["en", "ja", "zh-Hant"];
export const NAMES = { en: "English", ja: "日本語", "zh-Hant": "中文" };

const KEPT = "companion.lang";
const COOKIE = "companion-lang";
const YEAR_S = 365 * 24 * 3600;
let words = {};
let lang = "en";

function first() {
  const kept = localStorage.getItem(KEPT);
  if (LANGUAGES.includes(kept)) return kept;
  for (const asked of navigator.languages ?? []) {
    if (asked.startsWith("ja")) return "ja";
    if (asked.startsWith("zh")) return "zh-Hant";
    if (asked.startsWith("en")) return "en";
  }
  return "en";
}

export async function speak(wanted) {
  const chosen = wanted ?? first();
  const answer = await fetch(`/words/${chosen}`);
  words = await answer.json();
  lang = chosen;
  if (wanted) localStorage.setItem(KEPT, chosen);
  document.documentElement.lang = chosen;
  // What the computer refuses it says in this language, too.
  document.cookie = `${COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=strict`;
}

// A headline and what follows it, in a line: one full stop between them, whether the first has its own.
export function sentences(first, then) {
  return `${first.replace(/[.。]$/, "")}${t("join.stop")}${then}`;
}

export const language = () => lang;

// Why something was not done, in the words of the computer that did not do it.
export async function refused(answer, otherwise) {
  const told = await answer.json().catch(() => null);
  return told?.error?.message ?? otherwise;
}

export function t(key, facts) {
  const text = words[key] ?? key;
  return facts ? text.replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all)) : text;
}

// Several facts in a row, as the language lists them.
export const listed = (facts) => facts.filter(Boolean).join(t("join.comma"));

// A number stays on the line of the word before it, which it belongs to: "メインゾーン2". After a
// sentence a line may end; browsers that keep Japanese phrases whole take its end for a part of one.
// A dot between two things ends a line and begins none.
export const bound = (text) => text
  .replace(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])(?=\d)/gu, "\u2060")
  .replace(/(?<=。)(?=[^」』）\s])/gu, "\u200b")
  .replace(/ · /g, "\u00a0· ");

// Whether a name would fill a line: a sign of our eastern languages is as wide as two.
const MOST_WHOLE = 18; // half widths
const widthOf = (name) => [...name].reduce((sum, sign) => sum + (/[\u1100-\uffdc]/u.test(sign) ? 2 : 1), 0);
export const isLong = (name) => widthOf(name) > MOST_WHOLE;

// A short headline stands in one line; of a longer one no sign stands alone in the last: "…の/番".
const MOST_HEADLINE = 16; // half widths
export const isBrief = (head) => widthOf(head) <= MOST_HEADLINE;
export const paired = (end) => end.replace(/(?<=[\u1100-\uffdc])(?=[\u1100-\uffdc]$)/u, "\u2060");
