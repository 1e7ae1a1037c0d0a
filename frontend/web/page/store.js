// State in one place. It changes by `set`. Those who act on it are told at once, those who draw it once a frame.

/**
 * @template S
 * @typedef {(state: S, before: S) => void} Listener
 */
/**
 * @template S
 * @typedef {{ state: S, set(change: Partial<S>): void, listen(listener: Listener<S>): void, draw(listener: Listener<S>): void }} Store
 */

/**
 * Tells listeners of a change, with what they were told before, when `later` says so.
 * @template S
 * @param {() => S} now
 * @param {(tell: () => void) => void} later
 */
function audience(now, later) {
  /** @type {Listener<S>[]} */
  const listeners = [];
  let told = now();
  let waiting = false;
  const tell = () => {
    waiting = false;
    const [state, before] = [now(), told];
    told = state;
    for (const listener of listeners) listener(state, before);
  };
  const wake = () => {
    if (waiting) return;
    waiting = true;
    later(tell);
  };
  return { listeners, wake };
}

/** @param {() => void} tell A page that is not shown has no frames. */
const nextFrame = (tell) => void (document.hidden ? setTimeout(tell, 0) : requestAnimationFrame(tell));

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
    listen: (listener) => void acting.listeners.push(listener),
    draw: (listener) => void drawing.listeners.push(listener),
  };
  const [acting, drawing] = [audience(now, queueMicrotask), audience(now, nextFrame)];
  return store;
}
