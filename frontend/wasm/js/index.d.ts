// The queries and answers are those of `ninuki analysis`; its page and its JSON Schemas tell them in full.

export type Side = "x" | "o";
export type Format = "sgf" | "psq" | "rec" | "pos" | "pgn" | "lib" | "rif" | "db" | "jsonl" | "txt" | "offset";

/** A game as far as it was played. */
export interface Game {
  /** A game by name, as `"pente"`; instead of the one that a record names, and needed where it names none. */
  rules?: string;
  /** A game of one's own, in TOML, in place of a name. */
  rules_text?: string;
  /** The side of the board, or `"15x20"`. */
  size?: number | string;
  /** The number of stones in a row that wins, on a hexagon. */
  length?: number;
  flags?: Record<string, boolean | string>;
  /** A set-up position. */
  position?: string;
  /** A list, or one text with blanks. */
  moves?: string[] | string;
}

export interface Limits {
  nodes?: number;
  /** In milliseconds. */
  time?: number;
  depth?: number;
}

export interface Priority {
  /** The greater, the sooner. */
  priority?: number;
}

export interface AnalyzeQuery extends Game, Limits, Priority {
  /** How many of the best lines. */
  lines?: number;
  /** After how many moves; without it, after all of them. */
  plies?: number[] | "all";
  only?: string[] | string;
  except?: string[] | string;
  /** Partial answers, at most one in so many milliseconds. */
  report_every?: number;
  /** With a table of its own the answer is the same every time. */
  own_table?: boolean;
}

/** For the side to move: hundredths of a point, or a proven win or loss in so many plies. */
export type Score = { cp: number } | { win: number } | { loss: number };

export interface Line {
  score: Score;
  winrate: number;
  pv: string[];
}

export interface Outcome {
  winner: Side | null;
  reason: string;
}

export interface Analysis {
  ply: number;
  /** Whether more will be said of this position. */
  partial: boolean;
  to_move: Side | null;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  time_ms: number;
  best: string | null;
  lines: Line[];
  ended: "time" | "nodes" | "depth" | "stopped" | "proven" | "forced move" | "no placement" | "terminated" | null;
  outcome: Outcome | null;
}

export interface Position {
  game: string;
  size: number | string;
  plies: number;
  moves: { move: string; captured: string[] }[];
  captured: { x: number; o: number };
  to_move: Side | null;
  pending_five: boolean;
  outcome: Outcome | null;
  legal: string[];
  position: string;
  forbidden: string[];
  swap_offered: boolean;
  may_pass: boolean;
}

export type ThreatMap = Record<
  "five" | "straight_four" | "double_four" | "four" | "double_three" | "three" | "capture" | "capturable",
  string[]
>;

export interface Solution {
  proved: boolean;
  plies: number | null;
  pv: string[];
  nodes: number;
  exhausted: boolean;
  shortest: boolean;
  certificate: string | null;
}

export interface Verdict {
  verified: boolean;
  game: string | null;
  /** Every rule that differs from the defaults of the game, in words. */
  differences: string | null;
  /** The game that an own game is made from. */
  base: string | null;
  /** The fields of an own game that differ from those of its base. */
  rules: Record<string, string> | null;
  /** The flags that differ. */
  flags: Record<string, string> | null;
  size: number | string | null;
  length: number | null;
  winner: Side | null;
  plies: number | null;
  steps: number | null;
  positions: number | null;
  /** The limit that ended the check before every reply was tried. */
  ended: "terminated" | "time" | "positions" | "memory" | null;
  reason: string | null;
}

export interface Balance {
  bias: number;
  depth: number;
  nodes: number;
  moves: { move: string; score: Score; winrate: number }[];
}

export interface Played {
  move: string;
  level: number;
  score: Score;
  winrate: number;
}

/** A move of a record, and what is said of the position after it. The first is the root, which has no move. */
export interface Node {
  /** The index of the node before. */
  parent?: number;
  move?: string;
  comment?: string;
  quality?: "??" | "?" | "?!" | "!?" | "!" | "!!";
  marked?: boolean;
  labels?: [point: string, text: string][];
  /** Instead of a move, points with the stones that they have from there on; null for none. */
  set_up?: [point: string, side: Side | null][];
  /** The side to move after that. */
  to_move?: Side;
}

