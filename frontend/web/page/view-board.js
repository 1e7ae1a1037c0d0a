// The board.

import { createBoard } from "./board.js";
import { shares } from "./board-explored.js";
import { percent, scoreText, shortScore } from "./format.js";
import { refusal } from "./game.js";
import * as drawn from "./marks.js";
import { isPoint, ownTask } from "./opening.js";
import { proofMarks } from "./proof.js";
import { watch } from "./state.js";
import { colorName, errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Position} Position */
/** @typedef {import("./state.js").Color} Color */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How much worse than the best a candidate is; lost is lost. @param {import("./state.js").Line} line @param {number} loss */
const shade = ({ score }, loss) => (score.loss !== undefined ? "lost" : loss < 0.01 ? "s0" : loss < 0.05 ? "s1" : loss < 0.15 ? "s2" : "s3");

/** @param {State} state */
function candidates({ live, at, prefs, preview, retry, heat, editor, panel }) {
  if (!live || live.at !== at || !prefs.candidates || preview || retry || editor || heat === "rates" || heat === "even" || panel === "explore") return [];
  const { lines, depth } = live.answer;
  const found = lines.map((line, index) => ({
    name: line.pv[0], main: shortScore(line), small: index ? "" : `d${depth}`, rank: index + 1, shade: shade(line, lines[0].winrate - line.winrate),
  }));
  // Losing moves are candidates only if all moves lose.
  return found.filter(({ name, shade: kind }) => name && (kind !== "lost" || found[0].shade === "lost"));
}

/** Whether no person can place a stone now. @param {State} state */
function isWaiting({ match, opening, preview, editor }) {
  const task = ownTask(opening);
  return Boolean(match?.thinking || match?.over || preview || editor || (opening && !(task && isPoint(task))));
}

/** The stones of a position. @param {Position} position */
const stonesOf = ({ stones }) => new Map(/** @type {[string, Color][]} */ ([...stones.x.map((name) => [name, "x"]), ...stones.o.map((name) => [name, "o"])]));

/**
 * The stones on the board; in a preview those that stay, those that the line places and those that it captures.
 * @param {State} state
 */
function placed({ position, preview, editor }) {
  const stones = editor?.stones ?? (position ? stonesOf(position) : new Map());
  if (!preview?.position || !position || editor) return { stones, ghosts: [], gone: [] };
  const then = stonesOf(preview.position);
  const numbers = new Map(preview.known.map((name, index) => [name, String(index + 1)]));
  const stays = (/** @type {[string, Color]} */ [name, color]) => then.get(name) === color && stones.get(name) === color && !numbers.has(name);
  return {
    stones: new Map([...stones].filter(stays)),
    ghosts: [...then].filter((stone) => !stays(stone)).map(([name, color]) => ({ name, color, text: numbers.get(name) ?? "" })),
    gone: [...stones].filter(([name]) => !then.has(name)).map(([name, color]) => ({ name, color })),
  };
}

/** Shaded points: a map, or the allowed points in an opening. @param {State} state */
function heat({ heated, opening, position }) {
  const task = ownTask(opening);
  if (task?.kind !== "place" || task.allowed.length === position?.legal.length) return heated;
  return task.allowed.map((name) => ({ name, classes: "heat allowed", strength: 0.3 }));
}

/** The numbers of the moves to the shown position, and those of points that were played on again. @param {State} state */
export function numbered({ position, tree, at, prefs }) {
  const path = trees.path(tree, at);
  const way = path.slice(path.indexOf(trees.base(tree, at)) + 1).map((id) => trees.node(tree, id));
  const isWanted = prefs.numbers || way.some(({ properties }) => properties?.MN);
  if (!position || !isWanted) return { texts: new Map(), again: [] };
  /** @type {Map<string, number[]>} */
  const found = new Map();
  drawn.numbers(way).forEach((number, index) => {
    const name = way[index].move;
    if (number !== null && name !== "swap" && name !== "pass") found.set(name, [...found.get(name) ?? [], number]);
  });
  const stones = stonesOf(position);
  const shown = [...found].filter(([name]) => stones.has(name));
  return {
    texts: new Map(shown.map(([name, numbers]) => [name, String(numbers.at(-1))])),
    again: shown.flatMap(([, numbers]) => numbers.slice(0, -1).map((number) => /** @type {[number, number]} */ ([number, /** @type {number} */ (numbers.at(-1))]))).sort(([one], [two]) => one - two),
  };
}

