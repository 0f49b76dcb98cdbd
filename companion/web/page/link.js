// The connection to the match: a socket or, in a browser that refuses sockets, polling once a second.

import { language } from "./words.js";

const FIRST_MS = 400;
const MOST_MS = 8000;
const ASK_MS = 900;
const SECOND_MS = 1000;

export class Link {
  constructor({ onview, oneyes, onplay, onpicture, onstate }) {
    Object.assign(this, { onview, oneyes, onplay, onpicture, onstate });
    this.failures = 0;
    this.drawn = 0;
    this.opened = false;
    this.drawing = Promise.resolve();
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/live?lang=${language()}`);
    this.socket.binaryType = "blob";
    this.socket.onopen = () => {
      this.opened = true;
      this.failures = 0;
      if (this.run === undefined) this.onstate({ up: true }); // otherwise the first view reports it, because the match on the page may be over
    };
    this.socket.onmessage = (event) => this.take(event.data);
    this.socket.onclose = () => this.again();
  }

  async take(data) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      if (message.view) this.receive(message);
      else if (message.coming) this.rest();
      else if (message.eyes) this.oneyes(message);
      else if (message.play) this.onplay(message);
      return;
    }
    // At most one picture is sent while the previous one is being drawn.
    const before = this.drawing;
    this.drawing = this.onpicture(data);
    await before;
    this.say({ drawn: (this.drawn += 1) });
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  async again() {
    this.failures += 1;
    if (!this.opened && this.failures > 1) {
      this.ask();
      return;
    }
    if (await this.stranger()) return;
    this.wait(Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(this.failures - 1, 6)));
  }

  // The program was restarted, so earlier numbers have no relation to the new ones.
  receive(view) {
    if (this.run !== undefined && this.run !== view.run) {
      location.reload();
      return;
    }
    this.run = view.run;
    this.onview(view);
    this.onstate({ up: true });
  }

  // The program is available again, but the match is not; the page still shows the old state.
  rest() {
    if (this.run !== undefined) this.onstate({ up: false, coming: true });
  }

  // Keys are valid for one match; reload the page, which shows an unknown visitor the next step.
  async stranger() {
    const answer = await fetch(`/view?lang=${language()}`).catch(() => null);
    if (answer?.status !== 403) return false;
    location.reload();
    return true;
  }

  // Sent every second, so that a waiting page is not considered dead.
  wait(ms) {
    this.onstate({ up: false, wait: ms });
    if (ms > SECOND_MS) setTimeout(() => this.wait(ms - SECOND_MS), SECOND_MS);
    else setTimeout(() => this.connect(), ms);
  }

  async ask() {
    try {
      const answer = await fetch(`/view?lang=${language()}`);
      if (answer.status === 403) {
        location.reload();
        return;
      }
      if (answer.ok) {
        this.receive(await answer.json());
        const picture = await fetch("/picture");
        if (picture.ok) await this.onpicture(await picture.blob());
      } else if ((await answer.json()).error.kind === "not_begun") {
        this.rest();
      }
    } catch {
      this.onstate({ up: false, wait: ASK_MS });
    }
    setTimeout(() => this.ask(), ASK_MS);
  }

  speak() {
    this.say({ lang: language() });
  }
}

export const send = (path, data) => fetch(path, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(data),
});

export async function post(path, data) {
  const answer = await send(path, data);
  return answer.ok ? answer : null;
}
