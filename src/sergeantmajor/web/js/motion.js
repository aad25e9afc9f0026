/**
 * Motion: how cards get from one place to another. Only transforms and opacity move; all times are
 * tokens of the style sheet. `hurry` brings everything to its end at once.
 */
import { pace } from "./settings.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Place */
/** @typedef {"play" | "close" | "hold" | "collect" | "deal" | "deal-step" | "give" | "beat" | "lamp"} Time */
/** @typedef {"out" | "both" | "land"} Ease */

const FADE = 120;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Map<string, number>} */
const times = new Map();

/**
 * A time token in milliseconds, at the pace chosen now.
 *
 * @param {Time} name
 */
export function time(name) {
  const key = `${name} ${pace()}`;
  let found = times.get(key);
  if (found === undefined) {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.transitionDuration = `var(--m-${name})`;
    found = parseFloat(getComputedStyle(probe).transitionDuration) * 1000;
    probe.remove();
    times.set(key, found);
  }
  return found;
}

/** @param {Ease} name */
const ease = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--e-${name}`).trim();

/**
 * @param {Element} element
 * @returns {Place}
 */
export function place(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width, height };
}

/** Whether the reader asked for no travel. */
export const reduced = () => still.matches;

export class Motion {
  constructor() {
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Set<() => void>} */
    this.waits = new Set();
    this.hurried = false;
  }

  /** Whether nothing is to move: hurried, chosen so, or nobody looks. */
  get off() {
    return this.hurried || pace() === 0 || document.hidden;
  }

  /** Bring everything under way to its end; what would follow takes no time until `calm`. */
  hurry() {
    this.hurried = true;
    for (const animation of this.running) animation.finish();
    for (const wake of this.waits) wake();
  }

  /** Let things move again. */
  calm() {
    this.hurried = false;
  }

  /**
   * A rest. It stays with reduced motion: it is for reading.
   *
   * @param {Time} name
   * @returns {Promise<void>}
   */
  rest(name) {
    if (this.off) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waits.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, time(name));
      this.waits.add(wake);
    });
  }

  /**
   * Move an element from where something was to where it is.
   *
   * @param {Element} element
   * @param {Place} from
   * @param {Time} name
   * @param {Ease} easing
   * @param {number} [delay] in milliseconds
   */
  arrive(element, from, name, easing, delay = 0) {
    const to = place(element);
    const own = getComputedStyle(element).transform.replace("none", "");
    const frames = [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${own} scale(${to.width ? Math.max(from.width, 8) / to.width : 1})` },
      { transform: own || "none" },
    ];
    return this.run(element, frames, { duration: time(name), easing: ease(easing), delay, fill: "backwards" });
  }

  /**
   * Move an element away; it stays out of sight until it is drawn anew.
   *
   * @param {Element} element
   * @param {Place} to
   * @param {Time} name
   * @param {number} [scale]
   */
  leave(element, to, name, scale = 0.25) {
    const from = place(element);
    const own = getComputedStyle(element).transform.replace("none", "");
    const frames = [
      { transform: own || "none", opacity: 1 },
      { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) ${own} scale(${scale})`, opacity: 0.2 },
    ];
    return this.run(element, frames, { duration: time(name), easing: ease("both"), fill: "forwards" }, [1, 0]);
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {number[]} [fade] opacities where nothing may travel
   * @returns {Promise<void>}
   */
  run(element, frames, options, fade = [0, 1]) {
    if (this.off) return Promise.resolve();
    const animation = still.matches
      ? element.animate({ opacity: fade }, { duration: FADE, fill: options.fill ?? "none" })
      : element.animate(frames, options);
    this.running.add(animation);
    const done = () => {
      this.running.delete(animation);
    };
    return animation.finished.then(done, done);
  }
}
