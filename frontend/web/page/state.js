// The state of the page: one object, changed by `store.set` only.

import { createStore } from "./store.js";
import { empty } from "./tree.js";

/** @typedef {"x" | "o"} Color */
/** @typedef {{ rules: string, rules_text?: string | null, size?: number | string, length?: number, flags?: Record<string, string>, position?: string | null }} Setup */
// The types of the engine are generated from its answers.
/** @typedef {import("../../wasm/js/types.js").FlagInfo} Flag */
/** @typedef {import("../../wasm/js/types.js").GameInfo} Game */
/** @typedef {import("../../wasm/js/types.js").FormatInfo} Format */
/** @typedef {import("../../wasm/js/types.js").RuleInfo} Rule */
/** @typedef {import("../../wasm/js/types.js").Board} Board */
/** @typedef {import("../../wasm/js/types.js").Position} Position */
/** @typedef {{ cp?: number, win?: number, loss?: number }} Score */
/** @typedef {{ score: Score, winrate: number, pv: string[] }} Line */
/** @typedef {{ to_move: Color, depth: number, seldepth: number, nodes: number, nps: number, time_ms: number, best: string | null, lines: Line[], partial: boolean, ended: string | null }} Analysis */
/** @typedef {{ rate: number, depth: number }} Known The win rate of Black and the depth of its search. */
/** @typedef {{ name: string, classes: string, strength: number, sign?: string }} Heat */
/** @typedef {{ text: string, kind: "info" | "error", undo?: boolean }} Message  with a button that undoes it, if `undo` */
/** @typedef {{ moves: string[], position: Position | null, known: string[] }} Preview A line and the position after `known`, as much of it as the engine has computed. */
/** @typedef {{ stones: Map<string, Color>, toMove: Color, captured: { x: number, o: number }, brush: string, problem: string, pending: Color | null }} Editor A position that is being set up; `pending` has a five that can be broken. */
/** @typedef {import("./match.js").Terms & { left: [number, number], since: number, thinking: boolean, over: boolean, failed?: boolean, first: number, start: string }} Match `failed` after an error of an engine; `start` is the position of the first turn, after `first` moves. */
/** @typedef {import("../../wasm/js/types.js").Result} Result */
/** @typedef {Result & { text?: string } | { winner: null, reason: null, text: string }} Stated  a result, and as its record has it; or in words alone */
/** @typedef {import("../../wasm/js/types.js").OpeningTask} Task */
/**
 * @typedef {object} Opening An opening by a rule.
 * @property {string} rule
 * @property {import("./match.js").Terms} terms
 * @property {string[]} answers  the decisions
 * @property {{ answer: string, grounds: import("../../wasm/js/types.js").OpeningReason, rate: number | null, after: number }[]} said  decisions of the engine, each with the number of answers before it
 * @property {number} seed
 * @property {boolean} thinking
 * @property {Task | null} task
 * @property {[number, number]} players  the players of Black and White; 0 began
 * @property {string[]} offered
 * @property {string} text  as records have it
 */
/** @typedef {import("../../wasm/js/types.js").ReviewedMove} Judged */
/** @typedef {{ done: number, of: number, moves: Judged[], graph: number[], players: Record<string, any>, ids: number[] } | null} Review */
/** @typedef {{ judged: Judged, from: number, said: string, solved: boolean } | null} Retry */
/** @typedef {{ wins: string[] } | { play: string, replies: Map<string, number>, other: number | null }} Step */
/** @typedef {{ winner: Color, plies: number, certificate: string, steps: Step[], from: number, places: Map<number, number>, answers: boolean }} Proof  `answers` says whether the moves of the proof are played at once */

