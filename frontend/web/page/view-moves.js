// The moves with their variations and comments.

import { button, h, icon, select } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** More moves than these are not shown at a time. */
const SHOWN = 1500;

const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function createMovesView(store, game) {
  /** @type {Map<number, HTMLElement>} */
  let shown = new Map();
  const list = h("div", { class: "tree", role: "group", "aria-label": t("tree") });
  const comment = h("textarea", { rows: 2, "aria-label": t("comment"), placeholder: t("commentHere"), maxlength: 10000 });
  comment.addEventListener("input", () => game.note(store.state.at, { comment: comment.value }));
  const mark = select(t("mark"), [["", t("noMark")], ...MARKS.map((sign) => /** @type {[string, string]} */ ([sign, sign]))], "",
    (value) => game.note(store.state.at, { quality: value || null }));
  const label = h("input", { type: "text", size: 4, maxlength: 3, "aria-label": t("label"), placeholder: t("label"), title: t("labelHelp") });
  label.addEventListener("input", () => store.set({ labelling: label.value.trim() || null }));
  const promote = icon("⇧", t("promote"), () => game.promote(store.state.at));
  const remove = icon("✕", t("remove"), () => game.remove(store.state.at));

  watch(store, (state) => [state.tree], ({ tree, at }) => {
    shown = new Map();
    list.replaceChildren(...render(tree));
    current(at);
  });
  watch(store, (state) => [state.at, state.tree, state.labelling], ({ at, tree, labelling }) => {
    const node = trees.node(tree, at);
    current(at);
    if (document.activeElement !== comment) comment.value = node.comment ?? "";
    mark.value = node.quality ?? "";
    if (labelling === null && document.activeElement !== label) label.value = "";
    mark.disabled = promote.disabled = remove.disabled = at === trees.ROOT;
  });

  /** @param {number} at */
  function current(at) {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = shown.get(at);
    if (!item) return;
    item.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 20;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 20;
  }

  /** @param {trees.Tree} tree */
  function render(tree) {
    let left = SHOWN;
    /** @param {number} id @param {number} ply @param {boolean} numbered */
    const move = (id, ply, numbered) => {
      const { move, quality, comment } = trees.node(tree, id);
      left -= 1;
      const item = button(move + (quality ?? ""), () => void game.go(id), { class: `move${quality ? " marked" : ""}` });
      shown.set(id, item);
      const parts = [numbered ? h("span", { class: "numbered" }, h("span", { class: "ply" }, `${ply}.`), item) : item, comment ? h("span", { class: "said" }, comment) : ""];
      return parts.filter(Boolean);
    };
    /** The line after a node, with what leaves it. @param {number} from @param {number} ply @param {number} depth @returns {(Node | string)[]} */
    const line = (from, ply, depth) => {
      /** @type {(Node | string)[]} */
      const found = [];
      let numbered = true;
      for (let at = from; left > 0; ply += 1) {
        const [main, ...others] = trees.node(tree, at).children;
        if (main === undefined) break;
        found.push(...move(main, ply, numbered || depth === 0));
        numbered = others.length > 0;
        for (const other of others) {
          if (left <= 0) break;
          const inner = [...move(other, ply, true), ...line(other, ply + 1, depth + 1)];
          found.push(h("div", { class: `variation deep${Math.min(depth, 3)}` }, ...inner));
        }
        at = main;
      }
      return found;
    };
    const start = button(t("startOfGame"), () => void game.go(trees.ROOT), { class: "move" });
    shown.set(trees.ROOT, start);
    const rootComment = trees.node(tree, trees.ROOT).comment;
    const found = [start, rootComment ? h("span", { class: "said" }, rootComment) : "", ...line(trees.ROOT, 1, 0)];
    if (left <= 0) found.push(h("p", { class: "facts" }, t("more", tree.filter(Boolean).length - shown.size)));
    return found.filter(Boolean);
  }

  return h("section", { class: "moves", "aria-label": t("moves") }, list,
    h("div", { class: "row notes" }, comment, h("div", { class: "row tools" }, mark, label, promote, remove)));
}
