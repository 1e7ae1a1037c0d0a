// The comparison of two engines: their values for the shown position, side by side.

import { untold } from "./compare.js";
import { button, h, options, select, sheet } from "./dom.js";
import { percent, scoreText, short } from "./format.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";

/** @typedef {import("./compare.js").Side} Side */

/** The times for a position, in milliseconds. */
const TIMES = [1000, 3000, 10_000, 30_000, 60_000];
const USUAL = 3000;

/** The most moves of a line that are shown. */
const MOVES = 20;

/** The value of an engine in words: the win rate of Ninuki, else as the engine writes it. @param {Side} side */
function valueText({ value, score }) {
  if (value) return `${percent(value.winrate)} % · ${scoreText(value.score)}`;
  return score ?? "–";
}

/** The rows of facts, each with its text for an engine. @type {["bookValue" | "depth" | "bookNodes" | "thinkingTime", (side: Side) => string][]} */
const FACTS = [
  ["bookValue", valueText],
  ["depth", ({ depth }) => (depth === null ? "–" : String(depth))],
  ["bookNodes", ({ nodes }) => (nodes === null ? "–" : short(nodes))],
  ["thinkingTime", ({ time }) => (time === null ? "–" : t("seconds", (time / 1000).toFixed(1)))],
];

/** The names of values that an engine may not tell. */
const TOLD = /** @type {const} */ ({ score: "bookValue", depth: "depth", nodes: "bookNodes", line: "line" });

/**
 * The column of an engine: made once and filled anew, so that pointer and focus stay on its moves.
 * @param {import("./game.js").GameControl} game
 * @param {() => string[]} current  the line of the engine
 */
function createLine(game, current) {
  /** @type {HTMLButtonElement[]} */
  const moves = [];
  /** The number of moves that are previewed; 0 for none. */
  let pointed = 0;
  const show = (/** @type {number} */ count) => { pointed = count; void game.preview(current().slice(0, count)); };
  const hide = () => { pointed = 0; void game.preview(null); };
  const element = h("td", { class: "pvs" });
  const make = (/** @type {number} */ place) => button("", () => { pointed = 0; void game.follows(current().slice(0, place + 1)); }, {
    class: place ? "pv" : "pv strong", onfocus: () => show(place + 1), onblur: hide, onmouseenter: () => show(place + 1), onmouseleave: hide,
  });
  /** @param {string[]} line */
  function update(line) {
    while (moves.length < Math.min(line.length, MOVES)) moves.push(make(moves.length));
    moves.forEach((made, place) => {
      if (place >= line.length) return made.remove();
      if (made.textContent !== line[place]) made.textContent = line[place];
      if (!made.isConnected) element.append(made);
    });
    if (pointed) void game.preview(line.slice(0, pointed));
  }
  return { element, update };
}

/** The choice of two engines, which differ. @param {import("./game.js").Store} store @param {[string, string]} names @param {() => void} onChange */
function createChoice(store, names, onChange) {
  const lists = /** @type {const} */ ([0, 1]).map((index) => h("select", { "aria-label": t("engineOf", index + 1), onchange: (/** @type {any} */ event) => { names[index] = event.target.value; show(); onChange(); } }));
  function show() {
    const all = ["", ...store.state.engines];
    names.forEach((name, index) => { if (!all.includes(name)) names[index] = all[index] ?? ""; });
    lists.forEach((list, index) => {
      const others = all.filter((name) => name !== names[1 - index]);
      list.replaceChildren(...options(others.map((name) => /** @type {[string, string]} */ ([name, name || "Ninuki"])), names[index]));
    });
  }
  watch(store, (state) => [state.engines], show);
  return h("span", { class: "row versus" }, lists[0], "–", lists[1]);
}

/**
 * Fills the part of the analysis that compares engines.
 * @param {HTMLElement} box
 * @param {import("./game.js").Store} store
 * @param {import("./compare.js").CompareControl} compare
 * @param {import("./game.js").GameControl} game
 */
export function fillCompareView(box, store, compare, game) {
  sheet("panels.css");
  const names = /** @type {[string, string]} */ (["", store.state.engines[0] ?? ""]);
  let time = USUAL;
  const restart = () => { if (store.state.comparing) begin(); };
  let fresh = false;
  const begin = () => { fresh = true; compare.start({ names: [...names], time, round: 0 }); };
  const times = select(t("timeOfPosition"), TIMES.map((value) => [value, t("seconds", value / 1000)]), time, (value) => { time = Number(value); restart(); }, { title: t("timeOfPosition") });
  const start = button("", () => (store.state.comparing ? compare.stop() : begin()), { class: "primary steady" });
  const again = button(t("askAgain"), compare.again);
  const facts = h("p", { class: "facts" });
  const heads = [h("th", { scope: "col" }), h("th", { scope: "col" })];
  const cells = FACTS.map(([name]) => ({ name, pair: [h("td"), h("td")] }));
  const current = (/** @type {number} */ index) => store.state.compared?.sides[index]?.line ?? [];
  const lines = [0, 1].map((index) => createLine(game, () => current(index)));
  const notes = [h("td", { class: "facts" }), h("td", { class: "facts" })];
  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ pair) => h("tr", {}, h("th", { scope: "row" }, name), ...pair);
  const noted = row(t("notes"), notes);
  const table = h("table", { class: "compared" }, h("caption", { class: "hidden" }, t("compare")), h("thead", {}, h("tr", {}, h("td"), ...heads)),
    h("tbody", {}, ...cells.map(({ name, pair }) => row(t(name), pair)), row(t("line"), lines.map(({ element }) => element)), noted));

  /** What an engine says beside its values: why it has no move, what it does not tell, its last message. @param {Side} side */
  function note(side) {
    if (side.error) return side.error;
    const missing = untold(side);
    return [missing.length ? t("untold", missing.map((what) => t(TOLD[what])).join(", ")) : "", missing.length && side.said ? `“${side.said}”` : ""].filter(Boolean).join(" ");
  }

  watch(store, (state) => [state.comparing, state.compared, state.position, state.match], ({ comparing, compared, position, match }) => {
    start.textContent = t(comparing ? "stop" : "compareStart");
    start.setAttribute("aria-pressed", String(Boolean(comparing)));
    start.disabled = Boolean(match);
    again.hidden = !compared?.sides.every(({ done }) => done);
    table.hidden = !compared;
    facts.textContent = !comparing ? t("compareHelp") : position?.outcome ? t("over") : compared ? t("valuesOf", colorName(compared.toMove)) : t("thinking");
    if (!compared) return;
    compared.sides.forEach((side, index) => {
      heads[index].textContent = `${side.name || "Ninuki"}${side.done ? "" : " …"}`;
      FACTS.forEach(([, text], place) => { cells[place].pair[index].textContent = text(side); });
      lines[index].update(side.line);
      notes[index].textContent = note(side);
      notes[index].classList.toggle("wrong", Boolean(side.error));
    });
    noted.hidden = notes.every(({ textContent }) => !textContent);
    // The lines of the analysis may leave no room for the first values. Later ones are where they were.
    if (fresh) box.scrollIntoView({ block: "end" });
    fresh &&= !compared.sides.every(({ done }) => done);
  });
  box.append(h("h2", {}, t("compare")), h("div", { class: "row" }, createChoice(store, names, restart), times), h("div", { class: "row" }, start, again), facts, table);
}
