// Lines of an analysis from report to report.

/**
 * Lines with the longest known moves: a shorter part of an earlier line is replaced by that line.
 * @param {import("./state.js").Line[]} lines
 * @param {Map<string, string[]>} known  the longest lines by their first moves
 */
export function longest(lines, known) {
  return lines.map((line) => {
    const { pv } = line;
    const before = known.get(pv[0]) ?? [];
    const isPart = pv.length < before.length && (pv.length === 1 || pv.every((move, index) => move === before[index]));
    if (isPart) return { ...line, pv: before };
    known.set(pv[0], pv);
    return line;
  });
}
