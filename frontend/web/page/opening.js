// An opening by a rule: the engine says what is to be decided and by whom; people and the engine decide in turn.

import { Refused } from "./engine.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").Opening} Opening */
/** @typedef {import("./state.js").Color} Color */
/** @typedef {import("./match.js").Terms} Terms */

/** How long the engine thinks about a decision at most, in milliseconds. */
const LONG = 1500;

/** Whether a person is the player with this number, 0 being the one who begins. @param {Terms} terms @param {number} player */
export const isPerson = ({ side }, player) => side === "both" || (side !== "none" && (side === "x") === (player === 0));

/** What a person has to decide now; null if it is not for a person to decide. @param {Opening | null} opening */
export const ownTask = (opening) => (opening?.task && !opening.thinking && isPerson(opening.terms, opening.task.player) ? opening.task : null);

/** Whether a task is decided by a point of the board. @param {import("./state.js").Task} task */
export const isPoint = ({ kind }) => ["place", "offer", "pick"].includes(kind);

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 * @param {import("./match.js").MatchControl} match
 */
export function createOpening(store, engine, game, match) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;
  /** Counts decisions, so that outdated answers are ignored. */
  let turn = 0;

  /** @param {Partial<Opening>} change */
  const set = (change) => store.state.opening && store.set({ opening: { ...store.state.opening, ...change } });

  /** Begins a game on an empty board. @param {string} rule @param {Terms} terms */
  async function begin(rule, terms) {
    if (!(await game.start({ ...store.state.setup, position: null }))) return;
    const opening = /** @type {Opening} */ ({
      rule, terms, answers: [], said: [], seed: Math.floor(Math.random() * 2 ** 32), thinking: false, task: null, players: [0, 1], offered: [], text: rule,
    });
    store.set({ analysing: false, heat: "none", opening });
    await go([]);
  }

  /** @param {string[]} answers @param {boolean} decide */
  function query(answers, decide) {
    const { opening, setup } = store.state;
    const { rules, rules_text, size, flags } = setup;
    const about = { ...(rules_text ? { rules_text } : { rules }), size, flags };
    return { action: "opening", ...about, opening_rule: opening?.rule, answers, seed: opening?.seed, decide, ...(decide ? { time: LONG } : {}) };
  }

  /** Goes on after these answers, or says why the last of them is none. @param {string[]} answers */
  async function go(answers) {
    const mine = ++turn;
    const isLate = () => mine !== turn || !store.state.opening;
    asked?.stop();
    try {
      const found = await engine.ask(query(answers, false));
      if (isLate() || !store.state.opening) return;
      const { moves, task, players, offered, opening: text } = found;
      const [tree, at] = trees.addLine(trees.empty(), trees.ROOT, moves);
      const opening = { ...store.state.opening, answers, task, players, offered, text, thinking: Boolean(task) && !isPerson(store.state.opening.terms, task.player) };
      if (!(await game.go(at, { tree, opening })) || isLate()) return;
      if (!task) finish();
      else if (opening.thinking) await decide(answers, isLate);
    } catch (error) {
      if (!isLate()) failed(error);
    }
  }

  /** Has the engine decide. @param {string[]} answers @param {() => boolean} isLate */
  async function decide(answers, isLate) {
    asked = engine.ask(query(answers, true));
    const found = await asked;
    const { opening } = store.state;
    if (isLate() || !opening) return;
    set({ said: [...opening.said, { answer: found.answer, grounds: found.reason, rate: found.winrate_black, after: answers.length }] });
    await go([...answers, found.answer]);
  }

  /** @param {unknown} error */
  function failed(error) {
    game.tell(error);
    // A refused answer can be given again; without an engine there is no opening.
    if (!(error instanceof Refused) || error.lost) end();
    else set({ thinking: false });
  }

  /** The game itself begins; who has which colour was decided. */
  function finish() {
    const { opening, about } = store.state;
    if (!opening) return;
    const { terms, players, text } = opening;
    const hasBlack = isPerson(terms, players[0]);
    const side = terms.side === "x" || terms.side === "o" ? (hasBlack ? "x" : "o") : terms.side;
    store.set({ opening: null, about: { ...about, opening: text } });
    match.begin({ ...terms, side });
  }

  /** What a person decides: a point, a word or a number. @param {string} text */
  function answer(text) {
    const { opening } = store.state;
    if (opening && ownTask(opening)) void go([...opening.answers, text]);
  }

  /** Takes the last decision of a person back, and what came after it. */
  function undo() {
    const { opening } = store.state;
    if (!opening) return;
    let count = opening.answers.length - 1;
    while (count > 0 && opening.said.some(({ after }) => after === count)) count -= 1;
    if (count < 0 || opening.said.some(({ after }) => after === count)) return;
    set({ said: opening.said.filter(({ after }) => after < count) });
    void go(opening.answers.slice(0, count));
  }

  /** Goes on with an opening that was stored. */
  function resume() {
    const { opening } = store.state;
    if (opening) void go(opening.answers);
  }

  function end() {
    turn += 1;
    asked?.stop();
    store.set({ opening: null });
  }

  return { begin, answer, undo, resume, end };
}
/** @typedef {ReturnType<typeof createOpening>} OpeningControl */
