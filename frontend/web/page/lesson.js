// A first lesson in captures: five positions, each with a question that a move answers.

import { t } from "./texts.js";

/** @typedef {{ x: string[], o: string[], captured?: number, answers: string[] }} Exercise Stones, those that Black has captured, and the right moves of Black. */

const SIDE = 13;
const COLUMNS = "ABCDEFGHJKLMN";

/** The exercises; their questions are texts of the page. @type {Exercise[]} */
export const EXERCISES = [
  { x: ["F7"], o: ["G7", "H7"], answers: ["J7"] },
  { x: ["E5", "J5"], o: ["F6", "G7", "K9"], answers: ["H8"] },
  { x: ["K7", "G10", "D4"], o: ["H7", "J7", "G8", "G9"], answers: ["G7"] },
  { x: ["F7", "G7"], o: ["E7", "H9"], answers: ["H7"] },
  { x: ["F7", "D4"], o: ["G7", "H7", "E9", "F9", "G9", "H9"], captured: 8, answers: ["J7"] },
];

/** The position of an exercise as text. @param {Exercise} exercise */
export function positionOf({ x, o, captured = 0 }) {
  const rows = Array.from({ length: SIDE }, (_, index) => [...COLUMNS].map((column) => {
    const name = `${column}${SIDE - index}`;
    return x.includes(name) ? "x" : o.includes(name) ? "o" : ".";
  }).join("").replace(/\.+/g, (empty) => String(empty.length)));
  return `${rows.join("/")} x ${captured} 0`;
}

/**
 * @param {import("./game.js").Store} store
 * @param {import("./game.js").GameControl} game
 */
export function createLesson(store, game) {
  /** Shows an exercise. @param {number} index @param {string} rules */
  async function show(index, rules) {
    await game.start({ rules, size: SIDE, position: positionOf(EXERCISES[index]) }, { lesson: { index, rules, said: "", solved: false } });
  }

  /** A move that is tried. @param {string} move */
  async function attempt(move) {
    const { lesson } = store.state;
    if (!lesson || lesson.solved) return;
    if (!EXERCISES[lesson.index].answers.includes(move)) {
      const said = t("lessonWrong", move);
      return store.set({ lesson: { ...lesson, said }, said });
    }
    if (!(await game.play(move))) return;
    const said = t(/** @type {any} */ (`lesson_right_${lesson.index + 1}`));
    store.set({ lesson: { ...lesson, said, solved: true }, said });
  }

  /** Goes on with the next exercise; after the last one the lesson ends. */
  function next() {
    const { lesson } = store.state;
    if (!lesson) return;
    if (lesson.index + 1 < EXERCISES.length) void show(lesson.index + 1, lesson.rules);
    else leave();
  }
  const leave = () => store.set({ lesson: null, home: true });

  return { begin: (/** @type {string} */ rules) => show(0, rules), attempt, next, leave };
}
/** @typedef {ReturnType<typeof createLesson>} LessonControl */
