/** Small helpers for the parts of the page that are drawn by hand. */
import { parts, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with classes and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/**
 * A drawing that shows one symbol of the sprite.
 *
 * @param {string} symbol
 * @param {string} className
 * @param {string} [viewBox]
 */
export function drawing(symbol, className, viewBox) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  if (viewBox) svg.setAttribute("viewBox", viewBox);
  svg.append(use(symbol));
  return svg;
}

/**
 * @param {string} symbol
 * @param {Record<string, number>} [place]
 */
export function use(symbol, place = {}) {
  const node = document.createElementNS(SVG, "use");
  node.setAttribute("href", `#${symbol}`);
  for (const [name, value] of Object.entries(place)) node.setAttribute(name, String(value));
  return node;
}

/** @param {string} name */
export const icon = (name) => drawing(`icon-${name}`, name === "back" || name === "go" || name === "swap" ? "icon icon--dir" : "icon");

/** @param {string} suit `S`, `H`, `D` or `C` */
export const suitSign = (suit) =>
  drawing(`suit-${suit.toLowerCase()}`, `suit is-${suit.toLowerCase()}`);

/**
 * Show a sentence in a node, its marked parts drawn. Leaves the node alone when it says so already.
 *
 * @param {HTMLElement} node
 * @param {string} id
 * @param {import("./words.js").Args} [args] `suit` is drawn in the chip
 */
export function tell(node, id, args) {
  const found = parts(id, args);
  const text = found.map((part) => part.text).join("");
  if (node.textContent?.replace(/\s+/g, " ") === text.replace(/\s+/g, " ")) return;
  node.replaceChildren(...found.map((part) => drawn(part, args)));
}

/**
 * @param {import("./words.js").Part} part
 * @param {import("./words.js").Args} [args]
 */
function drawn(part, args) {
  if (part.tag === "b") return el("strong", "", part.text);
  if (part.tag !== "chip") return part.text;
  const chip = el("span", "chip", part.text);
  const suit = args?.["suit"];
  if (typeof suit === "string" && "SHDC".includes(suit)) chip.prepend(suitSign(suit));
  return chip;
}

/**
 * @param {HTMLElement} node
 * @param {Record<string, string | null>} attributes null takes one away
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @returns {string} a fresh id; crypto.randomUUID is missing on plain http */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A button that is a drawing; its words are its name.
 *
 * @param {string} name
 * @param {string} id
 * @param {() => void} press
 */
export function iconButton(name, id, press) {
  const node = el("button", "btn btn--icon btn--quiet", icon(name));
  node.type = "button";
  set(node, { "aria-label": say(id), title: say(id) });
  node.addEventListener("click", press);
  return node;
}
