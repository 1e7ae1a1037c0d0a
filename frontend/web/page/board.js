// The board: state in, events out. It knows points, their places and what lies on them, and no rule of any game.

import * as layers from "./board-layers.js";
import { nearest, neighbour, turned } from "./board-layout.js";
import { svg } from "./dom.js";

/** @typedef {import("./board-layout.js").Layout} Layout */
/** @typedef {import("./board-layout.js").Spot} Spot */
/**
 * @typedef {object} View
 * @property {Layout} layout
 * @property {number} turn  how often the board is turned
 * @property {boolean} mirrored
 * @property {boolean} names  whether rows and columns have their names
 * @property {Map<string, "x" | "o">} stones
 * @property {string | null} last
 * @property {string[]} taken  points whose stones were just captured
 * @property {{ name: string, color: "x" | "o" }[]} gone  stones that a previewed line captures
 * @property {string[]} decisive
 * @property {string[]} crossed  forbidden points
 * @property {string[]} endangered  stones that can be captured
 * @property {Map<string, string>} refused  points where nothing can be placed, and why
 * @property {Map<string, string>} texts  what is written on points: numbers of moves, labels
 * @property {{ name: string, first: boolean }[]} nexts  the next moves of the tree
 * @property {{ name: string, main: string, small: string, rank: number, shade: string }[]} candidates
 * @property {import("./board-explored.js").Share[]} explored
 * @property {string | null} hint
 * @property {{ name: string, color: "x" | "o", text: string }[]} ghosts
 * @property {{ name: string, classes: string, strength: number, sign?: string }[]} heat
 * @property {{ kind: string, name: string }[]} shapes
 * @property {{ from: string, to: string, headed: boolean }[]} arrows
 * @property {"x" | "o" | null} toMove
 * @property {boolean} confirm  whether a point has to be touched twice
 * @property {boolean} animate
 */
/**
 * @typedef {object} Events
 * @property {(name: string) => void} onPoint
 * @property {(name: string | null) => void} onHover
 * @property {(name: string) => void} onCursor
 * @property {(from: string, to: string) => void} onDraw  a mark was drawn by the second button: on one point, or an arrow
 */

/**
 * Stones that come and go one by one.
 * @param {SVGElement} layer
 */
function createStones(layer) {
  /** @type {Map<string, SVGElement>} The stones that are drawn. */
  const drawn = new Map();

  /** @param {View} view @param {Map<string, Spot>} spots */
  function update(view, spots) {
    for (const [name, stone] of drawn) {
      if (view.stones.get(name) === stone.dataset.color) continue;
      drawn.delete(name);
      if (view.animate && view.taken.includes(name)) {
        stone.classList.add("leaves");
        stone.addEventListener("animationend", () => stone.remove(), { once: true });
        setTimeout(() => stone.remove(), 600);
      } else stone.remove();
    }
    for (const [name, color] of view.stones) {
      const spot = spots.get(name);
      if (drawn.has(name) || !spot) continue;
      const stone = layers.stone(spot, color, view.animate && name === view.last);
      drawn.set(name, stone);
      layer.append(stone);
    }
  }
  const clear = () => { layer.replaceChildren(); drawn.clear(); };
  return { update, clear };
}

/**
 * The hand on the board: points that are hovered, touched, clicked; drawings with the second button.
 * @param {SVGElement & SVGSVGElement} element
 * @param {(event: PointerEvent | MouseEvent) => string | null} under  the point under a pointer
 * @param {{ onHover(name: string | null): void, onClick(name: string): void, onDrag(name: string): void, onDraw(from: string, to: string): void }} events
 */
function listenToPointers(element, under, events) {
  /** @type {{ name: string | null, button: number } | null} */
  let pressed = null;
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const name = under(event);
    if (event.pointerType === "mouse") events.onHover(name);
    else if (pressed && name) events.onDrag(name);
  });
  element.addEventListener("pointerleave", () => events.onHover(null));
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    pressed = event.isPrimary && (event.button === 0 || event.button === 2) ? { name: under(event), button: event.button } : null;
  });
  element.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const began = pressed;
    pressed = null;
    const name = under(event);
    if (!began?.name || !name) return;
    if (began.button === 2) events.onDraw(began.name, name);
    else if (began.name === name) events.onClick(name);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * A board that sends what is done to it to `events`.
 * @param {Events} events
 */
