/**
 * The line to one table. Whatever happens to it, the seat keeps its place: the line is taken up
 * again by itself, the whole state comes anew, and a command that was under way is sent again with
 * the same id, which the server carries out once.
 */
import { freshId } from "./dom.js";
import { PROTOCOL } from "./protocol.js";

/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").Command} Command */

/**
 * @typedef {object} Listener
 * @property {(message: import("./protocol.js").Hello) => void} hello
 * @property {(message: import("./protocol.js").Update) => void} update
 * @property {(message: import("./protocol.js").Refused) => void} refused
 * @property {(waiting: boolean) => void} waiting a command is under way
 * @property {(open: boolean) => void} line the line is there, or lost
 * @property {(code: string, params: Record<string, string>) => void} failed for good
 */

/** After these the line is not taken up again. */
const FINAL = new Set(["protocol", "unknown-table", "not-your-table"]);
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** Without an answer for so long the line counts as dead, though nobody closed it. */
const PATIENCE = 10_000;

export class Line {
  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Command | null} */
    this.pending = null;
    this.seq = -1;
    this.pause = FIRST_PAUSE;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.patience = undefined;
    this.closed = false;
    this.wake = () => {
      if (!this.closed && !this.socket && !document.hidden) this.open();
    };
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  /**
   * Ask for an action. One command at a time: while one is under way, nothing is sent.
   *
   * @param {import("./protocol.js").Action} action
   */
  act(action) {
    return this.command({ type: "act", id: freshId(), seq: this.seq, action });
  }

  /** Ask for the next cards. */
  next() {
    return this.command({ type: "next", id: freshId(), seq: this.seq });
  }

  /** Leave for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.socket = null;
  }

  /** @param {Command} command */
  command(command) {
    if (this.pending || this.seq < 0) return false;
    this.settle(command);
    this.send(command);
    return true;
  }

  /** @param {Command | null} pending */
  settle(pending) {
    this.pending = pending;
    clearTimeout(this.patience);
    if (pending) this.patience = setTimeout(() => this.socket?.close(), PATIENCE);
    this.listener.waiting(pending !== null);
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = `/api/tables/${encodeURIComponent(this.table)}/socket`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", protocol: PROTOCOL });
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      this.listener.line(false);
      this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  /** @param {ServerMessage} message */
  hear(message) {
    switch (message.type) {
      case "hello": {
        this.seq = message.seq;
        this.pause = FIRST_PAUSE;
        this.listener.line(true);
        this.listener.hello(message);
        if (this.pending) this.settle(this.pending), this.send(this.pending);
        break;
      }
      case "update":
        this.seq = message.seq;
        this.listener.update(message);
        break;
      case "ack":
        if (message.id === this.pending?.id) this.settle(null);
        break;
      case "refused":
        if (message.id !== this.pending?.id) break;
        this.settle(null);
        this.listener.refused(message);
        break;
      case "error":
        if (FINAL.has(message.code)) {
          this.close();
          this.listener.failed(message.code, message.params ?? {});
        } else if (message.code !== "closing") {
          this.pause = LONGEST_PAUSE;
        }
    }
  }
}
