/**
 * The messages between table and browser, as types. docs/protocol.md is the contract; cards are
 * two characters (`SA`), `null` is a card that this seat may not see.
 */

/** The number that both sides name when they meet. */
export const PROTOCOL = 1;

/** @typedef {0 | 1 | 2} Seat */
/** @typedef {"dealing" | "exchange" | "contract" | "discard" | "play" | "over"} Phase */
/** @typedef {{ up: Seat, down: Seat, count: number }} Debt */
/** @typedef {{ up: Seat, down: Seat, card: string | null, back: string | null }} Exchanged */
/** @typedef {{ leader: Seat, cards: string[], winner: Seat }} Trick */
/** @typedef {{ number: number, declarer: Seat, contract: string, scores: number[], won: number[] }} PlayedDeal */
/** @typedef {{ name: string, bot: string | null }} Player */
/** @typedef {Record<string, string | null>} Options every option in writing; null where it does not apply */

/**
 * What the seat to act may do.
 * @typedef {{ type: "play", cards: string[] }
 *   | { type: "give", down: Seat, cards: string[] }
 *   | { type: "draw", choices: { down: Seat, suits: Record<string, string> }[] }
 *   | { type: "announce", contracts: string[] }
 *   | { type: "discard", count: number }} Legal
 */

/**
 * Everything that one seat may know.
 * @typedef {object} View
 * @property {Seat | null} viewer
 * @property {{ text: string, values: Options }} rules
 * @property {Phase} phase
 * @property {Seat | null} turn
 * @property {number} deal
 * @property {number} played
 * @property {Seat} declarer
 * @property {Seat} dealer
 * @property {number[]} targets
 * @property {number[]} totals
 * @property {number[] | null} last
 * @property {string[][]} used
 * @property {number[]} passed
 * @property {string[] | null} hand
 * @property {number[]} counts
 * @property {{ count: number, cards: string[] | null }} kitty
 * @property {string[] | null} discard
 * @property {string | null} contract
 * @property {Debt[]} debts
 * @property {Exchanged[]} gives
 * @property {Seat | null} leader
 * @property {string[]} trick
 * @property {Trick[]} tricks
 * @property {number[]} won
 * @property {PlayedDeal[]} deals
 * @property {Seat[] | null} winners
 * @property {"total" | "up" | "trick" | "shared" | "tricks" | "declared" | null} by
 * @property {Legal | null} legal
 */

/**
 * @typedef {{ type: "deal", number: number, declarer: Seat }
 *   | { type: "cards", hands: (string[] | null)[], kitty: string[] | null }
 *   | { type: "give", up: Seat, down: Seat, card: string | null, back: string | null }
 *   | { type: "contract", seat: Seat, contract: string }
 *   | { type: "kitty", seat: Seat, cards: string[] | null }
 *   | { type: "discard", seat: Seat, cards: string[] | null }
 *   | { type: "play", seat: Seat, card: string }
 *   | { type: "trick", winner: Seat }
 *   | { type: "score", scores: number[] }
 *   | { type: "result", winners: Seat[], by: string }} TableEvent
 */

/**
 * @typedef {{ type: "give", card: string }
 *   | { type: "draw", down: Seat, suit: string }
 *   | { type: "announce", contract: string }
 *   | { type: "discard", cards: string[] }
 *   | { type: "play", card: string }} Action
 */

/** @typedef {{ code: string, params: Record<string, string> }} Problem */
/** @typedef {{ type: "hello", protocol: number, table: string, seat: Seat | null, players: Player[], commit: string, seq: number, view: View }} Hello */
/** @typedef {{ type: "update", seq: number, events: TableEvent[], view: View }} Update */
/** @typedef {{ type: "refused", id: string, seq: number, reason: string, params: Record<string, string> }} Refused */

/**
 * @typedef {Hello | Update | Refused
 *   | { type: "ack", id: string, seq: number }
 *   | { type: "error", code: string, params: Record<string, string> }} ServerMessage
 */

/** @typedef {{ type: "act", id: string, seq: number, action: Action } | { type: "next", id: string, seq: number }} Command */

/**
 * One option of the rules.
 * @typedef {object} OptionSpec
 * @property {string} key
 * @property {"choice" | "number" | string} kind
 * @property {string[]} [values]
 * @property {number} [least]
 * @property {number} [most]
 */

/** @typedef {{ presets: { name: string, values: Options }[], options: OptionSpec[] }} RulesList */
/** @typedef {{ ok: boolean, text?: string, values?: Options, problems: Problem[] }} RulesAnswer */
/** @typedef {{ preset: string, options: Record<string, string>, name: string, bots: string[], declarer: Seat | null }} NewTable */
/** @typedef {{ table: string, rules: string, players: Player[], played: number, totals: number[], over: boolean, changed: string }} TableSummary */

export {};
