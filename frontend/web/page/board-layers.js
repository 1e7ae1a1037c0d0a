// The layers of the board: each makes its shapes from the view and the layout, and nothing else.

import { shareMarks } from "./board-explored.js";
import { svg } from "./dom.js";

/** @typedef {import("./board.js").View} View */
/** @typedef {import("./board-layout.js").Layout} Layout */
/** @typedef {import("./board-layout.js").Spot} Spot */
/** @typedef {Map<string, Spot>} Spots */

export const STONE = 0.46;
const CELL = [[0, -0.577], [0.5, -0.289], [0.5, 0.289], [0, 0.577], [-0.5, 0.289], [-0.5, -0.289]];

/** A hexagon around a place. @param {Spot} spot @param {number} size */
const hexagon = ({ x, y }, size) => CELL.map(([right, down]) => `${x + size * right},${y + size * down}`).join(" ");

/**
 * Adds shapes at points that are on the board.
 * @param {Spots} spots
 */
function collector(spots) {
  /** @type {SVGElement[]} */
  const shapes = [];
  const at = (/** @type {string} */ name, /** @type {string} */ tag, /** @type {Record<string, any>} */ attributes, /** @type {(Node | string)[]} */ ...children) => {
    const spot = spots.get(name);
    if (spot) shapes.push(svg(tag, { transform: `translate(${spot.x} ${spot.y})`, ...attributes }, ...children));
  };
  return { shapes, at };
}

/** The ground: wood, lines, stars, names. @param {Layout} layout @param {boolean} named */
export function ground({ shape, width, height, points, names, stars }, named) {
  /** @type {SVGElement[]} */
  const shapes = [];
  if (shape === "hexagon") {
    for (const spot of points) shapes.push(svg("polygon", { class: "cell", points: hexagon(spot, 1) }));
  } else {
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    shapes.push(svg("rect", { class: "wood", width, height, rx: 0.25 }));
    const lines = [...new Set(xs.map((x) => x.toFixed(3)))].map((x) => `M${x} ${top}V${bottom}`)
      .concat([...new Set(ys.map((y) => y.toFixed(3)))].map((y) => `M${left} ${y}H${right}`));
    shapes.push(svg("path", { class: "lines", d: lines.join("") }));
    shapes.push(svg("rect", { class: "edge", x: left, y: top, width: right - left, height: bottom - top }));
    for (const [cx, cy] of stars) shapes.push(svg("circle", { class: "star", cx, cy, r: 0.09 }));
  }
  if (named) for (const { name, x, y } of names) shapes.push(svg("text", { class: "name", x, y }, name));
  return shapes;
}

/** A stone. @param {Spot} spot @param {"x" | "o"} color @param {boolean} comes */
export const stone = ({ x, y }, color, comes) =>
  svg("g", { class: `stone ${color}${comes ? " comes" : ""}`, "data-color": color, transform: `translate(${x} ${y})` },
    svg("circle", { class: "shadow", cx: 0.03, cy: 0.05, r: STONE }), svg("circle", { class: "body", r: STONE }));

/** The map of points. @param {View} view @param {Spots} spots */
export function heat({ layout, heat: map }, spots) {
  return map.flatMap(({ name, classes, strength, sign }) => {
    const spot = spots.get(name);
    if (!spot) return [];
    const shape = layout.shape === "hexagon"
      ? svg("polygon", { points: hexagon(spot, 0.94) })
      : svg("rect", { x: spot.x - 0.47, y: spot.y - 0.47, width: 0.94, height: 0.94, rx: 0.08 });
    shape.setAttribute("class", classes);
    shape.setAttribute("fill-opacity", strength.toFixed(2));
    return sign ? [shape, svg("text", { class: `sign ${classes}`, x: spot.x, y: spot.y }, sign)] : [shape];
  });
}

/** The fewest stones of a row that is drawn. */
const ROW = 3;

/** The lines through the rows of the stones that won, or are about to. @param {string[]} stones @param {Spots} spots */
function rows(stones, spots) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const places = stones.flatMap((name) => spots.get(name) ?? []);
  const known = new Set(places.map(({ x, y }) => key(x, y)));
  /** @type {SVGElement[]} */
  const found = [];
  for (const { x, y } of places) {
    for (const other of places) {
      const [right, down] = [other.x - x, other.y - y];
      const isStep = Math.hypot(right, down) < 1.5 && (right > 0.1 || (Math.abs(right) < 0.1 && down > 0.1));
      if (!isStep || known.has(key(x - right, y - down))) continue;
      let steps = 1;
      while (known.has(key(x + (steps + 1) * right, y + (steps + 1) * down))) steps += 1;
      if (steps + 1 >= ROW) found.push(svg("path", { class: "row5", d: `M${x} ${y}L${x + steps * right} ${y + steps * down}` }));
    }
  }
  return found;
}

