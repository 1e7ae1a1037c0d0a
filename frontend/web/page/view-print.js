// The game on paper: a sheet with diagrams, moves and comments, as the browser prints it. Loaded when it is wanted.

import * as layers from "./board-layers.js";
import { turned } from "./board-layout.js";
import { button, field, h, select, svg } from "./dom.js";
import * as drawn from "./marks.js";
import { MOST, numbered, parts, variations } from "./print.js";
import { watch } from "./state.js";
import { colorName, gameTitle, t } from "./texts.js";
import * as trees from "./tree.js";
import { outcomeOf, outcomeText } from "./view-status.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Position} Position */

/** Moves from diagram to diagram; 0 for one diagram at the end. */
const EVERY = [5, 10, 20, 50, 0];

/** The lines of a sheet: the nodes of the shown line, and the room that is left for variations. @typedef {{ state: State, ids: number[], room: { left: number } }} Sheet */

/** A diagram of a part. @param {Sheet} sheet @param {import("./print.js").Part} part @param {Position} position */
function diagram({ state, ids }, part, position) {
  const { tree, board, prefs } = state;
  const layout = turned({ layout: /** @type {import("./state.js").Board} */ (board), turn: prefs.turn, mirrored: prefs.mirrored });
  const spots = new Map(layout.points.map((spot) => [spot.name, spot]));
  const stones = new Map([...position.stones.x.map((name) => /** @type {[string, "x" | "o"]} */ ([name, "x"])), ...position.stones.o.map((name) => /** @type {[string, "x" | "o"]} */ ([name, "o"]))]);
  const { texts, others } = numbered(tree, ids, part, new Set(stones.keys()));
  const node = trees.node(tree, ids[part.to]);
  for (const [name, text] of node.labels ?? []) texts.set(name, text);
  /** @type {import("./board.js").View} */
  const view = {
    layout, turn: prefs.turn, mirrored: prefs.mirrored, names: true, refused: new Map(), heat: [], toMove: null, confirm: false, animate: false,
    stones, texts, decisive: position.decisive, last: null, taken: [], gone: [], crossed: [], endangered: [], nexts: [], candidates: [], explored: [], hint: null, ghosts: [], ...drawn.drawings(node, /** @type {any} */ (board)),
  };
  const stone = (/** @type {[string, "x" | "o"]} */ [name, color]) => { const spot = spots.get(name); return spot ? [layers.stone(spot, color, false)] : []; };
  const picture = svg("svg", { class: "board diagram", viewBox: `0 0 ${layout.width} ${layout.height}`, role: "img", "aria-label": t("movesFromTo", part.from, part.to) },
    ...layers.ground(layout, true), ...[...stones].flatMap(stone), ...layers.marks(view, spots), ...layers.drawings(view, spots));
  const gone = others.map(([ply, name]) => `${ply} = ${name}`).join(", ");
  const captured = board?.captures ? [t("captured", colorName("x"), position.captured.x), t("captured", colorName("o"), position.captured.o)] : [];
  const caption = [...(part.to ? [t("movesFromTo", part.from, part.to)] : []), ...captured, ...(gone ? [gone] : [])].join(" · ");
  return h("figure", {}, picture, h("figcaption", {}, caption));
}

/** The moves of a part with comments and variations. @param {Sheet} sheet @param {import("./print.js").Part} part */
function moves({ state: { tree }, ids, room }, part) {
  /** @type {HTMLElement[]} */
  const found = [];
  /** @type {(Node | string)[]} */
  let run = [];
  const end = () => { if (run.length) found.push(h("p", { class: "run" }, ...run)); run = []; };
  for (let ply = part.from; ply <= part.to; ply += 1) {
    const { move, quality, comment, set_up } = trees.node(tree, ids[ply]);
    run.push(h("span", {}, `${ply}. `, h("b", {}, set_up ? t("setUp") : `${move}${quality ?? ""}`)), " ");
    const others = variations(tree, ids[ply], ply, room);
    if (comment || others.length) end();
    if (comment) found.push(h("p", { class: "spoken" }, comment));
    for (const text of others) found.push(h("p", { class: "beside" }, text));
  }
  end();
  return found;
}

/** The names of the game. @param {State} state */
function head(state) {
  const { about, tree, board, setup } = state;
  const root = trees.node(tree, trees.ROOT);
  const ranked = (/** @type {0 | 1} */ index) => {
    const rank = root.properties?.[index ? "WR" : "BR"]?.[0];
    return `${about.players?.[index]?.trim() || colorName(index ? "o" : "x")}${rank ? ` (${drawn.unescaped(rank)})` : ""}`;
  };
  const outcome = outcomeOf(state);
  const facts = [gameTitle(board?.game ?? setup.rules, board?.title ?? ""), `${t("size")} ${board?.size ?? ""}`, about.event, about.round && `${t("round")} ${about.round}`, about.place, about.date, about.opening];
  return h("div", { class: "names" }, h("h1", {}, `${ranked(0)} – ${ranked(1)}`), h("p", {}, facts.filter(Boolean).join(" · ")), outcome ? h("p", {}, outcomeText(state, outcome)) : "",
    root.comment ? h("p", { class: "spoken" }, root.comment) : "");
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function createPrintView(store, game) {
  let [every, notes] = [10, 1];
  const sheet = h("article", { class: "sheet" });
  const intervals = EVERY.map((count) => /** @type {[number, string]} */ ([count, count ? t("everyMoves", count) : t("onlyAtEnd")]));
  const also = /** @type {[number, string][]} */ ([[1, t("alsoNotes")], [0, t("notNotes")]]);
  const bar = h("div", { class: "row printbar" },
    field(t("diagrams"), select(t("diagrams"), intervals, every, (value) => { every = Number(value); void build(); })),
    select(t("comment"), also, notes, (value) => { notes = Number(value); void build(); }),
    button(t("printIt"), () => print(), { class: "primary" }), button(t("close"), () => store.set({ printing: false })));
  const element = h("main", { class: "printed", hidden: true }, bar, sheet);

  /** Makes the sheet anew from the line that is shown. */
  async function build() {
    const { state } = store;
    const ids = trees.line(state.tree, state.at);
    const found = parts(state.tree, ids, { every: every || Infinity, notes: Boolean(notes) });
    try {
      const positions = await Promise.all([...found.map(({ to }) => game.positionAt(ids[to])), game.positionAt(/** @type {number} */ (ids.at(-1)))]);
      if (state.tree !== store.state.tree || !store.state.printing) return;
      const last = /** @type {number} */ (ids.at(-1));
      const shown = { state: { ...state, at: last, position: /** @type {Position} */ (positions.at(-1)) }, ids, room: { left: MOST } };
      sheet.replaceChildren(head(shown.state), ...found.map((part, index) => h("section", { class: "part" }, diagram(shown, part, positions[index]), h("div", {}, ...moves(shown, part)))));
    } catch (error) {
      game.tell(error);
    }
  }

  watch(store, (state) => [state.printing, state.tree, state.generation], ({ printing }) => {
    element.hidden = !printing;
    document.documentElement.classList.toggle("printing", printing);
    if (printing) {
      scrollTo(0, 0);
      void build();
    } else sheet.replaceChildren();
  });
  return element;
}
