/** What is read between two deals and at the end: scores, next roles, the result and its reason. */
import { recordPath } from "./api.js";
import { you } from "./mat.js";
import { optionTitle, rulesTitle, valueTitle } from "./rulewords.js";
import { orderFrom, SEATS } from "./scene.js";
import { Drawing, html, Tally, Top, Words } from "./view.js";
import { say, signedNumber } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {(seat: number) => import("./seat.js").Person} People */

/**
 * The seats as one reads them: the viewer first, then in the order of play.
 *
 * @param {View} scene
 */
const reading = (scene) => orderFrom(scene, scene.viewer ?? 0);

/** @param {number[]} three @param {Seat} seat */
const at = (three, seat) => three[seat] ?? 0;

/** @param {{ scene: View, people: People, next: () => void, home: () => void }} props */
export function ScoreSheet({ scene, people, next, home }) {
  const deal = /** @type {import("./protocol.js").PlayedDeal} */ (scene.deals.at(-1));
  const mine = scene.viewer;
  const values = scene.rules.values;
  return html`<div class="sheet" data-sheet="score">
    <${Top} title=${say("score-title", { n: scene.played })} back=${home} />
    ${mine !== null && html`<p class="lead title">${say("score-lead", { sign: sign(at(deal.scores, mine)), n: Math.abs(at(deal.scores, mine)) })}</p>`}
    <div class="panel">
      <${ScoreTable} ...${{ scene, deal, people }} />
      <p class="note">${say(`score-end-${values["end"]}`, { n: Number(values[values["end"] ?? ""] ?? 0), played: scene.played })}</p>
    </div>
    <${NextDeal} ...${{ scene, people }} />
    <div class="foot"><button type="button" class="btn btn--main" data-do="next" onClick=${next}>${say("score-next", { n: scene.played + 1 })}</button></div>
  </div>`;
}

/** @param {number} score */
const sign = (score) => (score > 0 ? "up" : score < 0 ? "down" : "even");

/** @param {{ scene: View, deal: import("./protocol.js").PlayedDeal, people: People }} props */
function ScoreTable({ scene, deal, people }) {
  return html`<table class="scores">
    <thead><tr>
      <th scope="col"><span class="sr">${say("score-player")}</span></th><th scope="col">${say("score-tricks")}</th>
      <th scope="col" class="sum"><span class="sr">${say("score-sum")}</span></th>
      <th scope="col">${say("score-deal")}</th><th scope="col">${say("score-match")}</th>
    </tr></thead>
    <tbody>${reading(scene).map((seat) => {
      const score = at(deal.scores, seat);
      const won = at(deal.won, seat);
      const target = won - score;
      return html`<tr key=${seat} class=${seat === scene.viewer ? "me" : ""}>
        <th scope="row">${people(seat).name}<small>${say(deal.declarer === seat ? "score-target-declarer" : "score-target", { target })}</small></th>
        <td class="tl"><${Tally} won=${won} target=${target} /><span class="sr">${say("score-of", { won, target })}</span></td>
        <td class="sum"><span>${say("score-minus", { won, target })}</span></td>
        <td class="dl"><b>${signedNumber(score)}</b><small>${say("score-sign", { sign: sign(score) })}</small></td>
        <td class="tot"><b>${signedNumber(at(scene.totals, seat))}</b></td>
      </tr>`;
    })}</tbody>
  </table>`;
}

/**
 * Who does what in the next deal, and who owes whom.
 *
 * @param {{ scene: View, people: People }} props
 */
function NextDeal({ scene, people }) {
  const values = scene.rules.values;
  const [declarer, second, third] = orderFrom(scene, scene.declarer);
  const leads = values["lead"] === "second" ? second : declarer;
  const parts = (/** @type {Seat | undefined} */ seat) =>
    [seat === declarer && "declares", seat === leads && "leads", seat === scene.dealer && "deals"].filter((part) => part !== false);
  return html`<section class="panel next">
    <h2 class="title">${say("score-title", { n: scene.played + 1 })}</h2>
    <ol role="list" class="roles">
      ${[declarer, second, third].map((seat) => seat !== undefined && html`<li key=${seat}>
        <b class="big">${at(scene.targets, seat)}</b>
        <span>${people(seat).name}<small>${parts(seat).map((part) => say(`role-${part}`, you(people(seat)))).join(say("list-comma"))}</small></span>
      </li>`)}
    </ol>
    <ul role="list" class="owed">
      ${scene.debts.map((debt, place) => {
        const args = { ...you(people(debt.up)), n: debt.count, down: people(debt.down).name, "down-you": people(debt.down).me ? "yes" : "no" };
        const free = values["exchange"] === "draw" && scene.debts[0]?.up === debt.up;
        return html`<li key=${place}><${Drawing} name="icon-swap" kind="icon icon--dir" />
          <span><${Words} id=${place && !free ? "owed-then" : "owed"} args=${args} /></span></li>`;
      })}
      ${scene.debts.length === 0 && html`<li>${say(values["exchange"] === "none" ? "owed-never" : "owed-nothing")}</li>`}
      ${scene.debts.length > 0 && values["nt-cancels"] === "yes" && html`<li>${say("owed-cancels")}</li>`}
    </ul>
  </section>`;
}

