/** The start: words, pictures, and the page that the address asks for. */
import { Refusal, file, open } from "./api.js";
import { showHome } from "./home.js";
import { showMatch } from "./match.js";
import { apply, wanted } from "./settings.js";
import { read, say } from "./words.js";

/** Without words there is nothing to say a failure with: the page is asked for again, in milliseconds. */
const RETRY = 2000;

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
let leave = () => {};

/** Show what the address says. */
function route() {
  leave();
  const table = /^\/table\/([^/]+)$/.exec(location.pathname)?.[1];
  leave = table ? showMatch(page, decodeURIComponent(table), { home: () => go("/"), again }) : showHome(page, go);
  if (!table) document.title = say("page-title", { title: say("title-home") });
}

/**
 * Go to another page of ours; the back button leads here again.
 *
 * @param {string} path
 */
function go(path) {
  history.pushState(null, "", path + location.search);
  route();
}

/** Another match with the same settings. */
async function again() {
  const { table } = await open(wanted());
  go(`/table/${table}`);
}

/** @param {string} art */
function addSprite(art) {
  const sprite = new DOMParser().parseFromString(art, "image/svg+xml").documentElement;
  document.body.prepend(document.importNode(sprite, true));
}

/** Fetch what every page needs; as long as the server cannot be reached, again and again. */
async function start() {
  try {
    const [source, art] = await Promise.all([file("words/en.ftl"), file("img/art.svg")]);
    read("en", source);
    addSprite(art);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    setTimeout(() => void start(), RETRY);
    return;
  }
  addEventListener("popstate", route);
  route();
}

apply();
void start();
