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
        if (answer instanceof Error) reject(answer);
        else this.#answers.push(answer);
        if (isLast && !(answer instanceof Error)) resolve(answer);
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

/** A worker of browsers or of node. */
async function worker(url) {
  if (globalThis.Worker) {
    const worker = new globalThis.Worker(url, { type: "module" });
    return {
      post: (text) => worker.postMessage(text),
      listen: (take, fail) => {
        worker.onmessage = ({ data }) => take(data);
        worker.onerror = (event) => fail(new Error(event.message ?? "the worker cannot be loaded"));
      },
      end: () => worker.terminate(),
    };
  }
  const { Worker } = await import("node:worker_threads");
  const threads = new Worker(url);
  return {
    post: (text) => threads.postMessage(text),
    listen: (take, fail) => threads.on("message", take).on("error", fail),
    end: () => threads.terminate(),
  };
}

/** The engine in a worker. */
export class Ninuki {
  #worker;
  #pending = new Map();
  #next = 0;

  /** Starts a worker with a transposition table of `hash` MiB; `full` starts the whole engine. */
  static async start({ hash = 32, full = false, url = new URL("worker.js", import.meta.url) } = {}) {
    const ninuki = new Ninuki();
    const script = new URL(url);
    script.searchParams.set("hash", hash);
    if (full) script.searchParams.set("full", "");
    ninuki.#worker = await worker(script);
    ninuki.#worker.listen((text) => ninuki.#take(JSON.parse(text)), (error) => ninuki.#fail(error));
    await ninuki.query({ action: "query_version" });
    return ninuki;
  }

  /** Sends a query of `ninuki analysis`, without an id. */
  query(query) {
    const id = this.#next++;
    // Each of the plies has an answer.
    const left = Array.isArray(query.plies) ? new Set(query.plies).size : query.plies === "all" ? moves(query) + 1 : 1;
    const listen = (hear) => this.#pending.set(id, { hear, left });
    const answers = new Answers(listen, () => this.#post({ id: this.#next++, action: "terminate", terminate_id: id }));
    this.#post({ ...query, id });
    return answers;
  }

  #post(query) {
    this.#worker.post(JSON.stringify(query));
  }

  #take(answer) {
    // An answer without an id: the engine failed, and all queries are lost.
    if (answer.id === null) return this.#fail(new Error(answer.error));
    const asked = this.#pending.get(answer.id);
    if (!asked) return;
    const isError = !("action" in answer);
    if (!answer.partial) asked.left -= 1;
    const isLast = isError || asked.left === 0;
    if (isLast) this.#pending.delete(answer.id);
    asked.hear(isError ? new QueryError(answer) : answer, isLast);
  }

  #fail(error) {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ hear }) => hear(error, true));
  }

  /** The best lines of a position. */
  analyze(query) {
    return this.query({ ...query, action: "analyze" });
  }

  /** The state of a game: stones captured, legal moves, forbidden points, outcome. */
  position(query) {
    return this.query({ ...query, action: "position" });
  }

  /** The points where a stone of each side makes a threat. */
  threats(query) {
    return this.query({ ...query, action: "threats" });
  }

  /** The moves after which the side that moves is nearest to `bias` ahead. */
  balance(query) {
    return this.query({ ...query, action: "balance" });
  }

  /** A forced win by threats, with its certificate. */
  solve(query) {
    return this.query({ ...query, action: "solve" });
  }

  /** Whether a certificate is a proof. */
  verify(certificate, limits = {}) {
    return this.query({ ...limits, action: "verify", certificate });
  }

  /** The move that a level from 1 to 10 chooses. */
  play(query) {
    return this.query({ ...query, action: "play" });
  }

  /** One game of a file, with its variations and comments. */
  read({ records, ...query }) {
    return this.query({ ...query, ...given(records), action: "read" });
  }

  /** Every move of a game judged. */
  review(query) {
    return this.query({ ...query, action: "review" });
  }

  /** Records in another format: a text, or bytes in formats that are not text. */
  async convert({ records, ...query }) {
    const { text, data } = await this.query({ ...query, ...given(records), action: "convert" });
    return text ?? Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  }

  /** A position as SVG. */
  async picture(query) {
    return (await this.query({ ...query, action: "picture" })).svg;
  }

  /** Version, games, actions. */
  version() {
    return this.query({ action: "query_version" });
  }

  /** Clears the transposition table. */
  clear() {
    return this.query({ action: "clear" });
  }

  /** Ends the worker. Queries without an answer fail. */
  async close() {
    this.#fail(new Error("the engine was closed"));
    await this.#worker.end();
  }
}

function moves({ moves = [] }) {
  return (typeof moves === "string" ? moves.split(/\s+/).filter(Boolean) : moves).length;
}

/** Records as a query has them. */
function given(records) {
  return typeof records === "string" ? { text: records } : { data: base64(records) };
}

function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
