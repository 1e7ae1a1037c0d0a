// The game as a show: move by move by itself, and the board without panels for those who present it.

import { button, h } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** The time between two moves, in milliseconds. */
const PAUSE = 1500;

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function createShow(store, game) {
  let timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; };

  /** Plays the game move by move, or stops it. */
  function play() {
    if (timer) return stop();
    const next = () => {
      const { tree, at } = store.state;
      if (!trees.node(tree, at).children.length) return stop();
      game.step("forward");
    };
    const { tree, at } = store.state;
    if (!trees.node(tree, at).children.length) game.step("first");
    timer = setInterval(next, PAUSE);
  }
  const present = () => store.set({ presenting: !store.state.presenting });

  const comment = h("p", { class: "spoken" });
  const element = h("div", { class: "presenter" }, comment, h("div", { class: "row" }, button(t("autoplay"), play), button(t("leave"), present)));
  watch(store, (state) => [state.at, state.tree, state.presenting], ({ at, tree }) => { comment.textContent = trees.node(tree, at).comment ?? ""; });
  return { play, stop, present, element };
}
