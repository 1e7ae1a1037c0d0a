// The panel of proofs.

import { button, check, h } from "./dom.js";
import { download } from "./files.js";
import { place, pliesLeft } from "./proof.js";
import { other, watch } from "./state.js";
import { colorName, t } from "./texts.js";
import * as trees from "./tree.js";

/** The most replies that are listed. */
const REPLIES = 40;

/** @param {import("./game.js").Store} store @param {import("./proof.js").ProofControl} proof @param {import("./game.js").GameControl} game @param {import("./files.js").FilesControl} files */
export function createProofView(store, proof, game, files) {
  let shortest = false;
  /** The steps of the proof, and the plies that are left from each. @type {import("./proof.js").Step[] | null} */
  let counted = null;
  /** @type {number[]} */
  let left = [];
  const start = button(t("prove"), () => (store.state.busy ? proof.stop() : void proof.prove(shortest)), { class: "primary" });
  const found = h("div", { class: "found", role: "status" });
  watch(store, (state) => [state.busy, state.position, state.review], ({ busy, position, review }) => {
    const reviewing = review && !review.graph.length;
    start.textContent = t(busy && !reviewing ? "stop" : "prove");
    start.disabled = !position?.to_move || Boolean(busy && reviewing);
  });
  watch(store, (state) => [state.proof, state.at, state.busy, state.position], (state) => {
    if (!state.proof) return found.replaceChildren(h("p", { class: "facts" }, t(state.busy ? "proving" : "proofEmpty")));
    const { winner, plies, certificate, steps, from, answers } = state.proof;
    const here = place(state);
    if (steps !== counted) [counted, left] = [steps, pliesLeft(steps)];
    found.replaceChildren(
      h("p", { class: "strong" }, t("proved", colorName(winner), plies)),
      h("div", { class: "row" }, check(t("answers"), answers, proof.answerAtOnce)),
      h("p", {}, t("step", trees.path(state.tree, state.at).length - trees.path(state.tree, from).length + 1, plies)),
      here && state.position?.to_move ? h("p", { class: "left" }, t("leftAtMost", left[here.number] - (here.reply ? 1 : 0), colorName(winner))) : "",
      h("p", { class: "step" }, words(state, here)),
      replies(here),
      h("div", { class: "row" },
        here && !here.reply && state.position?.to_move ? button(t("playIt"), proof.play, { class: "primary" }) : "",
        button(t("toStart"), () => void game.go(from)),
        button(t("download"), () => download(files.named("proof.txt"), certificate))),
      h("p", { class: "facts" }, t("proofHelp")));
  });

  /** The replies that the certificate answers, each as a button. @param {ReturnType<typeof place>} here */
  function replies(here) {
    if (!here?.reply || !("replies" in here.step)) return "";
    const all = [...here.step.replies.keys()];
    if (!all.length) return h("p", { class: "facts" }, t("anyReply"));
    const shown = all.slice(0, REPLIES).map((move) => button(move, () => void game.play(move), { class: "pv strong" }));
    const rest = here.step.other === null ? "" : h("span", { class: "facts" }, t("otherReplies"));
    return h("div", { class: "row replies" }, h("span", { class: "facts" }, t("replies", all.length)), ...shown, rest);
  }

  /** @param {import("./state.js").State} state @param {ReturnType<typeof place>} here */
  function words(state, here) {
    const winner = /** @type {import("./state.js").Color} */ (state.proof?.winner);
    if (state.position?.outcome) return t("stepDone");
    if (!here) return t("stepAway");
    if (here.reply) return t("stepReply", colorName(other(winner)));
    return "wins" in here.step ? t("stepWin", colorName(winner), here.step.wins.join(" ")) : t("stepPlay", colorName(winner), here.step.play);
  }

  return h("section", { class: "panel", "aria-label": t("proof") }, h("div", { class: "row" }, start, check(t("shortest"), shortest, (value) => { shortest = value; })), found);
}
