/**
 * What lies on the mat while no trick does: the ledger of an exchange, the keys of a choice, the
 * kitty. A tray is drawn anew when what it shows has changed; focus stays where it was.
 */
import { face, namedBack, rankOf, shown, suitOf } from "./cards.js";
import { el, icon, set, suitSign, tell } from "./dom.js";
import { you } from "./mat.js";
import { swaps } from "./picks.js";
import { say } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./picks.js").Picks} Picks */
/** @typedef {(seat: number) => import("./seat.js").Person} People */
/** @typedef {"ledger" | "draw" | "contract" | "swap" | "kitty"} TrayName */

/**
 * @typedef {object} Choices what the trays let the viewer choose
 * @property {(seat: Seat) => void} down
 * @property {(suit: string) => void} suit
 * @property {(contract: string) => void} contract
 * @property {(card: string) => void} mark
 */

/** Rows of the ledger at most: more would not fit. */
const ROWS = 3;

/**
 * @param {View} scene
 * @returns {TrayName | null} null: the trick has the mat
 */
export function trayOf(scene) {
  const legal = scene.legal?.type;
  switch (scene.phase) {
    case "exchange":
      return legal === "draw" ? "draw" : "ledger";
    case "contract":
      return legal === "announce" ? "contract" : "kitty";
    case "discard":
      return swaps(scene) ? "swap" : "kitty";
    default:
      return null;
  }
}

/**
 * Show the tray of a scene in its place.
 *
 * @param {HTMLElement} node
 * @param {View} scene
 * @param {Picks} picks
 * @param {People} people
 * @param {Choices} choices
 */
export function showTray(node, scene, picks, people, choices) {
  const tray = trayOf(scene);
  const { hand, kitty, debts, gives, legal, phase, turn, deal } = scene;
  const signature = JSON.stringify([tray, hand, kitty, debts, gives, legal, phase, turn, deal, { ...picks, table: "" }, [0, 1, 2].map(people)]);
  if (node.dataset["shows"] === signature) return;
  node.dataset["shows"] = signature;
  const focused = node.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  switch (tray) {
    case "ledger":
      node.replaceChildren(ledger(scene, picks, people));
      break;
    case "draw":
      node.replaceChildren(...draw(scene, picks, people, choices));
      break;
    case "contract":
      node.replaceChildren(contracts(scene, picks, choices));
      break;
    case "swap":
      node.replaceChildren(swap(scene, picks, choices));
      break;
    case "kitty":
      node.replaceChildren(...kittyBacks(scene, people));
      break;
    default:
      node.replaceChildren();
  }
  if (focused) /** @type {HTMLElement | null} */ (node.querySelector(`[data-key="${focused}"]`))?.focus();
}

/**
 * @param {View} scene
 * @param {Picks} picks
 * @param {People} people
 */
function ledger(scene, picks, people) {
  const coming = scene.debts.slice(0, 2);
  const done = scene.gives.slice(coming.length - ROWS).map((give) => doneRow(scene, give, people));
  const list = el("ol", "ledger", ...done);
  coming.forEach((debt, place) => list.append(place ? thenRow(debt, people) : nowRow(scene, debt, picks, people)));
  return list;
}

/**
 * @param {string} title
 * @param {string} who
 * @param {Element} one
 * @param {Element} other
 * @param {string} note
 */
function row(title, who, one, other, note) {
  const lead = el("span", "who", el("b", "", title), who);
  return el("li", "", lead, one, icon("swap"), other, el("span", "", note));
}

/**
 * Whose part the viewer has in an exchange.
 *
 * @param {View} scene
 * @param {{ up: Seat, down: Seat }} exchange
 */
const part = (scene, { up, down }) => (scene.viewer === up ? "up" : scene.viewer === down ? "down" : "other");

/**
 * @param {View} scene
 * @param {{ up: Seat, down: Seat }} pair
 */
function numbers(scene, pair) {
  const same = (/** @type {{ up: Seat, down: Seat }} */ other) => other.up === pair.up && other.down === pair.down;
  const left = scene.debts.find(same)?.count ?? 0;
  return { same, done: scene.gives.filter(same).length, all: scene.gives.filter(same).length + left };
}