/** What the rules and the engine say of points. @param {View} view @param {Spots} spots */
export function marks(view, spots) {
  const { shapes, at } = collector(spots);
  const numbered = (/** @type {string} */ name) => view.texts.has(name);
  shapes.push(...rows(view.decisive, spots));
  for (const name of view.decisive) at(name, "circle", { class: "decisive", r: STONE });
  for (const name of view.taken) if (!view.stones.has(name)) at(name, "circle", { class: "taken", r: 0.15 });
  for (const { name, color } of view.gone) at(name, "g", { class: `gone ${color}` }, svg("circle", { r: STONE }), svg("path", { d: "M-.2-.2 .2 .2M-.2 .2 .2-.2" }));
  for (const name of view.crossed) at(name, "path", { class: "crossed", d: "M-.17-.17 .17 .17M-.17 .17 .17-.17" });
  // Beside a number the sign of danger is at the edge.
  for (const name of view.endangered) at(name, "path", { class: "atari", d: numbered(name) ? "M.3-.46 .46-.18H.14Z" : "M0-.2 .19 .14H-.19Z" });
  for (const { name, first } of view.nexts) if (!view.stones.has(name)) at(name, "circle", { class: `next${first ? " first" : ""}`, r: 0.43 });
  for (const { name, main, small, rank, shade } of view.candidates) {
    if (view.stones.has(name)) continue;
    const title = svg("title", {}, `${rank}. ${name} ${main} ${small}`);
    at(name, "g", { class: `candidate ${shade}${rank === 1 ? " best" : ""}` }, title, svg("circle", { r: 0.45 }),
      svg("text", { class: `main${main.length > 2 ? " long" : ""}`, y: small ? -0.08 : 0 }, main), ...(small ? [svg("text", { class: "small", y: 0.21 }, small)] : []));
  }
  shapes.push(...shareMarks(view.explored, spots, view.stones));
  if (view.hint && !view.stones.has(view.hint)) at(view.hint, "g", { class: "hint" }, svg("circle", { r: 0.4 }), svg("text", {}, "?"));
  for (const { name, color, text } of view.ghosts) at(name, "g", { class: `ghost ${color}` }, svg("circle", { r: STONE }), svg("text", {}, text));
  for (const [name, text] of view.texts) {
    const color = view.stones.get(name) ?? "none";
    at(name, "text", { class: `written ${color} long${Math.min(text.length, 4)}` }, text);
  }
  if (view.last && view.stones.has(view.last)) {
    const written = numbered(view.last);
    at(view.last, "circle", { class: `last ${written ? "ring" : "dot"}`, r: written ? STONE - 0.04 : 0.14 });
  }
  return shapes;
}

/** An arrow, or a line, from one point to another. @param {Spot} from @param {Spot} to @param {boolean} headed */
function arrow(from, to, headed) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [right, down] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const end = [to.x - (headed ? 0.45 : 0) * right, to.y - (headed ? 0.45 : 0) * down];
  const line = svg("path", { class: "shaft", d: `M${from.x + 0.2 * right} ${from.y + 0.2 * down}L${end[0]} ${end[1]}` });
  if (!headed) return [line];
  const corner = (/** @type {number} */ side) => `${end[0] + side * 0.2 * down} ${end[1] - side * 0.2 * right}`;
  return [line, svg("path", { class: "head", d: `M${to.x - 0.1 * right} ${to.y - 0.1 * down}L${corner(1)}L${corner(-1)}Z` })];
}

const SHAPES = /** @type {Record<string, [string, Record<string, any>]>} */ ({
  circle: ["circle", { r: 0.27 }], square: ["rect", { x: -0.23, y: -0.23, width: 0.46, height: 0.46 }],
  triangle: ["path", { d: "M0-.28 .25 .17H-.25Z" }], cross: ["path", { d: "M-.2-.2 .2 .2M-.2 .2 .2-.2" }],
});

/** What people drew: shapes and arrows. @param {View} view @param {Spots} spots */
export function drawings(view, spots) {
  const { shapes, at } = collector(spots);
  for (const { kind, name } of view.shapes) {
    const [tag, attributes] = SHAPES[kind];
    at(name, tag, { class: `drawn ${kind} ${view.stones.get(name) ?? "none"}`, ...attributes });
  }
  for (const { from, to, headed } of view.arrows) {
    const [one, other] = [spots.get(from), spots.get(to)];
    if (one && other) shapes.push(svg("g", { class: "arrow" }, ...arrow(one, other, headed)));
  }
  return shapes;
}

/**
 * The layer of the hand: the stone that a click would place, the cross hair of a touch, the cursor of the keyboard.
 * @param {View} view
 * @param {Spots} spots
 * @param {Layout} layout
 * @param {{ hovered: string | null, touched: string | null, cursor: string | null }} hand
 */
export function hand(view, spots, layout, { hovered, touched, cursor }) {
  /** @type {SVGElement[]} */
  const shapes = [];
  const wanted = touched ?? hovered ?? cursor;
  const spot = wanted !== null && !view.stones.has(wanted) && spots.get(wanted);
  if (spot && view.toMove) {
    const reason = view.refused.get(spot.name);
    if (reason) shapes.push(svg("g", { class: "refused" }, svg("title", {}, reason), svg("circle", { cx: spot.x, cy: spot.y, r: 0.3 })));
    else shapes.push(svg("circle", { class: `hover ${view.toMove}${touched ? " touched" : ""}`, cx: spot.x, cy: spot.y, r: STONE }));
  }
  const crossed = touched && spots.get(touched);
  if (crossed) shapes.push(svg("path", { class: "hair", d: `M${crossed.x} 0V${layout.height}M0 ${crossed.y}H${layout.width}` }));
  const place = cursor && spots.get(cursor);
  if (place) shapes.push(svg("rect", { class: "focus", x: place.x - 0.48, y: place.y - 0.48, width: 0.96, height: 0.96, rx: 0.12 }));
  return shapes;
}
