/**
 * What the viewer has chosen and not sent yet. Choices belong to one decision: when the table moves
 * on they are gone. Cards marked for laying away survive a refresh of the tab.
 */
import { keepMarks, keptMarks } from "./settings.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */

export class Picks {
  /** @param {string} table whose marks these are */
  constructor(table) {
    this.table = table;
    this.key = "";
    this.clear();
  }

  clear() {
    /** @type {string | null} a card to give, or the one just played */
    this.card = null;
    /** @type {string[]} cards to lay away */
    this.away = [];
    /** @type {string | null} a kitty card that waits for a card of the hand */
    this.marked = null;
    /** @type {Seat | null} whom to draw from */
    this.down = null;
    /** @type {string | null} */
    this.suit = null;
    /** @type {string | null} */
    this.contract = null;
  }

  /**
   * Begin anew when the decision is another one.
   *
   * @param {View} scene
   */
  follow(scene) {
    const legal = scene.legal;
    const key = legal ? [this.table, scene.deal, scene.phase, scene.gives.length, scene.tricks.length, scene.trick.length].join("/") : "";
    if (key === this.key) return;
    this.key = key;
    this.clear();
    if (legal?.type === "discard") this.away = this.remembered(scene);
    if (legal?.type === "draw") this.down = legal.choices[0]?.down ?? null;
  }

  /**
   * @param {View} scene
   * @returns {string[]} what was marked before a refresh, else the seen kitty itself, else nothing
   */
  remembered(scene) {
    const hand = scene.hand ?? [];
    const fits = (/** @type {unknown} */ card) => typeof card === "string" && hand.includes(card);
    const kept = keptMarks(this.key);
    if (Array.isArray(kept) && kept.every(fits) && new Set(kept).size === kept.length) {
      if (!swaps(scene) || kept.length === scene.kitty.cards?.length) return kept;
    }
    return swaps(scene) ? [...(scene.kitty.cards ?? [])] : [];
  }

  /**
   * Lay a card away, or take it back.
   *
   * @param {string} card
   * @param {number} count how many may lie there
   * @returns {boolean} false: there is no room
   */
  toggle(card, count) {
    if (this.away.includes(card)) this.away = this.away.filter((other) => other !== card);
    else if (this.away.length < count) this.away = [...this.away, card];
    else return false;
    keepMarks(this.key, this.away);
    return true;
  }

  /**
   * Mark a card that lies away, or unmark it.
   *
   * @param {string} card
   */
  mark(card) {
    this.marked = this.marked === card ? null : card;
  }

  /**
   * Swap the marked card with one of the hand; it takes the same place.
   *
   * @param {string} card
   * @returns {boolean} false: no card was marked
   */
  swap(card) {
    const marked = this.marked;
    if (marked === null) return false;
    this.away = this.away.map((other) => (other === marked ? card : other));
    this.marked = null;
    keepMarks(this.key, this.away);
    return true;
  }
}

/**
 * Whether the viewer lays away by swapping with the kitty he sees.
 *
 * @param {View} scene
 */
export const swaps = (scene) => scene.legal?.type === "discard" && scene.rules.values["kitty"] === "seen" && scene.kitty.cards !== null;
