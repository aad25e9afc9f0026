/**
 * Setting a table: rule set, single rules, name, opponents, first declarer. What may stand together
 * is asked of the server after every change; what may not is explained and keeps the table closed.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "./api.js";
import { optionAbout, optionTitle, presetAbout, presetTitle, problemText, valueTitle } from "./rulewords.js";
import { setWanted, wanted } from "./settings.js";
import { Drawing, html, Segments, Top } from "./view.js";
import { say } from "./words.js";

/** @typedef {import("./settings.js").Wanted} Wanted */
/** @typedef {import("./protocol.js").OptionSpec} OptionSpec */
/** @typedef {import("./protocol.js").Problem} Problem */

/** A rule that lapses with another is given up, where it was not what was just changed. */
const LAPSES = new Set(["rules-no-exchange", "rules-draw-order", "rules-unused", "rules-unused-ties"]);

/** By group, in the order in which a newcomer would ask. */
const GROUPS = /** @type {const} */ ([
  ["end", ["end", "points", "deals", "tricks", "ties"]],
  ["roles", ["targets", "direction", "dealer", "lead"]],
  ["contract", ["contracts", "once", "passes", "phases"]],
  ["kitty", ["kitty", "kitty-open"]],
  ["exchange", ["exchange", "order-up", "order-down", "nt-cancels"]],
  ["play", ["must-trump", "must-beat"]],
]);

/** @param {{ start: (settings: Wanted) => void, back: () => void, busy: boolean, failure: string }} props */
export function TableOptions({ start, back, busy, failure }) {
  const [settings, setSettings] = useState(wanted());
  const [rules, setRules] = useState(/** @type {import("./protocol.js").RulesList | null} */ (null));
  const [bots, setBots] = useState(/** @type {string[]} */ ([]));
  const [values, setValues] = useState(/** @type {import("./protocol.js").Options} */ ({}));
  const [problems, setProblems] = useState(/** @type {Problem[]} */ ([]));
  const [lost, setLost] = useState(false);
  const asked = useRef(0);

  useEffect(() => {
    Promise.all([api.rules(), api.bots()]).then(([list, answer]) => {
      setRules(list);
      setBots(answer.bots);
      void change(settings, "", list);
    }, () => setLost(true));
  }, []);

  /**
   * Take a change up and ask whether it holds.
   *
   * @param {Wanted} next
   * @param {string} key the option just changed
   * @param {import("./protocol.js").RulesList | null} list
   */
  async function change(next, key, list = rules) {
    setSettings(next);
    const turn = ++asked.current;
    const preset = list?.presets.find((found) => found.name === next.preset)?.values ?? {};
    setValues({ ...preset, ...next.options });
    try {
      let options = next.options;
      let answer = await api.check(next.preset, options);
      const lapsed = answer.problems.filter(({ code, params }) => LAPSES.has(code) && params["option"] !== key);
      if (lapsed.length) {
        options = without(options, lapsed);
        answer = await api.check(next.preset, options);
      }
      // Where options contradict each other, the others still want showing: as they are without.
      const found = answer.values ?? (await api.check(next.preset, without(options, answer.problems))).values;
      if (turn !== asked.current) return; // A later change has been made meanwhile.
      // Name and bots may have been changed meanwhile: only the options are settled here.
      setSettings((now) => ({ ...now, options }));
      setProblems(answer.problems);
      setLost(false);
      setValues({ ...(found ?? preset), ...options });
      if (answer.ok) setWanted({ ...wanted(), preset: next.preset, options });
    } catch {
      setLost(true);
    }
  }

  /** @param {string} key @param {string} value */
  function set(key, value) {
    const preset = rules?.presets.find(({ name }) => name === settings.preset)?.values[key];
    const others = Object.entries(settings.options).filter(([name]) => name !== key);
    void change({ ...settings, options: Object.fromEntries(preset === value ? others : [...others, [key, value]]) }, key);
  }

  const specs = new Map((rules?.options ?? []).map((spec) => [spec.key, spec]));
  const dead = busy || problems.length > 0 || rules === null;
  return html`<main class="sheet sheet--wide" data-sheet="options">
    <${Top} title=${say("options-title")} back=${back} />
    ${lost && html`<p class="trouble" role="alert">${say("error-unreachable")}</p>`}
    ${failure && html`<p class="trouble" role="alert">${failure}</p>`}
    <div class="panels">
        <${Presets} ...${{ rules, settings }} choose=${(/** @type {string} */ preset) => change({ ...settings, preset, options: {} }, "")} />
        <${People} ...${{ settings, bots }} change=${(/** @type {Wanted} */ next) => {
          setSettings(next);
          setWanted({ ...wanted(), name: next.name, bots: next.bots, declarer: next.declarer });
        }} />
      ${GROUPS.map(([group, keys]) => html`<${Group} key=${group} ...${{ group, specs, values, problems, set }}
        keys=${keys.filter((key) => values[key] !== null && values[key] !== undefined)} />`)}
    </div>
    <div class="foot">
      <div class="foot__why" role="status">${problems.map((problem) => html`<p class="trouble"><${Drawing} name="icon-warn" />${problemText(problem)}</p>`)}</div>
      ${Object.keys(settings.options).length > 0 && html`<button type="button" class="btn" data-do="reset" onClick=${() => change({ ...settings, options: {} }, "")}>${say("options-reset")}</button>`}
      <button type="button" class="btn btn--main" data-do="start" aria-disabled=${dead} onClick=${() => !dead && start(settings)}>${say("options-start")}</button>
    </div>
  </main>`;
}

