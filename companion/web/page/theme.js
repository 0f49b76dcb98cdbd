// Light or dark: the system's setting, unless a user chose another setting on this device.

const KEPT = "companion.theme";

const kept = localStorage.getItem(KEPT);
if (kept) document.documentElement.dataset.theme = kept;

export const isDark = () => getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";

export function switchTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem(KEPT, next);
}
