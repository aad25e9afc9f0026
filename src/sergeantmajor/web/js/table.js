/**
 * The table: state in, intents out. It is handed what the server says and shows it, one event after
 * another at a readable pace; it hands out what the viewer wants, and never decides whether he may.
 *
 * What it shows can be read from its node: `data-seq` and `data-phase` of the state shown,
 * `data-turn` (a seat), `data-legal` (what the viewer may do), `data-still` (nothing moves),
 * `data-busy` (a command is under way), `data-line` (`open` or `lost`).
 */
import { el, icon, iconButton, set, tell, write } from "./dom.js";
import { Hand, handLook } from "./hand.js";
import { Mat } from "./mat.js";
import { Motion } from "./motion.js";
import { Picks, swaps } from "./picks.js";
import { button, refusal, sentence, told } from "./say.js";
import { after, before, SEATS, wasPassed } from "./scene.js";
import { SeatPlate } from "./seat.js";
import { Shelf } from "./shelf.js";
import { stage } from "./staging.js";
import { showTray, trayOf } from "./trays.js";
import { isolated, say } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Action} Action */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").TableEvent} TableEvent */

/**
 * @typedef {object} Intents
 * @property {(action: Action) => boolean} act false: a command is under way already
 * @property {() => boolean} next deal the next cards
 * @property {() => void} menu
 * @property {() => void} preferences
 * @property {(scene: View) => void} settled a state of the server is shown and nothing moves
 */

/** Two clicks nearer than this, in space and in time, are one double click. */
const TWICE_PX = 8;
const TWICE_MS = 500;

export class Table {
  /**
   * @param {string} id
   * @param {Intents} intents
   */
  constructor(id, intents) {
    this.intents = intents;
    this.picks = new Picks(id);
    this.motion = new Motion();
    /** @type {import("./seat.js").Person[]} */
    this.persons = [];
    /** @type {View | null} */
    this.scene = null;
    this.seq = -1;
    /** @type {import("./protocol.js").Update[]} */
    this.queue = [];
    /** Events that have not been shown yet. */
    this.unseen = /** @type {TableEvent[]} */ ([]);
    this.playing = false;
    /** Whether the click under way began before all was shown. */
    this.blind = false;
    /** Which telling is current: a fresh state ends the one under way. */
    this.telling = 0;
    /** @type {import("./say.js").Sentence | null} */
    this.note = null;
    this.played = { x: 0, y: 0, at: -TWICE_MS };
    this.people = (/** @type {number} */ seat) => this.persons[seat] ?? { name: "", me: false, bot: "" };
    this.side = (/** @type {number} */ seat) => {
      const place = (seat - (this.scene?.viewer ?? 0) + 3) % 3;
      return place === 0 ? "me" : place === 1 ? "left" : "right";
    };
    this.where = el("b");
    this.stand = el("span");
    this.net = el("span", "net", icon("net"), el("span", "", say("line-lost")));
    this.net.hidden = true;
    this.hand = new Hand((card, event) => this.chooseCard(card, event));
    this.mat = new Mat(this.side);
    this.plates = { left: new SeatPlate("left"), right: new SeatPlate("right"), me: new SeatPlate("me") };
    this.status = el("span");
    this.status.setAttribute("role", "status");
    this.main = el("button", "btn");
    this.main.type = "button";
    this.main.addEventListener("click", () => this.confirm());
    this.shelf = new Shelf(() => this.draw());
    this.saying = el("div", "say", this.status, this.main, this.shelf.node);
    const menu = iconButton("menu", "table-menu", () => this.intents.menu());
    const preferences = iconButton("gear", "table-preferences", () => this.intents.preferences());
    this.node = el("main", "table",
      el("div", "bar-a", menu, el("h1", "where", this.where, this.stand)),
      el("div", "bar-b", this.net, preferences),
      this.plates.left.node, this.plates.right.node, this.mat.node, this.saying, this.plates.me.node,
      el("div", "tools", this.shelf.button), this.hand.node);
    Object.assign(this.node.dataset, { busy: "no", line: "lost", still: "no" });
    // Anything that is done during motion brings it to its end first.
    this.node.addEventListener("pointerdown", () => this.skip(), { capture: true });
    this.node.addEventListener("keydown", () => this.skip(), { capture: true });
    this.node.addEventListener("click", (event) => this.sift(event), { capture: true });
    this.unwatched = () => document.hidden && this.skip();
    document.addEventListener("visibilitychange", this.unwatched);
  }

  /** Take the table away. */
  close() {
    this.telling += 1;
    this.motion.hurry();
    document.removeEventListener("visibilitychange", this.unwatched);
    this.node.remove();
  }

  // ── State in ──────────────────────────────────────────────────────────────────────────────────

