// Speech: the browser's own voice if there is one for the language, else a chime; the caption is shown
// in any case. A browser is silent until the page has been touched once.

const CHIMES = {
  // frequency (Hz), start and length (s); they differ by rhythm, not only by pitch
  legal: [[660, 0, 0.09], [880, 0.1, 0.14]],
  illegal: [[150, 0, 0.1], [150, 0.14, 0.1]],
  unsure: [[520, 0, 0.1], [655, 0.11, 0.14]],
  step: [[440, 0, 0.08], [620, 0.09, 0.08], [440, 0.18, 0.07]],
  trouble: [[300, 0, 0.22]],
  tick: [[1200, 0, 0.03]],
  complete: [[523, 0, 0.1], [659, 0.11, 0.1], [784, 0.22, 0.1], [1047, 0.33, 0.24]],
};
const ALWAYS = new Set(["illegal", "unsure", "step", "trouble"]);
const PATTERNS = { en: /^en/i, ja: /^ja/i, "zh-Hant": /^(zh[-_](TW|HK|MO|Hant)|cmn[-_]Hant)/i };

export class Voice {
  constructor() {
    this.on = localStorage.getItem("companion.sound") !== "off";
    this.all = localStorage.getItem("companion.voice") === "all";
    this.context = null;
    this.last = 0;
    this.voices = new Map(); // by language, because a system may have thousands of voices
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => this.voices.clear());
    window.speechSynthesis?.getVoices(); // the list arrives some time after this request
    for (const kind of ["pointerdown", "keydown"]) {
      window.addEventListener(kind, () => this.wake(), { passive: true });
    }
  }

  wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    this.warm();
  }

  // A system's first words may take seconds, and some browsers speak only after speech that a touch has
  // started. The first utterance is therefore a blank. (An empty text instead would silence Linux
  // voices permanently.)
  warm() {
    if (this.warmed || !window.speechSynthesis) return;
    this.warmed = true;
    const silent = new SpeechSynthesisUtterance(" ");
    silent.volume = 0;
    window.speechSynthesis.speak(silent);
  }

  get awake() {
    return this.context?.state === "running";
  }

  // The system's default voice, or else one that needs no network.
  voice(lang) {
    if (!this.voices.has(lang)) {
      const voices = (window.speechSynthesis?.getVoices() ?? []).filter((each) => PATTERNS[lang].test(each.lang));
      if (!voices.length) return undefined;
      this.voices.set(lang, voices.find((each) => each.default) ?? voices.find((each) => each.localService) ?? voices[0]);
    }
    return this.voices.get(lang);
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem("companion.sound", this.on ? "on" : "off");
    if (!this.on) window.speechSynthesis?.cancel();
  }

  toggleAll() {
    this.all = !this.all;
    localStorage.setItem("companion.voice", this.all ? "all" : "some");
  }

  // Speaks the news in a view: always refusals, questions and turns, the rest if enabled.
  report(view) {
    const { n, speech, turn, kind, state } = view.caption;
    if (!n || n <= this.last) return;
    const first = this.last === 0;
    this.last = n;
    if (!this.on || first || !view.caption.spoken) return;
    const grave = ALWAYS.has(state) || ["repeated", "explained", "game_ended", "hands", "reminder", "recovered"].includes(kind);
    const text = this.all || grave ? speech : turn;
    const voice = text && this.voice(view.lang);
    if (!voice || state === "illegal") this.chime(state);
    if (voice) this.say(text, voice, view.lang, state !== "unsure");
  }

  say(text, voice, lang, cuts) {
    if (cuts) window.speechSynthesis.cancel();
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.voice = voice;
    spoken.lang = lang === "zh-Hant" ? "zh-TW" : lang;
    window.speechSynthesis.speak(spoken);
  }

  chime(name) {
    if (!this.awake) return;
    const begin = this.context.currentTime + 0.01;
    for (const [frequency, start, length] of CHIMES[name] ?? CHIMES.legal) {
      const tone = this.context.createOscillator();
      const loud = this.context.createGain();
      tone.frequency.value = frequency;
      tone.type = name === "illegal" ? "triangle" : "sine";
      loud.gain.setValueAtTime(0, begin + start);
      loud.gain.linearRampToValueAtTime(0.22, begin + start + 0.012);
      loud.gain.exponentialRampToValueAtTime(0.001, begin + start + length);
      tone.connect(loud).connect(this.context.destination);
      tone.start(begin + start);
      tone.stop(begin + start + length + 0.02);
    }
  }
}
