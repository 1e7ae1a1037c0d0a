// The host of the module: texts in and out, weights when they are missing, searches in slices.

import { files } from "./files.js";

/** A module with one instruction of SIMD: a machine that takes it runs the faster build. */
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** The default time of a slice of a search between looks at the messages, in milliseconds. */
const SLICE = 12;

/** The topics of texts of the module: an answer, the game whose weights are missing, the defect that ended it. */
const [ANSWER, WEIGHTS, DEFECT] = [0, 1, 2];

/** The name of the build for this machine: of the whole engine with `full`, of the first one of the static site with `first`, else of the small one. */
export function build(full = false, first = false) {
  const simd = WebAssembly.validate(new Uint8Array(PROBE));
  return `ninuki${full ? "-full" : first ? "-first" : ""}${simd ? "-simd" : ""}.wasm`;
}

/** The bytes of a file of this package. */
export async function read(name) {
  const url = files[name];
  if (!url) throw new Error(`the package has no file ${name}`);
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    // Bundlers for browsers do not look into a name.
    const module = "node:fs/promises";
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)).readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** Lets messages and timers come through. */
function turn() {
  return new Promise((resolve) => {
    if (globalThis.setImmediate) return void setImmediate(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(null);
  });
}

/**
 * An instance of the module. It is left in the middle of a search and returned to by asyncify, a pass of binaryen: within a
 * step every call of `now` may leave it.
 */
export class Engine {
  #module;
  #answer;
  #read;
  #failed;
  #stack;
  #missing = null;
  #defect = null;
  #isBroken = false;
  #isWorking = false;
  #isInStep = false;
  #isLeaving = false;
  #isLeft = false;
  #isReturning = false;
  #slice = SLICE;
  #until = 0;

  /**
   * Starts an engine with a transposition table of `hash` MiB. `answer` is called with the text of each answer, `failed` with
   * the reason if the engine fails. `full` takes the whole engine, `first` that of the static site, `name` names a build, `read` reads a file of this package.
   * A search runs for `slice` milliseconds between looks at the messages.
   */
  static async start({ answer, failed, hash = 32, full = false, first = false, name = build(full, first), slice = SLICE, read: bytes = read }) {
    const engine = new Engine();
    engine.#answer = answer;
    engine.#failed = failed;
    engine.#slice = slice;
    engine.#read = bytes;
    const host = { now: () => engine.#now(), say: (...text) => engine.#say(...text) };
    const { instance } = await WebAssembly.instantiate(await bytes(name), { host });
    engine.#module = instance.exports;
    engine.#module.start(hash * 2 ** 20);
    engine.#stack = engine.#module.stack();
    return engine;
  }

  /** Takes a query. Queries without a search are answered before this returns. */
  take(query) {
    this.#guard(() => {
      this.#write(new TextEncoder().encode(query));
      this.#module.take();
    });
    if (!this.#isWorking) this.#work();
  }

  /** Searches until no query is waiting. */
  async #work() {
    this.#isWorking = true;
    while (this.#guard(() => this.#search())) {
      if (this.#missing) await this.#load(this.#missing);
      await turn();
    }
    this.#isWorking = false;
  }

  /** Searches for one slice; false if no query is waiting. */
  #search() {
    const { step, asyncify_start_rewind, asyncify_stop_unwind } = this.#module;
    this.#until = performance.now() + this.#slice;
    this.#isInStep = true;
    if (this.#isLeft) {
      asyncify_start_rewind(this.#stack);
      this.#isReturning = true;
    }
    let isMore;
    do isMore = step(); while (isMore && !this.#isLeaving && performance.now() < this.#until);
    this.#isInStep = false;
    this.#isLeft = this.#isLeaving;
    if (this.#isLeft) asyncify_stop_unwind();
    this.#isLeaving = false;
    return this.#isLeft || isMore || this.#missing;
  }

  /** The time, for the module. */
  #now() {
    const now = performance.now();
    if (this.#isReturning) {
      this.#module.asyncify_stop_rewind();
      this.#isReturning = false;
    } else if (this.#isInStep && now >= this.#until) {
      this.#module.asyncify_start_unwind(this.#stack);
      this.#isLeaving = true;
    }
    return now;
  }

  /** Takes a text of the module. */
  #say(topic, at, length) {
    const text = new TextDecoder().decode(new Uint8Array(this.#module.memory.buffer, at, length));
    if (topic === ANSWER) this.#answer(text.trimEnd());
    else if (topic === WEIGHTS) this.#missing = text;
    else if (topic === DEFECT) this.#defect = text;
  }

  /** Writes the input of the next call of the module. */
  #write(bytes) {
    const at = this.#module.room(bytes.length);
    new Uint8Array(this.#module.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Loads the weights of a game, or refuses the query. */
  async #load(game) {
    this.#missing = null;
    const bytes = await this.#read(`weights/${game}.bin`).catch((error) => error);
    this.#guard(() => {
      if (bytes instanceof Error) {
        this.#write(new TextEncoder().encode(`the weights of ${game} cannot be read: ${bytes.message}`));
        this.#module.refuse();
      } else {
        this.#write(new Uint8Array(bytes));
        this.#module.load();
      }
    });
  }

  /** Calls the module; a failure is final. */
  #guard(work) {
    if (this.#isBroken) return false;
    try {
      return work();
    } catch (error) {
      this.#isBroken = true;
      this.#failed(this.#defect ?? String(error));
      return false;
    }
  }
}
