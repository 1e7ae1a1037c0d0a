// The live analysis of the shown position.

import { percent } from "./format.js";
import { longest } from "./lines.js";
import { blackRate } from "./state.js";
import { colorName, t } from "./texts.js";

/** The time of a search and the interval of its reports, in milliseconds. */
const LONG = 600_000;
const OFTEN = 25;

/** The time after which the value of a position is said to screen readers, in milliseconds. */
const SPOKEN = 1000;

/** The limits of the search for a heat map of win rates, in nodes and milliseconds. */
const HEAT_NODES = 200_000;
const HEAT_TIME = 4000;

/** The number of most even moves on the map. */
const EVEN = 8;

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createAnalysis(store, engine, game) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  let key = "";

  /** The node to analyse: the shown one, or the next one if its moves are known. @param {import("./state.js").State} state */
  const target = ({ ahead, at }) => (ahead?.moves ? { at: ahead.id, moves: ahead.moves } : { at, moves: null });

  /** A key of the wanted search; empty for none. @param {import("./state.js").State} state */
  function wanted(state) {
    const { analysing, condition, position, waiting, generation, lines, retry, resources } = state;
    const { at, moves } = target(state);
    const idle = !analysing || condition !== "ready" || !position || (position.outcome && !moves) || waiting || retry;
    return idle ? "" : `${generation} ${at} ${lines} ${resources?.threads} ${resources?.hash}`;
  }

  /** @param {import("./state.js").State} state */
  function begin(state) {
    const { generation, lines } = state;
    const { at, moves } = target(state);
    const about = { ...game.query(state.at), ...(moves ? { moves } : {}) };
    /** @type {Map<string, string[]>} */
    const lasting = new Map();
    let isSpoken = false;
    /** @param {import("./state.js").Analysis} found */
    const show = (found) => {
      const { state } = store;
      if (generation !== state.generation || !found.lines.length) return;
      const answer = { ...found, lines: longest(found.lines, lasting) };
      if (!isSpoken && answer.time_ms > SPOKEN && at === state.at) {
        isSpoken = true;
        store.set({ said: t("sayValue", colorName(answer.to_move), percent(answer.lines[0].winrate), answer.lines[0].pv[0]) });
      }
      const known = new Map(state.known).set(at, { rate: blackRate(answer), depth: answer.depth });
      store.set(at === target(state).at ? { known, live: { at, answer } } : { known });
    };
    asked = engine.ask({ ...about, time: LONG, lines, report_every: OFTEN }, show, true);
    asked.then(show, (error) => game.tell(error));
  }

  store.listen((state) => {
    const next = wanted(state);
    if (next === key) return;
    key = next;
    asked?.stop();
    asked = null;
    if (key) begin(state);
  });

  // A map belongs to one position.
  let mapped = "";
  store.listen((state) => {
    const { heat, generation, at, position, condition, busy, prefs } = state;
    const next = position && !position.outcome && condition === "ready" && !busy ? `${heat} ${generation} ${at} ${prefs.atari}` : "";
    if (next === mapped) return;
    mapped = next;
    if (state.heated.length || state.endangered.length) store.set({ heated: [], endangered: [] });
    if (next) void map(next, heat);
  });

  /** @param {string} meant @param {string} heat */
  async function map(meant, heat) {
    const isMeant = () => mapped === meant;
    try {
      if (heat === "threats" || store.state.prefs.atari) {
        const threats = await engine.ask({ action: "threats", ...game.query() });
        const endangered = store.state.prefs.atari ? [...threats.x.capturable, ...threats.o.capturable] : [];
        if (isMeant()) store.set({ endangered, heated: heat === "threats" ? threatHeat(threats) : [] });
      }
      if ((heat === "rates" || heat === "even") && isMeant()) {
        const { moves } = await engine.ask({ action: "balance", ...game.query(), nodes: HEAT_NODES, time: HEAT_TIME, lines: heat === "even" ? EVEN : 999 });
        if (isMeant()) store.set({ heated: heat === "even" ? evenHeat(moves) : rateHeat(moves) });
      }
    } catch (error) {
      game.tell(error);
    }
  }

  /** Switches it on or off. @param {boolean} [on] */
  const toggle = (on = !store.state.analysing) => store.set({ analysing: on });

  /** Plays the best move that the analysis found. */
  function playBest() {
    const { live, at } = store.state;
    const move = live?.at === at ? live.answer.lines[0]?.pv[0] : undefined;
    if (move) void game.play(move);
    else store.set({ message: { text: t("nothingYet"), kind: "info" } });
  }

  return { toggle, playBest };
}
/** @typedef {ReturnType<typeof createAnalysis>} AnalysisControl */

/** Threats with the strengths of their colours and their signs, the strongest first. */
const KINDS = /** @type {[string, number, string][]} */ ([
  ["five", 0.9, "5"], ["straight_four", 0.75, "4"], ["double_four", 0.7, "44"], ["capture", 0.6, "×"], ["double_three", 0.55, "33"], ["four", 0.45, "4"], ["three", 0.35, "3"],
]);

/** @param {Record<"x" | "o", Record<string, string[]>>} threats */
function threatHeat(threats) {
  /** @type {Map<string, import("./state.js").Heat>} */
  const found = new Map();
  for (const color of /** @type {const} */ (["x", "o"])) {
    for (const [kind, strength, sign] of KINDS) {
      for (const name of threats[color][kind]) {
        const known = found.get(name);
        const classes = known && known.classes !== `heat ${color}` ? "heat both" : `heat ${color}`;
        found.set(name, { name, classes, strength: Math.max(strength, known?.strength ?? 0), sign: known && known.strength >= strength ? known.sign : sign });
      }
    }
  }
  return [...found.values()];
}

/** @param {{ move: string, winrate: number }[]} moves */
function rateHeat(moves) {
  const rates = moves.map(({ winrate }) => winrate);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const share = (/** @type {number} */ rate) => (most - least > 0.001 ? (rate - least) / (most - least) : 0.3);
  return moves.map(({ move, winrate }) => ({ name: move, classes: "heat rate", strength: 0.05 + 0.8 * share(winrate) ** 2 }));
}

/** The nearer to even, the stronger. @param {{ move: string, winrate: number }[]} moves */
const evenHeat = (moves) => moves.map(({ move, winrate }) => ({ name: move, classes: "heat even", strength: Math.max(0.1, 0.9 - 4 * Math.abs(winrate - 0.5)) }));
