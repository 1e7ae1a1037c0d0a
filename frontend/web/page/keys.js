// The keys: one table, which works wherever the focus is but in text fields, and which the help shows.

/**
 * @typedef {object} Key
 * @property {string[]} keys  as the browser names them, with `Ctrl+` before
 * @property {string} does  the text that says what it does
 * @property {() => void} run
 */

/** Keys that a focused control has for itself. @param {Element} target @param {string} key */
function belongs(target, key) {
  const dialog = /** @type {HTMLDialogElement | null} */ (target.closest("dialog"));
  // A closed dialog keeps the focus until the next frame.
  if (dialog) return dialog.open;
  if (target.closest("textarea, select, [contenteditable], input:not([type=checkbox], [type=file])")) return true;
  return Boolean(target.closest("button, a, summary, input")) && (key === " " || key === "Enter");
}

/** The name of a pressed key with its modifier. @param {KeyboardEvent} event */
function nameOf({ key, ctrlKey, metaKey, shiftKey }) {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return plain;
  return `Ctrl+${shiftKey ? "Shift+" : ""}${plain.length === 1 ? plain.toUpperCase() : plain}`;
}

const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** The keys of the board's cursor, while it is on. @param {{ isOn(): boolean, begin(): void, end(): void, step(direction: [number, number]): void, play(): void }} cursor @param {string} key @param {boolean} focused  whether the board has the focus */
function movesCursor(cursor, key, focused) {
  if (!cursor.isOn()) {
    if (focused && key === "Enter") cursor.begin();
    return focused && key === "Enter";
  }
  const direction = DIRECTIONS[key];
  if (direction) cursor.step(direction);
  else if (key === "Enter") cursor.play();
  else if (key === "Escape" || key === "b") cursor.end();
  else return false;
  return true;
}

/**
 * @param {Key[]} table
 * @param {{ element: Element, cursor: Parameters<typeof movesCursor>[0] }} board
 */
export function listen(table, { element, cursor }) {
  const actions = new Map(table.flatMap(({ keys, run }) => keys.map((key) => /** @type {[string, () => void]} */ ([key, run]))));
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    if (belongs(target, name)) return;
    if (movesCursor(cursor, name, target === element)) return event.preventDefault();
    const action = actions.get(name);
    if (!action) return;
    event.preventDefault();
    action();
  });
  listenToPointer();
}

/** A click on a button, or a choice by the pointer, takes no focus: the keys stay those of the page. */
function listenToPointer() {
  let pointed = false;
  const release = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && !activeElement.closest("dialog")) activeElement.blur();
  };
  addEventListener("pointerdown", () => { pointed = true; }, true);
  addEventListener("keydown", () => { pointed = false; }, true);
  addEventListener("mousedown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("button") || target.closest("dialog")) return;
    event.preventDefault();
    release();
  });
  addEventListener("change", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (pointed && target.matches("select, input[type=checkbox]")) release();
  });
}
