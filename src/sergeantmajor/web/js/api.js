/** Calls to the server, and what it refuses. */

/** A refusal in the server's codes; `words` says it as `error-CODE`. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string>} params
   */
  constructor(code, params) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body] a POST when given
 * @returns {Promise<T>}
 */
async function call(path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refusal("unreachable", {});
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.code ?? "unreachable", answer.params ?? {});
  return answer;
}

/** @returns {Promise<import("./protocol.js").RulesList>} */
export const rules = () => call("/api/rules");

/**
 * @param {string} preset
 * @param {Record<string, string>} options
 * @returns {Promise<import("./protocol.js").RulesAnswer>}
 */
export const check = (preset, options) => call("/api/rules", { preset, options });

/** @returns {Promise<{ bots: string[] }>} */
export const bots = () => call("/api/bots");

/** @returns {Promise<{ tables: import("./protocol.js").TableSummary[] }>} */
export const tables = () => call("/api/tables");

/**
 * @param {import("./protocol.js").NewTable} wanted
 * @returns {Promise<{ table: string }>}
 */
export const open = (wanted) => call("/api/tables", wanted);

/** @param {string} table */
export const recordPath = (table) => `/api/tables/${encodeURIComponent(table)}/record`;

/**
 * A browser file, as text.
 *
 * @param {string} path below the static files
 */
export async function file(path) {
  const base = document.querySelector('meta[name="static"]')?.getAttribute("content") ?? "";
  const response = await fetch(`${base}/${path}`).catch(() => null);
  if (!response?.ok) throw new Refusal("unreachable", {});
  return response.text();
}
