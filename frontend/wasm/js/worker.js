// The script of a worker, in browsers and in node: a message to it is a query, a message from it an answer.

import { Engine } from "./engine.js";

const isNode = !globalThis.WorkerGlobalScope;
const asked = new URL(import.meta.url).searchParams;
const options = { hash: Number(asked.get("hash") ?? 32), full: asked.has("full") };
/** With `?later` the first build answers all that it can; the whole one is fetched for the first query that needs it. */
const isLater = asked.has("later");
let post = (text) => globalThis.postMessage(text);

/** Takes a message: a query, or before the first one `{ start: { hash, full } }`. */
function ask(data) {
  if (data?.start) {
    Object.assign(options, data.start);
    main.start();
  } else {
    take(typeof data === "string" ? data : JSON.stringify(data));
  }
}

/** An answer to no query: what was asked for and not answered is lost. */
function refuse(error) {
  post(JSON.stringify({ id: null, error, code: "defect", field: null }));
}

/** A build of the engine, which starts with its first query and starts again after a failure. */
class Build {
  /** Queries that came before the engine was ready. */
  #waiting = [];
  #engine = null;
  isStarted = false;
  /** Why there will be none. */
  #why = null;
  #settings;
  #answer;

  constructor(settings, answer) {
    this.#settings = settings;
    this.#answer = answer;
  }

  take(query) {
    if (this.#why) refuse(this.#why);
    else if (this.#engine) this.#engine.take(query);
    else this.#waiting.push(query);
    this.start();
  }

  async start() {
    if (this.isStarted) return;
    this.isStarted = true;
    const failed = (reason) => {
      refuse(`the engine failed: ${reason}`);
      this.#engine = null;
      this.isStarted = false;
      this.start();
    };
    try {
      this.#engine = await Engine.start({ answer: this.#answer, failed, ...this.#settings() });
    } catch (error) {
      this.#why = `the engine cannot start: ${error.message}`;
      return refuse(this.#why);
    }
    const queries = this.#waiting;
    this.#waiting = [];
    queries.forEach((query) => this.#engine.take(query));
  }
}

/** The codes of refusals of what the first build lacks. */
const LACKING = ["board_size", "unknown_action", "unknown_field"];
/** Actions that concern both builds. */
const BOTH = ["clear", "terminate_all"];

/** The answers of the whole build about itself, which package/site.sh records. */
const about = isLater ? fetch(new URL("./about.json", import.meta.url)).then((response) => response.json()).catch(() => ({})) : null;

const main = new Build(() => ({ ...options, first: isLater }), (text) => (isLater ? answered(text) : post(text)));
const whole = new Build(() => ({ ...options, full: true }), answeredByWhole);
/** The queries to the first build without an answer, and the ids of those to the whole one. */
const asking = new Map();
const handed = new Set();

/** Hands a query to a build that can answer it. */
async function take(text) {
  const query = isLater ? parsed(text) : null;
  if (!query) return main.take(text);
  const { id, action = "analyze" } = query;
  if (action === "games" || action === "query_version") {
    main.start();
    const known = (await about)[action];
    return known ? post(JSON.stringify({ ...known, id })) : toWhole(id, text);
  }
  if (query.rules_text !== undefined || handed.has(query.terminate_id)) return toWhole(id, text);
  if (BOTH.includes(action) && whole.isStarted) whole.take(JSON.stringify({ ...query, id: UNHEARD }));
  asking.set(id, text);
  main.take(text);
}

/** The id of queries whose answer is dropped. */
const UNHEARD = "worker.js";

/** A query as an object; null if it is none, which the engine refuses. */
function parsed(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return null;
  }
}

function toWhole(id, text) {
  handed.add(id);
  whole.take(text);
}

/** Passes an answer of the whole build on. */
function answeredByWhole(text) {
  const { id, partial } = JSON.parse(text);
  if (!partial) handed.delete(id);
  if (id !== UNHEARD) post(text);
}

/** Passes an answer of the first build on; what it lacks is for the whole one. */
function answered(text) {
  const { id, partial, code } = JSON.parse(text);
  const query = asking.get(id);
  if (!partial) asking.delete(id);
  if (query && LACKING.includes(code)) toWhole(id, query);
  else post(text);
}

if (isNode) {
  // Bundlers for browsers do not look into a name.
  const module = "node:worker_threads";
  import(/* @vite-ignore */ /* webpackIgnore: true */ module).then(({ parentPort }) => {
    post = (text) => parentPort.postMessage(text);
    parentPort.on("message", ask);
  });
} else {
  globalThis.addEventListener("message", ({ data }) => ask(data));
}