export function createBoard(events) {
  const names = /** @type {const} */ (["ground", "heat", "stones", "marks", "drawings", "cursor"]);
  const groups = /** @type {Record<typeof names[number], SVGElement>} */ (Object.fromEntries(names.map((name) => [name, svg("g", { class: name })])));
  const element = svg("svg", { class: "board", tabindex: 0, role: "application", "aria-label": "" }, ...Object.values(groups));
  const stones = createStones(groups.stones);
  /** @type {View | null} */
  let view = null;
  /** @type {Layout | null} */
  let layout = null;
  /** @type {Map<string, Spot>} */
  let spots = new Map();
  /** `touched` is a point that waits to be touched again, `cursor` that of the keyboard. @type {{ hovered: string | null, touched: string | null, cursor: string | null }} */
  const at = { hovered: null, touched: null, cursor: null };
  /** Where the cursor was last. @type {string | null} */
  let left = null;

  const drawHand = () => { if (view && layout) groups.cursor.replaceChildren(...layers.hand(view, spots, layout, at)); };

  function under(/** @type {PointerEvent | MouseEvent} */ event) {
    const matrix = element.getScreenCTM();
    if (!matrix || !layout) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return nearest(layout, x, y);
  }

  listenToPointers(element, under, {
    onHover(name) {
      if (at.hovered === name) return;
      at.hovered = name;
      events.onHover(name);
      drawHand();
    },
    // Touched once it is shown, touched again it is meant.
    onClick(name) {
      cursor.end();
      const isMeant = !view?.confirm || at.touched === name;
      at.touched = isMeant ? null : name;
      if (isMeant) events.onPoint(name);
      drawHand();
    },
    onDrag(name) {
      if (!at.touched) return;
      at.touched = name;
      drawHand();
    },
    onDraw: events.onDraw,
  });
  element.addEventListener("blur", () => { at.touched = null; cursor.end(); });

  /** The cursor of the keyboard; it moves while it is on. */
  const cursor = {
    isOn: () => at.cursor !== null,
    /** Switches it on, in the middle at first. */
    begin() {
      element.focus();
      if (!layout) return;
      at.cursor = left && spots.has(left) ? left : neighbour(layout, null, [0, 0]);
      if (at.cursor) events.onCursor(at.cursor);
      drawHand();
    },
    end() {
      if (at.cursor === null) return;
      left = at.cursor;
      at.cursor = null;
      drawHand();
    },
    /** @param {[number, number]} direction */
    step(direction) {
      if (!layout) return;
      at.cursor = neighbour(layout, at.cursor, direction);
      if (at.cursor) events.onCursor(at.cursor);
      drawHand();
    },
    /** Plays at the cursor. */
    play() {
      if (at.cursor) events.onPoint(at.cursor);
      drawHand();
    },
  };

  /** Shows this. @param {View} next */
  function update(next) {
    const before = view;
    view = next;
    const same = before && before.layout === next.layout && before.turn === next.turn && before.mirrored === next.mirrored && before.names === next.names;
    if (!same) {
      layout = turned(next);
      spots = new Map(layout.points.map((spot) => [spot.name, spot]));
      at.hovered = at.touched = null;
      if (at.cursor && !spots.has(at.cursor)) at.cursor = null;
      element.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      groups.ground.replaceChildren(...layers.ground(layout, next.names));
      stones.clear();
    }
    if (at.touched && next.stones.has(at.touched)) at.touched = null;
    stones.update(next, spots);
    if (!same || before.heat !== next.heat) groups.heat.replaceChildren(...layers.heat(next, spots));
    groups.marks.replaceChildren(...layers.marks(next, spots));
    groups.drawings.replaceChildren(...layers.drawings(next, spots));
    drawHand();
  }
  return { element, update, cursor };
}
