// The page's own labels in the viewer's language, which is stored on this device and never changes
// automatically.

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
  // The server's refusals are in this language, too.
  document.cookie = `${COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=strict`;
}

// A headline and its continuation on one line, with one full stop between them.
export function sentences(first, then) {
  return `${first.replace(/[.。]$/, "")}${t("join.stop")}${then}`;
}

export const language = () => lang;

// The reason why an action was not performed, in the server's words.
export async function refused(answer, otherwise) {
  const body = await answer.json().catch(() => null);
  return body?.error?.message ?? otherwise;
}

// `{count:one|other}` agrees with a number, as in `rules/messages/languages.py`.
const plural = (forms, value) => forms.split("|")[String(value) === "1" ? 0 : 1].replaceAll("#", String(value));

export function t(key, facts) {
  const text = words[key] ?? key;
  return facts ? text.replace(/\{(\w+)(?::([^}]*\|[^}]*))?\}/g, (all, name, forms) =>
    (forms ? plural(forms, facts[name]) : String(facts[name] ?? all))) : text;
}

// Several facts in a list, joined as is usual in the language.
export const listed = (facts) => facts.filter(Boolean).join(t("join.comma"));

// A number stays on the same line as its word: "メインゾーン2"; after a particle, as in "に1枚", a line may
// end. A line may also end after a sentence; browsers that keep Japanese phrases together would treat the
// end of the sentence as part of the next phrase. A dot between two items may end a line, but not begin one.
// The Chinese for "place on", 放在, stays together.
export const bound = (text) => text
  .replace(/(?<=[\p{sc=Han}\p{sc=Kana}ー])(?=\d)/gu, "\u2060")
  .replace(/放(?=在)/g, "放\u2060")
  .replace(/(?<=。)(?=[^」』）\s])/gu, "\u200b")
  .replace(/ · /g, "\u00a0· ");

// True if a name would fill a line: a CJK character is as wide as two Latin letters.
const MOST_WHOLE = 18; // half widths
const widthOf = (name) => [...name].reduce((sum, sign) => sum + (/[\u1100-\uffdc]/u.test(sign) ? 2 : 1), 0);
export const isLong = (name) => widthOf(name) > MOST_WHOLE;

// A short headline is on one line; in a longer one, no character is alone on the last line: "…の/番".
const MOST_HEADLINE = 16; // half widths
export const isBrief = (head) => widthOf(head) <= MOST_HEADLINE;
export const paired = (end) => end.replace(/(?<=[\u1100-\uffdc])(?=[\u1100-\uffdc]$)/u, "\u2060");
