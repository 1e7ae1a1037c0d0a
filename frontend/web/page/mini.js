// Small pictures of positions, for tiles, lists and lessons.

import { svg } from "./dom.js";

/** Larger boards are cut to the part where stones lie, which is at least as large as this. */
const LEAST = 9;

/** The part of rows where something lies, with a margin. @param {string[][]} rows */
function cut(rows) {
  const used = rows.map((row) => row.map((sign) => sign !== "."));
  const span = (/** @type {number[]} */ places, /** @type {number} */ size) => {
    let [from, to] = places.length ? [Math.max(0, Math.min(...places) - 1), Math.min(size, Math.max(...places) + 2)] : [Math.floor(size / 2) - 4, Math.floor(size / 2) + 5];
    while (to - from < Math.min(LEAST, size)) {
      if (from > 0) from -= 1;
      if (to - from < LEAST && to < size) to += 1;
    }
    return [from, to];
  };
  const [top, bottom] = span(used.flatMap((row, index) => (row.includes(true) ? [index] : [])), rows.length);
  const [left, right] = span(used.flatMap((row) => row.flatMap((lies, column) => (lies ? [column] : []))), rows[0].length);
  const side = Math.max(bottom - top, right - left);
  return rows.slice(top, Math.min(rows.length, top + side)).map((row) => row.slice(left, Math.min(row.length, left + side)));
}

/**
 * A picture of a position as text: `5/1xoo1/…`; on a hexagon the rows are centred. Signs besides `x` and `o` mark points.
 * @param {string} text
 * @param {string} [shape]
 */
export function mini(text, shape = "rectangle") {
  const all = text.split(" ")[0].split("/").map((row) => [...row.replace(/\d+/g, (count) => ".".repeat(Math.min(Number(count), 60)))]);
  const isHexagon = shape === "hexagon";
  const rows = isHexagon || all.length <= LEAST ? all : cut(all);
  const [width, down] = [Math.max(...rows.map((row) => row.length)), isHexagon ? 0.866 : 1];
  const height = (rows.length - 1) * down + 1;
  const x = (/** @type {string[]} */ row, /** @type {number} */ column) => column + 0.5 + (width - row.length) / 2;
  const y = (/** @type {number} */ row) => row * down + 0.5;
  /** @type {SVGElement[]} */
  const shapes = [svg("rect", { class: "wood", width, height, rx: 0.3 })];
  if (!isHexagon) shapes.push(svg("path", { class: "lines", d: `${rows.map((row, index) => `M.5 ${y(index)}H${width - 0.5}`).join("")}${rows[0].map((_, column) => `M${column + 0.5} .5V${height - 0.5}`).join("")}` }));
  rows.forEach((row, index) => row.forEach((sign, column) => {
    const place = { cx: x(row, column), cy: y(index) };
    if (isHexagon) shapes.push(svg("circle", { class: "cell", ...place, r: 0.47 }));
    if (sign === "x" || sign === "o") shapes.push(svg("circle", { class: `mini ${sign}`, ...place, r: 0.45 }));
    else if (sign === "*") shapes.push(svg("path", { class: "crossed", d: `M${place.cx - 0.25} ${place.cy - 0.25}l.5 .5m-.5 0l.5 -.5` }));
    else if (sign === "+") shapes.push(svg("circle", { class: "spot", ...place, r: 0.3 }));
  }));
  return svg("svg", { class: "mini", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...shapes);
}
