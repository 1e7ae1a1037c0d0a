// A store of the state, changed by `set`. Listeners that act are called at once, those that draw once a frame.

/**
 * @template S
 * @typedef {(state: S, before: S) => void} Listener
 */
/**
 * @template S
 * @typedef {{ state: S, set(change: Partial<S>): void, listen(listener: Listener<S>): void, draw(listener: Listener<S>): () => void }} Store  `draw` returns a function that ends the calls
 */

/**
 * Calls listeners with the new state and their last one, at the time that `later` chooses.
 * @template S
 * @param {() => S} now
 * @param {(call: () => void) => void} later
 */
function audience(now, later) {
  /** @type {Set<Listener<S>>} */
  const listeners = new Set();
  let last = now();
  let waiting = false;
  const call = () => {
    waiting = false;
    const [state, before] = [now(), last];
    last = state;
    for (const listener of [...listeners]) listener(state, before);
  };
  const wake = () => {
    if (waiting) return;
    waiting = true;
    later(call);
  };
  return { listeners, wake };
}

/** Calls at the next frame; a hidden page has none. @param {() => void} call */
const nextFrame = (call) => void (document.hidden ? setTimeout(call, 0) : requestAnimationFrame(call));

/**
 * @template {object} S
 * @param {S} initial
 * @returns {Store<S>}
 */
export function createStore(initial) {
  const now = () => store.state;
  /** @type {Store<S>} */
  const store = {
    state: initial,
    set(change) {
      store.state = { ...store.state, ...change };
      acting.wake();
      drawing.wake();
    },
    listen: (listener) => void acting.listeners.add(listener),
    draw(listener) {
      drawing.listeners.add(listener);
      return () => void drawing.listeners.delete(listener);
    },
  };
  const [acting, drawing] = [audience(now, queueMicrotask), audience(now, nextFrame)];
  return store;
}