  /**
   * The whole state: shown at once.
   *
   * @param {import("./protocol.js").Hello} message
   */
  hello(message) {
    this.persons = message.players.map((player, seat) => ({
      me: seat === message.seat,
      name: seat === message.seat ? say("you") : isolated(player.name),
      bot: player.bot ? say("bot", { kind: player.bot.split("/")[0] ?? "" }) : "",
    }));
    this.telling += 1;
    this.queue = [];
    this.unseen = [];
    this.playing = false;
    this.motion.hurry();
    this.settle(message.view, message.seq);
  }

  /**
   * What happened since: told event by event, after what is being told already.
   *
   * @param {import("./protocol.js").Update} message
   */
  update(message) {
    this.queue.push(message);
    this.unseen.push(...message.events);
    this.node.dataset["still"] = "no";
    if (!this.playing) void this.tellAll();
  }

  /** @param {import("./protocol.js").Refused} message */
  refused(message) {
    if (message.reason === "stale") return; // A fresh state follows and speaks for itself.
    this.note = refusal(message.reason, message.params, this.people);
    if (this.scene?.legal?.type === "play") this.picks.card = null;
    this.draw();
  }

  /** @param {boolean} waiting */
  waiting(waiting) {
    this.node.dataset["busy"] = waiting ? "yes" : "no";
  }

  /** @param {boolean} open */
  line(open) {
    this.node.dataset["line"] = open ? "open" : "lost";
    this.net.hidden = open;
  }

  async tellAll() {
    const telling = this.telling;
    this.playing = true;
    for (let update = this.queue[0]; update; update = this.queue[0]) {
      for (const [index, event] of update.events.entries()) {
        if (!this.scene || this.motion.off) break;
        const rest = update.events.slice(index + 1);
        const now = before(this.scene, event);
        await stage(this, now, event, after(now, event, update.view, rest));
        if (this.telling !== telling) return;
        this.unseen.shift();
      }
      this.queue.shift();
      this.unseen = this.queue.flatMap((later) => later.events);
      this.scene = update.view;
      this.seq = update.seq;
    }
    this.playing = false;
    if (this.scene) this.settle(this.scene, this.seq);
  }

  /**
   * Bring everything that moves to its end. The click that does so decides only about what had been
   * shown already: a card that another one plays meanwhile may change everything.
   */
  skip() {
    this.blind = this.playing && this.unseen.slice(1).some((event) => event.type !== "trick");
    if (this.playing) this.motion.hurry();
  }