/** Texts on points: numbers of moves, offers in an opening, labels. @param {State} state */
function texts(state) {
  const { tree, at, opening, editor, preview } = state;
  if (editor) return new Map();
  /** @type {Map<string, string>} */
  const found = new Map(preview ? [] : numbered(state).texts);
  opening?.offered.forEach((name, index) => found.set(name, String(index + 1)));
  for (const [name, text] of trees.node(tree, at).labels ?? []) found.set(name, text);
  return found;
}

/** The next moves of the tree, where there are several or where they are wanted. @param {State} state */
function nexts({ tree, at, match, opening, retry, preview, prefs, editor, trial }) {
  if (match || opening || retry || trial || preview || editor || !prefs.nexts) return [];
  return trees.node(tree, at).children.map((id, index) => ({ name: trees.node(tree, id).move, first: index === 0 }));
}

/** @param {State} state @returns {import("./board.js").View | null} */
function view(state) {
  const { board: layout, position, prefs, tree, at, editor, preview } = state;
  if (!layout || !position) return null;
  const last = position.moves.at(-1);
  const { stones, ghosts, gone } = placed(state);
  const node = trees.node(tree, at);
  const drawings = editor || preview ? { shapes: [], arrows: [] } : drawn.drawings(node, layout);
  const hides = Boolean(editor || preview);
  return {
    layout, turn: prefs.turn, mirrored: prefs.mirrored, names: prefs.names, stones, ghosts, gone, ...drawings,
    last: hides ? null : [...position.moves].reverse().find(({ move }) => move !== "swap" && move !== "pass")?.move ?? null,
    taken: hides ? [] : last?.captured ?? [], decisive: hides ? [] : position.decisive, crossed: hides ? [] : position.forbidden, endangered: hides ? [] : state.endangered,
    refused: new Map(position.refused.flatMap((refused) => refused.points.map((name) => /** @type {[string, string]} */ ([name, errorText({ ...refused, text: refused.reason })])))),
    texts: texts(state), nexts: nexts(state), candidates: [...candidates(state), ...(hides ? [] : proofMarks(state))], explored: shares(state), hint: hides ? null : state.hint, heat: hides ? NOTHING : heat(state),
    toMove: isWaiting(state) ? null : position.to_move, confirm: prefs.confirm && !state.tool && !editor, animate: !still.matches,
  };
}

/** @type {never[]} */
const NOTHING = [];

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {(name: string) => void} onPoint
 * @param {(from: string, to: string) => void} onDraw
 */
export function createBoardView(store, game, onPoint, onDraw) {
  const board = createBoard({
    onPoint, onDraw,
    onHover(name) {
      const { live, at, preview, editor, tool } = store.state;
      const line = !editor && !tool && live?.at === at ? live.answer.lines.find(({ pv }) => pv[0] === name) : undefined;
      if (line) void game.preview(line.pv);
      else if (preview && hovers) void game.preview(null);
      hovers = Boolean(line);
    },
    onCursor: (name) => store.set({ said: describe(store.state, name) }),
  });
  let hovers = false;
  const selected = (/** @type {State} */ state) => [
    state.board, state.position, state.live, state.preview, state.hint, state.heated, state.endangered, state.prefs, state.tree, state.proof, state.retry, state.match, state.opening,
    state.editor, state.tool, state.panel, state.explored,
  ];
  watch(store, selected, (state) => {
    const shown = view(state);
    if (!shown || !state.board) return;
    board.element.setAttribute("aria-label", t("boardName", state.board.title, state.board.size));
    board.update(shown);
  });
  return board;
}

/** The text of a point for screen readers. @param {State} state @param {string} name */
function describe({ position, live, at }, name) {
  if (!position) return name;
  const color = position.stones.x.includes(name) ? "x" : position.stones.o.includes(name) ? "o" : null;
  const reason = refusal(position, name);
  const rank = live?.at === at ? live.answer.lines.findIndex(({ pv }) => pv[0] === name) : -1;
  const parts = [color ? colorName(color) : t("emptyPoint")];
  if (reason) parts.push(reason);
  if (live && rank >= 0) {
    const line = live.answer.lines[rank];
    parts.push(t("candidatePoint", rank + 1, `${colorName(live.answer.to_move)} ${percent(line.winrate)} %, ${scoreText(line.score)}`));
  }
  return t("point", name, parts.join(", "));
}

