// The script of a worker, in browsers and in node: a message to it is a query, a message from it an answer.

import { Engine } from "./engine.js";

const isNode = !globalThis.WorkerGlobalScope;
const asked = new URL(import.meta.url).searchParams;
const hash = Number(asked.get("hash") ?? 32);
const full = asked.has("full");

/** Queries that came before the engine was ready. */
let waiting = [];
let engine = null;
/** Why there will be none. */
let why = null;

const ask = (data) => {
  const query = typeof data === "string" ? data : JSON.stringify(data);
  if (why) refuse(why);
  else if (engine) engine.take(query);
  else waiting.push(query);
};

let post = (text) => globalThis.postMessage(text);
if (isNode) {
  const { parentPort } = await import("node:worker_threads");
  post = (text) => parentPort.postMessage(text);
  parentPort.on("message", ask);
} else {
  globalThis.addEventListener("message", ({ data }) => ask(data));
}

/** An answer to no query: what was asked for and not answered is lost. */
const refuse = (error) => post(JSON.stringify({ id: null, error, code: "defect", field: null }));

async function start() {
  engine = null;
  const failed = (reason) => {
    refuse(`the engine failed: ${reason}`);
    start();
  };
  try {
    engine = await Engine.start({ answer: post, failed, hash, full });
  } catch (error) {
    why = `the engine cannot start: ${error.message}`;
    return refuse(why);
  }
  const queries = waiting;
  waiting = [];
  queries.forEach(ask);
}

await start();
