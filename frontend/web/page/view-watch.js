// The panel of a tournament that is watched: standings, games in progress with their clocks, finished games.

import { check, field, h, icon, select, sheet } from "./dom.js";
import { clockText } from "./format.js";
import { watch } from "./state.js";
import { dateText, reasonText, t } from "./texts.js";
import { colors, PAGE, valuesText } from "./watch.js";

/** @typedef {import("./watch.js").Tournament} Tournament */
/** @typedef {Tournament["running"][number]} Running */
/** @typedef {Tournament["games"][number]} Finished */

/** The interval of running clocks, in milliseconds. */
const TICK = 200;

/** A signed number without decimals. @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(0)}`;

/** @param {string} text @param {Record<string, any>} [attributes] */
const number = (text, attributes = {}) => h("td", { class: "number", ...attributes }, text);

/** A rating with its interval; the engine without one is that from which the ratings are seen. @param {Pick<Tournament["standings"][number], "elo" | "margin">} standing */
function ratingText({ elo, margin }) {
  if (elo === null) return "–";
  if (margin === 0) return t("standingReference", signed(elo));
  return margin === null ? signed(elo) : `${signed(elo)} ± ${margin.toFixed(0)}`;
}

/** The standings. @param {Tournament} tournament */
function standings({ standings: list }) {
  const heads = [t("player"), t("standingGames"), "Elo", ...(list.some(({ faults }) => faults) ? [t("standingFaults")] : [])];
  return h("table", { class: "standings" }, h("caption", { class: "hidden" }, t("standings")),
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...list.map(({ name, wins, draws, losses, faults, ...rating }) => h("tr", {}, h("th", { scope: "row" }, name),
      number(`+${wins} =${draws} −${losses}`), number(ratingText(rating)),
      ...(heads.length > 3 ? [number(String(faults))] : [])))));
}

/** How a game ended. @param {Finished} game */
const resultText = ({ winner, players }) => (winner === null ? t("resultDraw") : t("resultIs", players[winner]));

/**
 * The games in progress: rows are made once for each game, so that the pointer stays on them while clocks run.
 * @param {import("./game.js").Store} store
 * @param {import("./watch.js").WatchControl} control
 */
function createRunning(store, control) {
  const element = h("ul", { class: "games running" });
  /** @type {Map<number, { row: HTMLElement, update(game: Running, seen: number): void }>} */
  let rows = new Map();

  /** @param {number} game */
  function create(game) {
    const title = h("b");
    const sides = [0, 1].map(() => ({ name: h("span"), clock: h("span", { class: "time" }), values: h("small") }));
    const shown = h("button", { type: "button", class: "gamerow", onclick: () => (store.state.following === game ? control.stop() : control.watch(game)) },
      title, ...sides.map(({ name, clock, values }) => h("span", { class: "side-of" }, name, clock, values)));
    const row = h("li", {}, shown);
    /** @param {Running} now @param {number} seen */
    function update({ players, swapped, moves, turn, turn_ms, left, last }, seen) {
      title.textContent = `${t("watchedNumber", game + 1)} · ${t("movesCount", moves.length)}`;
      shown.setAttribute("aria-pressed", String(store.state.following === game));
      const spent = turn_ms + Date.now() - seen;
      sides.forEach(({ name, clock, values }, index) => {
        name.textContent = `${colors(swapped)[index] === "x" ? "●" : "○"} ${players[index]}`;
        name.className = turn === index ? "turn" : "";
        const time = left[index];
        clock.textContent = time !== null ? clockText(turn === index ? time - spent : time) : turn === index ? clockText(spent) : "";
        values.textContent = valuesText(last[index]) || (last.some(Boolean) ? "–" : "");
      });
    }
    return { row, update };
  }

  function draw() {
    const { tournament } = store.state;
    const running = tournament?.running ?? [];
    const next = new Map(running.map(({ game }) => [game, rows.get(game) ?? create(game)]));
    const isSame = next.size === rows.size && [...next.keys()].every((game) => rows.has(game));
    rows = next;
    for (const game of running) rows.get(game.game)?.update(game, tournament?.seen ?? 0);
    if (!isSame) element.replaceChildren(...[...rows.values()].map(({ row }) => row));
  }
  watch(store, (state) => [state.tournament, state.following], draw);
  setInterval(() => { if (element.isConnected && element.checkVisibility() && rows.size) draw(); }, TICK);
  return element;
}

