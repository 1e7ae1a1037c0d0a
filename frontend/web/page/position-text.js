// Positions as text: rows from the top, the side to move, captured stones.

/** @typedef {"x" | "o"} Color */
/** @typedef {{ points: { name: string, x: number, y: number }[] }} Points */
/** @typedef {{ stones: Map<string, Color>, toMove: Color, captured: { x: number, o: number } }} SetUp */

/** The names of the points, row by row from the top. @param {Points} board */
export function rows({ points }) {
  /** @type {Map<string, { name: string, x: number, y: number }[]>} */
  const found = new Map();
  for (const point of points) {
    const key = point.y.toFixed(3);
    found.set(key, [...found.get(key) ?? [], point]);
  }
  const sorted = [...found.entries()].sort(([one], [other]) => Number(one) - Number(other));
  return sorted.map(([, row]) => row.sort((one, other) => one.x - other.x).map(({ name }) => name));
}

/** @param {string} text @param {Points} board @returns {SetUp} */
export function parse(text, board) {
  const [places, toMove, x, o] = text.trim().split(/\s+/);
  /** @type {Map<string, Color>} */
  const stones = new Map();
  const names = rows(board);
  places.split("/").forEach((row, index) => {
    let column = 0;
    for (const [token] of row.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) column += Number(token);
      else {
        if (token === "x" || token === "o") stones.set(names[index]?.[column] ?? "", token);
        column += 1;
      }
    }
  });
  return { stones, toMove: toMove === "o" ? "o" : "x", captured: { x: Number(x) || 0, o: Number(o) || 0 } };
}

/** @param {SetUp} setUp @param {Points} board */
export function format({ stones, toMove, captured }, board) {
  const places = rows(board).map((row) => row.map((name) => stones.get(name) ?? ".").join("").replace(/\.+/g, (empty) => String(empty.length)));
  return `${places.join("/")} ${toMove} ${captured.x} ${captured.o}`;
}

/**
 * A position with other stones on some points.
 * @param {string} text
 * @param {Points} board
 * @param {[string, Color | null][]} changes
 * @param {Color | undefined} toMove
 */
export function changed(text, board, changes, toMove) {
  const setUp = parse(text, board);
  for (const [name, color] of changes) {
    if (color) setUp.stones.set(name, color);
    else setUp.stones.delete(name);
  }
  return format({ ...setUp, toMove: toMove ?? setUp.toMove }, board);
}
