// The moves with their variations and comments.

import { button, h, icon, select } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";

/** More moves than these are not shown at a time: variations beside the shown line are folded. */
const SHOWN = 1500;

const MARKS = ["!!", "!", "!?", "?!", "?", "??"];
const TOOLS = /** @type {[string, string][]} */ ([["circle", "○"], ["square", "□"], ["triangle", "△"], ["cross", "✕"], ["arrow", "↗"], ["letter", "A"], ["number", "№"]]);

/** A move of the list: its button, and its comment. @typedef {{ item: HTMLElement, said: HTMLElement }} Item */

/** @param {trees.Tree} tree @param {number} id */
const caption = (tree, id) => {
  const { move, quality, set_up } = trees.node(tree, id);
  return set_up ? t("setUp") : move + (quality ?? "");
};

/** The ids of nodes whose notes changed; null if moves changed. @param {trees.Tree} before @param {trees.Tree} after */
export function changedNotes(before, after) {
  if (before.length !== after.length) return null;
  const found = [];
  for (let id = 0; id < after.length; id += 1) {
    const [one, other] = [before[id], after[id]];
    if (one === other) continue;
    if (!one || !other || one.children !== other.children || one.move !== other.move) return null;
    found.push(id);
  }
  return found;
}

/**
 * The list of moves.
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
function createList(store, game) {
  /** @type {Map<number, Item>} */
  let shown = new Map();
  let drawn = trees.empty();
  /** Whether variations are folded, so that other moves show up when the game goes there. */
  let folded = false;
  const list = h("div", { class: "tree", role: "group", "aria-label": t("tree") });
  list.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const id = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id]"))?.dataset.id;
    if (id !== undefined) void game.go(Number(id));
  });

  watch(store, (state) => [state.tree, state.at], ({ tree, at }) => {
    const notes = changedNotes(drawn, tree);
    const isHidden = !shown.has(at);
    if (!notes || (isHidden && folded) || !shown.size) render(tree, at);
    else for (const id of notes) renew(tree, id);
    drawn = tree;
    current(at);
  });

  /** Writes the notes of a node anew. @param {trees.Tree} tree @param {number} id */
  function renew(tree, id) {
    const found = shown.get(id);
    if (!found) return;
    const { quality, comment, properties, labels } = trees.node(tree, id);
    if (id !== trees.ROOT) found.item.textContent = caption(tree, id);
    found.item.classList.toggle("marked", Boolean(quality));
    found.item.classList.toggle("drawn", Boolean(labels?.length || ["CR", "SQ", "TR", "AR", "LN"].some((name) => properties?.[name])));
    found.said.textContent = comment ?? "";
    found.said.hidden = !comment;
  }

  /** @param {number} at */
  function current(at) {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = shown.get(at)?.item;
    if (!item) return;
    item.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 20;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 20;
  }

  /** @param {trees.Tree} tree @param {number} id @param {number} ply @param {boolean} isNumbered */
  function moveOf(tree, id, ply, isNumbered) {
    const item = h("button", { type: "button", class: "move", "data-id": id }, id === trees.ROOT ? t("startOfGame") : "");
    const said = h("span", { class: "said", hidden: true });
    shown.set(id, { item, said });
    renew(tree, id);
    return [isNumbered ? h("span", { class: "numbered" }, h("span", { class: "ply" }, `${ply}.`), item) : item, said];
  }

  /** @param {trees.Tree} tree @param {number} at */
  function render(tree, at) {
    shown = new Map();
    folded = trees.count(tree) > SHOWN;
    const onWay = new Set(trees.line(tree, at));
    const sizes = folded ? trees.sizes(tree) : [];
    let left = SHOWN;
    /** The line after a node, with what leaves it. @param {number} from @param {number} ply @param {number} depth @returns {(Node | string)[]} */
    const line = (from, ply, depth) => {
      /** @type {(Node | string)[]} */
      const found = [];
      let isNumbered = true;
      for (let node = from; ; ply += 1) {
        const [main, ...others] = trees.node(tree, node).children;
        if (main === undefined) break;
        if (left <= 0 && !onWay.has(main) && !others.some((id) => onWay.has(id))) { found.push(fold(main)); break; }
        left -= 1;
        found.push(...moveOf(tree, main, ply, isNumbered || depth === 0));
        isNumbered = others.length > 0;
        for (const other of others) {
          const isOpen = onWay.has(other) || (left > 0 && (!folded || sizes[other] < 20));
          left -= 1;
          const inner = isOpen || left > 0 ? [...moveOf(tree, other, ply, true), ...(isOpen ? line(other, ply + 1, depth + 1) : trees.node(tree, other).children.length ? [fold(other)] : [])] : [];
          if (inner.length) found.push(h("div", { class: `variation deep${Math.min(depth, 3)}` }, ...inner));
        }
        node = main;
      }
      return found;
    };
    /** The number of moves that are not shown after a node, which a click shows. @param {number} id */
    const fold = (id) => h("button", { type: "button", class: "move folded", "data-id": trees.node(tree, id).children[0] ?? id, title: t("unfold") }, `+${(sizes[id] ?? 1) - 1 || 1}`);
    list.replaceChildren(...moveOf(tree, trees.ROOT, 0, false), ...line(trees.ROOT, 1, 0));
  }
  return list;
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {{ undo(): void, redo(): void, number(): void, clear(): void, names(): void }} actions
 */