  /**
   * Let no decision pass that was begun before all was shown.
   *
   * @param {MouseEvent} event
   */
  sift(event) {
    const blind = this.blind || this.playing;
    this.blind = false;
    if (!blind || !(event.target instanceof Element) || !event.target.closest(".hand, .say, .tray")) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /**
   * @param {View} scene
   * @param {number} seq
   */
  settle(scene, seq) {
    this.motion.calm();
    this.scene = scene;
    this.seq = seq;
    this.note = null;
    this.picks.follow(scene);
    this.draw();
    this.node.dataset["still"] = "yes";
    this.intents.settled(scene);
  }

  // ── Drawing ───────────────────────────────────────────────────────────────────────────────────

  /**
   * Show a scene that is not the last word: while something is told.
   *
   * @param {View} scene
   * @param {TableEvent} [event] what is being told
   */
  pass(scene, event) {
    this.note = event ? told(this.scene ?? scene, event, this.people) ?? this.note : this.note;
    this.scene = scene;
    this.draw();
  }

  draw() {
    const scene = this.scene;
    if (!scene) return;
    const { picks, people } = this;
    Object.assign(this.node.dataset, {
      seq: String(this.seq), phase: scene.phase, turn: scene.turn === null ? "" : String(scene.turn),
      legal: scene.legal?.type ?? "", deal: String(scene.deal), trick: String(scene.tricks.length + 1), viewer: String(scene.viewer ?? ""),
    });
    this.drawHeading(scene);
    for (const seat of SEATS) this.drawSeat(scene, seat);
    const tray = trayOf(scene) !== null;
    this.mat.show(scene, people, tray);
    showTray(this.mat.tray, scene, picks, people, this.choices());
    this.hand.show(handLook(scene, picks));
    this.shelf.show(scene, people);
    this.drawSaying(scene);
  }

  /** @param {View} scene */
  drawHeading(scene) {
    const values = scene.rules.values;
    const between = scene.phase === "dealing" || scene.phase === "over";
    const n = scene.played + (between && scene.played ? 0 : 1);
    const all = values["end"] === "deals" ? Number(values["deals"]) : 0;
    write(this.where, all ? say("where-deal-of", { n, all }) : say("where-deal", { n }));
    const debts = scene.debts.reduce((sum, debt) => sum + debt.count, 0);
    write(this.stand, say("where", {
      phase: scene.phase, trick: Math.min(scene.tricks.length + 1, 16), kitty: values["kitty"] ?? "",
      n: scene.gives.length + 1, all: scene.gives.length + debts,
    }));
  }

  /**
   * @param {View} scene
   * @param {Seat} seat
   */
  drawSeat(scene, seat) {
    const between = scene.phase === "dealing";
    this.plates[this.side(seat)].show({
      person: this.people(seat),
      target: scene.targets[seat] ?? 0,
      won: between ? 0 : (scene.won[seat] ?? 0),
      total: scene.totals[seat] ?? 0,
      cards: scene.counts[seat] ?? 0,
      turn: scene.turn === seat,
      declarer: scene.declarer === seat,
      dealer: scene.dealer === seat,
    });
  }

  /** @param {View} scene */
  drawSaying(scene) {
    const shown = this.shelf.open;
    const told = this.note ?? sentence(scene, this.picks, this.people);
    this.status.hidden = shown;
    tell(this.status, told.id, told.args);
    const wanted = this.playing ? null : button(scene, this.picks, this.people);
    this.main.hidden = wanted === null;
    if (!wanted) return;
    write(this.main, say(wanted.id, wanted.args));
    this.main.className = wanted.open ? "btn btn--turn" : "btn";
    set(this.main, { "aria-disabled": wanted.open ? null : "true" });
  }

  // ── Intents out ───────────────────────────────────────────────────────────────────────────────

  /** @returns {import("./trays.js").Choices} */
  choices() {
    const pick = (/** @type {() => void} */ change) => {
      this.note = null;
      change();
      this.draw();
    };
    return {
      down: (seat) => pick(() => { this.picks.down = seat; this.picks.suit = null; }),
      suit: (suit) => this.chooseSuit(suit, pick),
      contract: (contract) => {
        const legal = this.scene?.legal;
        if (legal?.type !== "announce") return;
        if (legal.contracts.includes(contract)) pick(() => { this.picks.contract = contract; });
        else this.intents.act({ type: "announce", contract }); // The server says why not.
      },
      mark: (card) => pick(() => this.picks.mark(card)),
    };
  }

  /**
   * @param {string} suit
   * @param {(change: () => void) => void} pick
   */
  chooseSuit(suit, pick) {
    const legal = this.scene?.legal;
    if (legal?.type !== "draw" || this.picks.down === null) return;
    const open = legal.choices.find(({ down }) => down === this.picks.down)?.suits[suit];
    if (open) pick(() => { this.picks.suit = suit; });
    else this.intents.act({ type: "draw", down: this.picks.down, suit });
  }

  /**
   * A card of the hand was clicked.
   *
   * @param {string} card
   * @param {MouseEvent} event
   */
  chooseCard(card, event) {
    const legal = this.scene?.legal;
    if (this.node.dataset["busy"] === "yes") return;
    if (legal?.type === "play" && this.clickedTwice(event)) return;
    switch (legal?.type) {
      case "play":
        if (legal.cards.includes(card)) this.picks.card = card;
        this.intents.act({ type: "play", card });
        break;
      case "give":
        if (this.picks.card === card) return this.confirm();
        this.picks.card = card;
        break;
      case "draw":
        return this.chooseSuit(card.charAt(0), (change) => { change(); this.note = null; this.draw(); });
      case "discard":
        this.layAway(card, legal.count);
        break;
      default:
        if (this.scene?.phase === "play" && this.scene.viewer !== null) this.intents.act({ type: "play", card });
        return;
    }
    this.note = null;
    this.draw();
  }

  /**
   * Whether a click is the second of a double click: that is no second decision, it would play the
   * neighbour that slid under the pointer. The browser's own count begins anew where the element
   * has changed, so place and time are looked at as well.
   *
   * @param {MouseEvent} event
   */
  clickedTwice(event) {
    if (event.detail === 0) return false; // By key.
    const { x, y, at } = this.played;
    this.played = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const mouse = !("pointerType" in event) || event.pointerType === "mouse";
    const near = Math.hypot(event.clientX - x, event.clientY - y) < TWICE_PX;
    return (mouse && event.detail > 1) || (near && event.timeStamp - at < TWICE_MS);
  }

  /**
   * @param {string} card
   * @param {number} count
   */
  layAway(card, count) {
    const scene = this.scene;
    if (scene && swaps(scene)) this.picks.swap(card);
    else if (!this.picks.toggle(card, count)) this.intents.act({ type: "discard", cards: [...this.picks.away, card] });
  }

  /** The main button. */
  confirm() {
    const { picks, scene } = this;
    switch (scene?.legal?.type) {
      case "give":
        if (picks.card) this.intents.act({ type: "give", card: picks.card });
        break;
      case "draw":
        if (picks.suit && picks.down !== null) this.intents.act({ type: "draw", down: picks.down, suit: picks.suit });
        break;
      case "announce":
        if (picks.contract) this.intents.act({ type: "announce", contract: picks.contract });
        break;
      case "discard":
        this.intents.act({ type: "discard", cards: picks.away });
        break;
      default:
        if (scene && wasPassed(scene)) this.intents.next();
    }
  }
}