/**
 * @param {View} scene
 * @param {import("./protocol.js").Exchanged} give
 * @param {People} people
 */
function doneRow(scene, give, people) {
  const { same, all } = numbers(scene, give);
  const n = scene.gives.slice(0, scene.gives.indexOf(give) + 1).filter(same).length;
  const role = part(scene, give);
  const names = { up: people(give.up).name, down: people(give.down).name };
  const note = give.card && give.back
    ? say("ledger-done", { part: role, ...names, same: give.card === give.back ? "yes" : "no", suit: suitOf(give.back) })
    : say("ledger-unseen", { n: 1, ...names });
  return row(say("ledger-number", { n, all }), say("ledger-gave", { part: role, ...names }), shown(give.card), shown(give.back), note);
}

/**
 * @param {View} scene
 * @param {import("./protocol.js").Debt} debt
 * @param {Picks} picks
 * @param {People} people
 */
function nowRow(scene, debt, picks, people) {
  const { done, all } = numbers(scene, debt);
  const role = part(scene, debt);
  const names = { up: people(debt.up).name, down: people(debt.down).name };
  const title = say("ledger-number", { n: done + 1, all });
  const who = say("ledger-gives", { part: role, ...names });
  if (role === "other") {
    const unseen = row(title, who, namedBack(), namedBack(), say("ledger-unseen", { n: 1, ...names }));
    return current(unseen);
  }
  const given = el("div", "slot");
  if (picks.card) given.append(say("index", { rank: rankOf(picks.card) }), suitSign(suitOf(picks.card)));
  const note = picks.card
    ? say("ledger-picked", { suit: suitOf(picks.card), rank: rankOf(picks.card), down: names.down })
    : say("ledger-choose", { part: role, ...names });
  return current(row(title, who, given, el("div", "slot", "?"), note));
}

/** @param {HTMLLIElement} item */
function current(item) {
  item.classList.add("now");
  item.setAttribute("aria-current", "step");
  return item;
}

/**
 * @param {import("./protocol.js").Debt} debt
 * @param {People} people
 */
function thenRow(debt, people) {
  const names = { up: people(debt.up).name, down: people(debt.down).name };
  return row(say("ledger-then"), names.up, namedBack(), namedBack(), say("ledger-later", { n: debt.count, ...names, you: you(people(debt.down)).you }));
}

/**
 * @param {string} key
 * @param {Node} glyph
 * @param {string} title
 * @param {string} note
 * @param {{ pressed: boolean, open: boolean, choose: () => void }} state
 */
function keyButton(key, glyph, title, note, { pressed, open, choose }) {
  const button = el("button", "key", glyph, el("b", "", title), el("small", "", note));
  button.type = "button";
  button.dataset["key"] = key;
  set(button, { "aria-pressed": open ? String(pressed) : null, "aria-disabled": open ? null : "true" });
  button.addEventListener("click", choose);
  return button;
}

/**
 * @param {string} contract
 * @param {boolean} open
 */
function glyph(contract, open) {
  const node = el("span", open && contract.length === 1 && contract !== "N" ? "glyph on-surface" : "glyph");
  node.setAttribute("aria-hidden", "true");
  if ("SHDC".includes(contract)) node.append(suitSign(contract));
  else node.append(say("contract-glyph", { contract }));
  return node;
}

/**
 * @param {View} scene
 * @param {Picks} picks
 * @param {People} people
 * @param {Choices} choices
 */