export function createMovesView(store, game, actions) {
  const comment = h("textarea", { rows: 2, "aria-label": t("comment"), placeholder: t("commentHere"), maxlength: 20000 });
  comment.addEventListener("input", () => game.note(store.state.at, { comment: comment.value }));
  const mark = select(t("mark"), [["", t("noMark")], ...MARKS.map((sign) => /** @type {[string, string]} */ ([sign, sign]))], "",
    (value) => game.note(store.state.at, { quality: value || null }));
  const undo = icon("↶", t("undoChange"), actions.undo);
  const redo = icon("↷", t("redoChange"), actions.redo);
  const promote = icon("⇧", t("promote"), () => game.promote(store.state.at));
  const remove = icon("✕", t("remove"), () => game.remove(store.state.at));
  const tools = TOOLS.map(([name, sign]) => icon(sign, t(/** @type {any} */ (`tool_${name}`)), () => store.set({ tool: store.state.tool === name ? null : name, arrow: null })));
  const number = icon("①", t("numberFromHere"), actions.number);
  const clear = icon("⌫", t("clearMarks"), actions.clear);
  const names = h("button", { type: "button", class: "names", onclick: actions.names });
  const list = createList(store, game);
  const graph = h("div", { class: "treegraph", hidden: true });
  const asGraph = icon("├", t("asGraph"), () => store.set({ prefs: { ...store.state.prefs, treeGraph: !store.state.prefs.treeGraph } }));
  const fold = icon("⊟", t("foldAll"), () => {});
  /** @type {Promise<void> | null} Its code is loaded when it is wanted. */
  let made = null;
  watch(store, (state) => [state.prefs.treeGraph], ({ prefs: { treeGraph } }) => {
    asGraph.setAttribute("aria-pressed", String(treeGraph));
    list.hidden = treeGraph;
    graph.hidden = fold.hidden = !treeGraph;
    if (treeGraph) made ??= import("./view-tree.js").then(({ createTreeGraph }) => createTreeGraph(store, game, graph, fold));
  });

  watch(store, (state) => [state.at, state.tree], ({ at, tree }) => {
    const node = trees.node(tree, at);
    if (comment.value !== (node.comment ?? "")) comment.value = node.comment ?? "";
    mark.value = node.quality ?? "";
    mark.disabled = promote.disabled = remove.disabled = number.disabled = at === trees.ROOT;
    number.setAttribute("aria-pressed", String(Boolean(node.properties?.MN)));
  });
  watch(store, (state) => [state.undoable], ({ undoable }) => { [undo.disabled, redo.disabled] = undoable.map((count) => !count); });
  watch(store, (state) => [state.tool], ({ tool }) => tools.forEach((one, index) => one.setAttribute("aria-pressed", String(TOOLS[index][0] === tool))));
  watch(store, (state) => [state.about, state.tree[0], state.source], ({ about, source }) => {
    const players = (about.players ?? []).filter(Boolean).join(" – ");
    names.textContent = [players || source, about.event, about.date].filter(Boolean).join(" · ") || t("noNames");
    names.title = t("gameNames");
  });

  return h("section", { class: "moves", "aria-label": t("moves") },
    h("div", { class: "row titled" }, names, fold, asGraph, undo, redo), list, graph,
    h("div", { class: "row notes" }, comment, h("div", { class: "row tools" }, mark, ...tools, number, clear, promote, remove)));
}
