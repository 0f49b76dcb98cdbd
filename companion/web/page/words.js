// The page's own labels in the viewer's language, which is kept on this device and never changes by
// itself.

export const LANGUAGES = ["en", "ja", "zh-Hant"];
export const NAMES = { en: "English", ja: "日本語", "zh-Hant": "中文" };

const KEPT = "companion.lang";
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
}

export const language = () => lang;

export function t(key, facts) {
  const text = words[key] ?? key;
  return facts ? text.replace(/\{(\w+)\}/g, (all, name) => String(facts[name] ?? all)) : text;
}
