// The script of a worker, in browsers and in node: a message to it is a query, a message from it an answer.

import { Engine } from "./engine.js";

const isNode = !globalThis.WorkerGlobalScope;
const asked = new URL(import.meta.url).searchParams;
const options = { hash: Number(asked.get("hash") ?? 32), full: asked.has("full") };

/** Queries that came before the engine was ready. */
let waiting = [];
let engine = null;
let isStarted = false;
/** Why there will be none. */
let why = null;
let post = (text) => globalThis.postMessage(text);

/** Takes a message: a query, or before the first one `{ start: { hash, full } }`. */
function ask(data) {
  if (data?.start) Object.assign(options, data.start);
  else take(typeof data === "string" ? data : JSON.stringify(data));
  if (!isStarted) start();
}

function take(query) {
  if (why) refuse(why);
  else if (engine) engine.take(query);
  else waiting.push(query);
}

/** An answer to no query: what was asked for and not answered is lost. */
function refuse(error) {
  post(JSON.stringify({ id: null, error, code: "defect", field: null }));
}

async function start() {
  isStarted = true;
  engine = null;
  const failed = (reason) => {
    refuse(`the engine failed: ${reason}`);
    start();
  };
  try {
    engine = await Engine.start({ answer: post, failed, ...options });
  } catch (error) {
    why = `the engine cannot start: ${error.message}`;
    return refuse(why);
  }
  const queries = waiting;
  waiting = [];
  queries.forEach(take);
}

if (isNode) {
  // Bundlers for browsers do not look into a name. Messages wait for the listener.
  const module = "node:worker_threads";
  import(/* @vite-ignore */ /* webpackIgnore: true */ module).then(({ parentPort }) => {
    post = (text) => parentPort.postMessage(text);
    parentPort.on("message", ask);
  });
} else {
  globalThis.addEventListener("message", ({ data }) => ask(data));
}
