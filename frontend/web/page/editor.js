// Positions that are set up by hand.

import { setupQuery } from "./game.js";
import { format, parse } from "./position-text.js";
import { other } from "./state.js";
import { errorText } from "./texts.js";
import { Refused } from "./engine.js";

/** @typedef {import("./state.js").Editor} Editor */

/**
 * @param {import("./game.js").Store} store
 * @param {import("./engine.js").Engine} engine
 * @param {import("./game.js").GameControl} game
 */
export function createEditor(store, engine, game) {
  let asked = 0;

  /** Begins with the shown position. */
  function begin() {
    const { position, board } = store.state;
    if (!position || !board) return;
    store.set({ analysing: false, retry: null, tool: null, preview: null, editor: { ...parse(position.position, board), brush: "x", problem: "", pending: position.pending_five ? other(position.to_move ?? "x") : null } });
  }

  /** The position as text. @param {Editor} editor */
  const text = (editor) => format(editor, /** @type {import("./state.js").Board} */ (store.state.board));

  /** Changes the position, and has the engine look whether it is one. @param {Partial<Editor>} change */
  async function set(change) {
    const { editor, setup } = store.state;
    if (!editor) return;
    const next = { ...editor, ...change };
    store.set({ editor: next });
    const mine = ++asked;
    /** @type {import("./state.js").Color | null} */
    let pending = null;
    const problem = await engine.ask({ action: "position", ...setupQuery({ ...setup, position: text(next) }), moves: [] }).then((answer) => {
      pending = answer.pending_five ? other(next.toMove) : null;
      return "";
    }, (error) => (error instanceof Refused ? errorText({ ...error.problem, text: error.message }) : String(error.message)));
    if (mine === asked && store.state.editor) store.set({ editor: { ...store.state.editor, problem, pending } });
  }

  /** Puts a stone of the brush on a point; the same stone is taken away. @param {string} name */
  function put(name) {
    const { editor } = store.state;
    if (!editor) return;
    const stones = new Map(editor.stones);
    const { brush } = editor;
    if (brush === "none" || stones.get(name) === brush) stones.delete(name);
    else stones.set(name, /** @type {import("./state.js").Color} */ (brush));
    void set({ stones });
  }

  const clear = () => void set({ stones: new Map(), toMove: "x", captured: { x: 0, o: 0 } });
  const leave = () => store.set({ editor: null });

  /** Begins a game from the position. */
  async function done() {
    const { editor, setup, about } = store.state;
    if (!editor) return;
    const isEmpty = !editor.stones.size && editor.toMove === "x" && !editor.captured.x && !editor.captured.o;
    await game.start({ ...setup, position: isEmpty ? null : text(editor) }, { about: { ...about, opening: "" } });
  }

  return { begin, set, put, clear, leave, done };
}
/** @typedef {ReturnType<typeof createEditor>} EditorControl */
