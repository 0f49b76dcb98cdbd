// A player's notes stay on this device, separate for every match and seat, because the device's next
// user may be the other player.

const KEPT = "companion.notes";

export class Notes {
  constructor(field) {
    this.field = field;
    this.key = "";
    field.addEventListener("input", () => localStorage.setItem(this.key, field.value));
    localStorage.removeItem(KEPT); // in older versions, all seats shared their notes
  }

  // The first view contains the seat.
  take(view) {
    const key = `${KEPT}.${view.private?.match}.${view.seat}`;
    if (key === this.key) return;
    this.key = key;
    this.field.value = localStorage.getItem(key) ?? "";
    this.field.disabled = false;
  }
}
