/**
 * One match on the screen: the line to the server, the table, and the sheets that take its place
 * between two deals and at the end.
 */
import { render } from "preact";
import { el } from "./dom.js";
import { openPreferences } from "./preferences.js";
import { EndSheet, Failure, MatchSheet, ScoreSheet } from "./sheets.js";
import { wasPassed } from "./scene.js";
import { Line } from "./socket.js";
import { Table } from "./table.js";
import { html } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./protocol.js").View} View */

/**
 * Show a match in a node.
 *
 * @param {HTMLElement} page
 * @param {string} id
 * @param {{ home: () => void, again: () => Promise<void> }} ways
 * @returns {() => void} leave it
 */
export function showMatch(page, id, ways) {
  const sheet = el("div", "over");
  sheet.hidden = true;
  let asked = -1;
  let menu = false;

  const table = new Table(id, {
    act: (action) => line.act(action),
    next: () => line.next(),
    menu: () => {
      menu = true;
      if (table.scene) settled(table.scene);
    },
    preferences: openPreferences,
    settled,
  });
  const line = new Line(id, {
    hello: (message) => table.hello(message),
    update: (message) => table.update(message),
    refused: (message) => table.refused(message),
    waiting: (waiting) => table.waiting(waiting),
    line: (open) => table.line(open),
    failed: (code) => show(html`<${Failure} code=${code} home=${ways.home} />`),
  });
  page.replaceChildren(table.node, sheet);

  /** @param {unknown} content null: the table itself */
  function show(content) {
    const opened = content !== null && sheet.hidden;
    table.node.hidden = content !== null;
    sheet.hidden = content === null;
    document.body.className = content === null ? "app app--table" : "app";
    render(/** @type {import("preact").ComponentChild} */ (content), sheet);
    // The heading takes the focus, so that a key held down does not press the button below it.
    if (opened) /** @type {HTMLElement | null} */ (sheet.querySelector("h1"))?.focus({ preventScroll: true });
    if (opened) scrollTo(0, 0);
  }

  /** @param {View} scene */
  function settled(scene) {
    const people = table.people;
    const close = () => {
      menu = false;
      settled(/** @type {View} */ (table.scene));
    };
    document.title = say("page-title", { title: titleOf(scene) });
    if (menu) show(html`<${MatchSheet} ...${{ scene, people, id, close, home: ways.home }} />`);
    else if (scene.phase === "over") show(html`<${EndSheet} ...${{ scene, people, id, ...ways }} />`);
    else if (scene.phase === "dealing" && scene.played && !wasPassed(scene)) {
      show(html`<${ScoreSheet} ...${{ scene, people, home: ways.home, next: () => line.next() }} />`);
    } else show(null);
    // Nothing to read before the first deal: the cards come at once.
    if (scene.phase === "dealing" && scene.deal === 0 && scene.viewer !== null && asked < table.seq) {
      asked = table.seq;
      line.next();
    }
  }

  /** @param {View} scene */
  function titleOf(scene) {
    if (scene.phase === "over") return say("title-over");
    if (scene.phase === "dealing") return say("title-score");
    return scene.legal ? say("title-turn") : say("title-wait");
  }

  return () => {
    line.close();
    table.close();
    render(null, sheet);
    sheet.remove();
  };
}
