/** The last trick, on demand, in the place of the sentence. */
import { face, suitOf } from "./cards.js";
import { el, iconButton, set } from "./dom.js";
import { you } from "./mat.js";
import { orderFrom } from "./scene.js";
import { say } from "./words.js";

export class Shelf {
  /** @param {() => void} changed opened or closed by hand */
  constructor(changed) {
    this.open = false;
    this.signature = "";
    this.node = el("aside", "shelf");
    this.node.setAttribute("aria-label", say("last-trick"));
    this.button = iconButton("last", "last-trick", () => {
      this.open = !this.open;
      changed();
    });
  }

  /**
   * @param {import("./protocol.js").View} scene
   * @param {(seat: number) => import("./seat.js").Person} people
   */
  show(scene, people) {
    const trick = scene.tricks.at(-1);
    const signature = `${scene.deal}/${scene.tricks.length}`;
    if (signature !== this.signature) this.open = false; // The next trick is over: back to the sentence.
    this.button.hidden = !trick;
    this.node.hidden = !this.open || !trick;
    set(this.button, { "aria-pressed": String(this.open) });
    if (!trick || signature === this.signature) return;
    this.signature = signature;
    const order = orderFrom(scene, trick.leader);
    const won = trick.cards[order.indexOf(trick.winner)] ?? "";
    const cards = trick.cards.map((card, place) => el("figure", "", face("div", card), el("figcaption", "", people(order[place] ?? 0).name)));
    const text = say("last-trick-won", { ...you(people(trick.winner)), card: won, suit: suitOf(won) });
    this.node.replaceChildren(...cards, el("p", "", el("b", "", say("last-trick")), text));
  }
}
