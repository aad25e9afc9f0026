/** How the page looks and how fast it moves: a dialog, changed at once, remembered by this browser. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { el } from "./dom.js";
import { look, LOOKS, setLook } from "./settings.js";
import { html, Segments, Top } from "./view.js";
import { say } from "./words.js";

/** Open the dialog; focus goes back where it was when it is closed. */
export function openPreferences() {
  const dialog = el("dialog", "dialog");
  dialog.setAttribute("aria-label", say("preferences"));
  document.body.append(dialog);
  render(html`<${Preferences} close=${() => dialog.close()} />`, dialog);
  dialog.addEventListener("close", () => {
    render(null, dialog);
    dialog.remove();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.showModal();
}

/** @param {{ close: () => void }} props */
function Preferences({ close }) {
  const [now, setNow] = useState(look());
  return html`<div class="dialog__in">
    <${Top} title=${say("preferences")} back=${close} />
    ${/** @type {(keyof typeof LOOKS)[]} */ (Object.keys(LOOKS)).map((name) => html`<div class="rowset" key=${name}>
      <span>${say(`look-${name}`)}</span>
      <${Segments} name=${name} label=${say(`look-${name}`)} value=${now[name]}
        choices=${LOOKS[name].map((value) => ({ value, text: say(`look-${name}-${value}`) }))}
        choose=${(/** @type {string} */ value) => {
          setLook({ [name]: value });
          setNow({ ...now, [name]: value });
        }} />
    </div>`)}
  </div>`;
}