/** @param {{ scene: View, people: People, id: string, home: () => void, again: () => void }} props */
export function EndSheet({ scene, people, id, home, again }) {
  const winners = scene.winners ?? [];
  const places = [...reading(scene)].sort((one, other) =>
    Number(winners.includes(other)) - Number(winners.includes(one)) || at(scene.totals, other) - at(scene.totals, one));
  const first = people(winners[0] ?? 0);
  const names = list(winners.map((seat) => people(seat).name));
  return html`<div class="sheet" data-sheet="end" data-winners=${winners.join(" ")} data-by=${scene.by}>
    <${Top} title=${say("end-title")} back=${home} />
    <div class="win">
      <svg class="mark mark--drawn" viewBox="0 0 64 56" aria-hidden="true"><use href="#mark-1" /><use href="#mark-2" /><use href="#mark-3" /></svg>
      <p class="lead title">${say(winners.length === 0 ? "end-nobody" : winners.length > 1 ? "end-shared" : "end-wins", { ...you(first), names })}</p>
      <p>${say(`end-by-${scene.by}`, { total: at(scene.totals, winners[0] ?? 0), played: scene.played, n: at(scene.won, winners[0] ?? 0) })}</p>
    </div>
    <ol class="panel places" role="list">
      ${places.map((seat, place) => html`<li key=${seat} class=${winners.includes(seat) ? "place place--win" : "place"}>
        <span class="place__n">${place + 1}</span><b>${people(seat).name}</b>
        <span class="place__t">${signedNumber(at(scene.totals, seat))}</span><${Spark} ...${{ scene, seat }} />
      </li>`)}
    </ol>
    ${["up", "trick", "shared"].includes(scene.by ?? "") && html`<${Ladder} ...${{ scene, people }} />`}
    <div class="foot">
      <a class="btn btn--quiet" href=${recordPath(id)} download>${say("record-get")}</a>
      <button type="button" class="btn" onClick=${home}>${say("home")}</button>
      <button type="button" class="btn btn--main" data-do="again" onClick=${again}>${say("end-again")}</button>
    </div>
  </div>`;
}

/** @param {string[]} names */
const list = (names) => new Intl.ListFormat(document.documentElement.lang).format(names);

/**
 * How a total came about, deal by deal.
 *
 * @param {{ scene: View, seat: Seat }} props
 */
function Spark({ scene, seat }) {
  const sums = SEATS.map((who) => scene.deals.reduce((sums, deal) => [...sums, (sums.at(-1) ?? 0) + at(deal.scores, who)], [0]));
  const all = sums.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (/** @type {number} */ total) => 4 + (36 * (high - total)) / Math.max(high - low, 1);
  const own = sums[seat] ?? [0];
  const points = own.map((total, deal) => `${(4 + (112 * deal) / Math.max(own.length - 1, 1)).toFixed(1)},${y(total).toFixed(1)}`);
  return html`<svg class="spark" viewBox="0 0 120 44" aria-hidden="true">
    <path d=${`M4 ${y(0).toFixed(1)}H116`} class="zero" /><polyline points=${points.join(" ")} />
  </svg>`;
}

/**
 * The steps of a tie-break, with the one that decided.
 *
 * @param {{ scene: View, people: People }} props
 */
