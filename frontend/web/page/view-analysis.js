// The best lines, the evaluation bar, and the win rate move by move.

import { button, field, h, select, svg } from "./dom.js";
import { percent, scoreText, short } from "./format.js";
import { isMistake } from "./review.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./game.js").Store} Store */

/** How many lines may be asked for. */
const MOST_LINES = 10;

/**
 * @param {Store} store
 * @param {{ toggle(on?: boolean): void }} analysis
 * @param {import("./game.js").GameControl} game
 */
export function createAnalysisView(store, analysis, game) {
  const start = button("", () => analysis.toggle(), { class: "primary steady" });
  const numbers = Array.from({ length: MOST_LINES }, (_, index) => /** @type {[number, string]} */ ([index + 1, String(index + 1)]));
  const lines = select(t("lines"), numbers, store.state.lines, (value) => store.set({ lines: Number(value), prefs: { ...store.state.prefs, lines: Number(value) } }), { title: t("lines") });
  const maps = /** @type {[string, string][]} */ ([["none", t("heatNone")], ["threats", t("heatThreats")], ["rates", t("heatRates")], ["even", t("heatEven")]]);
  const heat = select(t("heat"), maps, store.state.heat, (value) => store.set({ heat: value }), { class: "steady" });
  const facts = h("p", { class: "facts" });
  const body = h("tbody");
  const table = h("table", { class: "lines" }, h("caption", { class: "hidden" }, t("candidates")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("move")), h("th", { scope: "col", class: "number" }, t("rate")), h("th", { scope: "col" }, t("line")))), body);

  watch(store, (state) => [state.analysing], ({ analysing }) => {
    start.textContent = t(analysing ? "stop" : "analyse");
    start.setAttribute("aria-pressed", String(analysing));
  });
  watch(store, (state) => [state.live, state.at, state.lines, state.position, state.analysing], (state) => {
    const { live, at, position, analysing } = state;
    const answer = live?.at === at ? live.answer : null;
    facts.textContent = answer
      ? `${t("depth")} ${answer.depth}/${answer.seldepth} · ${short(answer.nodes)} · ${t("perSecond", short(answer.nps))} · ${(answer.time_ms / 1000).toFixed(1)} s`
      : t(position?.outcome ? "over" : analysing ? "thinking" : "nothingYet");
    // As many rows as there may be lines, so that nothing jumps.
    const rows = Array.from({ length: state.lines }, (_, index) => row(answer?.lines[index], index));
    body.replaceChildren(...rows);
  });

  /** @param {import("./state.js").Line | undefined} line @param {number} index */
  function row(line, index) {
    if (!line) return h("tr", { class: "none" }, h("td", {}, " "), h("td"), h("td"));
    const preview = (/** @type {number} */ count) => ({
      onmouseenter: () => store.set({ preview: line.pv.slice(0, count) }),
      onfocus: () => store.set({ preview: line.pv.slice(0, count) }),
      onmouseleave: () => store.set({ preview: null }),
      onblur: () => store.set({ preview: null }),
    });
    const follow = async (/** @type {number} */ count) => {
      const [tree, id] = trees.addLine(store.state.tree, store.state.at, line.pv.slice(0, count));
      await game.go(id, { tree });
    };
    const moves = line.pv.slice(1).map((move, place) => button(move, () => follow(place + 2), { class: "pv", ...preview(place + 2) }));
    return h("tr", { class: index ? "" : "best" },
      h("td", {}, button(line.pv[0] ?? "", () => follow(1), { class: "pv strong", ...preview(1) })),
      h("td", { class: "number" }, h("b", {}, percent(line.winrate)), h("small", {}, scoreText(line.score))),
      h("td", { class: "follows" }, ...moves));
  }

  return h("section", { class: "panel", "aria-label": t("analysis") },
    h("div", { class: "row" }, start, lines, field(t("heat"), heat)), facts, h("div", { class: "scroll" }, table));
}

/** How likely Black wins, as a bar beside the board. @param {Store} store */
export function createBar(store) {
  const black = h("div", { class: "share" });
  const words = h("span", { class: "words" });
  const bar = h("div", { class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": t("graph") }, black, words);
  watch(store, (state) => [state.known, state.at, state.position], ({ known, at, position }) => {
    const winner = position?.outcome?.winner;
    const rate = position?.outcome ? (winner === "x" ? 1 : winner === "o" ? 0 : 0.5) : known.get(at)?.rate;
    bar.classList.toggle("unknown", rate === undefined);
    black.style.setProperty("--share", String(rate ?? 0.5));
    bar.setAttribute("aria-valuenow", percent(rate ?? 0.5));
    bar.setAttribute("aria-valuetext", rate === undefined ? "" : t("evaluation", percent(rate)));
    words.textContent = rate === undefined ? "" : String(Math.round(100 * rate));
    words.classList.toggle("high", (rate ?? 0.5) >= 0.5);
  });
  return bar;
}

/** The win rate of Black along the line. @param {Store} store @param {import("./game.js").GameControl} game */
export function createGraph(store, game) {
  const [width, height] = [300, 60];
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph") });
  const box = h("div", { class: "graph", title: t("graphHelp") }, chart);
  /** @type {number[]} */
  let ids = [0];
  watch(store, (state) => [state.known, state.tree, state.at, state.review], ({ known, tree, at, review }) => {
    ids = trees.line(tree, at);
    const step = width / Math.max(ids.length - 1, 20);
    const dots = ids.flatMap((id, ply) => {
      const rate = known.get(id)?.rate;
      return rate === undefined ? [] : [[ply * step, 4 + (height - 8) * (1 - rate)]];
    });
    const outline = dots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const shapes = [svg("path", { class: "half", d: `M0 ${height / 2}H${width}` })];
    if (dots.length) {
      shapes.unshift(svg("path", { class: "area", d: `M${dots[0][0]} ${height}L${outline}L${dots[dots.length - 1][0]} ${height}Z` }));
      shapes.push(svg("path", { class: "rate", d: `M${outline}` }), ...dots.map(([x, y]) => svg("path", { class: "known", d: `M${x.toFixed(1)} ${y.toFixed(1)}h.01` })));
    }
    const marked = review?.moves.filter(isMistake) ?? [];
    for (const { ply, mark } of marked) {
      const place = ids.indexOf(review?.ids[ply] ?? -1);
      if (place >= 0) shapes.push(svg("path", { class: `slip ${mark === "??" ? "grave" : ""}`, d: `M${(place * step).toFixed(1)} ${height}v-7` }));
    }
    shapes.push(svg("path", { class: "now", d: `M${(ids.indexOf(at) * step).toFixed(1)} 0V${height}` }));
    chart.replaceChildren(...shapes);
  });
  box.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const { left, width: wide } = box.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / wide) * Math.max(ids.length - 1, 20));
    void game.go(ids[Math.min(Math.max(ply, 0), ids.length - 1)]);
  });
  return box;
}
