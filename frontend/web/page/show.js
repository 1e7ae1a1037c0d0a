// The game as a show: move by move by itself, and the board without panels for those who present it.

import { button, field, h, select } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** The times between two moves, in milliseconds. */
const PAUSES = [500, 1000, 1500, 3000, 6000];

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function createShow(store, game) {
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    if (store.state.autoplay) store.set({ autoplay: false });
  };

  /** Plays the game move by move, or stops it. */
  function play() {
    if (timer) return stop();
    store.set({ autoplay: true });
    const { tree, at } = store.state;
    if (!trees.node(tree, at).children.length) game.step("first");
    run();
  }

  /** Goes on at the chosen speed. */
  function run() {
    clearInterval(timer);
    const next = () => {
      const { tree, at } = store.state;
      if (!trees.node(tree, at).children.length) return stop();
      game.step("forward");
    };
    timer = setInterval(next, store.state.prefs.pause);
  }
  const present = () => store.set({ presenting: !store.state.presenting });

  const comment = h("p", { class: "spoken" });
  const start = button("", play);
  const pauses = select(t("frameTime"), PAUSES.map((time) => [time, t("seconds", time / 1000)]), store.state.prefs.pause, (value) => {
    store.set({ prefs: { ...store.state.prefs, pause: Number(value) } });
    if (timer) run();
  });
  const element = h("div", { class: "presenter" }, comment, h("div", { class: "row" }, start, field(t("frameTime"), pauses), button(t("leave"), present)));
  watch(store, (state) => [state.autoplay], ({ autoplay }) => { start.textContent = t(autoplay ? "stop" : "autoplay"); });
  watch(store, (state) => [state.at, state.tree, state.presenting], ({ at, tree }) => { comment.textContent = trees.node(tree, at).comment ?? ""; });
  return { play, stop, present, element };
}