function Ladder({ scene, people }) {
  const best = Math.max(...scene.totals);
  const level = SEATS.filter((seat) => scene.totals[seat] === best);
  const winners = scene.winners ?? [];
  const others = level.filter((seat) => !winners.includes(seat));
  const latest = (/** @type {Seat} */ seat) => scene.tricks.findLastIndex((trick) => trick.winner === seat) + 1;
  const shared = scene.by === "shared";
  const most = Math.max(...level.map((seat) => at(scene.last ?? [], seat)));
  const still = level.filter((seat) => at(scene.last ?? [], seat) === most);
  const values = (/** @type {Seat[]} */ seats, /** @type {(seat: Seat) => string} */ value) =>
    seats.map((seat) => say("name-value", { name: people(seat).name, value: value(seat) })).join(say("list-dot"));
  /** @type {{ id: string, state: "equal" | "decides" | "open", text: string }[]} */
  const steps = [{ id: "tie-total", state: "equal", text: values(level, (seat) => signedNumber(at(scene.totals, seat))) }];
  if (shared) steps.push({ id: "tie-shared", state: "decides", text: "" });
  else {
    const decided = scene.by === "up";
    steps.push({ id: "tie-up", state: decided ? "decides" : "equal", text: values(level, (seat) => signedNumber(at(scene.last ?? [], seat))) });
    steps.push({ id: "tie-trick", state: decided ? "open" : "decides", text: decided ? "" : values(still, (seat) => say("tie-trick-number", { n: latest(seat) })) });
  }
  const title = shared
    ? say("tie-title-shared")
    : say("tie-title", { ...you(people(winners[0] ?? 0)), others: list(others.map((seat) => people(seat).name)) });
  return html`<section class="panel ties" aria-labelledby="why">
    <h2 class="title" id="why">${title}</h2>
    <ol>${steps.map(({ id, state, text }, place) => html`<li key=${id} class=${`tie ${state === "decides" ? "is-on" : state === "open" ? "is-open" : ""}`}>
      <span class="tie__n">${place + 1}</span><span>${say(id)}</span><span class="tie__v">${text}</span>
      <span class="tie__r">${state === "decides" && html`<${Drawing} name="icon-ok" />`}${say(`tie-is-${state}`)}</span>
    </li>`)}</ol>
  </section>`;
}

/**
 * The match so far: every deal, the rules, the record; and the way out.
 *
 * @param {{ scene: View, people: People, id: string, close: () => void, home: () => void }} props
 */
export function MatchSheet({ scene, people, id, close, home }) {
  const order = reading(scene);
  const options = Object.entries(scene.rules.values).filter(([, value]) => value !== null);
  return html`<div class="sheet" data-sheet="match">
    <${Top} title=${say("match-title")} back=${close} />
    <div class="panel">
      <h2 class="title">${say("match-deals")}</h2>
      ${scene.deals.length === 0 ? html`<p>${say("match-no-deals")}</p>` : html`<table class="scores deals">
        <thead><tr><th scope="col">${say("score-deal")}</th><th scope="col">${say("match-contract")}</th>
          ${order.map((seat) => html`<th scope="col" class="number" key=${seat}>${people(seat).name}</th>`)}</tr></thead>
        <tbody>${scene.deals.map((deal, place) => html`<tr key=${place}>
          <th scope="row">${place + 1}</th>
          <td>${say("contract-title", { contract: deal.contract })}<small>${people(deal.declarer).name}</small></td>
          ${order.map((seat) => html`<td class="number" key=${seat}>${signedNumber(at(deal.scores, seat))}</td>`)}</tr>`)}
          <tr class="me"><th scope="row" colspan="2">${say("score-match")}</th>${order.map((seat) => html`<td class="number" key=${seat}><b>${signedNumber(at(scene.totals, seat))}</b></td>`)}</tr>
        </tbody></table>`}
    </div>
    <section class="panel facts"><h2 class="title">${rulesTitle(scene.rules.text)}</h2>
      <dl>${options.map(([key, value]) => html`<div key=${key}><dt>${optionTitle(key)}</dt><dd>${valueTitle(key, value ?? "")}</dd></div>`)}</dl>
    </section>
    <div class="foot">
      <a class="btn btn--quiet" href=${recordPath(id)} download>${say("record-get")}</a>
      <button type="button" class="btn" data-do="home" onClick=${home}>${say("home")}</button>
      <button type="button" class="btn btn--main" data-do="close" onClick=${close}>${say("match-back")}</button>
    </div>
  </div>`;
}

/**
 * The line cannot be taken up again.
 *
 * @param {{ code: string, home: () => void }} props
 */
export function Failure({ code, home }) {
  const reload = code === "protocol";
  return html`<div class="sheet" data-sheet="failure" data-code=${code}>
    <${Top} title=${say("failure-title")} back=${home} />
    <p class="lead title">${say(`failure-${code}`)}</p>
    <div class="foot">
      ${reload && html`<button type="button" class="btn btn--main" onClick=${() => location.reload()}>${say("failure-reload")}</button>`}
      ${!reload && html`<button type="button" class="btn btn--main" onClick=${home}>${say("home")}</button>`}
    </div>
  </div>`;
}
