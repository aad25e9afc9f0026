/**
 * The host's sentence: what to do and why, and the one button of the phase. Each function returns
 * the name of a message with its arguments; nothing here is a word.
 */
import { suitOf } from "./cards.js";
import { you } from "./mat.js";
import { swaps } from "./picks.js";
import { orderFrom, wasPassed } from "./scene.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./picks.js").Picks} Picks */
/** @typedef {(seat: number) => import("./seat.js").Person} People */
/** @typedef {{ id: string, args?: import("./words.js").Args }} Sentence */
/** @typedef {Sentence & { open: boolean }} Button dead where not open; it stays and says how far it is */

/**
 * What the viewer is to do now, or what he waits for.
 *
 * @param {View} scene
 * @param {Picks} picks
 * @param {People} people
 * @returns {Sentence}
 */
export function sentence(scene, picks, people) {
  const legal = scene.legal;
  const mine = scene.viewer ?? 0;
  switch (legal?.type) {
    case "play":
      return toPlay(scene, legal.cards, people);
    case "give":
      return { id: "say-give", args: { n: scene.last?.[mine] ?? 0, name: people(legal.down).name } };
    case "draw":
      return { id: "say-draw", args: { n: scene.last?.[mine] ?? 0 } };
    case "announce":
      return { id: scene.rules.values["once"] === "yes" ? "say-announce-once" : "say-announce" };
    case "discard":
      return toDiscard(scene, legal.count, picks);
  }
  if (wasPassed(scene)) return { id: "say-passed" };
  if (scene.turn === null) return { id: "say-nothing" };
  return { id: "say-wait", args: { ...you(people(scene.turn)), phase: scene.phase } };
}

/**
 * @param {View} scene
 * @param {string[]} cards
 * @param {People} people
 * @returns {Sentence}
 */
function toPlay(scene, cards, people) {
  const led = scene.trick[0];
  if (!led) return { id: "say-lead" };
  const hand = scene.hand ?? [];
  const suit = suitOf(led);
  const n = hand.filter((card) => suitOf(card) === suit).length;
  const args = { name: people(scene.leader ?? 0).name, card: led, suit, n };
  if (cards.length < (n || hand.length)) return { id: "say-raised", args };
  return { id: n ? "say-follow" : "say-void", args };
}

/**
 * @param {View} scene
 * @param {number} count
 * @param {Picks} picks
 * @returns {Sentence}
 */
function toDiscard(scene, count, picks) {
  if (swaps(scene)) return picks.marked ? { id: "say-swap", args: { card: picks.marked } } : { id: "say-kitty" };
  return { id: "say-discard", args: { count, left: count - picks.away.length } };
}

/**
 * The main button; null where there is none.
 *
 * @param {View} scene
 * @param {Picks} picks
 * @param {People} people
 * @returns {Button | null}
 */
export function button(scene, picks, people) {
  const legal = scene.legal;
  switch (legal?.type) {
    case "give":
      return picks.card ? { id: "do-give", args: { card: picks.card }, open: true } : { id: "do-give-none", open: false };
    case "draw":
      return picks.suit && picks.down !== null
        ? { id: "do-draw", args: { name: people(picks.down).name, suit: picks.suit }, open: true }
        : { id: "do-draw-none", open: false };
    case "announce":
      return picks.contract ? { id: "do-announce", args: { contract: picks.contract }, open: true } : { id: "do-announce-none", open: false };
    case "discard":
      if (swaps(scene)) return { id: "do-start", open: true };
      return { id: "do-discard", args: { n: picks.away.length, count: legal.count }, open: picks.away.length === legal.count };
  }
  return wasPassed(scene) ? { id: "do-deal-again", open: true } : null;
}

/**
 * What happened, while it is shown.
 *
 * @param {View} scene before the event
 * @param {TableEvent} event
 * @param {People} people
 * @returns {Sentence | null} null: the picture says it
 */
export function told(scene, event, people) {
  switch (event.type) {
    case "deal":
      return { id: "told-deal", args: { ...you(people(event.declarer)), n: event.number } };
    case "contract":
      return { id: event.contract === "pass" ? "told-pass" : "told-contract", args: { ...you(people(event.seat)), contract: event.contract } };
    case "play":
      return { id: "mat-played", args: { ...you(people(event.seat)), card: event.card } };
    case "kitty":
      return { id: "told-kitty", args: you(people(event.seat)) };
    case "discard":
      return { id: "told-discard", args: you(people(event.seat)) };
    case "give": {
      const args = { up: people(event.up).name, down: people(event.down).name };
      const part = scene.viewer === event.up ? "up" : scene.viewer === event.down ? "down" : "other";
      if (!event.card || !event.back) return { id: "told-give-unseen", args: { ...args, part } };
      return { id: event.card === event.back ? "told-give-same" : "told-give", args: { ...args, part, card: event.card, back: event.back } };
    }
    case "trick": {
      const place = scene.leader === null ? 0 : orderFrom(scene, scene.leader).indexOf(event.winner);
      return { id: "told-trick", args: { ...you(people(event.winner)), card: scene.trick[place] ?? "" } };
    }
    default:
      return null;
  }
}

/**
 * Why the server refused.
 *
 * @param {string} reason
 * @param {Record<string, string>} params
 * @param {People} people
 * @returns {Sentence}
 */
export function refusal(reason, params, people) {
  /** @type {import("./words.js").Args} */
  const args = { ...params };
  for (const key of ["passes", "expected", "count"]) if (key in params) args[key] = Number(params[key]);
  const seat = params["seat"] ?? params["down"];
  if (seat !== undefined) args["name"] = people(Number(seat)).name;
  if (params["held"]) args["n"] = params["held"].split(" ").length;
  return { id: `reason-${reason}`, args };
}
