/**
 * What the table shows between two states of the server: the same view, told forward event by
 * event. No rules: an event says what happened, and the last state of an update always comes from
 * the server.
 */
import { height, suitOf } from "./cards.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./protocol.js").Seat} Seat */

export const SEATS = /** @type {const} */ ([0, 1, 2]);

/** By event: the phase in which it is a decision. */
const PHASES = /** @type {Record<string, View["phase"]>} */ ({
  give: "exchange",
  contract: "contract",
  discard: "discard",
  play: "play",
});

/**
 * The scene just before an event: whose decision it is, and nothing to choose for the viewer.
 *
 * @param {View} scene
 * @param {TableEvent} event
 * @returns {View}
 */
export function before(scene, event) {
  const actor = event.type === "give" ? event.up : "seat" in event ? event.seat : scene.turn;
  return { ...scene, phase: PHASES[event.type] ?? scene.phase, turn: actor, legal: null };
}

/**
 * The scene after an event.
 *
 * @param {View} scene
 * @param {TableEvent} event
 * @param {View} last the server's state after the whole update
 * @param {TableEvent[]} rest the events that follow in the update
 * @returns {View}
 */
export function after(scene, event, last, rest) {
  const mine = scene.viewer;
  switch (event.type) {
    case "deal":
      return { ...scene, deal: event.number, declarer: event.declarer, contract: null, trick: [], tricks: [], gives: [],
        won: [0, 0, 0], kitty: { count: 0, cards: null }, discard: null, debts: [], turn: null,
        hand: mine === null ? null : [], counts: [0, 0, 0],
        ...(last.deal === event.number ? { dealer: last.dealer, targets: last.targets } : {}) };
    case "cards": {
      const hand = mine === null ? null : (event.hands[mine] ?? scene.hand);
      const size = hand?.length ?? last.targets.reduce((sum, target) => sum + target, 0);
      return { ...scene, hand, counts: [size, size, size], kitty: { count: 4, cards: null }, debts: owedBefore(last, rest) };
    }
    case "give": {
      const gone = event.up === mine ? event.card : event.back;
      const come = event.up === mine ? event.back : event.card;
      const debts = scene.debts
        .map((debt) => (debt.up === event.up && debt.down === event.down ? { ...debt, count: debt.count - 1 } : debt))
        .filter((debt) => debt.count > 0);
      const hand = event.up === mine || event.down === mine ? exchanged(scene.hand, gone, come) : scene.hand;
      const { up, down, card, back } = event;
      return { ...scene, hand, debts, gives: [...scene.gives, { up, down, card, back }] };
    }
    case "contract":
      return event.contract === "pass"
        ? { ...scene, passed: scene.passed.map((count, seat) => count + Number(seat === event.seat)) }
        : { ...scene, contract: event.contract };
    case "kitty":
      return { ...scene, kitty: { count: 0, cards: event.cards }, counts: plus(scene.counts, event.seat, scene.kitty.count),
        hand: event.seat === mine ? [...(scene.hand ?? []), ...(event.cards ?? [])] : scene.hand };
    case "discard":
      return { ...scene, discard: event.cards, counts: plus(scene.counts, event.seat, -4),
        hand: event.seat === mine ? without(scene.hand, event.cards ?? []) : scene.hand };
    case "play":
      return { ...scene, turn: null, counts: plus(scene.counts, event.seat, -1), trick: [...scene.trick, event.card],
        leader: scene.trick.length ? scene.leader : event.seat,
        hand: event.seat === mine ? without(scene.hand, [event.card]) : scene.hand };
    case "trick":
      return { ...scene, leader: event.winner, trick: [], won: plus(scene.won, event.winner, 1),
        tricks: [...scene.tricks, { leader: scene.leader ?? 0, cards: scene.trick, winner: event.winner }] };
    default:
      return scene;
  }
}

/**
 * What was owed when the cards were dealt: what is owed at the end, and what went in between.
 *
 * @param {View} last
 * @param {TableEvent[]} rest
 */
function owedBefore(last, rest) {
  /** @type {View["debts"]} */
  const debts = [];
  const add = (/** @type {Seat} */ up, /** @type {Seat} */ down, /** @type {number} */ count) => {
    const found = debts.find((debt) => debt.up === up && debt.down === down);
    if (found) found.count += count;
    else debts.push({ up, down, count });
  };
  for (const event of rest) if (event.type === "give") add(event.up, event.down, 1);
  if (last.phase !== "dealing") for (const debt of last.debts) add(debt.up, debt.down, debt.count);
  return debts;
}

/**
 * @param {string[] | null} hand
 * @param {string | null} gone
 * @param {string | null} come
 */
function exchanged(hand, gone, come) {
  return hand && gone && come && gone !== come ? [...without(hand, [gone]) ?? [], come] : hand;
}

/**
 * @param {string[] | null} hand
 * @param {string[]} cards
 */
const without = (hand, cards) => hand && hand.filter((card) => !cards.includes(card));

/**
 * @param {number[]} three
 * @param {Seat} seat
 * @param {number} number
 */
const plus = (three, seat, number) => three.map((old, place) => old + (place === seat ? number : 0));

/**
 * Whose cards lie on the table, in the order played.
 *
 * @param {View} scene
 * @param {Seat} leader
 * @returns {Seat[]}
 */
export function orderFrom(scene, leader) {
  const step = scene.rules.values["direction"] === "ccw" ? 2 : 1;
  return SEATS.map((place) => /** @type {Seat} */ ((leader + step * place) % 3));
}

/**
 * Who holds the trick so far: the highest trump, else the highest card of the suit led.
 *
 * @param {View} scene
 * @returns {Seat | null}
 */
export function best(scene) {
  const [first, ...others] = scene.trick;
  if (!first || scene.leader === null) return null;
  let top = first;
  for (const card of others) {
    const same = suitOf(card) === suitOf(top);
    if (same ? height(card) > height(top) : suitOf(card) === scene.contract) top = card;
  }
  return orderFrom(scene, scene.leader)[scene.trick.indexOf(top)] ?? null;
}

/**
 * Whether the last deal ended with a pass, so that the cards are dealt again.
 *
 * @param {View} scene
 */
export const wasPassed = (scene) => scene.phase === "dealing" && scene.deal > 0 && scene.deals.at(-1)?.number !== scene.deal;

/**
 * The cards that the viewer held when play began, by what he holds and has played: the rows of the
 * hand depend on it.
 *
 * @param {View} scene
 * @returns {string[]}
 */
export function held(scene) {
  const mine = scene.viewer;
  if (mine === null || !scene.hand) return [];
  const tricks = [...scene.tricks, ...(scene.trick.length && scene.leader !== null ? [{ leader: scene.leader, cards: scene.trick }] : [])];
  const played = tricks.flatMap((trick) => {
    const card = trick.cards[orderFrom(scene, trick.leader).indexOf(mine)];
    return card ? [card] : [];
  });
  return [...scene.hand, ...played];
}
