// The review of a game, and another try at each mistake.

import { percent } from "./format.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** A loss of win rate up to this is as good as the best. */
const GOOD = 0.03;

/** Whether a move is worse than it might have been: `?!`, `?`, `??`, but not `!?`. @param {import("./state.js").Judged} judged */
export const isMistake = ({ mark }) => Boolean(mark?.startsWith("?"));

/** The nodes for each position, unless others are asked for. */
export const USUAL = 5_000;

/** The nodes behind the judgement of a try. */
const TRY_NODES = 100_000;

/**
 * The state of a reviewed line: its judgements, and its win rates among the known ones.
 * @param {number[]} ids  the nodes of the line
 * @param {Pick<NonNullable<import("./state.js").Review>, "moves" | "graph" | "players">} answer
 * @param {import("./state.js").State["known"]} before
 */
export function judged(ids, { moves, graph, players }, before) {
  const known = new Map(before);
  // A stopped review has the last moves only.
  const first = ids.length - graph.length;
  graph.forEach((rate, ply) => known.set(ids[first + ply], { rate, depth: 0 }));
  return { known, review: { done: ids.length, of: ids.length, moves, graph, players, ids } };
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createReview(store, engine, game) {
  /** @type {import("./engine.js").Asked | null} */
  let asked = null;

  /** Reviews the line that is shown, to its end. @param {number} [nodes] */
  async function run(nodes = USUAL) {
    const { tree, at, generation } = store.state;
    const line = trees.line(tree, at);
    const ids = line.slice(line.indexOf(trees.base(tree, /** @type {number} */ (line.at(-1)))));
    store.set({ busy: true, retry: null, review: { done: 0, of: ids.length, moves: [], graph: [], players: {}, ids } });
    asked = engine.ask({ action: "review", ...game.query(ids[ids.length - 1]), nodes, report_every: 100 }, ({ done, of }) => {
      const { review } = store.state;
      if (review && generation === store.state.generation) store.set({ review: { ...review, done, of } });
    });
    try {
      const answer = await asked;
      if (generation === store.state.generation) store.set(judged(ids, answer, store.state.known));
    } catch (error) {
      store.set({ review: null });
      game.tell(error);
    } finally {
      asked = null;
      store.set({ busy: false });
    }
  }

  /** Writes marks and better lines into the moves. */
  function write() {
    const { review } = store.state;
    if (!review) return;
    let { tree } = store.state;
    for (const judged of review.moves) {
      const { ply, mark, best, pv, loss } = judged;
      const id = review.ids[ply];
      if (!mark || !tree[id]) continue;
      const comment = trees.node(tree, id).comment || (isMistake(judged) ? t("lost", percent(loss)) : "");
      tree = trees.change(tree, { [id]: { quality: mark, comment } });
      if (best && isMistake(judged) && best !== trees.node(tree, id).move) [tree] = trees.addLine(tree, review.ids[ply - 1], pv);
    }
    store.set({ tree });
  }

  /** Goes to the position before a mistake and asks for a better move. @param {import("./state.js").Judged} judged */
  async function retry(judged) {
    const { review } = store.state;
    if (!review) return;
    const from = review.ids[judged.ply - 1];
    await game.go(from, { retry: { judged, from, said: "", solved: false } });
  }

  /** A move that is tried in the place of the mistake. @param {string} move */
  async function attempt(move) {
    const { retry, position } = store.state;
    if (!retry || !position?.legal.includes(move)) return;
    const { judged } = retry;
    void game.preview([move]);
    let rate = judged.before;
    if (move === judged.move) rate = judged.after;
    else if (move !== judged.best) {
      try {
        const { lines } = await engine.ask({ ...game.query(retry.from), only: [move], nodes: TRY_NODES });
        rate = lines[0].winrate;
      } catch (error) {
        return game.tell(error);
      }
    }
    if (store.state.retry !== retry) return;
    const solved = rate >= judged.before - GOOD;
    const said = solved ? t("tryGood", move, percent(rate)) : t("tryBad", move, percent(judged.before - rate));
    store.set({ retry: { ...retry, said, solved }, said });
  }

  /** Shows the best move. */
  function solve() {
    const { retry } = store.state;
    if (!retry?.judged.best) return;
    void game.preview(retry.judged.pv);
    store.set({ retry: { ...retry, said: t("solutionIs", retry.judged.best), solved: true } });
  }

  const leave = () => store.set({ retry: null, preview: null });

  // Going to another position ends the try.
  store.listen(({ retry, at }) => {
    if (retry && at !== retry.from) leave();
  });

  return { run, stop: () => asked?.stop(), write, retry, attempt, solve, leave };
}
/** @typedef {ReturnType<typeof createReview>} ReviewControl */
