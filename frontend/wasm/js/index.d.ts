// The engine in a worker. `types.d.ts` has the queries and answers of `ninuki analysis`.

import type {
  Analysis, Balance, Cleared, Code, Limit, Played, Position, Queries, RecordRead, Review, ReviewAnswer, Solution, Threats, Value, Verdict, Version,
} from "./types.js";

export type * from "./types.js";

/** The answers to a query: a promise of the last one, and an iterator of all of them, partial ones included. */
export class Answers<T, Each = T> implements PromiseLike<T>, AsyncIterable<Each> {
  then<A = T, B = never>(
    done?: ((answer: T) => A | PromiseLike<A>) | null,
    failed?: ((error: Error) => B | PromiseLike<B>) | null,
  ): Promise<A | B>;
  catch<B = never>(failed: (error: Error) => B | PromiseLike<B>): Promise<T | B>;
  finally(handler: () => void): Promise<T>;
  [Symbol.asyncIterator](): AsyncGenerator<Each, void, void>;
  /** Ends the search: it answers with its lines so far. */
  terminate(): void;
}

/** An error in a query. */
export class QueryError extends Error {
  /** The wrong field, as `moves[3]`; null if the query as a whole is wrong. */
  readonly field: string | null;
  /** The limit that was exceeded; null if none was. */
  readonly limit: Limit | null;
  /** The error for programs. */
  readonly code: Code;
  /** Values of the error by name, as its code has them. */
  readonly values: Record<string, Value>;
}

/** Records as a text or as the bytes of a file, in place of `text` and `data` of a query. */
export interface Records {
  records: string | Uint8Array;
}

/** A query with records. */
export type WithRecords<Q> = Omit<Q, "text" | "data"> & Records;

/** A query with required fields. */
type With<Q, Names extends keyof Q> = Q & Required<Pick<Q, Names>>;

/** Options of a query. */
export interface QueryOptions {
  /** Ends the query: its promise fails with the reason of the signal. */
  signal?: AbortSignal;
}

/** The engine in a worker. */
export class Ninuki {
  /**
   * Starts a worker with a transposition table of `hash` MiB (32 by default). `full` starts the whole engine: also
   * pictures as PNG and GIF, RIF and DB, own games, hexagons of side 8 and 9. `url` is a script in place of `worker.js`,
   * relative to the page, in node to the working directory.
   */
  static start(options?: { hash?: number; full?: boolean; url?: string | URL }): Promise<Ninuki>;
  analyze(query: Queries["analyze"], options?: QueryOptions): Answers<Analysis>;
  position(query: Queries["position"], options?: QueryOptions): Answers<Position>;
  threats(query: Queries["threats"], options?: QueryOptions): Answers<Threats>;
  balance(query: Queries["balance"], options?: QueryOptions): Answers<Balance>;
  solve(query: Queries["solve"], options?: QueryOptions): Answers<Solution>;
  verify(certificate: string, limits?: Omit<Queries["verify"], "certificate">, options?: QueryOptions): Answers<Verdict>;
  /** The move of a level, 1 (a beginner) to 10; the moves of weak levels depend on `seed`. */
  play(query: Queries["play"], options?: QueryOptions): Answers<Played>;
  /** The game `number` of a file, counted from 1. */
  read(query: WithRecords<With<Queries["read"], "from">>, options?: QueryOptions): Answers<RecordRead>;
  /** With `report_moves` partial answers have the moves as they are judged, from the last one to the first. */
  review(query: Queries["review"], options?: QueryOptions): Answers<Review, ReviewAnswer>;
  convert(query: WithRecords<With<Queries["convert"], "from" | "to">>, options?: QueryOptions): Promise<string | Uint8Array>;
  /** The position as SVG of `width` pixels; stones show their numbers from move `numbers` on. */
  picture(query: Omit<Queries["picture"], "kind" | "delay">, options?: QueryOptions): Promise<string>;
  version(): Answers<Version>;
  clear(): Answers<Cleared>;
  query(query: Record<string, unknown>, options?: QueryOptions): Answers<Record<string, unknown>>;
  /** Ends the worker. Queries without an answer and later ones fail. */
  close(): Promise<void>;
}