export interface RecordRead {
  /** How many games the file holds, and which of them this is, counted from 1. */
  games: number;
  number: number;
  rules: string;
  size: number | string;
  position: string | null;
  about: { players: [string, string]; date: string; event: string; round: string; place: string; opening: string };
  tree: Node[];
  /** What could not be read. */
  errors: string[];
  /** What was guessed or put right. */
  remarks: string[];
  /** The result as the record has it, if the board shows another one. */
  contradiction?: string;
  /** The character set of the file, if it is not UTF-8. */
  encoding?: string;
}

export interface Version {
  version: string;
  protocol: number;
  network: string;
  actions: string[];
  games: string[];
  /** What an action may take: milliseconds, bytes; null where nothing is bounded. */
  limits: Record<"time" | "memory" | "output" | "line" | "pending" | "games", number | null>;
}

/** What is said of one query: a promise of its last answer, and an iterator of all of them, partial ones included. */
export class Answers<T> implements PromiseLike<T>, AsyncIterable<T> {
  then<A = T, B = never>(
    done?: ((answer: T) => A | PromiseLike<A>) | null,
    failed?: ((error: Error) => B | PromiseLike<B>) | null,
  ): Promise<A | B>;
  catch<B = never>(failed: (error: Error) => B | PromiseLike<B>): Promise<T | B>;
  finally(handler: () => void): Promise<T>;
  [Symbol.asyncIterator](): AsyncGenerator<T, void, void>;
  /** Ends the search: it answers with what it knows. */
  terminate(): void;
}

/** A limit at which an action ended: milliseconds, bytes, pixels or games; null where `terminate` has ended it. */
export interface Limit {
  name: "time" | "memory" | "output" | "pixels" | "games" | "pending" | "terminate";
  most: number | null;
}

/** What is wrong with a query. */
export class QueryError extends Error {
  /** The field that is wrong, as `moves[3]`; null if it is the query as a whole. */
  readonly field: string | null;
  /** The limit that is exceeded; null if it is none. */
  readonly limit: Limit | null;
}

/** The engine in a worker. */
export class Ninuki {
  /**
   * Starts a worker, with a transposition table of `hash` MiB (32 without it). With `full` it has all of the engine: also
   * pictures as PNG and GIF, RIF and DB, games of one's own, hexagons of side 8 and 9.
   */
  static start(options?: { hash?: number; full?: boolean; url?: string | URL }): Promise<Ninuki>;
  analyze(query: AnalyzeQuery): Answers<Analysis>;
  position(query: Game): Answers<Position>;
  threats(query: Game): Answers<{ x: ThreatMap; o: ThreatMap }>;
  balance(query: Game & Limits & Priority & { bias?: number; lines?: number }): Answers<Balance>;
  solve(query: Game & Priority & { nodes?: number; time?: number; shortest?: boolean }): Answers<Solution>;
  verify(certificate: string, limits?: Priority & { nodes?: number; time?: number }): Answers<Verdict>;
  /** The move of a level, 1 (a beginner) to 10; weak ones vary with `seed`. */
  play(query: Game & Priority & { level?: number; time?: number; seed?: number }): Answers<Played>;
  /** The game `number` of a file, counted from 1. */
  read(query: Game & { records: string | Uint8Array; from: Format; encoding?: string; number?: number }): Answers<RecordRead>;
  review(query: Game & Limits & Priority): Answers<Record<string, unknown>>;
  convert(query: Game & { records: string | Uint8Array; from: Format; to: Format; encoding?: string; to_encoding?: string }): Promise<string | Uint8Array>;
  /** SVG of so many pixels; stones have numbers from the move `numbers` on. */
  picture(query: Game & { width?: number; numbers?: number }): Promise<string>;
  version(): Answers<Version>;
  clear(): Answers<{ done: true }>;
  query(query: Record<string, unknown>): Answers<Record<string, unknown>>;
  /** Ends the worker. */
  close(): Promise<void>;
}
