/** Preact and htm, and the few parts that several pages share. */
import { html } from "htm/preact";
import { parts, say } from "./words.js";

export { html };

/**
 * A drawing of the sprite.
 *
 * @param {{ name: string, kind?: string, box?: string }} props
 */
export function Drawing({ name, kind = "icon", box }) {
  return html`<svg class=${kind} viewBox=${box} aria-hidden="true"><use href=${`#${name}`} /></svg>`;
}

/**
 * A sentence with its marked parts drawn.
 *
 * @param {{ id: string, args?: import("./words.js").Args }} props
 */
export function Words({ id, args }) {
  return html`${parts(id, args).map((part) => (part.tag ? html`<b>${part.text}</b>` : part.text))}`;
}

/**
 * One of a few, in one frame.
 *
 * @template {string} T
 * @param {{ name: string, label: string, value: T, choices: readonly { value: T, text: string }[], choose: (value: T) => void }} props
 */
export function Segments({ name, label, value, choices, choose }) {
  return html`<div class="seg" role="radiogroup" aria-label=${label}>
    ${choices.map((choice) => html`<label key=${choice.value}>
      <input type="radio" name=${name} value=${choice.value} checked=${choice.value === value} onChange=${() => choose(choice.value)} />
      <span>${choice.text}</span>
    </label>`)}
  </div>`;
}

/**
 * The head of a sheet: a way back, and its title.
 *
 * @param {{ title: string, back?: () => void, href?: string }} props
 */
export function Top({ title, back, href }) {
  const inside = html`<${Drawing} name="icon-back" kind="icon icon--dir" />`;
  return html`<header class="top">
    ${back && html`<button type="button" class="btn btn--icon btn--quiet" aria-label=${say("back")} onClick=${back}>${inside}</button>`}
    ${href && html`<a class="btn btn--icon btn--quiet" href=${href} aria-label=${say("back")}>${inside}</a>`}
    <h1 class="title" tabindex="-1">${title}</h1>
  </header>`;
}

/**
 * Bars for tricks taken and owed, as on the plates.
 *
 * @param {{ won: number, target: number }} props
 */
export function Tally({ won, target }) {
  return html`<div class="tally" aria-hidden="true">
    ${Array.from({ length: Math.max(won, target) }, (_, place) => html`<i class=${place >= target ? (place === target ? "extra first" : "extra") : place < won ? "on" : ""} />`)}
  </div>`;
}
