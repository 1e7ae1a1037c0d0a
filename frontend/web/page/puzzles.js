// Puzzles on the board: moves of the solver are judged by the certificate of the puzzle, which the engine follows. Loaded when it is
// wanted.

import { chosen, counted, ofDay, storedScore, storeScore } from "./puzzle-rating.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./puzzle-rating.js").Head & { line: string, size: number | string, position: string, to_move: "x" | "o", kind: string, plies: number }} Puzzle */
/** @typedef {{ puzzle: Puzzle, said: string, solved: boolean, hints: number, isCounted: boolean, isDaily: boolean, isBusy: boolean }} Trial  a puzzle being solved */

/** The file of the puzzles, gzipped JSON lines. */
const FILE = "puzzles.jsonl.gz";

/** The time before the defence is played, in milliseconds. */
const PAUSE = 350;

/** The hints before the move itself. */
const MOST_HINTS = 3;

/** Reads the puzzles. @returns {Promise<Puzzle[]>} */
async function load() {
  const response = await fetch(new URL(FILE, import.meta.url));
  if (!response.ok || !response.body) throw new Error(t("puzzleFile"));
  const text = await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).text();
  return text.split("\n").filter(Boolean).map(parsed);
}

/** A puzzle of a line. @param {string} line @returns {Puzzle} */
function parsed(line) {
  const { id, game, size, position, to_move, kind, plies, themes, difficulty } = JSON.parse(line);
  return { id, game, size, position, to_move, kind, plies, themes, difficulty, line };
}

