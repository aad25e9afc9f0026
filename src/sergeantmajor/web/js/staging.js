/**
 * How each event is shown. `now` is the scene just before it, with the lamp on whoever decides;
 * `next` the scene after it.
 */
import { back, shown } from "./cards.js";
import { el } from "./dom.js";
import { place, time } from "./motion.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */
/** @typedef {import("./protocol.js").Seat} Seat */

/** The deal takes no longer than this, however many cards there are. */
const LONGEST_DEAL = 640;

/**
 * @param {Table} table
 * @param {View} now
 * @param {TableEvent} event
 * @param {View} next
 * @returns {Promise<unknown>}
 */
export async function stage(table, now, event, next) {
  switch (event.type) {
    case "cards":
      table.pass(next);
      return dealt(table);
    case "give":
      table.pass(now);
      return given(table, event, next);
    case "play":
      table.pass(now);
      return played(table, event, next);
    case "trick":
      table.pass({ ...now, turn: null }, event);
      await table.motion.rest("hold");
      await collected(table, event.winner);
      return table.pass(next);
    case "kitty":
    case "discard":
      table.pass(now, event);
      await carried(table, event);
      // A seen kitty is about to lie open beside the hand, not in it.
      if (event.type === "kitty" && event.cards && next.rules.values["kitty"] === "seen") table.scene = next;
      else table.pass(next);
      return;
    case "deal":
    case "contract":
      table.pass(now, event);
      table.pass(next);
      // What the viewer announced himself he need not read.
      return event.type === "contract" && event.seat === next.viewer ? undefined : table.motion.rest("hold");
    default:
      return table.pass(next);
  }
}

/**
 * Where a player's cards come from and go to.
 *
 * @param {Table} table
 * @param {Seat} seat
 */
function home(table, seat) {
  const side = table.side(seat);
  const plate = table.plates[side];
  const last = plate.fan.lastElementChild;
  if (last && last.getClientRects().length) return place(last);
  return place(plate.node);
}

/** @param {Table} table */
function dealt(table) {
  const cards = [...table.hand.items.values()];
  const middle = place(table.mat.node);
  const step = Math.min(time("deal-step"), LONGEST_DEAL / Math.max(cards.length, 1));
  const from = { ...middle, width: 40 };
  return Promise.all(cards.map((card, index) => table.motion.arrive(card, from, "deal", "out", index * step)));
}

/**
 * @param {Table} table
 * @param {Extract<TableEvent, { type: "play" }>} event
 * @param {View} next
 */
async function played(table, event, next) {
  const { hand, mat, motion } = table;
  const mine = hand.element(event.card);
  if (!mine) await motion.rest("beat");
  const from = mine ? place(mine) : home(table, event.seat);
  const was = hand.places();
  table.pass(next, event);
  const card = mat.cards.get(event.card);
  await Promise.all([card && motion.arrive(card, from, "play", "land"), hand.slide(motion, was)]);
}

/**
 * @param {Table} table
 * @param {Seat} winner
 */
function collected(table, winner) {
  const to = place(table.plates[table.side(winner)].node);
  return Promise.all([...table.mat.cards.values()].map((card) => table.motion.leave(card, to, "collect")));
}

/**
 * A card that travels above everything, and is gone when it arrives.
 *
 * @param {Table} table
 * @param {HTMLElement} card
 * @param {import("./motion.js").Place} from
 * @param {import("./motion.js").Place} to
 */
async function flight(table, card, from, to) {
  const ghost = el("div", "flight", card);
  ghost.setAttribute("aria-hidden", "true");
  table.node.append(ghost);
  ghost.style.setProperty("left", `${to.x}px`);
  ghost.style.setProperty("top", `${to.y}px`);
  await table.motion.arrive(ghost, from, "give", "both");
  ghost.remove();
}

/**
 * A card goes out, another comes back.
 *
 * @param {Table} table
 * @param {Extract<TableEvent, { type: "give" }>} event
 * @param {View} next
 */
async function given(table, event, next) {
  const { hand, motion, scene } = table;
  const mine = scene?.viewer === event.up ? event.card : scene?.viewer === event.down ? event.back : null;
  const come = scene?.viewer === event.up ? event.back : scene?.viewer === event.down ? event.card : null;
  const element = mine ? hand.element(mine) : null;
  const [up, down] = [home(table, event.up), home(table, event.down)];
  const own = element ? place(element) : null;
  const going = scene?.viewer === event.up && own ? own : up;
  await flight(table, shown(event.card), going, down);
  if (mine && mine === come) await flight(table, shown(event.back), down, going);
  const was = hand.places();
  table.pass(next, event);
  const arrived = come && come !== mine ? hand.element(come) : null;
  const landing = scene?.viewer === event.down ? up : down;
  await Promise.all([
    arrived ? motion.arrive(arrived, landing, "give", "both") : mine ? undefined : flight(table, shown(event.back), down, up),
    hand.slide(motion, was),
  ]);
  if (mine || come) await motion.rest("hold");
}

/**
 * The kitty goes to the declarer, or his discard away from him.
 *
 * @param {Table} table
 * @param {Extract<TableEvent, { type: "kitty" | "discard" }>} event
 */
async function carried(table, event) {
  const seat = home(table, event.seat);
  const middle = place(table.mat.node);
  const [from, to] = event.type === "kitty" ? [middle, seat] : [seat, middle];
  await flight(table, el("div", "stack", back(), back(), back(), back()), from, to);
  await table.motion.rest("beat");
}
