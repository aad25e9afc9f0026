/** The first page: three doors, and the matches that wait. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { open, recordPath, Refusal, tables } from "./api.js";
import { TableOptions } from "./options.js";
import { openPreferences } from "./preferences.js";
import { failureText, presetAbout, presetTitle, rulesTitle } from "./rulewords.js";
import { setWanted, wanted } from "./settings.js";
import { Drawing, html } from "./view.js";
import { say, signedNumber } from "./words.js";

/** @typedef {import("./protocol.js").TableSummary} TableSummary */

/** Unfinished matches that are listed at once. */
const SHOWN = 3;

/**
 * @param {HTMLElement} page
 * @param {(path: string) => void} go
 * @returns {() => void} leave it
 */
export function showHome(page, go) {
  document.body.className = "app app--home";
  page.replaceChildren();
  render(html`<${Home} go=${go} />`, page);
  return () => render(null, page);
}

/** @param {{ go: (path: string) => void }} props */
function Home({ go }) {
  const [choosing, setChoosing] = useState(false);
  const [mine, setMine] = useState(/** @type {TableSummary[]} */ ([]));
  const [failure, setFailure] = useState("");
  const [opening, setOpening] = useState(false);
  useEffect(() => {
    tables().then((answer) => setMine(answer.tables), () => setMine([]));
  }, []);

  /** @param {import("./settings.js").Wanted} settings */
  async function start(settings) {
    if (opening) return; // The second click of a double click opens no second table.
    setOpening(true);
    setFailure("");
    setWanted(settings);
    try {
      const { table } = await open({ ...settings, name: settings.name.trim() || say("name-default") });
      go(`/table/${table}`);
    } catch (error) {
      setOpening(false);
      if (!(error instanceof Refusal)) throw error;
      setFailure(failureText(error));
    }
  }

  if (choosing) return html`<${TableOptions} start=${start} busy=${opening} failure=${failure} back=${() => setChoosing(false)} />`;
  const last = wanted();
  const other = last.preset === "fifteen-deals" ? "ten-points" : "fifteen-deals";
  const bots = [...new Set(last.bots)].map((kind) => say("bots", { kind }));
  return html`<main class="home">
    <header class="home__head">
      <svg class="mark" viewBox="0 0 64 56" aria-hidden="true"><use href="#mark" /></svg>
      <div><h1 class="title">${say("game")}</h1><p>${say("home-about")}</p></div>
    </header>
    <nav class="doors" aria-label=${say("home-start")}>
      <${Door} suit="s" index="8" name="play" title=${say("door-play")} about=${say("door-play-about")} busy=${opening}
        note=${[rulesTitle(textOf(last)), ...bots].join(say("list-dot"))} press=${() => start(last)} />
      <${Door} suit="h" index="5" name="other" title=${presetTitle(other)} about=${presetAbout(other)} busy=${opening}
        press=${() => start({ ...last, preset: other, options: {} })} />
      <${Door} suit="d" index="3" name="options" title=${say("door-options")} about=${say("door-options-about")} busy=${opening}
        press=${() => setChoosing(true)} />
    </nav>
    ${failure && html`<p class="trouble" role="alert">${failure}</p>`}
    <nav class="home__more" aria-label=${say("home-matches")}>
      <${Matches} tables=${mine} go=${go} />
      <ul role="list"><li><button type="button" class="btn btn--quiet" onClick=${openPreferences}><${Drawing} name="icon-gear" />${say("preferences")}</button></li></ul>
    </nav>
  </main>`;
}

/** @param {import("./settings.js").Wanted} settings */
const textOf = ({ preset, options }) => [preset, ...Object.entries(options).map((entry) => entry.join("="))].join(" ");

/** @param {{ suit: string, index: string, name: string, title: string, about: string, note?: string, busy: boolean, press: () => void }} props */
function Door({ suit, index, name, title, about, note, busy, press }) {
  return html`<button type="button" class=${`door card--${suit}`} data-do=${name} aria-disabled=${busy} onClick=${press}>
    <span class="door__index" aria-hidden="true">${index}<${Drawing} name=${`suit-${suit}`} kind="suit" /></span>
    <${Drawing} name=${`suit-${suit}`} kind="door__pip" box="0 0 32 32" />
    <span class="door__text"><b class="title">${title}</b><span>${about}</span>${note && html`<small>${note}</small>`}</span>
  </button>`;
}

/**
 * Matches to take up again, and those that are over.
 *
 * @param {{ tables: TableSummary[], go: (path: string) => void }} props
 */
function Matches({ tables, go }) {
  const [all, setAll] = useState(false);
  const open = tables.filter((table) => !table.over);
  const over = tables.filter((table) => table.over);
  const shown = all ? open : open.slice(0, SHOWN);
  return html`
    ${shown.map((table, place) => html`<${Resume} key=${table.table} ...${{ table, go, first: place === 0 }} />`)}
    ${open.length > shown.length && html`<button type="button" class="btn btn--quiet" onClick=${() => setAll(true)}>${say("resume-more", { n: open.length - shown.length })}</button>`}
    ${over.length > 0 && html`<details class="finished"><summary>${say("finished", { n: over.length })}</summary>
      <ul role="list">${over.map((table) => html`<li key=${table.table}>
        <a href=${`/table/${table.table}`} onClick=${follow(table, go)}>${rulesTitle(table.rules)}</a>
        <span>${result(table)}</span>
        <a href=${recordPath(table.table)} download>${say("record-get")}</a></li>`)}</ul></details>`}`;
}

/** @param {{ table: TableSummary, go: (path: string) => void, first: boolean }} props */
function Resume({ table, go, first }) {
  return html`<a class="resume" href=${`/table/${table.table}`} onClick=${follow(table, go)}>
    <${Drawing} name="icon-last" />
    <span><b>${first ? say("resume-title") : rulesTitle(table.rules)}</b>
      <small>${say("resume-about", { rules: rulesTitle(table.rules), n: table.played + 1 })}${say("list-dot")}${result(table)}</small></span>
    <${Drawing} name="icon-go" kind="icon icon--dir" />
  </a>`;
}

/** @param {TableSummary} table */
const result = (table) =>
  table.players
    .map((player, seat) => say("name-value", { name: player.bot ? player.name : say("you"), value: signedNumber(table.totals[seat] ?? 0) }))
    .join(say("list-dot"));

/**
 * @param {TableSummary} table
 * @param {(path: string) => void} go
 */
function follow(table, go) {
  return (/** @type {MouseEvent} */ event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(`/table/${table.table}`);
  };
}
