/** Rule sets and their options in words. */
import { has, say } from "./words.js";

/** @param {string} preset */
export const presetTitle = (preset) => (has(`preset-${preset}`) ? say(`preset-${preset}`) : preset);

/** @param {string} preset */
export const presetAbout = (preset) => (has(`preset-${preset}-about`) ? say(`preset-${preset}-about`) : "");

/** @param {string} key */
export const optionTitle = (key) => (has(`option-${key}`) ? say(`option-${key}`) : key);

/** @param {string} key */
export const optionAbout = (key) => (has(`option-${key}-about`) ? say(`option-${key}-about`) : "");

/**
 * A value of an option.
 *
 * @param {string} key
 * @param {string} value
 */
export function valueTitle(key, value) {
  if (has(`value-${key}-${value}`)) return say(`value-${key}-${value}`);
  if (value === "yes" || value === "no") return say(`value-${value}`);
  if (key === "contracts" && /^[SHDCN]+$/.test(value)) {
    return new Intl.ListFormat(document.documentElement.lang, { type: "unit" }).format([...value].map((contract) => say("contract-title", { contract })));
  }
  return value;
}

/**
 * Why a choice of options is no rule set.
 *
 * @param {import("./protocol.js").Problem} problem
 */
export function problemText({ code, params }) {
  /** @type {import("./words.js").Args} */
  const args = { ...params };
  for (const [name, value] of [["option", "value"], ["other", "other_value"]]) {
    const key = name && params[name];
    if (!name || !value || !key) continue;
    args[name] = optionTitle(key);
    args[`${name}-key`] = key;
    if (params[value] !== undefined) args[value] = valueTitle(key, params[value]);
  }
  return has(code) ? say(code, args) : say("rules-other", { code });
}

/**
 * Why a table was not opened.
 *
 * @param {import("./protocol.js").Problem} refusal
 */
export function failureText(refusal) {
  if (refusal.code.startsWith("rules-")) return problemText(refusal);
  return say(has(`error-${refusal.code}`) ? `error-${refusal.code}` : "error-open", refusal.params);
}

/**
 * A rule set as it is written in records: `ten-points points=21`.
 *
 * @param {string} text
 */
export function rulesTitle(text) {
  const [preset = "", ...changes] = text.split(" ");
  return changes.length ? say("preset-changed", { preset: presetTitle(preset), n: changes.length }) : presetTitle(preset);
}