/**
 * Options but for those that problems are about.
 *
 * @param {Record<string, string>} options
 * @param {Problem[]} problems
 */
function without(options, problems) {
  const named = problems.map(({ params }) => params["option"]);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !named.includes(name)));
}

/** @param {{ rules: import("./protocol.js").RulesList | null, settings: Wanted, choose: (preset: string) => void }} props */
function Presets({ rules, settings, choose }) {
  return html`<fieldset class="panel"><legend class="title">${say("options-rules")}</legend>
    ${(rules?.presets ?? []).map(({ name }) => html`<label class="sw sw--one" key=${name}>
      <span><b>${presetTitle(name)}</b><small>${presetAbout(name)}</small></span>
      <input type="radio" name="preset" value=${name} checked=${settings.preset === name} onChange=${() => choose(name)} /><i aria-hidden="true"></i>
    </label>`)}
  </fieldset>`;
}

/** @param {{ settings: Wanted, bots: string[], change: (next: Wanted) => void }} props */
function People({ settings, bots, change }) {
  const seats = [say("you"), say("options-left"), say("options-right")];
  const declarer = settings.declarer === null ? "drawn" : String(settings.declarer);
  return html`<fieldset class="panel"><legend class="title">${say("options-people")}</legend>
    <label class="rowset"><span>${say("options-name")}</span>
      <input class="field" type="text" name="name" maxlength="24" autocomplete="nickname" placeholder=${say("name-default")} value=${settings.name}
        onInput=${(/** @type {InputEvent} */ event) => change({ ...settings, name: inputValue(event) })} /></label>
    ${[0, 1].map((place) => html`<div class="rowset" key=${place}>
      <span>${say("options-bot", { side: place ? "right" : "left" })}</span>
      <${Segments} name=${`bot-${place}`} label=${say("options-bot", { side: place ? "right" : "left" })} value=${settings.bots[place] ?? ""}
        choices=${bots.map((kind) => ({ value: kind, text: say("bot", { kind }) }))}
        choose=${(/** @type {string} */ kind) => change({ ...settings, bots: settings.bots.map((other, at) => (at === place ? kind : other)) })} />
    </div>`)}
    <div class="rowset"><span>${say("options-declarer")}</span>
      <${Segments} name="declarer" label=${say("options-declarer")} value=${declarer}
        choices=${[{ value: "drawn", text: say("options-drawn") }, ...seats.map((text, seat) => ({ value: String(seat), text }))]}
        choose=${(/** @type {string} */ seat) => change({ ...settings, declarer: seat === "drawn" ? null : /** @type {import("./protocol.js").Seat} */ (Number(seat)) })} />
    </div>
  </fieldset>`;
}

