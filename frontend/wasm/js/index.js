// The engine in a worker, with promises and asynchronous iterators.

/** An error in a query. */
export class QueryError extends Error {
  /**
   * `field` is the wrong field, as `moves[3]`; null if the query as a whole is wrong. `limit` is the limit that was
   * exceeded, or null. `code` and `values` are the error for programs.
   */
  constructor({ error, field, limit = null, code, values = {} }) {
    super(field ? `${field}: ${error}` : error);
    this.name = "QueryError";
    this.field = field;
    this.limit = limit;
    this.code = code;
    this.values = values;
  }
}

/** The answers to a query: a promise of the last one, and an iterator of all of them. */
export class Answers {
  #answers = [];
  #wake = null;
  #last;
  #isOver = false;

  constructor(listen, terminate) {
    this.terminate = terminate;
    this.#last = new Promise((resolve, reject) => {
      listen((answer, isLast) => {
        const isAnswer = answer?.action !== undefined;
        if (isAnswer) this.#answers.push(answer);
        else reject(answer);
        if (isLast && isAnswer) resolve(answer);
        this.#isOver ||= isLast;
        this.#wake?.();
      });
    });
    // Iterators throw the error, too.
    this.#last.catch(() => {});
  }

  then(...handlers) {
    return this.#last.then(...handlers);
  }

  catch(handler) {
    return this.#last.catch(handler);
  }

  finally(handler) {
    return this.#last.finally(handler);
  }

  async *[Symbol.asyncIterator]() {
    let next = 0;
    try {
      for (;;) {
        while (next < this.#answers.length) yield this.#answers[next++];
        if (this.#isOver) break;
        await new Promise((resolve) => (this.#wake = resolve));
      }
      await this.#last;
    } finally {
      if (!this.#isOver) this.terminate();
    }
  }
}

/** The address of this module, out of sight of bundlers. */
const base = import.meta.url;

/** A worker with a script of another origin, which browsers load only by way of a script of this one. */
function foreign(url) {
  const script = new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

/** A worker of a browser, with the script of this package or the one at `url`, which is relative to the page. */
function browser(url) {
  const { document, location } = globalThis;
  const script = url === undefined ? new URL("./worker.js", base) : new URL(url, document?.baseURI ?? location?.href);
  if (/^https?:$/.test(script.protocol) && location?.origin && script.origin !== location.origin) return foreign(script.href);
  if (url !== undefined) return new Worker(script, { type: "module" });
  // Bundlers find the script by this very expression.
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** A worker of browsers or of node. */
async function worker(url) {
  if (globalThis.Worker) {
    const worker = browser(url);
    return {
      post: (message) => worker.postMessage(message),
      listen: (take, fail) => {
        worker.onmessage = ({ data }) => take(data);
        worker.onerror = (event) => fail(new Error(event.message ?? "the worker cannot be loaded"));
      },
      end: () => worker.terminate(),
    };
  }
  // Bundlers for browsers do not look into a name.
  const module = "node:worker_threads";
  const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ module);
  const script = url === undefined ? new URL("./worker.js", base) : new URL(url, `file://${process.cwd()}/`);
  const worker = new threads.Worker(script);
  return {
    post: (message) => worker.postMessage(message),
    listen: (take, fail) => {
      worker.on("message", take).on("error", fail);
      worker.on("exit", () => fail(new Error("the worker has ended")));
    },
    end: () => worker.terminate(),
  };
}

/** The engine in a worker. */
export class Ninuki {
  #worker;
  #pending = new Map();
  #next = 0;
  /** Why no query is taken any more. */
  #ended = null;

  /** Starts a worker with a transposition table of `hash` MiB; `full` starts the whole engine. */
  static async start({ hash = 32, full = false, url } = {}) {
    const ninuki = new Ninuki();
    ninuki.#worker = await worker(url);
    ninuki.#worker.listen((text) => ninuki.#take(JSON.parse(text)), (error) => ninuki.#end(error));
    ninuki.#worker.post({ start: { hash, full } });
    await ninuki.query({ action: "query_version" });
    return ninuki;
  }

  /** Sends a query of `ninuki analysis`, without an id. `signal` ends it: its promise fails with the reason. */
  query(query, { signal } = {}) {
    const id = this.#next++;
    // Each of the plies has an answer.
    const left = Array.isArray(query.plies) ? new Set(query.plies).size : query.plies === "all" ? moves(query) + 1 : 1;
    const terminate = () => this.#post({ id: this.#next++, action: "terminate", terminate_id: id });
    const abort = () => {
      if (this.#settle(id, signal.reason)) terminate();
    };
    const listen = (hear) => this.#pending.set(id, { hear, left, forget: () => signal?.removeEventListener("abort", abort) });
    const answers = new Answers(listen, terminate);
    if (this.#ended || signal?.aborted) {
      this.#settle(id, this.#ended ?? signal.reason);
    } else {
      signal?.addEventListener("abort", abort);
      this.#post({ ...query, id });
    }
    return answers;
  }

  #post(query) {
    if (!this.#ended) this.#worker.post(JSON.stringify(query));
  }

  #take(answer) {
    // An answer without an id: the engine failed, and all queries are lost.
    if (answer.id === null) return this.#fail(new Error(answer.error));
    if ("warning" in answer) return console.warn(`${answer.field}: ${answer.warning}`);
    const asked = this.#pending.get(answer.id);
    if (!asked) return;
    if (!("action" in answer)) return void this.#settle(answer.id, new QueryError(answer));
    if (!answer.partial) asked.left -= 1;
    const isLast = asked.left === 0;
    if (isLast) this.#forget(answer.id);
    asked.hear(answer, isLast);
  }

  #forget(id) {
    this.#pending.get(id).forget();
    this.#pending.delete(id);
  }

  /** Fails a query; false if it is settled. */
  #settle(id, error) {
    const asked = this.#pending.get(id);
    if (!asked) return false;
    this.#forget(id);
    asked.hear(error, true);
    return true;
  }

  #fail(error) {
    for (const id of [...this.#pending.keys()]) this.#settle(id, error);
  }

  /** Fails this and every later query. */
  #end(error) {
    this.#ended ??= error;
    this.#fail(error);
  }

  /** The best lines of a position. */
  analyze(query, options) {
    return this.query({ ...query, action: "analyze" }, options);
  }

  /** The state of a game: stones captured, legal moves, forbidden points, outcome. */
  position(query, options) {
    return this.query({ ...query, action: "position" }, options);
  }

  /** The points where a stone of each side makes a threat. */
  threats(query, options) {
    return this.query({ ...query, action: "threats" }, options);
  }

  /** The moves after which the side that moves is nearest to `bias` ahead. */
  balance(query, options) {
    return this.query({ ...query, action: "balance" }, options);
  }

  /** A forced win by threats, with its certificate. */
  solve(query, options) {
    return this.query({ ...query, action: "solve" }, options);
  }

  /** Whether a certificate is a proof. */
  verify(certificate, limits = {}, options = {}) {
    return this.query({ ...limits, action: "verify", certificate }, options);
  }

  /** The move that a level from 1 to 10 chooses. */
  play(query, options) {
    return this.query({ ...query, action: "play" }, options);
  }

  /** One game of a file, with its variations and comments. */
  read({ records, ...query }, options) {
    return this.query({ ...query, ...given(records), action: "read" }, options);
  }

  /** Every move of a game judged. */
  review(query, options) {
    return this.query({ ...query, action: "review" }, options);
  }

  /** Records in another format: a text, or bytes in formats that are not text. */
  async convert({ records, ...query }, options) {
    const { text, data } = await this.query({ ...query, ...given(records), action: "convert" }, options);
    return text ?? Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  }

  /** A position as SVG. */
  async picture(query, options) {
    return (await this.query({ ...query, action: "picture" }, options)).svg;
  }

  /** Version, games, actions. */
  version() {
    return this.query({ action: "query_version" });
  }

  /** Clears the transposition table. */
  clear() {
    return this.query({ action: "clear" });
  }

  /** Ends the worker. Queries without an answer and later ones fail. */
  async close() {
    this.#end(new Error("the engine was closed"));
    await this.#worker.end();
  }
}

/** The number of moves of a query, as the engine splits them: with blanks of Unicode between them, or as `h8i9`. */
function moves({ moves = [] }) {
  if (typeof moves !== "string") return moves.length;
  const points = (word) => (/^(?:[a-z]\d+)+$/i.test(word) ? word.match(/[a-z]/gi).length : 1);
  return moves.split(/\p{White_Space}+/u).filter(Boolean).reduce((count, word) => count + points(word), 0);
}

/** Records as a query has them. */
function given(records) {
  return typeof records === "string" ? { text: records } : { data: base64(records) };
}

function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
