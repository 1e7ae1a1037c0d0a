// The board: state in, events out. It knows points, their places and what lies on them, and no rule of any game.

import { svg } from "./dom.js";

/** @typedef {{ name: string, x: number, y: number }} Spot */
/** @typedef {{ shape: string, width: number, height: number, points: Spot[], names: Spot[], stars: [number, number][] }} Layout */
/**
 * @typedef {object} View
 * @property {Layout} layout
 * @property {number} turn  how often the board is turned
 * @property {boolean} mirrored
 * @property {boolean} names  whether rows and columns have their names
 * @property {Map<string, "x" | "o">} stones
 * @property {string | null} last
 * @property {string[]} taken  points whose stones were just captured
 * @property {string[]} decisive
 * @property {string[]} crossed  forbidden points
 * @property {string[]} endangered  stones that can be captured
 * @property {Map<string, string>} refused  points where nothing can be placed, and why
 * @property {Map<string, string>} texts  what is written on points: numbers of moves, labels
 * @property {{ name: string, main: string, small: string, rank: number, shade: string }[]} candidates
 * @property {{ name: string, color: "x" | "o", text: string }[]} ghosts
 * @property {{ name: string, classes: string, strength: number }[]} heat
 * @property {"x" | "o" | null} toMove
 * @property {boolean} confirm  whether a point has to be touched twice
 * @property {boolean} animate
 */
/** @typedef {{ onPoint(name: string): void, onHover(name: string | null): void, onCursor(name: string): void }} Events */

const STONE = 0.46;
const CELL = [[0, -0.577], [0.5, -0.289], [0.5, 0.289], [0, 0.577], [-0.5, 0.289], [-0.5, -0.289]];
const ARROWS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * The layout as it is seen: turned, and in a mirror.
 * @param {View} view
 * @returns {Layout}
 */
function turned({ layout, turn, mirrored }) {
  const steps = layout.shape === "hexagon" ? 6 : 4;
  const angle = ((turn % steps) * 2 * Math.PI) / steps;
  if (!angle && !mirrored) return layout;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middle = [0.5 * layout.width, 0.5 * layout.height];
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [right, down] = [(mirrored ? -1 : 1) * (x - middle[0]), y - middle[1]];
    return [right * cos - down * sin, right * sin + down * cos];
  };
  const upright = Math.abs(sin) < 0.5 || steps === 6;
  const [width, height] = upright ? [layout.width, layout.height] : [layout.height, layout.width];
  const pad = steps === 6 ? 0.8 : 0;
  const move = (/** @type {Spot} */ spot) => {
    const [x, y] = at(spot.x, spot.y);
    return { name: spot.name, x: x + width / 2 + pad, y: y + height / 2 + pad };
  };
  return {
    ...layout, width: width + 2 * pad, height: height + 2 * pad,
    points: layout.points.map(move), names: layout.names.map(move),
    stars: layout.stars.map(([x, y]) => { const spot = move({ name: "", x, y }); return [spot.x, spot.y]; }),
  };
}

/**
 * A board that sends what is done to it to `events`.
 * @param {Events} events
 */
