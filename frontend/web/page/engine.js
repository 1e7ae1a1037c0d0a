// The connection to the engine, by a WebSocket or a Worker: queries out, answers in.

import { engine as where } from "./config.js";

/** @typedef {Record<string, any>} Query */
/** @typedef {any} Answer */
/** @typedef {Promise<Answer> & { stop(): void }} Asked */
/** @typedef {"connecting" | "ready" | "lost"} Condition */

/** @typedef {{ code: string, values?: Record<string, string | number> }} Problem  an error of the engine for programs */

/** An error of the engine, or the loss of the connection (code `lost`). */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string | null} field
   * @param {Problem} problem
   */
  constructor(message, field, problem) {
    super(message);
    this.field = field;
    this.problem = problem;
    this.lost = problem.code === "lost";
  }
}

/** The time before connecting again, in milliseconds: at first, and at most. */
const SOON = 250;
const LONGEST = 5000;

/**
 * Opens a way to the engine.
 * @param {{ onMessage(text: string): void, onOpen(): void, onLost(): void }} events
 * @returns {(text: string) => void}
 */
function open({ onMessage, onOpen, onLost }) {
  if (where.kind === "worker") {
    const worker = where.begun?.pop() ?? new Worker(new URL(where.path, import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onerror = () => { worker.terminate(); onLost(); };
    queueMicrotask(onOpen);
    return (text) => worker.postMessage(text);
  }
  const address = new URL(where.path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => onMessage(data);
  socket.onopen = onOpen;
  socket.onclose = onLost;
  return (text) => socket.send(text);
}

/** The actions that are answered at once. Others wait for their turn: some engines run one search at a time. */
const AT_ONCE = ["board", "games", "position", "puzzle", "threats"];

/**
 * Connects, and connects again after each loss of the connection.
 * @param {(condition: Condition) => void} onCondition
 * @param {(waiting: boolean) => void} onWaiting  called with whether a query other than the live analysis waits for its turn
 */
export function connect(onCondition, onWaiting) {
  /** @type {Map<number, { resolve(answer: Answer): void, reject(error: Error): void, onPartial?: (answer: Answer) => void, text: string }>} */
  const pending = new Map();
  let turns = 0;
  let number = 0;
  let wait = SOON;
  let ready = false;
  /** @type {(text: string) => void} */
  let send = () => {};

  const onMessage = (/** @type {string} */ text) => {
    const answer = JSON.parse(text);
    if (answer.id === null) return restarted();
    const asked = pending.get(answer.id);
    if (!asked) return;
    if (answer.partial) return asked.onPartial?.(answer);
    pending.delete(answer.id);
    if (answer.error) asked.reject(new Refused(answer.error, answer.field, answer));
    else asked.resolve(answer);
  };
  const onOpen = () => {
    ready = true;
    wait = SOON;
    onCondition("ready");
    for (const { text } of pending.values()) send(text);
  };
  const forget = () => {
    for (const { reject } of pending.values()) reject(new Refused("the connection to the engine was lost", null, { code: "lost" }));
    pending.clear();
  };
  /** A worker that failed starts again by itself; its queries are lost. */
  const restarted = () => {
    onCondition("lost");
    forget();
    setTimeout(() => onCondition("ready"), SOON);
  };
  const onLost = () => {
    const was = ready;
    ready = false;
    onCondition("lost");
    if (was) forget();
    setTimeout(start, wait);
    wait = Math.min(2 * wait, LONGEST);
  };
  const start = () => { send = open({ onMessage, onOpen, onLost }); };

  onCondition("connecting");
  start();

  /**
   * Sends a query. `onPartial` is called with partial answers; `stop` ends a search, which answers with its lines so far.
   * @param {Query} query
   * @param {(answer: Answer) => void} [onPartial]
   * @param {boolean} [isLive] whether it yields to all other queries
   * @returns {Asked}
   */
  function ask(query, onPartial, isLive = false) {
    const id = ++number;
    const text = JSON.stringify({ ...query, id });
    const answered = new Promise((resolve, reject) => pending.set(id, { resolve, reject, onPartial, text }));
    if (ready) send(text);
    if (!isLive && !AT_ONCE.includes(query.action)) {
      const ended = () => { turns -= 1; onWaiting(turns > 0); };
      turns += 1;
      onWaiting(true);
      answered.then(ended, ended);
    }
    const stop = () => {
      if (ready && pending.has(id)) send(JSON.stringify({ id: ++number, action: "terminate", terminate_id: id }));
    };
    return Object.assign(answered, { stop });
  }
  return { ask };
}
/** @typedef {ReturnType<typeof connect>} Engine */
