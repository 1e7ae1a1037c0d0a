// The best lines and the evaluation bar.

import { button, field, h, select } from "./dom.js";
import { percent, scoreText, short } from "./format.js";
import { place } from "./proof.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";

/** @typedef {import("./game.js").Store} Store */
/** @typedef {import("./state.js").Line} Line */

/** How many lines may be asked for. */
const MOST_LINES = 10;

/**
 * A row of the table: made once and filled anew, so that pointer and focus stay on it.
 * @param {number} index
 * @param {{ show(row: number, count: number): void, hide(): void, play(row: number, count: number): void }} events
 */
function createRow(index, events) {
  /** @type {HTMLButtonElement[]} */
  const moves = [];
  const move = (/** @type {number} */ place) => button("", () => events.play(index, place + 1), {
    class: place ? "pv" : "pv strong", onfocus: () => events.show(index, place + 1), onblur: events.hide, onmouseenter: () => events.show(index, place + 1), onmouseleave: events.hide,
  });
  const first = h("td");
  const rate = h("b");
  const score = h("small");
  const follows = h("td", { class: "follows" });
  const element = h("tr", {}, first, h("td", { class: "number" }, rate, score), follows);

  /** @param {Line | undefined} line */
  function update(line) {
    element.className = line ? (index ? "" : "best") : "none";
    rate.textContent = line ? percent(line.winrate) : "";
    score.textContent = line ? scoreText(line.score) : "";
    const count = line?.pv.length ?? 0;
    while (moves.length < count) moves.push(move(moves.length));
    moves.forEach((made, place) => {
      if (place >= count) return made.remove();
      const text = line?.pv[place] ?? "";
      if (made.textContent !== text) made.textContent = text;
      if (!made.isConnected) (place ? follows : first).append(made);
    });
  }
  return { element, update };
}

/**
 * @param {Store} store
 * @param {import("./analysis.js").AnalysisControl} analysis
 * @param {import("./game.js").GameControl} game
 * @param {HTMLElement} more  what stands below the lines
 */
export function createAnalysisView(store, analysis, game, more) {
  const start = button("", () => analysis.toggle(), { class: "primary steady" });
  const numbers = Array.from({ length: MOST_LINES }, (_, index) => /** @type {[number, string]} */ ([index + 1, String(index + 1)]));
  const lines = select(t("lines"), numbers, store.state.lines, (value) => store.set({ lines: Number(value), prefs: { ...store.state.prefs, lines: Number(value) } }), { title: t("lines") });
  const maps = /** @type {[string, string][]} */ ([["none", t("heatNone")], ["threats", t("heatThreats")], ["rates", t("heatRates")], ["even", t("heatEven")]]);
  const heat = select(t("heat"), maps, store.state.heat, (value) => store.set({ heat: value }), { class: "steady" });
  const facts = h("p", { class: "facts" });
  const whose = h("th", { scope: "col", class: "number" });
  const body = h("tbody");
  const legend = h("p", { class: "facts legend" });
  const table = h("table", { class: "lines" }, h("caption", { class: "hidden" }, t("candidates")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("move")), whose, h("th", { scope: "col" }, t("line")))), body);

  const current = () => (store.state.live?.at === store.state.at ? store.state.live.answer : null);
  /** @type {[number, number] | null} The row and the number of moves that are previewed. */
  let pointed = null;
  const preview = () => {
    const line = pointed && current()?.lines[pointed[0]]?.pv.slice(0, pointed[1]);
    const shown = store.state.preview?.moves;
    if (line && line.join() !== shown?.join()) void game.preview(line);
  };
  const rows = numbers.map((_, index) => createRow(index, {
    show: (row, count) => { pointed = [row, count]; preview(); },
    hide: () => { pointed = null; void game.preview(null); },
    play: (row, count) => {
      const line = current()?.lines[row];
      pointed = null;
      if (line) void game.follows(line.pv.slice(0, count));
    },
  }));
  body.append(...rows.map(({ element }) => element));

  watch(store, (state) => [state.analysing, state.live, state.at], ({ analysing, live, at }) => {
    const ended = analysing && live?.at === at && live.answer.ended;
    start.textContent = t(!analysing ? "analyse" : ended ? "switchOff" : "stop");
    start.setAttribute("aria-pressed", String(analysing));
  });
  watch(store, (state) => [state.live, state.at, state.lines, state.position, state.analysing], (state) => {
    const { position, analysing } = state;
    const answer = current();
    const end = answer?.ended && analysing ? ` · ${t(answer.ended === "proven" ? "endedProven" : "ended")}` : "";
    facts.textContent = answer
      ? `${t("depth")} ${answer.depth}/${answer.seldepth} · ${short(answer.nodes)} · ${t("perSecond", short(answer.nps))} · ${(answer.time_ms / 1000).toFixed(1)} s${end}`
      : t(position?.outcome ? "over" : analysing ? "thinking" : "nothingYet");
    whose.textContent = t("winsOf", colorName(answer?.to_move ?? position?.to_move ?? "x"));
    // As many rows as there may be lines, so that nothing jumps.
    rows.forEach(({ element, update }, index) => {
      element.hidden = index >= state.lines;
      update(answer?.lines[index]);
    });
    preview();
  });
  watch(store, (state) => [state.heat, state.heated], (state) => {
    legend.hidden = state.heat === "none";
    if (state.heat !== "none") legend.textContent = t(/** @type {any} */ (state.heat === "threats" && !state.heated.length ? "legend_no_threats" : `legend_${state.heat}`));
  });

  const scroll = h("div", { class: "scroll" }, table);
  watch(store, (state) => [state.comparing], ({ comparing }) => { scroll.hidden = facts.hidden = Boolean(comparing); });
  return h("section", { class: "panel", "aria-label": t("analysis") },
    h("div", { class: "row" }, start, lines, field(t("heat"), heat)), facts, legend, scroll, more);
}

/** The win rate of Black: that of an ended game, of a proof, of the analysis. @param {import("./state.js").State} state */
export function rateOf(state) {
  const { known, at, position, proof } = state;
  const winner = position?.outcome?.winner;
  if (position?.outcome) return winner === "x" ? 1 : winner === "o" ? 0 : 0.5;
  if (proof && place(state)) return proof.winner === "x" ? 1 : 0;
  return known.get(at)?.rate;
}

/** How likely Black wins, as a bar beside the board. @param {Store} store */
export function createBar(store) {
  const black = h("div", { class: "share" });
  const words = h("span", { class: "words" });
  const bar = h("div", { class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": t("graph") }, black, words);
  watch(store, (state) => [state.known, state.at, state.position, state.proof], (state) => {
    const rate = rateOf(state);
    bar.classList.toggle("unknown", rate === undefined);
    black.style.setProperty("--share", String(rate ?? 0.5));
    bar.setAttribute("aria-valuenow", percent(rate ?? 0.5));
    bar.title = rate === undefined ? t("barHelp") : t("evaluation", percent(rate));
    bar.setAttribute("aria-valuetext", rate === undefined ? "" : t("evaluation", percent(rate)));
    words.textContent = rate === undefined ? "" : String(Math.round(100 * rate));
    words.classList.toggle("high", (rate ?? 0.5) >= 0.5);
  });
  return bar;
}
