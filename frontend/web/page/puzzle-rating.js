// The record of a solver: rating, streak, solved puzzles; and the choice of the next puzzle. Without DOM.

/** @typedef {{ id: string, game: string, themes: string[], difficulty: number }} Head  the part of a puzzle that filters look at */
/** @typedef {{ rating: number, streak: number, best: number, solved: number, tried: number, done: string[] }} Score  `done` are the last puzzles that were solved or failed */
/** @typedef {{ game: string, theme: string, level: string }} Filter  empty texts fit every puzzle; a level is `20-40` */

/** The record of a new solver. @type {Score} */
export const BEGINNER = { rating: 1200, streak: 0, best: 0, solved: 0, tried: 0, done: [] };

/** The largest change of a rating by one puzzle. */
const STEP = 32;

/** The most puzzles that do not come again. */
const MOST_DONE = 5000;

/** The puzzles among which the next one is drawn: those nearest to the rating. */
const NEAR = 12;

/** Bands of difficulty. */
export const LEVELS = ["0-19", "20-39", "40-59", "60-100"];

/** The rating of a puzzle. @param {number} difficulty */
const ratingOf = (difficulty) => 800 + 14 * difficulty;

/** The record after a puzzle, by Elo's formula. @param {Score} score @param {Head} puzzle @param {boolean} isSolved @returns {Score} */
export function counted({ rating, streak, best, solved, tried, done }, { id, difficulty }, isSolved) {
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - rating) / 400));
  const now = isSolved ? streak + 1 : 0;
  return {
    rating: rating + STEP * (Number(isSolved) - expected), streak: now, best: Math.max(best, now), solved: solved + Number(isSolved), tried: tried + 1,
    done: [...done.filter((other) => other !== id), id].slice(-MOST_DONE),
  };
}

/** Whether a puzzle fits a filter. @param {Head} puzzle @param {Filter} filter */
export function fits({ game, themes, difficulty }, filter) {
  const [least, most] = filter.level ? filter.level.split("-").map(Number) : [0, 100];
  return (!filter.game || game === filter.game) && (!filter.theme || themes.includes(filter.theme)) && difficulty >= least && difficulty <= most;
}

/**
 * A puzzle that fits, of about the strength of the solver; one that was not done, as long as there is one.
 * @template {Head} P
 * @param {P[]} puzzles
 * @param {Score} score
 * @param {Filter} filter
 * @param {number} chance  from 0 to 1
 * @returns {P | null}
 */
export function chosen(puzzles, { rating, done }, filter, chance) {
  const fitting = puzzles.filter((puzzle) => fits(puzzle, filter));
  const gone = new Set(done);
  const fresh = fitting.filter(({ id }) => !gone.has(id));
  const distance = (/** @type {P} */ { difficulty }) => Math.abs(ratingOf(difficulty) - rating);
  const near = (fresh.length ? fresh : fitting).sort((one, other) => distance(one) - distance(other)).slice(0, NEAR);
  return near[Math.floor(chance * near.length)] ?? null;
}

/** The number of a day, as `2026-11-28`, from 0 to `count`: the same everywhere. @param {string} day @param {number} count */
export function ofDay(day, count) {
  let hash = 0x811c9dc5;
  for (const char of day) hash = Math.imul(hash ^ /** @type {number} */ (char.codePointAt(0)), 0x01000193) >>> 0;
  // The last digits of two days in a row differ in few bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 12)) >>> 0) % count;
}

const PLACE = "ninuki puzzles";

/** The record of this browser. @returns {Score} */
export function storedScore() {
  try {
    const kept = { ...BEGINNER, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
    return Number.isFinite(kept.rating) && Array.isArray(kept.done) ? kept : BEGINNER;
  } catch {
    return BEGINNER;
  }
}

/** Stores the record in this browser. @param {Score} score */
export function storeScore(score) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(score));
  } catch { /* Some browsers keep nothing. */ }
}
