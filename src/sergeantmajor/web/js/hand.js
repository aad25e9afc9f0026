/**
 * The viewer's hand. A card keeps its element as long as it is held, so that focus and motion
 * survive every update. Flex shares the strips; nothing here measures, but for the slide.
 */
import { face, sorted, suitOf } from "./cards.js";
import { el, set } from "./dom.js";
import { place, reduced } from "./motion.js";
import { swaps } from "./picks.js";
import { held } from "./scene.js";
import { say } from "./words.js";

/** Upright, a hand lies in two rows until so few cards are left. */
const ONE_ROW = 8;

/**
 * How a hand looks.
 * @typedef {object} HandLook
 * @property {string[]} cards the cards held
 * @property {string[]} dealt the cards whose order settles the rows: those held when play began
 * @property {string | null} contract
 * @property {Set<string> | null} open cards that may be chosen; null: nothing to choose, all plain
 * @property {boolean} raise whether cards that may be chosen stand out from the others
 * @property {Set<string>} picked
 * @property {Set<string>} fresh cards that came in just now
 */

export class Hand {
  /**
   * @param {(card: string, event: MouseEvent) => void} choose a card was clicked
   */
  constructor(choose) {
    this.node = el("section", "hand");
    this.node.setAttribute("aria-label", say("hand"));
    this.rows = [el("ul", "hand__row"), el("ul", "hand__row")];
    for (const row of this.rows) row.setAttribute("role", "list");
    /** @type {Map<string, HTMLLIElement>} */
    this.items = new Map();
    this.choose = choose;
    this.node.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {HandLook} look */
  show(look) {
    for (const [card, item] of this.items) {
      if (look.cards.includes(card)) continue;
      this.passFocus(item);
      item.remove();
      this.items.delete(card);
    }
    const order = sorted(look.dealt, look.contract).filter((card) => look.cards.includes(card));
    const first = sorted(look.dealt, look.contract).slice(0, Math.ceil(look.dealt.length / 2));
    const two = look.cards.length > ONE_ROW;
    this.fill(0, order.filter((card) => !two || first.includes(card)), look);
    this.fill(1, order.filter((card) => two && !first.includes(card)), look);
    // A row is only touched when it comes or goes: what is inserted anew loses its focus.
    this.rows.forEach((row, index) => {
      if (!row.childElementCount) row.remove();
      else if (row.parentNode !== this.node) this.node.insertBefore(row, index ? null : this.node.firstChild);
    });
    order.forEach((card, index) => {
      const previous = order[index - 1];
      this.items.get(card)?.classList.toggle("suit-start", previous !== undefined && suitOf(previous) !== suitOf(card));
    });
  }

  /**
   * @param {number} index
   * @param {string[]} cards
   * @param {HandLook} look
   */
  fill(index, cards, look) {
    const row = /** @type {HTMLUListElement} */ (this.rows[index]);
    cards.forEach((card, position) => {
      const item = this.items.get(card) ?? this.make(card);
      dress(item, card, look);
      // Moving a node takes its focus; only what stands elsewhere is moved.
      if (row.children[position] !== item) keepingFocus(item, () => row.insertBefore(item, row.children[position] ?? null));
    });
  }

  /** @param {string} card */
  make(card) {
    const button = face("button", card);
    button.addEventListener("click", (event) => this.choose(card, event));
    button.addEventListener("keydown", (event) => {
      // A key held down is not a second decision.
      if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    });
    const item = el("li", "", button);
    this.items.set(card, item);
    return item;
  }

  /**
   * The next card takes over the focus of one that goes.
   *
   * @param {HTMLLIElement} item
   */
  passFocus(item) {
    if (!item.contains(document.activeElement)) return;
    const heir = item.nextElementSibling ?? item.previousElementSibling;
    /** @type {HTMLElement | null | undefined} */ (heir?.querySelector("button"))?.focus({ preventScroll: true });
  }

  /**
   * Arrow keys walk along the cards.
   *
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const buttons = [...this.node.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const sign = getComputedStyle(this.node).direction === "rtl" ? -1 : 1;
    buttons[at + step * sign]?.focus();
    event.preventDefault();
  }

  /** @param {string} card */
  element(card) {
    return this.items.get(card)?.firstElementChild ?? null;
  }

  /** Where every card lies: to be handed to `slide` after the next `show`. */
  places() {
    return new Map([...this.items].map(([card, item]) => [card, place(item)]));
  }

  /**
   * The rest of the hand closes up.
   *
   * @param {import("./motion.js").Motion} motion
   * @param {Map<string, import("./motion.js").Place>} was
   */
  slide(motion, was) {
    if (reduced()) return Promise.resolve();
    const moved = [...this.items].flatMap(([card, item]) => {
      const from = was.get(card);
      const to = place(item);
      const still = !from || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1);
      return still ? [] : [motion.arrive(item, from, "close", "both")];
    });
    return Promise.all(moved).then(() => {});
  }
}

/**
 * @param {HTMLLIElement} item
 * @param {string} card
 * @param {HandLook} look
 */
function dress(item, card, look) {
  const open = look.open?.has(card) ?? true;
  const picked = look.picked.has(card);
  item.classList.toggle("is-up", look.raise && open && look.open !== null);
  item.classList.toggle("is-off", !open);
  item.classList.toggle("is-picked", picked);
  item.classList.toggle("is-new", look.fresh.has(card));
  const button = /** @type {HTMLElement} */ (item.firstElementChild);
  button.classList.toggle("card--off", !open);
  set(button, {
    "aria-disabled": open ? null : "true",
    "aria-pressed": picked ? "true" : null,
    tabindex: open ? null : "-1",
  });
}

/**
 * @param {HTMLElement} node
 * @param {() => void} change
 */
function keepingFocus(node, change) {
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && node.contains(active);
  change();
  if (inside) active.focus({ preventScroll: true });
}

/**
 * How the viewer's hand looks in a scene.
 *
 * @param {import("./protocol.js").View} scene
 * @param {import("./picks.js").Picks} picks
 * @returns {HandLook}
 */
export function handLook(scene, picks) {
  const legal = scene.legal;
  const all = scene.hand ?? [];
  const swapping = swaps(scene);
  const cards = swapping ? all.filter((card) => !picks.away.includes(card)) : all;
  const open = legal?.type === "play" || legal?.type === "give" ? new Set(legal.cards) : null;
  const picked = new Set(swapping ? [] : picks.away);
  if (picks.card) picked.add(picks.card);
  if (legal?.type === "draw" && picks.suit) {
    const goes = legal.choices.find(({ down }) => down === picks.down)?.suits[picks.suit];
    if (goes) picked.add(goes);
  }
  return {
    cards,
    dealt: swapping ? cards : held(scene),
    contract: scene.contract,
    open: open && open.size < cards.length ? open : null,
    raise: legal?.type === "play",
    picked,
    fresh: cameIn(scene),
  };
}

/**
 * Cards of the hand that came in with the kitty or an exchange, until the first trick is over.
 *
 * @param {import("./protocol.js").View} scene
 * @returns {Set<string>}
 */
function cameIn(scene) {
  if (scene.tricks.length) return new Set();
  const { viewer, gives, kitty } = scene;
  const received = gives.flatMap(({ up, down, card, back }) => (card === back ? [] : up === viewer && back ? [back] : down === viewer && card ? [card] : []));
  return new Set([...received, ...(scene.declarer === viewer ? kitty.cards ?? [] : [])]);
}
