// A tournament that is watched: its journal is looked at again and again; a finished game is opened, a running one is followed.

import { short } from "./format.js";
import { reasonText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("../../wasm/js/types.js").Watched} Watched */
/** @typedef {import("../../wasm/js/types.js").WatchedGame} WatchedGame */
/** @typedef {import("../../wasm/js/types.js").GameInProgress} GameInProgress */
/** @typedef {import("../../wasm/js/types.js").ReportedValues} Values */
/** @typedef {Watched & { seen: number }} Tournament  with the moment at which it was looked at */

/** The finished games of a page. */
export const PAGE = 50;

/** The time between two looks, in milliseconds: while the journal is read, while games run, else. */
const SOON = 50;
const OFTEN = 600;
const RARELY = 3000;

/** The reasons of results that the rules do not give. */
const TIME = "time";

/** The colours of the two engines. @param {boolean} swapped @returns {["x" | "o", "x" | "o"]} */
export const colors = (swapped) => (swapped ? ["o", "x"] : ["x", "o"]);

/** The engines by their colours, Black first. @param {{ players: string[], swapped: boolean }} game @returns {[string, string]} */
const byColor = ({ players, swapped }) => (swapped ? [players[1], players[0]] : [players[0], players[1]]);

/** Values that an engine reported, in a few words; empty for none. @param {Values | null | undefined} values */
export function valuesText(values) {
  if (!values) return "";
  const { depth, nodes, score } = values;
  return [score === null ? "" : scoreOf(score), depth === null ? "" : `${t("depth")} ${depth}`, nodes === null ? "" : short(nodes)].filter(Boolean).join(" · ");
}

