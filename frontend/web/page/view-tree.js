// The moves as a graph: moves to the right, variations down, those of a node folded by a click. Only what is in view is drawn, so
// that trees of 40,000 nodes stay smooth. Loaded when it is wanted.

import { svg } from "./dom.js";
import { watch } from "./state.js";
import { t } from "./texts.js";
import * as trees from "./tree.js";
import { branches, colors, layout } from "./tree-layout.js";
import { changedNotes } from "./view-moves.js";

/** @typedef {import("./state.js").State} State */

/** The distance of columns and of rows, the margin, and the radius of a node, in pixels. */
const [WIDE, HIGH, EDGE, RADIUS] = [28, 30, 16, 11];

/** What a person sees of a node besides its move. @param {trees.Node} node */
const look = ({ quality, comment }) => `${quality ?? ""} ${Boolean(comment)}`;

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 * @param {HTMLElement} box  scrolls
 * @param {HTMLElement} foldAll  a button
 */
export function createTreeGraph(store, game, box, foldAll) {
  /** @type {Set<number>} */
  let folded = new Set();
  let drawn = trees.empty();
  let shown = layout(drawn, folded);
  let colorOf = colors(drawn, "x");
  let { generation } = store.state;
  const picture = svg("svg", { role: "img", "aria-label": t("asGraph") });
  box.append(picture);

  const x = (/** @type {number} */ column) => EDGE + column * WIDE;
  const y = (/** @type {number} */ row) => EDGE + row * HIGH;

  function place() {
    shown = layout(drawn, folded);
    colorOf = colors(drawn, store.state.setup.position?.split(" ")[1] === "o" ? "o" : "x");
    picture.setAttribute("width", String(2 * EDGE + (shown.columns - 1) * WIDE));
    picture.setAttribute("height", String(2 * EDGE + (shown.rows - 1) * HIGH));
  }

  /** Opens what is folded on the way to a node. @param {number} at */
  function open(at) {
    if (shown.row[at] >= 0) return;
    folded = new Set([...folded].filter((id) => !trees.path(drawn, at).includes(id)));
    place();
  }

  /** @param {number} id @param {number} at */
  function node(id, at) {
    const { move, set_up, quality, comment, parent, children } = trees.node(drawn, id);
    const [left, top] = [x(shown.column[id]), y(shown.row[id])];
    const kind = parent === null ? "root" : set_up ? "setup" : colorOf(id);
    const shapes = [svg("circle", { r: RADIUS })];
    if (parent !== null) shapes.push(svg("text", {}, quality || (move === "swap" ? "⇄" : String(shown.column[id]))));
    if (comment) shapes.push(svg("circle", { class: "noted", cx: RADIUS - 2, cy: 2 - RADIUS, r: 3.5 }));
    const found = [svg("g", { class: `node ${kind}${id === at ? " now" : ""}`, "data-id": id, transform: `translate(${left} ${top})` }, svg("title", {}, parent === null ? t("startOfGame") : set_up ? t("setUp") : move + (quality ?? "")), ...shapes)];
    if (children.length > 1) {
      const isFolded = folded.has(id);
      found.push(svg("g", { class: `fold${isFolded ? " folded" : ""}`, "data-fold": id, transform: `translate(${left} ${top + 15})` },
        svg("title", {}, t(isFolded ? "unfold" : "foldThese")), svg("rect", { x: -9, y: -6, width: 18, height: 12, rx: 6 }), svg("text", {}, isFolded ? `+${children.length - 1}` : "−")));
    }
    return found;
  }

  /** The way from a line to that which it leaves. @param {import("./tree-layout.js").Line} line */
  function way({ start, row, above, ids }) {
    const end = x(start + ids.length - 1);
    return above < 0 ? `M${x(start)} ${y(row)}H${end}` : `M${x(start - 1)} ${y(above)}V${y(row) - HIGH / 2}L${x(start)} ${y(row)}H${end}`;
  }

  function draw() {
    const { at } = store.state;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
    const [from, to] = [Math.floor((scrollLeft - EDGE) / WIDE) - 1, Math.ceil((scrollLeft + clientWidth) / WIDE) + 1];
    const [top, bottom] = [Math.floor((scrollTop - EDGE) / HIGH) - 1, Math.ceil((scrollTop + clientHeight) / HIGH) + 1];
    /** @type {SVGElement[]} */
    const nodes = [];
    let ways = "";
    for (const line of shown.lines) {
      const end = line.start + line.ids.length;
      if (line.start - 1 > to || end < from || line.row < top || line.above > bottom) continue;
      ways += way(line);
      if (line.row > bottom) continue;
      for (const id of line.ids.slice(Math.max(0, from - line.start), Math.max(0, to - line.start + 1))) nodes.push(...node(id, at));
    }
    picture.replaceChildren(svg("path", { class: "way", d: ways }), ...nodes);
  }

  /** Scrolls to a node, if it is out of sight. @param {number} at */
  function reveal(at) {
    const [left, top] = [x(shown.column[at]), y(shown.row[at])];
    if (left < box.scrollLeft + WIDE || left > box.scrollLeft + box.clientWidth - WIDE) box.scrollLeft = left - box.clientWidth / 2;
    if (top < box.scrollTop + HIGH / 2 || top > box.scrollTop + box.clientHeight - HIGH) box.scrollTop = top - box.clientHeight / 2;
  }

  let shownAt = -1;
  watch(store, (state) => [state.tree, state.at, state.prefs.treeGraph], (state) => {
    if (!state.prefs.treeGraph) return;
    const { tree, at } = state;
    const notes = state.generation === generation ? changedNotes(drawn, tree) : null;
    const isSame = notes?.every((id) => look(trees.node(drawn, id)) === look(trees.node(tree, id)));
    if (state.generation !== generation) folded = new Set();
    ({ generation } = state);
    drawn = tree;
    if (!notes) place();
    if (isSame && at === shownAt) return;
    shownAt = at;
    open(at);
    reveal(at);
    draw();
  });
  place();
  open(store.state.at);
  reveal(store.state.at);
  draw();

  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  };
  box.addEventListener("scroll", later, { passive: true });
  new ResizeObserver(later).observe(box);
  box.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-id], [data-fold]"));
    if (target?.dataset.id) void game.go(Number(target.dataset.id));
    else if (target?.dataset.fold) fold(Number(target.dataset.fold));
  });

  /** Folds the variations after a node, or opens them. @param {number} id */
  function fold(id) {
    folded = new Set(folded);
    if (!folded.delete(id)) folded.add(id);
    place();
    // The shown move stays in view.
    if (shown.row[store.state.at] < 0) void game.go(id);
    draw();
  }
  foldAll.addEventListener("click", () => {
    const all = branches(drawn);
    folded = folded.size ? new Set() : new Set(all);
    place();
    open(store.state.at);
    reveal(store.state.at);
    draw();
  });
}
