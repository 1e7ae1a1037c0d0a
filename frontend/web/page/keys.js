// The keyboard, where no field has it.

/** @param {Record<string, () => void>} actions */
export function listen(actions) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (target.closest("input, select, textarea, dialog")) return;
    // Where a button has the focus, its keys are its own.
    if (target.closest("button, [role=tab]") && (event.key === " " || event.key === "Enter" || event.key.startsWith("Arrow"))) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