/**
 * Fills the panel.
 * @param {HTMLElement} panel
 * @param {import("./game.js").Store} store
 * @param {import("./watch.js").WatchControl} control
 */
export function fillWatchView(panel, store, control) {
  sheet("panels.css");
  const journals = h("span");
  const title = h("b");
  const facts = h("p", { class: "facts", role: "status" });
  const test = h("p", { class: "facts" });
  const problem = h("p", { class: "facts wrong" });
  const table = h("div", { class: "scroll" });
  const running = createRunning(store, control);
  const runningTitle = h("h2", {}, t("runningGames"));
  const none = h("p", { class: "facts" }, t("noRunning"));
  const goesOn = check(t("followNext"), false, control.goOn);
  const list = h("ul", { class: "games" });
  const finishedTitle = h("h2", {}, t("finishedGames"));
  const pages = h("span", { class: "facts" });
  const newer = icon("‹", t("newerGames"), () => control.turn(-PAGE));
  const older = icon("›", t("olderGames"), () => control.turn(PAGE));
  const turning = h("div", { class: "row" }, newer, older, pages);

  const row = (/** @type {Finished} */ game) => h("li", {}, h("button", { type: "button", class: "gamerow", onclick: () => void control.open(game.game) },
    h("b", {}, `${t("watchedNumber", game.game + 1)} · ${game.players.join(" – ")}`),
    h("small", {}, [resultText(game), reasonText(game.reason), t("movesCount", game.plies), dateText(1000 * game.ended)].join(" · "))));

  watch(store, (state) => [state.journals], ({ journals: names }) => {
    journals.replaceChildren(...(names.length > 1 ? [field(t("tournament"), select(t("tournament"), names.map((name) => [name, name]), names[0], control.read))] : []));
    journals.hidden = names.length < 2;
  });
  let drawn = "";
  watch(store, (state) => [state.tournament, state.panel], ({ tournament, panel: shown }) => {
    if (shown !== "watch") return;
    facts.textContent = tournament ? `${t("gamesCount", tournament.finished)}${tournament.reading ? ` · ${t("stillReading")}` : ""}` : t("thinking");
    for (const part of [running, runningTitle, none, goesOn, list, finishedTitle, turning, table]) part.hidden = !tournament;
    if (!tournament) return;
    title.textContent = `${tournament.journal} · ${tournament.title}`;
    problem.textContent = tournament.problem ? t("journalProblem", tournament.problem) : "";
    problem.hidden = !tournament.problem;
    const { test: sprt, running: games, finished } = tournament;
    test.hidden = !sprt;
    if (sprt) test.textContent = `LLR ${sprt.llr.toFixed(2)} (${sprt.lower.toFixed(2)}, ${sprt.upper.toFixed(2)})${sprt.accepted === null ? "" : ` · ${t("hypothesis", sprt.accepted)}`}`;
    running.hidden = !games.length;
    goesOn.hidden = !games.length && store.state.following === null;
    none.hidden = games.length > 0;
    const skipped = control.skipped();
    newer.disabled = !skipped;
    older.disabled = !tournament.more;
    turning.hidden = !skipped && !tournament.more;
    pages.textContent = `${skipped + 1}–${skipped + tournament.games.length} / ${finished}`;
    finishedTitle.hidden = !finished;
    // Rows without a change keep pointer and focus.
    const now = JSON.stringify([tournament.standings, tournament.games]);
    if (now === drawn) return;
    drawn = now;
    table.replaceChildren(standings(tournament));
    list.replaceChildren(...tournament.games.map(row));
  });
  panel.append(h("div", { class: "row" }, journals, title), facts, test, problem, table, runningTitle, none, running, goesOn, finishedTitle, turning, list);
}
