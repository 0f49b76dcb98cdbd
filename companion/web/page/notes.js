// A player's notes stay on this device, apart for every match and seat: whoever takes the device
// next may be the other player.

const KEPT = "companion.notes";

export class Notes {
  constructor(field) {
    this.field = field;
    this.key = "";
    field.addEventListener("input", () => localStorage.setItem(this.key, field.value));
    localStorage.removeItem(KEPT); // once all seats had these together
  }

  // Whose they are is known with the first view.
  take(view) {
    const key = `${KEPT}.${view.private?.match}.${view.seat}`;
    if (key === this.key) return;
    this.key = key;
    this.field.value = localStorage.getItem(key) ?? "";
    this.field.disabled = false;
  }
}