export function createBoard(events) {
  const layers = Object.fromEntries(["ground", "heat", "stones", "marks", "cursor"].map((name) => [name, svg("g", { class: name })]));
  const element = svg("svg", { class: "board", tabindex: 0, role: "application", "aria-label": "" }, svg("title"), ...Object.values(layers));
  element.querySelector("title").remove();
  /** @type {View | null} */
  let view = null;
  /** @type {Layout | null} */
  let layout = null;
  /** @type {Map<string, Spot>} */
  let spots = new Map();
  /** @type {Map<string, SVGElement>} The stones that are drawn. */
  const drawn = new Map();
  /** @type {string | null} */
  let hovered = null;
  /** @type {string | null} */
  let cursor = null;
  /** @type {string | null} The point that was touched and waits to be touched again. */
  let touched = null;

  const place = (/** @type {string} */ name) => /** @type {Spot} */ (spots.get(name));

  function ground() {
    const { shape, width, height, points, names, stars } = /** @type {Layout} */ (layout);
    element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    /** @type {SVGElement[]} */
    const shapes = [];
    if (shape === "hexagon") {
      for (const { x, y } of points) {
        shapes.push(svg("polygon", { class: "cell", points: CELL.map(([right, down]) => `${x + right},${y + down}`).join(" ") }));
      }
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
    if (view?.names) for (const { name, x, y } of names) shapes.push(svg("text", { class: "name", x, y }, name));
    layers.ground.replaceChildren(...shapes);
    layers.stones.replaceChildren();
    drawn.clear();
  }

  /** @param {View} next */
  function stones(next) {
    for (const [name, stone] of drawn) {
      if (next.stones.get(name) === stone.dataset.color) continue;
      drawn.delete(name);
      const captured = next.animate && next.taken.includes(name);
      if (captured) {
        stone.classList.add("leaves");
        stone.addEventListener("animationend", () => stone.remove(), { once: true });
        setTimeout(() => stone.remove(), 600);
      } else stone.remove();
    }
    for (const [name, color] of next.stones) {
      if (drawn.has(name)) continue;
      const { x, y } = place(name);
      const stone = svg("g", { class: `stone ${color}${next.animate && name === next.last ? " comes" : ""}`, "data-color": color, transform: `translate(${x} ${y})` },
        svg("circle", { class: "shadow", cx: 0.03, cy: 0.05, r: STONE }), svg("circle", { class: "body", r: STONE }));
      drawn.set(name, stone);
      layers.stones.append(stone);
    }
  }

  /** @param {View} next */
  function marks(next) {
    /** @type {SVGElement[]} */
    const shapes = [];
    const at = (/** @type {string} */ name, /** @type {string} */ tag, /** @type {Record<string, any>} */ attributes, /** @type {(Node | string)[]} */ ...children) => {
      const spot = spots.get(name);
      if (spot) shapes.push(svg(tag, { transform: `translate(${spot.x} ${spot.y})`, ...attributes }, ...children));
    };
    for (const name of next.decisive) at(name, "circle", { class: "decisive", r: STONE });
    for (const name of next.taken) if (!next.stones.has(name)) at(name, "circle", { class: "taken", r: 0.15 });
    for (const name of next.crossed) at(name, "path", { class: "crossed", d: "M-.17-.17 .17 .17M-.17 .17 .17-.17" });
    for (const name of next.endangered) at(name, "path", { class: "atari", d: "M0-.2 .19 .14H-.19Z" });
    for (const { name, main, small, rank, shade } of next.candidates) {
      if (next.stones.has(name)) continue;
      const title = svg("title", {}, `${rank}. ${name} ${main} ${small}`);
      at(name, "g", { class: `candidate ${shade}${rank === 1 ? " best" : ""}` }, title, svg("circle", { r: 0.45 }),
        svg("text", { class: `main${main.length > 2 ? " long" : ""}`, y: small ? -0.08 : 0 }, main), ...(small ? [svg("text", { class: "small", y: 0.21 }, small)] : []));
    }
    for (const { name, color, text } of next.ghosts) {
      at(name, "g", { class: `ghost ${color}` }, svg("circle", { r: STONE }), svg("text", {}, text));
    }
    for (const [name, text] of next.texts) {
      const color = next.stones.get(name) ?? "none";
      at(name, "text", { class: `written ${color} long${Math.min(text.length, 4)}` }, text);
    }
    if (next.last && next.stones.has(next.last)) {
      const written = next.texts.has(next.last);
      at(next.last, "circle", { class: `last ${written ? "ring" : "dot"}`, r: written ? STONE - 0.04 : 0.14 });
    }
    layers.marks.replaceChildren(...shapes);
  }

  /** @param {View} next */
  function heat(next) {
    const hexagon = next.layout.shape === "hexagon";
    layers.heat.replaceChildren(...next.heat.filter(({ name }) => spots.has(name)).map(({ name, classes, strength }) => {
      const { x, y } = place(name);
      const shape = hexagon
        ? svg("polygon", { points: CELL.map(([right, down]) => `${x + 0.94 * right},${y + 0.94 * down}`).join(" ") })
        : svg("rect", { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.08 });
      shape.setAttribute("class", classes);
      shape.setAttribute("fill-opacity", strength.toFixed(2));
      return shape;
    }));
  }

  function hand() {
    /** @type {SVGElement[]} */
    const shapes = [];
    const free = (/** @type {string} */ name) => view && !view.stones.has(name);
    const wanted = touched ?? hovered;
    if (wanted && view?.toMove && free(wanted)) {
      const { x, y } = place(wanted);
      const reason = view.refused.get(wanted);
      if (reason) shapes.push(svg("g", { class: "refused" }, svg("title", {}, reason), svg("circle", { cx: x, cy: y, r: 0.3 })));
      else shapes.push(svg("circle", { class: `hover ${view.toMove}${touched ? " touched" : ""}`, cx: x, cy: y, r: STONE }));
    }
    if (touched && layout) {
      const { x, y } = place(touched);
      shapes.push(svg("path", { class: "hair", d: `M${x} 0V${layout.height}M0 ${y}H${layout.width}` }));
    }
    if (cursor && element.matches(":focus-visible")) {
      const { x, y } = place(cursor);
      shapes.push(svg("rect", { class: "focus", x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.12 }));
    }
    layers.cursor.replaceChildren(...shapes);
  }

  /** The point under a pointer. @param {PointerEvent | MouseEvent} event */
  function under(event) {
    const matrix = element.getScreenCTM();
    if (!matrix || !layout) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    let best = null;
    let least = 0.35;
    for (const spot of layout.points) {
      const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
      if (distance < least) [best, least] = [spot.name, distance];
    }
    return best;
  }

  function hover(/** @type {string | null} */ name) {
    if (hovered === name) return;
    hovered = name;
    events.onHover(name);
    hand();
  }

  /** Touched once it is shown, touched again it is meant. @param {string} name */
  function touch(name) {
    if (!view?.confirm || touched === name) {
      touched = null;
      events.onPoint(name);
    } else touched = name;
    hand();
  }

  /** @type {PointerEvent | null} */
  let pressed = null;
  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const name = under(event);
    if (event.pointerType === "mouse") hover(name);
    else if (pressed && touched && name) { touched = name; hand(); }
  });
  element.addEventListener("pointerleave", () => hover(null));
  element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => { pressed = event.isPrimary && event.button === 0 ? event : null; });
  element.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const began = pressed;
    pressed = null;
    const name = began && under(event);
    if (name && under(began) === name) touch(name);
  });
  element.addEventListener("focus", () => hand());
  element.addEventListener("blur", () => { touched = null; hand(); });
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const direction = ARROWS[event.key];
    if (!layout || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (direction) step(direction);
    else if ((event.key === "Enter" || event.key === " ") && cursor) { touched = null; events.onPoint(cursor); }
    else if (event.key === "Escape" && touched) touched = null;
    else return;
    hand();
    event.preventDefault();
    event.stopPropagation();
  });

  /** Moves the cursor to the nearest point in a direction. @param {[number, number]} direction */
  function step([right, down]) {
    const { points, width, height } = /** @type {Layout} */ (layout);
    const from = (cursor && spots.get(cursor)) || { x: width / 2, y: height / 2 };
    let best = cursor;
    let least = Infinity;
    for (const { name, x, y } of points) {
      const along = (x - from.x) * right + (y - from.y) * down;
      const across = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
      const far = cursor ? along + 2.1 * across : Math.hypot(x - from.x, y - from.y);
      if ((!cursor || (along > 0.4 && across <= along)) && far < least) [best, least] = [name, far];
    }
    cursor = best;
    if (cursor) events.onCursor(cursor);
  }

  /** Shows this. @param {View} next */
  function update(next) {
    const before = view;
    view = next;
    const same = before && before.layout === next.layout && before.turn === next.turn && before.mirrored === next.mirrored && before.names === next.names;
    if (!same) {
      layout = turned(next);
      spots = new Map(layout.points.map((spot) => [spot.name, spot]));
      if (cursor && !spots.has(cursor)) cursor = null;
      hovered = touched = null;
      ground();
    }
    if (touched && next.stones.has(touched)) touched = null;
    stones(next);
    if (!same || before.heat !== next.heat) heat(next);
    marks(next);
    hand();
  }
  return { element, update };
}
