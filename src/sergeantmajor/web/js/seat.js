/** The plate of one player: name, what he owes and has taken, his part in the deal, his cards. */
import { back } from "./cards.js";
import { el, icon, set, write } from "./dom.js";
import { say, signedNumber } from "./words.js";

/**
 * Who sits where.
 * @typedef {object} Person
 * @property {string} name as others call him, or "You"
 * @property {boolean} me
 * @property {string} bot what kind of bot, in words; empty for people
 */

/**
 * @typedef {object} SeatLook
 * @property {Person} person
 * @property {number} target
 * @property {number} won
 * @property {number} total
 * @property {number} cards held; shown as backs where there is room
 * @property {boolean} turn
 * @property {boolean} declarer
 * @property {boolean} dealer
 */

/**
 * Bars up to the target, hollow where owed, chevrons beyond it.
 *
 * @param {HTMLElement} node
 * @param {number} won
 * @param {number} target
 */
export function tally(node, won, target) {
  const marks = Array.from({ length: Math.max(won, target) }, (_, place) => {
    if (place >= target) return place === target ? "extra first" : "extra";
    return place < won ? "on" : "";
  });
  while (node.childElementCount > marks.length) node.lastElementChild?.remove();
  marks.forEach((mark, place) => {
    const bar = node.children[place] ?? node.appendChild(el("i"));
    if (bar.className !== mark) bar.className = mark;
  });
}

export class SeatPlate {
  /** @param {"left" | "right" | "me"} where */
  constructor(where) {
    this.name = el("span", "seat__name");
    this.total = el("b");
    this.tally = el("div", "tally");
    this.won = el("b");
    this.target = el("small");
    this.cards = el("small", "seat__cards");
    this.inWords = el("span", "sr");
    this.fan = el("div", "fan");
    const total = el("span", "seat__total", el("span", "", `${say("seat-score")} `), this.total);
    const count = el("span", "seat__count", this.won, this.target);
    for (const part of [total, this.tally, count, this.fan]) part.setAttribute("aria-hidden", "true");
    this.node = el("section", `seat seat--${where}`, this.name, total, this.tally, count, this.inWords);
    if (where !== "me") this.node.append(this.fan);
    this.signature = "";
  }

  /** @param {SeatLook} look */
  show(look) {
    const { person, target, won, turn } = look;
    this.named(look);
    write(this.total, signedNumber(look.total));
    write(this.won, String(won));
    write(this.target, say("seat-of", { target }));
    tally(this.tally, won, target);
    this.node.classList.toggle("has-turn", turn);
    set(this.node, { "aria-label": person.name });
    this.node.dataset["won"] = String(won);
    while (this.fan.childElementCount > look.cards) this.fan.lastElementChild?.remove();
    while (this.fan.childElementCount < look.cards && !person.me) this.fan.append(back());
    write(this.inWords, this.sentence(look));
  }

  /** @param {SeatLook} look */
  named({ person, declarer, dealer, cards }) {
    const signature = [person.name, person.bot, declarer, dealer].join();
    if (signature !== this.signature) {
      this.signature = signature;
      this.name.replaceChildren(el("span", "seat__who", person.name));
      if (person.bot) this.name.append(el("small", "seat__bot", person.bot));
      if (declarer) this.name.append(marked("declarer"));
      if (dealer) this.name.append(marked("dealer"));
      if (!person.me) this.name.append(this.cards);
    }
    write(this.cards, cards ? String(cards) : "");
    this.cards.title = say("seat-cards", { n: cards });
    this.cards.setAttribute("aria-hidden", "true");
  }

  /** @param {SeatLook} look */
  sentence({ target, won, total, cards, turn, declarer, dealer, person }) {
    const left = target - won;
    return [
      say("seat-target", { target, won }),
      left > 0 ? say("seat-to-go", { n: left }) : left < 0 ? say("seat-up", { n: -left }) : say("seat-exact"),
      say("seat-total", { total }),
      ...(declarer ? [say("seat-declarer")] : []),
      ...(dealer ? [say("seat-dealer")] : []),
      ...(person.me ? [] : [say("seat-cards", { n: cards })]),
      ...(turn ? [say("seat-turn")] : []),
    ].join(" ");
  }
}

/** @param {"declarer" | "dealer"} role */
function marked(role) {
  const mark = el("span", "seat__mark", icon(role));
  mark.title = say(`seat-${role}`);
  mark.setAttribute("aria-hidden", "true");
  return mark;
}