/** The day of the puzzle of the day: that of Greenwich, so that it is the same for all. */
const today = () => new Date().toISOString().slice(0, 10);

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createPuzzles(store, engine, game) {
  /** @type {Promise<Puzzle[]> | null} */
  let loading = null;
  const all = () => {
    loading ??= load();
    // A failed load is tried again.
    loading.catch(() => { loading = null; });
    return loading;
  };
  let score = storedScore();
  /** @type {import("./puzzle-rating.js").Filter} */
  let filter = { game: "", theme: "", level: "" };

  /** The moves of the solver on the way to the shown position. */
  const own = () => trees.moves(store.state.tree, store.state.at).filter((_, index) => index % 2 === 0);

  /** Changes the puzzle that is shown, unless another one is. @param {Trial} trial @param {Partial<Trial>} change */
  function update({ puzzle }, change) {
    const now = store.state.trial;
    if (now?.puzzle === puzzle) store.set({ trial: { ...now, ...change }, ...(change.said ? { said: change.said } : {}) });
  }

  /** Counts the first result. @param {boolean} isSolved */
  function count(isSolved) {
    const { trial } = store.state;
    if (!trial || trial.isCounted) return;
    score = counted(score, trial.puzzle, isSolved);
    storeScore(score);
    update(trial, { isCounted: true });
  }

  /** The state of the puzzle after moves of the solver. @param {string[]} moves @param {number} [hints] */
  const ask = (moves, hints = 0) => engine.ask({ action: "puzzle", text: store.state.trial?.puzzle.line, moves, hints });

  /** Shows a puzzle. @param {Puzzle | null | undefined} puzzle @param {boolean} [isDaily] */
  async function show(puzzle, isDaily = false) {
    if (!puzzle) return store.set({ message: { text: t("puzzleNone"), kind: "error" } });
    store.set({ analysing: false, heat: "none" });
    await game.start({ rules: puzzle.game, size: puzzle.size, position: puzzle.position }, { trial: { puzzle, said: "", solved: false, hints: 0, isCounted: false, isDaily, isBusy: false } });
  }

  /** Puzzles of a game of the solver, which come first. @type {Puzzle[]} */
  let mine = [];

  /** Makes puzzles from the line that is shown, to its end, and shows the first. */
  async function make() {
    const { tree, at, generation } = store.state;
    store.set({ busy: true });
    try {
      const { lines } = await engine.ask({ action: "make_puzzles", ...game.query(/** @type {number} */ (trees.line(tree, at).at(-1))) });
      if (generation !== store.state.generation) return;
      mine = lines.map(parsed);
      if (mine.length) await begin();
      else store.set({ message: { text: t("puzzleNoneHere"), kind: "info" } });
    } catch (error) {
      game.tell(error);
    } finally {
      store.set({ busy: false });
    }
  }

  /** Shows the next puzzle, that of an id, or the one of the day. @param {"next" | "day" | { id: string }} which */
  async function begin(which = "next") {
    const own = which === "next" ? mine.shift() : undefined;
    if (own) return show(own);
    try {
      const puzzles = await all();
      if (which === "day") await show(puzzles[ofDay(today(), puzzles.length)], true);
      else if (which === "next") await show(chosen(puzzles, score, filter, Math.random()));
      else await show(puzzles.find(({ id }) => id === which.id));
    } catch (error) {
      game.tell(error instanceof TypeError ? new Error(t("puzzleFile")) : error);
    }
  }

  /** Plays a right move and the defence. @param {Trial} trial @param {string} move @param {any} answer */
  async function follow(trial, move, { reply, solved }) {
    if (!(await game.play(move))) return;
    update(trial, { solved, hints: 0, said: solved ? t("puzzleSolved", move) : "" });
    if (solved) return count(true);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (store.state.trial?.puzzle !== trial.puzzle) return;
    if (await game.play(reply)) update(trial, { said: t("puzzleRight", move, reply) });
  }

  /** Does something with the shown puzzle, one thing at a time. @param {(trial: Trial) => Promise<void>} act */
  async function once(act) {
    const { trial } = store.state;
    if (!trial || trial.isBusy || trial.solved) return;
    update(trial, { isBusy: true });
    try {
      await act(trial);
    } catch (error) {
      game.tell(error);
    } finally {
      update(trial, { isBusy: false });
    }
  }

  /** A move that is tried. @param {string} move */
  const attempt = (move) => once(async (trial) => {
    const { position } = store.state;
    // A move that the rules refuse is no try.
    if (!position?.legal.includes(move)) return void await game.play(move);
    if (trees.moves(store.state.tree, store.state.at).length % 2) return;
    const answer = await ask([...own(), move]);
    if (answer.right) return follow(trial, move, answer);
    const { refutation } = answer;
    count(false);
    update(trial, { said: refutation.length ? t("puzzleLoses", move, refutation.join(" ")) : t("puzzleWrong", move) });
  });

  /** Tells more with every hint: the kind of the move, a stone near it, the move. */
  const hint = () => once(async (trial) => {
    count(false);
    const hints = Math.min(trial.hints + 1, MOST_HINTS);
    const { hint: kind, near, solution } = await ask(own(), hints);
    const texts = [t(/** @type {any} */ (`hint_${kind}`)), t("puzzleNear", near ?? ""), t("puzzleHintIs", solution ?? "")];
    update(trial, { hints, said: texts[hints - 1] });
    if (hints === MOST_HINTS) store.set({ hint: solution });
  });

  /** Plays the next move of the solution. */
  const step = () => once(async (trial) => {
    count(false);
    const moves = own();
    const { solution } = await ask(moves, MOST_HINTS);
    if (solution) await follow(trial, solution, await ask([...moves, solution]));
  });

  return {
    begin, make, attempt, hint, step, score: () => score, filter: () => filter,
    leave: () => store.set({ trial: null, home: true }),
    /** @param {Partial<import("./puzzle-rating.js").Filter>} change */
    choose(change) { filter = { ...filter, ...change }; },
    /** Shows the same puzzle from its beginning. */
    again: () => void show(store.state.trial?.puzzle, store.state.trial?.isDaily),
  };
}
/** @typedef {ReturnType<typeof createPuzzles>} PuzzlesControl */
