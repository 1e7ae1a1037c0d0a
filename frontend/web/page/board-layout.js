// The layout of the board as it is seen: turned, and in a mirror. And the numbers of its points, as SGF has them.

/** @typedef {{ name: string, x: number, y: number }} Spot */
/** @typedef {{ shape: string, width: number, height: number, points: Spot[], names: Spot[], stars: [number, number][] }} Layout */

/**
 * @param {{ layout: Layout, turn: number, mirrored: boolean }} view
 * @returns {Layout}
 */
export function turned({ layout, turn, mirrored }) {
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

/** The point nearest to a place, within reach. @param {Layout} layout @param {number} x @param {number} y */
export function nearest(layout, x, y) {
  let best = null;
  let least = 0.35;
  for (const spot of layout.points) {
    const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
    if (distance < least) [best, least] = [spot.name, distance];
  }
  return best;
}

/** The next point in a direction; without one to begin at, that in the middle. @param {Layout} layout @param {string | null} from @param {[number, number]} direction */
export function neighbour({ points, width, height }, from, [right, down]) {
  const start = points.find(({ name }) => name === from) ?? { x: width / 2, y: height / 2 };
  let best = from;
  let least = Infinity;
  for (const { name, x, y } of points) {
    const along = (x - start.x) * right + (y - start.y) * down;
    const across = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
    const far = from ? along + 2.1 * across : Math.hypot(x - start.x, y - start.y);
    if ((!from || (along > 0.4 && across <= along)) && far < least) [best, least] = [name, far];
  }
  return best;
}