/**
 * @typedef {object} State
 * @property {import("./engine.js").Condition} condition
 * @property {Game[]} games
 * @property {Format[]} formats
 * @property {Setup} setup
 * @property {number} generation  grows with every new game
 * @property {Board | null} board
 * @property {import("./tree.js").Tree} tree
 * @property {number} at  the node that is shown
 * @property {Position | null} position
 * @property {{ id: number, moves: string[] | null, also: Partial<State> } | null} ahead  the node that is shown next, as soon as its position is known; its moves if they alone lead there; what changes with it
 * @property {string} doc  the number of the document
 * @property {string} source  the file that it was read from
 * @property {import("./document.js").Saved[]} recent  the stored documents
 * @property {[number, number]} undoable  how many changes can be undone, and done again
 * @property {"saved" | "pending" | "failed" | "off"} storing
 * @property {boolean} home  whether the home is shown instead of the board
 * @property {Editor | null} editor
 * @property {{ index: number, rules: string, said: string, solved: boolean } | null} lesson
 * @property {import("./puzzles.js").Trial | null} trial  the puzzle that is being solved
 * @property {string | null} tool  the mark that a click on the board makes
 * @property {string | null} arrow  where the arrow begins that is being drawn
 * @property {boolean} closed  whether the summary of a finished game was closed
 * @property {boolean} presenting  whether the board is shown without panels
 * @property {boolean} autoplay  whether the game is played move by move
 * @property {boolean} printing  whether the printed game is shown
 * @property {(() => void) | null} update  loads a new version of the page, if there is one
 * @property {number} several  the games of the file that was opened last, if it has several
 * @property {{ of: number, rows: import("./batch.js").Row[], running: boolean } | null} batch  the review of all of them
 * @property {Record<string, any>} about
 * @property {Stated | null} result
 * @property {Map<number, Known>} known
 * @property {string[]} libraries  the libraries of games that the server has
 * @property {string[]} actions  the actions that the server has
 * @property {string[]} engines  the engines of other programs that the server has
 * @property {import("./resources.js").Resources | null} resources  threads and memory of the engine, once they are known
 * @property {string[]} journals  the journals of tournaments that the server lets one watch
 * @property {import("./watch.js").Tournament | null} tournament  the one that is watched
 * @property {number | null} following  the running game that the board follows
 * @property {import("./compare.js").Comparing | null} comparing  the engines that are compared
 * @property {import("./compare.js").Compared | null} compared  their values for a node
 * @property {{ x: string[], o: string[] }} messages  of the engine of each colour
 * @property {import("./explore.js").Explorer | null} explored
 * @property {boolean} analysing
 * @property {number} lines
 * @property {{ at: number, answer: Analysis } | null} live
 * @property {Preview | null} preview
 * @property {string | null} hint  a move that the engine suggests
 * @property {string} heat
 * @property {Heat[]} heated
 * @property {string[]} endangered
 * @property {string} panel
 * @property {Message | null} message
 * @property {Match | null} match
 * @property {Opening | null} opening
 * @property {Review} review
 * @property {Retry} retry
 * @property {Proof | null} proof
 * @property {boolean} busy  whether the engine works on something else than the analysis
 * @property {boolean} waiting  whether something waits for the engine, the analysis apart
 * @property {string} said  what a screen reader says
 * @property {Prefs} prefs
 */

/** @typedef {typeof usual} Prefs What is kept on this machine. */
const usual = {
  theme: "auto", language: (navigator.language ?? "en").slice(0, 2), names: true, numbers: false, nexts: true, bookMoves: true, plain: false, sounds: false, ponders: false, candidates: true, atari: true,
  confirm: matchMedia("(pointer: coarse)").matches, turn: 0, mirrored: false, lines: 5, treeGraph: false, pause: 1500,
  // Threads and memory in MiB of the engine; 0 are those of the program.
  threads: 0, hash: 0,
};

const PLACE = "ninuki";

/** @returns {Prefs} */
function kept() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

/** Keeps what is otherwise than usual. @param {Prefs} prefs */
export function keep(prefs) {
  const changed = Object.entries(prefs).filter(([name, value]) => value !== /** @type {any} */ (usual)[name]);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(changed)));
  } catch { /* Some browsers keep nothing. */ }
}

/** @returns {import("./store.js").Store<State>} */
export function createState() {
  const prefs = kept();
  return createStore(/** @type {State} */ ({
    condition: "connecting", games: [], formats: [], setup: { rules: "" }, generation: 0, board: null, tree: empty(), at: 0, position: null, ahead: null, about: {}, result: null,
    known: new Map(), libraries: [], actions: [], engines: [], journals: [], tournament: null, following: null, resources: null, comparing: null, compared: null, messages: { x: [], o: [] }, explored: null, analysing: false, lines: prefs.lines, live: null, preview: null, heat: "none", heated: [], endangered: [],
    doc: "", source: "", recent: [], undoable: [0, 0], storing: "saved", home: false, editor: null, lesson: null, trial: null, tool: null, arrow: null, closed: false, presenting: false, autoplay: false, printing: false, update: null, several: 0, batch: null, hint: null, panel: "analysis", message: null, match: null, opening: null, review: null, retry: null, proof: null, busy: false, waiting: false, said: "", prefs,
  }));
}

/**
 * Calls `render` in the next frame whenever one of the selected values has changed, and once at the beginning. Returns a function
 * that ends this, for what is shown for a while only.
 * @param {import("./store.js").Store<State>} store
 * @param {(state: State) => unknown[]} selected
 * @param {(state: State) => void} render
 */
export function watch(store, selected, render) {
  let shown = selected(store.state);
  render(store.state);
  return store.draw((state) => {
    const next = selected(state);
    if (next.every((value, index) => Object.is(value, shown[index]))) return;
    shown = next;
    render(state);
  });
}

/** How likely Black wins. @param {Analysis} analysis */
export const blackRate = ({ to_move, lines }) => (to_move === "x" ? lines[0].winrate : 1 - lines[0].winrate);

/** The other side. @param {Color} color @returns {Color} */
export const other = (color) => (color === "x" ? "o" : "x");
