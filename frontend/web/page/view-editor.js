// The bar of the position editor, below the board.

import { button, field, h, select } from "./dom.js";
import { watch } from "./state.js";
import { colorName, t } from "./texts.js";

/** @param {import("./game.js").Store} store @param {import("./editor.js").EditorControl} editor */
export function createEditorView(store, editor) {
  const brushes = /** @type {const} */ (["x", "o", "none"]);
  const names = { x: t("black"), o: t("white"), none: t("noStone") };
  const brush = brushes.map((name) => button(names[name], () => void editor.set({ brush: name })));
  const toMove = select(t("toMoveNext"), [["x", t("black")], ["o", t("white")]], "x", (value) => void editor.set({ toMove: /** @type {any} */ (value) }));
  const captured = (/** @type {"x" | "o"} */ color) => h("input", {
    type: "number", min: 0, max: 99, value: 0, "aria-label": t(color === "x" ? "capturedByBlack" : "capturedByWhite"),
    oninput: (/** @type {any} */ event) => void editor.set({ captured: { .../** @type {any} */ (store.state.editor).captured, [color]: Number(event.target.value) || 0 } }),
  });
  const counts = { x: captured("x"), o: captured("o") };
  const captures = h("span", { class: "row" }, field(t("capturedByBlack"), counts.x), field(t("capturedByWhite"), counts.o));
  const problem = h("p", { class: "problem", role: "status" });
  const done = button(t("startHere"), () => void editor.done(), { class: "primary" });
  const element = h("section", { class: "editor", "aria-label": t("editPosition"), hidden: true },
    h("div", { class: "row" }, ...brush, field(t("toMoveNext"), toMove), captures), problem,
    h("div", { class: "row" }, done, button(t("emptyBoard"), editor.clear), button(t("cancel"), editor.leave)));
  watch(store, (state) => [state.editor, state.board], ({ editor: edited, board }) => {
    element.hidden = !edited;
    if (!edited) return;
    brush.forEach((one, index) => one.setAttribute("aria-pressed", String(brushes[index] === edited.brush)));
    toMove.value = edited.toMove;
    for (const color of /** @type {const} */ (["x", "o"])) if (document.activeElement !== counts[color]) counts[color].value = String(edited.captured[color]);
    captures.hidden = !board?.captures;
    problem.textContent = edited.problem || (edited.pending ? t("pendingFive", colorName(edited.pending)) : t("editHelp"));
    problem.classList.toggle("wrong", Boolean(edited.problem));
    done.disabled = Boolean(edited.problem);
  });
  return element;
}
