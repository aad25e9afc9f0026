/**
 * Words: every sentence that people read comes from here.
 *
 * Messages live in Fluent files, the same ones that `sergeantmajor.words` reads in Python. A handful of functions
 * turn codes into words inside a sentence, each through a message of the same file:
 * `SUIT($suit, case: "singular")` formats the message `suit` with `$suit` and `$case`. What the
 * cases are is each language's own business (docs/decisions/0040-suits-and-cards-in-words.md).
 *
 * A sentence may mark a part with `<b>…</b>` or `<chip>…</chip>`; `parts` splits it, and whoever
 * shows it draws the parts. Nothing from a message is ever read as HTML.
 */
import { FluentBundle, FluentResource } from "@fluent/bundle";

/** @typedef {Record<string, string | number>} Args */
/** @typedef {{ tag: "" | "b" | "chip", text: string }} Part */

/** Functions, and the message and argument through which each speaks. */
const FUNCTIONS = /** @type {const} */ ({
  SUIT: ["suit", "suit"],
  CONTRACT: ["contract", "contract"],
  RANK: ["rank", "rank"],
  CARD: ["card", "card"],
  COUNT: ["count-word", "n"],
});

/** @type {FluentBundle | undefined} */
let bundle;

/**
 * Read the words of a language. Must be done before anything is said.
 *
 * @param {string} language a file name without its suffix
 * @param {string} source the text of the file
 */
export function read(language, source) {
  const functions = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, [message, argument]]) => [
      name,
      /** @type {import("@fluent/bundle").FluentFunction} */
      ([value], { case: form }) => {
        const plain = value instanceof Object ? value.valueOf() : value;
        return say(message, { ...split(argument, plain), case: String(form?.valueOf() ?? "") });
      },
    ]),
  );
  // Isolating marks keep numbers and Latin names in their places where text runs from right to left.
  const useIsolating = /^direction = rtl$/m.test(source);
  bundle = new FluentBundle(language, { functions: { ...functions, SIGNED: signed }, useIsolating });
  const errors = bundle.addResource(new FluentResource(source));
  if (errors.length) console.error(errors);
  document.documentElement.lang = language;
  document.documentElement.dir = useIsolating ? "rtl" : "ltr";
}

/**
 * The arguments of a function's message: a card also as its suit and rank.
 *
 * @param {string} argument
 * @param {unknown} value
 * @returns {Args}
 */
function split(argument, value) {
  if (argument === "card") {
    const card = String(value);
    return { suit: card.charAt(0), rank: card.charAt(1) };
  }
  return { [argument]: argument === "n" ? Number(value) : String(value) };
}

/** @type {import("@fluent/bundle").FluentFunction} */
function signed([value]) {
  return signedNumber(Number(value instanceof Object ? value.valueOf() : value));
}

/**
 * A number with its sign, in the language's digits: `+2`, `0`, `−3` with a true minus.
 *
 * @param {number} number
 */
export function signedNumber(number) {
  const format = new Intl.NumberFormat(bundle?.locales[0] ?? "en", { signDisplay: "exceptZero" });
  return format.format(number).replace("-", "\u2212");
}

/**
 * A name in a script that may run against the sentence, kept together.
 *
 * @param {string} name
 */
export const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);

/** @param {string} id */
export function has(id) {
  return Boolean(bundle?.hasMessage(id));
}

/**
 * The text of a message, without marks.
 *
 * @param {string} id
 * @param {Args} [args]
 */
export function say(id, args) {
  return raw(id, args).replace(/<\/?(?:b|chip)>/g, "");
}

/**
 * The text of a message, split at its marks.
 *
 * @param {string} id
 * @param {Args} [args]
 * @returns {Part[]}
 */
export function parts(id, args) {
  return raw(id, args)
    .split(/(<(?:b|chip)>.*?<\/(?:b|chip)>)/)
    .filter(Boolean)
    .map((text) => {
      const marked = /^<(b|chip)>(.*)<\/\1>$/.exec(text);
      if (!marked) return { tag: "", text };
      return { tag: /** @type {"b" | "chip"} */ (marked[1]), text: marked[2] ?? "" };
    });
}

/**
 * A missing message shows its name: ugly, harmless, and found by the tests through the console.
 *
 * @param {string} id
 * @param {Args} [args]
 */
function raw(id, args) {
  const pattern = bundle?.getMessage(id)?.value;
  if (!bundle || !pattern) {
    console.error(`no words for ${id}`);
    return id;
  }
  /** @type {Error[]} */
  const errors = [];
  const text = bundle.formatPattern(pattern, args ?? null, errors);
  if (errors.length) console.error(id, ...errors);
  return text;
}
