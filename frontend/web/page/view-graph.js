// The win rate move by move, with mistakes, captures and the phases of the game.

import { h, svg } from "./dom.js";
import { mover } from "./match.js";
import { captures, phases } from "./phases.js";
import { isMistake } from "./review.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./phases.js").Phase} Phase */
/** @typedef {{ ids: number[], step: number, taken: ReturnType<typeof captures> }} Line  The shown line: its nodes, their distance, its captures. */

const [WIDTH, HEIGHT] = [300, 60];

/** The height of the band of phases. */
const BAND = 4;

/** The least moves that the width holds. */
const LEAST = 20;

/** @param {Phase} phase */
function phaseText({ kind, from, to, ahead }) {
  if (kind === "even") return t("phaseEven", to);
  return kind === "fight" ? t("phaseFight", from, to) : t("phaseDecided", from, colorName(ahead));
}

/** The curve of the win rate and what lies below it. @param {State} state @param {Line} line */
function curve({ known }, { ids, step }) {
  const dots = ids.flatMap((id, ply) => {
    const rate = known.get(id)?.rate;
    return rate === undefined ? [] : [[ply * step, BAND + 2 + (HEIGHT - BAND - 6) * (1 - rate)]];
  });
  if (!dots.length) return [[], []];
  const outline = dots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return [
    [svg("path", { class: "area", d: `M${dots[0][0]} ${HEIGHT}L${outline}L${dots[dots.length - 1][0]} ${HEIGHT}Z` })],
    [svg("path", { class: "rate", d: `M${outline}` }), ...dots.map(([x, y]) => svg("path", { class: "known", d: `M${x.toFixed(1)} ${y.toFixed(1)}h.01` }))],
  ];
}

/** The mistakes that a review found, below. @param {State} state @param {Line} line */
function slips({ review }, { ids, step }) {
  return (review?.moves.filter(isMistake) ?? []).flatMap(({ ply, mark }) => {
    const place = ids.indexOf(review?.ids[ply] ?? -1);
    return place < 0 ? [] : [svg("path", { class: `slip ${mark === "??" ? "grave" : ""}`, d: `M${(place * step).toFixed(1)} ${HEIGHT}v-7` })];
  });
}

/** The captures: those of Black above, those of White below. @param {State} state @param {Line} line */
function taken(state, { ids, step, taken: all }) {
  return all.flatMap(({ ply, move, captured }) => {
    const color = mover(state, ids[ply - 1]);
    const d = `M${(ply * step).toFixed(1)} ${color === "x" ? BAND + 7 : HEIGHT - 12}h.01`;
    return [svg("path", { class: "capture rim", d }), svg("path", { class: `capture ${color}`, d }, svg("title", {}, t("playedCaptures", colorName(color), move, captured.join(" "))))];
  });
}

/** @param {Phase[]} all @param {number} step */
const band = (all, step) => all.map((phase) => svg("rect", {
  class: `phase ${phase.kind}`, x: phase.from * step, y: 0, width: Math.max(phase.to - phase.from, 0.5) * step, height: BAND }, svg("title", {}, phaseText(phase))));

/** The win rate of Black along the line. @param {import("./game.js").Store} store @param {import("./game.js").GameControl} game */
export function createGraph(store, game) {
  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph") });
  const box = h("div", { class: "graph", title: `${t("graph")}. ${t("graphHelp")} ${t("graphBand")}` }, chart, h("span", { class: "axis top" }, t("black")), h("span", { class: "axis bottom" }, t("white")));
  /** @type {number[]} */
  let ids = [0];
  let end = "";
  /** @type {import("./state.js").Position["moves"]} */
  let moves = [];

  /** Reads the captures of the line from the position at its end. @param {State} state */
  function read({ generation, board }) {
    const id = /** @type {number} */ (ids.at(-1));
    const now = `${generation} ${id} ${ids.length}`;
    if (now === end) return;
    [end, moves] = [now, []];
    if (!board?.captures || !id) return;
    void game.positionAt(id).then((position) => {
      if (now !== end) return;
      ({ moves } = position);
      draw(store.state);
    }, () => {});
  }

  /** @param {State} state */
  function draw(state) {
    const { known, tree, at } = state;
    const line = { ids, step: WIDTH / Math.max(ids.length - 1, LEAST), taken: captures(moves, ids.length - 1) };
    const found = phases(ids.map((id) => known.get(id)?.rate));
    const [below, above] = curve(state, line);
    chart.replaceChildren(...band(found, line.step), ...below, svg("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), ...above, ...slips(state, line), ...taken(state, line),
      svg("path", { class: "now", d: `M${(ids.indexOf(at) * line.step).toFixed(1)} 0V${HEIGHT}` }));
    chart.setAttribute("aria-label", [t("graph"), ...found.map(phaseText)].join(". "));
  }

  watch(store, (state) => [state.known, state.tree, state.at, state.review, state.generation], (state) => {
    ids = trees.line(state.tree, state.at);
    read(state);
    draw(state);
  });
  box.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const { left, width: wide } = box.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / wide) * Math.max(ids.length - 1, LEAST));
    void game.go(ids[Math.min(Math.max(ply, 0), ids.length - 1)]);
  });
  return box;
}
