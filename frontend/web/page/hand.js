// The meaning of a click on the board: a stone, a mark, an answer in an opening, a try in a review.

import * as marks from "./marks.js";
import { engineColor } from "./match.js";
import { isPoint, ownTask } from "./opening.js";
import * as trees from "./tree.js";

/**
 * @param {import("./game.js").Store} store
 * @param {{ game: import("./game.js").GameControl, review: import("./review.js").ReviewControl, opening: import("./opening.js").OpeningControl, lesson: import("./lesson.js").LessonControl, editor: import("./editor.js").EditorControl, puzzles: { attempt(move: string): void } }} controls
 */
export function createHand(store, { game, review, opening, editor, lesson, puzzles }) {
  /** Draws with the chosen tool. @param {string} tool @param {string} name */
  function draw(tool, name) {
    const { tree, at, board, arrow } = store.state;
    const node = trees.node(tree, at);
    if (!board) return;
    if (tool === "letter" || tool === "number") {
      const known = node.labels?.find(([point]) => point === name)?.[1];
      return game.note(at, marks.withLabel(node, name, known ?? marks.nextLabel(node, tool)));
    }
    if (tool !== "arrow") return game.note(at, marks.withShape(node, board, tool, name));
    // The first click is the beginning of an arrow, the second its end.
    if (arrow && arrow !== name) game.note(at, marks.withArrow(node, board, arrow, name));
    store.set({ arrow: arrow ? null : name });
  }

  /** @param {string} move */
  function onPoint(move) {
    const { match, opening: begun, retry, tool, tree, at, position, editor: edited, lesson: taught, trial } = store.state;
    if (edited) return editor.put(move);
    if (taught) return void lesson.attempt(move);
    if (trial && !trial.solved) return puzzles.attempt(move);
    if (tool) return draw(tool, move);
    if (retry) return void review.attempt(move);
    if (begun) {
      const task = ownTask(begun);
      if (task && isPoint(task)) opening.answer(move);
      return;
    }
    if (match) {
      const engine = engineColor(match, tree, at);
      if (match.over || match.thinking || engine === "both" || engine === position?.to_move) return;
    }
    void game.play(move);
  }

  /** A mark by the second button: a circle on a point, an arrow between two. @param {string} from @param {string} to */
  function onDraw(from, to) {
    const { tree, at, board, editor: edited } = store.state;
    if (!board || edited) return;
    const node = trees.node(tree, at);
    game.note(at, from === to ? marks.withShape(node, board, "circle", from) : marks.withArrow(node, board, from, to));
  }

  /** Counts the moves from the shown one on. */
  const number = () => game.note(store.state.at, marks.withNumbering(trees.node(store.state.tree, store.state.at)));

  /** Takes all drawings and labels of the shown node away. */
  const clear = () => game.note(store.state.at, marks.withoutDrawings(trees.node(store.state.tree, store.state.at)));

  return { onPoint, onDraw, number, clear };
}
