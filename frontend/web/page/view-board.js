// The board.

import { createBoard } from "./board.js";
import { percent, scoreText, shortScore } from "./format.js";
import { refusal } from "./game.js";
import { proofMarks } from "./proof.js";
import { isPoint, ownTask } from "./opening.js";
import { other, watch } from "./state.js";
import { colorName, errorText, t } from "./texts.js";
import * as trees from "./tree.js";

/** @typedef {import("./state.js").State} State */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How much worse than the best a candidate is; lost is lost. @param {import("./state.js").Line} line @param {number} loss */
const shade = ({ score }, loss) => (score.loss !== undefined ? "lost" : loss < 0.01 ? "s0" : loss < 0.05 ? "s1" : loss < 0.15 ? "s2" : "s3");

/** @param {State} state */
function candidates({ live, at, prefs, preview, retry, heat }) {
  if (!live || live.at !== at || !prefs.candidates || preview || retry || heat === "rates" || heat === "even") return [];
  const { lines, depth } = live.answer;
  const found = lines.map((line, index) => ({
    name: line.pv[0], main: shortScore(line), small: index ? "" : `d${depth}`, rank: index + 1, shade: shade(line, lines[0].winrate - line.winrate),
  }));
  // Losing moves are candidates only if all moves lose.
  return found.filter(({ name, shade: kind }) => name && (kind !== "lost" || found[0].shade === "lost"));
}

/** Whether no person can place a stone now. @param {State} state */
function isWaiting({ match, opening }) {
  const task = ownTask(opening);
  return Boolean(match?.thinking || match?.over || (opening && !(task && isPoint(task))));
}

/** Stones of a previewed line. @param {State} state @param {Map<string, "x" | "o">} stones */
function ghosts({ preview, position }, stones) {
  if (!preview || !position?.to_move) return [];
  let color = position.to_move;
  return preview.flatMap((name, index) => {
    const ghost = { name, color, text: String(index + 1) };
    if (name !== "swap") color = other(color);
    return stones.has(name) ? [] : [ghost];
  });
}

/** Shaded points: a map, or the allowed points in an opening. @param {State} state */
function heat({ heated, opening, position }) {
  const task = ownTask(opening);
  if (task?.kind !== "place" || task.allowed.length === position?.legal.length) return heated;
  return task.allowed.map((name) => ({ name, classes: "heat allowed", strength: 0.3 }));
}

/** Texts on points: numbers of moves, offers in an opening, labels. @param {State} state */
function texts({ position, prefs, tree, at, opening }) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const stones = position && new Set([...position.stones.x, ...position.stones.o]);
  if (prefs.numbers) position?.moves.forEach(({ move }, index) => stones?.has(move) && found.set(move, String(index + 1)));
  opening?.offered.forEach((name, index) => found.set(name, String(index + 1)));
  for (const [name, text] of trees.node(tree, at).labels ?? []) found.set(name, text);
  return found;
}

/**
 * @param {import("./game.js").Store} store
 * @param {(name: string) => void} onPoint
 */
export function createBoardView(store, onPoint) {
  const board = createBoard({
    onPoint,
    onHover(name) {
      const { live, at } = store.state;
      const line = live?.at === at ? live.answer.lines.find(({ pv }) => pv[0] === name) : undefined;
      if (line || store.state.preview) store.set({ preview: line ? line.pv : null });
    },
    onCursor: (name) => store.set({ said: describe(store.state, name) }),
  });
  watch(store, (state) => [state.board, state.position, state.live, state.preview, state.heated, state.endangered, state.prefs, state.tree, state.proof, state.retry, state.match, state.opening], (state) => {
    const { board: layout, position, prefs } = state;
    if (!layout || !position) return;
    const stones = new Map(/** @type {[string, "x" | "o"][]} */ ([...position.stones.x.map((name) => [name, "x"]), ...position.stones.o.map((name) => [name, "o"])]));
    const last = position.moves[position.moves.length - 1];
    board.element.setAttribute("aria-label", t("boardName", layout.title, layout.size));
    board.update({
      layout, turn: prefs.turn, mirrored: prefs.mirrored, names: prefs.names, stones,
      last: [...position.moves].reverse().find(({ move }) => move !== "swap" && move !== "pass")?.move ?? null,
      taken: last?.captured ?? [], decisive: position.decisive, crossed: position.forbidden, endangered: state.endangered,
      refused: new Map(position.refused.flatMap((refused) => refused.points.map((name) => /** @type {[string, string]} */ ([name, errorText({ ...refused, text: refused.reason })])))),
      texts: texts(state), candidates: [...candidates(state), ...proofMarks(state)], ghosts: ghosts(state, stones), heat: heat(state),
      toMove: isWaiting(state) ? null : position.to_move, confirm: prefs.confirm, animate: !still.matches,
    });
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
  if (live && rank >= 0) parts.push(t("candidatePoint", rank + 1, `${percent(live.answer.lines[rank].winrate)} %, ${scoreText(live.answer.lines[rank].score)}`));
  return t("point", name, parts.join(", "));
}