/** A score in the units of its engine; a forced end has its distance. @param {number} score */
function scoreOf(score) {
  const distance = 30_000 - Math.abs(score);
  if (distance <= 1000 && distance >= 0) return t(score > 0 ? "winsIn" : "losesIn", distance);
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score)}`;
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createWatch(store, engine, game) {
  let journal = store.state.journals[0] ?? "";
  let skipped = 0;
  let goesOn = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let looking = false;
  /** The board of the tournament. @type {WatchedGame | null} */
  let board = null;
  /** The number of the document that follows, so that the next game replaces it. */
  let doc = "";
  /** The finished game as it was opened in place of the followed one. @type {{ game: number, tree: trees.Tree } | null} */
  let ended = null;

  const isShown = () => store.state.panel === "watch" && !store.state.home;
  const named = () => journal ||= store.state.journals[0] ?? "";
  const isWanted = () => store.state.journals.length > 0 && store.state.condition === "ready" && (isShown() || store.state.following !== null);

  /** Looks at the journal, and again later as long as that is wanted. */
  async function look() {
    clearTimeout(timer);
    if (looking || !isWanted()) return;
    looking = true;
    const meant = `${named()} ${skipped}`;
    let pause = RARELY;
    try {
      const found = /** @type {Watched} */ (await engine.ask({ action: "watch", journal, after: skipped, limit: PAGE }, undefined, true));
      if (meant === `${journal} ${skipped}`) {
        store.set({ tournament: { ...found, seen: Date.now() } });
        await follow(found);
        pause = found.reading ? SOON : found.running.length || store.state.following !== null ? OFTEN : RARELY;
      } else pause = 0;
    } catch (error) {
      // The journal may be there again.
      if (!store.state.tournament) game.tell(error);
    }
    looking = false;
    timer = setTimeout(() => void look(), document.hidden ? RARELY : pause);
  }

  /** @param {number} [number] */
  const read = (number) => engine.ask({ action: "watched_game", journal, ...(number === undefined ? {} : { game: number }) }, undefined, true);

  /** The setup of the tournament's board with a position. @param {WatchedGame} found @param {string | null} position */
  const setupOf = ({ rules, rules_text, size, length, flags }, position) => ({ rules: rules ?? "", rules_text, size, length, flags, position });

  /** The tree of a finished game: moves with times and reported values as comments, and why it ended. @param {WatchedGame} found */
  function treeOf({ moves, book, ms, info, reason }) {
    let [tree] = trees.addLine(trees.empty(), trees.ROOT, moves);
    const ids = trees.line(tree, trees.ROOT);
    /** @type {Record<number, Partial<trees.Node>>} */
    const notes = { [trees.ROOT]: { comment: reasonText(reason) } };
    moves.forEach((_, index) => {
      if (index < book) return;
      const time = ms[index] === undefined ? "" : t("seconds", (ms[index] / 1000).toFixed(2));
      notes[ids[index + 1]] = { comment: [time, valuesText(info[index])].filter(Boolean).join(" · ") };
    });
    return trees.change(tree, notes);
  }

  /** The names of a game. @param {{ game: number | null, players: string[], swapped: boolean }} found @param {number} [ended] */
  function aboutOf(found, ended) {
    const number = found.game ?? 0;
    return { players: byColor(found), event: journal, round: `${Math.floor(number / 2) + 1}.${(number % 2) + 1}`, ...(ended ? { date: new Date(1000 * ended).toISOString().slice(0, 10) } : {}) };
  }

  /** Opens a finished game. @param {number} number @param {boolean} [follows] whether it is shown as the end of the followed game */
  async function open(number, follows = false) {
    try {
      const found = /** @type {WatchedGame} */ (await read(number));
      const tree = treeOf(found);
      const at = /** @type {number} */ (trees.line(tree, trees.ROOT).at(-1));
      const winner = found.winner === null ? null : colors(found.swapped)[found.winner];
      const result = found.reason === TIME && winner ? { winner, reason: "time" } : null;
      if (!follows) stop();
      const started = await game.start(setupOf(found, found.position), {
        tree, at, source: journal, about: aboutOf(found, found.ended), result: /** @type {any} */ (result), closed: true, ...(follows && doc ? { doc } : {}),
      });
      if (follows && started) [doc, ended] = [store.state.doc, { game: number, tree: store.state.tree }];
      return started;
    } catch (error) {
      game.tell(error);
      return false;
    }
  }

  /** Follows a running game on the board. @param {number} number */
  function watch(number) {
    store.set({ following: number });
    [doc, ended] = ["", null];
    void look();
  }

  function stop() {
    if (store.state.following !== null) store.set({ following: null });
  }

  /** Whether the shown document is the followed game without changes of the person. */
  const isUntouched = () => Boolean(doc) && store.state.doc === doc && (store.state.tree === ended?.tree || store.state.tree.every((entry) => !entry || (entry.children.length < 2 && !entry.comment)));

  /** Shows the moves that were added to the followed game. @param {Watched} found */
  async function follow({ running, games }) {
    const { following, home, editor, match } = store.state;
    if (following === null || home || editor || match) return;
    const now = running.find((one) => one.game === following);
    if (now) return show(now);
    // It has ended, perhaps before it was shown: the finished game has its result.
    if (!games.some((one) => one.game === following)) return;
    const untouched = !doc || isUntouched();
    if (untouched && ended?.game !== following && !(await open(following, true))) return stop();
    if (!goesOn || !untouched) return stop();
    // Where no game has begun yet, the next look finds one; the next one may have ended, too.
    store.set({ following: (running[0] ?? games[0]).game });
  }

  /** @param {GameInProgress} now */
  async function show(now) {
    const { doc: shown } = store.state;
    if (!doc || shown !== doc || store.state.source !== sourceOf(now)) {
      // A person who has opened another game follows no longer.
      if (doc && shown !== doc) return stop();
      board ??= /** @type {WatchedGame} */ (await read());
      const [tree, at] = trees.addLine(trees.empty(), trees.ROOT, now.moves);
      const started = await game.start(setupOf(board, now.position), { tree, at, source: sourceOf(now), about: aboutOf(now), ...(doc ? { doc } : {}) });
      if (!started) return stop();
      doc = store.state.doc;
      return;
    }
    const { tree, at } = store.state;
    const line = trees.line(tree, trees.ROOT);
    const known = trees.moves(tree, /** @type {number} */ (line.at(-1)));
    const isPrefix = known.every((move, index) => move === now.moves[index]);
    if (isPrefix && known.length === now.moves.length) return;
    const [next, end] = trees.addLine(tree, trees.ROOT, now.moves);
    const main = isPrefix ? next : trees.promote(next, end);
    // Who looks at an earlier move stays there.
    if (at === line.at(-1)) await game.go(end, { tree: main, about: aboutOf(now) });
    else store.set({ tree: main, about: aboutOf(now) });
  }

  /** The source of a followed game, by which it is known again. @param {GameInProgress} now */
  const sourceOf = (now) => `${journal} ${now.game + 1}`;

  /** Shows the tournament: its first running game, else its last one, else its empty board. */
  async function begin() {
    store.set({ panel: "watch" });
    try {
      const found = /** @type {Watched} */ (await engine.ask({ action: "watch", journal: named(), limit: 1 }, undefined, true));
      if (found.running.length) watch(found.running[0].game);
      else if (found.games.length) await open(found.games[0].game);
      else await game.start(setupOf(/** @type {WatchedGame} */ (await read()), null));
      void look();
    } catch (error) {
      game.tell(error);
    }
  }

  let was = false;
  store.listen(() => {
    const wanted = isWanted();
    if (wanted && !was) void look();
    was = wanted;
  });
  void look();

  return {
    open: (/** @type {number} */ number) => open(number), watch, stop, begin,
    /** Whether the next game is followed when one ends. @param {boolean} on */
    goOn(on) { goesOn = on; },
    /** Looks at another journal. @param {string} name */
    read(name) { [journal, skipped, board] = [name, 0, null]; stop(); store.set({ tournament: null }); void look(); },
    /** Shows newer or older games. @param {number} count */
    turn(count) { skipped = Math.max(0, skipped + count); void look(); },
    skipped: () => skipped,
  };
}
/** @typedef {ReturnType<typeof createWatch>} WatchControl */
