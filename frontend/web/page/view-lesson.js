// The bar of the lesson, below the board.

import { button, h } from "./dom.js";
import { EXERCISES } from "./lesson.js";
import { watch } from "./state.js";
import { t } from "./texts.js";

/** @param {import("./game.js").Store} store @param {import("./lesson.js").LessonControl} lesson */
export function createLessonView(store, lesson) {
  const place = h("p", { class: "where" });
  const words = h("p", { class: "strong", role: "status" });
  const next = button(t("lessonNext"), lesson.next, { class: "primary" });
  const element = h("section", { class: "exercise", "aria-label": t("lessonTitle"), hidden: true }, place, words, h("div", { class: "row" }, next, button(t("leave"), lesson.leave)));
  watch(store, (state) => [state.lesson], ({ lesson: now }) => {
    element.hidden = !now;
    if (!now) return;
    place.textContent = t("lessonPlace", now.index + 1, EXERCISES.length);
    words.textContent = [now.solved ? "" : t(/** @type {any} */ (`lesson_ask_${now.index + 1}`)), now.said].filter(Boolean).join(" ");
    next.hidden = !now.solved;
    next.textContent = t(now.index + 1 < EXERCISES.length ? "lessonNext" : "lessonDone");
  });
  return element;
}
