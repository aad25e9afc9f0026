/** One card as an element: the index is text (large, coloured, in the language), the art a drawing. */
import { drawing, el, use } from "./dom.js";
import { say } from "./words.js";

/** @param {string} card */
export const suitOf = (card) => card.charAt(0);

/** @param {string} card */
export const rankOf = (card) => card.charAt(1);

const RANKS = "23456789TJQKA";

/** @param {string} card */
export const height = (card) => RANKS.indexOf(rankOf(card));

/**
 * The order of a hand: trump first, then black and red in turn, each suit high to low. The order of
 * suits does not depend on the cards held, so that nothing wanders while a hand is played.
 *
 * @param {string[]} cards
 * @param {string | null} contract
 */
export function sorted(cards, contract) {
  const suits = contract === "H" ? "HSDC" : contract === "D" ? "DSHC" : contract === "C" ? "CHSD" : "SHCD";
  const place = (/** @type {string} */ card) => suits.indexOf(suitOf(card)) * 13 - height(card);
  return [...cards].sort((one, other) => place(one) - place(other));
}

/**
 * @template {"button" | "div"} K
 * @param {K} tag a button where the card can be chosen
 * @param {string} card
 * @returns {HTMLElementTagNameMap[K]}
 */
export function face(tag, card) {
  const suit = suitOf(card).toLowerCase();
  const rank = rankOf(card);
  const node = el(tag, `card card--${suit}`);
  node.dataset["card"] = card;
  node.setAttribute("aria-label", name(card));
  if (node instanceof HTMLButtonElement) node.type = "button";
  else node.setAttribute("role", "img");
  const index = el("span", `card__index${rank === "T" ? " card__index--10" : ""}`);
  index.setAttribute("aria-hidden", "true");
  index.append(say("index", { rank }), drawing(`suit-${suit}`, "suit"));
  node.append(index, art(suit, rank));
  return node;
}

/**
 * @param {string} suit
 * @param {string} rank
 */
function art(suit, rank) {
  const court = "JQKA".includes(rank);
  const svg = drawing(court ? `art-${rank}` : `suit-${suit}`, "card__art", "0 0 100 140");
  if (rank === "A") svg.append(use(`suit-${suit}`, { x: 43, y: 73, width: 50, height: 50 }));
  if (!court) svg.replaceChildren(use(`suit-${suit}`, { x: 44, y: 80, width: 44, height: 44 }));
  return svg;
}

/** @param {string} card */
export const name = (card) => say("card-title", { suit: suitOf(card), rank: rankOf(card) });

/** A card face down. */
export function back() {
  const node = el("div", "card card--back");
  node.append(drawing("art-back", "card__art", "0 0 100 140"));
  return node;
}

/** A card face down that stands for itself, with a name. */
export function namedBack() {
  const node = back();
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", say("card-back"));
  return node;
}

/**
 * A card that may be unknown.
 *
 * @param {string | null} card
 */
export const shown = (card) => (card ? face("div", card) : namedBack());
