/**
 * The mat in the middle: three sides, one for each player, the side of the player on turn lit; the
 * trick, whose card holds it, the contract, and the direction of play.
 */
import { face, suitOf } from "./cards.js";
import { el, icon, set, suitSign } from "./dom.js";
import { best, orderFrom } from "./scene.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const FILL = "M14 150A172 172 0 0 0 186 150A172 172 0 0 0 100 1.5A172 172 0 0 0 14 150z";
/** The three sides, seen from the viewer. */
const EDGES = { me: "M14 150A172 172 0 0 0 186 150", left: "M14 150A172 172 0 0 1 100 1.5", right: "M100 1.5A172 172 0 0 1 186 150" };
const BENDS = "M28 166Q5.5 166 5.5 146M172 166Q194.5 166 194.5 146";
const HEADS = /** @type {Record<string, string>} */ ({
  cw: "M2 150 5.5 146 9 150M176 162.5 172 166l4 3.5",
  ccw: "M24 162.5 28 166l-4 3.5M191 150 194.5 146 198 150",
});

/** @typedef {"me" | "left" | "right"} Side */

/**
 * @param {string} className
 * @param {string} d
 */
function path(className, d) {
  const node = document.createElementNS(SVG, "path");
  node.setAttribute("class", className);
  node.setAttribute("d", d);
  return node;
}

export class Mat {
  /** @param {(seat: number) => Side} side where a seat sits */
  constructor(side) {
    this.side = side;
    this.lit = [path("edge lit-under", ""), path("edge lit", "")];
    this.heads = path("dir", "");
    const shape = document.createElementNS(SVG, "svg");
    shape.setAttribute("class", "mat__shape");
    shape.setAttribute("viewBox", "0 0 200 176");
    shape.setAttribute("aria-hidden", "true");
    shape.append(path("fill", FILL), ...Object.values(EDGES).map((edge) => path("edge", edge)), ...this.lit, this.heads);
    this.trump = el("p", "trump");
    this.trick = el("div", "trick");
    this.best = el("span", "best", icon("chev"));
    this.best.setAttribute("role", "img");
    this.slot = el("div", "slot at-me", say("mat-your-card"));
    this.tray = el("div", "tray");
    this.node = el("section", "mat", shape, this.trump, this.trick, this.best, this.tray);
    this.announced = "";
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
  }

  /**
   * @param {import("./protocol.js").View} scene
   * @param {(seat: number) => import("./seat.js").Person} person
   * @param {boolean} tray whether a tray lies on the mat
   */
  show(scene, person, tray) {
    const direction = scene.rules.values["direction"] ?? "cw";
    set(this.node, { "aria-label": say("mat", { direction }) });
    this.node.classList.toggle("mat--tray", tray);
    this.node.dataset["turn"] = scene.turn === null ? "" : this.side(scene.turn);
    this.heads.setAttribute("d", BENDS + HEADS[direction]);
    for (const edge of this.lit) edge.setAttribute("d", scene.turn === null ? "" : EDGES[this.side(scene.turn)]);
    this.showTrump(scene, tray);
    this.tray.hidden = !tray;
    this.showTrick(scene, tray ? [] : scene.trick, person);
  }

  /**
   * @param {import("./protocol.js").View} scene
   * @param {boolean} tray
   */
  showTrump(scene, tray) {
    const led = tray ? undefined : scene.trick[0];
    const told = [scene.contract ?? "", led ? suitOf(led) : ""].join();
    this.trump.hidden = !scene.contract;
    if (told === this.announced || !scene.contract) return;
    this.announced = told;
    const word = el("span", "trump__w", say("mat-contract", { contract: scene.contract }));
    this.trump.replaceChildren(disc(scene.contract), word);
    if (!led) return;
    const inWords = el("span", "trump__w", say("mat-led", { suit: suitOf(led) }));
    this.trump.append(el("span", "trump__led", disc(suitOf(led)), inWords));
  }

  /**
   * @param {import("./protocol.js").View} scene
   * @param {string[]} trick
   * @param {(seat: number) => import("./seat.js").Person} person
   */
  showTrick(scene, trick, person) {
    const order = orderFrom(scene, scene.leader ?? 0);
    for (const [card, node] of this.cards) {
      if (trick.includes(card)) continue;
      node.remove();
      this.cards.delete(card);
    }
    const winning = best(scene);
    trick.forEach((card, index) => {
      let node = this.cards.get(card);
      if (!node) {
        node = face("div", card);
        this.cards.set(card, node);
        this.trick.append(node);
      }
      const seat = order[index] ?? 0;
      node.classList.remove("at-left", "at-right", "at-me");
      node.classList.add(`at-${this.side(seat)}`);
      node.classList.toggle("is-best", seat === winning);
      set(node, { "aria-label": say("mat-played", { ...you(person(seat)), card }) });
    });
    this.slot.remove();
    if (scene.legal?.type === "play") this.trick.append(this.slot);
    const marked = trick.length > 0 && winning !== null;
    this.best.hidden = !marked;
    if (!marked) return;
    this.best.className = `best at-${this.side(winning)}`;
    set(this.best, { "aria-label": say("mat-winning", you(person(winning))) });
  }
}

/**
 * The arguments of every sentence about a player.
 *
 * @param {import("./seat.js").Person} person
 */
export const you = (person) => ({ name: person.name, you: person.me ? "yes" : "no" });

/** @param {string} contract a suit, or `N` */
function disc(contract) {
  const sign = contract === "N" ? el("b", "glyph", say("contract-glyph", { contract })) : suitSign(contract);
  const node = el("span", "trump__disc");
  node.append(sign);
  node.setAttribute("aria-hidden", "true");
  return node;
}
