// Two engines on the shown position: each searches it for the same time, and tells what it found.

import { errorText } from "./texts.js";

/** @typedef {import("./state.js").Color} Color */
/**
 * @typedef {object} Side An engine and what it has told so far.
 * @property {string} name  empty for Ninuki
 * @property {boolean} done
 * @property {string | null} move  the best move
 * @property {string[]} line  its moves, the best first
 * @property {number | null} depth
 * @property {number | null} nodes
 * @property {number | null} time  in milliseconds
 * @property {{ winrate: number, score: import("./state.js").Score } | null} value  of Ninuki
 * @property {string | null} score  as another engine writes it
 * @property {string} said  its last message
 * @property {string} error  why it has no move
 */
/** @typedef {{ generation: number, at: number, toMove: Color, sides: [Side, Side] }} Compared  what is known of a node */
/** @typedef {{ names: [string, string], time: number, round: number }} Comparing  the engines, their time in milliseconds, and how often they were asked again */

/** The time before engines are asked, in milliseconds: an engine that is interrupted starts anew. */
const PAUSE = 300;

/** The interval of reports, in milliseconds. */
const OFTEN = 200;

/** @param {string} name @returns {Side} */
const blank = (name) => ({ name, done: false, move: null, line: [], depth: null, nodes: null, time: null, value: null, score: null, said: "", error: "" });

/** What Ninuki tells. @param {import("./state.js").Analysis} found @returns {Partial<Side>} */
function ofNinuki({ lines: [best], depth, nodes, time_ms }) {
  return best ? { move: best.pv[0], line: best.pv, depth, nodes, time: time_ms, value: best } : {};
}

/** What another engine tells. @param {import("../../wasm/js/types.js").EngineMove} told @returns {Partial<Side>} */
const ofOther = ({ move, line, depth, nodes, time_ms, score, messages }) =>
  ({ move: move ?? line[0] ?? null, line: line.length ? line : move ? [move] : [], depth, nodes, time: time_ms, score, said: messages.at(-1) ?? "" });

/** The values that an engine has not told, when it has moved. @param {Side} side @returns {("score" | "depth" | "nodes" | "line")[]} */
export function untold({ name, done, error, score, depth, nodes, line }) {
  if (!name || !done || error) return [];
  return /** @type {const} */ (["score", "depth", "nodes", "line"]).filter((what) => ({ score, depth, nodes, line: line.length > 1 || null })[what] === null);
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createCompare(store, engine, game) {
  /** @type {import("./engine.js").Asked[]} */
  let asked = [];
  let key = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** A key of the wanted comparison; empty for none. @param {import("./state.js").State} state */
  function wanted({ comparing, condition, position, match, editor, retry, trial, home, generation, at, resources }) {
    const idle = !comparing || condition !== "ready" || !position || position.outcome || match || editor || retry || trial || home;
    return idle ? "" : `${generation} ${at} ${comparing.names.join("\n")} ${comparing.time} ${comparing.round} ${resources?.threads} ${resources?.hash}`;
  }

  /** Asks both engines. @param {Comparing} comparing */
  function begin({ names, time }) {
    const meant = key;
    asked = names.map((name, index) => {
      const tell = (/** @type {Partial<Side>} */ told) => {
        const { compared } = store.state;
        if (key !== meant || !compared) return;
        const next = /** @type {[Side, Side]} */ ([...compared.sides]);
        next[index] = { ...next[index], ...told };
        store.set({ compared: { ...compared, sides: next } });
      };
      const about = { ...game.query(), time, report_every: OFTEN };
      const read = (/** @type {any} */ answer) => (name ? ofOther(answer) : ofNinuki(answer));
      const asking = engine.ask(name ? { action: "engine", ...about, engine: name } : { action: "analyze", ...about, lines: 1 }, (answer) => tell(read(answer)), true);
      asking.then((answer) => tell({ ...read(answer), done: true }), (error) => tell({ done: true, error: errorText({ ...error.problem, text: error.message }) }));
      return asking;
    });
  }

  store.listen((state) => {
    // One search at a time: the live analysis ends the comparison.
    if (state.comparing && state.analysing) return void store.set({ comparing: null });
    const next = wanted(state);
    if (next === key) return;
    key = next;
    clearTimeout(timer);
    for (const one of asked) one.stop();
    asked = [];
    const { comparing, generation, at, position } = state;
    if (!key || !comparing) return void (state.compared && store.set({ compared: null }));
    store.set({ compared: { generation, at, toMove: position?.to_move ?? "x", sides: /** @type {[Side, Side]} */ (comparing.names.map(blank)) } });
    timer = setTimeout(() => begin(comparing), PAUSE);
  });

  return {
    /** Compares two engines on each shown position. @param {Comparing} comparing */
    start(comparing) { store.set({ analysing: false, comparing }); },
    stop() { store.set({ comparing: null }); },
    /** Asks both engines again. */
    again() {
      const { comparing } = store.state;
      if (comparing) store.set({ comparing: { ...comparing, round: comparing.round + 1 } });
    },
  };
}
/** @typedef {ReturnType<typeof createCompare>} CompareControl */
