/** What this browser remembers: how the page looks, and what was played last. */

/** @typedef {{ theme: string, deck: string, index: string, pace: string }} Look */

/** @type {Look} */
const LOOK = { theme: "system", deck: "four", index: "large", pace: "normal" };

/** The choices of each, first the one that applies where nothing was chosen. */
export const LOOKS = /** @type {const} */ ({
  theme: ["system", "light", "dark", "contrast"],
  deck: ["four", "two"],
  index: ["large", "normal"],
  pace: ["normal", "calm", "brisk", "none"],
});

/** By pace: what every time is multiplied with. */
const PACES = /** @type {Record<string, number>} */ ({ calm: 1.4, normal: 1, brisk: 0.6, none: 0 });

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
function stored(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    const value = text === null ? fallback : JSON.parse(text);
    return value instanceof Object ? { ...fallback, ...value } : fallback;
  } catch {
    return fallback; // Storage is switched off, or holds something else.
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

/** @returns {Look} */
export function look() {
  const found = stored("look", LOOK);
  const asked = new URLSearchParams(location.search).get("pace");
  return asked && asked in PACES ? { ...found, pace: asked } : found;
}

/** @param {Partial<Look>} change */
export function setLook(change) {
  const next = { ...look(), ...change };
  store("look", next);
  apply(next);
}

/** @param {Look} [chosen] */
export function apply(chosen = look()) {
  const root = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "deck", "index"])) {
    if (chosen[name] === "system") delete root.dataset[name];
    else root.dataset[name] = chosen[name];
  }
  root.style.setProperty("--pace-chosen", String(PACES[chosen.pace] ?? 1));
}

/** What every time is multiplied with now; 0: nothing moves. */
export const pace = () => PACES[look().pace] ?? 1;

/** @typedef {Omit<import("./protocol.js").NewTable, "options"> & { options: Record<string, string> }} Wanted */

/** @type {Wanted} */
const WANTED = { preset: "ten-points", options: {}, name: "", bots: ["corporal", "corporal"], declarer: null };

/** What was played last: what "Play now" starts. */
export const wanted = () => stored("wanted", WANTED);

/** @param {Wanted} value */
export const setWanted = (value) => store("wanted", value);

/**
 * Marks that have not been sent yet survive a refresh of this tab, and nothing more.
 *
 * @param {string} key
 * @param {unknown} marks
 */
export function keepMarks(key, marks) {
  try {
    sessionStorage.setItem("marks", JSON.stringify({ key, marks }));
  } catch {
    // Storage is switched off: a refresh forgets the marks.
  }
}

/**
 * @param {string} key
 * @returns {unknown} what was kept under the same key last, else null
 */
export function keptMarks(key) {
  try {
    const kept = JSON.parse(sessionStorage.getItem("marks") || "{}");
    return kept.key === key ? kept.marks : null;
  } catch {
    return null;
  }
}