function draw(scene, picks, people, choices) {
  const legal = scene.legal?.type === "draw" ? scene.legal.choices : [];
  const from = el("div", "seg");
  set(from, { role: "radiogroup", "aria-label": say("draw-from") });
  for (const { down } of legal) {
    const count = scene.debts.find((debt) => debt.up === scene.viewer && debt.down === down)?.count ?? 0;
    const input = el("input");
    input.type = "radio";
    input.name = "down";
    input.checked = picks.down === down;
    input.dataset["key"] = `down-${down}`;
    input.addEventListener("change", () => choices.down(down));
    from.append(el("label", "", input, el("span", "", say("draw-owes", { name: people(down).name, n: count }))));
  }
  const suits = legal.find(({ down }) => down === picks.down)?.suits ?? {};
  const keys = el("div", "keys keys--4");
  set(keys, { role: "group", "aria-label": say("draw-suit") });
  for (const suit of "SHDC") {
    const goes = suits[suit];
    const note = goes ? say("draw-goes", { rank: rankOf(goes) }) : say("draw-none");
    keys.append(keyButton(suit, glyph(suit, goes !== undefined), say("suit-title", { suit }), note,
      { pressed: picks.suit === suit, open: goes !== undefined, choose: () => choices.suit(suit) }));
  }
  const last = scene.gives.findLast((give) => give.up === scene.viewer);
  const told = el("p", "tag");
  if (last?.card && last.back) tell(told, last.card === last.back ? "draw-last-nothing" : "draw-last", { card: last.card, back: last.back, name: people(last.down).name });
  return last ? [from, keys, told] : [from, keys];
}

/**
 * @param {View} scene
 * @param {Picks} picks
 * @param {Choices} choices
 */
function contracts(scene, picks, choices) {
  const values = scene.rules.values;
  const open = scene.legal?.type === "announce" ? scene.legal.contracts : [];
  const passes = Number(values["passes"] ?? 0);
  const all = [...(values["contracts"] ?? ""), ...(passes ? ["pass"] : [])];
  const keys = el("div", all.length === 4 ? "keys keys--4" : "keys");
  set(keys, { role: "group", "aria-label": say("contract-choose") });
  for (const contract of all) {
    const free = open.includes(contract);
    keys.append(keyButton(contract, glyph(contract, free), say("contract-title", { contract }), note(scene, contract, free),
      { pressed: picks.contract === contract, open: free, choose: () => choices.contract(contract) }));
  }
  return keys;
}

/**
 * @param {View} scene
 * @param {string} contract
 * @param {boolean} open
 */
function note(scene, contract, open) {
  const mine = scene.viewer ?? 0;
  if (contract === "pass") {
    return say("contract-passes", { n: Number(scene.rules.values["passes"] ?? 0) - (scene.passed[mine] ?? 0) });
  }
  const used = scene.deals.find((deal) => deal.declarer === mine && deal.contract === contract);
  if (!open && used) return say("contract-used", { n: used.number });
  if (!open) return say("contract-gone");
  if (contract === "N") return say("contract-no-suit");
  return say("contract-held", { n: (scene.hand ?? []).filter((card) => suitOf(card) === contract).length });
}

/**
 * @param {View} scene
 * @param {Picks} picks
 * @param {Choices} choices
 */
function swap(scene, picks, choices) {
  const list = el("ul", "tray__row");
  list.setAttribute("role", "list");
  for (const card of picks.away) {
    const marked = picks.marked === card;
    const button = face("button", card);
    button.dataset["key"] = card;
    button.setAttribute("aria-pressed", String(marked));
    button.addEventListener("click", () => choices.mark(card));
    const tag = el("span", "tag");
    tell(tag, marked ? "kitty-marked" : scene.kitty.cards?.includes(card) ? "kitty-own" : "kitty-from-hand");
    list.append(el("li", marked ? "is-marked" : "", button, tag));
  }
  return list;
}

/**
 * @param {View} scene
 * @param {People} people
 */
function kittyBacks(scene, people) {
  const list = el("ul", "tray__row");
  list.setAttribute("role", "list");
  const cards = scene.kitty.count ? Array.from({ length: scene.kitty.count }, () => null) : scene.kitty.cards ?? [];
  for (const card of cards) list.append(el("li", "", shown(card)));
  const tag = el("p", "tag");
  tell(tag, kittyNote(scene), { ...you(people(scene.declarer)), n: scene.kitty.count });
  return [list, tag];
}

/** @param {View} scene */
function kittyNote(scene) {
  if (scene.kitty.count === 0) return "kitty-taken";
  return scene.legal?.type === "discard" ? "kitty-after" : "kitty-waits";
}