/** @param {InputEvent | Event} event */
const inputValue = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/**
 * @typedef {object} GroupProps
 * @property {string} group
 * @property {readonly string[]} keys
 * @property {Map<string, OptionSpec>} specs
 * @property {import("./protocol.js").Options} values
 * @property {Problem[]} problems
 * @property {(key: string, value: string) => void} set
 */

/** @param {GroupProps} props */
function Group({ group, keys, specs, values, problems, set }) {
  const rows = keys.flatMap((key) => specs.get(key) ?? []);
  return rows.length > 0 && html`<fieldset class="panel"><legend class="title">${say(`options-group-${group}`)}</legend>
    ${rows.map((spec) => {
      const trouble = problems.filter(({ params }) => params["option"] === spec.key || params["other"] === spec.key);
      return html`<${OptionRow} key=${spec.key} ...${{ spec, trouble, set }} value=${values[spec.key] ?? ""} />`;
    })}
  </fieldset>`;
}

/** @param {{ spec: OptionSpec, value: string, trouble: Problem[], set: (key: string, value: string) => void }} props */
function OptionRow({ spec, value, trouble, set }) {
  const { key } = spec;
  const about = html`<span><b>${optionTitle(key)}</b><small>${optionAbout(key)}</small>
    ${trouble.map((problem) => html`<small class="trouble">${problemText(problem)}</small>`)}</span>`;
  const yesNo = spec.values?.length === 2 && spec.values.includes("yes");
  if (yesNo) {
    return html`<label class="sw" data-option=${key}>${about}
      <input type="checkbox" role="switch" checked=${value === "yes"} onChange=${() => set(key, value === "yes" ? "no" : "yes")} /><i aria-hidden="true"></i></label>`;
  }
  if (spec.values?.length) {
    return html`<div class="rowset rowset--option" data-option=${key}>${about}
      <${Segments} name=${key} label=${optionTitle(key)} value=${value} choices=${spec.values.map((one) => ({ value: one, text: valueTitle(key, one) }))}
        choose=${(/** @type {string} */ one) => set(key, one)} /></div>`;
  }
  if (key === "contracts") return html`<div class="rowset rowset--option" data-option=${key}>${about}<${Contracts} value=${value} set=${(/** @type {string} */ one) => set(key, one)} /></div>`;
  const number = spec.kind === "number";
  return html`<label class="rowset rowset--option" data-option=${key}>${about}
    <${Field} ...${{ spec, number, value }} set=${(/** @type {string} */ one) => set(key, one)} /></label>`;
}

/**
 * A value that is typed. What is being typed stays, whatever is drawn anew meanwhile.
 *
 * @param {{ spec: OptionSpec, number: boolean, value: string, set: (value: string) => void }} props
 */
function Field({ spec, number, value, set }) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return html`<input class="field field--short" type=${number ? "number" : "text"} inputmode=${number ? "numeric" : "text"}
    name=${spec.key} min=${spec.least} max=${spec.most} value=${draft}
    onInput=${(/** @type {Event} */ event) => setDraft(inputValue(event))} onChange=${(/** @type {Event} */ event) => set(inputValue(event).trim())} />`;
}

/** @param {{ value: string, set: (value: string) => void }} props */
function Contracts({ value, set }) {
  return html`<div class="checks">${[..."SHDCN"].map((contract) => html`<label key=${contract}>
    <input type="checkbox" checked=${value.includes(contract)}
      onChange=${() => set([..."SHDCN"].filter((one) => value.includes(one) !== (one === contract)).join(""))} />
    <span>${say("contract-title", { contract })}</span></label>`)}</div>`;
}
